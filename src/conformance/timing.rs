//! Kind 8: how long a refusal takes tells nothing of what the mover must not know.
//!
//! The refusal of a move is timed on a state and on a twin of it that differs only in what is hidden from the mover, in an
//! order drawn by chance, and it is counted which of the two took longer. If what is hidden has no say, either is as
//! likely, whatever else the machine does meanwhile: the count is that of a fair coin, and leaves [`DEVIATIONS`] standard
//! deviations once in 500 million runs. Nothing is asked of the times themselves.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::Specimen;
use super::walk::{Chance, Played, pool};
use crate::kernel::{GameKey, Seat, Table, Viewer};

/// How far the count may be from the middle.
const DEVIATIONS: f64 = 6.0;

/// How many pairs are timed, at most.
const PAIRS: u32 = 4_000;

/// How often each refusal of a pair is timed; the quickest counts.
const TIMES: usize = 6;

pub(super) fn check<R: Specimen>() {
    let pool = pool::<R>();
    let (mut slower, mut faster) = (0_u32, 0_u32);
    for played in Played::<R>::all() {
        let mut chance = Chance::new(played.case.seed);
        for (_, state) in played.states() {
            let Some(seat) = R::awaiting(state).iter().next() else { continue };
            let Some(mv) = chance.pick(&pool) else { continue };
            let mut twin = state.clone();
            R::shuffle_hidden(&mut twin, Viewer::Seat(seat), None, &mut |bound| chance.below(bound));
            if twin == *state || slower + faster >= PAIRS {
                continue;
            }
            // Copies are made alike: how a state came to lie in memory is no secret of it.
            let Some((own, others)) = quickest::<R>([state, &twin], seat, mv, &mut chance) else { continue };
            slower += u32::from(own > others);
            faster += u32::from(own < others);
        }
    }
    let count = f64::from(slower + faster);
    let deviations = (f64::from(slower) - f64::from(faster)) / count.max(1.0).sqrt();
    assert!(count > 100.0, "{}: only {count} refusals were told apart by the clock", R::NAME);
    assert!(
        deviations.abs() < DEVIATIONS,
        "{}: the time of a refusal follows what is hidden: {slower} slower, {faster} faster than on another state that \
         looks the same, {deviations:.1} standard deviations",
        R::NAME
    );
}

/// The quickest refusals of a move on a state and on its twin; none where it is accepted.
fn quickest<R: Specimen>(
    pair: [&R::State; 2],
    seat: Seat,
    mv: &R::Move,
    chance: &mut Chance,
) -> Option<(Duration, Duration)> {
    let mut quickest = [Duration::MAX; 2];
    for _ in 0..TIMES {
        let first = chance.below(2) as usize;
        for which in [first, 1 - first] {
            quickest[which] = quickest[which].min(refusal::<R>(pair[which], seat, mv)?);
        }
    }
    Some((quickest[0], quickest[1]))
}

/// How long a refusal takes; none where the move is accepted.
fn refusal<R: Specimen>(state: &R::State, seat: Seat, mv: &R::Move) -> Option<Duration> {
    let mut copy = state.clone();
    let mut table = Table::at(GameKey::new([0; 32]), 1);
    let begun = Instant::now();
    let refused = black_box(R::play(black_box(&mut copy), seat, mv, &mut table)).is_err();
    let took = begun.elapsed();
    refused.then_some(took)
}
