//! The Kata cards: what they are, what is printed on them, and their ids.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::rulesets::textual::{self, Form, Ids, Numbered, textual};

/// One of the five Katas that have a power and a side of the Pagoda (RP-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = RedPandaKata))]
pub enum Kata {
    /// Takes the Invisibility token.
    Invisibility,
    /// Looks at the top card of the own deck.
    Knowledge,
    /// Grants one more action.
    Speed,
    /// Gives the own top card to another seat.
    Telekinesis,
    /// Copies the power of a card at the Pagoda.
    Mimicry,
}

impl Kata {
    /// The five Katas in the order of the Pagoda's sides (reconstructed).
    pub const ALL: [Self; 5] = [Self::Invisibility, Self::Knowledge, Self::Speed, Self::Telekinesis, Self::Mimicry];

    pub(super) fn printed(self) -> Printed {
        let [invisibility, knowledge, speed, telekinesis, mimicry] = PRINTED;
        match self {
            Self::Invisibility => invisibility,
            Self::Knowledge => knowledge,
            Self::Speed => speed,
            Self::Telekinesis => telekinesis,
            Self::Mimicry => mimicry,
        }
    }
}

impl fmt::Display for Kata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.printed().name)
    }
}

/// What a card shows: one Kata, or the two of a Double-Kata, which is a kind of card but no Kata (RP-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A card of one Kata, with its power.
    Single(Kata),
    /// A card of two Katas, without a power (RP-7).
    Double,
}

impl Kind {
    /// The six kinds in the order of the rulebook.
    pub const ALL: [Self; 6] = [
        Self::Single(Kata::Invisibility),
        Self::Single(Kata::Knowledge),
        Self::Single(Kata::Speed),
        Self::Single(Kata::Telekinesis),
        Self::Single(Kata::Mimicry),
        Self::Double,
    ];

    fn prefix(self) -> [u8; 3] {
        match self {
            Self::Single(Kata::Invisibility) => *b"INV",
            Self::Single(Kata::Knowledge) => *b"KNO",
            Self::Single(Kata::Speed) => *b"SPD",
            Self::Single(Kata::Telekinesis) => *b"TEL",
            Self::Single(Kata::Mimicry) => *b"MIM",
            Self::Double => *b"DBL",
        }
    }
}

/// The most copies that the rulebook gives a kind.
pub(super) const MOST_COPIES: u8 = 10;

/// One physical card, by kind and number; on the wire its id, such as `SPD-03` or `DBL-07`.
///
/// A `Card` may name a copy that a given game does not hold: whether it is where a move says is checked by the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Card {
    kind: Kind,
    number: u8,
}

impl Card {
    /// The copies of a kind, numbered from 1; never more than ten, as the rulebook has none.
    pub(super) fn copies(kind: Kind, count: u8) -> impl Iterator<Item = Self> {
        (1..=count.min(MOST_COPIES)).map(move |number| Self { kind, number })
    }

    /// What the card shows.
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// Its number among the cards of its kind, from 1.
    pub fn number(self) -> u8 {
        self.number
    }

    /// The Kata of a single card, whose power it has; none for a Double-Kata (RP-7).
    pub fn power(self) -> Option<Kata> {
        match self.kind {
            Kind::Single(kata) => Some(kata),
            Kind::Double => None,
        }
    }

    fn id(self) -> Numbered {
        Numbered::new(self.kind.prefix(), self.number)
    }
}

/// Text that is not the id of a card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no Kata card has the id {0:?}; ids are INV, KNO, SPD, TEL, MIM or DBL, a dash and a number from 01 to 10")]
pub struct NotACard(String);

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        let refuse = || NotACard(textual::shown(text));
        let (prefix, number) = Numbered::parts(text).ok_or_else(refuse)?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.prefix() == prefix).ok_or_else(refuse)?;
        if (1..=MOST_COPIES).contains(&number) { Ok(Self { kind, number }) } else { Err(refuse()) }
    }
}

textual! {
    Card,
    Form {
        schema: "RedPandaCard",
        about: "The id of a Kata card; the catalogue tells what is printed on it.",
        expected: "the id of a Kata card, such as \"SPD-03\"",
        ids: Ids::Like("^(INV|KNO|SPD|TEL|MIM|DBL)-(0[1-9]|10)$"),
        example: "SPD-03",
    }
}

/// What is printed on the cards of one Kata.
#[derive(Clone, Copy)]
pub(super) struct Printed {
    pub(super) name: &'static str,
    pub(super) name_fr: &'static str,
    pub(super) copies: u8,
    pub(super) colour: &'static str,
    pub(super) power: &'static str,
}

// Names and powers are the rulebook's, the French names a public page's. The rulebook tells the six counts but not
// whose they are (RP-2); which Kata has which colour is reconstructed.
const PRINTED: [Printed; 5] = [
    Printed {
        name: "Invisibility",
        name_fr: "Invisibilité",
        copies: 6,
        colour: "yellow",
        power: "take the Invisibility token from the Pagoda or from the seat that has it",
    },
    Printed {
        name: "Knowledge",
        name_fr: "Divination",
        copies: 7,
        colour: "green",
        power: "look at the top card of your deck",
    },
    Printed {
        name: "Speed",
        name_fr: "Célérité",
        copies: 8,
        colour: "blue",
        power: "immediately perform a new action",
    },
    Printed {
        name: "Telekinesis",
        name_fr: "Télékinésie",
        copies: 9,
        colour: "pink",
        power: "give the top card of your deck to another player, for the bottom of their deck",
    },
    Printed {
        name: "Mimicry",
        name_fr: "Mimétisme",
        copies: 10,
        colour: "purple",
        power: "copy the power of a Kata card that is next to the Pagoda",
    },
];

pub(super) const DOUBLE_COPIES: u8 = 10;

/// How many copies of a kind the box holds (RP-2, reconstructed).
pub(super) fn boxed_copies(kind: Kind) -> u8 {
    match kind {
        Kind::Single(kata) => kata.printed().copies,
        Kind::Double => DOUBLE_COPIES,
    }
}

/// The two Katas of each Double-Kata, in the order of their numbers (RP-3, reconstructed).
pub(super) const DOUBLE_PAIRS: [[Kata; 2]; 10] = [
    [Kata::Invisibility, Kata::Knowledge],
    [Kata::Invisibility, Kata::Speed],
    [Kata::Invisibility, Kata::Telekinesis],
    [Kata::Invisibility, Kata::Mimicry],
    [Kata::Knowledge, Kata::Speed],
    [Kata::Knowledge, Kata::Telekinesis],
    [Kata::Knowledge, Kata::Mimicry],
    [Kata::Speed, Kata::Telekinesis],
    [Kata::Speed, Kata::Mimicry],
    [Kata::Telekinesis, Kata::Mimicry],
];
