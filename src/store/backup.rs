//! Backups: a copy of a database that is being written to.
//!
//! The pages are copied one by one, as they are, with SQLite's own backup, from one snapshot that is held to the end:
//! commits go on meanwhile and neither wait for it nor make it start again. (`VACUUM INTO` would build every index
//! anew, and so hide from a check of the copy what is damaged in the original.)

use std::fs::File;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::error::StoreError;
use super::observer::{Company, alone, observe};
use super::tree::Tree;
use crate::kernel::tree::Root;

/// Pages of 4 KiB between two looks at how far it is.
const PAGES_A_STEP: i32 = 1_024;

/// How far a backup is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copied {
    /// Bytes that are copied.
    pub bytes: u64,
    /// Bytes of the whole copy.
    pub of: u64,
}

/// What a backup holds, as counted in the copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contents {
    /// Bytes of the file.
    pub bytes: u64,
    /// Games.
    pub games: u64,
    /// Tournaments.
    pub tournaments: u64,
    /// Events in the logs of both.
    pub events: u64,
    /// Words of people that are not erased.
    pub texts: u64,
    /// The root of the tree over every concluded log.
    pub root: Root,
}

/// Copies a database, also while a server runs on it, to a file that does not exist yet. Blocks.
///
/// The copy holds everything that was answered before this began, and opens as the database does. It is written under
/// another name beside `to`, readable by its owner only, for it holds the seeds of running games; it gets its name
/// when all of it is on disk, so that there is never half a backup. A text that is erased later stays in it. Says nothing about whether the logs are right: a
/// check of the copy does.
///
/// # Errors
/// [`Unusable`](StoreError::Unusable) when `from` is no database of this program, [`NoBackup`](StoreError::NoBackup) when
/// `to` cannot be written or is there already; [`UnknownLabel`](StoreError::UnknownLabel); [`NewerSchema`](StoreError::NewerSchema);
/// [`OlderSchema`](StoreError::OlderSchema); [`Corrupt`](StoreError::Corrupt) when the copy cannot be read. Then there is no file at `to`.
pub fn back_up(from: &Path, to: &Path, mut progress: impl FnMut(Copied)) -> Result<Contents, StoreError> {
    let unwritable = |error: std::io::Error| StoreError::no_backup(to, error.to_string());
    let Some(name) = to.file_name() else {
        return Err(StoreError::no_backup(to, "it names no file; give the path of a file"));
    };
    if to.symlink_metadata().is_ok() {
        let why = "it is there already, and a backup is never overwritten; name another file";
        return Err(StoreError::no_backup(to, why));
    }
    let source = observe(from, Company::of(from))?;
    let directory = to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let prefix = format!(".{}.", name.to_string_lossy());
    let partial =
        tempfile::Builder::new().prefix(&prefix).suffix(".partial").tempfile_in(directory).map_err(unwritable)?;
    copy(&source, partial.path(), &mut progress)?;
    partial.as_file().sync_all().map_err(unwritable)?;
    let contents = contents(partial.path())?;
    partial.persist_noclobber(to).map_err(|error| unwritable(error.error))?;
    File::open(directory).and_then(|directory| directory.sync_all()).map_err(unwritable)?;
    Ok(contents)
}

fn copy(source: &Connection, to: &Path, progress: &mut impl FnMut(Copied)) -> Result<(), StoreError> {
    // The snapshot begins with the first read and ends with the connection. Without it each step would begin one of its
    // own, and every commit between two steps would start the copy again.
    source.execute_batch("BEGIN")?;
    source.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    let page: u64 = source.pragma_query_value(None, "page_size", |row| row.get::<_, u32>(0))?.into();
    let mut copy = Connection::open(to)?;
    // What is half done when the machine stops is thrown away; the caller syncs what is done.
    copy.pragma_update_and_check(None, "journal_mode", "off", |_| Ok(()))?;
    copy.pragma_update(None, "synchronous", "off")?;
    let backup = Backup::new(source, &mut copy)?;
    loop {
        let step = backup.step(PAGES_A_STEP)?;
        let pages = backup.progress();
        let bytes = |pages: i32| u64::try_from(pages).unwrap_or_default() * page;
        progress(Copied { bytes: bytes(pages.pagecount - pages.remaining), of: bytes(pages.pagecount) });
        match step {
            StepResult::Done => return Ok(()),
            StepResult::More => {}
            // Nobody else has the copy open, and the snapshot is held already.
            _ => return Err(StoreError::Unavailable("the copy is locked by another program".into())),
        }
    }
}

fn contents(path: &Path) -> Result<Contents, StoreError> {
    let bytes = path.metadata().map_err(|error| StoreError::Unavailable(error.to_string()))?.len();
    let copy = alone(path)?;
    let count = |tables: &[&str]| -> Result<u64, StoreError> {
        tables.iter().try_fold(0, |sum, table| {
            let rows: i64 = copy.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
            Ok(sum + u64::try_from(rows).unwrap_or_default())
        })
    };
    let tree = Tree(&copy);
    Ok(Contents {
        bytes,
        games: count(&["games"])?,
        tournaments: count(&["tournaments"])?,
        events: count(&["events", "tournament_events"])?,
        texts: count(&["texts"])?,
        root: tree.root(tree.size()?)?,
    })
}
