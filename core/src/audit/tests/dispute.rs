//! Two bundles of one game, and what somebody kept.

use serde_json::value::RawValue;

use super::trees::Forest;
use super::*;
use crate::kernel::Salt;
use crate::log::Event;

/// A bundle with these payloads, and the receipt of its last event.
fn bundle_with(events: &Log, payload: impl Fn(usize) -> Option<&'static str>) -> Bundle {
    let event = |(index, (record, hash)): (usize, &(Record, Hash))| Event {
        record: record.clone(),
        hash: *hash,
        payload: payload(index).map(|text| RawValue::from_string(text.into()).expect("JSON")),
        payload_salt: payload(index).map(|_| Salt::new([5; 32])),
        state_salt: None,
        texts: Vec::new(),
    };
    Bundle {
        format: FORMAT.into(),
        server_seed: None,
        events: events.iter().enumerate().map(event).collect(),
        outcome: None,
        receipt: events.len().checked_sub(1).map_or(String::new(), |last| signed(events, last)),
        public_key: signer().verifier().to_string(),
    }
}

fn bundle(events: &Log) -> Bundle {
    bundle_with(events, |_| Some("{}"))
}

fn dispute(first: &Bundle, second: &Bundle, receipts: &[Kept], proofs: &[Kept]) -> Dispute {
    let evidence = Evidence { receipts: Some(receipts), proofs, ..Evidence::default() };
    Dispute::of(first, second, &evidence).expect("one game")
}

fn parts(dispute: &Dispute) -> Option<(u64, Vec<&str>)> {
    let parting = dispute.parting.as_ref()?;
    Some((parting.index, parting.fields.iter().map(|field| field.field.as_str()).collect()))
}

#[test]
fn only_bundles_of_one_game_are_held_against_each_other() {
    let of = |first: &Log, second: &Log| Dispute::of(&bundle(first), &bundle(second), &Evidence::default());
    assert_eq!(of(&log(1, 3), &log(2, 3)), None);
    assert_eq!(of(&log(1, 3), &Log::new()), None);
    assert_eq!(of(&Log::new(), &log(1, 3)), None);
    assert!(of(&log(1, 3), &log(1, 3)).is_some());
}

#[test]
fn a_log_and_its_beginning_do_not_part() {
    let events = log(1, 6);
    let whole = dispute(&bundle(&events), &bundle(&events), &[], &[]);
    assert_eq!((whole.parting, whole.events, whole.supported, whole.signed_both), (None, [6, 6], Support::Both, false));
    let beginning = dispute(&bundle(&events), &bundle(&events[..4].to_vec()), &[], &[]);
    assert_eq!((beginning.parting, beginning.events, beginning.signed_both), (None, [6, 4], false));
}

