//! Events: how they are written and read back, each with its idempotency key.

use rusqlite::{Connection, OptionalExtension, Row, named_params, params};
use uuid::Uuid;

use super::error::StoreError;
use super::row::Cells;
use crate::kernel::{Hash, Head, Kind, LogKind, Record, Seat, Timestamp};

/// An event as it is kept: its record, the hash of the record, and the payload the record commits to.
///
/// The store gives back exactly what was appended, and proves nothing about it: whether the hash is that of the
/// record, and whether the payload opens the commitment, is the audit's to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// The record. Its `id` names the game, its `index` the place in the log.
    pub record: Record,
    /// The hash of the record.
    pub hash: Hash,
    /// The canonical JSON of the payload, kept byte for byte.
    pub payload: String,
}

impl StoredEvent {
    /// Where the log ends with this event.
    pub fn head(&self) -> Head {
        Head { index: self.record.index, hash: self.hash }
    }
}

/// What makes a request that is sent twice one event: a key the client chose, once per seat of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// The key as the client sent it.
    pub key: String,
    /// A hash of the request, which tells a repeated request from another one with the same key.
    pub request: Hash,
}

/// Where an idempotency key was used before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keyed {
    /// The index of the event that was appended with it.
    pub index: u64,
    /// The hash of the request it came with.
    pub request: Hash,
}

const COLUMNS: &str = "idx, v, prev, at, kind, seat, payload_commitment, state_commitment, hash, payload";

/// A log that exists: where its events are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Log {
    kind: LogKind,
    key: i64,
    id: Uuid,
}

impl Log {
    /// The log with a key, in the table of its kind.
    pub(super) fn new(kind: LogKind, key: i64, id: Uuid) -> Self {
        Self { kind, key, id }
    }

    /// The key of its game or tournament.
    pub(super) fn key(&self) -> i64 {
        self.key
    }

    fn table(&self) -> &'static str {
        match self.kind {
            LogKind::Game => "events",
            LogKind::Tournament => "tournament_events",
        }
    }

    /// The table of the games or tournaments.
    fn logs(&self) -> &'static str {
        match self.kind {
            LogKind::Game => "games",
            LogKind::Tournament => "tournaments",
        }
    }

    /// As the sentences of errors name it.
    pub(super) fn name(&self) -> String {
        match self.kind {
            LogKind::Game => format!("game {}", self.id),
            LogKind::Tournament => format!("tournament {}", self.id),
        }
    }
}

/// An index or a limit as SQLite counts.
pub(super) fn integer(number: u64) -> Result<i64, StoreError> {
    i64::try_from(number).map_err(|_| StoreError::Refused(format!("{number} is beyond what the database can count")))
}

/// Writes the event into its log.
pub(super) fn insert(
    connection: &Connection,
    log: &Log,
    event: &StoredEvent,
    key: Option<&IdempotencyKey>,
) -> Result<(), StoreError> {
    let record = &event.record;
    if record.log != log.kind || record.id != log.id {
        return Err(StoreError::Refused(format!("event {} belongs to another log than {}", record.index, log.name())));
    }
    let sql = format!(
        "INSERT INTO {} (log, idx, v, prev, at, kind, seat, payload_commitment, state_commitment, hash, payload, \
         idempotency_key, request) VALUES (:log, :idx, :v, :prev, :at, :kind, :seat, :payload_commitment, \
         :state_commitment, :hash, :payload, :idempotency_key, :request)",
        log.table()
    );
    let inserted = connection.prepare_cached(&sql)?.execute(named_params! {
        ":log": log.key,
        ":idx": integer(record.index)?,
        ":v": record.v,
        ":prev": record.prev.as_bytes(),
        ":at": record.at.millis(),
        ":kind": record.kind.name(),
        ":seat": record.seat.map(|seat| seat.0),
        ":payload_commitment": record.payload.as_bytes(),
        ":state_commitment": record.state.as_ref().map(Hash::as_bytes),
        ":hash": event.hash.as_bytes(),
        ":payload": event.payload,
        ":idempotency_key": key.map(|key| &key.key),
        ":request": key.map(|key| key.request.as_bytes()),
    });
    match inserted.map_err(StoreError::from) {
        Ok(_) => Ok(()),
        Err(StoreError::Refused(why)) => Err(refusal(connection, log, record, key, why)?),
        Err(error) => Err(error),
    }
}

