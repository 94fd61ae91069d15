//! Checkpoints: the tree over every concluded log at one size, as C2SP `tlog-checkpoint` fixes them: a signed note.

use std::fmt;
use std::str::FromStr;

use data_encoding::BASE64;

use super::note::{BadNote, SignerKey, VerifierKey, open};
use crate::kernel::Hash;
use crate::kernel::tree::Root;

/// What a checkpoint says: the tree had so many leaves and this root.
///
/// Whoever keeps a checkpoint can prove that a tree which does not begin with it was written anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// Whose tree it is: the name in the key that signs.
    pub origin: String,
    /// The tree.
    pub root: Root,
}

/// Text that is not the text of a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected three lines: an origin, a number of leaves, a root hash in base64")]
pub struct NotACheckpoint;

/// Why a checkpoint does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadCheckpoint {
    /// The note does not open with the key.
    #[error(transparent)]
    Note(#[from] BadNote),
    /// The note opens, and says something else.
    #[error(transparent)]
    Text(#[from] NotACheckpoint),
    /// It is a checkpoint of another tree.
    #[error("it is of the tree of {found}, not of {expected}")]
    Origin {
        /// The name in the key.
        expected: String,
        /// The origin in the checkpoint.
        found: String,
    },
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}\n{}\n", self.origin, self.root.size, BASE64.encode(self.root.hash.as_bytes()))
    }
}

impl FromStr for Checkpoint {
    type Err = NotACheckpoint;

    fn from_str(text: &str) -> Result<Self, NotACheckpoint> {
        let mut lines = text.lines();
        let origin = lines.next().ok_or(NotACheckpoint)?.to_owned();
        let size = lines.next().and_then(|line| line.parse().ok()).ok_or(NotACheckpoint)?;
        let hash = lines.next().and_then(|line| BASE64.decode(line.as_bytes()).ok()).ok_or(NotACheckpoint)?;
        let hash = Hash::new(hash.try_into().map_err(|_| NotACheckpoint)?);
        let checkpoint = Self { origin, root: Root { size, hash } };
        // One spelling: no leading zeros, and none of the extension lines that the format allows and advises against.
        if checkpoint.to_string() == text { Ok(checkpoint) } else { Err(NotACheckpoint) }
    }
}

impl Checkpoint {
    /// Signs the root of the tree whose origin is the key's name.
    pub fn sign(root: Root, key: &SignerKey) -> String {
        key.sign(&Self { origin: key.verifier().name().into(), root }.to_string())
    }

    /// Checks a note and reads the checkpoint in it.
    ///
    /// # Errors
    /// [`BadCheckpoint`].
    pub fn open(note: &str, key: &VerifierKey) -> Result<Self, BadCheckpoint> {
        let checkpoint: Self = open(note, key)?.parse()?;
        if checkpoint.origin == key.name() {
            return Ok(checkpoint);
        }
        Err(BadCheckpoint::Origin { expected: key.name().into(), found: checkpoint.origin })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> SignerKey {
        SignerKey::new(name, &[7; 32]).expect("a key")
    }

    /// The empty tree, spelt out: the base64 of the SHA-256 of no bytes is that of the vectors of RFC 6962.
    #[test]
    fn a_checkpoint_has_one_spelling() {
        let text = "pandect\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n";
        let checkpoint: Checkpoint = text.parse().expect("a checkpoint");
        assert_eq!(checkpoint.root, Root { size: 0, hash: Hash::of(&[]) });
        assert_eq!(checkpoint.to_string(), text);
        let others = [("\n0\n", "\n00\n"), ("\n0\n", "\n-0\n"), ("=\n", "\n"), ("=\n", "=\nmore\n"), ("47DE", "47D")];
        for (from, to) in others {
            assert_eq!(text.replacen(from, to, 1).parse::<Checkpoint>(), Err(NotACheckpoint), "{to:?}");
        }
    }

    #[test]
    fn a_checkpoint_of_another_tree_is_refused() {
        let root = Root { size: 3, hash: Hash::of(b"x") };
        let note = Checkpoint::sign(root, &key("pandect"));
        assert_eq!(Checkpoint::open(&note, &key("pandect").verifier()).map(|it| it.root), Ok(root));
        let elsewhere = key("pandect").sign(&Checkpoint { origin: "other".into(), root }.to_string());
        let refused = Checkpoint::open(&elsewhere, &key("pandect").verifier());
        assert!(matches!(refused, Err(BadCheckpoint::Origin { .. })), "{refused:?}");
    }
}
