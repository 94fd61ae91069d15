//! Operations: health, metrics, keys, and the page of each problem code.

use actix_web::http::header::CONTENT_TYPE;
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::context::Api;
use crate::http::answer::hashed;
use crate::http::document::responses::{NoProblems, problems};
use crate::http::problem::{Code, Problem};

/// The keys of this server.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct Keys {
    /// The keys, newest first.
    keys: Vec<Key>,
}

/// A key that receipts and checkpoints are signed with.
#[derive(Debug, Serialize, ToSchema)]
struct Key {
    /// The name that signatures carry.
    #[schema(example = "pandect")]
    name: String,
    /// How it signs: `Ed25519`, as C2SP signed notes use it.
    #[schema(example = "Ed25519")]
    algorithm: &'static str,
    /// The key in the C2SP verifier form: `name+key id+base64`.
    public_key: String,
}

/// How the server is.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct Health {
    /// `ok`.
    status: &'static str,
}

/// What a problem code means.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct ProblemHelp {
    /// What programs tell problems apart by; it never changes.
    code: Code,
    /// The HTTP status it is answered with.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// The kind of problem for people; the `detail` of an answer says more.
    title: &'static str,
    /// What it means and what to do.
    help: &'static str,
}

/// Every problem code.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct ProblemList {
    /// Every problem that any call can answer, in the order of the codes in the sources.
    problems: Vec<ProblemHelp>,
}

problems!(HelpProblems: UnknownCode);

fn help(code: Code) -> ProblemHelp {
    ProblemHelp { code, status: code.status().as_u16(), title: code.title(), help: code.help() }
}

/// List keys.
///
/// The public keys that receipts and checkpoints of this server are signed with. Note them down before a tournament: a bundle is
/// verified against the key that you trust.
#[utoipa::path(
    tag = "audit",
    operation_id = "list_keys",
    responses(
        (status = OK, description = "The keys", body = Keys, headers(("ETag" = String, description = "A weak entity tag of the answer"))),
        (status = NOT_MODIFIED, description = "The keys are as the client has them"),
        NoProblems
    )
)]
#[get("/v1/keys")]
pub(in crate::http) async fn list_keys(api: web::Data<Api>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let key = api.app.public_key();
    let key = Key { name: key.name().into(), algorithm: "Ed25519", public_key: key.to_string() };
    hashed(&request, &Keys { keys: vec![key] })
}

/// Tell whether the server runs.
///
/// Answers as long as the process does, also when its database does not: for whoever restarts it.
#[utoipa::path(
    tag = "operations",
    operation_id = "get_health",
    responses((status = OK, description = "It runs", body = Health), NoProblems)
)]
#[get("/healthz")]
pub(in crate::http) async fn get_health() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "ok" })
}

/// Tell whether the server can serve.
///
/// The database answers, and no shutdown is under way.
#[utoipa::path(
    tag = "operations",
    operation_id = "get_readiness",
    responses((status = OK, description = "It can serve", body = Health), NoProblems)
)]
#[get("/readyz")]
pub(in crate::http) async fn get_readiness(api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    if *api.closing.borrow() {
        return Err(Problem::new(Code::Unavailable, "the server is shutting down"));
    }
    api.app.ready().await?;
    Ok(HttpResponse::Ok().json(Health { status: "ok" }))
}

/// Scrape metrics.
///
/// In the OpenMetrics text format.
#[utoipa::path(
    tag = "operations",
    operation_id = "get_metrics",
    responses(
        (status = OK, description = "The metrics", body = String, content_type = "application/openmetrics-text"),
        NoProblems
    )
)]
#[get("/metrics")]
pub(in crate::http) async fn get_metrics(api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let text = api.metrics.text(api.app.live_games()).map_err(|error| Problem::internal(error.to_string()))?;
    let media = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(HttpResponse::Ok().insert_header((CONTENT_TYPE, media)).body(text))
}

/// List problem codes.
///
/// Every code that a problem of this server can carry, with its status, what it means and what to do.
#[utoipa::path(
    tag = "operations",
    operation_id = "list_problems",
    responses(
        (status = OK, description = "The codes", body = ProblemList, headers(("ETag" = String, description = "A weak entity tag of the answer"))),
        (status = NOT_MODIFIED, description = "The codes are as the client has them"),
        NoProblems
    )
)]
#[get("/problems")]
pub(in crate::http) async fn list_problems(request: HttpRequest) -> Result<HttpResponse, Problem> {
    hashed(&request, &ProblemList { problems: Code::ALL.iter().copied().map(help).collect() })
}

/// Explain a problem code.
///
/// The `type` of every problem leads here.
#[utoipa::path(
    tag = "operations",
    operation_id = "get_problem",
    params(("code" = Code, Path, description = "The code", example = "not-your-turn")),
    responses(
        (status = OK, description = "The code", body = ProblemHelp, headers(("ETag" = String, description = "A weak entity tag of the answer"))),
        (status = NOT_MODIFIED, description = "The code is as the client has it"),
        HelpProblems
    )
)]
#[get("/problems/{code}")]
pub(in crate::http) async fn get_problem(
    request: HttpRequest,
    code: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let found = Code::ALL.iter().copied().find(|known| known.name() == *code);
    let found =
        found.ok_or_else(|| Problem::new(Code::UnknownCode, format!("there is no problem code {:?}", *code)))?;
    hashed(&request, &help(found))
}
