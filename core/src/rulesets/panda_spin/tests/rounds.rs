//! Setting up, showing out, the end of rounds and games (PS-2 to PS-4, PS-18 to PS-21, PS-29 to PS-31, PS-33).

use super::*;

fn set_up(seats: u8, seed: u8, options: &Options) -> (State, Vec<Element>) {
    let mut table = Table::at(GameKey::new([seed; 32]), 0);
    let state = PandaSpin::deal(options, seats, &mut table).expect("it deals");
    let elements = table.close().effects.into_iter().find_map(|(_, effect)| match effect {
        Effect::SetUp { elements, .. } => Some(elements),
        _ => None,
    });
    (state, elements.expect("told"))
}

#[test]
fn the_highest_element_of_a_seat_leads_and_its_suits_are_in_play() {
    for seats in 2..=5 {
        for seed in 0..20 {
            let (state, elements) = set_up(seats, seed, &Options::default());
            let of_seats = &elements[..usize::from(seats)];
            let highest = of_seats.iter().max_by_key(|element| element.number()).expect("a seat");
            assert_eq!(of_seats[state.turn.index()], *highest);
            let mut suits: Vec<Suit> = elements.iter().map(|element| element.0).collect();
            suits.sort_unstable();
            assert_eq!(state.suits, suits);
        }
    }
}

#[test]
fn without_elements_the_pack_has_none() {
    let (state, _) = set_up(3, 1, &Options { elements: false, ..Options::default() });
    assert!(state.players.iter().all(|player| player.hand.elements.is_empty() && player.hand.size() == 12));
    assert_eq!(state.pile.len(), 3);
}

#[test]
fn the_mood_is_drawn_or_chosen() {
    let mood = |mood, seed| set_up(2, seed, &Options { mood, ..Options::default() }).0.mood;
    assert!((0..20).any(|seed| mood(MoodChoice::Drawn, seed) == Mood::Hungry));
    assert!((0..20).any(|seed| mood(MoodChoice::Drawn, seed) == Mood::Spin));
    // The shuffle of the five Elements takes four words. The fifth of the all-zero key's stream, 0xb819d2bd, is odd.
    assert_eq!(mood(MoodChoice::Drawn, 0), Mood::Spin);
    assert!((0..20).all(|seed| mood(MoodChoice::Hungry, seed) == Mood::Hungry));
    assert!((0..20).all(|seed| mood(MoodChoice::Spin, seed) == Mood::Spin));
}

#[test]
fn everyone_begins_with_the_starting_points() {
    assert_eq!(set_up(3, 0, &Options::default()).0.players[2].points, 1);
    assert_eq!(set_up(3, 0, &Options { starting_points: 7, ..Options::default() }).0.players[2].points, 7);
}

/// Seat 0 wins a trick with its last card; the others keep theirs.
fn last_card_of_seat_0(points: &[u16], others: [&[&str]; 2]) -> Scene {
    let scene = Scene::new(&[&["WO-2"], others[0], others[1]]).points(points);
    scene.bid(single("2"), &["WO-2"]).pass().pass()
}

#[test]
fn the_one_with_most_cards_leads_after_a_winner_who_is_out() {
    let scene = last_card_of_seat_0(&[1, 1, 1], [&["WO-3", "WO-4"], &["FI-3", "FI-4", "FI-5"]]);
    assert_eq!((scene.state.turn, scene.all_points()), (Seat(2), vec![4, 1, 1]));
    assert!(scene.state.players[0].out);
    assert_eq!(scene.state.trick.inside, [Seat(1), Seat(2)], "who has no cards is skipped");
}

