//! Random legal players at a table without a server: whole games as bundles, every byte a function of one seed.
//!
//! Everything of game *i* comes from the seed of the run, by tagged SHA-256:
//!
//! | what | hash of |
//! |---|---|
//! | its server seed | `pandect/play/seed/v1`, the run's seed, *i* as 8 bytes big-endian |
//! | its id (the first 16 bytes, as a UUID of version 8) | `pandect/play/id/v1`, its server seed |
//! | the key of the players' choices | `pandect/play/choices/v1`, its server seed |
//! | the salt of a text | `pandect/play/text/v1`, the run's seed, the text |
//! | a seat's entropy, where the policy asks for it | `pandect/play/entropy/v1`, its server seed, the seat as one byte |
//! | the id of a tournament of the run (likewise) | `pandect/play/tournament/v1`, the run's seed |
//! | the key that signs the receipts of the run | `pandect/play/key/v1`, the run's seed |
//!
//! The players choose at event *n* as a ruleset draws at event *n*, with a key of their own: first one of the awaited
//! seats, then one of its legal moves. Event *n* is stamped *n* seconds after the start of the year 2000.

mod table;

pub use table::TournamentPlay;

use serde_json::value::RawValue;
use uuid::{Builder, Uuid};

use crate::audit::note::SignerKey;
use crate::audit::{Bundle, FORMAT, Receipt};
use crate::kernel::{
    Action, Entropy, EntropyPolicy, GameKey, Hash, Hasher, Head, Kind, NotCanonical, Outcome, Reason, Refusal,
    Reserved, Salt, Seat, ServerSeed, Table, Text, Timestamp, beside, seed_commitment,
};
use crate::log::{
    Contribution, Created, CreatedSeat, Entry, Event, Moved, Payload, SeedOrigin, commitments, header, opened, sealed,
};
use crate::rulesets::any::{AnyMatch, AnyMove, AnyOptions};
use crate::tournament;

/// 2000-01-01T00:00:00.000Z.
const EPOCH_MILLIS: i64 = 946_684_800_000;

/// The name in the key of a run.
const KEY_NAME: &str = "pandect-play";

/// Why the players stop.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The seats or the options make no game.
    #[error("{0}")]
    NoGame(Refusal),
    /// A move that was listed is refused.
    #[error("{0}")]
    Refused(Refusal),
    /// The tournament does not accept the event.
    #[error(transparent)]
    Tournament(#[from] tournament::TournamentRefusal),
    /// What never happens: no caller can cause it.
    #[error("{0}")]
    Broken(String),
}

impl From<NotCanonical> for PlayError {
    fn from(error: NotCanonical) -> Self {
        Self::Broken(error.to_string())
    }
}

/// What the random players play.
#[derive(Debug, Clone)]
pub struct SelfPlay {
    /// The options, and with them the ruleset at its version.
    pub options: AnyOptions,
    /// How many seats play.
    pub seats: u8,
    /// Whether the seats add entropy.
    pub entropy: EntropyPolicy,
    /// The seed of the run. Whoever knows it can make every byte of it again, signatures included.
    pub seed: ServerSeed,
}

/// One of the items, each as likely as the others; none of none.
pub fn pick<'a, T>(table: &mut Table<()>, items: &'a [T]) -> Option<&'a T> {
    let bound = u32::try_from(items.len()).unwrap_or(u32::MAX);
    items.get(table.below(bound) as usize)
}

fn derive(tag: &str, seed: &ServerSeed, more: &[u8]) -> [u8; 32] {
    *Hasher::tagged(tag).chain(seed.as_bytes()).chain(more).finish().as_bytes()
}

/// The first 16 bytes, as a UUID of version 8.
fn derive_id(tag: &str, seed: &ServerSeed) -> Uuid {
    let mut id = [0; 16];
    id.copy_from_slice(&derive(tag, seed, &[])[..16]);
    Builder::from_custom_bytes(id).into_uuid()
}

/// When the event at an index of a log happens: so many seconds after the start of the year 2000.
///
/// # Errors
/// [`PlayError::Broken`] beyond the year 9999.
pub fn second(index: usize) -> Result<Timestamp, PlayError> {
    let at = Timestamp::from_millis(EPOCH_MILLIS + 1000 * index as i64);
    at.map_err(|error| PlayError::Broken(error.to_string()))
}

