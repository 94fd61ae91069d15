//! The rulebook's statements and worked examples, and the rulings that no vector covers.

use super::*;

#[test]
fn the_box_holds_five_suits_of_thirteen_animals_and_an_element() {
    let components = catalogue();
    let count = |kind: &str| components.iter().filter(|component| component.kind == kind).count();
    assert_eq!(["animal", "element", "panda-mood-tile", "bamboo-tile"].map(count), [65, 5, 1, 45]);
}

#[test]
fn every_blue_side_is_better_and_keeps_to_the_words_on_its_suit() {
    for card in Suit::ALL.into_iter().flat_map(Animal::of) {
        let (white, blue) = (card.face(Side::White), card.face(Side::Blue));
        assert!(blue.value > white.value || blue.copies > 1 || blue.symbol.is_some(), "{card}");
        assert_eq!((white.copies, white.symbol), (1, None), "{card}");
        let fits = match card.suit() {
            Suit::Wood => blue.symbol == Some(Symbol::Bamboo),
            Suit::Water => blue.symbol == Some(Symbol::Water) && blue.copies == 1,
            Suit::Metal => blue.symbol.is_none() && blue.copies >= 2,
            Suit::Fire => blue.copies == 2 || blue.symbol == Some(Symbol::Fire),
            Suit::Earth => blue.copies == 2 || blue.symbol == Some(Symbol::Panda),
        };
        assert!(fits, "{card}");
    }
}

#[test]
fn a_double_six_beats_a_double_five_but_not_a_triple_six() {
    // The rulebook's double 6 stands for any pair here: the box has no double 6.
    let lead = |ids: &[&str]| Scene::new(&[ids, &["WO-6", "FI-6", "WO-3"]]);
    let pair = lead(&["WO-5", "FI-5", "WO-3"]).bid(set(2, "5"), &["WO-5", "FI-5"]);
    assert!(pair.may_bid(set(2, "6")));
    let triple = lead(&["WO-5", "FI-5", "EA-5", "WO-3"]).bid(set(3, "5"), &["WO-5", "FI-5", "EA-5"]);
    assert_eq!(triple.legal(), [Move::Pass {}]);
}

#[test]
fn the_examples_of_combinations_are_combinations() {
    for (combination, ids) in [
        (set(2, "5"), &["WO-5", "FI-5"][..]),
        (set(3, "7"), &["WO-7", "FI-7", "EA-7"]),
        (run(3, "5"), &["WO-5", "FI-4", "EA-3"]),
        (run(3, "A"), &["WO-A", "FI-K", "EA-Q"]),
        (formation(2, 3, "Q"), &["WO-Q", "FI-Q", "WO-J", "FI-J", "WO-10", "FI-10"]),
        (formation(3, 2, "7"), &["WO-7", "FI-7", "EA-7", "WO-6", "FI-6", "EA-6"]),
        (bomb(4, "8"), &["WO-8", "FI-8", "EA-8", "ME-8"]),
        (bomb(5, "3"), &["WO-3", "FI-3", "EA-3", "ME-3", "WA-3"]),
        (bomb(4, "2"), &["WO-2", "FI-2", "EA-2", "ME-2"]),
    ] {
        let scene = Scene::new(&[ids, &["WO-K"]]).bid(combination, ids);
        assert_eq!(scene.state.trick.bids.len(), 1, "{combination} leads");
    }
}

