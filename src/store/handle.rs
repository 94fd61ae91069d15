//! The open database, as everything outside of this folder uses it.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use rusqlite::Connection;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use super::database::{self, Database};
use super::error::StoreError;
use super::event::{self, Keyed, StoredEvent};
use super::game::{self, Creation, Filter, GameRow, Listed, StoredGame};
use super::readers::Readers;
use super::receipt::{self, SignedHead};
use super::settings::Settings;
use super::text;
use super::tournament::{self, StoredTournament, TournamentRow};
use super::tree::Tree;
use super::writer::{self, Answer, Job, Work, Write};
use crate::kernel::{Hash, LogKind, Seat, Text};

/// An open database. Clones share it; the last one that is dropped closes it.
///
/// Writes are `async` and wait for the disk. **Reads block** and belong on a thread that may wait, such as tokio's
/// `spawn_blocking`; each sees one snapshot that holds everything answered before it began.
#[derive(Debug, Clone)]
pub struct Store(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Taken when the store closes.
    queue: Mutex<Option<mpsc::Sender<Job>>>,
    readers: Readers,
    /// Taken by whoever closes the store.
    writer: Mutex<Option<JoinHandle<Result<(), StoreError>>>>,
    log_name: String,
}

// Nothing that holds these locks can panic half-way through a change.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Store {
    /// Opens the database at a path, creates it if there is none, and migrates an older schema. Blocks.
    ///
    /// A new database takes the name of its log from the [settings](Settings::log_name) and keeps it.
    ///
    /// Until the store is closed, a lock on `<path>.lock` keeps every other store off the file, in this process and
    /// in others; tools that read with SQLite itself may do so at any time. The lock file stays behind, unlocked.
    ///
    /// # Errors
    /// [`InUse`](StoreError::InUse); [`UnknownLabel`](StoreError::UnknownLabel), [`NewerSchema`](StoreError::NewerSchema)
    /// and [`Unusable`](StoreError::Unusable) with the file as it was: for a path that cannot be a database (also
    /// `:memory:`), for a database of another program or of an unreleased version of this one, and for one whose log has
    /// another name than the settings give; [`Unavailable`](StoreError::Unavailable) or [`Corrupt`](StoreError::Corrupt).
    pub fn open(path: &Path, settings: Settings) -> Result<Self, StoreError> {
        let database = Database::lock(path)?;
        let connection = database.writer(settings.log_name.as_deref())?;
        let log_name = database::log_name(&connection)?;
        let readers = Readers::open(settings.readers, || database.reader())?;
        let (sender, thread) = writer::start(database, connection, settings)?;
        let inner = Inner { queue: Mutex::new(Some(sender)), readers, writer: Mutex::new(Some(thread)), log_name };
        Ok(Self(Arc::new(inner)))
    }

    /// The name of the log: what its first start gave it.
    pub fn log_name(&self) -> &str {
        &self.0.log_name
    }

    /// Creates a game with its seats, its seed, its first event and the names that it commits to.
    ///
    /// # Errors
    /// [`Conflict`](StoreError::Conflict) when the id is taken or the event is not at index 0; otherwise as
    /// [`write`](Self::write).
    pub async fn create(&self, game: Creation) -> Result<(), StoreError> {
        self.write(vec![Write::Create(Box::new(game))]).await
    }

    /// Does writes in their order, all or nothing, and answers when they are on disk.
    ///
    /// Once polled, they are done whether or not the caller goes on waiting. An event is appended only at the end of its
    /// log: at the next index, with the hash of the last event as its `prev`. Whether its own hash is right, its move legal,
    /// its game still running and its receipt signed is not looked at, nor whether texts open commitments of it.
    ///
    /// # Errors
    /// Those of the first write that is refused: [`KeyReused`](StoreError::KeyReused), even where it is also a
    /// [`Conflict`](StoreError::Conflict); [`NoSuchGame`](StoreError::NoSuchGame); [`Refused`](StoreError::Refused) for an
    /// event that concludes a game and has no receipt, or the other way round, for one that concludes a concluded game
    /// again, and for another status or outcome of one; [`Busy`](StoreError::Busy), [`Closed`](StoreError::Closed),
    /// [`Unavailable`](StoreError::Unavailable). On every error nothing was written.
    pub async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        self.ask(Work::Write(writes)).await.map(drop)
    }

    /// Erases the text of a commitment, wherever it is kept: the text with its salt, and the names of seats that are copies
    /// of it. Answers when that is on disk, and says whether there was one.
    ///
    /// Every log goes on to verify, for it has the commitment only. The module says when the bytes are gone from the disk.
    /// Whoever writes the text again with the same commitment brings it back.
    ///
    /// # Errors
    /// [`Busy`](StoreError::Busy), [`Closed`](StoreError::Closed), [`Unavailable`](StoreError::Unavailable).
    pub async fn erase(&self, commitment: Hash) -> Result<bool, StoreError> {
        self.ask(Work::Erase(commitment)).await
    }

    async fn ask(&self, work: Work) -> Answer {
        let (reply, answer) = oneshot::channel();
        self.submit(Job { work, reply })?;
        answer.await.unwrap_or_else(|_| Err(StoreError::Unavailable("the writer stopped before it answered".into())))
    }

    pub(super) fn submit(&self, job: Job) -> Result<(), StoreError> {
        let queue = locked(&self.0.queue);
        queue.as_ref().ok_or(StoreError::Closed)?.try_send(job).map_err(|refused| match refused {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Closed(_) => StoreError::Unavailable("the writer has stopped; restart the server".into()),
        })
    }

    /// A whole game, with its secrets, from one snapshot. Blocks.
    ///
    /// # Errors
    /// [`Corrupt`](StoreError::Corrupt), [`Closed`](StoreError::Closed), [`Unavailable`](StoreError::Unavailable);
    /// the same for every read.
    pub fn load(&self, id: Uuid) -> Result<Option<StoredGame>, StoreError> {
        self.read(|connection| game::load(connection, id))
    }

    /// The events of a log from an index on, ascending, at most `limit`; none if there is no such log. Blocks.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn events(&self, kind: LogKind, id: Uuid, from: u64, limit: u64) -> Result<Vec<StoredEvent>, StoreError> {
        self.read(|connection| match event::log_of(connection, kind, id)? {
            Some(log) => event::range(connection, &log, from, limit),
            None => Ok(Vec::new()),
        })
    }

    /// Where a seat of a game (or its organiser, without a seat) used an idempotency key before. Blocks.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn keyed(&self, id: Uuid, seat: Option<Seat>, key: &str) -> Result<Option<Keyed>, StoreError> {
        self.read(|connection| match event::log_of(connection, LogKind::Game, id)? {
            Some(log) => event::keyed(connection, &log, seat, key),
            None => Ok(None),
        })
    }

    /// The texts of commitments, in the order in which they are asked for; those that are erased, or never were here, are
    /// left out. Blocks.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn texts(&self, commitments: &[Hash]) -> Result<Vec<Text>, StoreError> {
        self.read(|connection| text::read(connection, commitments))
    }

    /// The receipt of the last event of a game or tournament that has ended. Blocks.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn receipt(&self, id: Uuid) -> Result<Option<SignedHead>, StoreError> {
        self.read(|connection| receipt::read(connection, id))
    }

    /// Games that pass the filter, newest first, at most `limit`. Blocks.
    ///
    /// The order is that of the ids, descending, which for UUIDs of version 7 is the order of creation; `before` is
    /// the last id of the page before, and need not exist.
    ///
    /// # Errors
    /// As [`load`](Self::load). A game that cannot be read is one of the page and hides no other.
    pub fn list(&self, filter: &Filter, before: Option<Uuid>, limit: u64) -> Result<Vec<Listed<GameRow>>, StoreError> {
        self.read(|connection| game::list(connection, filter, before, limit))
    }

    /// A whole tournament, from one snapshot. Blocks.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn tournament(&self, id: Uuid) -> Result<Option<StoredTournament>, StoreError> {
        self.read(|connection| tournament::load(connection, id))
    }

    /// Tournaments, newest first, at most `limit`; only the sealed or only the others where that is said. Blocks.
    ///
    /// # Errors
    /// As [`list`](Self::list).
    pub fn tournaments(
        &self,
        sealed: Option<bool>,
        before: Option<Uuid>,
        limit: u64,
    ) -> Result<Vec<Listed<TournamentRow>>, StoreError> {
        self.read(|connection| tournament::list(connection, sealed, before, limit))
    }

    /// Reads the tree over every concluded log: all that one call reads is of one snapshot. Blocks.
    ///
    /// A log is in the tree as soon as the event that ended it is on disk; the two are one transaction.
    ///
    /// # Errors
    /// As [`load`](Self::load), and those of `read`.
    pub fn tree<T, E: From<StoreError>>(&self, read: impl FnOnce(&Tree<'_>) -> Result<T, E>) -> Result<T, E> {
        self.read(|connection| Ok(read(&Tree(connection))))?
    }

    /// Whether the store can read, and its writer runs. Says nothing about free space. Blocks.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn ping(&self) -> Result<(), StoreError> {
        if locked(&self.0.queue).as_ref().ok_or(StoreError::Closed)?.is_closed() {
            return Err(StoreError::Unavailable("the writer has stopped; restart the server".into()));
        }
        self.read(|connection| Ok(connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?))
    }

    pub(super) fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.0.readers.read(|transaction| read(transaction))
    }

    /// Closes the store for every clone: refuses new work, commits what waits, waits for reads that run, writes the
    /// write-ahead log into the database file and releases the lock. Blocks; not to be called by `on_commit`.
    ///
    /// Dropping the last clone does the same and only logs an error. A second call does nothing.
    ///
    /// # Errors
    /// [`Unavailable`](StoreError::Unavailable) when the write-ahead log could not be written into the database file.
    /// Nothing is lost then: the next [`open`](Self::open) finds it.
    pub fn close(&self) -> Result<(), StoreError> {
        self.0.close()
    }
}

impl Inner {
    fn close(&self) -> Result<(), StoreError> {
        let queue = locked(&self.queue).take();
        // Before the writer: the connection that closes last removes the write-ahead log, and a reader cannot.
        self.readers.close();
        drop(queue);
        // Held while the thread ends, so that whoever calls second also returns to a closed store.
        match locked(&self.writer).take() {
            Some(thread) => {
                thread.join().unwrap_or_else(|_| Err(StoreError::Unavailable("the writer panicked".into())))
            }
            None => Ok(()),
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Err(error) = self.close() {
            tracing::error!(%error, "the store did not close cleanly");
        }
    }
}
