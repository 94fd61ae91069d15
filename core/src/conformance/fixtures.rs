//! Whole bundles of this label in `fixtures/bundles/`: what other verifiers and the pages are tried on.
//!
//! There is the bundle of one game of every ruleset, the bundle of one tournament, and a short game that the tests of the
//! audit change. `UPDATE_GOLDEN=1` writes the ones that
//! are missing and rewrites those that no longer verify. In `older/` one file of every label before stays as it was written.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::bundles::text;
use super::golden::{is_update, listed, wrote};
use crate::audit::{
    Audit, Evidence, Finding, LevelReport, LevelStatus, TournamentAudit, TournamentLine, TournamentVerifier, Verdict,
    verify_json,
};
use crate::kernel::{EntropyPolicy, LABEL, ServerSeed};
use crate::rulesets::any::RulesetName;
use crate::selfplay::{SelfPlay, TournamentPlay};

/// The games of which one is written, the shortest.
const GAMES: u64 = 16;

/// Games of the tournament.
const TABLES: u64 = 7;

/// A game of the tournament that reaches so many events is adjudicated.
const EVENTS_MAX: u64 = 40;

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fixtures/bundles").join(name)
}

fn rulesets() -> impl Iterator<Item = RulesetName> {
    RulesetName::ALL.iter().copied().filter(|name| *name != RulesetName::Drill)
}

/// By the newest version, with the options of who gives none and the fewest seats.
fn run(ruleset: RulesetName, entropy: EntropyPolicy) -> SelfPlay {
    let facts = ruleset.newest().facts();
    SelfPlay { options: facts.options, seats: facts.seats.0, entropy, seed: ServerSeed::new([2; 32]) }
}

/// Holds a file against what is found wrong with it, and writes it where that is asked for.
fn hold(path: &Path, wrong: impl Fn(&[u8]) -> Option<String>, write: impl FnOnce() -> String) {
    let found = match fs::read(path) {
        Ok(file) => wrong(&file),
        Err(error) => Some(error.to_string()),
    };
    let Some(found) = found else { return };
    assert!(is_update(), "{}: {found}", path.display());
    let text = write();
    assert_eq!(wrong(text.as_bytes()), None, "{}, just written", path.display());
    fs::create_dir_all(folder(LABEL)).expect("the folder");
    fs::write(path, text).expect("written");
    wrote(LABEL, path, &found);
}

fn not_verified(verdict: Verdict, unknown: Option<String>, findings: &[Finding]) -> Option<String> {
    (verdict != Verdict::Verified).then(|| unknown.unwrap_or_else(|| format!("{verdict:?}: {findings:?}")))
}

fn game(ruleset: RulesetName) -> PathBuf {
    folder(LABEL).join(format!("{}.pandect.json", ruleset.as_str()))
}

fn tournament() -> PathBuf {
    folder(LABEL).join("tournament.pandect.ndjson")
}

#[test]
fn a_whole_bundle_of_every_ruleset_verifies_under_the_key_of_its_run() {
    for ruleset in rulesets() {
        let run = run(ruleset, EntropyPolicy::Required);
        let key = run.signer().expect("a key").verifier();
        let wrong = |file: &[u8]| {
            let audit = verify_json(file, Some(&key));
            not_verified(audit.verdict, audit.unknown, &audit.findings)
        };
        hold(&game(ruleset), wrong, || {
            let games = (0..GAMES).map(|number| run.play(number).expect("a game"));
            text(&games.min_by_key(|game| game.events.len()).expect("a game"))
        });
    }
}

/// The game of 33 events that the tests of the audit change.
fn changed_by_the_audit() -> PathBuf {
    folder(LABEL).join("red-panda-33.pandect.json")
}

#[test]
fn the_bundle_that_the_tests_of_the_audit_change_verifies_as_it_stands() {
    let run = SelfPlay { seed: ServerSeed::new([1; 32]), ..run(RulesetName::ALL[0], EntropyPolicy::None) };
    let key = run.signer().expect("a key").verifier();
    let wrong = |file: &[u8]| {
        let audit = verify_json(file, Some(&key));
        not_verified(audit.verdict, audit.unknown, &audit.findings)
    };
    hold(&changed_by_the_audit(), wrong, || text(&run.play(0).expect("a game")));
}

fn played() -> String {
    let runs = rulesets().map(|ruleset| run(ruleset, EntropyPolicy::None)).collect();
    let mut play = TournamentPlay::new(runs, "One table of everything").expect("a tournament");
    let games: Vec<_> = (0..TABLES).map(|_| play.play_until(EVENTS_MAX).expect("a game")).collect();
    let (header, events) = play.seal().expect("the end");
    let lines = std::iter::once(TournamentLine::Header(header))
        .chain(events.into_iter().map(TournamentLine::Event))
        .chain(games.into_iter().map(TournamentLine::Game));
    lines.map(|line| serde_json::to_string(&line).expect("JSON") + "\n").collect()
}

fn audited(file: &[u8]) -> Result<TournamentAudit, String> {
    let (mut header, mut events, mut games) = (None, Vec::new(), Vec::new());
    for (number, line) in (1..).zip(file.split_inclusive(|byte| *byte == b'\n')) {
        match TournamentLine::parse(line, number)? {
            TournamentLine::Header(first) => header = Some(first),
            TournamentLine::Event(event) => events.push(event),
            TournamentLine::Game(game) => games.push(game),
        }
    }
    let header = header.ok_or("there is no first line")?;
    let key = run(RulesetName::ALL[0], EntropyPolicy::None).signer().expect("a key").verifier();
    let verifier = TournamentVerifier::new(header, &events, &Evidence { key: Some(&key), ..Evidence::default() });
    let games = games.iter().map(|game| verifier.game(game)).collect();
    Ok(verifier.close(games))
}

#[test]
fn a_whole_bundle_of_a_tournament_verifies_under_the_key_of_its_run() {
    let wrong = |file: &[u8]| match audited(file) {
        // What is wrong in a game alone is in its own report.
        Ok(TournamentAudit { verdict, unknown, mut findings, games, .. }) => {
            findings.extend(games.into_iter().flat_map(|game| game.findings));
            not_verified(verdict, unknown, &findings)
        }
        Err(unreadable) => Some(unreadable),
    };
    hold(&tournament(), wrong, played);
    let audit = audited(&fs::read(tournament()).expect("the file")).expect("lines");
    assert_eq!(audit.games.len() as u64, TABLES);
}

#[test]
fn there_is_no_bundle_that_is_of_no_ruleset() {
    // Other tests may be writing them.
    if is_update() {
        return;
    }
    let expected: BTreeSet<PathBuf> = rulesets().map(game).chain([tournament(), changed_by_the_audit()]).collect();
    assert_eq!(listed(&folder(LABEL)), expected);
}

#[test]
fn a_bundle_of_the_label_before_the_drafts_is_not_judged() {
    let file = fs::read(folder("older").join("replay-1.pandect.json")).expect("the file");
    let Audit { verdict, levels, findings, unknown } = verify_json(&file, None);
    let sentence = "the label \"1\" is not known here; this program knows 2-draft.1";
    assert_eq!((verdict, unknown.as_deref()), (Verdict::Incomplete, Some(sentence)));
    assert_eq!(findings, []);
    let skipped = |level: &LevelReport| level.status == LevelStatus::Skipped && level.detail == sentence;
    assert!(levels.iter().all(skipped), "{levels:?}");
}
