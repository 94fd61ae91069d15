//! The end of a season and of the game (rulebook, End of Season and Game End).

use super::*;
use crate::kernel::Reason;

fn red(count: u8) -> Tokens {
    tokens(&[(Colour::Red, count)])
}

#[test]
fn a_neutral_piece_completes_a_card_and_scores_for_nobody() {
    let mut scene = Scene::new(2).display(&["J-RED-1"]).piece(0, "J-RED-1", 1).tokens(0, red(2)).tokens(1, red(3));
    scene.state.pieces_mut(Place::Card { card: card("J-RED-1"), space: 2 }).expect("a space").add(Pieces::NEUTRAL);
    let scene = scene.end_season();
    assert_eq!((scene.scores(), scene.state.neutrals), (vec![2, 0], 2));
}

#[test]
fn cards_are_judged_from_the_left_and_replaced_in_their_slots() {
    let scene = Scene::new(2).display(&["J-RED-1", "S-BLU-B", "J-GRN-1"]).piece(0, "J-RED-1", 1).end_season();
    let corners: Vec<Colour> = scene.state.shown().map(|shown| shown.card.colour()).collect();
    assert_eq!(corners, [Colour::Grey, Colour::Red, Colour::Purple], "all are incomplete");
    assert_eq!(scene.state.journey[4].discard, [card("J-RED-1")]);
    assert!(scene.state.out.contains(&card("S-BLU-B")), "a used start card is out of the game");
}

#[test]
fn a_start_card_of_the_set_up_is_ordinary_when_incomplete() {
    let scene = Scene::new(2).display(&["S-RED-B"]).piece(0, "S-RED-B", 1);
    let scene = scene.tokens(0, tokens(&[(Colour::Red, 2), (Colour::Blue, 2)])).end_season();
    assert_eq!(scene.scores(), [0, 0]);
}

#[test]
fn a_complete_new_start_card_scores_its_own_colour() {
    let scene = (1..=3).fold(Scene::new(2).display(&["N-RED"]), |scene, space| scene.piece(0, "N-RED", space));
    let scene = scene.tokens(0, tokens(&[(Colour::Red, 1), (Colour::Blue, 4)])).end_season();
    assert_eq!(scene.scores(), [1, 0]);
}

#[test]
fn pieces_go_home_and_altar_tiles_stay() {
    let scene =
        Scene::new(2).display(&["J-RED-1"]).play(visit(TreeSpace::T2)).play(Move::LayAltar { colour: Colour::Red });
    let scene = scene.end_season();
    assert!(scene.state.places().all(|(_, pieces)| pieces.is_empty()));
    assert_eq!(scene.state.tree.tile(TreeSpace::T2), Some(Colour::Red));
}

#[test]
fn the_fewest_points_keep_one_of_two_new_start_cards_and_lead() {
    let scene = Scene::new(3).display(&["J-RED-1"]).points(&[3, 2, 1]).end_season();
    let Phase::Keep { cards: [one, other] } = scene.state.phase else { panic!("two cards are drawn") };
    assert_eq!((scene.state.turn, scene.legal().len()), (Seat(2), 2));
    // The season's piece comes before the start cards (IN-17): four of six, two for later.
    let seats = scene.view(Viewer::Spectator).seats;
    assert!(seats.iter().all(|seat| (seat.pieces, seat.pieces_waiting) == (4, 2)));
    let scene = scene.play(Move::KeepStart { card: other });
    assert_eq!(scene.state.shown().last().map(|shown| shown.card), Some(other));
    assert!(scene.state.out.contains(&one));
    assert_eq!((scene.state.first, scene.state.turn, scene.state.season), (Seat(2), Seat(2), 2));
    assert!(scene.state.players.iter().all(|player| player.pieces == 4));
}

