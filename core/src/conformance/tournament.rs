//! Tampering with a tournament of every ruleset: every field of its log and its first line changed in turn, every line
//! removed, doubled, swapped and cut, and whatever an attacker without the key can make fit again, is found.

mod sentences;

use serde_json::{Value, json};

use super::sentences::assert_none;
use super::tamper::Table;

use crate::audit::note::{SignerKey, VerifierKey};
use crate::audit::{
    Bundle, Evidence, Level, LevelStatus, Receipt, Tampering, TournamentAudit, TournamentHeader, TournamentLine,
    TournamentVerifier, Verdict,
};
use crate::kernel::{EntropyPolicy, Hash, Head, Record, ServerSeed, canonical, payload_commitment};
use crate::rulesets::any::RulesetName;
use crate::selfplay::{SelfPlay, TournamentPlay};
use crate::tournament::TournamentEvent;

/// Games of the tournament.
const GAMES: usize = 20;
/// Events after which a game is adjudicated: each change verifies all games.
const EVENTS: u64 = 3;

/// A tournament bundle in parts.
#[derive(Clone)]
struct Parts {
    header: TournamentHeader,
    events: Vec<TournamentEvent>,
    games: Vec<Bundle>,
}

fn play() -> (Parts, VerifierKey) {
    let run = |ruleset: RulesetName| {
        let facts = ruleset.newest().facts();
        let (seed, entropy) = (ServerSeed::new([0x20; 32]), EntropyPolicy::None);
        SelfPlay { options: facts.options, seats: facts.seats.0, entropy, seed }
    };
    let runs: Vec<SelfPlay> = RulesetName::ALL.iter().copied().map(run).collect();
    let key = runs[0].signer().expect("a key").verifier();
    let mut play = TournamentPlay::new(runs, "Every ruleset").expect("a tournament");
    let games = (0..GAMES).map(|_| play.play_until(EVENTS).expect("a game")).collect();
    let (header, events) = play.seal().expect("the end");
    (Parts { header, events, games }, key)
}

impl Parts {
    fn audit(&self, key: Option<&VerifierKey>) -> TournamentAudit {
        self.audit_with(&Evidence { key, ..Evidence::default() })
    }

    fn audit_with(&self, evidence: &Evidence<'_>) -> TournamentAudit {
        let verifier = TournamentVerifier::new(self.header.clone(), &self.events, evidence);
        let games = self.games.iter().map(|game| verifier.game(game)).collect();
        verifier.close(games)
    }

    /// Every hash and link fits again from an event on, as somebody without the key can make them.
    fn reseal(&mut self, from: usize) {
        for at in from..self.events.len() {
            let prev = at.checked_sub(1).map_or(Hash::ZERO, |before| self.events[before].hash);
            let event = &mut self.events[at];
            let value: Value = serde_json::from_str(event.payload.get()).expect("JSON");
            let json = canonical(&value).expect("canonical");
            let payload = payload_commitment(&event.payload_salt, &json);
            event.record = Record { index: at as u64, prev, payload, ..event.record.clone() };
            event.hash = event.record.hash().expect("a record");
        }
        self.header.events = self.events.len() as u64;
    }

    fn sign(&mut self, key: &SignerKey) {
        let last = self.events.last().expect("an event");
        let head = Head { index: last.record.index, hash: last.hash };
        self.header.receipt = Receipt { game: last.record.id, head }.sign(key);
        self.header.public_key = key.verifier().to_string();
    }
}

#[track_caller]
fn assert_found(audit: &TournamentAudit, level: Level, tampering: Tampering, index: Option<u64>, what: &str) {
    assert_eq!(audit.verdict, Verdict::Failed, "{what}");
    let report = audit.levels.iter().find(|report| report.level == level).expect("a level");
    assert_eq!(report.status, LevelStatus::Failed, "{what}: {:?}", audit.findings);
    let found = audit
        .findings
        .iter()
        .any(|finding| finding.level == level && finding.tampering == tampering && finding.index == index);
    assert!(found, "{what}: {tampering:?} at {index:?}: {:?}", audit.findings);
}

/// Every value that is no object and no list, by its JSON pointer.
fn leaves(value: &Value, here: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| leaves(value, &format!("{here}/{name}"), found));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, item)| leaves(item, &format!("{here}/{n}"), found));
        }
        _ => found.push(here.into()),
    }
}

