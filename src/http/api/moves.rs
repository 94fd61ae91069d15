//! Playing: legal moves, moves, entropy, adjudication.

use actix_web::http::header::{HeaderName, LOCATION};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::context::Api;
use crate::app::{self, Conditions, Deed, GameResult};
use crate::http::answer::{conditional, game_etag, tag, view_etag};
use crate::http::document::responses::problems;
use crate::http::extract::{Body, Caller, Preconditions};
use crate::http::problem::Problem;
use crate::kernel::{Seat, Viewer};
use crate::log::{Contribution, Event};
use crate::rulesets::any::{AnyEffect, AnyMove, AnyView};

const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// The moves open to a seat.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct LegalMoves {
    /// The index of the last event.
    index: u64,
    /// The seat that gives its entropy or moves, from 0.
    seat: Seat,
    /// Every move that is accepted from it now; empty when it is not awaited.
    moves: Vec<AnyMove>,
}

/// An accepted event.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct Accepted {
    /// The event as the log has it now, open as far as the caller may know it.
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

/// A result to end a game with.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct Adjudicate {
    /// The ranking and scores.
    outcome: GameResult,
    /// Why, in words. The log commits to them and does not hold them, so that they can be erased.
    #[schema(min_length = 1, max_length = 500, example = "seat 0 never came")]
    reason: String,
}

problems!(LegalProblems: MalformedPath, MalformedHeader, NoToken, WrongToken, Forbidden, UnknownGame, UnknownVersion);
problems!(MoveProblems: MalformedJson, MalformedPath, MalformedHeader, NoToken, WrongToken, Forbidden, UnknownGame,
    RequestTimeout, NotYourTurn, GameOver, AwaitingEntropy, Conflict, StaleHead, BodyTooLarge, WrongMediaType, InvalidBody,
    WrongRuleset, OtherVersion, UnknownVersion, IllegalMove, KeyReused);
problems!(EntropyProblems: MalformedJson, MalformedPath, MalformedHeader, NoToken, WrongToken, Forbidden, UnknownGame,
    RequestTimeout, UnknownVersion, EntropyNotWanted, EntropyGiven, GameOver, Conflict, StaleHead, BodyTooLarge, WrongMediaType, InvalidBody);
problems!(AdjudicationProblems: MalformedJson, MalformedPath, MalformedHeader, NoToken, WrongToken, Forbidden,
    UnknownGame, UnknownVersion, RequestTimeout, GameOver, Conflict, StaleHead, BodyTooLarge, WrongMediaType, InvalidBody,
    InvalidOutcome);

/// The answer to an event that is on disk. Its place is the page of the log that holds it alone.
fn created(id: Uuid, accepted: app::Accepted) -> HttpResponse {
    let mut answer = HttpResponse::Created();
    let before = accepted.event.record.index.saturating_sub(1);
    answer.insert_header((LOCATION, format!("/v1/games/{id}/events?after={before}&limit=1")));
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

/// `If-Match` alone: what a game takes once needs no key.
fn heads(conditions: Preconditions) -> Conditions {
    Conditions { idempotency_key: None, ..conditions.0 }
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
        (status = NOT_MODIFIED, description = "The moves are as the client has them"),
        LegalProblems
    )
)]
#[get("/v1/games/{id}/legal-moves")]
pub(in crate::http) async fn list_legal_moves(
    api: web::Data<Api>,
    request: HttpRequest,
    id: web::Path<Uuid>,
    caller: Caller,
) -> Result<HttpResponse, Problem> {
    let (live, seat, moves) = api.app.legal_moves(*id, &caller.0).await?;
    let legal = || LegalMoves { index: live.head.index, seat, moves };
    // A tag of the head alone would be one tag for what two seats see, and a browser's cache asks by tags.
    Ok(conditional(&request, view_etag(&live.head, Viewer::Seat(seat)), legal))
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
        ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255, pattern = "^[!-~]+$",
            description = "1 to 255 visible ASCII characters that stand for this request of this seat"),
    ),
    request_body = AnyMove,
    security(("seat" = [])),
    responses(
        (status = CREATED, description = "The accepted event", body = Accepted,
            headers(("ETag" = String, description = "The new head's hash"),
                ("Location" = String, description = "The event in the log"),
                ("Idempotency-Replayed" = String, description = "`true` when the request had been accepted before"))),
        MoveProblems
    )
)]
#[post("/v1/games/{id}/moves")]
pub(in crate::http) async fn play_move(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
    caller: Caller,
    conditions: Preconditions,
    body: Body<AnyMove>,
) -> Result<HttpResponse, Problem> {
    let ruleset = body.0.edition().name();
    let result = api.app.act(*id, &caller.0, Deed::Move(body.0), conditions.0).await;
    api.metrics.count_move(
        ruleset,
        match &result {
            Ok(accepted) if accepted.repeated => "repeated",
            Ok(_) => "accepted",
            Err(error) => Problem::from(error).code().name(),
        },
    );
    Ok(created(*id, result?))
}

/// Give entropy.
///
/// For games with the entropy policy `required`. The last seat to give has the game dealt.
#[utoipa::path(
    tag = "play",
    operation_id = "give_entropy",
    params(
        ("id" = Uuid, Path, description = "The game"),
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the game; give only if it is still that"),
    ),
    request_body = Contribution,
    security(("seat" = [])),
    responses(
        (status = CREATED, description = "The accepted event", body = Accepted,
            headers(("ETag" = String, description = "The new head's hash"),
                ("Location" = String, description = "The event in the log"))),
        EntropyProblems
    )
)]
#[post("/v1/games/{id}/entropy")]
pub(in crate::http) async fn give_entropy(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
    caller: Caller,
    conditions: Preconditions,
    body: Body<Contribution>,
) -> Result<HttpResponse, Problem> {
    let deed = Deed::Entropy(body.0.entropy);
    Ok(created(*id, api.app.act(*id, &caller.0, deed, heads(conditions)).await?))
}

/// Adjudicate a game.
///
/// The organiser's call: ends the game with an outcome and a reason. Everything is then told, as after any end.
#[utoipa::path(
    tag = "games",
    operation_id = "adjudicate_game",
    params(
        ("id" = Uuid, Path, description = "The game"),
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the game; end it only if it is still that"),
    ),
    request_body = Adjudicate,
    security((), ("organiser" = [])),
    responses(
        (status = CREATED, description = "The accepted event", body = Accepted,
            headers(("ETag" = String, description = "The new head's hash"),
                ("Location" = String, description = "The event in the log"))),
        AdjudicationProblems
    )
)]
#[post("/v1/games/{id}/adjudication")]
pub(in crate::http) async fn adjudicate_game(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
    caller: Caller,
    conditions: Preconditions,
    body: Body<Adjudicate>,
) -> Result<HttpResponse, Problem> {
    let Adjudicate { outcome, reason } = body.0;
    let deed = Deed::Adjudicate(outcome, reason);
    Ok(created(*id, api.app.act(*id, &caller.0, deed, heads(conditions)).await?))
}
