//! Runes (IN-12), and who knows them (IN-21).

use super::*;

fn play(rune: Rune) -> Move {
    Move::PlayRune { rune }
}

fn scene() -> Scene {
    Scene::new(2).display(&["J-YEL-4", "J-RED-1", "S-BLU-A"])
}

#[test]
fn a_gain_rune_brings_two_tokens_before_the_offer() {
    let scene = scene().runes(0, &[Rune::GainRed]).play(play(Rune::GainRed));
    assert_eq!((scene.held(0).red, scene.state.turn, scene.state.phase), (2, Seat(0), Phase::Offer {}));
    assert_eq!(scene.state.rune_discard, [Rune::GainRed]);
}

#[test]
fn a_gain_rune_may_be_played_after_the_offer() {
    let scene = scene().runes(0, &[Rune::GainRed]).play(offer("J-RED-1", 1));
    assert_eq!(scene.legal(), [Move::Done {}, play(Rune::GainRed)]);
    let scene = scene.play(play(Rune::GainRed));
    assert_eq!((scene.held(0).red, scene.state.turn), (4, Seat(1)), "with the last rune the turn ends");
}

#[test]
fn a_gain_rune_can_settle_what_pays() {
    let level = tokens(&[(Colour::Red, 1), (Colour::Blue, 1)]);
    let scene = scene().tokens(0, level).runes(0, &[Rune::GainBlue]).play(offer("J-YEL-4", 2));
    let scene = scene.play(play(Rune::GainBlue));
    assert!(scene.heard(&Effect::Paid { seat: Seat(0), colour: Colour::Blue }));
    assert_eq!(scene.held(0), tokens(&[(Colour::Red, 1), (Colour::Blue, 2), (Colour::Yellow, 3)]));
}

#[test]
fn a_rune_moves_a_piece_to_a_card_of_its_colour() {
    let scene = scene().piece(0, "J-RED-1", 1).runes(0, &[Rune::ToBlue]).play(play(Rune::ToBlue));
    assert!(matches!(scene.state.phase, Phase::SetDown { .. }), "the one piece is no choice");
    assert_eq!(scene.legal().len(), 4);
    let scene = scene.play(Move::SetDown { card: card("S-BLU-A"), space: 4 });
    assert_eq!((scene.on("J-RED-1", 1), scene.on("S-BLU-A", 4)), (vec![], vec![Seat(0)]));
    assert!(scene.hand(0).is_empty(), "a moved piece triggers nothing, not even a rune");
    assert_eq!((scene.state.turn, scene.state.phase), (Seat(0), Phase::Offer {}));
}

#[test]
fn a_rune_moves_a_piece_from_a_card_of_its_colour() {
    let scene = scene().piece(0, "J-RED-1", 1).piece(0, "J-RED-1", 2).piece(0, "S-BLU-A", 1);
    let scene = scene.runes(0, &[Rune::FromRed]).play(play(Rune::FromRed));
    assert_eq!(scene.legal().len(), 2, "the piece on blue is not moved");
    let scene = scene.play(Move::Lift { card: card("J-RED-1"), owner: Seat(0), space: 2 });
    assert_eq!(scene.legal().len(), 3 + 3);
}

#[test]
fn the_pieces_of_others_are_moved_only_by_the_option() {
    let with = |move_any_piece| {
        let mut scene = scene().piece(1, "J-RED-1", 1).runes(0, &[Rune::FromRed]);
        scene.state.options.move_any_piece = move_any_piece;
        scene
    };
    assert_eq!(with(false).refused(play(Rune::FromRed)).code, "nothing-to-move");
    let scene = with(true).play(play(Rune::FromRed)).play(Move::SetDown { card: card("J-YEL-4"), space: 1 });
    assert_eq!(scene.on("J-YEL-4", 1), [Seat(1)]);
}

#[test]
fn a_neutral_piece_and_one_on_the_tree_are_never_moved() {
    let mut scene = scene().runes(0, &[Rune::FromRed]);
    let at = Place::Card { card: card("J-RED-1"), space: 1 };
    scene.state.pieces_mut(at).expect("a space").add(Pieces::NEUTRAL);
    scene.state.tree.pieces_mut(TreeSpace::T1).expect("a space").add(Pieces::one(Seat(0)));
    assert_eq!(scene.refused(play(Rune::FromRed)).code, "nothing-to-move");
}

#[test]
fn a_shared_space_is_paid_and_acts_as_usual() {
    let scene = scene().piece(1, "J-YEL-4", 2).tokens(0, tokens(&[(Colour::Grey, 1)])).runes(0, &[Rune::Share]);
    let scene = scene.play(share("J-YEL-4", 2));
    assert_eq!(scene.on("J-YEL-4", 2), [Seat(0), Seat(1)]);
    assert_eq!(scene.held(0), tokens(&[(Colour::Yellow, 3)]));
    assert_eq!(scene.state.rune_discard, [Rune::Share]);
}

