//! Everything the rules of Takenoko need, secrets included.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::cards::{Category, EMPEROR_POINTS, Improvement, Objective, Plot};
use super::garden::{Garden, Placed};
use super::hex::Hex;
use super::supply::{Bamboo, Chips, Supply};
use super::{Options, goals};
use crate::kernel::{Illegal, Seat};

/// The state of a game.
///
/// Fields stand in the order of their names, which is the order of canonical JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub(super) decks: Decks,
    /// Objectives out of the game, face up (TK-19).
    pub(super) discarded: Vec<Objective>,
    /// Who took the Emperor card.
    pub(super) emperor: Option<Seat>,
    pub(super) garden: Garden,
    /// Where the gardener is.
    pub(super) gardener: Hex,
    /// Plots that are about to grow although the supply has not enough for all of them: the active seat orders them
    /// (TK-9). Empty otherwise.
    pub(super) growing: Vec<Hex>,
    pub(super) options: Options,
    /// Where the panda is.
    pub(super) panda: Hex,
    pub(super) phase: Phase,
    /// The plots that are not placed, face down, top first.
    pub(super) pile: VecDeque<Plot>,
    /// What lies before each seat, in seat order.
    pub(super) players: Vec<Player>,
    pub(super) supply: Supply,
    pub(super) turn: Turn,
}

/// The objectives that are not drawn, face down, top first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decks {
    pub(super) gardener: VecDeque<Objective>,
    pub(super) panda: VecDeque<Objective>,
    pub(super) plot: VecDeque<Objective>,
}

impl Decks {
    pub(super) fn of(&self, category: Category) -> &VecDeque<Objective> {
        match category {
            Category::Gardener => &self.gardener,
            Category::Panda => &self.panda,
            Category::Plot => &self.plot,
        }
    }

    pub(super) fn of_mut(&mut self, category: Category) -> &mut VecDeque<Objective> {
        match category {
            Category::Gardener => &mut self.gardener,
            Category::Panda => &mut self.panda,
            Category::Plot => &mut self.plot,
        }
    }
}

/// What lies before a seat.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Sections that the panda ate for this seat; there is no limit.
    pub(super) bamboo: Bamboo,
    /// Channels taken and not yet laid.
    pub(super) channels: u8,
    /// Chips taken and not yet placed.
    pub(super) chips: Chips,
    /// Fulfilled objectives, face up, in the order they were claimed.
    pub(super) claimed: Vec<Objective>,
    /// Objectives not yet fulfilled, secret (TK-32).
    pub(super) hand: Vec<Objective>,
}

/// How many objectives a seat can have in hand (TK-18).
pub(super) const HAND_LIMIT: usize = 5;

impl Player {
    /// The points of the claimed objectives of some categories.
    pub(super) fn points(&self, which: impl Fn(Category) -> bool) -> i32 {
        let claimed = self.claimed.iter().filter(|objective| which(objective.category()));
        claimed.map(|objective| i32::from(objective.points())).sum()
    }
}

/// The turn of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The actions taken, in order.
    pub(super) actions: Vec<Action>,
    /// How many objectives of each category were put to the bottom of their deck in this turn (TK-19).
    pub(super) bottomed: Bottomed,
    /// From 1, those of all seats together.
    pub(super) number: u16,
    pub(super) seat: Seat,
    /// The weather that holds in this turn; none before the roll, in a first turn, and when it was declined.
    pub(super) weather: Option<Weather>,
}

/// How many objectives were put to the bottom of their deck. No panda objective ever is (TK-19).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bottomed {
    pub(super) gardener: u8,
    pub(super) plot: u8,
}

impl Bottomed {
    pub(super) fn of(self, category: Category) -> u8 {
        match category {
            Category::Gardener => self.gardener,
            Category::Panda => 0,
            Category::Plot => self.plot,
        }
    }

    /// Counts one more; no more than the deck has, which is gone through once (TK-19).
    pub(super) fn add(&mut self, category: Category) {
        match category {
            Category::Gardener => self.gardener += 1,
            Category::Panda => {}
            Category::Plot => self.plot += 1,
        }
    }
}

impl Turn {
    pub(super) fn new(seat: Seat, number: u16) -> Self {
        Self { actions: Vec::new(), bottomed: Bottomed::default(), number, seat, weather: None }
    }

    /// How many actions the turn has: two, or three with sun (TK-5).
    pub(super) fn most_actions(&self) -> usize {
        if self.weather == Some(Weather::Sun) { 3 } else { ACTIONS }
    }
}

/// How many actions a turn has, the weather aside.
pub(super) const ACTIONS: usize = 2;

/// The five kinds of actions (TK-17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = TakenokoAction))]
pub enum Action {
    /// Place a plot.
    Plot,
    /// Take a channel.
    Irrigation,
    /// Move the gardener.
    Gardener,
    /// Move the panda.
    Panda,
    /// Draw an objective.
    Objective,
}

