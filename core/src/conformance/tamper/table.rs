//! The table of attack and level: which levels find which attack, counted over everything that was tried.

use std::collections::BTreeMap;
use std::fmt;

use crate::audit::{Audit, Level, LevelReport, LevelStatus, Verdict};

/// The columns of a game.
const LEVELS: [Level; 12] = [
    Level::Format,
    Level::Chain,
    Level::Commitments,
    Level::Seed,
    Level::Rules,
    Level::States,
    Level::Outcome,
    Level::Signature,
    Level::Receipts,
    Level::Checkpoint,
    Level::Inclusion,
    Level::Consistency,
];

/// Which levels found which attack, in the order in which attacks were first tried.
#[derive(Debug)]
pub(in crate::conformance) struct Table {
    levels: &'static [Level],
    rows: Vec<(&'static str, Row)>,
}

impl Default for Table {
    fn default() -> Self {
        Self { levels: &LEVELS, rows: Vec::new() }
    }
}

#[derive(Debug, Default)]
struct Row {
    tries: u32,
    found: BTreeMap<Level, u32>,
}

impl Table {
    /// The table of a tournament.
    pub(in crate::conformance) fn of_a_tournament() -> Self {
        Self { levels: &Level::OF_A_TOURNAMENT, rows: Vec::new() }
    }

    /// Notes down where an attack was found. One that was not fails the test.
    pub(super) fn found(&mut self, attack: &'static str, audit: &Audit, what: &str) {
        assert_eq!(audit.verdict, Verdict::Failed, "{attack}: {what}: {audit:?}");
        self.failed(attack, &audit.levels);
    }

    /// Notes down which levels found an attack.
    pub(in crate::conformance) fn failed(&mut self, attack: &'static str, levels: &[LevelReport]) {
        let row = self.row(attack);
        row.tries += 1;
        for report in levels.iter().filter(|report| report.status == LevelStatus::Failed) {
            *row.found.entry(report.level).or_default() += 1;
        }
    }

    fn row(&mut self, attack: &'static str) -> &mut Row {
        let at = self.rows.iter().position(|(name, _)| *name == attack).unwrap_or_else(|| {
            self.rows.push((attack, Row::default()));
            self.rows.len() - 1
        });
        &mut self.rows[at].1
    }

    /// Takes in what was found elsewhere.
    pub(in crate::conformance) fn add(&mut self, other: &Self) {
        for (attack, row) in &other.rows {
            let sum = self.row(attack);
            sum.tries += row.tries;
            for (level, found) in &row.found {
                *sum.found.entry(*level).or_default() += found;
            }
        }
    }
}

impl Row {
    fn cell(&self, level: Level) -> &'static str {
        match self.found.get(&level) {
            None => "",
            Some(found) if *found == self.tries => "●",
            Some(_) => "○",
        }
    }
}

/// As `docs/verify.md` shows it.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |cell: &dyn Fn(Level) -> &'static str| {
            self.levels.iter().map(|level| cell(*level)).collect::<Vec<_>>().join(" | ")
        };
        writeln!(f, "| attack | {} |", line(&Level::name))?;
        writeln!(f, "|---|{}", ":-:|".repeat(self.levels.len()))?;
        for (attack, row) in &self.rows {
            writeln!(f, "| {attack} | {} |", line(&|level| row.cell(level)))?;
        }
        Ok(())
    }
}
