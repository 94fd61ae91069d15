//! Tampering: whatever is done to a bundle, or to what an auditor kept of its game, is found, and the report names the
//! level, the index and the kind. What an attacker can compute anew without a key is computed anew.

mod edits;
mod forgery;
mod kept;
mod table;

use serde_json::Value;

use super::bundles::{record_until, signer};
use super::specimen::Specimen;
use crate::audit::note::SignerKey;
use crate::audit::{Audit, Bundle, Level, LevelStatus, Tampering, Verdict, verify};
use crate::kernel::tree::Leaf;
use crate::kernel::{EntropyPolicy, Hash, LogKind, ServerSeed, state_salt};
use edits::{Edit, How, edits, note_edits};
use forgery::{adjudicated, rechain, recommit, reseal, rewritten, running, sign};
use kept::{Case, Grove, head};
pub(super) use table::Table;

/// The length of the game whose every field is edited: each edit verifies the whole of it, so the work grows with the
/// square. A longer game is adjudicated there, which is one more kind of event.
const EVENTS: u64 = 8;

/// The levels that a finding of a tampering test must be at, and its index.
type Place = (Level, Option<u64>);

fn assert_found(audit: &Audit, (level, index): Place, what: &str) {
    let report = audit.levels.iter().find(|report| report.level == level).expect("the level is reported");
    assert_eq!(report.status, LevelStatus::Failed, "{what}: at level {}: {audit:?}", level.name());
    if index.is_some() {
        assert_eq!(report.first_bad_index, index, "{what}: {audit:?}");
    }
}

fn assert_kind(audit: &Audit, tampering: Tampering, (level, index): Place, what: &str) {
    let found = audit.findings.iter().any(|finding| {
        finding.tampering == tampering && finding.level == level && (index.is_none() || finding.index == index)
    });
    assert!(found, "{what}: {tampering:?} at {level:?}, {index:?}: {audit:?}");
}

/// Tries everything on games of one ruleset.
pub(super) fn check<R: Specimen>() -> Table {
    let mut table = Table::default();
    let (_, options) = R::variants().into_iter().next().expect("a variant");
    for entropy in [EntropyPolicy::None, EntropyPolicy::Required] {
        let bundle = record_until::<R>(&options, *R::SEATS.start(), entropy, EVENTS);
        let case = Case::new(&bundle, &signer::<R>());
        let audit = case.audit();
        assert_eq!(audit.verdict, Verdict::Verified, "{audit:?}");
        let document = serde_json::to_value(&bundle).expect("JSON");
        let edits = edits(&document);
        every_field(&edits, &case.light(), &mut table);
        every_event(&bundle, &case, &mut table);
        recomputed(&bundle, &case, &mut table);
        every_payload(&edits, &case.light(), &mut table);
        with_a_key(&bundle, &case, &signer::<R>(), &mut table);
        if entropy == EntropyPolicy::None {
            what_was_kept(&bundle, &case, &signer::<R>(), &mut table);
        }
    }
    table
}

/// What a place is part of, and where a change of it must be found.
fn expected(place: &[String]) -> (&'static str, Place) {
    let parts: Vec<&str> = place.iter().map(String::as_str).collect();
    let index = parts.get(1).and_then(|part| part.parse().ok());
    match parts.as_slice() {
        ["events", _, "record", "log"] => ("a record", (Level::Format, None)),
        ["events", _, "record", "v"] => ("a record", (Level::Format, index)),
        ["events", _, "record" | "hash", ..] => ("a record", (Level::Chain, index)),
        ["events", _, "payload", ..] => ("a payload", (Level::Commitments, index)),
        ["events", _, "payload_salt"] => ("a salt", (Level::Commitments, index)),
        ["events", _, "state_salt"] => ("a salt", (Level::Seed, index)),
        ["events", _, "texts", ..] => ("a text", (Level::Commitments, index)),
        ["server_seed"] => ("the seed", (Level::Seed, Some(0))),
        ["outcome", ..] => ("the outcome", (Level::Outcome, None)),
        ["receipt" | "public_key"] => ("the bundle's own receipt and key", (Level::Signature, None)),
        _ => ("the form of the file", (Level::Format, None)),
    }
}

