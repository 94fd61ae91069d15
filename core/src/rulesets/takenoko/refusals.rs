//! What may not be played, why, and what may be played instead. Every test here reads only what the active seat can see.

use super::garden::Placed;
use super::state::{ACTIONS, HAND_LIMIT};
use super::{Action, Category, Edge, Hex, Improvement, Move, Objective, Phase, Plot, State, Weather};
use crate::kernel::Illegal;

/// Whether the active seat may play the move.
pub(super) fn check(state: &State, mv: Move) -> Result<(), Illegal> {
    use Phase::{Act, Choose, Clouds, Over, Place, Rain, Return, Roll, Storm};
    match (&state.phase, mv) {
        (Over { .. }, _) => Err(not_awaited(state)),
        // At any time of the turn, also while a step is under way: TK-26.
        (_, Move::Claim { objective }) => claim(state, objective),
        _ if !state.growing.is_empty() => grow(state, mv),
        // Free as well, before the roll, between the actions and after the last one: TK-16, TK-15.
        (Roll {} | Choose {} | Rain {} | Storm {} | Clouds {} | Act {}, Move::LayChannel { between }) => {
            lay_channel(state, between)
        }
        (Roll {} | Choose {} | Rain {} | Storm {} | Clouds {} | Act {}, Move::PlaceChip { chip, at }) => {
            place_chip(state, chip, at)
        }
        (Roll {}, Move::Roll {}) | (Choose {} | Rain {} | Storm {} | Clouds {}, Move::Decline {}) => Ok(()),
        (Choose {}, Move::ChooseWeather { weather }) => choose_weather(state, weather),
        (Rain {}, Move::RainOn { at }) => rain_on(state, at),
        (Storm {}, Move::StormTo { to }) => storm_to(state, to),
        (Clouds {}, Move::TakeChip { chip }) => take_chip(state, chip),
        (Act {}, Move::LookAtPlots {}) => look_at_plots(state),
        (Act {}, Move::TakeChannel {}) => take_channel(state),
        (Act {}, Move::MoveGardener { to }) => step(state, Action::Gardener, state.gardener, to),
        (Act {}, Move::MovePanda { to }) => step(state, Action::Panda, state.panda, to),
        (Act {}, Move::DrawObjective { category }) => draw_objective(state, category),
        (Act {}, Move::EndTurn {}) => end_turn(state),
        (Place { looked_at }, Move::PlacePlot { plot, at, chip }) => place_plot(state, looked_at, (plot, at, chip)),
        (Return { plots }, Move::ReturnPlots { upper }) => looked_at(plots, upper),
        _ => Err(not_awaited(state)),
    }
}

fn grow(state: &State, mv: Move) -> Result<(), Illegal> {
    let Move::Grow { at } = mv else { return Err(not_awaited(state)) };
    if state.growing.contains(&at) {
        return Ok(());
    }
    Err(Illegal::new("does-not-wait-to-grow", "TK-9", format!("{at} does not wait to grow")))
}

// The weather.

fn choose_weather(state: &State, weather: Weather) -> Result<(), Illegal> {
    if state.choosable().any(|choosable| choosable == weather) {
        return Ok(());
    }
    Err(Illegal::new("no-chip-left", "TK-5", "there is no chip left for clouds"))
}

fn rain_on(state: &State, at: Hex) -> Result<(), Illegal> {
    if state.can_rain_on(plot(state, at)?) {
        return Ok(());
    }
    let detail =
        format!("bamboo cannot grow on {at}: it rains on an irrigated plot below four whose bamboo is in the supply");
    Err(Illegal::new("cannot-grow", "TK-5", detail))
}

fn storm_to(state: &State, to: Hex) -> Result<(), Illegal> {
    if to == state.panda {
        let detail = format!("the panda is at {to} already, and flees to another plot or to the pond");
        return Err(Illegal::new("panda-stays", "TK-5", detail));
    }
    if state.garden.holds(to) { Ok(()) } else { Err(no_plot(to)) }
}

fn take_chip(state: &State, chip: Improvement) -> Result<(), Illegal> {
    if state.supply.chips.of(chip) > 0 {
        return Ok(());
    }
    Err(Illegal::new("chip-used-up", "TK-5", format!("no {} is left", chip.name())))
}

// The actions.

