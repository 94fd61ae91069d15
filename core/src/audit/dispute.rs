//! Disputes: where two bundles of one game first part, and which of the two the evidence supports.

use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use super::bundle::Bundle;
use super::chain::event_at;
use super::evidence::Evidence;
use super::note::VerifierKey;
use super::receipt::Receipt;
use super::trees::proved_head;
use super::verify::links;
use crate::kernel::Head;
use crate::log::Event;

/// Two bundles of one game, held against each other.
///
/// A dispute says nothing of whether either bundle verifies; an audit of each does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Dispute {
    /// Where they first part; nothing when one log is the other or its beginning.
    pub parting: Option<Parting>,
    /// How many events each has.
    pub events: [usize; 2],
    /// What receipts and proofs say, in the order in which they were given.
    pub witnesses: Vec<Witness>,
    /// Which of the two the witnesses support, all together.
    pub supported: Support,
    /// Whether the holder of one key signed two histories of the game: the receipts in both bundles hold, and
    /// contradict each other.
    pub signed_both: bool,
}

/// The first event that is not the same in both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Parting {
    /// The index of the event, in both logs.
    pub index: u64,
    /// Every field that differs, the payload's first.
    pub fields: Vec<Difference>,
}

/// A field that is not the same in both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The field, as `payload.move.type` names one.
    pub field: String,
    /// What stands in the first bundle; nothing where it has no such field.
    pub first: Option<Value>,
    /// What stands in the second.
    pub second: Option<Value>,
}

/// A receipt or a proof, and which bundle has the event that it proves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Witness {
    /// The name of its file.
    pub file: String,
    /// The index of the event.
    pub index: u64,
    /// Which of the bundles has the event.
    pub supports: Support,
}

/// Which of two bundles something supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Support {
    /// The first bundle and not the second.
    First,
    /// The second bundle and not the first.
    Second,
    /// Both: it does not tell them apart.
    Both,
    /// Neither of them: both were changed, or it is of another history.
    Neither,
    /// Now the one and now the other: two histories were signed.
    Divided,
}

impl Dispute {
    /// Holds two bundles against each other; nothing when they are not of one game.
    pub fn of(first: &Bundle, second: &Bundle, evidence: &Evidence<'_>) -> Option<Self> {
        let id = first.events.first()?.record.id;
        if second.events.first()?.record.id != id {
            return None;
        }
        let own = first.public_key.parse().ok();
        let key = evidence.key.or(own.as_ref());
        let heads = key.map(|key| heads(id, key, evidence)).unwrap_or_default();
        let witness = |(file, head): (String, Head)| Witness {
            file,
            index: head.index,
            supports: match (has(first, head), has(second, head)) {
                (true, true) => Support::Both,
                (true, false) => Support::First,
                (false, true) => Support::Second,
                (false, false) => Support::Neither,
            },
        };
        let witnesses: Vec<Witness> = heads.into_iter().map(witness).collect();
        let parting = parting(first, second);
        Some(Self {
            events: [first.events.len(), second.events.len()],
            supported: sum(&witnesses),
            signed_both: key.is_some_and(|key| signed_both(first, second, parting.as_ref(), key)),
            witnesses,
            parting,
        })
    }
}

/// Every head of the game that the evidence proves. What does not hold proves nothing, and an audit tells of it.
fn heads(id: Uuid, key: &VerifierKey, evidence: &Evidence<'_>) -> Vec<(String, Head)> {
    let receipts = evidence.receipts.unwrap_or_default().iter().filter_map(|file| {
        let receipt = file.receipt(key).ok().filter(|receipt| receipt.game == id)?;
        Some((file.name.clone(), receipt.head))
    });
    let proofs = evidence.proofs.iter().filter_map(|file| Some((file.name.clone(), proved_head(file, id, key)?)));
    receipts.chain(proofs).collect()
}

/// Whether a log has the event that a head names. A hash that merely stands beside another record does not count.
fn has(bundle: &Bundle, head: Head) -> bool {
    let event = event_at(&links(&bundle.events), head.index);
    event.is_some_and(|event| event.hash == head.hash && event.record.hash() == Ok(head.hash))
}

fn sum(witnesses: &[Witness]) -> Support {
    let any = |support| witnesses.iter().any(|witness| witness.supports == support);
    match (any(Support::First), any(Support::Second)) {
        (true, true) => Support::Divided,
        (true, false) => Support::First,
        (false, true) => Support::Second,
        (false, false) if any(Support::Neither) => Support::Neither,
        (false, false) => Support::Both,
    }
}

/// Whether the receipts in both bundles hold and are of different histories.
fn signed_both(first: &Bundle, second: &Bundle, parting: Option<&Parting>, key: &VerifierKey) -> bool {
    let own = |bundle: &Bundle| {
        let receipt = Receipt::open(&bundle.receipt, key).ok()?;
        has(bundle, receipt.head).then_some(receipt.head.index)
    };
    match (parting, own(first), own(second)) {
        // A head covers every event before it.
        (Some(parting), Some(one), Some(other)) => parting.index <= one.min(other),
        _ => false,
    }
}

fn parting(first: &Bundle, second: &Bundle) -> Option<Parting> {
    (0..).zip(first.events.iter().zip(&second.events)).find_map(|(index, (one, other))| {
        let fields = differences(one, other);
        (!fields.is_empty()).then_some(Parting { index, fields })
    })
}

/// The fields in which two events differ. What one of them keeps hidden is no difference.
fn differences(first: &Event, second: &Event) -> Vec<Difference> {
    let [Ok(one), Ok(other)] = [first, second].map(serde_json::to_value) else { return Vec::new() };
    let mut found = Vec::new();
    for part in ["payload", "record", "payload_salt", "state_salt", "hash"] {
        let hidden = part != "record" && (one[part].is_null() || other[part].is_null());
        if !hidden {
            compare(part, Some(&one[part]), Some(&other[part]), &mut found);
        }
    }
    found
}

fn compare(field: &str, first: Option<&Value>, second: Option<&Value>, found: &mut Vec<Difference>) {
    match (first, second) {
        (Some(Value::Object(one)), Some(Value::Object(other))) => {
            let more = other.keys().filter(|name| !one.contains_key(*name));
            for name in one.keys().chain(more) {
                compare(&format!("{field}.{name}"), one.get(name), other.get(name), found);
            }
        }
        (first, second) if first == second => {}
        (first, second) => {
            found.push(Difference { field: field.into(), first: first.cloned(), second: second.cloned() });
        }
    }
}
