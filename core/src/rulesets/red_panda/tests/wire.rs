//! What goes over the wire, and what is refused there.

use serde_json::{from_value, json, to_value};

use super::super::cards::DOUBLE_PAIRS;
use super::*;

#[test]
fn moves_read_and_write_as_documented() {
    for (mv, wire) in [
        (Move::Kata {}, json!({"type": "kata"})),
        (Move::Meditate { card: card("DBL-07") }, json!({"type": "meditate", "card": "DBL-07"})),
        (Move::Pass {}, json!({"type": "pass"})),
        (Move::Lay { side: Kata::Speed }, json!({"type": "lay", "side": "speed"})),
        (Move::Copy { kata: Kata::Invisibility }, json!({"type": "copy", "kata": "invisibility"})),
        (Move::Decline {}, json!({"type": "decline"})),
        (Move::Give { seat: Seat(2) }, json!({"type": "give", "seat": 2})),
        (Move::Discard { card: card("SPD-03") }, json!({"type": "discard", "card": "SPD-03"})),
        (Move::DiscardPenalties {}, json!({"type": "discard-penalties"})),
        (Move::PlayAnother {}, json!({"type": "play-another"})),
    ] {
        assert_eq!(to_value(mv).expect("it writes"), wire);
        assert_eq!(wire["type"], mv.type_name(), "refusals name it so");
        assert_eq!(from_value::<Move>(wire).expect("it reads"), mv);
    }
}

#[test]
fn unknown_fields_and_types_are_refused() {
    for wire in [
        json!({"type": "kata", "card": "SPD-01"}),
        json!({"type": "meditate"}),
        json!({"type": "Kata"}),
        json!({"type": "give", "seat": -1}),
    ] {
        assert!(from_value::<Move>(wire.clone()).is_err(), "{wire}");
    }
    assert!(from_value::<Options>(json!({"tournament": true})).is_err());
}

#[test]
fn a_card_is_its_id_and_nothing_like_it() {
    for kind in Kind::ALL {
        for card in Card::copies(kind, 10) {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
    }
    for id in ["", "SPD-00", "SPD-11", "SPD-1", "spd-01", "SPD_01", "SPD-001", "XXX-01", "SPD-0é"] {
        assert!(id.parse::<Card>().is_err(), "{id}");
    }
}

#[test]
fn options_fill_in_their_defaults() {
    assert_eq!(from_value::<Options>(json!({})).expect("it reads"), Options::default());
    let options: Options =
        from_value(json!({"series": {}, "starter": "seat0", "copies": {"speed": 6, "invisibility": 8}}))
            .expect("it reads");
    assert_eq!((options.series, options.starter), (Some(Series { wins: 2 }), Starter::Seat0));
    assert_eq!(options.check(), Ok(()));
    assert_eq!(to_value(Options::default()).expect("it writes")["series"], json!(null));
}

#[test]
fn a_state_stays_small() {
    let state = dealt(&Options::default(), 5);
    let bytes = crate::kernel::canonical(&state).expect("canonical").len();
    assert!(bytes < 2048, "{bytes} bytes");
}

#[test]
fn the_fields_of_a_state_are_declared_in_canonical_order() {
    let state = dealt(&a_series(), 2);
    let plain = serde_json::to_vec(&state).expect("it writes");
    // Options and copies included: canonical JSON then never sorts.
    assert_eq!(plain, crate::kernel::canonical(&state).expect("canonical"));
}

fn a_series() -> Options {
    Options { series: Some(Series::default()), ..Options::default() }
}

#[test]
fn every_boundary_type_has_a_component_name_of_its_own() {
    use utoipa::ToSchema;
    let names = [Options::name(), Move::name(), View::name(), Effect::name(), Card::name(), Kata::name()];
    let expected = ["Options", "Move", "View", "Effect", "Card", "Kata"].map(|name| format!("RedPanda{name}"));
    assert_eq!(names.map(String::from), expected);
}

#[test]
fn the_schema_of_a_pair_says_that_it_is_two() {
    use utoipa::PartialSchema;
    let schema = to_value(Options::schema()).expect("it writes");
    let pairs = &schema["properties"]["double_pairs"];
    assert_eq!((&pairs["items"]["minItems"], &pairs["items"]["maxItems"]), (&json!(2), &json!(2)));
    assert_eq!(pairs["default"], json!(DOUBLE_PAIRS));
}
