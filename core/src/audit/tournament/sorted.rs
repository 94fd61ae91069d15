//! What an auditor has besides a tournament bundle, sorted by the log that it speaks of.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::super::bundle::Bundle;
use super::super::chain::Link;
use super::super::evidence::{Evidence, Kept};
use super::super::note::VerifierKey;
use super::super::proof::Proof;
use super::super::receipt::Receipt;
use super::super::report::{Audit, Report};
use super::super::verify::{hold_against, verify_with};

/// Receipts and proofs by the log that they speak of; what cannot be read, or speaks of a tree alone, is the tournament's.
#[derive(Debug)]
pub(super) struct Sorted<'a> {
    evidence: Evidence<'a>,
    receipts: BTreeMap<Uuid, Vec<Kept>>,
    proofs: BTreeMap<Uuid, Vec<Kept>>,
    other_receipts: Vec<Kept>,
    other_proofs: Vec<Kept>,
}

/// The evidence on one log.
pub(super) struct OfLog<'a> {
    key: Option<&'a VerifierKey>,
    receipts: Option<Vec<Kept>>,
    checkpoints: &'a [Kept],
    proofs: Vec<Kept>,
}

impl<'a> Sorted<'a> {
    pub(super) fn new(evidence: Evidence<'a>, public_key: &str) -> Self {
        let own = public_key.parse().ok();
        let key = evidence.key.or(own.as_ref());
        let (receipts, proofs) = (BTreeMap::new(), BTreeMap::new());
        let mut sorted = Self { evidence, receipts, proofs, other_receipts: Vec::new(), other_proofs: Vec::new() };
        for file in evidence.receipts.unwrap_or_default() {
            match key.and_then(|key| Receipt::open(&file.note(), key).ok()) {
                Some(receipt) => sorted.receipts.entry(receipt.game).or_default().push(file.clone()),
                None => sorted.other_receipts.push(file.clone()),
            }
        }
        for file in evidence.proofs {
            match Proof::parse(&file.text) {
                Ok(Proof::Inclusion(proof)) => sorted.proofs.entry(proof.leaf.id).or_default().push(file.clone()),
                _ => sorted.other_proofs.push(file.clone()),
            }
        }
        sorted
    }

    /// The key that must have signed.
    pub(super) fn key(&self) -> Option<&'a VerifierKey> {
        self.evidence.key
    }

    /// What there is on the tournament itself.
    pub(super) fn of_tournament(&self, id: Uuid) -> OfLog<'a> {
        let own = |by_id: &BTreeMap<Uuid, Vec<Kept>>, others: &[Kept]| {
            let own = by_id.get(&id).cloned().unwrap_or_default();
            own.into_iter().chain(others.iter().cloned()).collect::<Vec<_>>()
        };
        let receipts = own(&self.receipts, &self.other_receipts);
        OfLog {
            key: self.evidence.key,
            // Receipts of games alone say nothing of the tournament: then there is no such level.
            receipts: (!receipts.is_empty()).then_some(receipts),
            checkpoints: self.evidence.checkpoints,
            proofs: own(&self.proofs, &self.other_proofs),
        }
    }

    /// What there is on one of its games.
    pub(super) fn of_game(&self, id: Uuid) -> OfLog<'a> {
        let receipts = self.receipts.get(&id).cloned();
        let proofs = self.proofs.get(&id).cloned().unwrap_or_default();
        OfLog { key: self.evidence.key, receipts, checkpoints: &[], proofs }
    }
}

impl OfLog<'_> {
    fn evidence(&self) -> Evidence<'_> {
        let receipts = self.receipts.as_deref();
        Evidence { key: self.key, receipts, checkpoints: self.checkpoints, proofs: &self.proofs }
    }

    pub(super) fn hold_against(&self, log: &[Link<'_>], public_key: &str, report: &mut Report) {
        hold_against(log, public_key, &self.evidence(), report);
    }

    pub(super) fn verify(&self, bundle: &Bundle) -> Audit {
        verify_with(bundle, &self.evidence())
    }
}
