//! The printed values of the 54 cards.
//!
//! No public source lists the cards. The counts of each kind, that a card has 2 to 4 spaces, the sorts of costs and
//! effects, and the third space of `S-GRN-A` are known; everything else is reconstructed: the six cards of a row are one
//! pattern turned through the ring of the colours, so that all colours are worth the same.

use super::Colour;
use super::Colour::{Blue as BLU, Green as GRN, Grey as GRY, Purple as PUR, Red as RED, Yellow as YEL};
use super::card::{Face, Kind, Space};
use super::operation::{Cost, Operation};

const RUNE: Operation = Operation::DrawRune {};
const MOST: Operation = Operation::ScoreMost {};
const KINDS: Operation = Operation::ScoreKinds {};

const fn gain(colour: Colour, count: u8) -> Operation {
    Operation::Gain { colour: Some(colour), count }
}

const fn least(count: u8) -> Operation {
    Operation::GainLeast { count }
}

const fn each(colour: Colour) -> Operation {
    Operation::ScoreColour { colour: Some(colour) }
}

const fn free(effect: &'static [Operation]) -> Space {
    Space { cost: Cost::Free {}, effect }
}

const fn paid(colour: Colour, effect: &'static [Operation]) -> Space {
    Space { cost: Cost::Token { colour }, effect }
}

const fn most(effect: &'static [Operation]) -> Space {
    Space { cost: Cost::MostHeld {}, effect }
}

const fn card(id: &'static str, kind: Kind, colour: Colour, corner: Colour, spaces: &'static [Space]) -> Face {
    Face { id, kind, colour, corner, spaces }
}

