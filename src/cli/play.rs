//! `pandect play`.

use std::fs::{self, File, Permissions};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;

use super::terminal::{count, took};
use super::{Failure, out};
use crate::app::Sources;
use crate::audit::TournamentLine;
use crate::kernel::{EntropyPolicy, ServerSeed};
use crate::rulesets::any::{AnyOptions, Edition};
use crate::selfplay::{SelfPlay, TournamentPlay};

/// Play whole games by random legal players, without a server, and write their bundles.
///
/// Use it for test data, for a look at a ruleset, or to try a verifier. The same arguments write the same bytes, on every
/// machine: ids, times, salts and signatures all come from the seed. Whoever knows the seed can therefore make
/// everything again, signatures included: such a bundle shows that the rules were kept, and not who played.
#[derive(Debug, Args)]
pub(super) struct Play {
    /// The ruleset to play; several, with commas between them, are played in turn.
    #[arg(long, value_parser = rulesets(), value_delimiter = ',', num_args = 1, required = true)]
    ruleset: Vec<Edition>,
    /// How many seats play. The fewest that each ruleset takes when left out.
    #[arg(long)]
    seats: Option<u8>,
    /// The options of the ruleset, as in `POST /v1/games`. What is left out takes its default; `GET
    /// /v1/rulesets/{name}` lists them. For one ruleset only.
    #[arg(long, value_name = "JSON", default_value = "{}")]
    options: String,
    /// Play the games as one open tournament with this name, and write one bundle of it instead of one of each game.
    #[arg(long, value_name = "NAME")]
    tournament: Option<String>,
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

fn rulesets() -> impl TypedValueParser<Value = Edition> {
    PossibleValuesParser::new(Edition::ALL.iter().map(|edition| edition.tag()))
        .try_map(|tag| serde_json::from_value::<Edition>(Value::String(tag)))
}

impl Play {
    pub(super) fn run(self) -> Result<(), Failure> {
        let runs = self.runs()?;
        // What makes no game is refused before anything is written.
        runs.iter().try_for_each(|run| run.play_until(0, 1).map(|_| ()))?;
        fs::create_dir_all(&self.out)
            .map_err(|error| Failure::new(format!("{} cannot be made: {error}", self.out.display())))?;
        let (start, bar) = (Instant::now(), progress(self.games));
        let (wrote, events) = match &self.tournament {
            Some(name) => self.play_tournament(&runs, name, &bar)?,
            None => self.play_games(&runs, &bar)?,
        };
        bar.finish_and_clear();
        let games = count(usize::try_from(self.games).unwrap_or(usize::MAX), "game", "games");
        let names: Vec<String> =
            runs.iter().map(|run| format!("{} with {} seats", run.options.edition().tag(), run.seats)).collect();
        let [run, ..] = &runs[..] else { return Ok(()) };
        out(&format!(
            "played {games} of {}: {} in {}\nwrote   {}\nseed    {}\nkey     {}\n",
            names.join(", "),
            count(events, "event", "events"),
            took(start.elapsed()),
            wrote.display(),
            run.seed,
            run.signer()?.verifier(),
        ))
    }

    /// Writes the bundle of every game; gives where they are, and how many events they hold.
    fn play_games(&self, runs: &[SelfPlay], bar: &ProgressBar) -> Result<(PathBuf, usize), Failure> {
        let (mut events, mut wrote) = (0, PathBuf::new());
        for (number, run) in (0..self.games).zip(runs.iter().cycle()) {
            let bundle = run.play(number)?;
            events += bundle.events.len();
            let mut text = serde_json::to_vec(&bundle)?;
            text.push(b'\n');
            wrote = self.path(run.options.edition(), &format!("{number:04}"));
            write(&wrote, &text)?;
            bar.inc(1);
        }
        let wrote = match runs {
            _ if self.games == 1 => wrote,
            [run] => self.path(run.options.edition(), "*"),
            _ => self.out.join("*.pandect.json"),
        };
        Ok((wrote, events))
    }

