//! Looking: games, legal moves, events, states, replays and bundles, each as the viewer may see it.

use std::sync::Arc;

use uuid::Uuid;

use super::error::AppError;
use super::listing::{Listing, check_ends};
use super::live::{Live, Player, check_columns, check_names, seated, told_to};
use super::replay::{replay, there};
use super::service::App;
use super::token::Caller;
use super::words::checked;
use crate::audit::{Bundle, FORMAT};
use crate::kernel::{Hash, Head, LogKind, Outcome, Seat, Seats, Status, Timestamp, Viewer};
use crate::log::{BadPayload, Created, Event};
use crate::rulesets::any::{AnyEffect, AnyMatch, AnyMove, AnyView, UnknownRuleset};
use crate::store::{Filter, GameRow, SeatRow, SignedHead, Store, StoredEvent};

/// Events on one page.
pub const EVENTS_PAGE_MAX: u64 = 1_000;
/// Games on one page.
pub const GAMES_PAGE_MAX: u64 = 100;
/// Frames in one answer of a replay.
pub const REPLAY_FRAMES_MAX: u64 = 1_000;

/// One page of a longer list, and where the next one starts.
#[derive(Debug)]
pub struct Page<T, C> {
    /// What is on it.
    pub items: Vec<T>,
    /// What to ask for next; nothing when this is the last page.
    pub next: Option<C>,
}

/// What a listing shows of a game.
#[derive(Debug)]
pub struct Summary {
    /// The game.
    pub id: Uuid,
    /// What it was opened with, or the ruleset or version that is not built in here.
    pub created: Result<Created, UnknownRuleset>,
    /// The ruleset's name and version, as they stand in the database.
    pub ruleset: (String, u32),
    /// Who plays, in seat order.
    pub players: Vec<Player>,
    /// When it was created.
    pub created_at: Timestamp,
    /// How far it has come.
    pub status: Status,
    /// The end of its log.
    pub head: Head,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// A state at an index, as a viewer may see it.
#[derive(Debug)]
pub struct StateAt {
    /// The index of the event that the state follows.
    pub index: u64,
    /// Who looks.
    pub viewer: Viewer,
    /// What they see; nothing before the deal.
    pub view: Option<AnyView>,
    /// Who is awaited.
    pub awaiting: Seats,
    /// The end of the log when this was read.
    pub head: Head,
}

/// One step of a replay.
#[derive(Debug)]
pub struct Frame {
    /// The event.
    pub event: Event,
    /// What it visibly did.
    pub effects: Vec<AnyEffect>,
    /// What may be seen after it; nothing before the deal.
    pub view: Option<AnyView>,
    /// Who is awaited after it.
    pub awaiting: Seats,
}

/// A replay.
#[derive(Debug)]
pub struct Frames {
    /// Who looks.
    pub viewer: Viewer,
    /// The steps.
    pub frames: Vec<Frame>,
    /// Where to go on; nothing at the end of the log.
    pub next: Option<u64>,
    /// The end of the log when this was read.
    pub head: Head,
}

pub(super) fn check_index(head: Head, index: u64) -> Result<(), AppError> {
    let head = head.index;
    if index > head { Err(AppError::IndexOutOfRange { index, head }) } else { Ok(()) }
}

/// The viewer that somebody wishes to be who may be another one.
fn narrowed(live: &Live, may_be: Viewer, wish: Option<Viewer>) -> Result<Viewer, AppError> {
    let seats = live.facts.created.seats.len();
    match wish {
        None => Ok(may_be),
        Some(Viewer::Seat(seat)) if seat.index() >= seats => {
            Err(AppError::Forbidden { hint: "no seat of this game has that number" })
        }
        Some(wish) if may_be == Viewer::Full || wish == may_be || wish == Viewer::Spectator => Ok(wish),
        Some(_) => Err(AppError::Forbidden {
            hint: "as long as the game runs, one sees it as a spectator or as one's own seat",
        }),
    }
}

impl App {
    /// The viewer that a caller is to a game. A token that is sent must be right: a typing error shall not turn a player
    /// into a spectator in silence.
    fn viewer(live: &Live, caller: &Caller) -> Result<Viewer, AppError> {
        let seat = match caller {
            Caller::Anonymous | Caller::Organiser(_) => None,
            Caller::Seat(_) => Some(seated(live, caller)?),
        };
        Ok(live.viewer(seat))
    }

