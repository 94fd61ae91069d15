//! Where the app gets what no rule may read: the time, ids and randomness.

use std::time::{SystemTime, UNIX_EPOCH};

use uuid::Uuid;

use super::error::AppError;
use crate::kernel::Timestamp;

/// Time, ids and randomness, replaceable in tests.
#[derive(Debug, Clone, Copy)]
pub struct Sources {
    /// Milliseconds since 1970-01-01 UTC.
    pub millis: fn() -> i64,
    /// A new id; later ids sort behind earlier ones (UUID version 7).
    pub id: fn() -> Uuid,
    /// Fills the bytes with what nobody can guess.
    pub random: fn(&mut [u8]) -> Result<(), getrandom::Error>,
}

impl Default for Sources {
    fn default() -> Self {
        Self { millis: system_millis, id: Uuid::now_v7, random: getrandom::fill }
    }
}

fn system_millis() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

impl Sources {
    /// The time, to the millisecond.
    ///
    /// # Errors
    /// [`AppError::Broken`] when the clock is beyond the year 9999.
    pub fn now(&self) -> Result<Timestamp, AppError> {
        Timestamp::from_millis((self.millis)()).map_err(|error| AppError::Broken(format!("the clock: {error}")))
    }

    /// The time for an event that follows one of `last`: a clock that was set back does not make a log run backward. As
    /// long as it is behind, events have the time of the last one before it.
    ///
    /// # Errors
    /// As [`now`](Self::now).
    pub fn now_after(&self, last: Timestamp) -> Result<Timestamp, AppError> {
        Ok(self.now()?.max(last))
    }

    /// Thirty-two bytes that nobody can guess.
    ///
    /// # Errors
    /// [`AppError::Broken`] when the system has no randomness to give.
    pub fn secret(&self) -> Result<[u8; 32], AppError> {
        let mut bytes = [0; 32];
        (self.random)(&mut bytes).map_err(|error| AppError::Broken(format!("no randomness: {error}")))?;
        Ok(bytes)
    }
}
