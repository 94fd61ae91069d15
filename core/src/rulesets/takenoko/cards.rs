//! The plots, chips and objective cards: what is printed on them, and their ids.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::supply::Bamboo;
use crate::rulesets::textual::{self, Form, Ids, Unlisted, textual};

/// The colour of a plot and of the bamboo that grows on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = TakenokoColour))]
pub enum Colour {
    /// Green, the most common.
    Green,
    /// Pink, the rarest.
    Pink,
    /// Yellow.
    Yellow,
}

impl Colour {
    /// The three colours.
    pub const ALL: [Self; 3] = [Self::Green, Self::Pink, Self::Yellow];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Pink => "pink",
            Self::Yellow => "yellow",
        }
    }
}

/// An improvement, printed on a plot or placed there as a chip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = TakenokoImprovement))]
pub enum Improvement {
    /// The panda cannot eat here.
    Enclosure,
    /// Bamboo grows by two sections instead of one.
    Fertilizer,
    /// The plot is irrigated, but is no source for a channel.
    Watershed,
}

impl Improvement {
    /// The three improvements.
    pub const ALL: [Self; 3] = [Self::Enclosure, Self::Fertilizer, Self::Watershed];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Enclosure => "enclosure",
            Self::Fertilizer => "fertilizer",
            Self::Watershed => "watershed",
        }
    }
}

/// The category of an objective, shown by the back of its card (TK-32).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = TakenokoCategory))]
pub enum Category {
    /// Bamboo of given heights.
    Gardener,
    /// Bamboo that the panda has eaten.
    Panda,
    /// A configuration of irrigated plots.
    Plot,
}

impl Category {
    /// The three categories.
    pub const ALL: [Self; 3] = [Self::Gardener, Self::Panda, Self::Plot];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gardener => "gardener",
            Self::Panda => "panda",
            Self::Plot => "plot",
        }
    }
}

/// A plot tile; on the wire its id, such as `green-plain-1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Plot(u8);

/// An objective card; on the wire its id, such as `plot-line-green`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Objective(u8);

/// What is printed on a plot.
#[derive(Debug, Clone, Copy)]
struct Tile {
    id: &'static str,
    colour: Colour,
    improvement: Option<Improvement>,
}

/// What is printed on an objective card.
#[derive(Debug, Clone, Copy)]
struct Card {
    id: &'static str,
    goal: Goal,
    points: u8,
}

/// What an objective asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// Plots in a shape; the second colour is that of the second pair of a two-colour diamond.
    Plots { shape: Shape, colours: [Colour; 2] },
    /// So many stalks of exactly this height.
    Stalks { colour: Colour, height: u8, stalks: u8, improvement: Wanted },
    /// Sections to hand in.
    Sections(Bamboo),
}

/// Which improvement a gardener objective asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// It does not matter.
    Any,
    /// None on the plot, printed or chip.
    Without,
    /// This one.
    With(Improvement),
}

/// The shapes of the plot objectives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Triangle,
    Line,
    Arc,
    Diamond,
    /// Two adjacent plots of either colour, along two sides of the rhombus.
    TwoColourDiamond,
}

/// The cells of a shape, each with whether it is of the first colour (0) or the second (1).
pub(super) type Cells = &'static [((i8, i8), usize)];

impl Shape {
    /// The cells, those of the second colour marked, and how many turns by a sixth give each another place (TK-24).
    /// The two-colour diamond is the only shape that its mirror image differs from.
    pub(super) fn cells(self) -> (Cells, u8) {
        match self {
            Self::Triangle => (&[((0, 0), 0), ((1, 0), 0), ((1, -1), 0)], 2),
            Self::Line => (&[((0, 0), 0), ((0, 1), 0), ((0, 2), 0)], 3),
            Self::Arc => (&[((1, -1), 0), ((0, 0), 0), ((0, 1), 0)], 6),
            Self::Diamond => (&[((1, -1), 0), ((1, 0), 0), ((0, 0), 0), ((0, 1), 0)], 3),
            Self::TwoColourDiamond => (&[((1, -1), 0), ((1, 0), 0), ((0, 0), 1), ((0, 1), 1)], 6),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Triangle => "three plots, each next to the two others",
            Self::Line => "three plots in a straight line",
            Self::Arc => "three plots in an arc",
            Self::Diamond => "four plots in a diamond",
            Self::TwoColourDiamond => "four plots in a diamond, two beside two",
        }
    }
}

use Colour::{Green, Pink, Yellow};
use Improvement::{Enclosure, Fertilizer, Watershed};
use Shape::{Arc, Diamond, Line, Triangle, TwoColourDiamond};

