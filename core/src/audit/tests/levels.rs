//! The levels of a bundle, one change at a time, on a game of Red Panda with 33 events that seat 1 won.

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::*;
use crate::kernel::{Action, Outcome, Reason, Salt, Seat, Text, canonical, payload_salt, state_salt};
use crate::log::{Created, Event, Payload, parse_action};

fn bundle() -> Bundle {
    let text = include_str!("../../../../fixtures/bundles/2-draft.1/red-panda-33.pandect.json");
    serde_json::from_str(text).expect("a bundle")
}

fn verified(change: impl FnOnce(&mut Bundle)) -> Audit {
    let mut bundle = bundle();
    change(&mut bundle);
    verify(&bundle, None)
}

fn payload(text: &str) -> Option<Box<RawValue>> {
    Some(RawValue::from_string(text.into()).expect("JSON"))
}

/// What was found at a level, without what it was held against.
fn at_level(audit: &Audit, level: Level) -> Vec<(Tampering, Option<u64>, &str)> {
    let of_level = audit.findings.iter().filter(|finding| finding.level == level);
    of_level.map(|finding| (finding.tampering, finding.index, finding.detail.as_str())).collect()
}

fn values(audit: &Audit, level: Level) -> (Option<String>, Option<String>) {
    let finding = audit.findings.iter().find(|finding| finding.level == level).expect("a finding");
    (finding.expected.clone(), finding.found.clone())
}

/// As it is served while the game runs, with the last so many moves concealed.
fn run_on(bundle: &mut Bundle, concealed: usize) {
    (bundle.server_seed, bundle.outcome) = (None, None);
    let from = bundle.events.len() - concealed;
    for (index, event) in bundle.events.iter_mut().enumerate() {
        event.state_salt = None;
        if index >= from {
            (event.payload, event.payload_salt) = (None, None);
        }
    }
}

/// The first five events, and how an organiser ended the game after them.
fn adjudicated(outcome: &Outcome) -> Bundle {
    let mut bundle = bundle();
    let seed = bundle.server_seed.expect("told");
    bundle.events.truncate(5);
    let text = |event: &Event| event.payload.as_ref().expect("shown").get().to_owned();
    let created = Created::parse(Kind::Created, &text(&bundle.events[0])).expect("the first payload");
    let (mut game, _) = created.open(seed).expect("a game");
    for event in &bundle.events[1..] {
        let action =
            parse_action(game.edition(), event.record.kind, event.record.seat, &text(event)).expect("an action");
        game.advance(&action).expect("legal");
    }
    let action = Action::Adjudicated(outcome.clone());
    game.advance(&action).expect("adjudicated");
    let reason = Text::new(Salt::new([9; 32]), "the players were stopped");
    let payload = Payload::adjudicated(outcome.clone(), &reason).canonical().expect("canonical");
    let state = game.canonical_state().expect("canonical").expect("dealt");
    let last = bundle.events.last().expect("an event");
    let sealing = Sealing {
        log: LogKind::Game,
        id: last.record.id,
        at: last.record.at,
        kind: Kind::Adjudicated,
        seat: None,
        payload: &payload,
        state: Some(&state),
    };
    let (record, hash) = seal(&seed, Some(Head { index: 4, hash: last.hash }), sealing).expect("sealed");
    bundle.receipt = Receipt { game: record.id, head: Head { index: 5, hash } }.sign(&signer());
    bundle.public_key = signer().verifier().to_string();
    bundle.outcome = Some(outcome.clone());
    bundle.events.push(Event {
        record,
        hash,
        payload: Some(RawValue::from_string(String::from_utf8(payload).expect("UTF-8")).expect("JSON")),
        payload_salt: Some(payload_salt(&seed, 5)),
        state_salt: Some(state_salt(&seed, 5)),
        texts: vec![reason],
    });
    bundle
}

