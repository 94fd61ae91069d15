//! Who knows which card (RP-23, RP-32).

use super::*;
use crate::kernel::Audience;

/// What a seat knows of a deck: the cards and how deep they lie.
fn known(scene: &Scene, looker: u8, owner: u8) -> Vec<(String, u8)> {
    let view = scene.view(Viewer::Seat(Seat(looker)));
    view.seats[usize::from(owner)].known.iter().map(|known| (known.card.to_string(), known.depth)).collect()
}

fn after_a_look() -> Scene {
    Scene::new(3).deck(0, &["KNO-01", "TEL-02", "SPD-05"]).play(Move::Kata {})
}

#[test]
fn a_look_is_told_to_the_looker_alone() {
    let scene = after_a_look();
    let saw = Effect::Saw { seat: Seat(0), card: card("TEL-02") };
    let audiences: Vec<_> = scene.told.iter().filter(|(_, effect)| *effect == saw).map(|(who, _)| *who).collect();
    assert_eq!(audiences, [Audience::Only(Seat(0))]);
    assert!(scene.heard(&Effect::Looked { seat: Seat(0) }));
}

#[test]
fn a_look_shows_in_the_view_of_the_looker_alone() {
    let scene = after_a_look();
    assert_eq!(known(&scene, 0, 0), [("TEL-02".into(), 0)]);
    assert!(known(&scene, 1, 0).is_empty());
    assert!(scene.view(Viewer::Spectator).seats.iter().all(|seat| seat.known.is_empty()));
    assert_eq!(scene.view(Viewer::Full).seats[0].known.len(), 2, "the full view knows the whole deck");
}

#[test]
fn a_card_received_at_the_bottom_does_not_disturb_what_is_known_of_the_top() {
    let mut scene = after_a_look();
    scene.contender(1).deck = ["TEL-01", "INV-05", "INV-06"].map(card).into();
    let scene = scene.play(Move::Kata {}).play(Move::Give { seat: Seat(0) });
    assert_eq!(known(&scene, 0, 0), [("TEL-02".into(), 0)]);
}

#[test]
fn the_giver_who_knew_the_card_still_knows_it_and_the_receiver_does_not() {
    let mut scene = after_a_look();
    scene.state.turn = Seat(0);
    scene.contender(0).deck.push_front(card("TEL-01"));
    let scene = scene.play(Move::Kata {}).play(Move::Give { seat: Seat(1) });
    assert_eq!(known(&scene, 0, 1), [("TEL-02".into(), 2)]);
    assert!(known(&scene, 1, 1).is_empty());
}

#[test]
fn a_flipped_card_is_known_to_all_and_no_longer_remembered() {
    let mut scene = after_a_look();
    scene.state.turn = Seat(0);
    let scene = scene.play(Move::Kata {});
    assert!(scene.state.known.is_empty());
}

#[test]
fn with_an_empty_deck_there_is_nothing_to_look_at() {
    let scene = Scene::new(2).deck(0, &["KNO-01"]).play(Move::Kata {});
    assert!(scene.heard(&Effect::PowerIdle { seat: Seat(0), kata: Kata::Knowledge }));
    assert_eq!(scene.winner(), Some(Seat(0)));
}

/// Seat 0 is out, with two cards left in its deck; it had looked at the upper one.
fn after_an_elimination() -> Scene {
    let mut scene = Scene::new(3).deck(0, &["KNO-01", "TEL-03", "SPD-05", "INV-06"]).play(Move::Kata {});
    scene.state.turn = Seat(0);
    let scene = scene.side(Kata::Telekinesis, &["TEL-01", "TEL-02"]).penalties(0, &["INV-01", "INV-02"]);
    scene.play(Move::Kata {})
}

#[test]
fn the_deck_of_an_eliminated_seat_leaves_the_game_face_down() {
    let scene = after_an_elimination();
    assert!(scene.is_out(0));
    let penalties = cards(&["INV-01", "INV-02", "TEL-01", "TEL-02", "TEL-03"]);
    assert!(scene.heard(&Effect::Eliminated { seat: Seat(0), deck: 2, penalties: penalties.clone() }));
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
        let view = scene.view(viewer);
        assert_eq!((view.removed, view.removed_cards, &view.discard), (2, None, &penalties), "{viewer:?}");
    }
    assert_eq!(scene.view(Viewer::Full).removed_cards, Some(cards(&["SPD-05", "INV-06"])));
}

#[test]
fn a_seat_that_is_out_of_the_deal_is_told_so_and_the_others_that_they_wait() {
    let scene = after_an_elimination();
    let illegal = RedPanda::out(&scene.state, Seat(0)).expect("it is out");
    assert_eq!((illegal.code, illegal.rule), ("not-in-the-competition", "RP-13"));
    assert_eq!(illegal.detail, "seat 0 is out of this deal: it had more penalty cards than the four that fit");
    assert_eq!([1, 2].map(|seat| RedPanda::out(&scene.state, Seat(seat))), [None, None]);
}

#[test]
fn a_new_deal_brings_the_removed_decks_back() {
    let options = Options { series: Some(Series::default()), ..Options::default() };
    let mut scene = after_an_elimination().options(options);
    scene = scene.deck(1, &["TEL-07"]).play(Move::Kata {});
    assert_eq!((scene.state.deal, scene.state.removed.len()), (2, 0));
}

#[test]
fn left_over_cards_are_counted_for_all_and_shown_to_nobody() {
    let state = dealt(&Options::default(), 2);
    let view = |viewer| RedPanda::view(&state, viewer);
    assert_eq!((view(Viewer::Spectator).left_over, view(Viewer::Spectator).left_over_cards), (30, None));
    assert_eq!(view(Viewer::Seat(Seat(0))).left_over_cards, None);
    assert_eq!(view(Viewer::Full).left_over_cards.map(|cards| cards.len()), Some(30));
}