    /// The moves open to the caller's seat now.
    ///
    /// # Errors
    /// [`AppError`] when the caller has no seat here.
    pub async fn legal_moves(&self, id: Uuid, caller: &Caller) -> Result<(Arc<Live>, Seat, Vec<AnyMove>), AppError> {
        let live = self.game(id).await?;
        let seat = seated(&live, caller)?;
        let moves = live.game.legal(seat);
        Ok((live, seat, moves))
    }

    /// The events from an index on, as the caller may see them; fewer than `limit` only at the end of the log.
    ///
    /// # Errors
    /// [`AppError`] when there is no such game or the token is wrong.
    pub async fn events(&self, id: Uuid, caller: &Caller, from: u64, limit: u64) -> Result<Page<Event, u64>, AppError> {
        let live = match self.game(id).await {
            Err(AppError::NotKnown(_)) => return self.events_unread(id, from, limit).await,
            live => live?,
        };
        let viewer = Self::viewer(&live, caller)?;
        let head = live.head.index;
        self.page(LogKind::Game, id, head, from, limit, move |event| told_to(&live, viewer, event)).await
    }

    /// The events from an index on, up to the head of a snapshot: later ones may be concealed, and it does not know.
    pub(super) async fn page<E: Send + 'static>(
        &self,
        kind: LogKind,
        id: Uuid,
        head: u64,
        from: u64,
        limit: u64,
        show: impl Fn(StoredEvent) -> Result<E, AppError> + Send + 'static,
    ) -> Result<Page<E, u64>, AppError> {
        let limit = limit.clamp(1, EVENTS_PAGE_MAX).min((head + 1).saturating_sub(from));
        self.read(move |store| {
            let stored = there(store.events(kind, id, from, limit)?, from, limit)?;
            let items = stored.into_iter().map(show).collect::<Result<_, _>>()?;
            Ok(Page { items, next: (from + limit <= head).then(|| from + limit - 1) })
        })
        .await
    }

    /// The state after the event at an index (at the head when none is given), as the caller may see it.
    ///
    /// # Errors
    /// [`AppError::IndexOutOfRange`] beyond the head.
    pub async fn state(&self, id: Uuid, caller: &Caller, index: Option<u64>) -> Result<StateAt, AppError> {
        let live = self.game(id).await?;
        let viewer = Self::viewer(&live, caller)?;
        let index = index.unwrap_or(live.head.index);
        check_index(live.head, index)?;
        let head = live.head;
        let at = |game: &AnyMatch| StateAt { index, viewer, view: game.view(viewer), awaiting: game.awaiting(), head };
        if index == head.index {
            return Ok(at(&live.game));
        }
        let (app, snapshot) = (self.clone(), Arc::clone(&live));
        let then = self.read(move |store| app.0.logs.replay(store, &snapshot, index)).await?;
        Ok(at(&then))
    }

    /// A replay from one index to another, both included, as the caller may see it, or as somebody who sees no more than
    /// that; at most [`REPLAY_FRAMES_MAX`] frames in one answer.
    ///
    /// # Errors
    /// [`AppError::IndexOutOfRange`] beyond the head, [`AppError::Forbidden`] for a viewer who sees more. Where `from`
    /// lies behind `to` there are no frames.
    pub async fn replay(
        &self,
        id: Uuid,
        caller: &Caller,
        wish: Option<Viewer>,
        from: u64,
        to: Option<u64>,
    ) -> Result<Frames, AppError> {
        let live = self.game(id).await?;
        let viewer = narrowed(&live, Self::viewer(&live, caller)?, wish)?;
        let to = to.unwrap_or(live.head.index);
        check_index(live.head, from.max(to))?;
        let last = to.min(from + REPLAY_FRAMES_MAX - 1);
        let head = live.head;
        let next = (last < to).then_some(last + 1);
        let frames = self.read(move |store| {
            let stored = there(store.events(LogKind::Game, id, 0, last + 1)?, 0, last + 1)?;
            let mut seen = Vec::new();
            replay(live.facts.seed, &stored, |index, game, told| {
                if index >= from {
                    seen.push((told.heard_by(viewer), game.view(viewer), game.awaiting()));
                }
            })?;
            let first = stored.into_iter().skip_while(|event| event.record.index < from);
            let frame = |(event, (effects, view, awaiting))| {
                Ok::<_, AppError>(Frame { event: told_to(&live, viewer, event)?, effects, view, awaiting })
            };
            first.zip(seen).map(frame).collect::<Result<Vec<_>, _>>()
        });
        Ok(Frames { viewer, frames: frames.await?, next, head })
    }

