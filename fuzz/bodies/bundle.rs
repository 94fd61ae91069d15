//! The verifiers of games and of tournaments: no text makes them panic, and whatever differs from a bundle that was
//! signed is never verified.

use std::sync::LazyLock;

use arbitrary::{Result, Unstructured};
use pandect_core::audit::note::{SignerKey, VerifierKey, open};
use pandect_core::audit::{
    Dispute, Evidence, GameAudit, Kept, Proof, TournamentAudit, TournamentLine, TournamentVerifier, Verdict, parse,
    verify_json, verify_with,
};
use pandect_core::kernel::{EntropyPolicy, ServerSeed};
use pandect_core::rulesets::any::Edition;
use pandect_core::selfplay::{SelfPlay, TournamentPlay};
use serde_json::{Value, json};

use super::json;

/// Changes to one bundle.
const CHANGES_MAX: u8 = 3;
/// Events after which a game is adjudicated: each change verifies it.
const EVENTS: u64 = 6;

/// Bundles that verify, as they are served, and the key that signed them.
static GAMES: LazyLock<(Vec<Signed>, VerifierKey)> = LazyLock::new(|| {
    let games = Edition::ALL.iter().copied().zip(0_u8..).map(|(edition, number)| {
        let entropy = if number % 2 == 0 { EntropyPolicy::None } else { EntropyPolicy::Required };
        // The first one is played to its end.
        let events = if number == 0 { u64::MAX } else { EVENTS };
        text(&run_of(edition, entropy).play_until(0, events).expect("a game"))
    });
    (games.map(Signed::new).collect(), signer().verifier())
});

/// A tournament of three games, line by line.
static TOURNAMENT: LazyLock<Vec<Signed>> = LazyLock::new(|| {
    let runs = Edition::ALL.iter().take(3).map(|edition| run_of(*edition, EntropyPolicy::None)).collect();
    let mut play = TournamentPlay::new(runs, "Spring open").expect("a tournament");
    let games: Vec<_> = (0..3).map(|_| play.play_until(3).expect("a game")).collect();
    let (header, events) = play.seal().expect("a sealed tournament");
    let lines = [TournamentLine::Header(header)].into_iter().chain(events.into_iter().map(TournamentLine::Event));
    lines.chain(games.into_iter().map(TournamentLine::Game)).map(|line| Signed::new(text(&line))).collect()
});

/// A text, and what it says.
struct Signed {
    text: String,
    value: Value,
    words: Vec<String>,
}

impl Signed {
    fn new(text: String) -> Self {
        let value: Value = serde_json::from_str(&text).expect("JSON");
        Self { words: json::words(&value), text, value }
    }
}

fn run_of(edition: Edition, entropy: EntropyPolicy) -> SelfPlay {
    let facts = edition.facts();
    SelfPlay { options: facts.options, seats: facts.seats.0, entropy, seed: ServerSeed::new([0x21; 32]) }
}

fn signer() -> SignerKey {
    run_of(Edition::RedPanda, EntropyPolicy::None).signer().expect("a key")
}

fn text<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("JSON")
}

/// Text that begins with a brace is verified as it stands, as a game, as a tournament and as evidence; otherwise the
/// bytes choose a bundle and changes to it.
pub(crate) fn run(data: &[u8]) {
    if data.first() == Some(&b'{') {
        return as_it_stands(data);
    }
    // Bytes that end too early have made fewer changes.
    let _ = changed(&mut Unstructured::new(data));
}

