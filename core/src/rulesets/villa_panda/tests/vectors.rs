//! The vectors of the dossier (`fixtures/rules/villa-panda.json`), run as data.
//!
//! Where a vector is silent, the driver fills in cards that do nothing else. VPV-2 gives the active seat no panda; one
//! that carries a 2 is added, because a die that no panda carries is not asked for.

use serde_json::{Value, json};

use super::*;

const DOSSIER: &str = include_str!("../../../../../fixtures/rules/villa-panda.json");

pub(super) fn dossier() -> Value {
    serde_json::from_str(DOSSIER).expect("the dossier is JSON")
}

#[test]
#[expect(clippy::print_stdout, reason = "each vector is named in the output")]
fn every_vector_of_the_dossier_holds() {
    let dossier = dossier();
    let vectors = dossier["test_vectors"].as_array().expect("vectors");
    assert_eq!(vectors.len(), 32);
    for vector in vectors {
        let id = text(&vector["id"]);
        println!("{id}: {}", text(&vector["name"]));
        let state = &vector["state"];
        let found = match number(&json!(id.trim_start_matches("VPV-").parse::<u8>().expect("a number"))) {
            1..=9 => dice(id, state),
            10..=12 => effects(id, state),
            13..=19 => buildings(id, state),
            20..=23 => meeples(id, state),
            24..=27 => emperor(id, state),
            _ => table(id, state),
        };
        assert_eq!(found, vector["expect"], "{id}");
    }
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

pub(super) fn number(value: &Value) -> u8 {
    u8::try_from(value.as_u64().expect("a number")).expect("it fits")
}

/// The ids of a list, without remarks such as "(copy for test)".
fn ids(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().map(|id| text(id).split(' ').next().expect("an id")).collect()
}

/// Ids of deck cards of a kind that are no others than these.
fn some(kind: Kind, count: u8, skip: usize) -> Vec<&'static str> {
    let deck = Panda::all().filter(|panda| panda.symbol().is_none() && panda.kind() == kind);
    deck.skip(skip).take(usize::from(count)).map(Panda::id).collect()
}

/// Reads "2 collectors 1 monk".
fn kinds(words: &str, skip: usize) -> Vec<&'static str> {
    let words: Vec<&str> = words.split(' ').collect();
    let each = words.chunks(2).map(|pair| {
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == pair[1].trim_end_matches('s')).expect("a kind");
        some(kind, pair[0].parse().expect("a count"), skip)
    });
    each.flatten().collect()
}

/// Counts such as `{"builder": 4, "trader": 2}`.
fn pandas_of(value: &Value, skip: usize) -> Vec<&'static str> {
    let counts = value.as_object().into_iter().flatten();
    let of = |(name, count): (&String, &Value)| {
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name).expect("a kind");
        some(kind, number(count), skip)
    };
    counts.flat_map(of).collect()
}

/// The resources among the fields of a state.
fn resources(state: &Value) -> Vec<(Resource, u8)> {
    let held = |resource: Resource| Some((resource, number(state.get(resource.name())?)));
    Resource::ALL.into_iter().filter_map(held).collect()
}

fn set_supply(scene: &mut Scene, resource: Resource, count: u8) {
    *scene.state.supply.of_mut(resource) = count;
}

