//! What goes over the wire, and what is refused there.

use serde_json::{from_value, json, to_value};

use super::*;
use crate::conformance::Specimen;

#[test]
fn moves_read_and_write_as_documented() {
    for (mv, wire) in [
        (Move::Roll {}, json!({"type": "roll"})),
        (Move::ChooseWeather { weather: Weather::Sun }, json!({"type": "choose-weather", "weather": "sun"})),
        (Move::RainOn { at: hex([1, -1]) }, json!({"type": "rain-on", "at": [1, -1]})),
        (
            Move::PlacePlot { plot: plot("pink-plain-4"), at: hex([0, 1]), chip: None },
            json!({"type": "place-plot", "plot": "pink-plain-4", "at": [0, 1], "chip": null}),
        ),
        (
            Move::LayChannel { between: edge([1, 0], [0, 1]) },
            json!({"type": "lay-channel", "between": [[0, 1], [1, 0]]}),
        ),
        (
            Move::Claim { objective: objective("panda-green-2") },
            json!({"type": "claim", "objective": "panda-green-2-a"}),
        ),
        (Move::DrawObjective { category: Category::Plot }, json!({"type": "draw-objective", "category": "plot"})),
    ] {
        assert_eq!(to_value(mv).expect("it writes"), wire);
        assert_eq!(from_value::<Move>(wire).expect("it reads"), mv);
    }
    for mv in Takenoko::samples() {
        assert_eq!(from_value::<Move>(to_value(mv).expect("it writes")).expect("it reads"), mv);
    }
}

#[test]
fn an_edge_reads_in_either_order() {
    let wire = json!({"type": "lay-channel", "between": [[1, 0], [0, 1]]});
    assert_eq!(from_value::<Move>(wire).expect("it reads"), Move::LayChannel { between: edge([0, 1], [1, 0]) });
}

#[test]
fn what_is_no_move_is_refused() {
    for wire in [
        json!({"type": "roll", "die": 3}),
        json!({"type": "rain-on"}),
        json!({"type": "rain-on", "at": [1]}),
        json!({"type": "rain-on", "at": [1, 28]}),
        json!({"type": "lay-channel", "between": [[1, 0], [3, 0]]}),
        json!({"type": "lay-channel", "between": [[1, 0], [1, 0]]}),
        json!({"type": "claim", "objective": "panda-green-2"}),
        json!({"type": "return-plots", "upper": "blue-plain-1"}),
    ] {
        assert!(from_value::<Move>(wire.clone()).is_err(), "{wire}");
    }
    assert!(from_value::<Options>(json!({"chibis": true})).is_err());
}

#[test]
fn options_fill_in_their_defaults() {
    assert_eq!(from_value::<Options>(json!({})).expect("it reads"), Options::default());
    let first: Options = from_value(json!({"edition": "first"})).expect("it reads");
    assert_eq!((first.drawn_fulfilled(), first.gardener_presence()), (DrawnFulfilled::Keep, false));
    let mixed: Options = from_value(json!({"edition": "first", "gardener_presence": true})).expect("it reads");
    assert_eq!((mixed.drawn_fulfilled(), mixed.gardener_presence()), (DrawnFulfilled::Keep, true));
}

#[test]
fn the_fields_of_a_state_are_declared_in_canonical_order() {
    let scene = Scene::dry_pair().hand(&["plot-line-green"]).stored(1, &[Improvement::Watershed]);
    let mut states = vec![scene.state.clone(), scene.clone().play(Move::LookAtPlots {}).state];
    states.push(super::rulebook::short_of_bamboo().state);
    for state in states {
        let plain = serde_json::to_vec(&state).expect("it writes");
        assert_eq!(plain, crate::kernel::canonical(&state).expect("canonical"));
    }
}

#[test]
fn every_boundary_type_has_a_component_name_of_its_own() {
    use utoipa::ToSchema;
    let names = [Options::name(), Move::name(), View::name(), Effect::name(), Plot::name(), Objective::name()];
    let expected = ["Options", "Move", "View", "Effect", "Plot", "Objective"].map(|name| format!("Takenoko{name}"));
    assert_eq!(names.map(String::from), expected);
}
