//! A connection that looks at a database and never writes to it: beside a server that runs on it, and also where
//! nothing can be written.

use std::ffi::OsString;
use std::fmt::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::database::{LOCK_WAIT, SCHEMA, schema};
use super::error::StoreError;

/// Whether somebody may have a database open, or had it when they were killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Company {
    Perhaps,
    Nobody,
}

impl Company {
    pub(super) fn of(path: &Path) -> Self {
        if wal(path).exists() { Self::Perhaps } else { Self::Nobody }
    }
}

/// Opens the database at a path. It must have the schema of this program: an older one is migrated by whoever writes.
pub(super) fn observe(path: &Path, company: Company) -> Result<Connection, StoreError> {
    if !path.is_file() {
        return Err(StoreError::unusable(path, "there is no such file; give the path of a database"));
    }
    let access = match company {
        // A write-ahead log that a killed server left is read, and stays for the next server to take in.
        Company::Perhaps => OpenFlags::SQLITE_OPEN_READ_ONLY,
        // Whoever may write takes away the files that readers share, and that only reading makes as well.
        Company::Nobody => OpenFlags::SQLITE_OPEN_READ_WRITE,
    };
    let beside_a_server = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    beside_a_server.busy_timeout(LOCK_WAIT)?;
    beside_a_server.pragma_update(None, "query_only", "on")?;
    let tables = |connection: &Connection| {
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))
    };
    let connection = match tables(&beside_a_server) {
        // Readers share a file beside the database, which cannot be made here: then nobody writes here either.
        Err(error) if matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly)) => {
            if wal(path).metadata().is_ok_and(|wal| wal.len() > 0) {
                let why = "it has a write-ahead log, and its directory cannot be written to; copy the database and \
                           the file beside it that ends in -wal to a directory that can";
                return Err(StoreError::unusable(path, why));
            }
            alone(path)?
        }
        _ => beside_a_server,
    };
    match schema(path, &connection)? {
        None => Err(StoreError::unusable(path, "it is empty; give the path of a database")),
        Some(SCHEMA) => Ok(connection),
        Some(found) => Err(StoreError::OlderSchema { found, known: SCHEMA }),
    }
}

/// Opens a database that nobody writes to, and makes no file beside it.
pub(super) fn alone(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    Ok(Connection::open_with_flags(uri(path), flags)?)
}

/// The write-ahead log of a database.
fn wal(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push("-wal");
    name.into()
}

/// The address of a file that does not change, as SQLite reads it: every byte that could mean something is spelt out.
fn uri(path: &Path) -> String {
    let mut uri = String::from("file:");
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => uri.push(char::from(*byte)),
            // Writing to a string does not fail.
            other => drop(write!(uri, "%{other:02x}")),
        }
    }
    uri + "?immutable=1"
}
