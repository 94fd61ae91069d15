//! Playing: legal moves, moves, entropy, adjudication.

use actix_web::http::header::HeaderName;
use actix_web::{HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Api;
use super::answer::{game_etag, tag};
use super::extract::{Body, Caller, Preconditions};
use super::openapi::problems;
use super::problem::Problem;
use crate::app;
use crate::kernel::{Outcome, Seat};
use crate::rulesets::any::{AnyEffect, AnyMove, AnyView};
use crate::rulesets::event::{Contribution, Event};

const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// The moves open to a seat.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LegalMoves {
    /// The index of the last event.
    index: u64,
    /// The seat.
    seat: Seat,
    /// Every move that is accepted from it now; empty when it is not awaited.
    moves: Vec<AnyMove>,
}

/// An accepted event.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Accepted {
    /// The event.
    event: Event,
    /// What it visibly did.
    effects: Vec<AnyEffect>,
    /// What may be seen after it; null as long as nothing is dealt.
    #[schema(required)]
    view: Option<AnyView>,
    /// The seats that may act after it; empty exactly when the game is over.
    awaiting: Vec<Seat>,
    /// The receipt: a C2SP signed note over the game, the index and the hash.
    #[schema(
        example = "pandect/receipt/v1\n01a22b76-3a6d-72ba-8b0a-c3b4e3425883\n1\n8275cd98…\n\n— pandect rlS7BSENBmqx…\n"
    )]
    receipt: String,
}

/// An outcome to end a game with.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Adjudicate {
    /// The ranking and scores, with the reason.
    outcome: Outcome,
}

problems!(LegalProblems: MalformedPath, MalformedHeader, NoToken, WrongToken, Forbidden, UnknownGame);
problems!(MoveProblems: MalformedJson, MalformedPath, MalformedHeader, NoToken, WrongToken, Forbidden, UnknownGame,
    RequestTimeout, NotYourTurn, GameOver, AwaitingEntropy, Conflict, StaleHead, BodyTooLarge, WrongMediaType, InvalidBody,
    WrongRuleset, IllegalMove, KeyReused);
problems!(EntropyProblems: MalformedJson, MalformedPath, MalformedHeader, NoToken, WrongToken, Forbidden, UnknownGame,
    RequestTimeout, EntropyNotWanted, EntropyGiven, GameOver, Conflict, BodyTooLarge, WrongMediaType, InvalidBody);
problems!(AdjudicationProblems: MalformedJson, MalformedPath, MalformedHeader, NoToken, WrongToken, Forbidden,
    UnknownGame, RequestTimeout, GameOver, Conflict, BodyTooLarge, WrongMediaType, InvalidBody, InvalidOutcome);

fn created(accepted: app::Accepted) -> HttpResponse {
    let mut answer = HttpResponse::Created();
    tag(&mut answer, game_etag(&accepted.head));
    if accepted.repeated {
        answer.insert_header((REPLAYED, "true"));
    }
    answer.json(Accepted {
        event: accepted.event,
        effects: accepted.effects,
        view: accepted.view,
        awaiting: accepted.awaiting.iter().collect(),
        receipt: accepted.receipt,
    })
}

/// List legal moves.
///
/// Every move that is accepted from the seat of the token now.
#[utoipa::path(
    tag = "play",
    operation_id = "list_legal_moves",
    params(("id" = Uuid, Path, description = "The game")),
    security(("seat" = [])),
    responses(
        (status = OK, description = "The moves", body = LegalMoves,
            headers(("ETag" = String, description = "The head's hash, as `If-Match` takes it"))),
        LegalProblems
    )
)]
#[get("/v1/games/{id}/legal-moves")]
pub(super) async fn list_legal_moves(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
    caller: Caller,
) -> Result<HttpResponse, Problem> {
    let (live, seat, moves) = api.app.legal_moves(*id, &caller.0).await?;
    let mut answer = HttpResponse::Ok();
    tag(&mut answer, game_etag(&live.head));
    Ok(answer.json(LegalMoves { index: live.head.index, seat, moves }))
}

/// Play a move.
///
/// Answered when the event is on disk. With `If-Match` it is played only if the log still has that head; with an
/// `Idempotency-Key` a request that is sent again is answered again, and plays nothing twice.
#[utoipa::path(
    tag = "play",
    operation_id = "play_move",
    params(
        ("id" = Uuid, Path, description = "The game"),
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the game; play only if it is still that"),
        ("Idempotency-Key" = Option<String>, Header,
            description = "1 to 255 visible ASCII characters that stand for this request of this seat"),
    ),
    request_body(content = AnyMove, example = json!({"ruleset": "red-panda", "move": {"type": "kata"}})),
    security(("seat" = [])),
    responses(
        (status = CREATED, description = "The accepted event", body = Accepted,
            headers(("ETag" = String, description = "The new head's hash"),
                ("Idempotency-Replayed" = String, description = "`true` when the request had been accepted before"))),
        MoveProblems
    )
)]
#[post("/v1/games/{id}/moves")]
pub(super) async fn play_move(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
    caller: Caller,
    conditions: Preconditions,
    body: Body<AnyMove>,
) -> Result<HttpResponse, Problem> {
    let ruleset = body.0.ruleset();
    let result = api.app.play(*id, &caller.0, body.0, conditions.0).await;
    api.metrics.count_move(
        ruleset,
        match &result {
            Ok(accepted) if accepted.repeated => "repeated",
            Ok(_) => "accepted",
            Err(error) => Problem::from(error).code().name(),
        },
    );
    Ok(created(result?))
}

/// Give entropy.
///
/// For games with the entropy policy `required`. The last seat to give has the game dealt.
#[utoipa::path(
    tag = "play",
    operation_id = "give_entropy",
    params(("id" = Uuid, Path, description = "The game")),
    request_body(content = Contribution,
        example = json!({"entropy": "42c1acf19ec93c54b35dae1ad7915ecab4acecb25f46e395bde17d88a1202476"})),
    security(("seat" = [])),
    responses((status = CREATED, description = "The accepted event", body = Accepted), EntropyProblems)
)]
#[post("/v1/games/{id}/entropy")]
pub(super) async fn give_entropy(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
    caller: Caller,
    body: Body<Contribution>,
) -> Result<HttpResponse, Problem> {
    Ok(created(api.app.contribute(*id, &caller.0, body.0.entropy).await?))
}

/// Adjudicate a game.
///
/// The organiser's call: ends the game with an outcome and a reason. Everything is then told, as after any end.
#[utoipa::path(
    tag = "games",
    operation_id = "adjudicate_game",
    params(("id" = Uuid, Path, description = "The game")),
    request_body(content = Adjudicate, example = json!({"outcome": {
        "ranking": [[1], [0]], "scores": [0, 1], "reason": "seat 0 left the table"
    }})),
    security((), ("organiser" = [])),
    responses((status = CREATED, description = "The accepted event", body = Accepted), AdjudicationProblems)
)]
#[post("/v1/games/{id}/adjudication")]
pub(super) async fn adjudicate_game(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
    caller: Caller,
    body: Body<Adjudicate>,
) -> Result<HttpResponse, Problem> {
    Ok(created(api.app.adjudicate(*id, &caller.0, body.0.outcome).await?))
}
