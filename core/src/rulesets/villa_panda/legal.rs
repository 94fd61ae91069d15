//! Every move open to a seat: what could answer the pending decision, less what the rules refuse.

use super::area::Area;
use super::moves::{Move, Space};
use super::panda::Panda;
use super::pending::{Pending, Phase};
use super::resource::Resource;
use super::state::{Market, Player, State};
use super::{dice, exchange, refusals};
use crate::kernel::Seat;

/// Every move that a seat, which is awaited, may play; each once.
pub(super) fn moves(state: &State, seat: Seat) -> Vec<Move> {
    let Ok(player) = state.player(seat) else { return Vec::new() };
    let candidates = match state.pending.last() {
        Some(pending) => answers(state, player, pending),
        None => steps(state, player),
    };
    candidates.into_iter().filter(|mv| refusals::check(state, seat, *mv).is_ok()).collect()
}

fn answers(state: &State, player: &Player, pending: &Pending) -> Vec<Move> {
    let pass = [Move::Pass {}];
    match pending {
        Pending::Pandas { pandas, .. } => {
            pandas.iter().copied().map(activate).chain(plays(player)).chain(pass).collect()
        }
        Pending::Activate { .. } => player.play.iter().copied().map(activate).chain(pass).collect(),
        Pending::Buildings { buildings } => {
            let uses = buildings.iter().map(|building| Move::UseBuilding { building: *building });
            uses.chain(plays(player)).chain(pass).collect()
        }
        Pending::Take { .. } => Resource::ALL.into_iter().map(|resource| Move::Take { resource }).collect(),
        Pending::Hire {} => state.pandas.market.iter().map(|panda| Move::Hire { panda: *panda }).chain(pass).collect(),
        Pending::Exchange { step } => exchange::all(*step).into_iter().chain(pass).collect(),
        Pending::Build {} => {
            let builds = state.buildings.market.iter().map(|building| Move::Build { building: *building });
            builds.chain(slides(player)).chain(pass).collect()
        }
        Pending::Pay { .. } => player.own_pandas().map(|panda| Move::Pay { panda }).collect(),
        Pending::Rest {} => Area::ALL.into_iter().map(|area| Move::Rest { area }).chain(pass).collect(),
        // Never awaits anything.
        Pending::Icons { .. } => Vec::new(),
    }
}

fn activate(panda: Panda) -> Move {
    Move::Activate { panda }
}

fn plays(player: &Player) -> impl Iterator<Item = Move> {
    player.hand.iter().map(|panda| Move::PlayPanda { panda: *panda })
}

fn slides(player: &Player) -> impl Iterator<Item = Move> {
    let behind = |panda| player.buildings.iter().map(move |built| Move::Slide { building: built.building, panda });
    player.own_pandas().flat_map(behind)
}

fn steps(state: &State, player: &Player) -> Vec<Move> {
    match state.phase {
        Phase::Missions {} => player.missions.iter().map(|mission| Move::KeepMission { mission: *mission }).collect(),
        Phase::Start {} => {
            let reshuffles = Market::ALL.into_iter().map(|market| Move::Reshuffle { market });
            [Move::Roll {}].into_iter().chain(reshuffles).chain(plays(player)).collect()
        }
        Phase::Rolled {} => dice::changes(state).chain([Move::Pass {}]).chain(plays(player)).collect(),
        Phase::Seven {} => {
            Resource::ALL.into_iter().map(|resource| Move::NameResource { resource }).chain(plays(player)).collect()
        }
        Phase::Numerals {} => {
            let numerals = dice::numerals(state).map(|building| Move::UseBuilding { building });
            numerals.chain([Move::Pass {}]).chain(plays(player)).collect()
        }
        Phase::Die {} => (1..=6).map(|value| Move::ChooseDie { value }).chain(plays(player)).collect(),
        Phase::Act {} => placements().chain(recalls()).chain([Move::EndTurn {}]).chain(plays(player)).collect(),
        Phase::Keep {} => Resource::ALL.into_iter().map(|resource| Move::Return { resource }).collect(),
        // The others await nothing.
        Phase::Sum { .. } | Phase::Chosen { .. } | Phase::Action { .. } | Phase::After {} | Phase::Over { .. } => {
            Vec::new()
        }
    }
}

fn placements() -> impl Iterator<Item = Move> {
    let spaces = |area| [Space::Resource, Space::Action].into_iter().map(move |space| Move::Place { area, space });
    Area::ALL.into_iter().flat_map(spaces)
}

fn recalls() -> impl Iterator<Item = Move> {
    Area::ALL.into_iter().map(|area| Move::Recall { area }).chain([Move::RecallBoth {}])
}
