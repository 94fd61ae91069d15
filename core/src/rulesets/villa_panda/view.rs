//! What one viewer may see. Hidden are the order of the decks, the missions of others, and their hands where the options
//! say so.

use serde::Serialize;

use super::area::Area;
use super::building::{Ability, Building, Condition, Need, Type};
use super::emperor::{BuildingNeed, Mission, Rates, Task};
use super::operation::Operation;
use super::panda::{Kind, Panda};
use super::pending::{Pending, Phase, Source};
use super::resource::{Goods, Resource, Resources};
use super::state::{Built, End, Player, RESOURCE_LIMIT, State};
use super::{dice, exchange, score};
use crate::kernel::{Seat, Viewer};

/// The table of Villa Panda, as one viewer may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = VillaPandaView))]
pub struct View {
    /// The number of the round, from 1.
    pub round: u8,
    /// The last round in any case.
    pub round_cap: u8,
    /// Who began the game, and begins every round.
    pub first_player: Seat,
    /// Whose turn it is; null before the first turn, and when the game is over.
    pub turn: Option<Seat>,
    /// Who has to answer what is awaited; null while all choose missions, and when the game is over.
    pub acting: Option<Seat>,
    /// What has to be decided; null when the game is over.
    pub awaited: Option<Awaited>,
    /// The icons that are still to be carried out after what is awaited, the next ones first.
    pub unresolved: Vec<UnresolvedView>,
    /// What the two dice show; null before the roll.
    pub dice: Option<[u8; 2]>,
    /// The type B buildings that were used in this turn.
    pub used_buildings: Vec<Building>,
    /// How many meeples the active seat may still place in this turn.
    pub placements_left: u8,
    /// What set the end of the game, which is after this round; null while nothing has.
    pub ending: Option<End>,
    /// The areas of the board, clockwise.
    pub areas: Vec<AreaView>,
    /// The panda market.
    pub panda_market: Vec<PandaView>,
    /// How many pandas are in the deck.
    pub panda_deck: u8,
    /// The building market.
    pub building_market: Vec<BuildingView>,
    /// How many buildings are in the deck.
    pub building_deck: u8,
    /// The tasks that can still be claimed.
    pub tasks: Vec<TaskView>,
    /// The resources that nobody has.
    pub supply: Resources,
    /// What each seat has, in seat order.
    pub seats: Vec<SeatView>,
    /// The deck of pandas, in the order they will be revealed; null for all but the full view.
    pub panda_deck_order: Option<Vec<Panda>>,
    /// The deck of buildings, in the order they will be revealed; null for all but the full view.
    pub building_deck_order: Option<Vec<Building>>,
    /// The missions that nobody has; null for all but the full view.
    pub mission_box: Option<Vec<Mission>>,
}

/// An area of the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = VillaPandaAreaView))]
pub struct AreaView {
    /// The area.
    pub area: Area,
    /// What its resource space gives, 1 of it.
    pub resource: Resource,
    /// What its action space allows.
    pub action: Operation,
    /// Whose meeple is here; null for none.
    pub meeple: Option<Seat>,
    /// Whether the Emperor is here.
    pub emperor: bool,
}

/// A panda card that lies open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = VillaPandaPandaView))]
pub struct PandaView {
    /// The card.
    pub panda: Panda,
    /// What it is good at.
    pub kind: Kind,
    /// The dice values and sums that activate it.
    pub values: Vec<u8>,
    /// Its icons, from left to right.
    pub effect: Vec<Operation>,
    /// What playing it costs.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Resource>))]
    pub cost: Goods,
}

/// A building in the market.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = VillaPandaBuildingView))]
pub struct BuildingView {
    /// The building.
    pub building: Building,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: Type,
    /// What it scores, once its condition is fulfilled.
    pub points: u8,
    /// What its points depend on; null for type A.
    pub condition: Option<Condition>,
    /// The resources that it costs.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Resource>))]
    pub cost: Goods,
    /// How many panda cards it costs.
    pub pandas: u8,
    /// Its effect; null for type C.
    pub ability: Option<Ability>,
}

