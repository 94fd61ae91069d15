//! What every ruleset has to keep, tried on random games: one suite, generic over the ruleset.
//!
//! A ruleset joins by implementing [`Specimen`] in its tests and by its line in `conforms!` below. Each kind of check
//! is a file; a failure names the game (variant, seats, seed) and the index at which to look.

mod bundles;
mod conservation;
mod golden;
mod legality;
mod replays;
mod secrecy;
mod tamper;
mod termination;
mod timing;
mod tournament;
mod walk;

use crate::kernel::{Ruleset, Viewer};

conforms! {
    panda_spin: crate::rulesets::panda_spin::PandaSpin,
    red_panda: crate::rulesets::red_panda::RedPanda,
    panda_rei: crate::rulesets::panda_rei::PandaRei,
    takenoko: crate::rulesets::takenoko::Takenoko,
    inori: crate::rulesets::inori::Inori,
    villa_panda: crate::rulesets::villa_panda::VillaPanda,
}

/// A ruleset with what the suite cannot know by itself.
pub(crate) trait Specimen: Ruleset {
    /// The options to play with, each under a name; every variant of the rulebook is among them.
    fn variants() -> Vec<(&'static str, Self::Options)>;

    /// One move of every type. They are tried on every position, and each type has to be legal somewhere.
    fn samples() -> Vec<Self::Move>;

    /// What the box of a game with these options holds, by id, from the catalogue and not from the state.
    fn contents(options: &Self::Options, seats: u8) -> Vec<String>;

    /// Every component of a state, wherever it lies, by the same ids.
    fn components(state: &Self::State) -> Vec<String>;

    /// Permutes what the viewer must not know, and leaves in place whatever it does know. `below(n)` draws from `0..n`.
    ///
    /// With a move that an awaited seat is about to play, leaves in place too what the rules let the viewer learn by
    /// it: a card turned over, a look, a hand shown. What lies still counts, not what is drawn: the draws are the same
    /// for every order. Leaving too much in place checks less; leaving too little fails.
    fn shuffle_hidden(
        state: &mut Self::State,
        viewer: Viewer,
        before: Option<&Self::Move>,
        below: &mut dyn FnMut(u32) -> u32,
    );

    /// The most events that a game can have, the first one included; the ruleset says why.
    fn max_events(options: &Self::Options, seats: u8) -> u64;
}

/// Makes the tests of each listed ruleset, one for each kind.
macro_rules! conforms {
    ($($name:ident: $ruleset:ty,)+) => {$(
        mod $name {
            #[test]
            fn legal_moves_are_exactly_those_that_are_accepted() {
                super::legality::check::<$ruleset>();
            }

            #[test]
            fn a_replay_is_byte_equal_at_every_index() {
                super::replays::check::<$ruleset>();
            }

            #[test]
            fn every_component_is_somewhere_exactly_once() {
                super::conservation::check::<$ruleset>();
            }

            #[test]
            fn nothing_depends_on_what_the_viewer_must_not_know() {
                super::secrecy::check::<$ruleset>();
            }

            #[test]
            fn how_long_a_refusal_takes_does_not_follow_what_is_hidden() {
                super::timing::check::<$ruleset>();
            }

            #[test]
            fn every_game_ends_with_an_outcome() {
                super::termination::check::<$ruleset>();
            }

            #[test]
            fn a_bundle_round_trips_and_verifies() {
                super::bundles::check::<$ruleset>();
            }

            /// Tried once, for the test below and for the table in the README.
            pub(super) fn tampering() -> &'static super::tamper::Table {
                static TABLE: std::sync::OnceLock<super::tamper::Table> = std::sync::OnceLock::new();
                TABLE.get_or_init(super::tamper::check::<$ruleset>)
            }

            #[test]
            fn whatever_is_done_to_a_bundle_or_to_what_was_kept_of_it_is_found() {
                tampering();
            }

            #[test]
            fn golden_replays_replay_as_they_were_recorded() {
                super::golden::check::<$ruleset>();
            }
        }
    )+

        /// What finds which attack, over every ruleset: printed, and held against the page.
        #[test]
        fn the_table_in_the_readme_is_what_was_found() {
            let mut table = tamper::Table::default();
            $(table.add($name::tampering());)+
            println!("{table}");
            let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("the page");
            assert!(page.contains(&table.to_string()), "the README's table of attacks is to be\n\n{table}");
        }
    };
}
use conforms;
