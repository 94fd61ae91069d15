//! Standings: points, then the tie-breaks, and why everyone stands where they stand.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::format::{Format, TieBreak};
use super::state::{Game, Tournament};

/// Where a player stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Rounds without a game.
    pub byes: u32,
    /// Games that have ended.
    pub games: u32,
    /// The player's name.
    pub name: String,
    /// The player.
    #[schema(maximum = 255)]
    pub player: u32,
    /// The points.
    #[schema(maximum = 9007199254740991_u64)]
    pub points: u64,
    /// The rank, from 1. Players who are level in everything share it.
    #[schema(minimum = 1)]
    pub rank: u32,
    /// What puts the player there.
    pub reason: String,
    /// The tie-breaks, in the order they count.
    pub tie_breaks: Vec<TieBreakValue>,
    /// Games won alone.
    pub wins: u32,
}

/// What a tie-break counts for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TieBreakValue {
    /// The tie-break.
    pub tie_break: TieBreak,
    /// More is better. Null where it was not needed: a direct meeting counts only among players who are tied.
    #[schema(required, minimum = -9007199254740991_i64, maximum = 9007199254740991_i64)]
    pub value: Option<i64>,
}

/// What a player has done in one game.
struct Played {
    player: u32,
    points: u64,
    score: i64,
    won: bool,
    opponents: Vec<u32>,
}

/// What each player has done in a game that has a result.
fn played(tournament: &Tournament, game: &Game) -> Vec<Played> {
    let Some(result) = game.result() else { return Vec::new() };
    let players = &game.attached.players;
    let points = tournament.points(players.len());
    let (mut done, mut place) = (Vec::new(), 0);
    for sharing in &result.ranking {
        for seat in sharing {
            let at = usize::from(seat.0);
            let (Some(&player), Some(&score)) = (players.get(at), result.scores.get(at)) else { continue };
            done.push(Played {
                player,
                points: points.share(place, sharing.len()),
                score: i64::from(score),
                won: place == 0 && sharing.len() == 1,
                opponents: players.iter().copied().filter(|other| *other != player).collect(),
            });
        }
        place += sharing.len();
    }
    done
}

/// The points of every player, games and byes together. In a Swiss tournament a bye counts as a game won.
pub(super) fn points(tournament: &Tournament) -> Vec<u64> {
    let mut points = vec![0; tournament.players().len()];
    for done in tournament.games().iter().flat_map(|game| played(tournament, game)) {
        if let Some(sum) = points.get_mut(done.player as usize) {
            *sum += done.points;
        }
    }
    if let Format::Swiss { .. } = tournament.created().format {
        let worth = tournament.points(2).share(0, 1);
        for player in tournament.rounds().iter().flat_map(|round| &round.byes) {
            if let Some(sum) = points.get_mut(*player as usize) {
                *sum += worth;
            }
        }
    }
    points
}

/// The standings, first place first; players who share a rank in the order of their numbers.
pub(super) fn standings(tournament: &Tournament) -> Vec<Standing> {
    let games: Vec<Vec<Played>> = tournament.games().iter().map(|game| played(tournament, game)).collect();
    let mut rows = totals(tournament, &games);
    rows.sort_by(|a, b| b.points.cmp(&a.points).then(a.player.cmp(&b.player)));
    let mut ranked = Vec::new();
    for tied in rows.chunk_by(|a, b| a.points == b.points) {
        ranked.extend(break_ties(tied.to_vec(), &tournament.created().tie_breaks, &games));
    }
    // Groups that stayed together share the rank of their first.
    let mut rank = 1;
    let mut standings: Vec<Standing> = Vec::new();
    for group in ranked {
        let size = group.len() as u32;
        standings.extend(group.into_iter().map(|row| Standing { rank, ..row }));
        rank += size;
    }
    explain(&mut standings);
    standings
}

