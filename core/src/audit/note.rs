//! Signed notes, as C2SP `signed-note` fixes them: a text, and lines that sign it with Ed25519 (RFC 8032).
//!
//! Any verifier of that format reads what is signed here. Our own few lines, because the one crate for the format
//! brings a second stack of cryptography.

use std::fmt;
use std::str::FromStr;

use data_encoding::{BASE64, HEXLOWER};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use sha2::{Digest, Sha256};

const ED25519: u8 = 1;
const SECRET_PREFIX: &str = "PRIVATE+KEY+";

/// A public key with its name, written as a C2SP verifier key: `name+key id+base64`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifierKey {
    name: String,
    key: VerifyingKey,
}

/// A private key with its name. Never shown by `Debug`.
#[derive(Clone)]
pub struct SignerKey {
    name: String,
    key: SigningKey,
}

/// Text that is no key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadKey {
    /// The name is empty or holds a space, a control character or a plus sign.
    #[error("a key's name is not empty and holds no space, no control character and no '+'; found {0:?}")]
    Name(String),
    /// The text does not have the parts of a key.
    #[error("expected {expected}; {found}")]
    Shape {
        /// The form that was expected.
        expected: &'static str,
        /// What was found instead.
        found: &'static str,
    },
}

/// Why a note does not open.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadNote {
    /// It is no signed note.
    #[error("not a signed note: {0}")]
    Malformed(&'static str),
    /// Nobody signed it with this key.
    #[error("not signed with {expected}; signed with {}", found.join(", "))]
    OtherKey {
        /// The key's name and id.
        expected: String,
        /// The names and ids of the keys that did sign it.
        found: Vec<String>,
    },
    /// The signature of this key does not fit the text.
    #[error("the signature of {0} does not fit the text")]
    BadSignature(String),
}

fn check_name(name: &str) -> Result<(), BadKey> {
    if name.is_empty() || name.contains(is_no_name) { Err(BadKey::Name(name.into())) } else { Ok(()) }
}

/// Spaces, control characters and the plus sign, as fixed code points: no table of Unicode, which grows, says what a verifier
/// may refuse.
fn is_no_name(c: char) -> bool {
    matches!(
        c,
        '\0'..=' ' | '+' | '\u{7f}'..='\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}' |
        '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// The first four bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key).
fn key_id(name: &str, key: &VerifyingKey) -> [u8; 4] {
    let hash = Sha256::new().chain_update(name).chain_update([b'\n', ED25519]).chain_update(key.as_bytes()).finalize();
    [hash[0], hash[1], hash[2], hash[3]]
}

/// Splits `name+hex id+base64` and gives the name, the id and the 32 bytes behind the algorithm's byte.
fn split_key<'a>(text: &'a str, expected: &'static str) -> Result<(&'a str, [u8; 4], [u8; 32]), BadKey> {
    let shape = |found| BadKey::Shape { expected, found };
    let mut parts = text.splitn(3, '+');
    let (Some(name), Some(id), Some(data)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(shape("it has fewer than three parts"));
    };
    check_name(name)?;
    let id = HEXLOWER.decode(id.as_bytes()).ok().and_then(|id| id.try_into().ok());
    let id = id.ok_or_else(|| shape("its id is not 8 lower-case hex digits"))?;
    let data = BASE64.decode(data.as_bytes()).map_err(|_| shape("its last part is not base64"))?;
    match data.split_first() {
        Some((&ED25519, key)) => Ok((name, id, key.try_into().map_err(|_| shape("its key does not have 32 bytes"))?)),
        _ => Err(shape("its algorithm is not Ed25519 (1)")),
    }
}

impl VerifierKey {
    /// The key's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn id(&self) -> [u8; 4] {
        key_id(&self.name, &self.key)
    }

    /// The name and id, as notes name a key.
    pub fn label(&self) -> String {
        format!("{}+{}", self.name, HEXLOWER.encode(&self.id()))
    }
}

