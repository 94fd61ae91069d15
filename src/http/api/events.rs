//! Events: the log in pages, and live.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::context::Api;
use super::event_stream::{Followed, last_event_id, stream_log};
use crate::app::EVENTS_PAGE_MAX;
use crate::http::answer::hashed;
use crate::http::document::responses::problems;
use crate::http::extract::{Caller, limit, start};
use crate::http::limits::EVENTS_PAGE;
use crate::http::problem::Problem;
use crate::kernel::LogKind;
use crate::log::Event;

/// Which events to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListEvents {
    /// Only events behind this index; from the first one when left out.
    #[param(maximum = 9_007_199_254_740_991_i64)]
    pub(in crate::http) after: Option<u64>,
    /// Events on the page: 1 to 1000, 100 when left out.
    #[param(minimum = 1, maximum = 1000)]
    pub(in crate::http) limit: Option<u64>,
}

/// Where a stream starts.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct StreamEvents {
    /// Only events behind this index; from the first one when left out. `Last-Event-ID` goes before it.
    #[param(maximum = 9_007_199_254_740_991_i64)]
    pub(in crate::http) after: Option<u64>,
}

/// One page of events, ascending.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct EventPage {
    /// The events, as this viewer may see them.
    events: Vec<Event>,
    /// What to send as `after` for the next page; null at the end of the log.
    #[schema(required)]
    next_after: Option<u64>,
}

problems!(EventProblems: MalformedPath, MalformedHeader, WrongToken, UnknownGame);
problems!(StreamProblems: MalformedPath, MalformedHeader, WrongToken, UnknownGame, UnknownVersion, IndexOutOfRange, Busy);

/// The index behind `after`, where a page starts.
pub(in crate::http) fn first(after: Option<u64>) -> Result<u64, Problem> {
    start("after", after).map(behind)
}

/// The index behind `after`, where a stream starts. One that no log has reached is refused there.
pub(in crate::http) fn behind(after: Option<u64>) -> u64 {
    after.map_or(0, |after| after.saturating_add(1))
}

/// List events.
///
/// The log from an index on. A concealed payload is null for everyone but its mover until the game is over; every salt
/// opens when it is.
#[utoipa::path(
    tag = "log",
    operation_id = "list_events",
    params(("id" = Uuid, Path, description = "The game"), ListEvents),
    security((), ("seat" = [])),
    responses(
        (status = OK, description = "One page of events", body = EventPage,
            headers(("ETag" = String, description = "A weak entity tag of the answer"))),
        (status = NOT_MODIFIED, description = "The page is as the client has it"),
        EventProblems
    )
)]
#[get("/v1/games/{id}/events")]
pub(in crate::http) async fn list_events(
    api: web::Data<Api>,
    request: HttpRequest,
    id: web::Path<Uuid>,
    query: web::Query<ListEvents>,
    caller: Caller,
) -> Result<HttpResponse, Problem> {
    let limit = limit(query.limit, EVENTS_PAGE, EVENTS_PAGE_MAX)?;
    let page = api.app.events(*id, &caller.0, first(query.after)?, limit).await?;
    hashed(&request, &EventPage { events: page.items, next_after: page.next })
}

/// Follow events.
///
/// The log from an index on and every event from then on, as server-sent events: `id` is the index, `data` the event.
/// A client that goes on with `Last-Event-ID` misses none and gets none twice. A comment is sent every 15 seconds without
/// an event. The stream ends behind the last event of a game that is over; asking on behind it answers 204.
#[utoipa::path(
    tag = "log",
    operation_id = "stream_events",
    params(
        ("id" = Uuid, Path, description = "The game"),
        StreamEvents,
        ("Last-Event-ID" = Option<u64>, Header, description = "The index of the last event that arrived"),
    ),
    security((), ("seat" = [])),
    responses(
        (status = OK, description = "Server-sent events; the data of each is an event", body = Event,
            content_type = "text/event-stream"),
        (status = NO_CONTENT, description = "The game is over and there is nothing behind that index"),
        StreamProblems
    )
)]
#[get("/v1/games/{id}/events/stream")]
pub(in crate::http) async fn stream_events(
    api: web::Data<Api>,
    request: HttpRequest,
    id: web::Path<Uuid>,
    query: web::Query<StreamEvents>,
    caller: Caller,
) -> Result<HttpResponse, Problem> {
    let next = behind(last_event_id(&request)?.or(query.after));
    let follower = api.app.follow(LogKind::Game, *id).await?;
    stream_log(&api, *id, Followed::Game(caller.0), follower, next).await
}
