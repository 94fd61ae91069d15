//! States and replays: what a viewer may see at any index.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::context::Api;
use crate::app;
use crate::http::answer::{conditional, view_etag};
use crate::http::document::responses::problems;
use crate::http::extract::Caller;
use crate::http::problem::{Code, Problem};
use crate::kernel::{Seat, Viewer};
use crate::log::Event;
use crate::rulesets::any::{AnyEffect, AnyView};

/// What somebody is to a game, which says what they see of it.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ViewerKind)]
enum ViewerKind {
    /// Somebody without a seat, who sees what lies open.
    Spectator,
    /// One of its players, who sees what is theirs as well.
    Seat,
    /// Everyone, once the game is over: everything is told.
    Full,
}

impl From<Viewer> for ViewerKind {
    fn from(viewer: Viewer) -> Self {
        match viewer {
            Viewer::Spectator => Self::Spectator,
            Viewer::Seat(_) => Self::Seat,
            Viewer::Full => Self::Full,
        }
    }
}

/// The state at an index, as a viewer may see it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = State)]
pub(in crate::http) struct StateAt {
    /// The index of the event that the state follows.
    index: u64,
    /// For whom the answer shows the game.
    viewer: ViewerKind,
    /// What they see; null as long as nothing is dealt.
    #[schema(required)]
    view: Option<AnyView>,
    /// The seats that may act; empty exactly when the game is over.
    awaiting: Vec<Seat>,
}

/// One step of a replay.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct Frame {
    /// The index of the event that the frame shows, from 0.
    index: u64,
    /// The event, open as far as the viewer may know it.
    event: Event,
    /// What it visibly did.
    effects: Vec<AnyEffect>,
    /// What may be seen after it; null as long as nothing is dealt.
    #[schema(required)]
    view: Option<AnyView>,
    /// The seats that may act after it.
    awaiting: Vec<Seat>,
}

/// A stretch of a game, a frame for each event.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct Replay {
    /// For whom the answer shows the game.
    viewer: ViewerKind,
    /// The steps, ascending; at most 1000 in one answer.
    frames: Vec<Frame>,
    /// What to send as `from` to go on; null when the last step asked for is here.
    #[schema(required)]
    next_from: Option<u64>,
}

/// Which part of a game to replay.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ReplayRange {
    /// The first index; 0 when left out.
    #[param(maximum = 9_007_199_254_740_991_i64)]
    from: Option<u64>,
    /// The last index; the head's when left out.
    #[param(maximum = 9_007_199_254_740_991_i64)]
    to: Option<u64>,
    /// Who looks: `spectator`, `full`, or the number of a seat. Left out, whoever asks; once the game is over anyone may
    /// look as anyone.
    #[param(example = "spectator", pattern = "^(spectator|full|[0-9]{1,2})$")]
    viewer: Option<String>,
}

/// Reads the viewer of a query.
fn viewer(text: &str) -> Result<Viewer, Problem> {
    match text {
        "spectator" => Ok(Viewer::Spectator),
        "full" => Ok(Viewer::Full),
        // `parse` alone would take a sign too.
        seat => match seat.parse() {
            Ok(number) if seat.len() <= 2 && !seat.starts_with('+') => Ok(Viewer::Seat(Seat(number))),
            _ => {
                let detail = format!("viewer: expected spectator, full or the number of a seat, found {seat:?}");
                Err(Problem::new(Code::MalformedQuery, detail))
            }
        },
    }
}

problems!(HeadProblems: MalformedPath, MalformedHeader, WrongToken, UnknownGame, UnknownVersion);
problems!(IndexProblems: MalformedPath, MalformedHeader, WrongToken, UnknownGame, UnknownVersion, IndexOutOfRange);
problems!(ReplayProblems: MalformedPath, MalformedHeader, WrongToken, Forbidden, UnknownGame, UnknownVersion,
    IndexOutOfRange, BackwardRange);

