//! What an event of Red Panda visibly did.

use serde::Serialize;

use super::{Card, Kata, Victory};
use crate::kernel::Seat;

/// One thing that happened at the table. All but `saw` are told to everyone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = RedPandaEffect))]
pub enum Effect {
    /// A deal began: the pack was shuffled and dealt (RP-4), the token lies on the Pagoda.
    Dealt {
        /// The number of the deal, from 1.
        deal: u8,
        /// Who begins.
        starter: Seat,
    },
    /// A turn began.
    Turn {
        /// Whose.
        seat: Seat,
    },
    /// The top card of a deck was flipped.
    Flipped {
        /// Whose deck.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A flipped card was laid on a side of the Pagoda.
    Laid {
        /// Who laid it.
        seat: Seat,
        /// The card.
        card: Card,
        /// The side.
        side: Kata,
    },
    /// The Invisibility token was taken.
    TokenTaken {
        /// Who has it now.
        seat: Seat,
        /// Who had it; null when it lay on the Pagoda.
        from: Option<Seat>,
    },
    /// The Invisibility token went back on the Pagoda.
    TokenReturned {
        /// Who had it.
        seat: Seat,
    },
    /// A seat looked at the top card of its deck.
    Looked {
        /// Who looked.
        seat: Seat,
    },
    /// The card that was looked at; told to the looker alone.
    Saw {
        /// Who looked.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat has one more action.
    ExtraAction {
        /// Who.
        seat: Seat,
    },
    /// A top card went, unseen, to the bottom of another deck.
    Given {
        /// Who gave it.
        seat: Seat,
        /// Whose deck it is in now.
        to: Seat,
    },
    /// Mimicry copied a power.
    Copied {
        /// Who copied.
        seat: Seat,
        /// The power.
        kata: Kata,
    },
    /// Mimicry was not used.
    Declined {
        /// Who declined.
        seat: Seat,
    },
    /// A power had nothing to act on.
    PowerIdle {
        /// Whose card.
        seat: Seat,
        /// The power.
        kata: Kata,
    },
    /// A Boring Show: the three cards of a side became penalty cards.
    BoringShow {
        /// Who gave it.
        seat: Seat,
        /// The side.
        side: Kata,
        /// The three cards.
        cards: Vec<Card>,
    },
    /// A seat has left the competition; its cards are out of the game, the deck face down (RP-13).
    Eliminated {
        /// Who.
        seat: Seat,
        /// How many cards were left in its deck; nobody is told which.
        deck: u8,
        /// Its penalty cards, which are discarded.
        penalties: Vec<Card>,
    },
    /// A Perfect Show: every side held a card.
    PerfectShow {
        /// Who gave it.
        seat: Seat,
    },
    /// Cards of a Perfect Show went from the Pagoda to the discard pile.
    Discarded {
        /// Who gave the show.
        seat: Seat,
        /// The cards.
        cards: Vec<Card>,
    },
    /// A seat discarded all its penalty cards.
    PenaltiesDiscarded {
        /// Who.
        seat: Seat,
        /// The cards; there may be none.
        cards: Vec<Card>,
    },
    /// A seat meditated: a card of the Pagoda became a penalty card.
    Meditated {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat passed with the token.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A deal was won.
    DealWon {
        /// Who won.
        seat: Seat,
        /// How.
        by: Victory,
    },
    /// The game is over.
    GameWon {
        /// Who won.
        seat: Seat,
    },
}
