//! The rulebook's statements and examples, and the rulings that no vector covers.

use super::*;

#[test]
fn the_box_holds_what_the_rulebook_lists() {
    let components = catalogue();
    let count = |prefix: &str| components.iter().filter(|component| component.id.starts_with(prefix)).count();
    let found = ["RAB", "BEA", "GIR", "OWL", "CAT", "FOX", "LIO", "PIG", "MON", "PA1", "PA2", "PA3"].map(count);
    assert_eq!(found, [20, 15, 15, 15, 10, 10, 10, 10, 5, 4, 3, 2]);
    assert_eq!((components.len(), count("STARTER")), (120, 1));
}

#[test]
fn the_catalogue_is_the_table_of_the_dossier() {
    use crate::rulesets::catalogue::{FactValue, Source};
    let dossier = vectors::dossier();
    let rows = dossier["cards"].as_array().expect("rows");
    assert_eq!(rows.len(), 119);
    for (component, row) in catalogue().iter().zip(rows) {
        let fact = |name| component.facts.iter().find(|fact| fact.name == name);
        let number = |name| match fact(name).map(|fact| &fact.value) {
            Some(FactValue::Number(number)) => Some(i64::from(*number)),
            _ => None,
        };
        assert_eq!(component.id, row["id"]);
        for name in ["level", "value", "mark"] {
            assert_eq!(number(name), row[name].as_i64(), "{}: {name}", component.id);
        }
        let printed = row["rulebook_fields"].as_array().expect("fields");
        let from_rulebook = fact("value").map(|fact| fact.source == Source::Rulebook);
        assert_eq!(from_rulebook, Some(printed.contains(&"value".into())), "{}", component.id);
    }
}

#[test]
fn the_catalogue_says_what_any_number_of_lions_scores() {
    use crate::rulesets::catalogue::{Fact, Source};
    let lion = catalogue().into_iter().find(|component| component.id == "LIO-01").expect("a lion");
    let scoring: Vec<Fact> = lion.facts.into_iter().filter(|fact| fact.name.starts_with("scoring")).collect();
    let expected = [
        Fact::text("scoring", "0/1/2/3 lions: -20/-10/0/10 points", Source::Rulebook),
        Fact::text("scoring_of_more", "4+ lions: 10 points", Source::Reconstructed),
    ];
    assert_eq!(scoring, expected, "PR-26");
    let scene = Scene::new(2).area(0, &["LIO-01", "LIO-02", "LIO-03", "LIO-04", "LIO-05"]);
    assert_eq!(scene.points(0).lion, 10);
}

#[test]
fn each_seat_gets_eleven_cards_and_the_rest_is_the_draw_deck() {
    for (seats, left) in [(2, 38), (3, 38), (4, 51), (5, 64)] {
        let state = dealt(&Options::default(), seats);
        assert!(state.hands.iter().all(|hand| hand.len() == 11));
        assert_eq!(state.deck.len(), left);
        assert_eq!(state.fictional.len(), if seats == 2 { 11 } else { 0 });
    }
}

#[test]
fn a_hand_is_told_to_its_seat_alone() {
    let mut table = Table::at(GameKey::new([0; 32]), 0);
    PandaRei::deal(&Options::default(), 3, &mut table).expect("a game");
    for (audience, effect) in table.close().effects {
        match effect {
            Effect::HandDealt { seat, .. } => assert_eq!(audience, Audience::Only(seat)),
            _ => assert_eq!(audience, Audience::Everyone),
        }
    }
}

#[test]
fn any_seat_may_be_drawn_to_lead() {
    let starters: std::collections::BTreeSet<Seat> = (0..40)
        .map(|seed| {
            let mut table = Table::at(GameKey::new([seed; 32]), 0);
            PandaRei::deal(&Options::default(), 5, &mut table).expect("a game").starter
        })
        .collect();
    assert_eq!(starters.len(), 5);
}

#[test]
fn every_card_of_the_hand_may_be_played_and_play_is_clockwise() {
    let mut scene = Scene::new(3);
    scene.state.starter = Seat(2);
    assert_eq!(scene.legal(), scene.state.hands[2].iter().map(|card| Move::Play { card: *card }).collect::<Vec<_>>());
    let mv = scene.legal()[0];
    assert_eq!(scene.does(mv).state.active(), Some(Seat(0)));
}

