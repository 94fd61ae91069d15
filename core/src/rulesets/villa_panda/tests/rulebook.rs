//! The worked examples and plain sentences of the rulebook, each under its own name.

use super::*;

/// "Villa Panda Game Board": Agapito takes bao where Mia's meeple is, and she has it back at the start of her turn.
#[test]
fn agapito_takes_bao_where_mias_meeple_stands() {
    let scene = Scene::new(3).meeple(1, Area::Activate).acting().play(fetch(Area::Activate));
    assert_eq!(scene.held(0, Resource::Bao), 1);
    assert_eq!(scene.at_home(1), 2);
    assert_eq!(scene.state.board.meeple(Area::Activate), Some(Seat(0)));
    assert!(scene.heard(&Effect::Rested { area: Area::Activate, seat: Seat(1) }));
}

/// "Building Cards": Agapito pays 1 bao, 2 bamboo and 3 pandas of any type, from hand and play area, for B-01; its
/// condition can be fulfilled later.
#[test]
fn agapito_builds_with_any_three_pandas_and_fulfils_the_condition_later() {
    let scene = Scene::new(3).offered(&["B-01"]).resources(0, &[(Resource::Bao, 1), (Resource::Bamboo, 2)]);
    let scene = scene.in_hand(0, &["PT-01", "PM-01"]).in_play(0, &["PB-01", "PC-01"]).acting();
    let pay = |id| Move::Pay { panda: panda(id) };
    let scene = scene.plays(&[act(Area::Build), build("B-01"), pay("PT-01"), pay("PM-01"), pay("PB-01")]);
    let behind = [panda("PT-01"), panda("PM-01"), panda("PB-01")];
    assert_eq!(scene.have(0).buildings, [Built { behind: behind.to_vec(), building: building("B-01") }]);
    assert_eq!(scene.have(0).resources, Resources::default());
    assert_eq!(scene.points(0), 0);
    let scene = scene.built(0, "C-02", &["PC-02", "PC-03", "PC-04"]);
    assert_eq!(scene.points(0), 3, "three collectors lie behind buildings now, and none of them behind this one");
}

/// "Activation Phase": a 3 and a 6. All activate their 9; Agapito has 2 gold of it and, with the 3, 2 more; Mia hires;
/// Daniel has nothing to activate.
#[test]
fn a_three_and_a_six_give_agapito_four_gold() {
    let scene = Scene::new(3).in_play(0, &["PC-08"]).in_play(1, &["PB-07"]).in_play(2, &["PC-05"]).rolled([3, 6]);
    assert_eq!((scene.held(0, Resource::Gold), scene.awaited()), (2, Seat(1)));
    let hired = scene.state.pandas.market[2];
    let scene = scene.play(Move::Hire { panda: hired }).play(Move::ChooseDie { value: 3 });
    assert_eq!(scene.held(0, Resource::Gold), 4);
    assert_eq!(scene.have(1).hand, [hired]);
    assert_eq!(scene.have(2).resources.total(), 0);
    assert_eq!(scene.activated(), [panda("PC-08"), panda("PB-07"), panda("PC-08")]);
}

/// "Market": Agapito exchanges 1 water for 1 bamboo and stops, or takes 1 gold.
#[test]
fn agapito_exchanges_one_water_for_one_bamboo_or_takes_gold() {
    let scene = || Scene::new(3).resources(0, &[(Resource::Water, 3)]).acting();
    let exchanged =
        scene().play(act(Area::Market)).play(exchange(&[(Resource::Water, 1)], &[(Resource::Bamboo, 1)])).play(PASS);
    assert_eq!(exchanged.have(0).resources, counted(&[(Resource::Bamboo, 1), (Resource::Water, 2)]));
    assert_eq!(scene().play(fetch(Area::Market)).held(0, Resource::Gold), 1);
}

/// "A maximum of 6 resources can be exchanged for 4 others", in the order 1×1, 2×1, 3×2.
#[test]
fn at_most_six_resources_are_exchanged_for_four() {
    let mut scene = Scene::new(3).resources(0, &[(Resource::Water, 7)]).acting().play(act(Area::Market));
    let early = scene.refused(exchange(&[(Resource::Water, 2)], &[(Resource::Bao, 1)]));
    assert_eq!(early.code, "not-this-exchange");
    let scene = scene.play(exchange(&[(Resource::Water, 1)], &[(Resource::Gold, 1)]));
    let scene = scene.play(exchange(&[(Resource::Water, 2)], &[(Resource::Gold, 1)]));
    let scene = scene.play(exchange(&[(Resource::Water, 3)], &[(Resource::Gold, 2)]));
    assert_eq!(scene.have(0).resources, counted(&[(Resource::Gold, 4), (Resource::Water, 1)]));
    assert_eq!(scene.state.phase, Phase::Act {});
}

