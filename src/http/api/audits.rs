//! Bundles and audits: the verifiable file, and its verification.

use actix_web::http::header::{CONTENT_DISPOSITION, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use uuid::Uuid;

use super::context::Api;
use crate::audit::{Audit, Bundle, verify_json};
use crate::http::answer::{conditional, view_etag};
use crate::http::document::responses::problems;
use crate::http::extract::Upload;
use crate::http::problem::Problem;
use crate::kernel::{Head, Viewer};

problems!(BundleProblems: MalformedPath, UnknownGame);
problems!(UploadProblems: MalformedJson, RequestTimeout, BodyTooLarge, WrongMediaType);

/// Fetch the bundle.
///
/// The whole game in one file that anyone can verify offline: `pandect verify FILE`. While the game runs it holds no
/// secrets and verifies as far as it can.
#[utoipa::path(
    tag = "audit",
    operation_id = "get_bundle",
    params(("id" = Uuid, Path, description = "The game")),
    responses(
        (status = OK, description = "The bundle", body = Bundle),
        (status = NOT_MODIFIED, description = "The bundle is as the client has it"),
        BundleProblems
    )
)]
#[get("/v1/games/{id}/bundle")]
pub(in crate::http) async fn get_bundle(
    api: web::Data<Api>,
    request: HttpRequest,
    id: web::Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let bundle = api.app.bundle(*id).await?;
    let viewer = if bundle.server_seed.is_some() { Viewer::Full } else { Viewer::Spectator };
    let head = bundle.events.last().map(|last| Head { index: last.record.index, hash: last.hash });
    let head = head.ok_or_else(|| Problem::internal("a log without events"))?;
    let mut answer = conditional(&request, view_etag(&head, viewer), || bundle);
    // An id is letters, digits and hyphens, which every header takes.
    if let Ok(name) = HeaderValue::from_str(&format!("inline; filename=\"{id}.pandect.json\"")) {
        answer.headers_mut().insert(CONTENT_DISPOSITION, name);
    }
    Ok(answer)
}

/// Audit a game.
///
/// Verifies what is stored of the game, read back from disk, at every level that can be checked now.
#[utoipa::path(
    tag = "audit",
    operation_id = "audit_game",
    params(("id" = Uuid, Path, description = "The game")),
    responses((status = OK, description = "The report", body = Audit), BundleProblems)
)]
#[get("/v1/games/{id}/audit")]
pub(in crate::http) async fn audit_game(api: web::Data<Api>, id: web::Path<Uuid>) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok().json(api.app.audit(*id).await?))
}

/// Audit a bundle.
///
/// Verifies an uploaded bundle of at most 8 MiB. JSON that is no bundle fails at the level `format`. The bundle's own key
/// is taken at its word; compare it with `GET /v1/keys` of the server that you trust.
#[utoipa::path(
    tag = "audit",
    operation_id = "audit_bundle",
    request_body = Bundle,
    responses((status = OK, description = "The report", body = Audit), UploadProblems)
)]
#[post("/v1/audit")]
pub(in crate::http) async fn audit_bundle(upload: Upload) -> Result<HttpResponse, Problem> {
    let verified = web::block(move || verify_json(&upload.bytes, None)).await;
    let audit = verified.map_err(|error| Problem::internal(format!("a verification ended early: {error}")))?;
    Ok(HttpResponse::Ok().json(audit))
}
