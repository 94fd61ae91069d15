//! Golden replays: recorded games of every variant at every seat count, which replay as they were recorded for ever.
//!
//! A golden is what a game is made again from (seed, first payload, what the seats did) and, of every event, the first
//! digits of its record's hash and of the hash of what was legal after it: the order of `legal` is part of a version. Its
//! moments are those of [`SelfPlay`](crate::selfplay::SelfPlay), a second for each event.
//!
//! `UPDATE_GOLDEN=1` writes the ones that are missing and rewrites those that no longer replay, and says which; those of a
//! released version are never rewritten: a change that alters them is a new version.

mod replay;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::bundles::play;
use super::specimen::Specimen;
use crate::audit::Bundle;
use crate::kernel::EntropyPolicy;
use crate::rulesets::any::{Edition, RulesetName};
use replay::Golden;

/// The versions that the changelog says are released.
const RELEASED: &[(&str, u32)] = &[];

/// Games of which a golden is the shortest one.
const GAMES: u64 = 4;

/// A game that reaches so many events is adjudicated.
const EVENTS_MAX: u64 = 500;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fixtures/replays")
}

fn folder(edition: Edition) -> PathBuf {
    root().join(edition.name().as_str()).join(format!("v{}", edition.version()))
}

/// Whether `UPDATE_GOLDEN=1` asks for recorded games to be written.
pub(super) fn is_update() -> bool {
    std::env::var_os("UPDATE_GOLDEN").is_some_and(|value| value == "1")
}

/// Says what was rewritten and why, whether or not the test passes.
pub(super) fn wrote(what: &str, path: &Path, why: &str) {
    writeln!(std::io::stderr(), "{what}: wrote {}: {why}", path.display()).expect("it can be said");
}

/// What is in a folder.
pub(super) fn listed(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

/// The shortest of the first games by random players; with entropy where every seat of the box is taken.
fn record<R: Specimen>(options: &R::Options, seats: u8) -> Bundle {
    let entropy = if seats == *R::SEATS.end() { EntropyPolicy::Required } else { EntropyPolicy::None };
    let games = (0..GAMES).map(|number| play::<R>(options, seats, entropy, number, EVENTS_MAX));
    games.min_by_key(|game| game.events.len()).expect("a game")
}

/// What is wrong with a golden, and where first.
fn wrong(path: &Path, edition: Edition) -> Option<String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return Some(error.to_string()),
    };
    match serde_json::from_str::<Golden>(&text) {
        Ok(golden) => golden.difference(edition),
        Err(error) => Some(error.to_string()),
    }
}

pub(super) fn check<R: Specimen>() {
    let edition = Edition::of(R::NAME, R::VERSION).expect("the ruleset is listed in any.rs");
    let (which, folder) = (format!("{} version {}", R::NAME, R::VERSION), folder(edition));
    let mut expected = BTreeSet::new();
    for (variant, options) in R::variants() {
        for seats in R::SEATS {
            let path = folder.join(format!("{}-{seats}.json", variant.replace(' ', "-")));
            expected.insert(path.clone());
            let Some(found) = wrong(&path, edition) else { continue };
            assert!(is_update(), "{which}: the golden replay {} no longer replays: {found}", path.display());
            let released = path.exists() && RELEASED.contains(&(R::NAME, R::VERSION));
            assert!(!released, "{which} is released: {} is not rewritten", path.display());
            fs::create_dir_all(&folder).expect("the folder");
            fs::write(&path, Golden::of(&record::<R>(&options, seats)).text()).expect("written");
            assert_eq!(wrong(&path, edition), None, "{which}: {}, just written", path.display());
            wrote(&which, &path, &found);
        }
    }
    assert_eq!(listed(&folder), expected, "{which}: every golden replay belongs to a variant and a seat count");
}

#[test]
fn every_version_of_every_ruleset_has_golden_replays_and_nothing_else_has() {
    // Other tests may be writing them.
    if is_update() {
        return;
    }
    let built_in = Edition::ALL.iter().filter(|edition| edition.name() != RulesetName::Drill);
    let versions: BTreeSet<PathBuf> = listed(&root()).iter().flat_map(|ruleset| listed(ruleset)).collect();
    assert_eq!(versions, built_in.copied().map(folder).collect());
    let files = versions.iter().flat_map(|version| listed(version));
    let bytes: u64 = files.map(|file| fs::metadata(file).expect("a file").len()).sum();
    assert!(bytes < 1_000_000, "{bytes} bytes of golden replays are more than a repository should carry");
}
