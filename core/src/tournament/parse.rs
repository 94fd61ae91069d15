//! Payloads as they are read: by their kind, to the letter, and what is not known here apart from what is wrong.

use serde::Deserialize;
use serde::de::Error;
use serde_json::Value;

use super::event::TournamentPayload;
use super::format::Rules;
use crate::kernel::Kind;
use crate::rulesets::any::Edition;

/// Why a payload cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BadTournamentPayload {
    /// It is not what its kind asks for.
    #[error("the payload of kind {} cannot be read: {cause}", kind.name())]
    Shape {
        /// The record's kind.
        kind: Kind,
        /// What the parser says.
        cause: serde_json::Error,
    },
    /// It names a version of the rules of tournaments, a ruleset, or a version of one that is not known here. That is no
    /// mistake of the payload: a program that knows it may find it right.
    #[error("{0}")]
    Unknown(String),
    /// The kind has its place in the format, and no log accepts it yet.
    #[error("events of kind {} are reserved in this draft of the format", kind.name())]
    Reserved {
        /// The record's kind.
        kind: Kind,
    },
    /// The kind stands in another kind of log.
    #[error("an event of kind {} does not stand in the log of a tournament", kind.name())]
    Foreign {
        /// The record's kind.
        kind: Kind,
    },
}

impl TournamentPayload {
    /// Reads a payload.
    ///
    /// # Errors
    /// [`BadTournamentPayload`] when it is not what the kind asks for. [`BadTournamentPayload::Unknown`] comes before [`BadTournamentPayload::Shape`]:
    /// what is not known here may have other fields than what is.
    pub fn parse(kind: Kind, json: &str) -> Result<Self, BadTournamentPayload> {
        let read: fn(&str) -> serde_json::Result<Self> = match kind {
            Kind::Created => |json| one(json, Self::Created),
            Kind::PlayerRegistered => |json| one(json, Self::PlayerRegistered),
            Kind::PlayerWithdrawn => |json| one(json, Self::PlayerWithdrawn),
            Kind::RoundPaired => |json| one(json, Self::RoundPaired),
            Kind::GameAttached => |json| one(json, Self::GameAttached),
            Kind::GameConcluded => |json| one(json, Self::GameConcluded),
            Kind::Ruling => |json| one(json, Self::Ruling),
            Kind::Sealed => |json| one(json, Self::Sealed),
            Kind::PlayerReturned
            | Kind::PlayerRenamed
            | Kind::ByeRequested
            | Kind::PairsForbidden
            | Kind::TableSet
            | Kind::RoundTakenBack
            | Kind::Paused
            | Kind::Resumed
            | Kind::TimeAdded => return Err(BadTournamentPayload::Reserved { kind }),
            Kind::Entropy
            | Kind::Move
            | Kind::Adjudicated
            | Kind::Claimed
            | Kind::Committed
            | Kind::Revealed
            | Kind::Renamed
            | Kind::SeatRekeyed
            | Kind::SeatHandedOver
            | Kind::Withdrawn
            | Kind::Resigned
            | Kind::Automatic
            | Kind::TimedOut
            | Kind::Void
            | Kind::Abandoned
            | Kind::Downtime => return Err(BadTournamentPayload::Foreign { kind }),
        };
        let shape = |cause| BadTournamentPayload::Shape { kind, cause };
        let written: Value = serde_json::from_str(json).map_err(shape)?;
        if kind == Kind::Created
            && let Some(unknown) = unknown(&written)
        {
            return Err(BadTournamentPayload::Unknown(unknown));
        }
        let payload = read(json).map_err(shape)?;
        // Options and formats have defaults where people write them, and ids several spellings; a log has neither.
        if serde_json::to_value(&payload).map_err(shape)? != written {
            let detail = "a field is left out, or an id is not in lower case with hyphens";
            return Err(shape(serde_json::Error::custom(detail)));
        }
        Ok(payload)
    }
}

fn one<'a, T: Deserialize<'a>>(
    json: &'a str,
    payload: fn(T) -> TournamentPayload,
) -> serde_json::Result<TournamentPayload> {
    serde_json::from_str(json).map(payload)
}

/// Says what a tournament was created with that is not known here, if anything. Nothing else of the payload is looked at.
fn unknown(created: &Value) -> Option<String> {
    let version = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    let rules = version(&created["rules"]).and_then(|version| Rules::of(version).err());
    if let Some(unknown) = rules {
        return Some(unknown.to_string());
    }
    created["rulesets"].as_array()?.iter().find_map(|played| {
        let ruleset = &played["ruleset"];
        let unknown = Edition::of(ruleset["name"].as_str()?, version(&ruleset["version"])?).err()?;
        Some(unknown.to_string())
    })
}
