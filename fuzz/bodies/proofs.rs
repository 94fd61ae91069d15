//! The tree: what it computes from its complete subtrees is what RFC 6962, 2.1 says of all leaves, and a proof is
//! accepted exactly when it is that proof.

use arbitrary::{Result, Unstructured};
use pandect_core::audit::Proof;
use pandect_core::kernel::Hash;
use pandect_core::kernel::tree::{Root, Subtree, completed, consistency, consistent, included, inclusion, root};
use sha2::{Digest, Sha256};

/// The first byte says how many leaves there are; the others choose and change proofs of them. Text that begins with a
/// brace is read as a proof of a file.
pub(crate) fn run(data: &[u8]) {
    if data.first() == Some(&b'{') {
        return reread(data);
    }
    // Bytes that end too early have made fewer changes.
    let _ = tree(&mut Unstructured::new(data));
}

/// A proof that can be read is read as the same one when it is written again.
fn reread(text: &[u8]) {
    let Ok(proof) = Proof::parse(text) else { return };
    let again = match &proof {
        Proof::Inclusion(proof) => serde_json::to_vec(proof),
        Proof::Consistency(proof) => serde_json::to_vec(proof),
    };
    assert_eq!(Proof::parse(&again.expect("a proof is JSON")), Ok(proof));
}

fn tree(bytes: &mut Unstructured<'_>) -> Result<()> {
    let leaves: Vec<Hash> = (0..bytes.int_in_range(0..=70_u8)?).map(|number| Hash::of(&[number])).collect();
    let size = leaves.len() as u64;
    let subtrees = appended(&leaves);
    let read = |subtree: Subtree| Ok::<_, ()>(subtrees[&subtree]);
    let whole = root(size, read).expect("every subtree is there");
    assert_eq!(whole, Root { size, hash: naive_root(&leaves) });
    while !bytes.is_empty() {
        if leaves.is_empty() || bytes.arbitrary()? {
            let old = bytes.int_in_range(0..=size)?;
            let proof = consistency(old, size, read).expect("every subtree is there");
            assert_eq!(proof, naive_consistency(old as usize, &leaves, true), "{old} of {size}");
            let older = root(old, read).expect("every subtree is there");
            assert_eq!(consistent(older, whole, &proof), Some((older.hash, whole.hash)), "{old} of {size}");
            let mut forged = (older, whole, proof);
            forge_consistency(&mut forged, &leaves, bytes)?;
            let accepted = consistent(forged.0, forged.1, &forged.2) == Some((forged.0.hash, forged.1.hash));
            assert!(!accepted || holds(&forged, &leaves), "{forged:?} of {size}");
            // No root of a tree, or of another one: nobody signs it, and nothing is said of it.
            let nowhere = Root { size: number(size, bytes)?, ..whole };
            consistent(nowhere, whole, &forged.2);
            consistent(older, nowhere, &forged.2);
        } else {
            let number = bytes.int_in_range(0..=size - 1)?;
            let proof = inclusion(number, size, read).expect("every subtree is there");
            assert_eq!(proof, naive_inclusion(number as usize, &leaves), "{number} of {size}");
            let leaf = leaves[number as usize];
            assert_eq!(included(leaf, number, size, &proof), Some(whole.hash), "{number} of {size}");
            let mut forged = (leaf, number, proof);
            forge_inclusion(&mut forged, &leaves, bytes)?;
            let accepted = included(forged.0, forged.1, size, &forged.2) == Some(whole.hash);
            assert!(!accepted || is_inclusion(&forged, &leaves), "{forged:?} of {size}");
            // The size is signed with the root: of another one nothing is said.
            included(forged.0, forged.1, self::number(size, bytes)?, &forged.2);
        }
    }
    Ok(())
}

/// The complete subtrees after every leaf was appended.
fn appended(leaves: &[Hash]) -> std::collections::BTreeMap<Subtree, Hash> {
    let mut subtrees = std::collections::BTreeMap::new();
    for (number, leaf) in (0..).zip(leaves) {
        let complete = completed(number, *leaf, |subtree| subtrees.get(&subtree).copied().ok_or(subtree));
        for (subtree, hash) in complete.expect("a subtree is read after it was complete") {
            assert_eq!(subtrees.insert(subtree, hash), None, "{subtree:?} was complete before");
        }
    }
    subtrees
}

type Included = (Hash, u64, Vec<Hash>);

fn forge_inclusion(forged: &mut Included, leaves: &[Hash], bytes: &mut Unstructured<'_>) -> Result<()> {
    for _ in 0..bytes.int_in_range(1..=2)? {
        match bytes.int_in_range(0..=3)? {
            0 => forged.0 = *bytes.choose(leaves)?,
            1 => forged.1 = number(forged.1, bytes)?,
            _ => forge_hashes(&mut forged.2, bytes)?,
        }
    }
    Ok(())
}

