//! Playing: legal moves, moves, and the conditions they are sent with.

use pandect::audit::Receipt;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::game::{Game, plain};
use crate::server::Server;

/// Flips a card for seat 0, under a condition.
fn kata_if_match(server: &Server, game: &Game, tags: &str) -> Answer {
    let seat = game.seat(server, 0);
    seat.call("POST", &game.path("/moves")).json(&plain("kata")).header("If-Match", tags).send()
}

fn tag(server: &Server, game: &Game) -> String {
    server.spectator().get(&game.path("")).etag()
}

#[test]
fn the_awaited_seat_is_told_its_moves_and_the_others_that_they_have_none() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let legal = game.seat(&server, 0).get(&game.path("/legal-moves"));
    assert_eq!(legal.expect(200), json!({ "index": 0, "seat": 0, "moves": [plain("kata")] }));
    let idle = game.seat(&server, 1).get(&game.path("/legal-moves"));
    assert_eq!(idle.expect(200), json!({ "index": 0, "seat": 1, "moves": [] }));
}

/// A browser's cache asks by the tag alone, also when another token comes with the request.
#[test]
fn the_legal_moves_of_two_seats_never_share_an_entity_tag() {
    let server = Server::start();
    let game = Game::new(&server, 2, "97");
    let [own, other] = [0, 1].map(|seat| game.seat(&server, seat).get(&game.path("/legal-moves")).etag());
    assert_ne!(own, other);
    let asked = game.seat(&server, 0).call("GET", &game.path("/legal-moves")).header("If-None-Match", &other).send();
    assert_eq!(asked.expect(200)["moves"], json!([plain("kata")]));
}

/// A move as the log has it: tagged with the version, and with room for what its mover saw and signed.
fn recorded(mv: &Value) -> Value {
    json!({ "move": mv["move"], "ruleset": "red-panda@1", "seen": null, "signature": null })
}

#[test]
fn an_accepted_move_is_answered_with_its_event_effects_view_and_receipt() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let before = game.look(&server);
    let answer = game.send(&server, 0, &plain("kata"));
    let accepted = answer.expect(201);
    assert_eq!(
        accepted.as_object().expect("an object").keys().collect::<Vec<_>>(),
        ["awaiting", "effects", "event", "receipt", "view"]
    );
    let event = &accepted["event"];
    let record = &event["record"];
    assert_eq!((&record["index"], &record["kind"], &record["seat"]), (&json!(1), &json!("move"), &json!(0)));
    assert_eq!((&record["prev"], &record["id"]), (&before["head"]["hash"], &before["id"]));
    assert_eq!(event["payload"], recorded(&plain("kata")));
    assert_eq!(event["state_salt"], Value::Null, "salts of states open at the end");
    assert_eq!(accepted["effects"][0]["ruleset"], "red-panda");
    assert_eq!(accepted["effects"][0]["effect"]["type"], "flipped");
    let state = game.seat(&server, 0).get(&game.path("/state")).expect(200);
    assert_eq!((&accepted["view"], &accepted["awaiting"]), (&state["view"], &state["awaiting"]));
    let after = game.look(&server);
    assert_eq!(after["head"], json!({ "index": 1, "hash": event["hash"] }));
    assert_eq!(answer.etag(), tag(&server, &game));
}

#[test]
fn a_receipt_is_signed_by_the_servers_key_and_names_the_event() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let accepted = game.send(&server, 0, &plain("kata")).expect(201);
    let keys = server.spectator().get("/v1/keys").expect(200);
    let key = keys["keys"][0]["public_key"].as_str().expect("a key").parse().expect("a verifier key");
    let receipt = Receipt::open(accepted["receipt"].as_str().expect("a note"), &key).expect("a receipt that holds");
    assert_eq!((receipt.game.to_string(), receipt.head.index), (game.id, 1));
    assert_eq!(receipt.head.hash.to_string(), accepted["event"]["hash"]);
}

#[test]
fn every_listed_move_is_accepted() {
    let server = Server::start();
    let moves = Game::at(&server, 3, "36", 8).legal_moves(&server, 0);
    assert_eq!(moves.len(), 4, "{moves:?}");
    for mv in moves {
        let game = Game::at(&server, 3, "36", 8);
        assert_eq!(game.send(&server, 0, &mv).expect(201)["event"]["payload"], recorded(&mv));
        assert_eq!(game.head(&server), 9);
    }
}

#[test]
fn a_move_is_played_under_the_head_it_was_decided_on() {
    let server = Server::start();
    for condition in [|tag: String| tag, |tag| format!("\"other\", {tag}"), |_| "*".into(), |tag| format!("  {tag}  ")]
    {
        let game = Game::new(&server, 2, "00");
        let tags = condition(tag(&server, &game));
        kata_if_match(&server, &game, &tags).expect(201);
        assert_eq!(game.head(&server), 1, "{tags}");
    }
}

#[test]
fn a_move_is_refused_when_the_game_has_moved_on() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let stale = tag(&server, &game);
    kata_if_match(&server, &game, &stale).expect(201);
    let before = game.look(&server);
    let seat = game.seat(&server, 1);
    let answer = seat.call("POST", &game.path("/moves")).json(&plain("kata")).header("If-Match", &stale).send();
    assert_eq!(answer.refused(412, "stale-head")["head"], before["head"]);
    assert_eq!(game.look(&server), before);
}

#[test]
fn a_weak_or_foreign_entity_tag_matches_no_head() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let before = game.look(&server);
    let strong = tag(&server, &game);
    let bare = strong.trim_matches('"').to_owned();
    for tags in [format!("W/{strong}"), bare, "\"other\"".into(), "\"\"".into(), String::new(), strong.to_uppercase()] {
        kata_if_match(&server, &game, &tags).refused(412, "stale-head");
        assert_eq!(game.look(&server), before, "{tags}");
    }
}

#[test]
fn a_seat_that_is_not_awaited_is_told_who_is() {
    let server = Server::start();
    let game = Game::new(&server, 3, "36");
    let before = game.look(&server);
    for seat in [1, 2] {
        assert_eq!(game.send(&server, seat, &plain("kata")).refused(409, "not-your-turn")["awaiting"], json!([0]));
    }
    assert_eq!(game.look(&server), before);
}

#[test]
fn nothing_is_played_after_the_end() {
    let server = Server::start();
    let game = Game::over(&server);
    let over = game.look(&server);
    for seat in 0..3 {
        assert_eq!(game.send(&server, seat, &plain("kata")).refused(409, "game-over")["awaiting"], json!([]));
        let legal = game.seat(&server, seat).get(&game.path("/legal-moves")).expect(200);
        assert_eq!(legal["moves"], json!([]));
    }
    assert_eq!(game.look(&server), over);
}
