//! Why a move is refused, and what may be played instead. Every test here reads only what the mover can see.

use super::{Card, Phase, State};
use crate::kernel::Illegal;

/// Whether the pile of a card is named as it has to be (PR-19).
pub(super) fn check_pile(state: &State, card: Card, named: bool) -> Result<(), Illegal> {
    match (card.is_monkey(), state.piles_are_named(), named) {
        (true, true, false) => Err(pile_not_named(card)),
        (false, true, true) => Err(not_a_monkey(card)),
        (_, false, true) => Err(placed_at_the_end()),
        _ => Ok(()),
    }
}

fn pile_not_named(card: Card) -> Illegal {
    let detail = format!("{card} is a monkey and needs a pile to count for: take-monkey");
    Illegal::new("pile-not-named", "PR-19", detail)
}

fn not_a_monkey(card: Card) -> Illegal {
    Illegal::new("not-a-monkey", "PR-19", format!("{card} is no monkey, so it needs no pile: take"))
}

fn placed_at_the_end() -> Illegal {
    let detail = "in this game monkeys are placed when it ends, so no pile is named: take";
    Illegal::new("monkeys-placed-at-the-end", "PR-19", detail)
}

/// The refusal to play a card that is not in the hand.
pub(super) fn not_in_hand(card: Card) -> Illegal {
    Illegal::new("card-not-in-hand", "PR-7", format!("{card} is not in your hand"))
}

/// The refusal to take a card that is not on the table.
pub(super) fn not_on_table(card: Card) -> Illegal {
    Illegal::new("card-not-on-table", "PR-17", format!("{card} is not on the table"))
}

/// The refusal of a move that is not what is awaited.
pub(super) fn not_awaited(state: &State) -> Illegal {
    let (rule, detail) = match state.phase {
        Phase::Play => ("PR-7", "a card from your hand is awaited"),
        Phase::Take => ("PR-17", "you have to take a card from the table"),
        Phase::Over => ("PR-34", "the game is over"),
    };
    Illegal::new("not-awaited", rule, detail)
}
