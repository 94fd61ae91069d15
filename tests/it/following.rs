//! Following a game live.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Call;
use crate::game::Game;
use crate::server::Server;
use crate::stream::EventStream;

const LAST_EVENT_ID: &str = "Last-Event-ID";

fn stream<'a>(server: &'a Server, game: &Game, query: &str) -> Call<'a> {
    server.spectator().call("GET", &game.path(&format!("/events/stream{query}")))
}

fn follow(server: &Server, game: &Game) -> EventStream {
    stream(server, game, "").open()
}

fn ids(events: &[(u64, Value)]) -> Vec<u64> {
    events.iter().map(|(id, _)| *id).collect()
}

/// How many streams the server counts as open.
fn open_streams(server: &Server) -> String {
    let metrics = server.metrics();
    let line = metrics.lines().find_map(|line| line.strip_prefix("pandect_event_streams "));
    line.expect("the number of open streams").into()
}

/// Waits for what comes soon.
#[track_caller]
fn soon(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(5), "not within 5 seconds: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_stream_tells_every_event_from_the_first_and_then_each_as_it_happens() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 3);
    let mut stream = follow(&server, &game);
    assert_eq!(stream.headers["Content-Type"], "text/event-stream");
    assert_eq!(stream.headers["Cache-Control"], "no-store");
    assert!(stream.headers.get("Content-Encoding").is_none());
    let past = stream.take(4);
    assert_eq!(ids(&past), [0, 1, 2, 3]);
    let listed = server.spectator().get(&game.path("/events")).expect(200);
    assert_eq!(
        past.into_iter().map(|(_, event)| event).collect::<Vec<_>>(),
        *listed["events"].as_array().expect("events")
    );
    for index in 4..7 {
        let accepted = game.play_until(&server, index);
        let (id, event) = stream.next().expect("an event");
        assert_eq!((id, &event["hash"]), (index, &accepted[0]["event"]["hash"]));
    }
}

#[test]
fn a_stream_is_not_compressed_whatever_the_client_accepts() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let mut stream = stream(&server, &game, "").header("Accept-Encoding", "gzip").open();
    assert_eq!(stream.next().expect("an event").0, 0);
}

#[test]
fn a_stream_starts_behind_the_index_that_is_asked_for() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 5);
    assert_eq!(ids(&stream(&server, &game, "?after=2").open().take(3)), [3, 4, 5]);
    assert_eq!(ids(&stream(&server, &game, "").header(LAST_EVENT_ID, "3").open().take(2)), [4, 5]);
    let both = stream(&server, &game, "?after=0").header(LAST_EVENT_ID, "4");
    assert_eq!(ids(&both.open().take(1)), [5], "the id of the last event goes before the query");
    let mut from_the_head = stream(&server, &game, "?after=5").open();
    game.play_until(&server, 6);
    assert_eq!(from_the_head.next().expect("an event").0, 6);
}

#[test]
fn a_stream_that_is_resumed_while_moves_are_played_has_no_gap_and_no_double() {
    let server = Server::start();
    let game = Game::new(&server, 4, "2f");
    std::thread::scope(|scope| {
        let player = scope.spawn(|| game.play_to_the_end(&server).len() as u64);
        let (mut seen, mut last) = (vec![], None::<u64>);
        // Break off after three events, each time, and go on from the last one.
        loop {
            let call = stream(&server, &game, "");
            let call = match last {
                Some(last) => call.header(LAST_EVENT_ID, last.to_string()),
                None => call,
            };
            let events = call.open().take(3);
            seen.extend(ids(&events));
            last = seen.last().copied();
            if events.len() < 3 || game.look(&server)["head"]["index"] == json!(last) && game.awaited(&server).is_none()
            {
                break;
            }
        }
        let moves = player.join().expect("a player");
        assert_eq!(seen, (0..=moves).collect::<Vec<_>>());
    });
}

#[test]
fn eight_streams_of_one_game_hear_the_same() {
    let server = Server::start();
    let game = Game::new(&server, 2, "97");
    std::thread::scope(|scope| {
        let streams: Vec<_> = (0..8).map(|_| scope.spawn(|| follow(&server, &game).rest())).collect();
        game.play_to_the_end(&server);
        let heard: Vec<_> = streams.into_iter().map(|stream| stream.join().expect("a stream")).collect();
        assert_eq!(ids(&heard[0]), (0..=10).collect::<Vec<_>>());
        for other in &heard {
            assert_eq!(ids(other), ids(&heard[0]));
        }
    });
}

#[test]
fn a_stream_ends_behind_the_last_event_of_a_game() {
    let server = Server::start();
    let game = Game::at(&server, 2, "97", 8);
    let mut running = follow(&server, &game);
    running.take(9);
    game.play_to_the_end(&server);
    assert_eq!(ids(&running.rest()), [9, 10]);
    assert_eq!(ids(&follow(&server, &game).rest()), (0..=10).collect::<Vec<_>>());
}

