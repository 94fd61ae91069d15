//! Many at once: one winner per head, and memory and disk in agreement.

use std::io::Write;
use std::sync::Barrier;
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Answer;
use crate::game::{Game, plain, request, seed};
use crate::server::Server;
use crate::wire::connect;

/// So many calls at the same moment.
fn at_once(threads: usize, call: impl Fn(usize) -> Answer + Sync) -> Vec<Answer> {
    let barrier = Barrier::new(threads);
    let run = |thread| {
        barrier.wait();
        call(thread)
    };
    scope(|scope| {
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(move || run(thread))).collect();
        running.into_iter().map(|thread| thread.join().expect("a client")).collect()
    })
}

/// That the log in memory ends where the log on disk does, and is whole.
fn assert_in_agreement(server: Server, game: &Game) -> Server {
    let look = game.look(&server);
    let audit = server.spectator().get(&game.path("/audit")).expect(200);
    assert_ne!(audit["verdict"], "failed", "{audit}");
    let server = server.restart();
    assert_eq!(game.look(&server), look);
    server
}

#[test]
fn of_sixteen_moves_under_one_head_exactly_one_is_played() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    for index in 0..6 {
        let seat = game.awaited(&server).expect("a seat");
        let mv = game.legal_moves(&server, seat).swap_remove(0);
        let (client, tag) = (game.seat(&server, seat), server.spectator().get(&game.path("")).etag());
        let answers =
            at_once(16, |_| client.call("POST", &game.path("/moves")).json(&mv).header("If-Match", &tag).send());
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
        let head = game.look(&server)["head"].clone();
        assert_eq!(head["index"], index + 1);
        for loser in answers.iter().filter(|answer| answer.status != 201) {
            assert_eq!(loser.refused(412, "stale-head")["head"], head);
        }
    }
    assert_in_agreement(server, &game);
}

#[test]
fn of_sixteen_moves_without_a_condition_one_is_played_in_its_turn() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let answers = at_once(16, |_| game.send(&server, 0, &plain("kata")));
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    for loser in answers.iter().filter(|answer| answer.status != 201) {
        assert_eq!(loser.refused(409, "not-your-turn")["awaiting"], json!([1]));
    }
    assert_eq!(game.head(&server), 1);
}

#[test]
fn sixty_four_games_are_played_at_once() {
    let server = Server::start();
    let games: Vec<_> = (0..64).map(|_| Game::new(&server, 2, "97")).collect();
    let outcomes: Vec<Value> = scope(|scope| {
        let players: Vec<_> = games
            .iter()
            .map(|game| {
                scope.spawn(|| {
                    assert_eq!(game.play_to_the_end(&server).len(), 10);
                    game.look(&server)["outcome"].clone()
                })
            })
            .collect();
        players.into_iter().map(|player| player.join().expect("a player")).collect()
    });
    assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]), "one seed, one way to play, one outcome");
    for game in games.iter().step_by(8) {
        assert_eq!(server.spectator().get(&game.path("/audit")).expect(200)["verdict"], "verified");
    }
}

#[test]
fn games_created_at_once_are_all_there_each_with_tokens_of_its_own() {
    let server = Server::start();
    let created = at_once(32, |_| server.organiser().post("/v1/games", &request(2, &seed("97"))));
    let mut ids: Vec<_> = created.iter().map(|answer| answer.expect(201)["game"]["id"].to_string()).collect();
    let listed = server.spectator().get("/v1/games?limit=100").expect(200);
    let mut found: Vec<_> =
        listed["games"].as_array().expect("games").iter().map(|game| game["id"].to_string()).collect();
    ids.sort();
    found.sort();
    assert_eq!(found, ids);
    let mut tokens: Vec<_> = created
        .iter()
        .flat_map(|answer| answer.json()["tokens"].as_array().cloned())
        .flatten()
        .map(|token| token.to_string())
        .collect();
    tokens.sort();
    tokens.dedup();
    assert_eq!(tokens.len(), 64);
}