#[test]
fn a_water_card_alone_is_a_pair_or_a_run_of_two_and_as_a_single_its_symbol_is_left() {
    let scene = Scene::new(&[&["+WA-6", "WO-3"], &["WO-K"]]);
    let bids = |combination| scene.may_bid(combination);
    assert_eq!([set(2, "9"), run(2, "9"), run(2, "10"), single("9")].map(bids), [true; 4]);
    assert_eq!([single("10"), set(2, "10"), run(2, "J"), set(3, "9")].map(bids), [false; 4]);
    let scene = scene.clone().play(&Move::Bid { combination: run(2, "10") });
    let lay = |ids: &[&str]| Move::Lay { cards: animals(ids) };
    assert_eq!(scene.legal(), [lay(&["WA-6"])]);
    let scene = scene.play(&lay(&["WA-6"]));
    assert_eq!(scene.legal(), [lay(&[])], "the wild value takes the 10");
    let scene = scene.play(&lay(&[]));
    assert_eq!(scene.view(Viewer::Spectator).bids[0].wild, [value("10")]);
}

#[test]
fn a_wild_value_is_no_2_but_in_a_set() {
    let scene = Scene::new(&[&["+WA-A", "+WA-2", "WO-3"], &["WO-K"]]);
    assert!(scene.may_bid(set(2, "2")));
    assert!(scene.may_bid(run(2, "A")));
    assert!(
        scene
            .legal()
            .iter()
            .all(|mv| !matches!(mv, Move::Bid { combination: Combination::Run { high, .. } } if *high == value("2")))
    );
}

#[test]
fn a_formation_beats_one_of_as_many_values_unless_shapes_must_match() {
    let lead = ["WO-6", "FI-6", "WO-5", "FI-5", "WO-4", "FI-4"];
    let hand = ["WO-8", "FI-8", "EA-8", "WO-7", "FI-7", "EA-7", "WO-3"];
    let scene = Scene::new(&[&[&lead[..], &["WO-3"]].concat(), &hand]);
    let strict = Options { formation_shape_must_match: true, ..Options::default() };
    let led = |scene: Scene| scene.bid(formation(2, 3, "6"), &lead);
    assert!(led(scene.clone()).may_bid(formation(3, 2, "8")));
    assert!(!led(scene.options(strict)).may_bid(formation(3, 2, "8")));
}

#[test]
fn four_equal_values_are_a_set_or_a_bomb_as_the_move_says() {
    let fours = ["WO-4", "FI-4", "EA-4", "ME-4"];
    let hand = ["WO-5", "FI-5", "EA-5", "ME-5"];
    let scene = Scene::new(&[&[&fours[..], &["WO-3"]].concat(), &[&hand[..], &["WO-3"]].concat()]);
    let set_led = scene.clone().bid(set(4, "4"), &fours);
    assert!(set_led.may_bid(set(4, "5")) && set_led.may_bid(bomb(4, "5")));
    let bomb_led = scene.bid(bomb(4, "4"), &fours);
    assert!(!bomb_led.may_bid(set(4, "5")) && bomb_led.may_bid(bomb(4, "5")));
}

#[test]
fn passing_is_final_for_the_trick() {
    let scene = Scene::new(&[&["WO-3", "WO-9", "WO-10"], &["FI-K", "FI-A"], &["EA-8", "EA-4"]]);
    let scene = scene.bid(single("3"), &["WO-3"]).pass().bid(single("8"), &["EA-8"]).bid(single("9"), &["WO-9"]);
    assert_eq!(scene.state.turn, Seat(2), "seat 1 is passed over");
    let scene = scene.pass();
    assert!(scene.heard(&Effect::TrickWon { seat: Seat(0) }));
    assert_eq!(scene.state.turn, Seat(0), "the winner leads");
}

#[test]
fn who_has_no_cards_passes_without_being_asked() {
    let scene = Scene::new(&[&["WO-3"], &["FI-9", "FI-A"], &["EA-10", "EA-4"]]);
    let scene = scene.bid(single("3"), &["WO-3"]).bid(single("9"), &["FI-9"]).bid(single("10"), &["EA-10"]);
    // Seat 0 took its white card back, so it is in the round again.
    assert_eq!((scene.state.turn, &scene.hand(0).seen), (Seat(1), &animals(&["WO-3"])));
}

