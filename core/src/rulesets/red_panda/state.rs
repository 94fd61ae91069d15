//! Everything the rules of Red Panda need, secrets included.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::Options;
use super::cards::{Card, Kata};
use crate::kernel::{Illegal, Seat};

/// The state of a game.
///
/// Fields stand in the order of their names, which is the order of canonical JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// One entry per seat; empty for a seat that has been eliminated from this deal.
    pub(super) contenders: Vec<Option<Contender>>,
    /// The number of the deal, from 1.
    pub(super) deal: u8,
    /// Out of the game and face up, never to be used again (RP-31).
    pub(super) discard: Vec<Card>,
    /// Who has seen which card that lies in a deck (RP-32). Ids are unique, so the card tells the place.
    pub(super) known: Vec<Known>,
    /// Not dealt: out of the game, face down and unseen (RP-4).
    pub(super) left_over: Vec<Card>,
    pub(super) options: Options,
    pub(super) pagoda: Pagoda,
    pub(super) phase: Phase,
    /// The decks of eliminated seats: out of the game, face down (RP-13).
    pub(super) removed: Vec<Card>,
    /// Who began this deal.
    pub(super) starter: Seat,
    /// Who holds the Invisibility token; it lies on the Pagoda when nobody does. There is one (RP-25).
    pub(super) token: Option<Seat>,
    /// Whose turn it is, or was when the game ended.
    pub(super) turn: Seat,
    /// Deals won, per seat.
    pub(super) wins: Vec<u8>,
}

/// What lies in front of a seat that is in the competition.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contender {
    /// Face down, top first.
    pub(super) deck: VecDeque<Card>,
    /// Face up; which side of the deck a card lies on does not matter (RP-14).
    pub(super) penalties: Vec<Card>,
}

/// How many penalty cards fit around a deck, one on each side (RP-14).
pub(super) const PENALTY_PLACES: usize = 4;

/// A card in some deck, and a seat that knows that it is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    pub(super) card: Card,
    pub(super) seat: Seat,
}

/// Which decision is pending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Phase {
    /// Kata or Meditation. No more than one extra action is ever pending: a placement acts once, and the next
    /// placement begins only when the action before it is spent.
    Action {
        /// Whether a Speed granted it: then it is no turn start, and the token does not serve (RP-24).
        extra: bool,
    },
    /// On which of its sides the flipped Double-Kata is laid (RP-7).
    Side {
        /// The Double-Kata, seen by all.
        card: Card,
    },
    /// Which power Mimicry copies (RP-27).
    Copy {},
    /// Who receives the top card by Telekinesis (RP-21).
    Give {},
    /// Which card leaves a side that still holds two at a Perfect Show (RP-15).
    Discard {},
    /// Which of the two rewards of a Perfect Show is taken (RP-16).
    Perfect {},
    /// Nothing: the game is over.
    Over {
        /// How the last deal was won.
        by: Victory,
        /// Who won.
        winner: Seat,
    },
}

/// How a deal was won (RP-19).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = RedPandaVictory))]
pub enum Victory {
    /// The winner ended a turn with an empty deck.
    EmptiedTheDeck,
    /// All others were eliminated.
    LastOneLeft,
}

impl State {
    /// What lies in front of a seat that is in the competition.
    /// Whether the seat is at this table and was eliminated from this deal.
    pub(super) fn is_out(&self, seat: Seat) -> bool {
        self.contenders.get(seat.index()).is_some_and(Option::is_none)
    }

    pub(super) fn contender(&self, seat: Seat) -> Result<&Contender, Illegal> {
        self.contenders.get(seat.index()).and_then(Option::as_ref).ok_or_else(|| not_competing(seat))
    }

    pub(super) fn contender_mut(&mut self, seat: Seat) -> Result<&mut Contender, Illegal> {
        self.contenders.get_mut(seat.index()).and_then(Option::as_mut).ok_or_else(|| not_competing(seat))
    }

