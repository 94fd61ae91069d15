//! The rulebook's statements, and the rulings that no vector covers.

use super::*;
use crate::kernel::Reason;

fn grow(at: [i8; 2]) -> Move {
    Move::Grow { at: hex(at) }
}

fn draw(category: Category) -> Move {
    Move::DrawObjective { category }
}

/// The gardener has come to three pink plots; two pink sections are left.
pub(super) fn short_of_bamboo() -> Scene {
    let scene = Scene::new(2)
        .plot("pink-plain-1", [1, 0], 1)
        .plot("pink-plain-2", [0, 1], 1)
        .plot("pink-plain-3", [1, -1], 1)
        .reserve(1, (0, 0, 19));
    scene.play(Move::MoveGardener { to: hex([1, 0]) })
}

#[test]
fn the_box_holds_what_the_dossier_counts() {
    let components = catalogue();
    let count = |kind: &str| components.iter().filter(|component| component.kind == kind).count();
    let kinds = ["plot", "plot-objective", "gardener-objective", "panda-objective", "improvement-chip"];
    assert_eq!(kinds.map(count), [27, 15, 15, 15, 9]);
    assert_eq!(["irrigation-channel", "bamboo-section", "emperor-card", "die"].map(count), [20, 90, 1, 1]);
    let points = |category| -> u32 {
        let of = Objective::all().filter(|card| card.category() == category);
        of.map(|card| u32::from(card.points())).sum()
    };
    assert_eq!([Category::Plot, Category::Gardener, Category::Panda].map(points), [51, 81, 64]);
}

#[test]
fn plots_and_objectives_are_those_of_the_dossier() {
    let dossier: serde_json::Value =
        serde_json::from_str(include_str!("../../../../../fixtures/rules/takenoko.json")).expect("JSON");
    for (plot, tile) in Plot::all().zip(dossier["tiles"].as_array().unwrap()) {
        let improvement = plot.improvement().map(Improvement::name);
        let ours = serde_json::json!({"id": plot.id(), "colour": plot.colour().name(), "improvement": improvement});
        assert_eq!(&ours, tile);
    }
    let cards: Vec<&serde_json::Value> =
        ["plot", "gardener", "panda"].iter().flat_map(|kind| dossier["objectives"][kind].as_array().unwrap()).collect();
    for card in &cards {
        let id = card["id"].as_str().unwrap();
        let ours: Vec<_> = Objective::all().filter(|card| is_copy(*card, id)).collect();
        assert_eq!(ours.len() as u64, card["copies"].as_u64().unwrap(), "{id}");
        assert!(ours.iter().all(|ours| u64::from(ours.points()) == card["points"].as_u64().unwrap()), "{id}");
    }
}

/// Whether the card is the one, or one of the lettered copies, of an id of the dossier.
fn is_copy(card: Objective, id: &str) -> bool {
    card.id().strip_prefix(id).is_some_and(|copy| copy.is_empty() || (copy.len() == 2 && copy.starts_with('-')))
}

#[test]
fn the_gardener_and_the_panda_start_at_the_pond_and_everyone_has_one_objective_of_each_kind() {
    let state = dealt(&Options::default(), 4);
    assert_eq!((state.gardener, state.panda, state.garden.plots.len()), (Hex::POND, Hex::POND, 0));
    for player in &state.players {
        let kinds: Vec<Category> = player.hand.iter().map(|card| card.category()).collect();
        assert_eq!(kinds, Category::ALL);
    }
}

#[test]
fn with_26_plots_a_plain_green_one_is_left_out() {
    let state = dealt(&Options { plots_in_play: 26, ..Options::default() }, 2);
    assert_eq!((state.pile.len(), state.pile.contains(&plot("green-plain-6"))), (26, false));
}

#[test]
fn the_goal_is_nine_eight_or_seven_objectives() {
    assert_eq!([2, 3, 4].map(|seats| dealt(&Options::default(), seats).target()), [9, 8, 7]);
}

