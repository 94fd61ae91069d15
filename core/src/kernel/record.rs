//! Records, commitments and the chain.

use std::fmt;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::canonical::{NotCanonical, canonical};
use super::hash::{Hash, Hasher, Salt, ServerSeed, salt};
use super::kind::{Kind, LogKind};
use super::seat::Seat;
use super::timestamp::Timestamp;

/// The version of the record format.
pub const RECORD_VERSION: u8 = 1;

/// The hashed, public header of an event; `prev` links it to the one before.
///
/// Its hash covers every field, and through the commitments the payload and the state, without telling either.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// When the event was accepted. Never read by a rule.
    pub at: Timestamp,
    /// The game or the tournament, in lower case: its text is hashed.
    #[serde(deserialize_with = "id_in_its_one_spelling")]
    pub id: Uuid,
    /// The event's place in the log, from 0.
    #[cfg_attr(feature = "schema", schema(maximum = 9007199254740991_u64, example = 1))]
    pub index: u64,
    /// What the event is.
    pub kind: Kind,
    /// The kind of log.
    pub log: LogKind,
    /// The commitment to the payload.
    pub payload: Hash,
    /// The hash of the record before; 64 zeros at index 0.
    pub prev: Hash,
    /// The seat that acted; null where no seat did.
    #[serde(deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub seat: Option<Seat>,
    /// The commitment to the state after the event; null as long as nothing is dealt.
    #[serde(deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub state: Option<Hash>,
    /// The version of the record format.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 1, example = 1))]
    pub v: u8,
}

/// A field that may be null and may not be missing: serde lets an `Option` be missing unless it is asked for.
pub(crate) fn present<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// An id as it is hashed: lower-case, with its hyphens. RFC 9562, 4, allows capitals too, and other forms are about.
pub(super) fn id_in_its_one_spelling<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Uuid, D::Error> {
    struct Id;
    impl serde::de::Visitor<'_> for Id {
        type Value = Uuid;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an id in lower case with hyphens, like 01938e5f-0000-7000-8000-000000000000")
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Uuid, E> {
            let id = Uuid::try_parse(text).ok();
            id.filter(|id| id.hyphenated().encode_lower(&mut Uuid::encode_buffer()) == text)
                .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
        }
    }
    deserializer.deserialize_str(Id)
}

impl Record {
    /// `SHA-256("pandect/record/v1\n" ‖ canonical(record))`.
    ///
    /// # Errors
    /// [`NotCanonical`] for an index of 2^53 or more.
    pub fn hash(&self) -> Result<Hash, NotCanonical> {
        Ok(Hasher::tagged("pandect/record/v1").chain(&canonical(self)?).finish())
    }
}

/// The salt that opens the payload commitment at an index.
pub fn payload_salt(seed: &ServerSeed, index: u64) -> Salt {
    salt(seed, "pandect/salt/payload/v1", index)
}

/// The salt that opens the state commitment at an index. Not given out before the game is over.
pub fn state_salt(seed: &ServerSeed, index: u64) -> Salt {
    salt(seed, "pandect/salt/state/v1", index)
}

/// `SHA-256("pandect/payload/v1\n" ‖ salt ‖ canonical(payload))`.
pub fn payload_commitment(salt: &Salt, canonical_payload: &[u8]) -> Hash {
    Hasher::tagged("pandect/payload/v1").chain(salt.as_bytes()).chain(canonical_payload).finish()
}

/// `SHA-256("pandect/state/v1\n" ‖ salt ‖ canonical({"clocks":null,"state":state after the event}))`.
pub fn state_commitment(salt: &Salt, canonical_state: &[u8]) -> Hash {
    let hasher = Hasher::tagged("pandect/state/v1").chain(salt.as_bytes());
    hasher.chain(br#"{"clocks":null,"state":"#).chain(canonical_state).chain(b"}").finish()
}

/// The end of a log: the index and hash of its last record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The index of the last event.
    #[cfg_attr(feature = "schema", schema(maximum = 9007199254740991_u64, example = 1))]
    pub index: u64,
    /// The hash of its record.
    pub hash: Hash,
}

/// What a new record is made of besides its place in the chain.
#[derive(Debug, Clone, Copy)]
pub struct Sealing<'a> {
    /// The kind of log.
    pub log: LogKind,
    /// The game or the tournament.
    pub id: Uuid,
    /// When the event was accepted.
    pub at: Timestamp,
    /// What the event is.
    pub kind: Kind,
    /// The seat that acted.
    pub seat: Option<Seat>,
    /// The canonical JSON of the payload.
    pub payload: &'a [u8],
    /// The canonical JSON of the state after the event, once there is one.
    pub state: Option<&'a [u8]>,
}

