//! One game of a tournament: verified by itself, and held against what the tournament's log says of it.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::super::bundle::Bundle;
use super::super::note::VerifierKey;
use super::super::report::{Audit, Finding, Level, Tampering};
use super::super::texts::told;
use super::super::verify;
use super::report::GameAudit;
use super::sorted::Sorted;
use crate::kernel::{Head, Outcome};
use crate::log::Created;
use crate::tournament::{Game, Tournament};

/// Where the tournament's log speaks of a game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mention {
    pub(super) attached: u64,
    pub(super) concluded: Option<u64>,
}

/// What the tournament's log says of its games.
#[derive(Debug)]
pub(super) struct Expected<'a> {
    pub(super) id: Option<Uuid>,
    pub(super) state: Option<&'a Tournament>,
    pub(super) mentions: &'a BTreeMap<Uuid, Mention>,
    /// The key that signed the tournament.
    pub(super) public_key: &'a str,
}

fn finding(tampering: Tampering, index: Option<u64>, detail: String) -> Finding {
    Finding::new(Level::Games, tampering, index, detail)
}

pub(super) fn audit(expected: &Expected<'_>, bundle: &Bundle, evidence: &Sorted<'_>) -> GameAudit {
    let first = bundle.events.first();
    let game = first.map(|first| first.record.id);
    let Audit { verdict, levels, findings, unknown } = match game {
        Some(id) => evidence.of_game(id).verify(bundle),
        None => verify(bundle, evidence.key()),
    };
    let created = first.and_then(|first| Created::parse(first.record.kind, first.payload.as_ref()?.get()).ok());
    let texts = first.map(|first| first.texts.as_slice()).unwrap_or_default();
    let seats = created.iter().flat_map(|created| &created.seats);
    let players = seats.map(|seat| told(texts, seat.name)).collect();
    let mismatches = match (expected.state, game) {
        (Some(state), Some(id)) => match (state.game(id), expected.mentions.get(&id)) {
            (Some(known), Some(mention)) => {
                let mut findings = check_creation(expected, state, known, mention.attached, bundle, created.as_ref());
                findings.extend(check_end(known, *mention, bundle));
                findings.extend(check_key(expected, known, mention.attached, bundle));
                findings
            }
            _ => vec![finding(Tampering::Inserted, None, format!("game {id} was never attached to this tournament"))],
        },
        _ => Vec::new(),
    };
    let (events, outcome) = (bundle.events.len() as u64, bundle.outcome.clone());
    let outcome_words = match (&created, &outcome) {
        (Some(created), Some(outcome)) => Some(created.edition().words(&outcome.reason)),
        _ => None,
    };
    GameAudit { game, players, events, verdict, levels, findings, unknown, outcome, outcome_words, mismatches }
}

/// Whether the game was created as the tournament's log says.
fn check_creation(
    expected: &Expected<'_>,
    state: &Tournament,
    known: &Game,
    index: u64,
    bundle: &Bundle,
    created: Option<&Created>,
) -> Vec<Finding> {
    let id = known.attached.game;
    let edited = |what: &str| finding(Tampering::Edited, Some(index), format!("game {id}: {what}"));
    let mut findings = Vec::new();
    let hash = bundle.events.first().map(|first| first.hash);
    if let Some(hash) = hash.filter(|hash| *hash != known.attached.created) {
        findings
            .push(edited("its first record is not the one that was attached").values(&known.attached.created, &hash));
    }
    let Some(created) = created else {
        findings.push(edited("its first payload cannot be read"));
        return findings;
    };
    let own = expected.id.map(|id| id.to_string());
    if created.tournament != own {
        findings.push(edited("it was created for another tournament, or for none"));
    }
    let played = state.created().rulesets.get(known.attached.ruleset as usize);
    if !played.is_some_and(|played| played.ruleset == created.ruleset && played.options == created.options) {
        findings.push(edited("it plays another ruleset, or other options, than the tournament"));
    }
    if created.entropy != state.created().entropy {
        findings.push(edited("its entropy policy is not the tournament's"));
    }
    // By their commitments: who sat where is compared whether or not a name was erased.
    let name = |player: &u32| state.players().get(*player as usize).map(|player| player.name);
    let names = known.attached.players.iter().map(name);
    if !names.eq(created.seats.iter().map(|seat| Some(seat.name))) {
        findings.push(edited("other players sit at it than the tournament seated"));
    }
    findings
}

/// One server holds a tournament and its games, and signs for both under one name, with one key at a time: a game that ended
/// under an earlier one keeps its receipt, and its end stands in the tournament's log.
fn check_key(expected: &Expected<'_>, known: &Game, index: u64, bundle: &Bundle) -> Option<Finding> {
    let (own, found) = (expected.public_key, &bundle.public_key);
    let name = |key: &str| key.parse::<VerifierKey>().map(|key| key.name().to_owned()).ok();
    let earlier = || known.ended.is_some() && name(own).is_some() && name(own) == name(found);
    if own == found || earlier() {
        return None;
    }
    let detail = format!("game {}: another key signed it than the tournament", known.attached.game);
    Some(finding(Tampering::WrongKey, Some(index), detail).values(&own, found))
}

/// Whether the game ended as the tournament's log says. One that the log has not seen end may have ended since.
fn check_end(known: &Game, mention: Mention, bundle: &Bundle) -> Vec<Finding> {
    let Some((head, outcome)) = &known.ended else { return Vec::new() };
    let id = known.attached.game;
    let wrong = |tampering, what: &str| finding(tampering, mention.concluded, format!("game {id}: {what}"));
    let mut findings = Vec::new();
    let end = bundle.events.last().map(|last| Head { index: last.record.index, hash: last.hash });
    if let Some(end) = end.filter(|end| end != head) {
        let tampering = if end.index < head.index { Tampering::Truncated } else { Tampering::Edited };
        let shown = |head: &Head| format!("event {}, hash {}", head.index, head.hash);
        let finding = wrong(tampering, "its log does not end as the tournament's log says");
        findings.push(finding.values(&shown(head), &shown(&end)));
    }
    if bundle.outcome.as_ref() != Some(outcome) {
        let text = |outcome: Option<&Outcome>| serde_json::to_string(&outcome).unwrap_or_default();
        let finding = wrong(Tampering::WrongOutcome, "its outcome is not the one in the tournament's log");
        findings.push(finding.values(&text(Some(outcome)), &text(bundle.outcome.as_ref())));
    }
    findings
}