#[test]
fn every_weather_may_be_declined() {
    for phase in [Phase::Choose {}, Phase::Rain {}, Phase::Storm {}, Phase::Clouds {}] {
        let mut scene = Scene::new(2);
        scene.state.phase = phase;
        let scene = scene.play(Move::Decline {});
        assert_eq!((scene.state.phase, scene.state.turn.weather), (Phase::Act {}, None));
    }
    let sun = Scene::new(2).plot("green-plain-1", [1, 0], 1).weather(Weather::Sun);
    let sun = sun.play(Move::TakeChannel {}).play(Move::MovePanda { to: hex([1, 0]) });
    assert!(sun.may(Move::EndTurn {}), "the third action may be left out");
}

#[test]
fn rain_grows_one_section_and_two_with_fertilizer() {
    let garden = || Scene::new(2).plot("green-plain-1", [1, 0], 1).plot("pink-fertilizer-1", [0, 1], 1);
    let rain = |at: [i8; 2]| garden().weather(Weather::Rain).play(Move::RainOn { at: hex(at) }).height(at);
    assert_eq!((rain([1, 0]), rain([0, 1])), (2, 3));
}

#[test]
fn a_storm_drives_the_panda_to_any_plot_or_the_pond_and_it_eats_as_normal() {
    let garden = || {
        let scene = Scene::new(2).plot("green-plain-1", [1, 0], 1).plot("pink-plain-1", [0, 1], 0);
        scene.plot("yellow-watershed-1", [1, 1], 2).weather(Weather::Storm)
    };
    let scene = garden().play(Move::StormTo { to: hex([1, 1]) });
    assert_eq!((scene.height([1, 1]), scene.state.players[0].bamboo.yellow), (1, 1));
    assert!(scene.state.turn.actions.is_empty(), "no action is used");
    let bare = garden().play(Move::StormTo { to: hex([0, 1]) });
    assert!(bare.state.players[0].bamboo.is_empty());
    assert!(scene.weather(Weather::Storm).may(Move::StormTo { to: Hex::POND }));
}

#[test]
fn clouds_bring_a_chip_that_may_be_kept() {
    let scene = Scene::new(2).weather(Weather::Clouds).play(Move::TakeChip { chip: Improvement::Watershed });
    assert_eq!((scene.state.players[0].chips.watershed, scene.state.supply.chips.watershed), (1, 2));
    assert_eq!(scene.state.phase, Phase::Act {});
}

#[test]
fn without_chips_clouds_become_another_weather() {
    let mut scene = Scene::new(2);
    scene.state.supply.chips = Chips::default();
    scene.state.phase = Phase::Choose {};
    let chosen: Vec<Weather> = scene.state.choosable().collect();
    assert_eq!(chosen, [Weather::Sun, Weather::Rain, Weather::Wind, Weather::Storm]);
}

#[test]
fn the_two_other_plots_go_under_the_pile_in_the_order_chosen_and_unseen() {
    let ids = ["green-plain-1", "pink-plain-1", "yellow-plain-1"];
    let scene = Scene::new(2).top_plots(&ids).play(Move::LookAtPlots {});
    let audiences: Vec<_> =
        scene.told.iter().filter(|(_, effect)| matches!(effect, Effect::Saw { .. })).map(|(who, _)| *who).collect();
    assert_eq!(audiences, [Audience::Only(Seat(0))]);
    let mut scene = scene.play(Move::PlacePlot { plot: plot(ids[1]), at: hex([1, 0]), chip: None });
    let mut table = Table::at(GameKey::new([0; 32]), 1);
    let mv = Move::ReturnPlots { upper: plot(ids[2]) };
    Takenoko::play(&mut scene.state, Seat(0), &mv, &mut table).expect("it is legal");
    assert!(table.close().concealed);
    let under: Vec<Plot> = scene.state.pile.iter().rev().take(2).copied().collect();
    assert_eq!(under, [plot(ids[0]), plot(ids[2])]);
}

