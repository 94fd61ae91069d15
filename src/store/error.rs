//! What can go wrong with the store, as sentences that say what to do.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use uuid::Uuid;

use crate::kernel::not_known;

/// Why the store did not do what it was asked.
///
/// The first four are answers to the caller, who can act on them; the others are about the database itself. No
/// message holds a secret, and the types of the engine never show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The event does not follow the last event of its log: its index is taken or leaves a gap, or its `prev` is
    /// another hash. For a new game: its id is taken.
    #[error("event {index} does not follow the log of {log}: somebody else was first; load it and try again")]
    Conflict {
        /// The game or the tournament.
        log: Uuid,
        /// The index that was to be written.
        index: u64,
    },
    /// The same seat of this game has used the idempotency key before.
    #[error("the idempotency key was used before by the same seat of game {game}; answer as it was answered then")]
    KeyReused {
        /// The game.
        game: Uuid,
    },
    /// There is no tournament of this id.
    #[error("there is no tournament {0}; create it first")]
    NoSuchTournament(Uuid),
    /// There is no game of this id.
    #[error("there is no game {0}; create it first")]
    NoSuchGame(Uuid),
    /// The change breaks a rule of the schema, such as changing the outcome of a concluded game. Always the caller's
    /// mistake, and never written in part.
    #[error("the database refuses this change: {0}; correct the caller, a second try ends the same")]
    Refused(String),
    /// As many writes are waiting as the settings allow; nothing was written.
    #[error("too many writes are waiting; try again in a moment")]
    Busy,
    /// The store was closed; nothing was written.
    #[error("the store is closed; open it again")]
    Closed,
    /// The database has the label of other formats. No database of a draft is migrated: its bytes are hashed.
    #[error(
        "the database cannot be read: {}; open it with the program that made it, or give the path of a new file",
        not_known(.0)
    )]
    UnknownLabel(String),
    /// A newer version of the program has migrated the database.
    #[error(
        "the database has schema {found} and this program knows up to {known}; start a newer version of the program"
    )]
    NewerSchema {
        /// The schema version of the file.
        found: u32,
        /// The newest schema version this program knows.
        known: u32,
    },
    /// An older version of the program made the database, and it is not to be written to now.
    #[error(
        "the database has schema {found} and this program knows {known}; start its server on it once, which migrates it"
    )]
    OlderSchema {
        /// The schema version of the file.
        found: u32,
        /// The schema version that this program works with.
        known: u32,
    },
    /// Another process, or another store of this process, has the database open.
    #[error("{} is in use by another server; stop that one or give this one a database of its own", .0.display())]
    InUse(PathBuf),
    /// The path cannot be a database.
    #[error("{} cannot be used as the database: {why}", .path.display())]
    Unusable {
        /// The path as it was given.
        path: PathBuf,
        /// What is wrong, and what to do.
        why: String,
    },
    /// A backup cannot be written to this path.
    #[error("no backup can be written to {}: {why}", .path.display())]
    NoBackup {
        /// The path as it was given.
        path: PathBuf,
        /// What is wrong, and what to do.
        why: String,
    },
    /// The disk is full or fails, or something else outside this program is in the way. Nothing that was answered
    /// before is lost. Whether the last write is found again after a crash is open: read the head before trying
    /// again.
    #[error("the database cannot be used now: {0}; look at the disk and its free space, then try again")]
    Unavailable(String),
    /// What is stored is not what this program writes: the file is damaged or was edited.
    #[error("the database is corrupt at {place}: {what}; restore it from a copy")]
    Corrupt {
        /// What was found.
        what: String,
        /// Where: a game and an index where that is known.
        place: String,
    },
}

impl StoreError {
    /// Whether the error is about one job alone, so that its neighbours in a batch can be committed.
    pub(super) fn spares_the_batch(&self) -> bool {
        !matches!(self, Self::Unavailable(_))
    }

    pub(super) fn no_backup(path: &Path, why: impl Into<String>) -> Self {
        Self::NoBackup { path: path.to_owned(), why: why.into() }
    }

    pub(super) fn unusable(path: &Path, why: impl Into<String>) -> Self {
        Self::Unusable { path: path.to_owned(), why: why.into() }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, NulError, ToSqlConversionFailure,
            Utf8Error,
        };
        let text = error.to_string();
        match error {
            FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..) | Utf8Error(..) => {
                Self::Corrupt { what: text, place: "an unnamed row".into() }
            }
            NulError(_) | ToSqlConversionFailure(_) => Self::Refused(text),
            other => match other.sqlite_error_code() {
                Some(ErrorCode::ConstraintViolation | ErrorCode::TooBig) => Self::Refused(text),
                Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                    Self::Corrupt { what: text, place: "the database file".into() }
                }
                _ => Self::Unavailable(text),
            },
        }
    }
}
