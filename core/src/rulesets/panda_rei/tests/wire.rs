//! What goes over the wire, and what is refused there.

use serde_json::{from_value, json, to_value};

use super::*;

#[test]
fn moves_read_and_write_as_documented() {
    for (mv, wire) in [
        (Move::Play { card: card("OWL-15") }, json!({"type": "play", "card": "OWL-15"})),
        (Move::Take { card: card("PA3-02") }, json!({"type": "take", "card": "PA3-02"})),
        (
            Move::TakeMonkey { card: card("MON-05"), pile: WildPile::Giraffe },
            json!({"type": "take-monkey", "card": "MON-05", "pile": "giraffe"}),
        ),
    ] {
        assert_eq!(to_value(mv).expect("it writes"), wire);
        assert_eq!(wire["type"], mv.type_name(), "refusals name it so");
        assert_eq!(from_value::<Move>(wire).expect("it reads"), mv);
    }
}

#[test]
fn unknown_fields_and_types_are_refused() {
    for wire in [
        json!({"type": "play", "card": "OWL-16"}),
        json!({"type": "play", "card": "OWL-01", "pile": null}),
        json!({"type": "take"}),
        json!({"type": "take-monkey", "card": "MON-01", "pile": "lion"}),
        json!({"type": "take-monkey", "card": "MON-01"}),
        json!({"type": "Play", "card": "OWL-01"}),
    ] {
        assert!(from_value::<Move>(wire.clone()).is_err(), "{wire}");
    }
    assert!(from_value::<Options>(json!({"royal_threshold": 9})).is_err());
    assert!(from_value::<Options>(json!({"panda_marks": {"level1": {"mark2": 4}}})).is_err());
}

#[test]
fn a_card_is_its_id_and_nothing_like_it() {
    for kind in Kind::ALL {
        for card in Card::first(kind, kind.copies()) {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
    }
    for id in ["", "RAB-00", "RAB-21", "RAB-1", "rab-01", "RAB_01", "PA3-03", "PA4-01", "PEN-01", "RAB-0é"] {
        assert!(id.parse::<Card>().is_err(), "{id}");
    }
}

#[test]
fn options_fill_in_their_defaults() {
    assert_eq!(from_value::<Options>(json!({})).expect("it reads"), Options::default());
    let default = to_value(Options::default()).expect("it writes");
    let expected = json!({
        "lion_scores": [-20, -10, 0, 10],
        "monkey_assignment": "on-take",
        "monkey_lead_value": 1,
        "panda_marks": {
            "level1": {"mark2": 2, "mark4": 1, "mark5": 1},
            "level2": {"mark2": 2, "mark4": 0, "mark5": 1},
            "level3": {"mark2": 1, "mark4": 1, "mark5": 0},
        },
        "royal_pandas": false,
    });
    assert_eq!(default, expected);
}

#[test]
fn a_state_stays_small() {
    for seed in 0..4 {
        for (state, ..) in Random::play(&Options::default(), 5, seed).steps {
            let bytes = crate::kernel::canonical(&state).expect("canonical").len();
            assert!(bytes < 2048, "{bytes} bytes");
        }
    }
}

#[test]
fn the_fields_of_a_state_are_declared_in_canonical_order() {
    // Cards on the table and monkeys in the areas included: canonical JSON then never sorts.
    for (state, ..) in Random::play(&Options::default(), 2, 0).steps {
        let plain = serde_json::to_vec(&state).expect("it writes");
        assert_eq!(plain, crate::kernel::canonical(&state).expect("canonical"));
    }
}

#[test]
fn every_boundary_type_has_a_component_name_of_its_own() {
    use utoipa::ToSchema;
    let names = [Options::name(), Move::name(), View::name(), Effect::name(), Card::name(), Points::name()];
    let expected = ["Options", "Move", "View", "Effect", "Card", "Points"].map(|name| format!("PandaRei{name}"));
    assert_eq!(names.map(String::from), expected);
}

#[test]
fn the_schema_bounds_what_the_deal_checks() {
    use utoipa::PartialSchema;
    let schema = to_value(Options::schema()).expect("it writes");
    let lions = &schema["properties"]["lion_scores"];
    assert_eq!((&lions["minItems"], &lions["maxItems"]), (&json!(1), &json!(11)));
    assert_eq!((&lions["items"]["minimum"], &lions["items"]["maximum"]), (&json!(-100), &json!(100)));
    assert_eq!(schema["properties"]["monkey_lead_value"]["maximum"], json!(12));
}
