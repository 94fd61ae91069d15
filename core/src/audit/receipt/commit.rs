//! The two forms in which a receipt is read, and the second of them, the receipt of a commit: one signed note over all events that were written to disk together, and the way to it from
//! one of them.

use std::fmt;
use std::str::FromStr;

use data_encoding::BASE64;
use serde::{Deserialize, Serialize};

use super::{BadReceipt, Receipt};
use crate::audit::bundle::{label_of, unknown_label};
use crate::audit::note::{VerifierKey, open};
use crate::kernel::Hash;
use crate::kernel::tree::{Root, included, leaf_hash};

const FORMAT: &str = "pandect-receipt/2-draft.1";
const TAG: &str = "pandect/commit/v1";

/// A receipt as a file of its own: a leaf of the tree over the receipts of a commit. Unknown fields are refused.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OfCommit {
    /// The hashes beside the way from the leaf to the root, lowest first (RFC 6962, 2.1.1).
    audit_path: Vec<Hash>,
    format: String,
    leaf_index: u64,
    /// The signed [`Commit`].
    note: String,
    /// The text of the receipt, which is the content of the leaf.
    receipt: String,
    tree_size: u64,
}

/// What the note of a commit says: the tree over the receipts of its events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Commit(Root);

impl fmt::Display for Commit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{TAG}\n{}\n{}\n", self.0.size, BASE64.encode(self.0.hash.as_bytes()))
    }
}

impl FromStr for Commit {
    type Err = BadReceipt;

    fn from_str(text: &str) -> Result<Self, BadReceipt> {
        let refused =
            || BadReceipt::Commit(format!("expected three lines: {TAG}, a number of events, a root in base64"));
        let mut lines = text.lines().skip(1);
        let size = lines.next().and_then(|line| line.parse().ok()).ok_or_else(refused)?;
        let hash =
            lines.next().and_then(|line| BASE64.decode(line.as_bytes()).ok()?.try_into().ok()).ok_or_else(refused)?;
        let commit = Self(Root { size, hash: Hash::new(hash) });
        // One spelling, as of everything that is signed.
        if commit.to_string() == text { Ok(commit) } else { Err(refused()) }
    }
}

impl Receipt {
    /// Checks a receipt in one of its two forms and reads it: a note, or the JSON object that leads from an event to the
    /// note of its commit (`docs/format.md`).
    ///
    /// # Errors
    /// [`BadReceipt`].
    pub fn open(text: &str, key: &VerifierKey) -> Result<Self, BadReceipt> {
        if text.starts_with('{') {
            return OfCommit::parse(text)?.open(key);
        }
        Ok(open(text, key)?.parse()?)
    }
}

impl OfCommit {
    /// Reads the file, and nothing else of it where its label is not known here.
    fn parse(text: &str) -> Result<Self, BadReceipt> {
        let label = label_of(text.as_bytes());
        if let Some(unknown) = label.and_then(|label| unknown_label(FORMAT, &label)) {
            return Err(BadReceipt::Unknown(unknown));
        }
        let file: Self = serde_json::from_str(text)
            .map_err(|error| BadReceipt::Commit(format!("expected an object of format {FORMAT}: {error}")))?;
        if file.format == FORMAT {
            return Ok(file);
        }
        Err(BadReceipt::Commit(format!("expected an object of format {FORMAT}, found {:?}", file.format)))
    }

    /// Follows the way from the receipt to the root that the key signed.
    fn open(&self, key: &VerifierKey) -> Result<Receipt, BadReceipt> {
        let Commit(root) = open(&self.note, key)?.parse()?;
        let receipt = self.receipt.parse()?;
        if root.size != self.tree_size {
            let detail =
                format!("it speaks of a commit of {} events, its note of one of {}", self.tree_size, root.size);
            return Err(BadReceipt::Commit(detail));
        }
        let leaf = leaf_hash(self.receipt.as_bytes());
        if included(leaf, self.leaf_index, self.tree_size, &self.audit_path) == Some(root.hash) {
            return Ok(receipt);
        }
        Err(BadReceipt::Commit("its path does not lead from the event to the root that was signed".into()))
    }
}

#[cfg(test)]
pub(in crate::audit) mod tests {
    use serde_json::Value;
    use uuid::Uuid;

    use super::*;
    use crate::audit::note::SignerKey;
    use crate::kernel::Head;
    use crate::kernel::tree::{completed, inclusion, root};

