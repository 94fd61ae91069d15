//! Looking at tournaments: listings, the state at any index, the log, the bundle.

use std::sync::Arc;

use serde_json::value::RawValue;
use uuid::Uuid;

use super::super::{App, AppError, EVENTS_PAGE_MAX, Page};
use super::{LiveTournament, replay};
use crate::audit::{TOURNAMENT_FORMAT, TournamentHeader};
use crate::kernel::{Head, Timestamp};
use crate::store::{StoredEvent, TournamentRow};
use crate::tournament::{Created, Event, Payload, opened};

/// Tournaments on one page.
pub const TOURNAMENTS_PAGE_MAX: u64 = 100;

/// What a listing shows of a tournament.
#[derive(Debug)]
pub struct TournamentSummary {
    /// The tournament.
    pub id: Uuid,
    /// What it was created with.
    pub created: Created,
    /// When.
    pub created_at: Timestamp,
    /// Whether it is sealed.
    pub sealed: bool,
    /// The end of its log.
    pub head: Head,
}

fn summary(row: &TournamentRow) -> Result<TournamentSummary, AppError> {
    let record = &row.created.record;
    let Payload::Created(created) = Payload::parse(record.kind, &row.created.payload)? else {
        return Err(AppError::Broken(format!("tournament {} does not start with its creation", row.id)));
    };
    Ok(TournamentSummary { id: row.id, created, created_at: record.at, sealed: row.sealed, head: row.head })
}

/// A stored event as everyone may see it.
pub(in super::super) fn shown(stored: StoredEvent) -> Result<Event, AppError> {
    let payload = RawValue::from_string(stored.payload).map_err(|error| AppError::Broken(error.to_string()))?;
    Ok(opened(stored.record, stored.hash, payload))
}

impl App {
    /// Tournaments, newest first; only the sealed or only the others where that is said.
    ///
    /// # Errors
    /// [`AppError::Store`] when they cannot be read.
    pub async fn tournaments(
        &self,
        sealed: Option<bool>,
        before: Option<Uuid>,
        limit: u64,
    ) -> Result<Page<TournamentSummary, Uuid>, AppError> {
        let limit = limit.clamp(1, TOURNAMENTS_PAGE_MAX);
        self.read(move |store| {
            // One more than asked for tells whether there is a next page.
            let mut rows = store.tournaments(sealed, before, limit + 1)?;
            let more = rows.len() as u64 > limit;
            rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
            let next = rows.last().map(|row| row.id).filter(|_| more);
            Ok(Page { items: rows.iter().map(summary).collect::<Result<_, _>>()?, next })
        })
        .await
    }

    /// A tournament as it was after the event at an index.
    ///
    /// # Errors
    /// [`AppError::IndexOutOfRange`] beyond the head.
    pub async fn tournament_at(&self, id: Uuid, index: u64) -> Result<Arc<LiveTournament>, AppError> {
        let live = self.tournament(id).await?;
        if index > live.head.index {
            return Err(AppError::IndexOutOfRange { index, head: live.head.index });
        }
        if index == live.head.index {
            return Ok(live);
        }
        self.read(move |store| {
            let events = store.tournament_events(id, 0, index + 1)?;
            let last = events.last().ok_or_else(|| AppError::Broken("the log is empty".into()))?;
            let head = Head { index: last.record.index, hash: last.hash };
            Ok(Arc::new(LiveTournament { state: replay(id, &events)?, head, ..LiveTournament::clone(&live) }))
        })
        .await
    }

    /// The events of a tournament from an index on; fewer than `limit` only at the end of the log.
    ///
    /// # Errors
    /// [`AppError`] when there is no such tournament.
    pub async fn tournament_events(&self, id: Uuid, from: u64, limit: u64) -> Result<Page<Event, u64>, AppError> {
        let live = self.tournament(id).await?;
        let (head, limit) = (live.head.index, limit.clamp(1, EVENTS_PAGE_MAX));
        self.read(move |store| {
            let stored = store.tournament_events(id, from, limit)?;
            let items = stored.into_iter().map(shown).collect::<Result<Vec<_>, _>>()?;
            let next = items.last().map(|event| event.record.index).filter(|last| *last < head);
            Ok(Page { items, next })
        })
        .await
    }

    /// The first line of a tournament's bundle, and its games; the events and the bundles of the games follow it.
    ///
    /// # Errors
    /// [`AppError`] when there is no such tournament.
    pub async fn tournament_header(&self, id: Uuid) -> Result<(TournamentHeader, Vec<Uuid>), AppError> {
        let live = self.tournament(id).await?;
        let games: Vec<Uuid> = live.state.games().iter().map(|game| game.attached.game).collect();
        let header = TournamentHeader {
            format: TOURNAMENT_FORMAT.into(),
            events: live.head.index + 1,
            games: games.len() as u64,
            standings: live.state.standings(),
            receipt: self.receipt(id, live.head),
            public_key: self.public_key().to_string(),
        };
        Ok((header, games))
    }
}
