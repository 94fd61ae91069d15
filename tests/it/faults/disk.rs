//! A full disk. The limit on the size of a file stands for it: unlike a small file system it needs no rights, and a write
//! beyond it fails in the same call.

use std::process::Command;

use serde_json::{Value, json};

use crate::binary::{PANDECT, Serving, command, finish, pandect};
use crate::client::{Answer, Client};

/// The size that no file of the server may grow beyond, in KiB.
const LIMIT: u32 = 400;

/// `pandect serve` under a limit that can be lifted. The signal that comes with it is ignored, as on a full disk.
fn limited() -> Command {
    let mut limited = command("bash");
    limited.args(["-c", &format!("trap '' XFSZ; ulimit -S -f {LIMIT}; exec \"$0\" \"$@\""), PANDECT]);
    limited
}

fn lift(serving: &Serving) {
    let lifted = finish(command("prlimit").args(["--pid", &serving.id().to_string(), "--fsize=unlimited"]));
    assert_eq!(lifted.code, 0, "{lifted:?}");
}

fn ask_for_game(client: &Client) -> Answer {
    let seats = json!([{ "name": "Ada" }, { "name": "Bo" }]);
    client.post("/v1/games", &json!({ "ruleset": "red-panda", "seats": seats }))
}

/// Plays the first legal move of whoever is awaited; gives the status, and nothing when the game is over.
fn play(client: &Client, created: &Value) -> Option<Answer> {
    let path = format!("/v1/games/{}", created["game"]["id"].as_str().expect("an id"));
    let seat = client.get(&path).expect(200)["awaiting"][0].as_u64()?;
    let token = created["tokens"][usize::try_from(seat).expect("a seat")].as_str().expect("a token");
    let seat = client.with_token(token);
    let mv = &seat.get(&format!("{path}/legal-moves")).expect(200)["moves"][0];
    Some(seat.post(&format!("{path}/moves"), mv))
}

#[test]
fn a_full_disk_refuses_moves_until_there_is_room_and_loses_none() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::start_as(limited(), directory.path());
    let client = Client::new(serving.address);
    let (mut games, mut acknowledged) = (Vec::new(), Vec::new());
    let refused = 'full: loop {
        // A game takes more room than a move: what is left when none fits any more is filled with moves.
        let created = ask_for_game(&client);
        if created.status == 201 {
            games.push(created.json());
        }
        for _ in 0..5 {
            let answer = games.iter().rev().find_map(|game| play(&client, game)).expect("a game that goes on");
            match answer.status {
                201 => acknowledged.push(answer.json()),
                _ => break 'full answer,
            }
        }
        assert!(acknowledged.len() < 10_000, "the disk is never full");
    };
    let problem = refused.refused(503, "unavailable");
    assert_eq!(refused.header("Retry-After"), Some("1"));
    let detail = problem["detail"].as_str().expect("a detail");
    assert!(detail.contains("cannot use its disk now; nothing that was answered is lost"), "{detail}");

    // Reads go on, and show what was answered and nothing else.
    for path in ["/healthz", "/v1/games", "/v1/log/checkpoint"] {
        assert_eq!(client.get(path).status, 200, "{path}");
    }
    for event in &acknowledged {
        let record = &event["event"]["record"];
        let (id, index) = (record["id"].as_str().expect("an id"), record["index"].as_u64().expect("an index"));
        let path = format!("/v1/games/{id}/events?after={}&limit=1", index - 1);
        assert_eq!(client.get(&path).expect(200)["events"][0]["hash"], event["event"]["hash"]);
    }

    lift(&serving);
    while let Some(answer) = games.iter().rev().find_map(|game| play(&client, game)) {
        answer.expect(201);
    }
    ask_for_game(&client).expect(201);
    assert_eq!(serving.terminate(), 0);
    let checked = pandect(&["check", directory.path().join("pandect.db").to_str().expect("a path")]);
    assert_eq!(checked.code, 0, "{checked:?}");
}

#[test]
fn a_server_that_is_stopped_on_a_full_disk_has_lost_nothing() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::start_as(limited(), directory.path());
    let client = Client::new(serving.address);
    let mut acknowledged = 0;
    while ask_for_game(&client).status == 201 {
        acknowledged += 1;
    }
    serving.terminate();
    let serving = Serving::start(directory.path());
    let client = Client::new(serving.address);
    ask_for_game(&client).expect(201);
    assert_eq!(serving.terminate(), 0);
    let ended = pandect(&["check", directory.path().join("pandect.db").to_str().expect("a path"), "--json"]);
    let sum: Value = serde_json::from_str(&ended.out).expect("a sum alone");
    assert_eq!(sum["games"], acknowledged + 1, "{ended:?}");
}
