//! Receipts of a commit: whoever has one can say as much as with a receipt of its own, to every verifier.

use std::fs;

use pandect::audit::Receipt;
use pandect::audit::note::SignerKey;
use pandect::kernel::tree::{leaf_hash, node_hash};
use pandect::kernel::{Hash, Head};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::binary::{Ended, ROOT, pandect};
use crate::second_verifier::{level, path, verifier, write, wrong};

/// A whole game whose receipt is that of a commit of its last two events, and the receipt of the other one in a directory.
struct Kept {
    directory: TempDir,
    bundle: String,
    receipts: String,
}

/// The hash of a record, as text.
fn hash(event: &Value) -> Hash {
    event["hash"].as_str().expect("a hash").parse().expect("a hash")
}

fn kept() -> Kept {
    let directory = tempfile::tempdir().expect("a directory");
    let text = fs::read(format!("{ROOT}/fixtures/bundles/2-draft.1/red-panda.pandect.json")).expect("the fixture");
    let mut bundle: Value = serde_json::from_slice(&text).expect("JSON");
    let events = bundle["events"].as_array().expect("events");
    let game = events[0]["record"]["id"].as_str().expect("an id").parse().expect("an id");
    let texts = [2, 1].map(|from_the_end| {
        let index = events.len() - from_the_end;
        Receipt { game, head: Head { index: index as u64, hash: hash(&events[index]) } }.to_string()
    });
    let leaves = texts.each_ref().map(|text| leaf_hash(text.as_bytes()));
    let root = node_hash(&leaves[0], &leaves[1]);
    let key = SignerKey::new("pandect.invalid/commits", &[5; 32]).expect("a key");
    let note = key.sign(&format!("pandect/commit/v1\n2\n{}\n", data_encoding::BASE64.encode(root.as_bytes())));
    let file = |place: usize| {
        json!({
            "audit_path": [leaves[1 - place].to_string()], "format": "pandect-receipt/2-draft.1", "leaf_index": place,
            "note": note, "receipt": texts[place], "tree_size": 2,
        })
        .to_string()
    };
    bundle["receipt"] = json!(file(1));
    bundle["public_key"] = json!(key.verifier().to_string());
    fs::create_dir(path(&directory, "receipts")).expect("a directory");
    write(&directory, "receipts/commit.json", file(0) + "\n");
    let bundle = write(&directory, "bundle.json", bundle.to_string());
    Kept { bundle, receipts: path(&directory, "receipts"), directory }
}

impl Kept {
    fn asked(&self) -> [Ended; 2] {
        let arguments = [self.bundle.as_str(), "--receipts", &self.receipts];
        [pandect(&[&["verify"], arguments.as_slice()].concat()), verifier(&arguments)]
    }

    /// What both verifiers say with the file of a receipt, or the bundle, changed in one place.
    fn changed(&self, file: &str, from: &str, to: &str) -> [Ended; 2] {
        let file = path(&self.directory, file);
        let before = fs::read_to_string(&file).expect("a file");
        assert!(before.contains(from), "{from}");
        fs::write(&file, before.replacen(from, to, 1)).expect("a file");
        let asked = self.asked();
        fs::write(&file, before).expect("a file");
        asked
    }
}

#[test]
fn receipts_of_a_commit_are_taken_by_both_verifiers() {
    let [own, second] = kept().asked();
    assert_eq!((own.code, second.code), (0, 0), "{own:?} {second:?}");
    for ended in [&own, &second] {
        assert_eq!([level(ended, "signature").0, level(ended, "receipts").0], ['✓', '✓'], "{ended:?}");
    }
}

#[test]
fn what_does_not_lead_to_the_note_of_its_commit_is_found_by_both() {
    let kept = kept();
    for (file, level) in [("receipts/commit.json", "receipts"), ("bundle.json", "signature")] {
        for (from, to) in [("audit_path", "path"), ("commit/v1", "commit/v2"), ("tree_size", "tree_width")] {
            let [own, second] = kept.changed(file, from, to);
            assert_eq!((own.code, second.code), (1, 1), "{file}: {from}: {own:?} {second:?}");
            assert_eq!(wrong(&second), [level], "{file}: {from}");
        }
    }
    let [own, second] = kept.changed("receipts/commit.json", "\"leaf_index\":0", "\"leaf_index\":1");
    assert_eq!((level(&own, "receipts").0, wrong(&second)), ('✗', vec!["receipts"]), "{own:?}");
}

#[test]
fn a_label_that_is_not_known_is_judged_by_neither() {
    let kept = kept();
    for (file, name) in [("receipts/commit.json", "receipts"), ("bundle.json", "signature")] {
        let [own, second] = kept.changed(file, "pandect-receipt/2-draft.1", "pandect-receipt/2-draft.7");
        for ended in [&own, &second] {
            assert!(ended.code == 1 && ended.out.contains("draft 7 is not known here"), "{file}: {ended:?}");
            assert!(!ended.out.contains("failed"), "{ended:?}");
        }
        assert_eq!((level(&second, name).0, wrong(&second)), ('–', vec![]));
    }
}
