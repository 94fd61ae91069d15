//! Moves that the rules of Red Panda refuse: one of each kind, at a place where it comes up.

use serde_json::{Value, json};

use super::Bench;

fn mv(mv: &Value) -> Value {
    json!({ "ruleset": "red-panda", "move": mv })
}

/// A bench where seat `seat` has to decide this.
#[track_caller]
fn awaiting(kind: &str, seats: usize, byte: &str, index: u64) -> (Bench, usize) {
    let bench = Bench::at(seats, byte, index);
    let view = bench.server.spectator().get(&bench.game.path("/state")).expect(200)["view"]["view"].clone();
    assert_eq!(view["awaited"]["type"], kind);
    let seat = bench.game.awaited(&bench.server).expect("a seat");
    (bench, seat)
}

/// That each move is refused with this reason and ruling, and changes nothing.
#[track_caller]
fn assert_refused((bench, seat): (Bench, usize), moves: &[Value], reason: &str, rule: &str) {
    for refused in moves {
        let legal = bench.game.legal_moves(&bench.server, seat);
        assert!(!legal.contains(&mv(refused)), "{refused} is listed");
        let problem = bench.game.send(&bench.server, seat, &mv(refused)).refused(422, "illegal-move");
        assert_eq!((&problem["reason"], &problem["rule"]), (&json!(reason), &json!(rule)), "{refused}");
        assert_eq!(problem["awaiting"], json!([seat]));
    }
    bench.assert_untouched();
}

#[test]
fn meditating_needs_a_card_at_the_pagoda() {
    let cards = ["SPD-01", "KNO-01", "INV-01", "TEL-01", "MIM-01", "DBL-01"]
        .map(|card| json!({ "type": "meditate", "card": card }));
    assert_refused(awaiting("action", 2, "00", 0), &cards, "card-not-at-pagoda", "RP-30");
}

#[test]
fn meditating_needs_a_free_place_for_a_penalty_card() {
    let bench = awaiting("action", 2, "5a", 7);
    let pagoda = bench.0.before[1]["view"]["view"]["pagoda"].clone();
    let cards = pagoda.as_array().expect("sides").iter().filter_map(|side| side["cards"].as_array()).flatten();
    let meditations: Vec<_> = cards.map(|card| json!({ "type": "meditate", "card": card })).collect();
    assert!(!meditations.is_empty(), "{pagoda}");
    assert_refused(bench, &meditations, "penalty-places-full", "RP-6");
}

#[test]
fn passing_needs_the_token() {
    assert_refused(awaiting("action", 2, "00", 0), &[json!({ "type": "pass" })], "token-not-held", "RP-6");
}

#[test]
fn passing_needs_a_whole_turn() {
    let bench = awaiting("action", 2, "1d", 3);
    let view = bench.0.before[1]["view"]["view"].clone();
    assert_eq!((&view["awaited"]["extra"], &view["token"]), (&json!(true), &json!(bench.1)));
    assert_refused(bench, &[json!({ "type": "pass" })], "not-at-turn-start", "RP-24");
}

#[test]
fn a_double_kata_is_laid_on_one_of_its_sides() {
    // Its sides are knowledge and mimicry.
    let sides = ["invisibility", "speed", "telekinesis"].map(|side| json!({ "type": "lay", "side": side }));
    assert_refused(awaiting("side", 3, "36", 1), &sides, "side-not-on-card", "RP-7");
}

#[test]
fn mimicry_copies_what_lies_at_the_pagoda_and_never_itself() {
    let bench = awaiting("copy", 3, "82", 4);
    let legal = bench.0.game.legal_moves(&bench.0.server, bench.1);
    let katas = ["invisibility", "knowledge", "speed", "telekinesis", "mimicry"];
    let copies = katas.map(|kata| json!({ "type": "copy", "kata": kata }));
    let refused: Vec<_> = copies.into_iter().filter(|copy| !legal.contains(&mv(copy))).collect();
    assert!(refused.contains(&json!({ "type": "copy", "kata": "mimicry" })));
    assert_refused(bench, &refused, "kata-not-copyable", "RP-27");
}

#[test]
fn mimicry_must_copy_where_the_option_says_so() {
    assert_refused(awaiting("copy", 3, "82", 4), &[json!({ "type": "decline" })], "copy-is-mandatory", "RP-27");
}

