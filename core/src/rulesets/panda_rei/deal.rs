//! Dealing the rounds, and the turns they are made of.

use super::state::{Area, HAND, TURNS};
use super::{Card, Effect, Options, Phase, State, score};
use crate::kernel::{Illegal, Seat, Table};

/// The first round of a game.
pub(super) fn open(options: &Options, seats: u8, table: &mut Table<Effect>) -> Result<State, Illegal> {
    options.check()?;
    let mut deck = options.deck(seats);
    table.shuffle(&mut deck);
    // Below the number of seats, so it fits; PR-6.
    let starter = Seat(u8::try_from(table.below(u32::from(seats))).unwrap_or(0));
    let mut state = State {
        areas: vec![Area::default(); usize::from(seats)],
        deck,
        fictional: Vec::new(),
        hands: vec![Vec::new(); usize::from(seats)],
        options: options.clone(),
        phase: Phase::Play,
        starter,
        table: Vec::new(),
        turn: 1,
    };
    deal(&mut state, table);
    Ok(state)
}

/// Deals a round from the deck, which is never shuffled again (PR-5).
fn deal(state: &mut State, table: &mut Table<Effect>) {
    table.tell_all(Effect::Dealt { round: state.round(), cards: HAND });
    for (seat, hand) in (0..).map(Seat).zip(&mut state.hands) {
        *hand = draw_hand(&mut state.deck);
        // Sorted for the reader: the order in a hand has no meaning.
        hand.sort_unstable();
        table.tell_only(seat, Effect::HandDealt { seat, cards: hand.clone() });
    }
    if state.hands.len() == 2 {
        // Eleven further cards, which nobody sees: PR-30.
        state.fictional = draw_hand(&mut state.deck);
    }
    begin_turn(state, table);
}

fn draw_hand(deck: &mut Vec<Card>) -> Vec<Card> {
    deck.drain(..usize::from(HAND).min(deck.len())).collect()
}

fn begin_turn(state: &mut State, table: &mut Table<Effect>) {
    state.phase = Phase::Play;
    table.tell_all(Effect::Turn { round: state.round(), turn: state.turn, seat: state.starter });
}

/// Every card of the turn is taken: the next turn, the next round or the end (PR-34). The winner leads, across the
/// change of rounds too (PR-6).
pub(super) fn end_turn(state: &mut State, table: &mut Table<Effect>) {
    if state.turn >= TURNS {
        state.phase = Phase::Over;
        return score::tell(state, table);
    }
    let round = state.round();
    state.turn += 1;
    if state.round() == round { begin_turn(state, table) } else { deal(state, table) }
}
