//! Standings in words for people. Nothing here is hashed, signed or compared.

use super::format::TieBreak;
use super::standing::{Standing, StandingReason};

/// Names that are told of those who share a rank: so that all sentences of 256 players who are level stay small.
const NAMED_MAX: usize = 3;

/// What puts the player of a row where they stand, with names; nothing where there is no such row.
///
/// `standings` are all rows in their order, `name` says what a player is called. At most three names are told. Rows that a
/// stranger wrote may contradict each other, and so does then what is said of them.
pub fn words(standings: &[Standing], at: usize, name: impl Fn(u32) -> String) -> String {
    let Some(row) = standings.get(at) else { return String::new() };
    let points = plural(row.points, "point");
    let next = || standings.get(at + 1).map_or_else(|| "the next one".to_owned(), |next| name(next.player));
    let (tie_break, own, other) = match row.reason {
        StandingReason::Points { next: other, value } => {
            return format!("{points}, {} more than {}", value.saturating_sub(other), next());
        }
        StandingReason::Level { others } => {
            let sharing = standings.iter().filter(|other| other.rank == row.rank && other.player != row.player);
            let named: Vec<String> = sharing.take(NAMED_MAX).map(|other| name(other.player)).collect();
            return format!("{points}, level with {} in everything that counts", with_others(&named, others));
        }
        StandingReason::Last {} => return points,
        StandingReason::DirectMeeting { next, value } => (TieBreak::DirectMeeting, value, next),
        StandingReason::ScoreSum { next, value } => (TieBreak::ScoreSum, value, next),
        StandingReason::Wins { next, value } => (TieBreak::Wins, value, next),
        StandingReason::Buchholz { next, value } => (TieBreak::Buchholz, value, next),
    };
    format!("{points} like {}, ahead by {}: {own} to {other}", next(), tie_break_words(tie_break))
}

/// Names, and how many there are beside them.
fn with_others(named: &[String], others: u32) -> String {
    let unnamed = (others as usize).saturating_sub(named.len());
    let rest = (unnamed > 0).then(|| plural(unnamed as u64, "other"));
    let all: Vec<&str> = named.iter().map(String::as_str).chain(rest.as_deref()).collect();
    match all.as_slice() {
        [list @ .., last] if !list.is_empty() => format!("{} and {last}", list.join(", ")),
        alone => alone.concat(),
    }
}

/// What a tie-break is called in a sentence.
fn tie_break_words(tie_break: TieBreak) -> &'static str {
    match tie_break {
        TieBreak::DirectMeeting => "points in the games among those tied",
        TieBreak::ScoreSum => "sum of scores",
        TieBreak::Wins => "games won",
        TieBreak::Buchholz => "points of the opponents",
    }
}

fn plural(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
