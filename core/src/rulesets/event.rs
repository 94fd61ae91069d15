//! Events: a record, and what opens its commitments.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

mod created;
mod moved;
mod sealed;

pub use created::{Bot, Created, CreatedSeat, RulesetVersion, SeedOrigin, Sown};
pub use moved::Moved;
pub use sealed::{Entry, opened, sealed};

use super::any::{AnyMove, Edition, UnknownRuleset};
use crate::kernel::{Action, Entropy, Hash, Kind, NotCanonical, Outcome, Record, Salt, Seat, Text, canonical, present};

/// An event as a viewer may see it: the record always, the payload with its salt where they may be known, the state's
/// salt once the game is over.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The hashed, public header.
    pub record: Record,
    /// The record's hash.
    pub hash: Hash,
    /// What the event asked for; null while it is concealed from this viewer.
    #[serde(deserialize_with = "raw_or_null")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Payload>, required))]
    pub payload: Option<Box<RawValue>>,
    /// What opens the payload commitment; null while the payload is.
    #[serde(deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub payload_salt: Option<Salt>,
    /// What opens the state commitment; null before the game is over.
    #[serde(deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub state_salt: Option<Salt>,
    /// The words that the payload commits to, as far as they are told: names, reasons.
    pub texts: Vec<Text>,
}

/// `Option<Box<RawValue>>` keeps `null` as the raw text `null`; here it is nothing.
fn raw_or_null<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Box<RawValue>>, D::Error> {
    let raw = Box::<RawValue>::deserialize(deserializer)?;
    Ok((raw.get() != "null").then_some(raw))
}

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
    /// A seat moved.
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
    /// The 32 bytes.
    pub entropy: Entropy,
}

/// An organiser's end of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// Who ended it.
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
    /// An organiser.
    Organiser,
}

/// Why a payload cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BadPayload {
    /// It is not what its kind asks for.
    #[error("the payload of kind {} cannot be read: {cause}", kind.name())]
    Shape {
        /// The record's kind.
        kind: Kind,
        /// What the parser says.
        cause: serde_json::Error,
    },
    /// A ruleset, or a version of one, that is not built in. It says nothing against the payload.
    #[error(transparent)]
    Unknown(#[from] UnknownRuleset),
    /// The move is for another ruleset, or another version, than the game's.
    #[error("the move is for {found:?}; this game is played by {expected}")]
    OtherRuleset {
        /// The game's ruleset, as a log names it.
        expected: &'static str,
        /// What the move names.
        found: String,
    },
    /// The kind has its place in the format, and no meaning yet.
    #[error("events of kind {} are reserved; this draft of the format has none", kind.name())]
    Reserved {
        /// The record's kind.
        kind: Kind,
    },
    /// A seat is missing where one must act, or named where none does.
    #[error("an event of kind {} {} a seat", kind.name(), if *needed { "must name" } else { "cannot have" })]
    Seat {
        /// The record's kind.
        kind: Kind,
        /// Whether a seat is needed.
        needed: bool,
    },
    /// The kind stands in another kind of log.
    #[error("an event of kind {} does not stand in the log of a game", kind.name())]
    Foreign {
        /// The record's kind.
        kind: Kind,
    },
    /// The first event is not `created`, or a later one is.
    #[error("the first event, and only the first, is of kind created; found {}", kind.name())]
    Order {
        /// The record's kind.
        kind: Kind,
    },
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
