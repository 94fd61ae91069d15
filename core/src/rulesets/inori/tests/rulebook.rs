//! The rulebook's statements on a turn, and the rulings that no vector covers.

use super::*;

const LAY_RED: Move = Move::LayAltar { colour: Colour::Red };

fn scene() -> Scene {
    Scene::new(2).display(&["J-YEL-2", "J-GRN-3", "S-BLU-A"])
}

#[test]
fn the_box_holds_what_the_dossier_counts() {
    let components = catalogue();
    let count = |kind: &str| components.iter().filter(|component| component.kind == kind).count();
    let kinds = ["start-card", "new-start-card", "journey-card", "rune-tile", "altar-tile", "tree-space"];
    assert_eq!(kinds.map(count), [12, 6, 36, 13, 6, 9]);
    assert_eq!(["favour-token", "offering-piece", "neutral-piece"].map(count), [6, 4, 1]);
}

#[test]
fn three_start_cards_of_three_pairs_of_opposites_are_dealt() {
    for seats in Inori::SEATS {
        let state = dealt(Options::default(), seats);
        let colours: Vec<Colour> = state.shown().map(|shown| shown.card.colour()).collect();
        let corners: Vec<Colour> = state.tree.foot.iter().map(|foot| foot.colour).collect();
        assert_eq!(colours.len(), 3);
        assert!(corners.iter().all(|corner| !colours.contains(corner)), "the foot has the three colours that lack");
        assert!(corners.iter().all(|corner| state.supply.of(*corner) == 13), "two of the fifteen lie at the foot");
        assert!(state.players.iter().all(|player| player.tokens.total() == 0 && player.runes.is_empty()));
        assert_eq!((state.rune_stack.len(), state.new_starts.len(), state.out.len()), (15, 6, 9));
    }
}

#[test]
fn start_cards_can_depend_on_the_number_of_seats() {
    let options = Options { start_cards_by_players: true, ..Options::default() };
    for (seats, spaces) in [(2, 3), (3, 3), (4, 4)] {
        let state = dealt(options, seats);
        assert!(state.shown().all(|shown| shown.card.spaces().len() == spaces), "{seats} seats");
    }
}

#[test]
fn the_starter_is_drawn_or_seat_0() {
    let first = |starter, key: u8| {
        let options = Options { starter, ..Options::default() };
        Inori::deal(&options, 4, &mut Table::at(GameKey::new([key; 32]), 0)).expect("a game").turn
    };
    let drawn: std::collections::BTreeSet<Seat> = (0..40).map(|key| first(Starter::Drawn, key)).collect();
    assert_eq!(drawn.len(), 4);
    assert!((0..40).all(|key| first(Starter::Seat0, key) == Seat(0)));
}

#[test]
fn turns_go_clockwise_past_whoever_has_no_piece() {
    let scene = Scene::new(3).display(&["J-GRN-3"]).pieces(&[2, 0, 1]).play(offer("J-GRN-3", 1));
    assert_eq!(scene.state.turn, Seat(2));
}

#[test]
fn a_space_with_a_set_cost_is_paid_to_the_supply() {
    let scene = scene().tokens(0, tokens(&[(Colour::Green, 1)])).play(offer("J-YEL-2", 1));
    assert_eq!(scene.held(0), tokens(&[(Colour::Yellow, 2), (Colour::Red, 1)]));
    assert_eq!(scene.on("J-YEL-2", 1), [Seat(0)]);
}

#[test]
fn several_own_pieces_may_stand_on_one_card() {
    let scene = scene().piece(0, "S-BLU-A", 1).play(offer("S-BLU-A", 2));
    assert_eq!(scene.on("S-BLU-A", 2), [Seat(0)]);
}

#[test]
fn points_count_the_tokens_of_a_set_colour() {
    let scene = scene().tokens(0, tokens(&[(Colour::Green, 4)])).play(offer("J-GRN-3", 3));
    assert_eq!(scene.scores(), [4, 0]);
}

