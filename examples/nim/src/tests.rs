//! Nim held to the suite, to its rules, and the suite held to faults that a ruleset could have.

mod faults;
mod secret;

use pandect_core::conformance::Specimen;
use pandect_core::kernel::{Action, EntropyPolicy, Match, Opening, Refusal, Seat, ServerSeed};

use super::*;

impl Specimen for Nim {
    const OPEN: bool = true;

    fn variants() -> Vec<(&'static str, Options)> {
        let misere = Options { misere: true, ..Options::default() };
        let one = Options { heaps: vec![1], misere: false };
        vec![("the default", Options::default()), ("misère", misere), ("one match", one)]
    }

    fn samples() -> Vec<Move> {
        vec![Move::Take { heap: 0, matches: 1 }]
    }

    fn contents(options: &Options, _seats: u8) -> Vec<String> {
        let heap = |(heap, matches): (usize, &u8)| (1..=*matches).map(move |number| format!("{heap}/{number}"));
        options.heaps.iter().enumerate().flat_map(heap).collect()
    }

    fn components(state: &State) -> Vec<String> {
        let heap = |(heap, Heap { left, taken }): (usize, &Heap)| {
            // Those that are left have the low numbers.
            (1..=*left).chain(left + 1..=left + taken).map(move |number| format!("{heap}/{number}"))
        };
        state.heaps.iter().enumerate().flat_map(heap).collect()
    }

    fn max_events(options: &Options, _seats: u8) -> u64 {
        // The deal, and one match at a time.
        1 + options.heaps.iter().map(|matches| u64::from(*matches)).sum::<u64>()
    }
}

pandect_core::conforms! { nim: crate::Nim }

fn open(heaps: &[u8], misere: bool) -> Match<Nim> {
    let options = Options { heaps: heaps.to_vec(), misere };
    let seed = ServerSeed::new([0; 32]);
    Match::open(Opening { options, seats: 2, seed, entropy: EntropyPolicy::None }).expect("a game").0
}

/// Plays a game to its end.
fn play(heaps: &[u8], misere: bool, takes: &[(u8, u8, u8)]) -> Outcome {
    let mut game = open(heaps, misere);
    for (seat, heap, matches) in takes {
        let mv = Move::Take { heap: *heap, matches: *matches };
        game.advance(&Action::Move(Seat(*seat), mv)).expect("legal");
    }
    game.outcome().expect("over")
}

#[test]
fn whoever_takes_the_last_match_wins_or_loses_in_misere() {
    let takes = [(0, 1, 2), (1, 0, 1)];
    assert_eq!(play(&[1, 2], false, &takes).scores, [0, 1]);
    assert_eq!(play(&[1, 2], true, &takes).scores, [1, 0]);
    assert_eq!(play(&[1, 2], false, &takes).ranking, [[Seat(1)], [Seat(0)]]);
}

#[test]
fn what_the_rules_do_not_allow_is_refused_with_its_code() {
    let game = open(&[1, 2], false);
    for (heap, matches, code) in [(2, 1, "no-such-heap"), (0, 2, "not-so-many"), (1, 0, "not-so-many")] {
        let Err(Refusal::Illegal(illegal)) = game.play(&Action::Move(Seat(0), Move::Take { heap, matches })) else {
            panic!("{heap} {matches} is not refused");
        };
        assert_eq!(illegal.code, code);
    }
    for heaps in [vec![], vec![0], vec![21], vec![1; 21]] {
        let options = Options { heaps, misere: false };
        let seed = ServerSeed::new([0; 32]);
        let opened = Match::<Nim>::open(Opening { options, seats: 2, seed, entropy: EntropyPolicy::None });
        assert!(matches!(opened, Err(Refusal::Illegal(illegal)) if illegal.code == "no-such-heaps"));
    }
}
