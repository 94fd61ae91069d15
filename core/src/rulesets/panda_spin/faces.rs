//! What a card shows: suits, sides, values and symbols.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One of the five suits, the elements of the zodiac; the order is that of the numbers on the Element cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = PandaSpinSuit))]
pub enum Suit {
    /// Turquoise: bamboo on the blue sides.
    Wood,
    /// Red: doubles, or high single values with fire.
    Fire,
    /// Yellow: doubles, or high single values with a panda.
    Earth,
    /// Grey: several equal values.
    Metal,
    /// Black: water on the blue sides.
    Water,
}

impl Suit {
    /// The five suits.
    pub const ALL: [Self; 5] = [Self::Wood, Self::Fire, Self::Earth, Self::Metal, Self::Water];

    /// Its name, as on the Element card.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wood => "Wood",
            Self::Fire => "Fire",
            Self::Earth => "Earth",
            Self::Metal => "Metal",
            Self::Water => "Water",
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A single value, from the 3 up to the Chinese 2 (PS-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PandaSpinValue))]
pub enum Value {
    /// 3, the lowest.
    #[serde(rename = "3")]
    Three,
    /// 4.
    #[serde(rename = "4")]
    Four,
    /// 5.
    #[serde(rename = "5")]
    Five,
    /// 6.
    #[serde(rename = "6")]
    Six,
    /// 7.
    #[serde(rename = "7")]
    Seven,
    /// 8.
    #[serde(rename = "8")]
    Eight,
    /// 9.
    #[serde(rename = "9")]
    Nine,
    /// 10.
    #[serde(rename = "10")]
    Ten,
    /// J.
    #[serde(rename = "J")]
    Jack,
    /// Q.
    #[serde(rename = "Q")]
    Queen,
    /// K.
    #[serde(rename = "K")]
    King,
    /// A, the highest of a run.
    #[serde(rename = "A")]
    Ace,
    /// The Chinese 2, the highest of all.
    #[serde(rename = "2")]
    Two,
}

impl Value {
    /// The thirteen values, ascending (PS-6).
    pub const ALL: [Self; 13] = [
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
        Self::Two,
    ];

    /// Its place in [`Value::ALL`].
    pub(super) fn index(self) -> usize {
        self as usize
    }

    /// As it is printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Three => "3",
            Self::Four => "4",
            Self::Five => "5",
            Self::Six => "6",
            Self::Seven => "7",
            Self::Eight => "8",
            Self::Nine => "9",
            Self::Ten => "10",
            Self::Jack => "J",
            Self::Queen => "Q",
            Self::King => "K",
            Self::Ace => "A",
            Self::Two => "2",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A symbol of a blue side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = PandaSpinSymbol))]
pub enum Symbol {
    /// A point from the supply (PS-22).
    Bamboo,
    /// What the mood says (PS-23, PS-24).
    Panda,
    /// A card may be discarded (PS-25).
    Fire,
    /// One value more (PS-14).
    Water,
}

impl Symbol {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bamboo => "bamboo",
            Self::Panda => "panda",
            Self::Fire => "fire",
            Self::Water => "water",
        }
    }
}

/// Which half of an Animal card is on top, and the only one that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = PandaSpinSide))]
pub enum Side {
    /// The animal as it is: one value.
    White,
    /// Its spirit: a higher value, several, or a symbol.
    Blue,
}

/// What one side of an Animal card shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face {
    /// The value.
    pub value: Value,
    /// How often the value is printed, 1 to 3. All are used (PS-7).
    pub copies: u8,
    /// The symbol beside it; only blue sides have one.
    pub symbol: Option<Symbol>,
}

impl Face {
    pub(super) const fn of(value: Value, copies: u8) -> Self {
        Self { value, copies, symbol: None }
    }

    pub(super) const fn with(value: Value, symbol: Symbol) -> Self {
        Self { value, copies: 1, symbol: Some(symbol) }
    }

    /// The printed values.
    pub fn values(self) -> impl Iterator<Item = Value> {
        (0..self.copies).map(move |_| self.value)
    }

    /// How many wild values it brings (PS-14).
    pub(super) fn wilds(self) -> u8 {
        u8::from(self.symbol == Some(Symbol::Water))
    }
}
