//! The vectors of the dossier (`fixtures/rules/panda-spin.json`), run as data.
//!
//! Values, hands, points and expectations are read from the vectors. Where one tells its position in a sentence, the
//! arm of its id puts that sentence into cards; nobody has a card that is not needed.

use serde_json::{Value as Json, json};

use super::combinations::{Held, Partial, possible};
use super::*;

const DOSSIER: &str = include_str!("../../../../../fixtures/rules/panda-spin.json");

fn dossier() -> Json {
    serde_json::from_str(DOSSIER).expect("the dossier is JSON")
}

#[test]
#[expect(clippy::print_stdout, reason = "each vector is named in the output")]
fn every_vector_of_the_dossier_holds() {
    let dossier = dossier();
    let vectors = dossier["vectors"].as_array().expect("vectors");
    assert_eq!(vectors.len(), 40);
    for vector in vectors {
        let id = vector["id"].as_str().expect("an id");
        println!("{id}: {}", vector["name"].as_str().expect("a name"));
        check(id, vector);
    }
}

fn check(id: &str, vector: &Json) {
    let expected = &vector["expected"];
    let found = match id {
        "PSV-1" | "PSV-2" | "PSV-6" | "PSV-7" | "PSV-10" | "PSV-11" | "PSV-12" => beats(id, vector),
        "PSV-3" => json!(Value::ALL.map(Value::name)),
        "PSV-4" => json!({"run": is_any(vector, |is| matches!(is, Combination::Run { length: 3, .. }))}),
        "PSV-5" => json!({"legal": is_any(vector, |_| true)}),
        "PSV-8" | "PSV-9" => formations(vector),
        "PSV-13" => bomb_with_a_wild(),
        "PSV-14" => wild_need_not_touch(),
        "PSV-15" | "PSV-16" | "PSV-17" | "PSV-18" | "PSV-19" => after_a_trick(id),
        "PSV-20" | "PSV-21" | "PSV-22" | "PSV-23" => showing_out(vector),
        "PSV-24" => next_leader(vector),
        "PSV-25" => bamboo(),
        "PSV-26" | "PSV-27" => hungry(vector),
        "PSV-28" | "PSV-29" => offers(id),
        "PSV-30" | "PSV-31" | "PSV-32" | "PSV-33" | "PSV-34" | "PSV-35" | "PSV-39" => element(id, vector),
        "PSV-36" => element_draws(),
        "PSV-37" => end_at_fifteen(vector),
        "PSV-38" => packs(),
        "PSV-40" => leader_with_elements(),
        _ => panic!("{id} has no driver"),
    };
    assert_eq!(&found, expected, "{id}");
}

fn names(values: &Json) -> Vec<&str> {
    values.as_array().expect("values").iter().map(|name| name.as_str().expect("a value")).collect()
}

/// White cards that show the values, each suit once for a value.
fn white(values: &[&str]) -> Vec<String> {
    let prefixes = ["WO", "FI", "EA", "ME", "WA"];
    let nth = |at: usize| values[..at].iter().filter(|value| **value == values[at]).count();
    (0..values.len()).map(|at| format!("{}-{}", prefixes[nth(at)], values[at])).collect()
}

fn held(ids: &[impl AsRef<str>]) -> Vec<Held> {
    hand(&ids.iter().map(AsRef::as_ref).collect::<Vec<_>>()).animals()
}

/// The combinations that are made of all the cards.
fn readings(cards: &[Held]) -> Vec<Combination> {
    let all = |is: &Combination| {
        let ways = Partial::of(is.shape().expect("a shape")).ways(cards, usize::MAX);
        ways.iter().any(|way| way.len() == cards.len())
    };
    possible(cards).into_iter().filter(all).collect()
}

fn is_any(vector: &Json, which: fn(&Combination) -> bool) -> bool {
    readings(&held(&white(&names(&vector["play"])))).iter().any(which)
}

fn beats_bid(bid: &[&str], play: &[Held]) -> bool {
    // Of four and more equal values a bomb is meant, as the vectors' names say.
    let bid = readings(&held(&white(bid))).into_iter().max().expect("a bid");
    readings(play).into_iter().any(|is| is.beats(bid, false))
}

