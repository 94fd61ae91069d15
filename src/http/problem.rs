//! Problems: every refusal as RFC 9457 problem details with a stable code. The one file that knows statuses of errors.

use std::borrow::Cow;
use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, CONTENT_TYPE, HeaderName, RETRY_AFTER, WWW_AUTHENTICATE};
use actix_web::{HttpResponse, HttpResponseBuilder, ResponseError};
use serde::{Deserialize, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::app::AppError;
use crate::kernel::{Head, Illegal, Refusal, Seat};
use crate::store::StoreError;
use crate::tournament;

/// The id of a request, in every answer and in the log.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The media type of a problem.
pub(super) const PROBLEM_MEDIA: &str = "application/problem+json";

/// Declares the codes: name on the wire, status, title, and what it means and what to do.
macro_rules! codes {
    ($($code:ident = $name:literal, $status:ident, $title:literal, $help:literal;)*) => {
        /// What kind of problem it is; stable, and the last part of the problem's `type`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Code {
            $(#[doc = $help] #[serde(rename = $name)] $code,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$code),*];

            /// The code on the wire.
            pub fn name(self) -> &'static str {
                match self { $(Self::$code => $name,)* }
            }

            /// The status it is answered with.
            pub fn status(self) -> StatusCode {
                match self { $(Self::$code => StatusCode::$status,)* }
            }

            /// A short title, the same for every occurrence.
            pub fn title(self) -> &'static str {
                match self { $(Self::$code => $title,)* }
            }

            /// What it means and what to do.
            pub fn help(self) -> &'static str {
                match self { $(Self::$code => $help,)* }
            }
        }
    };
}

