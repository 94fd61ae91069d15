//! Single rulings about effects, buildings and their order.

use super::*;

#[test]
fn icons_are_carried_out_from_left_to_right() {
    // PB-05: hire, then a bamboo.
    let scene = Scene::new(3).in_play(0, &["PB-05"]).rolled([2, 6]);
    assert_eq!(scene.held(0, Resource::Bamboo), 0);
    let view = scene.view(Viewer::Spectator);
    assert_eq!(view.awaited, Some(Awaited::Hire {}));
    assert_eq!(view.unresolved[0].icons, [Operation::Gain { count: 1, resource: Resource::Bamboo }]);
    let scene = scene.play(PASS);
    assert_eq!((scene.held(0, Resource::Bamboo), scene.have(0).hand.len()), (1, 0));
}

#[test]
fn the_order_of_activations_is_asked_for_only_where_it_can_matter() {
    // Two fixed gains come to the same in any order.
    let fixed = Scene::new(3).in_play(0, &["PC-04", "PC-05"]).rolled([3, 5]);
    assert_eq!(fixed.held(0, Resource::Bamboo), 3);
    // Of a short supply more may be there after a card is played between them.
    let mut short = Scene::new(3).in_play(0, &["PC-04", "PC-05"]);
    short.state.supply.bamboo = 2;
    assert_eq!(short.rolled([3, 5]).legal(), [activate("PC-04"), activate("PC-05")]);
    let asked = Scene::new(3).in_play(0, &["PC-04", "PT-03"]).rolled([3, 5]);
    assert_eq!(asked.legal(), [activate("PC-04"), activate("PT-03")]);
    let asked = asked.play(activate("PT-03"));
    let skipped = Effect::Skipped { operation: Operation::Exchange {}, seat: Seat(0) };
    assert!(asked.heard(&skipped), "without a resource nothing is exchanged");
    assert_eq!(asked.held(0, Resource::Bamboo), 1, "the last one is activated by itself");
}

#[test]
fn a_panda_that_is_paid_away_is_not_activated_any_more() {
    let scene = Scene::new(3).offered(&["A-05"]).in_play(0, &["PB-06", "PC-05"]);
    let scene = scene.resources(0, &[(Resource::Bamboo, 2)]).rolled([2, 6]);
    let pay = Move::Pay { panda: panda("PC-05") };
    let scene = scene.plays(&[activate("PB-06"), build("A-05"), pay]);
    assert_eq!(scene.held(0, Resource::Bamboo), 0);
    assert_eq!(scene.activated(), [panda("PB-06")]);
}

#[test]
fn a_panda_acts_once_in_a_trigger_and_again_in_the_next() {
    // PM-02 activates any two; PM-01 any one.
    let scene = Scene::new(3).in_play(0, &["PM-01", "PM-02", "PC-10"]).acting();
    let scene = scene.plays(&[act(Area::Activate), activate("PM-02"), activate("PM-01")]);
    assert_eq!(scene.legal(), [activate("PC-10"), PASS], "neither of the two monks again");
    let scene = scene.play(activate("PC-10"));
    // The second icon of PM-02 finds nobody left.
    assert_eq!(scene.state.phase, Phase::Act {});
    let scene = scene.plays(&[act(Area::Activate), activate("PC-10")]);
    assert_eq!(scene.held(0, Resource::Water), 2);
}

#[test]
fn other_seats_neither_play_cards_nor_use_buildings_in_a_turn_that_is_not_theirs() {
    let scene = Scene::new(3).in_play(1, &["PB-07"]).built(1, "A-06", &[]).built(1, "B-06", &[]).in_hand(1, &["PC-07"]);
    let scene = scene.resources(1, &[(Resource::Bamboo, 1)]).rolled([3, 6]);
    assert_eq!(scene.awaited(), Seat(1));
    assert!(scene.legal().iter().all(|mv| matches!(mv, Move::Hire { .. } | Move::Pass {})));
    let hired = scene.state.pandas.market[0];
    let scene = scene.play(Move::Hire { panda: hired });
    assert_eq!(scene.have(1).resources.total(), 1, "A-06 and B-06 are not triggered");
    assert_eq!(scene.awaited(), Seat(0));
}

