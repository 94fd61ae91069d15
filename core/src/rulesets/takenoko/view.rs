//! What one viewer may see. Hidden are the pile and the decks to everyone, objectives in hand and plots looked at to all
//! but their seat (TK-32).

use serde::Serialize;

use super::catalogue::asks;
use super::garden::Placed;
use super::{
    Action, Bamboo, Category, Chips, Colour, Edge, Hex, Improvement, Missing, Objective, Phase, Player, Plot, State,
    Supply, Weather, goals, refusals,
};
use crate::kernel::{Seat, Viewer};

/// The table of Takenoko, as one viewer may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = TakenokoView))]
pub struct View {
    /// What the active seat has to decide; null when the game is over.
    #[cfg_attr(feature = "schema", schema(required))]
    pub awaited: Option<Awaited>,
    /// The edges with a channel, in the order they were laid.
    pub channels: Vec<Edge>,
    /// How many objectives of each category can still be drawn.
    pub decks: Counts,
    /// The objectives that were fulfilled when they were drawn, out of the game.
    pub discarded: Vec<Objective>,
    /// Who took the Emperor card; null while nobody has.
    #[cfg_attr(feature = "schema", schema(required))]
    pub emperor: Option<Seat>,
    /// The plots around the pond, in the order they were placed.
    pub garden: Vec<PlotView>,
    /// Where the gardener is.
    pub gardener: Hex,
    /// What lies face down for everyone; null for all but the full view.
    #[cfg_attr(feature = "schema", schema(required))]
    pub hidden: Option<Hidden>,
    /// How many objectives end the game.
    pub objectives_needed: u8,
    /// Where the panda is.
    pub panda: Hex,
    /// How many plots the pile holds.
    pub pile: u8,
    /// What lies before each seat, in seat order.
    pub seats: Vec<SeatView>,
    /// What can still be taken.
    pub supply: Supply,
    /// The turn; null when the game is over.
    #[cfg_attr(feature = "schema", schema(required))]
    pub turn: Option<TurnView>,
}

/// A number for each category of objectives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = TakenokoCounts))]
pub struct Counts {
    /// Gardener objectives.
    pub gardener: u8,
    /// Panda objectives.
    pub panda: u8,
    /// Plot objectives.
    pub plot: u8,
}

/// A plot of the garden.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = TakenokoPlotView))]
pub struct PlotView {
    /// Where it is.
    pub at: Hex,
    /// How many sections of bamboo stand on it.
    #[cfg_attr(feature = "schema", schema(maximum = 4))]
    pub bamboo: u8,
    /// Its colour.
    pub colour: Colour,
    /// Its improvement, printed or placed; null for none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub improvement: Option<Improvement>,
    /// Whether it is irrigated.
    pub irrigated: bool,
    /// The tile.
    pub plot: Plot,
}

/// What lies before a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = TakenokoSeatView))]
pub struct SeatView {
    /// Sections that the panda ate for it.
    pub bamboo: Bamboo,
    /// The objectives in hand; null for all but their owner and the full view.
    #[cfg_attr(feature = "schema", schema(required))]
    pub cards: Option<Vec<HandCard>>,
    /// Channels to lay.
    pub channels: u8,
    /// Chips to place.
    pub chips: Chips,
    /// The objectives that it has claimed.
    pub claimed: Vec<Objective>,
    /// How many objectives of each category it has in hand.
    pub hand: Counts,
    /// The points so far, the Emperor card included.
    pub points: i32,
}

/// An objective in hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = TakenokoHandCard))]
pub struct HandCard {
    /// What it asks for, in words.
    pub asks: String,
    /// Whether it can be claimed now, in a turn of its owner.
    pub fulfilled: bool,
    /// What it still misses; null when it is fulfilled.
    #[cfg_attr(feature = "schema", schema(required))]
    pub missing: Option<Missing>,
    /// The card.
    pub objective: Objective,
    /// What it is worth.
    pub points: u8,
}

/// The turn that is being played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = TakenokoTurnView))]
pub struct TurnView {
    /// The actions taken so far, in order.
    pub actions: Vec<Action>,
    /// Its number, from 1, those of all seats together.
    pub number: u16,
    /// Whose it is.
    pub seat: Seat,
    /// The weather that holds; null before the roll, in a first turn, and when it was declined.
    #[cfg_attr(feature = "schema", schema(required))]
    pub weather: Option<Weather>,
}

/// What lies face down for everyone, from the top.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = TakenokoHidden))]
pub struct Hidden {
    /// The gardener objectives.
    pub gardener_deck: Vec<Objective>,
    /// The panda objectives.
    pub panda_deck: Vec<Objective>,
    /// The plots of the pile.
    pub pile: Vec<Plot>,
    /// The plot objectives.
    pub plot_deck: Vec<Objective>,
}