/// "Build": 1 bamboo, or a building of 2 bao and 1 bamboo with 3 pandas slid behind it; the market is refilled.
#[test]
fn agapito_takes_bamboo_or_builds_for_two_bao_and_a_bamboo() {
    let scene = || {
        let scene = Scene::new(3).offered(&["B-02"]).resources(0, &[(Resource::Bao, 2), (Resource::Bamboo, 1)]);
        scene.in_play(0, &["PB-01", "PB-02", "PB-04"]).acting()
    };
    assert_eq!(scene().play(fetch(Area::Build)).held(0, Resource::Bamboo), 2);
    let built = scene().play(act(Area::Build)).play(build("B-02"));
    assert_eq!(built.have(0).behind().count(), 3);
    assert_eq!(built.state.buildings.market.len(), 5);
    assert_eq!(built.points(0), 3, "three builders lie behind it");
    assert!(built.have(0).play.is_empty());
}

/// "Build": a panda slid behind a building fulfils its condition later, and costs nothing.
#[test]
fn a_panda_slid_behind_a_building_fulfils_its_condition() {
    let scene = Scene::new(3).built(0, "C-01", &["PC-01", "PC-02", "PM-01"]).in_play(0, &["PC-03"]).acting();
    assert_eq!(scene.points(0), 0);
    let scene = scene.play(act(Area::Build)).play(slide("PC-03", "C-01"));
    assert_eq!((scene.points(0), scene.have(0).behind().count()), (3, 4));
}

/// "Hire a Panda": 1 water, or a panda of the market into the hand; the market is refilled.
#[test]
fn agapito_takes_water_or_hires_a_panda() {
    let scene = || Scene::new(3).acting();
    assert_eq!(scene().play(fetch(Area::Hire)).held(0, Resource::Water), 1);
    let (market, next) = (scene().state.pandas.market, scene().state.pandas.deck[0]);
    let hired = scene().play(act(Area::Hire)).play(Move::Hire { panda: market[1] });
    assert_eq!(hired.have(0).hand, [market[1]]);
    assert_eq!(hired.state.pandas.market[1], next);
    assert!(hired.have(0).play.is_empty(), "a hired panda is in the hand");
}

/// "Activate a Panda": 1 bao, or the effect of a panda of choice; pandas that it activates follow.
#[test]
fn agapito_takes_bao_or_activates_a_panda_and_those_it_calls() {
    let scene = || Scene::new(3).in_play(0, &["PM-03", "PC-08"]).acting();
    assert_eq!(scene().play(fetch(Area::Activate)).held(0, Resource::Bao), 1);
    let activated = scene().plays(&[act(Area::Activate), activate("PM-03"), activate("PC-08")]);
    assert_eq!(activated.held(0, Resource::Gold), 2);
}

/// "If the sum of both dice is 7 … all players return 1 resource of this type."
#[test]
fn on_a_seven_all_return_one_of_the_named_resource() {
    let scene = Scene::new(3).resources(0, &[(Resource::Gold, 1)]).resources(2, &[(Resource::Gold, 4)]);
    let scene = scene.rolled([3, 4]).play(Move::NameResource { resource: Resource::Gold });
    assert_eq!([0, 1, 2].map(|seat| scene.held(seat, Resource::Gold)), [0, 0, 3]);
    assert_eq!(scene.state.supply.gold, 7);
}

/// "You may reshuffle a market if 3 pandas or 3 buildings of the same type are there. You then reveal 5 new cards."
#[test]
fn a_market_with_three_alike_may_be_reshuffled_before_the_roll() {
    let scene = Scene::new(3).panda_market(&["PB-01", "PB-02", "PB-04", "PT-01", "PC-01"]);
    let before = scene.state.pandas.deck.len();
    let mv = Move::Reshuffle { market: Market::Pandas };
    let mut scene = scene.play(mv);
    assert_eq!((scene.state.pandas.deck.len(), scene.state.pandas.market.len()), (before, 5));
    assert_eq!(scene.refused(mv).rule, "VP-5");
    let rolled = Scene::new(3).offered(&["A-01", "A-02", "A-03"]);
    assert!(rolled.allows(Move::Reshuffle { market: Market::Buildings }));
    assert!(!rolled.acting().allows(Move::Reshuffle { market: Market::Buildings }));
}