#[test]
fn least_held_tokens_are_chosen_one_by_one() {
    let held = tokens(&[(Colour::Yellow, 1), (Colour::Blue, 1), (Colour::Green, 1), (Colour::Purple, 2)]);
    let held = Tokens { red: 0, grey: 1, ..held };
    // Red alone is least; then red is level with four others.
    let scene = scene().tokens(0, held).play(offer("J-GRN-3", 2));
    assert_eq!(scene.held(0).red, 1);
    assert_eq!(scene.legal().len(), 5);
    let scene = scene.play(Move::Take { colour: Colour::Grey });
    assert_eq!((scene.held(0).grey, scene.state.turn), (2, Seat(1)));
}

#[test]
fn an_empty_supply_gives_nothing() {
    for left in 0..=3 {
        let mut scene = scene();
        scene.state.supply.yellow = left;
        let scene = scene.play(offer("J-GRN-3", 1));
        assert_eq!((scene.held(0).yellow, scene.state.supply.yellow), (left.min(2), left.saturating_sub(2)));
        assert!(scene.heard(&Effect::Gained { seat: Seat(0), colour: Colour::Yellow, count: left.min(2) }));
    }
}

#[test]
fn the_first_on_an_altar_space_pays_nothing_and_chooses_its_tile() {
    let scene = scene().play(visit(TreeSpace::T6));
    assert_eq!(scene.legal(), Colour::ALL.map(|colour| Move::LayAltar { colour }));
    assert_eq!(scene.held(0), Tokens::default(), "the tokens are of the altar's colour, so the tile comes first");
    let scene = scene.play(LAY_RED);
    assert_eq!(scene.held(0).red, 3);
    let view = scene.view(Viewer::Spectator);
    assert_eq!(view.altars[5].altar, Some(Colour::Red));
    assert!(!view.unused_altars.contains(&Colour::Red));
    assert_eq!(scene.state.tree.cost(TreeSpace::T6), Cost::Token { colour: Colour::Red });
}

#[test]
fn the_last_altar_tile_is_laid_without_asking() {
    let mut scene = scene();
    for (space, colour) in TreeSpace::ALTARS.into_iter().zip(Colour::ALL).take(5) {
        scene = scene.altar(space, colour);
    }
    let scene = scene.play(visit(TreeSpace::T6));
    assert_eq!(scene.held(0).grey, 3);
}

#[test]
fn the_tree_gives_any_two_tokens() {
    let scene = scene().play(visit(TreeSpace::T1));
    let scene = scene.play(Move::Take { colour: Colour::Blue }).play(Move::Take { colour: Colour::Grey });
    assert_eq!(scene.held(0), tokens(&[(Colour::Blue, 1), (Colour::Grey, 1)]));
    assert_eq!(scene.state.turn, Seat(0), "the altar tile follows");
    assert_eq!(scene.play(LAY_RED).state.turn, Seat(1));
}

#[test]
fn a_later_visitor_of_the_tree_pays_first_and_lays_nothing() {
    let scene = scene().altar(TreeSpace::T1, Colour::Red).tokens(0, tokens(&[(Colour::Red, 1)]));
    let scene = scene.play(visit(TreeSpace::T1));
    let scene = scene.play(Move::Take { colour: Colour::Blue }).play(Move::Take { colour: Colour::Grey });
    assert_eq!(scene.held(0), tokens(&[(Colour::Blue, 1), (Colour::Grey, 1)]));
    assert_eq!(scene.state.turn, Seat(1));
}

#[test]
fn the_tree_scores_five_points() {
    let scene = scene().play(visit(TreeSpace::T2));
    assert_eq!(scene.scores(), [5, 0], "the effect comes before the altar tile");
    let scene = scene.play(LAY_RED);
    assert_eq!((scene.scores(), scene.state.turn), (vec![5, 0], Seat(1)));
}

#[test]
fn the_tree_scores_the_tokens_of_the_altar_tile_that_is_laid_for_it() {
    let scene = scene().tokens(0, tokens(&[(Colour::Red, 4)])).play(visit(TreeSpace::T4));
    assert_eq!(scene.scores(), [0, 0]);
    assert_eq!(scene.play(LAY_RED).scores(), [4, 0]);
}

