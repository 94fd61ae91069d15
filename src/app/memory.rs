//! Logs in memory: found there or read from disk, appended to by one at a time, and followed.

use std::fmt::Debug;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, watch};
use uuid::Uuid;

use super::error::AppError;
use super::live::Live;
use super::service::App;
use super::slots::{Slot, Slots};
use super::tournament::live::LiveTournament;
use super::words::texts_of;
use crate::kernel::LogKind;
use crate::store::{Store, StoreError, Write};

/// What is known of a log after its last event.
pub(super) trait Snapshot: Debug + Send + Sync + Sized + 'static {
    /// Where those of its kind are held.
    fn slots(app: &App) -> &Slots<Self>;

    /// Reads the log from disk.
    fn read(store: &Store, id: Uuid) -> Result<Self, AppError>;

    /// Has happen what goes on by itself as soon as the log is in memory. The caller has the turn.
    fn wake(&self, _app: &App, _slot: &Arc<Slot<Self>>) {}
}

impl Snapshot for Live {
    fn slots(app: &App) -> &Slots<Self> {
        &app.0.live
    }

    fn read(store: &Store, id: Uuid) -> Result<Self, AppError> {
        let stored = store.load(id)?.ok_or(AppError::UnknownGame(id))?;
        Self::load(&stored, texts_of(store, &stored.events)?)
    }

    fn wake(&self, app: &App, slot: &Arc<Slot<Self>>) {
        app.wake_bots(slot, self);
    }
}

impl Snapshot for LiveTournament {
    fn slots(app: &App) -> &Slots<Self> {
        &app.0.tournaments
    }

    fn read(store: &Store, id: Uuid) -> Result<Self, AppError> {
        let stored = store.tournament(id)?.ok_or(AppError::UnknownTournament(id))?;
        Self::load(&stored, texts_of(store, &stored.events)?)
    }
}

impl App {
    /// The latest snapshot of a game.
    ///
    /// # Errors
    /// [`AppError::UnknownGame`], or [`AppError::Store`] when it cannot be read.
    pub async fn game(&self, id: Uuid) -> Result<Arc<Live>, AppError> {
        Ok(self.slot(id).await?.1)
    }

    /// The latest snapshot of a tournament.
    ///
    /// # Errors
    /// [`AppError::UnknownTournament`], or [`AppError::Store`] when it cannot be read.
    pub async fn tournament(&self, id: Uuid) -> Result<Arc<LiveTournament>, AppError> {
        Ok(self.slot(id).await?.1)
    }

    /// Opens a live stream of a log: hears of every event from now on, until it is dropped.
    ///
    /// # Errors
    /// [`AppError::TooManyStreams`], [`AppError::UnknownGame`], [`AppError::UnknownTournament`].
    pub async fn follow(&self, kind: LogKind, id: Uuid) -> Result<Follower, AppError> {
        let permit = Arc::clone(&self.0.streams).try_acquire_owned();
        let permit = permit.map_err(|_| AppError::TooManyStreams { max: self.0.streams_max })?;
        Ok(match kind {
            LogKind::Game => Follower::of(self.slot::<Live>(id).await?.0, permit),
            LogKind::Tournament => Follower::of(self.slot::<LiveTournament>(id).await?.0, permit),
        })
    }

    /// The place of a log in memory and its latest snapshot.
    pub(super) async fn slot<T: Snapshot>(&self, id: Uuid) -> Result<(Arc<Slot<T>>, Arc<T>), AppError> {
        let slot = T::slots(self).slot(id);
        if let Some(live) = slot.latest() {
            return Ok((slot, live));
        }
        let turn = slot.turn().await;
        let loaded = self.latest(id, &slot).await;
        drop(turn);
        match loaded {
            Ok(live) => Ok((slot, live)),
            Err(error) => {
                T::slots(self).remove(id, slot);
                Err(error)
            }
        }
    }

    /// The latest snapshot of a log, read from disk when it is not in memory: whoever had the turn before may have failed
    /// and forgotten it. The caller has the turn.
    pub(super) async fn latest<T: Snapshot>(&self, id: Uuid, slot: &Arc<Slot<T>>) -> Result<Arc<T>, AppError> {
        if let Some(live) = slot.latest() {
            return Ok(live);
        }
        let live = Arc::new(self.read(move |store| T::read(store, id)).await?);
        slot.advance(Arc::clone(&live));
        live.wake(self, slot);
        Ok(live)
    }

    /// Writes. Whether a failed write is on disk is open, and somebody else may have been first: what is in memory is to be
    /// forgotten then, and read again.
    pub(super) async fn write(&self, writes: Vec<Write>, forget: impl FnOnce()) -> Result<(), AppError> {
        self.0.store.write(writes).await.map_err(|error| {
            if !matches!(error, StoreError::Busy) {
                forget();
            }
            error.into()
        })
    }
}

/// Somebody who follows a log. Keeps it in memory and one stream taken.
#[derive(Debug)]
pub struct Follower {
    changed: watch::Receiver<()>,
    _slot: Arc<dyn Debug + Send + Sync>,
    _permit: OwnedSemaphorePermit,
}

impl Follower {
    fn of<T: Snapshot>(slot: Arc<Slot<T>>, permit: OwnedSemaphorePermit) -> Self {
        Self { changed: slot.listen(), _slot: slot, _permit: permit }
    }

    /// Waits for the next event. Events that came since the last call count.
    pub async fn changed(&mut self) {
        // The sender lives in the slot that this follower holds, so the channel cannot close.
        let _ = self.changed.changed().await;
    }
}
