//! Every refusal, provoked once, with its code and the ruling it rests on.

use super::*;

fn refused(scene: &mut Scene, mv: Move) -> Illegal {
    scene.refused(mv)
}

fn deal_refused(options: &Options) -> Illegal {
    RedPanda::deal(options, 2, &mut Table::at(GameKey::new([0; 32]), 0)).expect_err("it is refused")
}

fn meditate(id: &str) -> Move {
    Move::Meditate { card: card(id) }
}

fn at_the_start_of_a_turn() -> Vec<Illegal> {
    let four = ["INV-01", "INV-02", "INV-03", "INV-04"];
    let start = || Scene::new(2).side(Kata::Speed, &["SPD-01"]).deck(0, &["SPD-02", "KNO-01"]);
    vec![
        refused(&mut start().deck(0, &[]), Move::Kata {}),
        refused(&mut start().penalties(0, &four), meditate("SPD-01")),
        refused(&mut start(), meditate("SPD-02")),
        refused(&mut start(), Move::Pass {}),
        refused(&mut start().token(0).play(Move::Kata {}), Move::Pass {}),
        refused(&mut start(), Move::PlayAnother {}),
    ]
}

fn while_an_answer_is_pending() -> Vec<Illegal> {
    let mimicry = || {
        let scene = Scene::new(3).side(Kata::Speed, &["SPD-01"]).side(Kata::Telekinesis, &["TEL-01"]);
        scene.deck(0, &["MIM-01", "INV-01"]).play(Move::Kata {})
    };
    let perfect = Scene::new(2)
        .side(Kata::Invisibility, &["INV-01"])
        .side(Kata::Knowledge, &["KNO-01"])
        .side(Kata::Speed, &["SPD-01", "SPD-02"])
        .side(Kata::Telekinesis, &["TEL-01"])
        .deck(0, &["MIM-01", "INV-02"]);
    let double = Scene::new(2).deck(0, &["DBL-01", "INV-01"]);
    let mut out = Scene::new(3);
    out.state.contenders[0] = None;
    vec![
        refused(&mut double.play(Move::Kata {}), Move::Lay { side: Kata::Speed }),
        refused(&mut mimicry(), Move::Copy { kata: Kata::Mimicry }),
        refused(&mut mimicry(), Move::Decline {}),
        refused(&mut mimicry().play(Move::Copy { kata: Kata::Telekinesis }), Move::Give { seat: Seat(0) }),
        refused(&mut perfect.play(Move::Kata {}), Move::Discard { card: card("INV-01") }),
        refused(&mut out, Move::Kata {}),
    ]
}

fn of_options() -> Vec<Illegal> {
    let defaults = Options::default;
    let copies = Copies { speed: 9, ..Copies::default() };
    let pairs = vec![[Kata::Speed, Kata::Speed]; 10];
    vec![
        deal_refused(&Options { copies, ..defaults() }),
        deal_refused(&Options { double_pairs: Vec::new(), ..defaults() }),
        deal_refused(&Options { double_pairs: pairs, ..defaults() }),
        deal_refused(&Options { series: Some(Series { wins: 10 }), ..defaults() }),
    ]
}

#[test]
fn each_refusal_has_its_code_and_its_ruling() {
    let all = [at_the_start_of_a_turn(), while_an_answer_is_pending(), of_options()].concat();
    let found: Vec<_> = all.iter().map(|illegal| (illegal.code, illegal.rule)).collect();
    let expected = [
        ("deck-empty", "RP-18"),
        ("penalty-places-full", "RP-6"),
        ("card-not-at-pagoda", "RP-30"),
        ("token-not-held", "RP-6"),
        ("not-at-turn-start", "RP-24"),
        ("not-awaited", "RP-6"),
        ("side-not-on-card", "RP-7"),
        ("kata-not-copyable", "RP-27"),
        ("copy-is-mandatory", "RP-27"),
        ("not-an-opponent", "RP-21"),
        ("card-not-on-a-side-of-two", "RP-15"),
        ("not-in-the-competition", "RP-13"),
        ("copies-not-the-rulebooks", "RP-2"),
        ("double-pairs-miscounted", "RP-3"),
        ("double-pair-of-one-kata", "RP-3"),
        ("series-wins-out-of-range", "RP-36"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn no_code_is_left_unprovoked() {
    citations::DOSSIER.is_provoked_by(&[at_the_start_of_a_turn(), while_an_answer_is_pending(), of_options()].concat());
}

#[test]
fn a_move_out_of_step_is_told_what_is_awaited() {
    let mut scene = Scene::new(2).deck(0, &["DBL-01", "INV-01"]).play(Move::Kata {});
    let illegal = refused(&mut scene, Move::Kata {});
    assert_eq!((illegal.code, illegal.rule), ("not-awaited", "RP-7"));
    assert!(illegal.detail.contains("waits for its side"), "{illegal}");
}

#[test]
fn with_four_penalty_cards_the_token_is_a_way_out() {
    let four = ["INV-01", "INV-02", "INV-03", "INV-04"];
    let scene = || Scene::new(2).side(Kata::Speed, &["SPD-01"]).penalties(0, &four).deck(0, &["SPD-02", "KNO-01"]);
    let detail = |scene: &mut Scene| scene.refused(meditate("SPD-01")).detail;
    let full = "you have four penalty cards and no free place for another; open to you now: ";
    assert_eq!(detail(&mut scene()), format!("{full}kata"));
    assert_eq!(detail(&mut scene().token(0)), format!("{full}kata, pass"));
}

#[test]
fn a_mimicry_that_may_be_declined_says_so() {
    let options = Options { mimicry_mandatory: false, ..Options::default() };
    let scene = Scene::new(2).options(options).side(Kata::Speed, &["SPD-01"]).deck(0, &["MIM-01", "KNO-01"]);
    let mut scene = scene.play(Move::Kata {});
    let detail = scene.refused(Move::Copy { kata: Kata::Knowledge }).detail;
    assert_eq!(detail, "Knowledge cannot be copied now; what can be copied is Speed; open to you now: copy, decline");
    let detail = scene.refused(Move::Kata {}).detail;
    assert_eq!(detail, "Mimicry waits for the power that it copies; open to you now: copy, decline");
}

#[test]
fn who_cannot_be_given_a_card_is_told_apart() {
    let mut scene = Scene::new(4).deck(0, &["TEL-01", "INV-01"]);
    scene.state.contenders[2] = None;
    let mut scene = scene.play(Move::Kata {});
    for (seat, why) in [(0, "is yourself"), (2, "is out of this deal"), (4, "is not at this table")] {
        let illegal = scene.refused(Move::Give { seat: Seat(seat) });
        assert_eq!(illegal.code, "not-an-opponent");
        assert!(illegal.detail.starts_with(&format!("seat {seat} {why}; ")), "{illegal}");
    }
}
