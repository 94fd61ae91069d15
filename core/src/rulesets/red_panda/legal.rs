//! What may be played. Every test here reads only what the active seat can see.

use super::state::PENALTY_PLACES;
use super::{Move, Phase, State};

/// Every move open to the active seat.
pub(super) fn moves(state: &State) -> Vec<Move> {
    match state.phase {
        Phase::Action { .. } => actions(state),
        Phase::Side { card } => {
            state.options.sides_of(card).into_iter().flatten().map(|side| Move::Lay { side }).collect()
        }
        Phase::Copy {} => {
            let decline = (!state.options.mimicry_mandatory).then_some(Move::Decline {});
            state.copyable().map(|kata| Move::Copy { kata }).chain(decline).collect()
        }
        Phase::Give {} => state.opponents().map(|seat| Move::Give { seat }).collect(),
        Phase::Discard {} => state.pagoda.on_sides_of(2).map(|card| Move::Discard { card }).collect(),
        Phase::Perfect {} => vec![Move::DiscardPenalties {}, Move::PlayAnother {}],
        Phase::Over { .. } => Vec::new(),
    }
}

/// Exactly one of these is done on a turn (RP-6).
fn actions(state: &State) -> Vec<Move> {
    let Ok(contender) = state.contender(state.turn) else { return Vec::new() };
    let kata = (!contender.deck.is_empty()).then_some(Move::Kata {});
    let room = contender.penalties.len() < PENALTY_PLACES;
    let meditations = state.pagoda.cards().filter(|_| room).map(|card| Move::Meditate { card });
    let pass = state.may_pass().then_some(Move::Pass {});
    kata.into_iter().chain(meditations).chain(pass).collect()
}
