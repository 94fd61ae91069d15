//! When a card may be played (VP-27), and in which order pandas act (VP-12, VP-14).

use super::*;

fn play(id: &str) -> Move {
    Move::PlayPanda { panda: panda(id) }
}

/// "If the card activates further pandas, you carry out their effects in any order you choose." PM-14 activates a trader
/// and a collector.
#[test]
fn pandas_that_a_card_activates_act_in_an_order_of_choice() {
    let scene = || Scene::new(3).in_play(0, &["PM-14", "PT-03", "PC-13"]).acting();
    let asked = || scene().plays(&[act(Area::Activate), activate("PM-14")]);
    assert_eq!(asked().legal(), [activate("PT-03"), activate("PC-13"), PASS]);
    // The collector first: its bao is there to be exchanged by the trader.
    let collected = asked().plays(&[activate("PC-13"), activate("PT-03")]);
    assert!(collected.allows(exchange(&[(Resource::Bao, 1)], &[(Resource::Gold, 1)])));
    // The trader first: there is nothing to exchange yet.
    let traded = asked().plays(&[activate("PT-03"), activate("PC-13")]);
    assert!(traded.heard(&Effect::Skipped { operation: Operation::Exchange {}, seat: Seat(0) }));
    assert_eq!((traded.state.phase, traded.held(0, Resource::Bao)), (Phase::Act {}, 1));
}

#[test]
fn of_the_pandas_that_a_card_activates_any_are_left_out_and_none_acts_twice() {
    let scene = Scene::new(3).in_play(0, &["PM-14", "PT-03", "PC-13", "PC-14"]).acting();
    let asked = scene.plays(&[act(Area::Activate), activate("PM-14")]);
    let one = asked.clone().play(activate("PC-13"));
    assert_eq!(one.legal(), [activate("PT-03"), PASS], "one collector, and one trader");
    let one = one.play(PASS);
    assert_eq!((one.state.phase, one.activated()), (Phase::Act {}, vec![panda("PM-14"), panda("PC-13")]));
    let none = asked.play(PASS);
    assert_eq!((none.state.phase, none.activated()), (Phase::Act {}, vec![panda("PM-14")]));
}

/// PM-13 activates a trader, then receives a bao.
#[test]
fn the_other_icons_of_a_card_stay_where_they_stand() {
    let scene = Scene::new(3).in_play(0, &["PM-13", "PT-03"]).acting();
    let scene = scene.plays(&[act(Area::Activate), activate("PM-13")]);
    assert_eq!(scene.held(0, Resource::Bao), 0);
    let scene = scene.play(activate("PT-03"));
    assert!(scene.heard(&Effect::Skipped { operation: Operation::Exchange {}, seat: Seat(0) }), "before the bao");
    assert_eq!(scene.held(0, Resource::Bao), 1);
}

#[test]
fn a_view_tells_which_pandas_a_card_can_still_activate() {
    let scene = Scene::new(3).in_play(0, &["PM-11", "PM-09", "PC-10", "S-SQ-T"]).acting();
    let scene = scene.plays(&[act(Area::Activate), activate("PM-11")]);
    let icon = |kind| Operation::Activate { kind };
    let view = scene.view(Viewer::Spectator);
    let (acted, icons) = (vec![panda("PM-11")], vec![icon(Kind::Monk), icon(Kind::Collector)]);
    assert_eq!((view.awaited, view.unresolved), (Some(Awaited::Activate { acted, icons }), vec![]));
    let view = scene.play(activate("PM-09")).view(Viewer::Spectator);
    let (acted, icons) = (vec![panda("PM-11"), panda("PM-09")], vec![icon(Kind::Trader)]);
    assert_eq!(view.awaited, Some(Awaited::Activate { acted, icons }));
    let rest = UnresolvedView { panda: Some(panda("PM-11")), building: None, icons: vec![icon(Kind::Collector)] };
    assert_eq!(view.unresolved, [rest]);
}

