//! Red Panda: flip Kata cards at the Pagoda, avoid Boring Shows, be the first without a deck or the last one left.
//!
//! The rules are the rulebook's; where it leaves a question open, the ruling that answers it (RP-1 to RP-36) is
//! named at the line that applies it.

mod cards;
mod catalogue;
mod deal;
mod effects;
mod legal;
mod moves;
mod options;
mod outcome;
mod refusals;
mod state;
mod turn;
mod view;

use std::ops::RangeInclusive;

pub use cards::{Card, Kata, Kind, NotACard};
pub use catalogue::catalogue;
pub use effects::Effect;
pub use moves::Move;
pub use options::{Copies, Options, Series, Starter};
pub use outcome::words;
pub use state::{Contender, Known, Laid, Pagoda, Phase, State, Victory};
pub use view::{Awaited, KnownCard, SeatView, Side, View};

use crate::kernel::{Illegal, Outcome, Ruleset, Seat, Seats, Table, Viewer};

/// The rules of Red Panda, version 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RedPanda;

impl Ruleset for RedPanda {
    const NAME: &'static str = "red-panda";
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=6;

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
            _ => Seats::one(state.turn),
        }
    }

    fn legal(state: &State, seat: Seat) -> Vec<Move> {
        if Self::awaiting(state).contains(seat) { legal::moves(state) } else { Vec::new() }
    }

    // The kernel has checked that the seat is awaited, and only the active seat ever is.
    fn play(state: &mut State, _: Seat, mv: &Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
        moves::play(state, *mv, table)
    }

    fn out(state: &State, seat: Seat) -> Option<Illegal> {
        state.is_out(seat).then(|| state::not_competing(seat))
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
