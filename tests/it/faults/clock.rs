//! A clock that is set back.

use std::sync::atomic::{AtomicI64, Ordering};

use pandect::app::Sources;
use serde_json::{Value, json};

use crate::game::Game;
use crate::server::Server;
use crate::tournaments::Tournament;

/// 2026-11-30T05:00:00.000Z, in milliseconds.
const MORNING: i64 = 1_796_014_800_000;
const HOUR: i64 = 3_600_000;

static CLOCK: AtomicI64 = AtomicI64::new(MORNING);

fn times(log: &Value) -> Vec<String> {
    let events = log["events"].as_array().expect("events").iter();
    events.map(|event| event["record"]["at"].as_str().expect("a time").into()).collect()
}

#[test]
fn the_times_of_a_log_never_run_backward() {
    let sources = Sources { millis: || CLOCK.load(Ordering::Relaxed), ..Sources::default() };
    let server = Server::configure().sources(sources).start();
    let game = Game::at(&server, 2, "00", 2);
    let request = json!({ "name": "Open", "format": { "type": "open" }, "rulesets": [{ "ruleset": "red-panda" }] });
    let tournament = Tournament::create(&server, &request, &["Ada"]);
    let id = tournament.id.clone();
    let mut stream = server.spectator().call("GET", &game.path("/events/stream?after=2")).open();

    CLOCK.store(MORNING - HOUR, Ordering::Relaxed);
    game.play_until(&server, 4);
    tournament.post("/players", &json!({ "name": "Bo" })).expect(201);
    assert_eq!([stream.next(), stream.next()].map(|event| event.expect("an event").0), [3, 4]);
    drop(stream);
    let newest = Game::new(&server, 2, "36");

    // Nobody remembers the time of the last event but the log itself.
    let server = server.restart();
    game.play_until(&server, 5);
    CLOCK.store(MORNING + HOUR, Ordering::Relaxed);
    game.play_until(&server, 6);

    let (morning, later) = ("2026-11-30T05:00:00.000Z", "2026-11-30T06:00:00.000Z");
    let log = server.spectator().get(&game.path("/events")).expect(200);
    assert_eq!(times(&log), [morning, morning, morning, morning, morning, morning, later]);
    let log = server.spectator().get(&format!("/v1/tournaments/{id}/events")).expect(200);
    assert_eq!(times(&log), [morning; 3]);
    assert_eq!(newest.look(&server)["created_at"], "2026-11-30T04:00:00.000Z", "a new log has the time of the clock");
    for game in [&game, &newest] {
        let audit = server.spectator().get(&game.path("/audit")).expect(200);
        assert_eq!((&audit["verdict"], &audit["findings"]), (&json!("incomplete"), &json!([])));
    }
    server.assert_it_never_failed();
}
