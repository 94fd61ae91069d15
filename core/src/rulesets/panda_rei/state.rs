//! Everything the rules of Panda Rei need, secrets included.

use serde::{Deserialize, Serialize};

use super::cards::{Card, Kind, WildPile};
use super::{MonkeyAssignment, Options};
use crate::kernel::Seat;

/// Cards in a hand at the start of a round, and so turns in a round (PR-34).
pub(super) const HAND: u8 = 11;

/// Turns in a game: two rounds (PR-34).
pub(super) const TURNS: u8 = 2 * HAND;

/// The state of a game. Whose turn it is and who still takes cards follows from what lies on the table.
///
/// Fields stand in the order of their names, which is the order of canonical JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What each seat has taken, in seat order.
    pub(super) areas: Vec<Area>,
    /// The draw deck, face down, top first. The second round is dealt from it; the rest stays unseen (PR-5).
    pub(super) deck: Vec<Card>,
    /// The hand of the fictional player, face down, top first (PR-30); empty with three seats or more.
    pub(super) fictional: Vec<Card>,
    /// The hand of each seat, in seat order.
    pub(super) hands: Vec<Vec<Card>>,
    pub(super) options: Options,
    pub(super) phase: Phase,
    /// Who holds the starting player card: who leads the turn, and who has won it once cards are taken.
    pub(super) starter: Seat,
    /// The cards on the table in the order they were played; those that are taken leave it.
    pub(super) table: Vec<Played>,
    /// The number of the turn, from 1 to 22.
    pub(super) turn: u8,
}

/// What a seat has taken: face up, never to leave (PR-18).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// All but the monkeys, in the order they were taken.
    pub(super) cards: Vec<Card>,
    pub(super) monkeys: Vec<Monkey>,
}

/// A monkey that was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Monkey {
    pub(super) card: Card,
    /// The pile it was placed on; none where the option `monkey_assignment` places it at the end (PR-19).
    pub(super) pile: Option<WildPile>,
}

/// A card on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = PandaReiPlayed))]
pub struct Played {
    /// The card.
    pub card: Card,
    /// Who played it; null for the card opened for the fictional player.
    #[cfg_attr(feature = "schema", schema(required))]
    pub seat: Option<Seat>,
    /// Its value in this dispute.
    pub value: u8,
}

/// What the active seat has to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Which card of its hand it plays.
    Play,
    /// Which card of the table it takes.
    Take,
    /// Nothing: the game is over.
    Over,
}

impl State {
    pub(super) fn seats(&self) -> u8 {
        // The kernel admits no more than five.
        u8::try_from(self.hands.len()).unwrap_or(u8::MAX)
    }

    /// The seat so many places clockwise of another.
    fn clockwise(&self, seat: Seat, places: u8) -> Seat {
        Seat((seat.0 + places).checked_rem(self.seats()).unwrap_or(seat.0))
    }

    /// How many cards a dispute has: one of each seat, and with two seats the fictional player's (PR-30).
    fn disputed(&self) -> u8 {
        self.seats().max(3)
    }

    /// The order of the picks: the winner two, then clockwise one each, as long as there are cards (PR-17). With two
    /// seats the third card is the other player's (PR-33).
    pub(super) fn pick_order(&self) -> impl Iterator<Item = Seat> {
        (0..self.disputed()).map(|pick| self.clockwise(self.starter, pick.saturating_sub(1)))
    }

    /// Who takes no card in a turn: the winner's right-hand neighbour (PR-17); nobody with two seats (PR-33).
    pub(super) fn goes_without(&self) -> Option<Seat> {
        let last = self.seats().checked_sub(1).filter(|last| *last >= 2)?;
        Some(self.clockwise(self.starter, last))
    }

    /// Who still takes cards in this turn, in order; nobody while cards are played.
    pub(super) fn takers(&self) -> impl Iterator<Item = Seat> {
        let left = if self.phase == Phase::Take { self.table.len() } else { 0 };
        self.pick_order().skip(usize::from(self.disputed()).saturating_sub(left))
    }

    /// Whose turn it is to play or to take a card; nobody's when the game is over.
    pub(super) fn active(&self) -> Option<Seat> {
        match self.phase {
            Phase::Play => Some(self.clockwise(self.starter, u8::try_from(self.table.len()).unwrap_or(0))),
            Phase::Take => self.takers().next(),
            Phase::Over => None,
        }
    }

    /// The round, 1 or 2.
    pub(super) fn round(&self) -> u8 {
        if self.turn > HAND { 2 } else { 1 }
    }

    /// The value that a card has when it is played now.
    pub(super) fn value_of(&self, card: Card) -> u8 {
        self.options.value(card, self.table.last().map(|played| played.value))
    }

    /// Whether a monkey's taker has to name its pile (PR-19).
    pub(super) fn piles_are_named(&self) -> bool {
        self.options.monkey_assignment == MonkeyAssignment::OnTake
    }

    /// How many pigs lie in front of a seat. While cards are played, those of this turn are not among them (PR-16).
    pub(super) fn pigs(&self, seat: Seat) -> u8 {
        let pigs = |area: &Area| area.cards.iter().filter(|card| card.kind() == Kind::Pig).count();
        // The box holds ten.
        self.areas.get(seat.index()).map_or(0, |area| u8::try_from(pigs(area)).unwrap_or(u8::MAX))
    }
}
