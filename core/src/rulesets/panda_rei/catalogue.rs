//! The table of the box, with where each printed fact is from.

use super::cards::{Card, Kind};
use crate::rulesets::catalogue::{Component, Fact, Source};

/// Every component of the box: 119 animal cards and the starting player card.
///
/// The marks are reconstructed (PR-2), the values of fox and pandas too (PR-3); a game opened with other `panda_marks`
/// marks the pandas otherwise.
pub fn catalogue() -> Vec<Component> {
    let animals = Kind::ALL.into_iter().flat_map(|kind| Card::first(kind, kind.copies()).map(component));
    let starting_player = Component { id: "STARTER".into(), kind: "starting-player-card", facts: Vec::new() };
    animals.chain([starting_player]).collect()
}

fn component(card: Card) -> Component {
    let printed = card.kind().printed();
    let value = match printed.value {
        Some(value) => Fact::number("value", i32::from(value), printed.value_source),
        None => Fact::text("value", "the value of the last card played + 1", Source::Rulebook),
    };
    let level = printed.level.map(|level| Fact::number("level", i32::from(level), Source::Rulebook));
    let facts = [
        Some(Fact::text("name", printed.name, Source::Rulebook)),
        level,
        Some(value),
        Some(Fact::number("mark", printed.marks.of(card.number()), Source::Reconstructed)),
        Some(Fact::text("scoring", scoring(card.kind()), Source::Rulebook)),
        // The rulebook's table ends with three: PR-26.
        (card.kind() == Kind::Lion)
            .then(|| Fact::text("scoring_of_more", "4+ lions: 10 points", Source::Reconstructed)),
    ];
    Component { id: card.to_string(), kind: "animal", facts: facts.into_iter().flatten().collect() }
}

fn scoring(kind: Kind) -> &'static str {
    match kind {
        Kind::Rabbit => "1/2/3/4/5/6+ rabbits: 1/3/6/10/15/-5 points",
        Kind::Bear => "5 points for each pair of bears",
        Kind::Giraffe => "1 point for each giraffe",
        Kind::Owl => "5 points for each pair of an owl and a giraffe",
        Kind::Cat => "the number of cats multiplied by itself",
        Kind::Fox => "-2 points for each fox",
        Kind::Lion => "0/1/2/3 lions: -20/-10/0/10 points",
        Kind::Pig => "no points; most pigs win ties between equal cards in a dispute",
        Kind::Monkey => "counts as a rabbit, bear, giraffe, owl or cat",
        Kind::Panda1 | Kind::Panda2 | Kind::Panda3 => "10 points for most panda levels, -10 for fewest; ties split",
    }
}
