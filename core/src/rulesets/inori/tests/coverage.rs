//! Random play reaches every kind of move, every space of every card and tree, every rune and every effect.

use std::collections::BTreeMap;

use super::*;
use crate::conformance::Specimen;

/// How many games are played at each seat count.
const GAMES: u32 = 60;

/// How often random play reached what.
#[derive(Default)]
struct Reached {
    moves: BTreeMap<String, u32>,
    places: BTreeMap<String, u32>,
    runes: BTreeMap<Rune, u32>,
    effects: BTreeMap<String, u32>,
    events: Vec<usize>,
    listed: Vec<usize>,
    bytes: Vec<usize>,
}

fn name(at: Place) -> String {
    match at {
        Place::Card { card, space } => format!("{card} space {space}"),
        Place::Tree { space } => space.to_string(),
    }
}

impl Reached {
    fn play(&mut self, options: Options, seats: u8, game: u32) {
        let bytes: [u8; 4] = game.to_be_bytes();
        let key = || {
            GameKey::new([bytes, bytes, bytes, bytes, [seats; 4], bytes, bytes, bytes].concat().try_into().expect("32"))
        };
        let mut state = Inori::deal(&options, seats, &mut Table::at(key(), 0)).expect("a game");
        let mut events = 1;
        while let Some(seat) = Inori::awaiting(&state).iter().next() {
            let legal = Inori::legal(&state, seat);
            self.listed.push(legal.len());
            let mut choice: Table<()> = Table::at(key(), 1_000_000 + events);
            let mv = legal[choice.below(u32::try_from(legal.len()).expect("few")) as usize];
            let mut table = Table::at(key(), events);
            Inori::play(&mut state, seat, &mv, &mut table).expect("a legal move");
            self.note(&mv, &table.close().effects);
            self.bytes.push(crate::kernel::canonical(&state).expect("canonical").len());
            events += 1;
        }
        self.events.push(usize::try_from(events).expect("few"));
    }

    fn note(&mut self, mv: &Move, told: &[(Audience, Effect)]) {
        *self.moves.entry(type_of(mv)).or_default() += 1;
        for (_, effect) in told {
            *self.effects.entry(type_of(effect)).or_default() += 1;
            match effect {
                Effect::Offered { to, .. } => *self.places.entry(name(*to)).or_default() += 1,
                Effect::RunePlayed { rune, .. } => *self.runes.entry(*rune).or_default() += 1,
                _ => {}
            }
        }
    }
}

fn mean(numbers: &[usize]) -> usize {
    numbers.iter().sum::<usize>() / numbers.len()
}

fn most(numbers: &[usize]) -> usize {
    numbers.iter().copied().max().unwrap_or(0)
}

#[test]
#[expect(clippy::print_stdout, reason = "the counts are worth seeing")]
fn random_play_reaches_everything() {
    let mut reached = Reached::default();
    for (_, options) in Inori::variants() {
        for seats in Inori::SEATS {
            (0..GAMES).for_each(|game| reached.play(options, seats, game));
        }
    }
    println!("{:?}\n{:?}\n{:?}", reached.moves, reached.effects, reached.runes);
    let (events, listed, bytes) = (&reached.events, &reached.listed, &reached.bytes);
    println!("events: mean {}, most {}", mean(events), most(events));
    println!("legal moves: mean {}, most {}", mean(listed), most(listed));
    println!("bytes of a state: mean {}, most {}", mean(bytes), most(bytes));
    let moves: BTreeSet<String> = Inori::samples().iter().map(type_of).collect();
    assert_eq!(reached.moves.keys().cloned().collect::<BTreeSet<_>>(), moves);
    let spaces = Card::all().flat_map(|card| {
        let numbers = 1..=u8::try_from(card.spaces().len()).expect("few");
        numbers.map(move |space| name(Place::Card { card, space }))
    });
    let places: BTreeSet<String> = spaces.chain(TreeSpace::ALL.iter().map(ToString::to_string)).collect();
    assert_eq!(places.len(), 168 + 9);
    assert_eq!(reached.places.keys().cloned().collect::<BTreeSet<_>>(), places);
    assert_eq!(reached.runes.keys().copied().collect::<BTreeSet<_>>(), BTreeSet::from(Rune::ALL));
    assert_eq!(reached.effects.keys().cloned().collect::<BTreeSet<_>>(), effect_types());
    assert!(most(listed) < 500, "{}", most(listed));
    assert!(most(bytes) < 4096, "{}", most(bytes));
}

/// Every type of effect, as the schema documents them.
fn effect_types() -> BTreeSet<String> {
    use utoipa::PartialSchema;
    let schema = serde_json::to_value(Effect::schema()).expect("it writes");
    let variants = schema["oneOf"].as_array().expect("variants").iter();
    let tag = |variant: &serde_json::Value| variant["properties"]["type"]["enum"][0].as_str().map(str::to_owned);
    variants.map(|variant| tag(variant).expect("a type")).collect()
}