    /// The receipts of a commit, each as its file.
    pub(in crate::audit) fn signed(receipts: &[Receipt], key: &SignerKey) -> Vec<String> {
        let mut subtrees = std::collections::BTreeMap::new();
        for (number, receipt) in (0..).zip(receipts) {
            let leaf = leaf_hash(receipt.to_string().as_bytes());
            let new = completed(number, leaf, |at| Ok::<_, ()>(subtrees[&at])).expect("they are all there");
            subtrees.extend(new);
        }
        let tree_size = receipts.len() as u64;
        let read = |at| Ok::<_, ()>(subtrees[&at]);
        let note = key.sign(&Commit(root(tree_size, read).expect("a root")).to_string());
        let file = |(leaf_index, receipt): (u64, &Receipt)| OfCommit {
            audit_path: inclusion(leaf_index, tree_size, read).expect("a path"),
            format: FORMAT.into(),
            leaf_index,
            note: note.clone(),
            receipt: receipt.to_string(),
            tree_size,
        };
        (0..).zip(receipts).map(|at| serde_json::to_string(&file(at)).expect("JSON")).collect()
    }

    fn key() -> SignerKey {
        SignerKey::new("pandect", &[7; 32]).expect("a key")
    }

    fn receipts(count: u64) -> Vec<Receipt> {
        let head = |index| Head { index, hash: Hash::of(&[1]) };
        (0..count).map(|number| Receipt { game: Uuid::from_u128(number.into()), head: head(number) }).collect()
    }

    #[test]
    fn every_event_of_a_commit_is_led_to_the_one_signature() {
        for count in [1, 2, 3, 7, 8, 64] {
            let receipts = receipts(count);
            let opened = signed(&receipts, &key()).iter().map(|file| Receipt::open(file, &key().verifier())).collect();
            assert_eq!(Ok(receipts), opened, "{count}");
        }
    }

    #[test]
    fn receipts_of_a_commit_open_as_an_independent_implementation_wrote_them() {
        let all: Value = serde_json::from_str(include_str!("../../../../fixtures/kernel/notes.json")).expect("JSON");
        for commit in all["commits"].as_array().expect("commits") {
            let key = commit["vkey"].as_str().expect("a key").parse().expect("a key");
            for file in commit["files"].as_array().expect("files") {
                let opened = Receipt::open(&file.to_string(), &key).expect("it holds");
                assert_eq!(file["receipt"], opened.to_string());
            }
        }
    }

    #[test]
    fn the_note_of_a_commit_is_three_lines() {
        let commit = Commit(Root { size: 2, hash: Hash::of(b"") });
        let text = "pandect/commit/v1\n2\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n";
        assert_eq!((commit.to_string().as_str(), text.parse()), (text, Ok(commit)));
        for (from, to) in [("v1", "v2"), ("\n2\n", "\n02\n"), ("=\n", "\n"), ("=\n", "=\nmore\n"), ("47DE", "47D")] {
            assert!(matches!(text.replacen(from, to, 1).parse::<Commit>(), Err(BadReceipt::Commit(_))), "{to:?}");
        }
    }

    #[test]
    fn an_event_that_was_not_of_the_commit_is_not_led_to_its_signature() {
        let files = signed(&receipts(5), &key());
        let opened = |text: &str| Receipt::open(text, &key().verifier()).expect_err("it does not hold");
        let refused = |from: &str, to: &str| {
            assert!(files[3].contains(from), "{from}");
            opened(&files[3].replacen(from, to, 1)).to_string()
        };
        let path = "its path does not lead from the event to the root that was signed";
        assert_eq!(refused(r"\n3\n", r"\n4\n"), path, "another index");
        assert_eq!(refused(r#""leaf_index":3"#, r#""leaf_index":2"#), path);
        assert_eq!(refused(r#""audit_path":["#, &format!(r#""audit_path":["{}","#, Hash::ZERO)), path, "one more hash");
        assert_eq!(
            refused(r#""tree_size":5"#, r#""tree_size":4"#),
            "it speaks of a commit of 4 events, its note of one of 5"
        );
        assert_eq!(
            refused("pandect-receipt/2-draft.1", "pandect-receipt/2-draft.7"),
            "draft 7 is not known here; this program knows draft 1"
        );
        let other = "expected an object of format pandect-receipt/2-draft.1, found \"replay\"";
        assert_eq!(refused("pandect-receipt/2-draft.1", "replay"), other);
        assert!(refused(r#"{"audit"#, r#"{"more":1,"audit"#).contains("unknown field `more`"));
        assert!(matches!(opened(&files[3].replacen("commit/v1", "commit/v2", 1)), BadReceipt::Note(_)));
        let stranger = SignerKey::new("pandect", &[8; 32]).expect("a key").verifier();
        assert!(matches!(Receipt::open(&files[3], &stranger), Err(BadReceipt::Note(_))));
        let plain = receipts(1)[0].sign(&key());
        assert!(
            matches!(opened(&files[3].replace("pandect/commit/v1", "pandect/receipt/v1")), BadReceipt::Note(_)),
            "{plain}"
        );
    }
}
