//! A log keeps its name when its key changes: what was signed before stays as it was, and what comes is signed by the new key
//! under the same name.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::binary::{Ended, PANDECT, Serving, Starting, command, finish, pandect};
use crate::client::Client;
use crate::game::{request, seed};

fn key(client: &Client) -> Value {
    client.get("/v1/keys").expect(200)["keys"][0].clone()
}

fn create(client: &Client) -> String {
    let created = client.post("/v1/games", &request(2, &seed("97"))).expect(201);
    format!("/v1/games/{}", created["game"]["id"].as_str().expect("an id"))
}

fn end(client: &Client, game: &str) {
    let end = json!({ "outcome": { "ranking": [[0], [1]], "scores": [1, 0] }, "reason": "time" });
    client.post(&format!("{game}/adjudication"), &end).expect(201);
}

/// Verifies a bundle against a key.
fn verify(directory: &Path, bundle: &[u8], key: &Value) -> Ended {
    let file = directory.join("bundle.json");
    fs::write(&file, bundle).expect("a file");
    pandect(&["verify", "--key", key["public_key"].as_str().expect("a key"), file.to_str().expect("a path in UTF-8")])
}

#[test]
fn a_log_keeps_its_name_and_its_receipts_when_its_key_is_replaced() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::start(directory.path());
    let client = Client::new(serving.address);
    let old = key(&client);
    let name = old["name"].as_str().expect("a name").to_owned();
    let uuid = name.strip_prefix("pandect.invalid/").expect("a name that was made up");
    assert!(uuid.len() == 36 && uuid.as_bytes()[14] == b'7', "a UUID of version 7: {name}");
    let (over, running) = (create(&client), create(&client));
    end(&client, &over);
    let before = client.get(&format!("{over}/bundle")).bytes;
    assert_eq!(serving.terminate(), 0);

    let file = directory.path().join("pandect.key");
    fs::rename(&file, directory.path().join("old.key")).expect("put aside");
    let made =
        pandect(&["key", "new", "--name", "other.example/log", "--out", file.to_str().expect("a path in UTF-8")]);
    assert_eq!(made.code, 0, "{made:?}");
    let serving = Serving::start(directory.path());
    let client = Client::new(serving.address);
    let new = key(&client);
    assert_eq!(new["name"], json!(name), "the name is the log's");
    assert_ne!(new["public_key"], old["public_key"]);
    assert_eq!(client.get(&format!("{over}/bundle")).bytes, before, "byte for byte what it was");
    assert_eq!(client.get(&over).expect(200)["status"], "adjudicated");
    assert_eq!(client.get(&format!("{over}/audit")).expect(200)["verdict"], "verified");
    assert_eq!(verify(directory.path(), &before, &old).code, 0);
    let refused = verify(directory.path(), &before, &new);
    assert!(refused.code == 1 && refused.out.contains("wrong key"), "{refused:?}");

    for game in [running, create(&client)] {
        end(&client, &game);
        let bundle = client.get(&format!("{game}/bundle"));
        assert_eq!(bundle.expect(200)["public_key"], new["public_key"], "signed when it ended, by the key of then");
        assert_eq!(verify(directory.path(), &bundle.bytes, &new).code, 0);
    }
    let checkpoint = client.get("/v1/log/checkpoint").text();
    assert!(checkpoint.starts_with(&format!("{name}\n3\n")), "{checkpoint}");
    assert_eq!(serving.terminate(), 0);
    let check = pandect(&["check", directory.path().join("pandect.db").to_str().expect("a path in UTF-8")]);
    assert_eq!(check.code, 0, "{check:?}");
}

#[test]
fn a_log_takes_its_name_at_its_first_start_and_another_one_is_refused_with_both() {
    let directory = tempfile::tempdir().expect("a directory");
    let named = |name: &str| Starting::new(directory.path(), &["--log-name", name]).served();
    let serving = named("pandect.example/log");
    assert_eq!(key(&Client::new(serving.address))["name"], "pandect.example/log");
    assert_eq!(serving.terminate(), 0);
    let bytes = fs::read(directory.path().join("pandect.db")).expect("a file");
    let mut serve = command(PANDECT);
    serve.current_dir(directory.path()).args(["serve", "--address", "127.0.0.1:0", "--log-name", "other.example/log"]);
    let refused = finish(&mut serve);
    assert_eq!(refused.code, 1, "{refused:?}");
    let both = "its log is named \"pandect.example/log\", and this server is to name it \"other.example/log\"";
    assert!(refused.err.contains(both), "{refused:?}");
    assert_eq!(fs::read(directory.path().join("pandect.db")).expect("a file"), bytes, "left as it was");
    assert_eq!(named("pandect.example/log").terminate(), 0, "the same name is no other");
    let serving = Serving::start(directory.path());
    assert_eq!(key(&Client::new(serving.address))["name"], "pandect.example/log", "a name need not be given again");
    for name in ["", "two words", "a+b"] {
        let mut serve = command(PANDECT);
        let refused = finish(serve.current_dir(directory.path()).args(["serve", "--log-name", name]));
        assert_eq!(refused.code, 2, "{name:?} is no name of a key: {refused:?}");
    }
}

#[test]
fn the_first_start_takes_the_name_of_a_key_that_is_there() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("pandect.key");
    let made = pandect(&["key", "new", "--name", "club.example/log", "--out", file.to_str().expect("a path in UTF-8")]);
    let public = made.out.lines().find_map(|line| line.strip_prefix("public key  ")).expect("a key").to_owned();
    let serving = Serving::start(directory.path());
    assert_eq!(key(&Client::new(serving.address))["public_key"], public, "as it was printed when it was made");
}
