//! Audits of bundles that are uploaded, sound and tampered with.

use pandect::audit::note::SignerKey;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::game::Game;
use crate::report::{LEVELS, Report};
use crate::server::Server;

fn upload(server: &Server, text: impl Into<Vec<u8>>) -> Answer {
    server.spectator().call("POST", "/v1/audit").header("Content-Type", "application/json").body(text).send()
}

fn audit(server: &Server, bundle: &Value) -> Report {
    Report::new(upload(server, bundle.to_string()).expect(200))
}

/// The bundle of a finished game of eleven events.
fn finished(server: &Server) -> Value {
    server.spectator().get(&Game::at(server, 2, "97", 10).path("/bundle")).expect(200)
}

fn events(bundle: &mut Value) -> &mut Vec<Value> {
    bundle["events"].as_array_mut().expect("events")
}

#[test]
fn a_bundle_of_a_finished_game_is_verified_at_every_level() {
    let server = Server::start();
    let report = audit(&server, &finished(&server));
    assert_eq!((report.verdict(), report.levels("passed")), ("verified", LEVELS.to_vec()));
}

#[test]
fn a_bundle_is_verified_by_a_server_that_never_saw_the_game() {
    let (ours, theirs) = (Server::start(), Server::start());
    assert_eq!(audit(&theirs, &finished(&ours)).verdict(), "verified");
    assert_eq!(theirs.spectator().get("/v1/games").expect(200)["games"], json!([]), "and takes nothing in");
}

#[test]
fn a_bundle_of_a_running_game_is_incomplete() {
    let server = Server::start();
    let game = Game::at(&server, 2, "00", 4);
    let report = audit(&server, &server.spectator().get(&game.path("/bundle")).expect(200));
    assert_eq!(report.verdict(), "incomplete");
    assert_eq!(report.levels("skipped"), ["seed", "rules", "states", "outcome"]);
    assert_eq!(report.failures(), []);
}

#[test]
fn a_bundle_that_is_laid_out_otherwise_is_the_same_bundle() {
    let server = Server::start();
    let bundle = finished(&server);
    let pretty = serde_json::to_string_pretty(&bundle).expect("JSON");
    assert_eq!(Report::new(upload(&server, pretty).expect(200)).verdict(), "verified");
}

#[test]
fn half_a_bundle_is_no_json() {
    let server = Server::start();
    let text = finished(&server).to_string();
    for part in [0, 1, text.len() / 4, text.len() / 2, text.len() - 1] {
        upload(&server, &text[..part]).refused(400, "malformed-json");
    }
    upload(&server, format!("{text}{text}")).refused(400, "malformed-json");
    upload(&server, format!("{text},")).refused(400, "malformed-json");
    upload(&server, [text.as_bytes(), &[0xff]].concat()).refused(400, "malformed-json");
}

#[test]
fn json_that_is_no_bundle_fails_at_the_level_format() {
    let server = Server::start();
    let bundle = finished(&server);
    let with = |field: &str, value: Value| {
        let mut bundle = bundle.clone();
        bundle[field] = value;
        bundle.to_string()
    };
    let without = |field: &str| {
        let mut bundle = bundle.clone();
        bundle.as_object_mut().expect("an object").remove(field);
        bundle.to_string()
    };
    for text in [
        "null".into(),
        "[]".into(),
        "{}".into(),
        "\"pandect-replay/2-draft.1\"".into(),
        with("format", json!("pandect-tournament/2-draft.1")),
        with("format", json!(" pandect-replay/2-draft.1")),
        with("format", json!(1)),
        with("events", json!([])),
        with("events", json!({})),
        with("server_seed", json!("00")),
        with("more", json!(1)),
        without("format"),
        without("events"),
        without("receipt"),
        without("public_key"),
        bundle.to_string().replacen("\"format\"", "\"format\":\"pandect-replay/2-draft.1\",\"format\"", 1),
        bundle.to_string().replacen("\"index\":3", "\"index\":3.0", 1),
        bundle.to_string().replacen("\"index\":3", "\"index\":-3", 1),
        bundle.to_string().replacen("\"kind\":\"move\"", "\"kind\":\"magic\"", 1),
        bundle.to_string().replacen("\"log\":\"game\"", "\"log\":\"tree\"", 1),
    ] {
        let report = Report::new(upload(&server, text.clone()).expect(200));
        assert_eq!((report.verdict(), report.levels("failed")), ("failed", vec!["format"]), "{text:.80}");
        assert_eq!(report.findings("format")[0].0, "malformed");
    }
}

