//! Events: a record, and what opens its commitments.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::any::{AnyEffect, AnyMatch, AnyMove, AnyOptions, RulesetName};
use crate::kernel::{
    Action, Entropy, EntropyPolicy, Hash, Kind, NotCanonical, Outcome, Record, Refusal, Salt, Seat, ServerSeed, Told,
    canonical, present,
};

/// An event as a viewer may see it: the record always, the payload with its salt where they may be known, the state's
/// salt once the game is over.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The hashed, public header.
    pub record: Record,
    /// The record's hash.
    pub hash: Hash,
    /// What the event asked for; null while it is concealed from this viewer.
    #[serde(deserialize_with = "raw_or_null")]
    #[schema(value_type = Option<Payload>, required)]
    pub payload: Option<Box<RawValue>>,
    /// What opens the payload commitment; null while the payload is.
    #[serde(deserialize_with = "present")]
    #[schema(required)]
    pub payload_salt: Option<Salt>,
    /// What opens the state commitment; null before the game is over.
    #[serde(deserialize_with = "present")]
    #[schema(required)]
    pub state_salt: Option<Salt>,
}

/// `Option<Box<RawValue>>` keeps `null` as the raw text `null`; here it is nothing.
fn raw_or_null<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Box<RawValue>>, D::Error> {
    let raw = Box::<RawValue>::deserialize(deserializer)?;
    Ok((raw.get() != "null").then_some(raw))
}

/// What an event carries. Which of them it is, the record's kind says.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Payload {
    /// The game was created.
    #[schema(title = "CreatedPayload")]
    Created(Created),
    /// A seat gave its entropy.
    #[schema(title = "EntropyPayload")]
    Entropy(Contribution),
    /// A seat moved.
    #[schema(title = "MovePayload")]
    Move(AnyMove),
    /// An organiser ended the game.
    #[schema(title = "AdjudicatedPayload")]
    Adjudicated(Adjudication),
}

/// The first payload of a game: all that it is opened with, but the seed.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Created {
    /// Whether the seats add entropy.
    pub entropy: EntropyPolicy,
    /// The options of the ruleset, defaults filled in.
    pub options: AnyOptions,
    /// The ruleset and its version.
    pub ruleset: RulesetVersion,
    /// Who plays, in seat order.
    pub seats: Vec<Player>,
    /// The hash that binds the server to its seed.
    pub seed_commitment: Hash,
    /// Where the seed is from.
    pub seed_origin: SeedOrigin,
    /// The tournament that the game belongs to.
    #[schema(required)]
    pub tournament: Option<String>,
}

/// A ruleset and the version of its transitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RulesetVersion)]
pub struct RulesetVersion {
    /// The ruleset.
    pub name: RulesetName,
    /// The version, from 1.
    #[schema(minimum = 1)]
    pub version: u32,
}

/// Who sits at a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The name, as the organiser gave it.
    #[schema(min_length = 1, max_length = 64, example = "Ada")]
    pub name: String,
    /// Who plays the seat, when the server does; left out where a person or a program with the seat's token does.
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bot: Option<Bot>,
}

/// A field that may be missing and may not be null: what is signed is written in one way.
fn not_null<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// How the server plays a seat. No rule reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Bot {
    /// Any legal move, each as likely as the others.
    Random,
}

/// Where the seed of a game is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeedOrigin {
    /// The server drew it.
    Server,
    /// The organiser supplied it, for a test or for teaching: whoever supplied it knows every draw.
    Supplied,
}

/// The entropy of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Contribution {
    /// The 32 bytes.
    pub entropy: Entropy,
}

/// An organiser's end of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// The ranking and scores, with the reason.
    pub outcome: Outcome,
}

