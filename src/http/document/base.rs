//! What the document says besides its calls, and what is done to it when they are there.

use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::{Modify, OpenApi};

use super::walk::operations;
use super::{examples, links, nullable, options, titles};
use crate::http::problem::ProblemDetails;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Pandect",
        description = "Plays, keeps, replays and audits turn-based board games. A game is a seed plus an append-only, \
            hash-chained event log; any state is a replay.\n\nEvery error is a problem (RFC 9457) with a stable `code`; \
            `/problems/{code}` explains it. Integers are JSON numbers without a fraction: `1.0` is refused. Field \
            names are snake_case, enum values kebab-case; unknown fields and query parameters are refused.\n\n\
            Whatever has an `ETag` can be asked for with `If-None-Match`, and is answered with 304 when it is as the client \
            has it. Every path takes `OPTIONS` and answers it with `Allow`; every `GET` is a `HEAD` too. Answers are \
            compressed where `Accept-Encoding` asks for it. After 429 and 503 wait as long as `Retry-After` says.\n\n\
            Limits: a body has at most 64 KiB, an uploaded bundle 8 MiB; a request arrives within 10 seconds, and an answer is taken within 30 \
            seconds or at 8 KiB a second; a page \
            holds at most 1000 events, 1000 leaves or 100 games, a replay 1000 frames; names have 1 to 64 characters, \
            the reason of an adjudication 1 to 500.",
        contact(name = "The authors of Pandect"),
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    servers((url = "/", description = "This server")),
    tags(
        (name = "rulesets", description = "What can be played here"),
        (name = "games", description = "Create, list, look at and end games"),
        (name = "play", description = "What a seat does"),
        (name = "log", description = "The hash-chained events"),
        (name = "replay", description = "The state at any index"),
        (name = "tournaments", description = "Players, rounds, standings and rulings"),
        (name = "audit", description = "Verify without trusting this server"),
        (name = "operations", description = "Health and metrics")
    ),
    components(schemas(ProblemDetails)),
    modifiers(&Security)
)]
struct Base;

struct Security;

impl Modify for Security {
    fn modify(&self, document: &mut Document) {
        let components = document.components.get_or_insert_default();
        let bearer = |about: &str| {
            let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(about));
            SecurityScheme::Http(scheme.build())
        };
        components.add_security_scheme("seat", bearer("The token of a seat, `pds_…`, shown when the game is created."));
        components.add_security_scheme(
            "organiser",
            bearer("The token of an organiser, `pdo_…`. A server without organiser keys lets anyone on its machine organise."),
        );
    }
}

/// The document without its paths.
pub(in crate::http) fn base() -> Document {
    Base::openapi()
}

/// Adds to the document what no handler can say of itself.
pub(in crate::http) fn finish(document: &mut Document) {
    titles::finish(document);
    options::finish(document);
    nullable::finish(document);
    links::finish(document);
    for operation in operations(document) {
        // A call that asks for no token says so.
        operation.security.get_or_insert_with(|| vec![SecurityRequirement::default()]);
    }
    examples::finish(document);
}
