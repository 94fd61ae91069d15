//! The tree over every concluded log: how a leaf is appended, and how roots and proofs are read.

use rusqlite::{Connection, OptionalExtension, Row, params};
use uuid::Uuid;

use super::error::StoreError;
use super::event::integer;
use super::row::Cells;
use crate::kernel::tree::{self, Leaf, Root, Subtree};
use crate::kernel::{Hash, Head, LogKind};

/// A leaf as it is kept, with its place in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredLeaf {
    /// How many leaves are before it.
    pub leaf_index: u64,
    /// What it says.
    pub leaf: Leaf,
}

/// Appends the leaf of a log that has just ended, in the transaction of the event that ended it. The caller undoes what
/// was done on an error, and sees to it that the log never goes on.
///
/// A log that has a leaf already is [`StoreError::Refused`].
pub(super) fn append(connection: &Connection, log: LogKind, id: Uuid, head: Head) -> Result<(), StoreError> {
    let tree = Tree(connection);
    let leaf_index = tree.size()?;
    let hash = Leaf::new(log, id, head).hash().map_err(|error| StoreError::Refused(error.to_string()))?;
    let sql = "INSERT INTO leaves (leaf_index, log, id, idx, hash) VALUES (?1, ?2, ?3, ?4, ?5)";
    let row = params![integer(leaf_index)?, log.name(), id.as_bytes(), integer(head.index)?, head.hash.as_bytes()];
    connection.prepare_cached(sql)?.execute(row)?;
    let complete = tree::completed(leaf_index, hash, |subtree| tree.subtree(subtree))?;
    let mut insert = connection.prepare_cached("INSERT INTO subtrees (level, number, hash) VALUES (?1, ?2, ?3)")?;
    for (Subtree { level, number }, hash) in complete {
        insert.execute(params![level, integer(number)?, hash.as_bytes()])?;
    }
    Ok(())
}

/// The tree as one snapshot sees it.
///
/// What is read of it agrees with what stands below or above it, or is [`Corrupt`](StoreError::Corrupt): a root that
/// was signed over a damaged hash would look like the server's lie. Whether a proof leads to its root is for whoever
/// gives it out to check.
#[derive(Debug)]
pub struct Tree<'a>(pub(super) &'a Connection);

const COLUMNS: &str = "leaf_index, log, id, idx, hash";

