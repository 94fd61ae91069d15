//! The one thread that writes: it commits whatever is waiting as one transaction, then answers.

use std::fmt;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::sync::{mpsc, oneshot};

use super::checkpoint::Checkpoints;
use super::database::Database;
use super::error::StoreError;
use super::game::{self, Append, Creation};
use super::settings::{Batch, Settings};
use super::text;
use super::tournament::{self, TournamentAppend, TournamentCreation};
use crate::kernel::Hash;

/// Something to write, and who waits for it.
pub(super) struct Job {
    pub(super) work: Work,
    pub(super) reply: oneshot::Sender<Answer>,
}

/// What became of a job: an error, or whether it found what it was about. Only what erases may find nothing.
pub(super) type Answer = Result<bool, StoreError>;

/// One write to the store.
#[derive(Debug)]
pub enum Write {
    /// Creates a game.
    Create(Box<Creation>),
    /// Appends an event to the log of a game.
    Append(Box<Append>),
    /// Creates a tournament.
    CreateTournament(Box<TournamentCreation>),
    /// Appends an event to the log of a tournament.
    AppendToTournament(Box<TournamentAppend>),
}

impl Write {
    fn apply(&self, connection: &Connection) -> Result<(), StoreError> {
        match self {
            Self::Create(new) => game::create(connection, new),
            Self::Append(append) => game::append(connection, append),
            Self::CreateTournament(new) => tournament::create(connection, new),
            Self::AppendToTournament(append) => tournament::append(connection, append),
        }
    }
}

pub(super) enum Work {
    /// Writes that are done together or not at all.
    Write(Vec<Write>),
    /// Erases the text of a commitment.
    Erase(Hash),
    /// What a test does to the writer's own connection, inside the transaction of a batch.
    #[cfg(test)]
    Tamper(Box<dyn Fn(&Connection) + Send>),
}

impl fmt::Debug for Job {
    // The work holds seeds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Job")
    }
}

/// The thread, and the way to it.
pub(super) type Running = (mpsc::Sender<Job>, JoinHandle<Result<(), StoreError>>);

/// Starts the thread. It ends, with everything committed, when the last sender is dropped.
pub(super) fn start(database: Database, connection: Connection, settings: Settings) -> Result<Running, StoreError> {
    // tokio panics at a capacity of 0.
    let (sender, queue) = mpsc::channel(settings.queue_capacity.max(1));
    let checkpoints = Checkpoints::new(database.checkpointer()?);
    let writer = Writer { connection, checkpoints, queue, settings, _database: database };
    let thread = std::thread::Builder::new()
        .name("store-writer".into())
        .spawn(move || writer.run())
        .map_err(|error| StoreError::Unavailable(format!("no thread for the writer: {error}")))?;
    Ok((sender, thread))
}

struct Writer {
    connection: Connection,
    checkpoints: Checkpoints,
    queue: mpsc::Receiver<Job>,
    settings: Settings,
    /// Dropped after the connection: the lock is released when nothing of this store touches the file any more.
    _database: Database,
}

impl Writer {
    fn run(mut self) -> Result<(), StoreError> {
        let max_batch = self.settings.max_batch.max(1);
        let mut jobs = Vec::with_capacity(max_batch);
        while self.queue.blocking_recv_many(&mut jobs, max_batch) > 0 {
            let start = Instant::now();
            let committed = self.commit(&jobs);
            self.report(&committed, jobs.len(), start.elapsed());
            answer(jobs.drain(..), committed);
            if let Err(error) = self.checkpoints.advance(&self.connection) {
                tracing::warn!(%error, "a checkpoint failed; the next one goes on from there");
            }
        }
        Ok(self.checkpoints.finish(&self.connection)?)
    }

    /// Commits the jobs as one transaction. An error is that of the whole batch, of which nothing is written then.
    fn commit(&mut self, jobs: &[Job]) -> Result<Vec<Answer>, StoreError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let answers = jobs.iter().map(|job| apply(&transaction, &job.work)).collect::<Result<_, _>>()?;
        transaction.commit().map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(answers)
    }

    fn report<T>(&self, committed: &Result<T, StoreError>, jobs: usize, took: Duration) {
        if let Err(error) = committed {
            tracing::error!(%error, jobs, "a batch was not committed");
        }
        if let Some(on_commit) = &self.settings.on_commit {
            on_commit(&Batch { jobs, took, committed: committed.is_ok() });
        }
    }
}

/// Does one job. The inner error is the job's own and leaves nothing of it behind; the outer one ends the batch.
fn apply(transaction: &Transaction<'_>, work: &Work) -> Result<Answer, StoreError> {
    let run = |sql| transaction.prepare_cached(sql)?.execute([]);
    run("SAVEPOINT job")?;
    let done = match work {
        Work::Write(writes) => writes.iter().try_for_each(|write| write.apply(transaction)).map(|()| true),
        Work::Erase(commitment) => text::erase(transaction, *commitment),
        #[cfg(test)]
        Work::Tamper(tamper) => {
            tamper(transaction);
            Ok(true)
        }
    };
    if let Err(error) = &done {
        // SQLite ends the transaction by itself when the disk is full or fails: to go on would commit job by job.
        if !error.spares_the_batch() || transaction.is_autocommit() {
            return Err(error.clone());
        }
        run("ROLLBACK TO job")?;
    }
    run("RELEASE job")?;
    Ok(done)
}

fn answer(jobs: impl Iterator<Item = Job>, committed: Result<Vec<Answer>, StoreError>) {
    let mut answers = committed.map(Vec::into_iter);
    for job in jobs {
        let answer = match &mut answers {
            Ok(answers) => answers.next().unwrap_or(Ok(true)),
            Err(error) => Err(error.clone()),
        };
        // Whoever stopped waiting does not hear it; the job is committed all the same.
        let _ = job.reply.send(answer);
    }
}
