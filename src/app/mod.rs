//! Use cases: create a game, play a move, look at a state, replay, audit, organise a tournament. Live games are held in memory; the clock, ids
//! and randomness come from [`Sources`].
//!
//! The app knows no HTTP status and no SQL. What a viewer may know is decided in one place, [`Live`]'s viewer rule, and
//! by the ruleset's view; every answer goes through both.

mod audit;
mod bots;
mod check;
mod create;
mod error;
mod line;
mod listing;
mod live;
mod logs;
mod look;
mod play;
mod replay;
mod sealing;
mod slots;
mod sources;
mod token;
mod tournament;
mod tree;
mod unread;
mod words;

use std::num::NonZeroUsize;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

pub use check::{Check, CheckedLog, Flaw, Part};
pub use create::{CreatedGame, NAME_CHARS_MAX, NewGame, NewPlayer, Player};
pub use error::AppError;
pub use listing::Listing;
pub use live::{Facts, Live};
pub use look::{EVENTS_PAGE_MAX, Frame, Frames, GAMES_PAGE_MAX, Page, REPLAY_FRAMES_MAX, StateAt, Summary};
pub use play::{Accepted, Conditions, GameResult, REASON_CHARS_MAX};
pub use slots::Follower;
pub use sources::Sources;
pub use token::{Caller, Organisers, new_organiser_token};
pub use tournament::{
    Amended, LiveTournament, NewCorrection, NewTournament, SeatedGame, TOURNAMENTS_PAGE_MAX, Table, TournamentSummary,
};
pub use tree::{LEAVES_PAGE_MAX, Leaves};

use crate::audit::note::{SignerKey, VerifierKey};
use crate::store::Store;
use bots::BOT_WRITES_MAX;
use logs::Logs;
use slots::Slots;

/// Games in memory at once, unless configured otherwise.
pub const LIVE_GAMES_MAX: usize = 10_000;
/// Event streams open at once, unless configured otherwise.
pub const STREAMS_MAX: usize = 1_000;
/// Tournaments in memory at once.
const LIVE_TOURNAMENTS_MAX: NonZeroUsize = NonZeroUsize::new(256).expect("not zero");

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
pub struct App(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    key: SignerKey,
    /// Its public half, as it stands beside receipts.
    public_key: String,
    organisers: Organisers,
    sources: Sources,
    live: Slots<Live>,
    logs: Logs,
    tournaments: Slots<LiveTournament>,
    /// Held by each event of a bot on its way to disk.
    bot_writes: Semaphore,
    streams: Arc<Semaphore>,
    streams_max: usize,
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
            live: Slots::new(setup.live_games_max, Live::read, Self::wake_bots),
            logs: Logs::new(),
            tournaments: Slots::new(LIVE_TOURNAMENTS_MAX, LiveTournament::read, |_, _, _| {}),
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
    async fn read<T, F>(&self, read: F) -> Result<T, AppError>
    where
        T: Send + 'static,
        F: FnOnce(&Store) -> Result<T, AppError> + Send + 'static,
    {
        let store = self.0.store.clone();
        let done = tokio::task::spawn_blocking(move || read(&store)).await;
        done.unwrap_or_else(|error| Err(AppError::Broken(format!("a read ended early: {error}"))))
    }

    /// The latest snapshot of a game.
    ///
    /// # Errors
    /// [`AppError::UnknownGame`], or [`AppError::Store`] when it cannot be read.
    pub async fn game(&self, id: Uuid) -> Result<Arc<Live>, AppError> {
        Ok(self.0.live.find(self, id).await?.1)
    }

    /// Opens a live stream of a game: hears of every event from now on, until it is dropped.
    ///
    /// # Errors
    /// [`AppError::TooManyStreams`], [`AppError::UnknownGame`].
    pub async fn follow(&self, id: Uuid) -> Result<Follower, AppError> {
        self.0.live.follow(self, id).await
    }

    /// Takes one of the streams.
    fn stream(&self) -> Result<OwnedSemaphorePermit, AppError> {
        let permit = Arc::clone(&self.0.streams).try_acquire_owned();
        permit.map_err(|_| AppError::TooManyStreams { max: self.0.streams_max })
    }
}
