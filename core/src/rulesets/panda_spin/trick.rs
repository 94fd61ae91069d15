//! A trick: whose turn is next, what passing does, how it ends.

use super::state::{Phase, Player, State, Trick, insert};
use super::view::Shown;
use super::{Card, Effect, Side, deal};
use crate::kernel::{Illegal, Seat, Table};

/// Begins a trick of all who have cards (PS-5).
pub(super) fn begin(state: &mut State, number: u8, leader: Seat, table: &mut Table<Effect>) {
    let inside = state.seated().filter(|(_, player)| player.hand.size() > 0).map(|(seat, _)| seat).collect();
    state.trick = Trick { bids: Vec::new(), inside, number };
    table.tell_all(Effect::Trick { trick: number, leader });
    await_turn(state, leader, table);
}

fn await_turn(state: &mut State, seat: Seat, table: &mut Table<Effect>) {
    state.turn = seat;
    state.phase = Phase::Turn {};
    table.tell_all(Effect::Turn { seat });
}

/// After the turn of a seat: clockwise to the next that has not passed (PS-5), or to the end of the trick. A lead that
/// was passed on goes to the last seat left as well: it leads and plays, and has won nothing before that (PS-28).
pub(super) fn go_on(state: &mut State, after: Seat, table: &mut Table<Effect>) -> Result<(), Illegal> {
    let led = state.trick.highest().is_some();
    let order: Vec<Seat> = state.clockwise_after(after).collect();
    for seat in order {
        if led && let [winner] = *state.trick.inside {
            return end(state, winner, table);
        }
        if !state.trick.inside.contains(&seat) {
            continue;
        }
        if state.hand_size(seat) > 0 {
            await_turn(state, seat, table);
            return Ok(());
        }
        // Whoever has no cards passes without being asked: PS-15.
        pass(state, seat, table)?;
    }
    match *state.trick.inside {
        [winner, ..] => end(state, winner, table),
        // All had nothing but Elements, and no card is left.
        [] => {
            show_out(state, table);
            deal::end(state, table)
        }
    }
}

/// A seat passes, and treats its cards at once (PS-16).
pub(super) fn pass(state: &mut State, seat: Seat, table: &mut Table<Effect>) -> Result<(), Illegal> {
    table.tell_all(Effect::Passed { seat });
    let lying = state.trick.lying(seat);
    // A bomb that is passed on was beaten by a bomb, as nothing else beats it, and is not taken back: PS-12.
    let bombed = state.trick.bids_of(seat).any(|bid| bid.combination.is_bomb());
    let all_white = lying.iter().all(|card| card.side == Side::White);
    if lying.is_empty() {
        state.trick.inside.retain(|other| *other != seat);
        return Ok(());
    }
    if bombed || !all_white {
        discard(state, seat, table);
        return Ok(());
    }
    state.trick.inside.retain(|other| *other != seat);
    let seen = &mut state.player_mut(seat)?.hand.seen;
    lying.iter().for_each(|card| insert(seen, card.animal));
    let turned = lying.into_iter().map(|card| Shown::blue(card.animal)).collect();
    table.tell_all(Effect::TookBack { seat, cards: turned });
    Ok(())
}

/// All that a seat played to the trick goes face up on the discard pile, and the seat is out of the trick.
fn discard(state: &mut State, seat: Seat, table: &mut Table<Effect>) {
    let cards: Vec<_> = state.trick.lying(seat).into_iter().map(|card| card.animal).collect();
    state.trick.inside.retain(|other| *other != seat);
    state.discard.extend(cards.iter().copied().map(Card::Animal));
    if !cards.is_empty() {
        table.tell_all(Effect::Discarded { seat, cards });
    }
}

/// The trick is won: its winner discards, who has no cards shows out, and the next trick or round begins.
pub(super) fn end(state: &mut State, winner: Seat, table: &mut Table<Effect>) -> Result<(), Illegal> {
    table.tell_all(Effect::TrickWon { seat: winner });
    discard(state, winner, table); // PS-17.
    show_out(state, table);
    let with_cards = state.seated().filter(|(_, player)| player.hand.size() > 0).count();
    if with_cards <= 1 {
        return deal::end(state, table); // PS-21.
    }
    // A trick costs a card, and a round has seventy.
    let number = state.trick.number + 1;
    let leader = next_leader(state, winner);
    begin(state, number, leader, table);
    Ok(())
}

/// The points of a seat that shows out: as many as the longest hand has cards, seven at most (PS-19).
const MOST_POINTS: u8 = 7;

/// Whoever lost the last card in this trick shows out, now that it is over (PS-18).
fn show_out(state: &mut State, table: &mut Table<Effect>) {
    let longest = state.players.iter().map(|player| player.hand.size()).max().unwrap_or(0);
    let points = longest.min(MOST_POINTS);
    let done = |player: &Player| !player.out && player.hand.size() == 0;
    for (seat, player) in (0..).map(Seat).zip(&mut state.players).filter(|(_, player)| done(player)) {
        player.out = true;
        player.points += u16::from(points);
        table.tell_all(Effect::ShownOut { seat, points });
    }
}

/// The winner, or with its last card gone the one who has most; of several the next clockwise (PS-20).
pub(super) fn next_leader(state: &State, winner: Seat) -> Seat {
    if state.hand_size(winner) > 0 {
        return winner;
    }
    let longest = state.players.iter().map(|player| player.hand.size()).max().unwrap_or(0);
    state.clockwise_after(winner).find(|seat| state.hand_size(*seat) == longest).unwrap_or(winner)
}
