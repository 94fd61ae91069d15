//! Verification: one pure function over a bundle. It needs only public data, and reports each level by name.

use serde::de::DeserializeOwned;

use super::bundle::{Bundle, FORMAT, label_of, unknown_label};
use super::chain::{Link, check_chain};
use super::evidence::Evidence;
use super::note::VerifierKey;
use super::receipts::check_receipts;
use super::replay::check_replay;
use super::report::{Audit, Finding, Level, Report, Tampering};
use super::signature::{Signed, check_signature};
use super::texts::{Words, check_texts};
use super::trees::check_trees;
use crate::kernel::{
    EntropyPolicy, Hash, LogKind, NotCanonical, RECORD_VERSION, Salt, ServerSeed, canonical, payload_commitment,
    payload_salt, seed_commitment, state_salt,
};
use crate::log::{Event, SeedOrigin, Sown, commitments};

/// Verifies the text of a bundle. Text that is no bundle fails at the level `format`.
///
/// With `trusted` the receipt must be signed by that key; without it the key in the bundle is taken at its word, and
/// the report says so.
pub fn verify_json(text: &[u8], trusted: Option<&VerifierKey>) -> Audit {
    match parse(text) {
        Ok(bundle) => verify(&bundle, trusted),
        Err(unreadable) => unreadable,
    }
}

/// Reads the text of a bundle.
///
/// # Errors
/// The report on text that is no bundle: it fails at the level `format`. One of another draft is not judged.
pub fn parse(text: &[u8]) -> Result<Bundle, Audit> {
    serde_json::from_slice(text).map_err(|error| {
        let unknown = label_of(text).and_then(|label| unknown_label(FORMAT, &label));
        unknown.map_or_else(|| Audit::unreadable(unreadable::<Bundle>(text, &error)), Audit::not_judged)
    })
}

/// What is wrong with a text, and where: it is read once more, since keeping track of the place costs as much as reading.
pub(super) fn unreadable<T: DeserializeOwned>(text: &[u8], error: &serde_json::Error) -> String {
    let placed = serde_path_to_error::deserialize::<_, T>(&mut serde_json::Deserializer::from_slice(text));
    match placed {
        Err(placed) if placed.path().iter().next().is_some() => format!("{} (at {})", placed.inner(), placed.path()),
        _ => error.to_string(),
    }
}

/// Verifies a bundle, level by level.
///
/// Pure and total: no clock, no I/O, no panic on any bundle. What cannot be checked is skipped with the reason.
pub fn verify(bundle: &Bundle, trusted: Option<&VerifierKey>) -> Audit {
    open_report(bundle, trusted).close()
}

/// Verifies a bundle and holds it against everything else that an auditor has.
///
/// As [`verify`](verify()): pure and total. A level of evidence that is not given is not in the report.
pub fn verify_with(bundle: &Bundle, evidence: &Evidence<'_>) -> Audit {
    let mut report = open_report(bundle, evidence.key);
    hold_against(&links(&bundle.events), &bundle.public_key, evidence, &mut report);
    report.close()
}

/// Holds a log against the evidence and reports a level for each part of it.
pub(super) fn hold_against(log: &[Link<'_>], public_key: &str, evidence: &Evidence<'_>, report: &mut Report) {
    let own = public_key.parse().ok();
    let Some(key) = evidence.key.or(own.as_ref()) else { return };
    if let Some(receipts) = evidence.receipts {
        check_receipts(log, key, receipts, report);
    }
    check_trees(log, key, evidence, report);
}

/// The levels of a bundle, open for those of what an auditor has besides it.
pub(super) fn open_report(bundle: &Bundle, trusted: Option<&VerifierKey>) -> Report {
    let mut report = Report::default();
    if let Some(why) = unknown_label(FORMAT, &bundle.format) {
        report.unknown(&[Level::Format], why);
        return report;
    }
    let findings = check_format(bundle);
    report.checked(Level::Format, findings, format!("{FORMAT}, {} events", bundle.events.len()));
    if bundle.format != FORMAT || bundle.events.is_empty() {
        return report;
    }
    let passed = format!("{} records have their hashes and link to each other", bundle.events.len());
    report.checked(Level::Chain, check_chain(&links(&bundle.events)), passed);
    check_commitments(bundle, &mut report);
    check_seed(bundle, &mut report);
    check_replay(bundle, &mut report);
    let links = links(&bundle.events);
    let signed = Signed { links: &links, receipt: &bundle.receipt, public_key: &bundle.public_key };
    check_signature(signed, trusted, &mut report);
    report
}

/// The records of a game with their hashes.
pub(super) fn links(events: &[Event]) -> Vec<Link<'_>> {
    events.iter().map(|event| Link { record: &event.record, hash: event.hash }).collect()
}

fn check_format(bundle: &Bundle) -> Vec<Finding> {
    let malformed = |index, detail: &str| Finding::new(Level::Format, Tampering::Malformed, index, detail);
    let mut findings = Vec::new();
    if bundle.format != FORMAT {
        let finding = malformed(None, "the format is not that of the bundle of a game");
        findings.push(finding.values(&FORMAT, &bundle.format));
        return findings;
    }
    if bundle.events.is_empty() {
        findings.push(malformed(None, "there is no event; a log has at least the one that created the game"));
    }
    if bundle.server_seed.is_none() && bundle.outcome.is_some() {
        findings.push(malformed(None, "there is an outcome and no server seed; when a game is over its seed is told"));
    }
    let shape = |(index, event): (u64, &Event)| Some(malformed(Some(index), misshapen(bundle, event)?));
    findings.extend((0..).zip(&bundle.events).filter_map(shape));
    findings
}

