//! Which pages of other origins may call this server.

use actix_cors::Cors;
use actix_web::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, IF_MATCH, IF_NONE_MATCH};

use crate::http::extract::{IDEMPOTENCY_KEY, LAST_EVENT_ID};

/// What pages of these origins may send and read. Tokens come in a header that the page sets, never by themselves as a
/// cookie does.
pub(super) fn cors(origins: &[String]) -> Cors {
    let cors = match origins {
        origins if origins.iter().any(|origin| origin == "*") => Cors::default().allow_any_origin().send_wildcard(),
        origins => origins.iter().fold(Cors::default(), |cors, origin| cors.allowed_origin(origin)),
    };
    cors.allowed_methods(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
        .allowed_headers([ACCEPT, AUTHORIZATION, CONTENT_TYPE, IF_MATCH, IF_NONE_MATCH, IDEMPOTENCY_KEY, LAST_EVENT_ID])
        .expose_headers(["ETag", "Location", "Retry-After", "X-Request-Id", "Idempotency-Replayed"])
        .max_age(3600)
        // A page of another origin cannot read the answer; whoever is no browser is not concerned.
        .block_on_origin_mismatch(false)
}