/// The row of an edit.
fn row(part: &str, how: How) -> &'static str {
    match (part, how) {
        ("a record", How::Changed) => "a field of a record, or its hash, changed",
        ("a record", _) => "a field of a record removed, doubled, swapped or cut",
        ("a payload", How::Changed) => "a field of a payload changed",
        ("a payload", _) => "a field of a payload removed, doubled, swapped or cut",
        ("a salt", How::Changed) => "a salt changed",
        ("a salt", _) => "a salt removed, doubled, swapped or cut",
        ("a text", How::Changed) => "a text beside a payload, its salt or its commitment changed",
        ("a text", _) => "a text beside a payload doubled, swapped or cut, or a field of it removed",
        ("the seed", _) => "the seed changed, removed, doubled, swapped or cut",
        ("the outcome", _) => "the outcome changed, removed, doubled, swapped or cut",
        ("the bundle's own receipt and key", _) => {
            "the bundle's own receipt or key changed, removed, doubled, swapped or cut"
        }
        _ => "the form of the file changed",
    }
}

fn every_field(edits: &[Edit], case: &Case, table: &mut Table) {
    let (changed, others): (Vec<_>, Vec<_>) = edits.iter().partition(|edit| edit.how == How::Changed);
    for Edit { place, how, text } in changed.into_iter().chain(others) {
        // Whole events are the next function's; a text may be gone, and is counted.
        let is_text = place.len() == 4 && place[2] == "texts";
        if (place.len() == 2 && place[0] == "events") || (is_text && *how == How::Removed) {
            continue;
        }
        let (part, (level, index)) = expected(place);
        let what = format!("{} {how:?}", edits::pointer(place));
        // What no longer has the form of its field is found before anything else.
        let parsed = serde_json::from_str::<Bundle>(text).is_ok();
        let audit = case.with(text.clone()).audit();
        if place == &["format"] && audit.unknown.is_some() {
            assert_eq!(audit.verdict, Verdict::Incomplete, "{what}: another label is not judged");
            continue;
        }
        table.found(row(part, *how), &audit, &what);
        if *how == How::Changed {
            let place = if parsed { (level, index) } else { (Level::Format, None) };
            assert_found(&audit, place, &what);
        }
    }
}

fn every_event(bundle: &Bundle, case: &Case, table: &mut Table) {
    let length = bundle.events.len();
    let mut attempt = |attack, at: usize, change: &dyn Fn(&mut Bundle)| {
        let mut tampered = bundle.clone();
        change(&mut tampered);
        let audit = case.with(serde_json::to_string(&tampered).expect("JSON")).audit();
        table.found(attack, &audit, &format!("event {at}"));
        audit
    };
    for at in 0..length {
        let index = Some(at as u64);
        let removed = attempt("an event removed", at, &|bundle| drop(bundle.events.remove(at)));
        let (kind, level) = if at + 1 == length {
            (Tampering::Truncated, Level::Signature)
        } else {
            (Tampering::Removed, Level::Chain)
        };
        assert_kind(&removed, kind, (level, index), "removed");
        let doubled = attempt("an event doubled", at, &|bundle| bundle.events.insert(at, bundle.events[at].clone()));
        assert_kind(&doubled, Tampering::Inserted, (Level::Chain, index), "doubled");
        if at + 1 < length {
            let swapped = attempt("two events swapped", at, &|bundle| bundle.events.swap(at, at + 1));
            assert_kind(&swapped, Tampering::Reordered, (Level::Chain, index), "swapped");
        }
        let text = |at: usize| bundle.events.get(at).and_then(|event| Some(event.payload.as_ref()?.get()));
        if text(at + 1).is_some_and(|next| Some(next) != text(at)) {
            let payloads = attempt("the payloads of two events swapped", at, &|bundle| {
                let (one, other) = (bundle.events[at].payload.clone(), bundle.events[at + 1].payload.clone());
                (bundle.events[at].payload, bundle.events[at + 1].payload) = (other, one);
            });
            assert_found(&payloads, (Level::Commitments, index), "payloads swapped");
        }
        if at > 0 {
            let cut = attempt("the tail cut", at, &|bundle| bundle.events.truncate(at));
            assert_kind(&cut, Tampering::Truncated, (Level::Signature, index), "cut");
            assert_kind(&cut, Tampering::Truncated, (Level::Inclusion, index), "cut");
            let cut = |bundle: &mut Bundle| *bundle = running(bundle, at);
            let running = attempt("the tail cut, to look like a running game", at, &cut);
            assert_kind(&running, Tampering::Truncated, (Level::Signature, index), "running");
        }
    }
}

