//! The command line: flags, files and exit codes; nothing that is worth testing elsewhere.

mod key;
mod serve;

use std::fmt;
use std::io::Write;
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
    Serve(serve::Serve),
    Key(key::Key),
}

/// Why a command failed, as a sentence for the terminal.
#[derive(Debug)]
struct Failure {
    sentence: String,
    code: u8,
}

impl Failure {
    fn new(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), code: 1 }
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

/// Runs the command that the arguments name.
pub fn run() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Serve(serve) => serve.run(),
        Command::Key(key) => key.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Nothing is left to do when standard error is gone too.
            let _ = writeln!(std::io::stderr(), "pandect: {failure}");
            ExitCode::from(failure.code)
        }
    }
}
