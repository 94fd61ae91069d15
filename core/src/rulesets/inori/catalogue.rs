//! Every component of the box, with where each printed fact is from.

use std::collections::BTreeSet;

use super::card::{Card, Kind, Space};
use super::colour::{Colour, TOKENS_OF_A_COLOUR};
use super::operation::{Cost, Operation};
use super::rune::Rune;
use super::tree::TreeSpace;
use super::{deal, season};
use crate::rulesets::catalogue::{Component, Fact, Source};

/// Every component of the box: 54 cards, 15 runes of 13 kinds, 6 altar tiles, the 9 spaces of the Great Tree, favour tokens and
/// pieces. What is all alike is one entry with its number.
///
/// The rulebook tells the sorts of effects, public pages the counts; all values on cards but one, the sorts of the runes
/// and the end scores of the tree are reconstructed.
pub fn catalogue() -> Vec<Component> {
    let cards = Card::all().map(card);
    let runes = BTreeSet::from(Rune::ALL).into_iter().map(rune);
    let altars = Colour::ALL.into_iter().map(altar);
    let tree = TreeSpace::ALL.into_iter().map(tree_space);
    let tokens = Colour::ALL.into_iter().map(tokens);
    let pieces = ["white", "black", "yellow", "brown"].into_iter().map(pieces);
    let neutral = Component {
        id: "NEUTRAL".into(),
        kind: "neutral-piece",
        facts: vec![Fact::number("number", i32::from(deal::NEUTRALS), Source::Rulebook)],
    };
    cards.chain(runes).chain(altars).chain(tree).chain(tokens).chain(pieces).chain([neutral]).collect()
}

fn card(card: Card) -> Component {
    let corner = Fact::text("lower_right", card.corner().name(), Source::Reconstructed);
    let spaces = (1_u8..).zip(card.spaces()).zip(["space_1", "space_2", "space_3", "space_4"]);
    let mut facts = vec![
        Fact::text("kind", card.kind().name(), Source::Public),
        Fact::text("colour", card.colour().name(), Source::Reconstructed),
        // Of the card's own colour: rulebook, End of Season.
        Fact::text("upper_right", card.colour().name(), Source::Rulebook),
        corner,
    ];
    facts.extend(spaces.map(|((number, space), name)| {
        // The one space that a public page shows.
        let public = (card.id(), number) == ("S-GRN-A", 3);
        Fact::text(name, printed(space), if public { Source::Public } else { Source::Reconstructed })
    }));
    let kind = match card.kind() {
        Kind::Start => "start-card",
        Kind::NewStart => "new-start-card",
        Kind::Journey => "journey-card",
    };
    Component { id: card.id().into(), kind, facts }
}

fn printed(space: &Space) -> String {
    let effect = words(space.effect);
    match space.cost {
        Cost::Free {} => effect,
        Cost::Token { colour } => format!("pay 1 {colour}: {effect}"),
        Cost::MostHeld {} => format!("pay 1 of your most-held colour: {effect}"),
    }
}

fn words(effect: &[Operation]) -> String {
    effect.iter().map(|operation| operation_words(*operation)).collect::<Vec<_>>().join(", ")
}

fn operation_words(operation: Operation) -> String {
    let of = |colour: Option<Colour>| colour.map_or("the altar's colour", Colour::name);
    match operation {
        Operation::Gain { colour, count } => format!("take {count} {}", of(colour)),
        Operation::GainAny { count } => format!("take {count} of any colours"),
        Operation::GainLeast { count } => format!("take {count} of your least-held colour"),
        Operation::DrawRune {} => "draw a rune tile".into(),
        Operation::Score { points } => format!("score {points} points"),
        Operation::ScoreColour { colour } => format!("score 1 point per token of {}", of(colour)),
        Operation::ScoreKinds {} => "score 1 point per different colour held".into(),
        Operation::ScoreMost {} => "score 1 point per token of your most-held colour".into(),
        Operation::PlaceNeutrals {} => "place the 2 neutral pieces on free card spaces".into(),
        Operation::TakePile {} => "take the 2 tokens that lie here".into(),
        Operation::MoveTo { colour } => {
            format!("move a piece from any other card to a free space of a {colour} card")
        }
        Operation::MoveFrom { colour } => {
            format!("move a piece from a {colour} card to a free space of any other card")
        }
        Operation::Share {} => "offer to a space that others hold".into(),
    }
}

fn rune(rune: Rune) -> Component {
    let timing = match rune {
        Rune::Share => "with the own offer",
        _ if rune.is_gain() => "any time in the own turn, and before the cards are judged",
        _ => "start of the own turn",
    };
    let number = Rune::ALL.into_iter().filter(|other| *other == rune).count();
    let facts = vec![
        Fact::text("effect", operation_words(rune.effect()), Source::Reconstructed),
        Fact::text("timing", timing, Source::Public),
        Fact::number("number", i32::try_from(number).unwrap_or(i32::MAX), Source::Reconstructed),
    ];
    Component { id: rune.id().into(), kind: "rune-tile", facts }
}

fn altar(colour: Colour) -> Component {
    let facts = vec![
        Fact::text("colour", colour.name(), Source::Public),
        Fact::text("spirit", colour.spirit(), Source::Reconstructed),
    ];
    Component { id: format!("ALTAR-{}", colour.code()), kind: "altar-tile", facts }
}

fn tree_space(space: TreeSpace) -> Component {
    let mut facts = vec![Fact::text("effect", words(space.effect()), Source::Rulebook)];
    if TreeSpace::ALTARS.contains(&space) {
        let (first, second) = space.end_scores();
        facts.push(Fact::number("most_tokens_score", i32::from(first), Source::Reconstructed));
        facts.push(Fact::number("next_most_tokens_score", i32::from(second), Source::Reconstructed));
    }
    Component { id: space.id().into(), kind: "tree-space", facts }
}

fn tokens(colour: Colour) -> Component {
    let facts = vec![
        Fact::text("colour", colour.name(), Source::Public),
        Fact::number("number", i32::from(TOKENS_OF_A_COLOUR), Source::Public),
    ];
    Component { id: format!("FAVOUR-{}", colour.code()), kind: "favour-token", facts }
}

fn pieces(colour: &str) -> Component {
    // Two seats use the most of them.
    let number = season::pieces(2, season::SEASONS);
    let facts =
        vec![Fact::text("colour", colour, Source::Public), Fact::number("number", i32::from(number), Source::Public)];
    Component { id: format!("PIECE-{}", colour.to_uppercase()), kind: "offering-piece", facts }
}
