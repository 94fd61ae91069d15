//! The rulebook's statements, and the rulings that no vector covers.

use super::*;
use crate::kernel::Reason;

const KATA: Move = Move::Kata {};

/// One card on each side but Mimicry's, and a Mimicry to complete the show.
fn before_a_perfect_show() -> Scene {
    Scene::new(2)
        .side(Kata::Invisibility, &["INV-01"])
        .side(Kata::Knowledge, &["KNO-01"])
        .side(Kata::Speed, &["SPD-01"])
        .side(Kata::Telekinesis, &["TEL-01"])
        .deck(0, &["MIM-01", "INV-02", "INV-03"])
}

#[test]
fn the_box_holds_fifty_kata_cards_a_pagoda_tile_and_a_token() {
    let components = catalogue();
    let count = |prefix: &str| components.iter().filter(|component| component.id.starts_with(prefix)).count();
    assert_eq!(["INV-", "KNO-", "SPD-", "TEL-", "MIM-", "DBL-"].map(count), [6, 7, 8, 9, 10, 10]);
    assert_eq!(components.len(), 52);
}

#[test]
fn the_pack_is_the_catalogue() {
    let pack: Vec<String> = Options::default().pack().iter().map(ToString::to_string).collect();
    let boxed: Vec<String> = catalogue().into_iter().map(|component| component.id).take(50).collect();
    assert_eq!(pack, boxed);
}

#[test]
fn turns_continue_clockwise_past_whoever_is_out() {
    let mut scene = Scene::new(3).deck(0, &["INV-01", "INV-02"]);
    scene.state.contenders[1] = None;
    assert_eq!(scene.play(KATA).state.turn, Seat(2));
}

#[test]
fn a_card_with_a_power_is_laid_on_the_side_of_its_kata() {
    let scene = Scene::new(2).deck(0, &["KNO-01", "INV-01"]).play(KATA);
    assert!(scene.heard(&Effect::Laid { seat: Seat(0), card: card("KNO-01"), side: Kata::Knowledge }));
}

#[test]
fn the_token_that_is_held_already_stays() {
    let scene = Scene::new(2).token(0).deck(0, &["INV-01", "KNO-01"]).play(KATA);
    assert_eq!(scene.state.token, Some(Seat(0)));
    assert!(scene.heard(&Effect::PowerIdle { seat: Seat(0), kata: Kata::Invisibility }));
}

#[test]
fn the_token_cannot_serve_as_the_action_of_a_speed() {
    let scene = Scene::new(2).token(0).deck(0, &["SPD-01", "KNO-01"]).play(KATA);
    assert_eq!(scene.legal(), [KATA, Move::Meditate { card: card("SPD-01") }]);
}

#[test]
fn speed_chains_without_limit() {
    let scene = Scene::new(2).deck(0, &["SPD-01", "SPD-02", "KNO-01", "KNO-02"]).play(KATA).play(KATA).play(KATA);
    assert_eq!((scene.state.turn, scene.state.pagoda.cards().count()), (Seat(1), 3));
}

#[test]
fn the_action_of_a_speed_may_be_a_meditation() {
    let mut scene = Scene::new(2).deck(0, &["SPD-01", "KNO-01"]).play(KATA);
    scene = scene.play(Move::Meditate { card: card("SPD-01") });
    assert_eq!((scene.contender(0).penalties.clone(), scene.state.turn), (cards(&["SPD-01"]), Seat(1)));
}

#[test]
fn a_double_kata_may_be_meditated_on() {
    let mut scene = Scene::new(2).side(Kata::Speed, &["DBL-02"]);
    scene = scene.play(Move::Meditate { card: card("DBL-02") });
    assert_eq!(scene.contender(0).penalties, cards(&["DBL-02"]));
}

#[test]
fn a_boring_show_ends_the_turn_even_of_a_third_speed() {
    let scene = Scene::new(2).side(Kata::Speed, &["SPD-01"]).deck(0, &["SPD-02", "SPD-03", "KNO-01"]);
    let scene = scene.play(KATA).play(KATA);
    assert_eq!((scene.state.turn, scene.state.phase), (Seat(1), Phase::Action { extra: false }));
}

#[test]
fn the_one_who_has_more_than_four_cards_is_removed_and_the_last_one_left_wins() {
    let scene = Scene::new(2)
        .token(0)
        .side(Kata::Telekinesis, &["TEL-01", "TEL-02"])
        .penalties(0, &["INV-01", "INV-02"])
        .deck(0, &["TEL-03", "KNO-01"])
        .play(KATA);
    assert!(scene.is_out(0));
    assert_eq!((scene.state.token, scene.winner()), (None, Some(Seat(1))));
    let (face_up, face_down) = (&scene.state.discard, &scene.state.removed);
    assert_eq!((face_up.len(), &**face_down), (5, &cards(&["KNO-01"])[..]), "five penalty cards, and the deck");
    assert_eq!(RedPanda::outcome(&scene.state).expect("over").reason, Reason::of("last-one-left"));
}

#[test]
fn on_a_side_of_two_the_player_picks_which_card_leaves() {
    let scene = before_a_perfect_show().side(Kata::Speed, &["DBL-02"]).side(Kata::Knowledge, &["KNO-02"]).play(KATA);
    let offered = ["KNO-01", "KNO-02", "SPD-01", "DBL-02"].map(|id| Move::Discard { card: card(id) });
    assert_eq!(scene.legal(), offered);
    let scene = scene.play(Move::Discard { card: card("SPD-01") });
    assert_eq!(scene.legal(), [offered[0], offered[1]], "the side is down to one card");
    let scene = scene.play(offered[0]);
    assert_eq!(scene.state.pagoda.cards().collect::<Vec<_>>(), cards(&["DBL-02", "KNO-02"]));
    assert_eq!(scene.legal(), [Move::DiscardPenalties {}, Move::PlayAnother {}]);
}

