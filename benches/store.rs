//! The store, and the app over it: appends alone and grouped, a game loaded from disk, a state at a random index:
//! `cargo bench --bench store`. The throughput of appends is in events; they wait for the disk of the temporary folder.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a bench tells its figures, and stops at the first thing that is wrong"
)]

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use futures_util::future::join_all;
use pandect::app::{App, Caller, Organisers, Setup, Sources};
use pandect::audit::note::SignerKey;
use pandect::kernel::{Hash, Status, Text};
use pandect::rulesets::any::RulesetName;
use pandect::store::{Append, Creation, Settings, Store, StoredEvent, StoredSeat, Write};
use tokio::runtime::{Builder, Runtime};
use uuid::Uuid;

mod games;

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().expect("a runtime")
}

fn open(folder: &Path) -> Store {
    Store::open(&folder.join("bench.db"), Settings::default()).expect("a store")
}

fn stored(game: &games::Game, id: Uuid, at: usize) -> StoredEvent {
    let event = &game.bundle.events[at];
    let mut record = event.record.clone();
    record.id = id;
    StoredEvent { record, hash: event.hash, payload: event.payload.as_ref().expect("open").get().to_owned() }
}

fn creation(game: &games::Game, id: Uuid) -> Creation {
    let texts = game.bundle.events[0].texts.clone();
    let seat = |text: &Text| StoredSeat {
        name: Some(text.text.clone()),
        commitment: Some(text.commitment),
        token: Hash::ZERO,
    };
    Creation {
        ruleset: game.created.ruleset.name.as_str().into(),
        version: game.created.ruleset.version,
        seed: game.seed,
        seats: texts.iter().map(seat).collect(),
        tournament: None,
        status: Status::Running,
        outcome: None,
        event: stored(game, id, 0),
        texts,
        receipt: None,
    }
}

/// The end of a log that grows: one game after the other.
struct Growing<'a> {
    script: &'a games::Game,
    id: Uuid,
    next: usize,
}

impl<'a> Growing<'a> {
    fn new(script: &'a games::Game) -> Self {
        Self { script, id: Uuid::now_v7(), next: 0 }
    }

    fn write(&mut self) -> Write {
        if self.next == self.script.bundle.events.len() {
            *self = Self::new(self.script);
        }
        let at = self.next;
        self.next += 1;
        match at {
            0 => Write::Create(Box::new(creation(self.script, self.id))),
            _ => {
                let event = stored(self.script, self.id, at);
                Write::Append(Box::new(Append {
                    event,
                    texts: Vec::new(),
                    key: None,
                    status: Status::Running,
                    outcome: None,
                    receipt: None,
                }))
            }
        }
    }
}

fn appends(criterion: &mut Criterion) {
    let (folder, runtime) = (tempfile::tempdir().expect("a folder"), runtime());
    let store = open(folder.path());
    let script = games::record(RulesetName::RedPanda, 4, 0, serde_json::json!({}));
    let mut group = criterion.benchmark_group("store, append");
    for together in [1, 64] {
        let mut logs: Vec<_> = (0..together).map(|_| Growing::new(&script)).collect();
        group.throughput(Throughput::Elements(together));
        group.bench_function(format!("{together} at once"), |bencher| {
            bencher.iter(|| {
                let writes = logs.iter_mut().map(|log| store.write(vec![log.write()]));
                runtime.block_on(join_all(writes)).into_iter().for_each(|done| done.expect("committed"));
            });
        });
    }
    group.finish();
}

/// An app over a database with two games, of which one fits into memory.
fn app(runtime: &Runtime, folder: &Path, games: &[games::Game; 2]) -> App {
    let store = open(folder);
    for game in games {
        let mut log = Growing { script: game, id: id(game), next: 0 };
        for _ in &game.bundle.events {
            runtime.block_on(store.write(vec![log.write()])).expect("committed");
        }
    }
    App::new(Setup {
        store,
        key: SignerKey::new("bench", &[7; 32]).expect("a key"),
        organisers: Organisers::Anyone,
        live_games_max: NonZeroUsize::MIN,
        streams_max: 1,
        sources: Sources::default(),
    })
    .expect("an app")
}

fn id(game: &games::Game) -> Uuid {
    game.bundle.events[0].record.id
}

/// Cut before its end: the database does not say that the game is over, and neither may its log.
fn unfinished(ruleset: RulesetName, number: u64) -> games::Game {
    let mut game = games::record(ruleset, 4, number, serde_json::json!({}));
    game.bundle.events.pop();
    game
}

fn loads(criterion: &mut Criterion) {
    let runtime = runtime();
    for ruleset in RulesetName::ALL.iter().copied() {
        let folder = tempfile::tempdir().expect("a folder");
        let games = [0, 1].map(|number| unfinished(ruleset, number));
        let app = app(&runtime, folder.path(), &games);
        let mut group = criterion.benchmark_group(ruleset.as_str());
        group.bench_function("two games loaded from disk", |bencher| {
            bencher.iter(|| {
                for game in &games {
                    black_box(runtime.block_on(app.game(id(game))).expect("it loads"));
                }
            });
        });
        let length = games[0].bundle.events.len() as u64;
        let mut at = 0;
        group.bench_function(format!("state at a random index of {length} events"), |bencher| {
            bencher.iter(|| {
                // A walk without a pattern that a cache could follow.
                at = (at * 7919 + 104_729) % length;
                black_box(runtime.block_on(app.state(id(&games[0]), &Caller::Anonymous, Some(at))).expect("a state"));
            });
        });
        group.finish();
    }
}

criterion_group!(all, appends, loads);
criterion_main!(all);