// The examples of "Starting a Turn".

fn first_example(last: &str) -> Scene {
    let ids = ["GIR-01", "CAT-01", "LIO-01", "OWL-01", last];
    Scene::new(5).about_to_play(&ids).plays(&ids)
}

#[test]
fn example_the_pig_is_the_highest_single_card_and_wins() {
    let scene = first_example("PIG-01");
    assert_eq!((scene.winner(), scene.verdict()), (Some(4), (8, 1, GroupReason::HighestCard, SeatReason::OnlyOne)));
}

#[test]
fn example_a_second_3_5_or_4_would_make_that_the_winning_animal() {
    for (last, value, winner) in [("GIR-02", 3, 0), ("CAT-02", 5, 1), ("OWL-02", 4, 3)] {
        let scene = first_example(last);
        let reasons = (value, 2, GroupReason::LargestGroup, SeatReason::PlayedFirst);
        assert_eq!((scene.winner(), scene.verdict()), (Some(winner), reasons));
    }
}

#[test]
fn example_two_owls_beat_the_lion_and_the_first_owl_wins() {
    let ids = ["LIO-01", "RAB-01", "OWL-01", "BEA-01", "OWL-02"];
    let scene = Scene::new(5).about_to_play(&ids).plays(&ids);
    assert_eq!(scene.winner(), Some(2), "player 3");
    assert_eq!(scene.verdict(), (4, 2, GroupReason::LargestGroup, SeatReason::PlayedFirst));
}

// The example of "Finishing a Player Turn".

#[test]
fn example_the_winner_takes_the_rabbit_and_starts_a_collection_of_owls() {
    let ids = ["LIO-01", "RAB-05", "OWL-01", "BEA-03", "OWL-02"];
    let area = ["RAB-01", "RAB-02", "RAB-03", "BEA-01", "BEA-02", "GIR-01", "GIR-02", "GIR-03", "GIR-04", "FOX-01"];
    let scene = Scene::new(5).about_to_play(&ids).area(2, &area).plays(&ids);
    assert_eq!((scene.points(2).rabbit, scene.points(2).owl), (6, 0));
    let scene = scene.takes(&["RAB-05", "OWL-01"]);
    assert_eq!((scene.points(2).rabbit, scene.points(2).owl), (10, 5));
    assert_eq!(scene.state.active(), Some(Seat(3)), "then the others choose, clockwise");
    let scene = scene.takes(&["LIO-01"]);
    assert_eq!(scene.state.active(), Some(Seat(4)));
    // The last card leaves no choice. Seat 1, to the right of the winner, goes without; the winner leads.
    let scene = scene.takes(&["OWL-02"]);
    assert_eq!(scene.state.areas[0].cards, cards(&["BEA-03"]));
    assert_eq!((scene.state.areas[1].cards.len(), scene.state.active(), scene.state.turn), (0, Some(Seat(2)), 2));
}

// "Turn and Final Score Example".

fn final_example() -> Scene {
    let area = ["RAB-01", "RAB-02", "FOX-01", "BEA-01", "BEA-02", "GIR-11", "GIR-12", "GIR-13", "GIR-14", "PIG-01"];
    Scene::new(5)
        .about_to_play(&["LIO-01", "GIR-01", "GIR-02", "OWL-01"])
        .hand(4, &["RAB-03", "CAT-01", "CAT-02", "OWL-02", "PA1-01"])
        .area(4, &area)
        .monkey(4, "MON-01", Some(WildPile::Rabbit))
        .plays(&["LIO-01", "GIR-01", "GIR-02", "OWL-01"])
}

#[test]
fn example_a_pig_in_the_area_wins_the_tie_for_player_5() {
    let scene = final_example().plays(&["OWL-02"]);
    assert_eq!(scene.winner(), Some(4));
    assert_eq!(scene.verdict(), (4, 2, GroupReason::HighestOfTheLargestGroups, SeatReason::MostPigs));
    let without = final_example().area(4, &[]).plays(&["OWL-02"]);
    assert_eq!(without.winner(), Some(3), "normally player 4, who was the first to play the owl");
}

#[test]
fn example_player_4_takes_no_card_this_turn() {
    let scene = final_example().plays(&["OWL-02"]).takes(&["OWL-01", "LIO-01", "GIR-01", "GIR-02"]);
    assert_eq!(scene.state.turn, 2);
    assert_eq!(scene.state.areas[3], Area::default());
}