    /// The verifiable file. While the game runs it holds no secrets, whoever asks.
    ///
    /// # Errors
    /// [`AppError`] when there is no such game.
    pub async fn bundle(&self, id: Uuid) -> Result<Bundle, AppError> {
        let live = match self.game(id).await {
            Err(AppError::NotKnown(_)) => return self.bundle_unread(id).await,
            live => live?,
        };
        let viewer = live.viewer(None);
        self.bundle_for(live, viewer).await
    }

    pub(super) async fn bundle_for(&self, live: Arc<Live>, viewer: Viewer) -> Result<Bundle, AppError> {
        let (id, head) = (live.facts.id, live.head);
        let SignedHead { receipt, public_key } = self.kept_or_signed(id, head, live.is_concluded()).await?;
        self.read(move |store| {
            let stored = there(store.events(LogKind::Game, id, 0, head.index + 1)?, 0, head.index + 1)?;
            let events = stored.into_iter().map(|event| told_to(&live, viewer, event)).collect::<Result<_, _>>()?;
            let server_seed = (viewer == Viewer::Full).then_some(live.facts.seed);
            let outcome = live.game.outcome();
            Ok(Bundle { format: FORMAT.into(), server_seed, events, outcome, receipt, public_key })
        })
        .await
    }

    /// Games, newest first. One that was changed on disk is named and not shown.
    ///
    /// # Errors
    /// [`AppError::Store`] when the list itself cannot be read.
    pub async fn games(&self, filter: Filter, before: Option<Uuid>, limit: u64) -> Result<Listing<Summary>, AppError> {
        let limit = limit.clamp(1, GAMES_PAGE_MAX);
        // One more than asked for tells whether there is a next page.
        let list = move |store: &Store| {
            let rows = store.list(&filter, before, limit + 1)?;
            Ok(Listing::of(rows, limit, |row| summary(store, row)))
        };
        self.read(list).await
    }
}

fn summary(store: &Store, row: &GameRow) -> Result<Summary, AppError> {
    check_ends(&row.created, &row.created_salt, &row.last)?;
    let commitments: Vec<Hash> = row.seats.iter().filter_map(|seat| seat.commitment).collect();
    check_names(row, &checked(store.texts(&commitments)?)?)?;
    let created = match Created::parse(row.created.record.kind, &row.created.payload) {
        Ok(created) => {
            check_columns(row, &created)?;
            Ok(created)
        }
        Err(BadPayload::Unknown(unknown)) => Err(unknown),
        Err(other) => return Err(other.into()),
    };
    if !row.has_its_outcome() {
        return Err(AppError::Broken(format!("the outcome of game {} was changed on disk: audit it", row.id)));
    }
    let broken = |error: serde_json::Error| AppError::Broken(format!("the outcome of game {}: {error}", row.id));
    let outcome = row.outcome.as_deref().map(serde_json::from_str).transpose().map_err(broken)?;
    let (created_at, status, head) = (row.created.record.at, row.status, row.head());
    let bots = created.as_ref().map(|created| created.seats.as_slice()).unwrap_or_default();
    let bot = |place: usize| bots.get(place).and_then(|seat| seat.bot);
    let player = |(place, seat): (usize, &SeatRow)| Player { name: seat.name.clone(), bot: bot(place) };
    let players = row.seats.iter().enumerate().map(player).collect();
    let ruleset = (row.ruleset.clone(), row.version);
    Ok(Summary { id: row.id, created, ruleset, players, created_at, status, head, outcome })
}