fn dice(id: &str, state: &Value) -> Value {
    let active = ids(&state["active"]);
    match id {
        "VPV-1" => {
            let scene = ["agapito", "mia", "daniel"].iter().enumerate().fold(Scene::new(3), |scene, (seat, name)| {
                scene.in_play(u8::try_from(seat).expect("few"), &ids(&state[*name]))
            });
            let scene = scene.rolled([3, 6]);
            assert_eq!(scene.awaited(), Seat(1), "Mia hires");
            let hired = scene.state.pandas.market[0];
            let scene = scene.play(Move::Hire { panda: hired }).play(Move::ChooseDie { value: 3 });
            json!({
                "agapito_gold": scene.held(0, Resource::Gold),
                "gold_supply": scene.state.supply.gold,
                "mia_hand": scene.have(1).hand.len(),
                "daniel_gain": scene.have(2).resources.total(),
            })
        }
        "VPV-2" => seven(state),
        "VPV-3" => changed(&Scene::new(3).built(0, active[0], &[]).rolled([6, 1]).play(change_die("B-01", 1, 2))),
        "VPV-4" => {
            let mut found =
                changed(&Scene::new(3).built(0, active[0], &[]).rolled([2, 3]).play(change_die("B-09", 2, 5)));
            found.as_object_mut().expect("an object").remove("seven");
            found
        }
        "VPV-5" => json!({
            "plus2": targets("B-03", |die| die + 2),
            "minus2": targets("B-04", |die| die.wrapping_sub(2)),
            "plus1": targets("B-01", |die| die + 1),
            "minus1": targets("B-01", |die| die - 1),
        }),
        "VPV-6" => {
            let scene = Scene::new(3).in_play(0, &active).rolled([2, 6]).play(Move::ChooseDie { value: 2 });
            json!({"bamboo": scene.held(0, Resource::Bamboo), "activations": scene.activated().len()})
        }
        "VPV-7" => {
            let scene = Scene::new(3).in_play(0, &active).rolled([4, 4]);
            json!({"bamboo": scene.held(0, Resource::Bamboo), "water": scene.held(0, Resource::Water)})
        }
        "VPV-8" => {
            let scene = Scene::new(3).in_play(0, &active).in_play(1, &ids(&state["other"])).rolled([1, 3]);
            let choose = Move::ChooseDie { value: 1 };
            let scene = scene.plays(&[choose, take(Resource::Bao), take(Resource::Gold)]);
            json!({
                "active_gain": scene.have(0).resources.total(),
                "other_gain": scene.have(1).resources.total(),
            })
        }
        _ => {
            let mut scene = Scene::new(3).in_play(0, &active).in_play(1, &ids(&state["next"]));
            set_supply(&mut scene, Resource::Gold, number(&state["gold_supply"]));
            let scene = scene.rolled([4, 5]);
            json!({
                "active_gold": scene.held(0, Resource::Gold),
                "next_gold": scene.held(1, Resource::Gold),
                "gold_supply": scene.state.supply.gold,
            })
        }
    }
}

fn seven(state: &Value) -> Value {
    let water = state["water"].as_array().expect("a list");
    let scene = (0..)
        .zip(water)
        .fold(Scene::new(3), |scene, (seat, count)| scene.resources(seat, &[(Resource::Water, number(count))]));
    let scene = scene.in_play(0, &["PC-05"]).rolled([2, 5]).play(Move::NameResource { resource: Resource::Water });
    let values = scene.legal().into_iter().map(|mv| match mv {
        Move::ChooseDie { value } => value,
        other => panic!("{other:?} is no choice of a die"),
    });
    let water = [0, 1, 2].map(|seat| scene.held(seat, Resource::Water));
    json!({
        "water": water,
        "water_supply": scene.state.supply.water,
        "sum_activation": if scene.activated().is_empty() { "none" } else { "some" },
        "die_choice": values.collect::<Vec<_>>(),
    })
}

fn changed(scene: &Scene) -> Value {
    let seven = scene.told.iter().any(|(_, effect)| matches!(effect, Effect::Seven { .. }));
    json!({"dice": scene.state.turn.dice, "sum": scene.state.turn.sum(), "seven": seven})
}

/// The values that a building can change like this.
fn targets(id: &str, to: impl Fn(u8) -> u8) -> Vec<u8> {
    let allows = |die: &u8| Scene::new(3).built(0, id, &[]).rolled([*die, *die]).allows(change_die(id, *die, to(*die)));
    (1..=6).filter(allows).collect()
}

fn effects(id: &str, state: &Value) -> Value {
    if id == "VPV-10" {
        let scene = Scene::new(3).in_play(0, &ids(&state["active"])).acting();
        let scene = scene.plays(&[act(Area::Activate), activate("PM-11"), activate("PM-09"), activate("S-SQ-T")]);
        let scene = scene.plays(&[PASS, activate("PC-10")]);
        let mut once = scene.activated();
        once.dedup();
        return json!({
            "bamboo": scene.held(0, Resource::Bamboo),
            "water": scene.held(0, Resource::Water),
            "each_card_once": once.len() == 4 && scene.activated().len() == 4,
        });
    }
    let scene = Scene::new(3).resources(0, &resources(state)).acting().play(act(Area::Market));
    let water = |count| [(Resource::Water, count)];
    if id == "VPV-11" {
        let scene = scene.play(exchange(&water(1), &[(Resource::Bamboo, 1)]));
        assert!(scene.state.pending.is_empty(), "with one resource there is no second exchange");
        return json!({"water": scene.held(0, Resource::Water), "bamboo": scene.held(0, Resource::Bamboo)});
    }
    let scene = scene.play(exchange(&water(1), &[(Resource::Bamboo, 1)]));
    let scene = scene.play(exchange(&water(2), &[(Resource::Bao, 1)]));
    let scene = scene.play(exchange(&water(3), &[(Resource::Bao, 1), (Resource::Gold, 1)]));
    assert!(scene.state.pending.is_empty(), "there is no fourth exchange");
    let taken = scene.have(0).resources.total() - scene.held(0, Resource::Water);
    json!({"given": 6 - scene.held(0, Resource::Water), "taken": taken})
}