fn beats(id: &str, vector: &Json) -> Json {
    let bid = names(&vector["bid"]);
    let play = match id {
        "PSV-1" => {
            let sevens = held(&["+ME-7"]);
            assert_eq!(vector["also"], json!({"three sevens from ME-7 blue": beats_bid(&bid, &sevens)}));
            held(&white(&["6", "6"]))
        }
        "PSV-2" => held(&["+EA-5"]),
        _ => held(&white(&names(&vector["play"]))),
    };
    json!({"beats": beats_bid(&bid, &play)})
}

fn formations(vector: &Json) -> Json {
    let readings = readings(&held(&white(&names(&vector["play"]))));
    let high = readings.iter().find_map(|is| match is {
        Combination::Formation { high, .. } => Some(high.name()),
        _ => None,
    });
    json!({"formation": high.is_some(), "high": high})
}

fn bomb_with_a_wild() -> Json {
    let cards = held(&["WO-9", "FI-9", "EA-9", "ME-9", "+WA-6"]);
    let readings = readings(&cards);
    let is = |combination| readings.contains(&combination);
    assert!(is(set(6, "9")) && !is(bomb(6, "9")) && is(bomb(5, "9")));
    json!({"wild used as 9": "set of six, no bomb", "wild not used": "bomb of five"})
}

fn wild_need_not_touch() -> Json {
    assert!(readings(&held(&["+WA-3", "WO-5"])).contains(&run(3, "6")));
    json!({"run": run(3, "6").shape().expect("a shape").values.iter().map(|value| value.name()).collect::<Vec<_>>()})
}

/// Seat 0 plays to a trick, and seat 1 beats it or not.
fn after_a_trick(id: &str) -> Json {
    let kings: &[&str] = &["WO-K", "FI-K", "EA-K", "ME-K", "WO-A", "WO-2"];
    let scene = |hand: &[&str]| Scene::new(&[hand, kings]);
    match id {
        "PSV-15" => {
            let before = scene(&["WO-3", "FI-3", "WO-4"]).bid(set(2, "3"), &["WO-3", "FI-3"]);
            let after = before.clone().bid(set(2, "K"), &["WO-K", "FI-K"]).pass();
            assert_eq!(after.hand(0).seen, animals(&["WO-3", "FI-3"]));
            json!({"hand": format!("+{}, both blue up", after.hand(0).size() - before.hand(0).size())})
        }
        "PSV-16" => {
            let scene = scene(&["WO-10", "+WO-8", "WO-4"]).bid(set(2, "10"), &["WO-8", "WO-10"]).decline();
            let scene = scene.bid(set(2, "K"), &["WO-K", "FI-K"]).pass();
            let lost = scene.state.discard.iter().filter(|card| cards(&["WO-10", "WO-8"]).contains(card)).count();
            json!({"discarded": lost})
        }
        "PSV-17" => {
            let scene = scene(&["WO-3", "FI-3", "WO-4"]).bid(set(2, "3"), &["WO-3", "FI-3"]).pass();
            assert_eq!(scene.state.discard, cards(&["WO-3", "FI-3"]));
            json!({"discarded": "all played to the trick"})
        }
        "PSV-18" => {
            let threes = ["WO-3", "FI-3", "EA-3", "ME-3"];
            let scene = scene(&[&threes[..], &["WO-4"]].concat()).bid(bomb(4, "3"), &threes);
            let scene = scene.bid(bomb(4, "K"), &["WO-K", "FI-K", "EA-K", "ME-K"]).pass();
            let lost = scene.state.discard.iter().filter(|card| cards(&threes).contains(card)).count();
            json!({"discarded": lost})
        }
        _ => {
            let scene = scene(&["WO-3", "FI-3"]).bid(set(2, "3"), &["WO-3", "FI-3"]);
            let mut scene = scene.bid(set(2, "K"), &["WO-K", "FI-K"]);
            json!({"hand": scene.hand(0).size(), "shown_out": scene.player(0).out})
        }
    }
}

fn numbers(values: &Json) -> Vec<u16> {
    let number = |value: &Json| u16::try_from(value.as_u64().expect("a number")).expect("it fits");
    values.as_array().expect("numbers").iter().map(number).collect()
}