const fn tile(id: &'static str, colour: Colour, improvement: Option<Improvement>) -> Tile {
    Tile { id, colour, improvement }
}

/// How many plots the box holds (TK-1).
pub(super) const TILE_COUNT: usize = 27;

// The rulebook tells neither colours nor improvements; public lists agree on these 27 (TK-1).
const TILES: [Tile; TILE_COUNT] = [
    tile("green-plain-1", Green, None),
    tile("green-plain-2", Green, None),
    tile("green-plain-3", Green, None),
    tile("green-plain-4", Green, None),
    tile("green-plain-5", Green, None),
    tile("green-plain-6", Green, None),
    tile("green-watershed-1", Green, Some(Watershed)),
    tile("green-watershed-2", Green, Some(Watershed)),
    tile("green-enclosure-1", Green, Some(Enclosure)),
    tile("green-enclosure-2", Green, Some(Enclosure)),
    tile("green-fertilizer-1", Green, Some(Fertilizer)),
    tile("yellow-plain-1", Yellow, None),
    tile("yellow-plain-2", Yellow, None),
    tile("yellow-plain-3", Yellow, None),
    tile("yellow-plain-4", Yellow, None),
    tile("yellow-plain-5", Yellow, None),
    tile("yellow-plain-6", Yellow, None),
    tile("yellow-watershed-1", Yellow, Some(Watershed)),
    tile("yellow-enclosure-1", Yellow, Some(Enclosure)),
    tile("yellow-fertilizer-1", Yellow, Some(Fertilizer)),
    tile("pink-plain-1", Pink, None),
    tile("pink-plain-2", Pink, None),
    tile("pink-plain-3", Pink, None),
    tile("pink-plain-4", Pink, None),
    tile("pink-watershed-1", Pink, Some(Watershed)),
    tile("pink-enclosure-1", Pink, Some(Enclosure)),
    tile("pink-fertilizer-1", Pink, Some(Fertilizer)),
];

/// The plain green plot that stays in the box when 26 are played with (TK-1).
pub(super) const SPARE: Plot = Plot(5);

const fn shape(id: &'static str, shape: Shape, a: Colour, b: Colour, points: u8) -> Card {
    Card { id, goal: Goal::Plots { shape, colours: [a, b] }, points }
}

const fn stalk(id: &'static str, colour: Colour, improvement: Wanted, points: u8) -> Card {
    Card { id, goal: Goal::Stalks { colour, height: 4, stalks: 1, improvement }, points }
}

const fn group(id: &'static str, colour: Colour, stalks: u8, points: u8) -> Card {
    Card { id, goal: Goal::Stalks { colour, height: 3, stalks, improvement: Wanted::Any }, points }
}

const fn eaten(id: &'static str, green: u8, pink: u8, yellow: u8, points: u8) -> Card {
    Card { id, goal: Goal::Sections(Bamboo { green, pink, yellow }), points }
}

