//! What an auditor has besides a bundle, and what it shows of the log: receipts, checkpoints and proofs.
//!
//! A bundle alone cannot show that its tail was cut, or that all of it was written anew by whoever holds the key. What
//! was given out before can.

use super::bundle::Bundle;
use super::chain::Link;
use super::note::VerifierKey;
use super::receipt::{BadReceipt, Receipt};
use super::report::{Finding, Level, Report, Tampering};
use super::signature::not_opened;
use super::trees;
use super::verify::{check, links};
use crate::audit::report::Audit;
use crate::kernel::Head;

/// A file that an auditor kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// What findings call it.
    pub name: String,
    /// What it holds.
    pub text: Vec<u8>,
}

/// What an auditor has besides a bundle. Each part that is there adds levels to the report.
#[derive(Debug, Clone, Copy, Default)]
pub struct Evidence<'a> {
    /// The key that must have signed; the bundle's own is taken at its word where there is none.
    pub key: Option<&'a VerifierKey>,
    /// Receipts, of this game and of others: the level `receipts`.
    pub receipts: Option<&'a [Kept]>,
    /// Signed checkpoints: the level `checkpoint`, and `consistency` with other trees.
    pub checkpoints: &'a [Kept],
    /// Proofs of inclusion and of consistency: the levels `checkpoint`, `inclusion` and `consistency`.
    pub proofs: &'a [Kept],
}

/// Verifies a bundle and holds it against everything else that an auditor has.
///
/// As [`verify`](super::verify()): pure and total. A level of evidence that is not given is not in the report.
pub fn verify_with(bundle: &Bundle, evidence: &Evidence<'_>) -> Audit {
    let mut report = check(bundle, evidence.key);
    hold_against(&links(&bundle.events), &bundle.public_key, evidence, &mut report);
    report.close()
}

/// Holds a log against the evidence and reports a level for each part of it.
pub(super) fn hold_against(log: &[Link<'_>], public_key: &str, evidence: &Evidence<'_>, report: &mut Report) {
    let own = public_key.parse().ok();
    let Some(key) = evidence.key.or(own.as_ref()) else { return };
    if let Some(receipts) = evidence.receipts {
        check_receipts(log, key, receipts, report);
    }
    trees::check(log, key, evidence, report);
}

impl Kept {
    /// The text of a note. An end of line more, as an editor or a shell leaves it, does not count.
    pub(super) fn note(&self) -> String {
        format!("{}\n", String::from_utf8_lossy(&self.text).trim_end_matches([' ', '\t', '\r', '\n']))
    }

    /// The receipt in it.
    pub(super) fn receipt(&self, key: &VerifierKey) -> Result<Receipt, BadReceipt> {
        Receipt::open(&self.note(), key)
    }
}

fn check_receipts(log: &[Link<'_>], key: &VerifierKey, files: &[Kept], report: &mut Report) {
    let id = log.first().map(|first| first.record.id);
    let (mut findings, mut cut, mut held, mut last) = (Vec::new(), Vec::new(), 0_u64, 0);
    let mut unknown = None;
    for file in files {
        match file.receipt(key) {
            Ok(receipt) if Some(receipt.game) != id => {}
            Ok(receipt) => match contradicted(log, receipt.head) {
                Some((Tampering::Truncated, _)) => cut.push((receipt.head, &file.name)),
                Some((tampering, index)) => {
                    let at = receipt.head.index;
                    let detail =
                        format!("{} proves that event {at} was another one: the log was written anew", file.name);
                    findings.push(denied(log, tampering, index, receipt.head, detail));
                }
                None => (held, last) = (held + 1, last.max(receipt.head.index)),
            },
            Err(BadReceipt::Unknown(why)) => unknown = Some(format!("{}: {why}", file.name)),
            Err(error) => {
                let detail = format!("{} is no receipt that holds: {error}", file.name);
                findings.push(Finding::new(Level::Receipts, not_opened(&error), None, detail));
            }
        }
    }
    findings.extend(cut_off(log, cut));
    if let (true, Some(why)) = (findings.is_empty(), unknown) {
        return report.unknown(&[Level::Receipts], why);
    }
    if findings.is_empty() && held == 0 {
        return report.skipped(Level::Receipts, format!("none of the {} receipts is of this log", files.len()));
    }
    findings.sort_by_key(|finding| finding.index);
    let end = log.last().map_or(0, |last| last.record.index);
    let rest = if last < end { "; they say nothing of what follows" } else { "" };
    let receipts = if held == 1 { "1 receipt says".into() } else { format!("{held} receipts say") };
    let passed = format!("the log has what {receipts}, the last of event {last} of {end}{rest}");
    report.checked(Level::Receipts, findings, passed);
}

fn denied(log: &[Link<'_>], tampering: Tampering, index: u64, head: Head, detail: String) -> Finding {
    let finding = Finding::new(Level::Receipts, tampering, Some(index), detail);
    finding.values(&shown(Some(head)), &shown(found(log, head)))
}

/// One finding for all receipts of events that are cut off: the last of them proves the most.
fn cut_off(log: &[Link<'_>], receipts: Vec<(Head, &String)>) -> Option<Finding> {
    let more = receipts.len().checked_sub(1)?;
    let (head, name) = receipts.into_iter().max_by_key(|(head, _)| head.index)?;
    let (tampering, index) = contradicted(log, head)?;
    let more = if more == 0 { String::new() } else { format!("; {more} more are of events that are cut off") };
    let detail = format!("{name} proves that there was an event {}, and the log ends before it{more}", head.index);
    Some(denied(log, tampering, index, head, detail))
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

pub(super) fn shown(head: Option<Head>) -> String {
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