impl SelfPlay {
    /// The key that signs the receipts of this run. It can be made again from the seed, so it proves who signed to nobody.
    ///
    /// # Errors
    /// None that a caller can cause.
    pub fn signer(&self) -> Result<SignerKey, PlayError> {
        let secret = derive("pandect/play/key/v1", &self.seed, &[]);
        SignerKey::new(KEY_NAME, &secret).map_err(|error| PlayError::Broken(error.to_string()))
    }

    /// Plays one game of the run from its deal to its end.
    ///
    /// # Errors
    /// [`PlayError::NoGame`] when the seats or options make no game.
    pub fn play(&self, number: u64) -> Result<Bundle, PlayError> {
        self.play_until(number, u64::MAX)
    }

    /// Plays one game of the run, and has it adjudicated, all seats equal, if it reaches so many events.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub fn play_until(&self, number: u64, events: u64) -> Result<Bundle, PlayError> {
        let names: Vec<Text> = (0..self.seats).map(|seat| self.text(&format!("Random {seat}"))).collect();
        self.play_as(number, events, names, None)
    }

    /// Plays one game of the run as these players, one per seat, and for a tournament where there is one.
    fn play_as(
        &self,
        number: u64,
        events: u64,
        names: Vec<Text>,
        tournament: Option<String>,
    ) -> Result<Bundle, PlayError> {
        let seed = ServerSeed::new(derive("pandect/play/seed/v1", &self.seed, &number.to_be_bytes()));
        let created = self.created(&seed, &names, tournament);
        let (mut game, _) = created.open(seed).map_err(PlayError::NoGame)?;
        let mut log = Log::new(seed, names);
        log.append(Kind::Created, None, &Payload::Created(created), &game)?;
        let choices = GameKey::new(derive("pandect/play/choices/v1", &seed, &[]));
        while let Some(mut action) = choose(&seed, choices, &game)? {
            if game.events() >= events {
                let scores = vec![0; usize::from(self.seats)];
                action = Action::Adjudicated(Outcome::by_score(scores, Reason::ADJUDICATED));
            }
            let (next, _) = game.play(&action).map_err(PlayError::Refused)?;
            let (kind, seat) = header(&action);
            let payload = match action {
                Action::Entropy(_, entropy) => Payload::Entropy(Contribution { entropy }),
                Action::Move(_, mv) => Payload::Move(Moved(mv)),
                Action::Adjudicated(outcome) => {
                    let reason = self.text("the players were stopped");
                    let payload = Payload::adjudicated(outcome, &reason);
                    log.texts.push(reason);
                    payload
                }
            };
            log.append(kind, seat, &payload, &next)?;
            game = next;
        }
        log.close(&game, &self.signer()?)
    }

    /// A text of the run under its own salt.
    fn text(&self, text: &str) -> Text {
        Text::new(Salt::new(derive("pandect/play/text/v1", &self.seed, text.as_bytes())), text)
    }

    fn created(&self, seed: &ServerSeed, names: &[Text], tournament: Option<String>) -> Created {
        let seat = |name: &Text| CreatedSeat { bot: None, name: name.commitment };
        Created {
            clock: Reserved,
            entropy: self.entropy,
            options: self.options.clone(),
            replaces: Reserved,
            ruleset: self.options.edition().into(),
            seats: names.iter().map(seat).collect(),
            seed_commitment: seed_commitment(seed),
            seed_origin: SeedOrigin::Supplied,
            tournament,
        }
    }
}

/// What happens next; nothing when the game is over.
fn choose(seed: &ServerSeed, choices: GameKey, game: &AnyMatch) -> Result<Option<Action<AnyMove>>, PlayError> {
    let mut table = Table::at(choices, game.events());
    let awaited: Vec<Seat> = game.awaiting().iter().collect();
    let Some(&seat) = pick(&mut table, &awaited) else { return Ok(None) };
    if game.canonical_state()?.is_none() {
        return Ok(Some(Action::Entropy(seat, Entropy::new(derive("pandect/play/entropy/v1", seed, &[seat.0])))));
    }
    let moves = game.legal(seat);
    let stuck = || PlayError::Broken(format!("{seat} is awaited and has no legal move"));
    Ok(Some(Action::Move(seat, pick(&mut table, &moves).ok_or_else(stuck)?.clone())))
}

