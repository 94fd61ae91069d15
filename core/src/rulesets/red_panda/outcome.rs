//! The ranking at the end, and what its reason says.

use super::{Phase, State, Victory};
use crate::kernel::{Outcome, Reason};

/// The ranking by deals won; present when the game is over.
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    let Phase::Over { by, .. } = state.phase else { return None };
    let reason = match (state.options.series, by) {
        (Some(series), _) => Reason::of("deals-won").with("wins", series.wins),
        (None, Victory::EmptiedTheDeck) => Reason::of("emptied-the-deck"),
        (None, Victory::LastOneLeft) => Reason::of("last-one-left"),
    };
    Some(Outcome::by_score(state.wins.iter().map(|wins| i32::from(*wins)).collect(), reason))
}

/// What a reason of this ruleset says; nothing for one that it does not give.
pub fn words(reason: &Reason) -> Option<String> {
    match &*reason.code {
        "deals-won" => Some(format!("won {} of the deals", reason.value("wins"))),
        "emptied-the-deck" => Some("emptied the deck".into()),
        "last-one-left" => Some("last one left in the competition".into()),
        _ => None,
    }
}