#[test]
fn with_fewer_than_three_plots_left_there_are_fewer_to_look_at() {
    for left in [1, 2] {
        let mut scene = Scene::new(2);
        scene.state.pile.truncate(left);
        let first = scene.state.pile[0];
        let scene = scene.play(Move::LookAtPlots {});
        let scene = scene.play(Move::PlacePlot { plot: first, at: hex([1, 0]), chip: None });
        assert_eq!((scene.state.phase, scene.state.pile.len()), (Phase::Act {}, left - 1));
    }
}

#[test]
fn the_pond_is_none_of_the_two_plots_that_a_new_one_needs() {
    let garden = Scene::new(2).plot("green-plain-1", [1, 0], 1).plot("green-plain-2", [0, 1], 1).state.garden;
    assert!(garden.has_room(hex([1, 1])), "next to two plots");
    assert!(garden.has_room(hex([-1, 0])), "next to the pond");
    assert!(!garden.has_room(hex([2, 0])), "next to one plot");
    assert!(!garden.has_room(hex([1, 0])) && !garden.has_room(Hex::POND));
}

#[test]
fn a_watershed_is_no_source_for_a_channel() {
    let scene = Scene::dry_pair().chip([1, 1], Improvement::Watershed).stored(1, &[]);
    assert!(scene.irrigated([1, 1]));
    assert!(!scene.may(Move::LayChannel { between: edge([1, 1], [2, 0]) }));
}

#[test]
fn a_channel_at_a_corner_does_not_irrigate() {
    assert!(!Scene::dry_pair().irrigated([1, 1]));
}

#[test]
fn a_channel_at_the_pond_is_wasted_and_can_be_ruled_out() {
    let scene =
        |options: &Options| Scene::with(options, 2).plot("green-plain-1", [1, 0], 1).plot("pink-plain-1", [0, 1], 1);
    let [wasted, free] = [[0, 0], [1, -1]].map(|other| Move::LayChannel { between: edge([1, 0], other) });
    let without = scene(&Options { pond_edge_channel: false, ..Options::default() }).stored(1, &[]);
    assert!(!without.may(wasted) && without.may(Move::LayChannel { between: edge([1, 0], [0, 1]) }));
    let before = scene(&Options::default()).stored(2, &[]);
    assert!(!before.may(free), "there is no plot on its other side");
    let after = before.clone().play(wasted);
    assert_eq!((after.state.players[0].channels, after.state.garden.channels.len()), (1, 1));
    assert_eq!((after.height([1, 0]), after.told.len()), (1, 1), "nothing is watered, nothing grows");
    let lays = |scene: &Scene| -> Vec<Move> {
        scene.legal().into_iter().filter(|mv| matches!(mv, Move::LayChannel { .. }) && *mv != wasted).collect()
    };
    assert_eq!(lays(&after), lays(&before), "it leads nowhere that the pond does not");
    assert!(!after.may(wasted));
}

#[test]
fn the_first_growth_comes_once() {
    let scene = Scene::new(2).place("green-plain-1", [1, 0], None);
    let eaten = scene.play(Move::MovePanda { to: hex([1, 0]) }).stored(0, &[Improvement::Watershed]);
    let scene = eaten.play(Move::PlaceChip { chip: Improvement::Watershed, at: hex([1, 0]) });
    assert_eq!(scene.height([1, 0]), 0);
}

#[test]
fn a_watershed_chip_on_a_dry_plot_lets_it_grow() {
    let scene = Scene::dry_pair().stored(0, &[Improvement::Watershed]);
    let scene = scene.play(Move::PlaceChip { chip: Improvement::Watershed, at: hex([2, 0]) });
    assert_eq!((scene.height([2, 0]), scene.irrigated([2, 0])), (1, true));
}

#[test]
fn a_stored_fertilizer_goes_on_a_new_plot_before_its_first_growth() {
    let scene = Scene::new(2).stored(0, &[Improvement::Fertilizer]);
    let scene = scene.place("green-plain-1", [1, 0], Some(Improvement::Fertilizer));
    assert_eq!((scene.height([1, 0]), scene.state.players[0].chips.fertilizer), (2, 0));
}

