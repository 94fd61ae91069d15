//! The events of a tournament's log: a record, and what opens its commitment. Nothing in it is ever concealed.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use super::format::{Format, Played, Points, TieBreak};
use super::standing::Standing;
use crate::kernel::{
    EntropyPolicy, Hash, Hasher, Head, Kind, LogKind, NotCanonical, Outcome, Record, Salt, Sealing, ServerSeed,
    Timestamp, canonical, payload_salt, seal,
};

/// Characters in the name of a tournament.
pub const TOURNAMENT_NAME_CHARS_MAX: usize = 100;
/// Characters in an arbiter's words.
pub const RULING_CHARS_MAX: usize = 2_000;

/// An event of a tournament: the record, its hash, and the payload with the salt that opens it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TournamentEvent)]
pub struct Event {
    /// The record's hash.
    pub hash: Hash,
    /// What happened.
    #[schema(value_type = Payload)]
    pub payload: Box<RawValue>,
    /// What opens the payload commitment.
    pub payload_salt: Salt,
    /// The hashed header. Its `seat` and `state` are always null.
    pub record: Record,
}

/// What an event carries. Which of them it is, the record's kind says.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = TournamentPayload)]
pub enum Payload {
    /// The tournament was created.
    #[schema(title = "TournamentCreatedPayload")]
    Created(Created),
    /// A player takes part.
    #[schema(title = "PlayerRegisteredPayload")]
    PlayerRegistered(Registration),
    /// A player plays no further rounds.
    #[schema(title = "PlayerWithdrawnPayload")]
    PlayerWithdrawn(Withdrawal),
    /// The next round was paired.
    #[schema(title = "RoundPairedPayload")]
    RoundPaired(Round),
    /// A game belongs to the tournament.
    #[schema(title = "GameAttachedPayload")]
    GameAttached(Attachment),
    /// An attached game ended.
    #[schema(title = "GameConcludedPayload")]
    GameConcluded(Conclusion),
    /// An arbiter decided.
    #[schema(title = "RulingPayload")]
    Ruling(Ruling),
    /// The tournament ended.
    #[schema(title = "SealedPayload")]
    Sealed(Seal),
}

/// The first payload of a tournament: all that it is created with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TournamentCreated)]
pub struct Created {
    /// Whether the seats of its games add entropy.
    pub entropy: EntropyPolicy,
    /// How its games are made.
    pub format: Format,
    /// Its name.
    #[schema(min_length = 1, max_length = 100, example = "Spring open")]
    pub name: String,
    /// The points for each place; null for the usual ones: two for every place that is better than the last.
    #[schema(required)]
    pub points: Option<Points>,
    /// What is played. Round n plays the n-th, counted around.
    #[schema(min_items = 1, max_items = 16)]
    pub rulesets: Vec<Played>,
    /// What ranks players with equal points, first things first.
    #[schema(max_items = 4)]
    pub tie_breaks: Vec<TieBreak>,
}

/// A player takes part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// The name, as the organiser gave it.
    #[schema(min_length = 1, max_length = 64, example = "Ada")]
    pub name: String,
    /// The player's number, from 0 in the order of registration.
    #[schema(maximum = 255)]
    pub player: u32,
}

/// A player plays no further rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// The player.
    #[schema(maximum = 255)]
    pub player: u32,
}

/// A round: who meets whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TournamentRound)]
pub struct Round {
    /// Who has no game in this round.
    #[schema(max_items = 256)]
    pub byes: Vec<u32>,
    /// The round's number, from 1.
    #[schema(minimum = 1, maximum = 512)]
    pub round: u32,
    /// The players of each table, in seat order.
    #[schema(max_items = 256)]
    pub tables: Vec<Vec<u32>>,
}

/// A game belongs to the tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Attachment {
    /// The hash of the game's first record, which fixes its ruleset, options, seats and seed commitment.
    pub created: Hash,
    /// The game.
    pub game: Uuid,
    /// The players, in seat order.
    #[schema(min_items = 1, max_items = 6)]
    pub players: Vec<u32>,
    /// The round that it belongs to; null in a format without rounds.
    #[schema(required, minimum = 1, maximum = 512)]
    pub round: Option<u32>,
    /// Which of the tournament's rulesets it plays, from 0.
    #[schema(maximum = 15)]
    pub ruleset: u32,
}