fn buildings(id: &str, state: &Value) -> Value {
    match id {
        "VPV-13" => {
            let cards = kinds(text(&state["cards"]), 0);
            let scene = Scene::new(3).offered(&["B-01"]).resources(0, &resources(state)).in_hand(0, &cards);
            let scene = scene.acting().play(act(Area::Build)).play(build("B-01"));
            json!({
                "bao": scene.held(0, Resource::Bao),
                "bamboo": scene.held(0, Resource::Bamboo),
                "behind": scene.have(0).behind().count(),
                "vp": scene.points(0),
            })
        }
        "VPV-14" | "VPV-15" => {
            let built = state["buildings"].as_object().expect("buildings");
            // Another five cards of each kind for each building.
            let scene = built
                .iter()
                .enumerate()
                .fold(Scene::new(3), |scene, (place, (id, cards))| scene.built(0, id, &kinds(text(cards), 5 * place)));
            let of = |id| score_of(&scene, id);
            let mut found = json!({"B_01": of("B-01"), "C_01": of("C-01")});
            if id == "VPV-14" {
                found["total"] = json!(scene.points(0));
            }
            found
        }
        "VPV-16" => {
            let behind = kinds(text(&state["buildings"]["C-01"]), 5);
            let scene = Scene::new(3).built(0, "C-01", &behind).in_hand(0, &ids(&state["hand"])).acting();
            let scene = scene.play(act(Area::Build)).play(slide("PC-01", "C-01"));
            json!({
                "C_01": score_of(&scene, "C-01"),
                "behind": scene.have(0).behind().count(),
                "meeples_used": 2 - scene.state.turn.placements,
            })
        }
        "VPV-17" => {
            let cards = some(Kind::Trader, number(&state["cards"]), 0);
            let scene = Scene::new(3).offered(&["B-02"]).resources(0, &resources(state)).in_play(0, &cards);
            json!({"ok": scene.acting().play(act(Area::Build)).play(build("B-02")).have(0).has_built(building("B-02"))})
        }
        "VPV-18" => {
            let scene = || Scene::new(3).built(0, ids(&state["buildings"])[0], &[]).in_play(0, &["PB-07"]).acting();
            let hired = |scene: Scene| {
                let panda = scene.state.pandas.market[0];
                scene.play(Move::Hire { panda })
            };
            let by_meeple = hired(scene().play(act(Area::Hire))).play(use_building("A-06"));
            let water = scene().play(fetch(Area::Hire));
            let by_icon = hired(scene().play(act(Area::Activate)).play(activate("PB-07")));
            let extra = [by_meeple.held(0, Resource::Water), water.held(0, Resource::Water) - 1, {
                assert!(by_icon.state.pending.is_empty(), "nothing is triggered by an icon");
                by_icon.held(0, Resource::Water)
            }];
            json!({"extra_water": extra})
        }
        _ => {
            let cards = some(Kind::Monk, number(&state["cards"]), 0);
            let scene = Scene::new(3).offered(&["A-04"]).resources(0, &resources(state)).in_hand(0, &cards);
            let scene = scene.acting().play(act(Area::Build)).play(build("A-04"));
            assert_eq!(scene.state.phase, Phase::Act {});
            json!({"extra_any": scene.have(0).resources.total()})
        }
    }
}

fn score_of(scene: &Scene, id: &str) -> u16 {
    let player = scene.have(0);
    let built = player.buildings.iter().find(|built| built.building == building(id)).expect("it is built");
    score::building_points(player, built)
}

