//! What a seat may ask for, and the reducer's entry; `turn.rs` carries it out.

use serde::{Deserialize, Serialize};

use super::{Card, Effect, Phase, State, WildPile, deal, legal, turn};
use crate::kernel::{Illegal, Seat, Table};
use crate::rulesets::ways;

/// A move: a card played from the hand, or a card taken from the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = PandaReiMove))]
pub enum Move {
    /// Play a card from the own hand into the dispute.
    Play {
        /// The card.
        card: Card,
    },
    /// Take a card of the dispute into the own area; the winner takes two, one move each.
    Take {
        /// The card.
        card: Card,
    },
    /// Take a monkey, and place it on a pile for good; where the option `monkey_assignment` places monkeys at the end,
    /// they are taken by `take`.
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
    turn::step(state, seat, mv, table).map_err(|illegal| ways::naming(illegal, open(state)))?;
    loop {
        match state.phase {
            Phase::Play if state.table.len() >= state.hands.len() => turn::settle(state, table),
            Phase::Take if state.table.is_empty() => deal::end_turn(state, table),
            _ => match legal::forced(state) {
                Some((seat, mv)) => turn::step(state, seat, mv, table)?,
                None => return Ok(()),
            },
        }
    }
}
