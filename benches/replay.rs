//! How fast a log is replayed, rules only: `cargo bench --bench replay`. The throughput is in events.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a bench tells its figures, and stops at the first thing that is wrong"
)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pandect_core::rulesets::any::{AnyMatch, RulesetName};

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
    let mut group = criterion.benchmark_group("replay, rules only");
    for ruleset in RulesetName::ALL.iter().copied() {
        let recorded = games::usual(ruleset, 20);
        let events: usize = recorded.iter().map(|game| game.bundle.events.len()).sum();
        group.throughput(Throughput::Elements(events as u64));
        group.bench_function(ruleset.as_str(), |bencher| {
            bencher.iter(|| recorded.iter().for_each(|game| drop(black_box(replay(game)))));
        });
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
