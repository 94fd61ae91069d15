//! Events: the log in pages, and live.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::pin;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, get, web};
use futures_util::future::select;
use futures_util::stream;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::Api;
use super::answer::hashed;
use super::extract::{Caller, LAST_EVENT_ID, text};
use super::limits::{EVENTS_PAGE, HEARTBEAT, INDEX_MAX};
use super::metrics::OpenStream;
use super::openapi::problems;
use super::problem::{Code, Problem};
use crate::app::{self, App, AppError, EVENTS_PAGE_MAX, Follower};
use crate::rulesets::event::Event;

/// Which events to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ListEvents {
    /// Only events behind this index; from the first one when left out.
    #[param(maximum = 9_007_199_254_740_991_i64)]
    after: Option<u64>,
    /// Events on the page: 1 to 1000, 100 when left out.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u64>,
}

/// Where a stream starts.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct StreamEvents {
    /// Only events behind this index; from the first one when left out. `Last-Event-ID` goes before it.
    #[param(maximum = 9_007_199_254_740_991_i64)]
    after: Option<u64>,
}

/// One page of events, ascending.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct EventPage {
    /// The events, as this viewer may see them.
    events: Vec<Event>,
    /// What to send as `after` for the next page; null at the end of the log.
    #[schema(required)]
    next_after: Option<u64>,
}

problems!(EventProblems: MalformedPath, MalformedHeader, WrongToken, UnknownGame);
problems!(StreamProblems: MalformedPath, MalformedHeader, WrongToken, UnknownGame, IndexOutOfRange, Busy);

/// The index behind `after`.
fn first(after: Option<u64>) -> u64 {
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
pub(super) async fn list_events(
    api: web::Data<Api>,
    request: HttpRequest,
    id: web::Path<Uuid>,
    query: web::Query<ListEvents>,
    caller: Caller,
) -> Result<HttpResponse, Problem> {
    let limit = query.limit.unwrap_or(EVENTS_PAGE);
    if !(1..=EVENTS_PAGE_MAX).contains(&limit) {
        return Err(Problem::new(Code::MalformedQuery, format!("limit: {limit} is not 1 to {EVENTS_PAGE_MAX}")));
    }
    if let Some(after) = query.after.filter(|after| *after > INDEX_MAX) {
        return Err(Problem::new(Code::MalformedQuery, format!("after: {after} is more than {INDEX_MAX}")));
    }
    let page = api.app.events(*id, &caller.0, first(query.after), limit).await?;
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
pub(super) async fn stream_events(
    api: web::Data<Api>,
    request: HttpRequest,
    id: web::Path<Uuid>,
    query: web::Query<StreamEvents>,
    caller: Caller,
) -> Result<HttpResponse, Problem> {
    let next = first(last_event_id(&request)?.or(query.after));
    let follower = api.app.follow(*id).await?;
    let live = api.app.game(*id).await?;
    let head = live.head.index;
    if next > head.saturating_add(1) {
        return Err(AppError::IndexOutOfRange { index: next - 1, head }.into());
    }
    if live.is_concluded() && next > head {
        return Ok(HttpResponse::NoContent().finish());
    }
    // A wrong token is refused now, and not in the middle of a stream.
    api.app.events(*id, &caller.0, next, 1).await?;
    let feed = Feed {
        app: api.app.clone(),
        follower,
        closing: api.closing.clone(),
        caller: caller.0,
        id: *id,
        next,
        ready: VecDeque::from([Bytes::from_static(b"retry: 1000\n\n")]),
        _open: api.metrics.open_stream(),
    };
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/event-stream"))
        .insert_header((CACHE_CONTROL, "no-store"))
        // A compressor would hold events back until its window is full.
        .insert_header((CONTENT_ENCODING, "identity"))
        .streaming(stream::unfold(feed, Feed::step)))
}

fn last_event_id(request: &HttpRequest) -> Result<Option<u64>, Problem> {
    let Some(value) = text(request.headers(), &LAST_EVENT_ID)? else { return Ok(None) };
    let refused =
        |_| Problem::new(Code::MalformedHeader, "Last-Event-ID: expected the index of an event, a whole number");
    value.trim().parse().map(Some).map_err(refused)
}

/// One open stream.
struct Feed {
    app: App,
    follower: Follower,
    closing: watch::Receiver<bool>,
    caller: app::Caller,
    id: Uuid,
    /// The index of the next event to send. It alone decides what is sent, so nothing is missed or sent twice.
    next: u64,
    ready: VecDeque<Bytes>,
    _open: OpenStream,
}

impl Feed {
    async fn step(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        loop {
            if let Some(bytes) = self.ready.pop_front() {
                return Some((Ok(bytes), self));
            }
            let page = self.app.events(self.id, &self.caller, self.next, EVENTS_PAGE).await.ok()?;
            if !page.items.is_empty() {
                self.take(&page.items)?;
                continue;
            }
            let live = self.app.game(self.id).await.ok()?;
            if live.head.index >= self.next {
                continue;
            }
            if live.is_concluded() || *self.closing.borrow() {
                return None;
            }
            self.wait().await;
        }
    }

    fn take(&mut self, events: &[Event]) -> Option<()> {
        for event in events {
            let data = serde_json::to_string(event).ok()?;
            let index = event.record.index;
            self.ready.push_back(format!("id: {index}\ndata: {data}\n\n").into());
            self.next = index + 1;
        }
        Some(())
    }

    /// Until there is an event, the server closes, or a heartbeat is due.
    async fn wait(&mut self) {
        let changed = pin!(self.follower.changed());
        let closing = pin!(self.closing.wait_for(|closing| *closing));
        if tokio::time::timeout(HEARTBEAT, select(changed, closing)).await.is_err() {
            self.ready.push_back(Bytes::from_static(b": heartbeat\n\n"));
        }
    }
}
