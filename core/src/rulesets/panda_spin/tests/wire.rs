//! What goes over the wire, and what is refused there.

use serde_json::{from_value, json, to_value};

use super::*;

#[test]
fn moves_read_and_write_as_documented() {
    let card = animal("WO-10");
    for (mv, wire) in [
        (
            Move::Bid { combination: run(3, "K") },
            json!({"type": "bid", "combination": {"type": "run", "high": "K", "length": 3}}),
        ),
        (
            Move::Bid { combination: formation(2, 3, "A") },
            json!({"type": "bid", "combination": {"type": "formation", "copies": 2, "high": "A", "length": 3}}),
        ),
        (Move::Lay { cards: animals(&["WO-3", "FI-3"]) }, json!({"type": "lay", "cards": ["WO-3", "FI-3"]})),
        (Move::PlayElement { card: Element(Suit::Fire) }, json!({"type": "play-element", "card": "EL-Fire"})),
        (Move::DiscardElement { card: Element(Suit::Wood) }, json!({"type": "discard-element", "card": "EL-Wood"})),
        (Move::Pass {}, json!({"type": "pass"})),
        (Move::Gain { points: 2 }, json!({"type": "gain", "points": 2})),
        (Move::Take { points: 1 }, json!({"type": "take", "points": 1})),
        (Move::Turn { card }, json!({"type": "turn", "card": "WO-10"})),
        (Move::Burn { card }, json!({"type": "burn", "card": "WO-10"})),
        (Move::Decline {}, json!({"type": "decline"})),
    ] {
        assert_eq!(to_value(&mv).expect("it writes"), wire);
        assert_eq!(from_value::<Move>(wire).expect("it reads"), mv);
    }
}

#[test]
fn unknown_fields_types_and_values_are_refused() {
    for wire in [
        json!({"type": "pass", "card": "WO-3"}),
        json!({"type": "bid", "combination": {"type": "single", "value": "1"}}),
        json!({"type": "bid", "combination": {"type": "single", "value": "K", "count": 1}}),
        json!({"type": "bid", "combination": {"type": "set", "value": "K", "count": -1}}),
        json!({"type": "lay", "cards": "WO-3"}),
        json!({"type": "play-element", "card": "WO-3"}),
        json!({"type": "turn", "card": "EL-Fire"}),
        json!({"type": "gain"}),
    ] {
        assert!(from_value::<Move>(wire.clone()).is_err(), "{wire}");
    }
    assert!(from_value::<Options>(json!({"beginner": true})).is_err());
}

#[test]
fn a_card_is_its_id_and_nothing_like_it() {
    for card in Suit::ALL.into_iter().flat_map(Card::of) {
        assert_eq!(card.to_string().parse(), Ok(card));
    }
    for id in ["", "WO", "WO-", "WO-1", "WO-11", "wo-3", "WO_3", "WO-03", "WO-3 ", "EL-", "EL-wood", "EL-WO", "é-3"] {
        assert!(id.parse::<Card>().is_err(), "{id}");
    }
}

#[test]
fn options_fill_in_their_defaults() {
    assert_eq!(from_value::<Options>(json!({})).expect("it reads"), Options::default());
    let options: Options = from_value(json!({"mood": "spin", "elements": false})).expect("it reads");
    assert_eq!(options, Options { elements: false, mood: MoodChoice::Spin, ..Options::default() });
}

#[test]
fn a_state_stays_small() {
    let state = dealt(&Options::default(), 5);
    let bytes = crate::kernel::canonical(&state).expect("canonical").len();
    assert!(bytes < 2048, "{bytes} bytes");
}

#[test]
fn the_fields_of_a_state_are_declared_in_canonical_order() {
    let scene = Scene::new(&[&["WO-3", "FI-3"], &["WO-4", "FI-4"]]).bid(set(2, "3"), &["WO-3", "FI-3"]);
    let plain = serde_json::to_string(&scene.state).expect("it writes");
    let canonical = crate::kernel::canonical(&scene.state).expect("canonical");
    // All but the tags of combinations and phases, which stand first: canonical JSON has little to sort.
    let tagless = |text: &str| text.replace("\"combination\":{\"type\":\"set\",", "\"combination\":{");
    let canonical = String::from_utf8(canonical).expect("text").replace(",\"type\":\"set\"", "");
    assert_eq!(tagless(&plain), canonical);
}

#[test]
fn every_boundary_type_has_a_component_name_of_its_own() {
    use utoipa::ToSchema;
    let names = [Options::name(), Move::name(), View::name(), Effect::name(), Card::name(), Combination::name()];
    let expected = ["Options", "Move", "View", "Effect", "Card", "Combination"].map(|name| format!("PandaSpin{name}"));
    assert_eq!(names.map(String::from), expected);
}
