//! The balance that the docs state.

use super::super::super::Format;
use super::super::super::tests::{play_round, tournament};
use super::*;

/// How often each pair met, each player sat on each seat, and sat out, over a whole tournament.
fn whole(players: u32, group_size: u8, rounds: Option<u32>) -> History {
    let mut round_robin = tournament(Format::RoundRobin { group_size, rounds }, players);
    while round_robin.next_round().is_ok() {
        play_round(&mut round_robin, |_| 0);
    }
    History::of(players as usize, usize::from(group_size), round_robin.rounds())
}

fn meetings(history: &History) -> (u64, u64) {
    let of = |(a, row): (usize, &Vec<u64>)| row.iter().skip(a + 1).copied().collect::<Vec<_>>();
    let met: Vec<u64> = history.met.iter().enumerate().flat_map(of).collect();
    (met.iter().copied().min().expect("pairs"), met.iter().copied().max().expect("pairs"))
}

fn spread(row: &[u64]) -> u64 {
    row.iter().max().expect("seats") - row.iter().min().expect("seats")
}

#[test]
fn two_at_a_table_meet_everyone_exactly_once_and_sit_first_half_the_time() {
    for players in 2..=24 {
        let history = whole(players, 2, None);
        assert_eq!(meetings(&history), (1, 1), "{players} players");
        for sat in &history.sat {
            assert!(spread(sat) <= 1, "{players} players: {sat:?}");
        }
        let byes: Vec<u64> = history.byes.clone();
        assert_eq!(byes, vec![u64::from(players % 2); players as usize], "{players} players");
    }
}

#[test]
fn a_second_time_around_the_seats_are_swapped() {
    let history = whole(6, 2, Some(10));
    assert_eq!(meetings(&history), (2, 2));
    assert_eq!(history.sat, vec![vec![5, 5]; 6]);
}

#[test]
fn where_a_perfect_plan_is_small_it_is_found() {
    for (players, group_size, met) in
        [(9, 3, 1), (4, 3, 2), (7, 3, 2), (10, 3, 2), (5, 4, 3), (9, 4, 3), (16, 4, 1), (6, 5, 4)]
    {
        let history = whole(players, group_size, None);
        assert_eq!(meetings(&history), (met, met), "{players} at tables of {group_size}");
    }
}

#[test]
fn more_at_a_table_meet_as_equally_as_the_docs_say() {
    for (group_size, most_apart) in [(3, 2), (4, 2), (5, 3)] {
        for players in u32::from(group_size)..=12 {
            let history = whole(players, group_size, None);
            let (least, most) = meetings(&history);
            assert!(most - least <= most_apart, "{players} at tables of {group_size}: {least} to {most}");
            for sat in &history.sat {
                assert!(spread(sat) <= 2, "{players} at tables of {group_size}: {sat:?}");
            }
            assert_eq!(spread(&history.byes), 0, "{players} at tables of {group_size}: {:?}", history.byes);
        }
    }
}

#[test]
fn whoever_should_meet_a_player_who_withdrew_has_a_bye() {
    let (tables, byes) = circle(&[0, 1, 3], 4, 0);
    assert_eq!((tables, byes), (vec![vec![0, 3]], vec![1]), "1 would meet 2");
}

#[test]
fn the_usual_rounds_are_those_that_let_everyone_meet() {
    let rounds = [(4, 2), (5, 2), (9, 3), (16, 4), (4, 3), (7, 3)].map(|(players, size)| usual_rounds(players, size));
    // 4 players at a table of 3: two rounds have seats for 12 meetings of 12, but only after four everyone had one bye.
    assert_eq!(rounds, [3, 5, 4, 5, 4, 7]);
}

/// Found by a fuzzer: each of 512 rounds was planned to the end, for minutes.
#[test]
fn a_long_tournament_is_planned_no_further_than_a_usual_one() {
    let first = |rounds| tournament(Format::RoundRobin { group_size: 3, rounds }, 11).next_round().expect("a round");
    let (usual, long) = (first(None), first(Some(512)));
    assert_eq!((long.tables, long.byes), (usual.tables, usual.byes));
}
