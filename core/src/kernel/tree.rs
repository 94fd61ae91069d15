//! The tree over every concluded log: the hashes and proofs of RFC 6962, section 2.1, and what a leaf is.
//!
//! A tree is kept as its complete subtrees, which never change once they are there: an append computes as many hashes as
//! subtrees it completes, a root or a proof reads about as many as there are levels. Our own lines, because the one
//! crate that could work from a database numbers the nodes of a tree of one size, the unfinished ones at its right edge
//! included, and those change with every append.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::canonical::{NotCanonical, canonical};
use super::record::id_in_its_one_spelling;
use super::{Hash, Head, LogKind};

/// The version of the leaf format.
pub const LEAF_VERSION: u8 = 1;

/// What a concluded log is in the tree: which log it is, and where it ended.
///
/// Its content is the canonical JSON of this object, its hash that of RFC 6962: SHA-256(0x00 ‖ content).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Leaf {
    /// The end of the log.
    pub head: Head,
    /// The game or the tournament, in lower case: its text is hashed.
    #[serde(deserialize_with = "id_in_its_one_spelling")]
    pub id: Uuid,
    /// The kind of log.
    pub log: LogKind,
    /// The version of the leaf format.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 1, example = 1))]
    pub v: u8,
}

impl Leaf {
    /// The leaf of a log that ended at `head`.
    pub fn new(log: LogKind, id: Uuid, head: Head) -> Self {
        Self { head, id, log, v: LEAF_VERSION }
    }

    /// SHA-256(0x00 ‖ canonical JSON of the leaf).
    ///
    /// # Errors
    /// [`NotCanonical`] for a head whose index is 2^53 or more.
    pub fn hash(&self) -> Result<Hash, NotCanonical> {
        Ok(leaf_hash(&canonical(self)?))
    }
}

/// The tree of the first `size` leaves, as one hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Root {
    /// How many leaves it has.
    pub size: u64,
    /// The hash over all of them; that of no bytes when there are none.
    pub hash: Hash,
}

/// A complete subtree: the `number`-th from the left of those with 2^`level` leaves. At level 0 it is a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subtree {
    /// How many levels are below it.
    pub level: u8,
    /// How many of its kind are left of it.
    pub number: u64,
}

/// The hash of a leaf with this content (RFC 6962, 2.1): SHA-256(0x00 ‖ content).
pub fn leaf_hash(content: &[u8]) -> Hash {
    Hash::new(Sha256::new().chain_update([0]).chain_update(content).finalize().into())
}

/// The hash over two subtrees that stand beside each other (RFC 6962, 2.1): SHA-256(0x01 ‖ left ‖ right).
pub fn node_hash(left: &Hash, right: &Hash) -> Hash {
    let hash = Sha256::new().chain_update([1]).chain_update(left.as_bytes()).chain_update(right.as_bytes());
    Hash::new(hash.finalize().into())
}

/// The leaves on the left side of a tree of so many, two or more: the largest power of two that is smaller.
fn left(size: u64) -> u64 {
    1 << (u64::BITS - 1 - (size - 1).leading_zeros())
}

/// The subtrees that are complete once leaf `number` is appended, the leaf itself first. `read` gives the hash of a
/// subtree that was complete before.
///
/// # Errors
/// Those of `read`.
pub fn completed<E>(
    number: u64,
    leaf: Hash,
    mut read: impl FnMut(Subtree) -> Result<Hash, E>,
) -> Result<Vec<(Subtree, Hash)>, E> {
    let (mut subtree, mut hash) = (Subtree { level: 0, number }, leaf);
    let mut complete = vec![(subtree, hash)];
    while subtree.number % 2 == 1 {
        hash = node_hash(&read(Subtree { number: subtree.number - 1, ..subtree })?, &hash);
        subtree = Subtree { level: subtree.level + 1, number: subtree.number / 2 };
        complete.push((subtree, hash));
    }
    Ok(complete)
}

/// The root of the first `size` leaves, from their complete subtrees.
///
/// # Errors
/// Those of `read`.
pub fn root<E>(size: u64, mut read: impl FnMut(Subtree) -> Result<Hash, E>) -> Result<Root, E> {
    let hash = if size == 0 { Hash::of(&[]) } else { range(0, size, &mut read)? };
    Ok(Root { size, hash })
}

