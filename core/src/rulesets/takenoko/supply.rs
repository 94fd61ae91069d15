//! Counts of what the box holds many of: bamboo sections, improvement chips, channels.

use serde::{Deserialize, Serialize};

use super::cards::{Colour, Improvement};

/// The channels of the box.
pub(super) const CHANNELS: u8 = 20;

/// The chips of each improvement in the box.
pub(super) const CHIPS_OF_A_KIND: u8 = 3;

/// The bamboo sections of the box.
pub(super) const SECTIONS: Bamboo = Bamboo { green: 36, pink: 24, yellow: 30 };

/// Bamboo sections, by colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = TakenokoBamboo))]
pub struct Bamboo {
    /// Green sections.
    pub green: u8,
    /// Pink sections.
    pub pink: u8,
    /// Yellow sections.
    pub yellow: u8,
}

impl Bamboo {
    /// How many of a colour.
    pub fn of(self, colour: Colour) -> u8 {
        match colour {
            Colour::Green => self.green,
            Colour::Pink => self.pink,
            Colour::Yellow => self.yellow,
        }
    }

    fn of_mut(&mut self, colour: Colour) -> &mut u8 {
        match colour {
            Colour::Green => &mut self.green,
            Colour::Pink => &mut self.pink,
            Colour::Yellow => &mut self.yellow,
        }
    }

    /// Adds sections, taken from elsewhere: there are never more than in the box.
    pub(super) fn add(&mut self, colour: Colour, count: u8) {
        *self.of_mut(colour) += count;
    }

    /// Takes up to so many sections away; answers how many there were to take.
    pub(super) fn take(&mut self, colour: Colour, count: u8) -> u8 {
        let sections = self.of_mut(colour);
        let taken = count.min(*sections);
        *sections -= taken;
        taken
    }

    /// How many sections of each colour are missing for what is asked.
    pub(super) fn short_of(self, asked: Self) -> Self {
        Self {
            green: asked.green.saturating_sub(self.green),
            pink: asked.pink.saturating_sub(self.pink),
            yellow: asked.yellow.saturating_sub(self.yellow),
        }
    }

    pub(super) fn is_empty(self) -> bool {
        self == Self::default()
    }
}

/// Improvement chips, by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = TakenokoChips))]
pub struct Chips {
    /// Enclosures.
    pub enclosure: u8,
    /// Fertilizers.
    pub fertilizer: u8,
    /// Watersheds.
    pub watershed: u8,
}

impl Chips {
    /// All chips of the box.
    pub(super) const BOX: Self =
        Self { enclosure: CHIPS_OF_A_KIND, fertilizer: CHIPS_OF_A_KIND, watershed: CHIPS_OF_A_KIND };

    /// How many of a kind.
    pub fn of(self, chip: Improvement) -> u8 {
        match chip {
            Improvement::Enclosure => self.enclosure,
            Improvement::Fertilizer => self.fertilizer,
            Improvement::Watershed => self.watershed,
        }
    }

    fn of_mut(&mut self, chip: Improvement) -> &mut u8 {
        match chip {
            Improvement::Enclosure => &mut self.enclosure,
            Improvement::Fertilizer => &mut self.fertilizer,
            Improvement::Watershed => &mut self.watershed,
        }
    }

    /// Adds one, taken from elsewhere: there are never more than in the box.
    pub(super) fn add(&mut self, chip: Improvement) {
        *self.of_mut(chip) += 1;
    }

    /// Takes one away. The move has been found to have one to take.
    pub(super) fn take(&mut self, chip: Improvement) {
        *self.of_mut(chip) -= 1;
    }

    pub(super) fn is_empty(self) -> bool {
        self == Self::default()
    }
}

/// What lies beside the garden for all to take (TK-27).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = TakenokoSupply))]
pub struct Supply {
    /// Bamboo sections.
    pub bamboo: Bamboo,
    /// Irrigation channels.
    pub channels: u8,
    /// Improvement chips.
    pub chips: Chips,
}

impl Supply {
    pub(super) const BOX: Self = Self { bamboo: SECTIONS, channels: CHANNELS, chips: Chips::BOX };
}
