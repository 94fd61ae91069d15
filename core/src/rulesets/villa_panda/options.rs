//! What a game of Villa Panda is opened with.

use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::openapi::schema::{Array, ArrayBuilder, KnownFormat, ObjectBuilder, SchemaFormat, SchemaType, Type};

use super::area::Area;
use super::emperor::{Mission, Rates, Task};
use crate::kernel::Illegal;

/// The options of Villa Panda. Every field has a default; the defaults are the base game as the rulebook tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = VillaPandaOptions))]
pub struct Options {
    /// The areas of the board, clockwise (VP-3): each of the four once. The Emperor meeple of two seats walks it.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Area>, min_items = 4, max_items = 4))]
    pub board_cycle: [Area; 4],
    /// Which cards of the Emperor variant are played with; each mode fits any number of seats (VP-1).
    pub emperor: EmperorMode,
    /// Whether everyone sees the cards in all hands (VP-20). Off: each seat sees its own.
    pub hand_public: bool,
    /// The rates of the eight missions, EM-1 first (VP-36); null for the printed ones.
    #[cfg_attr(feature = "schema", schema(required, value_type = Option<Vec<Rates>>, min_items = 8, max_items = 8))]
    pub mission_rates: Option<Box<[Rates; 8]>>,
    /// How often a market may be reshuffled in a turn (VP-5).
    #[cfg_attr(feature = "schema", schema(maximum = 9))]
    pub reshuffle_per_turn: u8,
    /// Whether the rest icon sends any player's meeple home (VP-29). Off: only one's own.
    pub rest_any_meeple: bool,
    /// After how many rounds the game ends and is scored in any case. The rulebook has no such limit: a table that
    /// neither builds nor hires would play for ever.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 60))]
    pub round_cap: u8,
    /// Whether a sum of 7 skips the activation of the chosen die too (VP-11).
    pub seven_skips_activation: bool,
    /// Who begins (VP-2).
    pub starter: Starter,
    /// The points of the eight tasks, ET-1 first, each at most 255; null for the printed ones.
    #[cfg_attr(feature = "schema", schema(required, schema_with = task_vp_schema))]
    pub task_vp: Option<[u16; 8]>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            board_cycle: Area::ALL,
            emperor: EmperorMode::default(),
            hand_public: true,
            mission_rates: None,
            reshuffle_per_turn: 1,
            rest_any_meeple: true,
            round_cap: MOST_ROUNDS,
            seven_skips_activation: false,
            starter: Starter::default(),
            task_vp: None,
        }
    }
}

/// Which cards of the Emperor variant are played with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = VillaPandaEmperorMode))]
pub enum EmperorMode {
    /// None: the base game.
    #[default]
    None,
    /// Mode A: each seat has a secret mission, scored at the end.
    Missions,
    /// Mode B: tasks lie open for whoever fulfils them first.
    Tasks,
    /// Both modes.
    Both,
}

/// Who begins; it stands for whoever "names an interesting fact about pandas first" (VP-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = VillaPandaStarter))]
pub enum Starter {
    /// A seat is drawn.
    #[default]
    Drawn,
    /// Seat 0 begins.
    Seat0,
}

const MOST_ROUNDS: u8 = 60;
const MOST_RESHUFFLES: u8 = 9;

/// The most points that a task can be given.
const MOST_TASK_POINTS: u16 = 255;

// By hand: the derive cannot bound the items of a list.
#[cfg(feature = "schema")]
fn task_vp_schema() -> Array {
    let points = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
        .minimum(Some(0))
        .maximum(Some(MOST_TASK_POINTS));
    ArrayBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Array, Type::Null]))
        .items(points)
        .min_items(Some(8))
        .max_items(Some(8))
        .description(Some("The points of the eight tasks, ET-1 first, each at most 255; null for the printed ones."))
        .default(Some(serde_json::Value::Null))
        .build()
}

impl Options {
    /// Checks that the options make a game.
    pub(super) fn check(&self) -> Result<(), Illegal> {
        if let Some(missing) = Area::ALL.into_iter().find(|area| !self.board_cycle.contains(area)) {
            let detail = format!("board_cycle leaves out {missing}; name each of the four areas once");
            return Err(Illegal::new("board-cycle-incomplete", "VP-3", detail));
        }
        if self.reshuffle_per_turn > MOST_RESHUFFLES {
            let detail = format!("reshuffle_per_turn is {}; give 0 to {MOST_RESHUFFLES}", self.reshuffle_per_turn);
            return Err(Illegal::new("reshuffle-per-turn-out-of-range", "VP-5", detail));
        }
        if !(1..=MOST_ROUNDS).contains(&self.round_cap) {
            let detail = format!("round_cap is {}; give 1 to {MOST_ROUNDS}", self.round_cap);
            return Err(Illegal::new("round-cap-out-of-range", "Game Sequence", detail));
        }
        if let Some(points) = self.task_vp.into_iter().flatten().find(|points| *points > MOST_TASK_POINTS) {
            let detail =
                format!("task_vp gives a task {points} points; give each of the eight 0 to {MOST_TASK_POINTS}");
            return Err(Illegal::new("task-vp-out-of-range", "Emperor Variant", detail));
        }
        Ok(())
    }

    /// Whether missions are played with: modes A and A+B (VP-1).
    pub(super) fn missions(&self) -> bool {
        matches!(self.emperor, EmperorMode::Missions | EmperorMode::Both)
    }

    /// Whether tasks are played with: modes B and A+B (VP-1).
    pub(super) fn tasks(&self) -> bool {
        matches!(self.emperor, EmperorMode::Tasks | EmperorMode::Both)
    }

    /// The rates of a mission.
    pub(super) fn rates(&self, mission: Mission) -> Rates {
        let own = self.mission_rates.as_ref().and_then(|rates| rates.get(place(Mission::all(), &mission)?));
        own.copied().unwrap_or_else(|| mission.rates())
    }

    /// The points of a task.
    pub(super) fn task_points(&self, task: Task) -> u16 {
        let own = self.task_vp.and_then(|points| points.get(place(Task::all(), &task)?).copied());
        own.unwrap_or_else(|| u16::from(task.points()))
    }
}

fn place<T: PartialEq>(mut all: impl Iterator<Item = T>, one: &T) -> Option<usize> {
    all.position(|other| other == *one)
}
