//! Hexes, edges, corners and shapes.

use std::collections::BTreeSet;

use super::super::cards::Shape;
use super::super::hex::turned;
use super::*;

#[test]
fn a_hex_has_six_neighbours_and_is_the_neighbour_of_each() {
    let at = hex([2, -1]);
    let around: Vec<Hex> = at.neighbours().collect();
    assert_eq!(around.len(), 6);
    assert!(around.iter().all(|other| other.is_beside(at) && at.is_beside(*other)));
    assert!(!at.is_beside(at) && !at.is_beside(hex([3, 0])));
}

#[test]
fn steps_stop_at_the_rim() {
    let rim = Hex::new(127, -128);
    assert_eq!(rim, hex([27, -27]));
    assert_eq!(rim.offset((127, -128)), rim);
    assert!(rim.neighbours().all(|other| other != rim));
}

#[test]
fn six_turns_are_none() {
    assert_eq!(turned((2, -1), 6), (2, -1));
    assert_eq!(turned((1, 0), 1), (0, 1));
}

#[test]
fn an_edge_is_the_same_from_both_sides_and_ends_at_two_corners() {
    assert_eq!(edge([1, 0], [0, 1]), edge([0, 1], [1, 0]));
    assert_eq!(Edge::between(hex([1, 0]), hex([3, 0])), None);
    let ends: Vec<_> = edge([1, 0], [0, 1]).ends().collect();
    assert_eq!(ends.iter().filter(|end| end.is_at_the_pond()).count(), 1);
    assert!(ends.iter().all(|end| end.edges().count() == 3));
}

#[test]
fn first_channels_are_the_six_spokes_between_the_plots_at_the_pond_and_the_six_wasted_edges_of_the_pond() {
    let ring = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
    let plots = [1, 2, 3, 4, 5, 6].map(|n| format!("green-plain-{n}"));
    let first = |pond_edge_channel| {
        let scene = Scene::with(&Options { pond_edge_channel, ..Options::default() }, 2);
        let scene = plots.iter().zip(ring).fold(scene, |scene, (id, at)| scene.plot(id, at, 1));
        scene.stored(1, &[]).legal().iter().filter(|mv| matches!(mv, Move::LayChannel { .. })).count()
    };
    assert_eq!([false, true].map(first), [6, 12]);
}

/// The cells of a shape in every orientation, moved so that the smallest is the same.
fn orientations(shape: Shape) -> BTreeSet<Vec<((i8, i8), usize)>> {
    let (cells, _) = shape.cells();
    (0..6).map(|sixths| normal(cells.iter().map(|(cell, colour)| (turned(*cell, sixths), *colour)))).collect()
}

fn normal(cells: impl Iterator<Item = ((i8, i8), usize)>) -> Vec<((i8, i8), usize)> {
    let mut cells: Vec<_> = cells.collect();
    cells.sort_unstable();
    let (q, r) = cells[0].0;
    cells.iter().map(|((a, b), colour)| ((a - q, b - r), *colour)).collect()
}

#[test]
fn shapes_have_the_orientations_of_the_dossier_and_only_the_two_coloured_one_is_chiral() {
    let dossier: serde_json::Value =
        serde_json::from_str(include_str!("../../../../../fixtures/rules/takenoko.json")).expect("JSON");
    for (name, shape) in [
        ("triangle", Shape::Triangle),
        ("line", Shape::Line),
        ("arc", Shape::Arc),
        ("diamond", Shape::Diamond),
        ("diamond_two_colour", Shape::TwoColourDiamond),
    ] {
        let ours = orientations(shape);
        let number = |value: &serde_json::Value| i8::try_from(value.as_i64().unwrap()).unwrap();
        let theirs: BTreeSet<_> = dossier["shapes"][name]["orientations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|cells| {
                let cells = cells.as_array().unwrap().iter();
                normal(cells.map(|c| ((number(&c["q"]), number(&c["r"])), usize::from(c["slot"] == "B"))))
            })
            .collect();
        assert_eq!(ours, theirs, "{name}");
        assert_eq!(ours.len(), usize::from(shape.cells().1), "{name}");
        let mirrored = ours.iter().all(|cells| ours.contains(&normal(cells.iter().map(|((q, r), c)| ((*r, *q), *c)))));
        assert_eq!(mirrored, shape != Shape::TwoColourDiamond, "{name}");
    }
}