#[test]
fn a_perfect_show_with_the_last_card_leaves_no_choice_and_wins() {
    let mut scene = before_a_perfect_show().penalties(0, &["TEL-02"]).deck(0, &["MIM-01"]).play(KATA);
    assert_eq!((scene.contender(0).penalties.len(), scene.winner()), (0, Some(Seat(0))));
    assert_eq!(RedPanda::outcome(&scene.state).expect("over").reason, Reason::of("emptied-the-deck"));
}

#[test]
fn a_speed_that_completes_a_perfect_show_gives_no_action() {
    let scene = Scene::new(2)
        .side(Kata::Invisibility, &["INV-01"])
        .side(Kata::Knowledge, &["KNO-01"])
        .side(Kata::Telekinesis, &["TEL-01"])
        .side(Kata::Mimicry, &["MIM-01"])
        .deck(0, &["SPD-01", "KNO-02"])
        .play(KATA)
        .play(Move::DiscardPenalties {});
    assert_eq!(scene.state.turn, Seat(1));
}

#[test]
fn mimicry_copies_neither_a_double_kata_nor_another_mimicry() {
    let scene = Scene::new(2)
        .side(Kata::Mimicry, &["MIM-01"])
        .side(Kata::Speed, &["DBL-02"])
        .deck(0, &["MIM-02", "KNO-01"])
        .play(KATA);
    assert!(scene.heard(&Effect::PowerIdle { seat: Seat(0), kata: Kata::Mimicry }));
    assert_eq!(scene.state.turn, Seat(1));
}

#[test]
fn mimicry_of_several_powers_waits_for_the_choice() {
    let scene = Scene::new(3)
        .side(Kata::Speed, &["SPD-01"])
        .side(Kata::Telekinesis, &["TEL-01"])
        .deck(0, &["MIM-01", "KNO-01", "KNO-02"])
        .play(KATA);
    let copy = |kata| Move::Copy { kata };
    assert_eq!(scene.legal(), [copy(Kata::Speed), copy(Kata::Telekinesis)]);
    let scene = scene.play(copy(Kata::Telekinesis));
    assert_eq!(scene.legal(), [1, 2].map(|seat| Move::Give { seat: Seat(seat) }));
    let mut scene = scene.play(Move::Give { seat: Seat(2) });
    assert_eq!(scene.contender(2).deck.back(), Some(&card("KNO-01")));
}

#[test]
fn mimicry_may_be_declined_where_the_option_says_so() {
    let options = Options { mimicry_mandatory: false, ..Options::default() };
    let scene = Scene::new(2).options(options).side(Kata::Speed, &["SPD-01"]).deck(0, &["MIM-01", "KNO-01"]).play(KATA);
    assert_eq!(scene.legal(), [Move::Copy { kata: Kata::Speed }, Move::Decline {}]);
    let scene = scene.play(Move::Decline {});
    assert!(scene.heard(&Effect::Declined { seat: Seat(0) }));
    assert_eq!(scene.state.turn, Seat(1));
}

#[test]
fn other_pairs_change_the_sides_of_a_double_kata() {
    let mut options = Options::default();
    options.double_pairs[0] = [Kata::Mimicry, Kata::Speed];
    let scene = Scene::new(2).options(options).deck(0, &["DBL-01", "INV-01"]).play(KATA);
    assert_eq!(scene.legal(), [Kata::Mimicry, Kata::Speed].map(|side| Move::Lay { side }));
}

#[test]
fn eight_cards_can_lie_at_the_pagoda() {
    let scene = Scene::new(2)
        .side(Kata::Invisibility, &["INV-01", "INV-02"])
        .side(Kata::Knowledge, &["KNO-01", "KNO-02"])
        .side(Kata::Speed, &["SPD-01", "SPD-02"])
        .side(Kata::Telekinesis, &["TEL-01"])
        .deck(0, &["TEL-02", "INV-03", "INV-04"])
        .play(KATA);
    assert_eq!(scene.state.pagoda.cards().count(), 8);
    assert_eq!(scene.legal().len(), 9, "a Kata, or a Meditation on any of the eight");
}

/// Random games: the lemmas RP-10, RP-11 and RP-33 at every index.
#[test]
fn the_pagoda_holds_eight_cards_at_most_and_fifty_katas_end_a_deal() {
    for seed in 0..40_u8 {
        let mut state = dealt(&Options::default(), 2 + seed % 5);
        let mut flipped = 0;
        for event in 1_u64.. {
            let Some(seat) = RedPanda::awaiting(&state).iter().next() else { break };
            let mut table = Table::at(GameKey::new([seed; 32]), event);
            let legal = RedPanda::legal(&state, seat);
            let mv = legal[table.below(u32::try_from(legal.len()).expect("few moves")) as usize];
            RedPanda::play(&mut state, seat, &mv, &mut table).expect("a legal move");
            let told = table.close().effects;
            let count = |what: fn(&Effect) -> bool| told.iter().filter(|(_, effect)| what(effect)).count();
            flipped += count(|effect| matches!(effect, Effect::Flipped { .. }));
            let shows = count(|effect| matches!(effect, Effect::BoringShow { .. } | Effect::PerfectShow { .. }));
            assert!(shows <= 1, "seed {seed}, event {event}: a card gave two shows");
            let held = state.pagoda.cards().count();
            assert!(held <= 8, "seed {seed}, event {event}: {held} cards lie at the Pagoda");
        }
        assert!(flipped <= 50, "seed {seed}: {flipped} Katas");
    }
}
