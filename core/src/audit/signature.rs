//! The signature level: the receipt is signed, and is of the log's last event.

use super::chain::Link;
use super::note::{BadNote, VerifierKey};
use super::receipt::{BadReceipt, Receipt};
use super::report::{Finding, Level, Report, Tampering};

/// A log with what was signed of it.
#[derive(Clone, Copy)]
pub(super) struct Signed<'a> {
    pub(super) links: &'a [Link<'a>],
    pub(super) receipt: &'a str,
    pub(super) public_key: &'a str,
}

pub(super) fn check_signature(signed: Signed<'_>, trusted: Option<&VerifierKey>, report: &mut Report) {
    let wrong = |tampering, index, detail: String| vec![Finding::new(Level::Signature, tampering, index, detail)];
    let own: VerifierKey = match signed.public_key.parse() {
        Ok(key) => key,
        Err(error) => {
            let findings = wrong(Tampering::Malformed, None, format!("the public key cannot be read: {error}"));
            return report.checked(Level::Signature, findings, "");
        }
    };
    if let Some(trusted) = trusted.filter(|trusted| **trusted != own) {
        let findings = wrong(Tampering::WrongKey, None, "the bundle names another key than the one you trust".into());
        let findings = findings.into_iter().map(|finding| finding.values(trusted, &own)).collect();
        return report.checked(Level::Signature, findings, "");
    }
    let findings = match Receipt::open(signed.receipt, &own) {
        Ok(receipt) => check_receipt(signed.links, &receipt).into_iter().collect(),
        Err(BadReceipt::Unknown(why)) => return report.unknown(&[Level::Signature], why),
        Err(error) => wrong(not_opened(&error), None, format!("the receipt does not hold: {error}")),
    };
    let whose = if trusted.is_some() {
        "the key you trust"
    } else {
        "the bundle's own key: compare it with one that you got elsewhere"
    };
    report.checked(Level::Signature, findings, format!("the last event is signed by {}, {whose}", own.label()));
}

/// What kind of tampering it points to that a receipt does not open.
pub(super) fn not_opened(error: &BadReceipt) -> Tampering {
    match error {
        BadReceipt::Note(BadNote::OtherKey { .. }) => Tampering::WrongKey,
        BadReceipt::Note(BadNote::BadSignature(_)) => Tampering::WrongSignature,
        // What does not lead to the root that was signed was not signed.
        BadReceipt::Commit(_) => Tampering::WrongSignature,
        BadReceipt::Note(BadNote::Malformed(_)) | BadReceipt::Text(_) | BadReceipt::Unknown(_) => Tampering::Malformed,
    }
}

/// Holds a receipt that opens against the log: it must be of this log and of its last event.
fn check_receipt(links: &[Link<'_>], receipt: &Receipt) -> Option<Finding> {
    let finding = |tampering, index, detail: &str| Some(Finding::new(Level::Signature, tampering, Some(index), detail));
    let last = links.last()?.record;
    let signed = receipt.head;
    let of_signed = || links.iter().find(|link| link.record.index == signed.index);
    if receipt.game != last.id {
        let finding = finding(Tampering::Edited, signed.index, "the receipt is of another log")?;
        return Some(finding.values(&last.id, &receipt.game));
    }
    if signed.index > last.index {
        let finding = finding(Tampering::Truncated, last.index + 1, "the receipt is of an event that is cut off")?;
        return Some(finding.values(&signed.index, &last.index));
    }
    if of_signed().is_some_and(|link| link.hash != signed.hash) {
        let finding = finding(Tampering::Edited, signed.index, "the signed hash is not the hash of this event")?;
        return Some(finding.values(&signed.hash, &of_signed()?.hash));
    }
    if signed.index < last.index {
        return finding(Tampering::Inserted, signed.index + 1, "events follow the one that the receipt is of");
    }
    None
}
