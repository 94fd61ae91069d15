//! Moves of every ruleset against random states: a move is accepted exactly when it is listed; a refused one leaves the
//! state as it was, an accepted one leaves every component of the box somewhere exactly once.

use std::collections::BTreeSet;

use arbitrary::{Result, Unstructured};
use pandect_core::conformance::Specimen;
use pandect_core::kernel::{Action, EntropyPolicy, Match, Opening, Refusal, Seat, ServerSeed, Viewer, canonical};
use serde::Serialize;
use serde_json::Value;

use super::json;

/// Changes to one move.
const CHANGES_MAX: u8 = 3;

/// The bytes choose the ruleset, the variant, the seats, the seed, how far random players play, and then what is tried.
pub(crate) fn run(data: &[u8]) {
    // Bytes that end too early have tried less.
    let _ = any(&mut Unstructured::new(data));
}

/// A game of one ruleset.
type Body = fn(&mut Unstructured<'_>) -> Result<()>;

macro_rules! bodies {
    ($($ruleset:ident: $folder:ident, $tag:literal;)*) => {
        const BODIES: &[Body] = &[$(|bytes| Table::<pandect_core::rulesets::$folder::$ruleset>::open(bytes)?.play(bytes),)*];
    };
}

pandect_core::each_ruleset!(bodies);

fn any(bytes: &mut Unstructured<'_>) -> Result<()> {
    bytes.choose(BODIES)?(bytes)
}

/// One game, and what must hold for it.
struct Table<R: Specimen> {
    game: Match<R>,
    contents: Vec<String>,
    events_max: u64,
    seats: u8,
    /// What stands in moves and on components.
    words: Vec<String>,
    /// How failures name it.
    name: String,
}

impl<R: Specimen> Table<R> {
    fn open(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let mut variants = R::variants();
        let (variant, options) = variants.swap_remove(bytes.choose_index(variants.len())?);
        let (seats, seed) = (bytes.int_in_range(R::SEATS)?, bytes.arbitrary::<u8>()?);
        let contents = sorted(R::contents(&options, seats));
        let samples: Vec<Value> = R::samples().iter().map(value).collect();
        let words = contents.iter().cloned().chain(json::words(&Value::from(samples))).collect();
        let events_max = R::max_events(&options, seats);
        let name = format!("{}, variant {variant}, {seats} seats, seed {seed}", R::NAME);
        let opening = Opening { options, seats, seed: ServerSeed::new([seed; 32]), entropy: EntropyPolicy::None };
        let (game, _) = Match::open(opening).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        Ok(Self { game, contents, events_max, seats, words, name })
    }

    fn play(mut self, bytes: &mut Unstructured<'_>) -> Result<()> {
        self.walk(bytes.arbitrary::<u8>()?, bytes.arbitrary()?);
        self.check();
        while !bytes.is_empty() && !self.game.is_over() {
            let awaited: Vec<Seat> = self.game.awaiting().iter().collect();
            let seat = *bytes.choose(&awaited)?;
            let legal = self.game.legal(seat);
            match bytes.int_in_range(0..=7)? {
                0 => self.advance(seat, bytes.choose(&legal)?),
                1 => self.walk(bytes.arbitrary::<u8>()? % 16, bytes.arbitrary()?),
                2 => self.out_of_turn(Seat(bytes.arbitrary()?), bytes.choose(&legal)?),
                _ => {
                    let of_samples = R::samples();
                    let start = if bytes.arbitrary()? { &legal } else { &of_samples };
                    let mv = self.changed(bytes.choose(start)?, bytes)?;
                    if let Some(mv) = mv.filter(|mv| self.is_accepted_iff_listed(seat, mv, &legal)) {
                        self.advance(seat, &mv);
                    }
                }
            }
            self.check();
        }
        Ok(())
    }

    /// Plays on by random legal moves.
    fn walk(&mut self, steps: u8, mut chance: u64) {
        let mut below = |bound: usize| {
            // The multiplier and the step of Knuth's MMIX; the low bits repeat soon.
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (chance >> 33) as usize % bound.max(1)
        };
        for _ in 0..steps {
            let awaited: Vec<Seat> = self.game.awaiting().iter().collect();
            let Some(&seat) = awaited.get(below(awaited.len())) else { return };
            let legal = self.game.legal(seat);
            let mv = legal.get(below(legal.len())).unwrap_or_else(|| panic!("{self}: {seat} is awaited and stuck"));
            self.game.advance(&Action::Move(seat, mv.clone())).unwrap_or_else(|why| panic!("{self}: {mv:?}: {why}"));
        }
    }

    /// Plays a legal move on a copy and in place, which is the same.
    fn advance(&mut self, seat: Seat, mv: &R::Move) {
        let action = Action::Move(seat, mv.clone());
        let played = self.game.play(&action);
        let told = self.game.advance(&action);
        let (Ok((after, on_copy)), Ok(in_place)) = (played, told) else {
            panic!("{self}: {mv:?} is legal and refused")
        };
        assert_eq!(text(&after.state()), text(&self.game.state()), "{self}: {mv:?}");
        assert_eq!(on_copy.concealed, in_place.concealed, "{self}: {mv:?}");
        assert_eq!(on_copy.effects.len(), in_place.effects.len(), "{self}: {mv:?}");
        for ((one, effect), (other, again)) in on_copy.effects.iter().zip(&in_place.effects) {
            assert_eq!((one, text(effect)), (other, text(again)), "{self}: {mv:?}");
        }
    }

    /// Another move, where the changed text of this one can be read as a move.
    fn changed(&self, mv: &R::Move, bytes: &mut Unstructured<'_>) -> Result<Option<R::Move>> {
        let mut changed = value(mv);
        for _ in 0..bytes.int_in_range(1..=CHANGES_MAX)? {
            json::change(&mut changed, &self.words, bytes)?;
        }
        let Ok(mv) = serde_json::from_value::<R::Move>(changed.clone()) else { return Ok(None) };
        let wire = text(&mv);
        let again: R::Move = serde_json::from_str(&wire).unwrap_or_else(|error| panic!("{self}: {wire}: {error}"));
        assert_eq!(text(&again), wire, "{self}: {changed}");
        Ok(Some(mv))
    }

    fn is_accepted_iff_listed(&self, seat: Seat, mv: &R::Move, legal: &[R::Move]) -> bool {
        let wire = text(mv);
        let listed = legal.iter().any(|legal| text(legal) == wire);
        let before = text(&self.game.state());
        let played = self.game.play(&Action::Move(seat, mv.clone()));
        assert_eq!(text(&self.game.state()), before, "{self}: {seat} {wire}");
        match played {
            Ok(_) => assert!(listed, "{self}: {seat} may play {wire}, which is not listed"),
            Err(Refusal::Illegal(illegal)) => {
                assert!(!listed, "{self}: {seat} {wire} is listed and refused: {illegal}");
                let said = [illegal.code, illegal.rule, &illegal.detail];
                assert!(said.iter().all(|said| !said.is_empty()), "{self}: {seat} {wire}: {illegal:?}");
            }
            Err(refusal) => panic!("{self}: {seat} {wire}: {refusal}"),
        }
        listed
    }

    fn out_of_turn(&self, seat: Seat, mv: &R::Move) {
        if self.game.awaiting().contains(seat) {
            return;
        }
        let refused = self.game.play(&Action::Move(seat, mv.clone())).map(|_| ());
        let out = R::out(self.game.state().expect("a game without entropy is dealt"), seat);
        let waits = Refusal::NotYourTurn { seat, awaiting: self.game.awaiting() };
        assert_eq!(refused, Err(out.map_or(waits, Refusal::Illegal)), "{self}");
        assert!(self.game.legal(seat).is_empty(), "{self}: {seat} is not awaited");
    }

    /// What holds in every state.
    fn check(&self) {
        let state = self.game.state().expect("a game without entropy is dealt");
        assert_eq!(sorted(R::components(state)), self.contents, "{self}");
        assert!(self.game.events() <= self.events_max, "{self}: the bound is {} events", self.events_max);
        assert_eq!(R::outcome(state).is_some(), R::awaiting(state).is_empty(), "{self}");
        if let Some(outcome) = R::outcome(state) {
            outcome.check(self.seats).unwrap_or_else(|why| panic!("{self}: {why}"));
        }
        let seats = Seat::all(self.seats).map(Viewer::Seat);
        for viewer in seats.chain([Viewer::Spectator, Viewer::Full]) {
            text(&self.game.view(viewer));
        }
        for seat in self.game.awaiting().iter() {
            let legal = self.game.legal(seat);
            assert!(!legal.is_empty(), "{self}: {seat} is awaited and stuck");
            let once: BTreeSet<String> = legal.iter().map(text).collect();
            assert_eq!(once.len(), legal.len(), "{self}: a move is listed twice");
        }
    }
}

impl<R: Specimen> std::fmt::Display for Table<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, index {}", self.name, self.game.events() - 1)
    }
}

fn sorted(mut ids: Vec<String>) -> Vec<String> {
    ids.sort_unstable();
    ids
}

fn value<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("JSON")
}

fn text<T: Serialize>(value: &T) -> String {
    String::from_utf8(canonical(value).expect("a canonical value")).expect("JSON is UTF-8")
}
