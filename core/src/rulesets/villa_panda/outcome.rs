//! The ranking at the end, and what its reason says.

use super::pending::Phase;
use super::score::{END_POINTS, final_points};
use super::state::{End, Player, State};
use crate::kernel::{Outcome, Reason, Seat};

/// The ranking: most points; then most pandas behind buildings; then most in the play area; then shared (VP-35).
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    let Phase::Over { by } = state.phase else { return None };
    let rank = |player: &Player| (final_points(state, player), player.behind().count(), player.play.len());
    let ranks: Vec<_> = state.players.iter().map(rank).collect();
    let mut distinct = ranks.clone();
    distinct.sort_unstable_by(|a, b| b.cmp(a));
    distinct.dedup();
    let sharing = |rank| Seat::all(state.seats()).zip(&ranks).filter(move |(_, own)| **own == rank);
    let ranking = distinct.into_iter().map(|rank| sharing(rank).map(|(seat, _)| seat).collect()).collect();
    let scores = ranks.iter().map(|(points, ..)| i32::from(*points)).collect();
    let reason = match by {
        End::Points => Reason::of("points-reached").with("points", END_POINTS),
        End::Pandas => Reason::of("pandas-used-up"),
        End::RoundCap => Reason::of("round-cap"),
    };
    Some(Outcome::new(ranking, scores, reason))
}

/// What a reason of this ruleset says; nothing for one that it does not give.
pub fn words(reason: &Reason) -> Option<String> {
    match &*reason.code {
        "points-reached" => {
            let points = reason.value("points");
            Some(format!("a seat reached {points} points, and the round was played to its end"))
        }
        "pandas-used-up" => Some("the panda cards were used up, and the round was played to its end".into()),
        "round-cap" => Some("the last round of the cap was played".into()),
        _ => None,
    }
}
