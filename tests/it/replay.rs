//! Replays: event, effects and view per index, in one answer.

use serde_json::{Value, json};

use crate::game::{Game, request, seed};
use crate::server::Server;

fn indexes(replay: &Value) -> Vec<u64> {
    replay["frames"]
        .as_array()
        .expect("frames")
        .iter()
        .map(|frame| frame["index"].as_u64().expect("an index"))
        .collect()
}

#[test]
fn a_frame_is_the_event_its_effects_and_the_state_after_it() {
    let server = Server::start();
    let game = Game::new(&server, 3, "36");
    let answers = game.play_until(&server, 6);
    let replay = server.spectator().get(&game.path("/replay")).expect(200);
    assert_eq!((&replay["viewer"], &replay["next_from"]), (&json!("spectator"), &Value::Null));
    assert_eq!(indexes(&replay), (0..=6).collect::<Vec<_>>());
    let events = server.spectator().get(&game.path("/events")).expect(200);
    for (index, frame) in replay["frames"].as_array().expect("frames").iter().enumerate() {
        let state = server.spectator().get(&game.path(&format!("/states/{index}"))).expect(200);
        assert_eq!(frame["event"], events["events"][index]);
        assert_eq!((&frame["view"], &frame["awaiting"]), (&state["view"], &state["awaiting"]), "frame {index}");
    }
    assert_eq!(replay["frames"][0]["effects"][0]["effect"], json!({ "type": "dealt", "deal": 1, "starter": 0 }));
    assert_eq!(replay["frames"][1]["effects"], answers[0]["effects"], "nothing private happens at this move");
}

#[test]
fn a_replay_may_begin_and_end_anywhere_up_to_the_head() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 6);
    for (query, from, to) in
        [("?from=2", 2, 6), ("?to=3", 0, 3), ("?from=2&to=4", 2, 4), ("?from=6", 6, 6), ("?from=0&to=0", 0, 0)]
    {
        let replay = server.spectator().get(&game.path(&format!("/replay{query}"))).expect(200);
        assert_eq!((indexes(&replay), &replay["next_from"]), ((from..=to).collect(), &Value::Null), "{query}");
    }
}

#[test]
fn a_replay_beyond_the_head_or_backward_is_refused() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 6);
    for query in ["?from=7", "?to=7", "?from=7&to=9", "?to=9223372036854775808", "?from=18446744073709551615"] {
        server.spectator().get(&game.path(&format!("/replay{query}"))).refused(404, "index-out-of-range");
    }
    server.spectator().get(&game.path("/replay?from=3&to=2")).refused(422, "backward-range");
    for query in ["?from=-1", "?to=x", "?from=", "?until=3", "?from=18446744073709551616", "?to=1&to=1"] {
        server.spectator().get(&game.path(&format!("/replay{query}"))).refused(400, "malformed-query");
    }
}

#[test]
fn a_replay_of_a_finished_game_is_full_from_its_first_frame() {
    let server = Server::start();
    let game = Game::at(&server, 2, "97", 10);
    let replay = server.spectator().get(&game.path("/replay")).expect(200);
    assert_eq!((&replay["viewer"], indexes(&replay).len()), (&json!("full"), 11));
    let first = &replay["frames"][0];
    assert_eq!(first["view"]["view"]["left_over_cards"].as_array().expect("cards").len(), 30);
    assert!(first["event"]["state_salt"].is_string());
    assert_eq!(replay["frames"][10]["awaiting"], json!([]));
}

#[test]
fn a_big_replay_is_compressed_for_clients_that_accept_it() {
    let server = Server::start();
    let game = Game::over(&server);
    let path = game.path("/replay");
    let plain = server.spectator().get(&path);
    let packed = server.spectator().call("GET", &path).header("Accept-Encoding", "gzip").send();
    assert_eq!((plain.status, plain.header("Content-Encoding")), (200, None));
    assert_eq!((packed.status, packed.header("Content-Encoding")), (200, Some("gzip")));
    assert_eq!(packed.etag(), plain.etag());
    assert_eq!(packed.bytes[..2], [0x1f, 0x8b], "the magic number of gzip");
    // A gzip file ends with the length of what was packed.
    let end: [u8; 4] = packed.bytes[packed.bytes.len() - 4..].try_into().expect("four bytes");
    assert_eq!(u32::from_le_bytes(end) as usize, plain.bytes.len());
    assert!(packed.bytes.len() * 4 < plain.bytes.len(), "{} of {}", packed.bytes.len(), plain.bytes.len());
    let game = server.spectator().call("GET", &game.path("")).header("Accept-Encoding", "gzip").send();
    assert_eq!((game.status, game.header("Content-Encoding")), (200, None), "its entity tag is strong");
}

