//! `pandect play`.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;

use super::terminal::{count, took};
use super::{Failure, out};
use crate::app::{SelfPlay, Sources};
use crate::audit::Bundle;
use crate::kernel::{EntropyPolicy, ServerSeed};
use crate::rulesets::any::RulesetName;

/// Play whole games by random legal players, without a server, and write their bundles.
///
/// Use it for test data, for a look at a ruleset, or to try a verifier. The same arguments write the same bytes, on every
/// machine: ids, times, salts and signatures all come from the seed. Whoever knows the seed can therefore make
/// everything again, signatures included: such a bundle shows that the rules were kept, and not who played.
#[derive(Debug, Args)]
pub(super) struct Play {
    /// The ruleset to play.
    #[arg(long, value_parser = rulesets())]
    ruleset: RulesetName,
    /// How many seats play. The fewest that the ruleset takes when left out.
    #[arg(long)]
    seats: Option<u8>,
    /// The options of the ruleset, as in `POST /v1/games`. What is left out takes its default; `GET
    /// /v1/rulesets/{name}` lists them.
    #[arg(long, value_name = "JSON", default_value = "{}")]
    options: String,
    /// The seed of the run: 64 hex digits. Drawn and printed when left out; give it to get the same bytes again.
    #[arg(long, value_name = "HEX")]
    seed: Option<ServerSeed>,
    /// How many games to play. Each has a seed of its own, a hash of the run's seed and the game's number.
    #[arg(long, default_value_t = 1)]
    games: u64,
    /// Let every seat give entropy before the deal, as games do that must not trust the operator.
    #[arg(long)]
    entropy: bool,
    /// The directory to write to; made if there is none. A file of another game is never overwritten.
    #[arg(long, value_name = "DIR", default_value = "bundles")]
    out: PathBuf,
}

fn rulesets() -> impl TypedValueParser<Value = RulesetName> {
    PossibleValuesParser::new(RulesetName::ALL.map(RulesetName::as_str))
        .try_map(|name| serde_json::from_value::<RulesetName>(Value::String(name)))
}

impl Play {
    pub(super) fn run(self) -> Result<(), Failure> {
        let run = self.selfplay()?;
        let key = run.signer()?.verifier();
        let (start, bar) = (Instant::now(), progress(self.games));
        let mut events = 0;
        for number in 0..self.games {
            let bundle = run.play(number)?;
            events += bundle.events.len();
            self.write(number, &bundle)?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        let games = count(usize::try_from(self.games).unwrap_or(usize::MAX), "game", "games");
        let events = count(events, "event", "events");
        out(&format!(
            "played {games} of {} with {} seats: {events} in {}\n\
             wrote   {}\nseed    {}\nkey     {key}\n",
            run.ruleset.as_str(),
            run.seats,
            took(start.elapsed()),
            if self.games == 1 { self.path("0000") } else { self.path("*") }.display(),
            run.seed,
        ))
    }

    fn selfplay(&self) -> Result<SelfPlay, Failure> {
        let wrong = |error| {
            let name = self.ruleset.as_str();
            Failure::new(format!("--options are no options of {name}: {error}; for example {{}} takes every default"))
        };
        let mut parser = serde_json::Deserializer::from_str(&self.options);
        let options = self.ruleset.options(&mut parser).map_err(wrong)?;
        parser.end().map_err(wrong)?;
        let seed = match self.seed {
            Some(seed) => seed,
            None => ServerSeed::new(Sources::default().secret()?),
        };
        Ok(SelfPlay {
            ruleset: self.ruleset,
            options,
            seats: self.seats.unwrap_or(self.ruleset.facts().seats.0),
            entropy: if self.entropy { EntropyPolicy::Required } else { EntropyPolicy::None },
            seed,
        })
    }

    fn path(&self, number: &str) -> PathBuf {
        self.out.join(format!("{}-{number}.pandect.json", self.ruleset.as_str()))
    }

    fn write(&self, number: u64, bundle: &Bundle) -> Result<(), Failure> {
        let unusable = |error| Failure::new(format!("{} cannot be made: {error}", self.out.display()));
        fs::create_dir_all(&self.out).map_err(unusable)?;
        let path = self.path(&format!("{number:04}"));
        let mut text = serde_json::to_vec(bundle)?;
        text.push(b'\n');
        if is_another(&path, &text)? {
            return Err(Failure::new(format!(
                "{} is there already and holds something else: name another directory with --out",
                path.display()
            )));
        }
        fs::write(&path, text).map_err(|error| Failure::new(format!("{} cannot be written: {error}", path.display())))
    }
}

/// Whether the file is there and holds anything but this.
fn is_another(path: &Path, text: &[u8]) -> Result<bool, Failure> {
    match fs::read(path) {
        Ok(there) => Ok(there != text),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Failure::new(format!("{} cannot be read: {error}", path.display()))),
    }
}

/// Shows itself on a terminal only.
fn progress(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    match ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