/// RFC 6962, 2.1: the hash over so many leaves from one on, one or more. Where a tree is split, `from` is a multiple of
/// the power of two that is not smaller than `count`.
fn range<E>(from: u64, count: u64, read: &mut impl FnMut(Subtree) -> Result<Hash, E>) -> Result<Hash, E> {
    if count.is_power_of_two() {
        // At most 63: a level fits a byte.
        let level = count.trailing_zeros() as u8;
        return read(Subtree { level, number: from >> level });
    }
    let left = left(count);
    Ok(node_hash(&range(from, left, read)?, &range(from + left, count - left, read)?))
}

/// The proof that leaf `number` is in the tree of the first `size` leaves: RFC 6962, 2.1.1, lowest hash first. The
/// caller has seen to it that `number` is less than `size`.
///
/// # Errors
/// Those of `read`.
pub fn inclusion<E>(number: u64, size: u64, mut read: impl FnMut(Subtree) -> Result<Hash, E>) -> Result<Vec<Hash>, E> {
    let (mut from, mut count, mut hashes) = (0, size, Vec::new());
    while count > 1 {
        let left = left(count);
        if number - from < left {
            hashes.push(range(from + left, count - left, &mut read)?);
            count = left;
        } else {
            hashes.push(range(from, left, &mut read)?);
            (from, count) = (from + left, count - left);
        }
    }
    hashes.reverse();
    Ok(hashes)
}

/// The proof that the tree of the first `new` leaves begins with the tree of the first `old`: RFC 6962, 2.1.2, lowest
/// hash first; no hashes where `old` is 0 or `new`. The caller has seen to it that `old` is at most `new`.
///
/// # Errors
/// Those of `read`.
pub fn consistency<E>(old: u64, new: u64, mut read: impl FnMut(Subtree) -> Result<Hash, E>) -> Result<Vec<Hash>, E> {
    let (mut from, mut count, mut hashes) = (0, new, Vec::new());
    if old == 0 {
        return Ok(hashes);
    }
    while old - from < count {
        let left = left(count);
        if old - from <= left {
            hashes.push(range(from + left, count - left, &mut read)?);
            count = left;
        } else {
            hashes.push(range(from, left, &mut read)?);
            (from, count) = (from + left, count - left);
        }
    }
    // The old tree itself is known to whoever asks for a proof; a part of it is not.
    if from > 0 {
        hashes.push(range(from, count, &mut read)?);
    }
    hashes.reverse();
    Ok(hashes)
}

/// The root that a proof of inclusion leads to; none when it has not as many hashes as such a proof has, or there is no
/// leaf of this number. The proof holds when it is the root that somebody signed.
pub fn included(leaf: Hash, number: u64, size: u64, hashes: &[Hash]) -> Option<Hash> {
    if number >= size {
        return None;
    }
    if size == 1 {
        return hashes.is_empty().then_some(leaf);
    }
    let ((highest, hashes), left) = (hashes.split_last()?, left(size));
    Some(if number < left {
        node_hash(&included(leaf, number, left, hashes)?, highest)
    } else {
        node_hash(highest, &included(leaf, number - left, size - left, hashes)?)
    })
}

/// The old and the new root that a proof of consistency leads to; none when it has not as many hashes as such a proof
/// has, or the old tree is larger. The proof holds when both are roots that somebody signed.
///
/// Every tree begins with the empty one and with itself: what such a proof leads to is taken from `old` and `new`.
pub fn consistent(old: Root, new: Root, hashes: &[Hash]) -> Option<(Hash, Hash)> {
    match old.size {
        0 => hashes.is_empty().then_some((Hash::of(&[]), new.hash)),
        _ => grown(old.size, new.size, Some(old.hash), hashes),
    }
}

/// RFC 6962, 2.1.2: both roots over a part of the tree. `whole` is the old root as long as the part holds all of the old
/// tree.
fn grown(old: u64, new: u64, whole: Option<Hash>, hashes: &[Hash]) -> Option<(Hash, Hash)> {
    if old >= new {
        return match (whole, hashes) {
            _ if old > new => None,
            (Some(hash), []) => Some((hash, hash)),
            (None, [hash]) => Some((*hash, *hash)),
            _ => None,
        };
    }
    let ((highest, hashes), left) = (hashes.split_last()?, left(new));
    if old <= left {
        let (before, after) = grown(old, left, whole, hashes)?;
        Some((before, node_hash(&after, highest)))
    } else {
        let (before, after) = grown(old - left, new - left, None, hashes)?;
        Some((node_hash(highest, &before), node_hash(highest, &after)))
    }
}

#[cfg(test)]
mod tests;