/// Canonical JSON as it stands beside a record.
fn raw(json: Vec<u8>) -> Result<Box<RawValue>, PlayError> {
    let broken = |error: &dyn std::fmt::Display| PlayError::Broken(error.to_string());
    RawValue::from_string(String::from_utf8(json).map_err(|error| broken(&error))?).map_err(|error| broken(&error))
}

/// A log that is being written, with everything open.
struct Log {
    id: Uuid,
    seed: ServerSeed,
    events: Vec<Event>,
    texts: Vec<Text>,
}

impl Log {
    fn new(seed: ServerSeed, texts: Vec<Text>) -> Self {
        Self { id: derive_id("pandect/play/id/v1", &seed), seed, events: Vec::new(), texts }
    }

    fn head(&self) -> Option<Head> {
        self.events.last().map(|last| Head { index: last.record.index, hash: last.hash })
    }

    fn append(&mut self, kind: Kind, seat: Option<Seat>, payload: &Payload, game: &AnyMatch) -> Result<(), PlayError> {
        let at = second(self.events.len())?;
        let entry = Entry { id: self.id, at, kind, seat, payload, after: game };
        let (record, hash, json) = sealed(&self.seed, self.head(), entry)?;
        let payload = raw(json)?;
        let texts = beside(&self.texts, &commitments(kind, payload.get()).unwrap_or_default());
        self.events.push(opened(&self.seed, record, hash, payload, texts));
        Ok(())
    }

    fn close(self, game: &AnyMatch, key: &SignerKey) -> Result<Bundle, PlayError> {
        let head = self.head().unwrap_or(Head { index: 0, hash: Hash::ZERO });
        Ok(Bundle {
            format: FORMAT.into(),
            server_seed: Some(self.seed),
            outcome: game.outcome(),
            receipt: Receipt { game: self.id, head }.sign(key),
            public_key: key.verifier().to_string(),
            events: self.events,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{Verdict, verify};
    use crate::rulesets::any::RulesetName;

    fn run(ruleset: RulesetName, seed: u8) -> SelfPlay {
        let facts = ruleset.newest().facts();
        let entropy = EntropyPolicy::Required;
        SelfPlay { options: facts.options, seats: facts.seats.0, entropy, seed: ServerSeed::new([seed; 32]) }
    }

    fn bytes(bundle: &Bundle) -> Vec<u8> {
        serde_json::to_vec(bundle).expect("a bundle is JSON")
    }

    #[test]
    fn every_ruleset_plays_to_a_bundle_that_verifies() {
        for ruleset in RulesetName::ALL.iter().copied() {
            let run = run(ruleset, 1);
            let key = run.signer().expect("a key").verifier();
            let audit = verify(&run.play(0).expect("a game"), Some(&key));
            assert_eq!(audit.verdict, Verdict::Verified, "{ruleset:?}: {audit:?}");
        }
    }

    #[test]
    fn the_same_seed_and_number_give_the_same_bytes_and_others_do_not() {
        let ruleset = RulesetName::RedPanda;
        let game = |seed, number| bytes(&run(ruleset, seed).play(number).expect("a game"));
        assert_eq!(game(1, 0), game(1, 0));
        assert_ne!(game(1, 0), game(1, 1));
        assert_ne!(game(1, 0), game(2, 0));
    }

    /// The seed and the id were computed elsewhere, from the table at the head of this file.
    #[test]
    fn the_first_game_of_a_seed_never_changes() {
        let first = run(RulesetName::RedPanda, 0).play(0).expect("a game");
        let created = first.events.first().expect("an event");
        assert_eq!(created.record.id.to_string(), "f85b59f8-d137-89ed-b978-27d701747577");
        let seed = first.server_seed.expect("a seed").to_string();
        assert_eq!(seed, "6fe8f391b35e93b4232eda0ec343200550642f86419f2115494444b6d309fe7e");
        assert_eq!(first.public_key, "pandect-play+e2cf631b+AW8av+5mtfELASdAV9iKGdzkjuTat28kgh2YdCDTAW5p");
    }

    #[test]
    fn seats_that_make_no_game_are_refused() {
        let run = SelfPlay { seats: 200, ..run(RulesetName::RedPanda, 0) };
        assert!(matches!(run.play(0), Err(PlayError::NoGame(Refusal::Seats { .. }))));
    }
}
