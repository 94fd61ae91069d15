//! What every ruleset has to keep, tried on random games: one suite, generic over the ruleset.
//!
//! A ruleset joins by implementing [`Specimen`] in its tests and by a line of [`conforms`](crate::conforms), also one that
//! lies in another crate, under the feature `conformance`: `examples/nim` is one. Each kind of check is a file, with one
//! function `check`, which panics where a ruleset does not keep what it has to; a failure names the game (variant, seats, seed)
//! and the index at which to look.
//!
//! How much has to be tried for a check to count grows with the games: a small game cannot try much, and a large one that tries
//! little has a gap in its specimen.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

pub mod conservation;
pub mod floors;
pub mod legality;
mod openness;
pub mod replays;
pub mod secrecy;
pub mod sentences;
mod specimen;
pub mod termination;
pub mod timing;
mod walk;

#[cfg(any(test, fuzzing))]
mod bundles;
#[cfg(test)]
mod corpus;
#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod golden;
#[cfg(test)]
mod kept;
#[cfg(any(test, fuzzing))]
mod no_sentence;
#[cfg(any(test, fuzzing))]
pub(crate) mod rulings;
#[cfg(any(test, fuzzing))]
mod tamper;
#[cfg(any(test, fuzzing))]
mod tournament;

pub use specimen::Specimen;

/// Makes the tests of each ruleset, one for each kind: `conforms! { nim: crate::Nim }` makes a module `nim` of them. The type is
/// named as from within that module.
#[macro_export]
macro_rules! conforms {
    ($($name:ident: $ruleset:ty),+ $(,)?) => {$(
        mod $name {
            #[test]
            fn legal_moves_are_exactly_those_that_are_accepted() {
                $crate::conformance::legality::check::<$ruleset>();
            }

            #[test]
            fn a_replay_is_byte_equal_at_every_index() {
                $crate::conformance::replays::check::<$ruleset>();
            }

            #[test]
            fn every_component_is_somewhere_exactly_once() {
                $crate::conformance::conservation::check::<$ruleset>();
            }

            #[test]
            fn nothing_depends_on_what_the_viewer_must_not_know() {
                $crate::conformance::secrecy::check::<$ruleset>();
            }

            #[test]
            fn how_long_a_refusal_takes_does_not_follow_what_is_hidden() {
                $crate::conformance::timing::check::<$ruleset>();
            }

            #[test]
            fn nothing_that_is_hashed_or_compared_has_a_sentence() {
                $crate::conformance::sentences::check::<$ruleset>();
            }

            #[test]
            fn every_game_ends_with_an_outcome() {
                $crate::conformance::termination::check::<$ruleset>();
            }
        }
    )+};
}

#[cfg(test)]
macro_rules! served {
    ($($ruleset:ident: $folder:ident, $tag:literal;)+) => {
        conforms! { $($folder: crate::rulesets::$folder::$ruleset),+ }
    };
}

#[cfg(test)]
crate::each_ruleset!(served);