codes! {
    MalformedJson = "malformed-json", BAD_REQUEST, "The body is not JSON",
        "The body could not be parsed as JSON (RFC 8259, in UTF-8; a body that is no bundle is nested at most 128 deep). The detail says where it broke.";
    MalformedPath = "malformed-path", BAD_REQUEST, "A part of the path has the wrong form",
        "A game's id is a UUID; an index is a whole number from 0.";
    MalformedQuery = "malformed-query", BAD_REQUEST, "The query has the wrong form",
        "A query parameter is unknown, has the wrong type, or is out of its range.";
    MalformedHeader = "malformed-header", BAD_REQUEST, "A header has the wrong form",
        "The header named in the detail cannot be read.";
    NoToken = "no-token", UNAUTHORIZED, "A token is needed",
        "Send `Authorization: Bearer pds_…` for a seat, or `pdo_…` for an organiser.";
    WrongToken = "wrong-token", UNAUTHORIZED, "The token is not known",
        "The token is no seat's of this game, or no organiser's of this server. Tokens are shown once, when a game is created.";
    Forbidden = "forbidden", FORBIDDEN, "The token does not allow this",
        "A seat's token plays its seat; an organiser's token creates and adjudicates. Neither does the other's work.";
    UnknownPath = "unknown-path", NOT_FOUND, "There is nothing at this path",
        "The paths of this server are listed in /openapi.json and can be browsed at /docs.";
    UnknownGame = "unknown-game", NOT_FOUND, "There is no such game",
        "No game of this id was created here.";
    UnknownTournament = "unknown-tournament", NOT_FOUND, "There is no such tournament",
        "No tournament of this id was created here.";
    UnknownPlayer = "unknown-player", NOT_FOUND, "There is no such player",
        "The tournament's `players` lists its players by their numbers, from 0.";
    UnknownRuleset = "unknown-ruleset", NOT_FOUND, "There is no such ruleset",
        "GET /v1/rulesets lists the rulesets of this server.";
    UnknownCode = "unknown-code", NOT_FOUND, "There is no such problem code",
        "GET /problems lists every code.";
    IndexOutOfRange = "index-out-of-range", NOT_FOUND, "The log does not reach that index",
        "The log has no event at this index yet. The game's `head.index` is its last one.";
    NotInTree = "not-in-tree", NOT_FOUND, "The log is not in the tree",
        "A game becomes a leaf when it is concluded, a tournament when it is sealed. The detail says how many leaves the tree in question has.";
    SizeOutOfRange = "size-out-of-range", NOT_FOUND, "The tree does not have that many leaves",
        "The number of leaves is that of a checkpoint: at most that of GET /v1/log/checkpoint; `first` is at most `second`.";
    WrongMethod = "wrong-method", METHOD_NOT_ALLOWED, "The method does not fit the path",
        "The header `Allow` lists the methods of this path.";
    RequestTimeout = "request-timeout", REQUEST_TIMEOUT, "The request took too long to arrive",
        "The body was not complete within 10 seconds.";
    NotYourTurn = "not-your-turn", CONFLICT, "Another seat is awaited",
        "The game awaits the seats in `awaiting`.";
    GameOver = "game-over", CONFLICT, "The game is over",
        "Nothing is accepted any more; the game, its replay and its bundle can be read for ever.";
    AwaitingEntropy = "awaiting-entropy", CONFLICT, "The game waits for entropy",
        "Nothing is dealt before every seat has given its entropy: POST /v1/games/{id}/entropy.";
    EntropyNotWanted = "entropy-not-wanted", CONFLICT, "The game takes no entropy",
        "The game was created with the policy `none`, or every seat has given its entropy.";
    EntropyGiven = "entropy-given", CONFLICT, "The seat has given its entropy",
        "A seat gives its entropy once and cannot change it.";
    Conflict = "conflict", CONFLICT, "Another event came first",
        "Another event was appended at the same index. Read the game and try again.";
    TournamentSealed = "tournament-sealed", CONFLICT, "The tournament is sealed",
        "Nothing is accepted any more; the tournament, its standings and its bundle can be read for ever.";
    RegistrationClosed = "registration-closed", CONFLICT, "No player is taken any more",
        "A round robin and a first-to match take players until their first round is paired; a tournament has at most 256.";
    NameTaken = "name-taken", CONFLICT, "Another player has this name",
        "Two players of one tournament need two names.";
    PlayerWithdrawn = "player-withdrawn", CONFLICT, "The player has withdrawn",
        "A player who has withdrawn plays no further game of the tournament.";
    WrongFormat = "wrong-format", CONFLICT, "The tournament's format does not do this",
        "The games of an open tournament are seated by its organiser; every other format makes its rounds by itself.";
    GamesRunning = "games-running", CONFLICT, "Games still run",
        "Finish the games or end them with POST /v1/games/{id}/adjudication first.";
    NoFurtherRound = "no-further-round", CONFLICT, "There is no further round",
        "Every round is played, too few players are left, or nobody can be paired without meeting somebody again.";
    StaleHead = "stale-head", PRECONDITION_FAILED, "The log has moved on",
        "`If-Match` names another head than the game or the tournament has. Read it again and decide anew.";
    BodyTooLarge = "body-too-large", PAYLOAD_TOO_LARGE, "The body is too large",
        "A body has at most 64 KiB, an uploaded bundle at most 8 MiB.";
    WrongMediaType = "wrong-media-type", UNSUPPORTED_MEDIA_TYPE, "The body is of another media type",
        "Send `Content-Type: application/json`.";
    InvalidBody = "invalid-body", UNPROCESSABLE_ENTITY, "The body is JSON and not what is asked for",
        "A field is unknown, missing, of another type or out of its range; `at` says which.";
    InvalidTournament = "invalid-tournament", UNPROCESSABLE_ENTITY, "These make no tournament",
        "The format, the rulesets, the points or the tie-breaks do not fit together; `at` says which, the detail what would be right.";
    InvalidSeats = "invalid-seats", UNPROCESSABLE_ENTITY, "The number of seats does not fit the ruleset",
        "GET /v1/rulesets/{name} says how many seats the ruleset is played with.";
    IllegalOptions = "illegal-options", UNPROCESSABLE_ENTITY, "The options make no game",
        "The ruleset refuses this combination of options; `reason` is the ruleset's code, `rule` what it rests on.";
    InvalidOutcome = "invalid-outcome", UNPROCESSABLE_ENTITY, "The outcome does not fit the game",
        "The ranking names every seat exactly once, and there is one score per seat.";
    OtherVersion = "other-version", UNPROCESSABLE_ENTITY, "The move is for another version of the ruleset",
        "A game is played by the version of its ruleset that it was created with; the detail says how its moves are tagged.";
    UnknownVersion = "unknown-version", CONFLICT, "This server does not know the rules of it",
        "The game or the tournament goes by a ruleset, or by a version of rules, that is not built into this server. The events and the bundle of a game are served all the same; a server that knows the version plays it on.";
    WrongRuleset = "wrong-ruleset", UNPROCESSABLE_ENTITY, "The move is for another ruleset",
        "The move's `ruleset` is the game's ruleset.";
    IllegalMove = "illegal-move", UNPROCESSABLE_ENTITY, "The rules refuse the move",
        "`reason` is the ruleset's code, `rule` the ruling or the section of the rulebook it rests on. GET /v1/games/{id}/legal-moves lists what is accepted.";
    BackwardRange = "backward-range", UNPROCESSABLE_ENTITY, "The range runs backward",
        "A replay runs forward: `from` is no larger than `to`.";
    KeyReused = "key-reused", UNPROCESSABLE_ENTITY, "The idempotency key came with another request",
        "A key stands for one request of one seat. Take a new key for a new request.";
    TooManyRequests = "too-many-requests", TOO_MANY_REQUESTS, "Too many requests",
        "This address sends more requests than the server is configured to take. Wait as long as `Retry-After` says.";
    Internal = "internal", INTERNAL_SERVER_ERROR, "The server failed",
        "The fault is the server's; the request id in `instance` finds its cause in the server's log. Nothing was half-done.";
    Busy = "busy", SERVICE_UNAVAILABLE, "The server is busy",
        "Too many requests, writes or streams are under way; nothing was written. Try again when `Retry-After` says.";
    Unavailable = "unavailable", SERVICE_UNAVAILABLE, "The server cannot write now",
        "The disk is full or fails, or the server is shutting down. Read the game before you try again.";
}

