//! Words of people: a payload has a salted commitment to them, and they stand beside it, so that they can be erased.

use serde::{Deserialize, Serialize};

use super::hash::{Hash, Hasher, Salt};

/// What a person wrote, with what a payload has of it.
///
/// The salt is 32 random bytes of its own and comes from no seed: a seed is told when the game is over, and a name that was
/// erased could then be guessed. Nothing here says that the text opens the commitment; [`is_open`](Text::is_open) does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// What stands in the payload.
    pub commitment: Hash,
    /// What was hashed before the text.
    pub salt: Salt,
    /// The words as they were typed, up to 2,000 characters.
    #[cfg_attr(feature = "schema", schema(max_length = 2000, example = "Ada"))]
    pub text: String,
}

impl Text {
    /// A text with its commitment, under a salt that is drawn for it alone.
    pub fn new(salt: Salt, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { commitment: text_commitment(&salt, &text), salt, text }
    }

    /// Whether the text opens the commitment.
    pub fn is_open(&self) -> bool {
        text_commitment(&self.salt, &self.text) == self.commitment
    }
}

/// `SHA-256("pandect/text/v1\n" ‖ salt ‖ text)`, the text in UTF-8 as it stands: no form of Unicode is made of it.
fn text_commitment(salt: &Salt, text: &str) -> Hash {
    Hasher::tagged("pandect/text/v1").chain(salt.as_bytes()).chain(text.as_bytes()).finish()
}

/// The texts that open these commitments, each once and in the order of the commitments.
pub fn beside(texts: &[Text], commitments: &[Hash]) -> Vec<Text> {
    let mut beside: Vec<Text> = Vec::new();
    for commitment in commitments {
        let found = texts.iter().find(|text| text.commitment == *commitment);
        beside.extend(found.filter(|text| !beside.contains(text)).cloned());
    }
    beside
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with another implementation of SHA-256: `fixtures/kernel/generate.py`.
    #[test]
    fn text_commitments_follow_the_independent_vectors() {
        let fixture: serde_json::Value =
            serde_json::from_str(include_str!("../../../fixtures/kernel/log.json")).expect("the fixture is JSON");
        let cases = fixture["texts"].as_array().expect("cases");
        assert!(!cases.is_empty());
        for case in cases {
            let text: Text = serde_json::from_value(case.clone()).expect("a text");
            assert!(text.is_open(), "{case}");
            assert_eq!(Text::new(text.salt, text.text.clone()), text);
            assert!(!Text { text: format!("{} ", text.text), ..text }.is_open());
        }
    }
}