/// What the active seat has to decide. Its legal moves are the answers; besides, it may claim objectives at any time
/// (TK-26), and lay channels and place chips unless it looks at plots, returns them or orders growth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = TakenokoAwaited))]
pub enum Awaited {
    /// To roll the weather die.
    Roll {},
    /// Which weather there is.
    ChooseWeather {
        /// Those to choose from.
        weathers: Vec<Weather>,
    },
    /// On which plot it rains.
    Rain {},
    /// Where the storm drives the panda.
    Storm {},
    /// Which chip the clouds bring.
    Clouds {},
    /// Which action to take, or the end of the turn.
    Act {
        /// The actions that can be taken.
        actions: Vec<Action>,
        /// Whether the turn may be ended.
        may_end: bool,
    },
    /// Which of the plots looked at to place, and where.
    PlacePlot {
        /// How many there are.
        count: u8,
        /// The plots; null for all but the looker and the full view.
        #[cfg_attr(feature = "schema", schema(required))]
        plots: Option<Vec<Plot>>,
    },
    /// In which order the other two plots go under the pile.
    ReturnPlots {
        /// The plots; null for all but the looker and the full view.
        #[cfg_attr(feature = "schema", schema(required))]
        plots: Option<Vec<Plot>>,
    },
    /// Which plot grows next, of those that there is not enough bamboo for.
    Grow {
        /// The places of the plots.
        plots: Vec<Hex>,
    },
}

pub(super) fn view(state: &State, viewer: Viewer) -> View {
    let awaited = awaited(state, viewer);
    let turn = TurnView {
        actions: state.turn.actions.clone(),
        number: state.turn.number,
        seat: state.turn.seat,
        weather: state.turn.weather,
    };
    View {
        turn: awaited.is_some().then_some(turn),
        awaited,
        channels: state.garden.channels.clone(),
        decks: Counts {
            gardener: count(state.decks.gardener.len()),
            panda: count(state.decks.panda.len()),
            plot: count(state.decks.plot.len()),
        },
        discarded: state.discarded.clone(),
        emperor: state.emperor,
        garden: state.garden.plots.iter().map(|placed| plot(state, placed)).collect(),
        gardener: state.gardener,
        hidden: (viewer == Viewer::Full).then(|| hidden(state)),
        objectives_needed: count(state.target()),
        panda: state.panda,
        pile: count(state.pile.len()),
        seats: (0..).map(Seat).zip(&state.players).map(|(seat, player)| before(state, seat, player, viewer)).collect(),
        supply: state.supply,
    }
}

/// Whether the viewer knows what a seat alone may know.
fn sees(viewer: Viewer, seat: Seat) -> bool {
    viewer == Viewer::Full || viewer == Viewer::Seat(seat)
}

fn awaited(state: &State, viewer: Viewer) -> Option<Awaited> {
    if !state.growing.is_empty() {
        return Some(Awaited::Grow { plots: state.growing.clone() });
    }
    let secret = |plots: &[Plot]| sees(viewer, state.turn.seat).then(|| plots.to_vec());
    Some(match &state.phase {
        Phase::Roll {} => Awaited::Roll {},
        Phase::Choose {} => Awaited::ChooseWeather { weathers: state.choosable().collect() },
        Phase::Rain {} => Awaited::Rain {},
        Phase::Storm {} => Awaited::Storm {},
        Phase::Clouds {} => Awaited::Clouds {},
        Phase::Act {} => Awaited::Act {
            actions: refusals::open_actions(state),
            may_end: refusals::check(state, super::Move::EndTurn {}).is_ok(),
        },
        Phase::Place { looked_at } => Awaited::PlacePlot { count: count(looked_at.len()), plots: secret(looked_at) },
        Phase::Return { plots } => Awaited::ReturnPlots { plots: secret(plots) },
        Phase::Over { .. } => return None,
    })
}

fn plot(state: &State, placed: &Placed) -> PlotView {
    PlotView {
        at: placed.at,
        bamboo: placed.bamboo,
        colour: placed.colour(),
        improvement: placed.improvement(),
        irrigated: state.garden.is_irrigated(placed),
        plot: placed.plot,
    }
}

fn before(state: &State, seat: Seat, player: &Player, viewer: Viewer) -> SeatView {
    let of = |category| count(player.hand.iter().filter(|card| card.category() == category).count());
    SeatView {
        bamboo: player.bamboo,
        cards: sees(viewer, seat).then(|| player.hand.iter().map(|card| hand_card(state, seat, *card)).collect()),
        channels: player.channels,
        chips: player.chips,
        claimed: player.claimed.clone(),
        // The backs are open: TK-32.
        hand: Counts { gardener: of(Category::Gardener), panda: of(Category::Panda), plot: of(Category::Plot) },
        points: state.score(seat),
    }
}

fn hand_card(state: &State, seat: Seat, objective: Objective) -> HandCard {
    let missing = goals::missing(state, seat, objective);
    HandCard {
        asks: asks(objective.goal()),
        fulfilled: missing.is_none(),
        missing,
        objective,
        points: objective.points(),
    }
}

fn hidden(state: &State) -> Hidden {
    let deck = |category| state.decks.of(category).iter().copied().collect();
    Hidden {
        gardener_deck: deck(Category::Gardener),
        panda_deck: deck(Category::Panda),
        pile: state.pile.iter().copied().collect(),
        plot_deck: deck(Category::Plot),
    }
}

fn count(things: usize) -> u8 {
    // No heap of the box holds more.
    u8::try_from(things).unwrap_or(u8::MAX)
}