fn changed(value: &Value) -> Value {
    match value {
        Value::Number(number) => Value::from(number.as_i64().expect("an integer") + 1),
        Value::Bool(on) => Value::from(!on),
        Value::Null => Value::from(1),
        Value::String(text) => {
            let mut characters: Vec<char> = text.chars().collect();
            if let Some(last) = characters.last_mut() {
                *last = if *last == 'a' { 'b' } else { 'a' };
            }
            Value::from(characters.into_iter().collect::<String>())
        }
        Value::Object(_) | Value::Array(_) => Value::Null,
    }
}

#[test]
fn a_tournament_of_every_ruleset_verifies() {
    let (parts, key) = play();
    let audit = parts.audit(Some(&key));
    assert_eq!(audit.verdict, Verdict::Verified, "{:?}", audit.findings);
    assert_eq!(audit.games.len(), GAMES);
    let other = SignerKey::new("other", &[7; 32]).expect("a key").verifier();
    assert_found(&parts.audit(Some(&other)), Level::Signature, Tampering::WrongKey, None, "another key is trusted");
}

/// Sealed standings and the header's are compared, every payload is hashed.
#[test]
fn nothing_of_a_tournament_that_is_hashed_or_compared_has_a_sentence() {
    let (parts, _) = play();
    for event in &parts.events {
        assert_none(event.payload.get(), &format!("event {}", event.record.index));
    }
    assert_none(&serde_json::to_string(&parts.header.standings).expect("JSON"), "the header");
}

#[test]
fn every_field_of_every_event_is_found_at_its_level_and_index() {
    let (parts, _) = play();
    for at in 0..parts.events.len() {
        let event = serde_json::to_value(&parts.events[at]).expect("JSON");
        let mut places = Vec::new();
        leaves(&event, "", &mut places);
        for place in places {
            let mut tampered = event.clone();
            let field = tampered.pointer_mut(&place).expect("the field");
            *field = changed(field);
            let what = format!("event {at}, {place}");
            let Ok(tampered) = serde_json::from_value::<TournamentEvent>(json_text(&tampered)) else {
                // What no longer has the form of its field is refused as a line.
                let line = json!({ "line": "event", "content": tampered }).to_string();
                assert!(TournamentLine::parse(line.as_bytes(), 2).is_err(), "{what}");
                continue;
            };
            let mut parts = Parts { games: Vec::new(), ..parts.clone() };
            parts.events[at] = tampered;
            let (level, index) = match place.split('/').nth(1) {
                Some("record") if place.ends_with("/seat") || place.ends_with("/state") => (Level::Chain, at),
                Some("record" | "hash") => (Level::Chain, at),
                _ => (Level::Commitments, at),
            };
            let audit = parts.audit(None);
            let report = audit.levels.iter().find(|report| report.level == level).expect("a level");
            assert_eq!(report.first_bad_index, Some(index as u64), "{what}: {:?}", audit.findings);
        }
    }
}

/// The payload of an event is kept as text; a round through text makes it so again.
fn json_text(value: &Value) -> Value {
    serde_json::from_str(&value.to_string()).expect("JSON")
}

#[test]
fn a_changed_payload_that_fits_again_is_found_by_rules_standings_games_or_signature() {
    let (parts, _) = play();
    for at in 0..parts.events.len() {
        let payload: Value = serde_json::from_str(parts.events[at].payload.get()).expect("JSON");
        let mut places = Vec::new();
        leaves(&payload, "", &mut places);
        for place in places {
            let mut tampered = payload.clone();
            let field = tampered.pointer_mut(&place).expect("the field");
            *field = changed(field);
            let mut parts = parts.clone();
            parts.events[at].payload = serde_json::value::to_raw_value(&tampered).expect("JSON");
            parts.reseal(at);
            let last = parts.events.len() as u64 - 1;
            let what = format!("event {at}, {place}, resealed");
            // The receipt was signed before: it alone suffices.
            assert_found(&parts.audit(None), Level::Signature, Tampering::Edited, Some(last), &what);
        }
    }
}

#[test]
fn every_event_removed_doubled_swapped_or_cut_is_found() {
    let (parts, _) = play();
    let parts = Parts { games: Vec::new(), ..parts };
    for at in 0..parts.events.len() {
        let (index, last) = (at as u64, at + 1 == parts.events.len());
        let mut removed = parts.clone();
        removed.events.remove(at);
        let tampering = if last { Tampering::Truncated } else { Tampering::Removed };
        let level = if last { Level::Signature } else { Level::Chain };
        assert_found(&removed.audit(None), level, tampering, Some(index), "removed");
        let mut doubled = parts.clone();
        doubled.events.insert(at, parts.events[at].clone());
        assert_found(&doubled.audit(None), Level::Chain, Tampering::Inserted, Some(index), "doubled");
        if !last {
            let mut swapped = parts.clone();
            swapped.events.swap(at, at + 1);
            assert_found(&swapped.audit(None), Level::Chain, Tampering::Reordered, Some(index), "swapped");
        }
        if at > 0 {
            let mut cut = parts.clone();
            cut.events.truncate(at);
            cut.header.events = index;
            assert_found(&cut.audit(None), Level::Signature, Tampering::Truncated, Some(index), "cut");
        }
    }
}

