//! Where a player stands, and why.

use serde::{Deserialize, Serialize};

use super::format::TieBreak;
use crate::kernel::present;

/// Where a player stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Rounds without a game.
    pub byes: u32,
    /// Games that have ended.
    pub games: u32,
    /// The player's number, from 0 in the order of registration.
    #[cfg_attr(feature = "schema", schema(maximum = 255))]
    pub player: u32,
    /// The points of all games that have ended, rulings counted.
    #[cfg_attr(feature = "schema", schema(maximum = 9007199254740991_u64))]
    pub points: u64,
    /// The rank, from 1. Players who are level in everything share it.
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub rank: u32,
    /// What puts the player before the next rank.
    pub reason: StandingReason,
    /// The tie-breaks, in the order they count.
    pub tie_breaks: Vec<TieBreakValue>,
    /// Games in which the player had the first place alone.
    pub wins: u32,
}

/// What puts a player before the next rank, as data: it is hashed and compared, so it has no sentence and no name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub enum StandingReason {
    /// More points than the next one.
    Points {
        /// What the next one has.
        #[cfg_attr(feature = "schema", schema(maximum = 9007199254740991_u64))]
        next: u64,
        /// What this player has.
        #[cfg_attr(feature = "schema", schema(maximum = 9007199254740991_u64))]
        value: u64,
    },
    /// Equal points, and more of them in the games among those tied.
    DirectMeeting {
        /// What the next one has.
        #[cfg_attr(feature = "schema", schema(minimum = -9007199254740991_i64, maximum = 9007199254740991_i64))]
        next: i64,
        /// What this player has.
        #[cfg_attr(feature = "schema", schema(minimum = -9007199254740991_i64, maximum = 9007199254740991_i64))]
        value: i64,
    },
    /// A higher sum of scores, and level in what counts before it.
    ScoreSum {
        /// What the next one has.
        #[cfg_attr(feature = "schema", schema(minimum = -9007199254740991_i64, maximum = 9007199254740991_i64))]
        next: i64,
        /// What this player has.
        #[cfg_attr(feature = "schema", schema(minimum = -9007199254740991_i64, maximum = 9007199254740991_i64))]
        value: i64,
    },
    /// More games won alone, and level in what counts before.
    Wins {
        /// What the next one has.
        #[cfg_attr(feature = "schema", schema(minimum = -9007199254740991_i64, maximum = 9007199254740991_i64))]
        next: i64,
        /// What this player has.
        #[cfg_attr(feature = "schema", schema(minimum = -9007199254740991_i64, maximum = 9007199254740991_i64))]
        value: i64,
    },
    /// Opponents with more points, and level in what counts before.
    Buchholz {
        /// What the next one has.
        #[cfg_attr(feature = "schema", schema(minimum = -9007199254740991_i64, maximum = 9007199254740991_i64))]
        next: i64,
        /// What this player has.
        #[cfg_attr(feature = "schema", schema(minimum = -9007199254740991_i64, maximum = 9007199254740991_i64))]
        value: i64,
    },
    /// Nothing: others share the rank.
    Level {
        /// How many others share the rank.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 255))]
        others: u32,
    },
    /// Nothing: no rank comes after it.
    Last {},
}

/// What a tie-break counts for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TieBreakValue {
    /// Which of the tournament's tie-breaks it is.
    pub tie_break: TieBreak,
    /// More is better. Null where it was not needed: a direct meeting counts only among players who are tied.
    #[serde(deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(required, minimum = -9007199254740991_i64, maximum = 9007199254740991_i64))]
    pub value: Option<i64>,
}