/// A weather with an effect (TK-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = TakenokoWeather))]
pub enum Weather {
    /// A third action.
    Sun,
    /// Bamboo grows on a plot.
    Rain,
    /// The two actions may be the same.
    Wind,
    /// The panda goes to any plot.
    Storm,
    /// An improvement chip.
    Clouds,
}

impl Weather {
    /// The five weathers.
    pub const ALL: [Self; 5] = [Self::Sun, Self::Rain, Self::Wind, Self::Storm, Self::Clouds];
}

/// A face of the weather die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = TakenokoFace))]
pub enum Face {
    /// Sun.
    Sun,
    /// Rain.
    Rain,
    /// Wind.
    Wind,
    /// Storm.
    Storm,
    /// Clouds.
    Clouds,
    /// The question mark: any weather.
    QuestionMark,
}

/// Which decision is pending, unless plots wait to be ordered (see [`State`]).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Phase {
    /// The weather die is to be rolled.
    Roll {},
    /// Which weather: the question mark, or clouds without a chip left (TK-5).
    Choose {},
    /// On which plot it rains.
    Rain {},
    /// Where the panda flees.
    Storm {},
    /// Which chip is taken.
    Clouds {},
    /// The next action, or the end of the turn.
    Act {},
    /// Which of the plots looked at is placed, and where (TK-6).
    Place {
        /// Up to three, seen by the active seat alone.
        looked_at: Vec<Plot>,
    },
    /// In which order the other two go under the pile (TK-6).
    Return {
        /// The two, seen by the active seat alone.
        plots: [Plot; 2],
    },
    /// Nothing: the game is over.
    Over {
        /// How.
        by: End,
    },
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = TakenokoEnd))]
pub enum End {
    /// A seat completed its objectives, and the others had their last turn (TK-29).
    Emperor,
    /// The last turn of the cap was played (TK-33).
    TurnCap,
}

impl State {
    pub(super) fn player(&self, seat: Seat) -> Result<&Player, Illegal> {
        self.players.get(seat.index()).ok_or_else(|| no_such_seat(seat))
    }

    pub(super) fn player_mut(&mut self, seat: Seat) -> Result<&mut Player, Illegal> {
        self.players.get_mut(seat.index()).ok_or_else(|| no_such_seat(seat))
    }

    /// The active seat's side of the table.
    pub(super) fn active(&self) -> Result<&Player, Illegal> {
        self.player(self.turn.seat)
    }

    pub(super) fn active_mut(&mut self) -> Result<&mut Player, Illegal> {
        self.player_mut(self.turn.seat)
    }

    pub(super) fn seats(&self) -> u8 {
        // The kernel admits no more than four.
        u8::try_from(self.players.len()).unwrap_or(u8::MAX)
    }

    /// How many objectives end the game: nine with two seats, eight with three, seven with four (TK-28).
    pub(super) fn target(&self) -> usize {
        match self.seats() {
            0..=2 => 9,
            3 => 8,
            _ => 7,
        }
    }

    /// Whether it can rain on the plot: it is irrigated, below four, and the supply has bamboo of its colour (TK-5).
    pub(super) fn can_rain_on(&self, placed: &Placed) -> bool {
        self.garden.is_irrigated(placed) && placed.growth() > 0 && self.supply.bamboo.of(placed.colour()) > 0
    }

    /// Whether a deck still has something to draw in this turn: one gone through once counts as empty (TK-19).
    pub(super) fn has_to_draw(&self, category: Category) -> bool {
        self.decks.of(category).len() > usize::from(self.turn.bottomed.of(category))
    }

    /// The weathers that can be chosen: clouds only while there are chips (TK-5).
    pub(super) fn choosable(&self) -> impl Iterator<Item = Weather> {
        let chips = !self.supply.chips.is_empty();
        Weather::ALL.into_iter().filter(move |weather| chips || *weather != Weather::Clouds)
    }

    /// Whether a chip can go on the plot (TK-15).
    pub(super) fn takes_chip(&self, placed: &Placed) -> bool {
        placed.improvement().is_none() && (placed.bamboo == 0 || !self.options.chip_needs_bare_plot)
    }

    /// Whether an objective, held by a seat or not, is fulfilled for it: the predicate of claiming.
    pub(super) fn is_fulfilled(&self, seat: Seat, objective: Objective) -> bool {
        goals::missing(self, seat, objective).is_none()
    }

    /// The points of a seat: its claimed objectives, and two for the Emperor card (TK-28).
    pub(super) fn score(&self, seat: Seat) -> i32 {
        let emperor = if self.emperor == Some(seat) { i32::from(EMPEROR_POINTS) } else { 0 };
        emperor + self.player(seat).map_or(0, |player| player.points(|_| true))
    }

    /// What the panda finds on a plot: its bamboo, none behind an enclosure (TK-14).
    pub(super) fn can_eat_at(&self, at: Hex) -> bool {
        self.garden.plot(at).is_some_and(|placed| placed.bamboo > 0 && !placed.has(Improvement::Enclosure))
    }
}

fn no_such_seat(seat: Seat) -> Illegal {
    Illegal::new("no-such-seat", "TK-2", format!("{seat} does not play in this game"))
}
