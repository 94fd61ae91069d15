//! Random play reaches everything: every kind of move, every card, every reason and every score.

use std::collections::BTreeMap;

use super::*;

/// How often each thing was reached, by its name.
#[derive(Default)]
struct Tally(BTreeMap<String, u32>);

impl Tally {
    fn count(&mut self, name: String) {
        *self.0.entry(name).or_default() += 1;
    }

    fn game(&mut self, game: &Random) {
        for (state, _, mv) in &game.steps {
            match mv {
                Move::Play { card } => self.count(format!("play {:?}", card.kind())),
                Move::Take { card } => self.count(format!("take {:?}", card.kind())),
                Move::TakeMonkey { pile, .. } => self.count(format!("take-monkey {pile:?}")),
            }
            if let Move::Play { card } = mv
                && card.is_monkey()
            {
                self.monkey(&state.table);
            }
        }
        game.told.iter().for_each(|effect| self.effect(effect));
    }

    fn monkey(&mut self, table: &[Played]) {
        let place = match table.last() {
            None => "led",
            Some(before) if before.card.is_monkey() => "after a monkey",
            Some(before) if before.value >= 8 => "royal",
            Some(_) => "after another card",
        };
        self.count(format!("monkey {place}"));
    }

    fn effect(&mut self, effect: &Effect) {
        let wire = serde_json::to_value(effect).expect("it writes");
        self.count(format!("effect {}", wire["type"].as_str().expect("a type")));
        match effect {
            Effect::Opened { card, .. } => self.count(format!("opened {:?}", card.kind())),
            Effect::GroupWon { because, royal, .. } => self.count(format!("group {because:?}, royal {royal}")),
            Effect::DisputeWon { because, goes_without, .. } => {
                self.count(format!("seat {because:?}"));
                self.count(format!("somebody goes without: {}", goes_without.is_some()));
            }
            Effect::Taken { from: None, .. } => self.count("taken from the fictional player".into()),
            Effect::MonkeyPlaced { pile, .. } => self.count(format!("placed on {pile:?}")),
            Effect::Scored { points, .. } => {
                self.count(format!("rabbits {}", points.rabbit));
                self.count(format!("lions {}", points.lion));
                self.count(format!("pandas {}", points.panda));
                for pile in [Pile::Bear, Pile::Giraffe, Pile::Owl, Pile::Cat, Pile::Fox] {
                    self.count(format!("{pile:?} counts: {}", points.of(pile) != 0));
                }
            }
            _ => {}
        }
    }
}

fn expected() -> Vec<String> {
    let kinds = Kind::ALL.map(|kind| format!("{kind:?}"));
    let each = |verb: &str| kinds.iter().map(|kind| format!("{verb} {kind}")).collect::<Vec<_>>();
    let piles = WildPile::ALL.map(|pile| format!("take-monkey {pile:?}"));
    let types =
        "dealt hand-dealt turn played opened compared group-won dispute-won taken monkey-placed scored game-won";
    let types = types.split(' ').map(|name| format!("effect {name}"));
    let others = [
        "monkey led",
        "monkey after a monkey",
        "monkey royal",
        "monkey after another card",
        "group HighestCard, royal false",
        "group HighestCard, royal true",
        "group LargestGroup, royal false",
        "group LargestGroup, royal true",
        "group HighestOfTheLargestGroups, royal false",
        "seat OnlyOne",
        "seat MostPigs",
        "seat PlayedFirst",
        "somebody goes without: true",
        "somebody goes without: false",
        "taken from the fictional player",
        "placed on Rabbit",
        "placed on Bear",
        "placed on Giraffe",
        "placed on Owl",
        "placed on Cat",
    ];
    let rabbits = [0, 1, 3, 6, 10, 15, -5].map(|points| format!("rabbits {points}"));
    let lions = [-20, -10, 0, 10].map(|points| format!("lions {points}"));
    // Ties of three for the most, or four for the fewest, are too rare to wait for; the vectors have them.
    let pandas = [10, 5, 0, -4, -5, -10].map(|points| format!("pandas {points}"));
    let scoring = ["Bear", "Giraffe", "Owl", "Cat", "Fox"].map(|pile| format!("{pile} counts: true"));
    [each("play"), each("take"), each("opened"), piles.into(), types.collect(), others.map(String::from).into()]
        .concat()
        .into_iter()
        .chain(rabbits)
        .chain(lions)
        .chain(pandas)
        .chain(scoring)
        .collect()
}

#[test]
fn random_play_reaches_every_move_card_reason_and_score() {
    let mut tally = Tally::default();
    let royal = Options { royal_pandas: true, ..Options::default() };
    let at_the_end = Options { monkey_assignment: MonkeyAssignment::FinalBest, ..Options::default() };
    for (options, seats) in [Options::default(), royal, at_the_end].iter().flat_map(|o| (2..=5).map(move |n| (o, n))) {
        (0..25).for_each(|seed| tally.game(&Random::play(options, seats, seed)));
    }
    let never: Vec<String> = expected().into_iter().filter(|name| !tally.0.contains_key(name)).collect();
    assert!(never.is_empty(), "never reached: {never:?}");
}

#[test]
fn whoever_is_awaited_has_a_choice() {
    for seats in 2..=5 {
        for (state, seat, _) in Random::play(&Options::default(), seats, 3).steps {
            assert!(PandaRei::legal(&state, seat).len() > 1, "what leaves no choice is no move: {state:?}");
        }
    }
}
