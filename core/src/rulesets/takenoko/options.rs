//! What a game of Takenoko is opened with.

use serde::{Deserialize, Serialize};

use super::cards::{Plot, SPARE};
use crate::kernel::Illegal;

/// The options of Takenoko. Every field has a default; the defaults are the edition that the rulebook describes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = TakenokoOptions))]
pub struct Options {
    /// Whether a chip can only be placed where no bamboo stands (TK-15).
    pub chip_needs_bare_plot: bool,
    /// What becomes of a plot or gardener objective that the garden shows already when it is drawn (TK-19). Null is as
    /// the edition has it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub drawn_fulfilled: Option<DrawnFulfilled>,
    /// Whose rules are played: it sets `drawn_fulfilled` and `gardener_presence` where they are null (TK-31).
    pub edition: Edition,
    /// Whether a gardener objective is fulfilled only with the gardener on a plot that counts for it (TK-22). Null is as
    /// the edition has it: on in the second, off in the first.
    #[cfg_attr(feature = "schema", schema(required))]
    pub gardener_presence: Option<bool>,
    /// How many plots are in play (TK-1): 27 as in the box, or 26 as the rulebook says, with one plain green plot left
    /// out.
    #[cfg_attr(feature = "schema", schema(minimum = 26, maximum = 27))]
    pub plots_in_play: u8,
    /// Whether a channel can be laid between a plot and the pond, where it is wasted (TK-10).
    pub pond_edge_channel: bool,
    /// Who begins (TK-2).
    pub starter: Starter,
    /// After how many turns, those of all seats together, the game ends and is scored in any case (TK-33).
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 400))]
    pub turn_cap: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            chip_needs_bare_plot: true,
            drawn_fulfilled: None,
            edition: Edition::default(),
            gardener_presence: None,
            plots_in_play: MOST_PLOTS,
            pond_edge_channel: true,
            starter: Starter::default(),
            turn_cap: MOST_TURNS,
        }
    }
}

/// Whose rules are played (TK-31).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = TakenokoEdition))]
pub enum Edition {
    /// A drawn objective that is fulfilled already is discarded; the gardener has to be there.
    #[default]
    Second,
    /// A drawn objective is always kept; the gardener can be anywhere.
    First,
}

/// What becomes of a plot or gardener objective that the garden shows already when it is drawn (TK-19).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = TakenokoDrawnFulfilled))]
pub enum DrawnFulfilled {
    /// It is out of the game, and the action is not used up.
    Discard,
    /// It goes to the bottom of its deck, and the action is not used up.
    Bottom,
    /// It is kept like any other.
    Keep,
}

/// Who begins; it stands for the "tallest player" (TK-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = TakenokoStarter))]
pub enum Starter {
    /// A seat is drawn.
    #[default]
    Drawn,
    /// Seat 0 begins.
    Seat0,
}

const FEWEST_PLOTS: u8 = 26;
const MOST_PLOTS: u8 = 27;
const MOST_TURNS: u16 = 400;

impl Options {
    /// Checks that the options make a game.
    pub(super) fn check(&self) -> Result<(), Illegal> {
        if !(FEWEST_PLOTS..=MOST_PLOTS).contains(&self.plots_in_play) {
            let detail = format!("plots_in_play is {}; give 26 or 27", self.plots_in_play);
            return Err(Illegal::new("plots-in-play-out-of-range", "TK-1", detail));
        }
        if !(1..=MOST_TURNS).contains(&self.turn_cap) {
            let detail = format!("turn_cap is {}; give 1 to 400", self.turn_cap);
            return Err(Illegal::new("turn-cap-out-of-range", "TK-33", detail));
        }
        Ok(())
    }

    /// The plots that are played with (TK-1).
    pub(super) fn plots(&self) -> impl Iterator<Item = Plot> {
        let all = self.plots_in_play == MOST_PLOTS;
        Plot::all().filter(move |plot| all || *plot != SPARE)
    }

    /// TK-19, as the edition has it where the option is null (TK-31).
    pub(super) fn drawn_fulfilled(&self) -> DrawnFulfilled {
        self.drawn_fulfilled.unwrap_or(match self.edition {
            Edition::Second => DrawnFulfilled::Discard,
            Edition::First => DrawnFulfilled::Keep,
        })
    }

    /// TK-22, as the edition has it where the option is null (TK-31).
    pub(super) fn gardener_presence(&self) -> bool {
        self.gardener_presence.unwrap_or(self.edition == Edition::Second)
    }
}