fn meeples(id: &str, state: &Value) -> Value {
    match id {
        "VPV-20" => {
            let scene = Scene::new(3).meeple(1, Area::Activate).acting().play(fetch(Area::Activate));
            assert_eq!(scene.at_home(1), 2);
            let rested = scene.told.iter().filter(|(_, told)| matches!(told, Effect::Rested { seat: Seat(1), .. }));
            let rested = rested.count();
            let scene = scene.play(Move::EndTurn {});
            assert_eq!((scene.state.turn.seat, scene.state.turn.placements), (Seat(1), 2));
            json!({
                "agapito_bao": scene.held(0, Resource::Bao),
                "mia_rest": rested,
                "mia_available": "her next turn",
            })
        }
        "VPV-21" => {
            let scene = Scene::new(2).meeple(0, Area::Hire).meeple(0, Area::Market).acting();
            assert_eq!(scene.state.turn.placements, number(&state["N"]));
            let scene = scene.play(Move::RecallBoth {});
            let placed = scene.told.iter().filter(|(_, told)| matches!(told, Effect::Placed { .. })).count();
            assert_eq!(scene.state.turn.seat, Seat(1), "the turn ended");
            let scene = scene.play(Move::Roll {});
            let scene = finish(scene);
            assert_eq!(scene.state.turn.seat, Seat(0));
            json!({"actions": placed, "N_next_turn": scene.state.turn.placements})
        }
        "VPV-22" => {
            let scene = Scene::new(3).meeple(0, Area::Market).acting();
            assert_eq!(scene.state.turn.placements, number(&state["N"]));
            let scene = scene.in_hand(0, &["PC-01"]).resources(0, &[(Resource::Bamboo, 1)]).play(fetch(Area::Hire));
            let recalls = |mv: &Move| matches!(mv, Move::Recall { .. } | Move::RecallBoth {});
            json!({"legal": scene.legal().iter().any(recalls)})
        }
        _ => {
            let total = number(&state["total"]);
            let scene = Scene::new(3).resources(0, &[(Resource::Bao, 5), (Resource::Gold, total - 5)]).acting();
            let give = |resource| Move::Return { resource };
            let scene = scene.plays(&[Move::EndTurn {}, give(Resource::Bao), give(Resource::Gold)]);
            assert_eq!(scene.state.turn.seat, Seat(1));
            json!({"returned": total - scene.have(0).resources.total(), "total": scene.have(0).resources.total()})
        }
    }
}

/// Passes until the turn of the awaited seat is over.
fn finish(mut scene: Scene) -> Scene {
    let seat = scene.state.turn.seat;
    while scene.state.turn.seat == seat {
        let legal = scene.legal();
        let done = [PASS, Move::EndTurn {}].into_iter().find(|mv| legal.contains(mv));
        scene = scene.play(done.unwrap_or(legal[0]));
    }
    scene
}

fn emperor(id: &str, state: &Value) -> Value {
    match id {
        "VPV-24" => {
            let scene = Scene::new(3).built(0, "A-01", &pandas_of(&state["behind"], 0));
            let rates = mission("EM-1").rates();
            let of = |kind: Kind| rates.of(kind).points(state::of_kind(scene.have(0).behind(), kind));
            let each = Kind::ALL.map(|kind| (kind.name().to_owned(), json!(of(kind))));
            let mut found: Value = each.into_iter().collect();
            found["total"] = json!(score::mission_points(&scene.state, scene.have(0), mission("EM-1")));
            found
        }
        "VPV-25" => {
            let scene = Scene::new(3).built(0, "A-01", &pandas_of(&state["behind"], 0));
            let scene = scene.in_play(0, &pandas_of(&state["play"], 5));
            let mission = mission(text(&state["mission"]));
            json!({"total": score::mission_points(&scene.state, scene.have(0), mission)})
        }
        "VPV-26" => {
            let mut scene = Scene::new(3);
            scene.state.tasks.row = vec![task("ET-2"), task("ET-1")];
            let built = ids(&state["buildings"]);
            let scene = scene.built(0, built[0], &pandas_of(&state["behind"], 0)).built(0, built[1], &[]);
            let scene = scene.in_play(0, &pandas_of(&state["play"], 5));
            let scene = scene.told_while(|play| {
                score::settle(play.state, Seat(0), play.table).expect("at the table");
            });
            let claimed = &scene.have(0).tasks;
            assert_eq!(scene.state.tasks.row, [task("ET-2")]);
            let points: u16 = claimed.iter().map(|task| scene.state.options.task_points(*task)).sum();
            json!({"claimed": claimed.iter().map(|task| task.id()).collect::<Vec<_>>().join(", "), "vp": points})
        }
        _ => {
            let options = || Options { emperor: EmperorMode::Tasks, ..Options::default() };
            let players = state["players"].as_array().expect("a list").iter().map(number);
            json!({"cards": players.map(|seats| dealt(&options(), seats).tasks.row.len()).collect::<Vec<_>>()})
        }
    }
}

