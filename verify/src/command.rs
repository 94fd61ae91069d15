//! What `pandect verify` and `pandect-verify` do, from their flags to their exit code.

mod dispute;
mod gathered;
mod page;
mod tournament;

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::failure::{FAILED, Failure, UNREADABLE, out, read};
use crate::terminal::{Paint, count, plain};
use gathered::{Gather, Gathered};
use pandect_core::audit::note::VerifierKey;
use pandect_core::audit::{
    Audit, Bundle, Dispute, Evidence, Finding, Level, LevelReport, LevelStatus, TournamentAudit, Verdict, parse,
    verify_with,
};

/// Verify bundles of games and of tournaments, offline.
///
/// Checks every level that the data allows: the chain, the commitments, the seed, the rules, the states, the outcome and
/// the signature. Receipts, checkpoints and proofs that were kept add a level each. Needs no server and trusts none.
///
/// Exit codes: 0 when every file is verified, 1 when one is not (something in it is wrong, its game is still running, or
/// this program does not know what it was made by),
/// 2 when one cannot be read as a bundle. With several files the highest code counts.
#[derive(Debug, Args)]
pub struct Verify {
    /// The bundles; `-` reads one from standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The public key that must have signed, as `GET /v1/keys` or `pandect key new` showed it. Give it whenever you
    /// know it: without it a bundle's own key is taken at its word, and anyone can make a bundle with a key of their own.
    #[arg(long, value_name = "VKEY")]
    key: Option<VerifierKey>,
    #[command(flatten)]
    gather: Gather,
    /// Another bundle of the same game: says where the two first part, in which field, and which of them the receipts and
    /// proofs support. For a dispute; the exit code is 1 when they part.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Take games that are still running: nothing in them may be wrong, and what is told at the end may be missing.
    #[arg(long)]
    running: bool,
    /// Print only the files that are not verified, and the sum. For many files.
    #[arg(long, short, conflicts_with = "json")]
    quiet: bool,
    /// Print each report as an object on a line of its own, for programs.
    #[arg(long)]
    json: bool,
    /// Also write the report on a tournament as a page, one file that needs no network: to hand to an arbiter.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// A report as programs read it.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    #[serde(flatten)]
    audit: &'a Audit,
}

/// The report on a tournament as programs read it.
#[derive(Serialize)]
struct TournamentLine<'a> {
    file: &'a str,
    #[serde(flatten)]
    audit: &'a TournamentAudit,
}

/// A dispute as programs read it.
#[derive(Serialize)]
struct DisputeLine<'a> {
    file: &'a str,
    against: &'a str,
    #[serde(flatten)]
    dispute: &'a Dispute,
}

/// What a file turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    Verified,
    Failed,
    Incomplete,
    Unproved,
    Unknown,
    Unreadable,
}

impl Found {
    const ALL: [Self; 6] =
        [Self::Verified, Self::Failed, Self::Incomplete, Self::Unproved, Self::Unknown, Self::Unreadable];

    fn of(audit: &Audit) -> Self {
        Self::of_levels(audit.verdict, &audit.levels, audit.unknown.as_ref())
    }

    fn of_levels(verdict: Verdict, levels: &[LevelReport], unknown: Option<&String>) -> Self {
        // What is no bundle has no chain to look at.
        let chain = levels.iter().find(|report| report.level == Level::Chain);
        let own = [Level::OF_A_BUNDLE.as_slice(), &Level::OF_A_TOURNAMENT].concat();
        let open = |report: &LevelReport| report.status == LevelStatus::Skipped && !own.contains(&report.level);
        match verdict {
            Verdict::Verified => Self::Verified,
            Verdict::Incomplete if unknown.is_some() => Self::Unknown,
            Verdict::Incomplete if levels.iter().any(open) => Self::Unproved,
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
            Self::Unproved => "unproved",
            Self::Unknown => "not known here",
            Self::Unreadable => "unreadable",
        }
    }

    fn painted(self, paint: Paint) -> String {
        match self {
            Self::Verified => paint.good(self.name()),
            Self::Incomplete | Self::Unproved | Self::Unknown => paint.open(self.name()),
            Self::Failed | Self::Unreadable => paint.bad(self.name()),
        }
    }
}

/// A file as it was read, and what it turned out to be.
struct Verified {
    name: String,
    bundle: Option<Bundle>,
    found: Found,
}

impl Verify {
    /// Verifies the files and prints what was found: the exit code.
    ///
    /// # Errors
    /// [`Failure`] when a file cannot be read, or the report cannot be written.
    pub fn run(self) -> Result<u8, Failure> {
        let paint = Paint::for_stdout();
        let gathered = self.gather.read()?;
        if let Some(against) = &self.against {
            return self.dispute(against, &gathered, paint);
        }
        let mut found = Vec::new();
        for path in &self.files {
            found.push(match tournament::open(path) {
                Some(bundle) => self.tournament(path, bundle, &gathered, paint)?,
                None if self.html.is_some() => {
                    let path = path.display();
                    return Err(Failure::unreadable(format!("--html is for tournaments, and {path} is none")));
                }
                None => self.one(path, &gathered, paint)?.found,
            });
        }
        if self.files.len() > 1 && !self.json {
            out(&sum(&found, paint))?;
        }
        Ok(found.into_iter().map(|found| self.code(found)).max().unwrap_or(0))
    }

    fn evidence<'a>(&'a self, gathered: &'a Gathered) -> Evidence<'a> {
        Evidence {
            key: self.key.as_ref(),
            receipts: gathered.receipts.as_deref(),
            checkpoints: &gathered.checkpoints,
            proofs: &gathered.proofs,
        }
    }