/// An older and a newer root, and a proof. A size is changed with its root, for both are signed together.
type Consistent = (Root, Root, Vec<Hash>);

fn forge_consistency(forged: &mut Consistent, leaves: &[Hash], bytes: &mut Unstructured<'_>) -> Result<()> {
    let another = |bytes: &mut Unstructured<'_>| {
        let size = bytes.int_in_range(0..=leaves.len())?;
        Ok(Root { size: size as u64, hash: naive_root(&leaves[..size]) })
    };
    for _ in 0..bytes.int_in_range(1..=2)? {
        match bytes.int_in_range(0..=5)? {
            0 => forged.0 = another(bytes)?,
            1 => forged.1 = another(bytes)?,
            2 => forged.0.hash = Hash::new(bytes.arbitrary()?),
            _ => forge_hashes(&mut forged.2, bytes)?,
        }
    }
    Ok(())
}

fn number(near: u64, bytes: &mut Unstructured<'_>) -> Result<u64> {
    if bytes.ratio(1, 4)? {
        return bytes.arbitrary();
    }
    Ok(near.saturating_add_signed(bytes.int_in_range(-3..=3)?))
}

fn forge_hashes(hashes: &mut Vec<Hash>, bytes: &mut Unstructured<'_>) -> Result<()> {
    let at = bytes.int_in_range(0..=hashes.len())?;
    match bytes.int_in_range(0..=3)? {
        0 if at < hashes.len() => drop(hashes.remove(at)),
        1 if at + 1 < hashes.len() => hashes.swap(at, at + 1),
        2 if at < hashes.len() => hashes[at] = Hash::new(bytes.arbitrary()?),
        _ => {
            let more = if hashes.is_empty() { Hash::ZERO } else { *bytes.choose(hashes)? };
            hashes.insert(at, more);
        }
    }
    Ok(())
}

fn is_inclusion((leaf, number, hashes): &Included, leaves: &[Hash]) -> bool {
    let number = *number as usize;
    leaves.get(number) == Some(leaf) && naive_inclusion(number, leaves) == *hashes
}

/// Whether a proof says what is so: both are trees of these leaves, or one of them stands for the other.
fn holds((old, new, hashes): &Consistent, leaves: &[Hash]) -> bool {
    let is_root =
        |root: &Root| root.size <= leaves.len() as u64 && naive_root(&leaves[..root.size as usize]) == root.hash;
    let trivial = old.size == new.size && old.hash == new.hash && hashes.is_empty();
    // Every tree begins with the empty one, whatever is said of its root.
    let empty = old.size == 0 && hashes.is_empty() && old.hash == Hash::of(&[]);
    trivial
        || empty
        || (is_root(old)
            && is_root(new)
            && naive_consistency(old.size as usize, &leaves[..new.size as usize], true) == *hashes)
}

fn node(left: Hash, right: Hash) -> Hash {
    Hash::new(
        Sha256::new().chain_update([1]).chain_update(left.as_bytes()).chain_update(right.as_bytes()).finalize().into(),
    )
}

/// RFC 6962, 2.1: k, the largest power of two smaller than n.
fn split(count: usize) -> usize {
    let mut left = 1;
    while left * 2 < count {
        left *= 2;
    }
    left
}

/// MTH of RFC 6962, 2.1.
fn naive_root(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => Hash::of(&[]),
        [leaf] => *leaf,
        _ => {
            let (left, right) = leaves.split_at(split(leaves.len()));
            node(naive_root(left), naive_root(right))
        }
    }
}

/// PATH of RFC 6962, 2.1.1.
fn naive_inclusion(number: usize, leaves: &[Hash]) -> Vec<Hash> {
    if leaves.len() < 2 {
        return Vec::new();
    }
    let (left, right) = leaves.split_at(split(leaves.len()));
    let (mut path, beside) = match number.checked_sub(left.len()) {
        None => (naive_inclusion(number, left), right),
        Some(number) => (naive_inclusion(number, right), left),
    };
    path.push(naive_root(beside));
    path
}

/// SUBPROOF of RFC 6962, 2.1.2; `known` while the part holds all of the old tree.
fn naive_consistency(old: usize, leaves: &[Hash], known: bool) -> Vec<Hash> {
    if old == 0 || (old == leaves.len() && known) {
        return Vec::new();
    }
    if old == leaves.len() {
        return vec![naive_root(leaves)];
    }
    let (left, right) = leaves.split_at(split(leaves.len()));
    let (mut proof, beside) = match old.checked_sub(left.len()) {
        None | Some(0) => (naive_consistency(old, left, known), right),
        Some(old) => (naive_consistency(old, right, false), left),
    };
    proof.push(naive_root(beside));
    proof
}
