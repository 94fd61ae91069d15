//! What a game of Panda Spin is opened with.

use serde::{Deserialize, Serialize};

use crate::kernel::Illegal;

/// The options of Panda Spin. Every field has a default; the defaults are one game as the rulebook tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = PandaSpinOptions))]
pub struct Options {
    /// Whether the Element cards are in the pack (PS-3). Off for a first game; they then still choose suits and leader.
    pub elements: bool,
    /// Whether only a formation with as many different values beats a formation (PS-11). Off: as many values will do.
    pub formation_shape_must_match: bool,
    /// What a panda symbol does (PS-31).
    pub mood: MoodChoice,
    /// How many points everyone begins with (PS-4).
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 14))]
    pub starting_points: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { elements: true, formation_shape_must_match: false, mood: MoodChoice::default(), starting_points: 1 }
    }
}

/// How the panda mood tile comes to lie (PS-31).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = PandaSpinMoodChoice))]
pub enum MoodChoice {
    /// A side is drawn at the start.
    #[default]
    Drawn,
    /// Hungry Panda.
    Hungry,
    /// Spin Panda.
    Spin,
}

/// The side of the panda mood tile that lies up, for the whole game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = PandaSpinMood))]
pub enum Mood {
    /// A panda symbol takes a point from who bid before (PS-23).
    Hungry,
    /// A panda symbol turns a card in the own hand (PS-24).
    Spin,
}

/// The points that end the game after a round (PS-29).
pub(super) const ENOUGH_POINTS: u16 = 15;

impl Options {
    /// Checks that the options make a game.
    pub(super) fn check(&self) -> Result<(), Illegal> {
        if u16::from(self.starting_points) >= ENOUGH_POINTS {
            let detail = format!("everyone would begin with {} points; give 0 to 14", self.starting_points);
            return Err(Illegal::new("starting-points-out-of-range", "PS-4", detail));
        }
        Ok(())
    }
}
