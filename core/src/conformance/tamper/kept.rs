//! A bundle with everything that an auditor kept of its game, and what an attacker can make of it.

use std::collections::BTreeMap;
use std::convert::Infallible;

use uuid::Uuid;

use crate::audit::note::{SignerKey, VerifierKey};
use crate::audit::{
    Audit, Bundle, Checkpoint, Consistency, ConsistencyFormat, Evidence, Inclusion, InclusionFormat, Kept, Receipt,
    parse, verify_with,
};
use crate::kernel::tree::{self, Leaf, Root, Subtree};
use crate::kernel::{Hash, Head, LogKind};

/// The tree had so many leaves when the auditor fetched the older checkpoint.
const OLDER: u64 = 4;
/// And so many in the end.
const NEWER: u64 = 7;
/// Where the game is in it.
const NUMBER: u64 = 2;

/// What an auditor holds.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) bundle: String,
    pub(super) receipts: Vec<Kept>,
    pub(super) checkpoints: Vec<Kept>,
    pub(super) proofs: Vec<Kept>,
    pub(super) key: VerifierKey,
}

fn kept(name: &str, text: impl Into<Vec<u8>>) -> Kept {
    Kept { name: name.into(), text: text.into() }
}

pub(super) fn head(bundle: &Bundle) -> Head {
    let last = bundle.events.last().expect("an event");
    Head { index: last.record.index, hash: last.hash }
}

impl Case {
    /// All that was given out while the game ran and after it: three receipts, the checkpoint that followed the game,
    /// the proof that the game is in a later tree, and the proof that the later tree begins with the older one.
    pub(super) fn new(bundle: &Bundle, key: &SignerKey) -> Self {
        let last = bundle.events.len() - 1;
        let receipts = [1, last / 2, last].map(|at| {
            let event = &bundle.events[at];
            let head = Head { index: event.record.index, hash: event.hash };
            kept(&format!("receipt {at}"), Receipt { game: event.record.id, head }.sign(key))
        });
        let grove = Grove::with(bundle);
        Self {
            bundle: serde_json::to_string(bundle).expect("JSON"),
            receipts: receipts.into(),
            checkpoints: vec![kept("checkpoint", Checkpoint::sign(grove.root(OLDER), key))],
            proofs: grove.proofs(key),
            key: key.verifier(),
        }
    }

    /// The same evidence with another bundle.
    pub(super) fn with(&self, bundle: String) -> Self {
        Self { bundle, ..self.clone() }
    }

    /// Without what only repeats: a signature takes as long to check as the rest of a short game.
    pub(super) fn light(&self) -> Self {
        Self {
            receipts: self.receipts[2..].to_vec(),
            checkpoints: Vec::new(),
            proofs: self.proofs[..1].to_vec(),
            ..self.clone()
        }
    }

    pub(super) fn audit(&self) -> Audit {
        let evidence = Evidence {
            key: Some(&self.key),
            receipts: Some(&self.receipts),
            checkpoints: &self.checkpoints,
            proofs: &self.proofs,
        };
        match parse(self.bundle.as_bytes()) {
            Ok(bundle) => verify_with(&bundle, &evidence),
            Err(unreadable) => unreadable,
        }
    }
}

/// A tree in which a game is one of the leaves.
pub(super) struct Grove {
    subtrees: BTreeMap<Subtree, Hash>,
    leaf: Leaf,
}

impl Grove {
    pub(super) fn with(bundle: &Bundle) -> Self {
        Self::of(Leaf::new(LogKind::Game, bundle.events[0].record.id, head(bundle)))
    }

    pub(super) fn of(leaf: Leaf) -> Self {
        let mut grove = Self { subtrees: BTreeMap::new(), leaf };
        for number in 0..NEWER {
            let other = Head { index: number, hash: Hash::of(&number.to_be_bytes()) };
            let other = Leaf::new(LogKind::Game, Uuid::from_u128(u128::from(number)), other);
            let hash = if number == NUMBER { leaf } else { other }.hash().expect("canonical");
            let Ok(complete) = tree::completed(number, hash, |subtree| grove.read(subtree));
            grove.subtrees.extend(complete);
        }
        grove
    }

    fn read(&self, subtree: Subtree) -> Result<Hash, Infallible> {
        Ok(self.subtrees[&subtree])
    }

    pub(super) fn root(&self, size: u64) -> Root {
        let Ok(root) = tree::root(size, |subtree| self.read(subtree));
        root
    }

    /// The proofs of inclusion and of consistency, both with the checkpoint of the newer tree.
    pub(super) fn proofs(&self, key: &SignerKey) -> Vec<Kept> {
        let checkpoint = Checkpoint::sign(self.root(NEWER), key);
        let Ok(audit_path) = tree::inclusion(NUMBER, NEWER, |subtree| self.read(subtree));
        let inclusion = Inclusion {
            format: InclusionFormat::Draft1,
            leaf: self.leaf,
            leaf_index: NUMBER,
            tree_size: NEWER,
            audit_path,
            checkpoint: checkpoint.clone(),
        };
        let Ok(consistency) = tree::consistency(OLDER, NEWER, |subtree| self.read(subtree));
        let (format, first, second) = (ConsistencyFormat::Draft1, OLDER, NEWER);
        let consistency = Consistency { format, first, second, consistency, checkpoint };
        vec![
            kept("inclusion", serde_json::to_vec(&inclusion).expect("JSON")),
            kept("consistency", serde_json::to_vec(&consistency).expect("JSON")),
        ]
    }
}
