//! Restarts, and memory that is too small: nothing that was answered is lost, and nothing is answered otherwise.

use serde_json::{Value, json};

use crate::game::{Game, request, seed};
use crate::server::Server;

/// Every answer about a game, to every viewer, with its entity tag.
fn answers(server: &Server, game: &Game) -> Vec<(String, Option<String>)> {
    let seats: Vec<_> = (0..game.tokens.len()).map(|seat| game.seat(server, seat)).collect();
    let paths = ["", "/events", "/state", "/states/0", "/replay", "/bundle", "/audit"];
    let mut all = Vec::new();
    for viewer in seats.iter().chain([server.spectator()]) {
        for path in paths {
            let answer = viewer.get(&game.path(path));
            answer.expect(200);
            all.push((answer.text(), answer.header("ETag").map(String::from)));
        }
    }
    for seat in &seats {
        all.push((seat.get(&game.path("/legal-moves")).text(), None));
    }
    all
}

#[test]
fn every_answer_is_the_same_after_a_restart() {
    let server = Server::start();
    let mut waiting = request(2, &seed("36"));
    waiting["entropy"] = json!("required");
    let waiting = Game::create(&server, &waiting);
    let running = Game::at(&server, 3, "36", 9);
    let over = Game::at(&server, 2, "97", 10);
    let games = [waiting, running, over];
    let before: Vec<_> = games.iter().map(|game| answers(&server, game)).collect();
    let list = server.spectator().get("/v1/games").text();
    let keys = server.spectator().get("/v1/keys").text();
    let server = server.restart().restart();
    assert_eq!(server.spectator().get("/v1/games").text(), list);
    assert_eq!(server.spectator().get("/v1/keys").text(), keys);
    for (game, before) in games.iter().zip(before) {
        assert_eq!(answers(&server, game), before);
    }
}

#[test]
fn a_game_is_played_through_restarts_as_it_is_without() {
    let mut server = Server::start();
    let (straight, broken) = (Game::new(&server, 3, "36"), Game::new(&server, 3, "36"));
    let expected: Vec<Value> =
        straight.play_to_the_end(&server).iter().map(|answer| answer["effects"].clone()).collect();
    let mut effects = Vec::new();
    while broken.awaited(&server).is_some() {
        let next = broken.head(&server) + 7;
        effects.extend(broken.play_until(&server, next).iter().map(|answer| answer["effects"].clone()));
        server = server.restart();
    }
    // Effects are told to the mover: also its private looks are the same.
    assert_eq!(effects, expected);
    assert_eq!(broken.look(&server)["outcome"], straight.look(&server)["outcome"]);
}

#[test]
fn a_server_that_holds_one_game_in_memory_plays_many_as_well() {
    let roomy = Server::start();
    let expected = Game::new(&roomy, 3, "36").play_to_the_end(&roomy);
    let tight = Server::configure().live_games_max(1).start();
    let games: Vec<_> = (0..5).map(|_| Game::new(&tight, 3, "36")).collect();
    let mut played = vec![Vec::new(); games.len()];
    for index in 1..=expected.len() as u64 {
        for (game, played) in games.iter().zip(&mut played) {
            played.extend(game.play_until(&tight, index));
        }
    }
    assert!(tight.metrics().lines().any(|line| line == "pandect_live_games 1"));
    for (game, played) in games.iter().zip(played) {
        let told = |answers: &[Value]| {
            answers.iter().map(|answer| [answer["effects"].clone(), answer["view"].clone()]).collect::<Vec<_>>()
        };
        assert_eq!(told(&played), told(&expected));
        assert_eq!(tight.spectator().get(&game.path("/audit")).expect(200)["verdict"], "verified");
    }
}

#[test]
fn streams_and_players_of_more_games_than_fit_into_memory_miss_nothing() {
    let server = Server::configure().live_games_max(1).start();
    let games: Vec<_> = (0..4).map(|_| Game::new(&server, 2, "97")).collect();
    std::thread::scope(|scope| {
        let streams: Vec<_> = games
            .iter()
            .map(|game| {
                let mut stream = server.spectator().call("GET", &game.path("/events/stream")).open();
                assert_eq!(stream.next().expect("an event").0, 0);
                scope.spawn(|| stream.rest().into_iter().map(|(id, _)| id).collect::<Vec<_>>())
            })
            .collect();
        for index in 1..=10 {
            for game in &games {
                game.play_until(&server, index);
            }
        }
        for stream in streams {
            assert_eq!(stream.join().expect("a stream"), (1..=10).collect::<Vec<_>>());
        }
    });
}

#[test]
fn a_game_that_is_not_there_takes_no_place_in_memory() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    for n in 0..20 {
        let path = format!("/v1/games/00000000-0000-7000-8000-0000000000{n:02}");
        server.spectator().get(&path).refused(404, "unknown-game");
    }
    assert!(server.metrics().lines().any(|line| line == "pandect_live_games 1"));
    assert_eq!(game.head(&server), 0);
}