/// What every player has done, with every tie-break that does not depend on who is tied.
fn totals(tournament: &Tournament, games: &[Vec<Played>]) -> Vec<Standing> {
    let points = points(tournament);
    let mut rows: Vec<Standing> = (0..)
        .zip(tournament.players())
        .zip(&points)
        .map(|((player, found), points)| {
            let value = |tie_break: &TieBreak| TieBreakValue {
                tie_break: *tie_break,
                value: (*tie_break != TieBreak::DirectMeeting).then_some(0),
            };
            Standing {
                byes: 0,
                games: 0,
                name: found.name.clone(),
                player,
                points: *points,
                rank: 0,
                reason: String::new(),
                tie_breaks: tournament.created().tie_breaks.iter().map(value).collect(),
                wins: 0,
            }
        })
        .collect();
    for done in games.iter().flatten() {
        let Some(row) = rows.get_mut(done.player as usize) else { continue };
        row.games += 1;
        row.wins += u32::from(done.won);
        let met = done.opponents.iter().filter_map(|other| points.get(*other as usize));
        let met: i64 = met.map(|points| i64::try_from(*points).unwrap_or(i64::MAX)).sum();
        for entry in &mut row.tie_breaks {
            let more = match entry.tie_break {
                TieBreak::DirectMeeting => continue,
                TieBreak::ScoreSum => done.score,
                TieBreak::Wins => i64::from(done.won),
                TieBreak::Buchholz => met,
            };
            entry.value = entry.value.map(|value| value + more);
        }
    }
    for player in tournament.rounds().iter().flat_map(|round| &round.byes) {
        if let Some(row) = rows.get_mut(*player as usize) {
            row.byes += 1;
        }
    }
    rows
}

/// Parts players with equal points by the first tie-break that tells them apart, then each part by the next ones.
fn break_ties(mut tied: Vec<Standing>, breaks: &[TieBreak], games: &[Vec<Played>]) -> Vec<Vec<Standing>> {
    let [first, rest @ ..] = breaks else { return vec![tied] };
    if tied.len() < 2 {
        return vec![tied];
    }
    if *first == TieBreak::DirectMeeting {
        let numbers: Vec<u32> = tied.iter().map(|row| row.player).collect();
        for row in &mut tied {
            set(row, *first, direct_meeting(row.player, &numbers, games));
        }
    }
    tied.sort_by(|a, b| value(b, *first).cmp(&value(a, *first)).then(a.player.cmp(&b.player)));
    let groups = tied.chunk_by(|a, b| value(a, *first) == value(b, *first));
    groups.flat_map(|group| break_ties(group.to_vec(), rest, games)).collect()
}

/// The points in the games in which two or more of those tied took part.
fn direct_meeting(player: u32, tied: &[u32], games: &[Vec<Played>]) -> i64 {
    let among = games.iter().filter(|game| game.iter().filter(|done| tied.contains(&done.player)).count() > 1);
    let own = among.flatten().filter(|done| done.player == player);
    own.map(|done| i64::try_from(done.points).unwrap_or(i64::MAX)).sum()
}

fn value(row: &Standing, tie_break: TieBreak) -> Option<i64> {
    row.tie_breaks.iter().find(|entry| entry.tie_break == tie_break)?.value
}

fn set(row: &mut Standing, tie_break: TieBreak, value: i64) {
    for entry in row.tie_breaks.iter_mut().filter(|entry| entry.tie_break == tie_break) {
        entry.value = Some(value);
    }
}

/// Says of each what puts it before the next, or that nothing does.
fn explain(standings: &mut [Standing]) {
    let reasons: Vec<String> = (0..standings.len()).map(|at| reason(standings, at)).collect();
    for (row, reason) in standings.iter_mut().zip(reasons) {
        row.reason = reason;
    }
}

fn reason(standings: &[Standing], at: usize) -> String {
    let Some(row) = standings.get(at) else { return String::new() };
    let points = plural(row.points, "point");
    let level = standings.iter().filter(|other| other.rank == row.rank && other.player != row.player);
    let level: Vec<&str> = level.map(|other| other.name.as_str()).collect();
    if !level.is_empty() {
        return format!("{points}, level with {} in everything that counts", level.join(", "));
    }
    let Some(next) = standings.get(at + 1) else { return points };
    if next.points < row.points {
        return format!("{points}, {} more than {}", row.points - next.points, next.name);
    }
    let decisive = row.tie_breaks.iter().zip(&next.tie_breaks).find(|(own, other)| own.value != other.value);
    match decisive.map(|(own, other)| (own.tie_break, own.value, other.value)) {
        Some((tie_break, Some(own), Some(other))) => {
            format!("{points} like {}, ahead by {}: {own} to {other}", next.name, tie_break.words())
        }
        // A direct meeting was counted in one group and not in the other: points or an earlier tie-break parted them.
        _ => points,
    }
}

fn plural(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
