//! What a seat may ask for, and the reducer that carries it out with every forced step that follows.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::dispute::Verdict;
use super::state::Monkey;
use super::{Card, Effect, Phase, Played, State, WildPile, deal, dispute, legal};
use crate::kernel::{Illegal, Seat, Table};
use crate::rulesets::ways;

/// A move: a card played from the hand, or a card taken from the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = PandaReiMove)]
pub enum Move {
    /// Play a card from the own hand into the dispute.
    #[schema(title = "PandaReiMovePlay")]
    Play {
        /// The card.
        card: Card,
    },
    /// Take a card of the dispute into the own area; the winner takes two, one move each.
    #[schema(title = "PandaReiMoveTake")]
    Take {
        /// The card.
        card: Card,
    },
    /// Take a monkey, and place it on a pile for good; where the option `monkey_assignment` places monkeys at the end,
    /// they are taken by `take`.
    #[schema(title = "PandaReiMoveTakeMonkey")]
    TakeMonkey {
        /// The monkey.
        card: Card,
        /// The pile that it counts for.
        pile: WildPile,
    },
}

impl Move {
    /// Its type on the wire.
    pub(super) fn type_name(self) -> &'static str {
        match self {
            Self::Play { .. } => "play",
            Self::Take { .. } => "take",
            Self::TakeMonkey { .. } => "take-monkey",
        }
    }
}

/// Applies a move of the active seat, and all that follows without a choice. A refusal names every way that is open
/// instead.
pub(super) fn play(state: &mut State, seat: Seat, mv: Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
    // A step that is refused has changed nothing.
    let open = |state: &State| legal::moves(state, seat).into_iter().map(Move::type_name);
    step(state, seat, mv, table).map_err(|illegal| ways::naming(illegal, open(state)))?;
    loop {
        match state.phase {
            Phase::Play if state.table.len() >= state.hands.len() => settle(state, table),
            Phase::Take if state.table.is_empty() => deal::end_turn(state, table),
            _ => match legal::forced(state) {
                Some((seat, mv)) => step(state, seat, mv, table)?,
                None => return Ok(()),
            },
        }
    }
}

fn step(state: &mut State, seat: Seat, mv: Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
    match (state.phase, mv) {
        (Phase::Play, Move::Play { card }) => lay(state, seat, card, table),
        (Phase::Take, Move::Take { card }) => take(state, seat, card, None, table),
        (Phase::Take, Move::TakeMonkey { card, pile }) => take(state, seat, card, Some(pile), table),
        _ => Err(legal::not_awaited(state)),
    }
}

fn lay(state: &mut State, seat: Seat, card: Card, table: &mut Table<Effect>) -> Result<(), Illegal> {
    let hand = state.hands.get_mut(seat.index()).ok_or_else(|| legal::not_in_hand(card))?;
    let place = hand.iter().position(|held| *held == card).ok_or_else(|| legal::not_in_hand(card))?;
    hand.remove(place);
    let value = state.value_of(card);
    state.table.push(Played { card, seat: Some(seat), value });
    table.tell_all(Effect::Played { seat, card, value });
    Ok(())
}

/// Every seat has played: the dispute is decided, and its winner receives the starting player card.
fn settle(state: &mut State, table: &mut Table<Effect>) {
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
    let place = state.table.iter().position(|played| played.card == card).ok_or_else(|| legal::not_on_table(card))?;
    legal::check_pile(state, card, pile.is_some())?;
    let from = state.table.remove(place).seat;
    if let Some(area) = state.areas.get_mut(seat.index()) {
        if card.is_monkey() { area.monkeys.push(Monkey { card, pile }) } else { area.cards.push(card) }
    }
    table.tell_all(Effect::Taken { seat, card, from, pile });
    Ok(())
}
