//! Around every handler: request ids, problems in one envelope, panics kept in, metrics, HEAD.

use std::panic::AssertUnwindSafe;
use std::time::Instant;

use actix_web::body::{self, BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderValue};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, ResponseError, web};
use futures_util::FutureExt;
use tracing::Span;
use tracing_actix_web::{RequestId, RootSpanBuilder};

use super::connection::Handling;
use crate::http::answer::refusal;
use crate::http::api::context::Api;
use crate::http::load::pacing::until_sent;
use crate::http::problem::{Code, PROBLEM_MEDIA, Problem, REQUEST_ID};

/// The span of a request in the log. It names no header, no query and no error: those may hold what a client keeps secret.
pub(super) struct RequestSpan;

impl RootSpanBuilder for RequestSpan {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let id = request.extensions().get::<RequestId>().map(ToString::to_string);
        tracing::info_span!("request", request_id = id, method = request.method().as_str(), path = request.path())
    }

    fn on_request_end<B: MessageBody>(_: Span, _: &Result<ServiceResponse<B>, Error>) {}
}

/// Gives every answer its request id and every error the one envelope; a panic becomes a 500.
pub(super) async fn envelope(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let id = request.extensions().get::<RequestId>().map(ToString::to_string).unwrap_or_default();
    // An error without a response is one of a middleware: no handler was reached.
    let answer = match AssertUnwindSafe(next.call(request)).catch_unwind().await {
        Ok(Ok(answer)) => answer.map_into_boxed_body(),
        Ok(Err(error)) => return Err(worded(&error).of_request(id).into()),
        Err(_) => return Err(Problem::internal("a handler panicked").of_request(id).into()),
    };
    let mut answer = match answer.response().error().map(worded).or_else(|| unworded(&answer)) {
        Some(problem) => answer.into_response(problem.of_request(id.clone()).error_response()),
        None => answer,
    };
    let headers = answer.headers_mut();
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID, id);
    }
    if headers.get(CONTENT_ENCODING).is_some_and(|coding| coding == "identity") {
        // It has told the compressor to keep off; clients need not hear of it (RFC 9110, 8.4.1).
        headers.remove(CONTENT_ENCODING);
    }
    Ok(answer)
}

/// An error, ours or the framework's, as a problem.
fn worded(error: &Error) -> Problem {
    let status = error.as_response_error().status_code().as_u16();
    error.as_error::<Problem>().cloned().unwrap_or_else(|| foreign(error, status))
}

/// An error of the framework that no extractor of ours has put into words.
fn foreign(error: &Error, status: u16) -> Problem {
    match status {
        400..=499 => Problem::new(Code::MalformedHeader, error.to_string()),
        _ => Problem::internal(error.to_string()),
    }
}

/// The problem that stands for a refusal of the framework or of the pages, which have no words for it.
fn unworded(answer: &ServiceResponse<BoxBody>) -> Option<Problem> {
    let status = answer.status();
    let has_words = answer.headers().get(CONTENT_TYPE).is_some_and(|media| media == PROBLEM_MEDIA);
    if has_words || (!status.is_client_error() && !status.is_server_error()) {
        return None;
    }
    let path = answer.request().path();
    Some(match status {
        StatusCode::NOT_FOUND => Problem::new(Code::UnknownPath, format!("there is nothing at {path}")),
        StatusCode::NOT_ACCEPTABLE => {
            let detail = "the header accept-encoding refuses every coding of this server: gzip, deflate and identity";
            Problem::new(Code::MalformedHeader, detail)
        }
        _ if status.is_client_error() => Problem::new(Code::MalformedHeader, status.to_string()),
        _ => Problem::internal(format!("a page failed with {status}")),
    })
}

/// Counts requests and their times, and has HEAD answered as GET without a body.
pub(super) async fn measure(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let handled = Handling::begin(&request);
    let api = request.app_data::<web::Data<Api>>().cloned();
    let (begun, method) = (Instant::now(), request.method().clone());
    let asks_for_upgrade = request.head().connection_type() == ConnectionType::Upgrade;
    if method == Method::HEAD {
        // The encoder has seen the method already, and leaves the body out.
        request.head_mut().method = Method::GET;
    }
    let answer = next.call(request).await.map(|answer| match method {
        Method::HEAD => answer.map_body(|_, body| headless(body)),
        _ => answer.map_into_boxed_body(),
    });
    let answer = answer.map(|answer| if asks_for_upgrade { unupgraded(answer) } else { answer });
    let (path, status) = match &answer {
        Ok(answer) => (answer.request().match_pattern(), answer.status()),
        Err(error) => (None, error.as_response_error().status_code()),
    };
    if let Some(api) = api {
        let path = path.unwrap_or_else(|| "unknown".into());
        api.metrics.count_request(&method, &path, status.as_u16(), begun.elapsed());
    }
    answer.map(|answer| answer.map_body(|_, body| until_sent(body, handled)))
}

/// An answer that passes over an offer of another protocol, such as `h2c` by the clients of Java and curl, as a server may
/// (RFC 9110, 7.8). The framework closes the connection behind it; left alone it says `upgrade`, and the client's next
/// request is lost.
fn unupgraded(mut answer: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    answer.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    answer
}

/// The body of an answer to HEAD. Of a known length it tells the length and is left out by the encoder; a stream would be
/// run to its end, which an event stream does not have.
fn headless(body: impl MessageBody + 'static) -> BoxBody {
    match body.size() {
        BodySize::Stream => BoxBody::new(body::None::new()),
        _ => body.boxed(),
    }
}

/// Refuses a query where no call has one: a parameter that is not known would be ignored in silence. Where a call has
/// one, its handler refuses.
pub(super) async fn refuse_queries(
    api: web::Data<Api>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let (path, query) = (request.path(), request.query_string());
    if !query.is_empty() && api.paths.takes_no_query(path, request.method()) {
        let detail = format!("{} {path} takes no query parameters; found ?{query}", request.method());
        return Ok(refusal(request, Problem::new(Code::MalformedQuery, detail)));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}