impl From<app::StateAt> for StateAt {
    fn from(state: app::StateAt) -> Self {
        Self {
            index: state.index,
            viewer: state.viewer.into(),
            view: state.view,
            awaiting: state.awaiting.iter().collect(),
        }
    }
}

impl From<app::Frame> for Frame {
    fn from(frame: app::Frame) -> Self {
        Self {
            index: frame.event.record.index,
            event: frame.event,
            effects: frame.effects,
            view: frame.view,
            awaiting: frame.awaiting.iter().collect(),
        }
    }
}

async fn state(
    api: &Api,
    request: &HttpRequest,
    id: Uuid,
    caller: &Caller,
    index: Option<u64>,
) -> Result<HttpResponse, Problem> {
    let state = api.app.state(id, &caller.0, index).await?;
    Ok(conditional(request, view_etag(&state.head, state.viewer), || StateAt::from(state)))
}

/// Look at the state now.
///
/// What the viewer may see after the last event.
#[utoipa::path(
    tag = "replay",
    operation_id = "get_state",
    params(("id" = Uuid, Path, description = "The game")),
    security((), ("seat" = [])),
    responses(
        (status = OK, description = "The state at the head", body = StateAt),
        (status = NOT_MODIFIED, description = "The state is as the client has it"),
        HeadProblems
    )
)]
#[get("/v1/games/{id}/state")]
pub(in crate::http) async fn get_state(
    api: web::Data<Api>,
    request: HttpRequest,
    id: web::Path<Uuid>,
    caller: Caller,
) -> Result<HttpResponse, Problem> {
    state(&api, &request, *id, &caller, None).await
}

/// Look at the state at an index.
///
/// What the viewer may see after that event; the full state once the game is over.
#[utoipa::path(
    tag = "replay",
    operation_id = "get_state_at",
    params(("id" = Uuid, Path, description = "The game"), ("index" = u64, Path, description = "The event's index")),
    security((), ("seat" = [])),
    responses(
        (status = OK, description = "The state at the index", body = StateAt),
        (status = NOT_MODIFIED, description = "The state is as the client has it"),
        IndexProblems
    )
)]
#[get("/v1/games/{id}/states/{index}")]
pub(in crate::http) async fn get_state_at(
    api: web::Data<Api>,
    request: HttpRequest,
    path: web::Path<(Uuid, u64)>,
    caller: Caller,
) -> Result<HttpResponse, Problem> {
    let (id, index) = *path;
    state(&api, &request, id, &caller, Some(index)).await
}

/// Replay a game.
///
/// Event, effects and view at every index, in one answer of at most 1000 steps.
#[utoipa::path(
    tag = "replay",
    operation_id = "replay_game",
    params(("id" = Uuid, Path, description = "The game"), ReplayRange),
    security((), ("seat" = [])),
    responses(
        (status = OK, description = "The replay", body = Replay),
        (status = NOT_MODIFIED, description = "The replay is as the client has it"),
        ReplayProblems
    )
)]
#[get("/v1/games/{id}/replay")]
pub(in crate::http) async fn replay_game(
    api: web::Data<Api>,
    request: HttpRequest,
    id: web::Path<Uuid>,
    query: web::Query<ReplayRange>,
    caller: Caller,
) -> Result<HttpResponse, Problem> {
    let ReplayRange { from, to, viewer: wish } = query.into_inner();
    if let (Some(from), Some(to)) = (from, to)
        && from > to
    {
        let detail = format!("a replay runs forward: from {from} cannot lie behind to {to}");
        return Err(Problem::new(Code::BackwardRange, detail));
    }
    let wish = wish.as_deref().map(viewer).transpose()?;
    let replay = api.app.replay(*id, &caller.0, wish, from.unwrap_or(0), to).await?;
    Ok(conditional(&request, view_etag(&replay.head, replay.viewer), || Replay {
        viewer: replay.viewer.into(),
        frames: replay.frames.into_iter().map(Frame::from).collect(),
        next_from: replay.next,
    }))
}
