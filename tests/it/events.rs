//! The log in pages, and the chain that anyone can check with nothing but SHA-256.

use pandect::kernel::Hash;
use serde_json::{Value, json};

use crate::game::Game;
use crate::server::Server;

fn page(server: &Server, game: &Game, query: &str) -> (Vec<u64>, Value) {
    let page = server.spectator().get(&game.path(&format!("/events{query}"))).expect(200);
    let events = page["events"].as_array().expect("events").iter();
    (events.map(|event| event["record"]["index"].as_u64().expect("an index")).collect(), page["next_after"].clone())
}

fn hex(text: &Value) -> Vec<u8> {
    let text = text.as_str().expect("hex");
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).expect("hex")).collect()
}

#[test]
fn pages_of_events_hold_each_once_in_order() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 9);
    let all: Vec<u64> = (0..=9).collect();
    for (query, events, next) in [
        ("", &all[..], json!(null)),
        ("?limit=4", &all[..4], json!(3)),
        ("?limit=4&after=3", &all[4..8], json!(7)),
        ("?limit=4&after=7", &all[8..], json!(null)),
        ("?limit=10", &all[..], json!(null)),
        ("?limit=1&after=8", &all[9..], json!(null)),
        ("?after=0", &all[1..], json!(null)),
        ("?after=9", &[], json!(null)),
        ("?after=10", &[], json!(null)),
        ("?after=9007199254740991", &[], json!(null)),
        ("?limit=1000", &all[..], json!(null)),
    ] {
        assert_eq!(page(&server, &game, query), (events.to_vec(), next), "{query}");
    }
}

#[test]
fn an_index_that_no_log_can_have_is_refused() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 1);
    for after in ["9007199254740992", "9223372036854775808", "18446744073709551615", "-1", "1.0", ""] {
        server.spectator().get(&game.path(&format!("/events?after={after}"))).refused(400, "malformed-query");
    }
}

#[test]
fn a_spectator_can_check_the_chain_while_the_game_runs() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 9);
    let page = server.spectator().get(&game.path("/events")).expect(200);
    let mut prev = "0".repeat(64);
    for (index, event) in page["events"].as_array().expect("events").iter().enumerate() {
        let record = &event["record"];
        assert_eq!((&record["index"], &record["prev"]), (&json!(index), &json!(prev)));
        assert_eq!((&record["v"], &record["log"], &record["id"]), (&json!(1), &json!("game"), &json!(game.id)));
        // The keys of a parsed object are sorted and its numbers are integers: this is its canonical form.
        let hash = Hash::of(format!("pandect/record/v1\n{record}").as_bytes()).to_string();
        assert_eq!(event["hash"], hash, "event {index}");
        let (salt, payload) = (hex(&event["payload_salt"]), event["payload"].to_string());
        let opened = Hash::of(&[b"pandect/payload/v1\n", salt.as_slice(), payload.as_bytes()].concat());
        assert_eq!(record["payload"], opened.to_string(), "event {index}");
        prev = hash;
    }
    assert_eq!(game.look(&server)["head"]["hash"], prev);
}

#[test]
fn the_first_event_says_what_the_game_was_created_with() {
    let server = Server::start();
    let game = Game::new(&server, 3, "36");
    let look = game.look(&server);
    let event = server.spectator().get(&game.path("/events")).expect(200)["events"][0].clone();
    assert_eq!((&event["record"]["kind"], &event["record"]["seat"]), (&json!("created"), &Value::Null));
    let told = event["texts"].as_array().expect("texts").iter().zip(["Ada", "Bo", "Cy"]);
    let seats = told.map(|(text, name)| {
        assert_eq!(text["text"], name);
        json!({ "bot": null, "name": text["commitment"] })
    });
    assert_eq!(event["payload"]["seats"], json!(seats.collect::<Vec<_>>()));
    for field in ["entropy", "options", "ruleset", "seed_commitment", "seed_origin", "tournament"] {
        assert_eq!(event["payload"][field], look[field], "{field}");
    }
    assert_eq!(event["record"]["at"], look["created_at"]);
}

#[test]
fn salts_of_states_open_when_the_game_is_over() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 9);
    let salts = || {
        let page = server.spectator().get(&game.path("/events?limit=1000")).expect(200);
        page["events"]
            .as_array()
            .expect("events")
            .iter()
            .map(|event| event["state_salt"].is_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(salts(), [false; 10]);
    game.play_to_the_end(&server);
    let after = salts();
    assert!(after.len() > 10 && after.iter().all(|open| *open), "{after:?}");
}
