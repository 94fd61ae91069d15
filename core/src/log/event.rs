//! An event: a record, and what opens its commitments.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

#[cfg(feature = "schema")]
use super::payload::Payload;
use crate::kernel::{Hash, Record, Salt, Text, present};

/// An event as a viewer may see it: the record always, the payload with its salt where they may be known, the state's
/// salt once the game is over.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The hashed, public header.
    pub record: Record,
    /// SHA-256 of the record in canonical JSON under the tag of records: what the next record has as `prev`.
    pub hash: Hash,
    /// What the event asked for; null while it is concealed from this viewer.
    #[serde(deserialize_with = "raw_or_null")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Payload>, required))]
    pub payload: Option<Box<RawValue>>,
    /// What opens the payload commitment; null while the payload is.
    #[serde(deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub payload_salt: Option<Salt>,
    /// What opens the state commitment; null before the game is over.
    #[serde(deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub state_salt: Option<Salt>,
    /// The words that the payload commits to, as far as they are told: names, reasons.
    pub texts: Vec<Text>,
}

/// `Option<Box<RawValue>>` keeps `null` as the raw text `null`; here it is nothing.
fn raw_or_null<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Box<RawValue>>, D::Error> {
    let raw = Box::<RawValue>::deserialize(deserializer)?;
    Ok((raw.get() != "null").then_some(raw))
}
