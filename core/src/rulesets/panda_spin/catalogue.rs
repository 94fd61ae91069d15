//! The table of the box, with where each printed fact is from.

use super::cards::{Animal, Element};
use super::faces::{Side, Suit, Value};
use crate::rulesets::catalogue::{Component, Fact, Source};

/// Every component of the box: 65 Animal and 5 Element cards, the panda mood tile and 45 bamboo tiles.
pub fn catalogue() -> Vec<Component> {
    let animals = Suit::ALL.into_iter().flat_map(Animal::of).map(animal);
    let elements = Suit::ALL.into_iter().map(|suit| element(Element(suit)));
    let moods = vec![Fact::list("sides", ["Hungry Panda", "Spin Panda"], Source::Rulebook)];
    let tile = Component { id: "PANDA-MOOD".into(), kind: "panda-mood-tile", facts: moods };
    let bamboo = [(1, 30_u8), (5, 15)].into_iter().flat_map(|(points, count)| {
        (1..=count).map(move |number| Component {
            id: format!("BAMBOO-{points}-{number:02}"),
            kind: "bamboo-tile",
            facts: vec![Fact::number("points", points, Source::Public)],
        })
    });
    animals.chain(elements).chain([tile]).chain(bamboo).collect()
}

fn animal(card: Animal) -> Component {
    let (white, blue) = (card.face(Side::White), card.face(Side::Blue));
    let source = card.blue_source();
    let mut facts = vec![
        Fact::text("suit", card.suit().name(), Source::Rulebook),
        Fact::text("animal", card.row().0, Source::Reconstructed),
        Fact::list("white", white.values().map(Value::name), Source::Rulebook),
        Fact::list("blue", blue.values().map(Value::name), source),
    ];
    if let Some(symbol) = blue.symbol {
        // That every card of these two suits has its symbol is the rulebook's.
        let told = matches!(card.suit(), Suit::Wood | Suit::Water);
        facts.push(Fact::text("blue_symbol", symbol.name(), if told { Source::Rulebook } else { source }));
    }
    Component { id: card.to_string(), kind: "animal", facts }
}

fn element(card: Element) -> Component {
    let facts = vec![
        Fact::text("suit", card.0.name(), Source::Rulebook),
        Fact::number("number", i32::from(card.number()), Source::Reconstructed),
        Fact::text("condition", card.condition(), Source::Rulebook),
    ];
    Component { id: card.to_string(), kind: "element", facts }
}