    /// The seats still in the competition, ascending.
    pub(super) fn survivors(&self) -> impl Iterator<Item = Seat> {
        (0..).zip(&self.contenders).filter(|(_, contender)| contender.is_some()).map(|(n, _)| Seat(n))
    }

    /// The one seat still in the competition, when there is but one.
    pub(super) fn last_one_left(&self) -> Option<Seat> {
        let mut survivors = self.survivors();
        survivors.next().filter(|_| survivors.next().is_none())
    }

    /// The seats that the active one can give a card to (RP-21), ascending.
    pub(super) fn opponents(&self) -> impl Iterator<Item = Seat> {
        self.survivors().filter(|seat| *seat != self.turn)
    }

    pub(super) fn seats(&self) -> u8 {
        // The kernel admits no more than six.
        u8::try_from(self.contenders.len()).unwrap_or(u8::MAX)
    }

    /// Whether the active seat may spend the token now: it held it when the turn began (RP-26).
    pub(super) fn may_pass(&self) -> bool {
        matches!(self.phase, Phase::Action { extra: false }) && self.token == Some(self.turn)
    }

    /// The powers that Mimicry can copy now (RP-27): of a single card at the Pagoda, and never Mimicry itself.
    pub(super) fn copyable(&self) -> impl Iterator<Item = Kata> {
        Kata::ALL.into_iter().filter(|kata| *kata != Kata::Mimicry && self.pagoda.shows(*kata))
    }
}

/// How many cards these are; there are fifty.
pub(super) fn count(cards: usize) -> u8 {
    u8::try_from(cards).unwrap_or(u8::MAX)
}

/// The refusal of what a seat without a deck would do or be given.
pub(super) fn not_competing(seat: Seat) -> Illegal {
    let detail = format!("{seat} is out of this deal: it had more penalty cards than the four that fit");
    Illegal::new("not-in-the-competition", "RP-13", detail)
}

/// The cards next to the Pagoda, each on the side of the Kata it counts as (RP-7).
///
/// At most eight lie there between actions (RP-11): a side never keeps three, and one is always empty.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pagoda(pub(super) Vec<Laid>);

/// A card on a side of the Pagoda; the side is not changed later (RP-7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Laid {
    pub(super) card: Card,
    pub(super) side: Kata,
}

impl Pagoda {
    /// Every card, in the order they were laid.
    pub(super) fn cards(&self) -> impl Iterator<Item = Card> {
        self.0.iter().map(|laid| laid.card)
    }

    /// The cards on a side, in the order they were laid.
    pub(super) fn on(&self, side: Kata) -> impl Iterator<Item = Card> {
        self.0.iter().filter(move |laid| laid.side == side).map(|laid| laid.card)
    }

    pub(super) fn lay(&mut self, card: Card, side: Kata) {
        self.0.push(Laid { card, side });
    }

    /// Takes one card away; false when it is not here.
    pub(super) fn take(&mut self, card: Card) -> bool {
        let before = self.0.len();
        self.0.retain(|laid| laid.card != card);
        self.0.len() < before
    }

    /// Takes all cards of a side away.
    pub(super) fn clear(&mut self, side: Kata) -> Vec<Card> {
        let cards = self.on(side).collect();
        self.0.retain(|laid| laid.side != side);
        cards
    }

    /// The cards on sides that hold so many, side by side.
    pub(super) fn on_sides_of(&self, count: usize) -> impl Iterator<Item = Card> {
        Kata::ALL.into_iter().filter(move |side| self.on(*side).count() == count).flat_map(|side| self.on(side))
    }

    /// Whether every side holds a card (RP-9).
    pub(super) fn is_complete(&self) -> bool {
        Kata::ALL.into_iter().all(|side| self.on(side).next().is_some())
    }

    /// Whether a card that is no Double-Kata lies on the side (RP-27).
    fn shows(&self, kata: Kata) -> bool {
        self.on(kata).any(|card| card.power().is_some())
    }
}
