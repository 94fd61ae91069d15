//! Round robin: everyone meets everyone as equally as possible, and sits everywhere as equally as possible.
//!
//! **Two at a table**: the circle method. With n players (one more, who is nobody, if n is odd) the rounds 1 to n-1 pair
//! everyone with everyone exactly once; whoever meets nobody has a bye. Nobody has the first seat more than one time
//! more often than the second. Further rounds go around again with the seats swapped.
//!
//! **More at a table**: a search. Each round takes as many full tables as there are players for; those with the fewest
//! byes sit out. The tables of the rounds to come, but of no more than the usual number of rounds, are planned together:
//! from a fixed number of shuffled starts, players of two tables are swapped as long as that lets pairs meet more equally,
//! and the best plan's next round is played.
//! Whoever has sat on a seat the fewest times gets it. The shuffles are draws from a fixed key, so the plan is a function
//! of the rounds played, and everyone can make it again. Without withdrawals and with the usual number of rounds, everyone
//! has equally many byes. With up to 12 players, no two pairs differ by more than 2 meetings at tables of 3 and 4 (by more
//! than 3 at tables of 5), and nobody has had one seat more than 2 times more often than another; where every pair can
//! meet equally often in few rounds, as with 9 players at tables of 3 or 16 at tables of 4, it does.

use super::super::event::Round;
use super::super::refusal::TournamentRefusal;
use super::super::state::Tournament;
use super::{active, made, number};
use crate::kernel::{GameKey, Hasher, Table};

/// Shuffled starts of a plan.
const STARTS: u32 = 48;
/// With more players than this, only the next round is planned.
const PLANNED_PLAYERS_MAX: usize = 30;

/// The fewest rounds that have seats enough for everyone to meet everyone, and after which everyone has played equally
/// many games.
pub(super) fn usual_rounds(players: usize, group_size: usize) -> usize {
    let byes = players % group_size;
    let seated = players - byes;
    let enough = (players * players.saturating_sub(1)).div_ceil(((group_size - 1) * seated).max(1));
    // After as many rounds as there are players, everyone has had as many byes as there are in a round.
    (enough..).find(|rounds| (rounds * byes).is_multiple_of(players.max(1))).unwrap_or(enough)
}

pub(super) fn next_round(
    tournament: &Tournament,
    group_size: u8,
    rounds: Option<u32>,
) -> Result<Round, TournamentRefusal> {
    let (players, size) = (active(tournament), usize::from(group_size));
    if players.len() < size {
        return Err(TournamentRefusal::TooFewPlayers { needed: size, left: players.len() });
    }
    let (all, round) = (tournament.players().len(), number(tournament));
    let usual = usual_rounds(all, size);
    let rounds = rounds.map_or(usual, |rounds| rounds as usize);
    let left = (rounds + 1).saturating_sub(round as usize);
    if left == 0 {
        return Err(TournamentRefusal::NoFurtherRound(format!("round {rounds} was the last one")));
    }
    let (tables, byes) = if size == 2 {
        circle(&players, all, round as usize - 1)
    } else {
        let history = History::of(all, size, tournament.rounds());
        // Whoever asks for 512 rounds would have each of them planned for minutes, here and by every verifier.
        history.plan(&players, left.min(usual))
    };
    if tables.is_empty() {
        return Err(TournamentRefusal::TooFewPlayers { needed: size, left: players.len() });
    }
    Ok(made(round, tables, byes))
}

/// One round of the circle method. Whoever should meet a player who has withdrawn has a bye.
fn circle(players: &[u32], all: usize, round: usize) -> (Vec<Vec<u32>>, Vec<u32>) {
    let around = all + all % 2 - 1;
    let (turn, swapped) = (round % around, (round / around) % 2 == 1);
    let (mut tables, mut byes) = (Vec::new(), Vec::new());
    let here = |player: usize| u32::try_from(player).is_ok_and(|player| players.contains(&player));
    for (a, b) in (0..=around / 2).map(|step| opponents(turn, step, around)) {
        let pair = if first_sits_first(a, b, around) != swapped { [a, b] } else { [b, a] };
        match pair.map(here) {
            [true, true] => tables.push(pair.map(|player| player as u32).to_vec()),
            [true, false] => byes.push(pair[0] as u32),
            [false, true] => byes.push(pair[1] as u32),
            [false, false] => {}
        }
    }
    byes.sort_unstable();
    (tables, byes)
}

/// The pair at a step around the circle: the last player (or nobody) meets the one at the top.
fn opponents(turn: usize, step: usize, around: usize) -> (usize, usize) {
    if step == 0 { (turn, around) } else { ((turn + step) % around, (turn + around - step) % around) }
}

/// Players whose numbers differ by an odd number: the smaller one sits first; by an even one: the larger one. Against the
/// last one, the lower half of the others does. So nobody sits first more than one time more often than second.
fn first_sits_first(a: usize, b: usize, around: usize) -> bool {
    if b == around {
        return a < around.div_ceil(2);
    }
    let odd = a.abs_diff(b) % 2 == 1;
    odd == (a < b)
}

