//! What an auditor has besides a bundle: receipts, checkpoints and proofs.
//!
//! A bundle alone cannot show that its tail was cut, or that all of it was written anew by whoever holds the key. What
//! was given out before can.

use super::note::VerifierKey;
use super::receipt::{BadReceipt, Receipt};

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
