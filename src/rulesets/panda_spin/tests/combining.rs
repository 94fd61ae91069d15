//! Recognising, comparing and enumerating combinations, held against brute force.

use std::collections::BTreeSet;

use super::combinations::{Held, makes, possible, ways, wild_values};
use super::*;

/// The combinations that a multiset of values is. More than one where equal values are a set as well as a bomb (PS-13);
/// none of them a bomb or a single when one of the values is wild (PS-14).
fn recognise(values: &[Value], wild: bool) -> Vec<Combination> {
    let mut different = values.to_vec();
    different.sort_unstable();
    different.dedup();
    let (Some(&high), Some(&low)) = (different.last(), different.first()) else { return Vec::new() };
    let short = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    let (length, total) = (short(different.len()), short(values.len()));
    let copies = total / length;
    let even =
        different.iter().all(|value| values.iter().filter(|other| *other == value).count() == usize::from(copies));
    let consecutive = high.index() - low.index() + 1 == different.len();
    let candidates = [
        Combination::Single { value: high },
        Combination::Set { count: total, value: high },
        Combination::Run { high, length },
        Combination::Formation { copies, high, length },
        Combination::Bomb { count: total, value: high },
    ];
    let is = |combination: &Combination| {
        combination.shape().is_some_and(|shape| {
            even && consecutive && shape.values == different && shape.copies == copies && (shape.wild || !wild)
        })
    };
    candidates.into_iter().filter(is).collect()
}

/// Small numbers, the same ones every time.
struct Numbers(Table<()>);

impl Numbers {
    fn new(seed: u8) -> Self {
        Self(Table::at(GameKey::new([seed; 32]), 0))
    }

    fn hand(&mut self, size: usize, blue_of_ten: u32, ranks: u32) -> Vec<Held> {
        let mut cards: Vec<Animal> = Suit::ALL.into_iter().flat_map(Animal::of).collect();
        cards.retain(|card| card.face(Side::White).value.index() as u32 >= 13 - ranks);
        self.0.shuffle(&mut cards);
        let side = |blue| if blue { Side::Blue } else { Side::White };
        let mut held: Vec<Held> = cards
            .into_iter()
            .take(size)
            .map(|animal| Held { animal, side: side(self.0.below(10) < blue_of_ten) })
            .collect();
        held.sort_unstable();
        held
    }
}

/// Every choice of a wild value for each water card, none included.
fn wilds(waters: usize) -> Vec<Vec<Value>> {
    (0..waters).fold(vec![Vec::new()], |all, _| {
        let with = |chosen: Vec<Value>| {
            let more = Value::ALL.map(|value| [chosen.clone(), vec![value]].concat());
            std::iter::once(chosen).chain(more)
        };
        all.into_iter().flat_map(with).collect()
    })
}

/// Every combination of every subset of the cards, with every use of their water symbols.
fn brute_force(cards: &[Held]) -> BTreeSet<(Combination, Vec<Animal>)> {
    let mut found = BTreeSet::new();
    for subset in 1_u32..1 << cards.len() {
        let taken: Vec<Held> = (0..cards.len()).filter(|n| subset & (1 << n) != 0).map(|n| cards[n]).collect();
        let printed: Vec<Value> = taken.iter().flat_map(|card| card.face().values()).collect();
        let waters = taken.iter().filter(|card| card.face().symbol == Some(Symbol::Water)).count();
        for wild in wilds(waters) {
            let values = [printed.clone(), wild.clone()].concat();
            let animals: Vec<Animal> = taken.iter().map(|card| card.animal).collect();
            found.extend(recognise(&values, !wild.is_empty()).into_iter().map(|is| (is, animals.clone())));
        }
    }
    found
}

#[test]
fn what_is_enumerated_is_what_brute_force_finds() {
    let mut numbers = Numbers::new(1);
    let mut total = 0;
    for (size, blue, ranks) in [(5, 3, 13), (6, 0, 4), (6, 5, 5), (7, 3, 3), (6, 9, 4), (5, 10, 13)] {
        for _ in 0..12 {
            let cards = numbers.hand(size, blue, ranks);
            if cards.iter().filter(|card| card.face().symbol == Some(Symbol::Water)).count() > 2 {
                continue;
            }
            let expected = brute_force(&cards);
            let mut listed = Vec::new();
            for combination in possible(&cards) {
                let shape = combination.shape().expect("a combination");
                listed.extend(ways(&cards, shape, usize::MAX).into_iter().map(|way| (combination, way)));
            }
            let found: BTreeSet<_> = listed.iter().cloned().collect();
            assert_eq!(found.len(), listed.len(), "{cards:?}: twice");
            assert_eq!(found, expected, "{cards:?}");
            total += found.len();
        }
    }
    assert!(total > 5_000, "only {total} were found");
}

