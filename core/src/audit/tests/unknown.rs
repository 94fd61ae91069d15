//! What is not known here is not judged: other labels, other rulesets and versions; and words, which may be gone.

use serde_json::{Value, json};

use super::*;
use crate::kernel::{Salt, Text, canonical, payload_commitment, payload_salt};
use crate::rulesets::any::RulesetName;

fn bundle() -> Bundle {
    let text = include_str!("../../../../fixtures/bundles/2-draft.1/red-panda-33.pandect.json");
    serde_json::from_str(text).expect("a bundle")
}

/// The game with another first payload, every hash behind it and the receipt made anew: as a program that knows what is in
/// it would have written it.
fn created_with(change: impl FnOnce(&mut Value)) -> Bundle {
    let mut bundle = bundle();
    let mut payload: Value =
        serde_json::from_str(bundle.events[0].payload.as_ref().expect("open").get()).expect("JSON");
    change(&mut payload);
    let (seed, json) = (bundle.server_seed.expect("told"), canonical(&payload).expect("canonical"));
    bundle.events[0].record.payload = payload_commitment(&payload_salt(&seed, 0), &json);
    bundle.events[0].payload = Some(serde_json::value::to_raw_value(&payload).expect("JSON"));
    let mut prev = Hash::ZERO;
    for event in &mut bundle.events {
        event.record.prev = prev;
        event.hash = event.record.hash().expect("canonical");
        prev = event.hash;
    }
    let last = bundle.events.last().expect("an event");
    let head = Head { index: last.record.index, hash: last.hash };
    bundle.receipt = Receipt { game: last.record.id, head }.sign(&signer());
    bundle.public_key = signer().verifier().to_string();
    bundle
}

fn statuses(audit: &Audit) -> Vec<(Level, LevelStatus)> {
    audit.levels.iter().map(|report| (report.level, report.status)).collect()
}

#[test]
fn a_version_of_a_ruleset_that_is_not_known_skips_the_levels_that_need_it() {
    use LevelStatus::{Passed, Skipped};
    let name = |name: &'static str| move |payload: &mut Value| payload["ruleset"]["name"] = json!(name);
    let version = |payload: &mut Value| {
        payload["ruleset"]["version"] = json!(99);
        payload["options"] = json!({"something": "new"});
    };
    let sentence = "red-panda version 99 is not known here; this program knows 1";
    let names = RulesetName::ALL.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ");
    let another = format!("the ruleset \"go\" is not known here; this program knows {names}");
    for (bundle, sentence) in [(created_with(version), sentence), (created_with(name("go")), &*another)] {
        let audit = verify(&bundle, Some(&signer().verifier()));
        assert_eq!(
            statuses(&audit),
            [
                (Level::Format, Passed),
                (Level::Chain, Passed),
                (Level::Commitments, Passed),
                (Level::Seed, Passed),
                (Level::Rules, Skipped),
                (Level::States, Skipped),
                (Level::Outcome, Skipped),
                (Level::Signature, Passed),
            ]
        );
        assert_eq!(level(&audit, Level::Rules), (Skipped, sentence));
        assert_eq!((audit.verdict, audit.unknown.as_deref()), (Verdict::Incomplete, Some(sentence)));
    }
}

#[test]
fn what_is_wrong_beside_an_unknown_version_is_found_all_the_same() {
    let mut bundle = created_with(|payload| payload["ruleset"]["version"] = json!(99));
    bundle.events[3].hash = Hash::ZERO;
    let audit = verify(&bundle, None);
    assert_eq!(audit.verdict, Verdict::Failed);
    assert_eq!(level(&audit, Level::Chain).0, LevelStatus::Failed);
}

#[test]
fn under_another_label_nothing_is_judged_whatever_else_is_in_the_file() {
    let sentence = "draft 7 is not known here; this program knows draft 1";
    let mut read = bundle();
    read.format = "pandect-replay/2-draft.7".into();
    let unread = br#"{"format":"pandect-replay/2-draft.7","something":"new"}"#;
    for audit in [verify(&read, None), verify_json(unread, None)] {
        assert!(audit.levels.iter().all(|report| report.status == LevelStatus::Skipped && report.detail == sentence));
        assert_eq!((audit.levels.len(), audit.verdict, audit.findings.len()), (8, Verdict::Incomplete, 0));
        assert_eq!(audit.unknown.as_deref(), Some(sentence));
    }
    let of_the_first = verify_json(br#"{"format":"pandect-replay/1"}"#, None);
    let known = Some("the label \"1\" is not known here; this program knows 2-draft.1");
    assert_eq!((of_the_first.verdict, of_the_first.unknown.as_deref()), (Verdict::Incomplete, known));
    assert_eq!(verify_json(br#"{"format":"pandect-replayed/1"}"#, None).verdict, Verdict::Failed);
}

#[test]
fn a_text_may_be_gone_and_is_counted_and_one_that_is_there_is_the_one_that_was_committed_to() {
    let commitments = |change: &dyn Fn(&mut Vec<Text>)| {
        let mut bundle = bundle();
        change(&mut bundle.events[0].texts);
        let audit = verify(&bundle, None);
        let (status, detail) = level(&audit, Level::Commitments);
        (status, detail.to_owned(), audit.verdict)
    };
    let whole = "33 payloads open to what was committed";
    let passed = |said: &str| (LevelStatus::Passed, said.to_owned(), Verdict::Verified);
    assert_eq!(commitments(&|_| {}), passed(whole));
    assert_eq!(commitments(&|texts| drop(texts.remove(0))), passed(&format!("{whole}; 1 text erased or left out")));
    assert_eq!(commitments(&Vec::clear), passed(&format!("{whole}; 2 texts erased or left out")));
    let failed = |said: String| (LevelStatus::Failed, said, Verdict::Failed);
    let committed = bundle().events[0].texts[1].commitment;
    let closed = failed(format!("a text of event 0 does not open its commitment {committed}"));
    assert_eq!(commitments(&|texts| texts[1].text.push(' ')), closed);
    assert_eq!(commitments(&|texts| texts[1].salt = Salt::new([0; 32])), closed);
    let foreign = failed("event 0 shows a text that its payload does not commit to there".into());
    assert_eq!(commitments(&|texts| texts.push(Text::new(Salt::new([0; 32]), "Eve"))), foreign);
    assert_eq!(commitments(&|texts| texts.swap(0, 1)), foreign, "they stand in the order of the payload");
    assert_eq!(commitments(&|texts| texts.push(texts[0].clone())), foreign);
    let mut elsewhere = bundle();
    let text = elsewhere.events[0].texts[0].clone();
    elsewhere.events[5].texts.push(text);
    assert_eq!(verify(&elsewhere, None).verdict, Verdict::Failed, "a move commits to no words");
}
