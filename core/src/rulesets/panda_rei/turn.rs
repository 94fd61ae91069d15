//! The turn of the active seat: each move carried out, with every forced step that follows.

use super::dispute::Verdict;
use super::moves::Move;
use super::state::Monkey;
use super::{Card, Effect, Phase, Played, State, WildPile, dispute, refusals};
use crate::kernel::{Illegal, Seat, Table};

pub(super) fn step(state: &mut State, seat: Seat, mv: Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
    match (state.phase, mv) {
        (Phase::Play, Move::Play { card }) => lay(state, seat, card, table),
        (Phase::Take, Move::Take { card }) => take(state, seat, card, None, table),
        (Phase::Take, Move::TakeMonkey { card, pile }) => take(state, seat, card, Some(pile), table),
        _ => Err(refusals::not_awaited(state)),
    }
}

fn lay(state: &mut State, seat: Seat, card: Card, table: &mut Table<Effect>) -> Result<(), Illegal> {
    let hand = state.hands.get_mut(seat.index()).ok_or_else(|| refusals::not_in_hand(card))?;
    let place = hand.iter().position(|held| *held == card).ok_or_else(|| refusals::not_in_hand(card))?;
    hand.remove(place);
    let value = state.value_of(card);
    state.table.push(Played { card, seat: Some(seat), value });
    table.tell_all(Effect::Played { seat, card, value });
    Ok(())
}

/// Every seat has played: the dispute is decided, and its winner receives the starting player card.
pub(super) fn settle(state: &mut State, table: &mut Table<Effect>) {
    open_fictional(state, table);
    table.tell_all(Effect::Compared { plays: state.table.clone() });
    let verdict = dispute::judge(&state.table, |seat| state.pigs(seat), state.options.royal_pandas);
    state.phase = Phase::Take;
    let Some(verdict) = verdict else { return };
    let Verdict { winner: seat, value, group: cards, group_reason, seat_reason, royal } = verdict;
    state.starter = seat;
    table.tell_all(Effect::GroupWon { value, because: group_reason, royal, cards });
    let (order, goes_without) = (state.pick_order().collect(), state.goes_without());
    table.tell_all(Effect::DisputeWon { seat, because: seat_reason, order, goes_without });
}

/// With two seats, the top card of the fictional player's hand is opened after both have played (PR-30).
fn open_fictional(state: &mut State, table: &mut Table<Effect>) {
    if state.fictional.is_empty() {
        return;
    }
    let card = state.fictional.remove(0);
    // A monkey follows the second player's card: PR-31.
    let value = state.value_of(card);
    state.table.push(Played { card, seat: None, value });
    table.tell_all(Effect::Opened { card, value });
}

fn take(
    state: &mut State,
    seat: Seat,
    card: Card,
    pile: Option<WildPile>,
    table: &mut Table<Effect>,
) -> Result<(), Illegal> {
    let place =
        state.table.iter().position(|played| played.card == card).ok_or_else(|| refusals::not_on_table(card))?;
    refusals::check_pile(state, card, pile.is_some())?;
    let from = state.table.remove(place).seat;
    if let Some(area) = state.areas.get_mut(seat.index()) {
        if card.is_monkey() { area.monkeys.push(Monkey { card, pile }) } else { area.cards.push(card) }
    }
    table.tell_all(Effect::Taken { seat, card, from, pile });
    Ok(())
}
