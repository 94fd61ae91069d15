//! Combinations of values: recognise, compare, enumerate. Total functions that know no seat and no state.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::cards::Animal;
use super::faces::{Face, Side, Value};

/// A combination, told apart from every other by its type, its size and its values.
///
/// A `Combination` may be none that the rulebook knows, such as a run of nine: the move that names it checks that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = PandaSpinCombination))]
pub enum Combination {
    /// One value.
    Single {
        /// The value.
        value: Value,
    },
    /// Two or more equal values (PS-9).
    Set {
        /// How many.
        #[cfg_attr(feature = "schema", schema(minimum = 2, maximum = 20))]
        count: u8,
        /// The value.
        value: Value,
    },
    /// Two to five consecutive values, without the Chinese 2 (PS-10).
    Run {
        /// The highest value.
        high: Value,
        /// How many values.
        #[cfg_attr(feature = "schema", schema(minimum = 2, maximum = 5))]
        length: u8,
    },
    /// A set of runs: two or more of each of two to five consecutive values, without the Chinese 2 (PS-11).
    Formation {
        /// How many of each value.
        #[cfg_attr(feature = "schema", schema(minimum = 2, maximum = 20))]
        copies: u8,
        /// The highest value.
        high: Value,
        /// How many different values.
        #[cfg_attr(feature = "schema", schema(minimum = 2, maximum = 5))]
        length: u8,
    },
    /// Four or more equal values, none of them wild (PS-12). The same cards are a set when a set was said (PS-13).
    Bomb {
        /// How many.
        #[cfg_attr(feature = "schema", schema(minimum = 4, maximum = 20))]
        count: u8,
        /// The value.
        value: Value,
    },
}

/// More equal values than the cards of the box can show, with every wild value.
const MOST_COPIES: u8 = 20;

/// The values of a combination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    /// The different values, ascending and consecutive.
    pub(super) values: &'static [Value],
    /// How many of each.
    pub(super) copies: u8,
    /// Whether wild values may be among them (PS-14).
    pub(super) wild: bool,
}

impl Shape {
    /// How many values there are.
    pub(super) fn size(self) -> u16 {
        self.values.iter().map(|_| u16::from(self.copies)).sum()
    }

    /// How many wild values a side brings to it.
    fn wilds(self, face: Face) -> u16 {
        if self.wild { u16::from(face.wilds()) } else { 0 }
    }
}

/// So many consecutive values up to the highest; none when they would begin below the 3.
fn consecutive(high: Value, length: u8) -> Option<&'static [Value]> {
    const ALL: &[Value] = &Value::ALL;
    let end = high.index() + 1;
    ALL.get(end.checked_sub(usize::from(length))?..end)
}

impl Combination {
    /// Its values; none when the rulebook knows no such combination (PS-9 to PS-12).
    pub(super) fn shape(self) -> Option<Shape> {
        let run = |high: Value, length: u8, copies| {
            let fits = (2..=5).contains(&length) && high != Value::Two;
            Some(Shape { values: consecutive(high, length).filter(|_| fits)?, copies, wild: true })
        };
        let same = |value, copies, wild| Some(Shape { values: consecutive(value, 1)?, copies, wild });
        match self {
            Self::Single { value } => same(value, 1, false),
            Self::Set { count, value } if (2..=MOST_COPIES).contains(&count) => same(value, count, true),
            Self::Run { high, length } => run(high, length, 1),
            Self::Formation { copies, high, length } if (2..=MOST_COPIES).contains(&copies) => {
                run(high, length, copies)
            }
            Self::Bomb { count, value } if (4..=MOST_COPIES).contains(&count) => same(value, count, false),
            Self::Set { .. } | Self::Formation { .. } | Self::Bomb { .. } => None,
        }
    }

    /// Whether it is a bomb.
    pub fn is_bomb(self) -> bool {
        matches!(self, Self::Bomb { .. })
    }

