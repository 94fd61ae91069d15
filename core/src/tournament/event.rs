//! The events of a tournament's log: a record, and what opens its commitments. Nothing in it is ever concealed.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use uuid::Uuid;

use super::format::{Format, Played, Points, Repeats, Rules, TieBreak};
use super::standing::Standing;
use crate::kernel::{
    EntropyPolicy, Hash, Hasher, Head, Kind, LogKind, NotCanonical, Outcome, Record, Reserved, Salt, Sealing,
    ServerSeed, Text, Timestamp, canonical, payload_salt, present, seal,
};

/// An event of a tournament: the record, its hash, the payload with the salt that opens it, and the words that are told.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TournamentEvent {
    /// SHA-256 of the record in canonical JSON under the tag of records: what the next record has as `prev`.
    pub hash: Hash,
    /// What the record commits to; nothing in a tournament is concealed.
    #[cfg_attr(feature = "schema", schema(value_type = TournamentPayload))]
    pub payload: Box<RawValue>,
    /// What opens the payload commitment.
    pub payload_salt: Salt,
    /// The hashed header. Its `seat` and `state` are always null.
    pub record: Record,
    /// The words that the payload has commitments to, as far as they are told.
    pub texts: Vec<Text>,
}

/// What an event carries. Which of them it is, the record's kind says.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum TournamentPayload {
    /// The tournament was created.
    #[cfg_attr(feature = "schema", schema(title = "TournamentCreatedPayload"))]
    Created(TournamentCreated),
    /// A player takes part.
    #[cfg_attr(feature = "schema", schema(title = "PlayerRegisteredPayload"))]
    PlayerRegistered(Registration),
    /// A player plays no further rounds.
    #[cfg_attr(feature = "schema", schema(title = "PlayerWithdrawnPayload"))]
    PlayerWithdrawn(Withdrawal),
    /// The next round was paired.
    #[cfg_attr(feature = "schema", schema(title = "RoundPairedPayload"))]
    RoundPaired(Round),
    /// A game belongs to the tournament.
    #[cfg_attr(feature = "schema", schema(title = "GameAttachedPayload"))]
    GameAttached(Attachment),
    /// An attached game ended.
    #[cfg_attr(feature = "schema", schema(title = "GameConcludedPayload"))]
    GameConcluded(Conclusion),
    /// An arbiter decided something, with or without another result.
    #[cfg_attr(feature = "schema", schema(title = "RulingPayload"))]
    Ruling(Ruling),
    /// The tournament ended with its standings; nothing follows.
    #[cfg_attr(feature = "schema", schema(title = "SealedPayload"))]
    Sealed(Seal),
}

/// The first payload of a tournament: all that it is created with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TournamentCreated {
    /// Reserved: the time that its games have.
    pub clock: Reserved,
    /// Reserved: who plays on after a round.
    pub cut: Reserved,
    /// Whether the seats of its games add entropy.
    pub entropy: EntropyPolicy,
    /// How its games are made.
    pub format: Format,
    /// Reserved: a commitment to what lots are drawn from.
    pub lots_commitment: Reserved,
    /// The commitment to its name.
    pub name: Hash,
    /// The points for each place; null for the usual ones: two for every place that is better than the last.
    #[serde(deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub points: Option<Points>,
    /// Whether players may meet again.
    pub repeats: Repeats,
    /// The version of the rules of tournaments.
    #[cfg_attr(feature = "schema", schema(value_type = u32, minimum = 1, maximum = 1, example = 1))]
    pub rules: Rules,
    /// What is played. Round n plays the n-th, counted around.
    #[cfg_attr(feature = "schema", schema(min_items = 1, max_items = 16))]
    pub rulesets: Vec<Played>,
    /// What ranks players with equal points, first things first.
    #[cfg_attr(feature = "schema", schema(max_items = 4))]
    pub tie_breaks: Vec<TieBreak>,
}

/// A player takes part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// Reserved: how the server plays for the player.
    pub bot: Reserved,
    /// The commitment to the name.
    pub name: Hash,
    /// The player's number, from 0 in the order of registration.
    #[cfg_attr(feature = "schema", schema(maximum = 255))]
    pub player: u32,
}

