//! The vectors of the dossier (`fixtures/rules/panda-rei.json`), run as data.
//!
//! The dossier numbers seats from 1, in the order of play. A vector with `royal_threshold` 9 is run with the option
//! `royal_pandas`, one with null without it.

use serde_json::Value;

use super::*;

const DOSSIER: &str = include_str!("../../../../../fixtures/rules/panda-rei.json");

pub(super) fn dossier() -> Value {
    serde_json::from_str(DOSSIER).expect("the dossier is JSON")
}

#[test]
#[expect(clippy::print_stdout, reason = "each vector is named in the output")]
fn every_vector_of_the_dossier_holds() {
    let dossier = dossier();
    let vectors = dossier["test_vectors"].as_array().expect("vectors");
    assert_eq!(vectors.len(), 43);
    for vector in vectors {
        let id = text(&vector["id"]);
        println!("{id}: {}", text(&vector["name"]));
        let (input, expect) = (&vector["input"], &vector["expect"]);
        match text(&vector["type"]) {
            "dispute" => dispute(id, input, expect),
            "dispute2" => dispute_of_two(id, input, expect),
            "picks" => picks(id, input, expect),
            "score" => scoring(id, input, expect),
            "panda" => pandas(id, input, expect),
            "deck" => deck(id, input, expect),
            other => panic!("{id}: what is a vector of {other}?"),
        }
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

fn number(value: &Value) -> u8 {
    value.as_u64().and_then(|number| u8::try_from(number).ok()).expect("a small number")
}

fn numbers<T: serde::de::DeserializeOwned>(list: &Value) -> Vec<T> {
    serde_json::from_value(list.clone()).expect("a list of numbers")
}

/// Hands out the copies of each kind in turn.
#[derive(Default)]
struct Supply(std::collections::BTreeMap<String, usize>);

impl Supply {
    fn next(&mut self, animal: &str) -> String {
        let names = ["rabbit", "bear", "giraffe", "owl", "cat", "fox", "lion", "pig", "monkey"];
        let prefix = match animal.strip_prefix("panda") {
            Some(level) => format!("PA{level}"),
            None => names.iter().find(|name| **name == animal).expect("an animal")[..3].to_uppercase(),
        };
        let number = self.0.entry(prefix.clone()).or_default();
        *number += 1;
        format!("{prefix}-{number:02}")
    }
}

/// The dispute of a vector, played through the reducer.
fn played(input: &Value) -> Scene {
    let plays = input["plays"].as_array().expect("plays");
    let mut supply = Supply::default();
    let mut scene = Scene::new(u8::try_from(plays.len()).expect("few seats"));
    if input["royal_threshold"] == 9 {
        scene = scene.royal();
    }
    for (seat, pigs) in input["pigs"].as_object().into_iter().flatten() {
        let seat = seat.parse::<u8>().expect("a seat") - 1;
        let pigs: Vec<String> = (0..number(pigs)).map(|_| supply.next("pig")).collect();
        scene = scene.area(seat, &pigs.iter().map(String::as_str).collect::<Vec<_>>());
    }
    let ids: Vec<String> = (1_u8..)
        .zip(plays)
        .map(|(place, play)| {
            assert_eq!(number(&play[0]), place, "seats are numbered in the order of play");
            supply.next(text(&play[1]))
        })
        .collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    if let Some(animal) = input["fictional"].as_str() {
        scene = scene.fictional(&[&supply.next(animal)]);
    }
    scene.about_to_play(&ids).plays(&ids)
}

fn dispute(id: &str, input: &Value, expect: &Value) {
    let scene = played(input);
    let values: Vec<u8> = scene
        .effects()
        .find_map(|effect| match effect {
            Effect::Compared { plays } => Some(plays.iter().map(|played| played.value).collect()),
            _ => None,
        })
        .expect("the values were compared");
    let (value, size, ..) = scene.verdict();
    assert_eq!(values, numbers::<u8>(&expect["values"]), "{id}: values");
    assert_eq!(scene.winner().map(|seat| seat + 1), Some(number(&expect["winner_seat"])), "{id}: winner_seat");
    assert_eq!(value, number(&expect["winning_value"]), "{id}: winning_value");
    assert_eq!(size, usize::from(number(&expect["group_size"])), "{id}: group_size");
}

fn dispute_of_two(id: &str, input: &Value, expect: &Value) {
    let winner = played(input).winner().map(|seat| seat + 1);
    assert_eq!(winner, Some(number(&expect["winner_seat"])), "{id}");
}

fn picks(id: &str, input: &Value, expect: &Value) {
    let (players, winner) = (number(&input["players"]), number(&input["winner"]));
    let mut low = ["RAB-01", "BEA-01", "GIR-01", "OWL-01"].into_iter();
    let ids: Vec<&str> =
        (1..=players).filter_map(|seat| if seat == winner { Some("PIG-01") } else { low.next() }).collect();
    let scene = Scene::new(players).about_to_play(&ids).plays(&ids);
    let (order, none) = scene
        .effects()
        .find_map(|effect| match effect {
            Effect::DisputeWon { order, goes_without, .. } => Some((order.clone(), *goes_without)),
            _ => None,
        })
        .expect("a dispute was won");
    let order: Vec<u8> = order.iter().map(|seat| seat.0 + 1).collect();
    assert_eq!(order, numbers::<u8>(&expect["order"]), "{id}: order");
    assert_eq!(none.map(|seat| seat.0 + 1), Some(number(&expect["none"])), "{id}: none");
}

fn scoring(id: &str, input: &Value, expect: &Value) {
    let mut supply = Supply::default();
    let area = input["area"].as_object().expect("an area");
    let mut ids: Vec<String> = area
        .iter()
        .filter(|(animal, _)| *animal != "monkey")
        .flat_map(|(animal, count)| vec![animal; usize::from(number(count))])
        .map(|animal| supply.next(animal))
        .collect();
    match input["panda_result"].as_i64() {
        Some(10) => ids.push(supply.next("panda1")), // One level, against seats with none.
        result => assert_eq!(result, Some(0), "{id}: no seat has a panda, which comes to 0"),
    }
    let mut scene = Scene::new(3).area(0, &ids.iter().map(String::as_str).collect::<Vec<_>>());
    for pile in input["monkeys_as"].as_array().expect("piles") {
        let pile = serde_json::from_value(pile.clone()).expect("a pile");
        scene = scene.monkey(0, &supply.next("monkey"), Some(pile));
    }
    let points = serde_json::to_value(scene.points(0)).expect("it writes");
    for (part, expected) in expect["parts"].as_object().expect("parts") {
        assert_eq!(&points[part], expected, "{id}: {part}");
    }
    assert_eq!(points["panda"], expect["panda"], "{id}: panda");
    assert_eq!(Value::from(scene.points(0).total()), expect["total"], "{id}: total");
}

fn pandas(id: &str, input: &Value, expect: &Value) {
    let levels: Vec<u8> = numbers(&input["levels"]);
    assert_eq!(score::split_pandas(&levels), numbers::<i32>(expect), "{id}");
}

fn deck(id: &str, input: &Value, expect: &Value) {
    let players = number(&input["players"]);
    let options = Options::default();
    let boxed = dossier()["deck_by_players"][players.to_string()]["counts"].clone();
    let deck = options.deck(players);
    for (animal, count) in boxed.as_object().expect("counts") {
        let prefix = Supply::default().next(animal)[..4].to_owned();
        let found = deck.iter().filter(|card| card.to_string().starts_with(&prefix)).count();
        assert_eq!(found, usize::from(number(count)), "{id}: {animal}");
    }
    let end = Random::play(&options, players, 1).end;
    assert_eq!(deck.len(), usize::from(number(&expect["deck"])), "{id}: deck");
    assert_eq!(end.deck.len(), usize::from(number(&expect["left"])), "{id}: left");
    assert_eq!(deck.len() - end.deck.len(), usize::from(number(&expect["dealt"])), "{id}: dealt");
}
