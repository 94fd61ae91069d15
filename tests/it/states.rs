//! States: what a viewer sees at any index.

use serde_json::{Value, json};

use crate::game::Game;
use crate::server::Server;

#[test]
fn the_state_is_that_of_the_head() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 5);
    let state = server.spectator().get(&game.path("/state")).expect(200);
    assert_eq!(
        state.as_object().expect("an object").keys().collect::<Vec<_>>(),
        ["awaiting", "index", "view", "viewer"]
    );
    assert_eq!((&state["index"], &state["viewer"]), (&json!(5), &json!("spectator")));
    assert_eq!(state["awaiting"], game.look(&server)["awaiting"]);
    assert_eq!(state["view"]["ruleset"], "red-panda");
    assert_eq!(server.spectator().get(&game.path("/states/5")).expect(200), state);
}

/// The states of a game that were seen when each was the head, from index 0 on.
#[derive(Default)]
struct Seen(Vec<Value>);

impl Seen {
    /// Plays on to the next index, and looks.
    fn look(&mut self, server: &Server, game: &Game) {
        game.play_until(server, self.0.len() as u64);
        self.0.push(server.spectator().get(&game.path("/state")).expect(200));
    }

    /// Every one is the state at its index.
    fn check(&self, server: &Server, game: &Game) {
        for (index, seen) in self.0.iter().enumerate() {
            assert_eq!(server.spectator().get(&game.path(&format!("/states/{index}"))).expect(200), *seen);
        }
    }
}

#[test]
fn a_state_at_an_index_is_the_one_that_was_seen_then() {
    let server = Server::start();
    let game = Game::new(&server, 3, "36");
    let mut seen = Seen::default();
    (0..8).for_each(|_| seen.look(&server, &game));
    seen.check(&server, &game);
}

#[test]
fn a_game_that_went_on_after_it_was_looked_into_is_seen_at_its_new_indexes_too() {
    let server = Server::start();
    let game = Game::new(&server, 3, "36");
    let mut seen = Seen::default();
    for _ in 0..8 {
        seen.look(&server, &game);
        seen.check(&server, &game);
    }
}

#[test]
fn states_of_more_games_than_are_kept_read_are_each_game_s_own() {
    let server = Server::start();
    let games: Vec<Game> = (0..70).map(|n| Game::at(&server, 3, &format!("{n:02x}"), 2)).collect();
    let look = |game: &Game| server.spectator().get(&game.path("/states/1")).expect(200)["view"].clone();
    let first: Vec<Value> = games.iter().map(look).collect();
    assert_eq!(games.iter().map(look).collect::<Vec<_>>(), first);
    assert!(first.windows(2).any(|pair| pair[0] != pair[1]), "every game looks alike");
}

#[test]
fn each_viewer_is_told_who_they_are() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 5);
    let viewer = |server: &Server, path: &str, seat: usize| {
        game.seat(server, seat).get(&game.path(path)).expect(200)["viewer"].clone()
    };
    assert_eq!(viewer(&server, "/state", 2), "seat");
    assert_eq!(viewer(&server, "/states/0", 2), "seat");
    game.play_to_the_end(&server);
    assert_eq!(viewer(&server, "/state", 2), "full");
    assert_eq!(viewer(&server, "/states/0", 2), "full");
    assert_eq!(server.spectator().get(&game.path("/states/0")).expect(200)["viewer"], "full");
}

#[test]
fn there_is_no_state_beyond_the_head() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 2);
    for beyond in ["3", "9223372036854775807", "9223372036854775808", "18446744073709551615"] {
        server.spectator().get(&game.path(&format!("/states/{beyond}"))).refused(404, "index-out-of-range");
    }
    for wrong in ["-1", "18446744073709551616", "x", "1.0", "%20", "1e0"] {
        server.spectator().get(&game.path(&format!("/states/{wrong}"))).refused(400, "malformed-path");
    }
}

#[test]
fn a_client_that_has_the_state_is_answered_that_it_is_unchanged() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 2);
    for path in ["/state", "/states/1", "/replay", "/bundle"] {
        let path = game.path(path);
        let first = server.spectator().get(&path);
        let tag = first.etag();
        assert!(tag.starts_with("W/\""), "{tag}: the same bytes may be sent compressed or not");
        let ask = |tag: &str| server.spectator().call("GET", &path).header("If-None-Match", tag).send();
        for known in [tag.clone(), tag.trim_start_matches("W/").into(), "*".into()] {
            let unchanged = ask(&known);
            assert_eq!((unchanged.expect(304), unchanged.etag()), (Value::Null, tag.clone()), "{path}");
        }
        assert_eq!(ask("\"other\"").expect(200), first.expect(200));
    }
    let tag = server.spectator().get(&game.path("/state")).etag();
    game.play_until(&server, 3);
    let changed = server.spectator().call("GET", &game.path("/state")).header("If-None-Match", &tag).send();
    assert_eq!(changed.expect(200)["index"], 3);
}

#[test]
fn what_one_viewer_has_is_never_taken_for_what_another_would_see() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 2);
    let seats: Vec<_> = (0..3).map(|seat| game.seat(&server, seat)).collect();
    let viewers: Vec<_> = seats.iter().chain([server.spectator()]).collect();
    for path in ["/state", "/replay"] {
        let tags: Vec<_> = viewers.iter().map(|viewer| viewer.get(&game.path(path)).etag()).collect();
        for (viewer, own) in viewers.iter().zip(&tags) {
            for tag in &tags {
                let answer = viewer.call("GET", &game.path(path)).header("If-None-Match", tag).send();
                assert_eq!(answer.status, if tag == own { 304 } else { 200 }, "{path}");
                assert!(answer.header("Vary").is_some_and(|vary| vary.to_lowercase().contains("authorization")));
            }
        }
    }
}