/// A building in a play area.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = VillaPandaBuiltView))]
pub struct BuiltView {
    /// The building.
    pub building: Building,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: Type,
    /// What it scores, once its condition is fulfilled.
    pub points: u8,
    /// What it scores as it stands.
    pub points_now: u16,
    /// What its points depend on; null for type A.
    pub condition: Option<Condition>,
    /// What the condition still lacks.
    pub lacking: Vec<Need>,
    /// The pandas behind it.
    pub behind: Vec<BehindView>,
    /// Its effect; null for type C.
    pub ability: Option<Ability>,
}

/// A panda behind a building.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = VillaPandaBehindView))]
pub struct BehindView {
    /// The card.
    pub panda: Panda,
    /// What it is good at.
    pub kind: Kind,
}

/// A mission of the Emperor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = VillaPandaMissionView))]
pub struct MissionView {
    /// The mission.
    pub mission: Mission,
    /// Its rates.
    pub rates: Rates,
    /// What it would score now.
    pub points_now: u16,
}

/// A task of the Emperor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = VillaPandaTaskView))]
pub struct TaskView {
    /// The task.
    pub task: Task,
    /// What it scores.
    pub points: u16,
    /// The buildings that are needed.
    pub buildings: Vec<BuildingNeed>,
    /// The pandas that are needed, in the play area or behind buildings.
    pub pandas: Vec<Need>,
}

/// What a seat has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = VillaPandaSeatView))]
pub struct SeatView {
    /// The points of its buildings and tasks as they stand; 12 set the end of the game.
    pub points_now: u16,
    /// The points of its buildings and tasks if every condition were fulfilled.
    pub points_possible: u16,
    /// All of its points, the mission included; null before the game is over.
    pub points_final: Option<u16>,
    /// How many of its meeples are at home.
    pub meeples_home: u8,
    /// Its resources.
    pub resources: Resources,
    /// Its play area.
    pub play: Vec<PandaView>,
    /// How many cards are in its hand.
    pub hand_count: u8,
    /// The cards in its hand; null where the viewer may not know.
    pub hand: Option<Vec<PandaView>>,
    /// How many pandas lie behind its buildings.
    pub behind: u8,
    /// Its buildings, in the order they were built.
    pub buildings: Vec<BuiltView>,
    /// The tasks that it has claimed.
    pub tasks: Vec<TaskView>,
    /// Its missions: two while it chooses, then the one that it kept; null where the viewer may not know.
    pub missions: Option<Vec<MissionView>>,
}

/// Icons of a panda or building that are still to be carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = VillaPandaUnresolvedView))]
pub struct UnresolvedView {
    /// The panda whose icons they are; null for a building's.
    pub panda: Option<Panda>,
    /// The building whose icons they are; null for a panda's.
    pub building: Option<Building>,
    /// The icons, from left to right.
    pub icons: Vec<Operation>,
}

/// What has to be decided. The legal moves are the answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = VillaPandaAwaited))]
pub enum Awaited {
    /// Which mission each of these seats keeps.
    Mission {
        /// Those that have not chosen.
        seats: Vec<Seat>,
    },
    /// The roll; before it markets may be reshuffled and pandas played.
    Roll {},
    /// Changes of the dice, and pandas to play.
    ChangeDice {},
    /// The sum is 7: which resource is returned; before that pandas may be played.
    NameResource {},
    /// Type B buildings that the dice trigger, and pandas to play.
    Numerals {
        /// Those that may be used.
        buildings: Vec<Building>,
    },
    /// Which panda is activated next by the dice; in the own turn pandas may be played before it.
    NextPanda {
        /// Those still to be activated; none where all are, and pandas may be played before the dice go on.
        pandas: Vec<Panda>,
    },
    /// Which die activates the active seat's pandas; before that pandas may be played.
    ChooseDie {},
    /// A placement, a recall, pandas to play, or the end of the turn.
    Act {},
    /// Type A buildings that the action triggers, and pandas to play.
    Buildings {
        /// Those that may be used.
        buildings: Vec<Building>,
    },
    /// Which resource is received.
    Take {
        /// How many are still to be received, this one included.
        left: u8,
    },
    /// Which panda is hired, if any.
    Hire {},
    /// Which resources are exchanged, if any.
    Exchange {
        /// How many are given.
        gives: u8,
        /// How many are taken.
        takes: u8,
    },
    /// Which building is built or panda slid, if any.
    Build {},
    /// Which panda card is paid.
    Pay {
        /// The building.
        building: Building,
        /// How many are still to be paid, this one included.
        left: u8,
        /// Those paid so far.
        paid: Vec<Panda>,
    },
    /// Which panda the icons of a card or an action activate next, if any.
    Activate {
        /// Those that have acted already and cannot again.
        acted: Vec<Panda>,
        /// The icons, one panda for each, in any order.
        icons: Vec<Operation>,
    },
    /// Which meeple is sent home, if any.
    Rest {},
    /// Which resource over the limit is returned.
    Return {
        /// How many are still to be returned, this one included.
        left: u8,
    },
}

