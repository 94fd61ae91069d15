//! Everything the rules of Villa Panda need, secrets included.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::Options;
use super::area::Area;
use super::building::Building;
use super::emperor::{Mission, Task};
use super::panda::{Kind, Panda};
use super::pending::{Pending, Phase};
use super::resource::Resources;
use crate::kernel::{Illegal, Seat};

/// The state of a game.
///
/// Fields stand in the order of their names, which is the order of canonical JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub(super) board: Board,
    pub(super) buildings: Row<Building>,
    /// Which pandas have acted since the last one was activated by a sum, a die, an action or a building (VP-17).
    pub(super) chain: Vec<Panda>,
    /// What set the end of the game, once something has (VP-33).
    pub(super) ending: Option<End>,
    /// Who began the game, and begins every round.
    pub(super) first: Seat,
    /// Missions that nobody has: those not drawn and those not kept, face down.
    pub(super) missions: Vec<Mission>,
    pub(super) options: Box<Options>,
    pub(super) pandas: Row<Panda>,
    /// What is being resolved, innermost last; all of it is one seat's (see [`State::acting`]).
    pub(super) pending: Vec<Pending>,
    pub(super) phase: Phase,
    /// What lies before each seat, in seat order.
    pub(super) players: Vec<Player>,
    /// The number of the round, from 1.
    pub(super) round: u8,
    /// Starting cards of the symbols that nobody has: out of the game.
    pub(super) spare: Vec<Panda>,
    pub(super) supply: Resources,
    pub(super) tasks: Tasks,
    pub(super) turn: Turn,
}

/// The meeples on the game board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Where the Emperor is; only two seats have him.
    pub(super) emperor: Option<Area>,
    /// Whose meeple is in each area, in the order of [`Area::ALL`]: one at most (VP-8).
    pub(super) meeples: [Option<Seat>; 4],
}

impl Board {
    /// Every area with the meeple in it.
    pub(super) fn areas(&self) -> impl Iterator<Item = (Area, Option<Seat>)> + use<> {
        Area::ALL.into_iter().zip(self.meeples)
    }

    /// The areas with a meeple of this seat.
    pub(super) fn of(&self, seat: Seat) -> impl Iterator<Item = Area> + use<> {
        self.areas().filter(move |(_, meeple)| *meeple == Some(seat)).map(|(area, _)| area)
    }

    /// Whose meeple is in an area.
    pub(super) fn meeple(&self, area: Area) -> Option<Seat> {
        self.areas().find(|(other, _)| *other == area).and_then(|(_, meeple)| meeple)
    }

    /// Puts a meeple into an area, or takes the one there away; answers the one that was there.
    pub(super) fn put(&mut self, area: Area, meeple: Option<Seat>) -> Option<Seat> {
        let (_, place) = Area::ALL.into_iter().zip(&mut self.meeples).find(|(other, _)| *other == area)?;
        std::mem::replace(place, meeple)
    }
}

/// A market with the deck that refills it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row<T> {
    /// Face down, top first.
    pub(super) deck: VecDeque<T>,
    /// Face up. It shrinks when the deck is used up (VP-34).
    pub(super) market: Vec<T>,
}

/// How many cards lie in a market.
pub(super) const MARKET: usize = 5;

impl<T: Copy + PartialEq> Row<T> {
    /// Reveals cards until the market is full, or the deck used up.
    pub(super) fn fill(&mut self) {
        let wanted = MARKET.saturating_sub(self.market.len()).min(self.deck.len());
        self.market.extend(self.deck.drain(..wanted));
    }

    /// Takes a card of the market and puts the top of the deck in its place; answers that one.
    pub(super) fn take(&mut self, card: T) -> Option<T> {
        let place = self.market.iter().position(|other| *other == card)?;
        let next = self.deck.pop_front();
        match (next, self.market.get_mut(place)) {
            (Some(next), Some(slot)) => *slot = next,
            _ => drop(self.market.remove(place)),
        }
        next
    }
}

/// The tasks of the Emperor that nobody has claimed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tasks {
    /// Not in this game, face down.
    pub(super) boxed: Vec<Task>,
    /// Face up, for the first seat that fulfils them.
    pub(super) row: Vec<Task>,
}

/// What lies before a seat.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Buildings, in the order they were built.
    pub(super) buildings: Vec<Built>,
    pub(super) hand: Vec<Panda>,
    /// Two to choose from, then the secret one; none without missions.
    pub(super) missions: Vec<Mission>,
    /// The play area.
    pub(super) play: Vec<Panda>,
    pub(super) resources: Resources,
    /// Claimed tasks.
    pub(super) tasks: Vec<Task>,
}

/// A building in a play area.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Built {
    /// The pandas behind it, in the order they were slid there.
    pub(super) behind: Vec<Panda>,
    pub(super) building: Building,
}

impl Player {
    /// The pandas behind all of its buildings.
    pub(super) fn behind(&self) -> impl Iterator<Item = Panda> {
        self.buildings.iter().flat_map(|built| built.behind.iter().copied())
    }

    /// The cards that can be paid with or slid: hand and play area (VP-21, VP-22).
    pub(super) fn own_pandas(&self) -> impl Iterator<Item = Panda> {
        self.hand.iter().chain(&self.play).copied()
    }

