//! What a verification found.

use serde::Serialize;

/// The result of a verification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Audit {
    /// `verified` when every level passed, `failed` when one failed, `incomplete` when none failed and one could not
    /// be checked.
    pub verdict: Verdict,
    /// Every level that was asked for, in the order they are checked.
    pub levels: Vec<LevelReport>,
    /// What is wrong, level by level, earliest index first.
    pub findings: Vec<Finding>,
    /// What this program would have to know to check the levels that it skipped: a label, a ruleset or a version of one. Null
    /// where it knows all that it was asked for.
    #[cfg_attr(feature = "schema", schema(required))]
    pub unknown: Option<String>,
}

impl Audit {
    /// The report on something that cannot be read as a log at all.
    pub fn unreadable(detail: impl Into<String>) -> Self {
        let mut report = Report::default();
        report.checked(Level::Format, vec![Finding::new(Level::Format, Tampering::Malformed, None, detail)], "");
        report.close()
    }

    /// The report on something under a label that is not known here: nothing of it is judged.
    pub(super) fn not_judged(why: String) -> Self {
        let mut report = Report::default();
        report.unknown(&[Level::Format], why);
        report.close()
    }
}

/// The sum of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every level was checked and passed.
    Verified,
    /// A level found something wrong; the findings say what and where.
    Failed,
    /// No level failed, and one could not be checked: the game is still running, or something is not known here.
    Incomplete,
}

/// What an audit checks, each by itself; in the order of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// The file has the form of a bundle.
    Format,
    /// Every record has its hash, and links to the one before.
    Chain,
    /// Every payload opens to what was committed.
    Commitments,
    /// The seed is the one that was committed to, and every salt comes from it.
    Seed,
    /// Every move was legal for that seat at that point.
    Rules,
    /// Every state is the one that was committed to.
    States,
    /// The outcome is the one that the log leads to.
    Outcome,
    /// The receipt is signed, and is of this log's last event.
    Signature,
    /// Every game of the tournament is there, is verified, and ended as the tournament's log says.
    Games,
    /// The standings are the ones that the log leads to.
    Standings,
    /// The log has what receipts that were given out before say of it.
    Receipts,
    /// The trees that checkpoints speak of are signed.
    Checkpoint,
    /// The log is a leaf of a tree that was signed, and ends where the leaf says.
    Inclusion,
    /// Every tree that was signed begins with the ones before it.
    Consistency,
}

impl Level {
    /// The levels that every bundle has, in the order they are checked.
    pub const OF_A_BUNDLE: [Self; 8] = [
        Self::Format,
        Self::Chain,
        Self::Commitments,
        Self::Seed,
        Self::Rules,
        Self::States,
        Self::Outcome,
        Self::Signature,
    ];

    /// The levels of a tournament, in the order they are checked.
    pub const OF_A_TOURNAMENT: [Self; 7] =
        [Self::Format, Self::Chain, Self::Commitments, Self::Rules, Self::Signature, Self::Games, Self::Standings];

    /// The level's name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::Chain => "chain",
            Self::Commitments => "commitments",
            Self::Seed => "seed",
            Self::Rules => "rules",
            Self::States => "states",
            Self::Outcome => "outcome",
            Self::Signature => "signature",
            Self::Games => "games",
            Self::Standings => "standings",
            Self::Receipts => "receipts",
            Self::Checkpoint => "checkpoint",
            Self::Inclusion => "inclusion",
            Self::Consistency => "consistency",
        }
    }
}

/// How one level went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LevelReport {
    /// Which of the checks it is.
    pub level: Level,
    /// Whether it passed, failed, or could not be checked.
    pub status: LevelStatus,
    /// What was checked, or why it could not be.
    pub detail: String,
    /// The index of the first event that is wrong, where one is.
    #[cfg_attr(feature = "schema", schema(required))]
    pub first_bad_index: Option<u64>,
}

/// How one level went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LevelStatus {
    /// Everything checked was right.
    Passed,
    /// Something was wrong: there is a finding of this level.
    Failed,
    /// It could not be checked.
    Skipped,
}

