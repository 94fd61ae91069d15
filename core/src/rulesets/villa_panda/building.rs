//! Buildings and what is printed on them; the printed values themselves are in `cards.rs`.

use serde::{Deserialize, Serialize};

use super::area::Area;
use super::cards::BUILDINGS;
use super::operation::{DieChange, Operation};
use super::panda::Kind;
use super::printed::printed;
use super::resource::{Resource, Resources};

/// The type of a building.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = VillaPandaBuildingType))]
pub enum Type {
    /// An effect after an action in the Villa, and points without a condition.
    A,
    /// An effect when dice are rolled, and points for pandas behind all own buildings.
    B,
    /// No effect, and points for the pandas behind it.
    C,
}

impl Type {
    /// Its letter.
    pub fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
        }
    }
}

/// How many pandas of a kind are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = VillaPandaNeed))]
pub struct Need {
    /// How many, at least.
    pub count: u8,
    /// Of which kind.
    pub kind: Kind,
}

/// Whose pandas a condition counts (VP-26).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = VillaPandaScope))]
pub enum Scope {
    /// Those behind all own buildings together.
    AllOwnBuildings,
    /// Those behind this building.
    ThisBuilding,
}

/// What a building asks for before it scores, all of it together (VP-26).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = VillaPandaCondition))]
pub struct Condition {
    /// The pandas that are needed.
    pub needs: &'static [Need],
    /// Where they have to lie.
    pub scope: Scope,
}

/// The effect of a building, with what it needs to be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = VillaPandaAbility))]
pub enum Ability {
    /// After an action of its owner's meeple in an area (VP-24).
    AfterAction {
        /// The area.
        area: Area,
        /// The icons, from left to right.
        effect: &'static [Operation],
    },
    /// After its owner's roll: change one die, for all players (VP-10).
    ChangeDie {
        /// How.
        change: DieChange,
    },
    /// When a die of its owner's roll shows a value (VP-25).
    OnDie {
        /// The icons, from left to right.
        effect: &'static [Operation],
        /// The value.
        value: u8,
    },
}

impl Ability {
    /// The icons, from left to right; a change of a die has none.
    pub(super) fn effect(self) -> &'static [Operation] {
        match self {
            Self::AfterAction { effect, .. } | Self::OnDie { effect, .. } => effect,
            Self::ChangeDie { .. } => &[],
        }
    }
}

/// What is printed on a building.
#[derive(Debug)]
pub(super) struct Face {
    pub(super) id: &'static str,
    pub(super) kind: Type,
    pub(super) cost: &'static [Resource],
    /// How many panda cards are paid.
    pub(super) pandas: u8,
    pub(super) points: u8,
    /// Type A has none.
    pub(super) condition: Option<Condition>,
    /// Type C has none.
    pub(super) ability: Option<Ability>,
}

printed! {
    /// A building card; on the wire its id, such as `B-01`.
    Building, Face, BUILDINGS, "VillaPandaBuilding", "a building card", "^[ABC]-[0-9]{2}$", "B-01"
}

impl Building {
    /// Its type.
    pub fn kind(self) -> Type {
        self.0.kind
    }

    /// The resources that it costs.
    pub(super) fn cost(self) -> Resources {
        self.0.cost.iter().copied().collect()
    }

    /// How many panda cards are paid, and slid behind it.
    pub fn pandas(self) -> u8 {
        self.0.pandas
    }

    /// What it scores, once its condition is fulfilled.
    pub fn points(self) -> u8 {
        self.0.points
    }

    /// Its condition.
    pub fn condition(self) -> Option<Condition> {
        self.0.condition
    }

    /// Its effect.
    pub fn ability(self) -> Option<Ability> {
        self.0.ability
    }
}
