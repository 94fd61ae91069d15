//! What the conformance suite has to know of Villa Panda.

use serde_json::json;

use super::*;
use crate::conformance::Specimen;

impl Specimen for VillaPanda {
    /// The first one is played to its natural end; the others are cut short, so that their replays stay small.
    fn variants() -> Vec<(&'static str, Options)> {
        let short = |round_cap| Options { round_cap, ..Options::default() };
        let two_each =
            Rates { builder: Rate::TwoEach, collector: Rate::Nothing, monk: Rate::OneEach, trader: Rate::OneForTwo };
        vec![
            ("default", Options::default()),
            ("missions", Options { emperor: EmperorMode::Missions, ..short(3) }),
            ("tasks", Options { emperor: EmperorMode::Tasks, ..short(3) }),
            ("missions and tasks", Options { emperor: EmperorMode::Both, ..short(3) }),
            (
                "every switch",
                Options {
                    board_cycle: [Area::Market, Area::Hire, Area::Build, Area::Activate],
                    emperor: EmperorMode::Both,
                    hand_public: false,
                    mission_rates: Some(Box::new([two_each; 8])),
                    reshuffle_per_turn: 2,
                    rest_any_meeple: false,
                    round_cap: 4,
                    seven_skips_activation: true,
                    starter: Starter::Seat0,
                    task_vp: Some([3; 8]),
                },
            ),
        ]
    }

    fn samples() -> Vec<Move> {
        let (panda, building, resource, area) = (panda("PB-07"), building("B-01"), Resource::Gold, Area::Hire);
        vec![
            Move::KeepMission { mission: mission("EM-1") },
            Move::Reshuffle { market: Market::Pandas },
            Move::Roll {},
            Move::ChangeDie { building, die: 3, to: Some(4) },
            Move::NameResource { resource },
            Move::ChooseDie { value: 3 },
            Move::Activate { panda },
            Move::UseBuilding { building },
            Move::PlayPanda { panda },
            Move::Place { area, space: Space::Action },
            Move::Recall { area },
            Move::RecallBoth {},
            Move::Take { resource },
            Move::Hire { panda },
            exchange(&[(Resource::Gold, 1)], &[(Resource::Bao, 1)]),
            // Legal in another order only.
            serde_json::from_value(json!({"type": "exchange", "give": ["water", "bao"], "take": ["gold"]}))
                .expect("a move"),
            Move::Build { building },
            Move::Pay { panda },
            Move::Slide { building, panda },
            Move::Rest { area },
            Move::Return { resource },
            Move::Pass {},
            Move::EndTurn {},
        ]
    }

    fn contents(_: &Options, seats: u8) -> Vec<String> {
        let cards = catalogue().into_iter().filter(|component| component.kind.ends_with("-card"));
        let resources = Resource::ALL.into_iter().flat_map(|resource| {
            let count = if resource == Resource::Gold { 10 } else { 13 };
            numbered(resource.name().into(), count)
        });
        let meeples = (0..seats).flat_map(|seat| numbered(format!("MEEPLE-{seat}"), 2));
        let emperor = (seats == 2).then(|| "EMPEROR".to_owned());
        cards.map(|card| card.id).chain(resources).chain(meeples).chain(emperor).collect()
    }

    fn components(state: &State) -> Vec<String> {
        pandas(state).chain(buildings(state)).chain(missions_and_tasks(state)).chain(tokens(state)).collect()
    }

    fn shuffle_hidden(state: &mut State, viewer: Viewer, before: Option<&Move>, below: &mut dyn FnMut(u32) -> u32) {
        if viewer == Viewer::Full {
            return;
        }
        // What leaves a deck or a hand by the move is told, and at the end so are the missions.
        let after = before.map_or_else(|| state.clone(), |mv| after(state, viewer, mv));
        let over = matches!(after.phase, Phase::Over { .. });
        shuffle(state.buildings.deck.iter_mut().filter(|card| after.buildings.deck.contains(card)), below);
        shuffle(state.tasks.boxed.iter_mut(), below);
        let hidden = !state.options.hand_public;
        let others = |seat: usize| viewer != Viewer::Seat(Seat(u8::try_from(seat).expect("four seats")));
        let (mut hands, mut missions) = (Vec::new(), Vec::new());
        for (seat, player) in state.players.iter_mut().enumerate().filter(|(seat, _)| others(*seat)) {
            let held = &after.players[seat].hand;
            hands.extend(player.hand.iter_mut().filter(|card| hidden && held.contains(card)));
            missions.extend(player.missions.iter_mut().filter(|_| !over));
        }
        let deck = state.pandas.deck.iter_mut().filter(|card| after.pandas.deck.contains(card));
        shuffle(deck.chain(hands), below);
        shuffle(state.missions.iter_mut().chain(missions), below);
    }

