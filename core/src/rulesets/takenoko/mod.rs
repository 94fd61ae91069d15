//! Takenoko: the emperor's bamboo garden, grown by the gardener and eaten bare by the panda, for objectives.
//!
//! The rules are the rulebook's; where it leaves a question open, the ruling that answers it (TK-1 to TK-33) is
//! named at the line that applies it.

mod cards;
mod catalogue;
mod claims;
mod deal;
mod effects;
mod garden;
mod goals;
mod growth;
mod hex;
mod legal;
mod moves;
mod options;
mod outcome;
mod refusals;
mod state;
mod supply;
mod turn;
mod view;

use std::ops::RangeInclusive;

pub use cards::{Category, Colour, Improvement, Objective, Plot};
pub use catalogue::catalogue;
pub use effects::Effect;
pub use garden::{Garden, Placed};
pub use goals::Missing;
pub use hex::{Edge, Hex};
pub use moves::Move;
pub use options::{DrawnFulfilled, Edition, Options, Starter};
pub use outcome::words;
pub use state::{Action, Bottomed, Decks, End, Face, Phase, Player, State, Turn, Weather};
pub use supply::{Bamboo, Chips, Supply};
pub use view::{Awaited, Counts, HandCard, Hidden, PlotView, SeatView, TurnView, View};

use crate::kernel::{Illegal, Outcome, Ruleset, Seat, Seats, Table, Viewer};

/// The rules of Takenoko, version 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Takenoko;

impl Ruleset for Takenoko {
    const NAME: &'static str = "takenoko";
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=4;

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
            _ => Seats::one(state.turn.seat),
        }
    }

    fn legal(state: &State, seat: Seat) -> Vec<Move> {
        if Self::awaiting(state).contains(seat) { legal::moves(state) } else { Vec::new() }
    }

    // The kernel has checked that the seat is awaited, and only the active seat ever is.
    fn play(state: &mut State, _: Seat, mv: &Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
        moves::play(state, *mv, table)
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
