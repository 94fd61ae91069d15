//! What an event of Panda Spin visibly did.

use serde::Serialize;

use super::view::Shown;
use super::{Animal, Card, Combination, Element, Mood, Suit, Symbol, Value};
use crate::kernel::Seat;

/// One thing that happened at the table. All but `turned-card` and `drew-cards` are told to everyone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = PandaSpinEffect))]
pub enum Effect {
    /// The game was set up: Element cards were dealt, one to each seat, and say which suits are in play and who leads.
    SetUp {
        /// The Element card of each seat, in seat order; with two seats one more, of nobody.
        elements: Vec<Element>,
        /// The side of the panda mood tile.
        mood: Mood,
        /// The suits in play.
        suits: Vec<Suit>,
    },
    /// A round began: the pack was shuffled and dealt.
    Dealt {
        /// The number of the round, from 1.
        round: u8,
        /// Who leads.
        leader: Seat,
    },
    /// A trick began.
    Trick {
        /// The number of the trick in its round, from 1.
        trick: u8,
        /// Who leads.
        leader: Seat,
    },
    /// A turn began.
    Turn {
        /// Whose.
        seat: Seat,
    },
    /// A seat said which combination it bids.
    Announced {
        /// Who.
        seat: Seat,
        /// The combination.
        combination: Combination,
    },
    /// The cards of a bid for one of its values were laid.
    Laid {
        /// Who laid them.
        seat: Seat,
        /// The value.
        value: Value,
        /// The cards, and what they show; none where wild values alone take its place.
        cards: Vec<Shown>,
        /// How many wild values take its place.
        wild: u8,
    },
    /// Bamboo symbols brought points from the supply.
    Gained {
        /// Who gained them.
        seat: Seat,
        /// How many.
        points: u8,
    },
    /// Hungry pandas took points.
    Took {
        /// Who took them.
        seat: Seat,
        /// From whom.
        from: Seat,
        /// How many.
        points: u8,
    },
    /// A spinning panda turned a card in a hand.
    Turned {
        /// Whose hand.
        seat: Seat,
    },
    /// The card that was turned; told to its owner alone.
    TurnedCard {
        /// Whose it is.
        seat: Seat,
        /// The card, and what it shows now.
        card: Shown,
    },
    /// A fire symbol discarded a card.
    Burnt {
        /// Whose it was.
        seat: Seat,
        /// The card.
        card: Animal,
    },
    /// A seat left the symbols of a kind unused, or what was left of them.
    Declined {
        /// Who.
        seat: Seat,
        /// The kind.
        symbol: Symbol,
    },
    /// An Element card was played, and wins the trick.
    ElementPlayed {
        /// Who played it.
        seat: Seat,
        /// The card.
        card: Element,
    },
    /// An Element card was discarded unused.
    ElementDiscarded {
        /// Who discarded it.
        seat: Seat,
        /// The card.
        card: Element,
    },
    /// Cards were drawn for an Element card.
    Drew {
        /// Who drew.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// The cards that were drawn; told to the one who drew them alone.
    DrewCards {
        /// Who drew.
        seat: Seat,
        /// The cards.
        cards: Vec<Card>,
    },
    /// A seat passed.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A seat that passed had played white sides only: it takes its cards back, turned to their blue sides.
    TookBack {
        /// Who.
        seat: Seat,
        /// The cards, and what they show now.
        cards: Vec<Shown>,
    },
    /// The cards that a seat played to the trick were discarded.
    Discarded {
        /// Whose they were.
        seat: Seat,
        /// The cards.
        cards: Vec<Animal>,
    },
    /// The trick was won.
    TrickWon {
        /// Who won it.
        seat: Seat,
    },
    /// A seat has no more cards: it shows out of the round.
    ShownOut {
        /// Who.
        seat: Seat,
        /// The points it receives.
        points: u8,
    },
    /// The round is over.
    RoundOver {
        /// The number of the round.
        round: u8,
        /// The points of every seat, in seat order.
        points: Vec<u16>,
    },
    /// The game is over.
    GameOver {
        /// Who won it.
        seat: Seat,
    },
}
