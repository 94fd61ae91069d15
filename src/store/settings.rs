//! What can be set about a store, and what it reports.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// What is told of every batch, on the writer's thread, before its callers are answered. It must return at once, must
/// not panic, and must not hold a store.
pub type OnCommit = Arc<dyn Fn(&Batch) + Send + Sync>;

/// How a store works. The defaults are right for a server of its own.
#[derive(Clone)]
pub struct Settings {
    /// Writes that may wait; one more is answered with [`Busy`](super::StoreError::Busy). Default 4096, at least 1.
    pub queue_capacity: usize,
    /// Writes that one transaction commits at most. Default 256, at least 1.
    pub max_batch: usize,
    /// Connections that read: so many reads run at once, others wait. Default 4, at least 1.
    pub readers: usize,
    /// The name of the log, which the database takes at its first start and keeps. Default none: a new database is called
    /// `pandect.invalid/` and a UUID of version 7, an older one keeps its name.
    ///
    /// It is the name of every key that signs the log (`docs/format.md`, Notes), and which names are allowed is said
    /// there. The store takes what it is given: whoever reads a name from outside checks it.
    pub log_name: Option<String>,
    /// Called after every batch. Default none.
    pub on_commit: Option<OnCommit>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { queue_capacity: 4096, max_batch: 256, readers: 4, log_name: None, on_commit: None }
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("queue_capacity", &self.queue_capacity)
            .field("max_batch", &self.max_batch)
            .field("readers", &self.readers)
            .field("log_name", &self.log_name)
            .finish_non_exhaustive()
    }
}

/// One transaction of the writer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batch {
    /// The writes in it, also those that were refused.
    pub jobs: usize,
    /// From the first statement until the transaction was on disk, or had failed.
    pub took: Duration,
    /// Whether it is on disk. If not, every write in it was answered with an error.
    pub committed: bool,
}
