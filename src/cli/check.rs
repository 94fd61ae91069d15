//! `pandect check`.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::terminal::{Paint, plain};
use super::{FAILED, Failure, out};
use crate::app::{self, Flaw, Part};
use crate::kernel::LogKind;
use crate::kernel::tree::Root;

/// Flaws of one part that are printed for people; the others are counted.
const SHOWN_MAX: u64 = 50;

/// Check a whole database: the file, every log, the tree.
///
/// Verifies each game and each tournament as `pandect verify` does a bundle, with the secrets of the database, and holds
/// what stands beside the logs against them: seeds, status, outcomes, seats, idempotency keys, the leaves of the tree.
/// Reads only: a server may run meanwhile, and the file may lie where nothing can be written. After a crash, a full disk or
/// a restored backup it says whether all is well; each finding names the log and the event.
///
/// It cannot see that the end of a running game is missing when nothing else in the file tells of it: the receipts that
/// players keep can, with `pandect verify --receipts` on the game's bundle.
///
/// Exit codes: 0 when nothing is wrong, 1 when something is, 2 when there is no database that can be checked.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// The database: the one that `pandect serve` is given, or a backup.
    #[arg(value_name = "DB", env = "PANDECT_DATABASE", default_value = "pandect.db")]
    database: PathBuf,
    /// Print each finding as an object on a line of its own, and the sum on the last line, for programs.
    #[arg(long)]
    json: bool,
}

/// The sum as programs read it.
#[derive(Serialize)]
struct Sum<'a> {
    database: &'a str,
    verdict: &'static str,
    games: u64,
    tournaments: u64,
    events: u64,
    tree: Option<TreeSum>,
    findings: u64,
}

#[derive(Serialize)]
struct TreeSum {
    size: u64,
    root: String,
}

/// How one part went.
#[derive(Debug, Default)]
struct Went {
    logs: u64,
    events: u64,
    flaws: u64,
}

/// Where findings go as they are found: on many threads, and however many there are.
struct Printer {
    json: bool,
    paint: Paint,
    bar: ProgressBar,
    failed: Mutex<Option<Failure>>,
}

