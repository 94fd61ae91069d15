//! What is in memory: the latest snapshot of each log, by id, in a bounded cache; read from disk where it is not.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use lru::LruCache;
use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit, watch};
use uuid::Uuid;

use super::{App, AppError};
use crate::store::Store;

/// Reads a log from disk: the index of its last event, and what it leads to. Blocks.
type Read<T> = fn(&Store, Uuid) -> Result<(u64, T), AppError>;

/// What to do with a log that was read into its place, while the turn is held.
type Found<T> = fn(&App, &Arc<Slot<T>>, &T);

/// The place of one log in memory.
#[derive(Debug)]
pub(super) struct Slot<T> {
    latest: RwLock<Option<Arc<T>>>,
    turn: Arc<tokio::sync::Mutex<()>>,
    /// Whether a task plays for the bots of the log; changed only by whoever has the turn.
    pub(super) bots: AtomicBool,
    changed: watch::Sender<u64>,
}

impl<T> Slot<T> {
    fn new(latest: Option<Arc<T>>) -> Arc<Self> {
        let (changed, _) = watch::channel(0);
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

    /// Puts the snapshot after the event at an index in place and wakes whoever waits for it.
    pub(super) fn advance(&self, index: u64, next: Arc<T>) {
        *self.latest.write().unwrap_or_else(PoisonError::into_inner) = Some(next);
        self.changed.send_replace(index);
    }

    /// Forgets the snapshot: the next look reads the log from disk.
    pub(super) fn forget(&self) {
        *self.latest.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Hears of every event from now on.
    pub(super) fn listen(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }
}

/// The logs in memory, least recently used first out. One that somebody holds is never put out, so that there are never
/// two heads of one log.
#[derive(Debug)]
pub(super) struct Slots<T> {
    slots: Mutex<LruCache<Uuid, Arc<Slot<T>>>>,
    max: NonZeroUsize,
    read: Read<T>,
    found: Found<T>,
}

impl<T: Send + Sync + 'static> Slots<T> {
    pub(super) fn new(max: NonZeroUsize, read: Read<T>, found: Found<T>) -> Self {
        Self { slots: Mutex::new(LruCache::unbounded()), max, read, found }
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

    /// The place of a log in memory and its latest snapshot, read from disk when it is not in memory.
    pub(super) async fn find(&self, app: &App, id: Uuid) -> Result<(Arc<Slot<T>>, Arc<T>), AppError> {
        let slot = self.slot(id);
        if let Some(live) = slot.latest() {
            return Ok((slot, live));
        }
        match self.turn(app, id, &slot).await {
            Ok((live, _)) => Ok((slot, live)),
            Err(error) => {
                self.remove(id, slot);
                Err(error)
            }
        }
    }

    /// The turn at a log, and its latest snapshot: whoever had the turn before may have moved it on, or failed and forgotten it.
    pub(super) async fn turn(
        &self,
        app: &App,
        id: Uuid,
        slot: &Arc<Slot<T>>,
    ) -> Result<(Arc<T>, OwnedMutexGuard<()>), AppError> {
        let (turn, read) = (slot.turn().await, self.read);
        if let Some(live) = slot.latest() {
            return Ok((live, turn));
        }
        let (index, live) = app.read(move |store| read(store, id)).await?;
        let live = Arc::new(live);
        slot.advance(index, Arc::clone(&live));
        (self.found)(app, slot, &live);
        Ok((live, turn))
    }

    /// Opens a live stream of a log: hears of every event from now on, until it is dropped.
    pub(super) async fn follow(&self, app: &App, id: Uuid) -> Result<Follower, AppError> {
        let permit = app.stream()?;
        let (slot, _) = self.find(app, id).await?;
        Ok(Follower { changed: slot.listen(), _slot: slot, _permit: permit })
    }
}

/// Somebody who follows a log. Keeps it in memory and one stream taken.
pub struct Follower {
    changed: watch::Receiver<u64>,
    _slot: Arc<dyn Send + Sync>,
    _permit: OwnedSemaphorePermit,
}

impl Follower {
    /// Waits for the next event. Events that came since the last call count.
    pub async fn changed(&mut self) {
        // The sender lives in the slot that this follower holds, so the channel cannot close.
        let _ = self.changed.changed().await;
    }
}
