//! The log of a tournament: in pages, live, and as a bundle with all its games.

use std::ops::Range;

use actix_web::http::header::CONTENT_DISPOSITION;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, get, web};
use futures_util::{StreamExt, stream};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::{App, EVENTS_PAGE_MAX};
use crate::audit::{TournamentAudit, TournamentLine};
use crate::http::api::context::Api;
use crate::http::api::event_stream::{Followed, last_event_id, stream_log};
use crate::http::api::events::{ListEvents, StreamEvents, behind, first};
use crate::http::document::responses::problems;
use crate::http::extract;
use crate::http::limits::EVENTS_PAGE;
use crate::http::problem::Problem;
use crate::kernel::LogKind;
use crate::tournament::TournamentEvent;

/// One page of a tournament's events, ascending.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct TournamentEventPage {
    /// The events of this page, ascending by index.
    events: Vec<TournamentEvent>,
    /// What to send as `after` for the next page; null at the end of the log.
    #[schema(required)]
    next_after: Option<u64>,
}

problems!(EventProblems: MalformedPath, UnknownTournament, UnknownVersion);
problems!(BundleProblems: MalformedPath, UnknownTournament, UnknownVersion);
problems!(StreamProblems: MalformedPath, MalformedHeader, UnknownTournament, UnknownVersion, IndexOutOfRange, Busy);

/// List the events of a tournament.
///
/// The log from an index on. Nothing in it is concealed.
#[utoipa::path(
    tag = "tournaments",
    operation_id = "list_tournament_events",
    params(("id" = Uuid, Path, description = "The tournament"), ListEvents),
    responses((status = OK, description = "One page of events", body = TournamentEventPage), EventProblems)
)]
#[get("/v1/tournaments/{id}/events")]
pub(in crate::http) async fn list_tournament_events(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
    query: web::Query<ListEvents>,
) -> Result<HttpResponse, Problem> {
    let limit = extract::limit(query.limit, EVENTS_PAGE, EVENTS_PAGE_MAX)?;
    let page = api.app.tournament_events(*id, first(query.after)?, limit).await?;
    Ok(HttpResponse::Ok().json(TournamentEventPage { events: page.items, next_after: page.next }))
}

/// Follow the events of a tournament.
///
/// As server-sent events, like those of a game. The stream ends behind the last event of a sealed tournament; asking on
/// behind it answers 204.
#[utoipa::path(
    tag = "tournaments",
    operation_id = "stream_tournament_events",
    params(
        ("id" = Uuid, Path, description = "The tournament"),
        StreamEvents,
        ("Last-Event-ID" = Option<u64>, Header, description = "The index of the last event that arrived"),
    ),
    responses(
        (status = OK, description = "Server-sent events; the data of each is an event", body = TournamentEvent,
            content_type = "text/event-stream"),
        (status = NO_CONTENT, description = "The tournament is sealed and there is nothing behind that index"),
        StreamProblems
    )
)]
#[get("/v1/tournaments/{id}/events/stream")]
pub(in crate::http) async fn stream_tournament_events(
    api: web::Data<Api>,
    request: HttpRequest,
    id: web::Path<Uuid>,
    query: web::Query<StreamEvents>,
) -> Result<HttpResponse, Problem> {
    let next = behind(last_event_id(&request)?.or(query.after));
    let follower = api.app.follow(LogKind::Tournament, *id).await?;
    stream_log(&api, *id, Followed::Tournament, follower, next).await
}

/// What is left to send of a tournament's bundle.
struct BundleLines {
    app: App,
    id: Uuid,
    /// The next event, and how many there are.
    events: Range<u64>,
    games: std::vec::IntoIter<Uuid>,
}

impl BundleLines {
    /// The next lines: a page of events, or one game. What fails breaks the body off, so that nobody takes a part for the
    /// whole; the first line says how much there is.
    async fn step(mut self) -> Option<(Result<Bytes, actix_web::Error>, Self)> {
        let lines = if self.events.is_empty() {
            let game = self.games.next()?;
            self.app.bundle(game).await.map_err(Problem::from).and_then(|bundle| line(&TournamentLine::Game(bundle)))
        } else {
            self.page().await
        };
        Some((lines.map_err(actix_web::Error::from), self))
    }

    async fn page(&mut self) -> Result<Bytes, Problem> {
        let (from, limit) = (self.events.start, EVENTS_PAGE_MAX.min(self.events.end - self.events.start));
        let page = self.app.tournament_events(self.id, from, limit).await?;
        self.events.start = page.items.last().map_or(self.events.end, |last| last.record.index + 1);
        let lines = page.items.into_iter().map(|event| line(&TournamentLine::Event(event)));
        Ok(lines.collect::<Result<Vec<_>, _>>()?.concat().into())
    }
}

fn line(line: &TournamentLine) -> Result<Bytes, Problem> {
    let mut text = serde_json::to_vec(line).map_err(|error| Problem::internal(error.to_string()))?;
    text.push(b'\n');
    Ok(text.into())
}

/// Fetch the bundle of a tournament.
///
/// The whole tournament, one JSON object a line: `{"line": "header", "content": …}`, then a line `event` for every event of
/// its log, then a line `game` with the bundle of every game. It is streamed, and anyone can verify it offline: `pandect verify FILE`.
#[utoipa::path(
    tag = "tournaments",
    operation_id = "get_tournament_bundle",
    params(("id" = Uuid, Path, description = "The tournament")),
    responses(
        (status = OK, description = "The bundle, a line at a time", body = TournamentLine,
            content_type = "application/x-ndjson"),
        BundleProblems
    )
)]
#[get("/v1/tournaments/{id}/bundle")]
pub(in crate::http) async fn get_tournament_bundle(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let (header, games) = api.app.tournament_header(*id).await?;
    let events = 0..header.events;
    let first = line(&TournamentLine::Header(header))?;
    let lines = BundleLines { app: api.app.clone(), id: *id, events, games: games.into_iter() };
    let body = stream::once(async { Ok(first) }).chain(stream::unfold(lines, BundleLines::step));
    Ok(HttpResponse::Ok()
        .content_type("application/x-ndjson")
        // An id is letters, digits and hyphens, which every header takes.
        .insert_header((CONTENT_DISPOSITION, format!("inline; filename=\"{id}.pandect.ndjson\"")))
        .streaming(body))
}

/// Audit a tournament.
///
/// Verifies what is stored of the tournament and of all its games, read back from disk. Takes as long as that takes: some
/// 100,000 events a second.
#[utoipa::path(
    tag = "tournaments",
    operation_id = "audit_tournament",
    params(("id" = Uuid, Path, description = "The tournament")),
    responses((status = OK, description = "The report", body = TournamentAudit), BundleProblems)
)]
#[get("/v1/tournaments/{id}/audit")]
pub(in crate::http) async fn audit_tournament(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok().json(api.app.audit_tournament(*id).await?))
}
