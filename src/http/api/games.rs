//! Games: create, list, get.

use actix_web::http::header::LOCATION;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::context::Api;
use crate::app::{GAMES_PAGE_MAX, Live, NewGame, NewPlayer, Player, Summary};
use crate::http::answer::{conditional, game_etag, hashed, tag};
use crate::http::document::responses::{NoProblems, problems};
use crate::http::extract::{self, Body, Caller, refuse_arrays_for_objects};
use crate::http::limits::GAMES_PAGE;
use crate::http::problem::{Code, Problem};
use crate::kernel::{EntropyPolicy, Hash, Head, Outcome, Seat, ServerSeed, Status, Timestamp};
use crate::log::{RulesetVersion, SeedOrigin};
use crate::rulesets::any::{AnyOptions, Edition, RulesetName};
use crate::store::Filter;

/// A game to create.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct CreateGame {
    /// The ruleset, in its newest version; an older one is `name@version`.
    #[schema(value_type = RulesetName)]
    ruleset: Edition,
    /// The ruleset's options; what is left out takes its default.
    #[serde(default)]
    #[schema(value_type = Option<AnyOptions>)]
    options: Option<Box<RawValue>>,
    /// Who plays, in seat order.
    #[schema(min_items = 1, max_items = 64)]
    seats: Vec<NewPlayer>,
    /// The seed, for tests and teaching: whoever supplies it knows every draw. Drawn by the server when null.
    #[serde(default)]
    seed: Option<ServerSeed>,
    /// Whether the seats add entropy.
    #[serde(default)]
    entropy: EntropyPolicy,
}

/// A created game, with what is shown once.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct CreatedGame {
    /// The game after its first event.
    game: Game,
    /// One secret token per seat, in seat order; null for a bot. They are shown here and never again.
    #[schema(example = json!(["pds_…", "pds_…"]))]
    tokens: Vec<Option<String>>,
}

/// A game as it stands.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct Game {
    /// The game's id, a UUID of version 7: it tells when the game was created.
    id: Uuid,
    /// The ruleset and its version.
    ruleset: RulesetVersion,
    /// The options, defaults filled in.
    options: AnyOptions,
    /// Who plays, in seat order.
    seats: Vec<Player>,
    /// How far it has come.
    status: Status,
    /// The seats that may act now; empty exactly when the game is over.
    awaiting: Vec<Seat>,
    /// The end of the log. Its hash is the entity tag of the game.
    head: Head,
    /// Whether the seats add entropy.
    entropy: EntropyPolicy,
    /// The hash that binds the server to its seed.
    seed_commitment: Hash,
    /// Where the seed is from.
    seed_origin: SeedOrigin,
    /// The tournament that the game belongs to.
    #[schema(required)]
    tournament: Option<String>,
    /// How it ended; null before.
    #[schema(required)]
    outcome: Option<Outcome>,
    /// Why it ended, in words; null before.
    #[schema(required, example = "emptied the deck")]
    outcome_words: Option<String>,
    /// The server's seed; null before the game is over.
    #[schema(required)]
    server_seed: Option<ServerSeed>,
    /// When it was created.
    created_at: Timestamp,
}

impl Game {
    pub(in crate::http) fn of(live: &Live) -> Self {
        let created = &live.facts.created;
        Self {
            id: live.facts.id,
            ruleset: created.ruleset,
            options: created.options.clone(),
            seats: live.players(),
            status: live.game.status(),
            awaiting: live.game.awaiting().iter().collect(),
            head: live.head,
            entropy: created.entropy,
            seed_commitment: created.seed_commitment,
            seed_origin: created.seed_origin,
            tournament: created.tournament.clone(),
            outcome_words: live.game.outcome().map(|outcome| created.edition().words(&outcome.reason)),
            outcome: live.game.outcome(),
            server_seed: live.told_seed(),
            created_at: live.facts.created_at,
        }
    }
}

