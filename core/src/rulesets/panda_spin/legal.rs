//! What may be played. Every test here reads only what the active seat can see.

use super::combinations::{Held, possible};
use super::faces::Symbol;
use super::state::{Hand, Phase, State};
use super::{Combination, Move, refusals};

/// Every move open to the active seat.
pub(super) fn moves(state: &State) -> Vec<Move> {
    let Ok(player) = state.player(state.turn) else { return Vec::new() };
    let hand = &player.hand;
    match state.phase {
        Phase::Turn {} => turn(state, hand),
        Phase::Lay { value } => {
            let choices =
                refusals::laid(state, value).map_or_else(Vec::new, |partial| partial.choices(&hand.animals()));
            let lay = |cards: Vec<Held>| Move::Lay { cards: cards.into_iter().map(|card| card.animal).collect() };
            choices.into_iter().map(lay).collect()
        }
        Phase::Gain {} => or_decline((1..=most_to_gain(state)).map(|points| Move::Gain { points })),
        Phase::Take {} => or_decline((1..=most_to_take(state)).map(|points| Move::Take { points })),
        Phase::Turnover { .. } => or_decline(hand.white.iter().map(|card| Move::Turn { card: *card })),
        Phase::Burn { .. } => or_decline(hand.animals().into_iter().map(|card| Move::Burn { card: card.animal })),
        Phase::Over {} => Vec::new(),
    }
}

fn or_decline(moves: impl Iterator<Item = Move>) -> Vec<Move> {
    moves.chain([Move::Decline {}]).collect()
}

fn turn(state: &State, hand: &Hand) -> Vec<Move> {
    let animals = hand.animals();
    let bids = match state.trick.highest() {
        None => possible(&animals),
        Some(bid) => {
            let beats = |combination: &Combination| combination.beats(bid.combination, shape_must_match(state));
            possible(&animals).into_iter().filter(beats).collect()
        }
    };
    let bids = bids.into_iter().map(|combination| Move::Bid { combination });
    let played = hand.elements.iter().filter(|card| refusals::play_element(state, **card).is_ok());
    let played = played.map(|card| Move::PlayElement { card: *card });
    let discarded = hand.elements.iter().map(|card| Move::DiscardElement { card: *card });
    let pass = refusals::pass(state).is_ok().then_some(Move::Pass {});
    bids.chain(played).chain(discarded).chain(pass).collect()
}

pub(super) fn shape_must_match(state: &State) -> bool {
    state.options.formation_shape_must_match
}

/// How many bamboo symbols the bid has (PS-22).
pub(super) fn most_to_gain(state: &State) -> u8 {
    state.trick.highest().map_or(0, |bid| bid.symbols(Symbol::Bamboo))
}

/// As many points as panda symbols, if the seat that bid before has so many; leading, none (PS-23).
pub(super) fn most_to_take(state: &State) -> u8 {
    let symbols = state.trick.highest().map_or(0, |bid| bid.symbols(Symbol::Panda));
    let victim = state.trick.before_highest().and_then(|seat| state.player(seat).ok());
    let points = victim.map_or(0, |player| player.points);
    // Cut before it is narrowed.
    u8::try_from(points.min(symbols.into())).unwrap_or(symbols)
}
