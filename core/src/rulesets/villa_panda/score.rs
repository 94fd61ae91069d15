//! Points: of buildings whose conditions are fulfilled, of tasks and of missions.

use super::Effect;
use super::building::{Need, Scope, Type};
use super::emperor::{Mission, Task};
use super::panda::{Kind, Panda};
use super::state::{Built, End, Player, State, of_kind};
use crate::kernel::{Illegal, Seat, Table};

/// How many points set the end of the game (rulebook, Game End).
pub(super) const END_POINTS: u16 = 12;

// No sum of points comes near 65 535: 32 buildings have at most 5 each, 8 tasks at most 255 each by the options, and 82
// pandas score at most 2 each on a mission, which is less than 2 400 in all.

/// What a condition still lacks. All of it is needed together; a card serves the conditions of several buildings
/// (VP-26).
pub(super) fn lacking(player: &Player, built: &Built) -> Vec<Need> {
    let Some(condition) = built.building.condition() else { return Vec::new() };
    match condition.scope {
        Scope::AllOwnBuildings => missing(condition.needs, || player.behind()),
        Scope::ThisBuilding => missing(condition.needs, || built.behind.iter().copied()),
    }
}

fn missing<I: Iterator<Item = Panda>>(needs: &[Need], pandas: impl Fn() -> I) -> Vec<Need> {
    let lack = |need: &Need| need.count.saturating_sub(of_kind(pandas(), need.kind));
    needs.iter().map(|need| Need { count: lack(need), kind: need.kind }).filter(|need| need.count > 0).collect()
}

/// The points of a building as it stands: all or nothing (VP-26).
pub(super) fn building_points(player: &Player, built: &Built) -> u16 {
    if lacking(player, built).is_empty() { u16::from(built.building.points()) } else { 0 }
}

/// The points that everyone can count now: buildings and claimed tasks, but not the secret mission (VP-31).
pub(super) fn open_points(state: &State, player: &Player) -> u16 {
    let buildings = player.buildings.iter().map(|built| building_points(player, built));
    let tasks = player.tasks.iter().map(|task| state.options.task_points(*task));
    buildings.chain(tasks).sum()
}

/// What the seat would have if every condition of its buildings were fulfilled, its mission left out.
pub(super) fn most_points(state: &State, player: &Player) -> u16 {
    let buildings = player.buildings.iter().map(|built| u16::from(built.building.points()));
    let tasks = player.tasks.iter().map(|task| state.options.task_points(*task));
    buildings.chain(tasks).sum()
}

/// The points of a mission: pandas behind buildings alone (VP-37), each kind at its rate, rounded down (VP-36).
pub(super) fn mission_points(state: &State, player: &Player, mission: Mission) -> u16 {
    let rates = state.options.rates(mission);
    let of = |kind| rates.of(kind).points(of_kind(player.behind(), kind));
    Kind::ALL.into_iter().map(of).sum()
}

/// All points of a seat, the mission included (VP-35). Cards in hand count nowhere (VP-46).
pub(super) fn final_points(state: &State, player: &Player) -> u16 {
    let missions = player.missions.iter().map(|mission| mission_points(state, player, *mission));
    open_points(state, player) + missions.sum::<u16>()
}

/// Whether a task is fulfilled: minimum numbers, each panda counted once, in the play area or behind buildings, never in
/// the hand (VP-37, VP-40).
pub(super) fn fulfils(player: &Player, task: Task) -> bool {
    let buildings = |kind: Type| player.buildings.iter().filter(|built| built.building.kind() == kind).count();
    let pandas = || player.behind().chain(player.play.iter().copied());
    task.buildings().iter().all(|need| buildings(need.kind) >= usize::from(need.count))
        && missing(task.pandas(), pandas).is_empty()
}

/// What follows from a change of buildings or of the play area of a seat: fulfilled tasks are claimed at once, whether
/// the seat wants them or not, and 12 points set the end (VP-31, VP-39).
pub(super) fn settle(state: &mut State, seat: Seat, table: &mut Table<Effect>) -> Result<(), Illegal> {
    let player = state.player(seat)?;
    let claimed: Vec<Task> = state.tasks.row.iter().copied().filter(|task| fulfils(player, *task)).collect();
    for task in claimed {
        state.tasks.row.retain(|other| *other != task);
        state.player_mut(seat)?.tasks.push(task);
        table.tell_all(Effect::TaskClaimed { points: state.options.task_points(task), seat, task });
    }
    if open_points(state, state.player(seat)?) >= END_POINTS {
        set_end(state, End::Points, table);
    }
    Ok(())
}

/// The end is set once, and never taken back (VP-33).
pub(super) fn set_end(state: &mut State, by: End, table: &mut Table<Effect>) {
    if state.ending.is_none() {
        state.ending = Some(by);
        table.tell_all(Effect::EndSet { by });
    }
}
