//! What an event of Takenoko visibly did.

use serde::Serialize;

use super::{Category, Colour, Edge, End, Face, Hex, Improvement, Objective, Plot, Weather};
use crate::kernel::Seat;

/// One thing that happened at the table. All but `received` and `saw` are told to everyone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = TakenokoEffect))]
pub enum Effect {
    /// The game began: the decks and plots were shuffled, every seat drew one objective of each category (TK-2).
    Dealt {
        /// Who begins.
        starter: Seat,
    },
    /// A turn began.
    Turn {
        /// Whose.
        seat: Seat,
        /// Its number, from 1.
        number: u16,
    },
    /// The weather die was rolled.
    Rolled {
        /// Who rolled.
        seat: Seat,
        /// What it shows.
        face: Face,
    },
    /// There is no chip left, so that clouds become another weather (TK-5).
    NoChipLeft {},
    /// A seat chose the weather.
    WeatherChosen {
        /// Who.
        seat: Seat,
        /// Which.
        weather: Weather,
    },
    /// A seat let the weather pass (TK-4).
    Declined {
        /// Who.
        seat: Seat,
    },
    /// A seat took an improvement chip.
    ChipTaken {
        /// Who.
        seat: Seat,
        /// Which.
        chip: Improvement,
    },
    /// A seat looked at the top plots of the pile.
    Looked {
        /// Who.
        seat: Seat,
        /// At how many.
        plots: u8,
    },
    /// The plots that were looked at; told to the looker alone.
    Saw {
        /// Who looked.
        seat: Seat,
        /// The plots.
        plots: Vec<Plot>,
    },
    /// A plot was placed.
    PlotPlaced {
        /// Who placed it.
        seat: Seat,
        /// The plot.
        plot: Plot,
        /// Where.
        at: Hex,
    },
    /// The other plots that were looked at went, unseen, under the pile.
    PlotsReturned {
        /// Who had them.
        seat: Seat,
        /// How many.
        plots: u8,
    },
    /// A chip was placed on a plot.
    ChipPlaced {
        /// Who placed it.
        seat: Seat,
        /// Which.
        chip: Improvement,
        /// Where.
        at: Hex,
    },
    /// A seat took a channel.
    ChannelTaken {
        /// Who.
        seat: Seat,
    },
    /// A channel was laid.
    ChannelLaid {
        /// Who laid it.
        seat: Seat,
        /// On which edge.
        between: Edge,
    },
    /// A plot was irrigated for the first time (TK-8).
    Watered {
        /// Where.
        at: Hex,
    },
    /// Bamboo grew.
    Grew {
        /// Where.
        at: Hex,
        /// By how many sections.
        sections: u8,
        /// How many stand there now.
        bamboo: u8,
    },
    /// Bamboo that would have grown did not: the supply has not enough of its colour (TK-9).
    NotGrown {
        /// Where.
        at: Hex,
        /// How many sections are lacking.
        sections: u8,
    },
    /// The gardener moved.
    GardenerMoved {
        /// Who moved him.
        seat: Seat,
        /// Where he is now.
        to: Hex,
    },
    /// The panda moved.
    PandaMoved {
        /// Who moved it.
        seat: Seat,
        /// Where it is now.
        to: Hex,
    },
    /// The panda ate a section, for a seat.
    Ate {
        /// Whose reserve it went into.
        seat: Seat,
        /// Its colour.
        colour: Colour,
        /// Where it ate.
        at: Hex,
    },
    /// A seat drew an objective.
    Drew {
        /// Who.
        seat: Seat,
        /// The back of the card.
        category: Category,
    },
    /// The objective that was drawn; told to its owner alone.
    Received {
        /// Whose.
        seat: Seat,
        /// The card.
        objective: Objective,
    },
    /// A drawn objective is fulfilled already: it is shown, and out of the game or at the bottom of its deck (TK-19).
    AlreadyFulfilled {
        /// Who drew it.
        seat: Seat,
        /// The card.
        objective: Objective,
        /// Whether it is out of the game.
        discarded: bool,
    },
    /// A seat claimed an objective.
    Claimed {
        /// Who.
        seat: Seat,
        /// The card.
        objective: Objective,
        /// What it is worth.
        points: u8,
    },
    /// A seat completed its objectives first, and took the Emperor card. The others have one more turn.
    Emperor {
        /// Who.
        seat: Seat,
    },
    /// The game is over.
    GameOver {
        /// How it ended.
        by: End,
    },
}
