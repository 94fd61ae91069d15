//! Nim, for two: heaps of matches; a move takes some of one heap; whoever takes the last match wins, or loses in misère.
//!
//! The worked example of docs/add-a-ruleset.md: a whole ruleset, in a crate of its own. Rules: C. L. Bouton, "Nim, a game with a
//! complete mathematical theory", Annals of Mathematics 3 (1901), pages 35 to 39.

use std::ops::RangeInclusive;

use pandect_core::kernel::{Illegal, Outcome, Reason, Ruleset, Seat, Seats, Table, Viewer};
use serde::{Deserialize, Serialize};

/// The most heaps, and the most matches of a heap.
const MOST: usize = 20;

/// The seats of every game.
const SEATS: u8 = 2;

/// The ruleset.
#[derive(Debug, Clone, Copy)]
pub struct Nim;

/// What a game is opened with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// How many matches each heap has, 1 to 20; 1 to 20 heaps.
    pub heaps: Vec<u8>,
    /// Whether whoever takes the last match loses.
    pub misere: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { heaps: vec![3, 4, 5], misere: false }
    }
}

/// Everything the rules need. Nothing is hidden, so it is also what everybody sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The heaps, in the order of the options.
    pub heaps: Vec<Heap>,
    /// Whether whoever takes the last match loses.
    pub misere: bool,
    /// Whose turn it is; once no match is left, whoever did not take the last one.
    pub turn: Seat,
}

/// One heap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heap {
    /// The matches that are left.
    pub left: u8,
    /// The matches that were taken.
    pub taken: u8,
}

/// What a seat may ask for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Move {
    /// Takes matches of one heap.
    Take {
        /// The heap, from 0.
        heap: u8,
        /// How many matches, at least 1.
        matches: u8,
    },
}

/// What an event visibly did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Effect {
    /// Matches left a heap.
    Taken {
        /// Who took them.
        seat: Seat,
        /// The heap, from 0.
        heap: u8,
        /// How many matches.
        matches: u8,
    },
}

impl Ruleset for Nim {
    const NAME: &'static str = "nim";
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = SEATS..=SEATS;

    type Options = Options;
    type State = State;
    type Move = Move;
    type View = State;
    type Effect = Effect;

    fn deal(options: &Options, _seats: u8, _table: &mut Table<Effect>) -> Result<State, Illegal> {
        let fits = |count: usize| (1..=MOST).contains(&count);
        if !fits(options.heaps.len()) || !options.heaps.iter().all(|matches| fits(usize::from(*matches))) {
            let detail = format!("expected 1 to {MOST} heaps of 1 to {MOST} matches, found {:?}", options.heaps);
            return Err(Illegal::new("no-such-heaps", "Bouton, section 1", detail));
        }
        let heaps = options.heaps.iter().map(|left| Heap { left: *left, taken: 0 }).collect();
        Ok(State { heaps, misere: options.misere, turn: Seat(0) })
    }

    fn awaiting(state: &State) -> Seats {
        if is_over(state) { Seats::default() } else { Seats::one(state.turn) }
    }

    fn legal(state: &State, seat: Seat) -> Vec<Move> {
        if seat != state.turn {
            return Vec::new();
        }
        let takes =
            |(heap, Heap { left, .. }): (u8, &Heap)| (1..=*left).map(move |matches| Move::Take { heap, matches });
        (0..).zip(&state.heaps).flat_map(takes).collect()
    }

    fn play(state: &mut State, seat: Seat, mv: &Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
        let Move::Take { heap, matches } = *mv;
        let heaps = state.heaps.len();
        let Some(Heap { left, taken }) = state.heaps.get_mut(usize::from(heap)) else {
            let detail = format!("there is no heap {heap}; the heaps are numbered 0 to {}", heaps.saturating_sub(1));
            return Err(Illegal::new("no-such-heap", "Bouton, section 1", detail));
        };
        if !(1..=*left).contains(&matches) {
            let detail =
                format!("heap {heap} has {left} matches, so {matches} cannot be taken; at least one has to be");
            return Err(Illegal::new("not-so-many", "Bouton, section 1", detail));
        }
        *left -= matches;
        *taken += matches;
        state.turn = seat.clockwise(SEATS);
        table.tell_all(Effect::Taken { seat, heap, matches });
        Ok(())
    }

    fn view(state: &State, _viewer: Viewer) -> State {
        state.clone()
    }

    fn outcome(state: &State) -> Option<Outcome> {
        // The turn has passed on from whoever took the last match.
        let winner = if state.misere { state.turn } else { state.turn.clockwise(SEATS) };
        let scores = Seat::all(SEATS).map(|seat| i32::from(seat == winner)).collect();
        is_over(state).then(|| Outcome::by_score(scores, Reason::of("took-the-last-match")))
    }
}

fn is_over(state: &State) -> bool {
    state.heaps.iter().all(|heap| heap.left == 0)
}

#[cfg(test)]
mod tests;
