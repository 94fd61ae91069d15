//! The words that payloads commit to: each that is told opens its commitment, and was asked for.

use super::report::{Finding, Level, Tampering};
use crate::kernel::{Hash, Text};

/// The words of one event.
pub(super) struct Words<'a> {
    pub(super) index: u64,
    /// What the payload commits to; unknown where the payload cannot be read here.
    pub(super) commitments: Option<Vec<Hash>>,
    pub(super) texts: &'a [Text],
}

/// What a commitment stands for, where its text is told and opens it.
pub(super) fn told(texts: &[Text], commitment: Hash) -> Option<String> {
    texts.iter().find(|text| text.commitment == commitment && text.is_open()).map(|text| text.text.clone())
}

/// Adds what is wrong, and says how many texts are missing: that one was erased is no mistake, and nobody can tell it from one
/// that was left out.
pub(super) fn check_texts<'a>(events: impl Iterator<Item = Words<'a>>, findings: &mut Vec<Finding>) -> String {
    let mut missing = 0_u64;
    for Words { index, commitments, texts } in events {
        let edited = |detail: String| Finding::new(Level::Commitments, Tampering::Edited, Some(index), detail);
        // In the order of the commitments, each at most once: what is left of them is what may still come.
        let is_read = commitments.is_some();
        // A commitment that stands twice in a payload asks for one text.
        let mut asked: Vec<Hash> = Vec::new();
        for commitment in commitments.into_iter().flatten() {
            if !asked.contains(&commitment) {
                asked.push(commitment);
            }
        }
        let mut left = asked.iter();
        for text in texts {
            let skipped = left.clone().position(|commitment| *commitment == text.commitment);
            match skipped {
                Some(skipped) => {
                    missing += skipped as u64;
                    left.nth(skipped);
                }
                None if !is_read => {}
                None => {
                    let detail = format!("event {index} shows a text that its payload does not commit to there");
                    findings.push(edited(detail));
                }
            }
            if !text.is_open() {
                let committed = text.commitment;
                findings.push(edited(format!("a text of event {index} does not open its commitment {committed}")));
            }
        }
        missing += left.len() as u64;
    }
    match missing {
        0 => String::new(),
        1 => "; 1 text erased or left out".into(),
        more => format!("; {more} texts erased or left out"),
    }
}
