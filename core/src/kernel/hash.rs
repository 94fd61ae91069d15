//! Thirty-two bytes with a meaning: hashes, seeds, keys, entropy and salts, each a type of its own.

use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

/// Text that is not 64 lower-case hex digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected 64 lower-case hex digits (32 bytes), found {found}")]
pub struct NotHex32 {
    found: String,
}

impl NotHex32 {
    fn of(text: &str) -> Self {
        match text.chars().enumerate().find(|(_, c)| !matches!(c, '0'..='9' | 'a'..='f')) {
            Some((at, c)) => Self { found: format!("{c:?} at character {at}") },
            None => Self { found: format!("{} characters", text.len()) },
        }
    }
}

fn parse_hex(text: &str) -> Result<[u8; 32], NotHex32> {
    let mut bytes = [0; 32];
    // `decode_mut` wants a buffer of exactly the decoded length, so the length is checked before.
    if text.len() != 64 || HEXLOWER.decode_mut(text.as_bytes(), &mut bytes).is_err() {
        return Err(NotHex32::of(text));
    }
    Ok(bytes)
}

macro_rules! bytes32 {
    ($(#[$doc:meta])* $name:ident, $schema:literal, $debug:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, std::hash::Hash)]
        pub struct $name([u8; 32]);

        impl $name {
            #[doc = "Gives the bytes their meaning."]
            pub const fn new(bytes: [u8; 32]) -> Self {
                Self(bytes)
            }

            #[doc = "The bytes."]
            pub const fn as_bytes(&self) -> &[u8; 32] {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&HEXLOWER.encode(&self.0))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let show: fn(&Self, &mut fmt::Formatter<'_>) -> fmt::Result = $debug;
                show(self, f)
            }
        }

        impl FromStr for $name {
            type Err = NotHex32;

            fn from_str(text: &str) -> Result<Self, NotHex32> {
                parse_hex(text).map(Self)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut hex = [0; 64];
                HEXLOWER.encode_mut(&self.0, &mut hex);
                match std::str::from_utf8(&hex) {
                    Ok(text) => serializer.serialize_str(text),
                    Err(error) => Err(serde::ser::Error::custom(error)),
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Hex;
                impl de::Visitor<'_> for Hex {
                    type Value = [u8; 32];
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("64 lower-case hex digits (32 bytes)")
                    }
                    fn visit_str<E: de::Error>(self, text: &str) -> Result<[u8; 32], E> {
                        parse_hex(text).map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(Hex).map(Self)
            }
        }

        #[cfg(feature = "schema")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .description(Some($schema))
                    .pattern(Some("^[0-9a-f]{64}$"))
                    .min_length(Some(64))
                    .max_length(Some(64))
                    .examples(["42c1acf19ec93c54b35dae1ad7915ecab4acecb25f46e395bde17d88a1202476"])
                    .into()
            }
        }

        #[cfg(feature = "schema")]
        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
        }
    };
}

bytes32! {
    /// A SHA-256 hash, written as 64 lower-case hex digits.
    Hash, "A SHA-256 hash: 64 lower-case hex digits.", |hash, f| write!(f, "{hash}")
}

bytes32! {
    /// The server's secret of a game: its draws and salts come from it. Never shown by `Debug`.
    ServerSeed, "The server seed: 32 bytes as 64 lower-case hex digits.", |_, f| f.write_str("ServerSeed(secret)")
}

bytes32! {
    /// What one seat adds to the draws of a game.
    Entropy, "A seat's entropy: 32 bytes as 64 lower-case hex digits.", |entropy, f| write!(f, "{entropy}")
}

bytes32! {
    /// The key of all draws of a game. Never shown by `Debug`.
    GameKey, "The key of all draws: 32 bytes as 64 lower-case hex digits.", |_, f| f.write_str("GameKey(secret)")
}

bytes32! {
    /// What keeps a small secret from being guessed out of its commitment.
    Salt, "The salt of a commitment: 32 bytes as 64 lower-case hex digits.", |salt, f| write!(f, "{salt}")
}

impl Hash {
    /// What the first record of a log links to.
    pub const ZERO: Self = Self([0; 32]);

    /// The SHA-256 of the bytes, without a tag: what is kept of a token or a request body.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

/// A SHA-256 whose input opens with a tag and a newline, so that a hash of one kind is never one of another kind.
#[derive(Clone)]
pub struct Hasher(Sha256);

impl Hasher {
    /// Starts with the tag and a newline.
    pub fn tagged(tag: &str) -> Self {
        Self(Sha256::new()).chain(tag.as_bytes()).chain(b"\n")
    }

    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Adds bytes and hands itself on.
    #[must_use]
    pub fn chain(mut self, bytes: &[u8]) -> Self {
        self.update(bytes);
        self
    }

    /// The hash of all that was added.
    pub fn finish(self) -> Hash {
        Hash(self.0.finalize().into())
    }
}

/// The salt of one kind at one index: HMAC-SHA256 (RFC 2104) keyed with the server seed.
pub(super) fn salt(seed: &ServerSeed, tag: &str, index: u64) -> Salt {
    // RFC 2104 pads a short key with zeros to the block of the hash, which for SHA-256 is 64 bytes.
    let mut block = [0; 64];
    block[..32].copy_from_slice(seed.as_bytes());
    let mut mac = Hmac::<Sha256>::new(&block.into());
    mac.update(tag.as_bytes());
    mac.update(b"\n");
    mac.update(&index.to_be_bytes());
    Salt(mac.finalize().into_bytes().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sha256_of_abc_is_the_published_value() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; // FIPS 180-4, B.1
        assert_eq!(Hash::of(b"abc").to_string(), expected);
    }

    #[test]
    fn text_that_is_not_64_lower_case_hex_digits_is_refused_with_the_place() {
        let error = |text: &str| text.parse::<Hash>().unwrap_err().to_string();
        assert!(error("ab").contains("found 2 characters"));
        assert!(error(&"A".repeat(64)).contains("'A' at character 0"));
        assert!(error(&format!("{}g", "0".repeat(63))).contains("'g' at character 63"));
    }

    #[test]
    fn secrets_do_not_show_in_debug_output() {
        assert_eq!(format!("{:?}", ServerSeed::new([1; 32])), "ServerSeed(secret)");
        assert_eq!(format!("{:?}", GameKey::new([1; 32])), "GameKey(secret)");
    }
}