/// By somebody without a key who computes anew whatever needs none.
fn recomputed(bundle: &Bundle, case: &Case, table: &mut Table) {
    let last = Some(bundle.events.len() as u64 - 1);
    let mut attempt = |attack, at: usize, tampered: Bundle| {
        let audit = case.with(serde_json::to_string(&tampered).expect("JSON")).audit();
        table.found(attack, &audit, &format!("event {at}"));
        audit
    };
    for at in 0..bundle.events.len() {
        let mut hash_only = bundle.clone();
        hash_only.events[at].record.at = "2030-01-01T00:00:00.000Z".parse().expect("a moment");
        hash_only.events[at].hash = hash_only.events[at].record.hash().expect("a record");
        let mut chained = hash_only.clone();
        let audit = attempt("a record changed, and its hash", at, hash_only);
        let level = if Some(at as u64) == last { Level::Signature } else { Level::Chain };
        assert_kind(&audit, Tampering::Edited, (level, Some(at as u64)), "a record and its hash");
        rechain(&mut chained, at);
        let audit = attempt("a record changed, and every hash behind it", at, chained);
        assert_kind(&audit, Tampering::Edited, (Level::Signature, last), "rechained");
        assert_kind(&audit, Tampering::Rewritten, (Level::Inclusion, last), "rechained");
    }
    for at in 1..bundle.events.len() {
        let mut without = bundle.clone();
        without.events.remove(at);
        reseal(&mut without, at);
        attempt("an event removed, and every commitment and hash behind it", at, without);
        let mut doubled = bundle.clone();
        doubled.events.insert(at, bundle.events[at].clone());
        reseal(&mut doubled, at);
        attempt("an event doubled, and every commitment and hash behind it", at, doubled);
        if at + 1 < bundle.events.len() {
            let mut swapped = bundle.clone();
            swapped.events.swap(at, at + 1);
            reseal(&mut swapped, at);
            attempt("two events swapped, and every commitment and hash behind them", at, swapped);
        }
    }
    let mut state = bundle.clone();
    let middle = bundle.events.len() / 2;
    state.events[middle].record.state = Some(Hash::of(b"another state"));
    state.events[middle].state_salt = Some(state_salt(&forgery::seed(bundle), middle as u64));
    rechain(&mut state, middle);
    let audit = attempt("another state committed to, and every hash behind it", middle, state);
    assert_kind(&audit, Tampering::WrongDraw, (Level::States, Some(middle as u64)), "another state");

    let mut seed = Bundle { server_seed: Some(ServerSeed::new([99; 32])), ..bundle.clone() };
    for at in 0..seed.events.len() {
        recommit(&mut seed, at);
    }
    rechain(&mut seed, 0);
    let audit = attempt("another seed, and every salt, commitment and hash", 0, seed);
    assert_kind(&audit, Tampering::WrongSeed, (Level::Seed, Some(0)), "another seed");

    let mut stranger = rewritten(bundle);
    sign(&mut stranger, &SignerKey::new("forger", &[66; 32]).expect("a key"));
    let audit = attempt("the whole log written anew, and signed with a key of one's own", 0, stranger);
    assert_kind(&audit, Tampering::WrongKey, (Level::Signature, None), "a key of one's own");
}

/// The same, of every field of every payload.
fn every_payload(edits: &[Edit], case: &Case, table: &mut Table) {
    for edit in edits.iter().filter(|edit| edit.how == How::Changed) {
        let ["events", at, "payload", ..] = *edit.place.iter().map(String::as_str).collect::<Vec<_>>() else {
            continue;
        };
        let mut other: Bundle = serde_json::from_str(&edit.text).expect("a payload is read later");
        reseal(&mut other, at.parse().expect("an index"));
        let audit = case.with(serde_json::to_string(&other).expect("JSON")).audit();
        let attack = "a payload changed, and every commitment and hash behind it";
        table.found(attack, &audit, &edits::pointer(&edit.place));
        assert_found(&audit, (Level::Inclusion, None), attack);
    }
}

