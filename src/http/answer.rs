//! Answers: entity tags, conditional answers, refusals, and how long an answer may be kept.

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, ETAG, HeaderName, IF_NONE_MATCH, VARY};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use serde::Serialize;

use super::problem::Problem;
use crate::kernel::{Hash, Head, Viewer};

/// The media type of a live stream.
pub(super) const EVENT_STREAM: &str = "text/event-stream";

/// The entity tag of a game: strong, the hash of its head. All that an answer about a game says is a function of it.
pub(super) fn game_etag(head: &Head) -> (HeaderName, String) {
    (ETAG, format!("\"{}\"", head.hash))
}

/// The entity tag of what a viewer sees of a game: weak, since the same bytes may be sent compressed or not.
pub(super) fn view_etag(head: &Head, viewer: Viewer) -> (HeaderName, String) {
    let whose = match viewer {
        Viewer::Spectator => "spectator".into(),
        Viewer::Full => "full".into(),
        Viewer::Seat(seat) => format!("seat-{}", seat.0),
    };
    (ETAG, format!("W/\"{}-{whose}\"", head.hash))
}

/// Gives an answer its entity tag. A strong one names these very bytes (RFC 9110, 8.8.1), so what carries one is not
/// compressed.
pub(super) fn tag(answer: &mut HttpResponseBuilder, etag: (HeaderName, String)) {
    if !etag.1.starts_with("W/") {
        answer.insert_header((CONTENT_ENCODING, "identity"));
    }
    answer.insert_header(etag);
}

/// The answer, or 304 when the client has it.
pub(super) fn conditional<T: Serialize>(
    request: &HttpRequest,
    etag: (HeaderName, String),
    body: impl FnOnce() -> T,
) -> HttpResponse {
    let (mut answer, known) = answer(request, etag);
    if known { answer.finish() } else { answer.json(body()) }
}

/// The answer under a tag of its own text, or 304 when the client has it: for what is no function of a head.
pub(super) fn hashed<T: Serialize>(request: &HttpRequest, body: &T) -> Result<HttpResponse, Problem> {
    let text = serde_json::to_vec(body).map_err(|error| Problem::internal(error.to_string()))?;
    Ok(unchanged(request, text.into()))
}

/// JSON that is written already, under a tag of its own text, or 304 when the client has it.
pub(super) fn unchanged(request: &HttpRequest, json: Bytes) -> HttpResponse {
    // Weak: the same text may be sent compressed or not.
    let (mut answer, known) = answer(request, (ETAG, format!("W/\"{}\"", Hash::of(&json))));
    if known { answer.finish() } else { answer.content_type("application/json").body(json) }
}

/// What an answer with a tag begins with, and whether the client has the rest.
fn answer(request: &HttpRequest, etag: (HeaderName, String)) -> (HttpResponseBuilder, bool) {
    let known = has_entity(request, &etag.1);
    let mut answer = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    tag(&mut answer, etag);
    // Ask again every time, and never give one viewer what another one was answered.
    answer.insert_header((CACHE_CONTROL, "no-cache"));
    answer.append_header((VARY, "Authorization"));
    (answer, known)
}

/// Whether `If-None-Match` says that the client has this entity. It compares weakly (RFC 9110, 13.1.2).
pub(super) fn has_entity(request: &HttpRequest, etag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let wanted = opaque(etag);
    let lists = request.headers().get_all(IF_NONE_MATCH).filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|tag| tag.trim() == "*" || opaque(tag) == wanted)
}

/// A refusal as an answer, which what is wrapped around adds its headers to; an error would pass it by.
pub(super) fn refusal(request: ServiceRequest, problem: Problem) -> ServiceResponse<BoxBody> {
    request.error_response(problem)
}