#[test]
fn events_swapped_dropped_doubled_and_cut_off_are_told_apart() {
    let server = Server::start();
    let bundle = finished(&server);
    let changed = |change: fn(&mut Vec<Value>)| {
        let mut bundle = bundle.clone();
        change(events(&mut bundle));
        audit(&server, &bundle)
    };
    let swapped = changed(|events| events.swap(4, 5));
    assert_eq!(swapped.findings("chain")[0], ("reordered", Some(4)));
    let dropped = changed(|events| drop(events.remove(4)));
    assert_eq!(dropped.findings("chain")[0], ("removed", Some(4)));
    let doubled = changed(|events| events.insert(4, events[4].clone()));
    assert_eq!(doubled.findings("chain")[0], ("inserted", Some(4)));
    let cut = changed(|events| events.truncate(8));
    assert_eq!((cut.findings("chain"), cut.findings("signature")), (vec![], vec![("truncated", Some(8))]));
    assert_eq!(cut.findings("outcome"), [("truncated", Some(8))]);
    let headless = changed(|events| drop(events.remove(0)));
    assert_eq!(headless.findings("chain")[0], ("removed", Some(0)));
    for report in [swapped, dropped, doubled, cut, headless] {
        assert_eq!(report.verdict(), "failed");
    }
}

#[test]
fn an_event_of_another_game_is_found() {
    let server = Server::start();
    let (mut bundle, mut other) = (finished(&server), finished(&server));
    events(&mut bundle)[4] = events(&mut other)[4].clone();
    let report = audit(&server, &bundle);
    assert_eq!((report.verdict(), report.findings("chain")[0]), ("failed", ("inserted", Some(4))));
}

#[test]
fn a_log_that_goes_on_behind_its_receipt_is_found() {
    let server = Server::start();
    let game = Game::at(&server, 2, "00", 4);
    let path = game.path("/bundle");
    let earlier = server.spectator().get(&path).expect(200);
    game.play_until(&server, 6);
    let mut bundle = server.spectator().get(&path).expect(200);
    bundle["receipt"] = earlier["receipt"].clone();
    assert_eq!(audit(&server, &bundle).findings("signature"), [("inserted", Some(5))]);
}

/// Changes one character, or one number, or turns null into something.
fn altered(value: &Value) -> Value {
    match value {
        Value::Null => json!(1),
        Value::Bool(bool) => json!(!bool),
        Value::Number(number) => json!(number.as_u64().expect("a whole number") + 1),
        Value::String(text) => {
            let last = text.pop_last();
            json!(format!("{}{}", last.0, if last.1 == '0' { '1' } else { '0' }))
        }
        other => panic!("a leaf: {other}"),
    }
}

trait PopLast {
    fn pop_last(&self) -> (&str, char);
}

impl PopLast for String {
    fn pop_last(&self) -> (&str, char) {
        let last = self.chars().next_back().expect("a text that is not empty");
        (&self[..self.len() - last.len_utf8()], last)
    }
}

/// The places of all leaves, as JSON pointers.
fn leaves(value: &Value, at: &str) -> Vec<String> {
    match value {
        Value::Object(fields) => {
            fields.iter().flat_map(|(name, value)| leaves(value, &format!("{at}/{name}"))).collect()
        }
        Value::Array(items) => {
            items.iter().enumerate().flat_map(|(index, item)| leaves(item, &format!("{at}/{index}"))).collect()
        }
        _ => vec![at.into()],
    }
}

#[test]
fn a_change_in_any_field_of_any_kind_of_event_is_found() {
    let server = Server::start();
    let bundle = finished(&server);
    // The first event, a move in the middle, the last one, and everything that is no event.
    let places: Vec<_> = leaves(&bundle, "")
        .into_iter()
        .filter(|place| {
            !place.starts_with("/events/")
                || ["/events/0/", "/events/5/", "/events/10/"].iter().any(|event| place.starts_with(event))
        })
        .collect();
    assert!(places.len() > 80, "{places:?}");
    for place in places {
        let mut changed = bundle.clone();
        let leaf = changed.pointer_mut(&place).expect("a leaf");
        *leaf = altered(leaf);
        let report = audit(&server, &changed);
        if place == "/format" {
            // What is under another label is not judged.
            assert_eq!((report.verdict(), report.levels("skipped")), ("incomplete", LEVELS.to_vec()), "{report:?}");
            continue;
        }
        assert_eq!(report.verdict(), "failed", "{place}: {report:?}");
        let index = place
            .strip_prefix("/events/")
            .map(|rest| rest.split('/').next().and_then(|index| index.parse().ok()).expect("an index"));
        let bad: Vec<_> = report.failures().into_iter().filter_map(|(_, index)| index).collect();
        // A field that no longer has its form fails at `format`, which knows no index.
        let unreadable = report.failures() == [("format", None)];
        assert!(unreadable || index.is_none_or(|index| bad.contains(&index)), "{place}: {report:?}");
    }
}