fn as_it_stands(data: &[u8]) {
    let (games, key) = &*GAMES;
    let trusting = verify_json(data, None);
    if let Ok(bundle) = parse(data) {
        let kept = [Kept { name: "kept".into(), text: data.to_vec() }];
        let evidence = Evidence { key: Some(key), receipts: Some(&kept), checkpoints: &kept, proofs: &kept };
        let against = verify_with(&bundle, &evidence);
        assert_ne!(against.verdict, Verdict::Verified, "a bundle is no receipt, no checkpoint and no proof");
        let other = parse(games[0].text.as_bytes()).expect("a bundle");
        Dispute::of(&bundle, &other, &evidence);
        // What can be read is read as the same again.
        assert_eq!(verify_json(text(&bundle).as_bytes(), None), trusting);
    }
    // Whatever follows a verdict of its own: the format has no way to say it twice.
    let _ = Proof::parse(data);
    verify_lines(data.split(|byte| *byte == b'\n'));
}

fn changed(bytes: &mut Unstructured<'_>) -> Result<()> {
    if bytes.ratio(1, 3)? { changed_tournament(bytes) } else { changed_game(bytes) }
}

fn changed_game(bytes: &mut Unstructured<'_>) -> Result<()> {
    let (games, key) = &*GAMES;
    let signed = bytes.choose(games)?;
    let text = change(signed, bytes)?;
    let audit = verify_json(&text, Some(key));
    let same = read(&text).is_some_and(|value| same(&value, &signed.value, key));
    let shown = || String::from_utf8_lossy(&text).into_owned();
    assert!(same || audit.verdict != Verdict::Verified, "another bundle is verified: {}", shown());
    if let Ok(bundle) = parse(&text) {
        let receipt = [Kept { name: "kept".into(), text: bundle.receipt.clone().into_bytes() }];
        let evidence = Evidence { key: Some(key), receipts: Some(&receipt), ..Evidence::default() };
        let with_receipt = verify_with(&bundle, &evidence).verdict;
        assert!(same || with_receipt != Verdict::Verified, "another bundle is verified: {}", shown());
        Dispute::of(&bundle, &parse(signed.text.as_bytes()).expect("a bundle"), &evidence);
    }
    Ok(())
}

fn changed_tournament(bytes: &mut Unstructured<'_>) -> Result<()> {
    let key = &GAMES.1;
    let mut lines: Vec<(Vec<u8>, Option<&Value>)> =
        TOURNAMENT.iter().map(|line| (line.text.clone().into_bytes(), Some(&line.value))).collect();
    for _ in 0..bytes.int_in_range(1..=CHANGES_MAX)? {
        let (at, other) = (bytes.choose_index(lines.len())?, bytes.choose_index(lines.len())?);
        match bytes.int_in_range(0..=7)? {
            0 if lines.len() > 1 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[other].clone()),
            2 => lines.swap(at, other),
            _ => {
                if let Some(line) = TOURNAMENT.get(at) {
                    lines[at] = (change(line, bytes)?, Some(&line.value));
                }
            }
        }
    }
    let said = lines.iter().filter_map(|(text, of)| {
        let value = read(text)?;
        Some(canonical(&of.map_or(value.clone(), |signed| restored(&value, signed)), key))
    });
    let signed = TOURNAMENT.iter().map(|line| canonical(&line.value, key));
    let audit = verify_lines(lines.iter().map(|(text, _)| text.as_slice()));
    let same = lines.len() == TOURNAMENT.len() && in_order(said) == in_order(signed);
    assert!(
        same || audit.verdict != Verdict::Verified,
        "another tournament is verified: {}",
        String::from_utf8_lossy(&lines.iter().map(|(text, _)| text.as_slice()).collect::<Vec<_>>().join(&b'\n'))
    );
    Ok(())
}

