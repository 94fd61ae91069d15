//! A database that is looked at as a whole, without writing to it: what a check reads.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension};
use uuid::Uuid;

use super::database::{self, migrations};
use super::error::StoreError;
use super::event::{self, Keyed};
use super::game::{self, StoredGame};
use super::observer::{Company, observe};
use super::readers::Readers;
use super::receipt::{self, SignedHead};
use super::row::Cells;
use super::text;
use super::tournament::{self, StoredTournament};
use super::tree::{StoredLeaf, Tree};
use crate::kernel::tree::Leaf;
use crate::kernel::{Hash, LogKind, Salt, Text};

/// How many sentences of SQLite on what is wrong with the file are listed, and of ours on what stands beside the logs.
const DAMAGES_MAX: u32 = 100;

/// A database that nothing is written to. A server may run on it meanwhile.
///
/// Every method reads from one snapshot, blocks, and says what is there even where it is damaged. It takes no lock, so
/// the file may lie where nothing can be written.
#[derive(Debug)]
pub struct Inspection {
    readers: Readers,
}

/// Something that is wrong with the file, and not with what a log says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The log whose row it is about, where it is about one.
    pub id: Option<Uuid>,
    /// The event, where it is about one.
    pub index: Option<u64>,
    /// What is wrong.
    pub what: String,
}

/// All that is stored of a game or a tournament, beside its log too.
#[derive(Debug)]
pub struct Inspected<T> {
    /// The game or the tournament.
    pub stored: T,
    /// Its leaf in the tree.
    pub leaf: Option<StoredLeaf>,
    /// The receipt of its last event.
    pub receipt: Option<SignedHead>,
    /// Its events that came with an idempotency key.
    pub keys: Vec<Keyed>,
}

impl Inspection {
    /// Opens a database to look at it on so many threads at once.
    ///
    /// # Errors
    /// [`Unusable`](StoreError::Unusable) for what is no database of this program, and for one in a directory that cannot
    /// be written to that still has a write-ahead log; [`UnknownLabel`](StoreError::UnknownLabel),
    /// [`NewerSchema`](StoreError::NewerSchema), [`OlderSchema`](StoreError::OlderSchema).
    pub fn open(path: &Path, threads: usize) -> Result<Self, StoreError> {
        let company = Company::of(path);
        let readers = Readers::open(threads, || observe(path, company))?;
        Ok(Self { readers })
    }

    /// Whether every page, index, constraint and reference is whole, and what stands beside the logs is right: every text
    /// opens its commitment, every seat has the name that its commitment is to, and every log in the tree has a receipt.
    /// Takes about as long as reading the file twice.
    pub fn file(&self) -> Vec<Damage> {
        let mut found = self.pages();
        found.extend(self.damages(beside_the_logs));
        found
    }

    fn pages(&self) -> Vec<Damage> {
        self.damages(|connection| {
            let mut found = Vec::new();
            let mut pages = connection.prepare(&format!("PRAGMA integrity_check({DAMAGES_MAX})"))?;
            let mut sentences = pages.query([])?;
            while let Some(row) = sentences.next()? {
                let sentence: String = row.get(0)?;
                if sentence != "ok" {
                    let (id, index) = named(connection, &sentence).unwrap_or_default();
                    found.push(Damage { id, index, what: sentence });
                }
            }
            let mut references = connection.prepare("PRAGMA foreign_key_check")?;
            let mut rows = references.query([])?;
            while let Some(row) = rows.next()? {
                let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
                found.push(Damage::of_the_file(format!("a row of {table} belongs to no row of {parent}")));
            }
            Ok(found)
        })
    }

    /// Whether every table, index and trigger is the one that this program makes.
    pub fn schema(&self) -> Vec<Damage> {
        self.damages(|connection| {
            let mut fresh = Connection::open_in_memory()?;
            migrations("").to_latest(&mut fresh).map_err(|error| StoreError::Unavailable(error.to_string()))?;
            let (expected, mut found) = (definitions(&fresh)?, definitions(connection)?);
            let mut damages = Vec::new();
            for (name, definition) in expected {
                match found.remove(&name) {
                    Some(other) if other == definition => {}
                    Some(_) => damages.push(format!("{name} is not as this program makes it")),
                    None => damages.push(format!("{name} is missing")),
                }
            }
            damages.extend(found.into_keys().map(|name| format!("{name} is none of this program's")));
            Ok(damages.into_iter().map(Damage::of_the_file).collect())
        })
    }

