//! What an organiser does to a tournament.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::registry::{Tournament, TournamentChanged, changed};
use crate::app::{self, Amendment, GameResult, NewCorrection, SeatedGame};
use crate::http::answer::{game_etag, tag};
use crate::http::api::context::Api;
use crate::http::document::responses::problems;
use crate::http::extract::{Body, Caller, Preconditions};
use crate::http::problem::Problem;
use crate::kernel::ServerSeed;

/// A player to register.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct RegisterPlayer {
    /// The name, a line of text that no other player of the tournament has.
    #[schema(min_length = 1, max_length = 64, example = "Ada")]
    name: String,
}

/// A game to seat.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"players": [0, 1], "ruleset": 0, "seed": null}))]
pub(in crate::http) struct SeatGame {
    /// The players, in seat order.
    #[schema(min_items = 1, max_items = 6)]
    players: Vec<u32>,
    /// Which of the tournament's rulesets it plays, from 0.
    #[serde(default)]
    #[schema(maximum = 15)]
    ruleset: u32,
    /// The seed, for tests and teaching: whoever supplies it knows every draw. Drawn by the server when null.
    #[serde(default)]
    seed: Option<ServerSeed>,
}

/// A decision to record.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "Table 3: a draw was agreed before the last move.", "correction": null}))]
pub(in crate::http) struct MakeRuling {
    /// The decision in words.
    #[schema(min_length = 1, max_length = 2000)]
    text: String,
    /// The result that counts from now on instead of a game's own; null when the ruling changes none.
    #[serde(default)]
    correction: Option<MakeCorrection>,
}

/// A result that shall count instead of a game's own.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct MakeCorrection {
    /// The game's id; the game belongs to this tournament.
    game: Uuid,
    /// The ranking and the scores that count from the ruling on.
    outcome: GameResult,
}

/// A game of a tournament that was just created, with what is shown once.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct CreatedTable {
    /// The game's id; the game belongs to this tournament.
    game: Uuid,
    /// The players, in seat order.
    players: Vec<u32>,
    /// One secret token per seat, in seat order. They are shown here and never again.
    #[schema(example = json!(["pds_…", "pds_…"]))]
    tokens: Vec<String>,
}

/// Games that were just created for a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct CreatedTables {
    /// The tournament after it.
    tournament: Tournament,
    /// The signed receipt of its head: a C2SP signed note.
    receipt: String,
    /// The games that were created, in the order of the round's tables.
    tables: Vec<CreatedTable>,
}

problems!(PlayerProblems: MalformedPath, MalformedJson, MalformedHeader, NoToken, WrongToken, Forbidden, UnknownTournament,
    BodyTooLarge, WrongMediaType, RequestTimeout, InvalidBody, TournamentSealed, RegistrationClosed, NameTaken, UnknownVersion, Conflict,
    StaleHead, Busy);
problems!(WithdrawalProblems: MalformedPath, MalformedHeader, NoToken, WrongToken, Forbidden, UnknownTournament,
    UnknownPlayer, TournamentSealed, PlayerWithdrawn, UnknownVersion, Conflict, StaleHead, Busy);
problems!(RoundProblems: MalformedPath, MalformedHeader, NoToken, WrongToken, Forbidden, UnknownTournament, TournamentSealed,
    WrongFormat, GamesRunning, NoFurtherRound, UnknownVersion, Conflict, StaleHead, Busy, InvalidSeats);
problems!(SeatProblems: MalformedPath, MalformedJson, MalformedHeader, NoToken, WrongToken, Forbidden, UnknownTournament,
    UnknownPlayer, BodyTooLarge, WrongMediaType, RequestTimeout, InvalidBody, InvalidSeats, TournamentSealed,
    PlayerWithdrawn, WrongFormat, UnknownVersion, Conflict, StaleHead, Busy);
