//! Rows of standings: their bytes, and the words that are made of them.

use super::*;
use crate::kernel::canonical;

/// The row that `docs/format.md` shows.
#[test]
fn a_row_has_the_bytes_of_the_format() {
    let row = Standing {
        byes: 0,
        games: 3,
        player: 4,
        points: 12,
        rank: 1,
        reason: StandingReason::ScoreSum { next: 9, value: 12 },
        tie_breaks: vec![TieBreakValue { tie_break: TieBreak::ScoreSum, value: Some(12) }],
        wins: 2,
    };
    let bytes = concat!(
        r#"{"byes":0,"games":3,"player":4,"points":12,"rank":1,"reason":{"by":"score-sum","next":9,"value":12},"#,
        r#""tie_breaks":[{"tie_break":"score-sum","value":12}],"wins":2}"#
    );
    assert_eq!(String::from_utf8(canonical(&row).expect("canonical")).expect("UTF-8"), bytes);
    assert_eq!(serde_json::from_str::<Standing>(bytes).expect("a row"), row);
}

#[test]
fn every_reason_has_the_name_of_what_decided() {
    for (reason, json) in [
        (StandingReason::Points { next: 9, value: 12 }, r#"{"by":"points","next":9,"value":12}"#),
        (StandingReason::DirectMeeting { next: 0, value: 2 }, r#"{"by":"direct-meeting","next":0,"value":2}"#),
        (StandingReason::ScoreSum { next: -9, value: -3 }, r#"{"by":"score-sum","next":-9,"value":-3}"#),
        (StandingReason::Wins { next: 1, value: 2 }, r#"{"by":"wins","next":1,"value":2}"#),
        (StandingReason::Buchholz { next: 1, value: 2 }, r#"{"by":"buchholz","next":1,"value":2}"#),
        (StandingReason::Level { others: 2 }, r#"{"by":"level","others":2}"#),
        (StandingReason::Last {}, r#"{"by":"last"}"#),
    ] {
        assert_eq!(serde_json::to_string(&reason).expect("JSON"), json);
        assert_eq!(serde_json::from_str::<StandingReason>(json).expect("a reason"), reason);
        let more = json.replacen('{', r#"{"name":"Ada","#, 1);
        assert!(serde_json::from_str::<StandingReason>(&more).is_err(), "{more}");
    }
}

#[test]
fn the_better_opponents_part_those_who_are_level_before_them() {
    let mut open = with(TournamentCreated { tie_breaks: vec![TieBreak::Buchholz], ..created() }, 4);
    play(&mut open, None, &[0, 1], &[1, 0]);
    play(&mut open, None, &[0, 2], &[1, 0]);
    play(&mut open, None, &[2, 3], &[1, 0]);
    // A has 4 points, C 2, B and D none. B has met A's 4 points, D C's 2.
    assert_eq!(ranks(&open), are([(1, "A", 4), (2, "C", 2), (3, "B", 0), (4, "D", 0)]));
    let standings = open.standings();
    assert_eq!(standings[2].reason, StandingReason::Buchholz { next: 2, value: 4 });
    assert_eq!(words(&standings, 2, name), "0 points like D, ahead by points of the opponents: 4 to 2");
}

#[test]
fn who_shares_the_last_rank_is_level_and_who_has_it_alone_is_last() {
    let level = tournament(Format::Open {}, 3).standings();
    assert_eq!(level.iter().map(|row| row.reason).collect::<Vec<_>>(), [StandingReason::Level { others: 2 }; 3]);
    assert_eq!(words(&level, 1, name), "0 points, level with A and C in everything that counts");
    let alone = tournament(Format::Open {}, 1).standings();
    assert_eq!(alone[0].reason, StandingReason::Last {});
    assert_eq!(words(&alone, 0, name), "0 points");
}

#[test]
fn no_more_than_three_are_named() {
    let said = |players, at| words(&tournament(Format::Open {}, players).standings(), at, name);
    assert_eq!(said(4, 0), "0 points, level with B, C and D in everything that counts");
    assert_eq!(said(5, 0), "0 points, level with B, C, D and 1 other in everything that counts");
    assert_eq!(said(255, 1), "0 points, level with A, C, D and 251 others in everything that counts");
}

/// Names of 64 characters, which are the longest: each row tells three at most, and less than 100 characters besides.
#[test]
fn the_words_of_256_players_stay_small() {
    const WORDS_MAX: usize = 256 * (3 * 64 + 100);
    let name = |player| format!("{player:064}");
    let size = |standings: &[Standing]| (0..256).map(|at| words(standings, at, name).chars().count()).sum::<usize>();
    let level = tournament(Format::Open {}, 256).standings();
    assert_eq!(level.len(), 256);
    assert!(size(&level) < WORDS_MAX, "{}", size(&level));
    // The widest numbers that a row can hold.
    for reason in [
        StandingReason::Points { next: 0, value: u64::MAX },
        StandingReason::DirectMeeting { next: i64::MIN, value: i64::MIN },
    ] {
        let row = |row: &Standing| Standing { points: u64::MAX, reason, ..row.clone() };
        let wide: Vec<Standing> = level.iter().map(row).collect();
        assert!(size(&wide) < WORDS_MAX, "{}", size(&wide));
    }
}

#[test]
fn rows_that_contradict_each_other_are_told_all_the_same() {
    let row = tournament(Format::Open {}, 1).standings().remove(0);
    let said = |reason| words(&[Standing { reason, ..row.clone() }], 0, name);
    assert_eq!(said(StandingReason::Points { next: 2, value: 1 }), "0 points, 0 more than the next one");
    assert_eq!(words(&[row], 1, name), "");
}

#[test]
fn sums_of_the_largest_points_and_scores_are_exact() {
    let points = Points::new(vec![1_000_000; 5]).ok();
    let tie_breaks = vec![TieBreak::ScoreSum];
    let mut open = with(TournamentCreated { points, tie_breaks, ..created() }, 2);
    for _ in 0..3 {
        play(&mut open, None, &[0, 1], &[i32::MIN, i32::MAX]);
    }
    // 3 games of 1,000,000 points for either place; 3 × 2^31 and 3 × (2^31 − 1).
    assert_eq!(ranks(&open), are([(1, "B", 3_000_000), (2, "A", 3_000_000)]));
    let reason = StandingReason::ScoreSum { next: -6_442_450_944, value: 6_442_450_941 };
    assert_eq!(open.standings()[0].reason, reason);
}
