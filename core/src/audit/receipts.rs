//! The level of receipts: that the log still has what it was signed to have.

use super::chain::{Link, contradicted, found, head_in_words};
use super::evidence::Kept;
use super::note::VerifierKey;
use super::receipt::BadReceipt;
use super::report::{Finding, Level, Report, Tampering};
use super::signature::not_opened;
use crate::kernel::Head;

/// Holds a log against receipts, of which some may be of other logs.
pub(super) fn check_receipts(log: &[Link<'_>], key: &VerifierKey, files: &[Kept], report: &mut Report) {
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
    finding.values(&head_in_words(Some(head)), &head_in_words(found(log, head)))
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
