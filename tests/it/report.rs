//! Reading the report of an audit.

use serde_json::Value;

/// The levels, in the order they are checked.
pub(crate) const LEVELS: [&str; 8] =
    ["format", "chain", "commitments", "seed", "rules", "states", "outcome", "signature"];

/// The report of an audit.
#[derive(Debug)]
pub(crate) struct Report(Value);

impl Report {
    /// Takes a report in, after a look at its form: every level once, in order.
    pub(crate) fn new(report: Value) -> Self {
        let levels: Vec<_> = report["levels"].as_array().expect("levels").iter().map(|level| &level["level"]).collect();
        assert_eq!(levels, LEVELS);
        Self(report)
    }

    pub(crate) fn verdict(&self) -> &str {
        self.0["verdict"].as_str().expect("a verdict")
    }

    /// The levels with this status.
    pub(crate) fn levels(&self, status: &str) -> Vec<&str> {
        let levels = self.0["levels"].as_array().expect("levels").iter();
        levels.filter(|level| level["status"] == status).filter_map(|level| level["level"].as_str()).collect()
    }

    /// The levels that failed, each with the index of the first event that is wrong.
    pub(crate) fn failures(&self) -> Vec<(&str, Option<u64>)> {
        let levels = self.0["levels"].as_array().expect("levels").iter().filter(|level| level["status"] == "failed");
        levels.map(|level| (level["level"].as_str().expect("a name"), level["first_bad_index"].as_u64())).collect()
    }

    /// What was found at a level: the kind of tampering and the index.
    pub(crate) fn findings(&self, level: &str) -> Vec<(&str, Option<u64>)> {
        let findings = self.0["findings"].as_array().expect("findings").iter();
        let of_level = findings.filter(|finding| finding["level"] == level);
        of_level.map(|finding| (finding["tampering"].as_str().expect("a kind"), finding["index"].as_u64())).collect()
    }
}
