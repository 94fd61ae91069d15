//! The six colours of the spirits, and favour tokens counted by colour.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The colour of a spirit, of its favour tokens, its altar tile and its cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = InoriColour))]
pub enum Colour {
    /// Light.
    Yellow,
    /// Water.
    Blue,
    /// Earth.
    Green,
    /// Darkness.
    Purple,
    /// Fire.
    Red,
    /// Wind.
    Grey,
}

impl Colour {
    /// The six colours; the opposite of each stands three places on (reconstructed).
    pub const ALL: [Self; 6] = [Self::Yellow, Self::Blue, Self::Green, Self::Purple, Self::Red, Self::Grey];

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Yellow => "yellow",
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Purple => "purple",
            Self::Red => "red",
            Self::Grey => "grey",
        }
    }

    /// The spirit of this colour (reconstructed).
    pub(super) fn spirit(self) -> &'static str {
        match self {
            Self::Yellow => "Light",
            Self::Blue => "Water",
            Self::Green => "Earth",
            Self::Purple => "Darkness",
            Self::Red => "Fire",
            Self::Grey => "Wind",
        }
    }

    /// Its letters in the ids of components.
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::Yellow => "YEL",
            Self::Blue => "BLU",
            Self::Green => "GRN",
            Self::Purple => "PUR",
            Self::Red => "RED",
            Self::Grey => "GRY",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How many favour tokens of one colour the box holds (IN-8).
pub(super) const TOKENS_OF_A_COLOUR: u8 = 15;

/// Favour tokens, counted by colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = InoriTokens))]
pub struct Tokens {
    /// Blue ones.
    #[cfg_attr(feature = "schema", schema(maximum = 15))]
    pub blue: u8,
    /// Green ones.
    #[cfg_attr(feature = "schema", schema(maximum = 15))]
    pub green: u8,
    /// Grey ones.
    #[cfg_attr(feature = "schema", schema(maximum = 15))]
    pub grey: u8,
    /// Purple ones.
    #[cfg_attr(feature = "schema", schema(maximum = 15))]
    pub purple: u8,
    /// Red ones.
    #[cfg_attr(feature = "schema", schema(maximum = 15))]
    pub red: u8,
    /// Yellow ones.
    #[cfg_attr(feature = "schema", schema(maximum = 15))]
    pub yellow: u8,
}

impl Tokens {
    /// So many of each colour.
    pub(super) fn each(count: u8) -> Self {
        Self { blue: count, green: count, grey: count, purple: count, red: count, yellow: count }
    }

    /// How many there are of a colour.
    pub fn of(&self, colour: Colour) -> u8 {
        match colour {
            Colour::Yellow => self.yellow,
            Colour::Blue => self.blue,
            Colour::Green => self.green,
            Colour::Purple => self.purple,
            Colour::Red => self.red,
            Colour::Grey => self.grey,
        }
    }

    pub(super) fn of_mut(&mut self, colour: Colour) -> &mut u8 {
        match colour {
            Colour::Yellow => &mut self.yellow,
            Colour::Blue => &mut self.blue,
            Colour::Green => &mut self.green,
            Colour::Purple => &mut self.purple,
            Colour::Red => &mut self.red,
            Colour::Grey => &mut self.grey,
        }
    }

    /// How many there are in all.
    pub fn total(&self) -> u16 {
        Colour::ALL.into_iter().map(|colour| u16::from(self.of(colour))).sum()
    }

    /// How many different colours there are.
    pub(super) fn kinds(&self) -> u8 {
        Colour::ALL.into_iter().map(|colour| u8::from(self.of(colour) > 0)).sum()
    }

    /// How many there are of a most-held colour.
    pub(super) fn most(&self) -> u8 {
        Colour::ALL.into_iter().map(|colour| self.of(colour)).max().unwrap_or(0)
    }

    /// The most-held colours; none without a token (IN-7).
    pub(super) fn most_held(self) -> impl Iterator<Item = Colour> {
        let most = self.most();
        Colour::ALL.into_iter().filter(move |colour| most > 0 && self.of(*colour) == most)
    }

    /// The least-held of the six colours; one that is not held at all counts as 0 (IN-8).
    pub(super) fn least_held(self) -> impl Iterator<Item = Colour> {
        let least = Colour::ALL.into_iter().map(|colour| self.of(colour)).min().unwrap_or(0);
        Colour::ALL.into_iter().filter(move |colour| self.of(*colour) == least)
    }
}