#[test]
fn a_whole_bundle_is_verified_and_every_level_says_what_was_checked() {
    let audit = verified(|_| {});
    let said: Vec<(Level, LevelStatus, &str)> =
        audit.levels.iter().map(|report| (report.level, report.status, report.detail.as_str())).collect();
    let passed = |level, said| (level, LevelStatus::Passed, said);
    let seed = "the seed is the one that was committed to, and every salt comes from it; the organiser supplied the seed \
                and so could know every draw";
    let signature = "the last event is signed by pandect-play+01026039, the bundle's own key: compare it with one that \
                     you got elsewhere";
    let expected = [
        passed(Level::Format, "pandect-replay/2-draft.1, 33 events"),
        passed(Level::Chain, "33 records have their hashes and link to each other"),
        passed(Level::Commitments, "33 payloads open to what was committed"),
        passed(Level::Seed, seed),
        passed(Level::Rules, "33 events follow the rules"),
        passed(Level::States, "every state is the one that was committed to"),
        passed(Level::Outcome, "the outcome is the one reached by the rules: last one left in the competition"),
        passed(Level::Signature, signature),
    ];
    assert_eq!((audit.verdict, said), (Verdict::Verified, expected.to_vec()));
    let key = bundle().public_key.parse().expect("a key");
    let trusting = verify(&bundle(), Some(&key));
    let said = "the last event is signed by pandect-play+01026039, the key you trust";
    assert_eq!(level(&trusting, Level::Signature), (LevelStatus::Passed, said));
}

#[test]
fn a_bundle_of_a_running_game_is_verified_as_far_as_it_is_told() {
    let audit = verified(|bundle| run_on(bundle, 3));
    let opened = "30 payloads open to what was committed; 3 are concealed until the game is over";
    assert_eq!(level(&audit, Level::Commitments), (LevelStatus::Passed, opened));
    let later = (LevelStatus::Skipped, "the server seed is told when the game is over");
    assert_eq!(level(&audit, Level::Seed), later);
    let draws = (LevelStatus::Skipped, "the draws are known when the game is over and its seed is told");
    for of_the_seed in [Level::Rules, Level::States, Level::Outcome] {
        assert_eq!(level(&audit, of_the_seed), draws);
    }
    assert_eq!((audit.verdict, found(&audit)), (Verdict::Incomplete, vec![]));
}

#[test]
fn of_a_file_in_another_format_only_the_format_is_checked() {
    let audit = verified(|bundle| bundle.format = "pandect-tournament/2-draft.1".into());
    let other = "the format is not that of the bundle of a game";
    assert_eq!(at_level(&audit, Level::Format), [(Tampering::Malformed, None, other)]);
    let formats = (Some("pandect-replay/2-draft.1".into()), Some("pandect-tournament/2-draft.1".into()));
    assert_eq!(values(&audit, Level::Format), formats);
    assert_eq!(level(&audit, Level::Chain), (LevelStatus::Skipped, "not reached"));
    let empty = verified(|bundle| bundle.events.clear());
    let none = "there is no event; a log has at least the one that created the game";
    assert_eq!(at_level(&empty, Level::Format), [(Tampering::Malformed, None, none)]);
    assert_eq!(level(&empty, Level::Chain), (LevelStatus::Skipped, "not reached"));
}

#[test]
fn what_an_event_shows_that_it_should_not_or_hides_is_a_matter_of_the_format() {
    let malformed = |change: &dyn Fn(&mut Bundle)| {
        let audit = verified(change);
        let found = at_level(&audit, Level::Format);
        found.into_iter().map(|(_, index, detail)| (index, detail.to_owned())).collect::<Vec<_>>()
    };
    let at_2 = |detail: &str| vec![(Some(2), detail.to_owned())];
    let log = "the record is not of the log of a game";
    assert_eq!(malformed(&|bundle| bundle.events[2].record.log = LogKind::Tournament), at_2(log));
    let version = "the version of the record is not known here";
    assert_eq!(malformed(&|bundle| bundle.events[2].record.v = 2), at_2(version));
    let together = "a payload and its salt are shown together or not at all";
    assert_eq!(malformed(&|bundle| bundle.events[2].payload = None), at_2(together));
    assert_eq!(malformed(&|bundle| bundle.events[2].payload_salt = None), at_2(together));
    let hidden = |bundle: &mut Bundle| (bundle.events[2].payload, bundle.events[2].payload_salt) = (None, None);
    assert_eq!(malformed(&hidden), at_2("the payload is hidden although the server seed is told"));
    let salt = "the state's salt is shown exactly when the server seed is told and there is a state";
    assert_eq!(malformed(&|bundle| bundle.events[2].state_salt = None), at_2(salt));
    let early = |bundle: &mut Bundle| {
        run_on(bundle, 0);
        bundle.events[2].state_salt = Some(Salt::new([0; 32]));
    };
    assert_eq!(malformed(&early), at_2(salt));
    assert_eq!(malformed(&|bundle| bundle.events[2].record.state = None), at_2(salt));
    let untold = |bundle: &mut Bundle| {
        run_on(bundle, 0);
        bundle.outcome = self::bundle().outcome;
    };
    let outcome = "there is an outcome and no server seed; when a game is over its seed is told";
    assert_eq!(malformed(&untold), [(None, outcome.to_owned())]);
}