#[test]
fn another_seat_chooses_the_order_of_its_own_pandas() {
    let scene = Scene::new(3).in_play(1, &["PM-14", "PT-03", "PC-10"]).rolled([5, 6]);
    assert_eq!(scene.awaited(), Seat(1));
    assert_eq!(scene.legal(), [activate("PT-03"), activate("PC-10"), PASS]);
    let scene = scene.plays(&[activate("PC-10"), activate("PT-03")]);
    assert!(scene.allows(exchange(&[(Resource::Water, 1)], &[(Resource::Gold, 1)])));
}

#[test]
fn a_card_is_played_between_two_pandas_that_the_dice_activate() {
    // The first one gives the bamboo that PC-13 costs.
    let scene = Scene::new(3).in_play(0, &["PC-05", "PC-04"]).in_hand(0, &["PC-13"]).rolled([2, 6]);
    assert_eq!(scene.activated(), [panda("PC-05")]);
    assert_eq!(scene.legal(), [activate("PC-04"), play("PC-13")]);
    let scene = scene.play(play("PC-13"));
    assert_eq!(scene.activated(), [panda("PC-05"), panda("PC-04")], "PC-13 has no 8");
    assert_eq!((scene.state.phase, scene.held(0, Resource::Bamboo)), (Phase::Die {}, 2));
    // The same with the chosen die.
    let scene = Scene::new(3).in_play(0, &["PC-05", "PC-04"]).in_hand(0, &["PC-13"]).rolled([2, 1]);
    let scene = scene.play(Move::ChooseDie { value: 2 });
    assert_eq!(scene.legal(), [activate("PC-04"), play("PC-13")]);
}

/// VP-12: "every own play-area card carrying the sum".
#[test]
fn a_card_played_while_the_dice_activate_pandas_is_activated_too_if_it_carries_the_value() {
    // PT-03 (2, 8) exchanges, for a bamboo that PC-05 gives.
    let scene = Scene::new(3).in_play(0, &["PC-05"]).in_hand(0, &["PT-03"]).rolled([2, 6]);
    assert_eq!(scene.view(Viewer::Spectator).awaited, Some(Awaited::NextPanda { pandas: vec![] }));
    assert_eq!(scene.legal(), [play("PT-03"), PASS]);
    let passed = scene.clone().play(PASS);
    assert_eq!((passed.state.phase, passed.activated()), (Phase::Die {}, vec![panda("PC-05")]));
    let scene = scene.play(play("PT-03"));
    assert_eq!(scene.activated(), [panda("PC-05"), panda("PT-03")]);
    let scene = scene.play(exchange(&[(Resource::Bamboo, 1)], &[(Resource::Gold, 1)]));
    assert_eq!(scene.state.phase, Phase::Die {});
    // By the chosen die, and not by both dice.
    let scene = Scene::new(3).in_play(0, &["PC-05"]).in_hand(0, &["PT-03"]).rolled([2, 1]);
    let scene = scene.play(Move::ChooseDie { value: 2 }).play(play("PT-03"));
    assert_eq!(scene.activated(), [panda("PC-05"), panda("PT-03")]);
}

#[test]
fn after_its_last_panda_a_seat_is_asked_only_where_something_else_would_come_first() {
    let rolled = |scene: Scene| scene.in_play(0, &["PC-05"]).in_hand(0, &["PC-13"]).rolled([2, 6]);
    assert_eq!(rolled(Scene::new(3)).state.phase, Phase::Die {}, "there the card can be played as well");
    // The pandas of another seat come first.
    let scene = rolled(Scene::new(3).in_play(1, &["PC-04"]));
    assert_eq!(scene.legal(), [play("PC-13"), PASS]);
    assert_eq!(scene.held(1, Resource::Bamboo), 0);
    let scene = scene.play(PASS);
    assert_eq!((scene.held(1, Resource::Bamboo), scene.state.phase), (1, Phase::Die {}));
}

