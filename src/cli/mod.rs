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
#[cfg(all(test, feature = "drill"))]
mod versions_tests;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use pandect_verify::{FAILED, Failure, Verify, out, read, terminal};

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
    Verify(Box<Verify>),
    Replay(replay::Replay),
    Openapi(openapi::Openapi),
    Key(key::Key),
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
            ExitCode::from(failure.code())
        }
    }
}
