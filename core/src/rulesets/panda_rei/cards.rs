//! The cards: what is printed on them, and their ids.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::rulesets::catalogue::Source;
use crate::rulesets::textual::{self, Form, Ids, Numbered, textual};

/// What a card shows: one of the rulebook's twelve kinds of card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A rabbit.
    Rabbit,
    /// A bear.
    Bear,
    /// A giraffe.
    Giraffe,
    /// An owl; an example of the rulebook calls it a penguin (PR-4).
    Owl,
    /// A cat.
    Cat,
    /// A fox.
    Fox,
    /// A lion.
    Lion,
    /// A pig.
    Pig,
    /// A monkey.
    Monkey,
    /// A panda of level 1.
    Panda1,
    /// A panda of level 2.
    Panda2,
    /// A panda of level 3.
    Panda3,
}

/// A pile of an area: same cards are stacked (PR-18), pandas of every level together, a monkey on another pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = PandaReiPile))]
pub enum Pile {
    /// Rabbits.
    Rabbit,
    /// Bears.
    Bear,
    /// Giraffes.
    Giraffe,
    /// Owls.
    Owl,
    /// Cats.
    Cat,
    /// Foxes.
    Fox,
    /// Lions.
    Lion,
    /// Pigs.
    Pig,
    /// Pandas.
    Panda,
}

/// One of the five piles that a monkey can be placed on (PR-19); it may still be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = PandaReiWildPile))]
pub enum WildPile {
    /// The monkey counts as a rabbit.
    Rabbit,
    /// The monkey counts as a bear.
    Bear,
    /// The monkey counts as a giraffe.
    Giraffe,
    /// The monkey counts as an owl.
    Owl,
    /// The monkey counts as a cat.
    Cat,
}

impl WildPile {
    /// The five piles in the order of the rulebook.
    pub const ALL: [Self; 5] = [Self::Rabbit, Self::Bear, Self::Giraffe, Self::Owl, Self::Cat];
}

impl From<WildPile> for Pile {
    fn from(pile: WildPile) -> Self {
        match pile {
            WildPile::Rabbit => Self::Rabbit,
            WildPile::Bear => Self::Bear,
            WildPile::Giraffe => Self::Giraffe,
            WildPile::Owl => Self::Owl,
            WildPile::Cat => Self::Cat,
        }
    }
}

impl Pile {
    /// The nine piles in the order of the rulebook's scoring.
    pub const ALL: [Self; 9] =
        [Self::Rabbit, Self::Bear, Self::Giraffe, Self::Owl, Self::Cat, Self::Fox, Self::Lion, Self::Pig, Self::Panda];
}

/// How many copies of a kind carry each mark in the bottom right corner (PR-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = PandaReiMarks))]
pub struct Marks {
    /// Copies used at every seat count.
    #[cfg_attr(feature = "schema", schema(maximum = 4))]
    pub mark2: u8,
    /// Copies added with 4 or 5 seats.
    #[cfg_attr(feature = "schema", schema(maximum = 4))]
    pub mark4: u8,
    /// Copies added with 5 seats.
    #[cfg_attr(feature = "schema", schema(maximum = 4))]
    pub mark5: u8,
}

impl Marks {
    /// How many copies a game with so many seats uses (PR-2). The total is that of the box.
    pub(super) fn used_with(self, seats: u8) -> u8 {
        let [mark4, mark5] = [(4, self.mark4), (5, self.mark5)].map(|(least, n)| if seats >= least { n } else { 0 });
        self.mark2 + mark4 + mark5
    }

    /// How many copies there are in all; more than the box holds, where an option says so.
    pub(super) fn total(self) -> u16 {
        [self.mark2, self.mark4, self.mark5].map(u16::from).iter().sum()
    }

    /// The mark of a copy: the first copies carry mark 2, the next mark 4, the last mark 5.
    pub(super) fn of(self, number: u8) -> i32 {
        match number {
            _ if number <= self.used_with(2) => 2,
            _ if number <= self.used_with(4) => 4,
            _ => 5,
        }
    }
}

/// What is printed on the cards of one kind.
pub(super) struct Printed {
    pub(super) name: &'static str,
    /// The value for dispute purposes; none for the monkey, whose value depends on the card before it.
    pub(super) value: Option<u8>,
    pub(super) value_source: Source,
    pub(super) marks: Marks,
    /// The level of a panda.
    pub(super) level: Option<u8>,
}

impl Printed {
    const fn new(name: &'static str, value: u8, value_source: Source, [mark2, mark4, mark5]: [u8; 3]) -> Self {
        Self { name, value: Some(value), value_source, marks: Marks { mark2, mark4, mark5 }, level: None }
    }

    const fn panda(level: u8, marks: [u8; 3]) -> Self {
        Self { level: Some(level), ..Self::new("Panda", 8 + level, Source::Reconstructed, marks) }
    }
}

impl Kind {
    /// The twelve kinds in the order of the rulebook.
    pub const ALL: [Self; 12] = [
        Self::Rabbit,
        Self::Bear,
        Self::Giraffe,
        Self::Owl,
        Self::Cat,
        Self::Fox,
        Self::Lion,
        Self::Pig,
        Self::Monkey,
        Self::Panda1,
        Self::Panda2,
        Self::Panda3,
    ];

