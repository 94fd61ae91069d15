//! Every route, on one screen. The OpenAPI document falls out of the same registrations.

use actix_web::dev::HttpServiceFactory;
use actix_web::guard::Get;
use actix_web::http::Method;
use actix_web::http::header::{ALLOW, LOCATION};
use actix_web::{HttpRequest, HttpResponse, Resource, web};
use utoipa::openapi::path::{ParameterIn, PathItem};
use utoipa::openapi::{OpenApi as Document, RefOr};
use utoipa_actix_web::service_config::ServiceConfig;
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::answer::unchanged;
use super::problem::{Code, Problem};
use super::{Api, audits, events, games, help, moves, openapi, operations, room, rulesets, states, tournaments, tree};

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
        .service(tournaments::create_tournament)
        .service(tournaments::list_tournaments)
        .service(tournaments::get_tournament)
        .service(tournaments::get_tournament_at)
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

/// The document of the routes above.
pub(super) fn document() -> Document {
    let (_, mut document) = utoipa_actix_web::AppExt::into_utoipa_app(actix_web::App::new())
        .openapi(openapi::base())
        .configure(routes)
        .split_for_parts();
    openapi::finish(&mut document);
    document
}

/// The pages for people: the replay room, `/docs` and `/help`, with no network.
pub(super) fn pages() -> impl HttpServiceFactory {
    let browse = SwaggerUi::new("/docs/{_:.*}").config(Config::new(["/openapi.json"]).use_base_layout());
    (browse, page("/docs").to(to_docs), page("/openapi.json").to(document_answer), help::pages(), room::pages())
}

/// A page: what is no GET of it goes on to [`elsewhere`], like every other path with a wrong method.
pub(super) fn page(path: &str) -> Resource {
    web::resource(path).guard(Get())
}

async fn to_docs() -> HttpResponse {
    HttpResponse::TemporaryRedirect().insert_header((LOCATION, "/docs/")).finish()
}

async fn document_answer(api: web::Data<Api>, request: HttpRequest) -> HttpResponse {
    unchanged(&request, api.document.clone())
}

/// Whatever no route took: the path is unknown, or it is known and the method does not fit.
pub(super) async fn elsewhere(api: web::Data<Api>, request: HttpRequest) -> Result<HttpResponse, Problem> {
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

/// What each documented path takes.
#[derive(Debug)]
pub(super) struct Paths(Vec<Path>);

#[derive(Debug)]
struct Path {
    pattern: Vec<String>,
    methods: Vec<&'static str>,
    /// Whether GET of it has query parameters; no other method of any path has.
    queried: bool,
}

impl Paths {
    pub(super) fn of(document: &Document) -> Self {
        let split = |path: &str| path.split('/').map(str::to_owned).collect();
        let page = |path| Path { pattern: split(path), methods: vec!["GET", "HEAD", "OPTIONS"], queried: true };
        let pages = ["/docs", "/openapi.json"].into_iter().chain(help::PATHS).chain(room::PATHS).map(page);
        let documented = document.paths.paths.iter().map(|(path, item)| Path {
            pattern: split(path),
            methods: methods(item),
            queried: is_queried(item),
        });
        Self(documented.chain(pages).collect())
    }

    fn find(&self, path: &str) -> Option<&Path> {
        let parts: Vec<&str> = path.split('/').collect();
        self.0.iter().find(|Path { pattern, .. }| {
            pattern.len() == parts.len()
                && pattern.iter().zip(&parts).all(|(pattern, part)| match pattern.starts_with('{') {
                    // As the router does: a parameter is never empty.
                    true => !part.is_empty(),
                    false => pattern == part,
                })
        })
    }

    fn methods(&self, path: &str) -> &[&'static str] {
        self.find(path).map_or(&[], |path| &path.methods)
    }

    /// Whether there is such a call, and it has no query parameters.
    pub(super) fn takes_no_query(&self, path: &str, method: &Method) -> bool {
        let takes_none = |path: &Path| {
            path.methods.contains(&method.as_str())
                && !(path.queried && method == Method::GET)
                && method != Method::OPTIONS
        };
        self.find(path).is_some_and(takes_none)
    }
}

fn is_queried(item: &PathItem) -> bool {
    let parameters = item.get.as_ref().and_then(|get| get.parameters.as_deref()).unwrap_or_default();
    parameters
        .iter()
        .any(|parameter| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Query))
}

fn methods(item: &PathItem) -> Vec<&'static str> {
    let documented = [
        (item.get.is_some(), "GET"),
        // GET without a body.
        (item.get.is_some(), "HEAD"),
        (item.post.is_some(), "POST"),
        (item.put.is_some(), "PUT"),
        (item.patch.is_some(), "PATCH"),
        (item.delete.is_some(), "DELETE"),
        // Every path tells what it takes.
        (true, "OPTIONS"),
    ];
    documented.into_iter().filter_map(|(taken, method)| taken.then_some(method)).collect()
}
