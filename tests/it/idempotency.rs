//! A move that is sent again with its key is answered again, and played once.

use serde_json::Value;

use crate::client::{Answer, Call, Client};
use crate::game::{Game, plain};
use crate::server::Server;

const REPLAYED: &str = "Idempotency-Replayed";

fn call<'a>(seat: &'a Client, game: &Game, key: &str) -> Call<'a> {
    seat.call("POST", &game.path("/moves")).json(&plain("kata")).header("Idempotency-Key", key)
}

fn kata(server: &Server, game: &Game, seat: usize, key: &str) -> Answer {
    call(&game.seat(server, seat), game, key).send()
}

/// That an answer is the first one, byte for byte, and says that it was given before.
#[track_caller]
fn assert_same(again: &Answer, first: &Answer) {
    again.expect(201);
    assert_eq!(again.text(), first.text());
    assert_eq!(again.etag(), first.etag());
    assert_eq!((first.header(REPLAYED), again.header(REPLAYED)), (None, Some("true")));
}

#[test]
fn a_move_sent_twice_is_played_once_and_answered_twice() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let first = kata(&server, &game, 0, "k");
    let head = game.look(&server);
    for _ in 0..3 {
        assert_same(&kata(&server, &game, 0, "k"), &first);
    }
    assert_eq!(game.look(&server), head);
    let metrics = server.metrics();
    for counted in ["result=\"accepted\"} 1", "result=\"repeated\"} 3"] {
        let line = format!("pandect_moves_total{{ruleset=\"red-panda\",{counted}");
        assert!(metrics.lines().any(|found| found == line), "{line} is not in\n{metrics}");
    }
}

#[test]
fn the_answer_is_the_same_after_later_moves_a_restart_and_the_end_of_the_game() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    // A Knowledge: the answer holds what only this seat may see.
    let first = kata(&server, &game, 0, "k");
    assert_eq!(
        first.expect(201)["effects"]
            .as_array()
            .expect("effects")
            .iter()
            .filter(|effect| effect["effect"]["type"] == "saw")
            .count(),
        1
    );
    game.play_until(&server, 5);
    assert_same(&kata(&server, &game, 0, "k"), &first);
    let server = server.restart();
    assert_same(&kata(&server, &game, 0, "k"), &first);
    game.play_to_the_end(&server);
    assert_same(&kata(&server, &game, 0, "k"), &first);
    assert_same(&kata(&server.restart(), &game, 0, "k"), &first);
}

#[test]
fn the_last_move_of_a_game_can_be_sent_again() {
    let server = Server::start();
    let game = Game::at(&server, 2, "97", 9);
    let seat = game.awaited(&server).expect("a seat");
    let mv = game.legal_moves(&server, seat)[9 * 7 % game.legal_moves(&server, seat).len()].clone();
    let client = game.seat(&server, seat);
    let send = || client.call("POST", &game.path("/moves")).json(&mv).header("Idempotency-Key", "last").send();
    let first = send();
    let over = game.look(&server);
    assert_eq!((&first.expect(201)["awaiting"], &over["status"]), (&serde_json::json!([]), &serde_json::json!("over")));
    assert_same(&send(), &first);
    assert_eq!(game.look(&server), over);
}

#[test]
fn a_key_that_came_with_another_move_is_refused() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    kata(&server, &game, 0, "k").expect(201);
    let before = game.look(&server);
    let seat = game.seat(&server, 0);
    let pass = seat.call("POST", &game.path("/moves")).json(&plain("pass")).header("Idempotency-Key", "k").send();
    pass.refused(422, "key-reused");
    assert_eq!(game.look(&server), before);
}

#[test]
fn the_same_move_written_otherwise_is_the_same_request() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let first = kata(&server, &game, 0, "k");
    let text = "{ \"move\" : {\"type\":\"kata\"},\n \"ruleset\":\"red-panda\" }";
    let seat = game.seat(&server, 0);
    let call = seat.call("POST", &game.path("/moves")).header("Idempotency-Key", "k");
    assert_same(&call.header("Content-Type", "application/json").body(text).send(), &first);
}

#[test]
fn a_key_belongs_to_one_seat_of_one_game() {
    let server = Server::start();
    let (game, other) = (Game::new(&server, 2, "00"), Game::new(&server, 2, "00"));
    for (game, seat) in [(&game, 0), (&game, 1), (&other, 0)] {
        let answer = kata(&server, game, seat, "k");
        assert_eq!(
            (answer.expect(201)["event"]["record"]["seat"].as_u64(), answer.header(REPLAYED)),
            (Some(seat as u64), None)
        );
    }
    assert_eq!((game.head(&server), other.head(&server)), (2, 1));
}

#[test]
fn a_retry_is_answered_although_its_condition_no_longer_holds() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let tag = server.spectator().get(&game.path("")).etag();
    let seat = game.seat(&server, 0);
    let send = || call(&seat, &game, "k").header("If-Match", &tag).send();
    let first = send();
    game.play_until(&server, 3);
    assert_same(&send(), &first);
    assert_eq!(game.head(&server), 3);
}

#[test]
fn a_refused_move_does_not_use_its_key_up() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    kata(&server, &game, 1, "k").refused(409, "not-your-turn");
    game.play_until(&server, 1);
    let accepted = kata(&server, &game, 1, "k");
    assert_eq!((accepted.expect(201)["event"]["record"]["index"].as_u64(), accepted.header(REPLAYED)), (Some(2), None));
}

#[test]
fn a_key_is_visible_ascii_of_at_most_255_characters() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let before = game.look(&server);
    for key in ["", " ", "a b", &"k".repeat(256), "schlüssel"] {
        kata(&server, &game, 0, key).refused(400, "malformed-header");
    }
    let seat = game.seat(&server, 0);
    call(&seat, &game, "a").header("Idempotency-Key", "b").send().refused(400, "malformed-header");
    assert_eq!(game.look(&server), before);
    let longest = "~".repeat(255);
    let first = kata(&server, &game, 0, &longest);
    assert_same(&kata(&server, &game, 0, &longest), &first);
}

#[test]
fn eight_clients_that_send_one_request_at_once_play_one_move_and_hear_one_answer() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| kata(&server, &game, 0, "k"))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a client")).collect()
    });
    assert_eq!(game.head(&server), 1);
    let replayed = answers.iter().filter(|answer| answer.header(REPLAYED) == Some("true")).count();
    assert_eq!(replayed, 7);
    let bodies: Vec<Value> = answers.iter().map(|answer| answer.expect(201)).collect();
    assert!(bodies.iter().all(|body| *body == bodies[0]));
}
