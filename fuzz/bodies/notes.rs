//! Signed notes, receipts, checkpoints and keys: what is read has one spelling, and nothing opens but what was signed.

use std::sync::LazyLock;

use arbitrary::{Result, Unstructured};
use pandect_core::audit::note::{SignerKey, VerifierKey, open};
use pandect_core::audit::{Checkpoint, Receipt};
use pandect_core::kernel::tree::Root;
use pandect_core::kernel::{Entropy, Hash, Head, Salt, Timestamp};
use uuid::Uuid;

static KEY: LazyLock<SignerKey> = LazyLock::new(|| SignerKey::new("pandect", &[7; 32]).expect("a key"));
static OTHER: LazyLock<SignerKey> = LazyLock::new(|| SignerKey::new("pandect", &[8; 32]).expect("a key"));

/// Text is read as everything that it could be, and signed; then the bytes choose a note and changes to it.
pub(crate) fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    spelt_once(&text);
    opens_as_signed(&text);
    // Bytes that end too early have made fewer changes.
    let _ = forge(&mut Unstructured::new(data));
}

/// Whatever is read is written as it was.
fn spelt_once(text: &str) {
    fn check<T: std::str::FromStr + ToString>(text: &str) {
        if let Ok(read) = text.parse::<T>() {
            assert_eq!(read.to_string(), text);
        }
    }
    check::<Receipt>(text);
    check::<Checkpoint>(text);
    check::<VerifierKey>(text);
    check::<Hash>(text);
    check::<Salt>(text);
    check::<Entropy>(text);
    check::<Timestamp>(text);
    if let Ok(key) = SignerKey::from_secret_text(text) {
        assert_eq!(key.to_secret_text(), text);
        assert_eq!(key.verifier().to_string().parse(), Ok(key.verifier()));
    }
    if let Ok(opened) = open(text, &KEY.verifier()) {
        assert!(text.starts_with(opened) && opened.ends_with('\n'), "{text:?}");
    }
}

/// What is signed opens with that key and no other, and to what was signed.
fn opens_as_signed(text: &str) {
    let note = KEY.sign(text);
    let ended = if text.ends_with('\n') { text.into() } else { format!("{text}\n") };
    assert_eq!(open(&note, &KEY.verifier()), Ok(&*ended));
    assert!(open(&note, &OTHER.verifier()).is_err(), "{note:?} opens with a key that did not sign it");
}

fn forge(bytes: &mut Unstructured<'_>) -> Result<()> {
    let hash = Hash::new(bytes.arbitrary()?);
    let receipt =
        Receipt { game: Uuid::from_bytes(bytes.arbitrary()?), head: Head { index: bytes.arbitrary()?, hash } };
    let checkpoint = Checkpoint { origin: "pandect".into(), root: Root { size: bytes.arbitrary()?, hash } };
    assert_eq!(receipt.to_string().parse(), Ok(receipt));
    assert_eq!(checkpoint.to_string().parse(), Ok(checkpoint.clone()));
    let of_receipt = bytes.arbitrary()?;
    let text = if of_receipt { receipt.to_string() } else { checkpoint.to_string() };
    let mut note = KEY.sign(&text).into_bytes();
    if of_receipt {
        assert_eq!(Receipt::open(std::str::from_utf8(&note).expect("text"), &KEY.verifier()), Ok(receipt));
    } else {
        assert_eq!(
            Checkpoint::open(std::str::from_utf8(&note).expect("text"), &KEY.verifier()),
            Ok(checkpoint.clone())
        );
    }
    for _ in 0..bytes.int_in_range(1..=3)? {
        change(&mut note, bytes)?;
    }
    let Ok(note) = String::from_utf8(note) else { return Ok(()) };
    if let Ok(opened) = open(&note, &KEY.verifier()) {
        assert_eq!(opened, text, "{note:?} opens, and that was never signed");
    }
    let also = Receipt::open(&note, &KEY.verifier());
    assert!(also.is_err() || (of_receipt && also == Ok(receipt)), "{note:?}");
    let also = Checkpoint::open(&note, &KEY.verifier());
    assert!(also.is_err() || (!of_receipt && also == Ok(checkpoint)), "{note:?}");
    Ok(())
}

/// Changes one byte, or removes, doubles or inserts one, or a line.
fn change(note: &mut Vec<u8>, bytes: &mut Unstructured<'_>) -> Result<()> {
    if note.is_empty() {
        return Ok(());
    }
    let at = bytes.int_in_range(0..=note.len() - 1)?;
    match bytes.int_in_range(0..=5)? {
        0 => note[at] = bytes.arbitrary()?,
        1 => drop(note.remove(at)),
        2 => note.insert(at, bytes.arbitrary()?),
        3 => note.truncate(at),
        4 => note.extend(OTHER.sign("").split_off(2).into_bytes()),
        _ => {
            let mut lines: Vec<Vec<u8>> = note.split_inclusive(|byte| *byte == b'\n').map(Vec::from).collect();
            let (one, other) = (bytes.choose_index(lines.len())?, bytes.choose_index(lines.len())?);
            if bytes.arbitrary()? {
                lines.swap(one, other);
            } else {
                lines.insert(one, lines[other].clone());
            }
            *note = lines.concat();
        }
    }
    Ok(())
}
