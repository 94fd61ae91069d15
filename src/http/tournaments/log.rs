//! The log of a tournament: in pages, live, and as a bundle with all its games.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::super::Api;
use super::super::events::{ListEvents, StreamEvents, first};
use super::super::extract;
use super::super::feed::{Followed, last_event_id, stream_log};
use super::super::limits::EVENTS_PAGE;
use super::super::openapi::problems;
use super::super::problem::Problem;
use crate::app::EVENTS_PAGE_MAX;
use crate::tournament::Event;

/// One page of a tournament's events, ascending.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct TournamentEventPage {
    /// The events.
    events: Vec<Event>,
    /// What to send as `after` for the next page; null at the end of the log.
    #[schema(required)]
    next_after: Option<u64>,
}

problems!(EventProblems: MalformedPath, UnknownTournament);
problems!(StreamProblems: MalformedPath, MalformedHeader, UnknownTournament, IndexOutOfRange, Busy);

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
pub(in super::super) async fn list_tournament_events(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
    query: web::Query<ListEvents>,
) -> Result<HttpResponse, Problem> {
    let limit = extract::limit(query.limit, EVENTS_PAGE, EVENTS_PAGE_MAX)?;
    let page = api.app.tournament_events(*id, first(query.after), limit).await?;
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
        (status = OK, description = "Server-sent events; the data of each is an event", body = Event,
            content_type = "text/event-stream"),
        (status = NO_CONTENT, description = "The tournament is sealed and there is nothing behind that index"),
        StreamProblems
    )
)]
#[get("/v1/tournaments/{id}/events/stream")]
pub(in super::super) async fn stream_tournament_events(
    api: web::Data<Api>,
    request: HttpRequest,
    id: web::Path<Uuid>,
    query: web::Query<StreamEvents>,
) -> Result<HttpResponse, Problem> {
    let next = first(last_event_id(&request)?.or(query.after));
    let follower = api.app.follow_tournament(*id).await?;
    stream_log(&api, *id, Followed::Tournament(follower), next).await
}
