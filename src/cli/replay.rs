//! `pandect replay`.

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::outline::{inline, outline, tagged};
use super::terminal::{Paint, count, plain};
use super::{Failure, out, read};
use crate::audit::{Audit, Bundle, Verdict, parse, verify_json};
use crate::kernel::{Kind, Seat, Text, Told, Viewer};
use crate::log::{Created, Event, parse_action};
use crate::rulesets::any::{AnyEffect, AnyMatch};

/// Show the state of a game at an event, and what happened there.
///
/// Use it to step through a game from its bundle, without a server. The game must be over: while it runs, its bundle
/// holds no seed, and nothing can be dealt again without it.
#[derive(Debug, Args)]
pub(super) struct Replay {
    /// The bundle; `-` reads it from standard input.
    file: PathBuf,
    /// The index of the event to stop behind, from 0. The last one when left out.
    #[arg(long, value_name = "INDEX")]
    at: Option<u64>,
    /// Whose eyes to look through: a seat's number, to see what this player could see; `spectator`, for what lay open;
    /// `full`, for everything.
    #[arg(long = "as", value_name = "VIEWER", default_value = "full")]
    viewer: Eyes,
    /// Print every state up to there as its record commits to it: canonical JSON, one state a line, `null` before the
    /// deal. For other verifiers, which open the commitments with the state salts of the bundle.
    #[arg(long, conflicts_with = "viewer")]
    states: bool,
}

const NOT_VERIFIED: &str =
    "warning: this bundle does not verify, so the game may have gone otherwise: see `pandect verify`";

#[derive(Debug, Clone, Copy)]
struct Eyes(Viewer);

impl FromStr for Eyes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "full" => Ok(Self(Viewer::Full)),
            "spectator" => Ok(Self(Viewer::Spectator)),
            _ => text
                .parse()
                .map(|seat| Self(Viewer::Seat(Seat(seat))))
                .map_err(|_| "expected the number of a seat, from 0, or `spectator`, or `full`".into()),
        }
    }
}

/// A match after an event of its bundle, with what the event told.
pub(super) struct Moment {
    pub(super) created: Created,
    pub(super) game: AnyMatch,
    pub(super) told: Told<AnyEffect>,
}

impl Moment {
    /// Replays a concluded bundle up to an event, which must be in it.
    pub(super) fn of(bundle: &Bundle, at: u64) -> Result<Self, Failure> {
        Self::walk(bundle, at, |_| Ok(()))
    }

    /// The same, and shows the match after every event on the way.
    fn walk(bundle: &Bundle, at: u64, mut step: impl FnMut(&AnyMatch) -> Result<(), Failure>) -> Result<Self, Failure> {
        let unreadable = |index: u64, why: &dyn std::fmt::Display| {
            Failure::unreadable(format!("event {index} cannot be replayed: {why}"))
        };
        let payload = |event: &Event| {
            let payload = event.payload.as_ref().map(|payload| payload.get().to_owned());
            payload.ok_or_else(|| unreadable(event.record.index, &"its payload is hidden"))
        };
        let running = "the game is still running: its bundle holds no seed, and without it nothing can be dealt again; \
                       fetch the bundle when the game is over";
        let seed = bundle.server_seed.ok_or_else(|| Failure::unreadable(running))?;
        let (first, rest) =
            bundle.events.split_first().ok_or_else(|| Failure::unreadable("the bundle holds no event"))?;
        let created = Created::parse(first.record.kind, &payload(first)?).map_err(|why| unreadable(0, &why))?;
        let (mut game, mut told) = created.open(seed).map_err(|why| unreadable(0, &why))?;
        step(&game)?;
        for (index, event) in (1..=at).zip(rest) {
            let action = parse_action(game.edition(), event.record.kind, event.record.seat, &payload(event)?);
            let action = action.map_err(|why| unreadable(index, &why))?;
            told = game.advance(&action).map_err(|why| unreadable(index, &why))?;
            step(&game)?;
        }
        Ok(Self { created, game, told })
    }
}

impl Replay {
    pub(super) fn run(self) -> Result<(), Failure> {
        let text = read(&self.file)?;
        let no_bundle = |audit: Audit| {
            let why = audit.unknown.or_else(|| Some(audit.findings.into_iter().next()?.detail)).unwrap_or_default();
            Failure::unreadable(format!("{} cannot be replayed: {why}", self.file.display()))
        };
        let bundle = parse(&text).map_err(no_bundle)?;
        let last = (bundle.events.len() as u64).saturating_sub(1);
        let at = self.at.unwrap_or(last);
        if at > last {
            return Err(Failure::new(format!("the log has no event {at}; its last one is event {last}")));
        }
        if self.states {
            return Moment::walk(&bundle, at, |game| {
                let state = game.canonical_state()?.unwrap_or_else(|| b"null".into());
                out(&(String::from_utf8(state)? + "\n"))
            })
            .map(drop);
        }
        let moment = Moment::of(&bundle, at)?;
        let seats = moment.created.seats.len();
        let Eyes(viewer) = self.viewer;
        if let Viewer::Seat(seat) = viewer
            && seat.index() >= seats
        {
            return Err(Failure::new(format!("there is no {seat} at this table; it has {}", seats_of(seats))));
        }
        if verify_json(&text, None).verdict != Verdict::Verified {
            // Nothing is left to do when standard error is gone.
            let _ = writeln!(stderr(), "{NOT_VERIFIED}");
        }
        let index = usize::try_from(at).unwrap_or(usize::MAX);
        let Some(event) = bundle.events.get(index) else { return Ok(()) };
        let names = bundle.events.first().map(|first| first.texts.as_slice()).unwrap_or_default();
        out(&show(event, last, &moment, names, viewer, Paint::for_stdout())?)
    }
}