/// A game in a listing.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct GameSummary {
    /// The game's id, a UUID of version 7: it tells when the game was created.
    id: Uuid,
    /// The ruleset and its version.
    ruleset: RulesetVersion,
    /// The options, defaults filled in.
    options: AnyOptions,
    /// Who plays, in seat order.
    seats: Vec<Player>,
    /// How far it has come.
    status: Status,
    /// The end of the log.
    head: Head,
    /// The tournament that the game belongs to.
    #[schema(required)]
    tournament: Option<String>,
    /// How it ended; null before.
    #[schema(required)]
    outcome: Option<Outcome>,
    /// Why it ended, in words; null before.
    #[schema(required, example = "emptied the deck")]
    outcome_words: Option<String>,
    /// When it was created.
    created_at: Timestamp,
}

/// A game of a ruleset, or a version of one, that this server does not know.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct UnknownGame {
    /// The game's id, a UUID of version 7: it tells when the game was created.
    id: Uuid,
    /// The name of the ruleset.
    ruleset: String,
    /// The version of the ruleset that plays it, from its first event to its last.
    version: u32,
    /// Who plays, in seat order, by name; null where one was erased.
    seats: Vec<Option<String>>,
    /// How far it has come.
    status: Status,
    /// The end of the log.
    head: Head,
    /// How it ended; null before.
    #[schema(required)]
    outcome: Option<Outcome>,
    /// When it was created.
    created_at: Timestamp,
    /// What this server would have to know.
    detail: String,
}

/// Puts a game with those that this server knows how to play, or with the others.
fn list(summary: Summary, games: &mut Vec<GameSummary>, others: &mut Vec<UnknownGame>) {
    let Summary { id, created, ruleset: (ruleset, version), players, created_at, status, head, outcome } = summary;
    match created {
        Ok(created) => games.push(GameSummary {
            id,
            ruleset: created.ruleset,
            outcome_words: outcome.as_ref().map(|outcome| created.edition().words(&outcome.reason)),
            options: created.options,
            seats: players,
            status,
            head,
            tournament: created.tournament,
            outcome,
            created_at,
        }),
        Err(unknown) => {
            let seats = players.into_iter().map(|player| player.name).collect();
            let detail = unknown.to_string();
            others.push(UnknownGame { id, ruleset, version, seats, status, head, outcome, created_at, detail });
        }
    }
}

/// One page of games, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct GamePage {
    /// The games of this page, newest first.
    games: Vec<GameSummary>,
    /// Games of this page that were changed on disk: their logs are not shown, and `/v1/games/{id}/audit` says what is
    /// wrong. Empty on a sound disk.
    unreadable: Vec<Uuid>,
    /// Games of this page whose ruleset, or version of one, this server does not know: their events and bundles are served,
    /// and no state. Empty unless another version of this server has run on the database.
    unknown: Vec<UnknownGame>,
    /// What to send as `cursor` for the next page; null on the last one.
    #[schema(required)]
    next_cursor: Option<Uuid>,
}

/// Which games to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListGames {
    /// Only games of this ruleset.
    ruleset: Option<RulesetName>,
    /// Only games of this status.
    status: Option<Status>,
    /// Only games of this tournament.
    tournament: Option<String>,
    /// Only games with a seat of exactly this name.
    player: Option<String>,
    /// The `next_cursor` of the page before.
    cursor: Option<Uuid>,
    /// Games on the page: 1 to 100, 20 when left out.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u64>,
}

problems!(CreateProblems: MalformedJson, MalformedHeader, NoToken, WrongToken, Forbidden, BodyTooLarge, WrongMediaType,
    RequestTimeout, InvalidBody, InvalidSeats, IllegalOptions);

problems!(GetProblems: MalformedPath, UnknownGame, UnknownVersion);

