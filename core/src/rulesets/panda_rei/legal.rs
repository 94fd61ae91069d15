//! What may be played. Every test here reads only what the active seat can see.

use super::{Card, Move, Phase, State, WildPile};
use crate::kernel::Seat;

/// Every move open to the active seat.
pub(super) fn moves(state: &State, seat: Seat) -> Vec<Move> {
    match state.phase {
        // There is no obligation to follow: every card of the hand may be played (PR-7).
        Phase::Play => hand(state, seat).iter().map(|card| Move::Play { card: *card }).collect(),
        Phase::Take => state.table.iter().flat_map(|played| takes(state, played.card)).collect(),
        Phase::Over => Vec::new(),
    }
}

/// The ways to take a card: a monkey onto each of the five piles where its pile is named (PR-19).
fn takes(state: &State, card: Card) -> Vec<Move> {
    if card.is_monkey() && state.piles_are_named() {
        WildPile::ALL.map(|pile| Move::TakeMonkey { card, pile }).into()
    } else {
        vec![Move::Take { card }]
    }
}

/// The only move open to the active seat, where there is no choice: the last card of its hand, or of the table.
pub(super) fn forced(state: &State) -> Option<(Seat, Move)> {
    let seat = state.active()?;
    match (state.phase, hand(state, seat), &*state.table) {
        (Phase::Play, [card], _) => Some((seat, Move::Play { card: *card })),
        // Taking is mandatory, harmful cards too: PR-17.
        (Phase::Take, _, [last]) if !(last.card.is_monkey() && state.piles_are_named()) => {
            Some((seat, Move::Take { card: last.card }))
        }
        _ => None,
    }
}

fn hand(state: &State, seat: Seat) -> &[Card] {
    state.hands.get(seat.index()).map_or(&[], Vec::as_slice)
}
