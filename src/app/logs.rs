//! The logs that were looked into last, read and parsed.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;
use uuid::Uuid;

use super::error::AppError;
use super::live::Live;
use super::replay::{action, broken, there};
use crate::kernel::{Action, LogKind};
use crate::rulesets::any::{AnyMatch, AnyMove};
use crate::store::Store;

/// How many are kept. A log of 1,000 events takes some 50 KiB.
const LOGS_MAX: NonZeroUsize = NonZeroUsize::new(64).expect("not zero");

/// What a log asks of the match after its first event.
type Actions = Arc<[Action<AnyMove>]>;

/// The logs that were looked into last, least recently used first out: whoever looks at one state of a game looks at
/// others too. A state is always a replay; what is spared is reading. Since a log only grows, what was read of it stays
/// right.
#[derive(Debug)]
pub(super) struct Logs(Mutex<LruCache<Uuid, Actions>>);

impl Logs {
    pub(super) fn new() -> Self {
        Self(Mutex::new(LruCache::new(LOGS_MAX)))
    }

    fn logs(&self) -> MutexGuard<'_, LruCache<Uuid, Actions>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The match after the event at an index, which is not beyond the head of the snapshot. Blocks.
    pub(super) fn replay(&self, store: &Store, live: &Live, index: u64) -> Result<AnyMatch, AppError> {
        let (id, facts) = (live.facts.id, &live.facts);
        let (mut game, _) = facts.created.open(facts.seed).map_err(|why| broken(id, 0, &why))?;
        let known = self.logs().get(&id).map(Arc::clone).filter(|actions| actions.len() as u64 >= index);
        let actions = match known {
            Some(actions) => actions,
            None => {
                let read = there(store.events(LogKind::Game, id, 1, live.head.index)?, 1, live.head.index)?;
                let actions: Actions =
                    read.iter().map(|event| action(game.edition(), event)).collect::<Result<_, _>>()?;
                self.logs().put(id, Arc::clone(&actions));
                actions
            }
        };
        for (number, action) in (1..=index).zip(actions.iter()) {
            game.advance(action).map_err(|why| broken(id, number, &why))?;
        }
        Ok(game)
    }
}
