//! What a seat may ask for, and the reducer's entry; `turn.rs` carries it out.

use serde::{Deserialize, Serialize};

use super::turn::Turn;
use super::{Card, Effect, Kata, State, refusals};
use crate::kernel::{Illegal, Seat, Table};

/// A move. The first three are the actions of a turn (RP-6); the others answer what an action brought up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = RedPandaMove))]
pub enum Move {
    /// Flip the top card of the own deck and place it at the Pagoda.
    Kata {},
    /// Take a card from the Pagoda as a penalty card.
    Meditate {
        /// The card.
        card: Card,
    },
    /// Return the Invisibility token to the Pagoda instead of performing an action.
    Pass {},
    /// Lay the flipped Double-Kata on one of its two sides.
    Lay {
        /// The side.
        side: Kata,
    },
    /// Copy a power with Mimicry.
    Copy {
        /// The power.
        kata: Kata,
    },
    /// Copy nothing with Mimicry; only where the option `mimicry_mandatory` is off.
    Decline {},
    /// Give the own top card to another seat by Telekinesis.
    Give {
        /// Who receives it.
        seat: Seat,
    },
    /// Discard this card for a Perfect Show, from a side that holds two.
    Discard {
        /// The card.
        card: Card,
    },
    /// After a Perfect Show: discard all own penalty cards, and end the turn.
    DiscardPenalties {},
    /// After a Perfect Show: immediately play another card.
    PlayAnother {},
}

impl Move {
    /// Its type on the wire.
    pub(super) fn type_name(self) -> &'static str {
        match self {
            Self::Kata {} => "kata",
            Self::Meditate { .. } => "meditate",
            Self::Pass {} => "pass",
            Self::Lay { .. } => "lay",
            Self::Copy { .. } => "copy",
            Self::Decline {} => "decline",
            Self::Give { .. } => "give",
            Self::Discard { .. } => "discard",
            Self::DiscardPenalties {} => "discard-penalties",
            Self::PlayAnother {} => "play-another",
        }
    }
}

/// Applies a move of the active seat.
pub(super) fn play(state: &mut State, mv: Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
    refusals::admit(state, mv)?;
    let mut turn = Turn { seat: state.turn, state, table };
    match mv {
        // A second card after a Perfect Show is a full Kata with all that follows from it: RP-16.
        Move::Kata {} | Move::PlayAnother {} => turn.flip(),
        Move::Meditate { card } => turn.meditate(card),
        Move::Pass {} => turn.pass(),
        Move::Lay { side } => turn.lay(side),
        Move::Copy { kata } => turn.copy(kata),
        Move::Decline {} => turn.decline(),
        Move::Give { seat } => turn.give(seat),
        Move::Discard { card } => turn.discard([card].into()),
        Move::DiscardPenalties {} => turn.discard_penalties(),
    }
}
