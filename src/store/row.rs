//! Reading one row: what is not as this program writes it is named with its column and its place, and never repaired.

use std::fmt::{Debug, Display};

use rusqlite::Row;
use rusqlite::types::FromSql;

use super::error::StoreError;
use crate::kernel::Hash;

/// A row and where it stands, for the error that may come of it.
pub(super) struct Cells<'a, P: Fn() -> String> {
    row: &'a Row<'a>,
    place: P,
}

impl<'a, P: Fn() -> String> Cells<'a, P> {
    pub(super) fn new(row: &'a Row<'a>, place: P) -> Self {
        Self { row, place }
    }

    /// The value of a column as it is stored.
    pub(super) fn get<T: FromSql>(&self, column: usize) -> Result<T, StoreError> {
        self.row.get(column).map_err(|error| self.corrupt(column, error))
    }

    /// The value of a column that was written as the text or number of something else.
    pub(super) fn parse<T: FromSql + Debug, U>(
        &self,
        column: usize,
        parse: impl FnOnce(&T) -> Option<U>,
    ) -> Result<U, StoreError> {
        let stored = self.get(column)?;
        parse(&stored).ok_or_else(|| self.corrupt(column, format!("found {stored:?}")))
    }

    pub(super) fn index(&self, column: usize) -> Result<u64, StoreError> {
        self.parse(column, |index: &i64| u64::try_from(*index).ok())
    }

    pub(super) fn hash(&self, column: usize) -> Result<Hash, StoreError> {
        self.get(column).map(Hash::new)
    }

    /// What is wrong with a column.
    pub(super) fn corrupt(&self, column: usize, what: impl Display) -> StoreError {
        let name = self.row.as_ref().column_name(column).unwrap_or("?");
        StoreError::Corrupt { what: format!("column {name}: {what}"), place: (self.place)() }
    }
}
