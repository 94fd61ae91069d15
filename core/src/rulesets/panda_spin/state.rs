//! Everything the rules of Panda Spin need, secrets included.

use serde::{Deserialize, Serialize};

use super::cards::{Animal, Card, Element};
use super::combinations::{Combination, Held};
use super::faces::{Side, Suit, Symbol, Value};
use super::{Mood, Options};
use crate::kernel::{Illegal, Seat};

/// The state of a game.
///
/// Fields stand in the order of their names, which is the order of canonical JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Face up, in the order the cards came there.
    pub(super) discard: Vec<Card>,
    pub(super) mood: Mood,
    pub(super) options: Options,
    pub(super) phase: Phase,
    /// Face down; the last one is drawn next.
    pub(super) pile: Vec<Card>,
    pub(super) players: Vec<Player>,
    /// How many bids were made in this round, and hands emptied without one: the clock of PS-30.
    pub(super) plays: u16,
    /// The number of the round, from 1.
    pub(super) round: u8,
    /// The suits in play, in their order (PS-2). The others stay in the box.
    pub(super) suits: Vec<Suit>,
    pub(super) trick: Trick,
    /// Whose turn it is, or was when the game ended.
    pub(super) turn: Seat,
}

/// What belongs to a seat.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    pub(super) hand: Hand,
    /// When the seat made its last bid of this round, by [`State::plays`] (PS-30).
    pub(super) last: Option<u16>,
    /// Whether the seat has shown out of this round (PS-18).
    pub(super) out: bool,
    /// Below 15 when a round begins (PS-29), which brings no more than seven for showing out and one for each symbol.
    pub(super) points: u16,
}

/// The cards in a hand, in their order.
///
/// What everybody saw go back into a hand is always blue, and a blue card is never turned again: the cards that all
/// know are a list of their own (PS-32).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hand {
    pub(super) elements: Vec<Element>,
    /// Blue, and seen by all when they were taken back.
    pub(super) seen: Vec<Animal>,
    /// Blue by a Spin Panda: which ones they are, their owner alone knows.
    pub(super) turned: Vec<Animal>,
    pub(super) white: Vec<Animal>,
}

/// A trick, from its lead on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trick {
    /// Every bid since the lead, those of seats that have passed since included (PS-27). Their cards lie on the table
    /// for as long as their seat is in the trick.
    pub(super) bids: Vec<Bid>,
    /// The seats that have not passed, ascending.
    pub(super) inside: Vec<Seat>,
    /// The number of the trick in its round, from 1.
    pub(super) number: u8,
}

/// What a seat has bid: a combination, and the cards that make it; while these are laid, those of the lower values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bid {
    pub(super) blue: Vec<Animal>,
    pub(super) combination: Combination,
    pub(super) seat: Seat,
    pub(super) white: Vec<Animal>,
}

/// Which decision is pending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Phase {
    /// Lead, beat or pass.
    Turn {},
    /// Which cards of a value are part of the combination that was announced, the highest bid (PS-7).
    Lay {
        /// The value.
        value: Value,
    },
    /// How many bamboo symbols of the bid are used (PS-22).
    Gain {},
    /// How many panda symbols of the bid are used to take points (PS-23).
    Take {},
    /// Which card is turned (PS-24).
    Turnover {
        /// The panda symbols that are left.
        symbols: u8,
    },
    /// Which card is discarded (PS-25).
    Burn {
        /// The fire symbols that are left.
        symbols: u8,
    },
    /// Nothing: the game is over.
    Over {},
}

/// Puts a card in its place among the others.
pub(super) fn insert<T: Ord>(cards: &mut Vec<T>, card: T) {
    let place = cards.partition_point(|other| *other < card);
    cards.insert(place, card);
}

/// Takes a card away; false when it is not there.
fn remove<T: PartialEq>(cards: &mut Vec<T>, card: &T) -> bool {
    let before = cards.len();
    cards.retain(|other| other != card);
    cards.len() < before
}

impl Hand {
    /// How many cards there are; Elements count (PS-19).
    pub(super) fn size(&self) -> u8 {
        let size = self.elements.len() + self.seen.len() + self.turned.len() + self.white.len();
        // There are seventy cards.
        u8::try_from(size).unwrap_or(u8::MAX)
    }

    /// The Animal cards with the side that is up.
    pub(super) fn animals(&self) -> Vec<Held> {
        let blue = self.seen.iter().chain(&self.turned).map(|animal| Held { animal: *animal, side: Side::Blue });
        let white = self.white.iter().map(|animal| Held { animal: *animal, side: Side::White });
        let mut animals: Vec<Held> = blue.chain(white).collect();
        animals.sort_unstable();
        animals
    }

    /// Which side of a card is up; none when it is not in the hand.
    pub(super) fn side(&self, card: Animal) -> Option<Side> {
        if self.white.contains(&card) {
            return Some(Side::White);
        }
        (self.seen.contains(&card) || self.turned.contains(&card)).then_some(Side::Blue)
    }

