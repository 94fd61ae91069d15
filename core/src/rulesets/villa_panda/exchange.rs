//! The exchanges of the market: up to three, in a fixed order (VP-19).

use super::moves::Move;
use super::resource::{Goods, Listed, Resources};
use super::state::State;

/// What is given and taken in each exchange: at most 6 for 4 in all (rulebook, Market).
const STEPS: [(u8, u8); 3] = [(1, 1), (2, 1), (3, 2)];

/// How many resources are given and taken in an exchange; none after the last.
pub(super) fn step(step: u8) -> Option<(u8, u8)> {
    STEPS.get(usize::from(step)).copied()
}

/// Whether the acting seat has enough to give. What it gives, the supply can give back, so it never runs short.
pub(super) fn possible(state: &State, at: u8) -> bool {
    let held = state.player(state.acting()).map_or(0, |player| player.resources.total());
    step(at).is_some_and(|(give, _)| held >= give)
}

/// Every exchange of a step, each in the one order that is accepted, whether the seat and the supply have the resources or not.
pub(super) fn all(at: u8) -> Vec<Move> {
    let Some((give, take)) = step(at) else { return Vec::new() };
    let listed = |count| Resources::combinations(count).into_iter().map(|resources| Goods(resources).into());
    let taken: Vec<Listed> = listed(take).collect();
    let with = |give| taken.iter().map(move |take| Move::Exchange { give, take: *take });
    listed(give).flat_map(with).collect()
}
