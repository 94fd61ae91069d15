//! The store: games, tournaments and their logs in one SQLite file, the words of people beside them, and the tree over
//! those that have ended, with their receipts. It appends, loads, heads and lists, and knows no rules.
//!
//! A write is answered only after its transaction is on disk (WAL, `synchronous=FULL`). One thread writes: it commits
//! whatever is waiting as one transaction, each write in a savepoint, so that one that is refused does not touch its
//! neighbours. Readers have connections of their own and see one snapshot each. The schema, and what it refuses by
//! itself, is in `migrations/`.
//!
//! The store never changes or deletes an event, never derives what it can store, never repairs what it reads, and
//! never looks into a payload. No type of SQLite shows outside of this folder.
//!
//! A database has the label of its formats, and a program that knows another one refuses it. It also has the name of its
//! log, which it takes at its first start and keeps.
//!
//! Words of people are the one thing that can be erased: a log has commitments to them only. What is erased is overwritten
//! (`secure_delete`) in the pages that held it. The database file has those pages with the next checkpoint, at the latest
//! when the store closes; older versions of them stay in the write-ahead log until it has started over and written over
//! them, or is removed when the store closes. Seldom SQLite leaves a copy in the unused bytes of a page from which it has
//! moved a row: `VACUUM`, with the server stopped, makes a file without any. What copies and disks keep is beyond this.
//!
//! The events are a rowid table, appended to in the order of commits. Clustered by game (`WITHOUT ROWID`) a log of
//! 4,000 events loads in 2.4 ms instead of 5, but every append lands on another page: with 1,280 games in play, 64
//! callers and the same settings, 15,000 appends/s instead of 27,000 and a p99 of 42 ms instead of 14 (two cores,
//! 200-byte payloads, an idempotency key each).

mod backup;
mod checkpoint;
mod database;
mod error;
mod event;
mod game;
mod handle;
mod inspection;
mod observer;
mod readers;
mod receipt;
mod row;
mod settings;
mod text;
mod tournament;
mod tree;
mod writer;

pub use backup::{Contents, Copied, back_up};
pub use error::StoreError;
pub use event::{IdempotencyKey, Keyed, StoredEvent};
pub use game::{Append, Creation, Filter, GameRow, Listed, SeatRow, StoredGame, StoredSeat};
pub use handle::Store;
pub use inspection::{Damage, Inspected, Inspection};
pub use receipt::SignedHead;
pub use settings::{Batch, OnCommit, Settings};
pub use tournament::{StoredTournament, TournamentAppend, TournamentCreation, TournamentRow};
pub use tree::{StoredLeaf, Tree};
pub use writer::Write;

#[cfg(test)]
mod tests;