/// What an event shows that it should not, or hides that it should show.
fn misshapen(bundle: &Bundle, event: &Event) -> Option<&'static str> {
    let open = bundle.server_seed.is_some();
    if event.record.log != LogKind::Game {
        Some("the record is not of the log of a game")
    } else if event.record.v != RECORD_VERSION {
        Some("the version of the record is not known here")
    } else if event.payload.is_some() != event.payload_salt.is_some() {
        Some("a payload and its salt are shown together or not at all")
    } else if open && event.payload.is_none() {
        Some("the payload is hidden although the server seed is told")
    } else if event.state_salt.is_some() != (open && event.record.state.is_some()) {
        Some("the state's salt is shown exactly when the server seed is told and there is a state")
    } else {
        None
    }
}

fn check_commitments(bundle: &Bundle, report: &mut Report) {
    let shown = (0..).zip(&bundle.events).filter_map(|(index, event)| Some((index, event, event.payload.as_ref()?)));
    let mut findings = Vec::new();
    let mut opened = 0;
    for (index, event, payload) in shown {
        let Some(salt) = &event.payload_salt else { continue };
        opened += 1;
        match commitment(salt, payload.get(), event.record.payload) {
            Ok(found) if found == event.record.payload => {}
            Ok(found) => {
                let detail = format!("the payload of event {index} does not open what was committed");
                let finding = Finding::new(Level::Commitments, Tampering::Edited, Some(index), detail);
                findings.push(finding.values(&event.record.payload, &found));
            }
            Err(why) => {
                let detail = format!("the payload of event {index} has no commitment: {why}");
                findings.push(Finding::new(Level::Commitments, Tampering::Malformed, Some(index), detail));
            }
        }
    }
    let hidden = bundle.events.len() - opened;
    let mut passed = format!("{opened} payloads open to what was committed");
    if hidden > 0 {
        passed.push_str(&format!("; {hidden} are concealed until the game is over"));
    }
    let words = bundle.events.iter().map(|event| Words {
        index: event.record.index,
        commitments: match &event.payload {
            Some(payload) => commitments(event.record.kind, payload.get()).ok(),
            None => Some(Vec::new()),
        },
        texts: &event.texts,
    });
    passed.push_str(&check_texts(words, &mut findings));
    report.checked(Level::Commitments, findings, passed);
}

/// The commitment of a payload's text. Text that is canonical already, as served, is not parsed again.
pub(super) fn commitment(salt: &Salt, payload: &str, expected: Hash) -> Result<Hash, NotCanonical> {
    let as_it_stands = payload_commitment(salt, payload.as_bytes());
    if as_it_stands == expected {
        return Ok(as_it_stands);
    }
    let value: serde_json::Value = serde_json::from_str(payload).map_err(serde::ser::Error::custom)?;
    Ok(payload_commitment(salt, &canonical(&value)?))
}

fn check_seed(bundle: &Bundle, report: &mut Report) {
    let Some(seed) = &bundle.server_seed else {
        return report.skipped(Level::Seed, "the server seed is told when the game is over");
    };
    let mut findings = Vec::new();
    let sown = bundle.events.first().and_then(|first| {
        let payload = first.payload.as_ref()?;
        Sown::parse(first.record.kind, payload.get()).ok()
    });
    let passed = match &sown {
        Some(sown) if sown.seed_commitment == seed_commitment(seed) => origin(sown),
        Some(sown) => {
            let detail = "the seed is not the one that was committed to when the game was created";
            let finding = Finding::new(Level::Seed, Tampering::WrongSeed, Some(0), detail);
            findings.push(finding.values(&sown.seed_commitment, &seed_commitment(seed)));
            ""
        }
        None => {
            let detail = "the first payload does not say what the seed was committed to";
            findings.push(Finding::new(Level::Seed, Tampering::Malformed, Some(0), detail));
            ""
        }
    };
    if findings.is_empty() {
        findings.extend((0..).zip(&bundle.events).filter_map(|(index, event)| wrong_salt(seed, index, event)));
    }
    report.checked(Level::Seed, findings, passed);
}

/// What a right seed proves, and what it does not.
fn origin(sown: &Sown) -> &'static str {
    match (sown.seed_origin, sown.entropy) {
        (SeedOrigin::Server, EntropyPolicy::Required) => {
            "the seed is the one that was committed to, and every salt comes from it; every seat added entropy, so the \
             operator alone could not choose the cards"
        }
        (SeedOrigin::Server, EntropyPolicy::None) => {
            "the seed is the one that was committed to, and every salt comes from it; no seat added entropy, so the \
             operator could choose among seeds before the game"
        }
        (SeedOrigin::Supplied, _) => {
            "the seed is the one that was committed to, and every salt comes from it; the organiser supplied the seed \
             and so could know every draw"
        }
    }
}

fn wrong_salt(seed: &ServerSeed, index: u64, event: &Event) -> Option<Finding> {
    let pairs = [
        ("payload", event.payload_salt, payload_salt(seed, index)),
        ("state", event.state_salt, state_salt(seed, index)),
    ];
    let (what, found, expected) =
        pairs.into_iter().find(|(_, found, expected)| found.is_some_and(|found| found != *expected))?;
    let detail = format!("the {what} salt of event {index} does not come from the seed");
    let finding = Finding::new(Level::Seed, Tampering::Edited, Some(index), detail);
    Some(finding.values(&expected, &found?))
}
