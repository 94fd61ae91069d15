//! What every ruleset has to keep, tried on random games: one suite, generic over the ruleset.
//!
//! A ruleset joins by implementing [`Specimen`] in its tests and by its line in `conforms!` below. Each kind of check
//! is a file; a failure names the game (variant, seats, seed) and the index at which to look.

mod bundles;
mod conservation;
#[cfg(test)]
mod corpus;
#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod golden;
mod legality;
mod no_sentence;
mod replays;
pub(crate) mod rulings;
mod secrecy;
mod specimen;
mod tamper;
mod termination;
mod timing;
mod tournament;
mod walk;

pub use specimen::Specimen;

conforms! {
    panda_spin: crate::rulesets::panda_spin::PandaSpin,
    red_panda: crate::rulesets::red_panda::RedPanda,
    panda_rei: crate::rulesets::panda_rei::PandaRei,
    takenoko: crate::rulesets::takenoko::Takenoko,
    inori: crate::rulesets::inori::Inori,
    villa_panda: crate::rulesets::villa_panda::VillaPanda,
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
            fn nothing_that_is_hashed_or_compared_has_a_sentence() {
                super::no_sentence::check::<$ruleset>();
            }

            #[test]
            fn every_game_ends_with_an_outcome() {
                super::termination::check::<$ruleset>();
            }

            #[test]
            fn a_bundle_round_trips_and_verifies() {
                super::bundles::check::<$ruleset>();
            }

            /// Tried once, for the test below and for the table in docs/verify.md.
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
        fn the_table_on_the_page_is_what_was_found() {
            let mut table = tamper::Table::default();
            $(table.add($name::tampering());)+
            println!("{table}");
            let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/verify.md")).expect("the page");
            assert!(page.contains(&table.to_string()), "the table of attacks on the page is to be\n\n{table}");
        }
    };
}
use conforms;
