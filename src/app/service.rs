//! The service: what its use cases share, and its way to the store.

use std::num::NonZeroUsize;
use std::sync::Arc;

use tokio::sync::Semaphore;

use super::error::AppError;
use super::line::Line;
use super::live::Live;
use super::logs::Logs;
use super::slots::Slots;
use super::sources::Sources;
use super::token::Organisers;
use super::tournament::live::LiveTournament;
use crate::audit::note::{SignerKey, VerifierKey};
use crate::kernel::{Salt, Text};
use crate::store::Store;

/// Games in memory at once, unless configured otherwise.
pub const LIVE_GAMES_MAX: usize = 10_000;
/// Event streams open at once, unless configured otherwise.
pub const STREAMS_MAX: usize = 1_000;
/// Tournaments in memory at once.
const LIVE_TOURNAMENTS_MAX: NonZeroUsize = NonZeroUsize::new(256).expect("not zero");

/// Events of bots that are on their way to disk at once, so that however many games bots play, the queue of the store
/// has room for people.
const BOT_WRITES_MAX: usize = 8;

/// How an app is set up.
#[derive(Debug)]
pub struct Setup {
    /// Where games are kept.
    pub store: Store,
    /// What receipts are signed with.
    pub key: SignerKey,
    /// Who may create and adjudicate games.
    pub organisers: Organisers,
    /// Games in memory at once; beyond it the least recently used is read from disk again when it is needed.
    pub live_games_max: NonZeroUsize,
    /// Event streams open at once.
    pub streams_max: usize,
    /// Time, ids and randomness.
    pub sources: Sources,
}

/// The service. Cheap to clone; all clones are one service.
#[derive(Debug, Clone)]
pub struct App(pub(super) Arc<Inner>);

#[derive(Debug)]
pub(super) struct Inner {
    pub(super) store: Store,
    pub(super) key: SignerKey,
    /// Its public half, as it stands beside receipts.
    pub(super) public_key: String,
    pub(super) organisers: Organisers,
    pub(super) sources: Sources,
    pub(super) live: Slots<Live>,
    pub(super) logs: Logs,
    pub(super) tournaments: Slots<LiveTournament>,
    /// Held by each event of a bot on its way to disk.
    pub(super) bot_writes: Semaphore,
    pub(super) streams: Arc<Semaphore>,
    pub(super) streams_max: usize,
}

impl App {
    /// Sets the service up. It signs under the name of the log, whatever name the key has.
    ///
    /// # Errors
    /// [`AppError::Broken`] when the name that the store has for the log is none that a key can have.
    pub fn new(setup: Setup) -> Result<Self, AppError> {
        let key = setup.key.named(setup.store.log_name());
        let key = key.map_err(|error| AppError::Broken(format!("the name of the log: {error}")))?;
        Ok(Self(Arc::new(Inner {
            store: setup.store,
            public_key: key.verifier().to_string(),
            key,
            organisers: setup.organisers,
            sources: setup.sources,
            live: Slots::new(setup.live_games_max),
            logs: Logs::new(),
            tournaments: Slots::new(LIVE_TOURNAMENTS_MAX),
            bot_writes: Semaphore::new(BOT_WRITES_MAX),
            streams: Arc::new(Semaphore::new(setup.streams_max)),
            streams_max: setup.streams_max,
        })))
    }

    /// The key that receipts are signed with, its public half.
    pub fn public_key(&self) -> VerifierKey {
        self.0.key.verifier()
    }

    /// How many games are in memory.
    pub fn live_games(&self) -> usize {
        self.0.live.len()
    }

    /// Whether the store answers.
    ///
    /// # Errors
    /// [`AppError::Store`] when it does not.
    pub async fn ready(&self) -> Result<(), AppError> {
        self.read(|store| Ok(store.ping()?)).await
    }

    /// Finishes every write that was accepted and closes the store. Nothing is accepted after it.
    ///
    /// # Errors
    /// [`AppError::Store`] when the last writes fail.
    pub fn close(&self) -> Result<(), AppError> {
        Ok(self.0.store.close()?)
    }

    /// Runs a read of the store off the async threads: every read blocks.
    pub(super) async fn read<T, F>(&self, read: F) -> Result<T, AppError>
    where
        T: Send + 'static,
        F: FnOnce(&Store) -> Result<T, AppError> + Send + 'static,
    {
        let store = self.0.store.clone();
        let done = tokio::task::spawn_blocking(move || read(&store)).await;
        done.unwrap_or_else(|error| Err(AppError::Broken(format!("a read ended early: {error}"))))
    }

    /// A line that somebody typed, under a salt of its own.
    pub(super) fn text(&self, line: Line) -> Result<Text, AppError> {
        Ok(Text::new(Salt::new(self.0.sources.secret()?), line))
    }
}
