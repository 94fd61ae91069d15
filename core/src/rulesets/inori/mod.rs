//! Inori: offer pieces to cards and to the Great Tree through four seasons, and gather the favour of the spirits.
//!
//! The rules are the rulebook's; where it leaves a question open, the ruling that answers it (IN-1 to IN-21) is named
//! at the line that applies it.

mod card;
mod cards;
mod catalogue;
mod colour;
mod deal;
mod effects;
mod legal;
mod moves;
mod operation;
mod options;
mod outcome;
mod refusals;
mod rune;
mod season;
mod state;
mod tree;
mod turn;
mod view;

use std::ops::RangeInclusive;

pub use card::{Card, Kind, NotACard};
pub use catalogue::catalogue;
pub use colour::{Colour, Tokens};
pub use effects::Effect;
pub use moves::Move;
pub use operation::{Cost, Operation};
pub use options::{Options, Starter};
pub use outcome::words;
pub use rune::Rune;
pub use state::{CardSpace, Phase, Pick, Pieces, Pile, Place, Player, Shown, State, Taking};
pub use tree::{Altar, Foot, Tree, TreeSpace};
pub use view::{AltarView, Awaited, CardView, FootView, PileView, SeatView, SpaceView, View};

use crate::kernel::{Illegal, Outcome, Ruleset, Seat, Seats, Table, Viewer};

/// The rules of Inori, version 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inori;

impl Ruleset for Inori {
    const NAME: &'static str = "inori";
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=4; // IN-1.

    type Options = Options;
    type State = State;
    type Move = Move;
    type View = View;
    type Effect = Effect;

    fn deal(options: &Options, seats: u8, table: &mut Table<Effect>) -> Result<State, Illegal> {
        Ok(deal::open(*options, seats, table))
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
