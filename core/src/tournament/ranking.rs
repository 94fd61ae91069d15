//! Standings: points, then the tie-breaks, and why everyone stands where they stand.

use super::format::{Format, Rules, TieBreak};
use super::standing::{Standing, StandingReason, TieBreakValue};
use super::state::{Game, Tournament};

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
///
/// No sum overflows: a game or a bye gives at most 1,000,000 points, and 2^44 of them fit into no memory.
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

/// A player's row in the making.
///
/// What the tie-breaks count is wide, so that it ranks right whatever an open tournament adds up to.
#[derive(Clone)]
struct Row {
    byes: u32,
    games: u32,
    player: u32,
    points: u64,
    tie_breaks: Vec<Option<i128>>,
    wins: u32,
}

impl Row {
    fn standing(self, rank: u32, reason: StandingReason, breaks: &[TieBreak]) -> Standing {
        let value = |(tie_break, value): (&TieBreak, Option<i128>)| TieBreakValue {
            tie_break: *tie_break,
            value: value.map(written),
        };
        let tie_breaks = breaks.iter().zip(self.tie_breaks).map(value).collect();
        let Self { byes, games, player, points, wins, .. } = self;
        Standing { byes, games, player, points, rank, reason, tie_breaks, wins }
    }
}

/// A wide sum as a row has it. One that does not fit has no canonical form either, cut or not: no log ever has it.
fn written(sum: i128) -> i64 {
    sum.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

/// The standings, first place first; players who share a rank in the order of their numbers.
pub(super) fn standings(tournament: &Tournament) -> Vec<Standing> {
    match tournament.created().rules {
        Rules::V1 => ranked(tournament),
    }
}

fn ranked(tournament: &Tournament) -> Vec<Standing> {
    let breaks = &tournament.created().tie_breaks;
    let games: Vec<Vec<Played>> = tournament.games().iter().map(|game| played(tournament, game)).collect();
    let mut rows = totals(tournament, &games);
    rows.sort_by(|a, b| b.points.cmp(&a.points).then(a.player.cmp(&b.player)));
    let mut groups = Vec::new();
    for tied in rows.chunk_by(|a, b| a.points == b.points) {
        groups.extend(break_ties(tied.to_vec(), 0, breaks, &games));
    }
    let reasons: Vec<StandingReason> = (0..groups.len()).map(|at| reason(&groups[at..], breaks)).collect();
    // Groups that stayed together share the rank of their first.
    let mut rank = 1;
    let mut standings = Vec::new();
    for (group, reason) in groups.into_iter().zip(reasons) {
        let size = group.len() as u32;
        standings.extend(group.into_iter().map(|row| row.standing(rank, reason, breaks)));
        rank += size;
    }
    standings
}

/// What every player has done, with every tie-break that does not depend on who is tied.
fn totals(tournament: &Tournament, games: &[Vec<Played>]) -> Vec<Row> {
    let (points, breaks) = (points(tournament), &tournament.created().tie_breaks);
    let unmet = |tie_break: &TieBreak| (*tie_break != TieBreak::DirectMeeting).then_some(0);
    let row = |(player, points): (u32, &u64)| Row {
        byes: 0,
        games: 0,
        player,
        points: *points,
        tie_breaks: breaks.iter().map(unmet).collect(),
        wins: 0,
    };
    let mut rows: Vec<Row> = (0..).zip(&points).map(row).collect();
    for done in games.iter().flatten() {
        let Some(row) = rows.get_mut(done.player as usize) else { continue };
        row.games += 1;
        row.wins += u32::from(done.won);
        let met = done.opponents.iter().filter_map(|other| points.get(*other as usize));
        let met: i128 = met.map(|points| i128::from(*points)).sum();
        for (tie_break, sum) in breaks.iter().zip(&mut row.tie_breaks) {
            let more = match tie_break {
                TieBreak::DirectMeeting => continue,
                TieBreak::ScoreSum => done.score.into(),
                TieBreak::Wins => done.won.into(),
                TieBreak::Buchholz => met,
            };
            *sum = sum.map(|sum| sum + more);
        }
    }
    for player in tournament.rounds().iter().flat_map(|round| &round.byes) {
        if let Some(row) = rows.get_mut(*player as usize) {
            row.byes += 1;
        }
    }
    rows
}

/// Parts players with equal points by the tie-break at a place of the list, then each part by the next ones.
fn break_ties(mut tied: Vec<Row>, at: usize, breaks: &[TieBreak], games: &[Vec<Played>]) -> Vec<Vec<Row>> {
    let Some(tie_break) = breaks.get(at) else { return vec![tied] };
    if tied.len() < 2 {
        return vec![tied];
    }
    if *tie_break == TieBreak::DirectMeeting {
        let numbers: Vec<u32> = tied.iter().map(|row| row.player).collect();
        for row in &mut tied {
            row.tie_breaks[at] = Some(direct_meeting(row.player, &numbers, games));
        }
    }
    tied.sort_by(|a, b| b.tie_breaks[at].cmp(&a.tie_breaks[at]).then(a.player.cmp(&b.player)));
    let groups = tied.chunk_by(|a, b| a.tie_breaks[at] == b.tie_breaks[at]);
    groups.flat_map(|group| break_ties(group.to_vec(), at + 1, breaks, games)).collect()
}

/// The points in the games in which two or more of those tied took part.
fn direct_meeting(player: u32, tied: &[u32], games: &[Vec<Played>]) -> i128 {
    let among = games.iter().filter(|game| game.iter().filter(|done| tied.contains(&done.player)).count() > 1);
    let own = among.flatten().filter(|done| done.player == player);
    own.map(|done| i128::from(done.points)).sum()
}

/// What puts the first of the groups before the second, if anything does.
fn reason(groups: &[Vec<Row>], breaks: &[TieBreak]) -> StandingReason {
    match groups {
        [rank, ..] if rank.len() > 1 => StandingReason::Level { others: rank.len() as u32 - 1 },
        [rank, after, ..] => match (rank.first(), after.first()) {
            (Some(row), Some(next)) => ahead(row, next, breaks),
            _ => StandingReason::Last {},
        },
        _ => StandingReason::Last {},
    }
}

fn ahead(row: &Row, next: &Row, breaks: &[TieBreak]) -> StandingReason {
    let values = row.tie_breaks.iter().zip(&next.tie_breaks);
    let parted = breaks.iter().zip(values).find(|(_, (own, other))| own != other);
    match parted {
        Some((tie_break, (Some(own), Some(other)))) if row.points == next.points => {
            let (value, next) = (written(*own), written(*other));
            match tie_break {
                TieBreak::DirectMeeting => StandingReason::DirectMeeting { next, value },
                TieBreak::ScoreSum => StandingReason::ScoreSum { next, value },
                TieBreak::Wins => StandingReason::Wins { next, value },
                TieBreak::Buchholz => StandingReason::Buchholz { next, value },
            }
        }
        // The points differ: of two with equal points in two groups, the tie-break that parted them has a value for both.
        _ => StandingReason::Points { next: next.points, value: row.points },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2^53 and more has no canonical form, so a row may cut it; who is ahead is right all the same.
    #[test]
    fn sums_that_no_row_holds_still_rank_and_are_cut_where_they_are_written() {
        let most = i128::from(i64::MAX);
        let row = |player, sum| Row { byes: 0, games: 1, player, points: 2, tie_breaks: vec![Some(sum)], wins: 0 };
        let tied = vec![row(0, most + 1), row(1, most + 2), row(2, -most - 2)];
        let groups = break_ties(tied, 0, &[TieBreak::Buchholz], &[]);
        assert_eq!(groups.iter().map(|group| group[0].player).collect::<Vec<_>>(), [1, 0, 2]);
        assert_eq!([most + 1, most, -7, -most - 2].map(written), [i64::MAX, i64::MAX, -7, i64::MIN]);
    }
}
