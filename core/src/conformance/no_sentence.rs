//! No sentence in any record, payload or state of a bundle, whether its game was played out or stopped: whatever the program
//! words otherwise, every hash and every verdict stays.

use super::bundles::{edition, record, record_until};
use super::sentences::assert_none;
use super::specimen::Specimen;
use super::walk::Played;
use crate::audit::Bundle;
use crate::kernel::{EntropyPolicy, Match};
use crate::log::{Created, parse_action};
use crate::rulesets::any::AnyMatch;

/// The states that a bundle commits to.
fn states(bundle: &Bundle) -> Vec<Vec<u8>> {
    let payload = |at: usize| bundle.events[at].payload.as_ref().expect("told").get();
    let created = Created::parse(bundle.events[0].record.kind, payload(0)).expect("created");
    let mut game: AnyMatch = created.open(bundle.server_seed.expect("told")).expect("opened").0;
    let mut states = Vec::from_iter(game.canonical_state().expect("canonical"));
    for at in 1..bundle.events.len() {
        let record = &bundle.events[at].record;
        let action = parse_action(created.edition(), record.kind, record.seat, payload(at)).expect("an action");
        game.advance(&action).expect("legal");
        states.extend(game.canonical_state().expect("canonical"));
    }
    states
}

pub(super) fn check<R: Specimen>() {
    for played in Played::<R>::all() {
        let outcome = played.positions.last().and_then(Match::outcome).expect("the game is over");
        let words = edition::<R>().words(&outcome.reason);
        assert!(words.contains(' '), "{}: {words:?} is for people", played.case);
    }
    for (variant, options) in R::variants() {
        let seats = *R::SEATS.start();
        let whole = record::<R>(&options, seats, EntropyPolicy::Required);
        let stopped = record_until::<R>(&options, seats, EntropyPolicy::None, 4);
        for bundle in [whole, stopped] {
            let at = format!("{}, variant {variant}", R::NAME);
            for event in &bundle.events {
                let what = format!("{at}, event {}", event.record.index);
                assert_none(event.payload.as_ref().expect("told").get(), &what);
                assert_none(&serde_json::to_string(&event.record).expect("JSON"), &what);
            }
            for state in states(&bundle) {
                assert_none(std::str::from_utf8(&state).expect("UTF-8"), &at);
            }
            let outcome = bundle.outcome.expect("over");
            assert_none(&serde_json::to_string(&outcome).expect("JSON"), &at);
        }
    }
}