pub(super) fn view(state: &State, viewer: Viewer) -> View {
    let awaited = awaited(state);
    let full = viewer == Viewer::Full;
    let playing = awaited.is_some() && state.phase != (Phase::Missions {});
    View {
        acting: playing.then(|| state.acting()),
        areas: areas(state),
        awaited,
        building_deck: count(state.buildings.deck.len()),
        building_deck_order: full.then(|| state.buildings.deck.iter().copied().collect()),
        building_market: state.buildings.market.iter().copied().map(building_view).collect(),
        dice: state.turn.dice,
        ending: state.ending,
        first_player: state.first,
        mission_box: full.then(|| state.missions.clone()),
        panda_deck: count(state.pandas.deck.len()),
        panda_deck_order: full.then(|| state.pandas.deck.iter().copied().collect()),
        panda_market: panda_views(&state.pandas.market),
        placements_left: state.turn.placements,
        round: state.round,
        round_cap: state.options.round_cap,
        seats: Seat::all(state.seats()).zip(&state.players).map(|seat| seat_view(state, seat, viewer)).collect(),
        supply: state.supply,
        tasks: state.tasks.row.iter().map(|task| task_view(state, *task)).collect(),
        turn: playing.then_some(state.turn.seat),
        // The innermost one is what is awaited.
        unresolved: state.pending.iter().rev().skip(1).filter_map(unresolved).collect(),
        used_buildings: state.turn.used.clone(),
    }
}

fn areas(state: &State) -> Vec<AreaView> {
    let view = |area: Area| AreaView {
        action: area.action(),
        area,
        emperor: state.board.emperor == Some(area),
        meeple: state.board.meeple(area),
        resource: area.resource(),
    };
    state.options.board_cycle.into_iter().map(view).collect()
}

fn panda_views(pandas: &[Panda]) -> Vec<PandaView> {
    let view = |panda: &Panda| PandaView {
        cost: Goods(panda.cost()),
        effect: panda.effect().to_vec(),
        kind: panda.kind(),
        panda: *panda,
        values: panda.values().collect(),
    };
    pandas.iter().map(view).collect()
}

fn building_view(building: Building) -> BuildingView {
    BuildingView {
        ability: building.ability(),
        building,
        condition: building.condition(),
        cost: Goods(building.cost()),
        pandas: building.pandas(),
        points: building.points(),
        kind: building.kind(),
    }
}

fn built_view(player: &Player, built: &Built) -> BuiltView {
    let building = built.building;
    BuiltView {
        ability: building.ability(),
        behind: built.behind.iter().map(|panda| BehindView { kind: panda.kind(), panda: *panda }).collect(),
        building,
        condition: building.condition(),
        lacking: score::lacking(player, built),
        points: building.points(),
        points_now: score::building_points(player, built),
        kind: building.kind(),
    }
}

fn task_view(state: &State, task: Task) -> TaskView {
    let (buildings, pandas) = (task.buildings().to_vec(), task.pandas().to_vec());
    TaskView { buildings, pandas, points: state.options.task_points(task), task }
}

