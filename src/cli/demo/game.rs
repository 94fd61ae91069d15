//! One game of the demo, from its creation to the changed byte.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Client;
use crate::app::Sources;
use crate::audit::note::VerifierKey;
use crate::audit::{Audit, Bundle, Level, LevelStatus, Verdict, verify_json};
use crate::cli::outline::outline;
use crate::cli::replay::{Moment, content, deed, happened, next};
use crate::cli::terminal::{Paint, count, took};
use crate::cli::{Failure, out};
use crate::kernel::{GameKey, Table, Viewer};
use crate::log::Event;
use crate::rulesets::any::RulesetName;
use crate::selfplay::pick;
use pandect_verify::mark;

const NAMES: [&str; 4] = ["Ada", "Bo", "Cleo", "Dee"];

/// Lines of a state that are shown.
const STATE_LINES: usize = 20;

/// What is left of a game for the table.
pub(super) struct Shown {
    pub(super) id: String,
    pub(super) file: PathBuf,
    seats: usize,
    events: usize,
    playing: Duration,
    bytes: usize,
    verifying: Duration,
    auditing: Duration,
    found_at: u64,
}

impl Shown {
    pub(super) fn row(&self) -> String {
        let moves = (self.events - 1) as f64 / self.playing.as_secs_f64().max(f64::EPSILON);
        let (bundle, verified) = (kib(self.bytes), took(self.verifying));
        let (audited, found) = (took(self.auditing), format!("found at event {}", self.found_at));
        let Self { seats, events, .. } = self;
        format!("{seats:>5} {events:>7} {moves:>9.0} {bundle:>10} {verified:>10} {audited:>10}  {found}")
    }
}

fn kib(bytes: usize) -> String {
    format!("{} KiB", bytes.div_ceil(1024))
}

fn line(what: &str, text: &str) -> Result<(), Failure> {
    out(&format!("  {what:<10} {text}\n"))
}

fn wrong(sentence: impl Into<String>) -> Failure {
    Failure::new(sentence)
}

/// A game at the server, as its players know it.
struct Game<'a> {
    client: &'a Client,
    path: String,
    tokens: Vec<String>,
    /// What a spectator was shown while the game ran, by index.
    seen: Vec<Value>,
}

/// Plays one game and tells its story.
pub(super) fn show(client: &Client, directory: &Path, ruleset: RulesetName, paint: Paint) -> Result<Shown, Failure> {
    let facts = ruleset.newest().facts();
    let seats = usize::from(facts.seats.1).min(NAMES.len());
    let title = format!("{} version {}", ruleset.as_str(), facts.version);
    out(&format!("\n{}  {}\n", paint.strong(&title), NAMES[..seats].join(", ")))?;
    let mut game = Game::create(client, ruleset, &NAMES[..seats])?;
    let start = Instant::now();
    let events = game.play()?;
    let playing = start.elapsed();
    let each = took(playing / u32::try_from(events).unwrap_or(u32::MAX).max(1));
    let moves = count(events - 1, "random move", "random moves");
    line("played", &format!("{moves} in {}, {each} each; every one was on disk before its answer", took(playing)))?;

    let text = client.get_bytes(&format!("{}/bundle", game.path), None)?;
    let bundle: Bundle = serde_json::from_slice(&text)?;
    let file = directory.join(format!("{}.pandect.json", ruleset.as_str()));
    std::fs::write(&file, &text)?;
    game.replay(&bundle, paint)?;
    let verifying = game.verify(&text, paint)?;
    let auditing = game.audit(&text)?;
    let found_at = tamper(&bundle, &text, paint)?;
    let id = bundle.events.first().map(|first| first.record.id.to_string()).unwrap_or_default();
    Ok(Shown { id, file, seats, events, playing, bytes: text.len(), verifying, auditing, found_at })
}

