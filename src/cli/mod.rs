//! The command line: flags, files and exit codes; nothing that is worth testing elsewhere.

mod backup;
mod check;
mod demo;
mod key;
mod openapi;
mod outline;
mod play;
mod replay;
mod serve;
mod terminal;
mod verify;
#[cfg(test)]
mod versions_tests;

use std::fmt;
use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Plays, keeps, replays and audits turn-based board games.
///
/// Start with `pandect demo`. A game is a seed plus a hash-chained log of events; any state is a replay.
#[derive(Debug, Parser)]
#[command(name = "pandect", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Demo(demo::Demo),
    Serve(serve::Serve),
    Backup(backup::Backup),
    Check(check::Check),
    Play(play::Play),
    Verify(Box<verify::Verify>),
    Replay(replay::Replay),
    Openapi(openapi::Openapi),
    Key(key::Key),
}

/// The exit code when something is not as it should be.
const FAILED: u8 = 1;
/// The exit code when a file cannot be read as what it should be.
const UNREADABLE: u8 = 2;

/// Why a command failed, as a sentence for the terminal.
#[derive(Debug)]
struct Failure {
    sentence: String,
    code: u8,
}

impl Failure {
    fn new(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), code: FAILED }
    }

    /// A file that holds nothing the command can work on.
    fn unreadable(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), code: UNREADABLE }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}

/// Writes to standard output. A reader that has gone away is no failure.
fn out(text: &str) -> Result<(), Failure> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Reads a file, or standard input where the path is `-`.
fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    read.map_err(|error| Failure::unreadable(format!("{} cannot be read: {error}", path.display())))
}

/// Runs the command that the arguments name.
pub fn run() -> ExitCode {
    let done = |()| 0;
    let code = match Cli::parse().command {
        Command::Demo(demo) => demo.run(),
        Command::Serve(serve) => serve.run().map(done),
        Command::Backup(backup) => backup.run().map(done),
        Command::Check(check) => check.run(),
        Command::Play(play) => play.run().map(done),
        Command::Verify(verify) => verify.run(),
        Command::Replay(replay) => replay.run().map(done),
        Command::Openapi(openapi) => openapi.run().map(done),
        Command::Key(key) => key.run().map(done),
    };
    match code {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            // Nothing is left to do when standard error is gone too.
            let _ = writeln!(std::io::stderr(), "pandect: {failure}");
            ExitCode::from(failure.code)
        }
    }
}
