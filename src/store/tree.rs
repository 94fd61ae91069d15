//! The tree over every concluded log: how a leaf is appended, and how roots and proofs are read.

use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use rusqlite_migration::{HookError, HookResult};
use uuid::Uuid;

use super::StoreError;
use super::event::integer;
use super::row::Cells;
use crate::kernel::tree::{self, Leaf, Root, Subtree};
use crate::kernel::{Hash, Head, LogKind};

/// A leaf as it is kept, with its place in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredLeaf {
    /// How many leaves are before it.
    pub number: u64,
    /// What it says.
    pub leaf: Leaf,
}

/// Appends the leaf of a log that has just ended, in the transaction of the event that ended it. The caller undoes what
/// was done on an error, and sees to it that the log never goes on.
///
/// A log that has a leaf already is [`StoreError::Refused`].
pub(super) fn append(connection: &Connection, log: LogKind, id: Uuid, head: Head) -> Result<(), StoreError> {
    let tree = Tree(connection);
    let number = tree.size()?;
    let hash = Leaf::new(log, id, head).hash().map_err(|error| StoreError::Refused(error.to_string()))?;
    let sql = "INSERT INTO leaves (number, log, id, idx, hash) VALUES (?1, ?2, ?3, ?4, ?5)";
    let row = params![integer(number)?, log.name(), id.as_bytes(), integer(head.index)?, head.hash.as_bytes()];
    connection.prepare_cached(sql)?.execute(row)?;
    let complete = tree::completed(number, hash, |subtree| tree.subtree(subtree))?;
    let mut insert = connection.prepare_cached("INSERT INTO subtrees (level, number, hash) VALUES (?1, ?2, ?3)")?;
    for (Subtree { level, number }, hash) in complete {
        insert.execute(params![level, integer(number)?, hash.as_bytes()])?;
    }
    Ok(())
}

/// Gives every concluded game of an older database its leaf, in the order in which the games were created: the order in
/// which they ended is not kept.
pub(super) fn plant(transaction: &Transaction<'_>) -> HookResult {
    let sql = "SELECT g.id, e.idx, e.hash FROM games g JOIN events e ON e.log = g.key \
               AND e.idx = (SELECT max(idx) FROM events WHERE log = g.key) \
               WHERE g.status IN ('over', 'adjudicated') ORDER BY g.key";
    let mut statement = transaction.prepare(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        plant_one(transaction, row).map_err(|error| HookError::Hook(error.to_string()))?;
    }
    Ok(())
}

fn plant_one(connection: &Connection, row: &Row<'_>) -> Result<(), StoreError> {
    let cells = Cells::new(row, || "the last event of a concluded game".into());
    let (id, head) = (Uuid::from_bytes(cells.get(0)?), Head { index: cells.index(1)?, hash: cells.hash(2)? });
    append(connection, LogKind::Game, id, head)
}

/// The tree as one snapshot sees it.
///
/// Every hash is read as it is stored, and none is checked: whoever signs a root or gives out a proof checks it.
#[derive(Debug)]
pub struct Tree<'a>(pub(super) &'a Connection);

const COLUMNS: &str = "number, log, id, idx, hash";

impl Tree<'_> {
    /// How many leaves there are.
    ///
    /// # Errors
    /// [`Corrupt`](StoreError::Corrupt), [`Unavailable`](StoreError::Unavailable); the same for every read.
    pub fn size(&self) -> Result<u64, StoreError> {
        let sql = "SELECT coalesce((SELECT number + 1 FROM leaves ORDER BY number DESC LIMIT 1), 0)";
        let mut statement = self.0.prepare_cached(sql)?;
        statement.query_row([], |row| Ok(Cells::new(row, || "the last leaf".into()).index(0)))?
    }

    /// The root of the first `size` leaves, at most as many as there are.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn root(&self, size: u64) -> Result<Root, StoreError> {
        tree::root(size, |subtree| self.subtree(subtree))
    }

    /// The leaf of a log.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn leaf(&self, id: Uuid) -> Result<Option<StoredLeaf>, StoreError> {
        let mut statement = self.0.prepare_cached(&format!("SELECT {COLUMNS} FROM leaves WHERE id = ?1"))?;
        statement.query_row([id.as_bytes()], |row| Ok(read(row))).optional()?.transpose()
    }

    /// The leaves from a number on, ascending, at most `limit`.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn leaves(&self, from: u64, limit: u64) -> Result<Vec<StoredLeaf>, StoreError> {
        // No tree reaches a number that SQLite cannot count.
        let Ok(from) = integer(from) else { return Ok(Vec::new()) };
        let sql = format!("SELECT {COLUMNS} FROM leaves WHERE number >= ?1 ORDER BY number LIMIT ?2");
        let mut statement = self.0.prepare_cached(&sql)?;
        let mut rows = statement.query([from, i64::try_from(limit).unwrap_or(i64::MAX)])?;
        let mut leaves = Vec::new();
        while let Some(row) = rows.next()? {
            leaves.push(read(row)?);
        }
        Ok(leaves)
    }

    /// The proof that leaf `number`, less than `size`, is in the tree of the first `size` leaves.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn inclusion(&self, number: u64, size: u64) -> Result<Vec<Hash>, StoreError> {
        tree::inclusion(number, size, |subtree| self.subtree(subtree))
    }

    /// The proof that the tree of the first `new` leaves begins with that of the first `old`, at most `new`.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn consistency(&self, old: u64, new: u64) -> Result<Vec<Hash>, StoreError> {
        tree::consistency(old, new, |subtree| self.subtree(subtree))
    }

    fn subtree(&self, subtree: Subtree) -> Result<Hash, StoreError> {
        let Subtree { level, number } = subtree;
        let place = || format!("subtree {number} of level {level}");
        let mut statement = self.0.prepare_cached("SELECT hash FROM subtrees WHERE level = ?1 AND number = ?2")?;
        let mut rows = statement.query(params![level, integer(number)?])?;
        match rows.next()? {
            Some(row) => Cells::new(row, place).hash(0),
            None => Err(StoreError::Corrupt { what: "it is missing".into(), place: place() }),
        }
    }
}

fn read(row: &Row<'_>) -> Result<StoredLeaf, StoreError> {
    let cells = Cells::new(row, || match row.get::<_, i64>(0) {
        Ok(number) => format!("leaf {number}"),
        Err(_) => "a leaf".into(),
    });
    let log = cells.parse(1, |name: &String| LogKind::ALL.into_iter().find(|log| log.name() == name))?;
    let id = Uuid::from_bytes(cells.get(2)?);
    let head = Head { index: cells.index(3)?, hash: cells.hash(4)? };
    Ok(StoredLeaf { number: cells.index(0)?, leaf: Leaf::new(log, id, head) })
}
