//! Events of a game on their way into a log, and out of it with everything open: one place for every way to write one.

use serde_json::value::RawValue;
use uuid::Uuid;

use super::event::Event;
use super::payload::Payload;
use crate::kernel::{
    Hash, Head, Kind, LogKind, NotCanonical, Record, Sealing, Seat, ServerSeed, Text, Timestamp, payload_salt, seal,
    state_salt,
};
use crate::rulesets::any::AnyMatch;

/// What a match has just accepted.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    /// The game.
    pub id: Uuid,
    /// When it was accepted.
    pub at: Timestamp,
    /// The kind of the event.
    pub kind: Kind,
    /// Whose event it is, where it is one's.
    pub seat: Option<Seat>,
    /// What is committed to.
    pub payload: &'a Payload,
    /// The match after it, whose state is committed to.
    pub after: &'a AnyMatch,
}

/// The event that follows `head`, or opens a log: its record, the hash of that, and its payload in canonical JSON.
///
/// # Errors
/// [`NotCanonical`] for a number that is no whole number below 2^53.
pub fn sealed(
    seed: &ServerSeed,
    head: Option<Head>,
    entry: Entry<'_>,
) -> Result<(Record, Hash, Vec<u8>), NotCanonical> {
    let Entry { id, at, kind, seat, payload, after } = entry;
    let (payload, state) = (payload.canonical()?, after.canonical_state()?);
    let log = LogKind::Game;
    let sealing = Sealing { log, id, at, kind, seat, payload: &payload, state: state.as_deref() };
    let (record, hash) = seal(seed, head, sealing)?;
    Ok((record, hash, payload))
}

/// An event with everything open: with the salts that only the seed gives.
pub fn opened(seed: &ServerSeed, record: Record, hash: Hash, payload: Box<RawValue>, texts: Vec<Text>) -> Event {
    let index = record.index;
    Event {
        payload: Some(payload),
        payload_salt: Some(payload_salt(seed, index)),
        state_salt: record.state.map(|_| state_salt(seed, index)),
        hash,
        record,
        texts,
    }
}
