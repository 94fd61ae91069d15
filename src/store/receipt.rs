//! Receipts of logs that ended: each is signed once, when its log ends, and kept for ever.

use rusqlite::{Connection, OptionalExtension, params};
use uuid::Uuid;

use super::error::StoreError;
use super::event::{Log, StoredEvent};
use super::row::Cells;
use super::tree;

/// A receipt of the end of a log, and the key that signed it.
///
/// The store never looks into either: whether the signature holds is the audit's to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedHead {
    /// The signed note.
    pub receipt: String,
    /// The public key, as it is written in bundles.
    pub public_key: String,
}

/// Puts a log into the tree, with the receipt of its last event, when this event ended it. The caller undoes what was done
/// on an error.
pub(super) fn conclude(
    connection: &Connection,
    log: &Log,
    event: &StoredEvent,
    ends: bool,
    receipt: Option<&SignedHead>,
) -> Result<(), StoreError> {
    let refused = |why: &str| StoreError::Refused(format!("event {} of {} {why}", event.record.index, log.name()));
    match (ends, receipt) {
        (false, None) => Ok(()),
        (false, Some(_)) => Err(refused("comes with a receipt, and does not end its log")),
        (true, None) => Err(refused("ends its log, and comes without a receipt")),
        (true, Some(receipt)) => {
            let id = event.record.id;
            tree::append(connection, event.record.log, id, event.head())?;
            connection
                .prepare_cached("INSERT INTO receipts (id, receipt, public_key) VALUES (?1, ?2, ?3)")?
                .execute(params![id.as_bytes(), receipt.receipt, receipt.public_key])?;
            Ok(())
        }
    }
}

/// The receipt of a log that ended.
pub(super) fn read(connection: &Connection, id: Uuid) -> Result<Option<SignedHead>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT receipt, public_key FROM receipts WHERE id = ?1")?;
    let found = statement.query_row([id.as_bytes()], |row| {
        let cells = Cells::new(row, || format!("the receipt of {id}"));
        let read = || Ok(SignedHead { receipt: cells.get(0)?, public_key: cells.get(1)? });
        Ok(read())
    });
    found.optional()?.transpose()
}
