//! Random play reaches every kind of move, every effect, and what is printed on every card.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::conformance::Specimen;
use crate::rulesets::villa_panda::refusals::not_awaited;

/// How many games are played at each seat count, of those that are played for its cards and of those for its buildings.
const GAMES: (u8, u8) = (16, 30);

/// How often random play reached what.
#[derive(Default)]
struct Reached {
    counts: BTreeMap<String, u32>,
    events: Vec<usize>,
    listed: Vec<usize>,
    bytes: Vec<usize>,
}

fn type_of<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_value(value).expect("it writes")["type"].as_str().expect("a type").to_owned()
}

/// How a seat chooses: of so many random moves the one that it likes best.
#[derive(Clone, Copy)]
struct Style {
    picks: u8,
    likes: fn(&State, &Player, &Move) -> u8,
}

/// Any legal move.
const UNIFORM: Style = Style { picks: 1, likes: |_, _, _| 0 };

/// Plays and hires many pandas.
const EAGER: Style = Style { picks: 3, likes: |_, _, mv| zeal(mv) };

/// Means to build, and to fulfil conditions; uniform choices do so too seldom.
const PLANNING: Style = Style { picks: 6, likes: |state, player, mv| plan(state, player, mv, 0) };

/// The same, and saves for buildings of four points and more.
const LAVISH: Style = Style { picks: 7, likes: |state, player, mv| plan(state, player, mv, 4) };

fn zeal(mv: &Move) -> u8 {
    match mv {
        Move::Build { .. } => 5,
        Move::UseBuilding { .. } | Move::ChangeDie { .. } | Move::Slide { .. } | Move::PlayPanda { .. } => 4,
        Move::Place { space: Space::Action, .. } | Move::Hire { .. } | Move::Rest { .. } => 3,
        Move::Pass {} | Move::EndTurn {} => 1,
        _ => 2,
    }
}

/// Builds only what is worth so many points.
fn plan(state: &State, player: &Player, mv: &Move, least: u8) -> u8 {
    let wanted = |building: &Building| building.points() >= least && player.can_pay(*building);
    let needed = |building: Building, panda: Panda| {
        let needs = building.condition().map_or(&[][..], |condition| condition.needs);
        needs.iter().any(|need| need.kind == panda.kind())
    };
    match *mv {
        Move::Place { area: Area::Build, space: Space::Action } => {
            if state.buildings.market.iter().any(wanted) {
                7
            } else {
                3
            }
        }
        Move::Place { .. } => 3,
        Move::Build { building } => {
            if wanted(&building) {
                6 + building.cost().total()
            } else {
                0
            }
        }
        Move::Slide { building, panda } => {
            let built = player.buildings.iter().find(|built| built.building == building).expect("it is built");
            let lacks = score::lacking(player, built).iter().any(|need| need.kind == panda.kind());
            if lacks { 5 } else { 0 }
        }
        Move::Pay { panda } => {
            let Some(Pending::Pay { building, .. }) = state.pending.last() else { return 0 };
            if needed(*building, panda) { 5 } else { 2 }
        }
        Move::PlayPanda { .. } if player.resources.total() < 7 => 0,
        _ => zeal(mv).min(4),
    }
}

impl Reached {
    fn add(&mut self, what: impl Into<String>) {
        *self.counts.entry(what.into()).or_default() += 1;
    }

    fn play(&mut self, options: &Options, seats: u8, game: u8, style: Style) {
        let key = || GameKey::new([[game; 16], [style.picks; 16]].concat().try_into().expect("32 bytes"));
        let mut table = Table::at(key(), 0);
        let mut state = VillaPanda::deal(options, seats, &mut table).expect("a game");
        let mut events = 1;
        while let Some(seat) = VillaPanda::awaiting(&state).iter().next() {
            let legal = VillaPanda::legal(&state, seat);
            self.listed.push(legal.len());
            let refusal = not_awaited(&state).detail;
            let unnamed = legal.iter().map(type_of).find(|name| !refusal.contains(name.as_str()));
            assert_eq!(unnamed, None, "a refusal leaves out a legal way: {refusal}");
            let mut choice: Table<()> = Table::at(key(), 1_000_000 + events);
            let mut pick = || legal[choice.below(u32::try_from(legal.len()).expect("few")) as usize];
            let player = state.player(seat).expect("at the table");
            let liked = |mv: &Move| (style.likes)(&state, player, mv);
            let mv = (0..style.picks).map(|_| pick()).max_by_key(liked).expect("a pick");
            let mut table = Table::at(key(), events);
            VillaPanda::play(&mut state, seat, &mv, &mut table).expect("a legal move");
            self.add(format!("move {}", type_of(&mv)));
            table.close().effects.iter().for_each(|(_, effect)| self.note(effect));
            self.bytes.push(crate::kernel::canonical(&state).expect("canonical").len());
            events += 1;
        }
        self.events.push(usize::try_from(events).expect("few"));
        self.note_the_end(&state);
    }

