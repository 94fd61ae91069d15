//! Kind 8: how long a refusal takes tells nothing of what the mover must not know.
//!
//! The refusal of a move is timed on a state and on a twin of it that differs only in what is hidden from the mover: in
//! two series, in an order drawn by chance. If what is hidden has no say, which of the two took longer in one series says
//! nothing about the other, whatever else the machine does meanwhile: that they agree is a fair coin, and leaves
//! [`DEVIATIONS`] standard deviations once in a billion runs. Nothing is asked of the times themselves. Which of the two
//! is slower would not do: either may be, pair by pair, where the time follows a hidden card.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::floors;
use super::specimen::Specimen;
use super::walk::{Chance, Played, pool};
use crate::kernel::{GameKey, Seat, Table, Viewer};

/// How far the count may be above the middle.
const DEVIATIONS: f64 = 6.0;

/// About how many pairs are timed of one game.
const PAIRS: u32 = 300;

/// How many positions are asked for a pair, about, until there have to be enough: one in a hundred has to have one.
const ASKED: u32 = 50_000;

/// What the choices of later walks follow from.
const AGAIN: u8 = 0xff;

/// How often each of a pair is timed in a series; the quickest counts.
const TIMES: usize = 6;

/// How many refusals are timed as one: a single one is shorter than what some clocks tell apart.
const REFUSALS: usize = 8;

/// Fails where the time of a refusal follows what the mover must not know.
///
/// A small game is walked again, with other twins and other moves, until as many pairs are timed as of a large one. Where nothing
/// is hidden ([`Specimen::OPEN`]) there is nothing that a time could follow.
pub fn check<R: Specimen>() {
    if R::OPEN {
        return;
    }
    let pool = pool::<R>();
    let (mut agreement, mut asked) = (Agreement::default(), 0);
    let mut again = Chance::new(AGAIN);
    for walk in 0_u64.. {
        for played in Played::<R>::all() {
            let mut first = Chance::new(played.case.seed);
            asked += agreement.walk(&played, &pool, if walk == 0 { &mut first } else { &mut again });
        }
        if asked == 0 || asked > ASKED || agreement.pairs() > floors::PAIRS {
            break;
        }
    }
    assert!(agreement.pairs() > floors::PAIRS, "{}: of {asked} positions only {agreement:?} were timed", R::NAME);
    assert!(
        agreement.deviations() < DEVIATIONS,
        "{}: the time of a refusal follows what is hidden: {agreement:?}, {:.1} standard deviations",
        R::NAME,
        agreement.deviations()
    );
}

/// How many pairs were the same way round in both series.
#[derive(Debug, Default)]
struct Agreement {
    alike: u32,
    unlike: u32,
    /// Pairs that one of the series did not tell apart.
    even: u32,
}

impl Agreement {
    /// Times pairs of one game, others on every walk, and tells how many positions were asked for one.
    fn walk<R: Specimen>(&mut self, played: &Played<R>, pool: &[R::Move], chance: &mut Chance) -> u32 {
        let mut asked = 0;
        let length = u32::try_from(played.positions.len()).expect("a short game");
        for (_, state) in played.states() {
            if chance.below(length) >= PAIRS {
                continue;
            }
            let Some(seat) = R::awaiting(state).iter().next() else { continue };
            let Some(mv) = chance.pick(pool) else { continue };
            asked += 1;
            let mut twin = state.clone();
            R::shuffle_hidden(&mut twin, Viewer::Seat(seat), None, &mut |bound| chance.below(bound));
            if twin != *state {
                self.add(chance, |which| refusals::<R>([state, &twin][which], seat, mv));
            }
        }
        asked
    }

    fn pairs(&self) -> u32 {
        self.alike + self.unlike + self.even
    }

    /// Times the two of a pair; one that is not timed does not count.
    fn add(&mut self, chance: &mut Chance, time: impl Fn(usize) -> Option<Duration>) {
        let mut quickest = [[Duration::MAX; 2]; 2];
        for _ in 0..TIMES {
            for series in &mut quickest {
                let first = chance.below(2) as usize;
                for which in [first, 1 - first] {
                    let Some(took) = time(which) else { return };
                    series[which] = series[which].min(took);
                }
            }
        }
        let [one, other] = quickest.map(|[own, others]| own.cmp(&others));
        match (one.is_eq() || other.is_eq(), one == other) {
            (true, _) => self.even += 1,
            (false, true) => self.alike += 1,
            (false, false) => self.unlike += 1,
        }
    }

    /// Standard deviations above the middle.
    fn deviations(&self) -> f64 {
        let [alike, unlike] = [self.alike, self.unlike].map(f64::from);
        (alike - unlike) / (alike + unlike).max(1.0).sqrt()
    }
}

/// How long some refusals of a move take; none where it is accepted.
fn refusals<R: Specimen>(state: &R::State, seat: Seat, mv: &R::Move) -> Option<Duration> {
    // Copies are made alike: how a state came to lie in memory is no secret of it.
    let mut copies = vec![state.clone(); REFUSALS];
    let mut table = Table::at(GameKey::new([0; 32]), 1);
    let mut refused = true;
    let begun = Instant::now();
    for copy in &mut copies {
        refused &= black_box(R::play(black_box(copy), seat, mv, &mut table)).is_err();
    }
    let took = begun.elapsed();
    refused.then_some(took)
}

#[test]
fn a_refusal_that_takes_longer_for_some_hidden_cards_is_noticed() {
    let mut chance = Chance::new(1);
    let mut agreement = Agreement::default();
    for _ in 0..1_000 {
        // One of eight hidden cards costs a few more looks.
        let looks = [chance.below(8), chance.below(8)].map(|hidden| if hidden == 0 { 600 } else { 500 });
        agreement.add(&mut chance, |which| {
            let begun = Instant::now();
            for look in 0..looks[which] {
                black_box(look);
            }
            Some(begun.elapsed())
        });
    }
    assert!(agreement.deviations() > DEVIATIONS, "{agreement:?}, {:.1} standard deviations", agreement.deviations());
}
