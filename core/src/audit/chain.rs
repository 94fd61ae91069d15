//! The chain level: every record has its hash and links to the one before; what was done to it is told apart.

use super::report::{Finding, Level, Tampering};
use crate::kernel::{Hash, Head, Record};

/// A record with the hash that stands beside it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link<'a> {
    pub(super) record: &'a Record,
    pub(super) hash: Hash,
}

/// A finding about the event at `index`.
fn finding(tampering: Tampering, index: u64, detail: String) -> Finding {
    Finding::new(Level::Chain, tampering, Some(index), detail)
}

/// Whether the record still has the hash that stands beside it. One that has not was edited, and nothing it says of
/// its place can be trusted.
fn is_intact(event: &Link<'_>) -> bool {
    event.record.hash() == Ok(event.hash)
}

/// Everything that is wrong with the chain, earliest first.
pub(super) fn check_chain(events: &[Link<'_>]) -> Vec<Finding> {
    let intact: Vec<bool> = events.iter().map(is_intact).collect();
    let mut findings = check_places(events, &intact);
    findings.extend(check_links(events, &intact));
    findings.sort_by_key(|finding| finding.index);
    findings
}

/// Holds each record's index against its place: gaps, doubles and swaps.
fn check_places(events: &[Link<'_>], intact: &[bool]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut next = 0;
    for (at, (event, intact)) in events.iter().zip(intact).enumerate() {
        let index = event.record.index;
        if !intact {
            findings.push(edited(event, next));
            next += 1;
            continue;
        }
        let elsewhere = |wanted, events: &[Link<'_>]| events.iter().any(|event| event.record.index == wanted);
        if index > next && elsewhere(next, &events[at..]) {
            findings.push(finding(
                Tampering::Reordered,
                next,
                format!("event {index} stands where event {next} belongs"),
            ));
        } else if index > next {
            let detail = format!("{} events are missing before event {index}", index - next);
            findings.push(finding(Tampering::Removed, next, detail));
        } else if index < next {
            if elsewhere(index, &events[..at]) {
                findings.push(finding(Tampering::Inserted, index, format!("there is a second event {index}")));
            }
            continue;
        }
        next = index.saturating_add(1);
    }
    findings
}

fn edited(event: &Link<'_>, index: u64) -> Finding {
    let finding =
        finding(Tampering::Edited, index, format!("the record of event {index} does not have the hash beside it"));
    match event.record.hash() {
        Ok(hash) => finding.values(&event.hash, &hash),
        Err(error) => Finding { detail: error.to_string(), ..finding },
    }
}

/// Holds each link against the record it points to.
fn check_links(events: &[Link<'_>], intact: &[bool]) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let (Some(first), Some(true)) = (events.first(), intact.first())
        && first.record.index == 0
        && first.record.prev != Hash::ZERO
    {
        let detail = "the first record links to one before it";
        findings.push(finding(Tampering::Edited, 0, detail.into()).values(&Hash::ZERO, &first.record.prev));
    }
    let id = events.first().map(|first| first.record.id);
    // Only a whole record is taken at its word.
    let (own, others): (Vec<_>, Vec<_>) =
        events.iter().zip(intact).partition(|(event, intact)| !**intact || Some(event.record.id) == id);
    for (event, _) in others {
        let detail = format!("event {} is of another log", event.record.index);
        findings.push(finding(Tampering::Inserted, event.record.index, detail));
    }
    for (at, [(before, before_intact), (event, intact)]) in own.array_windows().enumerate() {
        if **intact && breaks(before, event.record) {
            findings.push(broken_link(before, event, own.get(at + 2).map(|(after, _)| after.record)));
        } else if **intact && **before_intact && event.record.at < before.record.at {
            findings.push(backward(before.record, event.record));
        }
    }
    findings
}

/// An event that says it was accepted before the one that it follows.
fn backward(before: &Record, record: &Record) -> Finding {
    let detail = format!("event {} was accepted before the event before it", record.index);
    finding(Tampering::Edited, record.index, detail).values(&format!("{} or later", before.at), &record.at)
}

/// Whether a record that should follow `before` links to something else.
fn breaks(before: &Link<'_>, record: &Record) -> bool {
    before.record.index.checked_add(1) == Some(record.index) && record.prev != before.hash
}

/// Who was rewritten when two whole records do not link: the later one if what follows it does not link to it either,
/// the earlier one otherwise.
fn broken_link(before: &Link<'_>, event: &Link<'_>, after: Option<&Record>) -> Finding {
    let rewritten = match after {
        Some(after) if breaks(event, after) => event,
        _ => before,
    };
    let index = rewritten.record.index;
    let (from, to) = (event.record.index, before.record.index);
    let detail = format!("event {from} does not link to event {to}: event {index} was rewritten");
    finding(Tampering::Edited, index, detail).values(&before.hash, &event.record.prev)
}

/// The event that a log has at an index.
pub(super) fn event_at<'a>(log: &[Link<'a>], index: u64) -> Option<Link<'a>> {
    log.iter().find(|event| event.record.index == index).copied()
}

/// What a log has where a head should be: the event of that index, or else its end.
pub(super) fn found(log: &[Link<'_>], head: Head) -> Option<Head> {
    let event = event_at(log, head.index).or(log.last().copied())?;
    Some(Head { index: event.record.index, hash: event.hash })
}

pub(super) fn head_in_words(head: Option<Head>) -> String {
    head.map_or("nothing".into(), |head| format!("event {}, hash {}", head.index, head.hash))
}

/// How a log contradicts that it had this head once, and at which index; nothing when it has it.
pub(super) fn contradicted(log: &[Link<'_>], head: Head) -> Option<(Tampering, u64)> {
    match event_at(log, head.index) {
        Some(event) if event.hash == head.hash => None,
        Some(_) => Some((Tampering::Rewritten, head.index)),
        None => {
            let end = log.last().map_or(0, |last| last.record.index.saturating_add(1));
            Some((Tampering::Truncated, end.min(head.index)))
        }
    }
}
