//! The published vectors of the Certificate Transparency projects, and every pair of sizes up to a few dozen.

use std::convert::Infallible;

use data_encoding::HEXLOWER;
use serde_json::Value;

use super::*;

/// The leaves, roots and proofs that the implementations of RFC 6962 test themselves with.
fn published() -> Value {
    serde_json::from_str(include_str!("../../../../fixtures/kernel/tree.json")).expect("the fixture is JSON")
}

fn hashes(value: &Value) -> Vec<Hash> {
    serde_json::from_value(value.clone()).expect("hashes")
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

/// A tree in memory, kept as the store keeps it.
#[derive(Default)]
struct Tree(Vec<(Subtree, Hash)>, u64);

impl Tree {
    fn of(leaves: impl IntoIterator<Item = Hash>) -> Self {
        let mut tree = Self::default();
        for leaf in leaves {
            let Ok(complete) = completed(tree.1, leaf, |subtree| tree.read(subtree));
            tree.0.extend(complete);
            tree.1 += 1;
        }
        tree
    }

    fn published() -> Self {
        let leaves = published()["leaves"].as_array().expect("leaves").clone();
        let bytes = |leaf: &Value| HEXLOWER.decode(leaf.as_str().expect("text").as_bytes()).expect("hex");
        Self::of(leaves.iter().map(|leaf| leaf_hash(&bytes(leaf))))
    }

    fn read(&self, subtree: Subtree) -> Result<Hash, Infallible> {
        Ok(self.0.iter().find(|(at, _)| *at == subtree).expect("a complete subtree").1)
    }

    fn root(&self, size: u64) -> Root {
        let Ok(root) = root(size, |subtree| self.read(subtree));
        root
    }

    fn leaf(&self, number: u64) -> Hash {
        let Ok(hash) = self.read(Subtree { level: 0, number });
        hash
    }

    fn inclusion(&self, number: u64, size: u64) -> Vec<Hash> {
        let Ok(hashes) = inclusion(number, size, |subtree| self.read(subtree));
        hashes
    }

    fn consistency(&self, old: u64, new: u64) -> Vec<Hash> {
        let Ok(hashes) = consistency(old, new, |subtree| self.read(subtree));
        hashes
    }
}

#[test]
fn roots_are_the_published_ones() {
    let tree = Tree::published();
    for (size, expected) in (0..).zip(hashes(&published()["roots"])) {
        assert_eq!(tree.root(size), Root { size, hash: expected });
    }
}

#[test]
fn proofs_of_inclusion_are_the_published_ones() {
    let tree = Tree::published();
    for case in published()["inclusion"].as_array().expect("cases") {
        let (at, size) = (number(&case["number"]), number(&case["size"]));
        assert_eq!(tree.inclusion(at, size), hashes(&case["hashes"]), "{case}");
        assert_eq!(included(tree.leaf(at), at, size, &hashes(&case["hashes"])), Some(tree.root(size).hash), "{case}");
    }
}

#[test]
fn proofs_of_consistency_are_the_published_ones() {
    let tree = Tree::published();
    for case in published()["consistency"].as_array().expect("cases") {
        let (old, new) = (tree.root(number(&case["old"])), tree.root(number(&case["new"])));
        assert_eq!(tree.consistency(old.size, new.size), hashes(&case["hashes"]), "{case}");
        assert_eq!(consistent(old, new, &hashes(&case["hashes"])), Some((old.hash, new.hash)), "{case}");
    }
}

/// Beyond the published sizes: two leaves of different content for every number, so that a wrong tree has other hashes.
fn leaves(count: u64) -> impl Iterator<Item = Hash> {
    (0..count).map(|number| leaf_hash(&number.to_be_bytes()))
}

const SIZES: u64 = 35;

#[test]
fn every_leaf_of_every_size_is_proved_and_no_other() {
    let tree = Tree::of(leaves(SIZES));
    for size in 0..=SIZES {
        let root = tree.root(size).hash;
        for at in 0..size {
            let proof = tree.inclusion(at, size);
            assert!(proof.len() <= 6, "as many hashes as levels");
            assert_eq!(included(tree.leaf(at), at, size, &proof), Some(root), "{at} of {size}");
            for other in (0..=size).filter(|other| *other != at) {
                assert_ne!(included(tree.leaf(at), other, size, &proof), Some(root), "{at} as {other} of {size}");
            }
            assert_ne!(included(Hash::ZERO, at, size, &proof), Some(root));
            for wrong in wrong(&proof) {
                assert_ne!(included(tree.leaf(at), at, size, &wrong), Some(root), "{at} of {size}");
            }
        }
    }
}

#[test]
fn every_pair_of_sizes_is_consistent_and_no_other_tree_is() {
    let (tree, other) = (Tree::of(leaves(SIZES)), Tree::of(leaves(SIZES + 1).skip(1)));
    for new in 0..=SIZES {
        for old in 0..=new {
            let (before, after) = (tree.root(old), tree.root(new));
            let both = Some((before.hash, after.hash));
            let proof = tree.consistency(old, new);
            assert_eq!(consistent(before, after, &proof), both, "{old} of {new}");
            for wrong in wrong(&proof) {
                assert_ne!(consistent(before, after, &wrong), both, "{old} of {new}");
            }
            if old < new {
                assert_eq!(consistent(after, before, &proof), None, "a tree never shrinks");
            }
            if 0 < old && old < new {
                let rewritten = other.root(old);
                let other = Some((rewritten.hash, after.hash));
                assert_ne!(consistent(rewritten, after, &proof), other, "another tree of {old} before {new}");
            }
        }
    }
}

/// What is not the proof: a hash changed, missing, twice, or two swapped.
fn wrong(proof: &[Hash]) -> Vec<Vec<Hash>> {
    let mut found = vec![[proof, &[Hash::ZERO]].concat(), [&[Hash::ZERO], proof].concat()];
    for at in 0..proof.len() {
        let (mut changed, mut removed, mut doubled) = (proof.to_vec(), proof.to_vec(), proof.to_vec());
        changed[at] = Hash::ZERO;
        removed.remove(at);
        doubled.insert(at, proof[at]);
        found.extend([changed, removed, doubled]);
        if at > 0 {
            let mut swapped = proof.to_vec();
            swapped.swap(at - 1, at);
            found.push(swapped);
        }
    }
    found
}

#[test]
fn trees_of_any_size_are_proved_without_a_panic() {
    let any = |_| Ok::<_, Infallible>(Hash::ZERO);
    for size in [u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) + 1] {
        let Ok(root) = root(size, any);
        for at in [0, 1, size / 2, size - 1] {
            let Ok(proof) = inclusion(at, size, any);
            assert!(proof.len() <= 64);
            assert_eq!(included(Hash::ZERO, at, size, &proof).is_some(), at < size);
            let Ok(proof) = consistency(at, size, any);
            assert!(consistent(Root { size: at, ..root }, root, &proof).is_some());
        }
    }
    assert_eq!(included(Hash::ZERO, 0, 0, &[]), None);
}

/// The content is written down, its hash was computed elsewhere: `printf '\0%s' CONTENT | sha256sum`.
#[test]
fn a_leaf_is_hashed_over_its_canonical_json() {
    let head = Head { index: 26, hash: Hash::of(b"abc") };
    let leaf = Leaf::new(LogKind::Game, Uuid::from_u128(0x0190_a5b0_0000_7000_8000_0000_0000_0001), head);
    let content = concat!(
        r#"{"head":{"hash":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad","index":26},"#,
        r#""id":"0190a5b0-0000-7000-8000-000000000001","log":"game","v":1}"#
    );
    assert_eq!(canonical(&leaf).expect("canonical"), content.as_bytes());
    let expected = "017dd031438066f29b17fa222437d7a52985bf0b70cc80ff65cce30931c042d1";
    assert_eq!(leaf.hash().expect("canonical").to_string(), expected);
}
