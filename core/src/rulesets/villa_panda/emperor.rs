//! The Emperor's missions and tasks; the printed values themselves are in `cards.rs`.

use serde::{Deserialize, Serialize};

use super::building::{Need, Type};
use super::cards::{MISSIONS, TASKS};
use super::panda::Kind;
use super::printed::printed;

/// What the pandas of a kind behind the own buildings score (VP-36).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = VillaPandaRate))]
pub enum Rate {
    /// Nothing.
    Nothing,
    /// 1 point for each two of them, rounded down.
    OneForTwo,
    /// 1 point each.
    OneEach,
    /// 2 points each.
    TwoEach,
}

impl Rate {
    /// What so many pandas score.
    pub(super) fn points(self, pandas: u8) -> u16 {
        let pandas = u16::from(pandas);
        match self {
            Self::Nothing => 0,
            Self::OneForTwo => pandas / 2,
            Self::OneEach => pandas,
            Self::TwoEach => pandas * 2,
        }
    }

    /// What it says, in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Nothing => "0",
            Self::OneForTwo => "1 per 2 pandas",
            Self::OneEach => "1 per panda",
            Self::TwoEach => "2 per panda",
        }
    }
}

/// The rates of a mission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = VillaPandaRates))]
pub struct Rates {
    /// Of builders.
    pub builder: Rate,
    /// Of collectors.
    pub collector: Rate,
    /// Of monks.
    pub monk: Rate,
    /// Of traders.
    pub trader: Rate,
}

impl Rates {
    /// The rate of a kind.
    pub fn of(self, kind: Kind) -> Rate {
        match kind {
            Kind::Builder => self.builder,
            Kind::Collector => self.collector,
            Kind::Monk => self.monk,
            Kind::Trader => self.trader,
        }
    }
}

/// What is printed on a mission.
#[derive(Debug)]
pub(super) struct MissionFace {
    pub(super) id: &'static str,
    pub(super) rates: Rates,
}

printed! {
    /// A mission of the Emperor; on the wire its id, such as `EM-1`.
    Mission, MissionFace, MISSIONS, "VillaPandaMission", "an Emperor mission card", "^EM-[1-8]$", "EM-1"
}

impl Mission {
    /// The printed rates.
    pub(super) fn rates(self) -> Rates {
        self.0.rates
    }
}

/// How many buildings of a type are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = VillaPandaBuildingNeed))]
pub struct BuildingNeed {
    /// How many, at least.
    pub count: u8,
    /// Of which type.
    pub kind: Type,
}

/// What is printed on a task.
#[derive(Debug)]
pub(super) struct TaskFace {
    pub(super) id: &'static str,
    pub(super) buildings: &'static [BuildingNeed],
    pub(super) pandas: &'static [Need],
    pub(super) points: u8,
}

printed! {
    /// A task of the Emperor; on the wire its id, such as `ET-1`.
    Task, TaskFace, TASKS, "VillaPandaTask", "an Emperor task card", "^ET-[1-8]$", "ET-1"
}

impl Task {
    /// The buildings that are needed.
    pub fn buildings(self) -> &'static [BuildingNeed] {
        self.0.buildings
    }

    /// The pandas that are needed, in the play area or behind buildings.
    pub fn pandas(self) -> &'static [Need] {
        self.0.pandas
    }

    /// The printed points.
    pub(super) fn points(self) -> u8 {
        self.0.points
    }
}
