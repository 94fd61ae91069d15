//! Proofs about the tree, each a file with the signed checkpoint that it leads to.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::kernel::Hash;
use crate::kernel::tree::Leaf;

/// The format of a proof of inclusion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum InclusionFormat {
    /// The first version.
    #[serde(rename = "pandect-inclusion/1")]
    V1,
}

/// The format of a proof of consistency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum ConsistencyFormat {
    /// The first version.
    #[serde(rename = "pandect-consistency/1")]
    V1,
}

/// The proof that a log is a leaf of the tree. Unknown fields are refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Inclusion {
    /// The format's name and version: `pandect-inclusion/1`.
    pub format: InclusionFormat,
    /// Which log it is, and where it ended.
    pub leaf: Leaf,
    /// How many leaves are before it.
    pub number: u64,
    /// How many leaves the tree has.
    pub size: u64,
    /// The hashes beside the way from the leaf to the root, lowest first (RFC 6962, 2.1.1).
    #[schema(max_items = 64)]
    pub hashes: Vec<Hash>,
    /// The signed checkpoint of that tree.
    #[schema(example = "pandect\n1\nbjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=\n\n\u{2014} pandect …\n")]
    pub checkpoint: String,
}

/// The proof that a tree begins with an older one. Unknown fields are refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Consistency {
    /// The format's name and version: `pandect-consistency/1`.
    pub format: ConsistencyFormat,
    /// How many leaves the older tree has.
    pub from: u64,
    /// How many leaves the newer tree has.
    pub to: u64,
    /// The hashes from which both roots are computed, lowest first (RFC 6962, 2.1.2).
    #[schema(max_items = 65)]
    pub hashes: Vec<Hash>,
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
        let refused = |of_consistency| move |detail| NotAProof { of_consistency, detail };
        let Kind { format } = serde_json::from_slice(text)
            .map_err(|error| refused(false)(format!("it is no proof, as /v1/log/inclusion answers one: {error}")))?;
        match format.as_str() {
            "pandect-inclusion/1" => parse(text).map(Self::Inclusion).map_err(refused(false)),
            "pandect-consistency/1" => parse(text).map(Self::Consistency).map_err(refused(true)),
            other => Err(refused(false)(format!(
                "expected a proof of format pandect-inclusion/1 or pandect-consistency/1, found {other:?}"
            ))),
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
        assert!(detail(r#"{"format":"pandect-replay/1"}"#).contains("pandect-inclusion/1 or pandect-consistency/1"));
        assert!(detail(r#"{"format":"pandect-inclusion/1"}"#).contains("missing field `leaf`"));
        let unknown = r#"{"format":"pandect-consistency/1","from":0,"to":0,"hashes":[],"checkpoint":"","more":1}"#;
        let error = Proof::parse(unknown.as_bytes()).expect_err("an unknown field");
        assert!(error.of_consistency && error.detail.contains("unknown field `more`"), "{error}");
    }
}
