//! The table of the box, with where each printed fact is from.

use super::cards::{Card, DOUBLE_COPIES, DOUBLE_PAIRS, Kata, Kind, Printed};
use crate::rulesets::catalogue::{Component, Fact, Source};

/// Every component of the box: 50 Kata cards, the Pagoda tile and the Invisibility token.
///
/// The counts per kind and the pairs of the Double-Katas are reconstructed (RP-2, RP-3); a game opened with other
/// `copies` or `double_pairs` holds other cards than these.
pub fn catalogue() -> Vec<Component> {
    let singles = Kata::ALL.into_iter().flat_map(|kata| {
        Card::copies(Kind::Single(kata), kata.printed().copies).map(move |card| single(card, kata.printed()))
    });
    let doubles = Card::copies(Kind::Double, DOUBLE_COPIES).zip(DOUBLE_PAIRS).map(|(card, pair)| double(card, pair));
    let tile = Component { id: "PAGODA".into(), kind: "pagoda-tile", facts: Vec::new() };
    let token = Component { id: "INVISIBILITY".into(), kind: "invisibility-token", facts: Vec::new() };
    singles.chain(doubles).chain([tile, token]).collect()
}

fn single(card: Card, printed: Printed) -> Component {
    let facts = vec![
        Fact::text("name", printed.name, Source::Rulebook),
        Fact::text("name_fr", printed.name_fr, Source::Public),
        Fact::number("number", i32::from(printed.copies), Source::Reconstructed),
        Fact::text("colour", printed.colour, Source::Reconstructed),
        Fact::text("power", printed.power, Source::Rulebook),
    ];
    Component { id: card.to_string(), kind: "kata", facts }
}

fn double(card: Card, pair: [Kata; 2]) -> Component {
    let facts = vec![
        Fact::text("name", "Double-Kata", Source::Rulebook),
        Fact::list("katas", pair.map(|kata| kata.printed().name), Source::Reconstructed),
    ];
    Component { id: card.to_string(), kind: "double-kata", facts }
}
