//! The database file: who may have it, what it must be, its schema and its connections.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags, OptionalExtension};
use rusqlite_migration::{M, Migrations};
use uuid::Uuid;

use super::error::StoreError;
use crate::kernel::LABEL;

const MIGRATIONS: [&str; 1] = [include_str!("../../migrations/0001_schema.sql")];

/// The newest schema version this program knows.
pub(super) const SCHEMA: u32 = MIGRATIONS.len() as u32;

/// The schema, from the first version to this one. A new database gets its label and the name of its log with the first,
/// in the same transaction: there is never one that has none.
pub(super) fn migrations(log_name: &str) -> Migrations<'static> {
    let name = log_name.to_owned();
    let named = move |new: &rusqlite::Transaction<'_>| {
        new.execute("INSERT INTO meta (label, log_name) VALUES (?1, ?2)", [LABEL, &name])?;
        Ok(())
    };
    let [first, later @ ..] = MIGRATIONS;
    Migrations::new(std::iter::once(M::up_with_hook(first, named)).chain(later.map(M::up)).collect())
}

/// The `application_id` that the first migration writes.
const APPLICATION: u32 = 0x5061_6e32;

/// That of schemas that no released program made.
const UNRELEASED: u32 = 0x5061_6e64;

/// How long a connection waits for another one, such as a tool that has the file open, before it gives up.
pub(super) const LOCK_WAIT: Duration = Duration::from_secs(5);

/// The pages of 4 KiB in the write-ahead log from which on a commit also moves them into the database file. A
/// backstop: `checkpoint.rs` moves them long before.
const AUTO_CHECKPOINT_PAGES: u32 = 50_000;

/// What the writer keeps of the database in memory: the ends of many logs and their indexes.
const WRITER_CACHE_KIB: i32 = 16 * 1024;

/// The database of one store, locked against every other as long as this value lives.
#[derive(Debug)]
pub(super) struct Database {
    path: PathBuf,
    _lock: File,
}

