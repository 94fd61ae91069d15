//! The ranking at the end, and what its reason says.

use super::score::{Points, points};
use super::{Phase, State};
use crate::kernel::{Outcome, Reason};

/// The ranking by points, equal totals sharing a place (PR-29); present when the game is over.
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    if state.phase != Phase::Over {
        return None;
    }
    let scores = points(state).iter().map(Points::total).collect();
    Some(Outcome::by_score(scores, Reason::of("rounds-played").with("rounds", 2)))
}

/// What a reason of this ruleset says; nothing for one that it does not give.
pub fn words(reason: &Reason) -> Option<String> {
    (reason.code == "rounds-played").then(|| format!("most points after {} rounds", reason.value("rounds")))
}