#[test]
fn an_adjudication_and_a_move_at_once_leave_one_log() {
    let server = Server::start();
    let game = Game::at(&server, 2, "00", 4);
    let outcome = json!({ "outcome": { "ranking": [[0, 1]], "scores": [0, 0] }, "reason": "time" });
    let answers = at_once(8, |thread| match thread {
        0 => server.organiser().post(&game.path("/adjudication"), &outcome),
        _ => game.send(&server, 0, &plain("kata")),
    });
    answers[0].expect(201);
    let played = answers[1..].iter().filter(|answer| answer.status == 201).count() as u64;
    assert!(played <= 1);
    for refused in answers[1..].iter().filter(|answer| answer.status != 201) {
        assert!(["game-over", "not-your-turn"].iter().any(|code| refused.json()["code"] == *code), "{refused:?}");
    }
    assert_eq!(game.head(&server), 5 + played);
    assert_in_agreement(server, &game);
}

#[test]
fn everyone_may_look_while_moves_are_played() {
    let server = Server::start();
    let game = Game::new(&server, 3, "36");
    scope(|scope| {
        let player = scope.spawn(|| game.play_to_the_end(&server));
        let watchers: Vec<_> = (0..4)
            .map(|watcher| {
                let (server, game) = (&server, &game);
                scope.spawn(move || {
                    let mut last = 0;
                    loop {
                        let look = game.look(server);
                        let index = look["head"]["index"].as_u64().expect("an index");
                        assert!(index >= last, "a game never goes back");
                        last = index;
                        let path = ["/state", "/replay", "/events?limit=1000", "/bundle"][watcher];
                        server.spectator().get(&game.path(path)).expect(200);
                        if look["awaiting"] == json!([]) {
                            return;
                        }
                    }
                })
            })
            .collect();
        player.join().expect("a player");
        for watcher in watchers {
            watcher.join().expect("a watcher");
        }
    });
}

#[test]
fn a_client_that_goes_away_leaves_memory_and_disk_in_agreement() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let body = plain("kata").to_string();
    for wait in [0, 0, 100, 300, 1_000, 3_000, 0, 500, 2_000, 0] {
        let seat = game.awaited(&server).expect("a seat");
        let mut stream = connect(&server);
        let head = format!(
            "POST {} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            game.path("/moves"),
            game.tokens[seat],
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).expect("a server that reads");
        sleep(Duration::from_micros(wait));
        drop(stream);
    }
    // Whatever was read in full is being played; then the log stands still.
    let begun = Instant::now();
    let mut head = game.head(&server);
    loop {
        sleep(Duration::from_millis(100));
        let now = game.head(&server);
        if now == head {
            break;
        }
        head = now;
        assert!(begun.elapsed() < Duration::from_secs(10));
    }
    let server = assert_in_agreement(server, &game);
    game.play_until(&server, head + 3);
    assert_in_agreement(server, &game);
}

#[test]
fn a_stop_finishes_the_moves_that_were_accepted() {
    let mut server = Server::start();
    let games: Vec<_> = (0..8).map(|_| Game::new(&server, 2, "00")).collect();
    let body = plain("kata").to_string();
    let sockets: Vec<_> = games
        .iter()
        .map(|game| {
            let mut stream = connect(&server);
            let (path, token, length) = (game.path("/moves"), &game.tokens[0], body.len());
            let head = format!("POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n");
            stream.write_all(format!("{head}{body}").as_bytes()).expect("a server that reads");
            stream
        })
        .collect();
    let took = server.stop();
    assert!(took < Duration::from_secs(10), "{took:?}");
    let answered: Vec<bool> = sockets
        .into_iter()
        .map(|mut socket| {
            let mut answer = Vec::new();
            std::io::Read::read_to_end(&mut socket, &mut answer).ok();
            answer.starts_with(b"HTTP/1.1 201")
        })
        .collect();
    let server = server.restart();
    for (game, answered) in games.iter().zip(answered) {
        let head = game.head(&server);
        assert!(head == 1 || !answered, "a move that was answered is on disk");
        assert_ne!(server.spectator().get(&game.path("/audit")).expect(200)["verdict"], "failed");
    }
}
