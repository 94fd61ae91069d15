//! The first event of a game: all that it is opened with, but the seed.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::bad_payload::BadPayload;
use crate::kernel::{EntropyPolicy, Hash, Kind, Refusal, Reserved, ServerSeed, Told};
use crate::rulesets::any::{AnyEffect, AnyMatch, AnyOptions, Edition, RulesetName};

/// The first payload of a game: all that it is opened with, but the seed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Created {
    /// Reserved: how much time the seats have.
    pub clock: Reserved,
    /// Whether the seats add entropy.
    pub entropy: EntropyPolicy,
    /// The options of the ruleset, defaults filled in.
    pub options: AnyOptions,
    /// Reserved: the game that this one is played instead of.
    pub replaces: Reserved,
    /// The ruleset and its version.
    pub ruleset: RulesetVersion,
    /// Who plays, in seat order.
    pub seats: Vec<CreatedSeat>,
    /// The hash that binds the server to its seed.
    pub seed_commitment: Hash,
    /// Where the seed is from.
    pub seed_origin: SeedOrigin,
    /// The tournament that the game belongs to.
    #[cfg_attr(feature = "schema", schema(required))]
    pub tournament: Option<String>,
}

/// A ruleset and the version of its transitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = RulesetVersion))]
pub struct RulesetVersion {
    /// The name of the ruleset, in kebab case.
    pub name: RulesetName,
    /// The version, from 1.
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub version: u32,
}

impl From<Edition> for RulesetVersion {
    fn from(edition: Edition) -> Self {
        Self { name: edition.name(), version: edition.version() }
    }
}

/// Who sits at a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CreatedSeat {
    /// Who plays the seat, when the server does; null where a person or a program with the seat's token does.
    #[serde(deserialize_with = "crate::kernel::present")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub bot: Option<Bot>,
    /// The commitment to the name.
    pub name: Hash,
}

/// How the server plays a seat. No rule reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Bot {
    /// Any legal move, each as likely as the others.
    Random,
}

/// Where the seed of a game is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SeedOrigin {
    /// The server drew it.
    Server,
    /// The organiser supplied it, for a test or for teaching: whoever supplied it knows every draw.
    Supplied,
}

/// `Created` as it is read: which options are right depends on the ruleset beside them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCreated<'a> {
    clock: Reserved,
    entropy: EntropyPolicy,
    #[serde(borrow)]
    options: &'a RawValue,
    replaces: Reserved,
    #[serde(borrow)]
    ruleset: RawVersion<'a>,
    seats: Vec<CreatedSeat>,
    seed_commitment: Hash,
    seed_origin: SeedOrigin,
    #[serde(deserialize_with = "crate::kernel::present")]
    tournament: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawVersion<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    version: u32,
}

/// What the seed of a game is held against; read whatever the ruleset is.
#[derive(Debug, Clone, Copy)]
pub struct Sown {
    /// Whether the seats add entropy.
    pub entropy: EntropyPolicy,
    /// The hash that binds the server to its seed.
    pub seed_commitment: Hash,
    /// Where the seed is from.
    pub seed_origin: SeedOrigin,
}

fn raw(kind: Kind, json: &str) -> Result<RawCreated<'_>, BadPayload> {
    if kind != Kind::Created {
        return Err(BadPayload::Order { kind });
    }
    serde_json::from_str(json).map_err(|cause| BadPayload::Shape { kind, cause })
}

impl Created {
    /// Reads the payload of the first event.
    ///
    /// # Errors
    /// [`BadPayload`]; [`BadPayload::Unknown`] for a ruleset, or a version of one, that is not built in.
    pub fn parse(kind: Kind, json: &str) -> Result<Self, BadPayload> {
        let raw = raw(kind, json)?;
        let edition = Edition::of(&raw.ruleset.name, raw.ruleset.version)?;
        let shape = |cause| BadPayload::Shape { kind, cause };
        let written = raw.options.get();
        let options = edition.options(&mut serde_json::Deserializer::from_str(written)).map_err(shape)?;
        // Options have defaults where people write them; a log says all of them.
        let asked: serde_json::Value = serde_json::from_str(written).map_err(shape)?;
        if serde_json::to_value(&options).map_err(shape)? != asked {
            return Err(shape(serde::de::Error::custom("an option is left out, or written in another way")));
        }
        Ok(Self {
            clock: raw.clock,
            entropy: raw.entropy,
            options,
            replaces: raw.replaces,
            ruleset: edition.into(),
            seats: raw.seats,
            seed_commitment: raw.seed_commitment,
            seed_origin: raw.seed_origin,
            tournament: raw.tournament,
        })
    }

    /// The commitments to the names in the payload of the first event, whatever its ruleset is.
    ///
    /// # Errors
    /// [`BadPayload`] but for an unknown ruleset.
    pub fn parse_names(kind: Kind, json: &str) -> Result<Vec<Hash>, BadPayload> {
        Ok(raw(kind, json)?.seats.into_iter().map(|seat| seat.name).collect())
    }

    /// The ruleset at its version.
    pub fn edition(&self) -> Edition {
        self.options.edition()
    }

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

impl Sown {
    /// Reads what the first payload says of the seed.
    ///
    /// # Errors
    /// [`BadPayload`] but for an unknown ruleset.
    pub fn parse(kind: Kind, json: &str) -> Result<Self, BadPayload> {
        let RawCreated { entropy, seed_commitment, seed_origin, .. } = raw(kind, json)?;
        Ok(Self { entropy, seed_commitment, seed_origin })
    }
}