impl fmt::Display for VerifierKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let data = [&[ED25519], self.key.as_bytes().as_slice()].concat();
        write!(f, "{}+{}", self.label(), BASE64.encode(&data))
    }
}

impl FromStr for VerifierKey {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        let expected = "a public key like name+1a2b3c4d+base64";
        let (name, id, bytes) = split_key(text, expected)?;
        let shape = |found| BadKey::Shape { expected, found };
        let key = VerifyingKey::from_bytes(&bytes).map_err(|_| shape("its key is no point of the curve"))?;
        let parsed = Self { name: name.into(), key };
        if parsed.id() == id { Ok(parsed) } else { Err(shape("its id does not fit its name and key")) }
    }
}

impl SignerKey {
    /// A key from 32 secret bytes.
    ///
    /// # Errors
    /// [`BadKey::Name`].
    pub fn new(name: &str, secret: &[u8; 32]) -> Result<Self, BadKey> {
        check_name(name)?;
        Ok(Self { name: name.into(), key: SigningKey::from_bytes(secret) })
    }

    /// The public half.
    pub fn verifier(&self) -> VerifierKey {
        VerifierKey { name: self.name.clone(), key: self.key.verifying_key() }
    }

    /// The secret text to be kept in a key file: `PRIVATE+KEY+name+key id+base64`.
    pub fn to_secret_text(&self) -> String {
        let data = [&[ED25519], self.key.as_bytes().as_slice()].concat();
        format!("{SECRET_PREFIX}{}+{}", self.verifier().label(), BASE64.encode(&data))
    }

    /// Reads the text of a key file.
    ///
    /// # Errors
    /// [`BadKey`]; the message never holds the secret.
    pub fn from_secret_text(text: &str) -> Result<Self, BadKey> {
        let expected = "a private key like PRIVATE+KEY+name+1a2b3c4d+base64";
        let shape = |found| BadKey::Shape { expected, found };
        let rest = text.strip_prefix(SECRET_PREFIX).ok_or_else(|| shape("it does not start with PRIVATE+KEY+"))?;
        let (name, id, secret) = split_key(rest, expected)?;
        let key = Self::new(name, &secret)?;
        if key.verifier().id() == id { Ok(key) } else { Err(shape("its id does not fit its name and key")) }
    }

    /// The same key under another name.
    ///
    /// # Errors
    /// [`BadKey::Name`].
    pub fn named(&self, name: &str) -> Result<Self, BadKey> {
        check_name(name)?;
        Ok(Self { name: name.into(), key: self.key.clone() })
    }

    /// Signs a text, which must end with a newline; one is added where it is missing.
    pub fn sign(&self, text: &str) -> String {
        let end = if text.ends_with('\n') { "" } else { "\n" };
        let text = format!("{text}{end}");
        let signature = self.key.sign(text.as_bytes()).to_bytes();
        let blob = [self.verifier().id().as_slice(), &signature].concat();
        format!("{text}\n\u{2014} {} {}\n", self.name, BASE64.encode(&blob))
    }
}

impl fmt::Debug for SignerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SignerKey({}, secret)", self.name)
    }
}

/// One signature line: the key's name, its id, and 64 bytes.
fn signature_line(line: &str) -> Option<(&str, [u8; 4], [u8; 64])> {
    let (name, blob) = line.strip_prefix("\u{2014} ")?.split_once(' ')?;
    let blob = BASE64.decode(blob.as_bytes()).ok()?;
    let (id, signature) = blob.split_first_chunk::<4>()?;
    Some((name, *id, signature.try_into().ok()?))
}