#[test]
fn nothing_is_behind_the_end_of_a_game() {
    let server = Server::start();
    let game = Game::at(&server, 2, "97", 10);
    let answer = stream(&server, &game, "").header(LAST_EVENT_ID, "10").send();
    assert_eq!((answer.expect(204), answer.bytes.len()), (Value::Null, 0));
    stream(&server, &game, "?after=10").send().expect(204);
    assert_eq!(ids(&stream(&server, &game, "?after=9").open().rest()), [10]);
}

#[test]
fn a_stream_does_not_start_beyond_the_head() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 2);
    for beyond in ["3", "4", "9223372036854775808", "18446744073709551615"] {
        stream(&server, &game, "").header(LAST_EVENT_ID, beyond).send().refused(404, "index-out-of-range");
        stream(&server, &game, &format!("?after={beyond}")).send().refused(404, "index-out-of-range");
    }
    let over = Game::at(&server, 2, "97", 10);
    stream(&server, &over, "?after=11").send().refused(404, "index-out-of-range");
    soon("no stream is open", || open_streams(&server) == "0");
}

#[test]
fn a_last_event_id_that_is_no_index_is_refused() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    for wrong in ["", "x", "-1", "1.0", "0x1", "18446744073709551616", "1 2", "ü"] {
        stream(&server, &game, "").header(LAST_EVENT_ID, wrong).send().refused(400, "malformed-header");
    }
    stream(&server, &game, "")
        .header(LAST_EVENT_ID, "0")
        .header(LAST_EVENT_ID, "0")
        .send()
        .refused(400, "malformed-header");
    for wrong in ["?after=", "?after=x", "?after=-1", "?after=18446744073709551616", "?from=1", "?after=0&after=0"] {
        stream(&server, &game, wrong).send().refused(400, "malformed-query");
    }
    server.with_token("pds_wrong").get(&game.path("/events/stream")).refused(401, "wrong-token");
}

#[test]
fn a_seat_hears_what_a_seat_may_hear() {
    let server = Server::start();
    let game = Game::at(&server, 2, "00", 3);
    let mine = game.seat(&server, 0);
    let mut stream = mine.call("GET", &game.path("/events/stream")).open();
    let listed = mine.get(&game.path("/events")).expect(200);
    let events: Vec<_> = stream.take(4).into_iter().map(|(_, event)| event).collect();
    assert_eq!(events, *listed["events"].as_array().expect("events"));
}

#[test]
fn so_many_streams_are_served_at_once_and_one_that_is_dropped_frees_its_place() {
    let server = Server::configure().streams_max(2).start();
    let game = Game::new(&server, 2, "00");
    let mut streams: Vec<_> = (0..2).map(|_| follow(&server, &game)).collect();
    for stream in &mut streams {
        stream.take(1);
    }
    let refused = stream(&server, &game, "").send();
    refused.refused(503, "busy");
    assert_eq!(refused.header("Retry-After"), Some("1"));
    assert_eq!(open_streams(&server), "2");
    // Nothing happens in the game: the server notices by itself.
    drop(streams.pop());
    soon("one place is free", || open_streams(&server) == "1");
    assert_eq!(follow(&server, &game).take(1).len(), 1);
}

#[test]
fn head_of_a_stream_is_answered_and_takes_no_place() {
    let server = Server::configure().streams_max(1).start();
    let game = Game::new(&server, 2, "00");
    for _ in 0..3 {
        let head = server.spectator().call("HEAD", &game.path("/events/stream")).send();
        assert_eq!((head.expect(200), head.header("Content-Type")), (Value::Null, Some("text/event-stream")));
    }
    assert_eq!(open_streams(&server), "0");
    assert_eq!(follow(&server, &game).take(1).len(), 1);
}

#[test]
fn a_server_that_stops_ends_its_streams_within_seconds() {
    let mut server = Server::start();
    let game = Game::at(&server, 3, "36", 2);
    let mut streams: Vec<_> = (0..4).map(|_| follow(&server, &game)).collect();
    for stream in &mut streams {
        stream.take(3);
    }
    let took = server.stop();
    assert!(took < Duration::from_secs(3), "{took:?}");
    for stream in streams {
        assert_eq!(ids(&stream.rest()), Vec::<u64>::new(), "a stream that ends, and does not break off");
    }
}

#[test]
fn a_stream_goes_on_where_it_was_after_a_restart() {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 2);
    assert_eq!(ids(&follow(&server, &game).take(3)), [0, 1, 2]);
    let server = server.restart();
    let mut resumed = stream(&server, &game, "").header(LAST_EVENT_ID, "2").open();
    game.play_until(&server, 4);
    assert_eq!(ids(&resumed.take(2)), [3, 4]);
}