/// A hand of so many cards of a suit, the lowest ones first.
fn sized(suit: Suit, size: u16) -> Hand {
    Hand { white: Animal::of(suit).take(size.into()).collect(), ..Hand::default() }
}

fn showing_out(vector: &Json) -> Json {
    let sizes = numbers(&vector["state"]["hands_after"]);
    let mut scene = Scene::new(&vec![&[][..]; sizes.len()]).points(&vec![0; sizes.len()]);
    for ((seat, size), suit) in (0..).zip(&sizes).zip(Suit::ALL) {
        scene.player(seat).hand = sized(suit, *size);
    }
    let mut table = Table::at(GameKey::new([0; 32]), 1);
    // All have passed but the winner, who has no cards on the table any more.
    trick::end(&mut scene.state, Seat(0), &mut table).expect("it ends");
    json!({"points": scene.all_points()})
}

fn next_leader(vector: &Json) -> Json {
    let sizes = numbers(&vector["state"]["hands"]);
    let mut scene = Scene::new(&vec![&[][..]; sizes.len()]);
    for ((seat, size), suit) in (0..).zip(&sizes).zip(Suit::ALL) {
        scene.player(seat).hand = sized(suit, *size);
    }
    let winner = Seat(u8::try_from(vector["state"]["winner"].as_u64().expect("a seat")).expect("a seat"));
    json!({"leader": trick::next_leader(&scene.state, winner).0})
}

fn bamboo() -> Json {
    let scene = Scene::new(&[&["+WO-9", "WO-3"], &["WO-4"]]).points(&[0, 0]).bid(single("J"), &["WO-9"]);
    json!({"points": scene.play(&Move::Gain { points: 1 }).all_points()[0]})
}

fn hungry(vector: &Json) -> Json {
    let points = numbers(&vector["state"]["points"]);
    let mut scene = Scene::new(&[&["+EA-7", "WO-3"], &["WO-4", "WO-5"]]).points(&points);
    scene.state.turn = Seat(1);
    scene = scene.bid(single("4"), &["WO-4"]).bid(single("J"), &["EA-7"]);
    if scene.state.phase == (Phase::Take {}) {
        scene = scene.play(&Move::Take { points: 1 });
    }
    json!({"points": scene.all_points()})
}

/// How many cards may be chosen for one symbol, one after the other.
fn offers(id: &str) -> Json {
    let card = if id == "PSV-28" { "EA-7" } else { "FI-4" };
    let scene = Scene::new(&[&[&format!("+{card}"), "WO-3", "WO-5"], &["WO-4"]]).mood(Mood::Spin);
    let mut scene = scene.bid(single("J"), &[card]);
    let mut chosen = 0;
    while let Some(mv) = scene.legal().into_iter().find(|mv| matches!(mv, Move::Turn { .. } | Move::Burn { .. })) {
        scene = scene.play(&mv);
        chosen += 1;
    }
    if id == "PSV-28" { json!({"may_spin": chosen}) } else { json!({"may_discard_animal": chosen}) }
}

fn element(id: &str, vector: &Json) -> Json {
    let beaten = |lead: &[&str], bid: Combination, element: &str| {
        let ids: Vec<String> = lead.iter().map(|id| id.trim_start_matches('+').to_owned()).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        Scene::new(&[&[lead, &["FI-3"]].concat(), &[element, "WO-4"]]).bid(bid, &ids)
    };
    let legal = match id {
        "PSV-30" => {
            let size = u16::try_from(vector["state"]["hand"].as_u64().expect("a size")).expect("it fits");
            let mut scene = Scene::new(&[&["FI-3", "FI-4"], &[]]);
            scene.player(1).hand = Hand { elements: vec![Element(Suit::Fire)], ..sized(Suit::Wood, size - 1) };
            scene.bid(single("3"), &["FI-3"]).may_play("EL-Fire")
        }
        "PSV-31" => {
            let scene = Scene::new(&[&["WO-4", "WO-10", "WO-K"], &["WO-5", "+WO-9", "WO-3"], &["EL-Metal", "WO-6"]]);
            let scene = scene.bid(single("4"), &["WO-4"]).bid(single("5"), &["WO-5"]);
            // Seat 2 stays in the trick with its 6, and has the Element.
            let scene = scene.bid(single("6"), &["WO-6"]).bid(single("10"), &["WO-10"]);
            scene.bid(single("J"), &["WO-9"]).decline().may_play("EL-Metal")
        }
        "PSV-32" => {
            let bid = white(&names(&vector["state"]["bid"]));
            beaten(&bid.iter().map(String::as_str).collect::<Vec<_>>(), set(2, "5"), "EL-Water").may_play("EL-Water")
        }
        "PSV-33" => beaten(&["+EA-7"], single("J"), "EL-Earth").may_play("EL-Earth"),
        "PSV-34" => {
            let bid = white(&names(&vector["state"]["bid"]));
            beaten(&[&bid[0]], single("A"), "EL-Wood").may_play("EL-Wood")
        }
        "PSV-35" => {
            let fives = ["WO-5", "FI-5", "EA-5", "ME-5"];
            beaten(&fives, bomb(4, "5"), "EL-Fire").may_play("EL-Fire")
        }
        _ => Scene::new(&[&["EL-Fire", "WO-3", "WO-4", "WO-5", "WO-6"], &["FI-3"]]).may_play("EL-Fire"),
    };
    json!({"legal": legal})
}

