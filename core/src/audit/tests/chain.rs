//! What was done to a log, and exactly what is said of it.

use super::*;
use crate::audit::chain::check_chain;

fn findings(events: &Log) -> Vec<Finding> {
    check_chain(&links(events))
}

fn found_in(events: &Log) -> Vec<(Tampering, Option<u64>)> {
    findings(events).into_iter().map(|finding| (finding.tampering, finding.index)).collect()
}

fn after(change: impl FnOnce(&mut Log)) -> Vec<(Tampering, Option<u64>)> {
    let mut events = log(1, 6);
    change(&mut events);
    found_in(&events)
}

#[test]
fn of_a_whole_log_nothing_is_said() {
    assert_eq!(after(|_| {}), []);
    assert_eq!(found_in(&log(1, 1)), []);
    assert_eq!(found_in(&Vec::new()), []);
}

#[test]
fn an_edited_record_is_named_alone() {
    for index in 0..6 {
        let edited = after(|events| events[index].0.at = at(2));
        assert_eq!(edited, [(Tampering::Edited, Some(index as u64))]);
    }
    let two = after(|events| (events[0].0.at, events[3].0.at) = (at(2), at(2)));
    assert_eq!(two, [(Tampering::Edited, Some(0)), (Tampering::Edited, Some(3))]);
    // Nothing that an edited record says is held against it a second time.
    let linked = after(|events| events[0].0.prev = Hash::of(b"before"));
    assert_eq!(linked, [(Tampering::Edited, Some(0))]);
}

#[test]
fn an_edited_record_without_a_hash_is_told_why() {
    let mut events = log(1, 2);
    events[1].0.index = 1 << 53;
    assert_eq!(found_in(&events), [(Tampering::Edited, Some(1))]);
    assert_eq!(
        findings(&events)[0].detail,
        "no canonical JSON: the integer 9007199254740992 is not below 2^53 in size"
    );
}

#[test]
fn missing_events_are_named_by_the_first_of_them() {
    for index in 0..5 {
        assert_eq!(after(|events| drop(events.drain(index..=index))), [(Tampering::Removed, Some(index as u64))]);
    }
    assert_eq!(after(|events| drop(events.drain(1..4))), [(Tampering::Removed, Some(1))]);
    let apart = after(|events| {
        events.remove(4);
        events.remove(1);
    });
    assert_eq!(apart, [(Tampering::Removed, Some(1)), (Tampering::Removed, Some(4))]);
    let mut events = log(1, 6);
    events.drain(1..4);
    assert_eq!(findings(&events)[0].detail, "3 events are missing before event 4");
}

#[test]
fn two_events_that_changed_places_are_one_finding() {
    for index in 0..5 {
        let swapped = after(|events| events.swap(index, index + 1));
        assert_eq!(swapped, [(Tampering::Reordered, Some(index as u64))]);
    }
}

#[test]
fn an_event_that_stands_twice_is_inserted() {
    for index in 0..6 {
        let doubled = after(|events| events.insert(index, events[index].clone()));
        assert_eq!(doubled, [(Tampering::Inserted, Some(index as u64))]);
    }
}

#[test]
fn an_event_of_another_log_is_inserted() {
    let foreign = log(2, 6);
    let inserted = after(|events| events.insert(3, foreign[2].clone()));
    assert_eq!(inserted, [(Tampering::Inserted, Some(2)); 2], "a second event 2, and of another log");
    let replaced = after(|events| events[5] = foreign[5].clone());
    assert_eq!(replaced, [(Tampering::Inserted, Some(5))]);
}

#[test]
fn of_two_whole_records_that_do_not_link_the_rewritten_one_is_named() {
    for index in 0..5 {
        let rewritten = after(|events| rewrite(&mut events[index], |record| record.at = at(2)));
        assert_eq!(rewritten, [(Tampering::Edited, Some(index as u64))], "the next one links to what it was");
    }
    let away = |record: &mut Record| record.prev = Hash::of(b"another");
    for index in 1..5 {
        let neither = after(|events| rewrite(&mut events[index], away));
        let found = [(Tampering::Edited, Some(index as u64)); 2];
        assert_eq!(neither, found, "it links to nothing, and nothing links to it");
    }
    let first = after(|events| rewrite(&mut events[0], away));
    assert_eq!(first, [(Tampering::Edited, Some(0)); 2], "it links to an event before it, and nothing links to it");
}

#[test]
fn a_gap_does_not_hide_what_stands_behind_it() {
    let gap_and_edit = after(|events| {
        events[4].0.at = at(2);
        events.remove(1);
    });
    assert_eq!(gap_and_edit, [(Tampering::Removed, Some(1)), (Tampering::Edited, Some(4))]);
}

#[test]
fn an_event_that_says_it_was_accepted_before_the_one_it_follows_is_found() {
    let mut events = log(1, 4);
    rewrite(&mut events[2], |record| record.at = at(0));
    let (record, hash) = (events[3].0.clone(), events[2].1);
    events[3] = (Record { prev: hash, ..record }, Hash::ZERO);
    events[3].1 = events[3].0.hash().expect("canonical");
    let found = findings(&events);
    let [finding] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((finding.tampering, finding.index), (Tampering::Edited, Some(2)));
    assert_eq!(finding.detail, "event 2 was accepted before the event before it");
    assert_eq!(finding.expected.as_deref(), Some("2026-01-02T03:04:01.000Z or later"));
    assert_eq!(finding.found.as_deref(), Some("2026-01-02T03:04:00.000Z"));
}