/// Who has met whom how often, who sat where, and who sat out.
#[derive(Clone)]
struct History {
    size: usize,
    met: Vec<Vec<u64>>,
    sat: Vec<Vec<u64>>,
    byes: Vec<u64>,
}

impl History {
    fn of(players: usize, size: usize, rounds: &[Round]) -> Self {
        let mut history = Self {
            size,
            met: vec![vec![0; players]; players],
            sat: vec![vec![0; size]; players],
            byes: vec![0; players],
        };
        for round in rounds {
            history.add(&round.tables, &round.byes);
        }
        history
    }

    fn add(&mut self, tables: &[Vec<u32>], byes: &[u32]) {
        for table in tables {
            for (seat, player) in table.iter().enumerate() {
                self.sat[*player as usize][seat] += 1;
                for other in table.iter().filter(|other| *other != player) {
                    self.met[*player as usize][*other as usize] += 1;
                }
            }
        }
        for player in byes {
            self.byes[*player as usize] += 1;
        }
    }

    /// The next round of the best plan for the rounds that are left.
    fn plan(&self, players: &[u32], left: usize) -> (Vec<Vec<u32>>, Vec<u32>) {
        let ahead = if players.len() > PLANNED_PLAYERS_MAX { 1 } else { left };
        let key = GameKey::new(*Hasher::tagged("pandect/pairing/v1").finish().as_bytes());
        let plans = (0..STARTS).map(|start| {
            let mut table: Table<()> = Table::at(key, u64::from(start));
            let (mut history, mut next) = (self.clone(), None);
            for _ in 0..ahead {
                let (tables, byes) = history.round(players, &mut table);
                history.add(&tables, &byes);
                next.get_or_insert((tables, byes));
            }
            (history.unevenness(players), next)
        });
        // The first of the best: plans are compared in the order of their starts.
        let best = plans.min_by_key(|(unevenness, _)| *unevenness);
        best.and_then(|(_, next)| next).unwrap_or_default()
    }

    /// One round from a shuffled start.
    fn round(&self, players: &[u32], table: &mut Table<()>) -> (Vec<Vec<u32>>, Vec<u32>) {
        let mut seated = players.to_vec();
        table.shuffle(&mut seated);
        seated.sort_by_key(|player| std::cmp::Reverse(self.byes[*player as usize]));
        let mut byes = seated.split_off(players.len() - players.len() % self.size);
        byes.sort_unstable();
        table.shuffle(&mut seated);
        self.even_out(&mut seated);
        let tables = seated.chunks(self.size).map(|group| self.seat(group)).collect();
        (tables, byes)
    }

    /// Swaps players of two tables as long as that lets pairs meet more equally.
    fn even_out(&self, seated: &mut [u32]) {
        loop {
            let mut better = false;
            for a in 0..seated.len() {
                for b in (a + 1)..seated.len() {
                    if a / self.size != b / self.size && self.gain(seated, a, b) > 0 {
                        seated.swap(a, b);
                        better = true;
                    }
                }
            }
            if !better {
                return;
            }
        }
    }

    /// How much less uneven the round becomes when the players at two places swap.
    fn gain(&self, seated: &[u32], a: usize, b: usize) -> i64 {
        let (left, right) = (seated[a], seated[b]);
        let own = |at: usize| (at / self.size) * self.size..(at / self.size + 1) * self.size;
        let cost = |player: u32, at: usize| -> i64 {
            let others = own(at).filter(|other| *other != at).map(|other| seated[other]);
            others.map(|other| self.cost(player, other)).sum()
        };
        cost(left, a) + cost(right, b) - cost(right, a) - cost(left, b)
    }

    /// What one more meeting costs: more, the more there were.
    fn cost(&self, a: u32, b: u32) -> i64 {
        let met = self.met[a as usize][b as usize];
        i64::try_from(met * met * met).unwrap_or(i64::MAX / 1024)
    }

    /// How unequally often the pairs have met.
    fn unevenness(&self, players: &[u32]) -> u64 {
        let pairs = players.iter().flat_map(|a| players.iter().filter(move |b| a < *b).map(move |b| (a, b)));
        pairs.map(|(a, b)| self.met[*a as usize][*b as usize].pow(3)).sum()
    }

    /// Seats a group: of all orders the one that gives everyone the seats they had the fewest times.
    fn seat(&self, group: &[u32]) -> Vec<u32> {
        let mut best = (u64::MAX, group.to_vec());
        let mut sorted = group.to_vec();
        sorted.sort_unstable();
        permute(&mut sorted, 0, &mut |order| {
            let sat = |(seat, player): (usize, &u32)| {
                let times = self.sat[*player as usize][seat];
                (times + 1).pow(3) - times.pow(3)
            };
            let cost = order.iter().enumerate().map(sat).sum();
            if cost < best.0 {
                best = (cost, order.to_vec());
            }
        });
        best.1
    }
}

/// Shows every order of the items from a place on.
fn permute(items: &mut [u32], from: usize, show: &mut impl FnMut(&[u32])) {
    if from == items.len() {
        return show(items);
    }
    for at in from..items.len() {
        items.swap(from, at);
        permute(items, from + 1, show);
        items.swap(from, at);
    }
}

#[cfg(test)]
#[path = "round_robin_tests.rs"]
mod tests;
