//! How fast a log is replayed (rules only), and a bundle verified (all levels): `cargo bench --bench replay`.
//! The throughput is in events.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a bench tells its figures, and stops at the first thing that is wrong"
)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pandect::audit::{verify, verify_json};
use pandect::rulesets::any::{AnyMatch, RulesetName};

mod games;

/// The match after the whole log: rules only, no hashes.
fn replay(game: &games::Game) -> AnyMatch {
    let (mut replayed, _) = game.created.open(game.seed).expect("it opens");
    for action in &game.actions {
        replayed.advance(action).expect("a legal log");
    }
    replayed
}

fn benches(criterion: &mut Criterion) {
    for ruleset in RulesetName::ALL {
        let recorded: Vec<_> = (0..20).map(|n| games::record(ruleset, 4, n, serde_json::json!({}))).collect();
        let events: usize = recorded.iter().map(|game| game.bundle.events.len()).sum();
        let mut group = criterion.benchmark_group(ruleset.as_str());
        group.throughput(Throughput::Elements(events as u64));
        group.bench_function("replay, rules only", |bencher| {
            bencher.iter(|| recorded.iter().for_each(|game| drop(black_box(replay(game)))));
        });
        group.bench_function("verify, all levels", |bencher| {
            bencher.iter(|| recorded.iter().for_each(|game| drop(black_box(verify(&game.bundle, None)))));
        });
        let texts: Vec<_> = recorded.iter().map(|game| serde_json::to_vec(&game.bundle).expect("JSON")).collect();
        group.bench_function("parse and verify, all levels", |bencher| {
            bencher.iter(|| texts.iter().for_each(|text| drop(black_box(verify_json(text, None)))));
        });
        group.finish();
    }
}

criterion_group!(all, benches);
criterion_main!(all);