#[test]
fn example_the_score_of_player_5_is_18() {
    // One lion, the one just taken: with the two that are listed, the table of the rulebook gives 28 (PR-26). The
    // monkey was placed on the rabbits when it was taken (PR-19).
    let scene = final_example().plays(&["OWL-02"]).takes(&["OWL-01", "LIO-01"]);
    let mut scene = scene;
    scene.state.areas[4].cards.push(card("PA1-04")); // "10 points if you have panda majority".
    let expected = Points { rabbit: 6, fox: -2, bear: 5, lion: -10, giraffe: 4, owl: 5, panda: 10, cat: 0, pig: 0 };
    assert_eq!(scene.points(4), expected);
    assert_eq!(expected.total(), 18);
}

#[test]
fn example_the_panda_would_win_only_with_royal_pandas() {
    // "He could play the panda card to win the dispute": true by the switch; without it the giraffes win (PR-13).
    let royal = Options { royal_pandas: true, ..Options::default() };
    let scene = final_example().options(royal).plays(&["PA1-01"]);
    assert_eq!((scene.winner(), scene.verdict().0), (Some(4), 9));
    let scene = final_example().plays(&["PA1-01"]);
    assert_eq!((scene.winner(), scene.verdict().0), (Some(1), 3));
}

// The rounds.

#[test]
fn the_second_round_has_new_hands_and_is_led_by_the_winner_of_the_last_turn() {
    let ids = ["LIO-01", "PIG-01", "BEA-01"];
    let mut scene = Scene::new(3).turn(11).about_to_play(&ids).plays(&ids);
    scene.state.hands.iter_mut().for_each(Vec::clear);
    let deck = scene.state.deck.clone();
    let scene = scene.takes(&["LIO-01", "PIG-01"]);
    assert_eq!((scene.state.turn, scene.state.starter), (12, Seat(1)));
    let hands: Vec<Card> = scene.state.hands.concat();
    assert!(hands.iter().all(|card| deck[..33].contains(card)) && hands.len() == 33);
    assert_eq!(scene.state.deck, deck[33..], "the deck is not shuffled again (PR-5)");
    assert!(scene.effects().any(|effect| *effect == Effect::Dealt { round: 2, cards: 11 }));
}

#[test]
fn the_last_cards_of_a_round_are_played_without_a_move() {
    let mut scene = Scene::new(3).turn(10).about_to_play(&["LIO-01", "PIG-01", "BEA-01"]);
    scene = scene.plays(&["LIO-01", "PIG-01", "BEA-01"]).takes(&["LIO-01"]);
    scene.told.clear();
    let scene = scene.takes(&["PIG-01"]);
    let played = scene.effects().filter(|effect| matches!(effect, Effect::Played { .. })).count();
    assert_eq!((played, scene.state.turn, scene.state.phase), (3, 11, Phase::Take));
    assert_eq!(scene.winner(), Some(1), "three foxes are equal, and the winner of the turn before played first");
}

#[test]
fn after_22_turns_the_most_points_win_and_equal_totals_share_the_victory() {
    let mut scene = Scene::new(3).turn(22).about_to_play(&["LIO-01", "PIG-01", "BEA-01"]);
    scene = scene.plays(&["LIO-01", "PIG-01", "BEA-01"]);
    scene.state.hands.iter_mut().for_each(Vec::clear);
    assert_eq!(PandaRei::outcome(&scene.state), None);
    // Seat 1 has a pig and a bear, seat 2 the lion; seat 0 gets a lion too.
    let scene = scene.area(0, &["LIO-02"]).takes(&["PIG-01", "BEA-01"]);
    let outcome = PandaRei::outcome(&scene.state).expect("it is over");
    assert_eq!(outcome.scores, [-10, -20, -10]);
    assert_eq!(outcome.ranking, [vec![Seat(0), Seat(2)], vec![Seat(1)]]);
    assert!(scene.effects().any(|effect| *effect == Effect::GameWon { seats: vec![Seat(0), Seat(2)] }));
}

// "Rules for 2 Players".

fn two(first: &str, second: &str, fictional: &str) -> Scene {
    let ids = [first, second];
    Scene::new(2).fictional(&[fictional]).about_to_play(&ids).plays(&ids)
}

