//! Moving what was committed from the write-ahead log into the database file, without stopping the writer for long.
//!
//! Left to SQLite, every so many pages one commit moves all of them and waits for the disk twice; that commit takes
//! twenty times as long as the others. Here a second connection moves the bulk while the writer goes on, and the
//! writer moves the little that is left between two batches; the write-ahead log then starts over. Measured on two
//! cores with 64 callers in 64 games at 27,000 appends/s: p99 9 ms instead of 15, p99.9 11 ms instead of 20. With 1,280
//! games in play a batch touches more pages, and the gain was within the noise.

use std::thread::JoinHandle;

use rusqlite::Connection;

/// The pages of 4 KiB in the write-ahead log that start a checkpoint.
const PAGES: i64 = 4_000;

/// Where the checkpoints of a store stand.
pub(super) struct Checkpoints {
    bulk: Bulk,
    /// The pages that start the next one. More than [`PAGES`] when a reader kept the last one from completing.
    next: i64,
}

enum Bulk {
    Idle(Connection),
    Running(JoinHandle<Connection>),
    /// No thread could be started: SQLite checkpoints by itself, much later.
    Lost,
}

impl Checkpoints {
    /// Takes the connection that writes the bulk.
    pub(super) fn new(connection: Connection) -> Self {
        Self { bulk: Bulk::Idle(connection), next: PAGES }
    }

    /// To be called by the writer after every batch.
    pub(super) fn advance(&mut self, writer: &Connection) -> rusqlite::Result<()> {
        let ready = match &self.bulk {
            Bulk::Idle(_) => checkpoint(writer, "NOOP")?.in_log >= self.next,
            Bulk::Running(thread) => thread.is_finished(),
            Bulk::Lost => false,
        };
        if !ready {
            return Ok(());
        }
        match std::mem::replace(&mut self.bulk, Bulk::Lost) {
            Bulk::Idle(connection) => self.bulk = start(connection),
            Bulk::Running(thread) => {
                self.bulk = thread.join().map_or(Bulk::Lost, Bulk::Idle);
                let all = checkpoint(writer, "PASSIVE")?;
                self.next = if all.moved < all.in_log { all.in_log + PAGES } else { PAGES };
            }
            Bulk::Lost => {}
        }
        Ok(())
    }

    /// Moves everything, empties the log, and ends.
    pub(super) fn finish(self, writer: &Connection) -> rusqlite::Result<()> {
        if let Bulk::Running(thread) = self.bulk {
            let _ = thread.join();
        }
        checkpoint(writer, "TRUNCATE").map(drop)
    }
}

fn start(connection: Connection) -> Bulk {
    let bulk = move || {
        // The second pass moves what was committed during the first, and leaves the writer next to nothing.
        let moved = checkpoint(&connection, "PASSIVE").and_then(|_| checkpoint(&connection, "PASSIVE"));
        if let Err(error) = moved {
            tracing::warn!(%error, "a checkpoint failed; the next one goes on from there");
        }
        connection
    };
    std::thread::Builder::new().name("store-checkpoint".into()).spawn(bulk).map_or(Bulk::Lost, Bulk::Running)
}

/// Pages in the write-ahead log, and how many of them are in the database file.
struct Pages {
    in_log: i64,
    moved: i64,
}

fn checkpoint(connection: &Connection, mode: &str) -> rusqlite::Result<Pages> {
    let mut statement = connection.prepare_cached(&format!("PRAGMA wal_checkpoint({mode})"))?;
    statement.query_row([], |row| Ok(Pages { in_log: row.get(1)?, moved: row.get(2)? }))
}
