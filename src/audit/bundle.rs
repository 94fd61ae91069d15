//! Bundles: a self-contained file with a whole game, verifiable offline.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::kernel::{Outcome, ServerSeed, present};
use crate::rulesets::event::Event;

/// The format's name and version.
pub const FORMAT: &str = "pandect-replay/1";

/// A whole game in one file. Unknown fields are refused.
///
/// The bundle of a running game holds no secrets: no seed, no concealed payload, no state salt; it verifies as far as
/// it can.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// The format's name and version: `pandect-replay/1`.
    #[schema(pattern = "^pandect-replay/1$", example = "pandect-replay/1")]
    pub format: String,
    /// The server's seed; null before the game is over.
    #[serde(deserialize_with = "present")]
    #[schema(required)]
    pub server_seed: Option<ServerSeed>,
    /// Every event, from index 0.
    pub events: Vec<Event>,
    /// How the game ended; null before.
    #[serde(deserialize_with = "present")]
    #[schema(required)]
    pub outcome: Option<Outcome>,
    /// The receipt of the last event: a C2SP signed note.
    pub receipt: String,
    /// The key that signed the receipt: a C2SP verifier key. Compare it with one that you got elsewhere.
    #[schema(example = "pandect+01a263fb+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea")]
    pub public_key: String,
}
