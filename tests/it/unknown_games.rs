//! A server on a database in which games of a version that it does not know were played: it lists them and serves what is
//! stored, and replays nothing.

use std::path::Path;

use pandect::audit::note::SignerKey;
use pandect::audit::{Bundle, parse};
use pandect::kernel::{Hash, Status};
use pandect::store::{Append, Creation, Settings, SignedHead, Store, StoredEvent, StoredSeat, Write};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::anew;
use crate::game::{Game, plain, seed};
use crate::server::Server;

const SENTENCE: &str = "red-panda version 99 is not known here; this program knows 1";
const TOKEN: &str = "pds_of_a_seat_of_a_game_that_is_not_known_here_";

/// The events of a bundle as they are stored, up to an index.
fn stored(bundle: &Bundle, last: usize) -> Vec<StoredEvent> {
    let events = bundle.events.iter().take(last + 1);
    let payload = |event: &pandect::log::Event| event.payload.as_ref().expect("it is told").get().to_owned();
    events
        .map(|event| StoredEvent { record: event.record.clone(), hash: event.hash, payload: payload(event) })
        .collect()
}

/// Puts a game into a database, up to an event: as it ended where that is the last one.
fn put(database: &Path, bundle: &Bundle, last: usize) {
    let store = Store::open(database, Settings::default()).expect("a store");
    let concluded = last + 1 == bundle.events.len();
    let mut events = stored(bundle, last).into_iter();
    let seat = |text: &pandect::kernel::Text| StoredSeat {
        name: Some(text.text.clone()),
        commitment: Some(text.commitment),
        token: Hash::of(TOKEN.as_bytes()),
    };
    let game = Creation {
        ruleset: "red-panda".into(),
        version: 99,
        seed: bundle.server_seed.expect("told"),
        seats: bundle.events[0].texts.iter().map(seat).collect(),
        tournament: None,
        status: Status::Running,
        outcome: None,
        event: events.next().expect("an event"),
        texts: bundle.events[0].texts.clone(),
        receipt: None,
    };
    let signed = || SignedHead { receipt: bundle.receipt.clone(), public_key: bundle.public_key.clone() };
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(async {
        store.create(game).await.expect("created");
        let rest = events.len();
        for (number, event) in (1..).zip(events) {
            let ends = concluded && number == rest;
            let append = Append {
                event,
                texts: Vec::new(),
                key: None,
                status: if ends { Status::Over } else { Status::Running },
                outcome: ends.then(|| serde_json::to_string(&bundle.outcome).expect("JSON")),
                receipt: ends.then(signed),
            };
            store.write(vec![Write::Append(Box::new(append))]).await.expect("appended");
        }
    });
    store.close().expect("closed");
}

/// The bundle of a game of three with an id of its own, as another program would have made it.
fn foreign(bundle: &Value, key: &SignerKey) -> Value {
    anew::game(bundle.clone(), key, |events| {
        let id = json!(Uuid::now_v7().to_string());
        events.iter_mut().for_each(|event| event["record"]["id"] = id.clone());
        anew::of_version_99(events);
    })
}