#[test]
fn any_number_of_runes_is_played_in_a_turn() {
    let hand = [Rune::GainRed, Rune::GainBlue, Rune::ToBlue, Rune::Share];
    let scene = scene().runes(0, &hand).piece(0, "J-RED-1", 1).piece(1, "J-RED-1", 2);
    let scene = scene.play(play(Rune::GainRed)).play(play(Rune::ToBlue));
    let scene = scene.play(Move::SetDown { card: card("S-BLU-A"), space: 1 }).play(play(Rune::GainBlue));
    let scene = scene.tokens(0, tokens(&[(Colour::Grey, 1)])).play(share("J-RED-1", 2));
    assert!(scene.hand(0).is_empty());
}

#[test]
fn an_empty_stack_is_made_of_the_played_runes() {
    let mut scene = scene();
    let all = std::mem::take(&mut scene.state.rune_stack);
    scene.state.rune_discard = all[..3].to_vec();
    scene.state.players[1].runes = all[3..].to_vec();
    let scene = scene.play(offer("S-BLU-A", 4));
    assert!(scene.heard(&Effect::RunesShuffled {}));
    assert_eq!((scene.hand(0).len(), scene.state.rune_stack.len()), (1, 2));
    assert!(scene.state.rune_discard.is_empty());
}

#[test]
fn without_any_rune_left_nothing_is_drawn() {
    let mut scene = scene();
    scene.state.players[1].runes = std::mem::take(&mut scene.state.rune_stack);
    let scene = scene.play(offer("S-BLU-A", 4));
    assert!(scene.heard(&Effect::Nothing { seat: Seat(0) }));
}

#[test]
fn a_drawn_rune_is_seen_by_the_drawer_alone() {
    let scene = scene().play(offer("S-BLU-A", 4));
    let rune = scene.hand(0)[0];
    let audience = scene.told.iter().find(|(_, effect)| *effect == Effect::RuneSeen { seat: Seat(0), rune });
    assert_eq!(audience.map(|(who, _)| *who), Some(Audience::Only(Seat(0))));
    let shown = |viewer| scene.view(viewer).seats[0].runes.clone();
    assert_eq!(shown(Viewer::Seat(Seat(0))), Some(vec![rune]));
    assert_eq!((shown(Viewer::Seat(Seat(1))), shown(Viewer::Spectator)), (None, None));
    assert_eq!(shown(Viewer::Full), Some(vec![rune]));
    assert_eq!(scene.view(Viewer::Spectator).seats[0].rune_count, 1);
    assert_eq!(scene.view(Viewer::Spectator).rune_stack_order, None);
}

#[test]
fn before_the_cards_are_judged_whoever_holds_a_rune_is_asked_in_seat_order() {
    let scene = Scene::new(3).display(&["J-RED-1"]).piece(2, "J-RED-1", 1).piece(2, "J-RED-1", 2);
    let scene = scene.runes(0, &[Rune::Share]).runes(2, &[Rune::GainRed]).end_season();
    assert_eq!((scene.state.turn, scene.state.phase), (Seat(0), Phase::SeasonEnd {}));
    assert_eq!(scene.legal(), [Move::Done {}], "to ask only those with a gain rune would tell who has one");
    let scene = scene.play(Move::Done {});
    assert_eq!(scene.state.turn, Seat(2));
    let scene = scene.play(play(Rune::GainRed));
    assert_eq!(scene.scores(), [0, 0, 2], "the rune counts for the card");
}

#[test]
fn a_space_of_the_tree_is_shared_too_and_neutral_pieces_that_are_out_stay_there() {
    let scene = scene().runes(1, &[Rune::Share]).tokens(1, tokens(&[(Colour::Red, 1)]));
    let at = |space| Move::PlaceNeutral { card: card("J-RED-1"), space };
    let scene = scene.play(visit(TreeSpace::T5)).play(at(1)).play(at(2)).play(Move::LayAltar { colour: Colour::Red });
    let scene = scene.play(Move::OfferTree { share: true, space: TreeSpace::T5 });
    assert!(scene.heard(&Effect::Nothing { seat: Seat(1) }), "no neutral piece is left to place");
    assert_eq!(scene.state.tree.pieces(TreeSpace::T5).seats().collect::<Vec<_>>(), [Seat(0), Seat(1)]);
    assert_eq!((scene.held(1).red, scene.state.neutrals, scene.state.turn), (1, 0, Seat(0)));
}

#[test]
fn a_space_with_a_neutral_piece_is_occupied_by_somebody_else_and_can_be_shared() {
    let mut scene = scene().runes(0, &[Rune::Share]);
    let at = Place::Card { card: card("J-RED-1"), space: 1 };
    scene.state.pieces_mut(at).expect("a space").add(Pieces::NEUTRAL);
    assert_eq!(scene.play(share("J-RED-1", 1)).held(0).red, 2);
}
