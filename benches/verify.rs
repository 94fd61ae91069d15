//! How fast bundles are verified: `cargo bench --bench verify`. The throughput is in events.
//!
//! A bundle that hides more is verified at fewer levels, so what a level costs is the difference of two lines.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a bench tells its figures, and stops at the first thing that is wrong"
)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pandect_core::audit::{Bundle, verify, verify_json};
use pandect_core::rulesets::any::RulesetName;

mod games;

/// The bundle as it was while the game ran: no seed, and so no rules, states and outcome.
fn running(bundle: &Bundle) -> Bundle {
    let mut running = bundle.clone();
    (running.server_seed, running.outcome) = (None, None);
    for event in &mut running.events {
        event.state_salt = None;
    }
    running
}

/// The same with every payload concealed.
fn concealed(bundle: &Bundle) -> Bundle {
    let mut concealed = running(bundle);
    for event in &mut concealed.events {
        (event.payload, event.payload_salt) = (None, None);
    }
    concealed
}

fn benches(criterion: &mut Criterion) {
    for ruleset in RulesetName::ALL.iter().copied() {
        let whole: Vec<Bundle> = games::usual(ruleset, 20).into_iter().map(|game| game.bundle).collect();
        let events: usize = whole.iter().map(|bundle| bundle.events.len()).sum();
        let mut group = criterion.benchmark_group(ruleset.as_str());
        group.throughput(Throughput::Elements(events as u64));
        let variants = [
            ("format, chain and signature", whole.iter().map(concealed).collect()),
            ("and commitments", whole.iter().map(running).collect()),
            ("all levels", whole.clone()),
        ];
        for (what, bundles) in variants {
            let bundles: Vec<Bundle> = bundles;
            group.bench_function(what, |bencher| {
                bencher.iter(|| bundles.iter().for_each(|bundle| drop(black_box(verify(bundle, None)))));
            });
        }
        let texts: Vec<_> = whole.iter().map(|bundle| serde_json::to_vec(bundle).expect("JSON")).collect();
        group.bench_function("parse, and all levels", |bencher| {
            bencher.iter(|| texts.iter().for_each(|text| drop(black_box(verify_json(text, None)))));
        });
        group.finish();
    }
}

criterion_group!(all, benches);
criterion_main!(all);