/// Makes the record that follows `head` (or opens a log) and its hash.
///
/// # Errors
/// [`NotCanonical`] when the log has reached 2^53 events.
pub fn seal(seed: &ServerSeed, head: Option<Head>, sealing: Sealing<'_>) -> Result<(Record, Hash), NotCanonical> {
    let index = head.map_or(0, |head| head.index + 1);
    let record = Record {
        v: RECORD_VERSION,
        log: sealing.log,
        id: sealing.id,
        index,
        prev: head.map_or(Hash::ZERO, |head| head.hash),
        at: sealing.at,
        kind: sealing.kind,
        seat: sealing.seat,
        payload: payload_commitment(&payload_salt(seed, index), sealing.payload),
        state: sealing.state.map(|state| state_commitment(&state_salt(seed, index), state)),
    };
    let hash = record.hash()?;
    Ok((record, hash))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn fixture() -> Value {
        serde_json::from_str(include_str!("../../../fixtures/kernel/log.json")).expect("the fixture is JSON")
    }

    fn read<T: serde::de::DeserializeOwned>(value: &Value) -> T {
        serde_json::from_value(value.clone()).expect("a value of the format")
    }

    #[test]
    fn salts_follow_the_independent_vectors() {
        for case in fixture()["salts"].as_array().expect("cases") {
            let seed = read(&case["seed"]);
            let index = read(&case["index"]);
            assert_eq!(payload_salt(&seed, index), read(&case["payload_salt"]), "{case}");
            assert_eq!(state_salt(&seed, index), read(&case["state_salt"]), "{case}");
        }
    }

    #[test]
    fn commitments_follow_the_independent_vectors() {
        for case in fixture()["commitments"].as_array().expect("cases") {
            let salt = read(&case["salt"]);
            let [payload, state] = ["payload", "state"].map(|part| canonical(&case[part]).expect("canonical"));
            assert_eq!(payload_commitment(&salt, &payload), read(&case["payload_commitment"]), "{case}");
            assert_eq!(state_commitment(&salt, &state), read(&case["state_commitment"]), "{case}");
        }
    }

    #[test]
    fn record_hashes_follow_the_independent_vectors() {
        for case in fixture()["records"].as_array().expect("cases") {
            let record: Record = read(&case["record"]);
            assert_eq!(record.hash().expect("canonical"), read(&case["hash"]), "{case}");
        }
    }

    #[test]
    fn a_sealed_record_follows_the_head_and_hides_behind_the_salts_of_its_own_index() {
        let seed = ServerSeed::new([7; 32]);
        let sealing = Sealing {
            log: LogKind::Game,
            id: Uuid::from_u128(1),
            at: "2026-01-02T03:04:05.678Z".parse().expect("a moment"),
            kind: Kind::Move,
            seat: Some(Seat(1)),
            payload: b"{}",
            state: Some(b"[]"),
        };
        let head = Head { index: 6, hash: Hash::of(b"six") };
        let (record, hash) = seal(&seed, Some(head), sealing).expect("sealed");
        assert_eq!((record.index, record.prev), (7, Hash::of(b"six")));
        assert_eq!(record.payload, payload_commitment(&payload_salt(&seed, 7), b"{}"));
        assert_eq!(record.state, Some(state_commitment(&state_salt(&seed, 7), b"[]")));
        assert_eq!(hash, record.hash().expect("canonical"));
        let (first, _) = seal(&seed, None, sealing).expect("sealed");
        assert_eq!((first.index, first.prev), (0, Hash::ZERO));
    }

    #[test]
    fn the_id_of_a_record_has_one_spelling() {
        let mut record = fixture()["records"][0]["record"].clone();
        let id = record["id"].as_str().expect("an id").to_owned();
        let another =
            [id.to_uppercase(), id.replace('-', ""), format!("{{{id}}}"), format!("urn:uuid:{id}"), String::new()];
        for spelling in another {
            record["id"] = spelling.into();
            let error = serde_json::from_value::<Record>(record.clone()).expect_err("another spelling").to_string();
            assert!(error.contains("expected an id in lower case with hyphens, like 0193"), "{error}");
        }
    }

    #[test]
    fn a_record_must_name_its_seat_and_state_even_when_there_is_none() {
        for field in ["seat", "state", "v", "at", "prev"] {
            let mut record = fixture()["records"][0]["record"].clone();
            record.as_object_mut().expect("an object").remove(field);
            assert!(serde_json::from_value::<Record>(record).is_err(), "{field} is missing");
        }
    }
}
