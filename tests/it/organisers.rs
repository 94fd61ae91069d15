//! Who organises: keys, and the limits that an operator sets.

use serde_json::json;

use crate::game::{Game, plain, request, seed};
use crate::server::Server;

const ADA: &str = "pdo_ada";
const BO: &str = "pdo_bo";

#[test]
fn where_keys_are_configured_only_their_holders_create_games() {
    let server = Server::configure().organiser(ADA).organiser(BO).start();
    let body = request(2, &seed("97"));
    let nobody = server.spectator().post("/v1/games", &body);
    nobody.refused(401, "no-token");
    assert_eq!(nobody.header("WWW-Authenticate"), Some("Bearer"));
    for token in ["pdo_eve", "pdo_", "pdo_ada ada", "PDO_ADA", "ada"] {
        server.with_token(token).post("/v1/games", &body).refused(401, "wrong-token");
    }
    assert_eq!(server.spectator().get("/v1/games").expect(200)["games"], json!([]));
    for token in [ADA, BO] {
        server.with_token(token).post("/v1/games", &body).expect(201);
    }
}

#[test]
fn where_keys_are_configured_only_their_holders_adjudicate() {
    let server = Server::configure().organiser(ADA).start();
    let game = Game::at(&server, 2, "97", 2);
    let before = game.look(&server);
    let body = json!({ "outcome": { "ranking": [[0], [1]], "scores": [1, 0] }, "reason": "time" });
    let path = game.path("/adjudication");
    server.spectator().post(&path, &body).refused(401, "no-token");
    server.with_token("pdo_eve").post(&path, &body).refused(401, "wrong-token");
    game.seat(&server, 0).post(&path, &body).refused(403, "forbidden");
    assert_eq!(game.look(&server), before);
    server.with_token(ADA).post(&path, &body).expect(201);
}

#[test]
fn a_seats_token_does_not_organise_even_where_anyone_does() {
    let server = Server::start();
    let game = Game::new(&server, 2, "97");
    game.seat(&server, 0).post("/v1/games", &request(2, &seed("97"))).refused(403, "forbidden");
    assert_eq!(server.spectator().get("/v1/games").expect(200)["games"].as_array().expect("games").len(), 1);
}

#[test]
fn an_organisers_token_does_not_play_and_sees_what_a_spectator_sees() {
    let server = Server::configure().organiser(ADA).start();
    let game = Game::at(&server, 2, "00", 3);
    let before = game.look(&server);
    let ada = server.organiser();
    ada.post(&game.path("/moves"), &plain("kata")).refused(403, "forbidden");
    ada.post(&game.path("/entropy"), &json!({ "entropy": seed("00") })).refused(403, "forbidden");
    ada.get(&game.path("/legal-moves")).refused(403, "forbidden");
    assert_eq!(game.look(&server), before);
    for path in ["/state", "/events", "/replay", "/bundle"] {
        assert_eq!(
            ada.get(&game.path(path)).expect(200),
            server.spectator().get(&game.path(path)).expect(200),
            "{path}"
        );
    }
}

#[test]
fn organisers_stay_organisers_after_a_restart() {
    let server = Server::configure().organiser(ADA).start().restart();
    server.with_token(ADA).post("/v1/games", &request(2, &seed("97"))).expect(201);
    server.spectator().post("/v1/games", &request(2, &seed("97"))).refused(401, "no-token");
}

#[test]
fn an_address_that_asks_too_often_is_told_to_wait() {
    let server = Server::configure().requests_per_second(5).start();
    let answers: Vec<_> = (0..20).map(|_| server.spectator().get("/v1/rulesets")).collect();
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status != 200).collect();
    assert!((1..=15).contains(&refused.len()), "{} of 20 refused", refused.len());
    for answer in refused {
        answer.refused(429, "too-many-requests");
        assert_eq!(answer.header("Retry-After"), Some("1"));
    }
    std::thread::sleep(std::time::Duration::from_millis(1100));
    server.spectator().get("/v1/rulesets").expect(200);
}