/// What a refused insert means. The key comes first: a request that is repeated wants its answer, not a second try.
fn refusal(
    connection: &Connection,
    log: &Log,
    record: &Record,
    key: Option<&IdempotencyKey>,
    why: String,
) -> Result<StoreError, StoreError> {
    if let Some(key) = key
        && keyed(connection, log, record.seat, &key.key)?.is_some()
    {
        return Ok(StoreError::KeyReused { game: record.id });
    }
    let head = head(connection, log)?;
    let follows = match head {
        Some(head) => record.index == head.index + 1 && record.prev == head.hash,
        None => record.index == 0 && record.prev == Hash::ZERO,
    };
    if follows {
        return Ok(StoreError::Refused(why));
    }
    Ok(StoreError::Conflict { log: record.id, index: record.index })
}

/// The log of a game or a tournament, if there is such a one.
pub(super) fn log_of(connection: &Connection, kind: LogKind, id: Uuid) -> Result<Option<Log>, StoreError> {
    let log = |key| Log { kind, key, id };
    let mut statement = connection.prepare_cached(&format!("SELECT key FROM {} WHERE id = ?1", log(0).logs()))?;
    Ok(statement.query_row([id.as_bytes()], |row| row.get(0)).optional()?.map(log))
}

/// The events of a log from an index on, ascending.
pub(super) fn range(connection: &Connection, log: &Log, from: u64, limit: u64) -> Result<Vec<StoredEvent>, StoreError> {
    // No log reaches an index that SQLite cannot count.
    let Ok(from) = integer(from) else { return Ok(Vec::new()) };
    let sql = format!("SELECT {COLUMNS} FROM {} WHERE log = ?1 AND idx >= ?2 ORDER BY idx LIMIT ?3", log.table());
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([log.key, from, i64::try_from(limit).unwrap_or(i64::MAX)])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        events.push(read(row, log)?);
    }
    Ok(events)
}

/// Every event of a log that ends with a head. A damaged index can lead to that end, and not to all that is before it.
pub(super) fn all(connection: &Connection, log: &Log, head: Head) -> Result<Vec<StoredEvent>, StoreError> {
    let events = range(connection, log, 0, u64::MAX)?;
    if events.last().map(StoredEvent::head) == Some(head) {
        return Ok(events);
    }
    let what = format!("its index does not lead to every event up to event {}", head.index);
    Err(StoreError::Corrupt { what, place: log.name() })
}

/// The event at an index.
pub(super) fn at(connection: &Connection, log: &Log, index: u64) -> Result<Option<StoredEvent>, StoreError> {
    let found = range(connection, log, index, 1)?.pop();
    Ok(found.filter(|event| event.record.index == index))
}

/// The end of a log.
pub(super) fn head(connection: &Connection, log: &Log) -> Result<Option<Head>, StoreError> {
    let sql = format!("SELECT idx, hash FROM {} WHERE log = ?1 ORDER BY idx DESC LIMIT 1", log.table());
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([log.key])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let cells = Cells::new(row, || format!("the last event of {}", log.name()));
    Ok(Some(Head { index: cells.index(0)?, hash: cells.hash(1)? }))
}

/// The first and the last event of a log.
///
/// A damaged index could hide the end of a log, and what is left would look like a log that has not come as far, to be
/// played on another way. So the entry behind the last one is looked at as well: keys have no gaps, and every log
/// begins at 0.
pub(super) fn ends(connection: &Connection, log: &Log) -> Result<(StoredEvent, StoredEvent), StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt { what: what.into(), place: log.name() };
    let missing = || corrupt("event 0 is missing");
    let created = at(connection, log, 0)?.ok_or_else(missing)?;
    let head = head(connection, log)?.ok_or_else(missing)?;
    let last = at(connection, log, head.index)?.ok_or_else(|| corrupt("its last event is missing"))?;
    if !ends_at(connection, log, head.index)? {
        return Err(corrupt(&format!(
            "an event behind event {} may be hidden: the index of events is damaged",
            head.index
        )));
    }
    Ok((created, last))
}

