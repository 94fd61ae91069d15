//! Why a move is refused, and what may be played instead. Every test here reads only what the mover can see.

use super::combinations::{Held, Partial, can_make};
use super::faces::Side;
use super::state::{Hand, Phase, State};
use super::{Animal, Combination, Element, Move, Value, legal};
use crate::kernel::Illegal;

/// Whether the active seat may play the move.
pub(super) fn check(state: &State, mv: &Move) -> Result<(), Illegal> {
    let hand = &state.player(state.turn)?.hand;
    match (state.phase, mv) {
        (Phase::Turn {}, Move::Bid { combination }) => bid(state, hand, *combination),
        (Phase::Turn {}, Move::PlayElement { card }) => play_element(state, *card),
        (Phase::Turn {}, Move::DiscardElement { card }) => element_in_hand(hand, *card),
        (Phase::Turn {}, Move::Pass {}) => pass(state),
        (Phase::Lay { value }, Move::Lay { cards }) => lay(state, hand, value, cards),
        (Phase::Gain {}, Move::Gain { points }) => {
            symbols(*points, legal::most_to_gain(state), "PS-22", "bamboo symbols of your bid")
        }
        (Phase::Take {}, Move::Take { points }) => symbols(
            *points,
            legal::most_to_take(state),
            "PS-23",
            "panda symbols of your bid and points of who bid before you",
        ),
        (Phase::Turnover { .. }, Move::Turn { card }) if hand.white.contains(card) => Ok(()),
        (Phase::Turnover { .. }, Move::Turn { card }) => Err(not_white(*card)),
        (Phase::Burn { .. }, Move::Burn { card }) if hand.side(*card).is_some() => Ok(()),
        (Phase::Burn { .. }, Move::Burn { card }) => Err(not_in_hand(*card)),
        (Phase::Gain {} | Phase::Take {} | Phase::Turnover { .. } | Phase::Burn { .. }, Move::Decline {}) => Ok(()),
        _ => Err(not_awaited(state)),
    }
}

/// Only the five combinations lead (PS-26), a bomb among them (PS-12); they are beaten by their own kind or a bomb.
fn bid(state: &State, hand: &Hand, combination: Combination) -> Result<(), Illegal> {
    if combination.shape().is_none() {
        return Err(not_a_combination(combination));
    }
    if let Some(bid) = state.trick.highest()
        && !combination.beats(bid.combination, legal::shape_must_match(state))
    {
        let detail = format!(
            "{combination} does not beat {}: that takes {}",
            bid.combination,
            beaten_by(state, bid.combination)
        );
        return Err(Illegal::new("bid-not-higher", "PS-8", detail));
    }
    if !can_make(&hand.animals(), combination) {
        let detail = format!("your cards do not make {combination}, all values of each card used");
        return Err(Illegal::new("bid-not-in-hand", "PS-7", detail));
    }
    Ok(())
}

/// The bids that beat one (PS-8); a formation by its shape where the option says so (PS-11).
fn beaten_by(state: &State, bid: Combination) -> &'static str {
    match bid {
        Combination::Bomb { .. } => "a bomb of more values, or of as many and a higher one",
        Combination::Formation { .. } if legal::shape_must_match(state) => {
            "a formation of as many values, as many of each, and a higher one; or a bomb"
        }
        _ => "the same combination of as many values and a higher one; or a bomb",
    }
}

/// The highest bid, of which the cards below a value are laid.
pub(super) fn laid(state: &State, value: Value) -> Option<Partial> {
    let bid = state.trick.highest()?;
    Some(Partial::before(bid.combination.shape()?, value, &bid.cards()))
}

fn lay(state: &State, hand: &Hand, value: Value, cards: &[Animal]) -> Result<(), Illegal> {
    // The order means nothing, so that only one of them is asked for, and no card comes twice.
    if !cards.is_sorted_by(|a, b| a < b) {
        let detail = "name each card once, by the value of the white side, then Wood, Fire, Earth, Metal, Water";
        return Err(Illegal::new("cards-out-of-order", "PS-7", detail));
    }
    if let Some(card) = cards.iter().find(|card| hand.side(**card).is_none()) {
        return Err(not_in_hand(*card));
    }
    let (taken, others): (Vec<Held>, Vec<Held>) =
        hand.animals().into_iter().partition(|card| cards.contains(&card.animal));
    if !laid(state, value).is_some_and(|partial| partial.can_take(&taken, &others)) {
        let detail = format!(
            "these cards cannot be the {value} of your bid: all values of each are used, and with your other cards and \
             water symbols they have to make the bid"
        );
        return Err(Illegal::new("cards-do-not-make-bid", "PS-14", detail));
    }
    Ok(())
}