impl Database {
    /// Locks the file at a path, which may not exist yet.
    pub(super) fn lock(path: &Path) -> Result<Self, StoreError> {
        let real = real_path(path)?;
        let mut beside = real.clone().into_os_string();
        beside.push(".lock");
        let lock = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&beside)
            .map_err(|error| unwritable(path, &beside, &error))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: real, _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => {
                Err(StoreError::unusable(path, format!("its lock file cannot be locked: {error}")))
            }
        }
    }

    /// Makes the file, if there is none, readable by its owner only: it holds the seeds of running games. SQLite gives the
    /// files beside it the same mode.
    fn create_for_the_owner(&self) -> Result<(), StoreError> {
        match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                Err(StoreError::unusable(&self.path, format!("the file cannot be made: {error}")))
            }
            _ => Ok(()),
        }
    }

    /// The connection that writes, with the schema brought up to date. A new database takes the name of its log from here;
    /// one that has another name is refused, as it was.
    pub(super) fn writer(&self, log_name: Option<&str>) -> Result<Connection, StoreError> {
        self.create_for_the_owner()?;
        let mut connection = Connection::open_with_flags(&self.path, OpenFlags::default())
            .map_err(|error| unusable_or(&self.path, error))?;
        connection.busy_timeout(LOCK_WAIT)?;
        // SQLite opens what it may not write to all the same, and would tell with the first move.
        if connection.is_readonly(MAIN_DB)? {
            let why = "the file cannot be written to; let the user that runs the server write to it and to its \
                       directory, or give the path of another file";
            return Err(StoreError::unusable(&self.path, why));
        }
        // What is refused stays as it is, with the write-ahead log that a killed server left beside it.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        // The first statement that reads the file, and nothing has been written to it yet.
        let schema = schema(&self.path, &connection)?;
        if schema.is_some() {
            self.check_name(&connection, log_name)?;
        }
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
        self.prepare(&connection)?;
        self.migrate(&mut connection, schema.unwrap_or_default(), log_name)?;
        check_complete(&connection)?;
        Ok(connection)
    }

    /// Refuses another name than the one that the log has: every receipt and checkpoint was signed under that one.
    fn check_name(&self, connection: &Connection, given: Option<&str>) -> Result<(), StoreError> {
        let kept = log_name(connection)?;
        match given {
            Some(given) if given != kept => {
                let why = format!(
                    "its log is named {kept:?}, and this server is to name it {given:?}; a log keeps its name: start \
                     with {kept:?} or without a name, or give the path of a new file for {given:?}"
                );
                Err(StoreError::unusable(&self.path, why))
            }
            _ => Ok(()),
        }
    }

    /// Sets how the writer's connection works.
    fn prepare(&self, connection: &Connection) -> Result<(), StoreError> {
        let mode: String = connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))?;
        if mode != "wal" {
            let why = "its file system cannot share memory between connections; put it on a local disk";
            return Err(StoreError::unusable(&self.path, why));
        }
        connection.pragma_update(None, "synchronous", "full")?;
        connection.pragma_update(None, "foreign_keys", "on")?;
        // What is erased is overwritten, and not only left out of the tables.
        connection.pragma_update_and_check(None, "secure_delete", "on", |_| Ok(()))?;
        connection.pragma_update(None, "wal_autocheckpoint", AUTO_CHECKPOINT_PAGES)?;
        connection.pragma_update(None, "cache_size", -WRITER_CACHE_KIB)?;
        Ok(())
    }

    /// A connection for checkpoints beside the writer.
    pub(super) fn checkpointer(&self) -> Result<Connection, StoreError> {
        let connection = Connection::open_with_flags(&self.path, OpenFlags::default())?;
        connection.pragma_update(None, "synchronous", "full")?;
        Ok(connection)
    }

    /// A connection that can only read.
    pub(super) fn reader(&self) -> Result<Connection, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)?;
        connection.busy_timeout(LOCK_WAIT)?;
        connection.pragma_update(None, "query_only", "on")?;
        // Every combination of filters is a statement.
        connection.set_prepared_statement_cache_capacity(64);
        Ok(connection)
    }

    fn migrate(&self, connection: &mut Connection, from: u32, log_name: Option<&str>) -> Result<(), StoreError> {
        let name = log_name.map_or_else(|| format!("pandect.invalid/{}", Uuid::now_v7()), str::to_owned);
        migrations(&name).to_latest(connection).map_err(|error| match error {
            // Such as a table that is there already: what the version says is not what is there.
            rusqlite_migration::Error::RusqliteError { err, .. } if is_about_the_schema(&err) => {
                let why = format!("it says that it has schema {from}, and does not ({err}); restore a backup");
                StoreError::unusable(&self.path, why)
            }
            rusqlite_migration::Error::RusqliteError { err, .. } => err.into(),
            other => StoreError::Unavailable(other.to_string()),
        })?;
        if from < SCHEMA {
            tracing::info!(path = %self.path.display(), from, to = SCHEMA, "database migrated");
        }
        Ok(())
    }
}

/// That every row can be found: where an index has lost entries, logs look shorter than they are, and would be played on
/// another way.
///
/// Rows are numbered without a gap, so counting the entries of an index is enough as long as nobody deleted a row by hand.
pub(super) fn check_complete(connection: &Connection) -> Result<(), StoreError> {
    for table in ["games", "events", "tournaments", "tournament_events"] {
        // What cannot be read here hides nothing: whoever needs it hears of it.
        let count = |what: &str, how: &str| -> Option<i64> {
            let sql = format!("SELECT coalesce({what}, 0) FROM {table} {how}");
            connection.query_row(&sql, [], |row| row.get(0)).ok()
        };
        let Some(indexed) = count("count(*)", &format!("INDEXED BY sqlite_autoindex_{table}_1")) else { continue };
        let differs = |rows: Option<i64>| rows.is_some_and(|rows| rows != indexed);
        if differs(count("max(rowid)", "NOT INDEXED")) && differs(count("count(*)", "NOT INDEXED")) {
            let what = format!("the index of {table} has {indexed} entries, and the table another number of rows");
            return Err(StoreError::Corrupt { what, place: "the database file".into() });
        }
    }
    Ok(())
}