    /// Whether it beats the bid (PS-8). With `shape_must_match`, a formation of another width and depth does not beat
    /// one of the same number of values (PS-11).
    pub(super) fn beats(self, bid: Self, shape_must_match: bool) -> bool {
        match (self, bid) {
            // More values, or as many of a higher value: PS-12.
            (Self::Bomb { count, value }, Self::Bomb { count: than, value: over }) => (count, value) > (than, over),
            (Self::Bomb { .. }, _) => true,
            (Self::Single { value }, Self::Single { value: over }) => value > over,
            (Self::Set { count, value }, Self::Set { count: same, value: over }) => count == same && value > over,
            (Self::Run { high, length }, Self::Run { high: over, length: same }) => length == same && high > over,
            (
                Self::Formation { copies, high, length },
                Self::Formation { copies: other_copies, high: over, length: other_length },
            ) => {
                let size = |copies, length| u16::from(copies) * u16::from(length);
                let fits = if shape_must_match {
                    (copies, length) == (other_copies, other_length)
                } else {
                    size(copies, length) == size(other_copies, other_length)
                };
                fits && high > over
            }
            _ => false,
        }
    }
}

impl fmt::Display for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Single { value } => write!(f, "a single {value}"),
            Self::Set { count, value } => write!(f, "a set of {count} times {value}"),
            Self::Run { high, length } => write!(f, "a run of {length} up to {high}"),
            Self::Formation { copies, high, length } => {
                write!(f, "a formation of {length} values up to {high}, {copies} of each")
            }
            Self::Bomb { count, value } => write!(f, "a bomb of {count} times {value}"),
        }
    }
}

/// An Animal card with the side that is on top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Held {
    pub(super) animal: Animal,
    pub(super) side: Side,
}

impl Held {
    pub(super) fn face(self) -> Face {
        self.animal.face(self.side)
    }
}

/// The values up to, and without, one of a combination's that no card prints, and wild values therefore take. Of all
/// its values where none is named.
pub(super) fn wild_values(cards: &[Held], shape: Shape, before: Option<Value>) -> Vec<Value> {
    let laid = |value: &&Value| before.is_none_or(|before| **value < before);
    let values = shape.values.iter().filter(laid);
    values.flat_map(|value| (printed(cards, *value)..shape.copies.into()).map(|_| *value)).collect()
}

/// How often the cards print a value.
fn printed(cards: &[Held], value: Value) -> u16 {
    cards.iter().map(|card| card.face()).filter(|face| face.value == value).map(|face| u16::from(face.copies)).sum()
}

/// A combination of which the cards of the lowest values are chosen, one value after the other.
///
/// Every printed value of a card is used, and wild values fill what is left (PS-7, PS-14). Which value each of them
/// takes follows; which of several water cards brings it makes no difference.
#[derive(Debug, Clone, Copy)]
pub(super) struct Partial {
    shape: Shape,
    /// The values whose cards are not chosen yet.
    rest: &'static [Value],
    /// How many of the other values are left to wild ones.
    open: u16,
    /// How many wild values the chosen cards bring.
    wilds: u16,
}

impl Partial {
    /// With nothing chosen.
    pub(super) fn of(shape: Shape) -> Self {
        Self { shape, rest: shape.values, open: 0, wilds: 0 }
    }

    /// With the cards for the values below one chosen.
    pub(super) fn before(shape: Shape, value: Value, chosen: &[Held]) -> Self {
        let place = shape.values.iter().position(|other| *other == value).unwrap_or(shape.values.len());
        let (done, rest) = shape.values.split_at(place);
        let open = |value: &Value| u16::from(shape.copies).saturating_sub(printed(chosen, *value));
        let wilds = chosen.iter().map(|card| shape.wilds(card.face())).sum();
        Self { shape, rest, open: done.iter().map(open).sum(), wilds }
    }

    /// With these cards chosen for the next value; none when they do not all show it, or show it too often.
    fn with(self, cards: &[Held]) -> Option<Self> {
        let (value, rest) = self.rest.split_first()?;
        let printed = printed(cards, *value);
        let fits = printed <= self.shape.copies.into() && cards.iter().all(|card| card.face().value == *value);
        let open = self.open + u16::from(self.shape.copies).saturating_sub(printed);
        let wilds = self.wilds + cards.iter().map(|card| self.shape.wilds(card.face())).sum::<u16>();
        fits.then_some(Self { rest, open, wilds, ..self })
    }

