//! Receipts that somebody kept, held against a log.

use super::*;
use crate::audit::chain::{contradicted, head_in_words};
use crate::audit::receipt::commit::tests::signed as of_a_commit;

fn receipts(events: &Log, files: &[Kept]) -> Audit {
    held(events, &Evidence { receipts: Some(files), ..Evidence::default() })
}

#[test]
fn receipts_of_what_the_log_has_pass_and_say_how_far_they_reach() {
    let events = log(1, 6);
    let audit = receipts(&events, &[receipt(&events, 3), receipt(&events, 1)]);
    let said = "the log has what 2 receipts say, the last of event 3 of 5; they say nothing of what follows";
    assert_eq!(level(&audit, Level::Receipts), (LevelStatus::Passed, said));
    let audit = receipts(&events, &[receipt(&events, 5)]);
    let said = "the log has what 1 receipt says, the last of event 5 of 5";
    assert_eq!(level(&audit, Level::Receipts), (LevelStatus::Passed, said));
}

#[test]
fn receipts_of_other_logs_say_nothing_of_this_one() {
    let (events, other) = (log(1, 6), log(2, 6));
    let audit = receipts(&events, &[receipt(&other, 1), receipt(&other, 2)]);
    assert_eq!(level(&audit, Level::Receipts), (LevelStatus::Skipped, "none of the 2 receipts is of this log"));
    let audit = receipts(&events, &[receipt(&other, 1), receipt(&events, 5)]);
    assert_eq!(level(&audit, Level::Receipts).0, LevelStatus::Passed);
    assert!(!has(&held(&events, &Evidence::default()), Level::Receipts), "nobody asked");
}

#[test]
fn a_receipt_that_does_not_open_is_found_by_what_is_wrong_with_it() {
    let events = log(1, 6);
    let of = |key: &SignerKey| Receipt { game: events[0].0.id, head: head(&events, 2) }.sign(key);
    let tampering = |text: String| {
        let audit = receipts(&events, &[kept("a", text), receipt(&events, 5)]);
        let (status, said) = level(&audit, Level::Receipts);
        assert!(status == LevelStatus::Failed && said.starts_with("a is no receipt that holds: "), "{said}");
        found(&audit)
    };
    assert_eq!(tampering("nonsense".into()), [(Level::Receipts, Tampering::Malformed, None)]);
    assert_eq!(tampering(signer().sign("something else\n")), [(Level::Receipts, Tampering::Malformed, None)]);
    assert_eq!(tampering(of(&stranger())), [(Level::Receipts, Tampering::WrongKey, None)]);
    let altered = of(&signer()).replacen("\n2\n", "\n3\n", 1);
    assert_eq!(tampering(altered), [(Level::Receipts, Tampering::WrongSignature, None)]);
}

#[test]
fn a_note_may_end_in_what_an_editor_leaves() {
    let events = log(1, 6);
    let mut file = receipt(&events, 5);
    file.text.extend(b"\n \n");
    assert_eq!(level(&receipts(&events, &[file]), Level::Receipts).0, LevelStatus::Passed);
}

#[test]
fn receipts_of_a_commit_say_as_much_as_receipts_of_their_own() {
    let (events, other) = (log(1, 6), log(2, 6));
    let commit = |events: &Log| {
        let own = |index| Receipt { game: events[0].0.id, head: head(events, index) };
        let foreign = Receipt { game: other[0].0.id, head: head(&other, 4) };
        let files = of_a_commit(&[own(2), foreign, own(3), own(5)], &signer());
        files.into_iter().enumerate().map(|(place, text)| kept(&format!("commit-{place}"), text)).collect::<Vec<_>>()
    };
    let said = "the log has what 3 receipts say, the last of event 5 of 5";
    assert_eq!(level(&receipts(&events, &commit(&events)), Level::Receipts), (LevelStatus::Passed, said));
    let audit = receipts(&rewritten(&events, 3), &commit(&events));
    let rewritten = |index| (Level::Receipts, Tampering::Rewritten, Some(index));
    assert_eq!(found(&audit), [rewritten(3), rewritten(5)]);
    let audit = receipts(&events[..4].to_vec(), &commit(&events));
    assert_eq!(found(&audit), [(Level::Receipts, Tampering::Truncated, Some(4))]);
    let mut forged = commit(&events);
    let text = String::from_utf8(forged[3].text.clone()).expect("UTF-8");
    forged[3].text = text.replacen(r"\n5\n", r"\n4\n", 1).into_bytes();
    assert_eq!(found(&receipts(&events, &forged)), [(Level::Receipts, Tampering::WrongSignature, None)]);
}

