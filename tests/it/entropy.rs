//! Entropy: seats add to the draws before anything is dealt.

use serde_json::{Value, json};

use crate::binary::pandect;
use crate::client::Answer;
use crate::game::{Game, plain, request, seed};
use crate::server::Server;

fn waiting(server: &Server) -> Game {
    let mut request = request(3, &seed("36"));
    request["entropy"] = json!("required");
    Game::create(server, &request)
}

fn give(server: &Server, game: &Game, seat: usize, byte: &str) -> Answer {
    game.seat(server, seat).post(&game.path("/entropy"), &json!({ "entropy": seed(byte) }))
}

#[test]
fn a_game_that_waits_for_entropy_awaits_every_seat_and_shows_nothing() {
    let server = Server::start();
    let game = waiting(&server);
    let look = game.look(&server);
    assert_eq!((&look["status"], &look["entropy"]), (&json!("waiting"), &json!("required")));
    assert_eq!(look["awaiting"], json!([0, 1, 2]));
    let state = server.spectator().get(&game.path("/state")).expect(200);
    assert_eq!(state, json!({ "index": 0, "viewer": "spectator", "view": null, "awaiting": [0, 1, 2] }));
    assert_eq!(game.legal_moves(&server, 0), Vec::<Value>::new());
    assert_eq!(game.send(&server, 0, &plain("kata")).refused(409, "awaiting-entropy")["awaiting"], json!([0, 1, 2]));
    assert_eq!(game.look(&server), look);
}

#[test]
fn the_game_is_dealt_when_the_last_seat_gives_its_entropy_in_any_order() {
    let server = Server::start();
    let game = waiting(&server);
    let first = give(&server, &game, 2, "01");
    let accepted = first.expect(201);
    assert_eq!(
        (&accepted["view"], &accepted["effects"], &accepted["awaiting"]),
        (&Value::Null, &json!([]), &json!([0, 1]))
    );
    let record = &accepted["event"]["record"];
    assert_eq!((&record["kind"], &record["seat"], &record["state"]), (&json!("entropy"), &json!(2), &Value::Null));
    assert_eq!(accepted["event"]["payload"], json!({ "entropy": seed("01") }));
    assert_eq!(first.etag(), server.spectator().get(&game.path("")).etag());
    give(&server, &game, 0, "02").expect(201);
    let last = give(&server, &game, 1, "03").expect(201);
    assert_eq!((&last["awaiting"], &last["view"]["view"]["deal"]), (&json!([0]), &json!(1)));
    assert_eq!(last["effects"][0]["effect"]["type"], "dealt");
    assert_eq!(game.look(&server)["status"], "running");
    assert_eq!(game.head(&server), 3);
}

#[test]
fn the_entropy_of_the_seats_changes_the_cards() {
    let server = Server::start();
    let mut packs = Vec::new();
    for bytes in [["01", "02", "03"], ["01", "02", "03"], ["01", "02", "04"]] {
        let game = waiting(&server);
        for (seat, byte) in bytes.iter().enumerate() {
            give(&server, &game, seat, byte).expect(201);
        }
        game.play_to_the_end(&server);
        let dealt = server.spectator().get(&game.path("/states/3")).expect(200)["view"].clone();
        packs.push(dealt);
        let audit = server.spectator().get(&game.path("/audit")).expect(200);
        assert_eq!(audit["verdict"], "verified", "{audit}");
    }
    assert_eq!(packs[0], packs[1]);
    assert_ne!(packs[0], packs[2]);
}

/// Neither the deal nor any later draw, though the events before them come in another order.
#[test]
fn entropy_in_any_order_gives_the_same_draws() {
    let server = Server::start();
    let played = |order: [usize; 2]| {
        let seats = json!([{ "name": "Ada" }, { "name": "Bo" }]);
        let asked = json!({ "ruleset": "villa-panda", "seats": seats, "seed": seed("36"), "entropy": "required" });
        let game = Game::create(&server, &asked);
        for seat in order {
            give(&server, &game, seat, ["01", "02"][seat]).expect(201);
        }
        let seen = |accepted: Value| (accepted["effects"].clone(), accepted["view"].clone());
        game.play_until(&server, 40).into_iter().map(seen).collect::<Vec<_>>()
    };
    let (one, other) = (played([0, 1]), played([1, 0]));
    assert!(one.iter().any(|(effects, _)| effects.to_string().contains("\"rolled\"")), "dice are thrown");
    assert_eq!(one, other);
}