fn is_about_the_schema(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::Unknown) || error.sqlite_error().is_none()
}

/// The schema version of a database of this program; nothing when the file is new.
///
/// What is not known is refused: first another program, then another label, then a newer schema.
pub(super) fn schema(path: &Path, connection: &Connection) -> Result<Option<u32>, StoreError> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, u32>(0));
    let application = pragma("application_id").map_err(|error| unusable_or(path, error))?;
    let found = pragma("user_version")?;
    let tables: u32 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    match application {
        APPLICATION => check_label(connection)?,
        UNRELEASED => {
            let why = "it has a schema that no released version of this program made, and this one does not read it; \
                       give the path of a new file, and keep the program that made this one to read it";
            return Err(StoreError::unusable(path, why));
        }
        0 if tables == 0 => return Ok(None),
        _ => {
            return Err(StoreError::unusable(path, "it is another program's database; give the path of a new file"));
        }
    }
    if found > SCHEMA {
        return Err(StoreError::NewerSchema { found, known: SCHEMA });
    }
    Ok(Some(found))
}

/// No draft is migrated to another: their bytes are hashed.
fn check_label(connection: &Connection) -> Result<(), StoreError> {
    let found = meta(connection, "label")?;
    if found != LABEL {
        return Err(StoreError::UnknownLabel(found));
    }
    Ok(())
}

/// The name of the log.
pub(super) fn log_name(connection: &Connection) -> Result<String, StoreError> {
    meta(connection, "log_name")
}

fn meta(connection: &Connection, column: &str) -> Result<String, StoreError> {
    let corrupt = |what: String| StoreError::Corrupt { what, place: "the table meta".into() };
    let read = |sql: &str| connection.query_row(sql, [], |row| row.get(0)).optional();
    match read(&format!("SELECT {column} FROM meta")) {
        Ok(found) => found.ok_or_else(|| corrupt("its row is missing".into())),
        Err(error) if is_about_the_schema(&error) => Err(corrupt(error.to_string())),
        Err(error) => Err(error.into()),
    }
}

fn unusable_or(path: &Path, error: rusqlite::Error) -> StoreError {
    let why = match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => "it is not a database; give the path of a new file".into(),
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => {
            format!("it cannot be opened for writing ({error}); check its permissions")
        }
        _ => return error.into(),
    };
    StoreError::unusable(path, why)
}

/// A directory that nothing can be written to, most often.
fn unwritable(path: &Path, lock: &OsStr, error: &io::Error) -> StoreError {
    let lock = Path::new(lock).display();
    StoreError::unusable(
        path,
        format!(
            "{lock} cannot be written ({error}), and nor could the write-ahead log beside it; let the user that runs \
             the server write to the directory, or give the path of a file in another one"
        ),
    )
}

/// The path without links, so that two spellings of one file share one lock.
fn real_path(path: &Path) -> Result<PathBuf, StoreError> {
    if path.as_os_str() == ":memory:" {
        return Err(StoreError::unusable(path, "a log must outlive the process; give the path of a file"));
    }
    if path.is_dir() {
        return Err(StoreError::unusable(path, "it is a directory; give the path of a file in it"));
    }
    let Some(name) = path.file_name() else {
        return Err(StoreError::unusable(path, "it names no file; give the path of a file"));
    };
    let refused = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => StoreError::unusable(path, "its directory does not exist; create it first"),
        _ => StoreError::unusable(path, error.to_string()),
    };
    match path.canonicalize() {
        Ok(real) => Ok(real),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
            Ok(parent.canonicalize().map_err(refused)?.join(name))
        }
        Err(error) => Err(refused(error)),
    }
}
