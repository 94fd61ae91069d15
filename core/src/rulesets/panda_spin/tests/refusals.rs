//! Every refusal, provoked once, with its code and the ruling it rests on.

use super::*;

fn refused(scene: &mut Scene, mv: &Move) -> Illegal {
    assert!(!scene.legal().contains(mv), "{mv:?} is listed");
    scene.try_play(mv).expect_err("it is refused")
}

fn lays(ids: &[&str]) -> Move {
    Move::Lay { cards: animals(ids) }
}

fn plays(id: &str) -> Move {
    Move::PlayElement { card: id.parse().expect("an Element") }
}

/// Seat 0 leads, with an Element; seat 1 can beat most things.
fn start() -> Scene {
    Scene::new(&[&["WO-5", "FI-5", "EA-6", "+WA-3", "EL-Water"], &["WO-4", "WO-9", "FI-9", "EL-Fire"]])
}

fn of_a_turn() -> Vec<Illegal> {
    let bids = |combination| Move::Bid { combination };
    let foreign: Element = "EL-Wood".parse().expect("an Element");
    vec![
        refused(&mut start(), &bids(run(6, "A"))),
        refused(&mut start().bid(single("5"), &["WO-5"]), &bids(single("4"))),
        refused(&mut start(), &bids(single("7"))),
        refused(&mut start(), &Move::Pass {}),
        refused(&mut start(), &plays("EL-Water")),
        refused(&mut start(), &Move::DiscardElement { card: foreign }),
        refused(
            &mut start().bid(set(2, "5"), &["WO-5", "FI-5"]).bid(set(2, "9"), &["WO-9", "FI-9"]),
            &plays("EL-Water"),
        ),
        refused(&mut start(), &Move::Decline {}),
    ]
}

fn of_a_bomb() -> Illegal {
    let fives = ["WO-5", "FI-5", "EA-5", "ME-5"];
    let scene = Scene::new(&[&["WO-5", "FI-5", "EA-5", "ME-5", "WO-6"], &["WO-4", "EL-Fire"]]);
    refused(&mut scene.bid(bomb(4, "5"), &fives), &plays("EL-Fire"))
}

fn of_laying() -> Vec<Illegal> {
    let pair = || start().play(&Move::Bid { combination: set(2, "5") });
    vec![
        refused(&mut pair(), &lays(&["FI-5", "WO-5"])),
        refused(&mut pair(), &lays(&["WO-9"])),
        refused(&mut pair(), &lays(&["WO-5", "EA-6"])),
    ]
}

fn of_symbols() -> Vec<Illegal> {
    let hands: [&[&str]; 2] = [&["WO-3", "WO-4"], &["+WO-3", "+EA-7", "+FI-4", "WO-9", "+ME-7"]];
    let beaten = |id| Scene::new(&hands).points(&[3, 0]).bid(single("3"), &["WO-3"]).bid(single("J"), &[id]);
    let spin = Scene::new(&hands).mood(Mood::Spin).bid(single("3"), &["WO-3"]).bid(single("J"), &["EA-7"]);
    vec![
        refused(&mut beaten("WO-3"), &Move::Gain { points: 2 }),
        refused(&mut beaten("EA-7"), &Move::Take { points: 2 }),
        refused(&mut spin.clone(), &Move::Turn { card: animal("ME-7") }),
        refused(&mut beaten("FI-4"), &Move::Burn { card: animal("WO-4") }),
    ]
}

fn of_the_rest() -> Vec<Illegal> {
    let options = Options { starting_points: 15, ..Options::default() };
    let mut table = Table::at(GameKey::new([0; 32]), 0);
    let mut elsewhere = start();
    elsewhere.state.turn = Seat(7);
    let mut shown_out = start();
    shown_out.state.players[1].out = true;
    vec![
        PandaSpin::deal(&options, 2, &mut table).expect_err("it is refused"),
        refused(&mut elsewhere, &Move::Pass {}),
        PandaSpin::out(&shown_out.state, Seat(1)).expect("it is out"),
    ]
}

fn all() -> Vec<Illegal> {
    [of_a_turn(), vec![of_a_bomb()], of_laying(), of_symbols(), of_the_rest()].concat()
}

#[test]
fn each_refusal_has_its_code_and_its_ruling() {
    let all = all();
    let found: Vec<_> = all.iter().map(|illegal| (illegal.code, illegal.rule)).collect();
    let expected = [
        ("not-a-combination", "PS-10"),
        ("bid-not-higher", "PS-8"),
        ("bid-not-in-hand", "PS-7"),
        ("leader-cannot-pass", "PS-15"),
        ("element-cannot-lead", "PS-26"),
        ("element-not-in-hand", "PS-28"),
        ("element-condition-not-met", "PS-27"),
        ("not-awaited", "PS-8"),
        ("element-against-bomb", "PS-26"),
        ("cards-out-of-order", "PS-7"),
        ("card-not-in-hand", "PS-7"),
        ("cards-do-not-make-bid", "PS-14"),
        ("not-so-many-symbols", "PS-22"),
        ("not-so-many-symbols", "PS-23"),
        ("card-not-white", "PS-24"),
        ("card-not-in-hand", "PS-7"),
        ("starting-points-out-of-range", "PS-4"),
        ("no-such-seat", "PS-1"),
        ("shown-out", "PS-18"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn no_code_is_left_unprovoked() {
    citations::DOSSIER.is_provoked_by(&all());
}

#[test]
fn a_move_out_of_step_is_told_what_is_awaited() {
    let mut scene = start().play(&Move::Bid { combination: set(2, "5") });
    let illegal = refused(&mut scene, &Move::Pass {});
    assert_eq!((illegal.code, illegal.rule), ("not-awaited", "PS-7"));
    assert!(illegal.detail.contains("waits for its cards"), "{illegal}");
}

#[test]
fn a_bid_that_is_too_low_is_told_what_beats_the_highest() {
    let told = |scene: &mut Scene, bid| refused(scene, &Move::Bid { combination: bid }).detail.into_owned();
    let mut single_led = start().bid(single("5"), &["WO-5"]);
    let detail = told(&mut single_led, single("4"));
    assert!(detail.contains("or a bomb") && detail.ends_with("pass"), "{detail}");
    let fives = ["WO-5", "FI-5", "EA-5", "ME-5"];
    let mut bomb_led = Scene::new(&[&[&fives[..], &["WO-6"]].concat(), &["WO-4"]]).bid(bomb(4, "5"), &fives);
    let detail = told(&mut bomb_led, bomb(4, "4"));
    assert!(detail.contains("a bomb of more values") && detail.ends_with("pass"), "{detail}");
    let pairs = ["WO-6", "FI-6", "WO-5", "FI-5", "WO-4", "FI-4"];
    let strict = Options { formation_shape_must_match: true, ..Options::default() };
    let mut shaped = Scene::new(&[&[&pairs[..], &["WO-3"]].concat(), &["WO-9"]]).options(strict);
    shaped = shaped.bid(formation(2, 3, "6"), &pairs);
    let detail = told(&mut shaped, formation(3, 2, "8"));
    assert!(detail.contains("as many of each"), "{detail}");
}
