//! The OpenAPI document: generated from the handlers' own types, so that it cannot drift from them.

mod examples;
mod links;
mod nullable;
mod options;
mod titles;

use std::collections::BTreeMap;

use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Content, OpenApi as Document, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{Modify, OpenApi};

use super::problem::{Code, ProblemDetails};
use super::router;

/// Problems that every call can answer with.
const EVERYWHERE: [Code; 6] =
    [Code::MalformedQuery, Code::MalformedHeader, Code::TooManyRequests, Code::Internal, Code::Busy, Code::Unavailable];

/// Names the problems that a call can answer with besides the ones that every call can.
macro_rules! problems {
    ($name:ident: $($code:ident),* $(,)?) => {
        pub(super) struct $name;

        impl utoipa::IntoResponses for $name {
            fn responses()
            -> std::collections::BTreeMap<String, utoipa::openapi::RefOr<utoipa::openapi::response::Response>> {
                $crate::http::openapi::responses(&[$($crate::http::problem::Code::$code),*])
            }
        }
    };
}
pub(super) use problems;

problems!(NoProblems:);

/// One response per status, with every code that it can carry.
pub(super) fn responses(codes: &[Code]) -> BTreeMap<String, RefOr<Response>> {
    let mut by_status: BTreeMap<String, Vec<Code>> = BTreeMap::new();
    let special = codes.iter().filter(|code| !EVERYWHERE.contains(code));
    for code in special.chain(&EVERYWHERE) {
        by_status.entry(code.status().as_str().to_owned()).or_default().push(*code);
    }
    let response = |codes: Vec<Code>| {
        let lines = codes.iter().map(|code| format!("`{}`: {}.", code.name(), code.title()));
        let mut content = Content::new(Some(Ref::from_schema_name("Problem")));
        examples::refer(&mut content, &codes);
        RefOr::T(
            ResponseBuilder::new()
                .description(lines.collect::<Vec<_>>().join(" "))
                .content("application/problem+json", content)
                .build(),
        )
    };
    by_status.into_iter().map(|(status, codes)| (status, response(codes))).collect()
}

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
pub(super) fn base() -> Document {
    Base::openapi()
}

/// Adds to the document what no handler can say of itself.
pub(super) fn finish(document: &mut Document) {
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

/// Every operation of the document.
fn operations(document: &mut Document) -> impl Iterator<Item = &mut Operation> {
    document.paths.paths.values_mut().flat_map(|item| {
        let PathItem { get, put, post, delete, patch, .. } = item;
        [get, put, post, delete, patch].into_iter().filter_map(Option::as_mut)
    })
}

/// The whole document, as served at `/openapi.json` and committed in `openapi/openapi.json`.
pub fn document() -> Document {
    router::document()
}

/// The document's text: pretty, with a newline at its end.
///
/// # Errors
/// The serializer's, which no document of ours causes.
pub fn document_text() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&document())? + "\n")
}
