//! Pairings: who meets whom in the next round. Pure functions of the tournament, so that anyone can make them again.

mod round_robin;
mod swiss;

use super::event::Round;
use super::format::{Format, Rules};
use super::ranking;
use super::refusal::TournamentRefusal;
use super::state::Tournament;

/// The next round of a tournament whose last round is over.
pub(super) fn next_round(tournament: &Tournament) -> Result<Round, TournamentRefusal> {
    let created = tournament.created();
    match (created.rules, created.format) {
        (Rules::V1, Format::Open {}) => {
            Err(TournamentRefusal::WrongFormat("the organiser seats the games of an open tournament"))
        }
        (Rules::V1, Format::FirstTo { wins }) => first_to(tournament, wins),
        (Rules::V1, Format::RoundRobin { group_size, rounds }) => {
            round_robin::next_round(tournament, group_size, rounds)
        }
        (Rules::V1, Format::Swiss { rounds }) => swiss::next_round(tournament, rounds),
    }
}

/// A round as it was made: nobody was seated by hand, and nobody meets again.
fn made(round: u32, tables: Vec<Vec<u32>>, byes: Vec<u32>) -> Round {
    Round { by_hand: Vec::new(), byes, repeated: Vec::new(), round, tables }
}

/// The number of the next round.
fn number(tournament: &Tournament) -> u32 {
    tournament.rounds().last().map_or(1, |last| last.round + 1)
}

/// The players who have not withdrawn.
fn active(tournament: &Tournament) -> Vec<u32> {
    (0..).zip(tournament.players()).filter(|(_, player)| !player.withdrawn).map(|(number, _)| number).collect()
}

/// The same group again, everyone one seat on, until somebody has won so many games alone.
fn first_to(tournament: &Tournament, wins: u32) -> Result<Round, TournamentRefusal> {
    let ranked = ranking::standings(tournament);
    if let Some(winner) = ranked.iter().find(|row| row.wins >= wins) {
        return Err(TournamentRefusal::NoFurtherRound(format!(
            "player {} has won {} games",
            winner.player, winner.wins
        )));
    }
    let (mut group, all, round) = (active(tournament), tournament.players().len(), number(tournament));
    if group.len() < all {
        return Err(TournamentRefusal::NoFurtherRound(
            "a player has withdrawn, and a match is played by its whole group".into(),
        ));
    }
    let played = tournament.created().rulesets.get(tournament.ruleset_of(round) as usize);
    let fits = played.ok_or(TournamentRefusal::WrongGroup(all)).and_then(|played| played.check_seats(all));
    fits?;
    // A check that the ruleset takes the group comes before the turn, which an empty group has not.
    group.rotate_left((round as usize - 1) % all.max(1));
    Ok(made(round, vec![group], Vec::new()))
}