#[test]
fn a_round_is_followed_by_another_led_by_the_fewest_points() {
    let scene = last_card_of_seat_0(&[3, 2, 9], [&["WO-3"], &["FI-4"]]);
    // Seat 1 leads and takes the trick: seat 2 has the last card, which costs nothing.
    let scene = scene.bid(single("3"), &["WO-3"]).pass();
    assert_eq!((scene.state.round, scene.all_points()), (2, vec![4, 3, 9]));
    assert_eq!(scene.state.turn, Seat(1));
    assert!(scene.state.players.iter().all(|player| player.hand.size() == 12 && !player.out));
    assert!(scene.state.discard.is_empty() && scene.state.trick.number == 1);
}

#[test]
fn of_those_with_fewest_points_the_one_who_finished_earlier_leads_the_next_round() {
    let scene = last_card_of_seat_0(&[3, 3, 9], [&["WO-3"], &["FI-4"]]).bid(single("3"), &["WO-3"]).pass();
    assert_eq!((scene.all_points(), scene.state.turn), (vec![4, 4, 9], Seat(0)));
}

/// Seat 2 has never bid and keeps a card; seat 0 played its last one (PS-29, PS-30).
#[test]
fn who_has_cards_left_counts_as_later_than_whoever_has_none() {
    let round = |points| last_card_of_seat_0(points, [&["WO-3"], &["FI-4"]]).bid(single("3"), &["WO-3"]).pass();
    let scene = round(&[3, 8, 4]);
    assert_eq!((scene.all_points(), scene.state.turn), (vec![4, 9, 4], Seat(0)));
    let scene = round(&[14, 1, 15]);
    let outcome = PandaSpin::outcome(&scene.state).expect("over");
    assert_eq!((outcome.scores, outcome.ranking), (vec![15, 2, 15], vec![vec![Seat(0)], vec![Seat(2)], vec![Seat(1)]]));
}

#[test]
fn the_game_ends_after_a_round_with_fifteen_points() {
    let mut scene = last_card_of_seat_0(&[14, 13, 9], [&["WO-3"], &["FI-4"]]);
    assert!(PandaSpin::outcome(&scene.state).is_none(), "not within a round");
    scene = scene.bid(single("3"), &["WO-3"]).pass();
    let outcome = PandaSpin::outcome(&scene.state).expect("over");
    assert_eq!(
        (outcome.scores, words(&outcome.reason)),
        (vec![15, 14, 9], Some("most points, 15 or more reached".into()))
    );
    assert!(PandaSpin::awaiting(&scene.state).is_empty());
}

#[test]
fn a_game_is_cut_after_a_hundred_rounds() {
    let mut scene = last_card_of_seat_0(&[1, 1, 3], [&["WO-3"], &["FI-4"]]);
    scene.state.round = 100;
    let scene = scene.bid(single("3"), &["WO-3"]).pass();
    let outcome = PandaSpin::outcome(&scene.state).expect("over");
    // Seats 0 and 1 showed out for a point each, seat 0 before seat 1.
    assert_eq!((outcome.scores, outcome.ranking[0][0]), (vec![2, 2, 3], Seat(2)));
    assert_eq!((outcome.ranking[1][0], words(&outcome.reason)), (Seat(0), Some("most points after 100 rounds".into())));
}

#[test]
fn a_hand_emptied_by_discards_counts_from_the_last_bid_or_else_from_that_turn() {
    let discard = Move::DiscardElement { card: Element(Suit::Metal) };
    let scene = Scene::new(&[&["WO-3", "WO-4", "FI-6"], &["WO-5", "EL-Metal"], &["EL-Fire", "FI-9"]]);
    let scene = scene.bid(single("3"), &["WO-3"]).bid(single("5"), &["WO-5"]).bid(single("9"), &["FI-9"]);
    let scene = scene.pass().play(&discard);
    assert_eq!(scene.state.players[1].last, Some(2), "its bid, not its discard");

    let scene = Scene::new(&[&["WO-3", "WO-4"], &["EL-Metal"], &["FI-8", "FI-9"]]);
    let scene = scene.bid(single("3"), &["WO-3"]).play(&discard);
    assert_eq!((scene.state.players[1].last, scene.state.turn), (Some(2), Seat(2)));
}