/// A player plays no further rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// The player's number, from 0 in the order of registration.
    #[cfg_attr(feature = "schema", schema(maximum = 255))]
    pub player: u32,
}

/// A round: who meets whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = TournamentRound))]
pub struct Round {
    /// Reserved: the numbers of the tables that an organiser seated, from 0.
    #[cfg_attr(feature = "schema", schema(max_items = 0))]
    pub by_hand: Vec<u32>,
    /// Who has no game in this round.
    #[cfg_attr(feature = "schema", schema(max_items = 256))]
    pub byes: Vec<u32>,
    /// Reserved: the pairs who meet again.
    #[cfg_attr(feature = "schema", schema(max_items = 0))]
    pub repeated: Vec<Vec<u32>>,
    /// The round's number, from 1.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 512))]
    pub round: u32,
    /// The players of each table, in seat order.
    #[cfg_attr(feature = "schema", schema(max_items = 256))]
    pub tables: Vec<Vec<u32>>,
}

/// A game belongs to the tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Attachment {
    /// The hash of the game's first record, which fixes its ruleset, options, seats and seed commitment.
    pub created: Hash,
    /// The game's id, which its first record has as well.
    pub game: Uuid,
    /// The players, in seat order.
    #[cfg_attr(feature = "schema", schema(min_items = 1, max_items = 6))]
    pub players: Vec<u32>,
    /// The round that it belongs to; null in a format without rounds.
    #[serde(deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 512))]
    pub round: Option<u32>,
    /// Which of the tournament's rulesets it plays, from 0.
    #[cfg_attr(feature = "schema", schema(maximum = 15))]
    pub ruleset: u32,
}

/// An attached game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Conclusion {
    /// The game's id, which its first record has as well.
    pub game: Uuid,
    /// The end of its log.
    pub head: Head,
    /// How it ended. Reserved: null for a game that ended without an outcome.
    #[serde(deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub outcome: Option<Outcome>,
}

/// An arbiter's decision in words, and the result that it makes count where it makes one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// The result that counts from now on; null when the ruling changes none. The game's log stays as it is.
    #[serde(deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub correction: Option<Correction>,
    /// The commitment to the decision in words.
    pub text: Hash,
}

/// A result that counts instead of the game's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The game's id, which its first record has as well.
    pub game: Uuid,
    /// The result. Its reason is `corrected`, without values: why, the ruling says in words.
    pub outcome: Outcome,
}

/// The end of a tournament. Whoever replays the log has to come to the same standings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Seal {
    /// Reserved: what lots were drawn from.
    pub lots_seed: Reserved,
    /// The commitment to why it ended; null where nobody said why.
    #[serde(deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub reason: Option<Hash>,
    /// The standings after every game, first place first.
    pub standings: Vec<Standing>,
}

impl TournamentPayload {
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

    /// The commitments to words in it, in the order in which their texts stand beside it.
    pub fn commitments(&self) -> Vec<Hash> {
        match self {
            Self::Created(created) => vec![created.name],
            Self::PlayerRegistered(new) => vec![new.name],
            Self::Ruling(ruling) => vec![ruling.text],
            Self::Sealed(seal) => seal.reason.into_iter().collect(),
            Self::PlayerWithdrawn(_) | Self::RoundPaired(_) | Self::GameAttached(_) | Self::GameConcluded(_) => {
                Vec::new()
            }
        }
    }
}

/// What the salts of a tournament come from: `SHA-256("pandect/tournament/v1\n" ‖ the 16 bytes of its id)`.
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
    payload: &TournamentPayload,
) -> Result<(Record, Hash, Vec<u8>), NotCanonical> {
    let json = canonical(payload)?;
    let sealing =
        Sealing { log: LogKind::Tournament, id, at, kind: payload.kind(), seat: None, payload: &json, state: None };
    let (record, hash) = seal(&salt_seed(id), head, sealing)?;
    Ok((record, hash, json))
}

/// A stored event with its salt, and the words that are still told.
pub fn opened(record: Record, hash: Hash, payload: Box<RawValue>, texts: Vec<Text>) -> TournamentEvent {
    let payload_salt = payload_salt(&salt_seed(record.id), record.index);
    TournamentEvent { hash, payload, payload_salt, record, texts }
}