#[test]
fn the_last_cards_may_be_lost_by_passing() {
    let scene = Scene::new(&[&["+WO-8"], &["FI-Q", "FI-A"], &["EA-3", "EA-4"]]);
    let scene = scene.bid(single("10"), &["WO-8"]).decline().bid(single("Q"), &["FI-Q"]).pass();
    assert!(scene.heard(&Effect::ShownOut { seat: Seat(0), points: 2 }));
    assert_eq!(scene.all_points()[0], 3);
    let out = [0, 1, 2].map(|seat| PandaSpin::out(&scene.state, Seat(seat)));
    assert_eq!(
        out.map(|illegal| illegal.map(|illegal| (illegal.code, illegal.rule))),
        [Some(("shown-out", "PS-18")), None, None]
    );
}

#[test]
fn an_element_wins_at_once_and_all_others_pass() {
    let scene = Scene::new(&[&["WO-3", "WO-4"], &["FI-9", "EL-Fire"], &["EA-10", "EA-4"], &["ME-3", "ME-4"]]);
    let scene = scene.bid(single("3"), &["WO-3"]).bid(single("9"), &["FI-9"]).bid(single("10"), &["EA-10"]).pass();
    let scene = scene.pass().play(&Move::PlayElement { card: Element(Suit::Fire) });
    assert_eq!(scene.state.discard, cards(&["EL-Fire", "FI-9"]));
    assert_eq!(scene.hand(2).seen, animals(&["EA-10"]), "it passed, and takes its card back");
    assert_eq!((scene.hand(1).size(), scene.state.turn), (2, Seat(1)), "two drawn cards; the winner leads");
    assert_eq!(scene.state.players[1].last, Some(4), "a bid like any other");
}

#[test]
fn the_conditions_look_at_the_whole_trick_also_at_what_was_taken_back() {
    let elements = ["EL-Wood", "EL-Earth", "EL-Metal", "EL-Water", "EL-Fire"];
    let last = [&["WO-A", "WO-4", "WO-5", "WO-6"][..], &elements].concat();
    let scene = Scene::new(&[&["+EA-8", "FI-3"], &["FI-K", "FI-2", "FI-5"], &["EA-3", "EA-4"], &last]);
    let scene = scene.mood(Mood::Hungry).bid(single("Q"), &["EA-8"]).bid(single("K"), &["FI-K"]).pass();
    let scene = scene.bid(single("A"), &["WO-A"]).pass().bid(single("2"), &["FI-2"]);
    assert!(!scene.view(Viewer::Spectator).bids[0].on_table, "the panda of seat 0 is discarded");
    assert_eq!(elements.map(|id| scene.may_play(id)), [true, true, false, false, false]);
}

#[test]
fn the_metal_element_asks_for_both_sides_of_one_seat() {
    let scene = Scene::new(&[&["WO-3", "+WO-9", "WO-4"], &["EA-9", "EL-Metal", "WO-5"], &["ME-3", "ME-4"]]);
    let scene = scene.bid(single("3"), &["WO-3"]).bid(single("9"), &["EA-9"]).pass();
    let scene = scene.bid(single("J"), &["WO-9"]).decline();
    assert!(scene.may_play("EL-Metal"));
    let scene = Scene::new(&[&["WO-3", "WO-4"], &["+WO-9", "WO-5"], &["EL-Metal", "ME-4"]]);
    let scene = scene.bid(single("3"), &["WO-3"]).bid(single("J"), &["WO-9"]).decline();
    assert!(!scene.may_play("EL-Metal"), "one seat played white, another blue");
}

#[test]
fn wild_values_count_for_the_conditions() {
    let hand = ["EL-Water", "EL-Wood", "WO-3"];
    let scene = Scene::new(&[&["+WA-10", "WO-Q", "WO-3"], &hand]);
    let water = scene.clone().bid(run(3, "K"), &["WA-10", "WO-Q"]);
    assert!(water.may_play("EL-Water") && !water.may_play("EL-Wood"));
    assert!(scene.bid(run(2, "A"), &["WA-10"]).may_play("EL-Wood"));
}