impl<'a> Game<'a> {
    fn create(client: &'a Client, ruleset: RulesetName, names: &[&str]) -> Result<Self, Failure> {
        let seats: Vec<Value> = names.iter().map(|name| json!({"name": name})).collect();
        let body = serde_json::to_vec(&json!({"ruleset": ruleset.as_str(), "seats": seats}))?;
        let mut created = client.post("/v1/games", None, &body)?;
        let tokens = serde_json::from_value(created["tokens"].take())?;
        let game = &created["game"];
        let (id, commitment) = (text(&game["id"])?, text(&game["seed_commitment"])?);
        line("created", &format!("game {id}; the server is bound to its seed by {}…", &commitment[..16]))?;
        let path = format!("/v1/games/{id}");
        let running = client.get_bytes(&format!("{path}/bundle"), None)?;
        let audit = verify_json(&running, None);
        if audit.verdict != Verdict::Incomplete || serde_json::from_slice::<Bundle>(&running)?.server_seed.is_some() {
            return Err(wrong("the bundle of a running game tells its seed, or does not verify as far as it can"));
        }
        Ok(Self { client, path, tokens, seen: Vec::new() })
    }

    fn get(&self, what: &str, token: Option<&str>) -> Result<Value, Failure> {
        self.client.get(&format!("{}{what}", self.path), token)
    }

    /// Plays random legal moves to the end, and watches as a spectator. Answers how many events there are.
    fn play(&mut self) -> Result<usize, Failure> {
        let choices = GameKey::new(Sources::default().secret()?);
        loop {
            let state = self.get("/state", None)?;
            let awaiting: Vec<u8> = serde_json::from_value(state["awaiting"].clone())?;
            let mut table = Table::at(choices, self.seen.len() as u64);
            let Some(&seat) = pick(&mut table, &awaiting) else { break };
            self.seen.push(state["view"]["view"].clone());
            let token = self.tokens.get(usize::from(seat)).map(String::as_str);
            let legal = self.get("/legal-moves", token)?;
            let moves = legal["moves"].as_array().map(Vec::as_slice).unwrap_or_default();
            let mv = pick(&mut table, moves).ok_or_else(|| wrong(format!("seat {seat} is awaited and cannot move")))?;
            self.client.post(&format!("{}/moves", self.path), token, &serde_json::to_vec(mv)?)?;
        }
        Ok(self.seen.len() + 1)
    }

    /// Replays the bundle at the start, in the middle and at the end, and holds it against what the server shows now, and
    /// what it showed then.
    fn replay(&self, bundle: &Bundle, paint: Paint) -> Result<(), Failure> {
        let last = bundle.events.len() - 1;
        let middle = last / 2;
        for at in [0, middle, last] {
            let moment = Moment::of(bundle, at as u64)?;
            let spectator = view(&moment, Viewer::Spectator)?;
            self.compare(at, &moment, &spectator)?;
            tell(at, &bundle.events[at], &moment)?;
            if at == middle {
                line("", &paint.faint("what a spectator saw then, and the replay shows now:"))?;
                out(&paint.faint(&first_lines(&outline(&spectator, 13))))?;
            }
        }
        line("over", next(&Moment::of(bundle, last as u64)?.game).trim_start_matches("over: "))
    }

    /// Holds a moment of the bundle against the server.
    fn compare(&self, at: usize, moment: &Moment, spectator: &Value) -> Result<(), Failure> {
        let shown = self.get(&format!("/states/{at}"), None)?;
        if view(moment, Viewer::Full)? != shown["view"]["view"] {
            return Err(wrong(format!("the state at event {at} is not the one that the bundle replays to")));
        }
        if self.seen.get(at).is_some_and(|seen| seen != spectator) {
            return Err(wrong(format!("a spectator saw another state at event {at} than the bundle replays to")));
        }
        Ok(())
    }

    /// Verifies the bundle on this side, with the key that the server names.
    fn verify(&self, text: &[u8], paint: Paint) -> Result<Duration, Failure> {
        let keys = self.client.get("/v1/keys", None)?;
        let key: VerifierKey = self::text(&keys["keys"][0]["public_key"])?.parse()?;
        let start = Instant::now();
        let audit = verify_json(text, Some(&key));
        let verifying = start.elapsed();
        line(
            "verified",
            &format!("{} in {}, offline, against {}", levels(&audit, paint), took(verifying), key.label()),
        )?;
        match audit.verdict {
            Verdict::Verified => Ok(verifying),
            _ => Err(wrong("the bundle is not verified")),
        }
    }