impl Printer {
    /// Prints findings of a part that has had so many before.
    fn print(&self, flaws: &[Flaw], before: u64) {
        for (number, flaw) in (before..).zip(flaws) {
            let text = match self.json {
                true => serde_json::to_string(flaw).map(|line| line + "\n").map_err(Failure::from),
                false if number < SHOWN_MAX => Ok(flaw_in_words(flaw, self.paint)),
                false => return,
            };
            let printed = text.and_then(|text| self.bar.suspend(|| out(&text)));
            if let Err(failure) = printed {
                locked(&self.failed).get_or_insert(failure);
            }
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Check {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let check =
            app::Check::open(&self.database, threads).map_err(|error| Failure::unreadable(error.to_string()))?;
        let bar = progress();
        let printer = Printer { json: self.json, paint: Paint::for_stdout(), bar, failed: Mutex::new(None) };
        let parts = |part, flaws: Vec<Flaw>| {
            printer.print(&flaws, 0);
            (part, Went { flaws: flaws.len() as u64, ..Went::default() })
        };
        printer.bar.set_message("the file");
        let mut went = vec![parts(Part::File, check.file()), parts(Part::Schema, check.schema())];
        for (part, kind, name) in
            [(Part::Tournament, LogKind::Tournament, "tournaments"), (Part::Game, LogKind::Game, "games")]
        {
            printer.bar.set_message(name);
            went.push((part, logs(&check, kind, threads, &printer)?));
        }
        printer.bar.set_message("the tree");
        let (root, flaws) = check.tree();
        went.push(parts(Part::Tree, flaws));
        printer.bar.finish_and_clear();
        if let Some(failure) = locked(&printer.failed).take() {
            return Err(failure);
        }
        let found: u64 = went.iter().map(|(_, went)| went.flaws).sum();
        self.sum(&went, root, found, printer.paint)?;
        Ok(if found == 0 { 0 } else { FAILED })
    }

    fn sum(&self, went: &[(Part, Went)], root: Option<Root>, found: u64, paint: Paint) -> Result<(), Failure> {
        let database = self.database.display().to_string();
        let logs = |wanted| went.iter().filter(|(part, _)| *part == wanted).map(|(_, went)| went.logs).sum();
        if self.json {
            let sum = Sum {
                database: &database,
                verdict: if found == 0 { "verified" } else { "failed" },
                games: logs(Part::Game),
                tournaments: logs(Part::Tournament),
                events: went.iter().map(|(_, went)| went.events).sum(),
                tree: root.map(|root| TreeSum { size: root.size, root: root.hash.to_string() }),
                findings: found,
            };
            return out(&(serde_json::to_string(&sum)? + "\n"));
        }
        let verdict = if found == 0 { paint.good("verified") } else { paint.bad("failed") };
        let gap = if found == 0 { "" } else { "\n" };
        let mut lines = format!("{gap}{}  {verdict}\n", paint.strong(&plain(&database)));
        lines.extend(went.iter().map(|(part, went)| line(*part, went, root, paint)));
        out(&lines)
    }
}

/// Checks every log of a kind, on so many threads.
fn logs(check: &app::Check, kind: LogKind, threads: usize, printer: &Printer) -> Result<Went, Failure> {
    let last = check.logs(kind).map_err(|error| Failure::unreadable(error.to_string()))?;
    printer.bar.set_position(0);
    printer.bar.set_length(last);
    let (next, went) = (AtomicU64::new(1), Mutex::new(Went { logs: last, ..Went::default() }));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number > last {
                        return;
                    }
                    let checked = check.log(kind, number);
                    let mut went = locked(&went);
                    printer.print(&checked.flaws, went.flaws);
                    went.flaws += checked.flaws.len() as u64;
                    went.events += checked.events;
                    printer.bar.inc(1);
                }
            });
        }
    });
    Ok(went.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Shows itself on a terminal only.
fn progress() -> ProgressBar {
    let bar = ProgressBar::new(0);
    bar.enable_steady_tick(Duration::from_millis(100));
    match ProgressStyle::with_template("{spinner} {msg:<12} {wide_bar} {pos}/{len}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn name(part: Part) -> &'static str {
    match part {
        Part::File => "file",
        Part::Schema => "schema",
        Part::Tournament => "tournaments",
        Part::Game => "games",
        Part::Tree => "tree",
    }
}

fn line(part: Part, went: &Went, root: Option<Root>, paint: Paint) -> String {
    let Went { logs, events, flaws } = went;
    let passed = match part {
        Part::File => "every page, index and reference is whole".into(),
        Part::Schema => "every table, index and trigger is as this program makes it".into(),
        Part::Tournament | Part::Game => format!("{logs} verified, with {events} events"),
        Part::Tree => match root {
            Some(root) => format!("every subtree of {} leaves has its hash, root {}", root.size, root.hash),
            None => "it cannot be read".into(),
        },
    };
    let (mark, detail) = match flaws {
        0 => (paint.good("✓"), passed),
        1 => (paint.bad("✗"), "1 finding".into()),
        many if *many > SHOWN_MAX => {
            (paint.bad("✗"), format!("{many} findings, of which {SHOWN_MAX} are shown; --json prints all"))
        }
        many => (paint.bad("✗"), format!("{many} findings")),
    };
    format!("  {mark} {:<11}  {detail}\n", name(part))
}

fn flaw_in_words(flaw: &Flaw, paint: Paint) -> String {
    let Flaw { part, id, index, detail, expected, found } = flaw;
    let subject = match (part, id) {
        (Part::Game, Some(id)) => format!("game {id}"),
        (Part::Tournament, Some(id)) => format!("tournament {id}"),
        (_, Some(id)) => format!("{}, log {id}", name(*part)),
        (_, None) => name(*part).into(),
    };
    let place = index.map_or(String::new(), |index| format!(" at event {index}"));
    let mut lines = format!("{}: {}\n", paint.bad(&(subject + &place)), plain(detail));
    for (name, value) in [("expected", expected), ("found", found)] {
        if let Some(value) = value {
            lines.push_str(&format!("  {name:<8}  {}\n", plain(value)));
        }
    }
    lines
}
