//! Checkpoints and proofs that somebody kept, held against a log.

use std::convert::Infallible;

use super::*;
use crate::kernel::tree::{self, Leaf, Root, Subtree, node_hash};

/// A tree in which one leaf is a log's, as it grew, and all that is signed of it.
pub(super) struct Forest {
    leaves: Vec<Leaf>,
}

impl Forest {
    /// A tree of so many leaves, the log's behind `number` others.
    pub(super) fn new(events: &Log, number: usize, size: usize) -> Self {
        let leaf = |at: usize| {
            let other = Uuid::from_u128(100 + at as u128);
            let (id, head) = match at == number {
                true => (events[0].0.id, head(events, events.len() - 1)),
                false => (other, Head { index: at as u64, hash: Hash::of(&[at as u8]) }),
            };
            Leaf::new(LogKind::Game, id, head)
        };
        Self { leaves: (0..size).map(leaf).collect() }
    }

    /// The hash of a complete subtree, by RFC 6962, 2.1, from its leaves up.
    fn subtree(&self, subtree: Subtree) -> Result<Hash, Infallible> {
        let Subtree { level, number } = subtree;
        let Some(below) = level.checked_sub(1) else {
            let leaf = &self.leaves[usize::try_from(number).expect("a small tree")];
            return Ok(leaf.hash().expect("canonical"));
        };
        let half = |number| self.subtree(Subtree { level: below, number });
        Ok(node_hash(&half(2 * number)?, &half(2 * number + 1)?))
    }

    pub(super) fn root(&self, size: u64) -> Root {
        let Ok(root) = tree::root(size, |subtree| self.subtree(subtree));
        root
    }

    pub(super) fn note(&self, size: u64) -> String {
        Checkpoint::sign(self.root(size), &signer())
    }

    fn checkpoint(&self, size: u64) -> Kept {
        kept(&format!("{size}.note"), self.note(size))
    }

    pub(super) fn inclusion(&self, number: u64, size: u64) -> Inclusion {
        let Ok(hashes) = tree::inclusion(number, size, |subtree| self.subtree(subtree));
        let leaf = self.leaves[usize::try_from(number).expect("a small tree")];
        Inclusion {
            format: InclusionFormat::Draft1,
            leaf,
            leaf_index: number,
            tree_size: size,
            audit_path: hashes,
            checkpoint: self.note(size),
        }
    }

    fn consistency(&self, from: u64, to: u64) -> Consistency {
        let Ok(hashes) = tree::consistency(from, to, |subtree| self.subtree(subtree));
        Consistency {
            format: ConsistencyFormat::Draft1,
            first: from,
            second: to,
            consistency: hashes,
            checkpoint: self.note(to),
        }
    }
}

fn file(proof: &impl serde::Serialize) -> Kept {
    kept("p.json", serde_json::to_vec(proof).expect("JSON"))
}

fn audit(events: &Log, checkpoints: &[Kept], proofs: &[Kept]) -> Audit {
    held(events, &Evidence { checkpoints, proofs, ..Evidence::default() })
}

fn forest() -> (Log, Forest) {
    let events = log(1, 6);
    let forest = Forest::new(&events, 2, 5);
    (events, forest)
}

#[test]
fn the_trees_that_are_signed_are_listed_with_whose_key_signed_them() {
    let (events, forest) = forest();
    let label = signer().verifier().label();
    let said = |sizes: &[u64]| {
        let files: Vec<Kept> = sizes.iter().map(|size| forest.checkpoint(*size)).collect();
        let audit = audit(&events, &files, &[]);
        let (status, said) = level(&audit, Level::Checkpoint);
        assert_eq!(status, LevelStatus::Passed);
        said.strip_suffix(&format!(" signed by {label}, the bundle's own key")).expect("whose key").to_owned()
    };
    assert_eq!(said(&[1]), "a tree of 1 log is");
    assert_eq!(said(&[4]), "a tree of 4 logs is");
    assert_eq!(said(&[4, 4]), "a tree of 4 logs is");
    assert_eq!(said(&[4, 1]), "trees of 1 and 4 logs are");
    assert_eq!(said(&[4, 5, 2]), "trees of 2, 4 and 5 logs are");
    let (trusted, files) = (signer().verifier(), [forest.checkpoint(4)]);
    let trusting = Evidence { key: Some(&trusted), checkpoints: &files, ..Evidence::default() };
    let said = format!("a tree of 4 logs is signed by {label}, the key you trust");
    assert_eq!(level(&held(&events, &trusting), Level::Checkpoint), (LevelStatus::Passed, said.as_str()));
    let nothing = audit(&events, &[], &[]);
    assert!([Level::Checkpoint, Level::Inclusion, Level::Consistency].iter().all(|level| !has(&nothing, *level)));
    let alone = audit(&events, &[forest.checkpoint(4)], &[]);
    assert!(!has(&alone, Level::Inclusion) && !has(&alone, Level::Consistency), "one tree is consistent with itself");
}

