//! Every route, on one screen. The OpenAPI document falls out of the same registrations.

use actix_web::dev::HttpServiceFactory;
use actix_web::http::Method;
use actix_web::http::header::{ALLOW, LOCATION};
use actix_web::{HttpRequest, HttpResponse, web};
use utoipa::openapi::OpenApi as Document;
use utoipa_actix_web::service_config::ServiceConfig;
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::answer::unchanged;
use super::api::context::Api;
use super::api::{audits, events, games, moves, operations, rulesets, states, tournaments, tree};
use super::document::base;
use super::document::paths::Paths;
use super::pages::route::page;
use super::pages::{help, room};
use super::problem::{Code, Problem};

/// Registers every documented route.
pub(super) fn routes(config: &mut ServiceConfig) {
    config
        // What can be played
        .service(rulesets::list_rulesets)
        .service(rulesets::get_ruleset)
        // Games
        .service(games::create_game)
        .service(games::list_games)
        .service(games::get_game)
        .service(moves::adjudicate_game)
        // Playing
        .service(moves::give_entropy)
        .service(moves::list_legal_moves)
        .service(moves::play_move)
        // The log
        .service(events::list_events)
        .service(events::stream_events)
        // Replaying
        .service(states::get_state)
        .service(states::get_state_at)
        .service(states::replay_game)
        // Auditing
        .service(audits::get_bundle)
        .service(audits::audit_game)
        .service(audits::audit_bundle)
        .service(operations::list_keys)
        .service(tree::get_checkpoint)
        .service(tree::prove_inclusion)
        .service(tree::prove_consistency)
        .service(tree::list_leaves)
        // Tournaments
        .service(tournaments::registry::create_tournament)
        .service(tournaments::registry::list_tournaments)
        .service(tournaments::registry::get_tournament)
        .service(tournaments::registry::get_tournament_at)
        .service(tournaments::organise::register_player)
        .service(tournaments::organise::withdraw_player)
        .service(tournaments::organise::create_round)
        .service(tournaments::organise::seat_game)
        .service(tournaments::organise::make_ruling)
        .service(tournaments::organise::seal_tournament)
        .service(tournaments::standings::list_tournament_games)
        .service(tournaments::standings::get_standings)
        .service(tournaments::log::list_tournament_events)
        .service(tournaments::log::stream_tournament_events)
        .service(tournaments::log::get_tournament_bundle)
        .service(tournaments::log::audit_tournament)
        // Operations
        .service(operations::get_health)
        .service(operations::get_readiness)
        .service(operations::get_metrics)
        .service(operations::list_problems)
        .service(operations::get_problem);
}

/// The whole document, as served at `/openapi.json` and committed in `openapi/openapi.json`.
pub fn document() -> Document {
    let (_, mut document) = utoipa_actix_web::AppExt::into_utoipa_app(actix_web::App::new())
        .openapi(base::base())
        .configure(routes)
        .split_for_parts();
    base::finish(&mut document);
    document
}

/// The document's text: pretty, with a newline at its end.
///
/// # Errors
/// The serializer's, which no document of ours causes.
pub fn document_text() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&document())? + "\n")
}

/// What each path takes, be it documented or a page.
pub(super) fn paths(document: &Document) -> Paths {
    Paths::of(document, ["/docs", "/openapi.json"].into_iter().chain(help::PATHS).chain(room::PATHS))
}

/// The pages for people: the replay room, `/docs` and `/help`, with no network.
pub(super) fn pages() -> impl HttpServiceFactory {
    let browse = SwaggerUi::new("/docs/{_:.*}").config(Config::new(["/openapi.json"]).use_base_layout());
    (browse, page("/docs").to(to_docs), page("/openapi.json").to(document_answer), help::pages(), room::pages())
}

async fn to_docs() -> HttpResponse {
    HttpResponse::TemporaryRedirect().insert_header((LOCATION, "/docs/")).finish()
}

async fn document_answer(api: web::Data<Api>, request: HttpRequest) -> HttpResponse {
    unchanged(&request, api.document.clone())
}

/// Whatever no route took: the path is unknown, or it is known and the method does not fit.
pub(super) async fn no_route(api: web::Data<Api>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let (path, method) = (request.path(), request.method());
    let methods = api.paths.methods(path).join(", ");
    if methods.is_empty() {
        return Err(Problem::new(Code::UnknownPath, format!("there is nothing at {path}")));
    }
    if method == Method::OPTIONS {
        return Ok(HttpResponse::NoContent().insert_header((ALLOW, methods)).finish());
    }
    let detail = format!("{path} does not take {method}; it takes {methods}");
    Err(Problem::new(Code::WrongMethod, detail).allowing(methods))
}