#[test]
fn a_short_supply_gives_what_is_left() {
    let mut scene = Scene::new(3).in_play(0, &["PC-18"]);
    scene.state.supply = counted(&[(Resource::Gold, 1), (Resource::Bao, 1)]);
    let mut scene = scene.rolled([6, 6]);
    assert_eq!(scene.refused(take(Resource::Water)).code, "supply-empty");
    let scene = scene.play(take(Resource::Gold));
    // The second one is forced, the third finds nothing, and so do the three of the chosen die.
    assert_eq!(scene.have(0).resources, counted(&[(Resource::Gold, 1), (Resource::Bao, 1)]));
    assert!(scene.heard(&Effect::Skipped { operation: Operation::GainAny { count: 3 }, seat: Seat(0) }));
}

#[test]
fn buildings_of_an_action_are_used_in_any_order_or_not_at_all() {
    let scene = Scene::new(3).built(0, "A-06", &[]).built(0, "A-08", &[]).acting().play(act(Area::Hire));
    let hired = scene.state.pandas.market[0];
    let scene = scene.play(Move::Hire { panda: hired });
    assert_eq!(scene.legal(), [use_building("A-06"), use_building("A-08"), PASS]);
    let scene = scene.play(use_building("A-08")).play(PASS);
    assert_eq!(scene.have(0).resources, counted(&[(Resource::Gold, 1)]));
}

#[test]
fn an_action_that_does_nothing_triggers_no_building() {
    let scene = Scene::new(3).built(0, "A-06", &[]).acting().play(act(Area::Hire)).play(PASS);
    assert_eq!((scene.state.phase, scene.have(0).resources.total()), (Phase::Act {}, 0));
}

#[test]
fn a_slide_counts_as_building() {
    let scene = Scene::new(3).built(0, "A-04", &[]).in_hand(0, &["PC-01"]).acting();
    let scene = scene.plays(&[act(Area::Build), slide("PC-01", "A-04"), use_building("A-04"), take(Resource::Gold)]);
    assert_eq!(scene.held(0, Resource::Gold), 1);
}

#[test]
fn a_numeral_counts_once_on_doubles_and_only_for_its_owner() {
    let scene = Scene::new(3).built(0, "B-06", &[]).built(1, "B-12", &[]).rolled([3, 3]);
    assert_eq!(scene.legal(), [use_building("B-06"), PASS]);
    let scene = scene.play(use_building("B-06"));
    assert_eq!(scene.held(0, Resource::Gold), 1);
    assert_eq!(scene.state.phase, Phase::Act {});
    let sixes = Scene::new(3).built(1, "B-12", &[]).rolled([6, 6]);
    assert_eq!(sixes.held(1, Resource::Bao), 0);
}

#[test]
fn numerals_see_the_dice_as_they_were_changed() {
    let scene = Scene::new(3).built(0, "B-06", &[]).built(0, "B-03", &[]).rolled([1, 6]);
    let scene = scene.play(change_die("B-03", 1, 3));
    assert!(scene.allows(use_building("B-06")));
    assert_eq!(scene.state.turn.dice, Some([3, 6]));
}

#[test]
fn a_card_paid_for_by_a_numeral_can_be_played_before_the_sum() {
    // B-12 gives the bao that PC-16 (6, 12) costs.
    let scene = Scene::new(3).built(0, "B-12", &[]).in_hand(0, &["PC-16"]).rolled([6, 6]);
    let scene = scene.play(use_building("B-12"));
    let mv = Move::PlayPanda { panda: panda("PC-16") };
    assert!(scene.allows(mv));
    let scene = scene.play(mv);
    assert_eq!(scene.activated(), [panda("PC-16")], "by the sum of 12, with the die still to come");
}

