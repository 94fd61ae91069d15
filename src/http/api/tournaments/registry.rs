//! Tournaments: create, list, look.

use std::collections::BTreeSet;

use actix_web::http::header::LOCATION;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::app::{self, Listing, LiveTournament, TOURNAMENTS_PAGE_MAX, TournamentSummary};
use crate::audit::ToldRuling;
use crate::http::answer::{conditional, game_etag, tag};
use crate::http::api::context::Api;
use crate::http::api::games;
use crate::http::document::responses::{NoProblems, problems};
use crate::http::extract::{self, Body, Caller};
use crate::http::limits::TOURNAMENTS_PAGE;
use crate::http::problem::Problem;
use crate::kernel::{EntropyPolicy, Head, Timestamp};
use crate::rulesets::any::{AnyOptions, Edition, RulesetName};
use crate::tournament::{Format, Played, Points, Round, Ruling, TieBreak};

/// A tournament to create.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "name": "Spring open", "format": {"type": "swiss", "rounds": 5}, "rulesets": [{"ruleset": "red-panda", "options": {}}],
    "points": null, "tie_breaks": ["buchholz", "direct-meeting", "wins"], "entropy": "none"
}))]
pub(in crate::http) struct CreateTournament {
    /// Its name, a line of text.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    /// How its games are made.
    format: Format,
    /// What is played. Round n plays the n-th, counted around.
    #[schema(min_items = 1, max_items = 16)]
    rulesets: Vec<ChosenRuleset>,
    /// The points for each place of a game, first place first; null for the usual ones: two for every place that is better
    /// than the last. Every share of players who share a place must be whole.
    #[serde(default)]
    points: Option<Points>,
    /// What ranks players with equal points, first things first. When left out: direct meeting, games won, sum of scores; in
    /// a Swiss tournament the opponents' points before them.
    #[serde(default)]
    #[schema(max_items = 4)]
    tie_breaks: Option<Vec<TieBreak>>,
    /// Whether the seats of its games add entropy.
    #[serde(default)]
    entropy: EntropyPolicy,
}

/// A ruleset to play, with its options.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct ChosenRuleset {
    /// The ruleset, in its newest version; an older one is `name@version`.
    #[schema(value_type = RulesetName)]
    ruleset: Edition,
    /// The ruleset's options; what is left out takes its default.
    #[serde(default)]
    #[schema(value_type = Option<AnyOptions>)]
    options: Option<Box<RawValue>>,
}

/// Whether a tournament takes events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::http) enum TournamentStatus {
    /// Its organiser may still change it.
    Open,
    /// It has ended; nothing is accepted any more.
    Sealed,
}

impl TournamentStatus {
    fn of(sealed: bool) -> Self {
        if sealed { Self::Sealed } else { Self::Open }
    }
}

/// A player of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct TournamentPlayer {
    /// The number, from 0 in the order of registration.
    #[schema(maximum = 255)]
    player: u32,
    /// The name; null where it was erased.
    #[schema(required)]
    name: Option<String>,
    /// Whether the player plays no further rounds.
    withdrawn: bool,
    /// The players whose names could be taken for this one (UTS 39), as `Barney` for `Bamey`: look twice.
    #[schema(example = json!([]))]
    look_alikes: BTreeSet<u32>,
}

/// A tournament as it stands.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct Tournament {
    /// The tournament's id, a UUID of version 7: it tells when it was created.
    id: Uuid,
    /// Its name; null where it was erased.
    #[schema(required)]
    name: Option<String>,
    /// Whether it takes events.
    status: TournamentStatus,
    /// How its games are made.
    format: Format,
    /// The rulesets with their options; round *n* plays the *n*-th, counted around.
    rulesets: Vec<Played>,
    /// The points for each place; null for the usual ones.
    #[schema(required)]
    points: Option<Points>,
    /// What ranks players with equal points.
    tie_breaks: Vec<TieBreak>,
    /// Whether the seats of its games add entropy.
    entropy: EntropyPolicy,
    /// Its players, by their numbers.
    players: Vec<TournamentPlayer>,
    /// The rounds that were paired.
    rounds: Vec<Round>,
    /// How many games belong to it.
    games: u64,
    /// How many of them have not ended.
    running: u64,
    /// What its arbiters decided.
    rulings: Vec<ToldRuling>,
    /// The end of the log. Its hash is the entity tag of the tournament.
    head: Head,
    /// When it was created.
    created_at: Timestamp,
}

