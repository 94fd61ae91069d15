//! Dealing, and the ranking at the end.

use std::cmp::Reverse;

use super::garden::Garden;
use super::{Category, Decks, Effect, End, Hex, Objective, Options, Phase, Player, Starter, State, Supply, Turn, turn};
use crate::kernel::{Illegal, Outcome, Reason, Seat, Table};

/// Sets the table up: the pond with both figures, everything shuffled, one objective of each category for every seat
/// (TK-2).
pub(super) fn open(options: &Options, seats: u8, table: &mut Table<Effect>) -> Result<State, Illegal> {
    options.check()?;
    let starter = match options.starter {
        // Below the number of seats, so it fits.
        Starter::Drawn => Seat(u8::try_from(table.below(u32::from(seats))).unwrap_or(0)),
        Starter::Seat0 => Seat(0),
    };
    let mut state = State {
        decks: Decks {
            gardener: deck(Category::Gardener, table),
            panda: deck(Category::Panda, table),
            plot: deck(Category::Plot, table),
        },
        discarded: Vec::new(),
        emperor: None,
        garden: Garden::default(),
        gardener: Hex::POND,
        growing: Vec::new(),
        options: options.clone(),
        panda: Hex::POND,
        phase: Phase::Act {},
        pile: shuffled(options.plots(), table),
        players: vec![Player::default(); usize::from(seats)],
        supply: Supply::BOX,
        turn: Turn::new(starter, 1),
    };
    table.tell_all(Effect::Dealt { starter });
    for (seat, player) in (0..).map(Seat).zip(&mut state.players) {
        for category in Category::ALL {
            let Some(objective) = state.decks.of_mut(category).pop_front() else { continue };
            player.hand.push(objective);
            table.tell_only(seat, Effect::Received { seat, objective });
        }
    }
    turn::begin(&mut state, starter, 1, table);
    Ok(state)
}

fn deck(category: Category, table: &mut Table<Effect>) -> std::collections::VecDeque<Objective> {
    shuffled(Objective::all().filter(|objective| objective.category() == category), table)
}

fn shuffled<T, C: FromIterator<T>>(things: impl Iterator<Item = T>, table: &mut Table<Effect>) -> C {
    let mut things: Vec<T> = things.collect();
    table.shuffle(&mut things);
    things.into_iter().collect()
}

/// Most points first; a tie goes to the most points from panda objectives, and is shared after that (TK-30).
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    let Phase::Over { by } = state.phase else { return None };
    let rank = |seat: Seat| {
        let panda = state.player(seat).map_or(0, |player| player.points(|category| category == Category::Panda));
        (state.score(seat), panda)
    };
    let mut seats: Vec<Seat> = Seat::all(state.seats()).collect();
    seats.sort_by_key(|seat| Reverse(rank(*seat)));
    let ranking = seats.chunk_by(|a, b| rank(*a) == rank(*b)).map(<[Seat]>::to_vec).collect();
    let scores = Seat::all(state.seats()).map(|seat| state.score(seat)).collect();
    let reason = match (by, state.emperor) {
        (End::Emperor, Some(seat)) => Reason::of("emperor").with("seat", seat.0),
        _ => Reason::of("turn-cap").with("turns", state.options.turn_cap),
    };
    Some(Outcome::new(ranking, scores, reason))
}

/// What a reason of this ruleset says; nothing for one that it does not give.
pub fn words(reason: &Reason) -> Option<String> {
    match &*reason.code {
        "emperor" => {
            let seat = reason.value("seat");
            Some(format!("seat {seat} took the Emperor card, and the others had their last turn"))
        }
        "turn-cap" => Some(format!("the last of {} turns was played", reason.value("turns"))),
        _ => None,
    }
}
