//! Which decision is pending: the phase of the turn, and above it the stack of what is being resolved.

use serde::{Deserialize, Serialize};

use super::area::Area;
use super::building::Building;
use super::operation::Operation;
use super::panda::{Kind, Panda};
use super::state::End;
use crate::kernel::Seat;

/// How far the turn has come (VP-4). While something is pending, it waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Phase {
    /// Each seat chooses one of two missions.
    Missions {},
    /// Before the roll: a market may be reshuffled.
    Start {},
    /// After the roll: dice may be changed.
    Rolled {},
    /// The sum is 7: which resource is returned.
    Seven {},
    /// Type B buildings whose numeral was rolled may be used.
    Numerals {},
    /// The sum activates pandas of this seat.
    Sum {
        /// Whose.
        seat: Seat,
    },
    /// Which die activates pandas of the active seat.
    Die {},
    /// The chosen die activates pandas of the active seat.
    Chosen {
        /// What it shows.
        value: u8,
    },
    /// The next placement, or the end of the turn.
    Act {},
    /// The action of an area is carried out.
    Action {
        /// The area.
        area: Area,
        /// Whether anything was done.
        done: bool,
        /// How many buildings the seat had before it: later ones are not triggered by it (VP-24).
        standing: u8,
    },
    /// Type A buildings that the action triggered may be used.
    After {},
    /// Resources over the limit are returned.
    Keep {},
    /// Nothing: the game is over.
    Over {
        /// How.
        by: End,
    },
}

/// Something that is being resolved by the acting seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Pending {
    /// The dice activate these pandas, in an order of choice.
    Pandas {
        /// Whether one of them has been activated, so that the active seat may play a card before the next one (VP-27).
        begun: bool,
        /// Those still to be activated.
        pandas: Vec<Panda>,
    },
    /// These type A buildings may be used, in an order of choice.
    Buildings {
        /// Those still unused.
        buildings: Vec<Building>,
    },
    /// The icons of a card, from one on.
    Icons {
        /// The next one, from 0.
        from: u8,
        /// Whose icons they are.
        source: Source,
    },
    /// Resources of one's choice are received one by one.
    Take {
        /// How many are still to be received.
        left: u8,
    },
    /// A panda may be hired.
    Hire {},
    /// Resources may be exchanged.
    Exchange {
        /// The next exchange, from 0.
        step: u8,
    },
    /// A building may be built, or a panda slid.
    Build {},
    /// A building is being paid with panda cards.
    Pay {
        /// The building; it is in nobody's play area yet.
        building: Building,
        /// The cards paid so far.
        paid: Vec<Panda>,
    },
    /// Pandas may be activated, one for each icon, in an order of choice (VP-14, VP-16).
    Activate {
        /// Of which kind each may be; any if none.
        kinds: Vec<Option<Kind>>,
        /// Whose icons they are; nobody's where it is the action of an area.
        source: Option<Source>,
    },
    /// A meeple may be sent home.
    Rest {},
}

/// A card with icons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Source {
    /// A building.
    Building(Building),
    /// A panda.
    Panda(Panda),
}

impl Source {
    /// Its icons, from left to right.
    pub(super) fn icons(self) -> &'static [Operation] {
        match self {
            Self::Building(building) => building.ability().map_or(&[], super::building::Ability::effect),
            Self::Panda(panda) => panda.effect(),
        }
    }
}