/// Lines in their order, but for the games: the log says which they are, and they may come in any.
fn in_order(lines: impl Iterator<Item = String>) -> (Vec<String>, Vec<String>) {
    let (mut games, log): (Vec<_>, Vec<_>) = lines.partition(|line| line.contains(r#""line":"game""#));
    games.sort_unstable();
    (log, games)
}

/// Reads a tournament bundle as a stream, a line at a time.
fn verify_lines<'a>(lines: impl Iterator<Item = &'a [u8]>) -> TournamentAudit {
    let mut lines = (1..).zip(lines).filter(|(_, line)| !line.trim_ascii().is_empty());
    let mut next = || lines.next().map(|(number, line)| TournamentLine::parse(line, number));
    let Some(Ok(TournamentLine::Header(header))) = next() else { return TournamentAudit::unreadable("no header") };
    let mut events = Vec::new();
    while (events.len() as u64) < header.events {
        match next() {
            Some(Ok(TournamentLine::Event(event))) => events.push(event),
            Some(_) => return TournamentAudit::unreadable("another line"),
            None => break,
        }
    }
    let evidence = Evidence { key: Some(&GAMES.1), ..Evidence::default() };
    let verifier = TournamentVerifier::new(header, &events, &evidence);
    let games = std::iter::from_fn(next).map(|line| match line {
        Ok(TournamentLine::Game(bundle)) => verifier.game(&bundle),
        Ok(_) => GameAudit::unreadable("no game"),
        Err(detail) => GameAudit::unreadable(detail),
    });
    let games = games.collect();
    verifier.close(games)
}

/// The text after some changes to its bytes, or to what it says.
fn change(signed: &Signed, bytes: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut text = signed.text.clone().into_bytes();
    if bytes.arbitrary()? {
        let mut value = signed.value.clone();
        for _ in 0..bytes.int_in_range(1..=CHANGES_MAX)? {
            json::change(&mut value, &signed.words, bytes)?;
        }
        text = value.to_string().into_bytes();
    }
    for _ in 0..bytes.int_in_range(0..=CHANGES_MAX)? {
        let at = bytes.int_in_range(0..=text.len() - 1)?;
        match bytes.int_in_range(0..=3)? {
            0 => text[at] = bytes.arbitrary()?,
            1 => text[at] = *bytes.choose(b"0123456789abcdef{}[]\",: -+eE.nt\\")?,
            2 if text.len() > 1 => drop(text.remove(at)),
            _ => text.insert(at, bytes.arbitrary()?),
        }
    }
    Ok(text)
}

fn read(text: &[u8]) -> Option<Value> {
    serde_json::from_slice(text).ok()
}

fn same(one: &Value, signed: &Value, key: &VerifierKey) -> bool {
    canonical(&restored(one, signed), key) == canonical(signed, key)
}

/// A value with the texts that it leaves out of what was signed: they may be erased, and those that are there are the ones
/// that were signed, in their order.
fn restored(value: &Value, signed: &Value) -> Value {
    match (value, signed) {
        (Value::Object(fields), Value::Object(of_signed)) => {
            let field = |(name, value): (&String, &Value)| {
                let value = match (name.as_str(), value, of_signed.get(name)) {
                    ("texts", Value::Array(left), Some(Value::Array(all))) if is_left_of(left, all) => json!(all),
                    (_, value, Some(signed)) => restored(value, signed),
                    (_, value, None) => value.clone(),
                };
                (name.clone(), value)
            };
            Value::Object(fields.iter().map(field).collect())
        }
        (Value::Array(items), Value::Array(of_signed)) if items.len() == of_signed.len() => {
            items.iter().zip(of_signed).map(|(item, signed)| restored(item, signed)).collect()
        }
        (value, _) => value.clone(),
    }
}

/// Whether these are some of those, in their order.
fn is_left_of(left: &[Value], all: &[Value]) -> bool {
    let mut all = all.iter();
    left.iter().all(|text| all.any(|other| other == text))
}

/// What a text says. A note may carry signatures of other keys beside the one that counts.
fn canonical(value: &Value, key: &VerifierKey) -> String {
    fn without(value: &mut Value, key: &VerifierKey) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| without(item, key)),
            Value::Object(fields) => fields.iter_mut().for_each(|(name, field)| match field {
                Value::String(note) if name == "receipt" => {
                    if let Ok(text) = open(note, key) {
                        *note = text.into();
                    }
                }
                _ => without(field, key),
            }),
            _ => {}
        }
    }
    let mut value = value.clone();
    without(&mut value, key);
    value.to_string()
}