/// What kind of tampering a finding points to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Tampering {
    /// The file or a part of it cannot be read.
    Malformed,
    /// A value was changed after it was recorded.
    Edited,
    /// An event is missing from the middle or the start.
    Removed,
    /// An event is there that does not belong there, or is there twice.
    Inserted,
    /// The events stand in another order.
    Reordered,
    /// The end of the log is missing.
    Truncated,
    /// The log, or the tree, is not the one that was signed before: it was written anew.
    Rewritten,
    /// The rules refuse an event that the log accepted.
    Illegal,
    /// The committed state is not the one that the seed and the moves lead to.
    WrongDraw,
    /// The seed is not the one that was committed to.
    WrongSeed,
    /// The outcome is not the one that the log leads to.
    WrongOutcome,
    /// A key signed it that is not the one to trust.
    WrongKey,
    /// The signature does not fit.
    WrongSignature,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Finding {
    /// The level that found it.
    pub level: Level,
    /// What kind of tampering it points to.
    pub tampering: Tampering,
    /// The event's index, where it is about one.
    #[cfg_attr(feature = "schema", schema(required))]
    pub index: Option<u64>,
    /// What is wrong, for people; its words may change between versions.
    pub detail: String,
    /// What would be right, where it is one value.
    #[cfg_attr(feature = "schema", schema(required))]
    pub expected: Option<String>,
    /// What stands there instead.
    #[cfg_attr(feature = "schema", schema(required))]
    pub found: Option<String>,
}

impl Finding {
    pub(super) fn new(level: Level, tampering: Tampering, index: Option<u64>, detail: impl Into<String>) -> Self {
        Self { level, tampering, index, detail: detail.into(), expected: None, found: None }
    }

    pub(super) fn values(mut self, expected: &impl ToString, found: &impl ToString) -> Self {
        self.expected = Some(expected.to_string());
        self.found = Some(found.to_string());
        self
    }
}

/// Findings beyond this many per level are counted and not listed.
pub const FINDINGS_PER_LEVEL_MAX: usize = 20;

/// Collects the levels of one verification.
#[derive(Debug, Default)]
pub(super) struct Report {
    levels: Vec<LevelReport>,
    findings: Vec<Finding>,
    unknown: Option<String>,
}

impl Report {
    /// Ends a level: it failed if there are findings, and passed otherwise.
    pub(super) fn checked(&mut self, level: Level, mut findings: Vec<Finding>, passed: impl Into<String>) {
        let Some(first) = findings.first() else {
            return self.push(level, LevelStatus::Passed, passed.into(), None);
        };
        let (detail, first_bad_index) = (first.detail.clone(), findings.iter().filter_map(|f| f.index).min());
        self.push(level, LevelStatus::Failed, detail, first_bad_index);
        findings.truncate(FINDINGS_PER_LEVEL_MAX);
        self.findings.append(&mut findings);
    }

    /// Ends a level that could not be checked.
    pub(super) fn skipped(&mut self, level: Level, why: impl Into<String>) {
        self.push(level, LevelStatus::Skipped, why.into(), None);
    }

    /// Ends levels that need what is not known here. What a program does not know it does not judge.
    pub(super) fn unknown(&mut self, levels: &[Level], why: String) {
        for level in levels.iter().copied() {
            self.skipped(level, why.clone());
        }
        self.unknown.get_or_insert(why);
    }

    /// What is not known here, if anything was asked for that is not.
    pub(super) fn unknown_here(&self) -> Option<String> {
        self.unknown.clone()
    }

    /// Whether something found so far points to this.
    pub(super) fn points_to(&self, tampering: Tampering) -> bool {
        self.findings.iter().any(|finding| finding.tampering == tampering)
    }

    /// Whether a level has ended.
    pub(super) fn has(&self, level: Level) -> bool {
        self.levels.iter().any(|report| report.level == level)
    }

    fn push(&mut self, level: Level, status: LevelStatus, detail: String, first_bad_index: Option<u64>) {
        self.levels.push(LevelReport { level, status, detail, first_bad_index });
    }

    /// Sums up; a level that was never reached was skipped.
    pub(super) fn close(self) -> Audit {
        self.close_with(&Level::OF_A_BUNDLE)
    }

    /// Sums up; one of these levels that was never reached was skipped.
    pub(super) fn close_with(mut self, levels: &[Level]) -> Audit {
        for level in levels.iter().copied() {
            if !self.has(level) {
                let why = self.unknown.clone().unwrap_or_else(|| "not reached".into());
                self.skipped(level, why);
            }
        }
        self.levels.sort_by_key(|report| report.level);
        let any = |status| self.levels.iter().any(|report| report.status == status);
        let verdict = match (any(LevelStatus::Failed), any(LevelStatus::Skipped)) {
            (true, _) => Verdict::Failed,
            (false, true) => Verdict::Incomplete,
            (false, false) => Verdict::Verified,
        };
        Audit { verdict, levels: self.levels, findings: self.findings, unknown: self.unknown }
    }
}
