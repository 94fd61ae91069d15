//! What a space costs and what it does: the few operations that cards, the Great Tree and runes are made of.

use serde::Serialize;

use super::Colour;

/// What an offer to a space costs: always one token, paid to the supply (IN-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = InoriCost))]
pub enum Cost {
    /// Nothing.
    Free {},
    /// One token of a set colour.
    Token {
        /// The colour.
        colour: Colour,
    },
    /// One token of the colour that the seat holds most of (IN-7).
    MostHeld {},
}

/// One step of the effect of a space or rune. A null colour is that of the altar tile beside the space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = InoriOperation))]
pub enum Operation {
    /// Take tokens of a colour.
    Gain {
        /// The colour; null for that of the altar tile.
        colour: Option<Colour>,
        /// How many.
        count: u8,
    },
    /// Take tokens of any colours.
    GainAny {
        /// How many.
        count: u8,
    },
    /// Take tokens of the least-held colour, one by one (IN-8).
    GainLeast {
        /// How many.
        count: u8,
    },
    /// Draw a rune tile.
    DrawRune {},
    /// Score points.
    Score {
        /// How many.
        points: u8,
    },
    /// Score a point for each own token of a colour.
    ScoreColour {
        /// The colour; null for that of the altar tile.
        colour: Option<Colour>,
    },
    /// Score a point for each different colour held.
    ScoreKinds {},
    /// Score a point for each token of a most-held colour.
    ScoreMost {},
    /// Put the neutral pieces on free spaces of cards (IN-13).
    PlaceNeutrals {},
    /// Take the two tokens that lie on the space (IN-11).
    TakePile {},
    /// Move a piece from any other card to a free space of a card of a colour (IN-12).
    MoveTo {
        /// The colour.
        colour: Colour,
    },
    /// Move a piece from a card of a colour to a free space of any other card (IN-12).
    MoveFrom {
        /// The colour.
        colour: Colour,
    },
    /// Offer to a space that others hold (IN-12).
    Share {},
}

impl Operation {
    /// Whether it is of the colour of the altar tile beside the space.
    pub(super) fn needs_tile(self) -> bool {
        matches!(self, Self::Gain { colour: None, .. } | Self::ScoreColour { colour: None })
    }

    /// The same with the colour of the altar tile filled in, once it is laid.
    pub(super) fn beside(self, tile: Option<Colour>) -> Self {
        match self {
            Self::Gain { colour: None, count } => Self::Gain { colour: tile, count },
            Self::ScoreColour { colour: None } => Self::ScoreColour { colour: tile },
            _ => self,
        }
    }
}