/// `Created` as it is read: which options are right depends on the ruleset beside them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCreated<'a> {
    entropy: EntropyPolicy,
    #[serde(borrow)]
    options: &'a RawValue,
    ruleset: RulesetVersion,
    seats: Vec<Player>,
    seed_commitment: Hash,
    seed_origin: SeedOrigin,
    tournament: Option<String>,
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
    /// The ruleset has no such version here.
    #[error("{} version {found} is not known here; this program plays version {known}", name.as_str())]
    UnknownVersion {
        /// The ruleset.
        name: RulesetName,
        /// The version asked for.
        found: u32,
        /// The version that is known.
        known: u32,
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

impl Created {
    /// Reads the payload of the first event.
    ///
    /// # Errors
    /// [`BadPayload`] when it is no such payload or names a version that is not known here.
    pub fn parse(kind: Kind, json: &str) -> Result<Self, BadPayload> {
        if kind != Kind::Created {
            return Err(BadPayload::Order { kind });
        }
        let shape = |cause| BadPayload::Shape { kind, cause };
        let raw: RawCreated<'_> = serde_json::from_str(json).map_err(shape)?;
        let RulesetVersion { name, version: found } = raw.ruleset;
        let known = name.facts().version;
        if found != known {
            return Err(BadPayload::UnknownVersion { name, found, known });
        }
        let options = name.options(&mut serde_json::Deserializer::from_str(raw.options.get())).map_err(shape)?;
        Ok(Self {
            entropy: raw.entropy,
            options,
            ruleset: raw.ruleset,
            seats: raw.seats,
            seed_commitment: raw.seed_commitment,
            seed_origin: raw.seed_origin,
            tournament: raw.tournament,
        })
    }
}

impl Created {
    /// Opens the match that this payload describes.
    ///
    /// # Errors
    /// [`Refusal`] when the seats or the options make no game.
    pub fn open(&self, seed: ServerSeed) -> Result<(AnyMatch, Told<AnyEffect>), Refusal> {
        // More seats than a byte counts are more than any ruleset plays with, and are refused as such.
        let seats = u8::try_from(self.seats.len()).unwrap_or(u8::MAX);
        self.options.open(seats, seed, self.entropy)
    }
}

impl Payload {
    /// The payload that an action is recorded with.
    pub fn of(action: &Action<AnyMove>) -> Self {
        match action {
            Action::Entropy(_, entropy) => Self::Entropy(Contribution { entropy: *entropy }),
            Action::Move(_, mv) => Self::Move(mv.clone()),
            Action::Adjudicated(outcome) => Self::Adjudicated(Adjudication { outcome: outcome.clone() }),
        }
    }

    /// The canonical JSON: what is committed to, and stored.
    ///
    /// # Errors
    /// [`NotCanonical`] when it holds something that has no canonical form.
    pub fn canonical(&self) -> Result<Vec<u8>, NotCanonical> {
        canonical(self)
    }
}

/// Reads the action of an event after the first.
///
/// # Errors
/// [`BadPayload`] when the payload is not what the kind asks for, or the seat does not fit the kind.
pub fn parse_action(kind: Kind, seat: Option<Seat>, json: &str) -> Result<Action<AnyMove>, BadPayload> {
    let shape = |cause| BadPayload::Shape { kind, cause };
    let needed = BadPayload::Seat { kind, needed: true };
    match kind {
        Kind::Created => Err(BadPayload::Order { kind }),
        Kind::Entropy => {
            let Contribution { entropy } = serde_json::from_str(json).map_err(shape)?;
            Ok(Action::Entropy(seat.ok_or(needed)?, entropy))
        }
        Kind::Move => Ok(Action::Move(seat.ok_or(needed)?, serde_json::from_str(json).map_err(shape)?)),
        Kind::Adjudicated if seat.is_some() => Err(BadPayload::Seat { kind, needed: false }),
        Kind::Adjudicated => {
            let Adjudication { outcome } = serde_json::from_str(json).map_err(shape)?;
            Ok(Action::Adjudicated(outcome))
        }
        Kind::PlayerRegistered
        | Kind::PlayerWithdrawn
        | Kind::RoundPaired
        | Kind::GameAttached
        | Kind::GameConcluded
        | Kind::Ruling
        | Kind::Sealed => Err(BadPayload::Foreign { kind }),
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
