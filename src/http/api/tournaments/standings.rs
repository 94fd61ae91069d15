//! Where the players of a tournament stand, and the games that put them there.

use actix_web::{HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::app::LiveTournament;
use crate::http::api::context::Api;
use crate::http::document::responses::problems;
use crate::http::extract;
use crate::http::limits::TOURNAMENT_GAMES_PAGE_MAX;
use crate::http::problem::Problem;
use crate::kernel::{Head, Outcome};
use crate::tournament::{Game, Standing, StandingReason, TieBreakValue, Tournament, words};

/// The standings after an event.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct Standings {
    /// The index of the event that they follow.
    index: u64,
    /// The players, first place first.
    standings: Vec<StandingRow>,
}

/// Where a player stands, with the name, and in words.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct StandingRow {
    /// Rounds without a game.
    byes: u32,
    /// Games that have ended.
    games: u32,
    /// The player's name; null where it was erased.
    #[schema(required)]
    name: Option<String>,
    /// The player's number, from 0 in the order of registration.
    #[schema(maximum = 255)]
    player: u32,
    /// The points of all games that have ended, rulings counted.
    #[schema(maximum = 9007199254740991_u64)]
    points: u64,
    /// The rank, from 1. Players who are level in everything share it.
    #[schema(minimum = 1)]
    rank: u32,
    /// What puts the player there.
    reason: StandingReason,
    /// The tie-breaks, in the order they count.
    tie_breaks: Vec<TieBreakValue>,
    /// Games in which the player had the first place alone.
    wins: u32,
    /// What puts the player there, in words.
    #[schema(example = "4 points, 2 more than Bo")]
    words: String,
}

fn rows(live: &LiveTournament) -> Vec<StandingRow> {
    let standings = live.state.standings();
    let words = |at| words(&standings, at, |player| live.called(player));
    let row = |(at, row): (usize, &Standing)| StandingRow {
        byes: row.byes,
        games: row.games,
        name: live.player(row.player).map(Into::into),
        player: row.player,
        points: row.points,
        rank: row.rank,
        reason: row.reason,
        tie_breaks: row.tie_breaks.clone(),
        wins: row.wins,
        words: words(at),
    };
    standings.iter().enumerate().map(row).collect()
}

/// After which event.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct StandingsAt {
    /// The event's index; the end of the log when left out.
    at: Option<u64>,
}

/// A game of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct TournamentGame {
    /// Its number in the tournament, from 0 in the order they were attached.
    number: u64,
    /// The game's id.
    game: Uuid,
    /// The round that it belongs to; null in a format without rounds.
    #[schema(required)]
    round: Option<u32>,
    /// Which of the tournament's rulesets it plays, from 0.
    ruleset: u32,
    /// The players, in seat order.
    players: Vec<u32>,
    /// The end of its log; null while it runs.
    #[schema(required)]
    head: Option<Head>,
    /// How it ended; null while it runs.
    #[schema(required)]
    outcome: Option<Outcome>,
    /// Why it ended, in words; null while it runs.
    #[schema(required)]
    outcome_words: Option<String>,
    /// The result that an arbiter made count instead; null where none did.
    #[schema(required)]
    correction: Option<Outcome>,
}

impl TournamentGame {
    fn of(tournament: &Tournament, (number, game): (u64, &Game)) -> Self {
        let attached = &game.attached;
        let played = tournament.created().rulesets.get(attached.ruleset as usize);
        let words = |outcome: &Outcome| Some(played?.options.edition().words(&outcome.reason));
        Self {
            outcome_words: game.ended.as_ref().and_then(|(_, outcome)| words(outcome)),
            number,
            game: attached.game,
            round: attached.round,
            ruleset: attached.ruleset,
            players: attached.players.clone(),
            head: game.ended.as_ref().map(|(head, _)| *head),
            outcome: game.ended.as_ref().map(|(_, outcome)| outcome.clone()),
            correction: game.correction.clone(),
        }
    }
}

/// One page of a tournament's games, in the order they were attached.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct TournamentGamePage {
    /// The games, in the order in which they were attached.
    games: Vec<TournamentGame>,
    /// What to send as `after` for the next page; null on the last one.
    #[schema(required)]
    next_after: Option<u64>,
}

/// Which games to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListTournamentGames {
    /// Only games of this round.
    #[param(maximum = 65_535)]
    round: Option<u16>,
    /// Only games behind this number; from the first one when left out.
    #[param(maximum = 9_007_199_254_740_991_i64)]
    after: Option<u64>,
    /// Games on the page: 1 to 1000, 1000 when left out.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u64>,
}

problems!(StandingsProblems: MalformedPath, UnknownTournament, UnknownVersion, IndexOutOfRange);
problems!(GamesProblems: MalformedPath, UnknownTournament, UnknownVersion);

/// Get the standings.
///
/// By points, then by the tournament's tie-breaks, with the reason for each rank. Games that run do not count yet; a
/// correction counts instead of the game's own result.
#[utoipa::path(
    tag = "tournaments",
    operation_id = "get_standings",
    params(("id" = Uuid, Path, description = "The tournament"), StandingsAt),
    responses((status = OK, description = "The standings", body = Standings), StandingsProblems)
)]
#[get("/v1/tournaments/{id}/standings")]
pub(in crate::http) async fn get_standings(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
    query: web::Query<StandingsAt>,
) -> Result<HttpResponse, Problem> {
    let live = match query.at {
        Some(index) => api.app.tournament_at(*id, index).await?,
        None => api.app.tournament(*id).await?,
    };
    Ok(HttpResponse::Ok().json(Standings { index: live.head.index, standings: rows(&live) }))
}

/// List the games of a tournament.
///
/// In the order they were attached, with their results.
#[utoipa::path(
    tag = "tournaments",
    operation_id = "list_tournament_games",
    params(("id" = Uuid, Path, description = "The tournament"), ListTournamentGames),
    responses((status = OK, description = "One page of games", body = TournamentGamePage), GamesProblems)
)]
#[get("/v1/tournaments/{id}/games")]
pub(in crate::http) async fn list_tournament_games(
    api: web::Data<Api>,
    id: web::Path<Uuid>,
    query: web::Query<ListTournamentGames>,
) -> Result<HttpResponse, Problem> {
    let limit = extract::limit(query.limit, TOURNAMENT_GAMES_PAGE_MAX, TOURNAMENT_GAMES_PAGE_MAX)?;
    let after = extract::start("after", query.after)?;
    let live = api.app.tournament(*id).await?;
    let behind = |number: u64| after.is_none_or(|after| number > after);
    let of_round = |game: &Game| query.round.is_none_or(|round| game.attached.round == Some(round.into()));
    let games = (0..).zip(live.state.games()).filter(|(number, game)| behind(*number) && of_round(game));
    // One more than asked for tells whether there is a next page.
    let take = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut games: Vec<TournamentGame> =
        games.take(take.saturating_add(1)).map(|it| TournamentGame::of(&live.state, it)).collect();
    let more = games.len() > take;
    games.truncate(take);
    let next_after = games.last().map(|last| last.number).filter(|_| more);
    Ok(HttpResponse::Ok().json(TournamentGamePage { games, next_after }))
}