#[test]
fn a_card_is_played_before_the_effect_of_a_building() {
    // PC-10 gives the water that PC-04 costs, and A-10 then activates PC-04.
    let scene = Scene::new(3).built(0, "A-10", &[]).in_play(0, &["PC-10"]).in_hand(0, &["PC-04"]).acting();
    let scene = scene.plays(&[act(Area::Activate), activate("PC-10")]);
    assert_eq!(scene.legal(), [use_building("A-10"), play("PC-04"), PASS]);
    let scene = scene.plays(&[play("PC-04"), use_building("A-10"), activate("PC-04")]);
    assert_eq!(scene.held(0, Resource::Bamboo), 1);
}

#[test]
fn a_card_is_played_before_a_seven_costs_its_price() {
    let scene = Scene::new(3).in_hand(0, &["PC-13"]).resources(0, &[(Resource::Bamboo, 1)]).rolled([3, 4]).play(PASS);
    assert!(scene.allows(Move::NameResource { resource: Resource::Bamboo }));
    let scene = scene.play(play("PC-13"));
    assert!(scene.heard(&Effect::Seven { resource: None }), "and then nobody has a resource");
}

#[test]
fn no_card_is_played_inside_the_effect_of_a_card_or_building() {
    let rich = |scene: Scene| scene.in_hand(0, &["PC-13"]).resources(0, &[(Resource::Bamboo, 3)]);
    let hire = |scene: Scene| {
        let panda = scene.state.pandas.market[0];
        scene.play(Move::Hire { panda })
    };
    let hiring =
        || rich(Scene::new(3).in_play(0, &["PB-15"])).acting().plays(&[act(Area::Activate), activate("PB-15")]);
    let used = rich(Scene::new(3).built(0, "A-07", &[])).acting().play(act(Area::Hire));
    let numeral = rich(Scene::new(3).built(0, "B-11", &[])).rolled([4, 1]).plays(&[PASS, use_building("B-11")]);
    let calling = rich(Scene::new(3).in_play(0, &["PM-14", "PT-03", "PC-14"])).acting();
    let calling = calling.plays(&[act(Area::Activate), activate("PM-14"), activate("PC-14")]);
    for mut scene in [hiring(), hire(hiring()), hire(used).play(use_building("A-07")), numeral, calling] {
        assert!(!scene.allows(play("PC-13")));
        assert_eq!(scene.refused(play("PC-13")).code, "not-awaited");
    }
}

/// VP-18: the sum activates the pandas of another seat, and it is not its turn.
#[test]
fn another_seat_plays_no_card_between_its_pandas() {
    let scene = Scene::new(3).in_play(1, &["PC-04", "PT-03"]).in_hand(1, &["PC-13"]);
    let mut scene = scene.resources(1, &[(Resource::Bamboo, 1)]).rolled([2, 6]);
    assert_eq!((scene.awaited(), scene.legal()), (Seat(1), vec![activate("PC-04"), activate("PT-03")]));
    let refused = scene.refused(play("PC-13"));
    assert_eq!((refused.code, refused.detail.contains("play-panda")), ("not-awaited", false));
}

/// PB-12 builds B-06, whose numeral is 3, while the numeral of B-08 activates it: a 3 and a 5 were rolled before.
#[test]
fn a_building_that_is_built_after_the_roll_is_not_used_by_it() {
    let price = [(Resource::Bao, 3), (Resource::Gold, 1), (Resource::Water, 1)];
    let scene = Scene::new(3).built(0, "B-08", &[]).offered(&["B-06"]).in_play(0, &["PB-12"]).resources(0, &price);
    let scene = scene.in_hand(0, &["PT-01", "PT-02", "PT-04", "PC-16"]).rolled([3, 5]).play(PASS);
    let pay = |id| Move::Pay { panda: panda(id) };
    let scene = scene.plays(&[use_building("B-08"), activate("PB-12"), build("B-06")]);
    let mut scene = scene.plays(&[pay("PT-01"), pay("PT-02"), pay("PT-04")]);
    assert_eq!(scene.legal(), [PASS, play("PC-16")]);
    let refused = scene.refused(use_building("B-06"));
    assert_eq!((refused.code, refused.rule), ("built-after-the-roll", "VP-25"));
    // From the next roll on it is.
    scene.state.turn = deal::turn(Seat(0));
    assert!(scene.rolled([3, 5]).play(PASS).allows(use_building("B-06")));
}
