//! Adjudication: an organiser ends a game.

use serde_json::{Value, json};

use crate::client::Answer;
use crate::game::{Game, plain, request, seed};
use crate::server::Server;

/// The request for an end that an organiser decided.
fn outcome(ranking: &Value, scores: &Value) -> Value {
    json!({ "outcome": { "ranking": ranking, "scores": scores }, "reason": "Bo had to leave" })
}

/// The outcome that is recorded of it.
fn recorded(body: &Value) -> Value {
    let (ranking, scores) = (&body["outcome"]["ranking"], &body["outcome"]["scores"]);
    let reason = json!({ "type": "adjudicated", "values": {} });
    json!({ "forfeited": [], "ranking": ranking, "reason": reason, "scores": scores })
}

fn adjudicate(server: &Server, game: &Game, body: &Value) -> Answer {
    server.organiser().post(&game.path("/adjudication"), body)
}

#[test]
fn an_adjudicated_game_has_the_outcome_of_the_organiser_and_tells_everything() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 5);
    let body = outcome(&json!([[2], [0, 1]]), &json!([-1, -1, 2]));
    let answer = adjudicate(&server, &game, &body);
    let accepted = answer.expect(201);
    let record = &accepted["event"]["record"];
    assert_eq!((&record["kind"], &record["seat"], &record["index"]), (&json!("adjudicated"), &Value::Null, &json!(6)));
    let text = &accepted["event"]["texts"][0];
    assert_eq!(text["text"], "Bo had to leave");
    let payload = json!({ "by": "organiser", "outcome": recorded(&body), "text": text["commitment"] });
    assert_eq!((&accepted["event"]["payload"], &accepted["awaiting"]), (&payload, &json!([])));
    assert!(accepted["event"]["state_salt"].is_string());
    assert_eq!(accepted["view"]["view"]["left_over_cards"].as_array().expect("the full view").len(), 20);
    let over = game.look(&server);
    assert_eq!((&over["status"], &over["awaiting"]), (&json!("adjudicated"), &json!([])));
    assert_eq!((&over["outcome"], &over["server_seed"]), (&recorded(&body), &json!(seed("36"))));
    assert_eq!(answer.etag(), server.spectator().get(&game.path("")).etag());
    let audit = server.spectator().get(&game.path("/audit")).expect(200);
    assert_eq!(audit["verdict"], "verified", "{audit}");
}

#[test]
fn nothing_follows_an_adjudication() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 2);
    let body = outcome(&json!([[0], [1], [2]]), &json!([3, 2, 1]));
    adjudicate(&server, &game, &body).expect(201);
    let over = game.look(&server);
    adjudicate(&server, &game, &body).refused(409, "game-over");
    game.send(&server, 0, &plain("kata")).refused(409, "game-over");
    assert_eq!(game.look(&server), over);
    adjudicate(&server, &Game::over(&server), &body).refused(409, "game-over");
}

#[test]
fn a_game_that_waits_for_entropy_can_be_adjudicated() {
    let server = Server::start();
    let mut waiting = request(3, &seed("36"));
    waiting["entropy"] = json!("required");
    let game = Game::create(&server, &waiting);
    let accepted = adjudicate(&server, &game, &outcome(&json!([[0, 1, 2]]), &json!([0, 0, 0]))).expect(201);
    assert_eq!((&accepted["view"], &accepted["awaiting"]), (&Value::Null, &json!([])));
    assert_eq!(game.look(&server)["status"], "adjudicated");
    let audit = server.spectator().get(&game.path("/audit")).expect(200);
    assert_eq!(audit["verdict"], "verified", "{audit}");
}

#[test]
fn an_outcome_that_does_not_fit_the_seats_is_refused_with_its_place() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 2);
    let before = game.look(&server);
    for (ranking, scores) in [
        (json!([[0], [1]]), json!([0, 0, 0])),
        (json!([[0], [1], [1, 2]]), json!([0, 0, 0])),
        (json!([[0], [1], [2, 3]]), json!([0, 0, 0])),
        (json!([[0], [1], [2], []]), json!([0, 0, 0])),
        (json!([[0, 1, 2]]), json!([0, 0])),
        (json!([[0, 1, 2]]), json!([0, 0, 0, 0])),
        (json!([]), json!([])),
        (json!([[0, 1, 2, 255]]), json!([0, 0, 0])),
    ] {
        let problem = adjudicate(&server, &game, &outcome(&ranking, &scores)).refused(422, "invalid-outcome");
        assert_eq!(problem["at"], "outcome", "{ranking} {scores}");
    }
    assert_eq!(game.look(&server), before);
}

#[test]
fn an_outcome_of_other_numbers_is_refused_with_its_place() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 2);
    let before = game.look(&server);
    let fine = outcome(&json!([[0, 1, 2]]), &json!([0, 0, 0])).to_string();
    for (right, wrong, place) in [
        ("[[0,", "[[0.0,", "outcome.ranking[0][0]"),
        ("[[0,", "[[1e0,", "outcome.ranking[0][0]"),
        ("[[0,", "[[-1,", "outcome.ranking[0][0]"),
        ("[[0,", "[[256,", "outcome.ranking[0][0]"),
        ("[[0,", "[[\"0\",", "outcome.ranking[0][0]"),
        ("[0,0,0]", "[0,0,2147483648]", "outcome.scores[2]"),
        ("[0,0,0]", "[0,-2147483649,0]", "outcome.scores[1]"),
        ("[0,0,0]", "[0,0.5,0]", "outcome.scores[1]"),
        ("[0,0,0]", "null", "outcome.scores"),
        ("\"scores\"", "\"points\"", "outcome.points"),
        (r#"{"ranking":[[0,1,2]],"scores":[0,0,0]}"#, "[[[0,1,2]],[0,0,0]]", "outcome"),
    ] {
        let body = fine.replace(right, wrong);
        assert_ne!(body, fine, "{right}");
        let call = server.organiser();
        let call = call.call("POST", &game.path("/adjudication")).header("Content-Type", "application/json");
        let problem = call.body(body).send().refused(422, "invalid-body");
        assert_eq!(problem["at"], place, "{wrong}");
    }
    assert_eq!(game.look(&server), before);
}

#[test]
fn a_reason_has_1_to_500_characters_on_one_line() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 2);
    let before = game.look(&server);
    let reason = |reason: &str| {
        let mut body = outcome(&json!([[0, 1, 2]]), &json!([0, 0, 0]));
        body["reason"] = json!(reason);
        adjudicate(&server, &game, &body)
    };
    for wrong in ["", "  ", &"x".repeat(501), "two\nlines", "nul\u{0}", "\u{1b}[31m"] {
        assert_eq!(reason(wrong).refused(422, "invalid-body")["at"], "reason", "{wrong:?}");
    }
    assert_eq!(game.look(&server), before);
    reason(&"ü".repeat(500)).expect(201);
}

#[test]
fn scores_may_be_as_low_and_as_high_as_32_bits_hold() {
    let server = Server::start();
    let game = Game::new(&server, 2, "97");
    let body = outcome(&json!([[1], [0]]), &json!([i32::MIN, i32::MAX]));
    assert_eq!(adjudicate(&server, &game, &body).expect(201)["event"]["payload"]["outcome"], recorded(&body));
    assert_eq!(game.look(&server)["outcome"], recorded(&body));
}
