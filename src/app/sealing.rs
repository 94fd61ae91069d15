//! Events on their way into the store, and out of it with everything open.

use serde_json::value::RawValue;

use super::error::AppError;
use super::words::asked;
use crate::kernel::{Hash, Head, Salt, ServerSeed, Text, beside, payload_commitment};
use crate::log::{self, Entry, Event};
use crate::store::StoredEvent;

/// The event that follows `head`, or opens a log, as the store keeps it.
pub(super) fn sealed(seed: &ServerSeed, head: Option<Head>, entry: Entry<'_>) -> Result<StoredEvent, AppError> {
    let (record, hash, payload) = log::sealed(seed, head, entry)?;
    Ok(StoredEvent { record, hash, payload: text(payload)? })
}

/// A stored event with everything open.
pub(super) fn opened(seed: &ServerSeed, stored: StoredEvent, texts: &[Text]) -> Result<Event, AppError> {
    let texts = beside(texts, &asked(&stored));
    let StoredEvent { record, hash, payload } = stored;
    Ok(log::opened(seed, record, hash, raw(payload)?, texts))
}

/// A stored payload as it stands beside a record.
pub(super) fn raw(payload: String) -> Result<Box<RawValue>, AppError> {
    RawValue::from_string(payload).map_err(|error| AppError::Broken(error.to_string()))
}

/// Canonical JSON is UTF-8 by construction.
pub(super) fn text(json: Vec<u8>) -> Result<String, AppError> {
    String::from_utf8(json).map_err(|error| AppError::Broken(error.to_string()))
}

/// Whether an event has its place, its hash and its link, and its payload is the one that its record commits to.
pub(super) fn is_whole(event: &StoredEvent, index: u64, prev: Hash, salt: &Salt) -> Result<bool, AppError> {
    let StoredEvent { record, hash, payload } = event;
    let in_place = record.index == index && record.prev == prev;
    let opens = record.payload == payload_commitment(salt, payload.as_bytes());
    Ok(in_place && opens && record.hash()? == *hash)
}