    fn note(&mut self, effect: &Effect) {
        self.add(format!("effect {}", type_of(effect)));
        match effect {
            Effect::Activated { panda, .. } => self.add(format!("activated {panda}")),
            Effect::Hired { panda, .. } => self.add(format!("hired {panda}")),
            Effect::Played { panda, .. } => self.add(format!("played {panda}")),
            Effect::Built { building, .. } => self.add(format!("built {building}")),
            Effect::BuildingUsed { building, .. } | Effect::DieChanged { building, .. } => {
                self.add(format!("used {building}"));
            }
            Effect::TaskClaimed { task, .. } => self.add(format!("claimed {task}")),
            Effect::MissionRevealed { mission, points, .. } if *points > 0 => self.add(format!("scored {mission}")),
            Effect::EndSet { by } => self.add(format!("end {by:?}")),
            Effect::Skipped { operation, .. } => self.add(format!("skipped {}", type_of(operation))),
            _ => {}
        }
    }

    fn note_the_end(&mut self, state: &State) {
        for player in &state.players {
            for built in player.buildings.iter().filter(|built| score::building_points(player, built) > 0) {
                self.add(format!("scored {}", built.building));
            }
        }
    }

    /// Fails and names what never happened.
    fn all_happened(&self, expected: impl IntoIterator<Item = String>) {
        let never: Vec<String> = expected.into_iter().filter(|what| !self.counts.contains_key(what)).collect();
        assert!(never.is_empty(), "never reached: {never:?}");
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
    let both = Options { emperor: EmperorMode::Both, ..Options::default() };
    let short = Options { round_cap: 2, ..both.clone() };
    for seats in VillaPanda::SEATS {
        for game in 0..GAMES.0 {
            reached.play(&both, seats, game, EAGER);
            reached.play(&short, seats, game, UNIFORM);
        }
        for game in 0..GAMES.1 {
            reached.play(&both, seats, game, PLANNING);
            reached.play(&both, seats, game, LAVISH);
        }
    }
    println!("{:?}", reached.counts);
    println!("events of whole games: mean {}, most {}", mean(&reached.events), most(&reached.events));
    let (listed, bytes) = (&reached.listed, &reached.bytes);
    println!("legal moves: mean {}, most {}", mean(listed), most(listed));
    println!("bytes of a state: mean {}, most {}", mean(bytes), most(bytes));
    reached.all_happened(VillaPanda::samples().iter().map(|mv| format!("move {}", type_of(mv))));
    reached.all_happened(effect_types().into_iter().map(|effect| format!("effect {effect}")));
    reached.all_happened(Panda::all().map(|panda| format!("activated {panda}")));
    let deck = Panda::all().filter(|panda| panda.symbol().is_none());
    reached.all_happened(deck.flat_map(|panda| [format!("hired {panda}"), format!("played {panda}")]));
    reached
        .all_happened(Building::all().flat_map(|building| [format!("built {building}"), format!("scored {building}")]));
    let able = Building::all().filter(|building| building.ability().is_some());
    reached.all_happened(able.map(|building| format!("used {building}")));
    reached.all_happened(Mission::all().map(|mission| format!("scored {mission}")));
    reached.all_happened(Task::all().map(|task| format!("claimed {task}")));
    reached.all_happened([End::Points, End::Pandas, End::RoundCap].map(|end| format!("end {end:?}")));
    assert!(most(listed) < 500, "{}", most(listed));
    assert!(most(bytes) < 6144, "{}", most(bytes));
}

/// The figures of whole games by uniformly random players, which `pandect play` plays too.
#[test]
#[expect(clippy::print_stdout, reason = "the figures are worth seeing")]
fn uniform_games_end_long_before_the_round_cap() {
    let mut reached = Reached::default();
    for seats in VillaPanda::SEATS {
        (0..4).for_each(|game| reached.play(&Options::default(), seats, game, UNIFORM));
    }
    println!("events: mean {}, most {}", mean(&reached.events), most(&reached.events));
    assert!(!reached.counts.contains_key("end RoundCap"));
}

/// Every type of effect, as the schema documents them. Before the first move no seat is told of missions, so the deal is
/// not among the events played here.
fn effect_types() -> BTreeSet<String> {
    use utoipa::PartialSchema;
    let schema = serde_json::to_value(Effect::schema()).expect("it writes");
    let variants = schema["oneOf"].as_array().expect("variants").iter();
    let tag = |variant: &serde_json::Value| variant["properties"]["type"]["enum"][0].as_str().map(str::to_owned);
    let all = variants.map(|variant| tag(variant).expect("a type"));
    all.filter(|effect| !["game-dealt", "missions-drawn"].contains(&effect.as_str())).collect()
}
