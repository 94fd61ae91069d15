//! Two versions of a ruleset that only tests have: their rules differ, so a game that is taken for one of the other version
//! ends otherwise or is refused.
//!
//! Each seat in turn calls a number, as often as there are rounds. Version 1 takes 1 to 3, and the highest sum wins; version 2
//! takes 1 to 4, and the lowest does. The last call of every seat is concealed until the game is over.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::catalogue::Component;
use crate::kernel::{Illegal, Outcome, Reason, Ruleset, Seat, Seats, Table, Viewer};

/// Version 1.
#[derive(Debug)]
pub struct DrillV1;

/// Version 2.
#[derive(Debug)]
pub struct Drill;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", schema(as = DrillOptions))]
pub struct Options {
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 9))]
    pub rounds: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { rounds: 2 }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    rounds: u8,
    calls: Vec<Vec<u8>>,
    turn: u8,
    drawn: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = DrillMove))]
pub enum Move {
    Call { number: u8 },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = DrillView))]
pub struct View {
    pub turn: u8,
    pub calls: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = DrillEffect))]
pub enum Effect {
    Drawn { number: u32 },
}

pub(crate) fn catalogue() -> Vec<Component> {
    Vec::new()
}

pub(crate) fn words(reason: &Reason) -> Option<String> {
    (reason.code == "all-have-called").then(|| "everyone has called".into())
}

fn deal(options: Options, seats: u8, table: &mut Table<Effect>) -> Result<State, Illegal> {
    if !(1..=9).contains(&options.rounds) {
        return Err(Illegal::new("rounds-out-of-range", "DR-1", "take 1 to 9 rounds"));
    }
    let calls = vec![Vec::new(); usize::from(seats)];
    Ok(State { rounds: options.rounds, calls, turn: 0, drawn: table.below(1000) })
}

fn awaiting(state: &State) -> Seats {
    let over = state.calls.iter().all(|calls| calls.len() == usize::from(state.rounds));
    if over { Seats::NONE } else { Seats::one(Seat(state.turn)) }
}

fn play(state: &mut State, seat: Seat, mv: Move, most: u8, table: &mut Table<Effect>) -> Result<(), Illegal> {
    let Move::Call { number } = mv;
    if !(1..=most).contains(&number) {
        return Err(Illegal::new("call-out-of-range", "DR-2", format!("call 1 to {most}")));
    }
    let seats = state.calls.len() as u8;
    if let Some(calls) = state.calls.get_mut(seat.index()) {
        calls.push(number);
        if calls.len() == usize::from(state.rounds) {
            table.conceal();
        }
    }
    state.drawn = table.below(1000);
    table.tell_all(Effect::Drawn { number: state.drawn });
    state.turn = (state.turn + 1) % seats;
    Ok(())
}

fn sums(state: &State) -> Vec<i32> {
    state.calls.iter().map(|calls| calls.iter().map(|call| i32::from(*call)).sum()).collect()
}

macro_rules! version {
    ($name:ident, $version:literal, $most:literal, $outcome:expr) => {
        impl Ruleset for $name {
            const NAME: &'static str = "drill";
            const VERSION: u32 = $version;
            const SEATS: RangeInclusive<u8> = 2..=4;

            type Options = Options;
            type State = State;
            type Move = Move;
            type View = View;
            type Effect = Effect;

            fn deal(options: &Options, seats: u8, table: &mut Table<Effect>) -> Result<State, Illegal> {
                deal(*options, seats, table)
            }

            fn awaiting(state: &State) -> Seats {
                awaiting(state)
            }

            fn legal(state: &State, seat: Seat) -> Vec<Move> {
                let open = awaiting(state).contains(seat);
                (1..=$most).filter(|_| open).map(|number| Move::Call { number }).collect()
            }

            fn play(state: &mut State, seat: Seat, mv: &Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
                play(state, seat, *mv, $most, table)
            }

            fn view(state: &State, _: Viewer) -> View {
                View { turn: state.turn, calls: state.calls.iter().map(|calls| calls.len() as u32).collect() }
            }

            fn outcome(state: &State) -> Option<Outcome> {
                awaiting(state).is_empty().then(|| $outcome(state))
            }
        }
    };
}

version!(DrillV1, 1, 3, |state: &State| Outcome::by_score(sums(state), Reason::of("all-have-called")));
version!(Drill, 2, 4, |state: &State| {
    let mut outcome = Outcome::by_score(sums(state), Reason::of("all-have-called"));
    outcome.ranking.sort_by_key(|place| place.first().map(|seat| sums(state)[seat.index()]));
    outcome
});
