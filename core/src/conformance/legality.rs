//! Kind 1: `legal` lists exactly the moves that `play` accepts.

use std::collections::BTreeSet;

use super::floors::Floors;
use super::specimen::Specimen;
use super::walk::{Chance, Played, pool, text};
use crate::kernel::{Action, Match, Refusal, Seat};

/// The design's limit on the length of a listing.
const MOST_MOVES: usize = 5_000;

/// How many moves of the pool are tried on each position.
const TRIED: usize = 24;

/// Fails where `legal` and `play` disagree, anybody moves who is not awaited, or a type of move is never legal.
///
/// At least one move has to be refused for every time that a seat is awaited ([`Floors::refused`]).
pub fn check<R: Specimen>() {
    let (pool, samples) = (pool::<R>(), R::samples());
    let (mut refused, mut listed_types, mut floors) = (0, BTreeSet::new(), Floors::default());
    for played in Played::<R>::all() {
        floors.add(&played);
        let mut chance = Chance::new(played.case.seed);
        for (index, game) in played.positions.iter().enumerate() {
            let here = played.at(index);
            nobody_else_may_move(game, played.case.seats, &here);
            for seat in game.awaiting().iter() {
                let listed = listing(game, seat, &here);
                listed_types.extend(listed.iter().map(|wire| type_of(wire)));
                let foreign = samples.iter().chain(chance.picks(&pool, TRIED));
                refused += foreign.filter(|mv| !accepted_iff_listed(game, seat, mv, &listed, &here)).count();
            }
        }
    }
    let (name, awaited) = (R::NAME, floors.refused);
    assert!(
        refused >= awaited,
        "{name}: {refused} foreign moves were refused on {awaited} positions: too few are tried"
    );
    let types: BTreeSet<String> = samples.iter().map(|mv| type_of(&text(mv))).collect();
    assert_eq!(listed_types, types, "{}: the types that were legal somewhere, and those of the samples", R::NAME);
}

fn type_of(wire: &str) -> String {
    let wire: serde_json::Value = serde_json::from_str(wire).expect("JSON");
    wire["type"].as_str().expect("a move has a type").to_owned()
}

fn nobody_else_may_move<R: Specimen>(game: &Match<R>, seats: u8, here: &str) {
    let state = game.state().expect("the game is dealt");
    assert_eq!(R::awaiting(state), game.awaiting(), "{here}");
    for seat in Seat::all(seats + 1).filter(|seat| !game.awaiting().contains(*seat)) {
        assert_eq!(R::legal(state, seat), [], "{here}: {seat} is not awaited");
    }
    for seat in game.awaiting().iter() {
        assert_eq!(R::out(state, seat), None, "{here}: {seat} is awaited");
    }
}

/// The listed moves as text, every one of them accepted.
fn listing<R: Specimen>(game: &Match<R>, seat: Seat, here: &str) -> BTreeSet<String> {
    let moves = game.legal(seat);
    assert!(!moves.is_empty(), "{here}: {seat} is awaited and cannot move");
    assert!(moves.len() <= MOST_MOVES, "{here}: {} moves are listed", moves.len());
    let listed: BTreeSet<String> = moves.iter().map(text).collect();
    assert_eq!(listed.len(), moves.len(), "{here}: a move is listed twice");
    for mv in moves {
        assert!(accepted_iff_listed(game, seat, &mv, &listed, here));
    }
    listed
}

/// Whether the move is accepted, having made sure that it is exactly when listed.
fn accepted_iff_listed<R: Specimen>(
    game: &Match<R>,
    seat: Seat,
    mv: &R::Move,
    listed: &BTreeSet<String>,
    here: &str,
) -> bool {
    match game.play(&Action::Move(seat, mv.clone())) {
        Ok(_) => assert!(listed.contains(&text(mv)), "{here}: {seat} may play {mv:?}, which is not listed"),
        Err(Refusal::Illegal(illegal)) => {
            assert!(!listed.contains(&text(mv)), "{here}: {mv:?} is listed and refused: {illegal}");
            assert!(
                !illegal.code.is_empty() && !illegal.rule.is_empty() && !illegal.detail.is_empty(),
                "{here}: {mv:?}"
            );
            return false;
        }
        Err(refusal) => panic!("{here}: {mv:?}: {refusal}"),
    }
    true
}
