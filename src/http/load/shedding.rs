//! Load shedding: how much is under way at once. What is more is refused at once, with a time to come back, instead of waiting without
//! end: so memory stays bounded, and whoever is let in is answered soon.
//!
//! A request counts from when it has arrived, its body included, until its answer is on its way: clients that send slowly
//! take no place from others. Long requests, which verify or write out a whole log, have places of their own, and few of
//! them run at once, so that moves never wait for them. Health, readiness and metrics are always answered.

use std::sync::Arc;

use actix_web::HttpMessage;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, TRANSFER_ENCODING};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, web};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::pacing::at_a_pace;
use crate::http::answer::{EVENT_STREAM, refusal};
use crate::http::limits::{LONG_REQUESTS_MAX, UPLOADS_MAX};
use crate::http::metrics::{Metrics, UnderWay};
use crate::http::problem::{Code, Problem};

/// Where bundles are uploaded to.
const UPLOAD: &str = "/v1/audit";

/// The places that there are.
#[derive(Debug)]
pub(in crate::http) struct LoadShedding {
    requests: Places,
    long: Places,
    uploads: Places,
    /// Held by each long request while it works.
    working: Arc<Semaphore>,
    metrics: Metrics,
}

#[derive(Debug)]
struct Places {
    free: Arc<Semaphore>,
    max: usize,
}

impl Places {
    fn new(max: usize) -> Self {
        let max = max.min(Semaphore::MAX_PERMITS);
        Self { free: Arc::new(Semaphore::new(max)), max }
    }

    fn take(&self, what: &str) -> Result<OwnedSemaphorePermit, Problem> {
        let full = |_| Problem::new(Code::Busy, format!("{} {what} are under way; try again in a moment", self.max));
        Arc::clone(&self.free).try_acquire_owned().map_err(full)
    }
}

/// A place that a request has, until it is dropped.
#[derive(Debug)]
pub(in crate::http) struct Place {
    _permit: OwnedSemaphorePermit,
    _counted: UnderWay,
}

impl LoadShedding {
    /// Places for so many requests, of which as many long ones work at once as there are workers.
    pub(in crate::http) fn new(requests: usize, workers: usize, metrics: Metrics) -> Self {
        Self {
            requests: Places::new(requests),
            long: Places::new(LONG_REQUESTS_MAX),
            uploads: Places::new(UPLOADS_MAX),
            working: Arc::new(Semaphore::new(workers.max(1))),
            metrics,
        }
    }

    /// A place for a request whose body has arrived, or that has none.
    ///
    /// # Errors
    /// [`Code::Busy`] when there is none.
    fn enter(&self) -> Result<Place, Problem> {
        Ok(Place { _permit: self.requests.take("requests")?, _counted: self.metrics.request_under_way() })
    }

    /// Waits for the turn of a long request, in the order they came.
    ///
    /// # Errors
    /// [`Code::Unavailable`] when the server stops before it comes.
    async fn work(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let closed = |_| Problem::new(Code::Unavailable, "the server is shutting down");
        Arc::clone(&self.working).acquire_owned().await.map_err(closed)
    }

    /// Refuses the long requests that wait for their turn, and those to come: a stop finishes what works, and waits for no
    /// more.
    pub(in crate::http) fn close(&self) {
        self.working.close();
    }
}

/// The places of the server that a request came to.
fn shedding(request: &HttpRequest) -> Option<web::Data<LoadShedding>> {
    request.app_data::<web::Data<LoadShedding>>().cloned()
}

/// Gives a request its place now that its body has arrived.
///
/// # Errors
/// [`Code::Busy`] when there is none.
pub(in crate::http) fn take_place(request: &HttpRequest) -> Result<(), Problem> {
    if let Some(shedding) = shedding(request)
        && !is_long(request.path())
    {
        let place = shedding.enter()?;
        request.extensions_mut().insert(place);
    }
    Ok(())
}

/// The place of a bundle, which is the only large body there is.
#[derive(Debug)]
pub(in crate::http) struct UploadPlace {
    shedding: web::Data<LoadShedding>,
    _permit: OwnedSemaphorePermit,
}

impl UploadPlace {
    /// A place for a bundle that is to be received.
    ///
    /// # Errors
    /// [`Code::Busy`] when there is none.
    pub(in crate::http) fn take(request: &HttpRequest) -> Result<Self, Problem> {
        let shedding = shedding(request).ok_or_else(|| Problem::internal("a server without places"))?;
        Ok(Self { _permit: shedding.uploads.take("uploads")?, shedding })
    }

    /// Waits for its turn to be verified, now that it has arrived.
    ///
    /// # Errors
    /// [`Code::Unavailable`] when the server stops before it comes.
    pub(in crate::http) async fn work(&self) -> Result<OwnedSemaphorePermit, Problem> {
        self.shedding.work().await
    }
}

/// Lets a request in, or refuses it. A request whose body is still to come is let in when it has arrived.
pub(in crate::http) async fn shed_load(
    shedding: web::Data<LoadShedding>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if is_operation(request.path()) {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    if is_long(request.path()) && *request.method() != Method::OPTIONS {
        let place = match shedding.long.take("long requests") {
            Ok(place) => place,
            Err(problem) => return Ok(refusal(request, problem)),
        };
        let working = match shedding.work().await {
            Ok(working) => working,
            Err(problem) => return Ok(refusal(request, problem)),
        };
        let answer = next.call(request).await?.map_into_boxed_body();
        drop(working);
        return Ok(keeping_place(answer, place));
    }
    if !has_body(request.headers()) && request.path() != UPLOAD {
        match shedding.enter() {
            Ok(place) => drop(request.extensions_mut().insert(place)),
            Err(problem) => return Ok(refusal(request, problem)),
        }
    }
    let answer = next.call(request).await?.map_into_boxed_body();
    let place = answer.request().extensions_mut().remove::<Place>();
    Ok(keeping_place(answer, place))
}

/// The answer keeps the place until the client has taken it; but a live stream, whose number has a bound of its own, has no
/// end.
fn keeping_place<P: 'static>(answer: ServiceResponse<BoxBody>, place: P) -> ServiceResponse<BoxBody> {
    let is_live = answer.headers().get(CONTENT_TYPE).is_some_and(|media| media == EVENT_STREAM);
    if is_live { answer } else { answer.map_body(|_, body| at_a_pace(body, place)) }
}

fn has_body(headers: &HeaderMap) -> bool {
    headers.contains_key(TRANSFER_ENCODING) || headers.get(CONTENT_LENGTH).is_some_and(|length| length != "0")
}

/// Whether a path is for whoever operates the server: answered however much is under way, and however often it is asked.
pub(in crate::http) fn is_operation(path: &str) -> bool {
    ["/healthz", "/readyz", "/metrics"].contains(&path)
}

/// Whether a path is of a call that goes through a whole log. An upload has its own place.
fn is_long(path: &str) -> bool {
    path.starts_with("/v1/") && path != UPLOAD && ["/bundle", "/audit", "/replay"].iter().any(|end| path.ends_with(end))
}
