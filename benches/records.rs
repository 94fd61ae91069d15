//! What an event costs beside its rules: the canonical JSON of its payload, and sealing it into the chain:
//! `cargo bench --bench records`. The throughput is in events.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a bench tells its figures, and stops at the first thing that is wrong"
)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pandect_core::kernel::{Action, Head, LogKind, Sealing, canonical, seal};
use pandect_core::log::{Moved, Payload};
use pandect_core::rulesets::any::{AnyMove, RulesetName};
use uuid::Uuid;

mod games;

fn benches(criterion: &mut Criterion) {
    for ruleset in RulesetName::ALL.iter().copied() {
        let game = games::record(ruleset, 4, 0, serde_json::json!({}));
        let positions = game.positions();
        let payload = |action: &Action<AnyMove>| match action {
            Action::Move(_, mv) => Payload::Move(Moved(mv.clone())),
            other => panic!("no move: {other:?}"),
        };
        let payloads: Vec<_> = positions.iter().map(|(_, action)| payload(action)).collect();
        let texts: Vec<_> = payloads.iter().map(|payload| canonical(payload).expect("canonical")).collect();
        let states: Vec<_> = positions.iter().map(|(game, _)| game.canonical_state().expect("canonical")).collect();
        let mut group = criterion.benchmark_group(ruleset.as_str());
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function("canonical JSON of the payload", |bencher| {
            bencher.iter(|| payloads.iter().for_each(|payload| drop(black_box(canonical(payload)))));
        });
        group.bench_function("sealing", |bencher| {
            bencher.iter(|| {
                let mut head = None;
                for ((event, payload), state) in game.bundle.events.iter().zip(&texts).zip(&states) {
                    let sealing = Sealing {
                        log: LogKind::Game,
                        id: Uuid::nil(),
                        at: event.record.at,
                        kind: event.record.kind,
                        seat: event.record.seat,
                        payload,
                        state: state.as_deref(),
                    };
                    let (record, hash) = seal(&game.seed, head, sealing).expect("a record");
                    head = Some(Head { index: record.index, hash });
                }
                black_box(head)
            });
        });
        group.finish();
    }
}

criterion_group!(all, benches);
criterion_main!(all);