/// By whoever has the server's key: no level of the bundle alone finds these.
fn with_a_key(bundle: &Bundle, case: &Case, key: &SignerKey, table: &mut Table) {
    let middle = bundle.events.len() / 2;
    let mut attempt = |attack, mut tampered: Bundle, bare: Verdict, level: Level, kind: Tampering, index: usize| {
        sign(&mut tampered, key);
        let alone = verify(&tampered, Some(&key.verifier()));
        assert_eq!(alone.verdict, bare, "{attack}: {alone:?}");
        let index = Some(index as u64);
        let audit = case.with(serde_json::to_string(&tampered).expect("JSON")).audit();
        table.found(attack, &audit, "");
        assert_kind(&audit, kind, (Level::Receipts, index), attack);
        assert_kind(&audit, kind, (level, index), attack);
        tampered
    };
    let last = bundle.events.len() - 1;
    attempt(
        "**with the key:** the tail cut, to look like a running game",
        running(bundle, middle),
        Verdict::Incomplete,
        Level::Inclusion,
        Tampering::Truncated,
        middle,
    );
    attempt(
        "**with the key:** the tail cut, and the game adjudicated there",
        adjudicated(bundle, middle),
        Verdict::Verified,
        Level::Inclusion,
        Tampering::Truncated,
        middle + 1,
    );
    let anew = attempt(
        "**with the key:** the whole log written anew",
        rewritten(bundle),
        Verdict::Verified,
        Level::Inclusion,
        Tampering::Rewritten,
        last,
    );
    // The tree is written anew too, and the proofs are made from it. The auditor has no receipts, but the older
    // checkpoint.
    let proofs = Grove::with(&anew).proofs(key);
    let text = serde_json::to_string(&anew).expect("JSON");
    let mut forged = Case { bundle: text, proofs, receipts: Vec::new(), ..case.clone() };
    let audit = forged.audit();
    table.found("**with the key:** the whole log and the tree written anew, and no receipt kept", &audit, "");
    assert_kind(&audit, Tampering::Rewritten, (Level::Consistency, None), "the tree");
    forged.checkpoints.clear();
    forged.proofs.truncate(1);
    assert_ne!(forged.audit().verdict, Verdict::Failed, "without what was kept, nothing shows it");
}

/// What is done to receipts, checkpoints and proofs.
fn what_was_kept(bundle: &Bundle, case: &Case, key: &SignerKey, table: &mut Table) {
    let text = |kept: &crate::audit::Kept| String::from_utf8(kept.text.clone()).expect("UTF-8");
    for (how, edited) in note_edits(&text(&case.receipts[1])) {
        let mut case = case.clone();
        case.receipts[1].text = edited.clone().into_bytes();
        let audit = case.audit();
        table.found("a receipt changed, or lines of it removed, doubled, swapped or cut", &audit, &edited);
        assert_found(&audit, (Level::Receipts, None), &format!("{how:?}: {edited}"));
    }
    for (how, edited) in note_edits(&text(&case.checkpoints[0])) {
        let mut case = case.clone();
        case.checkpoints[0].text = edited.clone().into_bytes();
        let audit = case.audit();
        table.found("a checkpoint changed, or lines of it removed, doubled, swapped or cut", &audit, &edited);
        assert_found(&audit, (Level::Checkpoint, None), &format!("{how:?}: {edited}"));
    }
    for (at, attack, level) in [
        (0, "a field of a proof of inclusion changed, removed, doubled, swapped or cut", Level::Inclusion),
        (1, "a field of a proof of consistency changed, removed, doubled, swapped or cut", Level::Consistency),
    ] {
        let proof: Value = serde_json::from_slice(&case.proofs[at].text).expect("JSON");
        for Edit { place, how, text } in edits(&proof) {
            let mut case = case.clone();
            case.proofs[at].text = text.into_bytes();
            let audit = case.audit();
            let what = format!("{} {how:?}", edits::pointer(&place));
            if place == ["format"] && audit.unknown.is_some() {
                assert_eq!(audit.verdict, Verdict::Incomplete, "{what}: another label is not judged");
                continue;
            }
            table.found(attack, &audit, &what);
            // Of another format it is no proof of consistency any more.
            let of_another_format = place[0] == "format" || (place[0] == "first" && how == How::Swapped);
            if place[0] != "checkpoint" && !of_another_format {
                assert_found(&audit, (level, None), &what);
            }
        }
    }
    // A leaf that says what a rewritten log needs, with every hash up to the root: nobody signs that root.
    let other = rewritten(bundle);
    let leaf = Leaf::new(LogKind::Game, bundle.events[0].record.id, head(&other));
    let stranger = SignerKey::new(key.verifier().name(), &[66; 32]).expect("a key");
    let mut forged = case.with(serde_json::to_string(&other).expect("JSON"));
    forged.proofs = Grove::of(leaf).proofs(&stranger);
    let audit = forged.audit();
    table.found("a leaf changed, and the tree computed anew", &audit, "");
    assert_kind(&audit, Tampering::WrongKey, (Level::Checkpoint, None), "a tree that a stranger signed");
}
