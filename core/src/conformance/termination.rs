//! Kind 5: every game ends within its bound, with an outcome that fits its seats.
//!
//! The bound itself is held by every random game that the suite plays (see `walk`).

use super::specimen::Specimen;
use super::walk::Played;
use crate::kernel::{Outcome, Seat};

/// Fails where a game ends without an outcome, has one too early, or has one that does not fit its seats or its scores.
pub fn check<R: Specimen>() {
    for played in Played::<R>::all() {
        for (here, state) in played.states() {
            let over = R::awaiting(state).is_empty();
            assert_eq!(R::outcome(state).is_some(), over, "{here}: there is an outcome exactly when nobody is awaited");
        }
        let last = played.positions.len() - 1;
        let outcome = played.positions[last].outcome().expect("the game is over");
        outcome.check(played.case.seats).unwrap_or_else(|complaint| panic!("{}: {complaint}", played.at(last)));
        assert!(ranks_by_score(&outcome), "{}: a lower score ranks above a higher one: {outcome:?}", played.at(last));
    }
}

/// More is better; equal scores may still be told apart by a tie-break.
fn ranks_by_score(outcome: &Outcome) -> bool {
    let score = |seat: &Seat| outcome.scores[seat.index()];
    outcome.ranking.iter().flatten().map(score).is_sorted_by(|a, b| a >= b)
}