    /// The ways to go on with the cards to the whole combination, each a list in their order; at most so many.
    pub(super) fn ways(self, cards: &[Held], most: usize) -> Vec<Vec<Animal>> {
        let fit = |card: &&Held| self.rest.contains(&card.face().value);
        let cards = cards.iter().filter(fit).copied().collect();
        let size = Shape { values: self.rest, ..self.shape }.size();
        let mut search = Search { shape: self.shape, cards, most, taken: Vec::new(), found: Vec::new() };
        search.from(0, self.open + size, self.wilds);
        search.found
    }

    /// Whether these cards can be chosen for the next value, and the others still make the rest.
    pub(super) fn can_take(self, cards: &[Held], others: &[Held]) -> bool {
        self.with(cards).is_some_and(|next| !next.ways(others, 1).is_empty())
    }

    /// Every choice of cards for the next value that the rest can be made after. No card at all is one of them where
    /// wild values can take it.
    pub(super) fn choices(self, cards: &[Held]) -> Vec<Vec<Held>> {
        let Some(value) = self.rest.first() else { return Vec::new() };
        let mut choices = vec![Vec::new()];
        for card in cards.iter().filter(|card| card.face().value == *value) {
            let more: Vec<Vec<Held>> =
                choices.iter().map(|choice: &Vec<Held>| [&**choice, &[*card]].concat()).collect();
            choices.extend(more.into_iter().filter(|choice| self.with(choice).is_some()));
        }
        choices.retain(|choice| self.can_take(choice, cards));
        choices
    }
}

/// A search through the cards in their order, each taken or left.
struct Search {
    shape: Shape,
    cards: Vec<Held>,
    most: usize,
    taken: Vec<Held>,
    found: Vec<Vec<Animal>>,
}

impl Search {
    /// With so many values still open, and so many wild ones among the cards taken.
    fn from(&mut self, at: usize, open: u16, wilds: u16) {
        if self.found.len() >= self.most || open > wilds + self.reach(at) {
            return;
        }
        let Some(card) = self.cards.get(at).copied() else {
            return self.found.push(self.taken.iter().map(|card| card.animal).collect());
        };
        let face = card.face();
        if printed(&self.taken, face.value) + u16::from(face.copies) <= self.shape.copies.into() {
            self.taken.push(card);
            self.from(at + 1, open - u16::from(face.copies), wilds + self.shape.wilds(face));
            self.taken.pop();
        }
        self.from(at + 1, open, wilds);
    }

    /// The most values that the cards from here on can bring.
    fn reach(&self, at: usize) -> u16 {
        let brings = |face: Face| u16::from(face.copies) + self.shape.wilds(face);
        self.cards.iter().skip(at).map(|card| brings(card.face())).sum()
    }
}

/// Every combination that can be made of the cards, each once.
pub(super) fn possible(cards: &[Held]) -> Vec<Combination> {
    candidates(cards).filter(|combination| can_make(cards, *combination)).collect()
}

/// Whether a combination can be made of the cards.
pub(super) fn can_make(cards: &[Held], combination: Combination) -> bool {
    combination.shape().is_some_and(|shape| !Partial::of(shape).ways(cards, 1).is_empty())
}

/// Combinations that are not much more than the cards can make.
fn candidates(cards: &[Held]) -> impl Iterator<Item = Combination> {
    // With every card of the box in hand and turned, these are 112 in all.
    let values = |value: Value| {
        let faces = cards.iter().map(|card| card.face()).filter(move |face| face.value == value);
        faces.map(|face| face.copies + face.wilds()).sum::<u8>()
    };
    let total: u8 = Value::ALL.into_iter().map(values).sum();
    let of_one = Value::ALL.into_iter().flat_map(move |value| {
        let single = Combination::Single { value };
        let sets = (2..=values(value)).map(move |count| Combination::Set { count, value });
        let bombs = (4..=values(value)).map(move |count| Combination::Bomb { count, value });
        std::iter::once(single).chain(sets).chain(bombs)
    });
    let of_several = (2..=5).flat_map(move |length| {
        Value::ALL.into_iter().flat_map(move |high| {
            let run = Combination::Run { high, length };
            let formations = (2..=total / length).map(move |copies| Combination::Formation { copies, high, length });
            std::iter::once(run).chain(formations)
        })
    });
    of_one.chain(of_several)
}