#[test]
fn telekinesis_gives_to_another_player_in_the_competition() {
    let bench = awaiting("give", 3, "88", 1);
    let to = [bench.1, 3, 6, 255].map(|seat| json!({ "type": "give", "seat": seat }));
    assert_refused(bench, &to, "not-an-opponent", "RP-21");
    let bench = awaiting("give", 4, "16", 23);
    let seats = bench.0.before[1]["view"]["view"]["seats"].clone();
    let out = seats
        .as_array()
        .expect("seats")
        .iter()
        .position(|seat| seat["eliminated"] == true)
        .expect("a seat that is out");
    assert_refused(bench, &[json!({ "type": "give", "seat": out })], "not-an-opponent", "RP-21");
}

#[test]
fn a_perfect_show_discards_from_a_side_of_two() {
    let bench = awaiting("discard", 2, "84", 7);
    let pagoda = bench.0.before[1]["view"]["view"]["pagoda"].clone();
    let single = pagoda
        .as_array()
        .expect("sides")
        .iter()
        .filter(|side| side["cards"].as_array().is_some_and(|cards| cards.len() == 1));
    let mut cards: Vec<_> = single.map(|side| side["cards"][0].clone()).collect();
    cards.extend(["SPD-08", "DBL-10"].map(|card| json!(card)));
    let legal = bench.0.game.legal_moves(&bench.0.server, bench.1);
    let discards = cards.into_iter().map(|card| json!({ "type": "discard", "card": card }));
    let refused: Vec<_> = discards.filter(|discard| !legal.contains(&mv(discard))).collect();
    assert!(!refused.is_empty());
    assert_refused(bench, &refused, "card-not-on-a-side-of-two", "RP-15");
}

#[test]
fn a_move_that_does_not_answer_what_is_pending_is_refused() {
    let action =
        [json!({ "type": "kata" }), json!({ "type": "pass" }), json!({ "type": "meditate", "card": "SPD-01" })];
    let lay = [json!({ "type": "lay", "side": "speed" })];
    let copy = [json!({ "type": "copy", "kata": "speed" }), json!({ "type": "decline" })];
    let give = [json!({ "type": "give", "seat": 1 })];
    let discard = [json!({ "type": "discard", "card": "SPD-01" })];
    let perfect = [json!({ "type": "discard-penalties" }), json!({ "type": "play-another" })];
    let all: [(&str, &[Value]); 6] = [
        ("action", &action),
        ("side", &lay),
        ("copy", &copy),
        ("give", &give),
        ("discard", &discard),
        ("perfect", &perfect),
    ];
    for (kind, seats, byte, index, rule) in [
        ("action", 2, "00", 0, "RP-6"),
        ("side", 3, "36", 1, "RP-7"),
        ("copy", 3, "82", 4, "RP-27"),
        ("give", 3, "88", 1, "RP-21"),
        ("discard", 2, "84", 7, "RP-15"),
        ("perfect", 2, "84", 8, "RP-16"),
    ] {
        let others: Vec<_> =
            all.iter().filter(|(answers, _)| *answers != kind).flat_map(|(_, moves)| moves.to_vec()).collect();
        assert_refused(awaiting(kind, seats, byte, index), &others, "not-awaited", rule);
    }
}

#[test]
fn a_refusal_does_not_depend_on_where_a_hidden_card_is() {
    // Every card of the pack is hidden but the one that was flipped: in a deck of either seat, or not dealt.
    let (bench, seat) = awaiting("action", 2, "00", 1);
    let kinds = [("INV", 6), ("KNO", 7), ("SPD", 8), ("TEL", 9), ("MIM", 10), ("DBL", 10)];
    let cards = kinds.iter().flat_map(|(kind, count)| (1..=*count).map(move |number| format!("{kind}-{number:02}")));
    let mut refusals = std::collections::BTreeSet::new();
    let mut hidden = 0;
    for card in cards.filter(|card| card != "KNO-05") {
        let meditate = mv(&json!({ "type": "meditate", "card": card }));
        let mut problem = bench.game.send(&bench.server, seat, &meditate).refused(422, "illegal-move");
        problem["instance"] = Value::Null;
        refusals.insert(problem.to_string().replace(&card, "CARD"));
        hidden += 1;
    }
    assert_eq!((hidden, refusals.len()), (49, 1), "{refusals:?}");
    bench.assert_untouched();
}
