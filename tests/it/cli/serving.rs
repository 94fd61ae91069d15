//! `serve`: how it starts, what it refuses, and how it ends.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::binary::{PANDECT, Serving, command, finish, pandect};

fn get(serving: &Serving, path: &str) -> Value {
    let url = format!("http://{}{path}", serving.address);
    ureq::get(url).call().expect("an answer").body_mut().read_json().expect("JSON")
}

fn create(serving: &Serving) -> Value {
    let game = serde_json::json!({"ruleset": "red-panda", "seats": [{"name": "Ada"}, {"name": "Bo"}]});
    let url = format!("http://{}/v1/games", serving.address);
    ureq::post(url).send_json(game).expect("an answer").body_mut().read_json().expect("JSON")
}

#[test]
fn it_makes_a_key_for_its_owner_and_keeps_it() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::start(directory.path());
    let keys = get(&serving, "/v1/keys");
    let mode = fs::metadata(directory.path().join("pandect.key")).expect("a key file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(serving.terminate(), 0);
    assert_eq!(get(&Serving::start(directory.path()), "/v1/keys"), keys);
}

#[test]
fn it_ends_with_0_when_it_is_terminated_and_nothing_is_lost() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::start(directory.path());
    let game = create(&serving)["game"].clone();
    assert_eq!(serving.terminate(), 0);
    let path = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
    assert_eq!(get(&Serving::start(directory.path()), &path), game);
}

#[test]
fn a_second_server_on_the_same_database_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::start(directory.path());
    let second = finish(command(PANDECT).current_dir(directory.path()).args(["serve", "--address", "127.0.0.1:0"]));
    assert_eq!(second.code, 1, "{second:?}");
    assert!(second.err.contains("pandect.db"), "{second:?}");
    assert_eq!(get(&serving, "/healthz")["status"], "ok", "the first one goes on");
}

#[test]
fn it_is_not_open_to_other_machines_without_an_organiser_key() {
    let directory = tempfile::tempdir().expect("a directory");
    for address in ["0.0.0.0:0", "[::]:0"] {
        let refused = finish(command(PANDECT).current_dir(directory.path()).args(["serve", "--address", address]));
        assert_eq!(refused.code, 1, "{refused:?}");
        assert!(refused.err.contains("pandect key new --organiser"), "{refused:?}");
    }
    assert_eq!(fs::read_dir(directory.path()).expect("a directory").count(), 0, "nothing was made");
}

#[test]
fn what_key_new_organiser_prints_is_what_serve_takes() {
    let made = pandect(&["key", "new", "--organiser"]);
    let line =
        |name: &str| made.out.lines().find_map(|line| line.strip_prefix(name)).expect("a line").trim().to_owned();
    assert!(line("token").starts_with("pdo_"), "{made:?}");
    let directory = tempfile::tempdir().expect("a directory");
    let wrong = finish(command(PANDECT).current_dir(directory.path()).args(["serve", "--organiser", &line("token")]));
    assert_eq!(wrong.code, 2, "a token is no hash: {wrong:?}");
    assert_eq!(line("hash").len(), 64, "{made:?}");
}

#[test]
fn a_key_file_that_holds_no_key_is_refused_and_left_alone() {
    let directory = tempfile::tempdir().expect("a directory");
    fs::write(directory.path().join("pandect.key"), "not a key").expect("a file");
    let refused = finish(command(PANDECT).current_dir(directory.path()).args(["serve", "--address", "127.0.0.1:0"]));
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.err.contains("pandect.key cannot be used"), "{refused:?}");
    assert_eq!(fs::read_to_string(directory.path().join("pandect.key")).expect("a file"), "not a key");
}
