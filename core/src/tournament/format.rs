//! What a tournament is created with: its rules, its format, what it plays, its points and tie-breaks.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::limits::{PLACES_MAX, POINTS_MAX};
use super::refusal::TournamentRefusal;
use crate::kernel::{EntropyPolicy, ServerSeed};
use crate::log::RulesetVersion;
use crate::rulesets::any::{AnyOptions, Edition};

/// A version of the rules of tournaments: of pairings, points and standings. A released version never changes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub enum Rules {
    /// Version 1.
    V1,
}

/// A version of the rules of tournaments that is not known here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("version {0} of the rules of tournaments is not known here; this program knows 1")]
pub struct UnknownRules(u32);

impl Rules {
    /// The rules of a version.
    ///
    /// # Errors
    /// [`UnknownRules`], with a sentence that says which versions are known.
    pub fn of(version: u32) -> Result<Self, UnknownRules> {
        match version {
            1 => Ok(Self::V1),
            unknown => Err(UnknownRules(unknown)),
        }
    }

    /// The number of the version.
    pub fn version(self) -> u32 {
        match self {
            Self::V1 => 1,
        }
    }
}

impl TryFrom<u32> for Rules {
    type Error = UnknownRules;

    fn try_from(version: u32) -> Result<Self, UnknownRules> {
        Self::of(version)
    }
}

impl From<Rules> for u32 {
    fn from(rules: Rules) -> Self {
        rules.version()
    }
}

/// Whether players meet again where a format pairs two who have met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = TournamentRepeats))]
pub enum Repeats {
    /// Nobody is paired with somebody whom they have met.
    Never,
    /// Reserved: as few as it takes meet again, where nobody can be paired otherwise.
    WhenUnavoidable,
}

/// How the games of a tournament are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = TournamentFormat))]
pub enum Format {
    /// The organiser seats every game.
    Open {},
    /// One group of players plays until someone has won so many games.
    FirstTo {
        /// How many games somebody has to win alone for the match to end, 1 to 100.
        #[serde(default = "two")]
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 100))]
        wins: u32,
    },
    /// Every player meets every other as equally as possible.
    RoundRobin {
        /// Players at one table.
        #[cfg_attr(feature = "schema", schema(minimum = 2, maximum = 6))]
        group_size: u8,
        /// Rounds to play; as many as it takes for everyone to meet everyone when null.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 512))]
        rounds: Option<u32>,
    },
    /// Two at a table; players with equal points meet, and nobody meets anyone twice.
    Swiss {
        /// How many rounds are announced, 1 to 512.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 512))]
        rounds: u32,
    },
}

fn two() -> u32 {
    2
}

/// What ranks players with equal points. They count in the order they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// The points won in games in which all who are tied took part together, or any two of them met.
    DirectMeeting,
    /// The sum of the scores in all games.
    ScoreSum,
    /// The number of games in which a player had the first place alone.
    Wins,
    /// The sum of the points of all opponents met: a hard way counts more than an easy one.
    Buchholz,
}

/// A ruleset with its options.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = TournamentRuleset))]
pub struct Played {
    /// The options, defaults filled in.
    pub options: AnyOptions,
    /// The ruleset and its version.
    pub ruleset: RulesetVersion,
}

/// `Played` as it is read: which options are right depends on the ruleset beside them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlayed {
    options: Box<RawValue>,
    ruleset: RulesetVersion,
}

impl<'de> Deserialize<'de> for Played {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let RawPlayed { options, ruleset } = RawPlayed::deserialize(deserializer)?;
        let edition = Edition::of(ruleset.name.as_str(), ruleset.version).map_err(serde::de::Error::custom)?;
        let options = edition.options(&mut serde_json::Deserializer::from_str(options.get()));
        Ok(Self { options: options.map_err(serde::de::Error::custom)?, ruleset })
    }
}

impl Played {
    /// Options, with the ruleset and the version that they are of.
    pub fn new(options: AnyOptions) -> Self {
        let ruleset = RulesetVersion::from(options.edition());
        Self { options, ruleset }
    }

    /// The fewest and the most seats of its games.
    pub(super) fn seats(&self) -> (u8, u8) {
        self.options.edition().facts().seats
    }