/// A refusal on its way out. Boxed, so that every `Result` with one stays small.
#[derive(Debug, Clone)]
pub(super) struct Problem(Box<Parts>);

// By hand: the derive reads no name that a macro has put in.
impl PartialSchema for Code {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("What kind of problem it is; stable, and the last part of the problem's `type`."))
            .enum_values(Some(Self::ALL.iter().map(|code| code.name())))
            .into()
    }
}

impl ToSchema for Code {
    fn name() -> Cow<'static, str> {
        "ProblemCode".into()
    }
}

#[derive(Debug, Clone)]
struct Parts {
    code: Code,
    detail: String,
    at: Option<String>,
    illegal: Option<Illegal>,
    awaiting: Option<Vec<Seat>>,
    head: Option<Head>,
    /// For the log only: never sent.
    cause: Option<String>,
    request_id: Option<String>,
    allow: Option<String>,
}

/// A problem as it is sent: RFC 9457, `application/problem+json`.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Problem, example = json!({
    "type": "/problems/not-your-turn", "title": "Another seat is awaited", "status": 409,
    "detail": "it is not the turn of seat 1; the game awaits seat 0", "instance": "urn:uuid:0192d3a4-…",
    "code": "not-your-turn", "at": null, "reason": null, "rule": null, "awaiting": [0], "head": null
}))]
pub struct ProblemDetails {
    /// The page that explains the code, relative to this server.
    #[serde(rename = "type")]
    pub kind: String,
    /// A short title, the same for every occurrence.
    pub title: String,
    /// The status of the answer, repeated for whoever has the body alone.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// What is wrong in this case, and what would be right.
    pub detail: String,
    /// This occurrence: the request id, as in the header `X-Request-Id`.
    #[schema(required)]
    pub instance: Option<String>,
    /// What kind of problem it is.
    pub code: Code,
    /// Where in the body it is wrong.
    #[schema(required)]
    pub at: Option<String>,
    /// The ruleset's code, where the rules refuse.
    #[schema(required)]
    pub reason: Option<String>,
    /// The ruling or the section of the rulebook, where the rules refuse.
    #[schema(required, example = "RP-12")]
    pub rule: Option<String>,
    /// The seats that are awaited instead.
    #[schema(required)]
    pub awaiting: Option<Vec<Seat>>,
    /// Where the game stands instead.
    #[schema(required)]
    pub head: Option<Head>,
}

impl Problem {
    /// A problem of a kind, with what is wrong in this case.
    pub(super) fn new(code: Code, detail: impl Into<String>) -> Self {
        Self(Box::new(Parts {
            code,
            detail: detail.into(),
            at: None,
            illegal: None,
            awaiting: None,
            head: None,
            cause: None,
            request_id: None,
            allow: None,
        }))
    }

    /// What kind of problem it is.
    pub(super) fn code(&self) -> Code {
        self.0.code
    }

