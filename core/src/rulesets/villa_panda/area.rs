//! The four areas of the Villa Panda.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Resource;
use super::operation::Operation;

/// An area of the game board. It offers a resource and an action, and has room for one meeple.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = VillaPandaArea))]
pub enum Area {
    /// The market: 1 gold, or exchange resources.
    Market,
    /// Build: 1 bamboo, or build a building or slide a panda behind one.
    Build,
    /// Hire a panda: 1 water, or a panda from the market.
    Hire,
    /// Activate a panda: 1 bao, or the effect of a panda of your choice.
    Activate,
}

impl Area {
    /// The four areas, clockwise as the ruling has them (VP-3).
    pub const ALL: [Self; 4] = [Self::Market, Self::Build, Self::Hire, Self::Activate];

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Market => "market",
            Self::Build => "build",
            Self::Hire => "hire",
            Self::Activate => "activate",
        }
    }

    /// What its upper left space gives.
    pub fn resource(self) -> Resource {
        match self {
            Self::Market => Resource::Gold,
            Self::Build => Resource::Bamboo,
            Self::Hire => Resource::Water,
            Self::Activate => Resource::Bao,
        }
    }

    /// What its upper right space allows.
    pub fn action(self) -> Operation {
        match self {
            Self::Market => Operation::Exchange {},
            Self::Build => Operation::Build {},
            Self::Hire => Operation::Hire {},
            Self::Activate => Operation::ActivateAny {},
        }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