    /// Takes a card out of the hand or the play area.
    pub(super) fn give_up(&mut self, panda: Panda) {
        self.hand.retain(|own| *own != panda);
        self.play.retain(|own| *own != panda);
    }

    /// How many buildings stand in the play area, of the 32 of the box.
    pub(super) fn standing(&self) -> u8 {
        u8::try_from(self.buildings.len()).unwrap_or(u8::MAX)
    }

    pub(super) fn has_built(&self, building: Building) -> bool {
        self.buildings.iter().any(|built| built.building == building)
    }
}

/// How many pandas of a kind there are.
pub(super) fn of_kind(pandas: impl Iterator<Item = Panda>, kind: Kind) -> u8 {
    u8::try_from(pandas.filter(|panda| panda.kind() == kind).count()).unwrap_or(u8::MAX)
}

/// The turn of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The two dice, as rolled and changed; none before the roll.
    pub(super) dice: Option<[u8; 2]>,
    /// How many meeples may still be placed: those that were at home when the turn began, less the placed ones (VP-6).
    pub(super) placements: u8,
    /// How often each market was reshuffled.
    pub(super) reshuffles: Reshuffles,
    pub(super) seat: Seat,
    /// How many buildings the seat had when it rolled: later ones are not used by that roll (VP-25).
    pub(super) standing: u8,
    /// Whether the turn began without a meeple at home, so that meeples may be recalled (VP-7).
    pub(super) stranded: bool,
    /// Type B buildings used in this turn (VP-10, VP-25).
    pub(super) used: Vec<Building>,
}

/// How often each market was reshuffled in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reshuffles {
    pub(super) buildings: u8,
    pub(super) pandas: u8,
}

/// One of the two markets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = VillaPandaMarket))]
pub enum Market {
    /// The building market.
    Buildings,
    /// The panda market.
    Pandas,
}

impl Market {
    /// The two markets.
    pub const ALL: [Self; 2] = [Self::Buildings, Self::Pandas];

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Buildings => "buildings",
            Self::Pandas => "pandas",
        }
    }
}

impl Reshuffles {
    pub(super) fn of(self, market: Market) -> u8 {
        match market {
            Market::Buildings => self.buildings,
            Market::Pandas => self.pandas,
        }
    }

    pub(super) fn add(&mut self, market: Market) {
        let count = match market {
            Market::Buildings => &mut self.buildings,
            Market::Pandas => &mut self.pandas,
        };
        *count = count.saturating_add(1);
    }
}

/// What set the end of the game; the round is still played to its end (VP-33).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = VillaPandaEnd))]
pub enum End {
    /// A seat has 12 points or more (VP-31).
    Points,
    /// A slot of the panda market could not be refilled (VP-32).
    Pandas,
    /// The last round of the cap was played.
    RoundCap,
}

/// How many meeples a seat has.
pub(super) const MEEPLES: u8 = 2;

/// How many resources a seat keeps at the end of its turn (VP-30).
pub(super) const RESOURCE_LIMIT: u8 = 8;

impl State {
    pub(super) fn player(&self, seat: Seat) -> Result<&Player, Illegal> {
        self.players.get(seat.index()).ok_or_else(|| no_such_seat(seat))
    }

    pub(super) fn player_mut(&mut self, seat: Seat) -> Result<&mut Player, Illegal> {
        self.players.get_mut(seat.index()).ok_or_else(|| no_such_seat(seat))
    }

    pub(super) fn seats(&self) -> u8 {
        // The kernel admits no more than four.
        u8::try_from(self.players.len()).unwrap_or(u8::MAX)
    }

    /// Whose cards are being resolved: the active seat's, but for a sum, which activates those of all (VP-12).
    pub(super) fn acting(&self) -> Seat {
        match self.phase {
            Phase::Sum { seat } => seat,
            _ => self.turn.seat,
        }
    }

    /// What the dice activate now: the sum, or the chosen die.
    pub(super) fn activating(&self) -> Option<u8> {
        match self.phase {
            Phase::Sum { .. } => self.turn.sum(),
            Phase::Chosen { value } => Some(value),
            _ => None,
        }
    }

    /// Whether a seat still has two missions to choose from (VP-36).
    pub(super) fn has_to_choose(&self, seat: Seat) -> bool {
        self.player(seat).is_ok_and(|player| player.missions.len() > 1)
    }

    /// How many meeples of a seat are at home.
    pub(super) fn at_home(&self, seat: Seat) -> u8 {
        let away = u8::try_from(self.board.of(seat).count()).unwrap_or(u8::MAX);
        MEEPLES.saturating_sub(away)
    }

    /// The area clockwise behind this one (VP-3).
    pub(super) fn clockwise(&self, area: Area) -> Area {
        let cycle = self.options.board_cycle;
        let behind = cycle.into_iter().cycle().skip_while(|other| *other != area).nth(1);
        behind.unwrap_or(area)
    }
}

fn no_such_seat(seat: Seat) -> Illegal {
    Illegal::new("no-such-seat", "VP-1", format!("{seat} is not at this table"))
}
