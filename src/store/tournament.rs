//! Tournaments: how one is created, added to, read back whole, and listed.

use rusqlite::types::Value;
use rusqlite::{Connection, Row, params};
use uuid::Uuid;

use super::error::StoreError;
use super::event::{self, Log, StoredEvent, log_of};
use super::game::{Listed, page};
use super::receipt::{self, SignedHead};
use super::row::Cells;
use super::text;
use crate::kernel::{Hash, Head, LogKind, Text};

/// A tournament to create, with the event at index 0. Its id is that of the event's record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentCreation {
    /// The hash of the token of the organiser who created it; nothing where organisers have no tokens.
    pub organiser: Option<Hash>,
    /// The event at index 0.
    pub event: StoredEvent,
    /// The words that its payload commits to.
    pub texts: Vec<Text>,
}

/// An event to append to the log of a tournament that exists, and whether it seals it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentAppend {
    /// The event. Its index must be the next one of its log, and its `prev` the hash of the last.
    pub event: StoredEvent,
    /// The words that its payload commits to.
    pub texts: Vec<Text>,
    /// Whether nothing is accepted after it.
    pub sealed: bool,
    /// The receipt of the event, exactly where it seals the tournament.
    pub receipt: Option<SignedHead>,
}

/// What a listing shows of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentRow {
    /// The tournament.
    pub id: Uuid,
    /// The hash of the token of the organiser who created it.
    pub organiser: Option<Hash>,
    /// Whether it is sealed.
    pub sealed: bool,
    /// The event at index 0.
    pub created: StoredEvent,
    /// The last event.
    pub last: StoredEvent,
}

impl TournamentRow {
    /// The end of the log.
    pub fn head(&self) -> Head {
        self.last.head()
    }
}

/// A tournament read back whole, from one snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTournament {
    /// What a listing shows.
    pub row: TournamentRow,
    /// Every event, ascending.
    pub events: Vec<StoredEvent>,
}

const COLUMNS: &str = "key, id, organiser, sealed";

/// Creates the tournament with its first event. The caller undoes what was done on an error.
pub(super) fn create(connection: &Connection, new: &TournamentCreation) -> Result<(), StoreError> {
    let id = new.event.record.id;
    if log_of(connection, LogKind::Tournament, id)?.is_some() {
        return Err(StoreError::Conflict { log: id, index: new.event.record.index });
    }
    connection
        .prepare_cached("INSERT INTO tournaments (id, organiser) VALUES (?1, ?2)")?
        .execute(params![id.as_bytes(), new.organiser.as_ref().map(Hash::as_bytes)])?;
    let log = Log::new(LogKind::Tournament, connection.last_insert_rowid(), id);
    event::insert(connection, &log, &new.event, None)?;
    text::insert(connection, &new.texts)
}

/// Appends the event. The caller undoes what was done on an error.
pub(super) fn append(connection: &Connection, append: &TournamentAppend) -> Result<(), StoreError> {
    let id = append.event.record.id;
    let log = log_of(connection, LogKind::Tournament, id)?.ok_or(StoreError::NoSuchTournament(id))?;
    event::insert(connection, &log, &append.event, None)?;
    text::insert(connection, &append.texts)?;
    if append.sealed {
        connection.prepare_cached("UPDATE tournaments SET sealed = 1 WHERE key = ?1")?.execute([log.key()])?;
    }
    receipt::conclude(connection, &log, &append.event, append.sealed, append.receipt.as_ref())
}

/// What a listing shows of a tournament.
fn row(connection: &Connection, id: Uuid) -> Result<Option<TournamentRow>, StoreError> {
    let mut statement = connection.prepare_cached(&format!("SELECT {COLUMNS} FROM tournaments WHERE id = ?1"))?;
    let mut rows = statement.query([id.as_bytes()])?;
    rows.next()?.map(|row| read(connection, row)).transpose()
}

/// The whole tournament.
pub(super) fn load(connection: &Connection, id: Uuid) -> Result<Option<StoredTournament>, StoreError> {
    let Some(log) = log_of(connection, LogKind::Tournament, id)? else { return Ok(None) };
    let Some(row) = row(connection, id)? else { return Ok(None) };
    let events = event::all(connection, &log, row.head())?;
    Ok(Some(StoredTournament { row, events }))
}

/// A page of tournaments, newest first.
pub(super) fn list(
    connection: &Connection,
    sealed: Option<bool>,
    before: Option<Uuid>,
    limit: u64,
) -> Result<Vec<Listed<TournamentRow>>, StoreError> {
    let conditions = [
        ("sealed = ?", sealed.map(|sealed| Value::Integer(sealed.into()))),
        ("id < ?", before.map(|id| Value::Blob(id.as_bytes().to_vec()))),
    ];
    page(connection, "id FROM tournaments", &conditions, limit, row)
}

fn read(connection: &Connection, row: &Row<'_>) -> Result<TournamentRow, StoreError> {
    let id = Uuid::from_bytes(Cells::new(row, || "the id of a tournament".into()).get(1)?);
    let cells = Cells::new(row, || format!("tournament {id}"));
    let log = Log::new(LogKind::Tournament, cells.get(0)?, id);
    let (created, last) = event::ends(connection, &log)?;
    Ok(TournamentRow {
        id,
        organiser: cells.get::<Option<[u8; 32]>>(2)?.map(Hash::new),
        sealed: cells.get(3)?,
        created,
        last,
    })
}
