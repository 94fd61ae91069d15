//! Random play reaches every kind of move, and everything that cards do.

use std::collections::BTreeMap;

use super::*;

/// How often each name came up.
#[derive(Default)]
struct Counts(BTreeMap<String, u32>);

impl Counts {
    fn add(&mut self, name: impl Into<String>) {
        *self.0.entry(name.into()).or_default() += 1;
    }

    fn tag(&mut self, kind: &str, value: &impl serde::Serialize) {
        let value = serde_json::to_value(value).expect("JSON");
        self.add(format!("{kind} {}", value["type"].as_str().expect("a type")));
    }
}

/// Plays a game by random moves, and shows every position with its listing, the move of it, and what that told.
fn play(seats: u8, mood: MoodChoice, seed: u8, mut see: impl FnMut(&State, &[Move], &Move, &[Effect])) {
    let options = Options { mood, ..Options::default() };
    let mut table = Table::at(GameKey::new([seed; 32]), 0);
    let mut state = PandaSpin::deal(&options, seats, &mut table).expect("it deals");
    let mut choices: Table<()> = Table::at(GameKey::new([seed ^ 0xff; 32]), 0);
    for event in 1.. {
        let Some(seat) = PandaSpin::awaiting(&state).iter().next() else { break };
        let moves = PandaSpin::legal(&state, seat);
        let mv = &moves[choices.below(u32::try_from(moves.len()).expect("few")) as usize];
        let before = state.clone();
        let mut table = Table::at(GameKey::new([seed; 32]), event);
        PandaSpin::play(&mut state, seat, mv, &mut table).expect("a legal move");
        let effects: Vec<Effect> = table.close().effects.into_iter().map(|(_, effect)| effect).collect();
        see(&before, &moves, mv, &effects);
    }
}

impl Counts {
    fn event(&mut self, mv: &Move, effects: &[Effect]) {
        self.tag("move", mv);
        match mv {
            Move::Bid { combination } => self.tag("bid", combination),
            Move::PlayElement { card } => self.add(format!("played {card}")),
            Move::Lay { cards } if cards.is_empty() => self.add("wild alone"),
            _ => {}
        }
        for effect in effects {
            self.tag("effect", effect);
            match effect {
                Effect::Laid { cards, wild, .. } => {
                    cards.iter().for_each(|card| self.add(format!("laid {} {:?}", card.card, card.side)));
                    (*wild > 0).then(|| self.add("wild"));
                }
                Effect::Declined { symbol, .. } => self.add(format!("declined {}", symbol.name())),
                Effect::ShownOut { points, .. } => self.add(format!("shown out for {points}")),
                _ => {}
            }
        }
    }
}

#[test]
fn a_refusal_names_every_kind_of_move_that_is_open() {
    let never = Move::Bid { combination: run(9, "A") };
    for (seats, mood) in [(2, MoodChoice::Hungry), (3, MoodChoice::Spin), (5, MoodChoice::Hungry)] {
        play(seats, mood, 0, |state, legal, _, _| {
            let mut scene = Scene { state: state.clone(), told: Vec::new() };
            let refusal = scene.try_play(&never).expect_err("no run has nine values");
            let (_, ways) = refusal.detail.split_once("; open to you now: ").expect("what is open");
            let named: Vec<&str> = ways.split(|c: char| !c.is_ascii_lowercase() && c != '-').collect();
            for mv in legal {
                let mv = serde_json::to_value(mv).expect("JSON");
                assert!(named.contains(&mv["type"].as_str().expect("a type")), "{mv} is open: {refusal}");
            }
        });
    }
}

#[test]
fn random_play_reaches_every_move_every_effect_and_both_sides_of_every_card() {
    let mut counts = Counts::default();
    for seed in 0..12 {
        for seats in 2..=5 {
            let mood = if seed % 2 == 0 { MoodChoice::Hungry } else { MoodChoice::Spin };
            play(seats, mood, seed, |_, _, mv, effects| counts.event(mv, effects));
        }
    }
    let mut expected: Vec<String> = Vec::new();
    let moves = "bid lay play-element discard-element pass gain take turn burn decline";
    expected.extend(moves.split(' ').map(|name| format!("move {name}")));
    expected.extend("single set run formation bomb".split(' ').map(|name| format!("bid {name}")));
    let effects = "dealt trick turn announced laid gained took turned turned-card burnt declined element-played \
                   element-discarded drew drew-cards passed took-back discarded trick-won shown-out round-over game-over";
    expected.extend(effects.split_whitespace().map(|name| format!("effect {name}")));
    expected.extend(Suit::ALL.map(|suit| format!("played {}", Element(suit))));
    expected.extend(["bamboo", "panda", "fire"].map(|name| format!("declined {name}")));
    expected.extend(["wild", "wild alone"].map(String::from));
    let cards = Suit::ALL.into_iter().flat_map(Animal::of);
    expected.extend(cards.flat_map(|card| [Side::White, Side::Blue].map(|side| format!("laid {card} {side:?}"))));
    let missing: Vec<_> = expected.iter().filter(|name| !counts.0.contains_key(*name)).collect();
    assert!(missing.is_empty(), "never reached: {missing:?} of {:?}", counts.0);
}