#[test]
fn a_checkpoint_that_does_not_open_is_found_by_what_is_wrong_with_it() {
    let (events, forest) = forest();
    let tampering = |note: String| {
        let audit = audit(&events, &[kept("a.note", note)], &[]);
        let (status, said) = level(&audit, Level::Checkpoint);
        assert!(status == LevelStatus::Failed && said.starts_with("a.note holds no checkpoint that holds: "), "{said}");
        found(&audit)
    };
    let wrong = |tampering| [(Level::Checkpoint, tampering, None)];
    assert_eq!(tampering("nonsense".into()), wrong(Tampering::Malformed));
    assert_eq!(tampering(signer().sign("something else\n")), wrong(Tampering::Malformed));
    assert_eq!(tampering(Checkpoint::sign(forest.root(4), &stranger())), wrong(Tampering::WrongKey));
    let elsewhere = Checkpoint { origin: "elsewhere".into(), root: forest.root(4) };
    assert_eq!(tampering(signer().sign(&elsewhere.to_string())), wrong(Tampering::WrongKey));
    assert_eq!(tampering(forest.note(4).replacen("\n4\n", "\n5\n", 1)), wrong(Tampering::WrongSignature));
}

#[test]
fn a_log_is_shown_to_be_a_leaf_of_every_tree_that_has_it() {
    let events = log(1, 6);
    for (number, size) in [(0, 1), (0, 2), (1, 2), (2, 3), (2, 5), (4, 5), (3, 8), (6, 8)] {
        let forest = Forest::new(&events, number, size);
        let audit = audit(&events, &[], &[file(&forest.inclusion(number as u64, size as u64))]);
        let trees = if size == 1 { "1 log".to_owned() } else { format!("{size} logs") };
        let said = format!("the log ends where leaf {number} of the tree of {trees} says");
        assert_eq!(level(&audit, Level::Inclusion), (LevelStatus::Passed, said.as_str()));
        assert_eq!(found(&audit), []);
    }
}

#[test]
fn each_log_takes_its_own_proof_and_the_proof_of_another_is_not_enough() {
    let (events, forest) = forest();
    let other = file(&forest.inclusion(1, 5));
    let both = audit(&events, &[], &[other.clone(), file(&forest.inclusion(2, 5))]);
    assert_eq!(level(&both, Level::Inclusion).0, LevelStatus::Passed);
    let audit = audit(&events, &[], &[other]);
    assert_eq!(level(&audit, Level::Inclusion), (LevelStatus::Failed, "p.json is the proof of another log"));
    assert_eq!(found(&audit), [(Level::Inclusion, Tampering::Edited, None)]);
    let ids = [Uuid::from_u128(1), Uuid::from_u128(101)].map(|id| Some(id.to_string()));
    assert_eq!([audit.findings[0].expected.clone(), audit.findings[0].found.clone()], ids);
}

#[test]
fn a_proof_of_inclusion_that_was_changed_is_found() {
    let (events, forest) = forest();
    let after = |change: &dyn Fn(&mut Inclusion)| {
        let mut proof = forest.inclusion(2, 5);
        change(&mut proof);
        let audit = audit(&events, &[], &[file(&proof)]);
        let finding = audit.findings.first().cloned().expect("a finding");
        assert_eq!((finding.level, finding.index, audit.findings.len()), (Level::Inclusion, None, 1));
        (finding.tampering, finding.detail, finding.expected.zip(finding.found))
    };
    let kind = "p.json is the proof of another kind of leaf than a game's of version 1";
    assert_eq!(after(&|proof| proof.leaf.v = 2), (Tampering::Malformed, kind.into(), None));
    assert_eq!(after(&|proof| proof.leaf.log = LogKind::Tournament), (Tampering::Malformed, kind.into(), None));
    let size = "p.json speaks of a tree of 4 logs, its checkpoint of another";
    let sizes = Some(("5".into(), "4".into()));
    assert_eq!(after(&|proof| proof.tree_size = 4), (Tampering::Edited, size.into(), sizes));
    let lost = "p.json does not lead from its leaf to the root that was signed";
    let root = forest.root(5).hash.to_string();
    let none = Some((root.clone(), "no root".into()));
    assert_eq!(after(&|proof| proof.audit_path.truncate(1)), (Tampering::Edited, lost.into(), none));
    let (tampering, detail, values) = after(&|proof| proof.audit_path[0] = Hash::ZERO);
    let (expected, found) = values.expect("two roots");
    assert_eq!((tampering, detail.as_str(), expected), (Tampering::Edited, lost, root));
    assert!(found.parse::<Hash>().is_ok(), "{found}");
}

