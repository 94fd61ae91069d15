//! Villa Panda: hire pandas, let the dice activate them, and build for points; with the Emperor's missions and tasks, and
//! the Emperor himself at a table of two.
//!
//! The effects of cards are data over a few operations (`operation.rs`, `cards.rs`); one interpreter resolves them with a
//! stack of what is pending (`pending.rs`, `resolve.rs`), so that a chain of effects is a sequence of small moves and the
//! state after each is whole. `turn.rs` is the course of a turn.
//!
//! The rules are the rulebook's; where it leaves a question open, the ruling that answers it (VP-1 to VP-46) is named at
//! the line that applies it.

mod area;
mod building;
mod cards;
mod catalogue;
mod deal;
mod dice;
mod effects;
mod emperor;
mod exchange;
mod legal;
mod moves;
mod operation;
mod options;
mod outcome;
mod panda;
mod pending;
mod printed;
mod refusals;
mod resolve;
mod resource;
mod score;
mod state;
mod turn;
mod view;
mod villa;

use std::ops::RangeInclusive;

pub use area::Area;
pub use building::{Ability, Building, Condition, Need, Scope, Type};
pub use catalogue::catalogue;
pub use effects::Effect;
pub use emperor::{BuildingNeed, Mission, Rate, Rates, Task};
pub use moves::{Move, Space};
pub use operation::{DieChange, Operation};
pub use options::{EmperorMode, Options, Starter};
pub use outcome::words;
pub use panda::{Kind, Panda};
pub use pending::{Pending, Phase, Source};
pub use resource::{Goods, Listed, Resource, Resources};
pub use state::{Board, Built, End, Market, Player, Reshuffles, Row, State, Tasks, Turn};
pub use view::{
    AreaView, Awaited, BehindView, BuildingView, BuiltView, MissionView, PandaView, SeatView, TaskView, UnresolvedView,
    View,
};

use crate::kernel::{Illegal, Outcome, Ruleset, Seat, Seats, Table, Viewer};

/// The rules of Villa Panda, version 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VillaPanda;

impl Ruleset for VillaPanda {
    const NAME: &'static str = "villa-panda";
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=4; // VP-1.

    type Options = Options;
    type State = State;
    type Move = Move;
    type View = View;
    type Effect = Effect;

    fn deal(options: &Options, seats: u8, table: &mut Table<Effect>) -> Result<State, Illegal> {
        deal::open(options, seats, table)
    }

    fn awaiting(state: &State) -> Seats {
        match state.phase {
            Phase::Over { .. } => Seats::NONE,
            // Each seat chooses in secret, in any order (VP-36).
            Phase::Missions {} => Seat::all(state.seats()).filter(|seat| state.has_to_choose(*seat)).collect(),
            _ => Seats::one(state.acting()),
        }
    }

    fn legal(state: &State, seat: Seat) -> Vec<Move> {
        if Self::awaiting(state).contains(seat) { legal::moves(state, seat) } else { Vec::new() }
    }

    fn play(state: &mut State, seat: Seat, mv: &Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
        moves::play(state, seat, *mv, table)
    }

    fn view(state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        outcome::outcome(state)
    }
}

#[cfg(any(test, fuzzing))]
mod tests;
