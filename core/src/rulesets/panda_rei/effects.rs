//! What an event of Panda Rei visibly did.

use serde::Serialize;

use super::{Card, GroupReason, Played, Points, SeatReason, WildPile};
use crate::kernel::Seat;

/// One thing that happened at the table. All but `hand-dealt` are told to everyone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = PandaReiEffect))]
pub enum Effect {
    /// A round began: every seat was dealt a hand, with two seats the fictional player too.
    Dealt {
        /// The round, 1 or 2.
        round: u8,
        /// How many cards each hand has.
        cards: u8,
    },
    /// The hand that a seat was dealt; told to that seat alone.
    HandDealt {
        /// Whose hand.
        seat: Seat,
        /// The cards.
        cards: Vec<Card>,
    },
    /// A turn began.
    Turn {
        /// The round, 1 or 2.
        round: u8,
        /// The turn, from 1 to 22.
        turn: u8,
        /// Who leads it.
        seat: Seat,
    },
    /// A card was played from a hand.
    Played {
        /// Who played it.
        seat: Seat,
        /// The card.
        card: Card,
        /// Its value in this dispute.
        value: u8,
    },
    /// A card was opened for the fictional player.
    Opened {
        /// The card.
        card: Card,
        /// Its value in this dispute; it only serves to make groups larger (PR-31).
        value: u8,
    },
    /// Every card of the dispute is on the table, and the values are compared.
    Compared {
        /// The cards in the order of play.
        plays: Vec<Played>,
    },
    /// A group of equal cards, or the highest single card, wins the dispute.
    GroupWon {
        /// The value of its cards.
        value: u8,
        /// Why it wins.
        because: GroupReason,
        /// Whether only royal cards competed; never, unless the option `royal_pandas` is on (PR-13).
        royal: bool,
        /// Its cards in the order of play.
        cards: Vec<Card>,
    },
    /// A seat wins the dispute, and receives the starting player card.
    DisputeWon {
        /// Who.
        seat: Seat,
        /// Why this seat of the winning group.
        because: SeatReason,
        /// Who takes a card, in this order.
        order: Vec<Seat>,
        /// Who takes none; null with two seats.
        #[cfg_attr(feature = "schema", schema(required))]
        goes_without: Option<Seat>,
    },
    /// A seat took a card.
    Taken {
        /// Who took it.
        seat: Seat,
        /// The card.
        card: Card,
        /// Who had played it; null for the fictional player.
        #[cfg_attr(feature = "schema", schema(required))]
        from: Option<Seat>,
        /// The pile that a monkey was placed on; null for other cards, and for monkeys that are placed at the end.
        #[cfg_attr(feature = "schema", schema(required))]
        pile: Option<WildPile>,
    },
    /// At the end of the game, a monkey was placed where the total is best; only where the option `monkey_assignment`
    /// says so.
    MonkeyPlaced {
        /// Whose.
        seat: Seat,
        /// The monkey.
        card: Card,
        /// The pile that it counts for.
        pile: WildPile,
    },
    /// A seat was scored.
    Scored {
        /// Who.
        seat: Seat,
        /// Its points.
        score: i32,
        /// What they are from.
        points: Points,
    },
    /// The game is over.
    GameWon {
        /// Who has the most points; equal totals share the victory (PR-29).
        seats: Vec<Seat>,
    },
}