#[test]
fn of_several_last_ones_the_nearest_behind_the_first_player_leads() {
    let chooses = |first: u8, points: &[u16]| {
        let mut scene = Scene::new(4).points(points);
        scene.state.first = Seat(first);
        scene.end_season().state.turn
    };
    assert_eq!(chooses(0, &[0, 0, 0, 0]), Seat(1));
    assert_eq!(chooses(2, &[1, 1, 5, 5]), Seat(0));
    assert_eq!(chooses(1, &[1, 1, 5, 5]), Seat(0), "the first player comes last");
}

#[test]
fn an_empty_pile_takes_its_discard() {
    let mut scene = Scene::new(2).display(&["J-RED-1"]);
    scene.state.journey[5].cards.clear();
    scene.state.journey[5].discard = vec![card("J-GRY-1"), card("J-GRY-2")];
    let scene = scene.end_season();
    assert!(scene.heard(&Effect::PileShuffled { colour: Colour::Grey }));
    assert_eq!(scene.state.shown().next().map(|shown| shown.card.colour()), Some(Colour::Grey));
}

#[test]
fn without_cards_of_a_colour_the_other_corner_counts_and_then_the_slot_stays_empty() {
    let mut scene = Scene::new(2).display(&["N-RED"]);
    scene.state.journey[1].cards.clear();
    assert_eq!(scene.clone().end_season().state.shown().next().map(|shown| shown.card.colour()), Some(Colour::Red));
    scene.state.journey[4].cards.clear();
    let scene = scene.end_season();
    assert_eq!(scene.state.display, [None]);
    let keep = scene.legal()[0];
    let scene = scene.play(keep);
    assert_eq!((scene.state.display.len(), scene.state.shown().count()), (2, 1), "the slot stays, and is empty");
    assert!(scene.view(Viewer::Spectator).display[0].is_none());
}

#[test]
fn the_fourth_season_ends_with_its_cards_and_the_tree() {
    let scene = Scene::new(2).season(4).display(&["J-RED-1"]).piece(0, "J-RED-1", 1).piece(0, "J-RED-1", 2);
    let scene = scene.tokens(0, red(2)).tokens(1, red(3)).altar(TreeSpace::T5, Colour::Red);
    let view = scene.view(Viewer::Spectator);
    let now: Vec<_> = view.seats.iter().map(|seat| (seat.cards_now, seat.tree_now)).collect();
    assert_eq!(now, [(2, 4), (0, 8)], "what would be scored as things stand");
    let scene = scene.end_season();
    assert_eq!(scene.scores(), [2 + 4, 8]);
    let outcome = Inori::outcome(&scene.state).expect("it is over");
    assert_eq!((outcome.ranking, outcome.reason), (vec![vec![Seat(1)], vec![Seat(0)]], Reason::of("most-points")));
    assert_eq!(scene.view(Viewer::Spectator).seats[0].tree_now, 0, "it is scored already");
}

#[test]
fn equal_points_are_told_apart_by_tokens_and_then_shared() {
    let end = |scene: Scene| {
        let outcome = Inori::outcome(&scene.season(4).display(&[]).end_season().state).expect("it is over");
        (outcome.ranking, words(&outcome.reason).expect("words"))
    };
    let level = || Scene::new(3).points(&[7, 7, 9]);
    assert_eq!(end(level().tokens(1, red(1))).0, [vec![Seat(2)], vec![Seat(1)], vec![Seat(0)]]);
    let (ranking, reason) = end(level());
    assert_eq!((ranking, reason.as_str()), (vec![vec![Seat(2)], vec![Seat(0), Seat(1)]], "most points"));
    assert_eq!(end(Scene::new(3).points(&[9, 7, 9])).1, "most points and tokens, shared");
    let tied = |tokens| end(Scene::new(2).points(&[7, 7]).tokens(1, red(tokens))).1;
    assert_eq!(tied(1), "most tokens among those with the most points");
    assert_eq!(tied(0), "most points and tokens, shared");
}
