//! Rulesets: what can be played here, and what is in each box.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::answer::hashed;
use crate::http::document::responses::{NoProblems, problems};
use crate::http::problem::{Code, Problem};
use crate::rulesets::any::{AnyOptions, Edition, Facts, RulesetName};
use crate::rulesets::catalogue::Component;

/// A ruleset.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct Ruleset {
    /// Its name.
    name: RulesetName,
    /// The versions that are built in here; new games are played by the last one unless another one is asked for.
    versions: Vec<u32>,
    /// How many seats a game may have.
    seats: SeatRange,
    /// The options with their defaults.
    options: AnyOptions,
}

/// How many seats a game may have.
#[derive(Debug, Serialize, ToSchema)]
struct SeatRange {
    /// The fewest.
    min: u8,
    /// The most.
    max: u8,
}

/// Every ruleset.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct RulesetList {
    /// The rulesets, by name.
    rulesets: Vec<Ruleset>,
}

/// A ruleset with its catalogue.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct RulesetDetails {
    /// Its name.
    name: RulesetName,
    /// The versions that are built in here; new games are played by the last one unless another one is asked for.
    versions: Vec<u32>,
    /// How many seats a game may have.
    seats: SeatRange,
    /// The options with their defaults.
    options: AnyOptions,
    /// Every card, tile and token, with its printed facts and where each fact is from.
    catalogue: Vec<Component>,
}

problems!(RulesetProblems: UnknownRuleset);

/// A ruleset as its newest version is.
fn ruleset(facts: &Facts) -> Ruleset {
    Ruleset {
        name: facts.name,
        versions: facts.name.editions().map(Edition::version).collect(),
        seats: SeatRange { min: facts.seats.0, max: facts.seats.1 },
        options: facts.options.clone(),
    }
}

/// List rulesets.
///
/// Everything that can be played here: how many seats each ruleset takes, and its options with their defaults, which are
/// what a game is created with when its request names none.
#[utoipa::path(
    tag = "rulesets",
    operation_id = "list_rulesets",
    responses(
        (status = OK, description = "The rulesets", body = RulesetList, headers(("ETag" = String, description = "A weak entity tag of the answer"))),
        (status = NOT_MODIFIED, description = "The rulesets are as the client has them"),
        NoProblems
    )
)]
#[get("/v1/rulesets")]
pub(in crate::http) async fn list_rulesets(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let rulesets = RulesetName::ALL.iter().map(|name| ruleset(&name.newest().facts())).collect();
    hashed(&request, &RulesetList { rulesets })
}

/// Look at a ruleset.
///
/// With its catalogue: every card, tile and token, its printed facts, and whether each is from the rulebook, from a
/// public page or reconstructed.
#[utoipa::path(
    tag = "rulesets",
    operation_id = "get_ruleset",
    params(("name" = RulesetName, Path, description = "The ruleset's name", example = "red-panda")),
    responses(
        (status = OK, description = "The ruleset", body = RulesetDetails, headers(("ETag" = String, description = "A weak entity tag of the answer"))),
        (status = NOT_MODIFIED, description = "The ruleset is as the client has it"),
        RulesetProblems
    )
)]
#[get("/v1/rulesets/{name}")]
pub(in crate::http) async fn get_ruleset(
    request: HttpRequest,
    name: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let parser = serde::de::value::StrDeserializer::<serde::de::value::Error>::new(&name);
    let facts = RulesetName::deserialize(parser)
        .map_err(|error| Problem::new(Code::UnknownRuleset, error.to_string()))?
        .newest()
        .facts();
    let Ruleset { name, versions, seats, options } = ruleset(&facts);
    let catalogue = (facts.catalogue)();
    hashed(&request, &RulesetDetails { name, versions, seats, options, catalogue })
}