#[test]
fn the_tree_gives_a_rune_and_a_token_of_the_altar() {
    let scene = scene().play(visit(TreeSpace::T3));
    assert_eq!(
        (scene.hand(0).len(), scene.held(0).total()),
        (1, 0),
        "the tile is chosen with the rune in hand (IN-10)"
    );
    assert_eq!(scene.view(Viewer::Spectator).awaited, Some(Awaited::LayAltar { space: TreeSpace::T3 }));
    let scene = scene.play(LAY_RED);
    assert_eq!((scene.hand(0).len(), scene.held(0)), (1, tokens(&[(Colour::Red, 1)])));
}

#[test]
fn the_rune_just_drawn_can_be_played_before_the_altar_tile_is_laid() {
    let mut scene = scene();
    scene.state.rune_stack.retain(|rune| *rune != Rune::GainGrey);
    scene.state.rune_stack.push(Rune::GainGrey);
    let scene = scene.play(visit(TreeSpace::T3)).play(Move::PlayRune { rune: Rune::GainGrey });
    assert_eq!(scene.legal().len(), 6, "the altar tile is still to be laid");
    let scene = scene.play(LAY_RED);
    assert_eq!(scene.held(0), tokens(&[(Colour::Grey, 2), (Colour::Red, 1)]));
    assert_eq!(scene.state.turn, Seat(1));
}

#[test]
fn the_neutral_pieces_block_two_spaces_and_a_token_follows() {
    let scene = scene().play(visit(TreeSpace::T5));
    assert_eq!(scene.legal().len(), 2 + 3 + 4);
    let at = |card: &str, space| Move::PlaceNeutral { card: super::card(card), space };
    let mut scene = scene.play(at("J-YEL-2", 1)).play(at("J-YEL-2", 2)).play(LAY_RED);
    assert_eq!((scene.held(0).red, scene.state.turn), (1, Seat(1)));
    assert_eq!(scene.refused(offer("J-YEL-2", 2)).code, "space-taken");
}

#[test]
fn neutral_pieces_go_where_they_fit_without_asking() {
    let full = |free: u8| {
        let scene = Scene::new(2).display(&["S-BLU-A"]);
        (1..=4).skip(usize::from(free)).fold(scene, |scene, space| scene.piece(1, "S-BLU-A", space))
    };
    for (free, left) in [(0, 2), (1, 1), (2, 0)] {
        let scene = full(free).play(visit(TreeSpace::T5)).play(LAY_RED);
        assert_eq!((scene.state.neutrals, scene.held(0).red), (left, 1), "{free} free spaces");
        assert_eq!(scene.heard(&Effect::Nothing { seat: Seat(0) }), free == 0, "{free} free spaces");
    }
}

#[test]
fn the_foot_gives_its_two_tokens_once() {
    let scene = scene();
    let colour = scene.state.tree.foot[1].colour;
    let scene = scene.play(visit(TreeSpace::Foot2));
    assert_eq!(scene.held(0), tokens(&[(colour, 2)]));
    assert!(!scene.view(Viewer::Spectator).foot[1].open);
}

#[test]
fn a_piece_without_a_space_is_spent_and_only_then() {
    let mut scene = Scene::new(2).display(&["J-RED-1"]).piece(1, "J-RED-1", 1).piece(1, "J-RED-1", 2);
    for (space, colour) in TreeSpace::ALTARS.into_iter().zip(Colour::ALL) {
        scene = scene.altar(space, colour);
    }
    scene.state.tree.foot.iter_mut().for_each(|foot| foot.taken = true);
    assert_eq!(scene.legal(), [Move::Done {}]);
    let scene = scene.play(Move::Done {});
    assert!(scene.heard(&Effect::PieceSpent { seat: Seat(0) }));
    let seat = &scene.state.players[0];
    assert_eq!((seat.pieces, seat.spent, scene.state.turn), (3, 1, Seat(1)));
}