fn seats_of(seats: usize) -> String {
    format!("{}, from 0 to {}", count(seats, "seat", "seats"), seats.saturating_sub(1))
}

fn show(
    event: &Event,
    last: u64,
    moment: &Moment,
    names: &[Text],
    viewer: Viewer,
    paint: Paint,
) -> Result<String, Failure> {
    let Moment { created, game, told } = moment;
    let ruleset = created.ruleset;
    let title = format!("{} version {}", ruleset.name.as_str(), ruleset.version);
    let mut text = format!("{}  game {}\n", paint.strong(&title), event.record.id);
    for (seat, player) in (0..).zip(&created.seats) {
        let name = names.iter().find(|name| name.commitment == player.name && name.is_open());
        let name = name.map_or("(its name was erased, or left out)", |name| &name.text);
        text += &format!("  {}  {}\n", Seat(seat), plain(name));
    }
    let at = format!("event {} of {last}", event.record.index);
    text += &format!("\n{}  {}, at {}\n", paint.strong(&at), deed(event, told, viewer), event.record.at);
    for effect in told.heard_by(viewer) {
        text += &format!("  {}\n", happened(&effect)?);
    }
    let eyes = match viewer {
        Viewer::Full => "with everything open".into(),
        Viewer::Spectator => "as a spectator sees it".into(),
        Viewer::Seat(seat) => format!("as {seat} sees it"),
    };
    text += &format!("\n{}  {eyes}\n", paint.strong("the state after it"));
    text += &match game.view(viewer) {
        Some(view) => outline(&content(&view, "view")?, 2),
        None => "  nothing is dealt yet\n".into(),
    };
    text += &format!("\n{}\n", next(game));
    Ok(text)
}

/// Who did what, as far as the viewer may know.
pub(super) fn deed(event: &Event, told: &Told<AnyEffect>, viewer: Viewer) -> String {
    let who = event.record.seat.map_or(String::new(), |seat| format!("{seat}: "));
    let hidden = told.concealed && viewer != Viewer::Full && event.record.seat.map(Viewer::Seat) != Some(viewer);
    let payload = event.payload.as_ref().and_then(|payload| serde_json::from_str::<Value>(payload.get()).ok());
    match (event.record.kind, payload) {
        (Kind::Move, Some(_)) if hidden => format!("{who}a concealed move"),
        (Kind::Move, Some(payload)) => format!("{who}{}", inline(&payload["move"])),
        (Kind::Created, _) => "the game is created".into(),
        (Kind::Adjudicated, _) => {
            let reason = event.texts.first().map_or("(its reason was erased, or left out)", |reason| &reason.text);
            format!("an organiser ends the game: {}", plain(reason))
        }
        (kind, _) => format!("{who}{}", kind.name()),
    }
}

/// An effect on one line: what kind it is, and the rest in a column.
pub(super) fn happened(effect: &AnyEffect) -> Result<String, Failure> {
    let effect = content(effect, "effect")?;
    let (kind, rest) = effect.as_object().map(tagged).unwrap_or_default();
    Ok(format!("{:<20}  {rest}", kind.unwrap_or_default()).trim_end().to_owned())
}

/// What stands inside the ruleset's tag.
pub(super) fn content(tagged: &impl Serialize, field: &str) -> Result<Value, Failure> {
    Ok(serde_json::to_value(tagged)?[field].take())
}

/// Who is awaited, or how it ended.
pub(super) fn next(game: &AnyMatch) -> String {
    match game.outcome() {
        Some(outcome) => {
            let place =
                |seats: &Vec<Seat>| seats.iter().map(|seat| seat.0.to_string()).collect::<Vec<_>>().join(" and ");
            let ranking: Vec<String> = outcome.ranking.iter().map(place).collect();
            let scores: Vec<String> = outcome.scores.iter().map(ToString::to_string).collect();
            let reason = game.edition().words(&outcome.reason);
            format!("over: {reason}; ranking of seats {}; scores {}", ranking.join(", "), scores.join(", "))
        }
        None => {
            let awaited: Vec<String> = game.awaiting().iter().map(|seat| seat.to_string()).collect();
            format!("awaited: {}", awaited.join(", "))
        }
    }
}