impl Tournament {
    pub(in crate::http) fn of(live: &LiveTournament) -> Self {
        let (state, created) = (&live.state, live.state.created());
        let mut look_alikes = live.look_alikes();
        let player = |(number, player): (u32, &crate::tournament::PlayerState)| TournamentPlayer {
            player: number,
            name: live.player(number).map(Into::into),
            withdrawn: player.withdrawn,
            look_alikes: look_alikes.remove(&number).unwrap_or_default(),
        };
        let ruling = |ruling: &Ruling| ToldRuling {
            correction: ruling.correction.clone(),
            text: live.line(ruling.text).map(Into::into),
        };
        Self {
            id: live.id,
            name: live.name().map(Into::into),
            status: TournamentStatus::of(state.is_sealed()),
            format: created.format,
            rulesets: created.rulesets.clone(),
            points: created.points.clone(),
            tie_breaks: created.tie_breaks.clone(),
            entropy: created.entropy,
            players: (0..).zip(state.players()).map(player).collect(),
            rounds: state.rounds().to_vec(),
            games: state.games().len() as u64,
            running: state.running() as u64,
            rulings: state.rulings().iter().map(ruling).collect(),
            head: live.head,
            created_at: live.created_at,
        }
    }
}

/// A tournament in a listing.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct TournamentListed {
    /// The tournament's id, a UUID of version 7: it tells when it was created.
    id: Uuid,
    /// Its name; null where it was erased.
    #[schema(required)]
    name: Option<String>,
    /// Whether it takes events.
    status: TournamentStatus,
    /// How its games are made.
    format: Format,
    /// The rulesets with their options; round *n* plays the *n*-th, counted around.
    rulesets: Vec<Played>,
    /// The end of the log.
    head: Head,
    /// When it was created.
    created_at: Timestamp,
}

impl From<TournamentSummary> for TournamentListed {
    fn from(summary: TournamentSummary) -> Self {
        let created = summary.created;
        Self {
            id: summary.id,
            name: summary.name,
            status: TournamentStatus::of(summary.sealed),
            format: created.format,
            rulesets: created.rulesets,
            head: summary.head,
            created_at: summary.created_at,
        }
    }
}

/// One page of tournaments, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct TournamentPage {
    /// The tournaments of this page, newest first.
    tournaments: Vec<TournamentListed>,
    /// Tournaments of this page that were changed on disk: their logs are not shown. Empty on a sound disk.
    unreadable: Vec<Uuid>,
    /// Tournaments of this page that go by a version of the rules of tournaments, by a ruleset, or by a version of one that
    /// this server does not know. Empty unless another version of this server has run on the database.
    unknown: Vec<Uuid>,
    /// What to send as `cursor` for the next page; null on the last one.
    #[schema(required)]
    next_cursor: Option<Uuid>,
}

/// A tournament that was just created or changed.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct TournamentChanged {
    /// The tournament after it.
    pub(super) tournament: Tournament,
    /// The signed receipt of its head: a C2SP signed note.
    pub(super) receipt: String,
}

impl From<&app::Amended> for TournamentChanged {
    fn from(amended: &app::Amended) -> Self {
        Self { tournament: Tournament::of(&amended.live), receipt: amended.receipt.clone() }
    }
}

/// Which tournaments to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListTournaments {
    /// Only tournaments of this status.
    status: Option<TournamentStatus>,
    /// The `next_cursor` of the page before.
    cursor: Option<Uuid>,
    /// Tournaments on the page: 1 to 100, 20 when left out.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u64>,
}

problems!(CreateProblems: MalformedJson, MalformedHeader, NoToken, WrongToken, Forbidden, BodyTooLarge, WrongMediaType,
    RequestTimeout, InvalidBody, InvalidSeats, InvalidTournament);
problems!(GetProblems: MalformedPath, UnknownTournament, UnknownVersion);
problems!(StateProblems: MalformedPath, UnknownTournament, UnknownVersion, IndexOutOfRange);

fn chosen((place, chosen): (usize, &ChosenRuleset)) -> Result<Played, Problem> {
    let field = format!("rulesets[{place}].options");
    let options = games::options(chosen.ruleset, chosen.options.as_deref(), &field)?;
    Ok(Played::new(options))
}

fn usual_tie_breaks(format: Format) -> Vec<TieBreak> {
    let usual = [TieBreak::DirectMeeting, TieBreak::Wins, TieBreak::ScoreSum];
    let first = matches!(format, Format::Swiss { .. }).then_some(TieBreak::Buchholz);
    first.into_iter().chain(usual).collect()
}

