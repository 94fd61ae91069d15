//! Tests of the store, on real files.

mod append;
mod batch;
mod beside;
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

use super::writer::{Answer, Job, Work};
use super::*;
use crate::kernel::{Hash, Head, Kind, LogKind, Salt, Sealing, Seat, ServerSeed, Status, Text, Timestamp, seal};

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

/// What only tests ask of a store: one event, or a game without its log.
impl Store {
    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.write(vec![Write::Append(Box::new(append))]).await
    }

    fn game(&self, id: Uuid) -> Result<Option<GameRow>, StoreError> {
        Ok(self.load(id)?.map(|stored| stored.row))
    }

    fn event(&self, id: Uuid, index: u64) -> Result<Option<StoredEvent>, StoreError> {
        Ok(self.events(LogKind::Game, id, index, 1)?.pop().filter(|event| event.record.index == index))
    }

    fn head(&self, id: Uuid) -> Result<Option<Head>, StoreError> {
        Ok(self.game(id)?.map(|row| row.head()))
    }
}

/// A log as its only writer sees it.
#[derive(Clone, Copy)]
struct Log {
    kind: LogKind,
    id: Uuid,
    head: Option<Head>,
}

impl Log {
    /// The game that was created `number`-th.
    fn new(number: u128) -> Self {
        let id = Uuid::from_u128((0x0193_7b00_0000_7000_8000 << 48) + number);
        Self { kind: LogKind::Game, id, head: None }
    }

    /// The tournament that was created `number`-th.
    fn of_tournament(number: u128) -> Self {
        Self { kind: LogKind::Tournament, ..Self::new(number) }
    }

    fn next(&mut self, kind: Kind, seat: Option<u8>, payload: &str) -> StoredEvent {
        let at = Timestamp::from_millis(1_796_014_800_000 + self.head.map_or(0, |head| head.index as i64 + 1));
        let sealing = Sealing {
            log: self.kind,
            id: self.id,
            at: at.expect("a moment"),
            kind,
            seat: seat.map(Seat),
            payload: payload.as_bytes(),
            state: (self.kind == LogKind::Game && self.head.is_some()).then_some(b"{}"),
        };
        let (record, hash) = seal(&SEED, self.head, sealing).expect("canonical");
        self.head = Some(Head { index: record.index, hash });
        StoredEvent { record, hash, payload: payload.into() }
    }

    fn created(&mut self) -> Creation {
        Creation {
            ruleset: "red-panda".into(),
            version: 1,
            seed: SEED,
            seats: vec![seat("Ada"), seat("Bo")],
            tournament: None,
            status: Status::Running,
            outcome: None,
            event: self.next(Kind::Created, None, r#"{"options":{}}"#),
            texts: vec![text("Ada"), text("Bo")],
            receipt: None,
        }
    }

    fn moved(&mut self, seat: u8, payload: &str) -> Append {
        Append {
            event: self.next(Kind::Move, Some(seat), payload),
            texts: Vec::new(),
            key: None,
            status: Status::Running,
            outcome: None,
            receipt: None,
        }
    }

    fn new_tournament(&mut self) -> TournamentCreation {
        let event = self.next(Kind::Created, None, r#"{"rules":1}"#);
        TournamentCreation { organiser: None, event, texts: vec![text("Spring")] }
    }

    fn added(&mut self, kind: Kind) -> TournamentAppend {
        TournamentAppend { event: self.next(kind, None, "{}"), texts: Vec::new(), sealed: false, receipt: None }
    }
}

/// What somebody wrote. The same words have the same salt here, so that a name is the same text in every game.
fn text(words: &str) -> Text {
    Text::new(Salt::new(*Hash::of(format!("the salt of {words}").as_bytes()).as_bytes()), words)
}

fn seat(name: &str) -> StoredSeat {
    let commitment = Some(text(name).commitment);
    StoredSeat { name: Some(name.into()), commitment, token: Hash::of(name.as_bytes()) }
}

fn signed() -> SignedHead {
    SignedHead {
        receipt: "pandect/receipt/v1\n…\n\n— log.example c2lnbmVk\n".into(),
        public_key: "log.example+00000000+AQ==".into(),
    }
}

fn concluding(append: Append) -> Append {
    Append { status: Status::Over, outcome: Some("[0]".into()), receipt: Some(signed()), ..append }
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
fn ask(store: &Store, work: Work) -> oneshot::Receiver<Answer> {
    let (reply, answer) = oneshot::channel();
    store.submit(Job { work, reply }).expect("there is room");
    answer
}

fn append_soon(store: &Store, append: Append) -> oneshot::Receiver<Answer> {
    ask(store, Work::Write(vec![Write::Append(Box::new(append))]))
}

fn answered(answer: oneshot::Receiver<Answer>) -> Result<(), StoreError> {
    answer.blocking_recv().expect("an answer").map(drop)
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
    store
        .events(LogKind::Game, log.id, 0, u64::MAX)
        .expect("events")
        .into_iter()
        .map(|event| event.record.index)
        .collect()
}
