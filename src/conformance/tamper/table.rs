//! The table of attack and level: which levels find which attack, counted over everything that was tried.

use std::collections::BTreeMap;
use std::fmt;

use crate::audit::{Audit, Level, LevelStatus, Verdict};

/// The columns.
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
#[derive(Debug, Default)]
pub(in crate::conformance) struct Table(Vec<(&'static str, Row)>);

#[derive(Debug, Default)]
struct Row {
    tries: u32,
    found: BTreeMap<Level, u32>,
}

impl Table {
    /// Notes down where an attack was found. One that was not fails the test.
    pub(super) fn found(&mut self, attack: &'static str, audit: &Audit, what: &str) {
        assert_eq!(audit.verdict, Verdict::Failed, "{attack}: {what}: {audit:?}");
        let row = self.row(attack);
        row.tries += 1;
        for report in audit.levels.iter().filter(|report| report.status == LevelStatus::Failed) {
            *row.found.entry(report.level).or_default() += 1;
        }
    }

    fn row(&mut self, attack: &'static str) -> &mut Row {
        let at = self.0.iter().position(|(name, _)| *name == attack).unwrap_or_else(|| {
            self.0.push((attack, Row::default()));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }

    /// Takes in what was found elsewhere.
    pub(in crate::conformance) fn add(&mut self, other: &Self) {
        for (attack, row) in &other.0 {
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

/// As the README shows it.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |cells: [&str; 12]| cells.join(" | ");
        writeln!(f, "| attack | {} |", line(LEVELS.map(Level::name)))?;
        writeln!(f, "|---|{}", ":-:|".repeat(LEVELS.len()))?;
        for (attack, row) in &self.0 {
            writeln!(f, "| {attack} | {} |", line(LEVELS.map(|level| row.cell(level))))?;
        }
        Ok(())
    }
}