/// Whether an action of this kind is open (TK-17); with wind, the two may be the same (TK-5).
fn action(state: &State, action: Action) -> Result<(), Illegal> {
    let turn = &state.turn;
    if turn.actions.len() >= turn.most_actions() {
        let detail = format!("all {} actions of this turn are taken", turn.most_actions());
        return Err(Illegal::new("no-action-left", "TK-5", detail));
    }
    if turn.weather != Some(Weather::Wind) && turn.actions.contains(&action) {
        let detail = "this action was taken in this turn already; the actions of a turn differ, unless there is wind";
        return Err(Illegal::new("action-taken-already", "TK-17", detail));
    }
    Ok(())
}

/// The actions that the active seat can take now. There is always one until two are taken: without a plot in the garden
/// the pile is full, and with one both figures can move. So nobody ever has to pass (TK-27), and no round is ever
/// passed (TK-33).
pub(super) fn open_actions(state: &State) -> Vec<Action> {
    let moves = |kind, from| action(state, kind).is_ok() && state.garden.reach(from).next().is_some();
    let open = [
        (Action::Plot, look_at_plots(state).is_ok()),
        (Action::Irrigation, take_channel(state).is_ok()),
        (Action::Gardener, moves(Action::Gardener, state.gardener)),
        (Action::Panda, moves(Action::Panda, state.panda)),
        (Action::Objective, Category::ALL.into_iter().any(|category| draw_objective(state, category).is_ok())),
    ];
    open.into_iter().filter(|(_, open)| *open).map(|(action, _)| action).collect()
}

fn look_at_plots(state: &State) -> Result<(), Illegal> {
    action(state, Action::Plot)?;
    if state.pile.is_empty() {
        return Err(Illegal::new("pile-empty", "TK-6", "all plots are placed"));
    }
    Ok(())
}

fn take_channel(state: &State) -> Result<(), Illegal> {
    action(state, Action::Irrigation)?;
    if state.supply.channels == 0 {
        return Err(Illegal::new("channels-used-up", "TK-27", "no channel is left"));
    }
    Ok(())
}

fn step(state: &State, kind: Action, from: Hex, to: Hex) -> Result<(), Illegal> {
    action(state, kind)?;
    if state.garden.reach(from).any(|at| at == to) {
        return Ok(());
    }
    let detail =
        format!("{to} is not in a straight line from {from} over plots and pond without a gap, one step or more");
    Err(Illegal::new("not-in-line", "TK-12", detail))
}

fn draw_objective(state: &State, category: Category) -> Result<(), Illegal> {
    action(state, Action::Objective)?;
    if state.active()?.hand.len() >= HAND_LIMIT {
        let detail = "you have five objectives in hand, and could draw after a claim";
        return Err(Illegal::new("hand-full", "TK-18", detail));
    }
    if state.decks.of(category).is_empty() {
        return Err(deck_empty(category));
    }
    if !state.has_to_draw(category) {
        let detail = format!("every {} objective of the deck is fulfilled already", category.name());
        return Err(Illegal::new("deck-gone-through", "TK-19", detail));
    }
    Ok(())
}

/// The refusal to draw from an empty deck.
pub(super) fn deck_empty(category: Category) -> Illegal {
    let detail = format!("no {} objective is left", category.name());
    Illegal::new("deck-empty", "TK-18", detail)
}

/// Two actions are taken before a turn ends; the third, for sun, may be left out (TK-4).
fn end_turn(state: &State) -> Result<(), Illegal> {
    if state.turn.actions.len() >= ACTIONS {
        return Ok(());
    }
    let detail = format!("you have taken {} of two actions", state.turn.actions.len());
    Err(Illegal::new("actions-left", "rulebook, Actions", detail))
}

// Plots, channels and chips.

fn looked_at(plots: &[Plot], plot: Plot) -> Result<(), Illegal> {
    if plots.contains(&plot) {
        return Ok(());
    }
    let ids: Vec<&str> = plots.iter().map(|plot| plot.id()).collect();
    let detail = format!("{plot} is none of the plots that you look at: {}", ids.join(", "));
    Err(Illegal::new("plot-not-looked-at", "TK-6", detail))
}

fn place_plot(
    state: &State,
    plots: &[Plot],
    (plot, at, chip): (Plot, Hex, Option<Improvement>),
) -> Result<(), Illegal> {
    looked_at(plots, plot)?;
    if !state.garden.has_room(at) {
        let detail = format!("no plot can be placed at {at}: a free place lies next to the pond or to two plots");
        return Err(Illegal::new("no-place-for-a-plot", "TK-7", detail));
    }
    let Some(chip) = chip else { return Ok(()) };
    stored_chip(state, chip)?;
    if plot.improvement().is_some() { Err(improved(at)) } else { Ok(()) }
}

