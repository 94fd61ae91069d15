//! Live games: the head of each log in memory, by id, in a bounded cache.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use lru::LruCache;
use tokio::sync::watch;
use uuid::Uuid;

use super::AppError;
use super::replay::replay;
use crate::kernel::{Hash, Head, Seat, ServerSeed, Timestamp, Viewer, payload_commitment, payload_salt};
use crate::rulesets::any::AnyMatch;
use crate::rulesets::event::Created;
use crate::store::StoredGame;

/// What never changes about a game.
#[derive(Debug)]
pub struct Facts {
    /// The game.
    pub id: Uuid,
    /// When it was created.
    pub created_at: Timestamp,
    /// What it was opened with.
    pub created: Created,
    pub(super) seed: ServerSeed,
    /// The hash of each seat's token, in seat order.
    pub(super) tokens: Vec<Hash>,
}

/// A game as it was after one event. A snapshot never changes; the next event makes the next one.
#[derive(Debug, Clone)]
pub struct Live {
    /// What never changes about it.
    pub facts: Arc<Facts>,
    /// The match.
    pub game: AnyMatch,
    /// The end of the log.
    pub head: Head,
    /// The indexes of the concealed payloads, ascending.
    pub(super) concealed: Vec<u64>,
}

impl Live {
    /// Replays what is stored. A log that was cut or changed on disk is not played on: that would sign it.
    pub(super) fn load(stored: &StoredGame) -> Result<Self, AppError> {
        check_chain(stored)?;
        let mut concealed = Vec::new();
        let replayed = replay(stored.seed, &stored.events, |index, _, told| {
            if told.concealed {
                concealed.push(index);
            }
        })?;
        let last = stored.events.last().ok_or_else(|| AppError::Broken("the log is empty".into()))?;
        if replayed.game.status() != stored.row.status {
            let (id, was, is) = (stored.row.id, stored.row.status.name(), replayed.game.status().name());
            return Err(AppError::Broken(format!("game {id} was {was}, and its log leads to {is}: audit it")));
        }
        let facts = Facts {
            id: stored.row.id,
            created_at: stored.row.created.record.at,
            created: replayed.created,
            seed: stored.seed,
            tokens: stored.seats.iter().map(|seat| seat.token).collect(),
        };
        let head = Head { index: last.record.index, hash: last.hash };
        Ok(Self { facts: Arc::new(facts), game: replayed.game, head, concealed })
    }

    /// The seat that a token belongs to.
    pub(super) fn seat_of(&self, token: &Hash) -> Option<Seat> {
        (0..).zip(&self.facts.tokens).find(|(_, hash)| *hash == token).map(|(seat, _)| Seat(seat))
    }

    /// Whether everything may be told.
    pub fn is_concluded(&self) -> bool {
        self.game.status().is_concluded()
    }

    /// The viewer that somebody is to this game.
    pub(super) fn viewer(&self, seat: Option<Seat>) -> Viewer {
        viewer_of(&self.game, seat)
    }

    /// The server's seed, once it may be told.
    pub fn told_seed(&self) -> Option<ServerSeed> {
        self.is_concluded().then_some(self.facts.seed)
    }
}

/// Every record has its place, its hash and its link, and commits to its payload.
fn check_chain(stored: &StoredGame) -> Result<(), AppError> {
    let mut prev = Hash::ZERO;
    for (index, event) in (0..).zip(&stored.events) {
        let record = &event.record;
        let payload = payload_commitment(&payload_salt(&stored.seed, index), event.payload.as_bytes());
        let in_place = record.index == index && record.prev == prev;
        if !in_place || record.payload != payload || record.hash()? != event.hash {
            let id = stored.row.id;
            return Err(AppError::Broken(format!("game {id}: event {index} was changed on disk: audit it")));
        }
        prev = event.hash;
    }
    Ok(())
}

/// The viewer that somebody is to a match: once it is over, everyone sees everything.
pub(super) fn viewer_of(game: &AnyMatch, seat: Option<Seat>) -> Viewer {
    match seat {
        _ if game.status().is_concluded() => Viewer::Full,
        Some(seat) => Viewer::Seat(seat),
        None => Viewer::Spectator,
    }
}

/// The place of one game in memory.
#[derive(Debug)]
pub(super) struct Slot {
    latest: RwLock<Option<Arc<Live>>>,
    /// Held by whoever loads the game or appends to it: one at a time, in the order they came.
    pub(super) turn: tokio::sync::Mutex<()>,
    /// Whether a task plays for the bots of the game; changed only by whoever has the turn.
    pub(super) bots: AtomicBool,
    changed: watch::Sender<u64>,
}

impl Slot {
    fn new(live: Option<Arc<Live>>) -> Arc<Self> {
        let (changed, _) = watch::channel(0);
        Arc::new(Self {
            latest: RwLock::new(live),
            turn: tokio::sync::Mutex::new(()),
            bots: AtomicBool::new(false),
            changed,
        })
    }

    /// The latest snapshot, if the game is in memory.
    pub(super) fn latest(&self) -> Option<Arc<Live>> {
        self.latest.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts the next snapshot in place and wakes whoever waits for it.
    pub(super) fn advance(&self, live: Arc<Live>) {
        let index = live.head.index;
        *self.latest.write().unwrap_or_else(PoisonError::into_inner) = Some(live);
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

/// The games in memory, least recently used first out. A game that somebody holds is never put out, so that there are
/// never two heads of one log.
#[derive(Debug)]
pub(super) struct LiveGames {
    slots: Mutex<LruCache<Uuid, Arc<Slot>>>,
    max: NonZeroUsize,
}

impl LiveGames {
    pub(super) fn new(max: NonZeroUsize) -> Self {
        Self { slots: Mutex::new(LruCache::unbounded()), max }
    }

    fn slots(&self) -> std::sync::MutexGuard<'_, LruCache<Uuid, Arc<Slot>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The place of a game, made when it has none. Whether there is such a game, the slot does not know.
    pub(super) fn slot(&self, id: Uuid) -> Arc<Slot> {
        let mut slots = self.slots();
        let slot = Arc::clone(slots.get_or_insert(id, || Slot::new(None)));
        self.shrink(&mut slots);
        slot
    }

    /// The place of a game that has one already.
    pub(super) fn held(&self, id: Uuid) -> Option<Arc<Slot>> {
        self.slots().peek(&id).map(Arc::clone)
    }

    /// Takes in a game that was just created, unless somebody has found it on disk and taken it in before.
    pub(super) fn insert(&self, live: Arc<Live>) {
        let mut slots = self.slots();
        slots.get_or_insert(live.facts.id, || Slot::new(Some(live)));
        self.shrink(&mut slots);
    }

    /// Takes a place back that turned out to be of no game, unless somebody else holds it.
    pub(super) fn remove(&self, id: Uuid, slot: Arc<Slot>) {
        let mut slots = self.slots();
        drop(slot);
        if slots.peek(&id).is_some_and(|slot| Arc::strong_count(slot) == 1) {
            slots.pop(&id);
        }
    }

    /// How many games are in memory.
    pub(super) fn len(&self) -> usize {
        self.slots().len()
    }

    fn shrink(&self, slots: &mut LruCache<Uuid, Arc<Slot>>) {
        // A held game at the end of the queue is moved to its front; the bound on the tries keeps this from spinning
        // when every game is held.
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
