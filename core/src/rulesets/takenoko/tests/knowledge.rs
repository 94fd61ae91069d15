//! Who sees what (TK-32), and what the view tells of the own objectives.

use super::*;

#[test]
fn a_hand_is_seen_by_its_seat_and_its_backs_by_all() {
    let scene = Scene::new(3).hand(&["plot-line-green", "plot-arc-pink", "panda-green-2"]);
    let [own, other, open, full] = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::Full]
        .map(|viewer| scene.view(viewer).seats[0].clone());
    assert_eq!(own.cards.as_ref().map(Vec::len), Some(3));
    assert_eq!((other.cards, open.cards), (None, None));
    assert_eq!(full.cards, own.cards);
    assert_eq!(open.hand, Counts { gardener: 0, panda: 1, plot: 2 });
}

#[test]
fn plots_looked_at_are_seen_by_the_looker_alone() {
    let scene = Scene::new(2).play(Move::LookAtPlots {});
    let seen = |viewer| match scene.view(viewer).awaited {
        Some(Awaited::PlacePlot { count: 3, plots }) => plots.is_some(),
        awaited => panic!("{awaited:?}"),
    };
    let viewers = [Viewer::Seat(Seat(0)), Viewer::Full, Viewer::Seat(Seat(1)), Viewer::Spectator];
    assert_eq!(viewers.map(seen), [true, true, false, false]);
}

#[test]
fn decks_and_pile_are_counted_for_all_and_shown_in_the_full_view() {
    let scene = Scene::new(2);
    assert_eq!((scene.view(Viewer::Spectator).pile, scene.view(Viewer::Spectator).hidden), (27, None));
    assert_eq!(scene.view(Viewer::Full).hidden.map(|hidden| hidden.pile.len()), Some(27));
}

fn card(scene: &Scene, id: &str) -> HandCard {
    let cards = scene.view(Viewer::Seat(Seat(0))).seats[0].cards.clone().expect("the own hand");
    cards.into_iter().find(|card| card.objective == objective(id)).expect("in hand")
}

#[test]
fn the_view_tells_what_each_own_objective_misses() {
    let scene = Scene::new(2)
        .plot("green-plain-1", [1, 0], 4)
        .plot("green-watershed-1", [2, 0], 0)
        .plot("green-plain-2", [3, 0], 0)
        .reserve(0, (1, 2, 0))
        .hand(&["plot-line-green", "plot-line-pink", "gardener-green-4-none", "panda-one-of-each", "panda-yellow-2"]);
    let missing = |id| card(&scene, id).missing;
    assert_eq!(missing("plot-line-green"), Some(Missing::Plots { dry: 1, plots: 0 }));
    assert_eq!(missing("plot-line-pink"), Some(Missing::Plots { dry: 0, plots: 3 }));
    assert_eq!(missing("gardener-green-4-none"), Some(Missing::Stalks { gardener: true, stalks: 0 }));
    let pink = Bamboo { pink: 1, ..Bamboo::default() };
    assert_eq!(missing("panda-one-of-each"), Some(Missing::Bamboo { bamboo: pink }));
    assert_eq!((missing("panda-yellow-2"), card(&scene, "panda-yellow-2").fulfilled), (None, true));
}

#[test]
fn a_plot_objective_misses_what_its_nearest_place_misses() {
    let missing = |plots: &[(&str, [i8; 2])]| {
        let scene = Scene::new(2).hand(&["plot-line-green"]);
        let scene = plots.iter().fold(scene, |scene, (id, at)| scene.plot(id, *at, 0));
        card(&scene, "plot-line-green").missing
    };
    // Beside the pond a plot is irrigated.
    assert_eq!(missing(&[("green-plain-1", [1, 0])]), Some(Missing::Plots { dry: 0, plots: 2 }));
    let dry = [("green-plain-1", [1, 0]), ("green-plain-2", [2, 0])];
    assert_eq!(missing(&dry), Some(Missing::Plots { dry: 1, plots: 1 }), "a dry plot is nearer than none");
    let pair = [("green-plain-1", [-1, 0]), ("green-watershed-1", [-2, 0])];
    assert_eq!(missing(&pair), Some(Missing::Plots { dry: 0, plots: 1 }));
    let line = [("green-plain-2", [1, 0]), ("green-watershed-2", [2, 0]), ("green-plain-3", [3, 0])];
    assert_eq!(missing(&[pair.as_slice(), &line].concat()), Some(Missing::Plots { dry: 1, plots: 0 }));
}