impl Tree<'_> {
    /// How many leaves there are.
    ///
    /// # Errors
    /// [`Corrupt`](StoreError::Corrupt), [`Unavailable`](StoreError::Unavailable); the same for every read.
    pub fn size(&self) -> Result<u64, StoreError> {
        let count = |sql| {
            let mut statement = self.0.prepare_cached(sql)?;
            statement.query_row([], |row| Ok(Cells::new(row, || "the last leaf".into()).index(0)))?
        };
        let leaves = count("SELECT coalesce((SELECT leaf_index + 1 FROM leaves ORDER BY leaf_index DESC LIMIT 1), 0)")?;
        let hashed = count("SELECT coalesce((SELECT max(number) + 1 FROM subtrees WHERE level = 0), 0)")?;
        if leaves != hashed {
            let what = format!("{leaves} leaves are listed, and {hashed} have a hash");
            return Err(StoreError::Corrupt { what, place: "the tree".into() });
        }
        Ok(leaves)
    }

    /// The root of the first `tree_size` leaves, at most as many as there are.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn root(&self, tree_size: u64) -> Result<Root, StoreError> {
        tree::root(tree_size, |subtree| self.subtree(subtree))
    }

    /// The leaf of a log.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn leaf(&self, id: Uuid) -> Result<Option<StoredLeaf>, StoreError> {
        let mut statement = self.0.prepare_cached(&format!("SELECT {COLUMNS} FROM leaves WHERE id = ?1"))?;
        let found = statement.query_row([id.as_bytes()], |row| Ok(read(row))).optional()?.transpose()?;
        found.map(|leaf| self.hashed(leaf)).transpose()
    }

    /// The leaves from an index on, ascending, at most `limit`.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn leaves(&self, from: u64, limit: u64) -> Result<Vec<StoredLeaf>, StoreError> {
        // No tree reaches an index that SQLite cannot count.
        let Ok(from) = integer(from) else { return Ok(Vec::new()) };
        let sql = format!("SELECT {COLUMNS} FROM leaves WHERE leaf_index >= ?1 ORDER BY leaf_index LIMIT ?2");
        let mut statement = self.0.prepare_cached(&sql)?;
        let mut rows = statement.query([from, i64::try_from(limit).unwrap_or(i64::MAX)])?;
        let mut leaves = Vec::new();
        while let Some(row) = rows.next()? {
            leaves.push(self.hashed(read(row)?)?);
        }
        Ok(leaves)
    }

    /// The proof that the leaf at `leaf_index`, less than `tree_size`, is in the tree of the first `tree_size` leaves.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn inclusion(&self, leaf_index: u64, tree_size: u64) -> Result<Vec<Hash>, StoreError> {
        tree::inclusion(leaf_index, tree_size, |subtree| self.subtree(subtree))
    }

    /// The proof that the tree of the first `second` leaves begins with that of the first `first`, at most `second`.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn consistency(&self, first: u64, second: u64) -> Result<Vec<Hash>, StoreError> {
        tree::consistency(first, second, |subtree| self.subtree(subtree))
    }

    /// The hash of a complete subtree.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn subtree(&self, subtree: Subtree) -> Result<Hash, StoreError> {
        let corrupt = |what: &str| Err(StoreError::Corrupt { what: what.into(), place: place_of(subtree) });
        match self.stored(subtree)? {
            None => corrupt("it is missing"),
            Some(hash) if self.agrees_below(subtree, hash)? || self.agrees_above(subtree, hash)? => Ok(hash),
            Some(_) => corrupt("its hash is neither that of what it is made of nor the one it was built upon with"),
        }
    }

    fn stored(&self, subtree: Subtree) -> Result<Option<Hash>, StoreError> {
        let Subtree { level, number } = subtree;
        let mut statement = self.0.prepare_cached("SELECT hash FROM subtrees WHERE level = ?1 AND number = ?2")?;
        let mut rows = statement.query(params![level, integer(number)?])?;
        rows.next()?.map(|row| Cells::new(row, || place_of(subtree)).hash(0)).transpose()
    }

    /// Whether the hash of a subtree is that of its leaf, or of its two halves.
    fn agrees_below(&self, subtree: Subtree, hash: Hash) -> Result<bool, StoreError> {
        let Subtree { level, number } = subtree;
        let Some(below) = level.checked_sub(1) else {
            let mut statement =
                self.0.prepare_cached(&format!("SELECT {COLUMNS} FROM leaves WHERE leaf_index = ?1"))?;
            let leaf = statement.query_row([integer(number)?], |row| Ok(read(row))).optional()?;
            return Ok(leaf.and_then(Result::ok).and_then(|stored| stored.leaf.hash().ok()) == Some(hash));
        };
        let [left, right] = [0, 1].map(|half| self.stored(Subtree { level: below, number: 2 * number + half }));
        Ok(left?.zip(right?).is_some_and(|(left, right)| tree::node_hash(&left, &right) == hash))
    }

    /// Whether the hash of a subtree is the one from which the next higher one was made, where there is one.
    fn agrees_above(&self, subtree: Subtree, hash: Hash) -> Result<bool, StoreError> {
        let Subtree { level, number } = subtree;
        let above = self.stored(Subtree { level: level + 1, number: number / 2 })?;
        let Some((above, beside)) = above.zip(self.stored(Subtree { level, number: number ^ 1 })?) else {
            return Ok(false);
        };
        let made = if number % 2 == 0 { tree::node_hash(&hash, &beside) } else { tree::node_hash(&beside, &hash) };
        Ok(made == above)
    }

    /// A leaf that has the hash that stands for it in the tree.
    fn hashed(&self, stored: StoredLeaf) -> Result<StoredLeaf, StoreError> {
        let StoredLeaf { leaf_index, leaf } = stored;
        if leaf.hash().ok() == self.stored(Subtree { level: 0, number: leaf_index })? {
            return Ok(stored);
        }
        let what = "it does not have the hash that stands for it in the tree".into();
        Err(StoreError::Corrupt { what, place: format!("leaf {leaf_index}") })
    }
}

fn place_of(Subtree { level, number }: Subtree) -> String {
    format!("subtree {number} of level {level}")
}

fn read(row: &Row<'_>) -> Result<StoredLeaf, StoreError> {
    let cells = Cells::new(row, || match row.get::<_, i64>(0) {
        Ok(leaf_index) => format!("leaf {leaf_index}"),
        Err(_) => "a leaf".into(),
    });
    let log = cells.parse(1, |name: &String| LogKind::ALL.into_iter().find(|log| log.name() == name))?;
    let id = Uuid::from_bytes(cells.get(2)?);
    let head = Head { index: cells.index(3)?, hash: cells.hash(4)? };
    Ok(StoredLeaf { leaf_index: cells.index(0)?, leaf: Leaf::new(log, id, head) })
}