#[test]
fn each_field_is_found_at_its_own_level() {
    let server = Server::start();
    let bundle = finished(&server);
    for (place, level, tampering, index) in [
        ("/events/5/record/at", "chain", "edited", Some(5)),
        ("/events/5/record/prev", "chain", "edited", Some(5)),
        ("/events/5/record/seat", "chain", "edited", Some(5)),
        ("/events/5/hash", "chain", "edited", Some(5)),
        ("/events/5/record/payload", "commitments", "edited", Some(5)),
        ("/events/5/payload_salt", "commitments", "edited", Some(5)),
        ("/events/5/state_salt", "seed", "edited", Some(5)),
        ("/events/5/record/state", "states", "wrong-draw", Some(5)),
        ("/events/0/payload/seed_commitment", "seed", "wrong-seed", Some(0)),
        ("/server_seed", "seed", "wrong-seed", Some(0)),
        ("/outcome/reason/type", "outcome", "wrong-outcome", None),
        ("/outcome/scores/0", "outcome", "wrong-outcome", None),
    ] {
        let mut changed = bundle.clone();
        let leaf = changed.pointer_mut(place).expect("a leaf");
        let text = leaf.to_string();
        *leaf = match place {
            // Another moment, and another seat: text that stays what the field asks for.
            "/events/5/record/at" => json!("2020-01-01T00:00:00.000Z"),
            "/events/5/record/seat" => json!(1 - leaf.as_u64().expect("a seat")),
            _ => altered(leaf),
        };
        let report = audit(&server, &changed);
        assert!(report.findings(level).contains(&(tampering, index)), "{place} was {text}: {report:?}");
    }
}

#[test]
fn a_record_that_commits_to_no_state_is_found_when_there_is_one() {
    let server = Server::start();
    let mut bundle = finished(&server);
    events(&mut bundle)[10]["record"]["state"] = Value::Null;
    events(&mut bundle)[10]["state_salt"] = Value::Null;
    assert_eq!(audit(&server, &bundle).findings("states"), [("wrong-draw", Some(10))]);
}

#[test]
fn a_receipt_of_another_key_or_text_is_found() {
    let server = Server::start();
    let bundle = finished(&server);
    let other = SignerKey::new("pandect", &[7; 32]).expect("a key");
    let with = |field: &str, value: String| {
        let mut bundle = bundle.clone();
        bundle[field] = json!(value);
        audit(&server, &bundle)
    };
    let receipt = bundle["receipt"].as_str().expect("a note");
    let text = &receipt[..=receipt.find("\n\n").expect("a signature")];
    for (field, value, tampering) in [
        ("public_key", other.verifier().to_string(), "wrong-key"),
        ("receipt", other.sign(text), "wrong-key"),
        ("receipt", receipt.replace("\n10\n", "\n11\n"), "wrong-signature"),
        ("receipt", text.into(), "malformed"),
        ("receipt", String::new(), "malformed"),
        ("receipt", receipt.replace('\n', "\r\n"), "malformed"),
        ("public_key", String::new(), "malformed"),
        ("public_key", "pandect+00000000+AAAA".into(), "malformed"),
    ] {
        let report = with(field, value.clone());
        assert_eq!(report.levels("failed"), ["signature"], "{field} {value:?}");
        assert_eq!(report.findings("signature")[0].0, tampering, "{field} {value:?}");
    }
}

#[test]
fn a_bundle_may_have_8_mib_and_no_more() {
    let server = Server::start();
    let text = finished(&server).to_string();
    let room = 8 * 1024 * 1024 - text.len();
    let report = Report::new(upload(&server, text.clone() + &" ".repeat(room)).expect(200));
    assert_eq!(report.verdict(), "verified");
    upload(&server, text + &" ".repeat(room + 1)).refused(413, "body-too-large");
}

#[test]
fn brackets_nested_100_000_deep_are_answered_and_not_followed() {
    let server = Server::start();
    let (open, close) = ("[".repeat(100_000), "]".repeat(100_000));
    upload(&server, open.clone()).refused(400, "malformed-json");
    let report = Report::new(upload(&server, format!("{open}{close}")).expect(200));
    assert_eq!(report.levels("failed"), ["format"]);
    // As a payload they are raw text to the format, and nothing that could be a payload to the rest.
    let mut bundle = finished(&server);
    events(&mut bundle)[3]["payload"] = json!("HERE");
    let text = bundle.to_string().replace("\"HERE\"", &format!("{open}{close}"));
    let report = Report::new(upload(&server, text).expect(200));
    assert_eq!((report.verdict(), report.findings("commitments")), ("failed", vec![("malformed", Some(3))]));
    server.assert_it_never_failed();
}

#[test]
fn a_bundle_with_tens_of_thousands_of_events_is_reported_in_short() {
    let server = Server::start();
    let mut bundle = finished(&server);
    let event = events(&mut bundle)[4].clone();
    events(&mut bundle).extend(std::iter::repeat_n(event, 5_000));
    let report = audit(&server, &bundle);
    assert_eq!((report.verdict(), report.findings("chain").len()), ("failed", 20));
}
