//! Other people's verifiers: what this program signs and proves is checked by libraries that know nothing of it.

use std::fs;
use std::path::Path;

use pandect::audit::note::SignerKey;
use serde_json::json;
use tempfile::TempDir;

use crate::binary::{Ended, ROOT, command, finish};
use crate::game::Game;
use crate::server::Server;

/// Go's checksum database, `golang.org/x/mod/sumdb`, in Debian's golang-golang-x-mod-dev.
fn go(arguments: &[&str]) -> Ended {
    let program = Path::new(ROOT).join("tests/verifiers/go/main.go");
    let mut go = command("go");
    go.env("GO111MODULE", "off").env("GOPATH", "/usr/share/gocode").env("GOFLAGS", "");
    finish(go.arg("run").arg(program).args(arguments))
}

fn key(server: &Server) -> String {
    let keys = server.spectator().get("/v1/keys").expect(200);
    keys["keys"][0]["public_key"].as_str().expect("a key").into()
}

/// Games that are over, one way or the other, and the receipts of the last of them, each in a file.
fn played(server: &Server, directory: &TempDir) -> Vec<String> {
    let outcome = json!({ "outcome": { "ranking": [[0], [1]], "scores": [1, 0] }, "reason": "time" });
    for _ in 0..6 {
        let game = Game::new(server, 2, "97");
        server.organiser().post(&game.path("/adjudication"), &outcome).expect(201);
    }
    let game = Game::new(server, 2, "36");
    let mut files = Vec::new();
    for (number, accepted) in game.play_to_the_end(server).into_iter().enumerate() {
        let path = directory.path().join(format!("{number}.note"));
        fs::write(&path, accepted["receipt"].as_str().expect("a receipt")).expect("a file");
        files.push(path.to_str().expect("a path in UTF-8").to_owned());
    }
    files
}

#[test]
fn go_checks_the_checkpoint_every_proof_and_every_receipt_of_a_server() {
    let (server, directory) = (Server::start(), tempfile::tempdir().expect("a directory"));
    let receipts = played(&server, &directory);
    let (address, key) = (format!("http://{}", server.address), key(&server));
    let with = |key: &str| {
        let receipts = receipts.iter().map(String::as_str);
        go(&[address.as_str(), key].into_iter().chain(receipts).collect::<Vec<_>>())
    };
    let good = with(&key);
    assert_eq!(good.code, 0, "go, golang-golang-x-mod-dev and a look at the server: {good:?}");
    assert!(good.out.starts_with(&format!("verified: 7 leaves, {} receipts, root ", receipts.len())), "{good:?}");

    let other = SignerKey::new("pandect", &[1; 32]).expect("a key").verifier().to_string();
    let refused = with(&other);
    assert!(refused.code != 0 && refused.err.contains("failed: checkpoint"), "{refused:?}");
    let text = fs::read_to_string(&receipts[0]).expect("a receipt");
    fs::write(&receipts[0], text.replacen("\n1\n", "\n2\n", 1)).expect("a file");
    let refused = with(&key);
    assert!(refused.code != 0 && refused.err.contains("0.note"), "{refused:?}");
}
