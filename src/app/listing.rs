//! Listings: pages of logs, of which one that was changed on disk is named and hides no other.

use uuid::Uuid;

use super::AppError;
use crate::kernel::{Hash, Salt, payload_commitment};
use crate::store::{GameRow, Listed, StoredEvent, TournamentRow, Unreadable};

/// One page of games or tournaments.
#[derive(Debug)]
pub struct Listing<T> {
    /// What is on it.
    pub items: Vec<T>,
    /// The logs of this page that were changed on disk: audit them. What is wrong with them stands in the server's log.
    pub unreadable: Vec<Uuid>,
    /// The logs of this page that go by rules which are not built in here.
    pub unknown: Vec<Uuid>,
    /// What to ask for next; nothing when this is the last page.
    pub next: Option<Uuid>,
}

/// What a listing is made from.
pub(super) trait Row {
    fn id(&self) -> Uuid;
}

impl Row for GameRow {
    fn id(&self) -> Uuid {
        self.id
    }
}

impl Row for TournamentRow {
    fn id(&self) -> Uuid {
        self.id
    }
}

impl<T> Listing<T> {
    /// A page of at most `limit` rows, from one more where there are more.
    pub(super) fn of<R: Row>(rows: Vec<Listed<R>>, limit: u64, show: impl Fn(&R) -> Result<T, AppError>) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        let mut page = Self { items: Vec::new(), unreadable: Vec::new(), unknown: Vec::new(), next: None };
        for row in rows.into_iter().take(limit) {
            let (id, shown) = match row {
                Ok(row) => (row.id(), show(&row)),
                Err(Unreadable { id, error }) => (id, Err(error.into())),
            };
            match shown {
                Ok(item) => page.items.push(item),
                Err(AppError::NotKnown(_)) => page.unknown.push(id),
                Err(error) => {
                    tracing::error!(log = %id, %error, "a listing leaves out what cannot be read");
                    page.unreadable.push(id);
                }
            }
            page.next = more.then_some(id);
        }
        page
    }
}

/// What a listing shows of a log without replaying it: the first event, with its payload, and the last record.
pub(super) fn check_ends(created: &StoredEvent, salt: &Salt, last: &StoredEvent) -> Result<(), AppError> {
    let committed = payload_commitment(salt, created.payload.as_bytes());
    let record = &created.record;
    let first = record.index == 0 && record.prev == Hash::ZERO && record.payload == committed;
    for (event, in_place) in [(created, first), (last, true)] {
        if !in_place || event.record.hash()? != event.hash {
            let (index, id) = (event.record.index, event.record.id);
            return Err(AppError::Broken(format!("event {index} of {id} was changed on disk: audit it")));
        }
    }
    Ok(())
}
