//! Recognising, comparing and enumerating combinations, held against brute force.

use std::collections::BTreeSet;

use super::combinations::{Held, Partial, Shape, possible, wild_values};
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
    assert!(total > 1_000, "only {total} were found");
}

/// Every way to make the combination.
fn ways(cards: &[Held], shape: Shape, most: usize) -> Vec<Vec<Animal>> {
    Partial::of(shape).ways(cards, most)
}

/// Every way that is found value by value, from the lowest.
fn descend(cards: &[Held], shape: Shape, place: usize, chosen: &[Held], found: &mut Vec<Vec<Animal>>) {
    let Some(value) = shape.values.get(place) else {
        let mut way: Vec<Animal> = chosen.iter().map(|card| card.animal).collect();
        way.sort_unstable();
        return found.push(way);
    };
    let left: Vec<Held> = cards.iter().filter(|card| !chosen.contains(card)).copied().collect();
    let choices = Partial::before(shape, *value, chosen).choices(&left);
    assert!(!choices.is_empty(), "no choice for {value} after {chosen:?} of {cards:?}");
    for choice in choices {
        descend(cards, shape, place + 1, &[chosen, &choice].concat(), found);
    }
}

#[test]
fn value_by_value_every_way_is_found_once_and_none_ends_dead() {
    let mut numbers = Numbers::new(2);
    for (size, blue) in [(6, 5), (8, 3), (8, 9)] {
        for _ in 0..15 {
            let cards = numbers.hand(size, blue, 5);
            for combination in possible(&cards) {
                let shape = combination.shape().expect("a combination");
                let mut found = Vec::new();
                descend(&cards, shape, 0, &[], &mut found);
                found.sort_unstable();
                let mut all = ways(&cards, shape, usize::MAX);
                all.sort_unstable();
                assert_eq!(found, all, "{combination} of {cards:?}");
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
    let wild = |combination: Combination| wild_values(&cards, combination.shape().expect("a shape"), None);
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

/// The hands that ask for the longest lists, as a search over hands found them: nobody will ever hold one.
const CROWDED: [&[&str]; 4] = [
    // Every card that can show a K.
    &["+WO-5", "+WO-J", "WO-K", "+FI-6", "+FI-K", "+EA-9", "+EA-K", "+ME-5", "+ME-K", "+WA-10", "+WA-K"],
    // All blue water cards but one.
    &["+WA-4", "+WA-5", "+WA-6", "+WA-7", "+WA-8", "+WA-9", "+WA-10", "+WA-J", "+WA-Q", "+WA-K", "+WA-A", "+WA-2"],
    // Twelve cards, with 1318 ways to lay one combination.
    &["+WA-K", "+WA-J", "+FI-3", "+WA-10", "ME-J", "+WA-9", "+WA-8", "+WO-4", "+WA-A", "+WO-8", "+WA-7", "+EA-8"],
    // Seventeen, as five Element cards could make them, with 31178.
    &[
        "FI-J", "+WA-A", "+WA-J", "+WO-6", "WO-A", "+WA-8", "+FI-6", "+WA-9", "ME-Q", "+WA-K", "+WO-K", "+WO-9",
        "FI-Q", "WA-Q", "+WA-10", "+FI-4", "EA-Q",
    ],
];

#[test]
fn lists_stay_short_for_hands_of_many_blue_cards() {
    let mut numbers = Numbers::new(4);
    let mut hands: Vec<Vec<Held>> = (0..30).map(|n| numbers.hand(12, 10, if n % 2 == 0 { 13 } else { 5 })).collect();
    hands.extend(CROWDED.iter().map(|ids| hand(ids).animals()));
    let (mut bids, mut lays) = (0, 0);
    for hand in &hands {
        let all = possible(hand);
        bids = bids.max(all.len());
        for combination in all {
            let shape = combination.shape().expect("a shape");
            lays = lays.max(Partial::of(shape).choices(hand).len());
        }
    }
    assert!((50..200).contains(&bids), "{bids} bids");
    assert!((50..1_000).contains(&lays), "{lays} choices of cards");
}