#[test]
fn a_receipt_with_a_label_that_is_not_known_here_is_not_judged_and_hides_no_finding() {
    let events = log(1, 6);
    let unknown = kept("new", r#"{"format":"pandect-receipt/2-draft.7","whatever":true}"#);
    let audit = receipts(&events, &[receipt(&events, 5), unknown.clone()]);
    let why = "new: draft 7 is not known here; this program knows draft 1";
    assert_eq!(level(&audit, Level::Receipts), (LevelStatus::Skipped, why));
    assert_eq!(audit.verdict, Verdict::Incomplete);
    let audit = receipts(&rewritten(&events, 3), &[receipt(&events, 5), unknown]);
    assert_eq!(found(&audit), [(Level::Receipts, Tampering::Rewritten, Some(5))]);
}

#[test]
fn receipts_of_another_history_are_findings_earliest_first() {
    let events = log(1, 6);
    let other = rewritten(&events, 3);
    let audit = receipts(&other, &[receipt(&events, 5), receipt(&events, 1), receipt(&events, 3)]);
    let rewritten = |index| (Level::Receipts, Tampering::Rewritten, Some(index));
    assert_eq!(found(&audit), [rewritten(3), rewritten(5)]);
    let first = &audit.findings[0];
    assert_eq!(first.detail, "receipt-3 proves that event 3 was another one: the log was written anew");
    let head_in_words = |events: &Log| Some(format!("event 3, hash {}", events[3].1));
    assert_eq!((first.expected.clone(), first.found.clone()), (head_in_words(&events), head_in_words(&other)));
}

#[test]
fn receipts_of_what_is_cut_off_are_one_finding_by_the_last_of_them() {
    let events = log(1, 6);
    let cut = events[..3].to_vec();
    let audit = receipts(&cut, &[receipt(&events, 3), receipt(&events, 5), receipt(&events, 4), receipt(&events, 2)]);
    assert_eq!(found(&audit), [(Level::Receipts, Tampering::Truncated, Some(3))]);
    let finding = &audit.findings[0];
    let said = "receipt-5 proves that there was an event 5, and the log ends before it; 2 more are of events that are \
                cut off";
    assert_eq!(finding.detail, said);
    assert_eq!(finding.expected, Some(format!("event 5, hash {}", events[5].1)));
    assert_eq!(finding.found, Some(format!("event 2, hash {}", events[2].1)));
    let audit = receipts(&cut, &[receipt(&events, 3)]);
    let said = "receipt-3 proves that there was an event 3, and the log ends before it";
    assert_eq!(level(&audit, Level::Receipts), (LevelStatus::Failed, said));
}

#[test]
fn a_head_is_contradicted_where_the_log_has_another_event_or_none() {
    let events = log(1, 6);
    let head_5 = head(&events, 5);
    assert_eq!(contradicted(&links(&events), head_5), None);
    assert_eq!(contradicted(&links(&rewritten(&events, 5)), head_5), Some((Tampering::Rewritten, 5)));
    assert_eq!(contradicted(&links(&events[..2].to_vec()), head_5), Some((Tampering::Truncated, 2)));
    assert_eq!(contradicted(&links(&events[3..].to_vec()), head(&events, 1)), Some((Tampering::Truncated, 1)));
    assert_eq!(contradicted(&[], head_5), Some((Tampering::Truncated, 0)));
    assert_eq!(head_in_words(None), "nothing");
}

#[test]
fn the_key_that_is_trusted_comes_before_the_bundles_own() {
    let events = log(1, 6);
    let (files, trusted) = ([receipt(&events, 5)], stranger().verifier());
    let evidence = Evidence { key: Some(&trusted), receipts: Some(&files), ..Evidence::default() };
    assert_eq!(found(&held(&events, &evidence)), [(Level::Receipts, Tampering::WrongKey, None)]);
    let mut report = Report::default();
    let unknown = Evidence { receipts: Some(&files), ..Evidence::default() };
    hold_against(&links(&events), "no key", &unknown, &mut report);
    assert!(!report.has(Level::Receipts), "without a key nothing is opened");
    let own = signer().verifier().to_string();
    hold_against(&links(&events), &own, &unknown, &mut report);
    assert!(report.has(Level::Receipts) && !report.has(Level::Checkpoint));
}
