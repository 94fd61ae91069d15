//! The final ranking and scores.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::seat::{Seat, Seats};

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(example = json!({
    "forfeited": [], "ranking": [[1], [0, 2]], "reason": {"type": "emptied-the-deck", "values": {}}, "scores": [3, 5, 3]
})))]
pub struct Outcome {
    /// The seats that forfeited. Reserved: always empty.
    #[cfg_attr(feature = "schema", schema(max_items = 0))]
    pub forfeited: Vec<Seat>,
    /// The seats from first to last place; seats that share a place stand together, ascending.
    pub ranking: Vec<Vec<Seat>>,
    /// Why the game ended.
    pub reason: Reason,
    /// One score per seat, in seat order. What a point means is the ruleset's; more is better.
    pub scores: Vec<i32>,
}

/// Why a game ended, as data: a code and whole numbers by name. It is hashed and compared, so it has no sentence; what people
/// read is made of it where it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = OutcomeReason))]
pub struct Reason {
    /// A stable code in kebab case; part of the version of the ruleset that gives it. `adjudicated` is an organiser's end,
    /// `corrected` a ruling's.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", schema(value_type = String, pattern = "^[a-z]+(-[a-z]+)*$", example = "emptied-the-deck"))]
    pub code: Cow<'static, str>,
    /// What the sentence about it has in numbers.
    #[serde(deserialize_with = "each_once")]
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, i64>, example = json!({})))]
    pub values: BTreeMap<Cow<'static, str>, i64>,
}

/// A map whose names are there once: serde takes the last of two without a word.
fn each_once<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<Cow<'static, str>, i64>, D::Error> {
    struct Values;
    impl<'de> Visitor<'de> for Values {
        type Value = BTreeMap<Cow<'static, str>, i64>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("whole numbers by name")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut values = BTreeMap::new();
            while let Some((name, value)) = map.next_entry::<String, i64>()? {
                if values.insert(Cow::Owned(name.clone()), value).is_some() {
                    return Err(Error::custom(format!("duplicate field {name:?}")));
                }
            }
            Ok(values)
        }
    }
    deserializer.deserialize_map(Values)
}

impl Reason {
    /// An organiser ended the game.
    pub const ADJUDICATED: Self = Self::of("adjudicated");
    /// An arbiter's ruling gave another result.
    pub const CORRECTED: Self = Self::of("corrected");

    /// A reason without values.
    pub const fn of(code: &'static str) -> Self {
        Self { code: Cow::Borrowed(code), values: BTreeMap::new() }
    }

    /// The reason with one value more.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<i64>) -> Self {
        self.values.insert(Cow::Borrowed(name), value.into());
        self
    }

    /// A value by its name; 0 where it has none, as in what a stranger wrote.
    pub fn value(&self, name: &str) -> i64 {
        self.values.get(name).copied().unwrap_or_default()
    }
}

impl Outcome {
    /// A ranking with its scores; nobody forfeited.
    pub fn new(ranking: Vec<Vec<Seat>>, scores: Vec<i32>, reason: Reason) -> Self {
        Self { forfeited: Vec::new(), ranking, reason, scores }
    }

    /// Ranks the seats by their scores, most first; equal scores share a place.
    pub fn by_score(scores: Vec<i32>, reason: Reason) -> Self {
        let mut distinct = scores.clone();
        distinct.sort_unstable_by(|a, b| b.cmp(a));
        distinct.dedup();
        let holding =
            |score: i32| (0u8..).zip(&scores).filter(move |(_, s)| **s == score).map(|(n, _)| Seat(n)).collect();
        let ranking = distinct.into_iter().map(holding).collect();
        Self::new(ranking, scores, reason)
    }

    /// Says what keeps this from being the outcome of a game with so many seats: every seat is ranked exactly once,
    /// seats that share a place stand ascending, no place is empty, there is one score per seat, and nobody forfeits.
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
        if self.ranking.iter().any(|place| !place.is_sorted()) {
            return Err("seats that share a place stand in the order of their numbers".into());
        }
        if !self.forfeited.is_empty() {
            return Err("no seat forfeits in this draft of the format; leave it empty".into());
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
        let outcome = Outcome::by_score(vec![3, 5, 3], Reason::ADJUDICATED);
        assert_eq!(outcome.ranking, [vec![Seat(1)], vec![Seat(0), Seat(2)]]);
        assert_eq!(outcome.check(3), Ok(()));
    }

    #[test]
    fn a_value_of_a_reason_that_is_there_twice_is_refused() {
        let read = |text: &str| serde_json::from_str::<Reason>(text);
        assert_eq!(read(r#"{"type":"x","values":{"a":1}}"#).expect("a reason").value("a"), 1);
        let error = read(r#"{"type":"x","values":{"a":1,"a":2}}"#).expect_err("twice").to_string();
        assert!(error.contains("duplicate field \"a\""), "{error}");
    }

    #[test]
    fn an_outcome_that_forgets_repeats_or_invents_a_seat_is_refused() {
        let with = |ranking: &[&[u8]], scores: &[i32]| {
            let ranking = ranking.iter().map(|place| place.iter().map(|n| Seat(*n)).collect()).collect();
            Outcome::new(ranking, scores.to_vec(), Reason::ADJUDICATED)
        };
        let forfeited = Outcome { forfeited: vec![Seat(0)], ..with(&[&[0, 1]], &[0, 0]) };
        for (outcome, complaint) in [
            (with(&[&[0]], &[0, 0]), "leaves out seat 1"),
            (with(&[&[0, 1], &[1]], &[0, 0]), "seat 1 twice"),
            (with(&[&[0, 1, 2]], &[0, 0]), "names seat 2"),
            (with(&[&[0, 1], &[]], &[0, 0]), "is empty"),
            (with(&[&[0, 1]], &[0]), "1 scores for 2 seats"),
            (with(&[&[1, 0]], &[0, 0]), "in the order of their numbers"),
            (forfeited, "no seat forfeits"),
        ] {
            let sentence = outcome.check(2).unwrap_err();
            assert!(sentence.contains(complaint), "{sentence}");
        }
    }
}
