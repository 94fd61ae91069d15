//! Replaying what is stored.

use super::AppError;
use crate::kernel::{ServerSeed, Told};
use crate::rulesets::any::{AnyEffect, AnyMatch};
use crate::rulesets::event::{Created, parse_action};
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
    let broken = |event: &StoredEvent, why: &dyn std::fmt::Display| {
        AppError::Broken(format!("event {} of game {}: {why}", event.record.index, event.record.id))
    };
    let created = Created::parse(first.record.kind, &first.payload)?;
    let (mut game, told) = created.open(seed).map_err(|why| broken(first, &why))?;
    step(0, &game, told);
    for (index, event) in (1..).zip(rest) {
        let record = &event.record;
        let action = parse_action(record.kind, record.seat, &event.payload).map_err(|why| broken(event, &why))?;
        let told = game.advance(&action).map_err(|why| broken(event, &why))?;
        step(index, &game, told);
    }
    Ok(Replayed { created, game })
}
