//! Tests of the store, on real files.

mod append;
mod batch;
mod durability;
mod fault;
mod open;
mod read;
mod tamper;
mod tree;

use std::path::{Path, PathBuf};
use std::sync::mpsc;

use rusqlite::Connection;
use tempfile::TempDir;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::writer::{Job, Work};
use super::*;
use crate::kernel::{Hash, Kind, LogKind, Sealing, ServerSeed, Status, Timestamp, seal};

const SEED: ServerSeed = ServerSeed::new([0x5e; 32]);

/// A database in a directory of its own.
struct Scratch {
    directory: TempDir,
}

impl Scratch {
    fn new() -> Self {
        Self { directory: tempfile::tempdir().expect("a directory") }
    }

    fn path(&self) -> PathBuf {
        self.directory.path().join("games.db")
    }

    fn open(&self) -> Store {
        Store::open(&self.path(), Settings::default()).expect("opens")
    }

    /// A connection as any tool would have.
    fn raw(&self) -> Connection {
        raw(&self.path())
    }
}

fn raw(path: &Path) -> Connection {
    Connection::open(path).expect("a connection")
}

/// Waits for a write. The store needs nothing of a runtime but that.
fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(future)
}

/// A log as its only writer sees it.
#[derive(Clone, Copy)]
struct Log {
    id: Uuid,
    head: Option<Head>,
}

impl Log {
    /// The game that was created `number`-th.
    fn new(number: u128) -> Self {
        Self { id: Uuid::from_u128((0x0193_7b00_0000_7000_8000 << 48) + number), head: None }
    }

    fn next(&mut self, kind: Kind, seat: Option<u8>, payload: &str) -> StoredEvent {
        let at = Timestamp::from_millis(1_796_014_800_000 + self.head.map_or(0, |head| head.index as i64 + 1));
        let sealing = Sealing {
            log: LogKind::Game,
            id: self.id,
            at: at.expect("a moment"),
            kind,
            seat: seat.map(Seat),
            payload: payload.as_bytes(),
            state: self.head.is_some().then_some(b"{}"),
        };
        let (record, hash) = seal(&SEED, self.head, sealing).expect("canonical");
        self.head = Some(Head { index: record.index, hash });
        StoredEvent { record, hash, payload: payload.into() }
    }

    fn created(&mut self) -> NewGame {
        let seat = |name: &str| StoredSeat { name: name.into(), token: Hash::of(name.as_bytes()) };
        NewGame {
            ruleset: "red-panda".into(),
            version: 1,
            seed: SEED,
            seats: vec![seat("Ada"), seat("Bo")],
            tournament: None,
            status: Status::Running,
            outcome: None,
            event: self.next(Kind::Created, None, r#"{"options":{}}"#),
        }
    }

    fn moved(&mut self, seat: u8, payload: &str) -> Append {
        Append { event: self.next(Kind::Move, Some(seat), payload), key: None, status: Status::Running, outcome: None }
    }
}

/// A game that is created, and its log.
fn created(store: &Store, number: u128) -> Log {
    let mut log = Log::new(number);
    wait(store.create(log.created())).expect("created");
    log
}

fn keyed(mut append: Append, key: &str) -> Append {
    append.key = Some(IdempotencyKey { key: key.into(), request: Hash::of(append.event.payload.as_bytes()) });
    append
}

/// Puts work into the queue without waiting for it.
fn ask(store: &Store, work: Work) -> oneshot::Receiver<Result<(), StoreError>> {
    let (reply, answer) = oneshot::channel();
    store.submit(Job { work, reply }).expect("there is room");
    answer
}

fn append_soon(store: &Store, append: Append) -> oneshot::Receiver<Result<(), StoreError>> {
    ask(store, Work::Write(vec![Write::Append(Box::new(append))]))
}

fn answered(answer: oneshot::Receiver<Result<(), StoreError>>) -> Result<(), StoreError> {
    answer.blocking_recv().expect("an answer")
}

/// Stops the writer in a batch of its own until the sender is dropped: what is asked for meanwhile is one batch.
fn hold(store: &Store) -> mpsc::Sender<()> {
    let (release, held) = mpsc::channel::<()>();
    let (started, starting) = mpsc::channel();
    ask(
        store,
        Work::Tamper(Box::new(move |_| {
            started.send(()).expect("the test waits");
            let _ = held.recv();
        })),
    );
    starting.recv().expect("the writer starts");
    release
}

fn indexes(store: &Store, log: Log) -> Vec<u64> {
    store.events(log.id, 0, u64::MAX).expect("events").into_iter().map(|event| event.record.index).collect()
}