#[test]
fn a_chip_may_go_where_bamboo_stands_when_the_option_says_so() {
    let options = Options { chip_needs_bare_plot: false, ..Options::default() };
    let scene = Scene::with(&options, 2).plot("green-plain-1", [1, 0], 2).stored(0, &[Improvement::Enclosure]);
    assert!(scene.may(Move::PlaceChip { chip: Improvement::Enclosure, at: hex([1, 0]) }));
}

#[test]
fn figures_go_over_the_pond_and_over_each_other() {
    let scene = Scene::new(2).plot("green-plain-1", [1, 0], 1).plot("green-plain-2", [-1, 0], 1).gardener([1, 0]);
    assert!(scene.may(Move::MoveGardener { to: Hex::POND }));
    assert!(scene.may(Move::MoveGardener { to: hex([-1, 0]) }));
    assert!(scene.may(Move::MovePanda { to: hex([1, 0]) }));
    assert!(!scene.may(Move::MoveGardener { to: hex([1, 0]) }), "moving is at least one step");
    let pond = scene.play(Move::MoveGardener { to: Hex::POND });
    assert!(!pond.told.iter().any(|(_, effect)| matches!(effect, Effect::Grew { .. })), "nothing grows at the pond");
}

#[test]
fn when_bamboo_runs_short_the_mover_says_which_plot_grows() {
    let scene = short_of_bamboo();
    assert_eq!(scene.legal(), [grow([1, 0]), grow([0, 1]), grow([1, -1])]);
    let scene = scene.play(grow([1, -1])).play(grow([0, 1]));
    assert_eq!([[1, 0], [0, 1], [1, -1]].map(|at| scene.height(at)), [1, 2, 2]);
    assert!(scene.heard(&Effect::NotGrown { at: hex([1, 0]), sections: 1 }));
    assert!(scene.state.growing.is_empty() && scene.may(Move::TakeChannel {}));
}

#[test]
fn the_last_section_grows_on_a_fertilized_plot_that_wants_two() {
    let scene = Scene::new(2).plot("pink-fertilizer-1", [1, 0], 1).reserve(1, (0, 0, 22));
    assert_eq!(scene.play(Move::MoveGardener { to: hex([1, 0]) }).height([1, 0]), 2);
}

#[test]
fn a_card_may_be_claimed_before_the_roll_after_the_last_action_and_several_in_a_turn() {
    let cards = ["panda-green-2-a", "panda-green-2-b"];
    let [first, second] = cards.map(|id| Move::Claim { objective: objective(id) });
    let mut scene = Scene::new(2).reserve(0, (4, 0, 0)).hand(&cards);
    scene.state.phase = Phase::Roll {};
    let mut scene = scene.play(first);
    scene.state.phase = Phase::Act {};
    scene.state.turn.actions = vec![Action::Plot, Action::Panda];
    let scene = scene.play(second);
    assert_eq!((scene.state.score(Seat(0)), scene.state.supply.bamboo.green), (6, 36));
}

fn claim(id: &str) -> Move {
    Move::Claim { objective: objective(id) }
}

#[test]
fn a_card_may_be_claimed_while_plots_are_looked_at_and_returned_also_the_last_one() {
    let seven = ["a", "b", "c", "d", "e"].map(|copy| format!("panda-green-2-{copy}"));
    let seven: Vec<&str> = seven.iter().map(String::as_str).chain(["panda-yellow-2-a", "panda-yellow-2-b"]).collect();
    let cards = ["panda-pink-2-a", "panda-pink-2-b"];
    let ids = ["green-plain-1", "pink-plain-1", "yellow-plain-1"];
    let scene = Scene::new(2).claimed(0, &seven).reserve(0, (0, 0, 4)).hand(&cards).stored(1, &[]).top_plots(&ids);
    let looking = scene.play(Move::LookAtPlots {}).play(claim(cards[0]));
    assert_eq!(looking.state.phase, Phase::Place { looked_at: ids.map(plot).into() });
    let returning = looking.play(Move::PlacePlot { plot: plot(ids[0]), at: hex([1, 0]), chip: None });
    assert_eq!(returning.state.emperor, None);
    let order = |upper| Move::ReturnPlots { upper: plot(upper) };
    assert_eq!(
        returning.legal(),
        [order(ids[1]), order(ids[2]), claim(cards[1])],
        "a channel waits for the step's end"
    );
    let scene = returning.play(claim(cards[1]));
    assert_eq!((scene.state.emperor, scene.state.score(Seat(0))), (Some(Seat(0)), 5 * 3 + 2 * 4 + 2 * 5 + 2));
    assert_eq!(scene.play(order(ids[1])).state.phase, Phase::Act {});
}