#[test]
fn a_seven_may_skip_the_chosen_die_by_option() {
    let seven = |seven_skips_activation| {
        let options = Options { seven_skips_activation, ..Options::default() };
        Scene::with(options, 3).in_play(0, &["PC-05"]).rolled([2, 5])
    };
    assert_eq!(seven(false).legal(), [Move::ChooseDie { value: 2 }, Move::ChooseDie { value: 5 }]);
    assert_eq!(seven(true).state.phase, Phase::Act {});
    assert!(seven(true).heard(&Effect::Seven { resource: None }), "nobody has a resource, so none is named");
}

#[test]
fn the_rest_icon_sends_any_meeple_home_or_by_option_only_an_own_one() {
    let rest = |rest_any_meeple| {
        let options = Options { rest_any_meeple, ..Options::default() };
        let scene = Scene::with(options, 2).meeple(0, Area::Market).meeple(1, Area::Hire).emperor(Area::Build);
        scene.in_play(0, &["PM-10"]).rolled([4, 6])
    };
    let (market, hire) = (Move::Rest { area: Area::Market }, Move::Rest { area: Area::Hire });
    assert_eq!(rest(true).legal(), [market, hire, PASS], "but not the Emperor");
    assert_eq!(rest(false).legal(), [market, PASS]);
    assert_eq!(rest(true).play(hire).at_home(1), 2);
}

#[test]
fn hidden_hands_are_seen_by_their_owners_alone() {
    let options = Options { hand_public: false, ..Options::default() };
    let scene = Scene::with(options, 3).in_hand(1, &["PC-01"]);
    let seen = |viewer| scene.view(viewer).seats[1].hand.clone().map(|hand| hand.len());
    assert_eq!(seen(Viewer::Seat(Seat(1))), Some(1));
    assert_eq!(seen(Viewer::Seat(Seat(0))), None);
    assert_eq!(seen(Viewer::Full), Some(1));
    assert_eq!(scene.view(Viewer::Spectator).seats[1].hand_count, 1);
    let open = Scene::new(3).in_hand(1, &["PC-01"]).view(Viewer::Spectator);
    assert_eq!(open.seats[1].hand.as_ref().map(Vec::len), Some(1));
}

#[test]
fn a_view_tells_the_points_now_and_those_still_possible() {
    let scene = Scene::new(3).built(0, "A-02", &["PT-01"]).built(0, "B-01", &["PC-01"]).built(0, "C-03", &["PT-02"]);
    let view = scene.view(Viewer::Spectator);
    let seat = &view.seats[0];
    assert_eq!((seat.points_now, seat.points_possible, seat.points_final), (2, 8, None));
    let lacking = [Need { count: 2, kind: Kind::Collector }];
    assert_eq!((&seat.buildings[1].lacking[..], seat.buildings[1].points_now), (&lacking[..], 0));
}

#[test]
fn the_emptied_building_deck_shrinks_the_market_and_ends_nothing() {
    let mut scene = Scene::new(3).offered(&["A-05"]).resources(0, &[(Resource::Bamboo, 2)]).in_hand(0, &["PC-01"]);
    scene.state.buildings.deck.clear();
    let scene = scene.acting().play(act(Area::Build)).play(build("A-05"));
    assert_eq!((scene.state.buildings.market.len(), scene.state.ending), (4, None));
}

#[test]
fn an_own_meeple_is_displaced_like_any_other() {
    let scene = Scene::new(3).meeple(0, Area::Hire).acting().in_hand(0, &["PC-01"]);
    let scene = scene.resources(0, &[(Resource::Bamboo, 1)]).play(fetch(Area::Hire));
    assert!(scene.heard(&Effect::Rested { area: Area::Hire, seat: Seat(0) }));
    assert_eq!((scene.at_home(0), scene.state.turn.placements), (1, 0));
}
