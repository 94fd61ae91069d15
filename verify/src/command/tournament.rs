//! Tournament bundles: read as a stream, their games verified in parallel.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, stdin};
use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};

use super::{Found, capital, explain, level};
use crate::terminal::{Paint, count, plain};
use pandect_core::audit::{
    Evidence, GameAudit, TournamentAudit, TournamentHeader, TournamentLine, TournamentVerifier, Verdict,
};
use pandect_core::tournament::{TournamentEvent, words};

/// How every tournament bundle begins.
const BEGINNING: &[u8] = b"{\"line\":\"header\",";

/// Bytes in one line: some sixty times the longest game.
const LINE_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// A tournament bundle whose reading has begun.
pub(super) struct Opened {
    lines: Lines,
    bar: ProgressBar,
}

/// The file, if it begins like a tournament bundle. What cannot be opened is for whoever reads it as a game to tell.
pub(super) fn open(path: &Path) -> Option<Opened> {
    let (file, size): (Box<dyn Read + Send>, _) = if path.as_os_str() == "-" {
        // A pipe cannot be read twice: what is no tournament on standard input is read as a game there.
        return peeked(Box::new(BufReader::new(stdin())), None, true);
    } else {
        let file = File::open(path).ok()?;
        let size = file.metadata().ok().map(|metadata| metadata.len());
        (Box::new(file), size)
    };
    peeked(Box::new(BufReader::with_capacity(256 * 1024, file)), size, false)
}

fn peeked(mut reader: Box<dyn BufRead + Send>, size: Option<u64>, is_stdin: bool) -> Option<Opened> {
    if is_stdin && !stdin().lock().fill_buf().is_ok_and(|start| start.starts_with(BEGINNING)) {
        return None;
    }
    if !reader.fill_buf().is_ok_and(|start| start.starts_with(BEGINNING)) {
        return None;
    }
    let bar = progress(size);
    Some(Opened { lines: Lines { reader, number: 0, read: 0 }, bar })
}

/// Shows itself on a terminal only.
fn progress(size: Option<u64>) -> ProgressBar {
    let Some(size) = size else { return ProgressBar::new_spinner() };
    let bar = ProgressBar::new(size);
    match ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// The lines of a file, with their numbers from 1.
struct Lines {
    reader: Box<dyn BufRead + Send>,
    number: u64,
    read: u64,
}

impl Lines {
    /// The next line that is not empty.
    fn next(&mut self) -> Result<Option<(u64, Vec<u8>)>, String> {
        loop {
            let mut line = Vec::new();
            let read = self.reader.by_ref().take(LINE_BYTES_MAX).read_until(b'\n', &mut line);
            self.number += 1;
            match read {
                Ok(0) => return Ok(None),
                Ok(read) if read as u64 == LINE_BYTES_MAX => {
                    return Err(format!("line {}: it has more than {LINE_BYTES_MAX} bytes", self.number));
                }
                Ok(read) => self.read += read as u64,
                Err(error) => return Err(format!("line {}: it cannot be read: {error}", self.number)),
            }
            if !line.trim_ascii().is_empty() {
                return Ok(Some((self.number, line)));
            }
        }
    }

    fn parsed(&mut self) -> Result<Option<TournamentLine>, String> {
        self.next()?.map(|(number, line)| TournamentLine::parse(&line, number)).transpose()
    }

    /// The first line, or the report on a file that cannot be read or is not known here.
    fn header(&mut self) -> Result<TournamentHeader, Box<TournamentAudit>> {
        let unreadable = |detail: String| Box::new(TournamentAudit::unreadable(detail));
        let first = self.next().map_err(unreadable)?;
        let Some((number, line)) = first else { return Err(unreadable("the file is empty".into())) };
        if let Some(why) = TournamentLine::unknown_label(&line) {
            return Err(Box::new(TournamentAudit::not_judged(why)));
        }
        match TournamentLine::parse(&line, number).map_err(unreadable)? {
            TournamentLine::Header(header) => Ok(header),
            _ => Err(unreadable("line 1: a tournament bundle begins with what it is".into())),
        }
    }

    /// As many events as the first line states, or as there are.
    fn events(&mut self, stated: u64) -> Result<Vec<TournamentEvent>, String> {
        let mut events = Vec::new();
        while (events.len() as u64) < stated {
            match self.parsed()? {
                Some(TournamentLine::Event(event)) => events.push(event),
                Some(_) => {
                    let number = self.number;
                    return Err(format!(
                        "line {number}: the first line states {stated} events, and here is another line"
                    ));
                }
                None => break,
            }
        }
        Ok(events)
    }
}

impl Opened {
    /// Verifies the tournament. It holds the log and, for each core, one game.
    pub(super) fn verify(mut self, evidence: &Evidence<'_>) -> TournamentAudit {
        let log = self.lines.header().and_then(|header| {
            let events =
                self.lines.events(header.events).map_err(|detail| Box::new(TournamentAudit::unreadable(detail)))?;
            Ok((events, header))
        });
        let (events, header) = match log {
            Ok(log) => log,
            Err(audit) => return *audit,
        };
        let verifier = TournamentVerifier::new(header, &events, evidence);
        drop(events);
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let audits = Mutex::new(Vec::new());
        let (sender, receiver) = sync_channel(workers);
        let receiver = Mutex::new(receiver);
        thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| verify_games(&verifier, &receiver, &audits));
            }
            loop {
                let next = match self.lines.next() {
                    Ok(Some((number, line))) => Ok((number, line)),
                    Ok(None) => break,
                    Err(detail) => Err(detail),
                };
                self.bar.set_position(self.lines.read);
                let ends = next.is_err();
                if sender.send(next).is_err() || ends {
                    break;
                }
            }
            drop(sender);
        });
        self.bar.finish_and_clear();
        verifier.close(audits.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

type Job = Result<(u64, Vec<u8>), String>;

fn verify_games(verifier: &TournamentVerifier<'_>, jobs: &Mutex<Receiver<Job>>, audits: &Mutex<Vec<GameAudit>>) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        let audit = match job {
            Ok((number, line)) => verify_line(verifier, number, &line),
            Err(detail) => GameAudit::unreadable(detail),
        };
        audits.lock().unwrap_or_else(PoisonError::into_inner).push(audit);
    }
}