#[test]
fn what_cannot_be_read_as_a_proof_is_found_at_the_level_of_what_it_says_it_is() {
    let (events, forest) = forest();
    let nonsense = audit(&events, &[], &[kept("p.json", "nonsense")]);
    assert_eq!(found(&nonsense), [(Level::Inclusion, Tampering::Malformed, None)]);
    assert!(level(&nonsense, Level::Inclusion).1.starts_with("p.json: it is no proof"));
    let none = (LevelStatus::Skipped, "there is no checkpoint in what was given");
    assert_eq!(level(&nonsense, Level::Checkpoint), none);
    let without = audit(&events, &[], &[kept("p.json", r#"{"format":"pandect-consistency/2-draft.1"}"#)]);
    assert_eq!(found(&without), [(Level::Consistency, Tampering::Malformed, None)]);
    assert!(!has(&without, Level::Inclusion));
    let unknown = audit(&events, &[], &[kept("p.json", r#"{"format":"pandect-consistency/2-draft.8"}"#)]);
    let sentence = "p.json: draft 8 is not known here; this program knows draft 1";
    assert_eq!(level(&unknown, Level::Consistency), (LevelStatus::Skipped, sentence));
    assert_eq!((found(&unknown), unknown.unknown.as_deref()), (vec![], Some(sentence)));
    let mut unsigned = forest.inclusion(2, 5);
    unsigned.checkpoint = Checkpoint::sign(forest.root(5), &stranger());
    let unsigned = audit(&events, &[], &[file(&unsigned)]);
    assert_eq!(found(&unsigned), [(Level::Checkpoint, Tampering::WrongKey, None)]);
    let skipped = (LevelStatus::Skipped, "the checkpoint of the proof is not signed");
    assert_eq!(level(&unsigned, Level::Inclusion), skipped);
}

#[test]
fn a_log_that_does_not_end_where_its_leaf_says_is_found() {
    let (events, forest) = forest();
    let proof = file(&forest.inclusion(2, 5));
    let after = |events: &Log| {
        let audit = audit(events, &[], std::slice::from_ref(&proof));
        let finding = audit.findings.first().cloned().expect("a finding");
        assert_eq!(finding.expected, Some(format!("event 5, hash {}", forest.leaves[2].head.hash)));
        (finding.tampering, finding.index, finding.detail)
    };
    let cut = "the log ended at event 5 when it was concluded, and ends before";
    assert_eq!(after(&events[..3].to_vec()), (Tampering::Truncated, Some(3), cut.into()));
    let anew = "event 5 was another one when the log was concluded: it was written anew";
    assert_eq!(after(&rewritten(&events, 2)), (Tampering::Rewritten, Some(5), anew.into()));
    let mut more = events.clone();
    append(&mut more, 1, at(3));
    let on = "the log ended at event 5 when it was concluded, and goes on";
    assert_eq!(after(&more), (Tampering::Inserted, Some(6), on.into()));
}

#[test]
fn trees_that_nothing_connects_are_not_known_to_be_one() {
    let (events, forest) = forest();
    let said = |sizes: &[u64], proofs: &[Consistency]| {
        let files: Vec<Kept> = sizes.iter().map(|size| forest.checkpoint(*size)).collect();
        let proofs: Vec<Kept> = proofs.iter().map(file).collect();
        let audit = audit(&events, &files, &proofs);
        let (status, said) = level(&audit, Level::Consistency);
        (status, said.to_owned())
    };
    let missing = |from: u64, of: &str| {
        let said = format!(
            "nothing shows that the tree of 5 logs begins with the tree of {of}: add what \
             /v1/log/consistency?first={from}&second=5 answers, as a proof"
        );
        (LevelStatus::Skipped, said)
    };
    let passed = |trees: &str| {
        (LevelStatus::Passed, format!("trees of {trees} are signed, and each begins with the ones before it"))
    };
    assert_eq!(said(&[3, 5], &[]), missing(3, "3 logs"));
    assert_eq!(said(&[3], &[forest.consistency(3, 5)]), passed("3 and 5 logs"));
    assert_eq!(said(&[1], &[forest.consistency(1, 3), forest.consistency(3, 5)]), passed("1, 3 and 5 logs"));
    assert_eq!(said(&[1], &[forest.consistency(3, 5), forest.consistency(1, 3)]), passed("1, 3 and 5 logs"));
    assert_eq!(said(&[1, 3], &[forest.consistency(3, 5)]), missing(1, "1 log"));
    // Every tree begins with the empty one.
    assert_eq!(said(&[0, 5], &[]), passed("0 and 5 logs"));
    let since_0 = (LevelStatus::Passed, "a tree of 5 logs is signed, and each begins with the ones before it".into());
    assert_eq!(said(&[], &[forest.consistency(0, 5)]), since_0);
    let add = (LevelStatus::Skipped, "p.json begins at a tree of 3 logs: add its checkpoint".into());
    assert_eq!(said(&[], &[forest.consistency(3, 5)]), add);
    let add = (LevelStatus::Skipped, "p.json begins at a tree of 2 logs: add its checkpoint".into());
    assert_eq!(said(&[], &[forest.consistency(2, 5)]), add);
    let mut unsigned = forest.consistency(3, 5);
    unsigned.checkpoint = Checkpoint::sign(forest.root(5), &stranger());
    assert_eq!(said(&[3], &[unsigned]), (LevelStatus::Skipped, "the checkpoint in p.json is not signed".into()));
}

#[test]
fn two_trees_of_one_size_show_that_one_was_written_anew() {
    let (events, forest) = forest();
    let other = Forest::new(&events, 3, 5);
    let audit = audit(&events, &[forest.checkpoint(5), other.checkpoint(5), forest.checkpoint(3)], &[]);
    assert_eq!(found(&audit), [(Level::Consistency, Tampering::Rewritten, None)]);
    let said = "two trees of 5 logs were signed: one of them was written anew";
    assert_eq!(level(&audit, Level::Consistency), (LevelStatus::Failed, said));
    let mut hashes = [&forest, &other].map(|forest| forest.root(5).hash);
    hashes.sort();
    let finding = &audit.findings[0];
    assert_eq!([finding.expected.clone(), finding.found.clone()], hashes.map(|hash| Some(hash.to_string())));
}

#[test]
fn a_proof_of_consistency_that_does_not_hold_is_found() {
    let (events, forest) = forest();
    let after = |sizes: &[u64], from: u64, change: &dyn Fn(&mut Consistency)| {
        let mut proof = forest.consistency(from, 5);
        change(&mut proof);
        let files: Vec<Kept> = sizes.iter().map(|size| forest.checkpoint(*size)).collect();
        let audit = audit(&events, &files, &[file(&proof)]);
        let finding = audit.findings.first().cloned().expect("a finding");
        assert_eq!((finding.level, audit.findings.len()), (Level::Consistency, 1));
        (finding.tampering, finding.detail, finding.expected.zip(finding.found))
    };
    let another = "p.json speaks of a tree of 4 logs, its checkpoint of another".to_owned();
    let sizes = Some(("5".into(), "4".into()));
    assert_eq!(after(&[3], 3, &|proof| proof.second = 4), (Tampering::Edited, another, sizes));
    let form = "p.json does not have the hashes that such a proof has".to_owned();
    assert_eq!(after(&[3], 3, &|proof| proof.consistency.truncate(1)), (Tampering::Malformed, form, None));
    let anew = "p.json does not show that the tree of 5 logs begins with the tree of 3 logs: it was changed, or the tree \
                was written anew";
    for at in 0..forest.consistency(3, 5).consistency.len() {
        let changed = after(&[3], 3, &|proof| proof.consistency[at] = Hash::ZERO);
        assert_eq!(changed, (Tampering::Rewritten, anew.into(), None));
    }
    // Another proof that shows nothing does not hide it.
    let mut wrong = forest.consistency(3, 5);
    wrong.consistency[0] = Hash::ZERO;
    let both = audit(&events, &[forest.checkpoint(3)], &[file(&wrong), file(&forest.consistency(2, 5))]);
    assert_eq!(found(&both), [(Level::Consistency, Tampering::Rewritten, None)]);
    // The older tree is not known: what can be seen is whether the proof leads to the newer one.
    let nowhere = "p.json does not lead from a tree of 3 logs to the one that was signed".to_owned();
    assert_eq!(after(&[], 3, &|proof| proof.consistency[0] = Hash::ZERO), (Tampering::Edited, nowhere.clone(), None));
    assert_eq!(after(&[], 3, &|proof| proof.consistency.truncate(1)), (Tampering::Edited, nowhere, None));
}

#[test]
fn a_tree_that_was_written_anew_does_not_begin_with_the_old_one() {
    let (events, forest) = forest();
    // The same log, and another one before it.
    let mut anew = Forest::new(&events, 2, 5);
    anew.leaves[0].head.index = 77;
    let audit = audit(&events, &[forest.checkpoint(3)], &[file(&anew.consistency(3, 5))]);
    assert_eq!(found(&audit), [(Level::Consistency, Tampering::Rewritten, None)]);
}
