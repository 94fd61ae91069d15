//! Replaying what is stored.

use std::fmt::Display;

use uuid::Uuid;

use super::error::AppError;
use crate::kernel::{Action, ServerSeed, Told};
use crate::log::{Created, parse_action};
use crate::rulesets::any::{AnyEffect, AnyMatch, AnyMove, Edition};
use crate::store::StoredEvent;

/// So many events of a log that has them. What was found when the log was read whole is found again, or the disk has
/// changed since.
pub(super) fn there(events: Vec<StoredEvent>, from: u64, count: u64) -> Result<Vec<StoredEvent>, AppError> {
    let indexes = events.iter().map(|event| event.record.index);
    if indexes.eq(from..from.saturating_add(count)) {
        return Ok(events);
    }
    Err(AppError::Broken(format!("of {count} events from {from} on, {} are read again", events.len())))
}

/// A stored event that the ruleset does not take again.
pub(super) fn broken(game: Uuid, index: u64, why: &dyn Display) -> AppError {
    AppError::Broken(format!("event {index} of game {game}: {why}"))
}

/// What a stored event after the first asks of the match.
pub(super) fn action(edition: Edition, event: &StoredEvent) -> Result<Action<AnyMove>, AppError> {
    let record = &event.record;
    let parsed = parse_action(edition, record.kind, record.seat, &event.payload);
    parsed.map_err(|why| broken(record.id, record.index, &why))
}

/// What a replay ends with.
pub(super) struct Replayed {
    pub(super) created: Created,
    pub(super) game: AnyMatch,
}

/// Replays stored events from index 0 and shows each step: its index, the match after it, what it told.
pub(super) fn replay(
    seed: ServerSeed,
    events: &[StoredEvent],
    mut step: impl FnMut(u64, &AnyMatch, Told<AnyEffect>),
) -> Result<Replayed, AppError> {
    let (first, rest) = events.split_first().ok_or_else(|| AppError::Broken("the log is empty".into()))?;
    let id = first.record.id;
    let created = Created::parse(first.record.kind, &first.payload)?;
    let (mut game, told) = created.open(seed).map_err(|why| broken(id, 0, &why))?;
    step(0, &game, told);
    for (index, event) in (1..).zip(rest) {
        let told = game.advance(&action(game.edition(), event)?).map_err(|why| broken(id, index, &why))?;
        step(index, &game, told);
    }
    Ok(Replayed { created, game })
}
