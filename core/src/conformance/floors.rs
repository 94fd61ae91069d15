//! How much the suite has to try before it may say that it found nothing.
//!
//! The floors follow from the games that the suite walks, so a small game is asked for little and a large one for much. A check
//! that stays below its floor fails: nearly all that it tries is turned away before it can find anything.

use super::specimen::Specimen;
use super::walk::Played;

/// One look in so many, at least, is at a state of which something is hidden from who looks. A small game may hide one card
/// among two, from some of its viewers, for a part of its length.
const LOOKS_PER_TWIN: usize = 20;

/// How many pairs of states the refusals of every ruleset with secrets are timed on: fewer say nothing of times. A small game
/// is walked more often instead.
pub(super) const PAIRS: u32 = 500;

/// What the walked games ask of the checks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Floors {
    /// How many moves have to be refused: one for every time that a seat is awaited.
    pub refused: usize,
    /// How many looks there have to be: one of every seat and of a spectator at every position.
    pub looks: usize,
}

impl Floors {
    pub(super) fn add<R: Specimen>(&mut self, played: &Played<R>) {
        self.refused += played.states().map(|(_, state)| R::awaiting(state).iter().count()).sum::<usize>();
        self.looks += (played.actions.len() + 1) * (usize::from(played.case.seats) + 1);
    }

    /// How many looks have to be at a state that differs from its twin; one at least.
    pub fn twins(&self) -> usize {
        (self.looks / LOOKS_PER_TWIN).max(1)
    }
}

/// What all walked games of a ruleset ask of the checks.
pub fn of<R: Specimen>() -> Floors {
    let mut floors = Floors::default();
    Played::<R>::all().for_each(|played| floors.add(&played));
    floors
}