    /// Verifies one file and prints its report.
    fn one(&self, path: &Path, gathered: &Gathered, paint: Paint) -> Result<Verified, Failure> {
        let name = path.display().to_string();
        let parsed = match read(path) {
            Ok(text) => parse(&text),
            Err(failure) => Err(Audit::unreadable(failure.to_string())),
        };
        let (bundle, audit) = match parsed {
            Ok(bundle) => {
                let audit = verify_with(&bundle, &self.evidence(gathered));
                (Some(bundle), audit)
            }
            Err(unreadable) => (None, unreadable),
        };
        let found = Found::of(&audit);
        if self.json {
            out(&(serde_json::to_string(&Line { file: &name, audit: &audit })? + "\n"))?;
        } else if !self.quiet || self.code(found) != 0 {
            out(&report(&name, bundle.as_ref(), &audit, paint))?;
        }
        Ok(Verified { name, bundle, found })
    }

    /// Verifies a tournament and prints its report.
    fn tournament(
        &self,
        path: &Path,
        bundle: tournament::Opened,
        gathered: &Gathered,
        paint: Paint,
    ) -> Result<Found, Failure> {
        let name = path.display().to_string();
        let audit = bundle.verify(&self.evidence(gathered));
        let found = Found::of_levels(audit.verdict, &audit.levels, audit.unknown.as_ref());
        if let Some(html) = &self.html {
            let unwritable = |error| Failure::new(format!("{} cannot be written: {error}", html.display()));
            std::fs::write(html, page::page(&name, &audit)).map_err(unwritable)?;
        }
        if self.json {
            out(&(serde_json::to_string(&TournamentLine { file: &name, audit: &audit })? + "\n"))?;
        } else if !self.quiet || self.code(found) != 0 {
            out(&tournament::report(&name, &audit, found, paint))?;
        }
        Ok(found)
    }

    /// Verifies two bundles of one game and holds them against each other.
    fn dispute(&self, against: &Path, gathered: &Gathered, paint: Paint) -> Result<u8, Failure> {
        let [file] = self.files.as_slice() else {
            return Err(Failure::unreadable("--against takes one bundle to compare with one other: give one FILE"));
        };
        let (first, second) = (self.one(file, gathered, paint)?, self.one(against, gathered, paint)?);
        let code = self.code(first.found).max(self.code(second.found));
        let (Some(one), Some(other)) = (&first.bundle, &second.bundle) else { return Ok(code) };
        let Some(dispute) = Dispute::of(one, other, &self.evidence(gathered)) else {
            let (one, other) = (plain(&first.name), plain(&second.name));
            return Err(Failure::unreadable(format!("{one} and {other} are not bundles of one game")));
        };
        if self.json {
            let line = DisputeLine { file: &first.name, against: &second.name, dispute: &dispute };
            out(&(serde_json::to_string(&line)? + "\n"))?;
        } else {
            out(&dispute::report(&dispute, [&first.name, &second.name], paint))?;
        }
        Ok(if dispute.parting.is_some() { code.max(FAILED) } else { code })
    }

    fn code(&self, found: Found) -> u8 {
        match found {
            Found::Verified => 0,
            Found::Incomplete if self.running => 0,
            // Not verified: whoever cut a log can also take its seed away, and make it look like a running game's.
            // And a label or a version that nobody knows would hide anything.
            Found::Incomplete | Found::Unproved | Found::Unknown | Found::Failed => FAILED,
            Found::Unreadable => UNREADABLE,
        }
    }
}

/// The sign of a level.
pub fn mark(status: LevelStatus, paint: Paint) -> String {
    match status {
        LevelStatus::Passed => paint.good("✓"),
        LevelStatus::Failed => paint.bad("✗"),
        LevelStatus::Skipped => paint.open("–"),
    }
}

fn report(name: &str, bundle: Option<&Bundle>, audit: &Audit, paint: Paint) -> String {
    let found = Found::of(audit);
    let mut lines = format!("{}  {}\n", paint.strong(&plain(name)), found.painted(paint));
    if found == Found::Unreadable {
        let why = audit.findings.iter().map(|finding| format!("  {}\n", plain(&finding.detail)));
        lines.extend(why);
        lines.push('\n');
        return lines;
    }
    lines.push_str(&bundle.map_or(String::new(), subject));
    lines.extend(audit.levels.iter().map(|report| level(report, paint)));
    if found == Found::Incomplete {
        lines.push_str(
            "  Nothing is wrong so far. The game is still running, or was cut to look so: what is marked –\n",
        );
        lines.push_str("  can be checked when it is over. To take it as it is, add --running.\n");
    }
    if let (Found::Unknown, Some(unknown)) = (found, &audit.unknown) {
        lines.push_str(&format!("  Nothing is wrong with what could be checked. {}\n", capital(unknown)));
    }
    if found == Found::Unproved {
        lines.push_str("  Nothing is wrong so far. What is marked – could not be shown with what was given.\n");
    }
    lines.extend(audit.findings.iter().map(|finding| explain(finding, paint)));
    lines.push('\n');
    lines
}

/// A sentence that begins like one.
fn capital(sentence: &str) -> String {
    let mut chars = sentence.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    format!("{}.", plain(&first.into_iter().chain(chars).collect::<String>()))
}

/// Which game it is, and the end of its log: what to compare with a receipt.
fn subject(bundle: &Bundle) -> String {
    let Some(last) = bundle.events.last() else { return String::new() };
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
