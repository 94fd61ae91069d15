//! Random play reaches every kind of move, every effect, every objective; and what is proved by counting.

use std::collections::BTreeMap;

use serde_json::Value;

use super::*;
use crate::conformance::Specimen;
use crate::kernel::{Action as Event, EntropyPolicy, Match, Opening, ServerSeed};

/// Plays random games, and shows every position with its listing, and what the event before it told.
fn random_games(options: &Options, seeds: u8, mut see: impl FnMut(&State, &[Move], &[(Audience, Effect)])) {
    for seed in 0..seeds {
        let seats = 2 + seed % 3;
        let opening = Opening {
            options: options.clone(),
            seats,
            seed: ServerSeed::new([seed; 32]),
            entropy: EntropyPolicy::None,
        };
        let (mut game, mut told) = Match::<Takenoko>::open(opening).expect("it opens");
        for index in 1.. {
            let state = game.state().expect("it is dealt");
            let Some(seat) = game.awaiting().iter().next() else {
                see(state, &[], &told.effects);
                break;
            };
            let legal = game.legal(seat);
            let mut chance = Table::<()>::at(GameKey::new([seed; 32]), index);
            let mv = legal[chance.below(u32::try_from(legal.len()).expect("few moves")) as usize];
            see(state, &legal, &told.effects);
            told = game.advance(&Event::Move(seat, mv)).expect("it is legal");
        }
    }
}

fn tag(value: &impl serde::Serialize) -> String {
    let value: Value = serde_json::to_value(value).expect("JSON");
    value["type"].as_str().expect("a type").to_owned()
}

/// How often each thing happened in random games.
#[derive(Default)]
struct Counts(BTreeMap<String, u32>);

impl Counts {
    fn add(&mut self, what: impl Into<String>) {
        *self.0.entry(what.into()).or_insert(0) += 1;
    }

    fn effect(&mut self, effect: &Effect) {
        self.add(format!("effect {}", tag(effect)));
        match effect {
            Effect::Rolled { face, .. } => self.add(format!("face {face:?}")),
            Effect::WeatherChosen { weather, .. } => self.add(format!("chosen {weather:?}")),
            Effect::ChipPlaced { chip, .. } => self.add(format!("placed {}", chip.name())),
            Effect::GameOver { by } => self.add(format!("over by {by:?}")),
            Effect::Claimed { objective, .. } => {
                self.add(format!("claimed {}", objective.category().name()));
                self.add(format!("fulfilled {objective}"));
            }
            _ => {}
        }
    }

    /// Fails and names what never happened.
    fn all_happened(&self, expected: impl IntoIterator<Item = String>) {
        let never: Vec<String> = expected.into_iter().filter(|what| !self.0.contains_key(what)).collect();
        assert!(never.is_empty(), "never reached: {never:?}");
    }
}

/// Each effect by name.
const EFFECTS: [&str; 26] = [
    "dealt",
    "turn",
    "rolled",
    "no-chip-left",
    "weather-chosen",
    "declined",
    "chip-taken",
    "looked",
    "saw",
    "plot-placed",
    "plots-returned",
    "chip-placed",
    "channel-taken",
    "channel-laid",
    "watered",
    "grew",
    "not-grown",
    "gardener-moved",
    "panda-moved",
    "ate",
    "drew",
    "received",
    "already-fulfilled",
    "claimed",
    "emperor",
    "game-over",
];

#[test]
fn random_play_reaches_every_move_every_effect_every_weather_and_both_ends() {
    let mut counts = Counts::default();
    random_games(&Options::default(), 6, |state, legal, effects| {
        legal.iter().for_each(|mv| counts.add(format!("move {}", tag(mv))));
        effects.iter().for_each(|(_, effect)| counts.effect(effect));
        state.turn.actions.iter().for_each(|action| counts.add(format!("action {action:?}")));
    });
    let moves = Takenoko::samples().into_iter().map(|mv| format!("move {}", tag(&mv)));
    let effects = EFFECTS.map(|effect| format!("effect {effect}"));
    let faces = ["Sun", "Rain", "Wind", "Storm", "Clouds", "QuestionMark"].map(|face| format!("face {face}"));
    let chosen = Weather::ALL.map(|weather| format!("chosen {weather:?}"));
    let chips = Improvement::ALL.map(|chip| format!("placed {}", chip.name()));
    let claims = Category::ALL.map(|category| format!("claimed {}", category.name()));
    let actions = ["Plot", "Irrigation", "Gardener", "Panda", "Objective"].map(|action| format!("action {action}"));
    let ends = ["Emperor", "TurnCap"].map(|end| format!("over by {end}"));
    counts.all_happened(moves.chain(effects).chain(faces).chain(chosen).chain(chips));
    counts.all_happened(claims.into_iter().chain(actions).chain(ends));
}

#[test]
fn the_list_of_effects_is_the_documented_one() {
    use utoipa::PartialSchema;
    let schema = serde_json::to_value(Effect::schema()).expect("JSON");
    assert_eq!(schema["oneOf"].as_array().map(Vec::len), Some(EFFECTS.len()));
    let moves = serde_json::to_value(Move::schema()).expect("JSON");
    assert_eq!(moves["oneOf"].as_array().map(Vec::len), Some(Takenoko::samples().len()));
}

#[test]
fn random_play_fulfils_every_objective() {
    let mut counts = Counts::default();
    // Random players waste many channels at the pond, and the rarest shape needs four pink plots with water.
    let options = Options { edition: Edition::First, pond_edge_channel: false, ..Options::default() };
    random_games(&options, 30, |state, _, effects| {
        effects.iter().for_each(|(_, effect)| counts.effect(effect));
        // Cards that nobody holds are fulfilled all the same; one position in each turn is looked at.
        if effects.iter().any(|(_, effect)| matches!(effect, Effect::Turn { .. })) {
            let fulfilled = Objective::all().filter(|objective| state.is_fulfilled(state.turn.seat, *objective));
            fulfilled.for_each(|objective| counts.add(format!("fulfilled {objective}")));
        }
    });
    counts.all_happened(Objective::all().map(|objective| format!("fulfilled {objective}")));
}

#[test]
fn until_two_actions_are_taken_there_is_always_one_to_take() {
    random_games(&Options { turn_cap: 60, ..Options::default() }, 12, |state, _, _| {
        if state.phase == (Phase::Act {}) && state.turn.actions.len() < 2 {
            assert!(!super::super::refusals::open_actions(state).is_empty(), "{state:?}");
        }
    });
}

#[test]
fn a_state_stays_small_and_a_listing_short() {
    random_games(&Options::default(), 3, |state, legal, _| {
        let bytes = crate::kernel::canonical(state).expect("canonical").len();
        assert!(bytes < 4_250, "{bytes} bytes");
        assert!(legal.len() < 500, "{} moves", legal.len());
    });
}

#[test]
fn a_refusal_names_every_kind_of_move_that_is_open() {
    let never = Move::Grow { at: hex([27, 27]) };
    random_games(&Options { turn_cap: 90, ..Options::default() }, 6, |state, legal, _| {
        if legal.is_empty() {
            return;
        }
        let refusal = Scene { state: state.clone(), told: Vec::new() }.try_play(never).expect_err("it is refused");
        let (_, ways) = refusal.detail.split_once("; open to you now: ").expect("what is open");
        let named: Vec<&str> = ways.split(|c: char| !c.is_ascii_lowercase() && c != '-').collect();
        for mv in legal {
            assert!(named.contains(&tag(mv).as_str()), "{mv:?} is open: {refusal}");
        }
    });
}