/// The answer to a call that created or changed a tournament.
pub(super) fn changed(amended: &app::Amended) -> HttpResponse {
    let mut answer = HttpResponse::Created();
    tag(&mut answer, game_etag(&amended.live.head));
    answer.insert_header((LOCATION, format!("/v1/tournaments/{}", amended.live.id)));
    answer.json(TournamentChanged::from(amended))
}

/// Create a tournament.
///
/// The organiser's call; the tournament remembers its organiser, and no other organiser's token may change it. Register
/// players next, then create rounds (or, in an open tournament, seat games).
#[utoipa::path(
    tag = "tournaments",
    operation_id = "create_tournament",
    request_body = CreateTournament,
    security((), ("organiser" = [])),
    responses(
        (status = CREATED, description = "The tournament", body = TournamentChanged,
            headers(("Location" = String, description = "The tournament"), ("ETag" = String, description = "The head's hash"))),
        CreateProblems
    )
)]
#[post("/v1/tournaments")]
pub(in crate::http) async fn create_tournament(
    api: web::Data<Api>,
    caller: Caller,
    body: Body<CreateTournament>,
) -> Result<HttpResponse, Problem> {
    let CreateTournament { name, format, rulesets, points, tie_breaks, entropy } = body.0;
    let rulesets = rulesets.iter().enumerate().map(chosen).collect::<Result<_, _>>()?;
    let tie_breaks = tie_breaks.unwrap_or_else(|| usual_tie_breaks(format));
    let new = app::NewTournament { entropy, format, name, points, rulesets, tie_breaks };
    let created = api.app.create_tournament(&caller.0, new).await?;
    Ok(changed(&created))
}

/// List tournaments.
///
/// Newest first, one page at a time.
#[utoipa::path(
    tag = "tournaments",
    operation_id = "list_tournaments",
    params(ListTournaments),
    responses((status = OK, description = "One page of tournaments", body = TournamentPage), NoProblems)
)]
#[get("/v1/tournaments")]
pub(in crate::http) async fn list_tournaments(
    api: web::Data<Api>,
    query: web::Query<ListTournaments>,
) -> Result<HttpResponse, Problem> {
    let ListTournaments { status, cursor, limit } = query.into_inner();
    let limit = extract::limit(limit, TOURNAMENTS_PAGE, TOURNAMENTS_PAGE_MAX)?;
    let sealed = status.map(|status| status == TournamentStatus::Sealed);
    let mut page = api.app.tournaments(sealed, cursor, limit).await?;
    let tournaments = page.items.drain(..).map(TournamentListed::from).collect();
    let Listing { unreadable, unknown, next, .. } = page;
    Ok(HttpResponse::Ok().json(TournamentPage { tournaments, unreadable, unknown, next_cursor: next }))
}

/// Get a tournament.
///
/// Its players, rounds, rulings and head. Its games and standings have calls of their own.
#[utoipa::path(
    tag = "tournaments",
    operation_id = "get_tournament",
    params(("id" = Uuid, Path, description = "The tournament")),
    responses(
        (status = OK, description = "The tournament", body = Tournament,
            headers(("ETag" = String, description = "The head's hash"))),
        (status = NOT_MODIFIED, description = "The tournament is as the client has it"),
        GetProblems
    )
)]
#[get("/v1/tournaments/{id}")]
pub(in crate::http) async fn get_tournament(
    api: web::Data<Api>,
    request: HttpRequest,
    id: web::Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let live = api.app.tournament(*id).await?;
    Ok(conditional(&request, game_etag(&live.head), || Tournament::of(&live)))
}

/// Get a tournament as it was.
///
/// The tournament after the event at an index of its log.
#[utoipa::path(
    tag = "tournaments",
    operation_id = "get_tournament_at",
    params(("id" = Uuid, Path, description = "The tournament"), ("index" = u64, Path, description = "The event's index")),
    responses((status = OK, description = "The tournament", body = Tournament), StateProblems)
)]
#[get("/v1/tournaments/{id}/states/{index}")]
pub(in crate::http) async fn get_tournament_at(
    api: web::Data<Api>,
    path: web::Path<(Uuid, u64)>,
) -> Result<HttpResponse, Problem> {
    let (id, index) = path.into_inner();
    let live = api.app.tournament_at(id, index).await?;
    Ok(HttpResponse::Ok().json(Tournament::of(&live)))
}
