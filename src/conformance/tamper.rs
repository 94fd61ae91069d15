//! Tampering: every field of every event of a bundle changed in turn is found, at the right index and level; so is every
//! way to remove, insert, move or forge an event.

use serde_json::Value;

use super::Specimen;
use super::bundles::{record, record_until};
use crate::audit::note::SignerKey;
use crate::audit::{Audit, Bundle, Level, LevelStatus, Receipt, Tampering, Verdict, verify_json};
use crate::kernel::{
    EntropyPolicy, Hash, Head, Kind, Record, Salt, ServerSeed, canonical, payload_commitment, payload_salt, state_salt,
};

/// The length of the game whose every field is changed: each change verifies the whole of it, so the work grows with the
/// square. A longer game is adjudicated there, which is one more kind of event.
const EVENTS: u64 = 24;

/// The way to a field from the top of the bundle.
type Place = Vec<String>;

fn audit(bundle: &Value) -> Audit {
    verify_json(bundle.to_string().as_bytes(), None)
}

/// Every value that is no object and no list, by its way.
fn leaves(value: &Value, here: &Place, found: &mut Vec<Place>) {
    let mut below = |name: &str, value| leaves(value, &[here.clone(), vec![name.into()]].concat(), found);
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| below(name, value)),
        Value::Array(items) => items.iter().enumerate().for_each(|(n, value)| below(&n.to_string(), value)),
        _ => found.push(here.clone()),
    }
}

fn pointer(place: &[String]) -> String {
    place.iter().map(|part| format!("/{part}")).collect()
}

/// Another value of the same type that still has the form of the field.
fn changed(place: &[String], value: &Value) -> Value {
    let name = place.last().map_or("", String::as_str);
    match value {
        Value::Number(number) => Value::from(number.as_i64().expect("an integer") + 1),
        Value::Bool(on) => Value::from(!on),
        Value::Null => Value::from(1),
        Value::String(text) => Value::from(match name {
            "kind" if text == "move" => "entropy".into(),
            "kind" => "move".into(),
            "at" => text.replace("00.000Z", "00.001Z").replace(".000Z", ".001Z"),
            "receipt" => text.replacen(|c: char| c.is_ascii_digit(), "x", 1),
            _ => {
                let mut characters: Vec<char> = text.chars().collect();
                if let Some(last) = characters.last_mut() {
                    *last = if *last == 'a' { 'b' } else { 'a' };
                }
                characters.into_iter().collect::<String>()
            }
        }),
        Value::Object(_) | Value::Array(_) => Value::Null,
    }
}

/// Where a change of a field must be found.
fn expected(place: &[String]) -> (Level, Option<u64>) {
    let parts: Vec<&str> = place.iter().map(String::as_str).collect();
    let index = parts.get(1).and_then(|part| part.parse().ok());
    match parts.as_slice() {
        ["events", _, "record", "log"] => (Level::Format, None),
        ["events", _, "record", "v"] => (Level::Format, index),
        ["events", _, "record" | "hash", ..] => (Level::Chain, index),
        ["events", _, "payload" | "payload_salt", ..] => (Level::Commitments, index),
        ["events", _, "state_salt"] => (Level::Seed, index),
        ["server_seed"] => (Level::Seed, Some(0)),
        ["outcome", ..] => (Level::Outcome, None),
        ["receipt" | "public_key"] => (Level::Signature, None),
        _ => (Level::Format, None),
    }
}

fn assert_found(audit: &Audit, level: Level, index: Option<u64>, what: &str) {
    assert_eq!(audit.verdict, Verdict::Failed, "{what}");
    let report = audit.levels.iter().find(|report| report.level == level).expect("every level is reported");
    assert_eq!(report.status, LevelStatus::Failed, "{what}: at level {}: {audit:?}", level.name());
    if index.is_some() {
        assert_eq!(report.first_bad_index, index, "{what}: {audit:?}");
    }
}

pub(super) fn check<R: Specimen>() {
    let (_, options) = R::variants().into_iter().next().expect("a variant");
    for entropy in [EntropyPolicy::None, EntropyPolicy::Required] {
        let bundle = record_until::<R>(&options, *R::SEATS.start(), entropy, EVENTS);
        let value = serde_json::to_value(&bundle).expect("JSON");
        assert_eq!(audit(&value).verdict, Verdict::Verified);
        every_field(&value);
        every_event(&value);
    }
    let bundle = record::<R>(&options, *R::SEATS.start(), EntropyPolicy::None);
    forged(&bundle);
}

fn every_field(bundle: &Value) {
    let mut places = Vec::new();
    leaves(bundle, &Vec::new(), &mut places);
    for place in places {
        let pointer = pointer(&place);
        let mut tampered = bundle.clone();
        let field = tampered.pointer_mut(&pointer).expect("the field");
        // Where there is no state yet, there is no salt to change.
        if place.last().is_some_and(|name| name == "state_salt") && field.is_null() {
            continue;
        }
        *field = changed(&place, field);
        let (level, index) = expected(&place);
        // What no longer has the form of its field is found before anything else.
        let report = audit(&tampered);
        let parsed = serde_json::from_value::<Bundle>(tampered).is_ok();
        let level = if parsed { level } else { Level::Format };
        assert_found(&report, level, index.filter(|_| parsed), &format!("{pointer} changed"));
    }
}