#[test]
fn elements_are_discarded_before_bidding_or_passing_and_make_the_hand_smaller() {
    let hand = ["EL-Fire", "EL-Wood", "WO-4", "WO-5", "WO-6", "WO-7", "WO-8", "WO-9"];
    let scene = Scene::new(&[&["WO-3", "FI-4"], &hand]).bid(single("3"), &["WO-3"]);
    assert!(!scene.may_play("EL-Fire"));
    let scene = scene.play(&Move::DiscardElement { card: Element(Suit::Wood) });
    assert_eq!(scene.state.turn, Seat(1), "it is still its turn");
    assert!(scene.may_play("EL-Fire"));
}

#[test]
fn a_lead_that_only_elements_were_left_for_moves_on() {
    let discard = |suit| Move::DiscardElement { card: Element(suit) };
    let scene = Scene::new(&[&["EL-Fire", "EL-Wood"], &["WO-4", "FI-4"], &["WO-5", "FI-5"]]);
    assert_eq!(scene.legal(), [discard(Suit::Wood), discard(Suit::Fire)], "a leader does not pass");
    let scene = scene.play(&discard(Suit::Wood)).play(&discard(Suit::Fire));
    assert_eq!((scene.state.turn, scene.view(Viewer::Spectator).awaited), (Seat(1), Some(Awaited::Lead {})));
    let scene = scene.bid(single("4"), &["WO-4"]).pass();
    assert!(scene.heard(&Effect::ShownOut { seat: Seat(0), points: 2 }));
}

#[test]
fn a_lead_that_moves_on_to_the_last_one_left_is_played_before_the_trick_is_won() {
    let scene = Scene::new(&[&["EL-Fire"], &["WO-4", "FI-4", "EL-Wood"]]).points(&[1, 1]);
    let scene = scene.play(&Move::DiscardElement { card: Element(Suit::Fire) });
    assert_eq!((scene.state.turn, scene.view(Viewer::Spectator).awaited), (Seat(1), Some(Awaited::Lead {})));
    assert!(!scene.heard(&Effect::TrickWon { seat: Seat(1) }) && !scene.legal().contains(&Move::Pass {}));
    // One of its cards is left, besides the Element, when seat 0 shows out.
    let one = scene.clone().bid(single("4"), &["WO-4"]);
    assert!(one.heard(&Effect::TrickWon { seat: Seat(1) }));
    assert_eq!((one.all_points(), one.state.round), (vec![1 + 2, 1], 2));
    // Both show out, and nobody has cards for points.
    let pair = scene.play(&Move::DiscardElement { card: Element(Suit::Wood) }).bid(set(2, "4"), &["WO-4", "FI-4"]);
    assert_eq!((pair.all_points(), pair.state.round), (vec![1, 1], 2));
}

#[test]
fn a_trick_that_nobody_has_a_card_for_is_won_by_nobody_and_ends_the_round() {
    let scene = Scene::new(&[&["EL-Fire"], &["EL-Wood"]]).points(&[1, 1]);
    let scene = scene.play(&Move::DiscardElement { card: Element(Suit::Fire) });
    assert_eq!(scene.state.turn, Seat(1));
    let scene = scene.play(&Move::DiscardElement { card: Element(Suit::Wood) });
    assert!(!scene.told.iter().any(|(_, effect)| matches!(effect, Effect::TrickWon { .. })));
    assert!([0, 1].into_iter().all(|seat| scene.heard(&Effect::ShownOut { seat: Seat(seat), points: 0 })));
    assert_eq!((scene.all_points(), scene.state.round), (vec![1, 1], 2));
}

#[test]
fn the_draw_pile_never_lacks_the_two_cards_of_an_element() {
    for seats in 2..=5_u8 {
        let state = dealt(&Options::default(), seats);
        assert!(state.pile.len() >= 2 * state.suits.len());
    }
}
