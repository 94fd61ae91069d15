//! What one position costs, by ruleset: its legal moves, a move played on a copy, a seat's view, the canonical JSON of its
//! state: `cargo bench --bench rules`. The throughput is in positions.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a bench tells its figures, and stops at the first thing that is wrong"
)]

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use pandect_core::kernel::{Action, Seat, Viewer};
use pandect_core::rulesets::any::{AnyMatch, AnyMove, RulesetName};

mod games;

type Position<'a> = (AnyMatch, &'a Action<AnyMove>);

/// Measures one thing that is done to each position.
fn each<T>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    what: &str,
    positions: &[Position<'_>],
    one: impl Fn(&AnyMatch, &Action<AnyMove>) -> T,
) {
    group.bench_function(what, |bencher| {
        bencher.iter(|| positions.iter().for_each(|(game, action)| drop(black_box(one(game, action)))));
    });
}

fn mover(action: &Action<AnyMove>) -> Seat {
    match action {
        Action::Move(seat, _) => *seat,
        other => panic!("not a move: {other:?}"),
    }
}

fn benches(criterion: &mut Criterion) {
    for ruleset in RulesetName::ALL.iter().copied() {
        let recorded = games::usual(ruleset, 5);
        let positions: Vec<Position<'_>> = recorded.iter().flat_map(games::Game::positions).collect();
        let mut group = criterion.benchmark_group(ruleset.as_str());
        group.throughput(Throughput::Elements(positions.len() as u64));
        each(&mut group, "legal moves", &positions, |game, action| game.legal(mover(action)));
        each(&mut group, "play, on a copy", &positions, |game, action| game.play(action).expect("legal"));
        each(&mut group, "view of a seat", &positions, |game, action| game.view(Viewer::Seat(mover(action))));
        each(&mut group, "canonical JSON of the state", &positions, |game, _| {
            game.canonical_state().expect("canonical")
        });
        group.finish();
    }
}

criterion_group!(all, benches);
criterion_main!(all);
