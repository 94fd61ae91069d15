//! `pandect demo`.

mod client;
mod game;
mod server;

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::terminal::{Paint, count, took};
use super::{FAILED, Failure, out};
use crate::rulesets::any::RulesetName;
pub(super) use client::Client;
use game::{Shown, show};
use server::{Directory, Server};

/// See it work: a whole game of every ruleset, played over HTTP, replayed and audited.
///
/// Starts a server on a free port with a database of its own, lets random players play a game of each ruleset to its
/// end, looks at it as spectators do, verifies its bundle in every way there is, and shows that a changed byte is found.
/// Exit code 1 when anything is not as it should be.
#[derive(Debug, Args)]
pub(super) struct Demo {
    /// Keep the database, the key and the bundles in this directory, to look at them afterwards. They go to a temporary
    /// directory otherwise, and are removed in the end.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

impl Demo {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let (start, paint) = (Instant::now(), Paint::for_stdout());
        let directory = Directory::new(self.keep.clone())?;
        let server = Server::start(&directory)?;
        let client = Client::new(format!("http://{}", server.address));
        out(&format!("{}  {} with a database in {}\n", paint.strong("server"), client.base, directory.path.display()))?;
        let games = play_all(&client, &directory, paint);
        server.stop()?;
        let games = games?;
        let failed = games.iter().filter(|game| game.is_err()).count();
        out(&table(&games, paint))?;
        let all = match failed {
            0 => paint.good("everything is as it should be"),
            _ => paint.bad(&format!("{} not as it should be", count(failed, "game is", "games are"))),
        };
        out(&format!("\n{all}, in {}\n\n{}", took(start.elapsed()), self.by_hand(&games, paint)))?;
        Ok(if failed == 0 { 0 } else { FAILED })
    }

    /// How to look at it oneself.
    fn by_hand(&self, games: &[Result<Shown, Failure>], paint: Paint) -> String {
        let Some(directory) = &self.keep else {
            return format!(
                "{}\n  pandect demo --keep demo     the same, and keeps the games\n  pandect serve                serves the \
                 API at http://127.0.0.1:8080; browse it at /docs\n  README.md                    walks through a game with \
                 curl\n",
                paint.strong("look at it by hand")
            );
        };
        let directory = directory.display();
        let mut text = format!(
            "{}\n  pandect serve --database {directory}/pandect.db --key-file {directory}/pandect.key\n  and then, \
             beside http://127.0.0.1:8080/docs:\n",
            paint.strong("look at it by hand")
        );
        for game in games.iter().flatten() {
            let (id, bundle) = (&game.id, game.file.display());
            let game = format!("http://127.0.0.1:8080/v1/games/{id}");
            text += &format!("  curl {game}\n  curl {game}/replay\n  curl {game}/audit\n");
            text += &format!("  pandect verify {bundle}\n  pandect replay {bundle} --at 5\n");
        }
        text
    }
}

fn play_all(client: &Client, directory: &Directory, paint: Paint) -> Result<Vec<Result<Shown, Failure>>, Failure> {
    let mut games = Vec::new();
    for ruleset in RulesetName::ALL.iter().copied() {
        let game = show(client, &directory.path, ruleset, paint);
        if let Err(failure) = &game {
            out(&format!("  {} {failure}\n", paint.bad("✗")))?;
        }
        games.push(game);
    }
    Ok(games)
}

fn table(games: &[Result<Shown, Failure>], paint: Paint) -> String {
    let head = format!(
        "{:<12} {:>5} {:>7} {:>9} {:>10} {:>10} {:>10}  {}",
        "ruleset", "seats", "events", "moves/s", "bundle", "verified", "audited", "changed byte"
    );
    let mut text = format!("\n{}\n", paint.strong(&head));
    for (ruleset, game) in RulesetName::ALL.iter().copied().zip(games) {
        let name = ruleset.as_str();
        match game {
            Ok(game) => text += &format!("{name:<12} {}\n", game.row()),
            Err(_) => text += &format!("{name:<12} {}\n", paint.bad("failed")),
        }
    }
    text
}
