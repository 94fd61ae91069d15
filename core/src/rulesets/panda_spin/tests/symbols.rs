//! What symbols do, and that each may be left unused (PS-7, PS-22 to PS-25).

use super::*;

/// Seat 0 has led a 3; seat 1 beats it.
fn led(hand: &[&str]) -> Scene {
    Scene::new(&[&["WO-3", "WO-4"], hand, &["EA-3", "EA-4"]]).points(&[2, 5, 5]).bid(single("3"), &["WO-3"])
}

#[test]
fn bamboo_gives_a_point_for_each_symbol_or_fewer() {
    let pair: [&[&str]; 2] = [&["+WO-3", "+WO-9", "WO-4"], &["EA-3"]];
    let scene = Scene::new(&pair).points(&[1, 1]).bid(set(2, "J"), &["WO-3", "WO-9"]);
    let expected = [Move::Gain { points: 1 }, Move::Gain { points: 2 }, Move::Decline {}];
    assert_eq!(scene.legal(), expected);
    assert_eq!(scene.clone().play(&Move::Gain { points: 2 }).all_points(), [3, 1]);
    assert_eq!(scene.decline().all_points(), [1, 1]);
}

#[test]
fn a_hungry_panda_takes_from_who_bid_before() {
    let scene = led(&["+EA-7", "WO-9"]).bid(single("J"), &["EA-7"]).play(&Move::Take { points: 1 });
    assert_eq!(scene.all_points(), [1, 6, 5]);
    assert!(scene.heard(&Effect::Took { seat: Seat(1), from: Seat(0), points: 1 }));
}

#[test]
fn a_hungry_panda_that_can_take_nothing_is_not_asked() {
    let scene = led(&["+EA-7", "WO-9"]).points(&[0, 5, 5]).bid(single("J"), &["EA-7"]);
    assert_eq!((scene.state.turn, scene.state.phase), (Seat(2), Phase::Turn {}));
}

#[test]
fn a_hungry_panda_that_leads_takes_nothing() {
    let scene = Scene::new(&[&["+EA-7", "WO-9"], &["WO-4"]]).points(&[1, 9]).bid(single("J"), &["EA-7"]);
    assert_eq!((scene.all_points(), scene.state.turn), (vec![1, 9], Seat(1)));
}

#[test]
fn two_hungry_pandas_take_no_more_than_there_is() {
    let hands: [&[&str]; 2] = [&["WO-3", "FI-3", "WO-4"], &["+EA-7", "EA-J", "WO-9", "+FI-4"]];
    let scene = Scene::new(&hands).points(&[1, 1]).bid(set(2, "3"), &["WO-3", "FI-3"]);
    let scene = scene.bid(set(2, "J"), &["EA-7", "EA-J"]);
    assert_eq!(scene.legal(), [Move::Take { points: 1 }, Move::Decline {}]);
}

#[test]
fn a_spinning_panda_turns_a_card_unseen() {
    let scene = led(&["+EA-7", "WO-9", "FI-4"]).mood(Mood::Spin).bid(single("J"), &["EA-7"]);
    let turn = |id| Move::Turn { card: animal(id) };
    assert_eq!(scene.legal(), [turn("FI-4"), turn("WO-9"), Move::Decline {}]);
    let scene = scene.play(&turn("FI-4"));
    assert_eq!(scene.hand(1).turned, animals(&["FI-4"]));
    assert_eq!(scene.state.turn, Seat(2));
}

#[test]
fn a_spinning_panda_asks_whoever_has_cards_even_without_a_white_one() {
    let scene = led(&["+EA-7", "+WO-9"]).mood(Mood::Spin).bid(single("J"), &["EA-7"]);
    assert_eq!(scene.legal(), [Move::Decline {}]);
    let last = led(&["+EA-7"]).mood(Mood::Spin).bid(single("J"), &["EA-7"]);
    assert_eq!(last.state.turn, Seat(2), "with no card in hand there is nothing to ask");
}

#[test]
fn each_fire_discards_a_card_and_may_empty_the_hand() {
    let hands: [&[&str]; 2] = [&["WO-5", "FI-J", "WO-4"], &["+FI-5", "+FI-7", "WO-9", "+ME-9", "EL-Wood"]];
    let scene = Scene::new(&hands).bid(single("5"), &["WO-5"]).bid(single("Q"), &["FI-5"]);
    let burn = |id| Move::Burn { card: animal(id) };
    assert_eq!(scene.legal(), [burn("FI-7"), burn("WO-9"), burn("ME-9"), Move::Decline {}], "an Element is no animal");
    let scene = scene.play(&burn("ME-9"));
    assert_eq!((scene.hand(1).size(), scene.state.discard.last()), (3, cards(&["ME-9"]).last()));

    let scene = Scene::new(&[&["WO-5", "FI-J"], &["+FI-5", "WO-9"]]).bid(single("5"), &["WO-5"]);
    let scene = scene.bid(single("Q"), &["FI-5"]).play(&burn("WO-9"));
    assert_eq!(scene.hand(1).size(), 0);
    assert_eq!(scene.state.turn, Seat(0), "the bid still stands");
}

#[test]
fn symbols_are_asked_for_in_order() {
    // Bamboo, panda and fire of one set of aces.
    let hand = ["+WO-6", "+EA-10", "+FI-7", "WO-9", "FI-9"];
    let scene = Scene::new(&[&["WO-3", "FI-3", "EA-3", "WO-4"], &hand]).mood(Mood::Spin);
    let scene = scene.bid(set(3, "3"), &["WO-3", "FI-3", "EA-3"]).bid(set(3, "A"), &["WO-6", "EA-10", "FI-7"]);
    let asked = |scene: &Scene| scene.view(Viewer::Spectator).awaited;
    let symbols = |symbol| Some(Awaited::Symbols { count: 1, symbol });
    assert_eq!(asked(&scene), symbols(Symbol::Bamboo));
    let scene = scene.decline();
    assert_eq!(asked(&scene), symbols(Symbol::Panda));
    let scene = scene.decline();
    assert_eq!(asked(&scene), symbols(Symbol::Fire));
    assert_eq!(scene.decline().state.turn, Seat(0));
}

#[test]
fn a_bomb_ignores_symbols_and_a_set_of_the_same_cards_does_not() {
    let hand = ["+WO-6", "+WO-Q", "+EA-10", "FI-A", "WO-9"];
    let aces = ["WO-6", "WO-Q", "EA-10", "FI-A"];
    let lead = || Scene::new(&[&hand, &["WO-4"]]);
    assert_eq!(lead().bid(bomb(4, "A"), &aces).state.turn, Seat(1));
    assert_eq!(lead().bid(set(4, "A"), &aces).state.phase, Phase::Gain {});
}