#[test]
fn every_game_removed_doubled_exchanged_or_changed_is_found() {
    let (parts, _) = play();
    let attached = |at: usize| {
        let id = parts.games[at].events[0].record.id.to_string();
        let of_game = |event: &TournamentEvent| event.payload.get().contains(&format!("\"game\":\"{id}\""));
        parts.events.iter().position(of_game).expect("attached") as u64
    };
    for at in 0..GAMES {
        let mut removed = parts.clone();
        removed.games.remove(at);
        assert_found(&removed.audit(None), Level::Games, Tampering::Removed, Some(attached(at)), "a game removed");
        let mut doubled = parts.clone();
        doubled.games.push(parts.games[at].clone());
        assert_found(&doubled.audit(None), Level::Games, Tampering::Inserted, Some(attached(at)), "a game doubled");
        let mut cut = parts.clone();
        cut.games[at].events.pop();
        let concluded = attached(at) + 1;
        assert_found(&cut.audit(None), Level::Games, Tampering::Truncated, Some(concluded), "a game cut");
        let mut outcome = parts.clone();
        outcome.games[at].outcome.as_mut().expect("an end").scores[0] += 1;
        assert_found(&outcome.audit(None), Level::Games, Tampering::WrongOutcome, Some(concluded), "another outcome");
        let mut moved = parts.clone();
        moved.games[at].events[1].payload_salt = moved.games[at].events[0].payload_salt;
        assert_found(&moved.audit(None), Level::Games, Tampering::Edited, Some(attached(at)), "a game changed");
    }
    let (other, _) = play_other();
    let mut foreign = parts.clone();
    foreign.games[0] = other.games[0].clone();
    assert_found(&foreign.audit(None), Level::Games, Tampering::Inserted, None, "a game of another tournament");
}

/// Another tournament, of another seed.
fn play_other() -> (Parts, VerifierKey) {
    let facts = RulesetName::ALL[0].newest().facts();
    let seed = ServerSeed::new([0x21; 32]);
    let run = SelfPlay { options: facts.options, seats: facts.seats.0, entropy: EntropyPolicy::None, seed };
    let key = run.signer().expect("a key").verifier();
    let mut play = TournamentPlay::new(vec![run], "Another").expect("a tournament");
    let games = vec![play.play_until(EVENTS).expect("a game")];
    let (header, events) = play.seal().expect("the end");
    (Parts { header, events, games }, key)
}

#[test]
fn every_field_of_the_stated_standings_is_found() {
    let (parts, _) = play();
    let standings = serde_json::to_value(&parts.header.standings).expect("JSON");
    let mut places = Vec::new();
    leaves(&standings, "", &mut places);
    for place in places {
        let mut tampered = standings.clone();
        let field = tampered.pointer_mut(&place).expect("the field");
        *field = changed(field);
        let Ok(stated) = serde_json::from_value(tampered) else { continue };
        let mut parts = Parts { games: Vec::new(), ..parts.clone() };
        parts.header.standings = stated;
        assert_found(&parts.audit(None), Level::Standings, Tampering::WrongOutcome, None, &place);
    }
    let mut fewer = parts.clone();
    fewer.header.standings.pop();
    assert_found(&fewer.audit(None), Level::Standings, Tampering::WrongOutcome, None, "a player left out");
}

