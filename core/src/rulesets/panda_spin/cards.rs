//! The cards: what they are, what is printed on them, and their ids.

use std::str::FromStr;

use super::faces::{Face, Side, Suit, Symbol, Value};
use crate::rulesets::catalogue::Source;
use crate::rulesets::textual::{self, Form, Ids, textual};

/// An Animal card, by its suit and the value of its white side; on the wire its id, such as `WO-3` or `FI-K`.
///
/// Where it lies in a given game, and whether its suit is in play, is checked by the move that names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Animal {
    rank: Value,
    suit: Suit,
}

impl Animal {
    /// The thirteen Animal cards of a suit, ascending.
    pub fn of(suit: Suit) -> impl Iterator<Item = Self> {
        Value::ALL.into_iter().map(move |rank| Self { rank, suit })
    }

    /// Its suit.
    pub fn suit(self) -> Suit {
        self.suit
    }

    /// What the side shows.
    pub fn face(self, side: Side) -> Face {
        match side {
            Side::White => Face::of(self.rank, 1),
            Side::Blue => {
                let [wood, fire, earth, metal, water] = self.row().1;
                match self.suit {
                    Suit::Wood => wood,
                    Suit::Fire => fire,
                    Suit::Earth => earth,
                    Suit::Metal => metal,
                    Suit::Water => water,
                }
            }
        }
    }

    // Seventy cards are written for every state that is hashed: without an allocation each.
    fn id(self) -> &'static str {
        let [wood, fire, earth, metal, water] = &IDS;
        let suit = match self.suit {
            Suit::Wood => wood,
            Suit::Fire => fire,
            Suit::Earth => earth,
            Suit::Metal => metal,
            Suit::Water => water,
        };
        // There are thirteen ids, as there are values.
        suit.get(self.rank.index()).copied().unwrap_or_default()
    }

    pub(super) fn row(self) -> Row {
        // There are thirteen rows, as there are values.
        ROWS.get(self.rank.index()).copied().unwrap_or(THREES)
    }

    pub(super) fn blue_source(self) -> Source {
        let known = [(Suit::Wood, Value::Six), (Suit::Fire, Value::Three), (Suit::Earth, Value::Eight)];
        if known.contains(&(self.suit, self.rank)) { Source::Public } else { Source::Reconstructed }
    }
}

/// The ids of a suit, in the order of the values.
macro_rules! ids {
    ($($suit:literal)*) => {[$([
        concat!($suit, "-3"), concat!($suit, "-4"), concat!($suit, "-5"), concat!($suit, "-6"), concat!($suit, "-7"),
        concat!($suit, "-8"), concat!($suit, "-9"), concat!($suit, "-10"), concat!($suit, "-J"), concat!($suit, "-Q"),
        concat!($suit, "-K"), concat!($suit, "-A"), concat!($suit, "-2"),
    ],)*]};
}

const IDS: [[&str; 13]; 5] = ids!("WO" "FI" "EA" "ME" "WA");

/// An Element card: one of each suit in play, if the option `elements` is on (PS-3). On the wire its id, `EL-Fire`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Element(pub Suit);

impl Element {
    fn id(self) -> &'static str {
        match self.0 {
            Suit::Wood => "EL-Wood",
            Suit::Fire => "EL-Fire",
            Suit::Earth => "EL-Earth",
            Suit::Metal => "EL-Metal",
            Suit::Water => "EL-Water",
        }
    }

    /// The printed number, which says who leads first (PS-4); reconstructed.
    pub fn number(self) -> u8 {
        match self.0 {
            Suit::Wood => 1,
            Suit::Fire => 2,
            Suit::Earth => 3,
            Suit::Metal => 4,
            Suit::Water => 5,
        }
    }

    /// When it may be played, in the words of the rulebook (Element Cards).
    pub fn condition(self) -> &'static str {
        match self.0 {
            Suit::Wood => "the trick contains a Chinese 2 or an A",
            Suit::Fire => "you have 7 or fewer cards in your hand, including the Fire",
            Suit::Earth => "the trick contains at least 1 Panda symbol",
            Suit::Metal => "someone has played both White and Blue sides to the trick",
            Suit::Water => "the highest bid has at least 3 values",
        }
    }
}

/// Any card of the pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Card {
    /// An Animal card.
    Animal(Animal),
    /// An Element card.
    Element(Element),
}

impl Card {
    fn id(self) -> &'static str {
        match self {
            Self::Animal(card) => card.id(),
            Self::Element(card) => card.id(),
        }
    }

    /// The cards of a suit: thirteen Animals and one Element.
    pub fn of(suit: Suit) -> impl Iterator<Item = Self> {
        Animal::of(suit).map(Card::Animal).chain([Card::Element(Element(suit))])
    }
}

/// Text that is not the id of a card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no {kind} card {id:?}; {form}")]
pub struct NotACard {
    form: &'static str,
    id: String,
    kind: &'static str,
}

const ANIMAL_FORM: &str = "ids are WO, FI, EA, ME or WA, a dash and the white value 3 to 10, J, Q, K, A or 2";
const ELEMENT_FORM: &str = "ids are EL-Wood, EL-Fire, EL-Earth, EL-Metal and EL-Water";