#[test]
fn cards_make_a_combination_exactly_when_they_are_one_of_the_ways() {
    let mut numbers = Numbers::new(2);
    for _ in 0..30 {
        let cards = numbers.hand(6, 5, 5);
        for combination in possible(&cards) {
            let shape = combination.shape().expect("a combination");
            let all = ways(&cards, shape, usize::MAX);
            for subset in 1_u32..1 << cards.len() {
                let taken: Vec<Held> = (0..cards.len()).filter(|n| subset & (1 << n) != 0).map(|n| cards[n]).collect();
                let animals: Vec<Animal> = taken.iter().map(|card| card.animal).collect();
                assert_eq!(makes(&taken, shape), all.contains(&animals), "{combination} of {taken:?}");
            }
        }
    }
}

#[test]
fn comparing_is_a_strict_order_within_a_type_and_size() {
    let mut numbers = Numbers::new(3);
    let mut all: Vec<Combination> = Vec::new();
    for _ in 0..12 {
        all.extend(possible(&numbers.hand(9, 6, 6)));
    }
    all.sort_unstable();
    all.dedup();
    for strict in [false, true] {
        for a in &all {
            assert!(!a.beats(*a, strict), "{a} beats itself");
            for b in &all {
                assert!(!(a.beats(*b, strict) && b.beats(*a, strict)), "{a} and {b} beat each other");
                let (size_a, size_b) = (a.shape().expect("a shape").size(), b.shape().expect("a shape").size());
                let same_kind = std::mem::discriminant(a) == std::mem::discriminant(b) && size_a == size_b;
                assert!(!a.beats(*b, strict) || a.is_bomb() || same_kind, "{a} beats {b}");
                assert!(!a.beats(*b, true) || a.beats(*b, false), "{a} over {b}: the switch only forbids");
            }
        }
    }
}

#[test]
fn wild_values_are_those_that_no_card_prints() {
    let cards = [Held { animal: animal("WA-3"), side: Side::Blue }, Held { animal: animal("FI-5"), side: Side::White }];
    let wild = |combination: Combination| wild_values(cards.into_iter(), combination.shape().expect("a shape"));
    assert_eq!(wild(run(3, "6")), [value("4")]);
    assert_eq!(wild(run(3, "7")), [value("7")]);
}

#[test]
fn what_the_rulebook_does_not_know_has_no_shape() {
    for combination in [
        set(1, "5"),
        set(21, "5"),
        run(1, "5"),
        run(6, "A"),
        run(3, "2"),
        run(3, "4"),
        run(255, "A"),
        formation(1, 3, "Q"),
        formation(255, 5, "A"),
        formation(2, 6, "A"),
        formation(2, 2, "2"),
        bomb(3, "5"),
    ] {
        assert_eq!(combination.shape(), None, "{combination}");
    }
}

/// The longest lists that hands of many blue cards can ask for.
#[test]
fn lists_stay_short_for_hands_of_many_blue_cards() {
    let mut numbers = Numbers::new(4);
    let (mut bids, mut lays) = (0, 0);
    let mut hands: Vec<Vec<Held>> = (0..40).map(|n| numbers.hand(12, 10, if n % 2 == 0 { 13 } else { 5 })).collect();
    let blue = |id: &&str| Held { animal: animal(id), side: Side::Blue };
    let white = |id: &&str| Held { animal: animal(id), side: Side::White };
    // Every card that can show a K, and all the blue water cards but one.
    let kings = ["WO-5", "WO-J", "FI-6", "FI-K", "EA-9", "EA-K", "ME-5", "ME-K", "WA-10", "WA-K"];
    hands.push(kings.iter().map(blue).chain([white(&"WO-K")]).collect());
    hands.push(Animal::of(Suit::Water).skip(1).map(|animal| Held { animal, side: Side::Blue }).collect());
    // Sixteen cards, as three Elements can make them, crowded into five values.
    let crowd = ["WA-7", "WA-8", "WA-9", "WA-10", "WA-J", "WA-K", "WA-A", "WO-8", "WO-9", "WO-10", "WO-J", "WO-Q"];
    let more = ["WO-10", "WO-K", "FI-J", "FI-A"];
    hands.push(crowd.iter().map(blue).chain(more.iter().skip(2).map(white)).collect());
    for hand in &hands {
        let all = possible(hand);
        bids = bids.max(all.len());
        let longest = all.iter().map(|is| ways(hand, is.shape().expect("a shape"), usize::MAX).len()).max();
        lays = lays.max(longest.unwrap_or(0));
    }
    assert!((50..500).contains(&bids), "{bids} bids");
    assert!((50..1_000).contains(&lays), "{lays} ways to lay one");
}