fn lay_channel(state: &State, between: Edge) -> Result<(), Illegal> {
    if state.active()?.channels == 0 {
        let detail = "you have no channel; the irrigation action takes one";
        return Err(Illegal::new("no-channel-stored", "TK-16", detail));
    }
    let [a, b] = between.sides();
    if between.touches(Hex::POND) && !state.options.pond_edge_channel {
        let detail = "no channel is laid at the pond in this game; one is laid between two plots";
        return Err(Illegal::new("pond-edge", "TK-10", detail));
    }
    if !(state.garden.holds(a) && state.garden.holds(b)) {
        let or_pond = if state.options.pond_edge_channel { ", or a plot and the pond" } else { "" };
        let detail = format!("a channel lies between two plots{or_pond}; {a} and {b} are not both in the garden");
        return Err(Illegal::new("not-between-plots", "TK-10", detail));
    }
    if state.garden.channels.contains(&between) {
        return Err(Illegal::new("channel-there-already", "TK-10", "a channel lies there already"));
    }
    if !state.garden.is_connected(between) {
        let detail = "neither end of this edge is a corner of the pond or the end of a channel";
        return Err(Illegal::new("not-connected", "TK-10", detail));
    }
    Ok(())
}

fn place_chip(state: &State, chip: Improvement, at: Hex) -> Result<(), Illegal> {
    stored_chip(state, chip)?;
    let placed = plot(state, at)?;
    if placed.improvement().is_some() {
        return Err(improved(at));
    }
    if !state.takes_chip(placed) {
        let detail = format!("bamboo stands on {at}; a chip needs a bare plot");
        return Err(Illegal::new("bamboo-stands-there", "TK-15", detail));
    }
    Ok(())
}

fn stored_chip(state: &State, chip: Improvement) -> Result<(), Illegal> {
    if state.active()?.chips.of(chip) > 0 {
        return Ok(());
    }
    let detail = format!("you have no {}; clouds bring chips", chip.name());
    Err(Illegal::new("chip-not-stored", "TK-15", detail))
}

fn improved(at: Hex) -> Illegal {
    let detail = format!("the plot at {at} has an improvement; a plot only ever has one");
    Illegal::new("improved-already", "TK-15", detail)
}

fn plot(state: &State, at: Hex) -> Result<&Placed, Illegal> {
    state.garden.plot(at).ok_or_else(|| no_plot(at))
}

fn no_plot(at: Hex) -> Illegal {
    Illegal::new("no-plot-there", "TK-5", format!("there is no plot at {at}"))
}

// Objectives.

fn claim(state: &State, objective: Objective) -> Result<(), Illegal> {
    if !state.active()?.hand.contains(&objective) {
        return Err(Illegal::new("not-in-hand", "TK-26", format!("{objective} is not in your hand")));
    }
    if state.is_fulfilled(state.turn.seat, objective) {
        return Ok(());
    }
    let rule = match objective.category() {
        Category::Gardener if state.options.gardener_presence() => "TK-22",
        Category::Gardener => "TK-21",
        Category::Panda => "TK-20",
        Category::Plot => "TK-23",
    };
    let detail = format!("{objective} is not fulfilled; it asks for: {}", super::catalogue::asks(objective.goal()));
    Err(Illegal::new("not-fulfilled", rule, detail))
}

/// The refusal of a move that does not answer what is pending.
pub(super) fn not_awaited(state: &State) -> Illegal {
    if !state.growing.is_empty() {
        let detail = "there is not enough bamboo for all plots that would grow; you say which one is next";
        return Illegal::new("not-awaited", "TK-9", detail);
    }
    let (rule, detail) = match state.phase {
        Phase::Roll {} => ("TK-3", "the weather die is to be rolled"),
        Phase::Choose {} => ("TK-5", "the weather is to be chosen"),
        Phase::Rain {} => ("TK-5", "it rains on a plot of your choice"),
        Phase::Storm {} => ("TK-5", "the storm drives the panda to a plot of your choice"),
        Phase::Clouds {} => ("TK-5", "the clouds bring a chip of your choice"),
        Phase::Act {} => ("TK-17", "an action is awaited, or the end of the turn"),
        Phase::Place { .. } => ("TK-6", "one of the plots that you look at is to be placed"),
        Phase::Return { .. } => ("TK-6", "the other two plots go under the pile in an order of yours"),
        Phase::Over { .. } => ("TK-29", "the game is over"),
    };
    Illegal::new("not-awaited", rule, detail)
}