fn not_a_card(kind: &'static str, form: &'static str, text: &str) -> NotACard {
    NotACard { form, id: textual::shown(text), kind }
}

impl FromStr for Animal {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        let all = Suit::ALL.into_iter().flat_map(Self::of);
        textual::find(all, text).map_err(|_| not_a_card("Animal", ANIMAL_FORM, text))
    }
}

impl FromStr for Element {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        textual::find(Suit::ALL.map(Self).into_iter(), text).map_err(|_| not_a_card("Element", ELEMENT_FORM, text))
    }
}

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        if text.starts_with("EL-") { text.parse().map(Self::Element) } else { text.parse().map(Self::Animal) }
    }
}

textual! {
    Animal,
    Form {
        schema: "PandaSpinAnimal",
        about: "The id of an Animal card: its suit and the value of its white side. The catalogue tells its blue side.",
        expected: "the id of a card, such as \"WO-6\"",
        ids: Ids::Like("^(WO|FI|EA|ME|WA)-([3-9]|10|[JQKA2])$"),
        example: "WO-6",
    }
}

textual! {
    Element,
    Form {
        schema: "PandaSpinElement",
        about: "The id of an Element card.",
        expected: "the id of a card, such as \"EL-Fire\"",
        ids: Ids::Like("^EL-(Wood|Fire|Earth|Metal|Water)$"),
        example: "EL-Fire",
    }
}

textual! {
    Card,
    Form {
        schema: "PandaSpinCard",
        about: "The id of an Animal or Element card; the catalogue tells what is printed on it.",
        expected: "the id of a card, such as \"WO-6\"",
        ids: Ids::Like("^((WO|FI|EA|ME|WA)-([3-9]|10|[JQKA2])|EL-(Wood|Fire|Earth|Metal|Water))$"),
        example: "WO-6",
    }
}

/// The animal of a value, and the blue sides of its five cards, in the order of the suits.
type Row = (&'static str, [Face; 5]);

use {Symbol as S, Value as V};

const THREES: Row = (
    "Rat",
    [
        Face::with(V::Jack, S::Bamboo),
        Face::with(V::Ten, S::Fire),
        Face::of(V::Seven, 2),
        Face::of(V::Jack, 2),
        Face::with(V::Six, S::Water),
    ],
);

// Reconstructed but for three cells, by the rulebook's words on each suit; which animal has which value is too. The
// white sides, 3 up to the Chinese 2, are the rulebook's.
#[rustfmt::skip]
const ROWS: [Row; 13] = [
    THREES,
    ("Ox", [Face::with(V::Queen, S::Bamboo), Face::with(V::Jack, S::Fire), Face::of(V::Eight, 2),
        Face::of(V::Queen, 2), Face::with(V::Seven, S::Water)]),
    ("Tiger", [Face::with(V::King, S::Bamboo), Face::with(V::Queen, S::Fire), Face::of(V::Nine, 2),
        Face::of(V::King, 2), Face::with(V::Eight, S::Water)]),
    ("Rabbit", [Face::with(V::Ace, S::Bamboo), Face::with(V::King, S::Fire), Face::with(V::Ten, S::Panda),
        Face::of(V::Ace, 2), Face::with(V::Nine, S::Water)]),
    ("Dragon", [Face::with(V::Two, S::Bamboo), Face::with(V::Ace, S::Fire), Face::with(V::Jack, S::Panda),
        Face::of(V::Seven, 3), Face::with(V::Ten, S::Water)]),
    ("Snake", [Face::with(V::Ten, S::Bamboo), Face::with(V::Two, S::Fire), Face::with(V::Queen, S::Panda),
        Face::of(V::Eight, 3), Face::with(V::Jack, S::Water)]),
    ("Horse", [Face::with(V::Jack, S::Bamboo), Face::of(V::Nine, 2), Face::with(V::King, S::Panda),
        Face::of(V::Nine, 3), Face::with(V::Queen, S::Water)]),
    ("Goat", [Face::with(V::Queen, S::Bamboo), Face::of(V::Ten, 2), Face::with(V::Ace, S::Panda),
        Face::of(V::Ten, 3), Face::with(V::King, S::Water)]),
    ("Monkey", [Face::with(V::King, S::Bamboo), Face::of(V::Jack, 2), Face::with(V::Two, S::Panda),
        Face::of(V::Jack, 3), Face::with(V::Ace, S::Water)]),
    ("Rooster", [Face::with(V::Ace, S::Bamboo), Face::of(V::Queen, 2), Face::of(V::Queen, 2),
        Face::of(V::Queen, 3), Face::with(V::Two, S::Water)]),
    ("Dog", [Face::with(V::King, S::Bamboo), Face::of(V::King, 2), Face::of(V::King, 2),
        Face::of(V::King, 3), Face::with(V::King, S::Water)]),
    ("Pig", [Face::with(V::Ace, S::Bamboo), Face::of(V::Ace, 2), Face::of(V::Ace, 2),
        Face::of(V::Ace, 2), Face::with(V::Ace, S::Water)]),
    ("Panda", [Face::with(V::Two, S::Bamboo), Face::of(V::Two, 2), Face::of(V::Two, 2),
        Face::of(V::Two, 2), Face::with(V::Two, S::Water)]),
];
