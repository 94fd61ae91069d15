//! What an event of Villa Panda visibly did.

use serde::Serialize;

use super::area::Area;
use super::building::Building;
use super::emperor::{Mission, Task};
use super::moves::Space;
use super::operation::Operation;
use super::panda::Panda;
use super::resource::{Goods, Resource};
use super::state::{End, Market};
use crate::kernel::Seat;

/// One thing that happened at the table. All but `missions-drawn` are told to everyone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = VillaPandaEffect))]
pub enum Effect {
    /// The table was set up: the two markets.
    GameDealt {
        /// The building market.
        buildings: Vec<Building>,
        /// Who begins.
        first: Seat,
        /// The panda market.
        pandas: Vec<Panda>,
        /// The tasks that can be claimed.
        tasks: Vec<Task>,
    },
    /// A seat drew two missions; told to it alone.
    MissionsDrawn {
        /// The missions.
        missions: Vec<Mission>,
        /// Who drew.
        seat: Seat,
    },
    /// A seat kept one of its missions, in secret.
    MissionKept {
        /// Who kept one.
        seat: Seat,
    },
    /// A turn began.
    TurnBegan {
        /// How many meeples can be placed in it.
        meeples: u8,
        /// The number of the round.
        round: u8,
        /// Whose turn it is.
        seat: Seat,
    },
    /// The Emperor moved on.
    EmperorMoved {
        /// Where he is now.
        to: Area,
    },
    /// A meeple went from the board to its rest area.
    Rested {
        /// Where it was.
        area: Area,
        /// Whose it is.
        seat: Seat,
    },
    /// A market was reshuffled: these buildings or pandas lie there now.
    Reshuffled {
        /// The buildings, of a building market.
        buildings: Vec<Building>,
        /// The market.
        market: Market,
        /// The pandas, of a panda market.
        pandas: Vec<Panda>,
    },
    /// The dice were rolled.
    Rolled {
        /// What they show.
        dice: [u8; 2],
        /// Who rolled.
        seat: Seat,
    },
    /// A die was changed by a building.
    DieChanged {
        /// The building.
        building: Building,
        /// What the dice show now.
        dice: [u8; 2],
        /// What the die showed.
        from: u8,
        /// Whose building it is.
        seat: Seat,
        /// What it shows now.
        to: u8,
    },
    /// The sum is 7: the active seat named a resource.
    Seven {
        /// The resource; null when nobody has any.
        #[cfg_attr(feature = "schema", schema(required))]
        resource: Option<Resource>,
    },
    /// Resources went back to the supply.
    Returned {
        /// How many.
        count: u8,
        /// Which.
        resource: Resource,
        /// Whose they were.
        seat: Seat,
    },
    /// A die was chosen to activate pandas of the active seat.
    DieChosen {
        /// Who chose.
        seat: Seat,
        /// What it shows.
        value: u8,
    },
    /// A panda was activated.
    Activated {
        /// The card.
        panda: Panda,
        /// Whose it is.
        seat: Seat,
    },
    /// The effect of a building was used.
    BuildingUsed {
        /// The building.
        building: Building,
        /// Whose it is.
        seat: Seat,
    },
    /// Resources were received.
    Gained {
        /// How many.
        count: u8,
        /// Which.
        resource: Resource,
        /// Who received them.
        seat: Seat,
    },
    /// The supply had not enough.
    Short {
        /// How many were not there.
        missing: u8,
        /// Which.
        resource: Resource,
        /// Who would have received them.
        seat: Seat,
    },
    /// An icon or action could do nothing.
    Skipped {
        /// What it would have done.
        operation: Operation,
        /// Whose it was.
        seat: Seat,
    },
    /// Resources were exchanged.
    Exchanged {
        /// What was given.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Resource>))]
        give: Goods,
        /// Who exchanged.
        seat: Seat,
        /// What was taken.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Resource>))]
        take: Goods,
    },
    /// A panda was hired.
    Hired {
        /// The card.
        panda: Panda,
        /// What lies in its place now; null when the deck is used up.
        #[cfg_attr(feature = "schema", schema(required))]
        revealed: Option<Panda>,
        /// Who hired it.
        seat: Seat,
    },
    /// A panda was played into the play area.
    Played {
        /// The card.
        panda: Panda,
        /// What it cost.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Resource>))]
        paid: Goods,
        /// Who played it.
        seat: Seat,
    },
    /// The resources of a building were paid; its panda cards come next.
    BuildingPaid {
        /// The building.
        building: Building,
        /// What was paid.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Resource>))]
        paid: Goods,
        /// Who paid.
        seat: Seat,
    },
    /// A building was built.
    Built {
        /// The pandas behind it.
        behind: Vec<Panda>,
        /// The building.
        building: Building,
        /// What lies in its place now; null when the deck is used up.
        #[cfg_attr(feature = "schema", schema(required))]
        revealed: Option<Building>,
        /// Who built it.
        seat: Seat,
    },
    /// A panda was slid behind a building.
    Slid {
        /// The building.
        building: Building,
        /// The card.
        panda: Panda,
        /// Whose they are.
        seat: Seat,
    },
    /// A meeple was placed.
    Placed {
        /// Where.
        area: Area,
        /// Whose it is.
        seat: Seat,
        /// What for.
        space: Space,
    },
    /// A meeple was taken home, and the turn ended.
    Recalled {
        /// Where it was.
        area: Area,
        /// Whose it is.
        seat: Seat,
    },
    /// A task was fulfilled and claimed.
    TaskClaimed {
        /// What it scores.
        points: u16,
        /// Who claimed it.
        seat: Seat,
        /// The task.
        task: Task,
    },
    /// The end of the game was set; the round is played to its end.
    EndSet {
        /// By what.
        by: End,
    },
    /// A mission was revealed at the end of the game.
    MissionRevealed {
        /// The mission.
        mission: Mission,
        /// What it scores.
        points: u16,
        /// Whose it is.
        seat: Seat,
    },
    /// The game is over.
    GameOver {
        /// The points of each seat, in seat order.
        points: Vec<u16>,
    },
}
