//! `pandect verify`.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::terminal::{Paint, count, plain};
use super::{FAILED, Failure, UNREADABLE, out, read};
use crate::audit::note::VerifierKey;
use crate::audit::{Audit, Bundle, Finding, Level, LevelReport, LevelStatus, Verdict, verify_json};

/// Verify bundles, offline.
///
/// Checks every level that the data allows: the chain, the commitments, the seed, the rules, the states, the outcome and
/// the signature. Needs no server and trusts none.
///
/// Exit codes: 0 when every file is verified, 1 when one is not (something in it is wrong, or its game is still running),
/// 2 when one cannot be read as a bundle. With several files the highest code counts.
#[derive(Debug, Args)]
pub(super) struct Verify {
    /// The bundles; `-` reads one from standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The public key that must have signed, as `GET /v1/keys` or `pandect key new` showed it. Give it whenever you
    /// know it: without it a bundle's own key is taken at its word, and anyone can make a bundle with a key of their own.
    #[arg(long, value_name = "VKEY")]
    key: Option<VerifierKey>,
    /// Take games that are still running: nothing in them may be wrong, and what is told at the end may be missing.
    #[arg(long)]
    running: bool,
    /// Print only the files that are not verified, and the sum. For many files.
    #[arg(long, short, conflicts_with = "json")]
    quiet: bool,
    /// Print each report as an object on a line of its own, for programs.
    #[arg(long)]
    json: bool,
}

/// A report as programs read it.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    #[serde(flatten)]
    audit: &'a Audit,
}

/// What a file turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    Verified,
    Failed,
    Incomplete,
    Unreadable,
}

impl Found {
    const ALL: [Self; 4] = [Self::Verified, Self::Failed, Self::Incomplete, Self::Unreadable];

    fn of(audit: &Audit) -> Self {
        // What is no bundle has no chain to look at.
        let chain = audit.levels.iter().find(|report| report.level == Level::Chain);
        match audit.verdict {
            Verdict::Verified => Self::Verified,
            Verdict::Incomplete => Self::Incomplete,
            Verdict::Failed if chain.is_none_or(|chain| chain.status == LevelStatus::Skipped) => Self::Unreadable,
            Verdict::Failed => Self::Failed,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Failed => "failed",
            Self::Incomplete => "incomplete",
            Self::Unreadable => "unreadable",
        }
    }

    fn painted(self, paint: Paint) -> String {
        match self {
            Self::Verified => paint.good(self.name()),
            Self::Incomplete => paint.open(self.name()),
            Self::Failed | Self::Unreadable => paint.bad(self.name()),
        }
    }
}

impl Verify {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let paint = Paint::for_stdout();
        let mut found = Vec::new();
        for path in &self.files {
            let name = path.display().to_string();
            let text = read(path);
            let audit = match &text {
                Ok(text) => verify_json(text, self.key.as_ref()),
                Err(failure) => Audit::unreadable(failure.to_string()),
            };
            let this = Found::of(&audit);
            if self.json {
                out(&(serde_json::to_string(&Line { file: &name, audit: &audit })? + "\n"))?;
            } else if !self.quiet || self.code(this) != 0 {
                out(&report(&name, text.as_deref().unwrap_or_default(), &audit, paint))?;
            }
            found.push(this);
        }
        if self.files.len() > 1 && !self.json {
            out(&sum(&found, paint))?;
        }
        Ok(found.into_iter().map(|found| self.code(found)).max().unwrap_or(0))
    }

    fn code(&self, found: Found) -> u8 {
        match found {
            Found::Verified => 0,
            Found::Incomplete if self.running => 0,
            // Not verified: whoever cut a log can also take its seed away, and make it look like a running game's.
            Found::Incomplete | Found::Failed => FAILED,
            Found::Unreadable => UNREADABLE,
        }
    }
}

/// The sign of a level.
pub(super) fn mark(status: LevelStatus, paint: Paint) -> String {
    match status {
        LevelStatus::Passed => paint.good("✓"),
        LevelStatus::Failed => paint.bad("✗"),
        LevelStatus::Skipped => paint.open("–"),
    }
}

fn report(name: &str, text: &[u8], audit: &Audit, paint: Paint) -> String {
    let found = Found::of(audit);
    let mut lines = format!("{}  {}\n", paint.strong(&plain(name)), found.painted(paint));
    if found == Found::Unreadable {
        let why = audit.findings.iter().map(|finding| format!("  {}\n", plain(&finding.detail)));
        lines.extend(why);
        lines.push('\n');
        return lines;
    }
    lines.push_str(&subject(text));
    lines.extend(audit.levels.iter().map(|report| level(report, paint)));
    if found == Found::Incomplete {
        lines.push_str(
            "  Nothing is wrong so far. The game is still running, or was cut to look so: what is marked –\n",
        );
        lines.push_str("  can be checked when it is over. To take it as it is, add --running.\n");
    }
    lines.extend(audit.findings.iter().map(|finding| explain(finding, paint)));
    lines.push('\n');
    lines
}

/// Which game it is, and the end of its log: what to compare with a receipt.
fn subject(text: &[u8]) -> String {
    let Ok(Bundle { events, .. }) = serde_json::from_slice(text) else { return String::new() };
    let Some(last) = events.last() else { return String::new() };
    format!("  game  {}\n  head  event {}, hash {}\n", last.record.id, last.record.index, last.hash)
}

fn level(report: &LevelReport, paint: Paint) -> String {
    format!("  {} {:<11}  {}\n", mark(report.status, paint), report.level.name(), plain(&report.detail))
}

fn explain(finding: &Finding, paint: Paint) -> String {
    let place = finding.index.map_or(String::new(), |index| format!(" at event {index}"));
    let kind = serde_json::to_value(finding.tampering).unwrap_or_default();
    let kind = kind.as_str().unwrap_or_default().replace('-', " ");
    let head = paint.bad(&format!("{kind}{place}"));
    let mut lines = format!("\n  {head} ({}): {}\n", finding.level.name(), plain(&finding.detail));
    for (name, value) in [("expected", &finding.expected), ("found", &finding.found)] {
        if let Some(value) = value {
            lines.push_str(&format!("    {name:<8}  {}\n", plain(value)));
        }
    }
    lines
}

fn sum(found: &[Found], paint: Paint) -> String {
    let parts = Found::ALL.into_iter().filter_map(|kind| {
        let number = found.iter().filter(|found| **found == kind).count();
        (number > 0).then(|| format!("{number} {}", kind.painted(paint)))
    });
    format!("{}: {}\n", count(found.len(), "file", "files"), parts.collect::<Vec<_>>().join(", "))
}