#[test]
fn a_payload_that_does_not_open_is_found_with_both_commitments() {
    let committed = bundle().events[3].record.payload;
    let audit = verified(|bundle| bundle.events[3].payload = payload(r#"{"move":1}"#));
    let edited = (Tampering::Edited, Some(3), "the payload of event 3 does not open what was committed");
    assert_eq!(at_level(&audit, Level::Commitments), [edited]);
    let (expected, found) = values(&audit, Level::Commitments);
    assert_eq!(expected, Some(committed.to_string()));
    let salt = bundle().events[3].payload_salt.expect("shown");
    let opened = crate::kernel::payload_commitment(&salt, &canonical(&json!({"move": 1})).expect("canonical"));
    assert_eq!(found, Some(opened.to_string()));
    let float = verified(|bundle| bundle.events[3].payload = payload("0.5"));
    let [(Tampering::Malformed, Some(3), detail)] = at_level(&float, Level::Commitments)[..] else {
        panic!("{float:?}")
    };
    assert!(detail.starts_with("the payload of event 3 has no commitment: "), "{detail}");
    // However it is spelt, it is the same payload.
    let spelt = verified(|bundle| {
        let text = bundle.events[3].payload.as_ref().expect("shown").get().replace(':', " : ");
        bundle.events[3].payload = payload(&text);
    });
    assert_eq!(spelt.verdict, Verdict::Verified);
}

#[test]
fn another_seed_is_found_and_nothing_is_replayed_with_it() {
    let other = ServerSeed::new([9; 32]);
    let audit = verified(|bundle| bundle.server_seed = Some(other));
    let seed = "the seed is not the one that was committed to when the game was created";
    assert_eq!(at_level(&audit, Level::Seed), [(Tampering::WrongSeed, Some(0), seed)]);
    let commitment = |seed: &ServerSeed| Some(crate::kernel::seed_commitment(seed).to_string());
    let both = (commitment(&bundle().server_seed.expect("told")), commitment(&other));
    assert_eq!(values(&audit, Level::Seed), both);
    for of_the_seed in [Level::Rules, Level::States, Level::Outcome] {
        assert_eq!(level(&audit, of_the_seed), (LevelStatus::Skipped, "the seed is not the committed one"));
    }
    let unsaid = verified(|bundle| bundle.events[0].payload = payload("{}"));
    let first = "the first payload does not say what the seed was committed to";
    assert_eq!(at_level(&unsaid, Level::Seed), [(Tampering::Malformed, Some(0), first)]);
}

#[test]
fn a_salt_that_does_not_come_from_the_seed_is_found() {
    let [payload, state] =
        ["payload", "state"].map(|what| format!("the {what} salt of event 4 does not come from the seed"));
    let other = Some(Salt::new([9; 32]));
    let of_payload = verified(|bundle| bundle.events[4].payload_salt = other);
    assert_eq!(at_level(&of_payload, Level::Seed), [(Tampering::Edited, Some(4), payload.as_str())]);
    let of_state = verified(|bundle| bundle.events[4].state_salt = other);
    assert_eq!(at_level(&of_state, Level::Seed), [(Tampering::Edited, Some(4), state.as_str())]);
    let right = bundle().events[4].state_salt.map(|salt| salt.to_string());
    assert_eq!(values(&of_state, Level::Seed), (right, other.map(|salt| salt.to_string())));
}

#[test]
fn where_the_rules_refuse_an_event_the_replay_ends() {
    let illegal = |change: &dyn Fn(&mut Bundle)| {
        let audit = verified(change);
        let [(Tampering::Illegal, Some(index), detail)] = at_level(&audit, Level::Rules)[..] else {
            panic!("{audit:?}")
        };
        let end = (LevelStatus::Skipped, "the rules refuse an event; the end cannot be computed");
        assert_eq!(level(&audit, Level::Outcome), end);
        (index, detail.to_owned(), level(&audit, Level::States).0)
    };
    let (index, detail, states) = illegal(&|bundle| bundle.events[6].payload = bundle.events[0].payload.clone());
    assert!(index == 6 && detail.contains("the payload of kind move cannot be read"), "{detail}");
    assert_eq!(states, LevelStatus::Skipped);
    let hidden = illegal(&|bundle| bundle.events[6].payload = None);
    assert_eq!(hidden, (6, "event 6 has no payload".into(), LevelStatus::Skipped));
    let seated = illegal(&|bundle| bundle.events[0].record.seat = Some(Seat(0)));
    assert_eq!(seated, (0, "an event of kind created cannot have a seat".into(), LevelStatus::Skipped));
    let seats = |bundle: &mut Bundle| {
        let text = bundle.events[0].payload.as_ref().expect("shown").get();
        let mut value: Value = serde_json::from_str(text).expect("JSON");
        value["seats"] = json!([value["seats"][0]]);
        bundle.events[0].payload = payload(&value.to_string());
    };
    let (index, detail, _) = illegal(&seats);
    assert!(index == 0 && detail.starts_with("event 0: "), "{detail}");
    let turn =
        |bundle: &mut Bundle| bundle.events[1].record.seat = bundle.events[1].record.seat.map(|seat| Seat(1 - seat.0));
    let (index, detail, _) = illegal(&turn);
    assert!(index == 1 && detail.starts_with("event 1: it is not the turn of seat"), "{detail}");
    // States that were wrong before are told all the same.
    let both = |bundle: &mut Bundle| {
        bundle.events[2].record.state = Some(Hash::ZERO);
        bundle.events[6].payload = None;
    };
    assert_eq!(illegal(&both).2, LevelStatus::Failed);
}

#[test]
fn a_state_that_was_not_reached_is_found_with_both_commitments() {
    let committed = bundle().events[5].record.state.map(|state| state.to_string());
    let audit = verified(|bundle| bundle.events[5].record.state = Some(Hash::ZERO));
    let detail = "the state after event 5 is not the one that was committed to";
    assert_eq!(at_level(&audit, Level::States), [(Tampering::WrongDraw, Some(5), detail)]);
    assert_eq!(values(&audit, Level::States), (committed.clone(), Some("0".repeat(64))));
    let none = verified(|bundle| (bundle.events[5].record.state, bundle.events[5].state_salt) = (None, None));
    assert_eq!(values(&none, Level::States), (committed, Some("null".into())));
}

#[test]
fn an_outcome_is_the_one_that_the_log_leads_to() {
    let other = Outcome::by_score(vec![1, 0], Reason::of("seat-0-says-so"));
    let wrong = verified(|bundle| bundle.outcome = Some(other.clone()));
    let detail = "the outcome is not the one that the log leads to";
    assert_eq!(at_level(&wrong, Level::Outcome), [(Tampering::WrongOutcome, None, detail)]);
    let reached =
        r#"{"forfeited":[],"ranking":[[1],[0]],"reason":{"type":"last-one-left","values":{}},"scores":[0,1]}"#;
    let stated =
        r#"{"forfeited":[],"ranking":[[0],[1]],"reason":{"type":"seat-0-says-so","values":{}},"scores":[1,0]}"#;
    assert_eq!(values(&wrong, Level::Outcome), (Some(reached.into()), Some(stated.into())));
    let unsaid = verified(|bundle| bundle.outcome = None);
    let detail = "the game is over, and no outcome stands here";
    assert_eq!(at_level(&unsaid, Level::Outcome), [(Tampering::WrongOutcome, None, detail)]);
    let cut = verified(|bundle| bundle.events.truncate(20));
    let detail = "an outcome stands here, and the log ends before the game does";
    assert_eq!(at_level(&cut, Level::Outcome), [(Tampering::Truncated, Some(20), detail)]);
    let running = verified(|bundle| {
        bundle.events.truncate(20);
        bundle.outcome = None;
    });
    assert_eq!(level(&running, Level::Outcome), (LevelStatus::Skipped, "the game is not over"));
}

#[test]
fn an_adjudicated_outcome_is_told_as_such() {
    let outcome = Outcome::by_score(vec![0, 0], Reason::ADJUDICATED);
    let bundle = adjudicated(&outcome);
    let audit = verify(&bundle, None);
    let said = "the outcome is the one adjudicated: an organiser ended the game";
    assert_eq!(level(&audit, Level::Outcome), (LevelStatus::Passed, said));
    assert_eq!(audit.verdict, Verdict::Verified, "{audit:?}");
    let mut more = bundle;
    more.events.push(more.events[4].clone());
    let audit = verify(&more, None);
    let [(Tampering::Illegal, Some(6), detail)] = at_level(&audit, Level::Rules)[..] else { panic!("{audit:?}") };
    assert_eq!(detail, "event 6: the game is over");
}

#[test]
fn a_receipt_is_of_the_last_event_of_its_log() {
    let of = |head: Head, id: Uuid| {
        let mut bundle = adjudicated(&Outcome::by_score(vec![0, 0], Reason::ADJUDICATED));
        bundle.receipt = Receipt { game: id, head }.sign(&signer());
        verify(&bundle, None)
    };
    let bundle = adjudicated(&Outcome::by_score(vec![0, 0], Reason::ADJUDICATED));
    let id = bundle.events[0].record.id;
    let head = |index: usize| Head { index: index as u64, hash: bundle.events[index].hash };
    assert_eq!(found(&of(head(5), id)), []);
    let earlier = of(head(3), id);
    let follow = (Tampering::Inserted, Some(4), "events follow the one that the receipt is of");
    assert_eq!(at_level(&earlier, Level::Signature), [follow]);
    let later = of(Head { index: 7, hash: Hash::ZERO }, id);
    let cut = (Tampering::Truncated, Some(6), "the receipt is of an event that is cut off");
    assert_eq!(at_level(&later, Level::Signature), [cut]);
    assert_eq!(values(&later, Level::Signature), (Some("7".into()), Some("5".into())));
    let other = of(Head { index: 5, hash: Hash::ZERO }, id);
    let edited = (Tampering::Edited, Some(5), "the signed hash is not the hash of this event");
    assert_eq!(at_level(&other, Level::Signature), [edited]);
    assert_eq!(values(&other, Level::Signature), (Some("0".repeat(64)), Some(bundle.events[5].hash.to_string())));
    let foreign = of(head(5), Uuid::from_u128(2));
    assert_eq!(at_level(&foreign, Level::Signature), [(Tampering::Edited, Some(5), "the receipt is of another log")]);
    assert_eq!(values(&foreign, Level::Signature), (Some(id.to_string()), Some(Uuid::from_u128(2).to_string())));
}

#[test]
fn a_key_that_is_not_trusted_or_none_is_found() {
    let trusted = stranger().verifier();
    let audit = verify(&bundle(), Some(&trusted));
    let detail = "the bundle names another key than the one you trust";
    assert_eq!(at_level(&audit, Level::Signature), [(Tampering::WrongKey, None, detail)]);
    assert_eq!(values(&audit, Level::Signature), (Some(trusted.to_string()), Some(bundle().public_key)));
    let none = verified(|bundle| bundle.public_key = "no key".into());
    let [(Tampering::Malformed, None, detail)] = at_level(&none, Level::Signature)[..] else { panic!("{none:?}") };
    assert!(detail.starts_with("the public key cannot be read: "), "{detail}");
    let unsigned = verified(|bundle| bundle.receipt = "nothing".into());
    let [(Tampering::Malformed, None, detail)] = at_level(&unsigned, Level::Signature)[..] else {
        panic!("{unsigned:?}")
    };
    assert!(detail.starts_with("the receipt does not hold: "), "{detail}");
}

#[test]
fn of_many_findings_the_first_are_listed() {
    let audit = verified(|bundle| {
        for event in &mut bundle.events {
            event.record.state = Some(Hash::ZERO);
        }
    });
    assert_eq!(at_level(&audit, Level::States).len(), 20);
    let report = audit.levels.iter().find(|report| report.level == Level::States).expect("the level");
    assert_eq!((report.status, report.first_bad_index), (LevelStatus::Failed, Some(0)));
}

#[test]
fn text_that_is_no_bundle_fails_with_what_is_wrong_and_where() {
    let said = |text: &str| {
        let audit = verify_json(text.as_bytes(), None);
        assert_eq!((audit.verdict, audit.findings.len()), (Verdict::Failed, 1));
        audit.findings[0].detail.clone()
    };
    assert_eq!(said(""), "EOF while parsing a value at line 1 column 0");
    let mut document = serde_json::to_value(bundle()).expect("JSON");
    document["events"][2]["record"]["index"] = json!("two");
    let detail = said(&document.to_string());
    assert!(detail.contains("expected u64") && detail.ends_with("(at events[2].record.index)"), "{detail}");
    let names = Level::OF_A_BUNDLE.map(Level::name);
    assert_eq!(names, ["format", "chain", "commitments", "seed", "rules", "states", "outcome", "signature"]);
    for level in Level::OF_A_BUNDLE.into_iter().chain(Level::OF_A_TOURNAMENT) {
        assert_eq!(serde_json::to_value(level).expect("JSON"), level.name());
    }
}
