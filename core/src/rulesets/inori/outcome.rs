//! The ranking at the end, and what its reason says.

use super::state::{Phase, Player, State};
use crate::kernel::{Outcome, Reason, Seat};

/// Most points first, then most tokens; whoever is level in both shares the place (IN-20).
pub(super) fn ranking(state: &State) -> Vec<Vec<Seat>> {
    let merit = |player: &Player| (player.points, player.tokens.total());
    let mut merits: Vec<(u16, u16)> = state.players.iter().map(merit).collect();
    merits.sort_unstable_by(|a, b| b.cmp(a));
    merits.dedup();
    let sharing = |place: (u16, u16)| {
        let seats = Seat::all(state.seats()).zip(&state.players).filter(move |(_, player)| merit(player) == place);
        seats.map(|(seat, _)| seat).collect()
    };
    merits.into_iter().map(sharing).collect()
}

/// The final ranking; present when the game is over.
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    let Phase::Over {} = state.phase else { return None };
    let best = state.players.iter().map(|player| player.points).max();
    let level = state.players.iter().filter(|player| Some(player.points) == best).count();
    let ranking = ranking(state);
    let reason = match ranking.first().map(Vec::len) {
        _ if level == 1 => "most-points",
        Some(1) => "most-tokens",
        _ => "level",
    };
    let scores = state.players.iter().map(|player| i32::from(player.points)).collect();
    Some(Outcome::new(ranking, scores, Reason::of(reason)))
}

/// What a reason of this ruleset says; nothing for one that it does not give.
pub fn words(reason: &Reason) -> Option<String> {
    let words = match &*reason.code {
        "most-points" => "most points",
        "most-tokens" => "most tokens among those with the most points",
        "level" => "most points and tokens, shared",
        _ => return None,
    };
    Some(words.into())
}