// The rulebook prints no card; public lists and pictures agree on these 45.
const CARDS: [Card; 45] = [
    shape("plot-triangle-green", Triangle, Green, Green, 2),
    shape("plot-line-green", Line, Green, Green, 2),
    shape("plot-arc-green", Arc, Green, Green, 2),
    shape("plot-diamond-green", Diamond, Green, Green, 3),
    shape("plot-triangle-yellow", Triangle, Yellow, Yellow, 3),
    shape("plot-line-yellow", Line, Yellow, Yellow, 3),
    shape("plot-arc-yellow", Arc, Yellow, Yellow, 3),
    shape("plot-diamond-yellow", Diamond, Yellow, Yellow, 4),
    shape("plot-triangle-pink", Triangle, Pink, Pink, 4),
    shape("plot-line-pink", Line, Pink, Pink, 4),
    shape("plot-arc-pink", Arc, Pink, Pink, 4),
    shape("plot-diamond-pink", Diamond, Pink, Pink, 5),
    shape("plot-diamond-green-yellow", TwoColourDiamond, Green, Yellow, 3),
    shape("plot-diamond-green-pink", TwoColourDiamond, Green, Pink, 4),
    shape("plot-diamond-pink-yellow", TwoColourDiamond, Pink, Yellow, 5),
    stalk("gardener-green-4-none", Green, Wanted::Without, 5),
    stalk("gardener-green-4-watershed", Green, Wanted::With(Watershed), 4),
    stalk("gardener-green-4-enclosure", Green, Wanted::With(Enclosure), 4),
    stalk("gardener-green-4-fertilizer", Green, Wanted::With(Fertilizer), 3),
    stalk("gardener-yellow-4-none", Yellow, Wanted::Without, 6),
    stalk("gardener-yellow-4-watershed", Yellow, Wanted::With(Watershed), 5),
    stalk("gardener-yellow-4-enclosure", Yellow, Wanted::With(Enclosure), 5),
    stalk("gardener-yellow-4-fertilizer", Yellow, Wanted::With(Fertilizer), 4),
    stalk("gardener-pink-4-none", Pink, Wanted::Without, 7),
    stalk("gardener-pink-4-watershed", Pink, Wanted::With(Watershed), 6),
    stalk("gardener-pink-4-enclosure", Pink, Wanted::With(Enclosure), 6),
    stalk("gardener-pink-4-fertilizer", Pink, Wanted::With(Fertilizer), 5),
    group("gardener-green-3-x4", Green, 4, 8),
    group("gardener-yellow-3-x3", Yellow, 3, 7),
    group("gardener-pink-3-x2", Pink, 2, 6),
    eaten("panda-green-2-a", 2, 0, 0, 3),
    eaten("panda-green-2-b", 2, 0, 0, 3),
    eaten("panda-green-2-c", 2, 0, 0, 3),
    eaten("panda-green-2-d", 2, 0, 0, 3),
    eaten("panda-green-2-e", 2, 0, 0, 3),
    eaten("panda-yellow-2-a", 0, 0, 2, 4),
    eaten("panda-yellow-2-b", 0, 0, 2, 4),
    eaten("panda-yellow-2-c", 0, 0, 2, 4),
    eaten("panda-yellow-2-d", 0, 0, 2, 4),
    eaten("panda-pink-2-a", 0, 2, 0, 5),
    eaten("panda-pink-2-b", 0, 2, 0, 5),
    eaten("panda-pink-2-c", 0, 2, 0, 5),
    eaten("panda-one-of-each-a", 1, 1, 1, 6),
    eaten("panda-one-of-each-b", 1, 1, 1, 6),
    eaten("panda-one-of-each-c", 1, 1, 1, 6),
];

/// The points of the Emperor card (TK-28).
pub(super) const EMPEROR_POINTS: u8 = 2;

impl Plot {
    /// Every plot of the box.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..).zip(&TILES).map(|(place, _)| Self(place))
    }

    fn printed(self) -> Tile {
        // Its only makers number the tiles of the table.
        TILES.get(usize::from(self.0)).copied().unwrap_or(TILES[0])
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        self.printed().id
    }

    /// Its colour.
    pub fn colour(self) -> Colour {
        self.printed().colour
    }

    /// The improvement printed on it.
    pub fn improvement(self) -> Option<Improvement> {
        self.printed().improvement
    }
}

impl Objective {
    /// Every objective card of the box.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..).zip(&CARDS).map(|(place, _)| Self(place))
    }

    fn printed(self) -> Card {
        CARDS.get(usize::from(self.0)).copied().unwrap_or(CARDS[0])
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        self.printed().id
    }

    /// What it is worth when it is claimed.
    pub fn points(self) -> u8 {
        self.printed().points
    }

    pub(super) fn goal(self) -> Goal {
        self.printed().goal
    }

    /// The category, shown by its back.
    pub fn category(self) -> Category {
        match self.goal() {
            Goal::Plots { .. } => Category::Plot,
            Goal::Stalks { .. } => Category::Gardener,
            Goal::Sections(_) => Category::Panda,
        }
    }
}

impl FromStr for Plot {
    type Err = Unlisted;

    fn from_str(text: &str) -> Result<Self, Unlisted> {
        textual::find(Self::all(), text)
    }
}

textual! {
    Plot,
    Form {
        schema: "TakenokoPlot",
        about: "The id of a plot; the catalogue tells what is printed on it.",
        expected: "the id of a plot, such as \"green-plain-1\"",
        ids: Ids::Listed(|| Self::all().map(Self::id).collect()),
        example: "green-plain-1",
    }
}

impl FromStr for Objective {
    type Err = Unlisted;

    fn from_str(text: &str) -> Result<Self, Unlisted> {
        textual::find(Self::all(), text)
    }
}

textual! {
    Objective,
    Form {
        schema: "TakenokoObjective",
        about: "The id of an objective card; the catalogue tells what is printed on it.",
        expected: "the id of an objective card, such as \"plot-line-green\"",
        ids: Ids::Listed(|| Self::all().map(Self::id).collect()),
        example: "plot-line-green",
    }
}
