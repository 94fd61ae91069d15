//! The levels of the tree: that checkpoints are signed, that the log is a leaf, and that every tree that was signed
//! begins with the ones before it.

use uuid::Uuid;

use super::chain::{Link, contradicted, found, head_in_words};
use super::checkpoint::{BadCheckpoint, Checkpoint};
use super::evidence::{Evidence, Kept};
use super::note::{BadNote, VerifierKey};
use super::proof::{Consistency, Inclusion, NotAProof, Proof};
use super::report::{Finding, Level, Report, Tampering};
use crate::kernel::tree::{LEAF_VERSION, Root, consistent, included};
use crate::kernel::{Hash, Head, LogKind};

/// A proof that was read, under the name of its file, with the tree that it leads to where somebody signed that.
struct Read<T> {
    name: String,
    proof: T,
    root: Option<Root>,
}

/// All that is known of trees.
#[derive(Default)]
struct Trees {
    /// Every tree that was signed, each once, smallest first.
    signed: Vec<Root>,
    inclusion: Vec<Read<Inclusion>>,
    consistency: Vec<Read<Consistency>>,
    /// What could not be read, by level.
    unreadable: Vec<Finding>,
    /// The levels of proofs whose label is not known here, and why nothing is said of them.
    unknown: Vec<(Level, String)>,
}

