//! The ranking at the end, and what its reason says.

use std::cmp::Reverse;

use super::State;
use super::deal::MOST_ROUNDS;
use super::options::ENOUGH_POINTS;
use super::state::{Phase, Player};
use crate::kernel::{Outcome, Reason, Seat};

/// When a seat played its last cards, as far as seats compare (PS-30): whoever has cards left has not yet.
pub(super) fn finished(player: &Player) -> (bool, Option<u16>) {
    (player.hand.size() > 0, player.last)
}

/// The seats by points, most first; of several, who played his last cards earlier (PS-29).
pub(super) fn by_points(state: &State) -> Vec<(u16, Seat)> {
    let mut seats: Vec<_> = state.seated().collect();
    seats.sort_by_key(|(_, player)| (Reverse(player.points), finished(player)));
    seats.into_iter().map(|(seat, player)| (player.points, seat)).collect()
}

/// The ranking; present when the game is over. No two seats made the same bid, so none share a place.
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    if state.phase != (Phase::Over {}) {
        return None;
    }
    let scores: Vec<i32> = state.players.iter().map(|player| i32::from(player.points)).collect();
    let reached = scores.iter().any(|score| *score >= i32::from(ENOUGH_POINTS));
    let reason = if reached {
        Reason::of("points-reached").with("points", ENOUGH_POINTS)
    } else {
        Reason::of("rounds-played").with("rounds", MOST_ROUNDS)
    };
    let ranking = by_points(state).into_iter().map(|(_, seat)| vec![seat]).collect();
    Some(Outcome::new(ranking, scores, reason))
}

/// What a reason of this ruleset says; nothing for one that it does not give.
pub fn words(reason: &Reason) -> Option<String> {
    match &*reason.code {
        "points-reached" => Some(format!("most points, {} or more reached", reason.value("points"))),
        "rounds-played" => Some(format!("most points after {} rounds", reason.value("rounds"))),
        _ => None,
    }
}
