//! Tokens: none, wrong, of another seat, of another game, of the other kind.

use serde_json::json;

use super::Bench;
use crate::game::{Game, plain, seed};

#[test]
fn a_seats_calls_need_a_token() {
    let bench = Bench::new();
    let nobody = bench.server.spectator();
    let entropy = json!({ "entropy": seed("00") });
    for answer in [
        nobody.post(&bench.game.path("/moves"), &plain("kata")),
        nobody.post(&bench.game.path("/entropy"), &entropy),
        nobody.get(&bench.game.path("/legal-moves")),
    ] {
        answer.refused(401, "no-token");
        assert_eq!(answer.header("WWW-Authenticate"), Some("Bearer"));
    }
    bench.assert_untouched();
}

#[test]
fn a_token_that_no_seat_of_the_game_has_is_refused_also_by_those_who_only_look() {
    let bench = Bench::new();
    let other = Game::new(&bench.server, 2, "00");
    let token = &bench.game.tokens[0];
    let (cut, longer, upper) = (&token[..46], format!("{token}A"), token.to_uppercase());
    for wrong in [other.tokens[0].as_str(), "pds_", "pds_x", "x", cut, &longer, &upper] {
        let client = bench.server.with_token(wrong);
        client.post(&bench.game.path("/moves"), &plain("kata")).refused(401, "wrong-token");
        for look in ["/legal-moves", "/state", "/states/0", "/events", "/events/stream", "/replay"] {
            let answer = client.get(&bench.game.path(look));
            answer.refused(401, "wrong-token");
            assert!(!answer.text().contains(wrong) || wrong.len() < 5, "a token is never repeated");
        }
    }
    assert_eq!(bench.game.look(&bench.server), bench.before[0]);
    bench.server.assert_it_never_failed();
}

#[test]
fn the_token_of_another_seat_plays_that_seat_and_no_other() {
    let bench = Bench::new();
    for seat in [1, 2] {
        let problem = bench.game.send(&bench.server, seat, &plain("kata")).refused(409, "not-your-turn");
        assert_eq!(problem["awaiting"], json!([0]));
    }
    bench.assert_untouched();
}

#[test]
fn calls_of_organisers_and_seats_refuse_each_others_tokens() {
    let bench = Bench::new();
    let (organiser, seat) = (bench.server.with_token("pdo_x"), bench.game.seat(&bench.server, 0));
    organiser.post(&bench.game.path("/moves"), &plain("kata")).refused(403, "forbidden");
    organiser.post(&bench.game.path("/entropy"), &json!({ "entropy": seed("00") })).refused(403, "forbidden");
    organiser.get(&bench.game.path("/legal-moves")).refused(403, "forbidden");
    seat.post("/v1/games", &crate::game::request(2, &seed("00"))).refused(403, "forbidden");
    let outcome = json!({ "outcome": { "ranking": [[0], [1], [2]], "scores": [0, 0, 0] }, "reason": "mine" });
    seat.post(&bench.game.path("/adjudication"), &outcome).refused(403, "forbidden");
    bench.assert_untouched();
}
