//! Payloads: what an event carries, and what it asks of the match.

use serde::{Deserialize, Serialize};

use super::bad_payload::BadPayload;
use super::created::Created;
use super::moved::{self, Moved};
use crate::kernel::{Action, Entropy, Hash, Kind, NotCanonical, Outcome, Seat, Text, canonical};
use crate::rulesets::any::{AnyMove, Edition};

/// What an event carries. Which of them it is, the record's kind says.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Payload {
    /// The game was created.
    #[cfg_attr(feature = "schema", schema(title = "CreatedPayload"))]
    Created(Created),
    /// A seat gave its entropy.
    #[cfg_attr(feature = "schema", schema(title = "EntropyPayload"))]
    Entropy(Contribution),
    /// A seat moved; forced steps behind the move are part of the same event.
    Move(Moved),
    /// An organiser ended the game.
    #[cfg_attr(feature = "schema", schema(title = "AdjudicatedPayload"))]
    Adjudicated(Adjudication),
}

/// The entropy of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Contribution {
    /// The 32 bytes that the seat adds to the key of the game.
    pub entropy: Entropy,
}

/// An organiser's end of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// Who ended the game by their word instead of by its rules.
    pub by: By,
    /// The ranking and scores; its reason is `adjudicated`.
    pub outcome: Outcome,
    /// The commitment to the reason in words.
    pub text: Hash,
}

/// Who brought an event about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// Whoever holds an organiser's token of the server.
    Organiser,
}

impl Payload {
    /// What an organiser's end is recorded with.
    pub fn adjudicated(outcome: Outcome, reason: &Text) -> Self {
        Self::Adjudicated(Adjudication { by: By::Organiser, outcome, text: reason.commitment })
    }

    /// The canonical JSON: what is committed to, and stored.
    ///
    /// # Errors
    /// [`NotCanonical`] when it holds something that has no canonical form.
    pub fn canonical(&self) -> Result<Vec<u8>, NotCanonical> {
        canonical(self)
    }
}

/// The commitments to words of people in a payload, in the order in which their texts stand beside it.
///
/// # Errors
/// [`BadPayload`] when the payload is not what the kind asks for. A ruleset that is not known here does not matter.
pub fn commitments(kind: Kind, json: &str) -> Result<Vec<Hash>, BadPayload> {
    match kind {
        Kind::Created => Created::parse_names(kind, json),
        Kind::Adjudicated => Ok(vec![adjudication(json)?.text]),
        _ => Ok(Vec::new()),
    }
}

fn adjudication(json: &str) -> Result<Adjudication, BadPayload> {
    serde_json::from_str(json).map_err(|cause| BadPayload::Shape { kind: Kind::Adjudicated, cause })
}

/// Reads the action of an event after the first, in a game of this ruleset and version.
///
/// # Errors
/// [`BadPayload`] when the payload is not what the kind asks for, or the seat does not fit the kind.
pub fn parse_action(
    edition: Edition,
    kind: Kind,
    seat: Option<Seat>,
    json: &str,
) -> Result<Action<AnyMove>, BadPayload> {
    let needed = BadPayload::Seat { kind, needed: true };
    match kind {
        Kind::Created => Err(BadPayload::Order { kind }),
        Kind::Entropy => {
            let given = serde_json::from_str(json).map_err(|cause| BadPayload::Shape { kind, cause });
            let Contribution { entropy } = given?;
            Ok(Action::Entropy(seat.ok_or(needed)?, entropy))
        }
        Kind::Move => Ok(Action::Move(seat.ok_or(needed)?, moved::parse(edition, json)?)),
        Kind::Adjudicated if seat.is_some() => Err(BadPayload::Seat { kind, needed: false }),
        Kind::Adjudicated => Ok(Action::Adjudicated(adjudication(json)?.outcome)),
        Kind::PlayerRegistered
        | Kind::PlayerWithdrawn
        | Kind::RoundPaired
        | Kind::GameAttached
        | Kind::GameConcluded
        | Kind::Ruling
        | Kind::Sealed
        | Kind::PlayerReturned
        | Kind::PlayerRenamed
        | Kind::ByeRequested
        | Kind::PairsForbidden
        | Kind::TableSet
        | Kind::RoundTakenBack => Err(BadPayload::Foreign { kind }),
        Kind::Claimed
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
        | Kind::Downtime
        | Kind::Paused
        | Kind::Resumed
        | Kind::TimeAdded => Err(BadPayload::Reserved { kind }),
    }
}

/// The kind and the seat that an action is recorded with.
pub fn header(action: &Action<AnyMove>) -> (Kind, Option<Seat>) {
    match action {
        Action::Entropy(seat, _) => (Kind::Entropy, Some(*seat)),
        Action::Move(seat, _) => (Kind::Move, Some(*seat)),
        Action::Adjudicated(_) => (Kind::Adjudicated, None),
    }
}