/// Reads the options from their text: a parsed value would hide a field that is there twice.
pub(in crate::http) fn options(ruleset: Edition, given: Option<&RawValue>, field: &str) -> Result<AnyOptions, Problem> {
    let given = given.map_or("{}", RawValue::get);
    let mut track = serde_path_to_error::Track::new();
    let mut parser = serde_json::Deserializer::from_str(given);
    let options =
        ruleset.options(serde_path_to_error::Deserializer::new(&mut parser, &mut track)).map_err(|error| {
            let place = match track.path().to_string() {
                place if place == "." => field.into(),
                place if place.starts_with('[') => format!("{field}{place}"),
                place => format!("{field}.{place}"),
            };
            Problem::new(Code::InvalidBody, error.to_string()).at(place)
        })?;
    refuse_arrays_for_objects(given.as_bytes(), &options, field)?;
    Ok(options)
}

/// Create a game.
///
/// The organiser's call. Answers the game with one secret token per seat, which are shown once. With the entropy policy
/// `none` the game is dealt at once; with `required` it waits for every seat's entropy. A seat with a `bot` is played by
/// the server, whose moves are recorded like any other.
#[utoipa::path(
    tag = "games",
    operation_id = "create_game",
    request_body = CreateGame,
    security((), ("organiser" = [])),
    responses(
        (status = CREATED, description = "The game, and the tokens of its seats", body = CreatedGame,
            headers(("Location" = String, description = "The game"), ("ETag" = String, description = "The head's hash"))),
        CreateProblems
    )
)]
#[post("/v1/games")]
pub(in crate::http) async fn create_game(
    api: web::Data<Api>,
    caller: Caller,
    body: Body<CreateGame>,
) -> Result<HttpResponse, Problem> {
    let CreateGame { ruleset, options: given, seats, seed, entropy } = body.0;
    let options = options(ruleset, given.as_deref(), "options")?;
    let created = api.app.create(&caller.0, NewGame { options, seats, seed, entropy }).await?;
    let game = Game::of(&created.live);
    let location = format!("/v1/games/{}", game.id);
    let mut answer = HttpResponse::Created();
    tag(&mut answer, game_etag(&created.live.head));
    Ok(answer.insert_header((LOCATION, location)).json(CreatedGame { game, tokens: created.tokens }))
}

/// List games.
///
/// Newest first, one page at a time.
#[utoipa::path(
    tag = "games",
    operation_id = "list_games",
    params(ListGames),
    responses(
        (status = OK, description = "One page of games", body = GamePage, headers(("ETag" = String, description = "A weak entity tag of the answer"))),
        (status = NOT_MODIFIED, description = "The page is as the client has it"),
        NoProblems
    )
)]
#[get("/v1/games")]
pub(in crate::http) async fn list_games(
    api: web::Data<Api>,
    request: HttpRequest,
    query: web::Query<ListGames>,
) -> Result<HttpResponse, Problem> {
    let ListGames { ruleset, status, tournament, player, cursor, limit } = query.into_inner();
    let limit = extract::limit(limit, GAMES_PAGE, GAMES_PAGE_MAX)?;
    let filter = Filter { ruleset: ruleset.map(|name| name.as_str().into()), status, tournament, player };
    let page = api.app.games(filter, cursor, limit).await?;
    let (mut games, mut unknown) = (Vec::new(), Vec::new());
    page.items.into_iter().for_each(|summary| list(summary, &mut games, &mut unknown));
    hashed(&request, &GamePage { games, unreadable: page.unreadable, unknown, next_cursor: page.next })
}

/// Look at a game.
///
/// The `ETag` is the hash of the log's last record: send it as `If-Match` with a move to play only if nobody else has.
#[utoipa::path(
    tag = "games",
    operation_id = "get_game",
    params(("id" = Uuid, Path, description = "The game")),
    responses(
        (status = OK, description = "The game", body = Game,
            headers(("ETag" = String, description = "The head's hash, a strong entity tag"))),
        (status = NOT_MODIFIED, description = "The game is as the client has it"),
        GetProblems
    )
)]
#[get("/v1/games/{id}")]
pub(in crate::http) async fn get_game(
    api: web::Data<Api>,
    request: HttpRequest,
    id: web::Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let live = api.app.game(*id).await?;
    Ok(conditional(&request, game_etag(&live.head), || Game::of(&live)))
}