    /// Says where in the body it is wrong.
    #[must_use]
    pub(super) fn at(mut self, place: impl Into<String>) -> Self {
        self.0.at = Some(place.into());
        self
    }

    /// Says which methods the path takes.
    #[must_use]
    pub(super) fn allowing(mut self, methods: String) -> Self {
        self.0.allow = Some(methods);
        self
    }

    fn illegal(code: Code, illegal: &Illegal) -> Self {
        let mut problem = Self::new(code, illegal.to_string());
        problem.0.illegal = Some(illegal.clone());
        problem
    }

    /// A failure of the server: the cause goes to the log and never to the client.
    pub(super) fn internal(cause: impl Into<String>) -> Self {
        Self::new(Code::Internal, "the server failed; its log has the cause").because(cause)
    }

    fn because(mut self, cause: impl Into<String>) -> Self {
        self.0.cause = Some(cause.into());
        self
    }

    /// Says which request it is the answer to.
    #[must_use]
    pub(super) fn of_request(mut self, id: String) -> Self {
        self.0.request_id = Some(id);
        self
    }

    fn details(&self) -> ProblemDetails {
        ProblemDetails {
            kind: format!("/problems/{}", self.0.code.name()),
            title: self.0.code.title().into(),
            status: self.0.code.status().as_u16(),
            detail: self.0.detail.clone(),
            instance: self.0.request_id.as_ref().map(|id| format!("urn:uuid:{id}")),
            code: self.0.code,
            at: self.0.at.clone(),
            reason: self.0.illegal.as_ref().map(|illegal| illegal.code.into()),
            rule: self.0.illegal.as_ref().map(|illegal| illegal.rule.into()),
            awaiting: self.0.awaiting.clone(),
            head: self.0.head,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.code.name(), self.0.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.0.code.status()
    }

    fn error_response(&self) -> HttpResponse {
        let status = self.0.code.status();
        let mut answer = HttpResponseBuilder::new(status);
        answer.insert_header((CONTENT_TYPE, PROBLEM_MEDIA));
        match status {
            StatusCode::UNAUTHORIZED => answer.insert_header((WWW_AUTHENTICATE, "Bearer")),
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => answer.insert_header((RETRY_AFTER, "1")),
            _ => &mut answer,
        };
        // Made once without its request by the framework, and once more with it by the middleware.
        if let Some(allow) = &self.0.allow {
            answer.insert_header((ALLOW, allow.as_str()));
        }
        if let Some(id) = &self.0.request_id {
            answer.insert_header((REQUEST_ID, id.as_str()));
        }
        if let (Some(cause), Some(id)) = (&self.0.cause, &self.0.request_id) {
            tracing::error!(code = self.0.code.name(), request_id = id, cause, "a request failed");
        }
        answer.json(self.details())
    }
}

impl From<AppError> for Problem {
    fn from(error: AppError) -> Self {
        Self::from(&error)
    }
}

impl From<&AppError> for Problem {
    fn from(error: &AppError) -> Self {
        let detail = error.to_string();
        match error {
            AppError::UnknownGame(_) => Self::new(Code::UnknownGame, detail),
            AppError::UnknownTournament(_) => Self::new(Code::UnknownTournament, detail),
            AppError::Tournament(refusal) => organised(refusal),
            AppError::NoToken { .. } => Self::new(Code::NoToken, detail),
            AppError::WrongToken { .. } => Self::new(Code::WrongToken, detail),
            AppError::Forbidden { .. } => Self::new(Code::Forbidden, detail),
            AppError::Invalid { field, detail } => Self::new(Code::InvalidBody, detail).at(field),
            AppError::Options(illegal) => Self::illegal(Code::IllegalOptions, illegal).at("options"),
            AppError::Refused { refusal, awaiting } => {
                let mut problem = refused(refusal);
                problem.0.awaiting = Some(awaiting.iter().collect());
                problem
            }
            AppError::IndexOutOfRange { .. } => Self::new(Code::IndexOutOfRange, detail),
            AppError::NotInTree { .. } => Self::new(Code::NotInTree, detail),
            AppError::SizeOutOfRange { .. } => Self::new(Code::SizeOutOfRange, detail),
            AppError::Stale { index, hash } => {
                let mut problem = Self::new(Code::StaleHead, detail);
                problem.0.head = Some(Head { index: *index, hash: *hash });
                problem
            }
            AppError::KeyReused => Self::new(Code::KeyReused, detail),
            AppError::TooManyStreams { .. } => Self::new(Code::Busy, detail),
            AppError::NameTaken { .. } => Self::new(Code::NameTaken, detail),
            AppError::NotKnown(_) => Self::new(Code::UnknownVersion, detail),
            AppError::Store(error) => stored(error),
            AppError::Broken(cause) => Self::internal(cause.as_str()),
        }
    }
}

fn refused(refusal: &Refusal) -> Problem {
    let code = match refusal {
        Refusal::Illegal(illegal) => return Problem::illegal(Code::IllegalMove, illegal),
        Refusal::Seats { .. } => return Problem::new(Code::InvalidSeats, refusal.to_string()).at("seats"),
        Refusal::BadOutcome(_) => return Problem::new(Code::InvalidOutcome, refusal.to_string()).at("outcome"),
        Refusal::OtherRuleset { .. } => return Problem::new(Code::WrongRuleset, refusal.to_string()).at("ruleset"),
        Refusal::OtherVersion { .. } => return Problem::new(Code::OtherVersion, refusal.to_string()).at("ruleset"),
        Refusal::Over => Code::GameOver,
        Refusal::AwaitingEntropy => Code::AwaitingEntropy,
        Refusal::EntropyNotWanted => Code::EntropyNotWanted,
        Refusal::EntropyGiven(_) => Code::EntropyGiven,
        Refusal::NotYourTurn { .. } => Code::NotYourTurn,
    };
    Problem::new(code, refusal.to_string())
}

fn organised(refusal: &tournament::TournamentRefusal) -> Problem {
    use tournament::TournamentRefusal as R;
    let code = match refusal {
        R::Setup { field, .. } => return Problem::new(Code::InvalidTournament, refusal.to_string()).at(*field),
        R::NoGame { .. } | R::SeatedTwice(_) => Code::InvalidSeats,
        R::NoSuchRuleset { .. } => return Problem::new(Code::InvalidBody, refusal.to_string()).at("ruleset"),
        R::Sealed => Code::TournamentSealed,
        R::NoSuchPlayer(_) => Code::UnknownPlayer,
        R::Withdrawn(_) => Code::PlayerWithdrawn,
        R::TooManyPlayers | R::Started => Code::RegistrationClosed,
        R::WrongFormat(_) => Code::WrongFormat,
        R::RoundRuns { .. } | R::GamesRun(_) | R::StillRuns(_) => Code::GamesRunning,
        R::TooFewPlayers { .. } | R::WrongGroup(_) | R::NoFurtherRound(_) | R::NoPairing | R::TooManyRounds => {
            Code::NoFurtherRound
        }
        R::NotAttached(_) => Code::UnknownGame,
        R::Outcome { .. } => return Problem::new(Code::InvalidOutcome, refusal.to_string()).at("correction.outcome"),
        // Events that the server itself writes.
        R::CommitmentTaken { .. }
        | R::Reserved(_)
        | R::PlayerNumber { .. }
        | R::OtherPairing { .. }
        | R::NoSuchTable(_)
        | R::AttachedTwice(_)
        | R::ConcludedTwice(_)
        | R::OtherStandings => return Problem::internal(refusal.to_string()),
    };
    Problem::new(code, refusal.to_string())
}

fn stored(error: &StoreError) -> Problem {
    match error {
        StoreError::Busy => Problem::new(Code::Busy, error.to_string()),
        StoreError::Conflict { .. } => Problem::new(Code::Conflict, error.to_string()),
        StoreError::KeyReused { .. } => Problem::new(Code::KeyReused, error.to_string()),
        StoreError::Closed => Problem::new(Code::Unavailable, "the server is shutting down"),
        StoreError::Unavailable(_) => {
            Problem::new(Code::Unavailable, "the server cannot use its disk now; nothing that was answered is lost")
                .because(error.to_string())
        }
        StoreError::NoSuchGame(_)
        | StoreError::NoSuchTournament(_)
        | StoreError::Refused(_)
        | StoreError::UnknownLabel(_)
        | StoreError::NewerSchema { .. }
        | StoreError::OlderSchema { .. }
        | StoreError::NoBackup { .. }
        | StoreError::InUse(_)
        | StoreError::Unusable { .. }
        | StoreError::Corrupt { .. } => Problem::internal(error.to_string()),
    }
}