#[test]
fn a_card_may_be_claimed_while_growth_is_ordered_and_bamboo_that_it_gives_back_grows_as_well() {
    let mut scene = short_of_bamboo().hand(&["panda-pink-2-a", "plot-arc-pink"]);
    let eaten = scene.state.players[1].bamboo.take(Colour::Pink, 2);
    scene.state.players[0].bamboo.add(Colour::Pink, eaten);
    let [panda, arc] = ["panda-pink-2-a", "plot-arc-pink"].map(claim);
    assert_eq!(scene.legal(), [grow([1, 0]), grow([0, 1]), grow([1, -1]), panda, arc]);
    let scene = scene.play(arc).play(grow([1, 0]));
    assert_eq!(scene.legal(), [grow([0, 1]), grow([1, -1]), panda], "one section for two plots");
    let scene = scene.play(panda);
    assert_eq!([[1, 0], [0, 1], [1, -1]].map(|at| scene.height(at)), [2, 2, 2]);
    assert_eq!((scene.state.supply.bamboo.pink, scene.state.growing.len()), (2 - 1 + 2 - 2, 0));
    assert!(scene.may(Move::TakeChannel {}), "the turn goes on");
}

#[test]
fn the_same_plots_serve_two_objectives_and_panda_bamboo_is_spent() {
    let line = [("green-plain-1", [1, 0]), ("green-watershed-1", [2, 0]), ("green-watershed-2", [3, 0])];
    let scene = line.into_iter().fold(Scene::new(2), |scene, (id, at)| scene.plot(id, at, 1));
    let scene = scene.hand(&["plot-line-green", "panda-green-2-a", "panda-green-2-b"]).reserve(0, (2, 0, 0));
    let scene = scene.play(Move::Claim { objective: objective("plot-line-green") });
    assert!(scene.fulfils("plot-line-green"), "another seat could claim it as well");
    let scene = scene.play(Move::Claim { objective: objective("panda-green-2-a") });
    assert!(!scene.may(Move::Claim { objective: objective("panda-green-2-b") }));
}

#[test]
fn improvements_are_asked_for_and_printed_ones_count_like_chips() {
    let printed = Scene::new(2).plot("pink-watershed-1", [1, 0], 4).gardener([1, 0]);
    assert!(printed.fulfils("gardener-pink-4-watershed") && !printed.fulfils("gardener-pink-4-none"));
    let plain = Scene::new(2).plot("pink-plain-1", [1, 0], 4).gardener([1, 0]);
    assert!(plain.fulfils("gardener-pink-4-none") && !plain.fulfils("gardener-pink-4-watershed"));
    assert!(plain.chip([1, 0], Improvement::Watershed).fulfils("gardener-pink-4-watershed"));
}

#[test]
fn a_drawn_objective_that_is_fulfilled_already_is_treated_as_the_option_says() {
    let drawn = |drawn_fulfilled, edition| {
        let options = Options { drawn_fulfilled, edition, ..Options::default() };
        let line = [("green-plain-1", [1, 0]), ("green-watershed-1", [2, 0]), ("green-watershed-2", [3, 0])];
        let scene = line.into_iter().fold(Scene::with(&options, 2), |scene, (id, at)| scene.plot(id, at, 1));
        scene.top("plot-line-green").play(draw(Category::Plot)).state
    };
    let card = objective("plot-line-green");
    let kept = drawn(None, Edition::First);
    assert_eq!(
        (kept.players[0].hand.as_slice(), kept.turn.actions.as_slice()),
        (&[card][..], &[Action::Objective][..])
    );
    let bottom = drawn(Some(DrawnFulfilled::Bottom), Edition::First);
    assert_eq!((bottom.decks.plot.back(), bottom.turn.bottomed.plot), (Some(&card), 1));
    assert!(bottom.turn.actions.is_empty());
    assert_eq!(drawn(None, Edition::Second).discarded, [card]);
}

