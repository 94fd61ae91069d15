//! Dealing, and what follows when a deal is won.

use super::state::{Contender, Pagoda};
use super::{Effect, Options, Phase, Starter, State, Victory};
use crate::kernel::{Illegal, Seat, Table};

/// The first deal of a game.
pub(super) fn open(options: &Options, seats: u8, table: &mut Table<Effect>) -> Result<State, Illegal> {
    options.check()?;
    let starter = match options.starter {
        // Below the number of seats, so it fits; RP-5.
        Starter::Drawn => Seat(u8::try_from(table.below(u32::from(seats))).unwrap_or(0)),
        Starter::Seat0 => Seat(0),
    };
    let mut state = State {
        contenders: vec![None; usize::from(seats)],
        deal: 0,
        discard: Vec::new(),
        known: Vec::new(),
        left_over: Vec::new(),
        options: options.clone(),
        pagoda: Pagoda::default(),
        phase: Phase::Action { extra: false },
        removed: Vec::new(),
        starter,
        token: None,
        turn: starter,
        wins: vec![0; usize::from(seats)],
    };
    deal(&mut state, starter, table);
    Ok(state)
}

/// How many cards each seat is dealt (rulebook, Setup).
pub(super) fn hand(seats: u8) -> usize {
    if seats >= 6 { 8 } else { 10 }
}

/// Shuffles the whole pack and deals it; everyone is in again (RP-36). The draws are those of one shuffle.
fn deal(state: &mut State, starter: Seat, table: &mut Table<Effect>) {
    let mut pack = state.options.pack();
    table.shuffle(&mut pack);
    let mut pack = pack.into_iter();
    let hand = hand(state.seats());
    for contender in &mut state.contenders {
        *contender = Some(Contender { deck: pack.by_ref().take(hand).collect(), penalties: Vec::new() });
    }
    // Nothing is ever drawn from the rest: RP-4.
    state.left_over = pack.collect();
    state.discard.clear();
    state.known.clear();
    state.pagoda = Pagoda::default();
    state.removed.clear();
    state.token = None;
    state.deal += 1; // At most 49, for six seats in a series to nine wins.
    state.starter = starter;
    table.tell_all(Effect::Dealt { deal: state.deal, starter });
    begin_turn(state, starter, table);
}

pub(super) fn begin_turn(state: &mut State, seat: Seat, table: &mut Table<Effect>) {
    state.turn = seat;
    state.phase = Phase::Action { extra: false };
    table.tell_all(Effect::Turn { seat });
}

/// Scores a deal, and ends the game or deals again within the same event.
pub(super) fn won(state: &mut State, winner: Seat, by: Victory, table: &mut Table<Effect>) {
    table.tell_all(Effect::DealWon { seat: winner, by });
    let mut total = 0;
    if let Some(wins) = state.wins.get_mut(winner.index()) {
        *wins += 1;
        total = *wins;
    }
    if total >= state.options.wins_needed() {
        state.phase = Phase::Over { by, winner };
        table.tell_all(Effect::GameWon { seat: winner });
        return;
    }
    let clockwise = state.starter.clockwise(state.seats());
    // The next seat begins, whoever won: RP-36.
    let starter = if state.options.starter_rotation { clockwise } else { state.starter };
    deal(state, starter, table);
}
