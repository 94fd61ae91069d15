//! The levels that need the seed: rules, states and outcome, in one replay.

use super::bundle::Bundle;
use super::report::{Finding, Level, Report, Tampering};
use crate::kernel::{Hash, Outcome, ServerSeed, Status, state_commitment, state_salt};
use crate::log::{BadPayload, Created, Event, parse_action};
use crate::rulesets::any::{AnyMatch, UnknownRuleset};

/// Replays the log and reports the three levels, or why they cannot be checked.
pub(super) fn check_replay(bundle: &Bundle, report: &mut Report) {
    let why_not = match bundle.server_seed {
        None => Some("the draws are known when the game is over and its seed is told"),
        // Replaying other draws would say nothing about the moves.
        Some(_) if report.points_to(Tampering::WrongSeed) => Some("the seed is not the committed one"),
        Some(_) => None,
    };
    if let Some(why) = why_not {
        for level in [Level::Rules, Level::States, Level::Outcome] {
            report.skipped(level, why);
        }
        return;
    }
    let Some(seed) = bundle.server_seed else { return };
    if let Some(unknown) = unknown_ruleset(bundle) {
        return report.unknown(&[Level::Rules, Level::States, Level::Outcome], unknown.to_string());
    }
    let mut replay = Replay { game: None, states: Vec::new() };
    let refused = (0..).zip(&bundle.events).find_map(|(index, event)| replay.step(seed, index, event).err());
    let count = bundle.events.len();
    let stopped = refused.is_some();
    report.checked(Level::Rules, refused.into_iter().collect(), format!("{count} events follow the rules"));
    if stopped && replay.states.is_empty() {
        report.skipped(Level::States, "the rules refuse an event; the states behind it cannot be computed");
    } else {
        report.checked(Level::States, replay.states, "every state is the one that was committed to");
    }
    match replay.game {
        Some(game) if !stopped => check_outcome(bundle, &game, report),
        _ => report.skipped(Level::Outcome, "the rules refuse an event; the end cannot be computed"),
    }
}

/// The ruleset or version of the game, where it is not built in.
fn unknown_ruleset(bundle: &Bundle) -> Option<UnknownRuleset> {
    let first = bundle.events.first()?;
    match Created::parse(first.record.kind, first.payload.as_ref()?.get()) {
        Err(BadPayload::Unknown(unknown)) => Some(unknown),
        _ => None,
    }
}

/// A replay that holds every state against its commitment.
struct Replay {
    game: Option<AnyMatch>,
    states: Vec<Finding>,
}

impl Replay {
    fn step(&mut self, seed: ServerSeed, index: u64, event: &Event) -> Result<(), Finding> {
        let illegal = |detail: String| Finding::new(Level::Rules, Tampering::Illegal, Some(index), detail);
        let payload = event.payload.as_ref().ok_or_else(|| illegal(format!("event {index} has no payload")))?.get();
        let (kind, seat) = (event.record.kind, event.record.seat);
        match &mut self.game {
            None => {
                let created = Created::parse(kind, payload).map_err(|why| illegal(why.to_string()))?;
                if seat.is_some() {
                    return Err(illegal("an event of kind created cannot have a seat".into()));
                }
                let game = created.open(seed).map_err(|why| illegal(format!("event {index}: {why}")))?.0;
                self.game = Some(game);
            }
            Some(game) => {
                let action =
                    parse_action(game.edition(), kind, seat, payload).map_err(|why| illegal(why.to_string()))?;
                game.advance(&action).map_err(|why| illegal(format!("event {index}: {why}")))?;
            }
        }
        self.check_state(seed, index, event);
        Ok(())
    }

    fn check_state(&mut self, seed: ServerSeed, index: u64, event: &Event) {
        let computed = self.game.as_ref().and_then(|game| game.canonical_state().ok().flatten());
        // A record that commits to no state shows no salt either: where there is a state, it should have.
        let salt = event.state_salt.unwrap_or_else(|| state_salt(&seed, index));
        let expected = computed.map(|state| state_commitment(&salt, &state));
        if expected == event.record.state {
            return;
        }
        let detail = format!("the state after event {index} is not the one that was committed to");
        let finding = Finding::new(Level::States, Tampering::WrongDraw, Some(index), detail);
        let shown = |hash: Option<Hash>| hash.map_or("null".to_string(), |hash| hash.to_string());
        self.states.push(finding.values(&shown(expected), &shown(event.record.state)));
    }
}

fn check_outcome(bundle: &Bundle, game: &AnyMatch, report: &mut Report) {
    let wrong = |tampering, detail: &str| {
        let after = bundle.events.len() as u64;
        let index = if tampering == Tampering::Truncated { Some(after) } else { None };
        vec![Finding::new(Level::Outcome, tampering, index, detail)]
    };
    let text = |outcome: &Outcome| serde_json::to_string(outcome).unwrap_or_default();
    match (game.outcome(), &bundle.outcome) {
        (None, None) => report.skipped(Level::Outcome, "the game is not over"),
        (Some(reached), Some(stated)) if reached == *stated => {
            let how = if game.status() == Status::Adjudicated { "adjudicated" } else { "reached by the rules" };
            report.checked(
                Level::Outcome,
                Vec::new(),
                format!("the outcome is the one {how}: {}", game.edition().words(&reached.reason)),
            );
        }
        (Some(reached), Some(stated)) => {
            let findings = wrong(Tampering::WrongOutcome, "the outcome is not the one that the log leads to");
            let findings = findings.into_iter().map(|f| f.values(&text(&reached), &text(stated))).collect();
            report.checked(Level::Outcome, findings, "");
        }
        (Some(_), None) => {
            report.checked(
                Level::Outcome,
                wrong(Tampering::WrongOutcome, "the game is over, and no outcome stands here"),
                "",
            );
        }
        (None, Some(_)) => {
            let detail = "an outcome stands here, and the log ends before the game does";
            report.checked(Level::Outcome, wrong(Tampering::Truncated, detail), "");
        }
    }
}
