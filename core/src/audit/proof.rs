//! Proofs about the tree, each a file with the signed checkpoint that it leads to.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::bundle::unknown_label;
use crate::kernel::Hash;
use crate::kernel::tree::Leaf;

const INCLUSION: &str = "pandect-inclusion/2-draft.1";
const CONSISTENCY: &str = "pandect-consistency/2-draft.1";

/// The format of a proof of inclusion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum InclusionFormat {
    /// The one of this draft.
    #[serde(rename = "pandect-inclusion/2-draft.1")]
    Draft1,
}

/// The format of a proof of consistency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ConsistencyFormat {
    /// The one of this draft.
    #[serde(rename = "pandect-consistency/2-draft.1")]
    Draft1,
}

/// The proof that a log is a leaf of the tree. Unknown fields are refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Inclusion {
    /// The format's name and version: `pandect-inclusion/2-draft.1`.
    pub format: InclusionFormat,
    /// Which log it is, and where it ended.
    pub leaf: Leaf,
    /// How many leaves are before it.
    pub leaf_index: u64,
    /// How many leaves the tree has.
    pub tree_size: u64,
    /// The hashes beside the way from the leaf to the root, lowest first (RFC 6962, 2.1.1).
    #[cfg_attr(feature = "schema", schema(max_items = 64))]
    pub audit_path: Vec<Hash>,
    /// The signed checkpoint of that tree.
    #[cfg_attr(
        feature = "schema",
        schema(example = "pandect\n1\nbjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=\n\n\u{2014} pandect …\n")
    )]
    pub checkpoint: String,
}

/// The proof that a tree begins with an older one. Unknown fields are refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Consistency {
    /// The format's name and version: `pandect-consistency/2-draft.1`.
    pub format: ConsistencyFormat,
    /// How many leaves the older tree has.
    pub first: u64,
    /// How many leaves the newer tree has.
    pub second: u64,
    /// The hashes from which both roots are computed, lowest first (RFC 6962, 2.1.2).
    #[cfg_attr(feature = "schema", schema(max_items = 65))]
    pub consistency: Vec<Hash>,
    /// The signed checkpoint of the newer tree.
    pub checkpoint: String,
}

/// A proof as a file holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// That a log is a leaf of the tree.
    Inclusion(Inclusion),
    /// That a tree begins with an older one.
    Consistency(Consistency),
}

/// Text that is no proof, with what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct NotAProof {
    /// Whether it says that it is a proof of consistency.
    pub of_consistency: bool,
    /// Whether its label is one that is not known here: then nothing is wrong with it.
    pub unknown: bool,
    /// What is wrong.
    pub detail: String,
}

impl Proof {
    /// Reads a proof.
    ///
    /// # Errors
    /// [`NotAProof`].
    pub fn parse(text: &[u8]) -> Result<Self, NotAProof> {
        /// Only what kind of proof it is.
        #[derive(Deserialize)]
        struct Kind {
            format: String,
        }
        let refused = |of_consistency| move |detail| NotAProof { of_consistency, unknown: false, detail };
        let Kind { format } = serde_json::from_slice(text)
            .map_err(|error| refused(false)(format!("it is no proof, as /v1/log/inclusion answers one: {error}")))?;
        match format.as_str() {
            INCLUSION => parse(text).map(Self::Inclusion).map_err(refused(false)),
            CONSISTENCY => parse(text).map(Self::Consistency).map_err(refused(true)),
            other => Err(not_this(other)),
        }
    }

    /// The signed checkpoint that it leads to.
    pub fn checkpoint(&self) -> &str {
        match self {
            Self::Inclusion(proof) => &proof.checkpoint,
            Self::Consistency(proof) => &proof.checkpoint,
        }
    }
}

/// What a label says that is none of the two.
fn not_this(label: &str) -> NotAProof {
    let unknown = |known, of_consistency| {
        unknown_label(known, label).map(|detail| NotAProof { of_consistency, unknown: true, detail })
    };
    unknown(INCLUSION, false).or_else(|| unknown(CONSISTENCY, true)).unwrap_or_else(|| NotAProof {
        of_consistency: false,
        unknown: false,
        detail: format!("expected a proof of format {INCLUSION} or {CONSISTENCY}, found {label:?}"),
    })
}

fn parse<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    serde_json::from_slice(text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_proof_is_refused_with_what_would_be_right() {
        let detail = |text: &str| Proof::parse(text.as_bytes()).expect_err("no proof").detail;
        assert!(detail("[]").contains("/v1/log/inclusion"));
        let of_a_game = detail(r#"{"format":"pandect-replay/2-draft.1"}"#);
        assert!(of_a_game.contains("pandect-inclusion/2-draft.1 or pandect-consistency/2-draft.1"), "{of_a_game}");
        assert!(detail(r#"{"format":"pandect-inclusion/2-draft.1"}"#).contains("missing field `leaf`"));
        let unknown = r#"{"format":"pandect-consistency/2-draft.1","first":0,"second":0,"consistency":[],"checkpoint":"","more":1}"#;
        let error = Proof::parse(unknown.as_bytes()).expect_err("an unknown field");
        assert!(error.of_consistency && error.detail.contains("unknown field `more`"), "{error}");
    }

    #[test]
    fn a_proof_of_another_draft_is_not_known_rather_than_wrong() {
        for (family, of_consistency) in [("inclusion", false), ("consistency", true)] {
            let text = format!(r#"{{"format":"pandect-{family}/2-draft.3","more":1}}"#);
            let error = Proof::parse(text.as_bytes()).expect_err("unknown");
            assert!(error.unknown && error.of_consistency == of_consistency, "{error:?}");
            assert_eq!(error.detail, "draft 3 is not known here; this program knows draft 1");
        }
    }
}
