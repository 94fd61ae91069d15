//! The tree over every concluded log: its signed head, its leaves, and proofs.

use uuid::Uuid;

use super::error::AppError;
use super::service::App;
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

    /// The proof that a log is in the tree, as it is now or as it was with `tree_size` leaves.
    ///
    /// # Errors
    /// [`AppError::NotInTree`], [`AppError::SizeOutOfRange`].
    pub async fn inclusion(&self, id: Uuid, tree_size: Option<u64>) -> Result<Inclusion, AppError> {
        let key = self.0.key.clone();
        let prove = move |tree: &Tree<'_>| {
            let tree_size = check_size(tree, tree_size)?;
            let found = tree.leaf(id)?.filter(|found| found.leaf_index < tree_size);
            let StoredLeaf { leaf_index, leaf } = found.ok_or(AppError::NotInTree { id, size: tree_size })?;
            let (root, audit_path) = (tree.root(tree_size)?, tree.inclusion(leaf_index, tree_size)?);
            if included(leaf.hash()?, leaf_index, tree_size, &audit_path) != Some(root.hash) {
                return Err(changed(format!("leaf {leaf_index} does not lead to the root of {tree_size}")));
            }
            let checkpoint = Checkpoint::sign(root, &key);
            Ok(Inclusion { format: InclusionFormat::Draft1, leaf, leaf_index, tree_size, audit_path, checkpoint })
        };
        self.read(move |store| store.tree(prove)).await
    }

    /// The proof that the tree, as it is now or as it was with `second` leaves, begins with that of its first `first`.
    ///
    /// # Errors
    /// [`AppError::SizeOutOfRange`].
    pub async fn consistency(&self, first: u64, second: Option<u64>) -> Result<Consistency, AppError> {
        let key = self.0.key.clone();
        let prove = move |tree: &Tree<'_>| {
            let second = check_size(tree, second)?;
            if first > second {
                return Err(AppError::SizeOutOfRange { size: first, tree: second });
            }
            let (old, new) = (tree.root(first)?, tree.root(second)?);
            let consistency = tree.consistency(first, second)?;
            if consistent(old, new, &consistency) != Some((old.hash, new.hash)) {
                return Err(changed(format!("the tree of {second} does not begin with that of {first}")));
            }
            let checkpoint = Checkpoint::sign(new, &key);
            Ok(Consistency { format: ConsistencyFormat::Draft1, first, second, consistency, checkpoint })
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
            let next = leaves.last().map(|(last, _)| last.leaf_index + 1).filter(|next| *next < size);
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
