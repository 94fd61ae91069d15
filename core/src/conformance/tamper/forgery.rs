//! What somebody can make of a log who knows the format, and the seed once it is told: whatever needs no key can be
//! computed anew.

use serde_json::Value;
use serde_json::value::RawValue;

use crate::audit::note::SignerKey;
use crate::audit::{Bundle, Receipt};
use crate::kernel::{
    Action, Hash, Outcome, Reason, Record, Salt, ServerSeed, Text, canonical, payload_commitment, payload_salt,
    state_commitment, state_salt,
};
use crate::log::{Created, Event, Payload, header, parse_action};
use crate::rulesets::any::AnyMatch;

use super::kept::head;

pub(super) fn seed(bundle: &Bundle) -> ServerSeed {
    bundle.server_seed.expect("told")
}

/// Gives every event from one on its place, the link to the one before, and its hash.
pub(super) fn rechain(bundle: &mut Bundle, from: usize) {
    for at in from..bundle.events.len() {
        let prev = at.checked_sub(1).map_or(Hash::ZERO, |before| bundle.events[before].hash);
        let event = &mut bundle.events[at];
        event.record = Record { prev, index: at as u64, ..event.record.clone() };
        event.hash = event.record.hash().expect("a record");
    }
}

/// Commits an event to the payload that stands beside it, with the salt of its place.
pub(super) fn recommit(bundle: &mut Bundle, at: usize) {
    let salt = payload_salt(&seed(bundle), at as u64);
    let event = &mut bundle.events[at];
    let payload: Value = serde_json::from_str(event.payload.as_ref().expect("open").get()).expect("JSON");
    event.payload_salt = Some(salt);
    event.record.payload = payload_commitment(&salt, &canonical(&payload).expect("canonical"));
}

/// Commits every event from one on to its payload, and to the states that the payloads lead to as far as the rules take
/// them; then chains them.
pub(super) fn reseal(bundle: &mut Bundle, from: usize) {
    let seed = seed(bundle);
    for at in from..bundle.events.len() {
        recommit(bundle, at);
    }
    let mut game: Option<AnyMatch> = None;
    for at in 0..bundle.events.len() {
        game = advance(game, &bundle.events[at], seed);
        if at >= from {
            let event = &mut bundle.events[at];
            let state = game.as_ref().and_then(|game| game.canonical_state().expect("canonical"));
            let salt = state_salt(&seed, at as u64);
            // Where the rules stop, the old commitment is as good as any.
            event.record.state = state.map_or(event.record.state, |state| Some(state_commitment(&salt, &state)));
            event.state_salt = event.record.state.map(|_| salt);
        }
    }
    rechain(bundle, from);
}

/// The match after an event; nothing when the rules refuse it.
fn advance(game: Option<AnyMatch>, event: &Event, seed: ServerSeed) -> Option<AnyMatch> {
    let (kind, payload) = (event.record.kind, event.payload.as_ref()?.get());
    if event.record.index == 0 {
        return Some(Created::parse(kind, payload).ok()?.open(seed).ok()?.0);
    }
    let mut game = game?;
    let action = parse_action(game.edition(), kind, event.record.seat, payload).ok()?;
    game.advance(&action).ok()?;
    Some(game)
}

/// Signs the end of a log.
pub(super) fn sign(bundle: &mut Bundle, key: &SignerKey) {
    let game = bundle.events[0].record.id;
    bundle.receipt = Receipt { game, head: head(bundle) }.sign(key);
    bundle.public_key = key.verifier().to_string();
}

/// The log cut before an event, as if the game were still running.
pub(super) fn running(bundle: &Bundle, before: usize) -> Bundle {
    let mut cut = Bundle { server_seed: None, outcome: None, ..bundle.clone() };
    cut.events.truncate(before);
    cut.events.iter_mut().for_each(|event| event.state_salt = None);
    cut
}

/// The log cut before an event, and ended there by an organiser.
pub(super) fn adjudicated(bundle: &Bundle, before: usize) -> Bundle {
    let mut cut = bundle.clone();
    cut.events.truncate(before);
    let seats = parse_created(bundle).seats.len();
    let outcome = Outcome::by_score(vec![0; seats], Reason::ADJUDICATED);
    let action = Action::Adjudicated(outcome.clone());
    let reason = Text::new(Salt::new([9; 32]), "an organiser ends it");
    let payload = Payload::adjudicated(outcome.clone(), &reason).canonical().expect("canonical");
    let payload = String::from_utf8(payload).expect("UTF-8");
    let mut last = bundle.events[before].clone();
    (last.record.kind, last.record.seat) = header(&action);
    last.payload = Some(RawValue::from_string(payload).expect("JSON"));
    last.texts = vec![reason];
    cut.events.push(last);
    cut.outcome = Some(outcome);
    reseal(&mut cut, before);
    cut
}

fn parse_created(bundle: &Bundle) -> Created {
    let first = &bundle.events[0];
    Created::parse(first.record.kind, first.payload.as_ref().expect("open").get()).expect("a payload")
}

/// The whole log written anew: as if the game had been created at another moment.
pub(super) fn rewritten(bundle: &Bundle) -> Bundle {
    let mut other = bundle.clone();
    other.events[0].record.at = "1990-01-01T00:00:00.000Z".parse().expect("a moment");
    rechain(&mut other, 0);
    other
}