fn table(id: &str, state: &Value) -> Value {
    match id {
        "VPV-28" => {
            // Seat 1 ends its turn; the Emperor enters the area with a meeple of seat 0, whose turn begins.
            let scene = Scene::new(2).meeple(0, Area::Build).emperor(Area::Market);
            let mut scene = scene;
            scene.state.turn.seat = Seat(1);
            let scene = scene.acting().play(Move::EndTurn {});
            assert_eq!(scene.state.turn.seat, Seat(0));
            json!({"emperor": scene.state.board.emperor, "N": scene.state.turn.placements})
        }
        "VPV-29" => {
            let scene = Scene::new(2).meeple(1, Area::Hire).emperor(Area::Build).acting();
            let home = scene.at_home(1);
            let scene = scene.play(act(Area::Build));
            json!({
                "emperor": scene.state.board.emperor,
                "build": if scene.state.board.meeple(Area::Build) == Some(Seat(0)) { "active" } else { "other" },
                "other_rest": format!("+{}", scene.at_home(1) - home),
            })
        }
        "VPV-30" => {
            let options = Options { task_vp: Some([11; 8]), ..Options::default() };
            let mut scene = Scene::with(options, number(&state["players"]));
            scene.state.turn.seat = Seat(1);
            scene.player(1).tasks = vec![task("ET-1")];
            let scene = scene.offered(&["A-05"]).resources(1, &[(Resource::Bamboo, 2)]).in_hand(1, &["PC-01"]).acting();
            let mut scene = scene.play(act(Area::Build)).play(build("A-05"));
            assert_eq!((scene.points(1), scene.state.ending), (12, Some(End::Points)));
            let mut turns = Vec::new();
            while !VillaPanda::awaiting(&scene.state).is_empty() {
                let seat = scene.state.turn.seat.0;
                if seat != 1 && turns.last() != Some(&seat) {
                    turns.push(seat);
                }
                let legal = scene.legal();
                let done = [PASS, Move::EndTurn {}].into_iter().find(|mv| legal.contains(mv));
                scene = scene.play(done.unwrap_or(legal[0]));
            }
            let scored = VillaPanda::outcome(&scene.state).is_some();
            json!({"more_turns": turns, "then": if scored { "score" } else { "nothing" }})
        }
        "VPV-31" => json!({"winner": tie_break(state)}),
        _ => {
            let cases = state["cases"].as_array().expect("a list").iter().map(|case| reshuffle(text(case)));
            json!(cases.collect::<Vec<_>>())
        }
    }
}

fn tie_break(state: &Value) -> Value {
    let of = |name: &str, seat: usize| number(&state[name][seat]);
    let options = Options { task_vp: Some([u16::from(of("vp", 0)); 8]), ..Options::default() };
    let mut scene = Scene::with(options, 2);
    for (seat, (id, kind)) in (0..).zip([("C-01", Kind::Trader), ("C-02", Kind::Monk)]) {
        let at = usize::from(seat);
        scene.player(seat).tasks = vec![Task::all().nth(at).expect("a task")];
        scene = scene.built(seat, id, &some(kind, of("behind", at), 0)).in_play(seat, &some(kind, of("play", at), 12));
    }
    scene.state.phase = Phase::Over { by: End::Points };
    let outcome = VillaPanda::outcome(&scene.state).expect("it is over");
    assert_eq!(outcome.scores, [13, 13]);
    assert_eq!(outcome.ranking.len(), 2);
    json!(outcome.ranking[0][0])
}

/// Whether a panda market of these kinds can be reshuffled, by the first letters of the kinds.
fn reshuffle(kinds: &str) -> bool {
    let mut taken = Vec::new();
    for letter in kinds.to_lowercase().chars() {
        let fits = |panda: &Panda| panda.kind().name().starts_with(letter) && !taken.contains(&panda.id());
        let card = Panda::all().filter(|panda| panda.symbol().is_none()).find(fits).expect("a card");
        taken.push(card.id());
    }
    Scene::new(3).panda_market(&taken).allows(Move::Reshuffle { market: Market::Pandas })
}
