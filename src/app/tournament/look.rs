//! Looking at tournaments: listings, the state at any index, the log, the bundle.

use std::sync::Arc;

use uuid::Uuid;

use super::live::{LiveTournament, replay};
use crate::app::error::AppError;
use crate::app::listing::{Listing, check_ends};
use crate::app::look::{Page, check_index};
use crate::app::replay::there;
use crate::app::sealing::raw;
use crate::app::service::App;
use crate::app::words::{asked, checked};
use crate::audit::TournamentHeader;
use crate::kernel::{Head, Kind, LogKind, Text, Timestamp, beside, payload_salt};
use crate::store::{SignedHead, Store, StoredEvent, TournamentRow};
use crate::tournament::{TournamentCreated, TournamentEvent, TournamentPayload, opened, salt_seed};

/// Tournaments on one page.
pub const TOURNAMENTS_PAGE_MAX: u64 = 100;

/// What a listing shows of a tournament.
#[derive(Debug)]
pub struct TournamentSummary {
    /// The tournament.
    pub id: Uuid,
    /// Its name; nothing where it was erased.
    pub name: Option<String>,
    /// What it was created with.
    pub created: TournamentCreated,
    /// When.
    pub created_at: Timestamp,
    /// Whether it is sealed.
    pub sealed: bool,
    /// The end of its log.
    pub head: Head,
}

fn summary(store: &Store, row: &TournamentRow) -> Result<TournamentSummary, AppError> {
    let record = &row.created.record;
    check_ends(&row.created, &payload_salt(&salt_seed(row.id), 0), &row.last)?;
    let TournamentPayload::Created(created) = TournamentPayload::parse(record.kind, &row.created.payload)? else {
        return Err(AppError::Broken(format!("tournament {} does not start with its creation", row.id)));
    };
    if row.sealed != (row.last.record.kind == Kind::Sealed) {
        return Err(AppError::Broken(format!("tournament {} is sealed in one place and not in another", row.id)));
    }
    let name = checked(store.texts(&[created.name])?)?.pop().map(|text| text.text);
    Ok(TournamentSummary { id: row.id, name, created, created_at: record.at, sealed: row.sealed, head: row.head() })
}

/// A stored event as everyone may see it.
pub(in crate::app) fn opened_event(stored: StoredEvent, texts: &[Text]) -> Result<TournamentEvent, AppError> {
    let texts = beside(texts, &asked(&stored));
    Ok(opened(stored.record, stored.hash, raw(stored.payload)?, texts))
}

impl App {
    /// Tournaments, newest first; only the sealed or only the others where that is said. One that was changed on disk is
    /// named and not shown.
    ///
    /// # Errors
    /// [`AppError::Store`] when the list itself cannot be read.
    pub async fn tournaments(
        &self,
        sealed: Option<bool>,
        before: Option<Uuid>,
        limit: u64,
    ) -> Result<Listing<TournamentSummary>, AppError> {
        let limit = limit.clamp(1, TOURNAMENTS_PAGE_MAX);
        // One more than asked for tells whether there is a next page.
        let list = move |store: &Store| {
            let rows = store.tournaments(sealed, before, limit + 1)?;
            Ok(Listing::of(rows, limit, |row| summary(store, row)))
        };
        self.read(list).await
    }

    /// A tournament as it was after the event at an index.
    ///
    /// # Errors
    /// [`AppError::IndexOutOfRange`] beyond the head.
    pub async fn tournament_at(&self, id: Uuid, index: u64) -> Result<Arc<LiveTournament>, AppError> {
        let live = self.tournament(id).await?;
        check_index(live.head, index)?;
        if index == live.head.index {
            return Ok(live);
        }
        self.read(move |store| {
            let events = there(store.events(LogKind::Tournament, id, 0, index + 1)?, 0, index + 1)?;
            let last = events.last().ok_or_else(|| AppError::Broken("the log is empty".into()))?;
            let (head, at) = (last.head(), last.record.at);
            Ok(Arc::new(LiveTournament { state: replay(id, &events)?, head, at, ..LiveTournament::clone(&live) }))
        })
        .await
    }

    /// The events of a tournament from an index on; fewer than `limit` only at the end of the log.
    ///
    /// # Errors
    /// [`AppError`] when there is no such tournament.
    pub async fn tournament_events(
        &self,
        id: Uuid,
        from: u64,
        limit: u64,
    ) -> Result<Page<TournamentEvent, u64>, AppError> {
        let live = self.tournament(id).await?;
        let head = live.head.index;
        self.page(LogKind::Tournament, id, head, from, limit, move |event| opened_event(event, &live.texts)).await
    }

    /// The first line of a tournament's bundle, and its games; the events and the bundles of the games follow it.
    ///
    /// # Errors
    /// [`AppError`] when there is no such tournament.
    pub async fn tournament_header(&self, id: Uuid) -> Result<(TournamentHeader, Vec<Uuid>), AppError> {
        let live = self.tournament(id).await?;
        let SignedHead { receipt, public_key } = self.kept_or_signed(id, live.head, live.state.is_sealed()).await?;
        let games: Vec<Uuid> = live.state.games().iter().map(|game| game.attached.game).collect();
        let (events, standings) = (live.head.index + 1, live.state.standings());
        let header = TournamentHeader::new(events, games.len() as u64, standings, receipt, public_key);
        Ok((header, games))
    }
}
