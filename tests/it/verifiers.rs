//! Other people's verifiers: what this program signs and proves is checked by libraries that know nothing of it.

use std::fs;
use std::path::Path;

use pandect::audit::note::SignerKey;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::binary::{Ended, ROOT, command, finish, pandect};
use crate::game::{Game, request, seed};
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
    let outcome = json!({ "outcome": { "ranking": [[0], [1]], "scores": [1, 0], "reason": "time" } });
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

/// The verifier in Python, which has nothing but the standard library.
fn python(arguments: &[&str]) -> Ended {
    finish(command("python3").arg(Path::new(ROOT).join("tests/verify.py")).args(arguments))
}

fn path(directory: &TempDir, name: &str) -> String {
    directory.path().join(name).to_str().expect("a path in UTF-8").to_owned()
}

/// Writes what a server answers into a file.
fn save(server: &Server, directory: &TempDir, name: &str, from: &str) -> String {
    let answer = server.spectator().get(from);
    assert_eq!(answer.status, 200, "{from}");
    fs::write(path(directory, name), &answer.bytes).expect("a file");
    path(directory, name)
}

#[test]
fn python_checks_a_game_with_all_that_was_kept_of_it_and_finds_each_change() {
    let (server, directory) = (Server::start(), tempfile::tempdir().expect("a directory"));
    let receipts = path(&directory, "receipts");
    fs::create_dir(&receipts).expect("a directory");
    let mut asked = request(3, &seed("36"));
    asked["entropy"] = json!("required");
    let game = Game::create(&server, &asked);
    for seat in 0..3 {
        let entropy = json!({ "entropy": seed(&format!("0{seat}")) });
        let accepted = game.seat(&server, seat).post(&game.path("/entropy"), &entropy).expect(201);
        let receipt = accepted["receipt"].as_str().expect("a receipt");
        fs::write(directory.path().join(format!("receipts/{seat}.note")), receipt).expect("a file");
    }
    game.play_to_the_end(&server);
    played(&server, &tempfile::tempdir().expect("another directory"));
    let bundle = save(&server, &directory, "bundle.json", &game.path("/bundle"));
    let old = format!("/v1/log/inclusion?id={}&size=3", game.id);
    let inclusion = save(&server, &directory, "inclusion.json", &old);
    let consistency = save(&server, &directory, "consistency.json", "/v1/log/consistency?from=3");
    let proof: Value = serde_json::from_slice(&fs::read(&inclusion).expect("a proof")).expect("JSON");
    let note = path(&directory, "older.note");
    fs::write(&note, proof["checkpoint"].as_str().expect("a checkpoint")).expect("a file");
    let states = path(&directory, "states");
    let printed = pandect(&["replay", &bundle, "--states"]);
    assert_eq!(printed.code, 0, "{printed:?}");
    fs::write(&states, printed.out).expect("a file");
    let key = key(&server);
    let all = [
        &*bundle,
        "--key",
        &key,
        "--receipts",
        &receipts,
        "--checkpoint",
        &note,
        "--proof",
        &inclusion,
        "--proof",
        &consistency,
        "--states",
        &states,
    ];
    let good = python(&all);
    assert_eq!(good.code, 0, "{good:?}");
    let levels = "verified: chain, commitments, seed, signature, receipts, checkpoints and proofs, states; ";
    assert!(good.out.starts_with(levels), "{good:?}");

    let receipt = format!("{receipts}/2.note");
    for (file, from, to) in [
        (&bundle, "\"receipt\":\"pandect/receipt/v1", "\"receipt\":\"pandect/receipt/v2"),
        (&receipt, "\n3\n", "\n2\n"),
        (&note, "\n3\n", "\n4\n"),
        (&inclusion, "\"number\":0", "\"number\":1"),
        (&inclusion, "\"hashes\":[\"", "\"hashes\":[\"00\",\""),
        (&consistency, "\"from\":3", "\"from\":2"),
        (&states, "\"deal\":1", "\"deal\":2"),
    ] {
        let text = fs::read_to_string(file).expect("a file");
        assert!(text.contains(from), "{from}: {text}");
        fs::write(file, text.replacen(from, to, 1)).expect("a file");
        let refused = python(&all);
        assert_eq!(refused.code, 1, "{file}: {from}: {refused:?}");
        fs::write(file, text).expect("a file");
    }
}

#[test]
fn python_throws_the_dice_of_takenoko_again() {
    let (server, directory) = (Server::start(), tempfile::tempdir().expect("a directory"));
    let asked = json!({ "ruleset": "takenoko", "seats": [{ "name": "Ada" }, { "name": "Bo" }], "seed": seed("36") });
    let game = Game::create(&server, &asked);
    game.play_until(&server, 40);
    let outcome = json!({ "outcome": { "ranking": [[0], [1]], "scores": [1, 0], "reason": "time" } });
    server.organiser().post(&game.path("/adjudication"), &outcome).expect(201);
    let bundle = save(&server, &directory, "bundle.json", &game.path("/bundle"));
    let replay = save(&server, &directory, "replay.json", &game.path("/replay"));
    let good = python(&[&bundle, "--replay", &replay]);
    assert_eq!(good.code, 0, "{good:?}");
    assert!(good.out.contains(" dice; ") && !good.out.contains(" 0 dice; "), "{good:?}");
    let text = fs::read_to_string(&replay).expect("a file");
    let (before, after) = text.split_once("\"face\":\"").expect("a die");
    let (face, after) = after.split_once('"').expect("a face");
    let other = if face == "sun" { "rain" } else { "sun" };
    fs::write(&replay, format!("{before}\"face\":\"{other}\"{after}")).expect("a file");
    let refused = python(&[&bundle, "--replay", &replay]);
    assert!(refused.code == 1 && refused.out.contains("the die of event "), "{refused:?}");
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
