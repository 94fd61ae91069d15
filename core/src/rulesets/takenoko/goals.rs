//! When an objective is fulfilled, and what it still misses otherwise.

use serde::Serialize;

use super::State;
use super::cards::{Cells, Colour, Goal, Objective, Shape, Wanted};
use super::garden::{Garden, Placed};
use super::hex::{Hex, turned};
use super::supply::Bamboo;
use crate::kernel::Seat;

/// What an objective still misses. Nothing is missing from one that is fulfilled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = TakenokoMissing))]
pub enum Missing {
    /// A panda objective: sections that the panda has to eat for the seat.
    Bamboo {
        /// By colour.
        bamboo: Bamboo,
    },
    /// A plot objective, at the place where the least is missing; of several such places, where most plots are there.
    Plots {
        /// Plots that are there but not irrigated.
        dry: u8,
        /// Plots that are not there.
        plots: u8,
    },
    /// A gardener objective.
    Stalks {
        /// Whether the gardener is missing on such a plot.
        gardener: bool,
        /// Stalks of the height asked for that are not there.
        stalks: u8,
    },
}

/// What keeps a seat from claiming the objective; nothing when it is fulfilled.
pub(super) fn missing(state: &State, seat: Seat, objective: Objective) -> Option<Missing> {
    match objective.goal() {
        Goal::Plots { shape, colours } => plots(&state.garden, shape, colours),
        Goal::Stalks { colour, height, stalks, improvement } => {
            let counts = |placed: &Placed| {
                // The height is exact; printed improvements and chips are the same: TK-21.
                placed.colour() == colour && placed.bamboo == height && has_wanted(placed, improvement)
            };
            gardener(state, stalks, counts)
        }
        Goal::Sections(asked) => {
            // Paid on claiming: TK-20.
            let bamboo = state.player(seat).map_or_else(|_| Bamboo::default(), |player| player.bamboo).short_of(asked);
            (!bamboo.is_empty()).then_some(Missing::Bamboo { bamboo })
        }
    }
}

fn has_wanted(placed: &Placed, improvement: Wanted) -> bool {
    match improvement {
        Wanted::Any => true,
        Wanted::Without => placed.improvement().is_none(),
        Wanted::With(improvement) => placed.has(improvement),
    }
}

/// The stalks may stand anywhere; the gardener has to be on one of the plots that count (TK-22).
fn gardener(state: &State, stalks: u8, counts: impl Fn(&Placed) -> bool) -> Option<Missing> {
    let there = state.garden.plots.iter().filter(|placed| counts(placed)).count();
    let stalks = stalks.saturating_sub(u8::try_from(there).unwrap_or(u8::MAX));
    let present = || state.garden.plot(state.gardener).is_some_and(&counts);
    let gardener = state.options.gardener_presence() && !present();
    (stalks > 0 || gardener).then_some(Missing::Stalks { gardener, stalks })
}

/// All cells of the shape have to be irrigated; more plots around do no harm (TK-23). It may be turned, not mirrored
/// (TK-24).
fn plots(garden: &Garden, shape: Shape, colours: [Colour; 2]) -> Option<Missing> {
    let (cells, turns) = shape.cells();
    let size = u8::try_from(cells.len()).unwrap_or(u8::MAX);
    let mut least = (size, size);
    for sixths in 0..turns {
        for (anchor, second) in cells {
            let anchor = turned(*anchor, sixths);
            let [first_colour, second_colour] = colours;
            let colour = if *second == 0 { first_colour } else { second_colour };
            for placed in garden.plots.iter().filter(|placed| placed.colour() == colour) {
                let origin = placed.at.back(anchor);
                match at(garden, origin, sixths, (cells, colours)) {
                    Some((0, 0)) => return None,
                    Some((plots, dry)) => least = least.min((plots + dry, plots)),
                    None => {}
                }
            }
        }
    }
    let (missing, plots) = least;
    Some(Missing::Plots { dry: missing - plots, plots })
}

/// The cells of a shape, and the colours of the first and the second kind.
type Pattern = (Cells, [Colour; 2]);

/// How many plots are missing, and how many dry, for the shape at this place; nothing when it can never be there.
fn at(garden: &Garden, origin: Hex, sixths: u8, (cells, colours): Pattern) -> Option<(u8, u8)> {
    let (mut plots, mut dry) = (0, 0);
    for (cell, second) in cells {
        let hex = origin.offset(turned(*cell, sixths));
        match garden.plot(hex) {
            Some(placed) if Some(&placed.colour()) != colours.get(*second) => return None,
            Some(placed) if garden.is_irrigated(placed) => {}
            Some(_) => dry += 1,
            None if hex == Hex::POND => return None,
            None => plots += 1,
        }
    }
    Some((plots, dry))
}