/// An attached game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Conclusion {
    /// The game.
    pub game: Uuid,
    /// The end of its log.
    pub head: Head,
    /// How it ended.
    pub outcome: Outcome,
}

/// An arbiter's decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// The result that counts from now on; null when the ruling changes none. The game's log stays as it is.
    #[schema(required)]
    pub correction: Option<Correction>,
    /// The decision in words.
    #[schema(min_length = 1, max_length = 2000, example = "Table 3: a draw was agreed before the last move.")]
    pub text: String,
}

/// A result that counts instead of the game's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The game.
    pub game: Uuid,
    /// The result.
    pub outcome: Outcome,
}

/// The tournament ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Seal {
    /// The final standings.
    pub standings: Vec<Standing>,
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
    /// The kind stands in another kind of log.
    #[error("an event of kind {} does not stand in the log of a tournament", kind.name())]
    Foreign {
        /// The record's kind.
        kind: Kind,
    },
}

impl Payload {
    /// Reads a payload.
    ///
    /// # Errors
    /// [`BadPayload`] when it is not what the kind asks for.
    pub fn parse(kind: Kind, json: &str) -> Result<Self, BadPayload> {
        fn read<'a, T: Deserialize<'a>>(kind: Kind, json: &'a str) -> Result<T, BadPayload> {
            serde_json::from_str(json).map_err(|cause| BadPayload::Shape { kind, cause })
        }
        Ok(match kind {
            Kind::Created => Self::Created(read(kind, json)?),
            Kind::PlayerRegistered => Self::PlayerRegistered(read(kind, json)?),
            Kind::PlayerWithdrawn => Self::PlayerWithdrawn(read(kind, json)?),
            Kind::RoundPaired => Self::RoundPaired(read(kind, json)?),
            Kind::GameAttached => Self::GameAttached(read(kind, json)?),
            Kind::GameConcluded => Self::GameConcluded(read(kind, json)?),
            Kind::Ruling => Self::Ruling(read(kind, json)?),
            Kind::Sealed => Self::Sealed(read(kind, json)?),
            Kind::Entropy | Kind::Move | Kind::Adjudicated => return Err(BadPayload::Foreign { kind }),
        })
    }

    /// The kind that it is recorded with.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Created(_) => Kind::Created,
            Self::PlayerRegistered(_) => Kind::PlayerRegistered,
            Self::PlayerWithdrawn(_) => Kind::PlayerWithdrawn,
            Self::RoundPaired(_) => Kind::RoundPaired,
            Self::GameAttached(_) => Kind::GameAttached,
            Self::GameConcluded(_) => Kind::GameConcluded,
            Self::Ruling(_) => Kind::Ruling,
            Self::Sealed(_) => Kind::Sealed,
        }
    }
}

/// What the salts of a tournament come from: `SHA-256("pandect/tournament/v1\n" ‖ id)`.
///
/// A tournament has no secrets, so whoever knows its id can make its salts.
pub fn salt_seed(id: Uuid) -> ServerSeed {
    ServerSeed::new(*Hasher::tagged("pandect/tournament/v1").chain(id.as_bytes()).finish().as_bytes())
}

/// An event on its way into a log: the record that follows `head` or opens a log, its hash, and the canonical JSON of the
/// payload.
///
/// # Errors
/// [`NotCanonical`] when the payload has no canonical form.
pub fn sealed(
    id: Uuid,
    head: Option<Head>,
    at: Timestamp,
    payload: &Payload,
) -> Result<(Record, Hash, Vec<u8>), NotCanonical> {
    let json = canonical(payload)?;
    let sealing =
        Sealing { log: LogKind::Tournament, id, at, kind: payload.kind(), seat: None, payload: &json, state: None };
    let (record, hash) = seal(&salt_seed(id), head, sealing)?;
    Ok((record, hash, json))
}

/// A stored event with its salt.
pub fn opened(record: Record, hash: Hash, payload: Box<RawValue>) -> Event {
    let payload_salt = payload_salt(&salt_seed(record.id), record.index);
    Event { hash, payload, payload_salt, record }
}