/// Alone, over a bid that is no bomb, if its condition holds (PS-26, PS-27).
pub(super) fn play_element(state: &State, card: Element) -> Result<(), Illegal> {
    let hand = &state.player(state.turn)?.hand;
    element_in_hand(hand, card)?;
    let Some(bid) = state.trick.highest() else {
        let detail = "an Element card beats a bid, and there is none";
        return Err(Illegal::new("element-cannot-lead", "PS-26", detail));
    };
    if bid.combination.is_bomb() {
        return Err(Illegal::new("element-against-bomb", "PS-26", "an Element card does not beat a bomb"));
    }
    // The hand is counted with the card itself, after any were discarded: PS-27.
    if !state.trick.meets(card, hand.size()) {
        let detail = format!("{card} may only be played if {}", card.condition());
        return Err(Illegal::new("element-condition-not-met", "PS-27", detail));
    }
    Ok(())
}

fn element_in_hand(hand: &Hand, card: Element) -> Result<(), Illegal> {
    if hand.elements.contains(&card) {
        return Ok(());
    }
    Err(Illegal::new("element-not-in-hand", "PS-28", format!("{card} is not in your hand")))
}

/// Always allowed but to the leader (PS-15), who discards his Elements if he has nothing else (PS-28).
pub(super) fn pass(state: &State) -> Result<(), Illegal> {
    if state.trick.highest().is_none() {
        let detail = "you lead the trick, so you cannot pass; whoever has nothing but Element cards discards them, and \
                      the lead moves on";
        return Err(Illegal::new("leader-cannot-pass", "PS-15", detail));
    }
    Ok(())
}

fn symbols(asked: u8, most: u8, rule: &'static str, what: &str) -> Result<(), Illegal> {
    if (1..=most).contains(&asked) {
        return Ok(());
    }
    let detail = format!("{asked} was asked for; 1 to {most} can be, for the {what}");
    Err(Illegal::new("not-so-many-symbols", rule, detail))
}

/// The refusal of a combination that the rulebook does not know.
pub(super) fn not_a_combination(combination: Combination) -> Illegal {
    let (rule, detail) = match combination {
        Combination::Single { .. } | Combination::Set { .. } => ("PS-9", "a set has 2 to 20 equal values"),
        Combination::Run { .. } => ("PS-10", "a run has 2 to 5 consecutive values from 3 up, and no Chinese 2"),
        Combination::Formation { .. } => {
            ("PS-11", "a formation has 2 to 20 of each of 2 to 5 consecutive values from 3 up, and no Chinese 2")
        }
        Combination::Bomb { .. } => ("PS-12", "a bomb has 4 to 20 equal values"),
    };
    Illegal::new("not-a-combination", rule, detail)
}

/// The refusal of a card that is not in the hand.
pub(super) fn not_in_hand(card: Animal) -> Illegal {
    Illegal::new("card-not-in-hand", "PS-7", format!("{card} is not in your hand"))
}

/// The refusal to turn a card that is not there with its white side up.
pub(super) fn not_white(card: Animal) -> Illegal {
    let detail = format!("{card} is not in your hand with its {:?} side up", Side::White);
    Illegal::new("card-not-white", "PS-24", detail)
}

/// The refusal of a move that does not answer what is pending.
pub(super) fn not_awaited(state: &State) -> Illegal {
    let (rule, detail) = match state.phase {
        Phase::Turn {} => ("PS-8", "a turn is awaited"),
        Phase::Lay { .. } => ("PS-7", "the bid that was announced waits for its cards"),
        Phase::Gain {} => ("PS-22", "the bamboo symbols of the bid are used or not"),
        Phase::Take {} => ("PS-23", "the panda symbols of the bid are used or not"),
        Phase::Turnover { .. } => ("PS-24", "a panda symbol waits for the card that it turns"),
        Phase::Burn { .. } => ("PS-25", "a fire symbol waits for the card that it discards"),
        Phase::Over {} => ("PS-29", "the game is over"),
    };
    Illegal::new("not-awaited", rule, detail)
}