/// The cards of the box: id, kind, colour, lower right corner, spaces from the left.
pub(super) static CARDS: [Face; 54] = [
    card(
        "S-YEL-A",
        Kind::Start,
        YEL,
        PUR,
        &[
            free(&[gain(YEL, 1), gain(GRN, 1)]),
            free(&[gain(YEL, 1), gain(RED, 1)]),
            free(&[gain(BLU, 2)]),
            free(&[RUNE]),
        ],
    ),
    card(
        "S-YEL-B",
        Kind::Start,
        YEL,
        PUR,
        &[free(&[gain(YEL, 2)]), free(&[gain(GRY, 1), gain(GRN, 1)]), free(&[MOST])],
    ),
    card(
        "S-BLU-A",
        Kind::Start,
        BLU,
        RED,
        &[
            free(&[gain(BLU, 1), gain(PUR, 1)]),
            free(&[gain(BLU, 1), gain(GRY, 1)]),
            free(&[gain(GRN, 2)]),
            free(&[RUNE]),
        ],
    ),
    card(
        "S-BLU-B",
        Kind::Start,
        BLU,
        RED,
        &[free(&[gain(BLU, 2)]), free(&[gain(YEL, 1), gain(PUR, 1)]), free(&[MOST])],
    ),
    card(
        "S-GRN-A",
        Kind::Start,
        GRN,
        GRY,
        &[
            free(&[gain(GRN, 1), gain(RED, 1)]),
            free(&[gain(GRN, 1), gain(YEL, 1)]),
            free(&[gain(PUR, 2)]),
            free(&[RUNE]),
        ],
    ),
    card(
        "S-GRN-B",
        Kind::Start,
        GRN,
        GRY,
        &[free(&[gain(GRN, 2)]), free(&[gain(BLU, 1), gain(RED, 1)]), free(&[MOST])],
    ),
    card(
        "S-PUR-A",
        Kind::Start,
        PUR,
        YEL,
        &[
            free(&[gain(PUR, 1), gain(GRY, 1)]),
            free(&[gain(PUR, 1), gain(BLU, 1)]),
            free(&[gain(RED, 2)]),
            free(&[RUNE]),
        ],
    ),
    card(
        "S-PUR-B",
        Kind::Start,
        PUR,
        YEL,
        &[free(&[gain(PUR, 2)]), free(&[gain(GRN, 1), gain(GRY, 1)]), free(&[MOST])],
    ),
    card(
        "S-RED-A",
        Kind::Start,
        RED,
        BLU,
        &[
            free(&[gain(RED, 1), gain(YEL, 1)]),
            free(&[gain(RED, 1), gain(GRN, 1)]),
            free(&[gain(GRY, 2)]),
            free(&[RUNE]),
        ],
    ),
    card(
        "S-RED-B",
        Kind::Start,
        RED,
        BLU,
        &[free(&[gain(RED, 2)]), free(&[gain(PUR, 1), gain(YEL, 1)]), free(&[MOST])],
    ),
    card(
        "S-GRY-A",
        Kind::Start,
        GRY,
        GRN,
        &[
            free(&[gain(GRY, 1), gain(BLU, 1)]),
            free(&[gain(GRY, 1), gain(PUR, 1)]),
            free(&[gain(YEL, 2)]),
            free(&[RUNE]),
        ],
    ),
    card(
        "S-GRY-B",
        Kind::Start,
        GRY,
        GRN,
        &[free(&[gain(GRY, 2)]), free(&[gain(RED, 1), gain(BLU, 1)]), free(&[MOST])],
    ),
    card("N-YEL", Kind::NewStart, YEL, PUR, &[free(&[gain(YEL, 1), gain(PUR, 1)]), most(&[each(YEL)]), free(&[RUNE])]),
    card("N-BLU", Kind::NewStart, BLU, RED, &[free(&[gain(BLU, 1), gain(RED, 1)]), most(&[each(BLU)]), free(&[RUNE])]),
    card("N-GRN", Kind::NewStart, GRN, GRY, &[free(&[gain(GRN, 1), gain(GRY, 1)]), most(&[each(GRN)]), free(&[RUNE])]),
    card("N-PUR", Kind::NewStart, PUR, YEL, &[free(&[gain(PUR, 1), gain(YEL, 1)]), most(&[each(PUR)]), free(&[RUNE])]),
    card("N-RED", Kind::NewStart, RED, BLU, &[free(&[gain(RED, 1), gain(BLU, 1)]), most(&[each(RED)]), free(&[RUNE])]),
    card("N-GRY", Kind::NewStart, GRY, GRN, &[free(&[gain(GRY, 1), gain(GRN, 1)]), most(&[each(GRY)]), free(&[RUNE])]),
    card("J-YEL-1", Kind::Journey, YEL, BLU, &[free(&[gain(YEL, 2)]), paid(BLU, &[each(YEL)])]),
    card("J-YEL-2", Kind::Journey, YEL, GRN, &[paid(GRN, &[gain(YEL, 2), gain(RED, 1)]), free(&[RUNE])]),
    card("J-YEL-3", Kind::Journey, YEL, PUR, &[free(&[gain(RED, 2)]), free(&[least(2)]), free(&[each(YEL)])]),
    card(
        "J-YEL-4",
        Kind::Journey,
        YEL,
        RED,
        &[free(&[gain(YEL, 1), gain(GRY, 1)]), most(&[gain(YEL, 3)]), free(&[KINDS])],
    ),
    card(
        "J-YEL-5",
        Kind::Journey,
        YEL,
        GRY,
        &[free(&[gain(YEL, 2)]), free(&[gain(BLU, 1), gain(RED, 1)]), free(&[RUNE]), paid(PUR, &[MOST])],
    ),
    card(
        "J-YEL-6",
        Kind::Journey,
        YEL,
        PUR,
        &[free(&[gain(YEL, 1), gain(GRN, 1)]), free(&[least(1)]), paid(YEL, &[each(PUR)]), most(&[KINDS])],
    ),
    card("J-BLU-1", Kind::Journey, BLU, GRN, &[free(&[gain(BLU, 2)]), paid(GRN, &[each(BLU)])]),
    card("J-BLU-2", Kind::Journey, BLU, PUR, &[paid(PUR, &[gain(BLU, 2), gain(GRY, 1)]), free(&[RUNE])]),
    card("J-BLU-3", Kind::Journey, BLU, RED, &[free(&[gain(GRY, 2)]), free(&[least(2)]), free(&[each(BLU)])]),
    card(
        "J-BLU-4",
        Kind::Journey,
        BLU,
        GRY,
        &[free(&[gain(BLU, 1), gain(YEL, 1)]), most(&[gain(BLU, 3)]), free(&[KINDS])],
    ),
    card(
        "J-BLU-5",
        Kind::Journey,
        BLU,
        YEL,
        &[free(&[gain(BLU, 2)]), free(&[gain(GRN, 1), gain(GRY, 1)]), free(&[RUNE]), paid(RED, &[MOST])],
    ),
    card(
        "J-BLU-6",
        Kind::Journey,
        BLU,
        RED,
        &[free(&[gain(BLU, 1), gain(PUR, 1)]), free(&[least(1)]), paid(BLU, &[each(RED)]), most(&[KINDS])],
    ),
    card("J-GRN-1", Kind::Journey, GRN, PUR, &[free(&[gain(GRN, 2)]), paid(PUR, &[each(GRN)])]),
    card("J-GRN-2", Kind::Journey, GRN, RED, &[paid(RED, &[gain(GRN, 2), gain(YEL, 1)]), free(&[RUNE])]),
    card("J-GRN-3", Kind::Journey, GRN, GRY, &[free(&[gain(YEL, 2)]), free(&[least(2)]), free(&[each(GRN)])]),
    card(
        "J-GRN-4",
        Kind::Journey,
        GRN,
        YEL,
        &[free(&[gain(GRN, 1), gain(BLU, 1)]), most(&[gain(GRN, 3)]), free(&[KINDS])],
    ),
    card(
        "J-GRN-5",
        Kind::Journey,
        GRN,
        BLU,
        &[free(&[gain(GRN, 2)]), free(&[gain(PUR, 1), gain(YEL, 1)]), free(&[RUNE]), paid(GRY, &[MOST])],
    ),
    card(
        "J-GRN-6",
        Kind::Journey,
        GRN,
        GRY,
        &[free(&[gain(GRN, 1), gain(RED, 1)]), free(&[least(1)]), paid(GRN, &[each(GRY)]), most(&[KINDS])],
    ),
    card("J-PUR-1", Kind::Journey, PUR, RED, &[free(&[gain(PUR, 2)]), paid(RED, &[each(PUR)])]),
    card("J-PUR-2", Kind::Journey, PUR, GRY, &[paid(GRY, &[gain(PUR, 2), gain(BLU, 1)]), free(&[RUNE])]),
    card("J-PUR-3", Kind::Journey, PUR, YEL, &[free(&[gain(BLU, 2)]), free(&[least(2)]), free(&[each(PUR)])]),
    card(
        "J-PUR-4",
        Kind::Journey,
        PUR,
        BLU,
        &[free(&[gain(PUR, 1), gain(GRN, 1)]), most(&[gain(PUR, 3)]), free(&[KINDS])],
    ),
    card(
        "J-PUR-5",
        Kind::Journey,
        PUR,
        GRN,
        &[free(&[gain(PUR, 2)]), free(&[gain(RED, 1), gain(BLU, 1)]), free(&[RUNE]), paid(YEL, &[MOST])],
    ),
    card(
        "J-PUR-6",
        Kind::Journey,
        PUR,
        YEL,
        &[free(&[gain(PUR, 1), gain(GRY, 1)]), free(&[least(1)]), paid(PUR, &[each(YEL)]), most(&[KINDS])],
    ),
    card("J-RED-1", Kind::Journey, RED, GRY, &[free(&[gain(RED, 2)]), paid(GRY, &[each(RED)])]),
    card("J-RED-2", Kind::Journey, RED, YEL, &[paid(YEL, &[gain(RED, 2), gain(GRN, 1)]), free(&[RUNE])]),
    card("J-RED-3", Kind::Journey, RED, BLU, &[free(&[gain(GRN, 2)]), free(&[least(2)]), free(&[each(RED)])]),
    card(
        "J-RED-4",
        Kind::Journey,
        RED,
        GRN,
        &[free(&[gain(RED, 1), gain(PUR, 1)]), most(&[gain(RED, 3)]), free(&[KINDS])],
    ),
    card(
        "J-RED-5",
        Kind::Journey,
        RED,
        PUR,
        &[free(&[gain(RED, 2)]), free(&[gain(GRY, 1), gain(GRN, 1)]), free(&[RUNE]), paid(BLU, &[MOST])],
    ),
    card(
        "J-RED-6",
        Kind::Journey,
        RED,
        BLU,
        &[free(&[gain(RED, 1), gain(YEL, 1)]), free(&[least(1)]), paid(RED, &[each(BLU)]), most(&[KINDS])],
    ),
    card("J-GRY-1", Kind::Journey, GRY, YEL, &[free(&[gain(GRY, 2)]), paid(YEL, &[each(GRY)])]),
    card("J-GRY-2", Kind::Journey, GRY, BLU, &[paid(BLU, &[gain(GRY, 2), gain(PUR, 1)]), free(&[RUNE])]),
    card("J-GRY-3", Kind::Journey, GRY, GRN, &[free(&[gain(PUR, 2)]), free(&[least(2)]), free(&[each(GRY)])]),
    card(
        "J-GRY-4",
        Kind::Journey,
        GRY,
        PUR,
        &[free(&[gain(GRY, 1), gain(RED, 1)]), most(&[gain(GRY, 3)]), free(&[KINDS])],
    ),
    card(
        "J-GRY-5",
        Kind::Journey,
        GRY,
        RED,
        &[free(&[gain(GRY, 2)]), free(&[gain(YEL, 1), gain(PUR, 1)]), free(&[RUNE]), paid(GRN, &[MOST])],
    ),
    card(
        "J-GRY-6",
        Kind::Journey,
        GRY,
        GRN,
        &[free(&[gain(GRY, 1), gain(BLU, 1)]), free(&[least(1)]), paid(GRY, &[each(GRN)]), most(&[KINDS])],
    ),
];