    // Copies are the rulebook's, how the marks divide them is reconstructed (PR-2). Values are the rulebook's for
    // giraffe, owl, cat, lion, pig and monkey, and for rabbit and bear by its range 1 to 5; the others are PR-3.
    pub(super) const fn printed(self) -> Printed {
        use Source::{Reconstructed, Rulebook};
        match self {
            Self::Rabbit => Printed::new("Rabbit", 1, Rulebook, [12, 4, 4]),
            Self::Bear => Printed::new("Bear", 2, Rulebook, [9, 3, 3]),
            Self::Giraffe => Printed::new("Giraffe", 3, Rulebook, [9, 3, 3]),
            Self::Owl => Printed::new("Owl", 4, Rulebook, [9, 3, 3]), // The "Penguin (4)" is an owl: PR-4.
            Self::Cat => Printed::new("Cat", 5, Rulebook, [6, 2, 2]),
            Self::Fox => Printed::new("Fox", 6, Reconstructed, [6, 2, 2]),
            Self::Lion => Printed::new("Lion", 7, Rulebook, [6, 2, 2]),
            Self::Pig => Printed::new("Pig", 8, Rulebook, [6, 2, 2]),
            Self::Monkey => Printed { value: None, ..Printed::new("Monkey", 0, Rulebook, [3, 1, 1]) },
            Self::Panda1 => Printed::panda(1, [2, 1, 1]),
            Self::Panda2 => Printed::panda(2, [2, 0, 1]),
            Self::Panda3 => Printed::panda(3, [1, 1, 0]),
        }
    }

    fn prefix(self) -> [u8; 3] {
        match self {
            Self::Rabbit => *b"RAB",
            Self::Bear => *b"BEA",
            Self::Giraffe => *b"GIR",
            Self::Owl => *b"OWL",
            Self::Cat => *b"CAT",
            Self::Fox => *b"FOX",
            Self::Lion => *b"LIO",
            Self::Pig => *b"PIG",
            Self::Monkey => *b"MON",
            Self::Panda1 => *b"PA1",
            Self::Panda2 => *b"PA2",
            Self::Panda3 => *b"PA3",
        }
    }

    /// The printed value for disputes (PR-3); none for the monkey (PR-9).
    pub fn value(self) -> Option<u8> {
        self.printed().value
    }

    /// The level of a panda; none for the other kinds.
    pub fn level(self) -> Option<u8> {
        self.printed().level
    }

    /// The pile that cards of this kind lie on; none for the monkey, which is placed on another.
    pub fn pile(self) -> Option<Pile> {
        Some(match self {
            Self::Rabbit => Pile::Rabbit,
            Self::Bear => Pile::Bear,
            Self::Giraffe => Pile::Giraffe,
            Self::Owl => Pile::Owl,
            Self::Cat => Pile::Cat,
            Self::Fox => Pile::Fox,
            Self::Lion => Pile::Lion,
            Self::Pig => Pile::Pig,
            Self::Panda1 | Self::Panda2 | Self::Panda3 => Pile::Panda,
            Self::Monkey => return None,
        })
    }

    /// How the copies are marked in the box; the total is the rulebook's.
    pub(super) fn marks(self) -> Marks {
        self.printed().marks
    }

    /// How many copies the box holds (rulebook, Components).
    pub(super) fn copies(self) -> u8 {
        self.marks().used_with(5)
    }
}

/// One physical card, by kind and number; on the wire its id, such as `OWL-03` or `PA1-02`.
///
/// Every `Card` is in the box. Whether it is used with so many seats, and where it lies, is checked by the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Card {
    kind: Kind,
    number: u8,
}

impl Card {
    /// The first copies of a kind, numbered from 1; never more than the box holds.
    pub(super) fn first(kind: Kind, count: u8) -> impl Iterator<Item = Self> {
        (1..=count.min(kind.copies())).map(move |number| Self { kind, number })
    }

    /// What the card shows.
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// Its number among the cards of its kind, from 1.
    pub(super) fn number(self) -> u8 {
        self.number
    }

    /// Whether the card is a monkey.
    pub fn is_monkey(self) -> bool {
        self.kind == Kind::Monkey
    }

    fn id(self) -> Numbered {
        Numbered::new(self.kind.prefix(), self.number)
    }
}

/// Text that is not the id of a card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no animal card has the id {0:?}; an id is three letters and a number, such as OWL-03 or PA1-02")]
pub struct NotACard(String);

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        let refuse = || NotACard(textual::shown(text));
        let (prefix, number) = Numbered::parts(text).ok_or_else(refuse)?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.prefix() == prefix).ok_or_else(refuse)?;
        if (1..=kind.copies()).contains(&number) { Ok(Self { kind, number }) } else { Err(refuse()) }
    }
}

/// The ids of the box, as a regular expression.
const ID_PATTERN: &str = "^(RAB-(0[1-9]|1[0-9]|20)|(BEA|GIR|OWL)-(0[1-9]|1[0-5])|(CAT|FOX|LIO|PIG)-(0[1-9]|10)|\
                          MON-0[1-5]|PA1-0[1-4]|PA2-0[1-3]|PA3-0[12])$";

textual! {
    Card,
    Form {
        schema: "PandaReiCard",
        about: "The id of an animal card; the catalogue tells what is printed on it.",
        expected: "the id of an animal card, such as \"OWL-03\"",
        ids: Ids::Like(ID_PATTERN),
        example: "OWL-03",
    }
}