problems!(RulingProblems: MalformedPath, MalformedJson, MalformedHeader, NoToken, WrongToken, Forbidden, UnknownTournament,
    UnknownGame, BodyTooLarge, WrongMediaType, RequestTimeout, InvalidBody, InvalidOutcome, TournamentSealed, GamesRunning,
    UnknownVersion, Conflict, StaleHead, Busy);
problems!(SealProblems: MalformedPath, MalformedHeader, NoToken, WrongToken, Forbidden, UnknownTournament, TournamentSealed,
    GamesRunning, UnknownVersion, Conflict, StaleHead, Busy);

async fn amend(
    api: &Api,
    id: Uuid,
    caller: Caller,
    conditions: Preconditions,
    amendment: Amendment,
) -> Result<HttpResponse, Problem> {
    Ok(changed(&api.app.organise(id, &caller.0, conditions.0.heads, amendment).await?.0))
}

fn created((amended, tables): &(app::Amended, Vec<app::NewTable>)) -> HttpResponse {
    let table = |table: &app::NewTable| CreatedTable {
        game: table.game.live.facts.id,
        players: table.players.clone(),
        // A player of a tournament is no bot.
        tokens: table.game.tokens.iter().flatten().cloned().collect(),
    };
    let mut answer = HttpResponse::Created();
    tag(&mut answer, game_etag(&amended.live.head));
    // What was created is a list of games, which can be read there.
    answer.insert_header((LOCATION, format!("/v1/tournaments/{}/games", amended.live.id)));
    let TournamentChanged { tournament, receipt } = amended.into();
    answer.json(CreatedTables { tournament, receipt, tables: tables.iter().map(table).collect() })
}

/// Register a player.
///
/// The organiser's call. Players are numbered from 0 in the order of registration.
#[utoipa::path(
    tag = "tournaments",
    operation_id = "register_player",
    params(
        ("id" = Uuid, Path, description = "The tournament"),
        ("If-Match" = Option<String>, Header, description = "The heads one of which the tournament must have")
    ),
    request_body = RegisterPlayer,
    security((), ("organiser" = [])),
    responses((status = CREATED, description = "The tournament with the player", body = TournamentChanged, headers(("Location" = String, description = "The tournament"))), PlayerProblems)
)]
#[post("/v1/tournaments/{id}/players")]
pub(in crate::http) async fn register_player(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
    caller: Caller,
    conditions: Preconditions,
    body: Body<RegisterPlayer>,
) -> Result<HttpResponse, Problem> {
    amend(&api, *id, caller, conditions, Amendment::register(&body.0.name)?).await
}

/// Withdraw a player.
///
/// The organiser's call. The player plays no further rounds; a game that runs goes on, or is adjudicated.
#[utoipa::path(
    tag = "tournaments",
    operation_id = "withdraw_player",
    params(
        ("id" = Uuid, Path, description = "The tournament"),
        ("player" = u32, Path, description = "The player's number"),
        ("If-Match" = Option<String>, Header, description = "The heads one of which the tournament must have")
    ),
    security((), ("organiser" = [])),
    responses((status = CREATED, description = "The tournament after it", body = TournamentChanged, headers(("Location" = String, description = "The tournament"))), WithdrawalProblems)
)]
#[post("/v1/tournaments/{id}/players/{player}/withdrawal")]
pub(in crate::http) async fn withdraw_player(
    api: web::Data<Api>,
    path: web::Path<(Uuid, u32)>,
    caller: Caller,
    conditions: Preconditions,
) -> Result<HttpResponse, Problem> {
    let (id, player) = path.into_inner();
    amend(&api, id, caller, conditions, Amendment::Withdraw(player)).await
}