    /// Adds a dealt or drawn card, its white side up.
    pub(super) fn receive(&mut self, card: Card) {
        match card {
            Card::Animal(card) => insert(&mut self.white, card),
            Card::Element(card) => insert(&mut self.elements, card),
        }
    }

    pub(super) fn remove(&mut self, card: Animal) {
        let _ = remove(&mut self.white, &card) || remove(&mut self.seen, &card) || remove(&mut self.turned, &card);
    }

    pub(super) fn remove_element(&mut self, card: Element) {
        remove(&mut self.elements, &card);
    }

    /// Turns a white card, unseen by the others; false when it is not there.
    pub(super) fn turn(&mut self, card: Animal) -> bool {
        let found = remove(&mut self.white, &card);
        if found {
            insert(&mut self.turned, card);
        }
        found
    }
}

impl Bid {
    /// The cards with the side that is up, in their order.
    pub(super) fn cards(&self) -> Vec<Held> {
        let blue = self.blue.iter().map(|animal| Held { animal: *animal, side: Side::Blue });
        let white = self.white.iter().map(|animal| Held { animal: *animal, side: Side::White });
        let mut cards: Vec<Held> = blue.chain(white).collect();
        cards.sort_unstable();
        cards
    }

    fn printed(&self, symbol: Symbol) -> u8 {
        let symbols = self.blue.iter().filter(|card| card.face(Side::Blue).symbol == Some(symbol));
        // A bid has fewer cards than the pack.
        u8::try_from(symbols.count()).unwrap_or(u8::MAX)
    }

    /// How many symbols of the kind may be used; a bomb ignores them (PS-12).
    pub(super) fn symbols(&self, symbol: Symbol) -> u8 {
        if self.combination.is_bomb() { 0 } else { self.printed(symbol) }
    }
}

impl Trick {
    /// The bid to beat; none for the leader.
    pub(super) fn highest(&self) -> Option<&Bid> {
        self.bids.last()
    }

    /// The bids of a seat.
    pub(super) fn bids_of(&self, seat: Seat) -> impl Iterator<Item = &Bid> {
        self.bids.iter().filter(move |bid| bid.seat == seat)
    }

    /// The cards that lie before a seat; none once it has passed.
    pub(super) fn lying(&self, seat: Seat) -> Vec<Held> {
        let inside = self.inside.contains(&seat);
        self.bids_of(seat).filter(|_| inside).flat_map(Bid::cards).collect()
    }

    /// Who bid just before the highest bid (PS-23). It is another seat: nobody overbids himself.
    pub(super) fn before_highest(&self) -> Option<Seat> {
        self.bids.iter().rev().nth(1).map(|bid| bid.seat)
    }

    /// Whether the condition of an Element card holds on this trick, for a hand of so many cards (PS-27).
    pub(super) fn meets(&self, element: Element, hand: u8) -> bool {
        match element.0 {
            Suit::Wood => {
                let mut values = self.bids.iter().filter_map(|bid| bid.combination.shape()).flat_map(|s| s.values);
                values.any(|value| *value >= Value::Ace)
            }
            Suit::Fire => hand <= 7,
            Suit::Earth => self.bids.iter().any(|bid| bid.printed(Symbol::Panda) > 0),
            Suit::Metal => self.bids.iter().any(|bid| {
                let both = |cards: fn(&Bid) -> &Vec<Animal>| self.bids_of(bid.seat).any(|own| !cards(own).is_empty());
                both(|own| &own.white) && both(|own| &own.blue)
            }),
            Suit::Water => {
                self.highest().and_then(|bid| bid.combination.shape()).is_some_and(|shape| shape.size() >= 3)
            }
        }
    }
}

impl State {
    pub(super) fn seats(&self) -> u8 {
        // The kernel admits no more than five.
        u8::try_from(self.players.len()).unwrap_or(u8::MAX)
    }

    pub(super) fn player(&self, seat: Seat) -> Result<&Player, Illegal> {
        self.players.get(seat.index()).ok_or_else(|| no_such_seat(seat))
    }

    pub(super) fn player_mut(&mut self, seat: Seat) -> Result<&mut Player, Illegal> {
        self.players.get_mut(seat.index()).ok_or_else(|| no_such_seat(seat))
    }

    /// The seats from the next one clockwise, the seat itself last (PS-1).
    pub(super) fn clockwise_after(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.seats();
        std::iter::successors(Some(seat.clockwise(seats)), move |next| Some(next.clockwise(seats)))
            .take(usize::from(seats))
    }

    /// How many cards a seat has.
    pub(super) fn hand_size(&self, seat: Seat) -> u8 {
        self.player(seat).map_or(0, |player| player.hand.size())
    }

    /// The seats with their players, ascending.
    pub(super) fn seated(&self) -> impl Iterator<Item = (Seat, &Player)> {
        (0..).map(Seat).zip(&self.players)
    }
}

pub(super) fn no_such_seat(seat: Seat) -> Illegal {
    Illegal::new("no-such-seat", "PS-1", format!("there is no {seat} at this table"))
}
