//! Events on their way into a log, and out of it with everything open: one place for every way to write one.

use serde_json::value::RawValue;
use uuid::Uuid;

use super::AppError;
use super::words::beside;
use crate::kernel::{Head, Kind, LogKind, Sealing, Seat, ServerSeed, Text, Timestamp, payload_salt, seal, state_salt};
use crate::rulesets::any::AnyMatch;
use crate::rulesets::event::{Event, Payload};
use crate::store::StoredEvent;

/// What a match has just accepted.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    pub(super) id: Uuid,
    pub(super) at: Timestamp,
    pub(super) kind: Kind,
    pub(super) seat: Option<Seat>,
    pub(super) payload: &'a Payload,
    /// The match after it, whose state is committed to.
    pub(super) after: &'a AnyMatch,
}

/// The event that follows `head`, or opens a log.
pub(super) fn sealed(seed: &ServerSeed, head: Option<Head>, entry: Entry<'_>) -> Result<StoredEvent, AppError> {
    let Entry { id, at, kind, seat, payload, after } = entry;
    let (payload, state) = (payload.canonical()?, after.canonical_state()?);
    let log = LogKind::Game;
    let sealing = Sealing { log, id, at, kind, seat, payload: &payload, state: state.as_deref() };
    let (record, hash) = seal(seed, head, sealing)?;
    Ok(StoredEvent { record, hash, payload: text(payload)? })
}

/// A stored event with everything open.
pub(super) fn opened(seed: &ServerSeed, stored: StoredEvent, texts: &[Text]) -> Result<Event, serde_json::Error> {
    let texts = beside(texts, &stored);
    let StoredEvent { record, hash, payload } = stored;
    let index = record.index;
    Ok(Event {
        payload: Some(RawValue::from_string(payload)?),
        payload_salt: Some(payload_salt(seed, index)),
        state_salt: record.state.map(|_| state_salt(seed, index)),
        hash,
        record,
        texts,
    })
}

/// Canonical JSON is UTF-8 by construction.
pub(super) fn text(json: Vec<u8>) -> Result<String, AppError> {
    String::from_utf8(json).map_err(|error| AppError::Broken(error.to_string()))
}
