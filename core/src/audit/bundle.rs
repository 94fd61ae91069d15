//! Bundles: a self-contained file with a whole game, verifiable offline.

use serde::{Deserialize, Serialize};

use crate::kernel::{Outcome, ServerSeed, not_known, present};
use crate::log::Event;

/// The format's name and version.
pub const FORMAT: &str = "pandect-replay/2-draft.1";

/// Says that a label of this family is not known here; nothing for the one that is, and for what is of no such family.
///
/// The family is what stands before the slash: `pandect-replay`.
pub(super) fn unknown_label(known: &str, found: &str) -> Option<String> {
    let (family, _) = known.split_once('/')?;
    let label = found.strip_prefix(family)?.strip_prefix('/')?;
    (found != known).then(|| not_known(label))
}

/// The label of a text that may be of another draft, whatever else is in it.
pub(super) fn label_of(text: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Labelled {
        format: String,
    }
    serde_json::from_slice::<Labelled>(text).ok().map(|labelled| labelled.format)
}

/// A whole game in one file. Unknown fields are refused.
///
/// The bundle of a running game holds no secrets: no seed, no concealed payload, no state salt; it verifies as far as
/// it can.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// The format's name and version: `pandect-replay/2-draft.1`.
    #[cfg_attr(
        feature = "schema",
        schema(pattern = "^pandect-replay/2-draft\\.1$", example = "pandect-replay/2-draft.1")
    )]
    pub format: String,
    /// The server's seed; null before the game is over.
    #[serde(deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub server_seed: Option<ServerSeed>,
    /// Every event, from index 0.
    pub events: Vec<Event>,
    /// How the game ended; null before.
    #[serde(deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub outcome: Option<Outcome>,
    /// The receipt of the last event: a C2SP signed note.
    pub receipt: String,
    /// The key that signed the receipt: a C2SP verifier key. Compare it with one that you got elsewhere.
    #[cfg_attr(feature = "schema", schema(example = "pandect+01a263fb+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea"))]
    pub public_key: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::TOURNAMENT_FORMAT;
    use crate::kernel::LABEL;

    #[test]
    fn every_format_has_the_label() {
        assert_eq!(FORMAT, format!("pandect-replay/{LABEL}"));
        assert_eq!(TOURNAMENT_FORMAT, format!("pandect-tournament/{LABEL}"));
    }

    #[test]
    fn a_label_of_the_family_is_not_known_and_another_family_is_none_of_ours() {
        let sentence = "draft 7 is not known here; this program knows draft 1";
        assert_eq!(unknown_label(FORMAT, "pandect-replay/2-draft.7").as_deref(), Some(sentence));
        assert!(unknown_label(FORMAT, "pandect-replay/1").is_some());
        for other in [FORMAT, "pandect-inclusion/1", "pandect-replayed/2", "", "replay"] {
            assert_eq!(unknown_label(FORMAT, other), None, "{other:?}");
        }
    }
}