/// Whether nothing of a log stands behind the event at an index.
fn ends_at(connection: &Connection, log: &Log, last: u64) -> Result<bool, StoreError> {
    let (table, logs) = (log.table(), log.logs());
    // From the index alone. What is skipped is the last event itself; what stands behind it is whatever it is.
    let sql = format!("SELECT log, idx FROM {table} WHERE (log, idx) >= (?1, ?2) ORDER BY log, idx LIMIT 1 OFFSET 1");
    let mut statement = connection.prepare_cached(&sql)?;
    let entry = |row: &Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?));
    let as_it_should_be = match statement.query_row([log.key, integer(last)?], entry).optional()? {
        None => {
            let sql = format!("SELECT max(key) FROM {logs}");
            connection.prepare_cached(&sql)?.query_row([], |row| row.get::<_, Option<i64>>(0))? <= Some(log.key)
        }
        Some(entry) => entry == (log.key + 1, 0),
    };
    if as_it_should_be {
        return Ok(true);
    }
    // Something is damaged here, this log or the next one: the rows themselves tell, and there may be many.
    let sql = format!("SELECT max(idx) FROM {table} NOT INDEXED WHERE log = ?1");
    let found: Option<i64> = connection.query_row(&sql, [log.key], |row| row.get(0))?;
    Ok(found == Some(integer(last)?))
}

/// Where a key was used by a seat, or by the organiser.
pub(super) fn keyed(
    connection: &Connection,
    log: &Log,
    seat: Option<Seat>,
    key: &str,
) -> Result<Option<Keyed>, StoreError> {
    let sql = "SELECT idx, request FROM events \
               WHERE log = ?1 AND coalesce(seat, -1) = coalesce(?2, -1) AND idempotency_key = ?3";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(params![log.key, seat.map(|seat| seat.0), key])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let cells = Cells::new(row, || format!("an idempotency key of {}", log.name()));
    Ok(Some(Keyed { index: cells.index(0)?, request: cells.hash(1)? }))
}

/// The events of a game that came with an idempotency key, ascending.
pub(super) fn keys(connection: &Connection, id: Uuid) -> Result<Vec<Keyed>, StoreError> {
    let Some(log) = log_of(connection, LogKind::Game, id)? else { return Ok(Vec::new()) };
    let sql = "SELECT idx, request FROM events WHERE log = ?1 AND idempotency_key IS NOT NULL ORDER BY idx";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([log.key])?;
    let mut keys = Vec::new();
    while let Some(row) = rows.next()? {
        let cells = Cells::new(row, || format!("an idempotency key of {}", log.name()));
        keys.push(Keyed { index: cells.index(0)?, request: cells.hash(1)? });
    }
    Ok(keys)
}

fn read(row: &Row<'_>, log: &Log) -> Result<StoredEvent, StoreError> {
    let cells = Cells::new(row, || match row.get::<_, i64>(0) {
        Ok(index) => format!("event {index} of {}", log.name()),
        Err(_) => format!("an event of {}", log.name()),
    });
    let record = Record {
        log: log.kind,
        id: log.id,
        index: cells.index(0)?,
        v: cells.get(1)?,
        prev: cells.hash(2)?,
        at: cells.parse(3, |millis: &i64| Timestamp::from_millis(*millis).ok())?,
        kind: cells.parse(4, |name: &String| Kind::ALL.into_iter().find(|kind| kind.name() == name))?,
        seat: cells.get::<Option<u8>>(5)?.map(Seat),
        payload: cells.hash(6)?,
        state: cells.get::<Option<[u8; 32]>>(7)?.map(Hash::new),
    };
    let payload = cells
        .get::<Option<String>>(9)?
        .ok_or_else(|| cells.corrupt(9, "it is not here, and this program knows no event without its payload"))?;
    Ok(StoredEvent { record, hash: cells.hash(8)?, payload })
}
