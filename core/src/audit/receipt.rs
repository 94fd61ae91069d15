//! Receipts: a signed note over (game, index, hash), given back with every accepted move; or one note over all events of a
//! commit, and the way from one of them to it.

pub(super) mod commit;

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

use super::note::{BadNote, SignerKey};
use crate::kernel::{Hash, Head};

const TAG: &str = "pandect/receipt/v1";

/// What a receipt says: the log of this game had this record at this index.
///
/// Whoever keeps a receipt can prove that a log which lacks that record was cut or rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receipt {
    /// The id of the log: a game's or a tournament's.
    pub game: Uuid,
    /// The end of its log at that moment.
    pub head: Head,
}

/// Text that is not the text of a receipt.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected four lines: {TAG}, a game's id, an index, a hash")]
pub struct NotAReceipt;

impl fmt::Display for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{TAG}\n{}\n{}\n{}\n", self.game, self.head.index, self.head.hash)
    }
}

impl FromStr for Receipt {
    type Err = NotAReceipt;

    fn from_str(text: &str) -> Result<Self, NotAReceipt> {
        let mut lines = text.lines();
        if lines.next() != Some(TAG) {
            return Err(NotAReceipt);
        }
        let game = lines.next().and_then(|line| line.parse().ok()).ok_or(NotAReceipt)?;
        let index = lines.next().and_then(|line| line.parse().ok()).ok_or(NotAReceipt)?;
        let hash: Hash = lines.next().and_then(|line| line.parse().ok()).ok_or(NotAReceipt)?;
        let receipt = Self { game, head: Head { index, hash } };
        // One spelling: no leading zeros, no upper-case id, nothing behind the last line.
        if receipt.to_string() == text { Ok(receipt) } else { Err(NotAReceipt) }
    }
}

/// Why a receipt does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadReceipt {
    /// The note does not open with the key.
    #[error(transparent)]
    Note(#[from] BadNote),
    /// The note opens, and says something else.
    #[error(transparent)]
    Text(#[from] NotAReceipt),
    /// It is the receipt of a commit, which it does not lead to.
    #[error("{0}")]
    Commit(String),
    /// Its label is not known here: nothing is wrong with it, and nothing is proven.
    #[error("{0}")]
    Unknown(String),
}

impl Receipt {
    /// The signed note.
    pub fn sign(&self, key: &SignerKey) -> String {
        key.sign(&self.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receipt_has_one_spelling() {
        let text = format!("{TAG}\n0190a5b0-0000-7000-8000-000000000001\n7\n{}\n", Hash::of(b"x"));
        let receipt: Receipt = text.parse().expect("a receipt");
        assert_eq!((receipt.head.index, receipt.to_string()), (7, text.clone()));
        for other in [text.replace("\n7\n", "\n07\n"), format!("{text}\n"), text.replace("v1", "v2"), String::new()] {
            assert_eq!(other.parse::<Receipt>(), Err(NotAReceipt), "{other:?}");
        }
    }
}