/// Create the next round.
///
/// The organiser's call. Pairs the next round as the format pairs it, creates its games and attaches them, all or nothing.
/// The answer holds the tokens of the seats, which are shown once. Every game of the round before must have ended.
#[utoipa::path(
    tag = "tournaments",
    operation_id = "create_round",
    params(
        ("id" = Uuid, Path, description = "The tournament"),
        ("If-Match" = Option<String>, Header, description = "The heads one of which the tournament must have")
    ),
    security((), ("organiser" = [])),
    responses(
        (status = CREATED, description = "The games of the round, and the tokens of their seats", body = CreatedTables,
            headers(("Location" = String, description = "The games of the tournament"))),
        RoundProblems
    )
)]
#[post("/v1/tournaments/{id}/rounds")]
pub(in crate::http) async fn create_round(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
    caller: Caller,
    conditions: Preconditions,
) -> Result<HttpResponse, Problem> {
    Ok(created(&api.app.organise(*id, &caller.0, conditions.0.heads, Amendment::NextRound).await?))
}

/// Seat a game.
///
/// The organiser's call, in an open tournament. Creates a game with these players and attaches it, all or nothing.
#[utoipa::path(
    tag = "tournaments",
    operation_id = "seat_game",
    params(
        ("id" = Uuid, Path, description = "The tournament"),
        ("If-Match" = Option<String>, Header, description = "The heads one of which the tournament must have")
    ),
    request_body = SeatGame,
    security((), ("organiser" = [])),
    responses(
        (status = CREATED, description = "The game, and the tokens of its seats", body = CreatedTables,
            headers(("Location" = String, description = "The games of the tournament"))),
        SeatProblems
    )
)]
#[post("/v1/tournaments/{id}/games")]
pub(in crate::http) async fn seat_game(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
    caller: Caller,
    conditions: Preconditions,
    body: Body<SeatGame>,
) -> Result<HttpResponse, Problem> {
    let SeatGame { players, ruleset, seed } = body.0;
    let seat = Amendment::Seat(SeatedGame { players, ruleset, seed });
    Ok(created(&api.app.organise(*id, &caller.0, conditions.0.heads, seat).await?))
}

/// Record a ruling.
///
/// The arbiter's decision in words, with an optional result that counts instead of a game's own. Nothing is edited: the
/// game's log and its end stay in the tournament's log as they are.
#[utoipa::path(
    tag = "tournaments",
    operation_id = "make_ruling",
    params(
        ("id" = Uuid, Path, description = "The tournament"),
        ("If-Match" = Option<String>, Header, description = "The heads one of which the tournament must have")
    ),
    request_body = MakeRuling,
    security((), ("organiser" = [])),
    responses((status = CREATED, description = "The tournament after it", body = TournamentChanged, headers(("Location" = String, description = "The tournament"))), RulingProblems)
)]
#[post("/v1/tournaments/{id}/rulings")]
pub(in crate::http) async fn make_ruling(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
    caller: Caller,
    conditions: Preconditions,
    body: Body<MakeRuling>,
) -> Result<HttpResponse, Problem> {
    let MakeRuling { text, correction } = body.0;
    let correction = correction.map(|MakeCorrection { game, outcome: result }| NewCorrection { game, result });
    amend(&api, *id, caller, conditions, Amendment::rule(&text, correction)?).await
}

/// Seal the tournament.
///
/// The organiser's call. Records the final standings; nothing is accepted afterwards. Every game must have ended.
#[utoipa::path(
    tag = "tournaments",
    operation_id = "seal_tournament",
    params(
        ("id" = Uuid, Path, description = "The tournament"),
        ("If-Match" = Option<String>, Header, description = "The heads one of which the tournament must have")
    ),
    security((), ("organiser" = [])),
    responses((status = CREATED, description = "The sealed tournament", body = TournamentChanged, headers(("Location" = String, description = "The tournament"))), SealProblems)
)]
#[post("/v1/tournaments/{id}/seal")]
pub(in crate::http) async fn seal_tournament(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
    caller: Caller,
    conditions: Preconditions,
) -> Result<HttpResponse, Problem> {
    amend(&api, *id, caller, conditions, Amendment::Seal).await
}