/// Hands lie open, or each seat sees its own (VP-20); a mission is its owner's secret until the game is over (VP-36).
fn seat_view(state: &State, (seat, player): (Seat, &Player), viewer: Viewer) -> SeatView {
    let own = viewer == Viewer::Full || viewer == Viewer::Seat(seat);
    let over = matches!(state.phase, Phase::Over { .. });
    let mission = |mission: &Mission| MissionView {
        mission: *mission,
        points_now: score::mission_points(state, player, *mission),
        rates: state.options.rates(*mission),
    };
    SeatView {
        behind: count(player.behind().count()),
        buildings: player.buildings.iter().map(|built| built_view(player, built)).collect(),
        hand: (own || state.options.hand_public).then(|| panda_views(&player.hand)),
        hand_count: count(player.hand.len()),
        meeples_home: state.at_home(seat),
        missions: (own || over).then(|| player.missions.iter().map(mission).collect()),
        play: panda_views(&player.play),
        points_final: over.then(|| score::final_points(state, player)),
        points_now: score::open_points(state, player),
        points_possible: score::most_points(state, player),
        resources: player.resources,
        tasks: player.tasks.iter().map(|task| task_view(state, *task)).collect(),
    }
}

fn unresolved(pending: &Pending) -> Option<UnresolvedView> {
    let (icons, source) = match pending {
        Pending::Icons { from, source } => (source.icons().get(usize::from(*from)..)?.to_vec(), Some(*source)),
        Pending::Activate { kinds, source } => (activations(kinds), *source),
        _ => return None,
    };
    let (building, panda) = match source {
        Some(Source::Building(building)) => (Some(building), None),
        Some(Source::Panda(panda)) => (None, Some(panda)),
        None => (None, None),
    };
    Some(UnresolvedView { building, icons, panda })
}

fn activations(kinds: &[Option<Kind>]) -> Vec<Operation> {
    kinds.iter().map(|kind| Operation::activation(*kind)).collect()
}

fn awaited(state: &State) -> Option<Awaited> {
    match state.pending.last() {
        Some(pending) => awaited_answer(state, pending),
        None => awaited_step(state),
    }
}

fn awaited_answer(state: &State, pending: &Pending) -> Option<Awaited> {
    Some(match pending {
        Pending::Pandas { pandas, .. } => Awaited::NextPanda { pandas: pandas.clone() },
        Pending::Buildings { buildings } => Awaited::Buildings { buildings: buildings.clone() },
        Pending::Take { left } => Awaited::Take { left: *left },
        Pending::Hire {} => Awaited::Hire {},
        Pending::Exchange { step } => {
            let (gives, takes) = exchange::step(*step)?;
            Awaited::Exchange { gives, takes }
        }
        Pending::Build {} => Awaited::Build {},
        Pending::Pay { building, paid } => {
            let left = building.pandas().saturating_sub(count(paid.len()));
            Awaited::Pay { building: *building, left, paid: paid.clone() }
        }
        Pending::Activate { kinds, .. } => Awaited::Activate { acted: state.chain.clone(), icons: activations(kinds) },
        Pending::Rest {} => Awaited::Rest {},
        // Never awaits anything.
        Pending::Icons { .. } => return None,
    })
}

fn awaited_step(state: &State) -> Option<Awaited> {
    Some(match state.phase {
        Phase::Missions {} => {
            Awaited::Mission { seats: Seat::all(state.seats()).filter(|seat| state.has_to_choose(*seat)).collect() }
        }
        Phase::Start {} => Awaited::Roll {},
        Phase::Rolled {} => Awaited::ChangeDice {},
        Phase::Seven {} => Awaited::NameResource {},
        Phase::Numerals {} => Awaited::Numerals { buildings: dice::numerals(state).collect() },
        Phase::Die {} => Awaited::ChooseDie {},
        Phase::Act {} => Awaited::Act {},
        Phase::Keep {} => {
            let held = state.player(state.turn.seat).map_or(0, |player| player.resources.total());
            Awaited::Return { left: held.saturating_sub(RESOURCE_LIMIT) }
        }
        // The others await nothing.
        Phase::Sum { .. } | Phase::Chosen { .. } | Phase::Action { .. } | Phase::After {} | Phase::Over { .. } => {
            return None;
        }
    })
}

fn count(components: usize) -> u8 {
    // The box holds 82 panda cards, and nothing of which there are more.
    u8::try_from(components).unwrap_or(u8::MAX)
}
