//! Panda Spin: get rid of your cards in tricks; who loses a trick takes white cards back, turned to their better blue
//! sides. Points for showing out, for bamboo and for pandas; 15 end the game.
//!
//! The rules are the rulebook's; where it leaves a question open, the ruling that answers it (PS-1 to PS-33) is
//! named at the line that applies it.

mod cards;
mod catalogue;
mod combinations;
mod deal;
mod effects;
mod faces;
mod legal;
mod moves;
mod options;
mod outcome;
mod refusals;
mod state;
mod trick;
mod turn;
mod view;

use std::ops::RangeInclusive;

pub use cards::{Animal, Card, Element, NotACard};
pub use catalogue::catalogue;
pub use combinations::Combination;
pub use effects::Effect;
pub use faces::{Face, Side, Suit, Symbol, Value};
pub use moves::Move;
pub use options::{Mood, MoodChoice, Options};
pub use outcome::words;
pub use state::{Bid, Hand, Phase, Player, State, Trick};
pub use view::{Awaited, BidView, HandView, SeatView, Shown, View};

use crate::kernel::{Illegal, Outcome, Ruleset, Seat, Seats, Table, Viewer};

/// The rules of Panda Spin, version 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PandaSpin;

impl Ruleset for PandaSpin {
    const NAME: &'static str = "panda-spin";
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=5;

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
            Phase::Over {} => Seats::NONE,
            _ => Seats::one(state.turn),
        }
    }

    fn legal(state: &State, seat: Seat) -> Vec<Move> {
        if Self::awaiting(state).contains(seat) { legal::moves(state) } else { Vec::new() }
    }

    // The kernel has checked that the seat is awaited, and only the active seat ever is.
    fn play(state: &mut State, _: Seat, mv: &Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
        moves::play(state, mv, table)
    }

    fn out(state: &State, seat: Seat) -> Option<Illegal> {
        let player = state.player(seat).ok().filter(|player| player.out);
        player.map(|_| Illegal::new("shown-out", "PS-18", format!("{seat} has shown out of this round")))
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