/// Reports the levels that the evidence allows.
pub(super) fn check_trees(log: &[Link<'_>], key: &VerifierKey, evidence: &Evidence<'_>, report: &mut Report) {
    let trees = Trees::read(key, evidence);
    if !evidence.checkpoints.is_empty() || !evidence.proofs.is_empty() {
        trees.check_signatures(key, evidence.key.is_some(), report);
    }
    if trees.has(Level::Inclusion, trees.inclusion.is_empty()) {
        trees.check_inclusion(log, report);
    }
    let several = trees.signed.len() > 1;
    if several || trees.has(Level::Consistency, trees.consistency.is_empty()) {
        trees.check_consistency(report);
    }
}

impl Trees {
    fn read(key: &VerifierKey, evidence: &Evidence<'_>) -> Self {
        let mut trees = Self::default();
        for file in evidence.checkpoints {
            trees.open(&file.name, &file.note(), key);
        }
        for file in evidence.proofs {
            trees.read_proof(file, key);
        }
        trees.signed.sort_by_key(|root| (root.size, root.hash));
        trees.signed.dedup();
        trees
    }

    /// Opens a checkpoint, and notes down which tree was signed, or why none was.
    fn open(&mut self, name: &str, note: &str, key: &VerifierKey) -> Option<Root> {
        match Checkpoint::open(note, key) {
            Ok(checkpoint) => {
                self.signed.push(checkpoint.root);
                Some(checkpoint.root)
            }
            Err(error) => {
                let tampering = match &error {
                    BadCheckpoint::Note(BadNote::OtherKey { .. }) | BadCheckpoint::Origin { .. } => Tampering::WrongKey,
                    BadCheckpoint::Note(BadNote::BadSignature(_)) => Tampering::WrongSignature,
                    BadCheckpoint::Note(BadNote::Malformed(_)) | BadCheckpoint::Text(_) => Tampering::Malformed,
                };
                let detail = format!("{name} holds no checkpoint that holds: {error}");
                self.unreadable.push(Finding::new(Level::Checkpoint, tampering, None, detail));
                None
            }
        }
    }

    fn read_proof(&mut self, file: &Kept, key: &VerifierKey) {
        let name = file.name.clone();
        match Proof::parse(&file.text) {
            Ok(proof) => {
                let root = self.open(&name, proof.checkpoint(), key);
                match proof {
                    Proof::Inclusion(proof) => self.inclusion.push(Read { name, proof, root }),
                    Proof::Consistency(proof) => self.consistency.push(Read { name, proof, root }),
                }
            }
            Err(NotAProof { of_consistency, unknown, detail }) => {
                let level = if of_consistency { Level::Consistency } else { Level::Inclusion };
                let detail = format!("{name}: {detail}");
                if unknown {
                    return self.unknown.push((level, detail));
                }
                self.unreadable.push(Finding::new(level, Tampering::Malformed, None, detail));
            }
        }
    }

    /// Whether something was given for a level, read or not.
    fn has(&self, level: Level, none_read: bool) -> bool {
        !none_read || self.unreadable(level).next().is_some() || self.not_known(level).is_some()
    }

    fn not_known(&self, level: Level) -> Option<String> {
        self.unknown.iter().find(|(of, _)| *of == level).map(|(_, why)| why.clone())
    }

    fn unreadable(&self, level: Level) -> impl Iterator<Item = &Finding> {
        self.unreadable.iter().filter(move |finding| finding.level == level)
    }

    fn check_signatures(&self, key: &VerifierKey, trusted: bool, report: &mut Report) {
        let findings: Vec<_> = self.unreadable(Level::Checkpoint).cloned().collect();
        if findings.is_empty() && self.signed.is_empty() {
            return report.skipped(Level::Checkpoint, "there is no checkpoint in what was given");
        }
        let whose = if trusted { "the key you trust" } else { "the bundle's own key" };
        let trees = listed(&self.signed);
        report.checked(Level::Checkpoint, findings, format!("{trees} signed by {}, {whose}", key.label()));
    }

    fn check_inclusion(&self, log: &[Link<'_>], report: &mut Report) {
        let mut findings: Vec<_> = self.unreadable(Level::Inclusion).cloned().collect();
        if let (true, Some(why)) = (findings.is_empty(), self.not_known(Level::Inclusion)) {
            return report.unknown(&[Level::Inclusion], why);
        }
        let id = log.first().map(|first| first.record.id);
        let (own, others): (Vec<_>, Vec<_>) = self.inclusion.iter().partition(|read| Some(read.proof.leaf.id) == id);
        // With many bundles and the proofs of all of them, each bundle takes its own.
        if let (true, Some(other)) = (own.is_empty(), others.first()) {
            let detail = format!("{} is the proof of another log", other.name);
            let finding = Finding::new(Level::Inclusion, Tampering::Edited, None, detail);
            let expected = id.map_or("none".into(), |id| id.to_string());
            findings.push(finding.values(&expected, &other.proof.leaf.id));
        }
        let signed: Vec<_> = own.iter().filter_map(|read| Some((*read, read.root?))).collect();
        findings.extend(signed.iter().filter_map(|(read, root)| not_included(log, read, *root)));
        let Some((read, root)) = signed.first().filter(|_| findings.is_empty()) else {
            if findings.is_empty() {
                return report.skipped(Level::Inclusion, "the checkpoint of the proof is not signed");
            }
            return report.checked(Level::Inclusion, findings, "");
        };
        let passed =
            format!("the log ends where leaf {} of the tree of {} says", read.proof.leaf_index, logs(root.size));
        report.checked(Level::Inclusion, findings, passed);
    }

    fn check_consistency(&self, report: &mut Report) {
        let mut findings: Vec<_> = self.unreadable(Level::Consistency).cloned().collect();
        let same_size = self.signed.windows(2).filter(|pair| pair[0].size == pair[1].size);
        findings.extend(same_size.map(|pair| two_trees(pair[0], pair[1])));
        let (mut links, mut missing) = (Vec::new(), None);
        for read in &self.consistency {
            match self.link(read) {
                Ok(found) => links.extend(found),
                Err(Unlinked::Wrong(finding)) => findings.push(finding),
                Err(Unlinked::Alone(why)) => missing = Some(why),
            }
        }
        if findings.is_empty() {
            missing = missing.or_else(|| unlinked(&self.signed, &links));
        }
        if let (true, Some(why)) = (findings.is_empty(), self.not_known(Level::Consistency)) {
            return report.unknown(&[Level::Consistency], why);
        }
        match missing {
            Some(why) if findings.is_empty() => report.skipped(Level::Consistency, why),
            _ => {
                let passed = format!("{} signed, and each begins with the ones before it", listed(&self.signed));
                report.checked(Level::Consistency, findings, passed);
            }
        }
    }

    /// What a proof of consistency shows: that a tree begins with another one.
    fn link(&self, read: &Read<Consistency>) -> Result<Vec<(Root, Root)>, Unlinked> {
        let Read { name, proof, root } = read;
        let finding = |tampering, detail| Finding::new(Level::Consistency, tampering, None, detail);
        let Some(new) = *root else { return Err(Unlinked::Alone(format!("the checkpoint in {name} is not signed"))) };
        if new.size != proof.second {
            let detail = format!("{name} speaks of a tree of {}, its checkpoint of another", logs(proof.second));
            return Err(Unlinked::Wrong(finding(Tampering::Edited, detail).values(&new.size, &proof.second)));
        }
        let empty = Root { size: 0, hash: Hash::of(&[]) };
        let older: Vec<Root> = match proof.first {
            0 => vec![empty],
            from => self.signed.iter().filter(|root| root.size == from).copied().collect(),
        };
        if older.is_empty() {
            return Err(alone(name, proof, new));
        }
        for old in &older {
            let Some(roots) = consistent(*old, new, &proof.consistency) else {
                let detail = format!("{name} does not have the hashes that such a proof has");
                return Err(Unlinked::Wrong(finding(Tampering::Malformed, detail)));
            };
            if roots != (old.hash, new.hash) {
                let (old, new) = (logs(old.size), logs(new.size));
                let detail = format!(
                    "{name} does not show that the tree of {new} begins with the tree of {old}: it was changed, or the \
                     tree was written anew"
                );
                return Err(Unlinked::Wrong(finding(Tampering::Rewritten, detail)));
            }
        }
        Ok(older.into_iter().map(|old| (old, new)).collect())
    }
}

/// What can be said of a proof that begins at a tree which nobody here knows: whether it leads to the newer one, unless
/// the older root itself is among the hashes that are needed for that.
fn alone(name: &str, proof: &Consistency, new: Root) -> Unlinked {
    let unknown = Root { size: proof.first, hash: Hash::ZERO };
    let leads_there = match consistent(unknown, new, &proof.consistency) {
        Some((_, root)) => proof.first.is_power_of_two() || root == new.hash,
        None => false,
    };
    if leads_there {
        return Unlinked::Alone(format!("{name} begins at a tree of {}: add its checkpoint", logs(proof.first)));
    }
    let detail = format!("{name} does not lead from a tree of {} to the one that was signed", logs(proof.first));
    Unlinked::Wrong(Finding::new(Level::Consistency, Tampering::Edited, None, detail))
}

/// Why a proof of consistency shows nothing.
enum Unlinked {
    /// It is wrong.
    Wrong(Finding),
    /// What it speaks of is not here.
    Alone(String),
}

/// Every tree that was signed must be the beginning of the largest one; which one is not shown to be, and what would
/// show it.
fn unlinked(signed: &[Root], links: &[(Root, Root)]) -> Option<String> {
    let largest = *signed.last()?;
    let mut reached = vec![largest];
    while let Some((old, _)) = links.iter().find(|(old, new)| reached.contains(new) && !reached.contains(old)) {
        reached.push(*old);
    }
    // Every tree begins with the empty one.
    let left = signed.iter().find(|root| root.size > 0 && !reached.contains(root))?;
    let (from, to) = (left.size, largest.size);
    Some(format!(
        "nothing shows that the tree of {} begins with the tree of {}: add what /v1/log/consistency?first={from}&second={to} \
         answers, as a proof",
        logs(to),
        logs(from)
    ))
}

fn two_trees(one: Root, other: Root) -> Finding {
    let detail = format!("two trees of {} were signed: one of them was written anew", logs(one.size));
    Finding::new(Level::Consistency, Tampering::Rewritten, None, detail).values(&one.hash, &other.hash)
}

/// Why a proof does not show that this log is a leaf of the tree that was signed.
fn not_included(log: &[Link<'_>], read: &Read<Inclusion>, root: Root) -> Option<Finding> {
    let Read { name, proof, .. } = read;
    let finding = |tampering, index, detail: String| Finding::new(Level::Inclusion, tampering, index, detail);
    let leaf = &proof.leaf;
    let kind = log.first().map_or(LogKind::Game, |first| first.record.log);
    if leaf.v != LEAF_VERSION || leaf.log != kind {
        let kind = kind.name();
        let detail = format!("{name} is the proof of another kind of leaf than a {kind}'s of version {LEAF_VERSION}");
        return Some(finding(Tampering::Malformed, None, detail));
    }
    if proof.tree_size != root.size {
        let detail = format!("{name} speaks of a tree of {}, its checkpoint of another", logs(proof.tree_size));
        return Some(finding(Tampering::Edited, None, detail).values(&root.size, &proof.tree_size));
    }
    let leads_to =
        leaf.hash().ok().and_then(|leaf| included(leaf, proof.leaf_index, proof.tree_size, &proof.audit_path));
    if leads_to != Some(root.hash) {
        let detail = format!("{name} does not lead from its leaf to the root that was signed");
        let found = leads_to.map_or("no root".into(), |hash| hash.to_string());
        return Some(finding(Tampering::Edited, None, detail).values(&root.hash, &found));
    }
    let head = leaf.head;
    let (tampering, index) = match contradicted(log, head) {
        Some(contradicted) => contradicted,
        None if log.last().is_some_and(|last| last.record.index > head.index) => {
            (Tampering::Inserted, head.index.saturating_add(1))
        }
        None => return None,
    };
    let detail = match tampering {
        Tampering::Truncated => format!("the log ended at event {} when it was concluded, and ends before", head.index),
        Tampering::Inserted => format!("the log ended at event {} when it was concluded, and goes on", head.index),
        _ => format!("event {} was another one when the log was concluded: it was written anew", head.index),
    };
    Some(finding(tampering, Some(index), detail).values(&head_in_words(Some(head)), &head_in_words(found(log, head))))
}

/// The end of a log that a file proves, where it is a proof of that log's inclusion in a tree that was signed.
pub(super) fn proved_head(file: &Kept, id: Uuid, key: &VerifierKey) -> Option<Head> {
    let Ok(Proof::Inclusion(proof)) = Proof::parse(&file.text) else { return None };
    let root = Checkpoint::open(&proof.checkpoint, key).ok()?.root;
    let leads_to = included(proof.leaf.hash().ok()?, proof.leaf_index, proof.tree_size, &proof.audit_path);
    let holds = proof.leaf.id == id && proof.tree_size == root.size && leads_to == Some(root.hash);
    holds.then_some(proof.leaf.head)
}

fn logs(size: u64) -> String {
    if size == 1 { "1 log".into() } else { format!("{size} logs") }
}

/// The trees by their sizes, as the start of a sentence.
fn listed(signed: &[Root]) -> String {
    match signed {
        [] => "no tree is".into(),
        [one] => format!("a tree of {} is", logs(one.size)),
        [smaller @ .., largest] => {
            let smaller: Vec<_> = smaller.iter().map(|root| root.size.to_string()).collect();
            format!("trees of {} and {} are", smaller.join(", "), logs(largest.size))
        }
    }
}