    fn damages(&self, find: impl FnOnce(&Connection) -> Result<Vec<Damage>, StoreError>) -> Vec<Damage> {
        self.readers
            .read(|connection| find(connection))
            .unwrap_or_else(|error| vec![Damage::of_the_file(error.to_string())])
    }

    /// The name of the log.
    ///
    /// # Errors
    /// As [`logs`](Self::logs).
    pub fn log_name(&self) -> Result<String, StoreError> {
        self.readers.read(|connection| database::log_name(connection))
    }

    /// The texts of commitments, as [`Store::texts`](super::Store::texts).
    ///
    /// # Errors
    /// As [`logs`](Self::logs).
    pub fn texts(&self, commitments: &[Hash]) -> Result<Vec<Text>, StoreError> {
        self.readers.read(|connection| text::read(connection, commitments))
    }

    /// How many logs of a kind there are. They are numbered from 1 in the order in which they were created, without a gap.
    ///
    /// # Errors
    /// [`Corrupt`](StoreError::Corrupt), [`Unavailable`](StoreError::Unavailable); the same for every read.
    pub fn logs(&self, kind: LogKind) -> Result<u64, StoreError> {
        let (table, index) = match kind {
            LogKind::Game => ("games", "sqlite_autoindex_games_1"),
            LogKind::Tournament => ("tournaments", "sqlite_autoindex_tournaments_1"),
        };
        self.readers.read(|connection| {
            let count = |how: &str| -> Result<i64, StoreError> {
                Ok(connection.query_row(&format!("SELECT count(*) FROM {table} {how}"), [], |row| row.get(0))?)
            };
            // Where one of the two is damaged, the other still says how many there should be.
            let counts = [count("NOT INDEXED"), count(&format!("INDEXED BY {index}"))];
            let most = counts.iter().filter_map(|count| count.as_ref().ok()).max().copied();
            let [first, _] = counts;
            Ok(u64::try_from(most.map_or(first, Ok)?).unwrap_or_default())
        })
    }

    /// The id of the log with a number; nothing when its row is missing.
    ///
    /// # Errors
    /// As [`logs`](Self::logs).
    pub fn id(&self, kind: LogKind, number: u64) -> Result<Option<Uuid>, StoreError> {
        let (sql, name) = match kind {
            LogKind::Game => ("SELECT id FROM games WHERE key = ?1", "game"),
            LogKind::Tournament => ("SELECT id FROM tournaments WHERE key = ?1", "tournament"),
        };
        let number = event::integer(number)?;
        self.readers
            .read(|connection| {
                let mut statement = connection.prepare_cached(sql)?;
                let place = || format!("{name} number {number}");
                statement.query_row([number], |row| Ok(Cells::new(row, place).get(0))).optional()?.transpose()
            })
            .map(|id| id.map(Uuid::from_bytes))
    }

    /// A whole game; nothing when the index does not lead to it.
    ///
    /// # Errors
    /// As [`logs`](Self::logs).
    pub fn game(&self, id: Uuid) -> Result<Option<Inspected<StoredGame>>, StoreError> {
        self.inspected(id, game::load)
    }

    /// A whole tournament; nothing when the index does not lead to it.
    ///
    /// # Errors
    /// As [`logs`](Self::logs).
    pub fn tournament(&self, id: Uuid) -> Result<Option<Inspected<StoredTournament>>, StoreError> {
        self.inspected(id, tournament::load)
    }

    fn inspected<T>(
        &self,
        id: Uuid,
        load: fn(&Connection, Uuid) -> Result<Option<T>, StoreError>,
    ) -> Result<Option<Inspected<T>>, StoreError> {
        self.readers.read(|connection| {
            let Some(stored) = load(connection, id)? else { return Ok(None) };
            let (leaf, receipt) = (Tree(connection).leaf(id)?, receipt::read(connection, id)?);
            Ok(Some(Inspected { stored, leaf, receipt, keys: event::keys(connection, id)? }))
        })
    }

    /// Reads the tree, as [`Store::tree`](super::Store::tree), and whether there is the log that a leaf speaks of.
    ///
    /// # Errors
    /// As [`logs`](Self::logs), and those of `read`.
    pub fn tree<T>(
        &self,
        read: impl FnOnce(&Tree<'_>, &dyn Fn(&Leaf) -> Result<bool, StoreError>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.readers.read(|connection| {
            let has_log = |leaf: &Leaf| Ok(event::log_of(connection, leaf.log, leaf.id)?.is_some());
            read(&Tree(connection), &has_log)
        })
    }
}