#[test]
fn a_panda_objective_is_always_kept() {
    let scene = Scene::new(2).reserve(0, (2, 0, 0)).top("panda-green-2-a").play(draw(Category::Panda));
    assert_eq!(scene.state.players[0].hand, [objective("panda-green-2-a")]);
    assert!(scene.may(Move::Claim { objective: objective("panda-green-2-a") }), "in the same turn");
}

#[test]
fn a_deck_gone_through_once_counts_as_empty_for_the_turn() {
    let options = Options { drawn_fulfilled: Some(DrawnFulfilled::Bottom), ..Options::default() };
    let line = [("green-plain-1", [1, 0]), ("green-watershed-1", [2, 0]), ("green-watershed-2", [3, 0])];
    let mut scene = line.into_iter().fold(Scene::with(&options, 2), |scene, (id, at)| scene.plot(id, at, 1));
    scene.state.decks.plot = [objective("plot-line-green")].into();
    let scene = scene.play(draw(Category::Plot));
    assert!(!scene.may(draw(Category::Plot)) && scene.may(draw(Category::Panda)));
}

#[test]
fn only_the_first_to_complete_takes_the_emperor_card_and_its_two_points() {
    let eight = ["a", "b", "c", "d", "e"].map(|copy| format!("panda-green-2-{copy}"));
    let eight: Vec<&str> = eight.iter().map(String::as_str).chain(["plot-line-green", "plot-arc-green"]).collect();
    let mut scene = Scene::new(4).claimed(1, &eight[..6]).reserve(0, (0, 0, 2)).hand(&["panda-pink-2-a"]);
    scene.state.emperor = Some(Seat(1));
    scene.state.players[0].claimed = std::mem::take(&mut scene.state.players[1].claimed);
    let scene = scene.play(Move::Claim { objective: objective("panda-pink-2-a") });
    assert_eq!((scene.state.emperor, scene.state.score(Seat(1))), (Some(Seat(1)), 2));
}

#[test]
fn at_the_cap_the_game_ends_and_is_scored() {
    let mut scene = Scene::with(&Options { turn_cap: 20, ..Options::default() }, 2);
    scene = scene.end_turn();
    let outcome = Takenoko::outcome(&scene.state).expect("it is over");
    let words = words(&outcome.reason);
    assert_eq!((outcome.ranking.len(), words.as_deref()), (1, Some("the last of 20 turns was played")));
}

#[test]
fn after_the_emperor_card_the_game_is_over_because_of_who_took_it() {
    let mut scene = Scene::new(3).claimed(1, &["panda-green-2-a"]);
    scene.state.emperor = Some(Seat(1));
    scene.state.phase = Phase::Over { by: End::Emperor };
    let outcome = Takenoko::outcome(&scene.state).expect("it is over");
    assert_eq!(outcome.scores, [0, 3 + 2, 0], "three for the objective and two for the card");
    assert_eq!(outcome.reason, Reason::of("emperor").with("seat", 1));
    let sentence = "seat 1 took the Emperor card, and the others had their last turn";
    assert_eq!(words(&outcome.reason).as_deref(), Some(sentence));
}

#[test]
fn a_tie_after_panda_points_is_shared() {
    let mut scene = Scene::new(2).claimed(0, &["panda-green-2-a"]).claimed(1, &["panda-green-2-b"]);
    scene.state.phase = Phase::Over { by: End::TurnCap };
    assert_eq!(Takenoko::outcome(&scene.state).expect("it is over").ranking, [vec![Seat(0), Seat(1)]]);
}
