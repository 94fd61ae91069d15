//! Panda Rei: dispute each turn by the largest group of equal cards, take cards, score twelve kinds after two rounds.
//!
//! The rules are the rulebook's; where it leaves a question open, the ruling that answers it (PR-1 to PR-34) is
//! named at the line that applies it.

mod cards;
mod catalogue;
mod deal;
mod dispute;
mod effects;
mod legal;
mod moves;
mod options;
mod outcome;
mod refusals;
mod score;
mod state;
mod turn;
mod view;

use std::ops::RangeInclusive;

pub use cards::{Card, Kind, Marks, NotACard, Pile, WildPile};
pub use catalogue::catalogue;
pub use dispute::{GroupReason, SeatReason};
pub use effects::Effect;
pub use moves::Move;
pub use options::{MonkeyAssignment, Options, PandaMarks};
pub use outcome::words;
pub use score::Points;
pub use state::{Area, Monkey, Phase, Played, State};
pub use view::{Awaited, PileView, SeatView, View};

use crate::kernel::{Illegal, Outcome, Ruleset, Seat, Seats, Table, Viewer};

/// The rules of Panda Rei, version 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PandaRei;

impl Ruleset for PandaRei {
    const NAME: &'static str = "panda-rei";
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=5; // PR-1.

    type Options = Options;
    type State = State;
    type Move = Move;
    type View = View;
    type Effect = Effect;

    fn deal(options: &Options, seats: u8, table: &mut Table<Effect>) -> Result<State, Illegal> {
        deal::open(options, seats, table)
    }

    fn awaiting(state: &State) -> Seats {
        state.active().map_or(Seats::NONE, Seats::one)
    }

    fn legal(state: &State, seat: Seat) -> Vec<Move> {
        if state.active() == Some(seat) { legal::moves(state, seat) } else { Vec::new() }
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
