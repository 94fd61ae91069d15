//! What a seat may ask for, and the reducer's entry; `villa.rs`, `turn.rs` and `resolve.rs` carry it out.

use serde::{Deserialize, Serialize};

use super::area::Area;
use super::building::Building;
use super::emperor::Mission;
use super::panda::Panda;
use super::resource::{Listed, Resource};
use super::state::Market;
use super::turn::Play;
use super::{Effect, State, legal, refusals};
use crate::kernel::{Illegal, Seat, Table};
use crate::rulesets::ways;

/// A move. Which ones are open depends on what is awaited; a card may be played at any time of the own turn, but not inside
/// the effect of one card or building.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = VillaPandaMove))]
pub enum Move {
    /// Keep this one of the two missions, in secret; the other goes back to the box (VP-36).
    KeepMission {
        /// The mission.
        mission: Mission,
    },
    /// Before the roll: reshuffle a market with three or more cards of the same type (VP-5).
    Reshuffle {
        /// The market.
        market: Market,
    },
    /// Roll both dice.
    Roll {},
    /// After the roll: change a die with a building (VP-10).
    ChangeDie {
        /// The building.
        building: Building,
        /// The value of the die that is changed.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 6))]
        die: u8,
        /// What it becomes; null for a reroll.
        #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 6))]
        to: Option<u8>,
    },
    /// The sum is 7: every seat that has this resource returns one (VP-11).
    NameResource {
        /// The resource.
        resource: Resource,
    },
    /// Choose the die that activates your pandas (VP-13).
    ChooseDie {
        /// Its value.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 6))]
        value: u8,
    },
    /// Activate a panda of your play area: the next of those that the dice activate, or of those that the icons of a card
    /// or an action activate, in an order of your choice (VP-12, VP-13, VP-14, VP-16).
    Activate {
        /// The card.
        panda: Panda,
    },
    /// Use the effect of a building (VP-24, VP-25).
    UseBuilding {
        /// The building.
        building: Building,
    },
    /// Play a card of your hand: pay its cost and put it into your play area (VP-27). At any time of your turn but inside
    /// the effect of a card or building.
    PlayPanda {
        /// The card.
        panda: Panda,
    },
    /// Place a meeple for the resource or for the action of an area (VP-9).
    Place {
        /// The area.
        area: Area,
        /// What for.
        space: Space,
    },
    /// Without a meeple at home: take the one in this area home, and end the turn (VP-7).
    Recall {
        /// The area.
        area: Area,
    },
    /// Without a meeple at home: take both home, and end the turn (VP-7).
    RecallBoth {},
    /// Receive a resource of your choice.
    Take {
        /// The resource.
        resource: Resource,
    },
    /// Hire a panda of the market (VP-20).
    Hire {
        /// The card.
        panda: Panda,
    },
    /// Exchange resources at the market: 1 for 1 first, then 2 for 1, then 3 for 2 (VP-19). Bamboo is listed first,
    /// then bao, gold and water; another order is refused.
    Exchange {
        /// What is given.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Resource>, min_items = 1, max_items = 3))]
        give: Listed,
        /// What is taken.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Resource>, min_items = 1, max_items = 2))]
        take: Listed,
    },
    /// Build a building of the market: its resources are paid, its panda cards come next (VP-21).
    Build {
        /// The building.
        building: Building,
    },
    /// Pay a panda card of your hand or play area for the building (VP-21).
    Pay {
        /// The card.
        panda: Panda,
    },
    /// Instead of building: slide a panda card of your hand or play area behind a building of yours (VP-22).
    Slide {
        /// The building.
        building: Building,
        /// The card.
        panda: Panda,
    },
    /// Send the meeple in this area to its rest area (VP-29).
    Rest {
        /// The area.
        area: Area,
    },
    /// Over the limit of 8: return a resource to the supply (VP-30).
    Return {
        /// The resource.
        resource: Resource,
    },
    /// Go on without what is optional now: leave the dice as they are, decline an icon or a building, leave out the
    /// pandas that a card could still activate, stop exchanging, play no card before the dice go on (VP-14, VP-27).
    Pass {},
    /// End the turn.
    EndTurn {},
}

impl Move {
    /// Its type on the wire.
    pub(super) fn type_name(self) -> &'static str {
        match self {
            Self::KeepMission { .. } => "keep-mission",
            Self::Reshuffle { .. } => "reshuffle",
            Self::Roll {} => "roll",
            Self::ChangeDie { .. } => "change-die",
            Self::NameResource { .. } => "name-resource",
            Self::ChooseDie { .. } => "choose-die",
            Self::Activate { .. } => "activate",
            Self::UseBuilding { .. } => "use-building",
            Self::PlayPanda { .. } => "play-panda",
            Self::Place { .. } => "place",
            Self::Recall { .. } => "recall",
            Self::RecallBoth {} => "recall-both",
            Self::Take { .. } => "take",
            Self::Hire { .. } => "hire",
            Self::Exchange { .. } => "exchange",
            Self::Build { .. } => "build",
            Self::Pay { .. } => "pay",
            Self::Slide { .. } => "slide",
            Self::Rest { .. } => "rest",
            Self::Return { .. } => "return",
            Self::Pass {} => "pass",
            Self::EndTurn {} => "end-turn",
        }
    }
}

/// What a meeple is placed for (VP-9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = VillaPandaSpace))]
pub enum Space {
    /// The upper left space: its resource.
    Resource,
    /// The upper right space: its action.
    Action,
}

/// Applies a move of an awaited seat, and every forced step that follows.
pub(super) fn play(state: &mut State, seat: Seat, mv: Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
    let refused = |illegal: Illegal| match illegal.code {
        // What is awaited instead is what it says.
        "not-awaited" => illegal,
        _ => ways::naming(illegal, legal::moves(state, seat).into_iter().map(Move::type_name)),
    };
    refusals::check(state, seat, mv).map_err(refused)?;
    let mut play = Play::new(state, table);
    play.carry_out(seat, mv)?;
    play.run()
}
