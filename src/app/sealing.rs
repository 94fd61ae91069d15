//! Events on their way into the store, and out of it with everything open.

use serde_json::value::RawValue;

use super::AppError;
use super::words::asked;
use crate::kernel::{Head, ServerSeed, Text, beside};
use crate::rulesets::event::{self, Entry, Event};
use crate::store::StoredEvent;

/// The event that follows `head`, or opens a log, as the store keeps it.
pub(super) fn sealed(seed: &ServerSeed, head: Option<Head>, entry: Entry<'_>) -> Result<StoredEvent, AppError> {
    let (record, hash, payload) = event::sealed(seed, head, entry)?;
    Ok(StoredEvent { record, hash, payload: text(payload)? })
}

/// A stored event with everything open.
pub(super) fn opened(seed: &ServerSeed, stored: StoredEvent, texts: &[Text]) -> Result<Event, serde_json::Error> {
    let texts = beside(texts, &asked(&stored));
    let StoredEvent { record, hash, payload } = stored;
    Ok(event::opened(seed, record, hash, RawValue::from_string(payload)?, texts))
}

/// Canonical JSON is UTF-8 by construction.
pub(super) fn text(json: Vec<u8>) -> Result<String, AppError> {
    String::from_utf8(json).map_err(|error| AppError::Broken(error.to_string()))
}
