//! Listings: pages of logs, of which one that was changed on disk is named and hides no other.

use uuid::Uuid;

use super::error::AppError;
use super::sealing::is_whole;
use crate::kernel::{Hash, Salt};
use crate::store::{Listed, StoredEvent};

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

impl<T> Listing<T> {
    /// A page of at most `limit` rows, from one more where there are more.
    pub(super) fn of<R>(rows: Vec<Listed<R>>, limit: u64, show: impl Fn(&R) -> Result<T, AppError>) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        let mut page = Self { items: Vec::new(), unreadable: Vec::new(), unknown: Vec::new(), next: None };
        for (id, row) in rows.into_iter().take(limit) {
            match row.map_err(AppError::from).and_then(|row| show(&row)) {
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
    let whole = |event: &StoredEvent| Ok::<_, AppError>(event.record.hash()? == event.hash);
    for (event, whole) in [(created, is_whole(created, 0, Hash::ZERO, salt)?), (last, whole(last)?)] {
        if !whole {
            let (index, id) = (event.record.index, event.record.id);
            return Err(AppError::Broken(format!("event {index} of {id} was changed on disk: audit it")));
        }
    }
    Ok(())
}