fn verify_line(verifier: &TournamentVerifier<'_>, number: u64, line: &[u8]) -> GameAudit {
    match TournamentLine::parse(line, number) {
        Ok(TournamentLine::Game(bundle)) => verifier.game(&bundle),
        Ok(_) => GameAudit::unreadable(format!("line {number}: here is a line that is no game")),
        Err(detail) => match TournamentLine::unknown_label(line) {
            Some(why) => GameAudit::not_judged(why),
            None => GameAudit::unreadable(detail),
        },
    }
}

/// The report for people.
pub(super) fn report(name: &str, audit: &TournamentAudit, found: Found, paint: Paint) -> String {
    let mut lines = format!("{}  {}\n", paint.strong(&plain(name)), found.painted(paint));
    if let Some(id) = audit.id {
        let tournament = audit.name.as_deref().unwrap_or("(its name was erased, or left out)");
        lines.push_str(&format!("  tournament  {}\n  id          {id}\n", plain(tournament)));
    }
    lines.extend(audit.levels.iter().map(|report| level(report, paint)));
    if let (Found::Unknown, Some(unknown)) = (found, &audit.unknown) {
        lines.push_str(&format!("  Nothing is wrong with what could be checked. {}\n", capital(unknown)));
    }
    if found == Found::Incomplete {
        lines.push_str(
            "  Nothing is wrong so far. Games still run, or were cut to look so; to take them as they are, add\n",
        );
        lines.push_str("  --running.\n");
    }
    lines.extend(audit.findings.iter().map(|finding| explain(finding, paint)));
    let wrong = audit.games.iter().filter(|game| game.verdict == Verdict::Failed);
    lines.extend(wrong.map(|game| wrong_game(game, paint)));
    if !audit.standings.is_empty() {
        lines.push_str("\n  standings\n");
        lines.extend((0..audit.standings.len()).map(|at| standing(audit, at)));
    }
    if !audit.rulings.is_empty() {
        lines.push_str(&format!("\n  {}\n", count(audit.rulings.len(), "ruling", "rulings")));
        for ruling in &audit.rulings {
            let corrected = ruling.correction.as_ref();
            let corrected =
                corrected.map_or(String::new(), |correction| format!(" (corrects game {})", correction.game));
            lines.push_str(&format!("    {}{corrected}\n", plain(ruling.text.as_deref().unwrap_or("(erased)"))));
        }
    }
    lines.push('\n');
    lines
}

fn wrong_game(game: &GameAudit, paint: Paint) -> String {
    let name = game.game.map_or("a game that cannot be read".into(), |id| format!("game {id}"));
    let mut lines = format!("\n  {} {}\n", paint.strong(&name), paint.bad("failed"));
    lines.extend(game.findings.iter().map(|finding| explain(finding, paint)));
    lines
}

fn standing(audit: &TournamentAudit, at: usize) -> String {
    let Some(row) = audit.standings.get(at) else { return String::new() };
    let words = words(&audit.standings, at, |player| audit.called(player));
    format!("    {:>3}. {:<24} {}\n", row.rank, plain(&audit.called(row.player)), plain(&words))
}