/// From the commitment to the last card, with a seed that the server draws and nobody has seen.
#[test]
fn a_game_with_entropy_is_verified_from_the_commitment_on_by_whoever_kept_the_receipts() {
    let server = Server::start();
    let mut asked = request(3, "");
    asked["entropy"] = json!("required");
    asked.as_object_mut().expect("an object").remove("seed");
    let game = Game::create(&server, &asked);
    let committed = game.look(&server)["seed_commitment"].clone();
    let directory = tempfile::tempdir().expect("a directory");
    let save = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("a path in UTF-8").to_owned()
    };
    for (seat, byte) in ["01", "02", "03"].into_iter().enumerate() {
        let accepted = give(&server, &game, seat, byte).expect(201);
        save(&format!("receipts/{seat}.note"), accepted["receipt"].as_str().expect("a receipt"));
        assert_eq!(accepted["view"].is_null(), seat < 2, "nothing is dealt before the last seat has given its entropy");
    }
    game.play_to_the_end(&server);
    let look = game.look(&server);
    assert_eq!(look["seed_commitment"], committed, "the commitment stands as it was made, before any entropy");
    let bundle = save("game.json", &server.spectator().get(&game.path("/bundle")).text());
    let proof = save("proof.json", &server.spectator().get(&format!("/v1/log/inclusion?id={}", game.id)).text());
    let receipts = directory.path().join("receipts").to_str().expect("a path in UTF-8").to_owned();
    let verified = pandect(&["verify", &bundle, "--receipts", &receipts, "--proof", &proof]);
    assert_eq!(verified.code, 0, "{verified:?}");
    assert!(verified.out.contains("every seat added entropy"), "{}", verified.out);

    // Another seed, or other entropy, is not what was committed to.
    let text = server.spectator().get(&game.path("/bundle")).text();
    let swapped = text.replacen(&seed("02"), &seed("04"), 1);
    let found = pandect(&["verify", &save("other.json", &swapped)]);
    assert!(found.code == 1 && found.out.contains("edited at event 2 (commitments)"), "{}", found.out);
    let drawn = look["server_seed"].as_str().expect("told when the game is over");
    let found = pandect(&["verify", &save("other.json", &text.replacen(drawn, &seed("05"), 1))]);
    assert!(found.code == 1 && found.out.contains("wrong seed at event 0 (seed)"), "{}", found.out);
}

#[test]
fn a_seat_gives_its_entropy_once() {
    let server = Server::start();
    let game = waiting(&server);
    give(&server, &game, 1, "01").expect(201);
    let before = game.look(&server);
    for byte in ["01", "02"] {
        assert_eq!(give(&server, &game, 1, byte).refused(409, "entropy-given")["awaiting"], json!([0, 2]));
    }
    assert_eq!(game.look(&server), before);
}

#[test]
fn a_game_that_takes_no_entropy_says_so() {
    let server = Server::start();
    let game = Game::new(&server, 2, "97");
    give(&server, &game, 0, "01").refused(409, "entropy-not-wanted");
    assert_eq!(game.head(&server), 0);
    let dealt = waiting(&server);
    for seat in 0..3 {
        give(&server, &dealt, seat, "01").expect(201);
    }
    give(&server, &dealt, 0, "01").refused(409, "entropy-not-wanted");
    assert_eq!(dealt.head(&server), 3);
    let over = Game::over(&server);
    give(&server, &over, 0, "01").refused(409, "game-over");
}

#[test]
fn entropy_is_32_bytes_in_lower_case_hex() {
    let server = Server::start();
    let game = waiting(&server);
    let before = game.look(&server);
    let seat = game.seat(&server, 0);
    let (short, upper, long) = (&seed("01")[2..], seed("AB"), format!("{}00", seed("01")));
    for entropy in [json!(short), json!(upper), json!(long), json!("zz"), json!(""), json!(1), Value::Null] {
        seat.post(&game.path("/entropy"), &json!({ "entropy": entropy })).refused(422, "invalid-body");
    }
    seat.post(&game.path("/entropy"), &json!({})).refused(422, "invalid-body");
    seat.post(&game.path("/entropy"), &json!([seed("01")])).refused(422, "invalid-body");
    seat.post(&game.path("/entropy"), &json!({ "entropy": seed("01"), "more": 1 })).refused(422, "invalid-body");
    assert_eq!(game.look(&server), before);
}

#[test]
fn a_game_that_waits_goes_on_waiting_after_a_restart() {
    let server = Server::start();
    let game = waiting(&server);
    give(&server, &game, 1, "01").expect(201);
    let before = game.look(&server);
    let server = server.restart();
    assert_eq!(game.look(&server), before);
    give(&server, &game, 1, "02").refused(409, "entropy-given");
    give(&server, &game, 0, "02").expect(201);
    give(&server, &game, 2, "03").expect(201);
    game.play_to_the_end(&server);
}
