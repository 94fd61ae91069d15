//! No repeats, byes once, floats down, a round whenever there is one.

use super::super::super::tests::{play_round, tournament};
use super::super::super::{Format, TournamentPayload, TournamentRefusal, Withdrawal};

fn swiss(players: u32, rounds: u32) -> super::Tournament {
    tournament(Format::Swiss { rounds }, players)
}

#[test]
fn the_first_round_pairs_the_upper_half_with_the_lower() {
    let round = play_round(&mut swiss(8, 3), |_| 0);
    let mut pairs = round.tables.clone();
    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
    assert_eq!(pairs, [[0, 4], [1, 5], [2, 6], [3, 7]]);
}

#[test]
fn winners_meet_winners_and_an_odd_one_floats_down() {
    let mut swiss = swiss(6, 3);
    // The better number wins: 0, 1 and 2 have a win each.
    let better = |player: u32| 10 - player as i32;
    play_round(&mut swiss, better);
    let mut pairs = play_round(&mut swiss, better).tables;
    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
    // 0 meets 1; 2 floats down and meets the highest whom it has not met: 5 was its first opponent, so 3. 4 meets 5.
    assert_eq!(pairs, [[0, 1], [2, 3], [4, 5]]);
}

#[test]
fn nobody_meets_twice_and_nobody_has_two_byes_as_long_as_that_is_possible() {
    for players in 2..=13 {
        let mut swiss = swiss(players, 512);
        let mut met = std::collections::BTreeSet::new();
        let mut rounds = 0;
        while let Ok(round) = swiss.next_round() {
            for table in &round.tables {
                let mut pair = table.clone();
                pair.sort_unstable();
                assert!(met.insert(pair), "{players} players: {table:?} meet again in round {}", round.round);
            }
            play_round(&mut swiss, |player| (player * 7 % 5) as i32);
            rounds += 1;
        }
        let byes: Vec<u32> = swiss.rounds().iter().flat_map(|round| round.byes.clone()).collect();
        let distinct: std::collections::BTreeSet<u32> = byes.iter().copied().collect();
        assert_eq!(byes.len(), distinct.len(), "{players} players: {byes:?}");
        // A round robin has players - 1 rounds; pairing from the top may end in a dead end earlier, not in the first half.
        assert!(rounds >= players / 2, "{players} players played {rounds} rounds");
        assert_eq!(swiss.next_round(), Err(TournamentRefusal::NoPairing), "{players} players");
    }
}

#[test]
fn a_bye_goes_to_the_lowest_and_counts_as_a_win() {
    let mut swiss = swiss(5, 3);
    let round = play_round(&mut swiss, |_| 0);
    assert_eq!(round.byes, [4]);
    let standings = swiss.standings();
    assert_eq!((standings[0].player, standings[0].points, standings[0].wins, standings[0].byes), (4, 2, 0, 1));
    let second = play_round(&mut swiss, |_| 0);
    assert_ne!(second.byes, [4], "one bye each");
}

#[test]
fn the_first_seat_is_shared_out() {
    let mut swiss = swiss(16, 6);
    for _ in 0..6 {
        play_round(&mut swiss, |player| (player % 3) as i32);
    }
    for player in 0..16 {
        let first = swiss.rounds().iter().flat_map(|round| &round.tables).filter(|table| table[0] == player).count();
        assert!((2..=4).contains(&first), "player {player} sat first in {first} of 6 rounds");
    }
}

#[test]
fn it_ends_after_its_rounds_and_with_too_few_players() {
    let mut two = swiss(2, 1);
    play_round(&mut two, |_| 0);
    assert_eq!(two.next_round(), Err(TournamentRefusal::NoFurtherRound("round 1 was the last one".into())));
    let mut alone = swiss(2, 1);
    alone.apply(&TournamentPayload::PlayerWithdrawn(Withdrawal { player: 0 })).expect("a withdrawal");
    assert_eq!(alone.next_round(), Err(TournamentRefusal::TooFewPlayers { needed: 2, left: 1 }));
}

#[test]
fn a_large_field_is_paired_in_every_round() {
    let mut swiss = swiss(256, 9);
    for _ in 0..9 {
        let round = play_round(&mut swiss, |player| (player * 31 % 17) as i32);
        assert_eq!(round.tables.len(), 128);
    }
}
