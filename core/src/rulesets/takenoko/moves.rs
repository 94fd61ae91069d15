//! What a seat may ask for, and the reducer's entry; `turn.rs` carries it out.

use serde::{Deserialize, Serialize};

use super::turn::Play;
use super::{Category, Edge, Effect, Hex, Improvement, Objective, Plot, State, Weather, legal, refusals};
use crate::kernel::{Illegal, Table};
use crate::rulesets::ways;

/// A move. Claiming is free, at any time of the own turn (TK-26); so are laying a channel and placing a chip, once the
/// step that is under way is finished (TK-15, TK-16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = TakenokoMove))]
pub enum Move {
    /// Roll the weather die.
    Roll {},
    /// Choose the weather: for the question mark, or for clouds when no chip is left.
    ChooseWeather {
        /// The weather.
        weather: Weather,
    },
    /// Let the weather pass.
    Decline {},
    /// Rain: bamboo grows on this plot.
    RainOn {
        /// The plot's place.
        at: Hex,
    },
    /// Storm: the panda flees to this plot, or to the pond.
    StormTo {
        /// Where it goes.
        to: Hex,
    },
    /// Clouds: take this chip; it can be placed at once, or later.
    TakeChip {
        /// The chip.
        chip: Improvement,
    },
    /// Action: look at the top three plots of the pile.
    LookAtPlots {},
    /// Place one of the plots that were looked at.
    PlacePlot {
        /// The plot.
        plot: Plot,
        /// Where.
        at: Hex,
        /// A stored chip that is placed on it before its first growth; null for none.
        #[cfg_attr(feature = "schema", schema(required))]
        chip: Option<Improvement>,
    },
    /// Put the other two plots under the pile.
    ReturnPlots {
        /// The one that lies above the other.
        upper: Plot,
    },
    /// Action: take a channel; it can be laid at once, or later.
    TakeChannel {},
    /// Action: move the gardener.
    MoveGardener {
        /// Where he goes, in a straight line.
        to: Hex,
    },
    /// Action: move the panda.
    MovePanda {
        /// Where it goes, in a straight line.
        to: Hex,
    },
    /// Action: draw an objective.
    DrawObjective {
        /// Its category.
        category: Category,
    },
    /// Claim a fulfilled objective of the own hand.
    Claim {
        /// The card.
        objective: Objective,
    },
    /// Lay a stored channel.
    LayChannel {
        /// The edge.
        between: Edge,
    },
    /// Place a stored chip.
    PlaceChip {
        /// The chip.
        chip: Improvement,
        /// The plot's place.
        at: Hex,
    },
    /// The supply has not enough bamboo for all plots that would grow: this one is next.
    Grow {
        /// The plot's place.
        at: Hex,
    },
    /// End the turn.
    EndTurn {},
}

impl Move {
    /// Its type on the wire.
    pub(super) fn type_name(self) -> &'static str {
        match self {
            Self::Roll {} => "roll",
            Self::ChooseWeather { .. } => "choose-weather",
            Self::Decline {} => "decline",
            Self::RainOn { .. } => "rain-on",
            Self::StormTo { .. } => "storm-to",
            Self::TakeChip { .. } => "take-chip",
            Self::LookAtPlots {} => "look-at-plots",
            Self::PlacePlot { .. } => "place-plot",
            Self::ReturnPlots { .. } => "return-plots",
            Self::TakeChannel {} => "take-channel",
            Self::MoveGardener { .. } => "move-gardener",
            Self::MovePanda { .. } => "move-panda",
            Self::DrawObjective { .. } => "draw-objective",
            Self::Claim { .. } => "claim",
            Self::LayChannel { .. } => "lay-channel",
            Self::PlaceChip { .. } => "place-chip",
            Self::Grow { .. } => "grow",
            Self::EndTurn {} => "end-turn",
        }
    }
}

/// Applies a move of the active seat.
pub(super) fn play(state: &mut State, mv: Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
    let open = || legal::moves(state).into_iter().map(Move::type_name);
    refusals::check(state, mv).map_err(|illegal| ways::naming(illegal, open()))?;
    let mut play = Play { seat: state.turn.seat, state, table };
    match mv {
        Move::Roll {} => play.roll(),
        Move::ChooseWeather { weather } => play.choose_weather(weather),
        Move::Decline {} => play.decline(),
        Move::RainOn { at } => play.rain_on(at),
        Move::StormTo { to } => play.storm_to(to),
        Move::TakeChip { chip } => play.take_chip(chip),
        Move::LookAtPlots {} => play.look_at_plots(),
        Move::PlacePlot { plot, at, chip } => play.place_plot(plot, at, chip),
        Move::ReturnPlots { upper } => play.return_plots(upper),
        Move::TakeChannel {} => play.take_channel(),
        Move::MoveGardener { to } => play.move_gardener(to),
        Move::MovePanda { to } => play.move_panda(to),
        Move::DrawObjective { category } => play.draw_objective(category),
        Move::Claim { objective } => play.claim(objective),
        Move::LayChannel { between } => play.lay_channel(between),
        Move::PlaceChip { chip, at } => play.place_chip(chip, at),
        Move::Grow { at } => play.grow_next(at),
        Move::EndTurn {} => play.end_turn(),
    }
}