fn every_event(bundle: &Value) {
    let events = bundle["events"].as_array().expect("events");
    let with = |events: Vec<Value>| {
        let mut tampered = bundle.clone();
        tampered["events"] = events.into();
        audit(&tampered)
    };
    let points_to = |audit: &Audit, tampering: Tampering, index: usize, what: &str| {
        let index = index as u64;
        let found = audit.findings.iter().any(|f| f.tampering == tampering && f.index == Some(index));
        assert!(found, "event {index} {what}: {audit:?}");
    };
    for at in 0..events.len() {
        let mut without = events.clone();
        without.remove(at);
        let last = at + 1 == events.len();
        let removed = if last { Tampering::Truncated } else { Tampering::Removed };
        points_to(&with(without), removed, at, "removed");
        let mut doubled = events.clone();
        doubled.insert(at, events[at].clone());
        points_to(&with(doubled), Tampering::Inserted, at, "doubled");
        if !last {
            let mut swapped = events.clone();
            swapped.swap(at, at + 1);
            points_to(&with(swapped), Tampering::Reordered, at, "swapped with the next");
        }
        let cut = with(events[..at].to_vec());
        let tampering = if at == 0 { Tampering::Malformed } else { Tampering::Truncated };
        assert!(cut.findings.iter().any(|f| f.tampering == tampering), "cut before {at}: {cut:?}");
    }
}

/// Seals a changed log anew, from an index on, as a server that cheats could: every hash and link fits.
fn reseal(bundle: &mut Bundle, from: usize) {
    for at in from..bundle.events.len() {
        let prev = at.checked_sub(1).map_or(Hash::ZERO, |before| bundle.events[before].hash);
        let event = &mut bundle.events[at];
        event.record = Record { prev, ..event.record.clone() };
        event.hash = event.record.hash().expect("a record");
    }
}

fn sign(bundle: &mut Bundle, key: &SignerKey) {
    let last = bundle.events.last().expect("an event");
    let head = Head { index: last.record.index, hash: last.hash };
    bundle.receipt = Receipt { game: last.record.id, head }.sign(key);
    bundle.public_key = key.verifier().to_string();
}

/// Forgeries by somebody who holds the seed and a key: the chain is whole, and what is left is found.
fn forged(bundle: &Bundle) {
    let key = SignerKey::new("forger", &[66; 32]).expect("a key");
    let check = |tampered: &Bundle, tampering: Tampering, level: Level, index: Option<usize>| {
        let report = audit(&serde_json::to_value(tampered).expect("JSON"));
        let found = report.findings.iter().any(|finding| {
            finding.tampering == tampering && finding.level == level && finding.index == index.map(|at| at as u64)
        });
        assert!(found, "{tampering:?} at {index:?}: {report:?}");
        report
    };
    let (seed, middle) = (bundle.server_seed.expect("told"), bundle.events.len() / 2);

    let mut rewritten = bundle.clone();
    rewritten.events[middle].record.at = "2030-01-01T00:00:00.000Z".parse().expect("a moment");
    rewritten.events[middle].hash = rewritten.events[middle].record.hash().expect("a record");
    check(&rewritten, Tampering::Edited, Level::Chain, Some(middle));
    reseal(&mut rewritten, middle);
    check(&rewritten, Tampering::Edited, Level::Signature, Some(bundle.events.len() - 1));

    let mut other_draw = bundle.clone();
    other_draw.events[middle].record.state = Some(Hash::of(b"another state"));
    reseal(&mut other_draw, middle);
    sign(&mut other_draw, &key);
    check(&other_draw, Tampering::WrongDraw, Level::States, Some(middle));

    // The first move played again at the end of the game, when nobody is awaited any more.
    let mut illegal = bundle.clone();
    let mut extra = illegal.events[1].clone();
    let index = illegal.events.len() as u64;
    repayload(&mut extra.record, &mut extra.payload_salt, &seed, index, extra.payload.as_ref().expect("open").get());
    extra.state_salt = Some(state_salt(&seed, index));
    illegal.events.push(extra);
    reseal(&mut illegal, middle);
    sign(&mut illegal, &key);
    check(&illegal, Tampering::Illegal, Level::Rules, Some(bundle.events.len()));

    let mut other_seed = bundle.clone();
    other_seed.server_seed = Some(ServerSeed::new([99; 32]));
    check(&other_seed, Tampering::WrongSeed, Level::Seed, Some(0));

    let mut other_key = bundle.clone();
    other_key.public_key = key.verifier().to_string();
    check(&other_key, Tampering::WrongKey, Level::Signature, None);

    let report = verify_json(&serde_json::to_vec(bundle).expect("JSON"), Some(&key.verifier()));
    assert!(report.findings.iter().any(|finding| finding.tampering == Tampering::WrongKey), "{report:?}");
}

/// Commits a record to a payload at another index.
fn repayload(record: &mut Record, salt: &mut Option<Salt>, seed: &ServerSeed, index: u64, payload: &str) {
    assert_eq!(record.kind, Kind::Move);
    let value: Value = serde_json::from_str(payload).expect("JSON");
    record.index = index;
    *salt = Some(payload_salt(seed, index));
    record.payload = payload_commitment(&payload_salt(seed, index), &canonical(&value).expect("canonical"));
}