    /// Writes the bundle of the tournament; gives where it is, and how many events its games hold.
    fn play_tournament(&self, runs: &[SelfPlay], name: &str, bar: &ProgressBar) -> Result<(PathBuf, usize), Failure> {
        let path = self.out.join("tournament.pandect.ndjson");
        let unwritable = |error| Failure::new(format!("{} cannot be written: {error}", path.display()));
        let mut tournament = TournamentPlay::new(runs.to_vec(), name)?;
        // The log stands before the games and is known after them: the games wait in a file that goes away.
        let mut games = BufWriter::new(tempfile::tempfile_in(&self.out).map_err(unwritable)?);
        let mut events = 0;
        for _ in 0..self.games {
            let bundle = tournament.play()?;
            events += bundle.events.len();
            write_line(&mut games, &TournamentLine::Game(bundle)).map_err(unwritable)?;
            bar.inc(1);
        }
        let (header, log) = tournament.seal()?;
        // As readable as any other file: a temporary one is its owner's alone.
        let whole = tempfile::Builder::new().permissions(Permissions::from_mode(0o644)).tempfile_in(&self.out);
        let whole = whole.map_err(unwritable)?;
        let mut file = BufWriter::new(&whole);
        write_line(&mut file, &TournamentLine::Header(header)).map_err(unwritable)?;
        for event in log {
            write_line(&mut file, &TournamentLine::Event(event)).map_err(unwritable)?;
        }
        let mut games = games.into_inner().map_err(|error| unwritable(error.into_error()))?;
        games.rewind().map_err(unwritable)?;
        io::copy(&mut games, &mut file).map_err(unwritable)?;
        file.flush().map_err(unwritable)?;
        drop(file);
        if path.exists() && !is_same(&path, whole.path()).map_err(unwritable)? {
            return Err(taken(&path));
        }
        whole.persist(&path).map_err(|error| unwritable(error.error))?;
        Ok((path, events))
    }

    /// What is played, ruleset by ruleset.
    fn runs(&self) -> Result<Vec<SelfPlay>, Failure> {
        let seed = match self.seed {
            Some(seed) => seed,
            None => ServerSeed::new(Sources::default().secret()?),
        };
        if self.ruleset.len() > 1 && self.options != "{}" {
            return Err(Failure::new("--options are those of one ruleset, and there are several: leave them out"));
        }
        let run = |ruleset: &Edition| {
            Ok(SelfPlay {
                options: self.options_of(*ruleset)?,
                seats: self.seats.unwrap_or(ruleset.facts().seats.0),
                entropy: if self.entropy { EntropyPolicy::Required } else { EntropyPolicy::None },
                seed,
            })
        };
        self.ruleset.iter().map(run).collect()
    }

    fn options_of(&self, ruleset: Edition) -> Result<AnyOptions, Failure> {
        let wrong = |error| {
            let name = ruleset.tag();
            Failure::new(format!("--options are no options of {name}: {error}; for example {{}} takes every default"))
        };
        let mut parser = serde_json::Deserializer::from_str(&self.options);
        let options = ruleset.options(&mut parser).map_err(wrong)?;
        parser.end().map_err(wrong)?;
        Ok(options)
    }

    fn path(&self, ruleset: Edition, number: &str) -> PathBuf {
        self.out.join(format!("{}-{number}.pandect.json", ruleset.tag()))
    }
}

fn write_line(file: &mut impl Write, line: &TournamentLine) -> io::Result<()> {
    serde_json::to_writer(&mut *file, line)?;
    file.write_all(b"\n")
}

fn write(path: &Path, text: &[u8]) -> Result<(), Failure> {
    if is_another(path, text)? {
        return Err(taken(path));
    }
    fs::write(path, text).map_err(|error| Failure::new(format!("{} cannot be written: {error}", path.display())))
}

fn taken(path: &Path) -> Failure {
    let path = path.display();
    Failure::new(format!("{path} is there already and holds something else: name another directory with --out"))
}

/// Whether two files hold the same.
fn is_same(a: &Path, b: &Path) -> io::Result<bool> {
    if fs::metadata(a)?.len() != fs::metadata(b)?.len() {
        return Ok(false);
    }
    let bytes = |path: &Path| Ok::<_, io::Error>(BufReader::new(File::open(path)?).bytes());
    for (a, b) in bytes(a)?.zip(bytes(b)?) {
        if a? != b? {
            return Ok(false);
        }
    }
    Ok(true)
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
