//! The ranking at the end, and what its reason says.

use std::cmp::Reverse;

use super::{Category, End, Phase, State};
use crate::kernel::{Outcome, Reason, Seat};

/// Most points first; a tie goes to the most points from panda objectives, and is shared after that (TK-30).
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    let Phase::Over { by } = state.phase else { return None };
    let rank = |seat: Seat| {
        let panda = state.player(seat).map_or(0, |player| player.points(|category| category == Category::Panda));
        (state.score(seat), panda)
    };
    let mut seats: Vec<Seat> = Seat::all(state.seats()).collect();
    seats.sort_by_key(|seat| Reverse(rank(*seat)));
    let ranking = seats.chunk_by(|a, b| rank(*a) == rank(*b)).map(<[Seat]>::to_vec).collect();
    let scores = Seat::all(state.seats()).map(|seat| state.score(seat)).collect();
    let reason = match (by, state.emperor) {
        (End::Emperor, Some(seat)) => Reason::of("emperor").with("seat", seat.0),
        _ => Reason::of("turn-cap").with("turns", state.options.turn_cap),
    };
    Some(Outcome::new(ranking, scores, reason))
}

/// What a reason of this ruleset says; nothing for one that it does not give.
pub fn words(reason: &Reason) -> Option<String> {
    match &*reason.code {
        "emperor" => {
            let seat = reason.value("seat");
            Some(format!("seat {seat} took the Emperor card, and the others had their last turn"))
        }
        "turn-cap" => Some(format!("the last of {} turns was played", reason.value("turns"))),
        _ => None,
    }
}
