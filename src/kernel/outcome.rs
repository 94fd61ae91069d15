//! The final ranking and scores.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Seat, Seats};

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ranking": [[1], [0, 2]], "scores": [3, 5, 3], "reason": "highest score"}))]
pub struct Outcome {
    /// The seats from first to last place; seats that share a place stand together, ascending.
    pub ranking: Vec<Vec<Seat>>,
    /// One score per seat, in seat order. What a point means is the ruleset's; more is better.
    pub scores: Vec<i32>,
    /// Why the game ended, in a few words.
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

impl Outcome {
    /// Ranks the seats by their scores, most first; equal scores share a place.
    pub fn by_score(scores: Vec<i32>, reason: impl Into<String>) -> Self {
        let mut distinct = scores.clone();
        distinct.sort_unstable_by(|a, b| b.cmp(a));
        distinct.dedup();
        let holding =
            |score: i32| (0u8..).zip(&scores).filter(move |(_, s)| **s == score).map(|(n, _)| Seat(n)).collect();
        let ranking = distinct.into_iter().map(holding).collect();
        Self { ranking, scores, reason: reason.into() }
    }

    /// Says what keeps this from being the outcome of a game with so many seats: every seat is ranked exactly once,
    /// no place is empty, there is one score per seat.
    ///
    /// # Errors
    /// A sentence for the organiser who wrote it.
    pub fn check(&self, seats: u8) -> Result<(), String> {
        let mut ranked = Seats::NONE;
        for seat in self.ranking.iter().flatten() {
            if seat.0 >= seats {
                return Err(format!(
                    "the ranking names {seat}; the seats of this game are 0 to {}",
                    seats.saturating_sub(1)
                ));
            }
            if ranked.contains(*seat) {
                return Err(format!("the ranking names {seat} twice"));
            }
            ranked.insert(*seat);
        }
        if self.ranking.iter().any(Vec::is_empty) {
            return Err("a place of the ranking is empty; leave it out".into());
        }
        if let Some(seat) = Seat::all(seats).find(|seat| !ranked.contains(*seat)) {
            return Err(format!("the ranking leaves out {seat}; every seat has a place"));
        }
        if self.scores.len() != usize::from(seats) {
            return Err(format!("there are {} scores for {seats} seats; give one per seat", self.scores.len()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_share_a_place() {
        let outcome = Outcome::by_score(vec![3, 5, 3], "points");
        assert_eq!(outcome.ranking, [vec![Seat(1)], vec![Seat(0), Seat(2)]]);
        assert_eq!(outcome.check(3), Ok(()));
    }

    #[test]
    fn an_outcome_that_forgets_repeats_or_invents_a_seat_is_refused() {
        let with = |ranking: &[&[u8]], scores: &[i32]| Outcome {
            ranking: ranking.iter().map(|place| place.iter().map(|n| Seat(*n)).collect()).collect(),
            scores: scores.to_vec(),
            reason: String::new(),
        };
        for (outcome, complaint) in [
            (with(&[&[0]], &[0, 0]), "leaves out seat 1"),
            (with(&[&[0, 1], &[1]], &[0, 0]), "seat 1 twice"),
            (with(&[&[0, 1, 2]], &[0, 0]), "names seat 2"),
            (with(&[&[0, 1], &[]], &[0, 0]), "is empty"),
            (with(&[&[0, 1]], &[0]), "1 scores for 2 seats"),
        ] {
            let sentence = outcome.check(2).unwrap_err();
            assert!(sentence.contains(complaint), "{sentence}");
        }
    }
}