#[test]
fn a_single_card_of_the_fictional_player_is_disregarded_even_if_it_is_higher() {
    let scene = two("BEA-01", "CAT-01", "PA3-01");
    assert_eq!((scene.winner(), scene.verdict().2), (Some(1), GroupReason::HighestCard));
}

#[test]
fn whoever_has_the_duplicate_card_wins_and_takes_two_and_the_other_the_remaining_card() {
    let scene = two("BEA-01", "CAT-01", "BEA-02");
    assert_eq!(scene.winner(), Some(0));
    let scene = scene.takes(&["BEA-02", "CAT-01"]);
    assert_eq!(scene.state.areas[0].cards, cards(&["BEA-02", "CAT-01"]), "the opened card can be taken");
    assert_eq!(scene.state.areas[1].cards, cards(&["BEA-01"]));
}

#[test]
fn three_equal_cards_of_two_players_go_to_the_first_or_to_the_most_pigs() {
    assert_eq!(two("BEA-01", "BEA-02", "BEA-03").verdict().1, 3);
    assert_eq!(two("BEA-01", "BEA-02", "BEA-03").winner(), Some(0));
    let scene = Scene::new(2).area(1, &["PIG-01"]).fictional(&["BEA-03"]).about_to_play(&["BEA-01", "BEA-02"]);
    assert_eq!(scene.plays(&["BEA-01", "BEA-02"]).winner(), Some(1));
}

#[test]
fn the_fictional_players_hand_is_nobodys_to_see() {
    let state = dealt(&Options::default(), 2);
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
        let view = PandaRei::view(&state, viewer);
        assert_eq!((view.fictional, view.fictional_cards, view.deck_cards), (Some(11), None, None));
    }
    assert_eq!(PandaRei::view(&state, Viewer::Full).fictional_cards.map(|cards| cards.len()), Some(11));
}

// Rulings without a vector.

#[test]
fn the_pig_that_is_played_does_not_count_for_this_turn() {
    let ids = ["PIG-01", "BEA-01", "PIG-02"];
    let scene = Scene::new(3).about_to_play(&ids).area(2, &["PIG-03"]).plays(&ids);
    assert_eq!(scene.winner(), Some(2), "one pig in the area against none (PR-16)");
    let scene = Scene::new(3).about_to_play(&ids).plays(&ids);
    assert_eq!(scene.winner(), Some(0), "both pigs are on the table");
}

#[test]
fn pigs_do_not_change_which_group_wins() {
    let ids = ["CAT-01", "OWL-01", "CAT-02", "OWL-02"];
    let scene = Scene::new(4).about_to_play(&ids).area(1, &["PIG-01", "PIG-02"]).plays(&ids);
    assert_eq!(scene.winner(), Some(0), "PR-15");
}

#[test]
fn the_value_of_a_led_monkey_and_the_points_of_lions_are_options() {
    let options = Options { monkey_lead_value: 7, lion_scores: vec![0, 3], ..Options::default() };
    let ids = ["MON-01", "LIO-01", "PIG-01"];
    let scene = Scene::new(3).options(options).about_to_play(&ids).plays(&ids);
    assert_eq!((scene.winner(), scene.verdict().0), (Some(0), 7));
    let scene = scene.area(0, &["LIO-01", "LIO-02", "LIO-03"]);
    assert_eq!((scene.points(0).lion, scene.points(1).lion), (3, 0), "the last score repeats");
}

#[test]
fn a_view_shows_the_running_score_pile_by_pile() {
    let scene = Scene::new(3).area(0, &["RAB-01", "RAB-02", "PA2-01", "PIG-01"]);
    let scene = scene.monkey(0, "MON-01", Some(WildPile::Rabbit));
    let view = PandaRei::view(&scene.state, Viewer::Spectator);
    let pile = |pile, points, ids: &[&str]| PileView { pile, points, cards: cards(ids) };
    let expected = [
        pile(Pile::Rabbit, 6, &["RAB-01", "RAB-02", "MON-01"]),
        pile(Pile::Lion, -20, &[]),
        pile(Pile::Pig, 0, &["PIG-01"]),
        pile(Pile::Panda, 10, &["PA2-01"]),
    ];
    assert_eq!(view.seats[0].piles, expected);
    assert_eq!((view.seats[0].score, view.seats[0].hand_cards.as_ref()), (-4, None));
}
