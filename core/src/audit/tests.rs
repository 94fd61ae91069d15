//! The audit held against logs and trees that were made by hand.

mod chain;
mod dispute;
mod evidence;
mod levels;
mod trees;
mod unknown;

use uuid::Uuid;

use super::chain::Link;
use super::note::SignerKey;
use super::report::Report;
use super::verify::hold_against;
use super::*;
use crate::kernel::{Hash, Head, Kind, LogKind, Record, Sealing, ServerSeed, Timestamp, seal};

/// Records, each with the hash that stands beside it.
type Log = Vec<(Record, Hash)>;

fn at(second: u32) -> Timestamp {
    format!("2026-01-02T03:04:{second:02}.000Z").parse().expect("a moment")
}

/// So many events of the log of an id.
fn log(id: u128, length: u64) -> Log {
    let mut events = Log::new();
    (0..length).for_each(|_| append(&mut events, id, at(1)));
    events
}

fn append(events: &mut Log, id: u128, at: Timestamp) {
    let head = events.last().map(|(record, hash)| Head { index: record.index, hash: *hash });
    let sealing = Sealing {
        log: LogKind::Game,
        id: Uuid::from_u128(id),
        at,
        kind: if head.is_none() { Kind::Created } else { Kind::Move },
        seat: None,
        payload: b"{}",
        state: None,
    };
    events.push(seal(&ServerSeed::new([1; 32]), head, sealing).expect("sealed"));
}

/// The log of the same id that is another one from an index on.
fn rewritten(events: &Log, from: usize) -> Log {
    let mut other = events[..from].to_vec();
    (from..events.len()).for_each(|_| append(&mut other, events[0].0.id.as_u128(), at(2)));
    other
}

/// Changes a record and writes its new hash beside it.
fn rewrite(event: &mut (Record, Hash), change: impl FnOnce(&mut Record)) {
    change(&mut event.0);
    event.1 = event.0.hash().expect("canonical");
}

fn links(events: &Log) -> Vec<Link<'_>> {
    events.iter().map(|(record, hash)| Link { record, hash: *hash }).collect()
}

fn head(events: &Log, index: usize) -> Head {
    Head { index: index as u64, hash: events[index].1 }
}

fn signer() -> SignerKey {
    SignerKey::new("pandect", &[3; 32]).expect("a key")
}

/// A key that signed nothing of what is true.
fn stranger() -> SignerKey {
    SignerKey::new("pandect", &[4; 32]).expect("a key")
}

fn kept(name: &str, text: impl Into<Vec<u8>>) -> Kept {
    Kept { name: name.into(), text: text.into() }
}

/// The signed receipt of an event.
fn signed(events: &Log, index: usize) -> String {
    Receipt { game: events[0].0.id, head: head(events, index) }.sign(&signer())
}

/// The same, kept under the name of its index.
fn receipt(events: &Log, index: usize) -> Kept {
    kept(&format!("receipt-{index}"), signed(events, index))
}

/// What the evidence adds to the report of a log.
fn held(events: &Log, evidence: &Evidence<'_>) -> Audit {
    let mut report = Report::default();
    hold_against(&links(events), &signer().verifier().to_string(), evidence, &mut report);
    report.close()
}

/// A level of evidence: how it went, and what was said.
#[track_caller]
fn level(audit: &Audit, level: Level) -> (LevelStatus, &str) {
    let report = audit.levels.iter().find(|report| report.level == level).expect("the level");
    (report.status, &report.detail)
}

fn has(audit: &Audit, level: Level) -> bool {
    audit.levels.iter().any(|report| report.level == level)
}

/// What was found: where, what, at which index.
fn found(audit: &Audit) -> Vec<(Level, Tampering, Option<u64>)> {
    audit.findings.iter().map(|finding| (finding.level, finding.tampering, finding.index)).collect()
}