#[test]
fn a_game_of_a_version_that_is_not_known_is_listed_and_served_and_not_replayed() {
    let server = Server::start();
    let known = Game::over(&server);
    let bundle = server.spectator().get(&known.path("/bundle")).expect(200);
    let key = SignerKey::new("another.test/log", &[9; 32]).expect("a key");
    let [running, over] = [0, 1].map(|_| foreign(&bundle, &key));
    let server = server.restart_after(|database| {
        for (bundle, last) in [(&running, 4), (&over, over["events"].as_array().expect("events").len() - 1)] {
            put(database, &parse(bundle.to_string().as_bytes()).expect("a bundle"), last);
        }
    });

    let listed = server.spectator().get("/v1/games").expect(200);
    let ids = |field: &str| -> Vec<Value> {
        listed[field].as_array().expect("games").iter().map(|game| game["id"].clone()).collect()
    };
    assert_eq!((ids("games"), &listed["unreadable"]), (vec![json!(known.id)], &json!([])));
    let last = |bundle: &Value, at: usize| {
        let event = &bundle["events"][at];
        json!({ "index": event["record"]["index"], "hash": event["hash"] })
    };
    let row = |bundle: &Value, status: &str, at: usize, outcome: &Value| {
        json!({
            "id": bundle["events"][0]["record"]["id"], "ruleset": "red-panda", "version": 99,
            "seats": ["Ada", "Bo", "Cy"], "status": status, "head": last(bundle, at), "outcome": outcome,
            "created_at": bundle["events"][0]["record"]["at"], "detail": SENTENCE,
        })
    };
    let end = over["events"].as_array().expect("events").len() - 1;
    let rows = [row(&over, "over", end, &over["outcome"]), row(&running, "running", 4, &Value::Null)];
    assert_eq!(listed["unknown"], json!(rows), "newest first, from what stands beside the logs");

    for (bundle, at) in [(&running, 4), (&over, end)] {
        let id = bundle["events"][0]["record"]["id"].as_str().expect("an id");
        let path = |rest: &str| format!("/v1/games/{id}{rest}");
        let events = server.spectator().get(&path("/events?limit=1000")).expect(200);
        let served = server.spectator().get(&path("/bundle")).expect(200);
        assert_eq!(events["events"], served["events"]);
        let hashes = |bundle: &Value| -> Vec<Value> {
            bundle["events"]
                .as_array()
                .expect("events")
                .iter()
                .take(at + 1)
                .map(|event| event["hash"].clone())
                .collect()
        };
        assert_eq!(hashes(&served), hashes(bundle));
        let page = server.spectator().get(&path("/events?limit=2&after=1")).expect(200);
        assert_eq!(
            (&page["events"], &page["next_after"]),
            (&json!(&served["events"].as_array().expect("events")[2..4]), &json!(3))
        );
        let seat = server.with_token(TOKEN);
        for rest in ["", "/state", "/states/0", "/replay", "/legal-moves", "/events/stream"] {
            let problem = seat.get(&path(rest)).refused(409, "unknown-version");
            assert!(problem["detail"].as_str().expect("a detail").starts_with(SENTENCE), "{rest}: {problem}");
        }
        seat.post(&path("/moves"), &plain("kata")).refused(409, "unknown-version");
        seat.post(&path("/entropy"), &json!({ "entropy": seed("07") })).refused(409, "unknown-version");
        let end = json!({ "outcome": { "ranking": [[0, 1, 2]], "scores": [0, 0, 0] }, "reason": "time" });
        server.organiser().post(&path("/adjudication"), &end).refused(409, "unknown-version");
        let audit = server.spectator().get(&path("/audit")).expect(200);
        assert_eq!((&audit["verdict"], &audit["unknown"]), (&json!("incomplete"), &json!(SENTENCE)), "{audit}");
    }
    let id = over["events"][0]["record"]["id"].as_str().expect("an id");
    let served = server.spectator().get(&format!("/v1/games/{id}/bundle")).expect(200);
    assert_eq!(served, over, "with the receipt that was kept");
    server.assert_it_never_failed();
}

/// Which moves are concealed the rules would say: as long as the game runs, none is told, and neither is the seed.
#[test]
fn nothing_that_may_be_a_secret_is_told_of_a_running_game_that_is_not_known() {
    let server = Server::start();
    let bundle = server.spectator().get(&Game::over(&server).path("/bundle")).expect(200);
    let key = SignerKey::new("another.test/log", &[9; 32]).expect("a key");
    let running = foreign(&bundle, &key);
    let server = server.restart_after(|database| {
        put(database, &parse(running.to_string().as_bytes()).expect("a bundle"), 4);
    });
    let id = running["events"][0]["record"]["id"].as_str().expect("an id");
    let served = server.spectator().get(&format!("/v1/games/{id}/bundle")).expect(200);
    assert_eq!((&served["server_seed"], &served["outcome"]), (&Value::Null, &Value::Null));
    for event in served["events"].as_array().expect("events") {
        let told = event["record"]["kind"] == "created";
        assert_eq!(event["payload"].is_object(), told, "{event}");
        assert_eq!((event["payload_salt"].is_string(), &event["state_salt"]), (told, &Value::Null), "{event}");
    }
}
