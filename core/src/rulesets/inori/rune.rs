//! The fifteen rune tiles.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Colour;
use super::operation::Operation;

/// A rune tile; on the wire its id, such as `R-GAIN-YEL`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = InoriRune))]
pub enum Rune {
    /// Take yellow tokens.
    #[serde(rename = "R-GAIN-YEL")]
    GainYellow,
    /// Take blue tokens.
    #[serde(rename = "R-GAIN-BLU")]
    GainBlue,
    /// Take green tokens.
    #[serde(rename = "R-GAIN-GRN")]
    GainGreen,
    /// Take purple tokens.
    #[serde(rename = "R-GAIN-PUR")]
    GainPurple,
    /// Take red tokens.
    #[serde(rename = "R-GAIN-RED")]
    GainRed,
    /// Take grey tokens.
    #[serde(rename = "R-GAIN-GRY")]
    GainGrey,
    /// Move a piece to a yellow card.
    #[serde(rename = "R-TO-YEL")]
    ToYellow,
    /// Move a piece to a blue card.
    #[serde(rename = "R-TO-BLU")]
    ToBlue,
    /// Move a piece to a green card.
    #[serde(rename = "R-TO-GRN")]
    ToGreen,
    /// Move a piece from a purple card.
    #[serde(rename = "R-FROM-PUR")]
    FromPurple,
    /// Move a piece from a red card.
    #[serde(rename = "R-FROM-RED")]
    FromRed,
    /// Move a piece from a grey card.
    #[serde(rename = "R-FROM-GRY")]
    FromGrey,
    /// Offer to a space that others hold. There are three of these, all alike.
    #[serde(rename = "R-SHARE")]
    Share,
}

/// How many tokens a rune of the first sort brings (IN-12, reconstructed).
const GAINED: u8 = 2;

impl Rune {
    /// The fifteen tiles; the last three are alike. That there are fifteen is public; how many there are of each sort is reconstructed (IN-12).
    pub const ALL: [Self; 15] = [
        Self::GainYellow,
        Self::GainBlue,
        Self::GainGreen,
        Self::GainPurple,
        Self::GainRed,
        Self::GainGrey,
        Self::ToYellow,
        Self::ToBlue,
        Self::ToGreen,
        Self::FromPurple,
        Self::FromRed,
        Self::FromGrey,
        Self::Share,
        Self::Share,
        Self::Share,
    ];

    /// What it does (rulebook, Play a Rune Tile).
    pub fn effect(self) -> Operation {
        let gain = |colour| Operation::Gain { colour: Some(colour), count: GAINED };
        let to = |colour| Operation::MoveTo { colour };
        let from = |colour| Operation::MoveFrom { colour };
        match self {
            Self::GainYellow => gain(Colour::Yellow),
            Self::GainBlue => gain(Colour::Blue),
            Self::GainGreen => gain(Colour::Green),
            Self::GainPurple => gain(Colour::Purple),
            Self::GainRed => gain(Colour::Red),
            Self::GainGrey => gain(Colour::Grey),
            Self::ToYellow => to(Colour::Yellow),
            Self::ToBlue => to(Colour::Blue),
            Self::ToGreen => to(Colour::Green),
            Self::FromPurple => from(Colour::Purple),
            Self::FromRed => from(Colour::Red),
            Self::FromGrey => from(Colour::Grey),
            Self::Share => Operation::Share {},
        }
    }

    /// Whether it may be played at any time in the own turn and in the window at the season's end (IN-12).
    pub(super) fn is_gain(self) -> bool {
        matches!(self.effect(), Operation::Gain { .. })
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        match self {
            Self::GainYellow => "R-GAIN-YEL",
            Self::GainBlue => "R-GAIN-BLU",
            Self::GainGreen => "R-GAIN-GRN",
            Self::GainPurple => "R-GAIN-PUR",
            Self::GainRed => "R-GAIN-RED",
            Self::GainGrey => "R-GAIN-GRY",
            Self::ToYellow => "R-TO-YEL",
            Self::ToBlue => "R-TO-BLU",
            Self::ToGreen => "R-TO-GRN",
            Self::FromPurple => "R-FROM-PUR",
            Self::FromRed => "R-FROM-RED",
            Self::FromGrey => "R-FROM-GRY",
            Self::Share => "R-SHARE",
        }
    }
}

impl fmt::Display for Rune {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
