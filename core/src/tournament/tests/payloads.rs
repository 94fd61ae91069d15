//! Payloads to the letter of `docs/format.md`: what is read, what is not known here, what is reserved, what is wrong.

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::*;
use crate::kernel::{Kind, LogKind, NotCanonical, Salt, Text, canonical, payload_salt};

fn hash(digit: u8) -> String {
    char::from(digit).to_string().repeat(64)
}

/// The first payload as `docs/format.md` shows it.
fn created_json() -> String {
    let options = canonical(&options("red-panda")).expect("canonical");
    let text = concat!(
        r#"{"clock":null,"cut":null,"entropy":"none","format":{"rounds":5,"type":"swiss"},"lots_commitment":null,"#,
        r#""name":"<commitment>","points":null,"repeats":"never","rules":1,"#,
        r#""rulesets":[{"options":<options>,"ruleset":{"name":"red-panda","version":1}}],"tie_breaks":["buchholz"]}"#
    );
    let options = String::from_utf8(options).expect("UTF-8");
    text.replace("<commitment>", &hash(b'a')).replace("<options>", &options)
}

const GAME: &str = "01938e5f-0000-7000-8000-00000000000a";

fn outcome_json(reason: &str) -> String {
    let ranking = r#""ranking":[[1],[0,2]]"#;
    format!(r#"{{"forfeited":[],{ranking},"reason":{{"type":"{reason}","values":{{}}}},"scores":[3,5,3]}}"#)
}

/// Every kind of payload, canonical, with how many commitments to words it has.
fn payloads() -> Vec<(Kind, String, usize)> {
    let (text, ended) = (hash(b'c'), outcome_json("emptied-the-deck"));
    let head = format!(r#"{{"hash":"{text}","index":26}}"#);
    let correction = format!(r#"{{"game":"{GAME}","outcome":{}}}"#, outcome_json("corrected"));
    let attached = format!(r#"{{"created":"{text}","game":"{GAME}","players":[0,1],"round":1,"ruleset":0}}"#);
    vec![
        (Kind::Created, created_json(), 1),
        (Kind::PlayerRegistered, format!(r#"{{"bot":null,"name":"{text}","player":0}}"#), 1),
        (Kind::PlayerWithdrawn, r#"{"player":0}"#.into(), 0),
        (Kind::RoundPaired, r#"{"by_hand":[],"byes":[2],"repeated":[],"round":1,"tables":[[0,1]]}"#.into(), 0),
        (Kind::GameAttached, attached, 0),
        (Kind::GameConcluded, format!(r#"{{"game":"{GAME}","head":{head},"outcome":{ended}}}"#), 0),
        (Kind::Ruling, format!(r#"{{"correction":{correction},"text":"{text}"}}"#), 1),
        (Kind::Ruling, format!(r#"{{"correction":null,"text":"{text}"}}"#), 1),
        (Kind::Sealed, format!(r#"{{"lots_seed":null,"reason":"{text}","standings":[]}}"#), 1),
        (Kind::Sealed, r#"{"lots_seed":null,"reason":null,"standings":[]}"#.into(), 0),
    ]
}

fn bad(kind: Kind, json: &str) -> BadTournamentPayload {
    TournamentPayload::parse(kind, json).expect_err("no such payload")
}

/// The first payload with another value at a JSON pointer.
fn changed(path: &str, value: &Value) -> String {
    let mut created: Value = serde_json::from_str(&created_json()).expect("JSON");
    *created.pointer_mut(path).expect("a field") = value.clone();
    created.to_string()
}

#[test]
fn payloads_have_the_bytes_of_the_format() {
    for (kind, json, _) in payloads() {
        let payload = TournamentPayload::parse(kind, &json).expect("a payload");
        assert_eq!(payload.kind(), kind);
        assert_eq!(String::from_utf8(canonical(&payload).expect("canonical")).expect("UTF-8"), json);
    }
    let created = TournamentCreated {
        format: Format::Swiss { rounds: 5 },
        name: hash(b'a').parse().expect("a hash"),
        rulesets: vec![Played::new(options("red-panda"))],
        tie_breaks: vec![TieBreak::Buchholz],
        ..created()
    };
    assert_eq!(String::from_utf8(canonical(&created).expect("canonical")).expect("UTF-8"), created_json());
}

#[test]
fn a_payload_lists_the_commitments_to_words_that_are_in_it() {
    for (kind, json, commitments) in payloads() {
        let found = TournamentPayload::parse(kind, &json).expect("a payload").commitments();
        assert_eq!(found.len(), commitments, "{json}");
        let expected = hash(if kind == Kind::Created { b'a' } else { b'c' });
        assert!(found.iter().all(|found| found.to_string() == expected), "{json}");
    }
}

#[test]
fn every_field_is_there_and_no_other_is() {
    for (kind, json, _) in payloads() {
        let payload: Value = serde_json::from_str(&json).expect("JSON");
        for field in payload.as_object().expect("an object").keys() {
            let mut without = payload.clone();
            without.as_object_mut().expect("an object").remove(field);
            let error = bad(kind, &without.to_string()).to_string();
            assert!(error.contains(&format!("missing field `{field}`")), "{error}");
        }
        let mut more = payload;
        more["note"] = Value::Null;
        let error = bad(kind, &more.to_string()).to_string();
        assert!(error.contains("unknown field `note`"), "{error}");
    }
}

#[test]
fn a_log_has_no_defaults_and_one_spelling_of_an_id() {
    for (kind, json) in [
        (Kind::Created, changed("/format", &json!({ "type": "first-to" }))),
        (Kind::Created, changed("/format", &json!({ "type": "round-robin", "group_size": 2 }))),
        (Kind::Created, changed("/rulesets/0/options", &json!({}))),
        (Kind::GameAttached, payloads()[4].1.replace(GAME, &GAME.to_uppercase())),
        (Kind::GameConcluded, payloads()[5].1.replace(GAME, &GAME.replace('-', ""))),
    ] {
        let error = bad(kind, &json).to_string();
        assert!(error.ends_with("a field is left out, or an id is not in lower case with hyphens"), "{error}");
    }
}

#[test]
fn unknown_rules_and_rulesets_are_told_apart_from_what_is_wrong() {
    let unknown = |json: &str| match bad(Kind::Created, json) {
        BadTournamentPayload::Unknown(sentence) => sentence,
        other => panic!("{other}"),
    };
    let rules = "version 9 of the rules of tournaments is not known here; this program knows 1";
    let panda = "red-panda version 99 is not known here; this program knows 1";
    assert_eq!(unknown(&changed("/rules", &json!(9))), rules);
    assert_eq!(unknown(&changed("/rulesets/0/ruleset/version", &json!(99))), panda);
    let mahjong = unknown(&changed("/rulesets/0/ruleset/name", &json!("mahjong")));
    assert!(mahjong.contains("mahjong"), "{mahjong}");
    // Whatever else a later version has.
    assert_eq!(unknown(r#"{"rules":9,"halls":["north"]}"#), rules);
    assert_eq!(unknown(r#"{"rules":9,"rulesets":[{"ruleset":{"name":"red-panda","version":99}}]}"#), rules);
    let later = json!({ "options": { "moons": 3 }, "ruleset": { "name": "red-panda", "version": 99 }, "table": null });
    assert_eq!(unknown(&changed("/rulesets/0", &later)), panda);
}

#[test]
fn a_version_that_is_none_is_wrong_and_not_unknown() {
    for json in [
        changed("/rules", &json!("1")),
        changed("/rules", &json!(-1)),
        changed("/rules", &json!(1.5)),
        changed("/rules", &Value::Null),
        changed("/rulesets/0/ruleset", &json!("red-panda@1")),
        changed("/rulesets/0/ruleset/version", &json!("99")),
        changed("/rulesets", &json!({})),
        "[]".into(),
        r#"{"rules":9"#.into(),
    ] {
        assert!(matches!(bad(Kind::Created, &json), BadTournamentPayload::Shape { kind: Kind::Created, .. }), "{json}");
    }
    assert!(matches!(bad(Kind::Ruling, r#"{"rules":9}"#), BadTournamentPayload::Shape { kind: Kind::Ruling, .. }));
}

#[test]
fn what_is_reserved_is_null_and_says_so() {
    let registered = format!(r#"{{"bot":"random","name":"{}","player":0}}"#, hash(b'c'));
    for (kind, json) in [
        (Kind::Created, changed("/clock", &json!({ "seconds": 60 }))),
        (Kind::Created, changed("/cut", &json!(8))),
        (Kind::Created, changed("/lots_commitment", &json!(hash(b'b')))),
        (Kind::PlayerRegistered, registered),
        (Kind::Sealed, format!(r#"{{"lots_seed":"{}","reason":null,"standings":[]}}"#, hash(b'b'))),
    ] {
        let error = bad(kind, &json).to_string();
        assert!(error.contains("expected null: the field is reserved in this draft of the format"), "{error}");
    }
}

#[test]
fn reserved_kinds_and_kinds_of_games_are_refused_by_name() {
    let (mut reserved, mut foreign, mut known) = (Vec::new(), 0, 0);
    for kind in Kind::ALL {
        match bad(kind, "null") {
            BadTournamentPayload::Reserved { kind } => reserved.push(kind.name()),
            BadTournamentPayload::Foreign { .. } => foreign += 1,
            _ => known += 1,
        }
    }
    let named = [
        "paused",
        "resumed",
        "time-added",
        "player-returned",
        "player-renamed",
        "bye-requested",
        "pairs-forbidden",
        "table-set",
        "round-taken-back",
    ];
    assert_eq!(reserved, named);
    assert_eq!((foreign, known), (16, 8));
    let said = "events of kind round-taken-back are reserved in this draft of the format";
    assert_eq!(bad(Kind::RoundTakenBack, "{}").to_string(), said);
    let said = "an event of kind move does not stand in the log of a tournament";
    assert_eq!(bad(Kind::Move, "{}").to_string(), said);
}

#[test]
fn an_event_has_its_words_beside_the_payload() -> Result<(), NotCanonical> {
    let text = Text::new(Salt::new([3; 32]), "Ada");
    let payload = TournamentPayload::PlayerRegistered(Registration { bot: Reserved, name: text.commitment, player: 0 });
    let head = Head { index: 4, hash: Hash::of(b"4") };
    let at = "2026-11-30T05:00:00.000Z".parse().expect("a moment");
    let (record, hash, json) = sealed(id(0), Some(head), at, &payload)?;
    assert_eq!((record.log, record.kind, record.index), (LogKind::Tournament, Kind::PlayerRegistered, 5));
    assert_eq!(payload.commitments(), [text.commitment]);
    let raw = RawValue::from_string(String::from_utf8(json).expect("UTF-8")).expect("JSON");
    let event = serde_json::to_value(opened(record, hash, raw, vec![text.clone()])).expect("JSON");
    let salt = payload_salt(&salt_seed(id(0)), 5);
    assert_eq!(event["payload_salt"], json!(salt));
    let words = json!([{ "commitment": text.commitment, "salt": "03".repeat(32), "text": "Ada" }]);
    assert_eq!(event["texts"], words);
    let read = |event: &Value| serde_json::from_str::<TournamentEvent>(&event.to_string());
    assert_eq!(read(&event).expect("an event").texts, [text]);
    let mut silent = event;
    silent.as_object_mut().expect("an object").remove("texts");
    assert!(read(&silent).is_err(), "nothing told is an empty list");
    Ok(())
}