/// Checks a note and gives its text, final newline included. Signatures of other keys are passed over.
///
/// # Errors
/// [`BadNote`].
pub fn open<'a>(note: &'a str, key: &VerifierKey) -> Result<&'a str, BadNote> {
    let malformed = BadNote::Malformed;
    // The text may hold empty lines of its own: the signatures follow the last one.
    let split = note.rfind("\n\n").ok_or(malformed("there is no empty line between text and signatures"))?;
    let (text, signatures) = (&note[..=split], &note[split + 2..]);
    let lines = signatures.strip_suffix('\n').ok_or(malformed("the last line has no newline"))?;
    let mut others = Vec::new();
    for line in lines.split('\n') {
        let (name, id, signature) =
            signature_line(line).ok_or(malformed("a signature is not an em dash, a name and base64 of 68 bytes"))?;
        if (name, id) != (&key.name, key.id()) {
            others.push(format!("{name}+{}", HEXLOWER.encode(&id)));
            continue;
        }
        let fits = key.key.verify_strict(text.as_bytes(), &Signature::from_bytes(&signature));
        return fits.map(|()| text).map_err(|_| BadNote::BadSignature(key.label()));
    }
    Err(BadNote::OtherKey { expected: key.label(), found: others })
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn fixture(part: &str) -> Vec<Value> {
        let all: Value = serde_json::from_str(include_str!("../../../fixtures/kernel/notes.json")).expect("JSON");
        all[part].as_array().expect("cases").clone()
    }

    fn text<'a>(case: &'a Value, field: &str) -> &'a str {
        case[field].as_str().expect("text")
    }

    fn signer(case: &Value) -> SignerKey {
        let secret = HEXLOWER.decode(text(case, "secret").as_bytes()).expect("hex");
        SignerKey::new(text(case, "name"), &secret.try_into().expect("32 bytes")).expect("a key")
    }

    #[test]
    fn keys_are_written_as_an_independent_implementation_writes_them() {
        for case in fixture("keys") {
            let key = signer(&case);
            assert_eq!(key.verifier().to_string(), text(&case, "vkey"));
            assert_eq!(text(&case, "vkey").parse(), Ok(key.verifier()));
            assert_eq!(text(&case, "vkey").split('+').next(), Some(key.verifier().name()));
            let reread = SignerKey::from_secret_text(&key.to_secret_text()).expect("a key");
            assert_eq!(reread.verifier(), key.verifier());
        }
    }

    #[test]
    fn notes_are_signed_as_an_independent_implementation_signs_them() {
        for case in fixture("notes") {
            let key = signer(&case);
            assert_eq!(key.sign(text(&case, "text")), text(&case, "note"));
            assert_eq!(open(text(&case, "note"), &key.verifier()), Ok(text(&case, "text")));
        }
    }

    #[test]
    fn notes_of_other_programs_open_beside_signatures_of_other_keys() {
        for case in fixture("foreign") {
            let key: VerifierKey = text(&case, "vkey").parse().expect("a key");
            assert!(open(text(&case, "note"), &key).is_ok(), "{case}");
        }
    }

    #[test]
    fn a_wrong_key_and_a_wrong_signature_are_told_apart() {
        let [a, b] = [1, 2].map(|byte| SignerKey::new("pandect", &[byte; 32]).expect("a key"));
        let note = a.sign("text\n");
        assert!(matches!(open(&note, &b.verifier()), Err(BadNote::OtherKey { .. })));
        assert!(matches!(open(&note.replace("text", "test"), &a.verifier()), Err(BadNote::BadSignature(_))));
    }

    #[test]
    fn what_is_no_note_or_no_key_is_refused() {
        let key = SignerKey::new("pandect", &[1; 32]).expect("a key").verifier();
        for note in
            ["", "\n\n", "text\n\n\u{2014} pandect", "text\n\n\u{2014} pandect AAAA\n", "text\n\u{2014} p AAAA\n"]
        {
            assert!(matches!(open(note, &key), Err(BadNote::Malformed(_))), "{note:?}");
        }
        for text in ["", "a+b", "a+00000000+AA==", &format!("{key}AAAA"), &key.to_string().replace("pandect", "other")]
        {
            assert!(text.parse::<VerifierKey>().is_err(), "{text}");
        }
        for name in ["", "a b", "a+b", "a\n", "a\u{7f}", "a\u{85}", "a\u{2003}", "\u{3000}"] {
            assert!(SignerKey::new(name, &[1; 32]).is_err(), "{name:?}");
        }
    }
}
