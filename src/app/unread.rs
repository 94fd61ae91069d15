//! Games of a ruleset, or a version of one, that is not built in here: their events and their bundle are served from what is
//! stored, and nothing of them is replayed.

use uuid::Uuid;

use super::error::AppError;
use super::look::{EVENTS_PAGE_MAX, Page};
use super::sealing::opened;
use super::service::App;
use super::words::texts_of;
use crate::audit::{Bundle, FORMAT};
use crate::kernel::{Kind, Text, Viewer};
use crate::log::{Event, told};
use crate::store::{SignedHead, Store, StoredEvent, StoredGame};

/// A game as it is stored, with its words.
fn load(store: &Store, id: Uuid) -> Result<(StoredGame, Vec<Text>), AppError> {
    let stored = store.load(id)?.ok_or(AppError::UnknownGame(id))?;
    let texts = texts_of(store, &stored.events)?;
    Ok((stored, texts))
}

/// The events as everyone may see them. Which moves are concealed a replay would tell: while the game runs, all of them are.
fn told_unread(stored: StoredGame, texts: &[Text]) -> Result<Vec<Event>, AppError> {
    let seed = stored.seed;
    let viewer = if stored.row.status.is_concluded() { Viewer::Full } else { Viewer::Spectator };
    let show = |event: StoredEvent| {
        let is_move = event.record.kind == Kind::Move;
        Ok(told(opened(&seed, event, texts)?, viewer, is_move))
    };
    stored.events.into_iter().map(show).collect()
}

impl App {
    pub(super) async fn events_unread(&self, id: Uuid, from: u64, limit: u64) -> Result<Page<Event, u64>, AppError> {
        let limit = limit.clamp(1, EVENTS_PAGE_MAX);
        self.read(move |store| {
            let (stored, texts) = load(store, id)?;
            let head = stored.row.head().index;
            let events = told_unread(stored, &texts)?.into_iter().skip_while(|event| event.record.index < from);
            let items: Vec<Event> = events.take(usize::try_from(limit).unwrap_or(usize::MAX)).collect();
            let next = items.last().map(|event| event.record.index).filter(|last| *last < head);
            Ok(Page { items, next })
        })
        .await
    }

    pub(super) async fn bundle_unread(&self, id: Uuid) -> Result<Bundle, AppError> {
        let (stored, texts) = self.read(move |store| load(store, id)).await?;
        let (head, concluded) = (stored.row.head(), stored.row.status.is_concluded());
        let SignedHead { receipt, public_key } = self.kept_or_signed(id, head, concluded).await?;
        self.read(move |_| {
            let broken = |error: serde_json::Error| AppError::Broken(format!("the outcome of game {id}: {error}"));
            let outcome = stored.row.outcome.as_deref().map(serde_json::from_str).transpose().map_err(broken)?;
            let server_seed = concluded.then_some(stored.seed);
            let events = told_unread(stored, &texts)?;
            Ok(Bundle { format: FORMAT.into(), server_seed, events, outcome, receipt, public_key })
        })
        .await
    }
}
