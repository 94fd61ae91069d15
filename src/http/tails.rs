//! The ends of logs as messages, made once for everyone who follows a log and sees the same of it: however many follow a
//! game, an event of it is read from disk and written as JSON once.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::web::Bytes;
use lru::LruCache;
use tokio::sync::OnceCell;
use uuid::Uuid;

use crate::app::AppError;

/// Ends that are remembered.
const TAILS_MAX: NonZeroUsize = NonZeroUsize::new(1_024).expect("not zero");

/// Events of an end that is remembered: whoever is further behind reads for itself.
const TAIL_EVENTS_MAX: u64 = 8;

/// Messages, each with the index of its event.
pub(super) type Messages = Arc<[(u64, Bytes)]>;

/// What an end is remembered by. What everyone sees of the events up to a head never changes as long as that is the head:
/// when a game is over and tells more, it has another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Tail {
    pub(super) log: Uuid,
    pub(super) from: u64,
    pub(super) head: u64,
}

/// The ends that followers ask for.
#[derive(Debug)]
pub(super) struct Tails(Mutex<LruCache<Tail, Arc<OnceCell<Messages>>>>);

impl Default for Tails {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(TAILS_MAX)))
    }
}

impl Tails {
    /// The messages of an end, made by whoever asks first; the others wait for that one.
    ///
    /// # Errors
    /// Those of `make`, which are not remembered.
    pub(super) async fn get(
        &self,
        tail: Tail,
        make: impl Future<Output = Result<Messages, AppError>>,
    ) -> Result<Messages, AppError> {
        if tail.head.saturating_sub(tail.from) >= TAIL_EVENTS_MAX {
            return make.await;
        }
        let cell = Arc::clone(self.cells().get_or_insert(tail, Arc::default));
        cell.get_or_try_init(|| make).await.cloned()
    }

    fn cells(&self) -> std::sync::MutexGuard<'_, LruCache<Tail, Arc<OnceCell<Messages>>>> {
        // Nothing that holds the lock can panic half-way through a change.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
