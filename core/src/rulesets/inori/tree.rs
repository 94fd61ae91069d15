//! The Great Tree: six spaces with room for an altar tile, and three at its foot.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Colour;
use super::operation::{Cost, Operation};
use super::state::Pieces;

/// A space of the Great Tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = InoriTreeSpace))]
pub enum TreeSpace {
    /// Take any two tokens.
    T1,
    /// Score five points.
    T2,
    /// Draw a rune, and take a token of the altar's colour.
    T3,
    /// Score a point for each token of the altar's colour.
    T4,
    /// Place the neutral pieces, and take a token of the altar's colour.
    T5,
    /// Take three tokens of the altar's colour.
    T6,
    /// The two tokens set aside for the first start card.
    #[serde(rename = "FT1")]
    Foot1,
    /// The two tokens set aside for the second start card.
    #[serde(rename = "FT2")]
    Foot2,
    /// The two tokens set aside for the third start card.
    #[serde(rename = "FT3")]
    Foot3,
}

/// How many tokens lie on a space of the foot (IN-11).
pub(super) const PILE: u8 = 2;

impl TreeSpace {
    /// Every space of the tree.
    pub const ALL: [Self; 9] =
        [Self::T1, Self::T2, Self::T3, Self::T4, Self::T5, Self::T6, Self::Foot1, Self::Foot2, Self::Foot3];
    /// The spaces with room for an altar tile.
    pub const ALTARS: [Self; 6] = [Self::T1, Self::T2, Self::T3, Self::T4, Self::T5, Self::T6];
    /// The spaces at the foot.
    pub const FOOT: [Self; 3] = [Self::Foot1, Self::Foot2, Self::Foot3];

    /// What it does (rulebook, Offer to the Great Tree).
    pub(super) fn effect(self) -> &'static [Operation] {
        const TILE: Option<Colour> = None;
        match self {
            Self::T1 => &[Operation::GainAny { count: 2 }],
            Self::T2 => &[Operation::Score { points: 5 }],
            Self::T3 => &[Operation::DrawRune {}, Operation::Gain { colour: TILE, count: 1 }],
            Self::T4 => &[Operation::ScoreColour { colour: TILE }],
            Self::T5 => &[Operation::PlaceNeutrals {}, Operation::Gain { colour: TILE, count: 1 }],
            Self::T6 => &[Operation::Gain { colour: TILE, count: 3 }],
            Self::Foot1 | Self::Foot2 | Self::Foot3 => &[Operation::TakePile {}],
        }
    }

    /// What the most and the next most tokens of the altar's colour score at the end (IN-19); nothing at the foot
    /// (IN-11). That values are printed is public, the values are reconstructed.
    pub(super) fn end_scores(self) -> (u8, u8) {
        match self {
            Self::T1 | Self::T3 => (6, 3),
            Self::T2 | Self::T4 => (5, 2),
            Self::T5 => (8, 4),
            Self::T6 => (4, 2),
            Self::Foot1 | Self::Foot2 | Self::Foot3 => (0, 0),
        }
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        match self {
            Self::T1 => "T1",
            Self::T2 => "T2",
            Self::T3 => "T3",
            Self::T4 => "T4",
            Self::T5 => "T5",
            Self::T6 => "T6",
            Self::Foot1 => "FT1",
            Self::Foot2 => "FT2",
            Self::Foot3 => "FT3",
        }
    }
}

impl fmt::Display for TreeSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// What lies on the tree. Pieces go home at the end of a season, altar tiles stay (IN-9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// In the order of [`TreeSpace::ALTARS`].
    pub(super) altars: [Altar; 6],
    /// In the order of [`TreeSpace::FOOT`].
    pub(super) foot: [Foot; 3],
}

/// A space with room for an altar tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Altar {
    pub(super) pieces: Pieces,
    /// The altar tile that its first visitor laid here for good (IN-10).
    pub(super) tile: Option<Colour>,
}

/// A space at the foot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Foot {
    /// The colour of the two tokens that were set aside here.
    pub(super) colour: Colour,
    /// Whether they have been taken; then the space is closed (IN-11).
    pub(super) taken: bool,
    pub(super) visitors: Pieces,
}

impl Tree {
    /// An untouched tree, with the colours of the three pairs of tokens at its foot.
    pub(super) fn new(foot: [Colour; 3]) -> Self {
        let foot = foot.map(|colour| Foot { colour, taken: false, visitors: Pieces::default() });
        Self { altars: [Altar::default(); 6], foot }
    }

    pub(super) fn altar_mut(&mut self, space: TreeSpace) -> Option<&mut Altar> {
        TreeSpace::ALTARS.into_iter().zip(&mut self.altars).find(|(at, _)| *at == space).map(|(_, altar)| altar)
    }

    pub(super) fn foot(&self, space: TreeSpace) -> Option<&Foot> {
        TreeSpace::FOOT.into_iter().zip(&self.foot).find(|(at, _)| *at == space).map(|(_, foot)| foot)
    }

    pub(super) fn foot_mut(&mut self, space: TreeSpace) -> Option<&mut Foot> {
        TreeSpace::FOOT.into_iter().zip(&mut self.foot).find(|(at, _)| *at == space).map(|(_, foot)| foot)
    }

    /// The altar tile beside a space.
    pub(super) fn tile(&self, space: TreeSpace) -> Option<Colour> {
        TreeSpace::ALTARS.into_iter().zip(&self.altars).find(|(at, _)| *at == space).and_then(|(_, altar)| altar.tile)
    }

    /// The pieces on a space.
    pub(super) fn pieces(&self, space: TreeSpace) -> Pieces {
        let altars = TreeSpace::ALTARS.into_iter().zip(self.altars.iter().map(|altar| altar.pieces));
        let foot = TreeSpace::FOOT.into_iter().zip(self.foot.iter().map(|foot| foot.visitors));
        altars.chain(foot).find(|(at, _)| *at == space).map(|(_, pieces)| pieces).unwrap_or_default()
    }

    pub(super) fn pieces_mut(&mut self, space: TreeSpace) -> Option<&mut Pieces> {
        let altars = TreeSpace::ALTARS.into_iter().zip(self.altars.iter_mut().map(|altar| &mut altar.pieces));
        let foot = TreeSpace::FOOT.into_iter().zip(self.foot.iter_mut().map(|foot| &mut foot.visitors));
        altars.chain(foot).find(|(at, _)| *at == space).map(|(_, pieces)| pieces)
    }

    /// What an offer costs: nothing before the tile is laid, then a token of its colour (IN-10); never at the foot
    /// (IN-11).
    pub(super) fn cost(&self, space: TreeSpace) -> Cost {
        self.tile(space).map_or(Cost::Free {}, |colour| Cost::Token { colour })
    }

    /// The altar tiles that are not laid yet.
    pub(super) fn unused_tiles(&self) -> impl Iterator<Item = Colour> {
        let altars = self.altars;
        Colour::ALL.into_iter().filter(move |colour| altars.iter().all(|altar| altar.tile != Some(*colour)))
    }

    /// Takes every piece off the tree.
    pub(super) fn clear(&mut self) {
        self.altars.iter_mut().for_each(|altar| altar.pieces = Pieces::default());
        self.foot.iter_mut().for_each(|foot| foot.visitors = Pieces::default());
    }
}
