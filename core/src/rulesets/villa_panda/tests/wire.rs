//! What goes over the wire, and what is refused there.

use serde_json::{from_value, json, to_value};

use super::*;

#[test]
fn moves_read_and_write_as_documented() {
    let (resource, area) = (Resource::Bao, Area::Hire);
    for (mv, wire) in [
        (Move::KeepMission { mission: mission("EM-3") }, json!({"type": "keep-mission", "mission": "EM-3"})),
        (Move::Reshuffle { market: Market::Buildings }, json!({"type": "reshuffle", "market": "buildings"})),
        (Move::Roll {}, json!({"type": "roll"})),
        (change_die("B-01", 3, 4), json!({"type": "change-die", "building": "B-01", "die": 3, "to": 4})),
        (
            Move::ChangeDie { building: building("B-10"), die: 3, to: None },
            json!({"type": "change-die", "building": "B-10", "die": 3, "to": null}),
        ),
        (Move::NameResource { resource }, json!({"type": "name-resource", "resource": "bao"})),
        (Move::ChooseDie { value: 6 }, json!({"type": "choose-die", "value": 6})),
        (activate("S-SQ-C"), json!({"type": "activate", "panda": "S-SQ-C"})),
        (use_building("A-06"), json!({"type": "use-building", "building": "A-06"})),
        (Move::PlayPanda { panda: panda("PB-07") }, json!({"type": "play-panda", "panda": "PB-07"})),
        (act(area), json!({"type": "place", "area": "hire", "space": "action"})),
        (Move::Recall { area }, json!({"type": "recall", "area": "hire"})),
        (Move::RecallBoth {}, json!({"type": "recall-both"})),
        (take(resource), json!({"type": "take", "resource": "bao"})),
        (hire("PB-07"), json!({"type": "hire", "panda": "PB-07"})),
        (
            exchange(&[(Resource::Water, 2), (Resource::Bao, 1)], &[(Resource::Gold, 2)]),
            json!({"type": "exchange", "give": ["bao", "water", "water"], "take": ["gold", "gold"]}),
        ),
        (build("B-01"), json!({"type": "build", "building": "B-01"})),
        (Move::Pay { panda: panda("PB-07") }, json!({"type": "pay", "panda": "PB-07"})),
        (slide("PB-07", "B-01"), json!({"type": "slide", "building": "B-01", "panda": "PB-07"})),
        (Move::Rest { area }, json!({"type": "rest", "area": "hire"})),
        (Move::Return { resource }, json!({"type": "return", "resource": "bao"})),
        (PASS, json!({"type": "pass"})),
        (Move::EndTurn {}, json!({"type": "end-turn"})),
    ] {
        assert_eq!(to_value(mv).expect("it writes"), wire);
        assert_eq!(from_value::<Move>(wire).expect("it reads"), mv);
    }
}

#[test]
fn an_exchange_is_read_as_it_is_listed() {
    let wire = json!({"type": "exchange", "give": ["water", "bao"], "take": ["gold"]});
    let mv = from_value::<Move>(wire.clone()).expect("it reads");
    assert_ne!(mv, exchange(&[(Resource::Bao, 1), (Resource::Water, 1)], &[(Resource::Gold, 1)]));
    assert_eq!(to_value(mv).expect("it writes"), wire);
}

#[test]
fn the_points_of_a_task_are_bounded_in_the_schema() {
    use utoipa::PartialSchema;
    let schema = to_value(Options::schema()).expect("it writes");
    let points = &schema["properties"]["task_vp"]["items"];
    assert_eq!((&points["minimum"], &points["maximum"]), (&json!(0), &json!(255)));
}

#[test]
fn unknown_fields_and_values_are_refused() {
    for wire in [
        json!({"type": "roll", "dice": [6, 6]}),
        json!({"type": "hire", "panda": "PB-19"}),
        json!({"type": "hire", "panda": "B-01"}),
        json!({"type": "build", "building": "PB-01"}),
        json!({"type": "place", "area": "hire"}),
        json!({"type": "place", "area": "garden", "space": "action"}),
        json!({"type": "choose-die", "value": 256}),
        json!({"type": "exchange", "give": ["silver"], "take": ["gold"]}),
        json!({"type": "exchange", "give": ["bao", "bao", "bao", "bao"], "take": ["gold"]}),
        json!({"type": "keep-mission", "mission": "ET-1"}),
    ] {
        assert!(from_value::<Move>(wire.clone()).is_err(), "{wire}");
    }
    assert!(from_value::<Options>(json!({"meeples": 3})).is_err());
    let unknown = from_value::<Move>(json!({"type": "hire", "panda": "PB-19"})).expect_err("no such card").to_string();
    assert!(unknown.contains("PB-19") && unknown.contains("a panda card of Villa Panda"), "{unknown}");
}

#[test]
fn options_fill_in_their_defaults() {
    assert_eq!(from_value::<Options>(json!({})).expect("it reads"), Options::default());
    let expected = json!({
        "board_cycle": ["market", "build", "hire", "activate"],
        "emperor": "none",
        "hand_public": true,
        "mission_rates": null,
        "reshuffle_per_turn": 1,
        "rest_any_meeple": true,
        "round_cap": 60,
        "seven_skips_activation": false,
        "starter": "drawn",
        "task_vp": null,
    });
    assert_eq!(to_value(Options::default()).expect("it writes"), expected);
}

#[test]
fn ids_are_those_of_the_catalogue() {
    let ids: Vec<String> = catalogue().into_iter().map(|component| component.id).collect();
    let unique: std::collections::BTreeSet<&String> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len());
    let cards = Panda::all().map(Panda::id).chain(Building::all().map(Building::id));
    let cards = cards.chain(Mission::all().map(Mission::id)).chain(Task::all().map(Task::id));
    let cards: Vec<&str> = cards.collect();
    assert_eq!(cards.len(), 82 + 32 + 8 + 8);
    for id in cards {
        assert!(ids.iter().any(|other| other == id), "{id}");
    }
}

#[test]
fn the_fields_of_a_state_are_declared_in_canonical_order() {
    let state = dealt(&Options { emperor: EmperorMode::Both, ..Options::default() }, 4);
    let plain = serde_json::to_vec(&state).expect("it writes");
    // Canonical JSON then never sorts.
    assert_eq!(plain, crate::kernel::canonical(&state).expect("canonical"));
}

#[test]
fn every_boundary_type_has_a_component_name_of_its_own() {
    use utoipa::ToSchema;
    let names = [
        Options::name(),
        Move::name(),
        View::name(),
        Effect::name(),
        <Panda as ToSchema>::name(),
        <Building as ToSchema>::name(),
        <Mission as ToSchema>::name(),
        <Task as ToSchema>::name(),
        <Kind as ToSchema>::name(),
        <Area as ToSchema>::name(),
        <Resource as ToSchema>::name(),
    ];
    let expected =
        ["Options", "Move", "View", "Effect", "Panda", "Building", "Mission", "Task", "Kind", "Area", "Resource"];
    assert_eq!(names.map(String::from), expected.map(|name| format!("VillaPanda{name}")));
}
