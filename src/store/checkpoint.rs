//! Moving what was committed from the write-ahead log into the database file, without stopping the writer for long.
//!
//! Left to SQLite, every so many pages one commit writes all of them and waits for the disk twice: that commit takes twenty
//! times as long as the others. Here a second connection writes the bulk while the writer goes on; what was committed
//! meanwhile is little, and the writer moves it between two batches. The log then starts over at its beginning.

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
        Self { bulk: Bulk::Idle(connection), next: pages() }
    }

    /// To be called by the writer after every batch.
    pub(super) fn advance(&mut self, writer: &Connection) -> rusqlite::Result<()> {
        self.bulk = match std::mem::replace(&mut self.bulk, Bulk::Lost) {
            Bulk::Idle(connection) if checkpoint(writer, "NOOP")?.in_log >= self.next => start(connection),
            Bulk::Running(thread) if thread.is_finished() => {
                let left = checkpoint(writer, "PASSIVE")?;
                self.next = pages() + if left.moved < left.in_log { left.in_log } else { 0 };
                thread.join().map_or(Bulk::Lost, Bulk::Idle)
            }
            unchanged => unchanged,
        };
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
        let passes: usize = std::env::var("PASSES").map_or(2, |n| n.parse().unwrap());
        let moved = (0..passes).try_for_each(|_| checkpoint(&connection, "PASSIVE").map(drop));
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

fn pages() -> i64 {
    std::env::var("CKPT").map_or(PAGES, |n| n.parse().unwrap())
}
