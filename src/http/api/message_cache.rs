//! A cache of the ends of logs as messages, made once for everyone who follows a log and sees the same of it: however many follow a
//! game, an event of it is read from disk and written as JSON once.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::web::Bytes;
use lru::LruCache;
use tokio::sync::OnceCell;
use uuid::Uuid;

use crate::app::AppError;

/// Ends that are remembered.
const ENDS_MAX: NonZeroUsize = NonZeroUsize::new(1_024).expect("not zero");

/// Events of an end that is remembered: whoever is further behind reads for itself.
const END_EVENTS_MAX: u64 = 8;

/// Messages, each with the index of its event.
pub(in crate::http) type Messages = Arc<[(u64, Bytes)]>;

/// What an end is remembered by. What everyone sees of the events up to a head never changes as long as that is the head:
/// when a game is over and tells more, it has another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::http) struct CacheKey {
    pub(in crate::http) log: Uuid,
    pub(in crate::http) from: u64,
    pub(in crate::http) head: u64,
}

/// The ends that followers ask for.
#[derive(Debug)]
pub(in crate::http) struct MessageCache(Mutex<LruCache<CacheKey, Arc<OnceCell<Messages>>>>);

impl Default for MessageCache {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(ENDS_MAX)))
    }
}

impl MessageCache {
    /// The messages of an end, made by whoever asks first; the others wait for that one.
    ///
    /// # Errors
    /// Those of `make`, which are not remembered.
    pub(in crate::http) async fn get(
        &self,
        key: CacheKey,
        make: impl Future<Output = Result<Messages, AppError>>,
    ) -> Result<Messages, AppError> {
        if key.head.saturating_sub(key.from) >= END_EVENTS_MAX {
            return make.await;
        }
        let cell = Arc::clone(self.cells().get_or_insert(key, Arc::default));
        cell.get_or_try_init(|| make).await.cloned()
    }

    fn cells(&self) -> std::sync::MutexGuard<'_, LruCache<CacheKey, Arc<OnceCell<Messages>>>> {
        // Nothing that holds the lock can panic half-way through a change.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
