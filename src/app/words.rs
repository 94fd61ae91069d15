//! Words of people: committed to in a payload, kept beside it, found again when it is shown.

use super::error::AppError;
use crate::kernel::{Hash, Kind, LogKind, Text};
use crate::log::commitments;
use crate::store::{Store, StoredEvent};
use crate::tournament::TournamentPayload;

/// The texts of a log, as far as they were not erased. A payload that cannot be read has none: whoever replays it tells.
pub(super) fn texts_of(store: &Store, events: &[StoredEvent]) -> Result<Vec<Text>, AppError> {
    let commitments = commitments_of(events);
    if commitments.is_empty() { Ok(Vec::new()) } else { Ok(store.texts(&commitments)?) }
}

/// The texts, where each is the one that was committed to. What was changed on disk is nobody's word, and is not shown.
pub(super) fn checked(texts: Vec<Text>) -> Result<Vec<Text>, AppError> {
    match texts.iter().find(|text| !text.is_open()) {
        Some(Text { commitment, .. }) => {
            Err(AppError::Broken(format!("the text of commitment {commitment} was changed on disk: audit its log")))
        }
        None => Ok(texts),
    }
}

/// What the payloads of a log commit to.
pub(super) fn commitments_of(events: &[StoredEvent]) -> Vec<Hash> {
    events.iter().flat_map(asked).collect()
}

/// What the payload of an event commits to.
pub(super) fn asked(event: &StoredEvent) -> Vec<Hash> {
    match event.record.log {
        LogKind::Game => commitments(event.record.kind, &event.payload).unwrap_or_default(),
        // Most events of a tournament have none, and a large one is not parsed for that.
        LogKind::Tournament => match event.record.kind {
            Kind::Created | Kind::PlayerRegistered | Kind::Ruling | Kind::Sealed => {
                TournamentPayload::parse(event.record.kind, &event.payload)
                    .map(|it| it.commitments())
                    .unwrap_or_default()
            }
            _ => Vec::new(),
        },
    }
}

/// What a commitment stands for; nothing where it was erased.
pub(super) fn line(texts: &[Text], commitment: Hash) -> Option<&str> {
    texts.iter().find(|text| text.commitment == commitment).map(|text| text.text.as_str())
}