    /// Has the server audit what it stored, and what it is sent.
    fn audit(&self, text: &[u8]) -> Result<Duration, Failure> {
        let start = Instant::now();
        let stored = self.get("/audit", None)?;
        let auditing = start.elapsed();
        let sent = self.client.post("/v1/audit", None, text)?;
        if stored["verdict"] != "verified" || sent["verdict"] != "verified" {
            return Err(wrong("the server's own audits do not verify the game"));
        }
        line(
            "audited",
            &format!("by the server: what is on its disk in {}, and the bundle sent to it", took(auditing)),
        )?;
        Ok(auditing)
    }
}

fn view(moment: &Moment, viewer: Viewer) -> Result<Value, Failure> {
    Ok(moment.game.view(viewer).map(|view| content(&view, "view")).transpose()?.unwrap_or_default())
}

/// Tells what happened at an event, as spectators heard it.
fn tell(at: usize, event: &Event, moment: &Moment) -> Result<(), Failure> {
    line("replayed", &format!("event {at}, {}", deed(event, &moment.told, Viewer::Spectator)))?;
    moment.told.heard_by(Viewer::Spectator).iter().try_for_each(|effect| line("", &format!("  {}", happened(effect)?)))
}

/// Changes one digit of the hash of the event in the middle; answers where that is found.
fn tamper(bundle: &Bundle, text: &[u8], paint: Paint) -> Result<u64, Failure> {
    let middle = bundle.events.get(bundle.events.len() / 2).ok_or_else(|| wrong("the bundle holds no event"))?;
    let hash = format!("\"hash\":\"{}\"", middle.hash);
    let mut changed = text.to_vec();
    let place = changed.windows(hash.len()).position(|window| window == hash.as_bytes());
    let byte = place.and_then(|place| changed.get_mut(place + "\"hash\":\"".len()));
    let digit = byte.ok_or_else(|| wrong("the bundle does not hold the hash of its own event"))?;
    // Another digit: anything else would be no hash any more, and found as that.
    *digit = if *digit == b'0' { b'1' } else { b'0' };
    let audit = verify_json(&changed, None);
    let first = audit.findings.first().and_then(|finding| finding.index);
    match first {
        Some(index) if audit.verdict == Verdict::Failed && index == middle.record.index => {
            let found = format!("{} at event {index}", levels(&audit, paint));
            line("changed", &format!("one digit, in a copy: {found}"))?;
            Ok(index)
        }
        _ => Err(wrong("a changed digit is not found where it was changed")),
    }
}

/// The levels of a report on one line.
fn levels(audit: &Audit, paint: Paint) -> String {
    if audit.verdict == Verdict::Verified {
        let all = audit.levels.iter().map(|report| report.level.name()).collect::<Vec<_>>().join(", ");
        return format!("{} {all}", mark(LevelStatus::Passed, paint));
    }
    let failed = audit.levels.iter().filter(|report| report.status == LevelStatus::Failed);
    let names: Vec<&str> = failed.map(|report| Level::name(report.level)).collect();
    format!("{} {}", mark(LevelStatus::Failed, paint), names.join(", "))
}

fn first_lines(outline: &str) -> String {
    let lines: Vec<&str> = outline.lines().collect();
    let mut shown = lines.iter().take(STATE_LINES).fold(String::new(), |text, line| text + line + "\n");
    if lines.len() > STATE_LINES {
        shown += &format!("{:13}… and {} more\n", "", count(lines.len() - STATE_LINES, "line", "lines"));
    }
    shown
}

fn text(value: &Value) -> Result<&str, Failure> {
    value.as_str().ok_or_else(|| wrong(format!("the server answered {value} where a text belongs")))
}