    /// In a turn at most 48 cards are triggered: 15 pandas carry a value at most, by the sum and by the die, besides 6
    /// buildings of the dice, 2 actions and 10 buildings of those. A trigger activates each panda once, and so 35 of them at
    /// most: 17 monks call two each. None asks for more than 7 moves: itself, a building with 4 cards, and a resource. The
    /// other moves of a turn are 18 reshuffles, 6 changes of dice, 70 played pandas, 49 returned resources and a few
    /// steps, such as playing no card behind the pandas of the sum and of the die. The round cap bounds the turns.
    fn max_events(options: &Options, seats: u8) -> u64 {
        let turns = u64::from(options.round_cap) * u64::from(seats);
        1 + u64::from(seats) + turns * (48 * 35 * 7 + 18 + 6 + 70 + 49 + 10)
    }
}

/// The state after a move, by the draws that the secrecy check plays it with.
fn after(state: &State, viewer: Viewer, mv: &Move) -> State {
    let seats = VillaPanda::awaiting(state);
    let mut played = seats.iter().filter_map(|seat| {
        let mut after = state.clone();
        VillaPanda::play(&mut after, seat, mv, &mut Table::at(GameKey::new([0; 32]), 1)).ok().map(|()| after)
    });
    played.next().unwrap_or_else(|| panic!("{mv:?}, seen by {viewer:?}, is legal for somebody"))
}

fn shuffle<'a, T: Copy + 'a>(places: impl Iterator<Item = &'a mut T>, below: &mut dyn FnMut(u32) -> u32) {
    let mut places: Vec<&mut T> = places.collect();
    let mut items: Vec<T> = places.iter().map(|place| **place).collect();
    for last in (1..items.len()).rev() {
        items.swap(last, below(u32::try_from(last + 1).expect("few items")) as usize);
    }
    places.iter_mut().zip(items).for_each(|(place, item)| **place = item);
}

fn numbered(name: String, count: u8) -> impl Iterator<Item = String> {
    (1..=count).map(move |number| format!("{name}-{number}"))
}

fn pandas(state: &State) -> impl Iterator<Item = String> {
    let row = state.pandas.deck.iter().chain(&state.pandas.market).chain(&state.spare).copied();
    let seats = state.players.iter().flat_map(|player| player.own_pandas().chain(player.behind()));
    let paid = state.pending.iter().flat_map(|pending| match pending {
        Pending::Pay { paid, .. } => paid.clone(),
        _ => Vec::new(),
    });
    row.chain(seats).chain(paid).map(|panda| panda.to_string())
}

fn buildings(state: &State) -> impl Iterator<Item = String> {
    let built = state.players.iter().flat_map(|player| &player.buildings).map(|built| built.building);
    let row = state.buildings.deck.iter().chain(&state.buildings.market).copied();
    row.chain(built).map(|building| building.to_string())
}

fn missions_and_tasks(state: &State) -> impl Iterator<Item = String> {
    let missions = state.players.iter().flat_map(|player| &player.missions).chain(&state.missions);
    let claimed = state.players.iter().flat_map(|player| &player.tasks);
    let tasks = claimed.chain(&state.tasks.row).chain(&state.tasks.boxed);
    missions.map(ToString::to_string).chain(tasks.map(ToString::to_string))
}

/// Resources, meeples and the Emperor.
fn tokens(state: &State) -> impl Iterator<Item = String> {
    let mut all = state.supply;
    state.players.iter().for_each(|player| all.add(player.resources));
    let resources =
        Resource::ALL.into_iter().flat_map(move |resource| numbered(resource.name().into(), all.of(resource)));
    let on_board =
        |seat: Seat| u8::try_from(state.board.meeples.iter().filter(|meeple| **meeple == Some(seat)).count());
    let meeples = Seat::all(state.seats()).flat_map(move |seat| {
        let count = state.at_home(seat) + on_board(seat).expect("four areas");
        numbered(format!("MEEPLE-{}", seat.0), count)
    });
    resources.chain(meeples).chain(state.board.emperor.map(|_| "EMPEROR".to_owned()))
}