#[test]
fn a_log_of_more_than_a_thousand_events_is_read_in_parts() {
    let server = Server::start();
    let mut series = request(6, &seed("36"));
    series["options"]["series"] = json!({ "wins": 9 });
    let game = Game::create(&server, &series);
    game.play_until(&server, 1002);
    let get = |path: &str| server.spectator().get(&game.path(path)).expect(200);
    let first = get("/replay");
    assert_eq!((indexes(&first), &first["next_from"]), ((0..1000).collect(), &json!(1000)));
    let second = get("/replay?from=1000");
    assert_eq!((indexes(&second), &second["next_from"]), ((1000..=1002).collect(), &Value::Null));
    let exact = get("/replay?from=3&to=1002");
    assert_eq!((indexes(&exact).len(), &exact["next_from"]), (1000, &Value::Null));
    let events = get("/events?limit=1000");
    assert_eq!((events["events"].as_array().expect("events").len(), &events["next_after"]), (1000, &json!(999)));
    let events = get("/events?limit=1000&after=999");
    assert_eq!((events["events"].as_array().expect("events").len(), &events["next_after"]), (3, &Value::Null));
    let stream = server.spectator().call("GET", &game.path("/events/stream")).open().take(1003);
    assert!(stream.iter().map(|(id, _)| *id).eq(0..=1002));
}

/// A replay of a game as somebody, and what the answer says of who that is.
fn replay_as(client: &crate::client::Client, game: &Game, viewer: &str) -> Value {
    client.get(&game.path(&format!("/replay?viewer={viewer}"))).expect(200)
}

#[test]
fn once_the_game_is_over_anyone_may_look_as_anyone_and_sees_what_they_saw() {
    let server = Server::start();
    let game = Game::new(&server, 3, "36");
    game.play_until(&server, 6);
    let seen: Vec<Value> = (0..3).map(|seat| game.seat(&server, seat).get(&game.path("/replay")).expect(200)).collect();
    let spectated = server.spectator().get(&game.path("/replay")).expect(200);
    game.play_to_the_end(&server);
    let anyone = server.spectator();
    let views = |replay: &Value| {
        let frames = replay["frames"].as_array().expect("frames").iter().take(7);
        frames.map(|frame| (frame["view"].clone(), frame["effects"].clone())).collect::<Vec<_>>()
    };
    for (seat, seen) in seen.iter().enumerate() {
        let replay = replay_as(anyone, &game, &seat.to_string());
        assert_eq!((&replay["viewer"], views(&replay)), (&json!("seat"), views(seen)));
    }
    let replay = replay_as(anyone, &game, "spectator");
    assert_eq!((&replay["viewer"], views(&replay)), (&json!("spectator"), views(&spectated)));
    assert_eq!(replay_as(anyone, &game, "full"), anyone.get(&game.path("/replay")).expect(200));
}

#[test]
fn while_the_game_runs_nobody_looks_as_somebody_who_sees_more() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 6);
    let seat = game.seat(&server, 1);
    assert_eq!(replay_as(&seat, &game, "1"), seat.get(&game.path("/replay")).expect(200));
    assert_eq!(replay_as(&seat, &game, "spectator"), replay_as(server.spectator(), &game, "spectator"));
    for viewer in ["0", "2", "full"] {
        seat.get(&game.path(&format!("/replay?viewer={viewer}"))).refused(403, "forbidden");
        server.spectator().get(&game.path(&format!("/replay?viewer={viewer}"))).refused(403, "forbidden");
    }
    for viewer in ["", "me", "-1", "+1", "001", "256", "SPECTATOR"] {
        seat.get(&game.path(&format!("/replay?viewer={viewer}"))).refused(400, "malformed-query");
    }
    game.play_to_the_end(&server);
    server.spectator().get(&game.path("/replay?viewer=3")).refused(403, "forbidden");
}
