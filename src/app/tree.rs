//! The tree over every concluded log: its signed head, its leaves, and proofs.

use uuid::Uuid;

use super::{App, AppError};
use crate::audit::{Checkpoint, Consistency, ConsistencyFormat, Inclusion, InclusionFormat};
use crate::kernel::Hash;
use crate::kernel::tree::{consistent, included};
use crate::store::{StoreError, StoredLeaf, Tree};

/// Leaves in one answer.
pub const LEAVES_PAGE_MAX: u64 = 1_000;

/// A page of leaves, and how many there are.
#[derive(Debug)]
pub struct Leaves {
    /// How many leaves the tree has.
    pub size: u64,
    /// The leaves, ascending, each with its hash.
    pub leaves: Vec<(StoredLeaf, Hash)>,
    /// The number of the next leaf, when there is one.
    pub next: Option<u64>,
}

impl App {
    /// The signed checkpoint of the tree as it is now.
    ///
    /// # Errors
    /// [`AppError::Store`] when the tree cannot be read; the same for every look at it.
    pub async fn checkpoint(&self) -> Result<String, AppError> {
        let key = self.0.key.clone();
        self.read(move |store| store.tree(|tree| Ok(Checkpoint::sign(tree.root(tree.size()?)?, &key)))).await
    }

    /// The proof that a log is in the tree, as it is now or as it was with `size` leaves.
    ///
    /// # Errors
    /// [`AppError::NotInTree`], [`AppError::SizeOutOfRange`].
    pub async fn inclusion(&self, id: Uuid, size: Option<u64>) -> Result<Inclusion, AppError> {
        let key = self.0.key.clone();
        let prove = move |tree: &Tree<'_>| {
            let size = check_size(tree, size)?;
            let found = tree.leaf(id)?.filter(|found| found.number < size);
            let StoredLeaf { number, leaf } = found.ok_or(AppError::NotInTree { id, size })?;
            let (root, hashes) = (tree.root(size)?, tree.inclusion(number, size)?);
            if included(leaf.hash()?, number, size, &hashes) != Some(root.hash) {
                return Err(changed(format!("leaf {number} does not lead to the root of {size}")));
            }
            let checkpoint = Checkpoint::sign(root, &key);
            Ok(Inclusion { format: InclusionFormat::V1, leaf, number, size, hashes, checkpoint })
        };
        self.read(move |store| store.tree(prove)).await
    }

    /// The proof that the tree, as it is now or as it was with `to` leaves, begins with that of its first `from`.
    ///
    /// # Errors
    /// [`AppError::SizeOutOfRange`].
    pub async fn consistency(&self, from: u64, to: Option<u64>) -> Result<Consistency, AppError> {
        let key = self.0.key.clone();
        let prove = move |tree: &Tree<'_>| {
            let to = check_size(tree, to)?;
            if from > to {
                return Err(AppError::SizeOutOfRange { size: from, tree: to });
            }
            let (old, new, hashes) = (tree.root(from)?, tree.root(to)?, tree.consistency(from, to)?);
            if consistent(old, new, &hashes) != Some((old.hash, new.hash)) {
                return Err(changed(format!("the tree of {to} does not begin with that of {from}")));
            }
            Ok(Consistency { format: ConsistencyFormat::V1, from, to, hashes, checkpoint: Checkpoint::sign(new, &key) })
        };
        self.read(move |store| store.tree(prove)).await
    }

    /// The leaves from a number on, at most [`LEAVES_PAGE_MAX`].
    ///
    /// # Errors
    /// Those of every look at the tree.
    pub async fn leaves(&self, from: u64, limit: u64) -> Result<Leaves, AppError> {
        let limit = limit.clamp(1, LEAVES_PAGE_MAX);
        let list = move |tree: &Tree<'_>| {
            let size = tree.size()?;
            let hashed = |stored: StoredLeaf| Ok::<_, AppError>((stored, stored.leaf.hash()?));
            let leaves = tree.leaves(from, limit)?.into_iter().map(hashed).collect::<Result<Vec<_>, _>>()?;
            let next = leaves.last().map(|(last, _)| last.number + 1).filter(|next| *next < size);
            Ok(Leaves { size, leaves, next })
        };
        self.read(move |store| store.tree(list)).await
    }
}

/// The size that is asked for, when the tree has it, or its own.
fn check_size(tree: &Tree<'_>, size: Option<u64>) -> Result<u64, AppError> {
    let tree = tree.size()?;
    match size {
        Some(size) if size > tree => Err(AppError::SizeOutOfRange { size, tree }),
        size => Ok(size.unwrap_or(tree)),
    }
}

/// A proof that does not hold is never given out: it would look like the server's lie.
fn changed(what: String) -> AppError {
    StoreError::Corrupt { what, place: "the tree".into() }.into()
}
