//! Random games: which ones are played, and every position on the way.

use std::collections::BTreeMap;
use std::fmt;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::Value;

use super::specimen::Specimen;
use crate::kernel::{Action, EntropyPolicy, Match, Opening, Seat, ServerSeed, canonical};

/// How many games are played of each variant at each seat count.
const SEEDS: u8 = 2;

/// How many moves are kept to be tried where they were not listed.
const POOL: usize = 400;

/// Small random numbers for the suite's own choices, which have nothing to do with the draws of a game.
pub(super) struct Chance(ChaCha8Rng);

impl Chance {
    pub(super) fn new(seed: u8) -> Self {
        Self(ChaCha8Rng::from_seed([seed; 32]))
    }

    pub(super) fn below(&mut self, bound: u32) -> u32 {
        self.0.next_u32() % bound.max(1)
    }

    pub(super) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let bound = u32::try_from(items.len()).expect("few items");
        items.get(self.below(bound) as usize)
    }

    /// So many picks, some of them the same; none when there is nothing to pick from.
    pub(super) fn picks<'a, T>(&mut self, items: &'a [T], count: usize) -> Vec<&'a T> {
        (0..count).filter_map(|_| self.pick(items)).collect()
    }
}

/// Which game is played.
#[derive(Debug, Clone)]
pub(super) struct Case<O> {
    ruleset: &'static str,
    variant: &'static str,
    pub(super) options: O,
    pub(super) seats: u8,
    pub(super) seed: u8,
}

impl<O> fmt::Display for Case<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ruleset, variant, seats, seed, .. } = self;
        write!(f, "{ruleset}, variant {variant}, {seats} seats, seed {seed}")
    }
}

/// Every variant at every seat count, several times.
pub(super) fn cases<R: Specimen>() -> impl Iterator<Item = Case<R::Options>> {
    R::variants().into_iter().flat_map(|(variant, options)| {
        R::SEATS.flat_map(move |seats| {
            let options = options.clone();
            let case = move |seed| Case { ruleset: R::NAME, variant, options: options.clone(), seats, seed };
            (0..SEEDS).map(case)
        })
    })
}

/// A game from its deal to its end.
pub(super) struct Played<R: Specimen> {
    pub(super) case: Case<R::Options>,
    pub(super) opening: Opening<R::Options>,
    /// What was played: the action at `n` leads from position `n` to position `n + 1`.
    pub(super) actions: Vec<Action<R::Move>>,
    /// The match at every index of its log.
    pub(super) positions: Vec<Match<R>>,
}

impl<R: Specimen> Played<R> {
    /// Plays every case to its end, by random legal moves of random awaited seats.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        cases::<R>().map(Self::play)
    }

    fn play(case: Case<R::Options>) -> Self {
        let seed = ServerSeed::new([case.seed; 32]);
        let opening = Opening { options: case.options.clone(), seats: case.seats, seed, entropy: EntropyPolicy::None };
        let (game, _) = Match::open(opening.clone()).unwrap_or_else(|refusal| panic!("{case}: {refusal}"));
        let mut played = Self { opening, actions: Vec::new(), positions: vec![game], case };
        let mut chance = Chance::new(played.case.seed);
        while let Some(action) = played.choose(&mut chance) {
            played.advance(action);
        }
        played
    }

    fn choose(&self, chance: &mut Chance) -> Option<Action<R::Move>> {
        let game = self.positions.last()?;
        let awaited: Vec<Seat> = game.awaiting().iter().collect();
        let seat = *chance.pick(&awaited)?;
        let moves = game.legal(seat);
        let mv = chance.pick(&moves).unwrap_or_else(|| panic!("{}: {seat} is awaited and cannot move", self.here()));
        Some(Action::Move(seat, mv.clone()))
    }

    fn advance(&mut self, action: Action<R::Move>) {
        let bound = R::max_events(&self.case.options, self.case.seats);
        assert!((self.positions.len() as u64) < bound, "{}: no end after the {bound} events of the bound", self.case);
        let game = self.positions.last().expect("a position");
        let (next, _) = game.play(&action).unwrap_or_else(|refusal| panic!("{}: {action:?}: {refusal}", self.here()));
        self.positions.push(next);
        self.actions.push(action);
    }

    fn here(&self) -> String {
        self.at(self.positions.len().saturating_sub(1))
    }

    /// The name of a position, for a failure's message.
    pub(super) fn at(&self, index: usize) -> String {
        format!("{}, index {index}", self.case)
    }

    /// Every state, with its place's name.
    pub(super) fn states(&self) -> impl Iterator<Item = (String, &R::State)> {
        let dealt = |game| Match::state(game).expect("the game is dealt");
        self.positions.iter().enumerate().map(move |(index, game)| (self.at(index), dealt(game)))
    }
}

/// The canonical JSON of a value, as text that a failed comparison shows.
pub(super) fn text<T: serde::Serialize>(value: &T) -> String {
    let bytes = canonical(value).expect("a canonical value");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

/// Moves that were legal somewhere, and mutations of them that can be read as moves.
pub(super) fn pool<R: Specimen>() -> Vec<R::Move> {
    let mut seen = BTreeMap::new();
    for played in cases::<R>().filter(|case| case.seed == 0).map(Played::<R>::play) {
        for game in &played.positions {
            let moves = game.awaiting().iter().flat_map(|seat| game.legal(seat));
            seen.extend(moves.map(|mv| (text(&mv), mv)));
        }
    }
    let mut chance = Chance::new(SEEDS);
    let seen: Vec<(String, R::Move)> = seen.into_iter().collect();
    let legal: Vec<(String, R::Move)> = chance.picks(&seen, POOL).into_iter().cloned().collect();
    let mutated = legal.iter().filter_map(|(wire, _)| {
        let wire = serde_json::from_str(wire).expect("JSON");
        let donor = serde_json::from_str(&chance.pick(&seen)?.0).expect("JSON");
        let mv = serde_json::from_value::<R::Move>(mutate(wire, &donor, &mut chance)).ok()?;
        Some((text(&mv), mv))
    });
    let mutated: Vec<_> = mutated.collect();
    legal.into_iter().chain(mutated).collect::<BTreeMap<_, _>>().into_values().collect()
}

/// Changes one field: a number by a little, anything else into what another move has there.
fn mutate(mut wire: Value, donor: &Value, chance: &mut Chance) -> Value {
    let Value::Object(fields) = &mut wire else { return wire };
    let names: Vec<String> = fields.keys().filter(|name| *name != "type").cloned().collect();
    let Some(name) = chance.pick(&names).cloned() else { return wire };
    let changed = match (fields.get(&name), donor.get(&name)) {
        (Some(Value::Number(number)), _) => Value::from(number.as_i64().unwrap_or(0) + i64::from(chance.below(5)) - 2),
        (_, Some(other)) => other.clone(),
        (Some(old), None) => {
            donor.as_object().into_iter().flat_map(|donor| donor.values()).last().unwrap_or(old).clone()
        }
        (None, None) => Value::Null,
    };
    fields.insert(name, changed);
    wire
}
