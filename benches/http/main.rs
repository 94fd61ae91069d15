//! A load generator for the API: `cargo bench --bench http`.
//!
//! Durable moves of many games at once, beside a bare POST that inserts the same rows with the same group commit, and
//! views at random indexes of finished games, beside a constant answer of the same size. Each pair is measured in turns,
//! in one run, and told as the median of the ratios: what the machine does besides touches both.
//!
//! | variable | what it sets | default |
//! |---|---|---|
//! | `PANDECT_BENCH_SECONDS` | how long each part runs | 3 |
//! | `PANDECT_BENCH_ROUNDS` | how often each pair is measured | 5 |
//! | `PANDECT_BENCH_CLIENTS` | games played at once, separated by commas | 1,16,64,256 |
//! | `PANDECT_BENCH_BESIDE` | another build of the server, which then takes the place of the bare one | none |
//!
//! `cargo bench --bench http -- moves` and `-- views` run that part alone, and `-- moves alone` leaves out what it is held
//! against: for a profiler.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a bench tells its figures, and stops at the first thing that is wrong"
)]

use std::str::FromStr;
use std::time::Duration;

use pandect::rulesets::any::RulesetName;
use serde_json::json;

mod bare;
mod client;
#[path = "../games.rs"]
mod games;
mod service;

use client::Figures;
use service::{Finished, Service};

fn set<T: FromStr>(name: &str, usual: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// How long each part runs.
pub(crate) fn seconds() -> Duration {
    Duration::from_secs(set("PANDECT_BENCH_SECONDS", 3))
}

/// A game that is played over and over: long, so that few are created while the clock runs.
fn long() -> games::Game {
    games::record(RulesetName::RedPanda, 4, 1, json!({"series": {"wins": 9}, "starter": "seat0"}))
}

/// Measures two things in turns, and tells the median of their ratios.
fn compare(what: &str, ours: impl Fn() -> Figures, beside: Option<(&str, &dyn Fn() -> Figures)>) {
    let mut ratios = Vec::new();
    for _ in 0..set("PANDECT_BENCH_ROUNDS", 5) {
        let held_against = beside.map(|(name, measure)| (name, measure()));
        let figures = ours();
        figures.tell(what);
        if let Some((name, held_against)) = held_against {
            held_against.tell(name);
            ratios.push(figures.rate() / held_against.rate());
        }
    }
    ratios.sort_by(f64::total_cmp);
    if let Some(median) = ratios.get(ratios.len() / 2) {
        println!("{what}: {median:.2} of it, the median of {}\n", ratios.len());
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let has = |word: &str| arguments.iter().any(|argument| argument == word);
    // `cargo test --benches` runs this file too, and wants no figures.
    if !has("--bench") {
        return;
    }
    let ours = Service::start(env!("CARGO_BIN_EXE_pandect"));
    let other = std::env::var("PANDECT_BENCH_BESIDE").ok().map(|program| Service::start(&program));
    let address = ours.address;
    let script = long();
    let bodies = service::bodies(&script);
    println!("a game of Red Panda with {} moves\n", bodies.len());
    if !has("views") {
        for clients in set("PANDECT_BENCH_CLIENTS", "1,16,64,256".to_owned()).split(',') {
            let clients = clients.parse().expect("PANDECT_BENCH_CLIENTS is numbers, separated by commas");
            let bare_folder = tempfile::tempdir().expect("a folder");
            let bare_address = bare::start(bare_folder.path(), clients);
            let moves = |address| service::moves(address, clients, &script, &bodies);
            let bare = || bare::moves(bare_address, clients, &bodies);
            let before = || other.as_ref().map_or_else(bare, |other| moves(other.address));
            let name = if other.is_some() { "  the other build" } else { "  bare POST of the same rows" };
            let beside: (&str, &dyn Fn() -> Figures) = (name, &before);
            compare(&format!("{clients} at once, moves"), || moves(address), (!has("alone")).then_some(beside));
        }
    }
    if !has("moves") {
        let usual = games::record(RulesetName::RedPanda, 4, 1, json!({"starter": "seat0"}));
        let bare_folder = tempfile::tempdir().expect("a folder");
        let bare_address = bare::start(bare_folder.path(), 1);
        for game in [&usual, &script] {
            let finished = Finished::play(address, game);
            let at_other = other.as_ref().map(|other| (other.address, Finished::play(other.address, game)));
            let constant = || bare::constant(bare_address, finished.size);
            let before = || at_other.as_ref().map_or_else(constant, |(address, finished)| finished.views(*address));
            let name = if other.is_some() { "  the other build" } else { "  a constant answer of the same size" };
            let beside: (&str, &dyn Fn() -> Figures) = (name, &before);
            let what = format!("4 at once, view at a random index of {} events", finished.length);
            compare(&what, || finished.views(address), (!has("alone")).then_some(beside));
        }
    }
}
