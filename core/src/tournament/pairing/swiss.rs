//! Swiss: players with equal points meet, nobody meets anyone twice, nobody has a second bye.
//!
//! The method, after the common pairing by halves. Players stand by points, then by their numbers. With an odd
//! number, the lowest who has had no bye and without whom the others can be paired has one. Then, from the top, each
//! player who has no opponent yet gets one: in their group of equal points the one who stands half a group below, else
//! the next one below, else the nearest above, else (floating down) the highest of the groups below; always the first
//! whom they have not met and after whom the rest can still be paired. So a round without a repeat is found whenever
//! there is one. Of two opponents, the one who had the first seat less often gets it, then the one who had it longer ago,
//! then the one with the smaller number.

use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

use super::super::event::Round;
use super::super::ranking::points;
use super::super::refusal::TournamentRefusal;
use super::super::state::Tournament;
use super::{active, made, number};

pub(super) fn next_round(tournament: &Tournament, rounds: u32) -> Result<Round, TournamentRefusal> {
    let round = number(tournament);
    if round > rounds {
        return Err(TournamentRefusal::NoFurtherRound(format!("round {rounds} was the last one")));
    }
    let mut players = active(tournament);
    if players.len() < 2 {
        return Err(TournamentRefusal::TooFewPlayers { needed: 2, left: players.len() });
    }
    let met = Met::of(tournament);
    let points = points(tournament);
    let points = |player: u32| points.get(player as usize).copied().unwrap_or(0);
    players.sort_by_key(|player| (std::cmp::Reverse(points(*player)), *player));
    let byes = match players.len() % 2 {
        0 => Vec::new(),
        _ => vec![take_bye(tournament, &met, &mut players)?],
    };
    if !met.can_pair(&players) {
        return Err(TournamentRefusal::NoPairing);
    }
    let mut tables = Vec::new();
    while let Some((first, rest)) = players.split_first() {
        let (first, rest) = (*first, rest.to_vec());
        let group = 1 + rest.iter().take_while(|other| points(**other) == points(first)).count();
        let others = |at: usize| -> Vec<u32> { without(&rest, at) };
        let fits =
            |at: &usize| rest.get(*at).is_some_and(|other| !met.have(first, *other)) && met.can_pair(&others(*at));
        let at = preference(group, rest.len()).find(fits).ok_or(TournamentRefusal::NoPairing)?;
        tables.push(seated(tournament, first, rest[at]));
        players = others(at);
    }
    Ok(made(round, tables, byes))
}

/// The places in the list behind the first player, in the order they are tried.
fn preference(group: usize, others: usize) -> impl Iterator<Item = usize> {
    // Half a group below, counted behind the first player.
    let half = (group / 2).saturating_sub(1);
    let (below, above) = (half..(group - 1).max(half), (0..half.min(group - 1)).rev());
    below.chain(above).chain(group - 1..others)
}

fn without(list: &[u32], at: usize) -> Vec<u32> {
    list.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, player)| *player).collect()
}

/// Takes out the lowest player who has had no bye and without whom the others can be paired.
fn take_bye(tournament: &Tournament, met: &Met, players: &mut Vec<u32>) -> Result<u32, TournamentRefusal> {
    let had_one = |player: &u32| tournament.rounds().iter().any(|round| round.byes.contains(player));
    let fits = |at: &usize| !had_one(&players[*at]) && met.can_pair(&without(players, *at));
    let at = (0..players.len()).rev().find(fits).ok_or(TournamentRefusal::NoPairing)?;
    Ok(players.remove(at))
}

fn seated(tournament: &Tournament, a: u32, b: u32) -> Vec<u32> {
    let sat_first = |player: u32| {
        let tables = tournament.rounds().iter().flat_map(|round| round.tables.iter().map(move |table| (round, table)));
        let first = tables.filter(|(_, table)| table.first() == Some(&player));
        let rounds: Vec<u32> = first.map(|(round, _)| round.round).collect();
        (rounds.len(), rounds.last().copied().unwrap_or(0), player)
    };
    if sat_first(a) <= sat_first(b) { vec![a, b] } else { vec![b, a] }
}

/// Who has met whom.
struct Met(Vec<Vec<bool>>);

impl Met {
    fn of(tournament: &Tournament) -> Self {
        let players = tournament.players().len();
        let mut met = vec![vec![false; players]; players];
        for table in tournament.rounds().iter().flat_map(|round| &round.tables) {
            for (a, b) in table.iter().flat_map(|a| table.iter().map(move |b| (*a as usize, *b as usize))) {
                met[a][b] = true;
            }
        }
        Self(met)
    }

    fn have(&self, a: u32, b: u32) -> bool {
        self.0[a as usize][b as usize]
    }

    /// Whether an even number of players can be paired so that nobody meets anyone again.
    fn can_pair(&self, players: &[u32]) -> bool {
        let free =
            |player: &u32| players.iter().filter(|other| *other != player && !self.have(*player, **other)).count();
        // Where everyone has half of the others left, a pairing exists (Dirac, 1952).
        if players.iter().all(|player| 2 * free(player) >= players.len()) {
            return true;
        }
        let mut graph: UnGraph<(), (), usize> = UnGraph::default();
        let nodes: Vec<_> = players.iter().map(|_| graph.add_node(())).collect();
        for (at, a) in players.iter().enumerate() {
            for (other, b) in players.iter().enumerate().skip(at + 1) {
                if !self.have(*a, *b) {
                    graph.add_edge(nodes[at], nodes[other], ());
                }
            }
        }
        maximum_matching(&graph).is_perfect()
    }
}

#[cfg(test)]
#[path = "swiss_tests.rs"]
mod tests;