/// Whoever holds the key can write everything anew; what the rules and the games say still does not fit.
#[test]
fn a_holder_of_the_key_who_seals_other_standings_or_another_result_is_found() {
    let key = SignerKey::new("forger", &[66; 32]).expect("a key");
    let (parts, _) = play();
    let mut sealed = parts.clone();
    let last = sealed.events.len() - 1;
    let mut payload: Value = serde_json::from_str(sealed.events[last].payload.get()).expect("JSON");
    payload["standings"][0]["points"] = json!(999);
    sealed.events[last].payload = serde_json::value::to_raw_value(&payload).expect("JSON");
    sealed.reseal(last);
    sealed.sign(&key);
    assert_found(&sealed.audit(None), Level::Standings, Tampering::WrongOutcome, Some(last as u64), "other standings");

    let mut result = parts.clone();
    let concluded = parts.events.iter().position(|event| event.payload.get().contains("\"head\"")).expect("an end");
    let mut payload: Value = serde_json::from_str(result.events[concluded].payload.get()).expect("JSON");
    payload["outcome"]["reason"]["type"] = json!("another-reason");
    result.events[concluded].payload = serde_json::value::to_raw_value(&payload).expect("JSON");
    result.reseal(concluded);
    result.sign(&key);
    let index = Some(concluded as u64);
    assert_found(&result.audit(None), Level::Games, Tampering::WrongOutcome, index, "another result");
    assert_found(&result.audit(None), Level::Games, Tampering::WrongKey, Some(concluded as u64 - 1), "another key");
}

/// What finds which attack: printed, and held against the page.
#[test]
fn the_table_of_a_tournament_on_the_page_is_what_was_found() {
    let (parts, key) = play();
    let log = Parts { games: Vec::new(), ..parts.clone() };
    let own = SignerKey::new("forger", &[66; 32]).expect("a key");
    let mut table = Table::of_a_tournament();
    let mut attempt = |attack, parts: &Parts, change: &dyn Fn(&mut Parts)| {
        let mut tampered = parts.clone();
        change(&mut tampered);
        let audit = tampered.audit(Some(&key));
        assert_eq!(audit.verdict, Verdict::Failed, "{attack}: {audit:?}");
        table.failed(attack, &audit.levels);
    };
    for at in 1..parts.events.len() {
        attempt("a record changed", &parts, &|parts| {
            parts.events[at].record.at = "2030-01-01T00:00:00.000Z".parse().expect("a moment");
        });
        attempt("a payload changed", &parts, &|parts| parts.events[at].payload = edited(&parts.events[at]));
        attempt("a salt changed", &parts, &|parts| parts.events[at].payload_salt = parts.events[at - 1].payload_salt);
        attempt("a payload changed, and every commitment and hash behind it", &parts, &|parts| {
            parts.events[at].payload = edited(&parts.events[at]);
            parts.reseal(at);
        });
        attempt("an event removed, and every commitment and hash behind it", &parts, &|parts| {
            parts.events.remove(at);
            parts.reseal(at);
        });
        attempt("the tail cut", &parts, &|parts| {
            parts.events.truncate(at);
            parts.header.events = at as u64;
        });
    }
    for at in 0..GAMES {
        attempt("a game removed", &parts, &|parts| drop(parts.games.remove(at)));
        attempt("a game doubled", &parts, &|parts| parts.games.push(parts.games[at].clone()));
        attempt("a game cut", &parts, &|parts| drop(parts.games[at].events.pop()));
        attempt("a game with another outcome", &parts, &|parts| {
            parts.games[at].outcome.as_mut().expect("an end").scores[0] += 1;
        });
    }
    attempt("a game of another tournament", &parts, &|parts| parts.games[0] = play_other().0.games[0].clone());
    attempt("the stated standings changed", &parts, &|parts| parts.header.standings[0].points += 1);
    attempt("the receipt or the key changed", &log, &|parts| parts.sign(&own));
    attempt("all of the log sealed anew with other standings, and signed with a key of one's own", &parts, &|parts| {
        let last = parts.events.len() - 1;
        let mut payload: Value = serde_json::from_str(parts.events[last].payload.get()).expect("JSON");
        payload["standings"][0]["points"] = json!(999);
        parts.events[last].payload = serde_json::value::to_raw_value(&payload).expect("JSON");
        parts.reseal(last);
        parts.sign(&own);
    });
    printed(&table);
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/verify.md")).expect("the page");
    assert!(page.contains(&table.to_string()), "the table of a tournament on the page is to be\n\n{table}");
}

#[expect(clippy::print_stdout, reason = "the output of the test is the table")]
fn printed(table: &Table) {
    println!("{table}");
}

/// The payload with its first value changed.
fn edited(event: &TournamentEvent) -> Box<serde_json::value::RawValue> {
    let mut payload: Value = serde_json::from_str(event.payload.get()).expect("JSON");
    let mut places = Vec::new();
    leaves(&payload, "", &mut places);
    let field = payload.pointer_mut(&places[0]).expect("the field");
    *field = changed(field);
    serde_json::value::to_raw_value(&payload).expect("JSON")
}
