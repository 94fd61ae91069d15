//! No sentence in what is hashed or compared: whatever the program words otherwise, every hash stays.

use serde_json::Value;

use super::specimen::Specimen;
use super::walk::{Played, text};
use crate::kernel::Action;

/// A code, an id, a hash or a number in digits: what a program says to a program. Words have spaces between them.
fn is_code(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || "@:.+_-".contains(c))
}

/// Every text in a value that is no code, names of fields included.
fn sentences(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) if !is_code(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| sentences(item, found)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            found.extend(Some(name).filter(|name| !is_code(name)).cloned());
            sentences(value, found);
        }),
        _ => {}
    }
}

#[track_caller]
pub(super) fn assert_none(json: &str, what: &str) {
    let mut found = Vec::new();
    sentences(&serde_json::from_str(json).expect("JSON"), &mut found);
    assert_eq!(found, Vec::<String>::new(), "{what}");
}

/// Fails where the options, a state, a move that was played or the outcome of a game has a sentence: one game of every variant.
pub fn check<R: Specimen>() {
    let shortest = |played: &Played<R>| played.case.seed == 0 && played.case.seats == *R::SEATS.start();
    for played in Played::<R>::all().filter(shortest) {
        assert_none(&text(&played.case.options), &played.at(0));
        for (here, state) in played.states() {
            assert_none(&text(state), &here);
            if let Some(outcome) = R::outcome(state) {
                assert_none(&text(&outcome), &here);
            }
        }
        for (index, action) in played.actions.iter().enumerate() {
            if let Action::Move(_, mv) = action {
                assert_none(&text(mv), &played.at(index));
            }
        }
    }
}
