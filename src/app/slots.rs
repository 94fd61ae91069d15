//! What is in memory: the latest snapshot of each log, by id, in a bounded cache.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use lru::LruCache;
use tokio::sync::{OwnedMutexGuard, watch};
use uuid::Uuid;

/// The place of one log in memory.
#[derive(Debug)]
pub(super) struct Slot<T> {
    latest: RwLock<Option<Arc<T>>>,
    turn: Arc<tokio::sync::Mutex<()>>,
    /// Whether a task plays for the bots of the log; changed only by whoever has the turn.
    pub(super) bots: AtomicBool,
    changed: watch::Sender<()>,
}

impl<T> Slot<T> {
    fn new(latest: Option<Arc<T>>) -> Arc<Self> {
        let (changed, _) = watch::channel(());
        let bots = AtomicBool::new(false);
        Arc::new(Self { latest: RwLock::new(latest), turn: Arc::default(), bots, changed })
    }

    /// Waits for the turn of whoever loads the log or appends to it: one at a time, in the order they came.
    pub(super) async fn turn(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.turn).lock_owned().await
    }

    /// The latest snapshot, if it is in memory.
    pub(super) fn latest(&self) -> Option<Arc<T>> {
        self.latest.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts the next snapshot in place and wakes whoever waits for it.
    pub(super) fn advance(&self, next: Arc<T>) {
        *self.latest.write().unwrap_or_else(PoisonError::into_inner) = Some(next);
        self.changed.send_replace(());
    }

    /// Forgets the snapshot: the next look reads the log from disk.
    pub(super) fn forget(&self) {
        *self.latest.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Hears of every event from now on.
    pub(super) fn listen(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }
}

/// The logs in memory, least recently used first out. One that somebody holds is never put out, so that there are never
/// two heads of one log.
#[derive(Debug)]
pub(super) struct Slots<T> {
    slots: Mutex<LruCache<Uuid, Arc<Slot<T>>>>,
    max: NonZeroUsize,
}

impl<T> Slots<T> {
    pub(super) fn new(max: NonZeroUsize) -> Self {
        Self { slots: Mutex::new(LruCache::unbounded()), max }
    }

    fn slots(&self) -> std::sync::MutexGuard<'_, LruCache<Uuid, Arc<Slot<T>>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The place of a log, made when it has none. Whether there is such a log, the slot does not know.
    pub(super) fn slot(&self, id: Uuid) -> Arc<Slot<T>> {
        let mut slots = self.slots();
        let slot = Arc::clone(slots.get_or_insert(id, || Slot::new(None)));
        self.shrink(&mut slots);
        slot
    }

    /// The place of a log that has one already.
    pub(super) fn held(&self, id: Uuid) -> Option<Arc<Slot<T>>> {
        self.slots().peek(&id).map(Arc::clone)
    }

    /// Takes in what was just created, unless somebody has found it on disk and taken it in before.
    pub(super) fn insert(&self, id: Uuid, created: Arc<T>) {
        let mut slots = self.slots();
        slots.get_or_insert(id, || Slot::new(Some(created)));
        self.shrink(&mut slots);
    }

    /// Takes a place back that turned out to be of no log, unless somebody else holds it.
    pub(super) fn remove(&self, id: Uuid, slot: Arc<Slot<T>>) {
        let mut slots = self.slots();
        drop(slot);
        if slots.peek(&id).is_some_and(|slot| Arc::strong_count(slot) == 1) {
            slots.pop(&id);
        }
    }

    /// How many are in memory.
    pub(super) fn len(&self) -> usize {
        self.slots().len()
    }

    fn shrink(&self, slots: &mut LruCache<Uuid, Arc<Slot<T>>>) {
        // A held one at the end of the queue is moved to its front; the bound on the tries keeps this from spinning when
        // every one is held.
        for _ in 0..8 {
            if slots.len() <= self.max.get() {
                return;
            }
            if let Some((id, slot)) = slots.pop_lru()
                && Arc::strong_count(&slot) > 1
            {
                slots.put(id, slot);
            }
        }
    }
}