impl Damage {
    fn of_the_file(what: String) -> Self {
        Self { id: None, index: None, what }
    }
}

/// What is wrong with the one row about the database, with texts, names of seats, and receipts. No text is told.
fn beside_the_logs(connection: &Connection) -> Result<Vec<Damage>, StoreError> {
    let mut found = Vec::new();
    let rows: i64 = connection.query_row("SELECT count(*) FROM meta", [], |row| row.get(0))?;
    if rows != 1 {
        found.push(Damage::of_the_file(format!("the table meta has {rows} rows, and should have one")));
    }
    let mut statement = connection.prepare("SELECT commitment, salt, text FROM texts")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let cells = Cells::new(row, || "the words of people".into());
        let read = || Ok(Text { commitment: cells.hash(0)?, salt: Salt::new(cells.get(1)?), text: cells.get(2)? });
        match read() {
            Ok(text) if text.is_open() => {}
            Ok(Text { commitment, .. }) => {
                found.push(Damage::of_the_file(format!("the text of commitment {commitment} does not open it")));
            }
            Err(error @ StoreError::Corrupt { .. }) => found.push(Damage::of_the_file(error.to_string())),
            Err(error) => return Err(error),
        }
    }
    let of_logs = |sql: &str, what: &str| -> Result<Vec<Damage>, StoreError> {
        let mut statement = connection.prepare(sql)?;
        let ids = statement.query_map([], |row| row.get(0))?.collect::<Result<Vec<_>, _>>()?;
        let damage = |id| Damage { id: Some(Uuid::from_bytes(id)), index: None, what: what.into() };
        Ok(ids.into_iter().map(damage).collect())
    };
    let misnamed = "SELECT DISTINCT game FROM seats LEFT JOIN texts USING (commitment) WHERE name IS NOT text";
    found.extend(of_logs(misnamed, "a seat has another name than the text of its commitment")?);
    let unsigned = "SELECT id FROM leaves WHERE NOT EXISTS (SELECT 1 FROM receipts WHERE receipts.id = leaves.id)";
    found.extend(of_logs(unsigned, "it has ended, and has no receipt")?);
    found.truncate(DAMAGES_MAX as usize);
    Ok(found)
}

/// Every table, index and trigger, by its kind and name, with its text.
fn definitions(connection: &Connection) -> Result<BTreeMap<String, Option<String>>, StoreError> {
    let mut statement = connection.prepare("SELECT type || ' ' || name, sql FROM sqlite_schema")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The log, and the event, of the row that a sentence such as `row 12 missing from index events_by_time` counts.
fn named(connection: &Connection, sentence: &str) -> Option<(Option<Uuid>, Option<u64>)> {
    let (number, index) = sentence.strip_prefix("row ")?.split_once(" missing from index ")?;
    let behind = number.parse::<i64>().ok()?.checked_sub(1)?;
    let sql = "SELECT tbl_name FROM sqlite_schema WHERE name = ?1";
    let table: String = connection.query_row(sql, [index], |row| row.get(0)).ok()?;
    let rows = match table.as_str() {
        "games" => "SELECT id, NULL FROM games NOT INDEXED ORDER BY key",
        "seats" => "SELECT game, NULL FROM seats ORDER BY game, seat",
        "events" => "SELECT (SELECT id FROM games WHERE key = log), idx FROM events NOT INDEXED ORDER BY rowid",
        "leaves" => "SELECT id, NULL FROM leaves NOT INDEXED ORDER BY number",
        "tournaments" => "SELECT id, NULL FROM tournaments NOT INDEXED ORDER BY key",
        "tournament_events" => {
            "SELECT (SELECT id FROM tournaments WHERE key = log), idx FROM tournament_events NOT INDEXED ORDER BY rowid"
        }
        _ => return None,
    };
    let row = connection.query_row(&format!("{rows} LIMIT 1 OFFSET ?1"), [behind], |row| {
        Ok((row.get::<_, Option<[u8; 16]>>(0)?.map(Uuid::from_bytes), row.get::<_, Option<i64>>(1)?))
    });
    let (id, index) = row.ok()?;
    Some((id, index.and_then(|index| u64::try_from(index).ok())))
}
