//! Setting up and dealing.

use super::garden::Garden;
use super::{Category, Decks, Effect, Hex, Objective, Options, Phase, Player, Starter, State, Supply, Turn, turn};
use crate::kernel::{Illegal, Seat, Table};

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
