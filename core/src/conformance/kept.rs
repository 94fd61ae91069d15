//! What the rulesets that are served keep besides the contract: bundles that verify, attacks that are found, golden replays.

use super::{Specimen, floors, tamper};

macro_rules! kept {
    ($($ruleset:ident: $folder:ident, $tag:literal;)+) => {
        $(mod $folder {
            use crate::conformance::{bundles, golden, no_sentence, tamper};
            use crate::rulesets::$folder::$ruleset;

            #[test]
            fn nothing_of_a_bundle_that_is_hashed_or_compared_has_a_sentence() {
                no_sentence::check::<$ruleset>();
            }

            #[test]
            fn a_bundle_round_trips_and_verifies() {
                bundles::check::<$ruleset>();
            }

            /// Tried once, for the test below and for the table in docs/verify.md.
            pub(super) fn tampering() -> &'static tamper::Table {
                static TABLE: std::sync::OnceLock<tamper::Table> = std::sync::OnceLock::new();
                TABLE.get_or_init(tamper::check::<$ruleset>)
            }

            #[test]
            fn whatever_is_done_to_a_bundle_or_to_what_was_kept_of_it_is_found() {
                tampering();
            }

            #[test]
            fn the_floors_are_not_below_those_that_did_not_follow_from_its_games() {
                println!("{}: {:?}", stringify!($folder), super::floors_hold::<$ruleset>());
            }

            #[test]
            fn golden_replays_replay_as_they_were_recorded() {
                golden::check::<$ruleset>();
            }
        })+

        /// What finds which attack, over every ruleset: printed, and held against the page.
        #[test]
        fn the_table_on_the_page_is_what_was_found() {
            let mut table = tamper::Table::default();
            $(table.add($folder::tampering());)+
            println!("{table}");
            let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/verify.md")).expect("the page");
            assert!(page.contains(&table.to_string()), "the table of attacks on the page is to be\n\n{table}");
        }
    };
}

crate::each_ruleset!(kept);

/// What every ruleset was asked for whatever its size, before the floors followed from its games.
fn floors_hold<R: Specimen>() -> floors::Floors {
    let floors = floors::of::<R>();
    assert!(floors.refused > 1_000 && floors.looks > 2_000 && floors.twins() > 100, "{}: {floors:?}", R::NAME);
    assert!(!R::OPEN, "{}: a ruleset without secrets is asked for none", R::NAME);
    floors
}
