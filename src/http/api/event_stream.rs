//! Live streams of a log, as server-sent events: no gap and no double, whatever breaks.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use futures_util::future::select;
use futures_util::stream;
use serde::Serialize;
use tokio::sync::watch;
use uuid::Uuid;

use super::context::Api;
use super::message_cache::{CacheKey, MessageCache, Messages};
use crate::app::{App, AppError, Caller, Follower};
use crate::http::answer::EVENT_STREAM;
use crate::http::extract::{LAST_EVENT_ID, text};
use crate::http::limits::{EVENTS_PAGE, HEARTBEAT};
use crate::http::metrics::OpenStream;
use crate::http::problem::{Code, Problem};

/// The log that is followed.
pub(in crate::http) enum Followed {
    /// That of a game, as the caller may see it.
    Game(Caller),
    /// That of a tournament.
    Tournament,
}

/// Where a log stands.
pub(in crate::http) struct Standing {
    /// The index of its last event.
    pub(in crate::http) head: u64,
    /// Whether nothing follows it.
    pub(in crate::http) ended: bool,
}

impl Followed {
    async fn standing(&self, app: &App, id: Uuid) -> Result<Standing, AppError> {
        Ok(match self {
            Self::Game(_) => {
                let live = app.game(id).await?;
                Standing { head: live.head.index, ended: live.is_concluded() }
            }
            Self::Tournament => {
                let live = app.tournament(id).await?;
                Standing { head: live.head.index, ended: live.state.is_sealed() }
            }
        })
    }

    /// Whether everyone sees of it what this follower sees.
    fn is_for_everyone(&self) -> bool {
        matches!(self, Self::Tournament | Self::Game(Caller::Anonymous))
    }

    /// The events from an index on, as messages, each with its index.
    async fn messages(&self, app: &App, id: Uuid, from: u64) -> Result<Messages, AppError> {
        fn message(index: u64, event: &impl Serialize) -> Result<(u64, Bytes), AppError> {
            let data = serde_json::to_string(event).map_err(|error| AppError::Broken(error.to_string()))?;
            Ok((index, format!("id: {index}\ndata: {data}\n\n").into()))
        }
        match self {
            Self::Game(caller) => {
                let page = app.events(id, caller, from, EVENTS_PAGE).await?;
                page.items.iter().map(|event| message(event.record.index, event)).collect()
            }
            Self::Tournament => {
                let page = app.tournament_events(id, from, EVENTS_PAGE).await?;
                page.items.iter().map(|event| message(event.record.index, event)).collect()
            }
        }
    }
}

/// The index of the last event that arrived before the stream broke.
pub(in crate::http) fn last_event_id(request: &HttpRequest) -> Result<Option<u64>, Problem> {
    let Some(value) = text(request.headers(), &LAST_EVENT_ID)? else { return Ok(None) };
    let refused =
        |_| Problem::new(Code::MalformedHeader, "Last-Event-ID: expected the index of an event, a whole number");
    value.trim().parse().map(Some).map_err(refused)
}

/// Streams a log from an index on; answers 204 where the log has ended before it.
///
/// # Errors
/// [`AppError::IndexOutOfRange`] for an index that is not the next one at most, and whatever keeps the caller from reading
/// the log: a wrong token is refused now, and not in the middle of a stream.
pub(in crate::http) async fn stream_log(
    api: &Api,
    id: Uuid,
    followed: Followed,
    follower: Follower,
    next: u64,
) -> Result<HttpResponse, Problem> {
    let Standing { head, ended } = followed.standing(&api.app, id).await?;
    if next > head.saturating_add(1) {
        return Err(AppError::IndexOutOfRange { index: next - 1, head }.into());
    }
    if ended && next > head {
        return Ok(HttpResponse::NoContent().finish());
    }
    let opened = EventStream {
        app: api.app.clone(),
        message_cache: Arc::clone(&api.message_cache),
        followed,
        follower,
        closing: api.closing.clone(),
        id,
        next,
        ready: VecDeque::from([Bytes::from_static(b"retry: 1000\n\n")]),
        _open: api.metrics.open_stream(),
    };
    opened.messages(head).await?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, EVENT_STREAM))
        .insert_header((CACHE_CONTROL, "no-store"))
        // A compressor would hold events back until its window is full.
        .insert_header((CONTENT_ENCODING, "identity"))
        .streaming(stream::unfold(opened, EventStream::step)))
}

/// One open stream.
struct EventStream {
    app: App,
    message_cache: Arc<MessageCache>,
    followed: Followed,
    follower: Follower,
    closing: watch::Receiver<bool>,
    id: Uuid,
    /// The index of the next event to send. It alone decides what is sent, so nothing is missed or sent twice.
    next: u64,
    ready: VecDeque<Bytes>,
    _open: OpenStream,
}

impl EventStream {
    async fn step(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        loop {
            if let Some(bytes) = self.ready.pop_front() {
                return Some((Ok(bytes), self));
            }
            let standing = self.followed.standing(&self.app, self.id).await.ok()?;
            if standing.head >= self.next {
                let messages = self.messages(standing.head).await.ok()?;
                if let Some((last, _)) = messages.last() {
                    self.next = last + 1;
                    self.ready.extend(messages.iter().map(|(_, message)| message.clone()));
                }
                continue;
            }
            if standing.ended || *self.closing.borrow() {
                return None;
            }
            self.wait().await;
        }
    }

    /// The messages from the next one on, up to a head or a little further.
    async fn messages(&self, head: u64) -> Result<Messages, AppError> {
        let make = self.followed.messages(&self.app, self.id, self.next);
        match self.followed.is_for_everyone() {
            true => self.message_cache.get(CacheKey { log: self.id, from: self.next, head }, make).await,
            false => make.await,
        }
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
