//! Every refusal, provoked once, with its code and the ruling it rests on.

use super::*;

fn scene() -> Scene {
    Scene::new(3).display(&["J-YEL-4", "J-RED-1", "N-BLU"])
}

fn of_offers() -> Vec<Illegal> {
    let shared = || scene().runes(0, &[Rune::Share]);
    vec![
        scene().refused(offer("S-YEL-A", 1)),
        scene().piece(1, "J-RED-1", 1).refused(offer("J-RED-1", 1)),
        shared().refused(share("J-RED-1", 1)),
        shared().piece(0, "J-RED-1", 1).refused(share("J-RED-1", 1)),
        scene().piece(1, "J-RED-1", 1).refused(share("J-RED-1", 1)),
        closed_foot().refused(visit(TreeSpace::Foot1)),
        scene().altar(TreeSpace::T2, Colour::Red).refused(visit(TreeSpace::T2)),
        scene().refused(offer("J-YEL-4", 2)),
        scene().refused(Move::Done {}),
        scene().refused(Move::Take { colour: Colour::Red }),
    ]
}

fn closed_foot() -> Scene {
    let mut scene = scene();
    scene.state.tree.foot_mut(TreeSpace::Foot1).expect("the foot").taken = true;
    scene
}

fn of_runes() -> Vec<Illegal> {
    let to_yellow = || scene().runes(0, &[Rune::ToYellow, Rune::Share]);
    let play = |rune| Move::PlayRune { rune };
    let at_turn_end = || to_yellow().play(offer("J-RED-1", 1));
    let lifting = || to_yellow().piece(0, "J-RED-1", 1).piece(0, "N-BLU", 1).play(play(Rune::ToYellow));
    let lift = Move::Lift { card: card("N-BLU"), owner: Seat(0), space: 1 };
    let elsewhere = Move::Lift { card: card("N-BLU"), owner: Seat(0), space: 2 };
    vec![
        scene().refused(play(Rune::GainRed)),
        to_yellow().refused(play(Rune::Share)),
        at_turn_end().refused(play(Rune::ToYellow)),
        to_yellow().refused(play(Rune::ToYellow)),
        lifting().refused(elsewhere),
        lifting().play(lift).refused(Move::SetDown { card: card("J-RED-1"), space: 2 }),
    ]
}

fn of_answers() -> Vec<Illegal> {
    let level = tokens(&[(Colour::Red, 2), (Colour::Blue, 2), (Colour::Grey, 1)]);
    let mut altar = scene().altar(TreeSpace::T1, Colour::Green).play(visit(TreeSpace::T6));
    let mut drawn = scene().end_season();
    let mut gone = scene();
    gone.state.turn = Seat(9);
    vec![
        scene().tokens(0, level).play(offer("J-YEL-4", 2)).refused(Move::Pay { colour: Colour::Grey }),
        altar.refused(Move::LayAltar { colour: Colour::Green }),
        scene()
            .display(&["J-BLU-6"])
            .tokens(0, level)
            .play(offer("J-BLU-6", 2))
            .refused(Move::Take { colour: Colour::Red }),
        scene().play(visit(TreeSpace::T5)).refused(Move::PlaceNeutral { card: card("J-RED-1"), space: 3 }),
        drawn.refused(Move::KeepStart { card: card("J-RED-1") }),
        gone.refused(offer("J-RED-1", 1)),
    ]
}

#[test]
fn each_refusal_has_its_code_and_its_ruling() {
    let all = [of_offers(), of_runes(), of_answers()].concat();
    let found: Vec<_> = all.iter().map(|illegal| (illegal.code, illegal.rule)).collect();
    let expected = [
        ("no-such-space", "IN-6"),
        ("space-taken", "IN-9"),
        ("space-is-free", "IN-12"),
        ("own-piece-there", "IN-12"),
        ("rune-not-held", "IN-12"),
        ("foot-closed", "IN-11"),
        ("cannot-pay", "IN-6"),
        ("nothing-to-pay-with", "IN-7"),
        ("a-space-is-open", "IN-5"),
        ("not-awaited", "IN-5"),
        ("rune-not-held", "IN-12"),
        ("played-with-the-offer", "IN-12"),
        ("not-at-turn-start", "IN-12"),
        ("nothing-to-move", "IN-12"),
        ("piece-not-movable", "IN-12"),
        ("not-a-destination", "IN-12"),
        ("not-most-held", "IN-7"),
        ("altar-tile-used", "IN-10"),
        ("colour-not-offered", "IN-8"),
        ("not-a-free-card-space", "IN-13"),
        ("card-not-drawn", "IN-17"),
        ("no-such-seat", "IN-1"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn no_code_is_left_unprovoked() {
    citations::DOSSIER.is_provoked_by(&[of_offers(), of_runes(), of_answers()].concat());
}

#[test]
fn a_move_out_of_step_is_told_what_is_awaited() {
    let mut scene = scene().play(visit(TreeSpace::T2));
    let illegal = scene.refused(offer("J-RED-1", 1));
    assert_eq!((illegal.code, illegal.rule), ("not-awaited", "IN-10"));
    assert!(illegal.detail.contains("altar tile"), "{illegal}");
}

#[test]
fn a_gain_rune_in_hand_is_named_as_a_way_until_the_last_answer() {
    let mut scene = scene().runes(0, &[Rune::GainRed]).play(visit(TreeSpace::T6));
    let illegal = scene.refused(offer("J-RED-1", 1));
    assert_eq!(illegal.detail, "the space waits for its altar tile; open to you now: lay-altar, play-rune");
}

#[test]
fn with_no_space_open_the_refusal_says_that_the_piece_is_spent() {
    let mut scene = full_table();
    assert!(scene.refused(offer("J-RED-1", 1)).detail.ends_with("open to you now: done"));
}

/// Seat 0 has no token, and nothing is free.
fn full_table() -> Scene {
    let mut scene = Scene::new(2).display(&["J-RED-1"]).piece(1, "J-RED-1", 1).piece(1, "J-RED-1", 2);
    for (space, colour) in TreeSpace::ALTARS.into_iter().zip(Colour::ALL) {
        scene = scene.altar(space, colour);
    }
    scene.state.tree.foot.iter_mut().for_each(|foot| foot.taken = true);
    scene
}

#[test]
fn a_space_that_the_card_does_not_have_is_refused() {
    for space in [0, 3, 4, 5, 255] {
        assert_eq!(scene().refused(offer("J-RED-1", space)).code, "no-such-space", "{space}");
    }
}
