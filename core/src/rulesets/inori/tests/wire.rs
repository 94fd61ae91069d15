//! What goes over the wire, and what is refused there.

use serde_json::{from_value, json, to_value};

use super::*;

#[test]
fn moves_read_and_write_as_documented() {
    let (card, colour, space) = (card("J-BLU-3"), Colour::Grey, 2);
    for (mv, wire) in [
        (offer("J-BLU-3", 2), json!({"type": "offer-card", "card": "J-BLU-3", "share": false, "space": 2})),
        (visit(TreeSpace::Foot1), json!({"type": "offer-tree", "share": false, "space": "FT1"})),
        (Move::PlayRune { rune: Rune::GainYellow }, json!({"type": "play-rune", "rune": "R-GAIN-YEL"})),
        (Move::Pay { colour }, json!({"type": "pay", "colour": "grey"})),
        (Move::LayAltar { colour }, json!({"type": "lay-altar", "colour": "grey"})),
        (Move::Take { colour }, json!({"type": "take", "colour": "grey"})),
        (Move::PlaceNeutral { card, space }, json!({"type": "place-neutral", "card": "J-BLU-3", "space": 2})),
        (
            Move::Lift { card, owner: Seat(1), space },
            json!({"type": "lift", "card": "J-BLU-3", "owner": 1, "space": 2}),
        ),
        (Move::SetDown { card, space }, json!({"type": "set-down", "card": "J-BLU-3", "space": 2})),
        (Move::KeepStart { card }, json!({"type": "keep-start", "card": "J-BLU-3"})),
        (Move::Done {}, json!({"type": "done"})),
    ] {
        assert_eq!(to_value(mv).expect("it writes"), wire);
        assert_eq!(wire["type"], mv.type_name(), "refusals name it so");
        assert_eq!(from_value::<Move>(wire).expect("it reads"), mv);
    }
}

#[test]
fn unknown_fields_and_values_are_refused() {
    for wire in [
        json!({"type": "done", "card": "J-BLU-3"}),
        json!({"type": "offer-card", "card": "J-BLU-7", "share": false, "space": 1}),
        json!({"type": "offer-card", "card": "J-BLU-3", "space": 1}),
        json!({"type": "offer-card", "card": "J-BLU-3", "share": false, "space": 256}),
        json!({"type": "offer-tree", "share": false, "space": "T7"}),
        json!({"type": "play-rune", "rune": "R-SHARE-1"}),
        json!({"type": "pay", "colour": "orange"}),
    ] {
        assert!(from_value::<Move>(wire.clone()).is_err(), "{wire}");
    }
    assert!(from_value::<Options>(json!({"runes": 3})).is_err());
}

#[test]
fn ids_are_those_of_the_catalogue() {
    let ids: Vec<String> = catalogue().into_iter().map(|component| component.id).collect();
    let unique: std::collections::BTreeSet<&String> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len());
    for rune in Rune::ALL {
        assert_eq!(to_value(rune).expect("it writes"), json!(rune.id()));
        assert!(ids.iter().any(|id| id == rune.id()));
    }
    for space in TreeSpace::ALL {
        assert_eq!(to_value(space).expect("it writes"), json!(space.id()));
        assert_eq!(space.to_string(), space.id(), "refusals name it so");
        assert!(ids.iter().any(|id| id == space.id()));
    }
    for card in Card::all() {
        assert_eq!(card.id().parse(), Ok(card));
        assert!(ids.iter().any(|id| id == card.id()));
    }
}

#[test]
fn options_fill_in_their_defaults() {
    assert_eq!(from_value::<Options>(json!({})).expect("it reads"), Options::default());
    let expected = json!({"move_any_piece": false, "start_cards_by_players": false, "starter": "drawn"});
    assert_eq!(to_value(Options::default()).expect("it writes"), expected);
}

#[test]
fn the_fields_of_a_state_are_declared_in_canonical_order() {
    let state = dealt(Options::default(), 4);
    let plain = serde_json::to_vec(&state).expect("it writes");
    // Canonical JSON then never sorts.
    assert_eq!(plain, crate::kernel::canonical(&state).expect("canonical"));
}

#[test]
fn every_boundary_type_has_a_component_name_of_its_own() {
    use utoipa::ToSchema;
    let names =
        [Options::name(), Move::name(), View::name(), Effect::name(), Card::name(), <Colour as ToSchema>::name()];
    let expected = ["Options", "Move", "View", "Effect", "Card", "Colour"].map(|name| format!("Inori{name}"));
    assert_eq!(names.map(String::from), expected);
}
