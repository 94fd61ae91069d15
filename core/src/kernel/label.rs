//! The label of the formats: which bytes a log, a bundle, a proof and a database are made of.

/// What stands behind the name of every format, and in a database. `docs/format.md` is the page of it.
///
/// Until 0.2.0 every change of bytes raises the number behind `draft`; no label is inside a hash.
pub const LABEL: &str = "2-draft.1";

/// Says that a label is not known here, and which one is: `draft 7 is not known here; this program knows draft 1`.
///
/// `found` is what stands where [`LABEL`] would. What a program does not know it does not judge.
pub fn not_known(found: &str) -> String {
    let draft = |label: &str| label.strip_prefix("2-draft.").map(|number| format!("draft {number}"));
    let shown: String = found.chars().take(40).collect();
    match (draft(&shown), draft(LABEL)) {
        (Some(found), Some(known)) => format!("{found} is not known here; this program knows {known}"),
        _ => format!("the label {shown:?} is not known here; this program knows {LABEL}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_draft_is_told_by_its_number_and_anything_else_by_its_label() {
        assert_eq!(not_known("2-draft.7"), "draft 7 is not known here; this program knows draft 1");
        assert_eq!(not_known("1"), "the label \"1\" is not known here; this program knows 2-draft.1");
        assert!(not_known(&"9".repeat(1000)).len() < 120);
    }
}