    /// Says why so many seats make no game.
    ///
    /// # Errors
    /// [`TournamentRefusal::NoGame`].
    pub fn check_seats(&self, seats: usize) -> Result<(), TournamentRefusal> {
        // Whether it makes a game does not depend on the seed.
        let opened =
            self.options.open(u8::try_from(seats).unwrap_or(u8::MAX), ServerSeed::new([0; 32]), EntropyPolicy::None);
        let refused = |why: crate::kernel::Refusal| TournamentRefusal::NoGame {
            name: self.ruleset.name,
            seats,
            why: why.to_string(),
        };
        opened.map(|_| ()).map_err(refused)
    }
}

/// The points for each place of a game, first place first. Places beyond the list get none.
///
/// Players who share a place share the points of the places that they take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
#[cfg_attr(feature = "schema", schema(as = TournamentPoints, value_type = Vec<u32>, max_items = 6, example = json!([2, 0])))]
pub struct Points(Vec<u32>);

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(Vec::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

impl Points {
    /// Two points for every place that is better than the last one of a game with so many seats: every share of them is
    /// whole.
    pub fn usual(seats: u8) -> Self {
        Self((0..u32::from(seats)).rev().map(|behind| 2 * behind).collect())
    }

    /// The points of a list.
    ///
    /// # Errors
    /// A sentence when the list is too long or rises.
    pub fn new(by_place: Vec<u32>) -> Result<Self, String> {
        if by_place.len() > PLACES_MAX {
            return Err(format!("points are given for at most {PLACES_MAX} places, found {}", by_place.len()));
        }
        if let Some(large) = by_place.iter().find(|points| **points > POINTS_MAX) {
            return Err(format!("a place gives at most {POINTS_MAX} points, found {large}"));
        }
        if by_place.windows(2).any(|pair| pair[0] < pair[1]) {
            return Err("a better place cannot give fewer points than a worse one".into());
        }
        Ok(Self(by_place))
    }

    /// Says whether every share is a whole number in games with so many seats.
    ///
    /// # Errors
    /// A sentence with what would be right.
    pub fn check(&self, seats: usize) -> Result<(), String> {
        for first in 0..seats {
            for last in first + 1..seats {
                let (sum, sharing) = (self.sum(first, last), (last - first + 1) as u64);
                if sum % sharing != 0 {
                    let (first, last, factor) = (first + 1, last + 1, sharing / gcd(sum, sharing));
                    return Err(format!(
                        "players who share the places {first} to {last} would share {sum} points between {sharing}; \
                         multiply all points by {factor}"
                    ));
                }
            }
        }
        Ok(())
    }

    fn sum(&self, first: usize, last: usize) -> u64 {
        (first..=last).map(|place| u64::from(self.0.get(place).copied().unwrap_or(0))).sum()
    }

    /// What each of those gets who share the places from `first` (0 is the best) on.
    pub fn share(&self, first: usize, sharing: usize) -> u64 {
        let last = first + sharing.saturating_sub(1);
        self.sum(first, last) / (sharing.max(1) as u64)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_share_a_place_share_its_points() {
        let usual = Points::usual(4);
        assert_eq!([0, 1, 2, 3].map(|place| usual.share(place, 1)), [6, 4, 2, 0]);
        assert_eq!(usual.share(0, 2), 5, "first and second place");
        assert_eq!(usual.share(1, 3), 2, "second to fourth");
        assert_eq!(usual.share(0, 4), 3, "everyone");
    }

    #[test]
    fn the_usual_points_of_every_table_can_be_shared() {
        for seats in 1..=6 {
            assert_eq!(Points::usual(seats).check(usize::from(seats)), Ok(()), "{seats} seats");
        }
    }

    #[test]
    fn points_that_cannot_be_shared_in_whole_numbers_are_refused_with_what_would_be_right() {
        let halves = Points::new(vec![1, 0]).expect("a list");
        let right = "players who share the places 1 to 2 would share 1 points between 2; multiply all points by 2";
        assert_eq!(halves.check(2), Err(right.into()));
        let list = Points::new(vec![2, 0]).expect("a list");
        assert_eq!((list.check(2), list.check(3).is_err()), (Ok(()), true), "three would share two points");
    }

    #[test]
    fn points_that_rise_or_are_too_many_are_refused() {
        assert!(Points::new(vec![0, 2]).is_err());
        assert!(Points::new(vec![1; 7]).is_err());
        assert!(Points::new(vec![1_000_001]).is_err());
    }
}