fn element_draws() -> Json {
    let scene = Scene::new(&[&["WO-3", "WO-4"], &["EL-Fire", "WO-9"]]).bid(single("3"), &["WO-3"]);
    let scene = scene.play(&Move::PlayElement { card: Element(Suit::Fire) });
    assert_eq!(scene.hand(1).white, animals(&["WO-9", "WO-J", "WO-K"]));
    json!({"hand": format!("+{} white up", scene.hand(1).size() - 1), "trick_won": scene.heard(&Effect::TrickWon { seat: Seat(1) })})
}

fn end_at_fifteen(vector: &Json) -> Json {
    let points = numbers(&vector["state"]["points"]);
    let mut scene = Scene::new(&vec![&[][..]; points.len()]).points(&points);
    for (seat, place) in (0..).zip(numbers(&vector["state"]["finished_last_round"])) {
        scene.player(seat).last = Some(place);
    }
    let mut table = Table::at(GameKey::new([0; 32]), 1);
    deal::end(&mut scene.state, &mut table).expect("it ends");
    json!({"winner": PandaSpin::outcome(&scene.state).expect("over").ranking[0][0].0})
}

fn packs() -> Json {
    let of = |seats: u8| {
        let state = dealt(&Options::default(), seats);
        let deck = deal::pack(&state.suits, &state.options).len();
        (seats.to_string(), json!({"suits": state.suits.len(), "deck": deck, "pile": state.pile.len()}))
    };
    (2..=5).map(of).collect()
}

fn leader_with_elements() -> Json {
    let scene = Scene::new(&[&["EL-Fire"], &["WO-4", "WO-6"], &["WO-5", "WO-7"]]);
    assert_eq!(scene.legal().len(), 1);
    let scene = scene.play(&Move::DiscardElement { card: Element(Suit::Fire) });
    let (discards, lead_moves) = (scene.state.discard.len(), scene.state.turn == Seat(1));
    let mut scene = scene.bid(single("4"), &["WO-4"]).pass();
    json!({"discards": discards, "lead_moves": lead_moves, "shows_out_at_trick_end": scene.player(0).out})
}

#[test]
fn the_cards_are_those_of_the_dossier() {
    let dossier = dossier();
    let animals = dossier["animals"].as_array().expect("animals");
    let found: Vec<Json> = Suit::ALL
        .into_iter()
        .flat_map(Animal::of)
        .map(|card| {
            let blue = card.face(Side::Blue);
            let values = |side| card.face(side).values().map(Value::name).collect::<Vec<_>>();
            let symbol = blue.symbol.map(|symbol| format!("{symbol:?}"));
            json!([card.to_string(), values(Side::White), values(Side::Blue), symbol])
        })
        .collect();
    let expected: Vec<Json> =
        animals.iter().map(|row| json!([row["id"], row["white"], row["blue"], row["blue_symbol"]])).collect();
    assert_eq!(found, expected);
    for row in dossier["elements"].as_array().expect("elements") {
        let element: Element = row["id"].as_str().expect("an id").parse().expect("an Element");
        assert_eq!(row["number"], element.number());
    }
}
