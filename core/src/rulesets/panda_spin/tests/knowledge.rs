//! Who knows which card (PS-32).

use super::*;
use crate::kernel::Audience;

#[test]
fn what_goes_back_into_a_hand_is_known_to_all_until_it_is_played() {
    let scene = Scene::new(&[&["WO-3", "WO-4", "FI-8"], &["WO-9", "EA-J", "EA-9"]]).bid(single("3"), &["WO-3"]);
    let scene = scene.bid(single("9"), &["WO-9"]).pass();
    let known = |scene: &Scene| scene.view(Viewer::Spectator).seats[0].known.clone();
    let shown =
        Shown { card: animal("WO-3"), side: Side::Blue, symbol: Some(Symbol::Bamboo), values: vec![value("J")] };
    assert_eq!(known(&scene), [shown]);
    let scene = scene.bid(single("J"), &["EA-J"]).pass();
    assert_eq!(known(&scene).len(), 1, "it stays known in later tricks");
}

#[test]
fn a_turned_card_is_told_to_its_owner_alone() {
    let hands: [&[&str]; 2] = [&["+EA-7", "WO-9"], &["WO-4"]];
    let scene = Scene::new(&hands).mood(Mood::Spin).bid(single("J"), &["EA-7"]);
    let mut table = Table::at(GameKey::new([0; 32]), 1);
    let mut state = scene.state;
    PandaSpin::play(&mut state, Seat(0), &Move::Turn { card: animal("WO-9") }, &mut table).expect("legal");
    let told = table.close();
    assert!(told.concealed, "the payload stays hidden");
    for (audience, effect) in told.effects {
        let names_it = matches!(effect, Effect::TurnedCard { .. });
        assert_eq!(audience == Audience::Only(Seat(0)), names_it, "{effect:?}");
    }
    let others = PandaSpin::view(&state, Viewer::Seat(Seat(1)));
    assert_eq!((&others.seats[0].hand, others.seats[0].known.len()), (&None, 0));
    let own = PandaSpin::view(&state, Viewer::Seat(Seat(0))).seats[0].hand.clone().expect("the own hand");
    assert_eq!((own.blue.len(), own.white.len()), (1, 0));
}

#[test]
fn drawn_cards_are_told_to_the_one_who_drew_them() {
    let scene = Scene::new(&[&["WO-3", "WO-4"], &["EL-Fire", "WO-9"]]).bid(single("3"), &["WO-3"]);
    let scene = scene.play(&Move::PlayElement { card: Element(Suit::Fire) });
    let drawn = Effect::DrewCards { seat: Seat(1), cards: cards(&["WO-J", "WO-K"]) };
    let audiences: Vec<_> = scene.told.iter().filter(|(_, effect)| *effect == drawn).map(|(who, _)| *who).collect();
    assert_eq!(audiences, [Audience::Only(Seat(1))]);
    assert!(scene.heard(&Effect::Drew { seat: Seat(1), count: 2 }));
}

#[test]
fn hands_and_pile_are_counted_for_all_and_shown_to_few() {
    let state = dealt(&Options::default(), 3);
    let view = |viewer| PandaSpin::view(&state, viewer);
    let spectator = view(Viewer::Spectator);
    assert_eq!((spectator.pile, spectator.pile_cards), (6, None));
    assert!(spectator.seats.iter().all(|seat| seat.cards == 12 && seat.hand.is_none()));
    let seat = view(Viewer::Seat(Seat(1)));
    assert_eq!(seat.seats.iter().map(|seat| seat.hand.is_some()).collect::<Vec<_>>(), [false, true, false]);
    let full = view(Viewer::Full);
    assert_eq!(full.pile_cards.map(|cards| cards.len()), Some(6));
    assert!(full.seats.iter().all(|seat| seat.hand.is_some()));
}
