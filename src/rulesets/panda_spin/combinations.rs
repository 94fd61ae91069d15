//! Combinations of values: recognise, compare, enumerate. Total functions that know no seat and no state.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cards::Animal;
use super::faces::{Face, Side, Value};

/// A combination, told apart from every other by its type, its size and its values.
///
/// A `Combination` may be none of the rulebook's: see [`Combination::shape`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = PandaSpinCombination)]
pub enum Combination {
    /// One value.
    #[schema(title = "PandaSpinCombinationSingle")]
    Single {
        /// The value.
        value: Value,
    },
    /// Two or more equal values (PS-9).
    #[schema(title = "PandaSpinCombinationSet")]
    Set {
        /// How many.
        #[schema(minimum = 2, maximum = 20)]
        count: u8,
        /// The value.
        value: Value,
    },
    /// Two to five consecutive values, without the Chinese 2 (PS-10).
    #[schema(title = "PandaSpinCombinationRun")]
    Run {
        /// The highest value.
        high: Value,
        /// How many values.
        #[schema(minimum = 2, maximum = 5)]
        length: u8,
    },
    /// A set of runs: two or more of each of two to five consecutive values, without the Chinese 2 (PS-11).
    #[schema(title = "PandaSpinCombinationFormation")]
    Formation {
        /// How many of each value.
        #[schema(minimum = 2, maximum = 20)]
        copies: u8,
        /// The highest value.
        high: Value,
        /// How many different values.
        #[schema(minimum = 2, maximum = 5)]
        length: u8,
    },
    /// Four or more equal values, none of them wild (PS-12).
    #[schema(title = "PandaSpinCombinationBomb")]
    Bomb {
        /// How many.
        #[schema(minimum = 4, maximum = 20)]
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
        u16::try_from(self.values.len()).unwrap_or(u16::MAX).saturating_mul(u16::from(self.copies))
    }

    /// How many wild values a side brings to it.
    fn wilds(self, face: Face) -> u16 {
        if self.wild { u16::from(face.wilds()) } else { 0 }
    }

    /// Every value as often as it comes.
    pub(super) fn all(self) -> impl Iterator<Item = Value> {
        self.values.iter().flat_map(move |value| (0..self.copies).map(move |_| *value))
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

/// Whether the cards are the combination: every printed value is one of its values, and wild values fill what is left
/// (PS-7, PS-14). Which value each of them takes follows; which of several water cards brings it makes no difference.
pub(super) fn makes(cards: &[Held], shape: Shape) -> bool {
    let printed = |value: Value| {
        let faces = cards.iter().map(|card| card.face()).filter(|face| face.value == value);
        faces.map(|face| u16::from(face.copies)).sum::<u16>()
    };
    let all_used = cards.iter().all(|card| shape.values.contains(&card.face().value));
    let none_too_often = shape.values.iter().all(|value| printed(*value) <= u16::from(shape.copies));
    let open = shape.size().saturating_sub(shape.values.iter().map(|value| printed(*value)).sum());
    let wilds: u16 = cards.iter().map(|card| shape.wilds(card.face())).sum();
    all_used && none_too_often && open <= wilds
}

/// The values that wild values take: those of the combination that no card prints.
pub(super) fn wild_values(cards: impl Iterator<Item = Held>, shape: Shape) -> Vec<Value> {
    let mut left: Vec<Value> = shape.all().collect();
    for value in cards.flat_map(|card| card.face().values()) {
        if let Some(place) = left.iter().position(|other| *other == value) {
            left.remove(place);
        }
    }
    left
}

/// The ways to make a combination of the cards, each a list of cards in their order; no more than `most` of them.
pub(super) fn ways(cards: &[Held], shape: Shape, most: usize) -> Vec<Vec<Animal>> {
    let fit = |card: &&Held| shape.values.contains(&card.face().value);
    let mut cards: Vec<Held> = cards.iter().filter(fit).copied().collect();
    cards.sort_unstable();
    let mut search = Search { shape, cards, most, taken: Vec::new(), found: Vec::new() };
    search.from(0, shape.size(), 0);
    search.found
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
        if self.room(face.value) >= face.copies {
            self.taken.push(card);
            self.from(at + 1, open - u16::from(face.copies), wilds + self.shape.wilds(face));
            self.taken.pop();
        }
        self.from(at + 1, open, wilds);
    }

    /// How many more of a value there is room for.
    fn room(&self, value: Value) -> u8 {
        let of_value = self.taken.iter().map(|card| card.face()).filter(|face| face.value == value);
        self.shape.copies.saturating_sub(of_value.map(|face| face.copies).sum())
    }

    /// The most values that the cards from here on can bring.
    fn reach(&self, at: usize) -> u16 {
        self.cards.iter().skip(at).map(|card| u16::from(card.face().copies) + self.shape.wilds(card.face())).sum()
    }
}

/// Every combination that can be made of the cards, each once.
pub(super) fn possible(cards: &[Held]) -> Vec<Combination> {
    candidates(cards).filter(|combination| can_make(cards, *combination)).collect()
}

/// Whether a combination can be made of the cards.
pub(super) fn can_make(cards: &[Held], combination: Combination) -> bool {
    combination.shape().is_some_and(|shape| !ways(cards, shape, 1).is_empty())
}

/// Combinations that are not much more than the cards can make.
fn candidates(cards: &[Held]) -> impl Iterator<Item = Combination> {
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