#[test]
fn every_field_of_the_first_event_that_differs_is_told_payload_first() {
    let events = log(1, 6);
    let other = rewritten(&events, 3);
    let one = bundle_with(&events, |_| Some(r#"{"move":{"card":7,"type":"kata"}}"#));
    let two = bundle_with(&other, |_| Some(r#"{"move":{"seat":2,"type":"pass"}}"#));
    let all = dispute(&one, &two, &[], &[]);
    assert_eq!(parts(&all), Some((0, vec!["payload.move.card", "payload.move.type", "payload.move.seat"])));
    let difference = |field: &str| {
        let fields = &all.parting.as_ref().expect("they part").fields;
        let difference = fields.iter().find(|difference| difference.field == field).expect("a difference");
        (difference.first.clone(), difference.second.clone())
    };
    assert_eq!(difference("payload.move.card"), (Some(7.into()), None));
    assert_eq!(difference("payload.move.seat"), (None, Some(2.into())));
    assert_eq!(difference("payload.move.type"), (Some("kata".into()), Some("pass".into())));
    let records = dispute(&bundle(&events), &bundle(&other), &[], &[]);
    assert_eq!(parts(&records), Some((3, vec!["record.at", "hash"])));
}

#[test]
fn what_one_of_the_two_hides_is_no_difference() {
    let events = log(1, 6);
    let open = bundle(&events);
    let hidden = bundle_with(&events, |index| (index < 3).then_some("{}"));
    assert_eq!(dispute(&open, &hidden, &[], &[]).parting, None);
    assert_eq!(dispute(&hidden, &open, &[], &[]).parting, None);
    // What a record says is never hidden: no seat is another one than seat 1.
    let mut seated = open.clone();
    seated.events[4].record.seat = Some(crate::kernel::Seat(1));
    assert_eq!(parts(&dispute(&open, &seated, &[], &[])), Some((4, vec!["record.seat"])));
}

#[test]
fn receipts_support_the_log_that_has_their_event() {
    let events = log(1, 6);
    let (other, third) = (rewritten(&events, 3), rewritten(&rewritten(&events, 2), 1));
    let (one, two) = (bundle(&events), bundle(&other));
    let supports = |receipts: &[Kept]| {
        let dispute = dispute(&one, &two, receipts, &[]);
        let each = dispute.witnesses.iter().map(|witness| (witness.index, witness.supports));
        (each.collect::<Vec<_>>(), dispute.supported)
    };
    let (both, first) = (receipt(&events, 2), receipt(&events, 4));
    let (second, neither) = (receipt(&other, 5), receipt(&third, 4));
    assert_eq!(supports(std::slice::from_ref(&both)), (vec![(2, Support::Both)], Support::Both));
    assert_eq!(supports(&[both.clone(), first.clone()]).1, Support::First);
    assert_eq!(supports(&[second.clone(), both]).1, Support::Second);
    assert_eq!(supports(&[first.clone(), neither.clone()]).1, Support::First);
    assert_eq!(supports(std::slice::from_ref(&neither)), (vec![(4, Support::Neither)], Support::Neither));
    let divided = (vec![(4, Support::First), (5, Support::Second)], Support::Divided);
    assert_eq!(supports(&[first, second]), divided);
    // What does not hold, or is of another game, proves nothing.
    assert_eq!(supports(&[kept("a", "nonsense"), receipt(&log(2, 6), 4)]), (vec![], Support::Both));
}

#[test]
fn a_hash_beside_another_record_supports_nothing() {
    let events = log(1, 6);
    let mut edited = bundle(&events);
    edited.events[4].record.at = at(9);
    let dispute = dispute(&bundle(&events), &edited, &[receipt(&events, 4)], &[]);
    assert_eq!((dispute.witnesses[0].supports, dispute.supported), (Support::First, Support::First));
}

#[test]
fn a_proof_of_inclusion_supports_the_log_that_ends_where_its_leaf_says() {
    let events = log(1, 6);
    let other = rewritten(&events, 3);
    let forest = Forest::new(&events, 2, 5);
    let supports = |change: &dyn Fn(&mut Inclusion)| {
        let mut proof = forest.inclusion(2, 5);
        change(&mut proof);
        let file = kept("proof.json", serde_json::to_vec(&proof).expect("JSON"));
        let dispute = dispute(&bundle(&events), &bundle(&other), &[], &[file]);
        dispute.witnesses.iter().map(|witness| (witness.index, witness.supports)).collect::<Vec<_>>()
    };
    assert_eq!(supports(&|_| {}), [(5, Support::First)]);
    assert_eq!(supports(&|proof| proof.leaf.head.hash = other[5].1), []);
    assert_eq!(supports(&|proof| proof.leaf.id = Uuid::from_u128(2)), []);
    assert_eq!(supports(&|proof| proof.audit_path[0] = Hash::ZERO), []);
    assert_eq!(supports(&|proof| proof.checkpoint = forest.note(4)), []);
    assert_eq!(supports(&|proof| proof.checkpoint = Checkpoint::sign(forest.root(5), &stranger())), []);
    // A proof of another leaf of the same tree.
    assert_eq!(supports(&|proof| *proof = forest.inclusion(1, 5)), []);
}

#[test]
fn two_receipts_that_hold_and_contradict_each_other_were_signed_by_one_key() {
    let events = log(1, 6);
    let signed_both = |from: usize, change: &dyn Fn(&mut Bundle)| {
        let mut second = bundle(&rewritten(&events, from));
        change(&mut second);
        dispute(&bundle(&events), &second, &[], &[]).signed_both
    };
    assert!(signed_both(3, &|_| {}));
    assert!(signed_both(5, &|_| {}), "both sign the event at which they part");
    let of_4 = |bundle: &mut Bundle| bundle.receipt = signed(&events, 4);
    assert!(!signed_both(5, &of_4), "the receipt is of what both have");
    assert!(!signed_both(3, &of_4), "the bundle does not have what its receipt is of");
    assert!(!signed_both(3, &|bundle| bundle.receipt = String::new()));
    let foreign = Evidence { key: Some(&stranger().verifier()), ..Evidence::default() };
    let other = bundle(&rewritten(&events, 3));
    assert!(!Dispute::of(&bundle(&events), &other, &foreign).expect("one game").signed_both);
}