/// "You may at any time during your turn play a panda card": before the roll, after it, between actions.
#[test]
fn a_panda_is_played_at_any_time_of_the_own_turn() {
    let scene = || Scene::new(3).in_hand(0, &["PC-08"]).resources(0, &[(Resource::Bamboo, 1), (Resource::Water, 1)]);
    let mv = Move::PlayPanda { panda: panda("PC-08") };
    let before = scene().play(mv);
    assert_eq!((before.have(0).play.len(), before.have(0).resources.total()), (1, 0));
    // After the roll, and it is activated by it.
    let after = scene().rolled([4, 5]).play(mv);
    assert_eq!(after.held(0, Resource::Gold), 2);
    let between = scene().acting().play(fetch(Area::Market)).play(mv);
    assert_eq!(between.have(0).play, [panda("PC-08")]);
    // But not within an effect.
    assert!(!scene().acting().play(act(Area::Market)).allows(mv));
}

/// "The resource limit is 8 at the end of your own turn … The player chooses which ones."
#[test]
fn more_than_eight_resources_are_returned_at_the_end_of_the_own_turn() {
    let scene = Scene::new(3).resources(0, &[(Resource::Bao, 6), (Resource::Water, 3)]).acting();
    let scene = scene.play(Move::EndTurn {});
    assert_eq!(scene.view(Viewer::Spectator).awaited, Some(Awaited::Return { left: 1 }));
    let scene = scene.play(Move::Return { resource: Resource::Water });
    assert_eq!(scene.have(0).resources.total(), 8);
    assert_eq!(scene.state.turn.seat, Seat(1));
}

/// "If you want to carry out a Villa action but have no available meeples, you may take 1 or 2 of your meeples from the
/// game board … Your turn ends immediately."
#[test]
fn without_a_meeple_one_or_two_are_recalled_and_the_turn_ends() {
    let scene = || Scene::new(3).meeple(0, Area::Hire).meeple(0, Area::Build).acting();
    let one = scene().play(Move::Recall { area: Area::Hire });
    assert_eq!((one.at_home(0), one.state.turn.seat), (1, Seat(1)));
    let both = scene().play(Move::RecallBoth {});
    assert_eq!((both.at_home(0), both.state.turn.seat), (2, Seat(1)));
    let none = scene().play(Move::EndTurn {});
    assert_eq!((none.at_home(0), none.state.turn.seat), (0, Seat(1)));
}

/// "As soon as you reach 12 victory points (VP), or the panda cards from the panda market are used up, the end of the game
/// is triggered. The current round is played to completion."
#[test]
fn the_last_panda_of_the_deck_sets_the_end_after_this_round() {
    let mut scene = Scene::new(3).acting();
    scene.state.pandas.deck.truncate(1);
    let first = scene.state.pandas.market[0];
    let scene = scene.play(act(Area::Hire)).play(Move::Hire { panda: first });
    assert_eq!(scene.state.ending, None, "the slot was refilled with the last card");
    let second = scene.state.pandas.market[0];
    let scene = scene.play(act(Area::Hire)).play(Move::Hire { panda: second });
    assert_eq!((scene.state.ending, scene.state.pandas.market.len()), (Some(End::Pandas), 4));
    assert_eq!(scene.state.turn.seat, Seat(1), "the others have their turns of this round");
}

/// "In case of a tie, whoever has the most pandas slid behind buildings wins. … most pandas in their play area … shared."
#[test]
fn ties_go_to_pandas_behind_buildings_then_in_the_play_area_and_are_shared_then() {
    let over = |mut scene: Scene| {
        scene.state.phase = Phase::Over { by: End::RoundCap };
        VillaPanda::outcome(&scene.state).expect("it is over").ranking
    };
    let scene = || Scene::new(2).built(0, "A-01", &["PB-01"]).built(1, "A-04", &["PB-02"]);
    assert_eq!(over(scene()), [[Seat(0), Seat(1)]]);
    assert_eq!(over(scene().in_play(1, &["PB-04"])), [[Seat(1)], [Seat(0)]]);
    assert_eq!(over(scene().in_play(1, &["PB-04"]).built(0, "C-01", &["PT-01"])), [[Seat(0)], [Seat(1)]]);
    // Cards in hand count nowhere.
    assert_eq!(over(scene().in_hand(1, &["PB-04"])), [[Seat(0), Seat(1)]]);
}
