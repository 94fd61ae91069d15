//! Why a move is refused. Every test here reads only what the mover can see.

use std::borrow::Cow;

use super::area::Area;
use super::building::{Ability, Building};
use super::emperor::Mission;
use super::moves::Move;
use super::panda::{Kind, Panda};
use super::pending::{Pending, Phase};
use super::resource::{Goods, Listed, Resource};
use super::state::{Market, Player, State};
use super::{dice, exchange};
use crate::kernel::{Illegal, Seat};

/// Says whether the rules accept the move of an awaited seat now.
pub(super) fn check(state: &State, seat: Seat, mv: Move) -> Result<(), Illegal> {
    let player = state.player(seat)?;
    match state.pending.last() {
        Some(pending) => answer(state, player, pending, mv),
        None => step(state, player, mv),
    }
}

/// A move that answers the innermost thing that is pending.
fn answer(state: &State, player: &Player, pending: &Pending, mv: Move) -> Result<(), Illegal> {
    match (pending, mv) {
        (Pending::Pandas { pandas, .. }, Move::Activate { panda }) => next_panda(state, pandas, panda),
        // Between two activated cards, and before the effect of a building; never inside of one. The turn is the active
        // seat's, whoever's pandas the sum activates: VP-18, VP-27.
        (Pending::Pandas { .. }, Move::PlayPanda { panda }) if state.acting() == state.turn.seat => {
            play_panda(player, panda)
        }
        (Pending::Buildings { .. }, Move::PlayPanda { panda }) => play_panda(player, panda),
        (Pending::Pandas { pandas, .. }, Move::Pass {}) if pandas.is_empty() => Ok(()),
        (Pending::Activate { kinds, .. }, Move::Activate { panda }) => activate(state, player, kinds, panda),
        (Pending::Buildings { buildings }, Move::UseBuilding { building }) => triggered(buildings, building),
        (Pending::Take { .. }, Move::Take { resource }) => take(state, resource),
        (Pending::Hire {}, Move::Hire { panda }) => hire(state, panda),
        (Pending::Exchange { step }, Move::Exchange { give, take }) => exchange_goods(state, player, *step, give, take),
        (Pending::Build {}, Move::Build { building }) => build(state, player, building),
        (Pending::Build {}, Move::Slide { building, panda }) => slide(player, building, panda),
        (Pending::Pay { .. }, Move::Pay { panda }) => own_panda(player, panda, "VP-21"),
        (Pending::Rest {}, Move::Rest { area }) => rest(state, area),
        (
            Pending::Activate { .. }
            | Pending::Buildings { .. }
            | Pending::Hire {}
            | Pending::Exchange { .. }
            | Pending::Build {}
            | Pending::Rest {},
            Move::Pass {},
        ) => Ok(()),
        _ => Err(not_awaited(state)),
    }
}

/// A move between the steps of a turn.
fn step(state: &State, player: &Player, mv: Move) -> Result<(), Illegal> {
    match (state.phase, mv) {
        (Phase::Missions {}, Move::KeepMission { mission }) => keep_mission(player, mission),
        (
            Phase::Start {} | Phase::Rolled {} | Phase::Seven {} | Phase::Numerals {} | Phase::Die {} | Phase::Act {},
            Move::PlayPanda { panda },
        ) => play_panda(player, panda),
        (Phase::Start {}, Move::Roll {})
        | (Phase::Rolled {} | Phase::Numerals {}, Move::Pass {})
        | (Phase::Seven {}, Move::NameResource { .. })
        | (Phase::Act {}, Move::EndTurn {}) => Ok(()),
        (Phase::Start {}, Move::Reshuffle { market }) => reshuffle(state, market),
        (Phase::Rolled {}, Move::ChangeDie { building, die, to }) => change_die(state, player, building, die, to),
        (Phase::Numerals {}, Move::UseBuilding { building }) => use_numeral(state, player, building),
        (Phase::Die {}, Move::ChooseDie { value }) => choose_die(state, value),
        (Phase::Act {}, Move::Place { .. }) => place(state),
        (Phase::Act {}, Move::Recall { area }) => recall(state, area),
        (Phase::Act {}, Move::RecallBoth {}) => recall_both(state),
        (Phase::Keep {}, Move::Return { resource }) => give_back(player, resource),
        _ => Err(not_awaited(state)),
    }
}

fn names<T: ToString>(all: impl IntoIterator<Item = T>) -> String {
    all.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(", ")
}

fn keep_mission(player: &Player, mission: Mission) -> Result<(), Illegal> {
    if player.missions.contains(&mission) {
        return Ok(());
    }
    let detail = format!("you did not draw {mission}; keep one of {}", names(&player.missions));
    Err(Illegal::new("mission-not-drawn", "VP-36", detail))
}

fn play_panda(player: &Player, panda: Panda) -> Result<(), Illegal> {
    if !player.hand.contains(&panda) {
        let detail = format!("{panda} is not in your hand; hire it first");
        return Err(Illegal::new("panda-not-in-hand", "VP-27", detail));
    }
    if !player.resources.covers(panda.cost()) {
        let detail = format!("playing {panda} costs {}, and you have not got all of it", Goods(panda.cost()));
        return Err(Illegal::new("cannot-pay-panda", "VP-28", detail));
    }
    Ok(())
}

/// How many cards of one type a market needs to be reshuffled (rulebook, Activation Phase).
const ALIKE: usize = 3;

fn reshuffle(state: &State, market: Market) -> Result<(), Illegal> {
    if state.turn.reshuffles.of(market) >= state.options.reshuffle_per_turn {
        let detail = format!("the {} market cannot be reshuffled again in this turn", market.name());
        return Err(Illegal::new("reshuffled-enough", "VP-5", detail));
    }
    let alike = match market {
        Market::Buildings => most_alike(&state.buildings.market, |building| building.kind()),
        Market::Pandas => most_alike(&state.pandas.market, |panda| panda.kind()),
    };
    if alike < ALIKE {
        let detail = format!("at most {alike} cards of the {} market are of one type; 3 are needed", market.name());
        return Err(Illegal::new("too-few-alike", "VP-5", detail));
    }
    Ok(())
}

/// How many cards of a market have the kind of which there are most.
fn most_alike<T, K: PartialEq>(market: &[T], kind: impl Fn(&T) -> K) -> usize {
    let alike = |one| market.iter().filter(|other| kind(other) == kind(one)).count();
    market.iter().map(alike).max().unwrap_or(0)
}

fn change_die(state: &State, player: &Player, building: Building, die: u8, to: Option<u8>) -> Result<(), Illegal> {
    own_building(player, building, "VP-10")?;
    let Some(Ability::ChangeDie { change }) = building.ability() else {
        let detail = format!("{building} does not change dice");
        return Err(Illegal::new("changes-no-die", "VP-10", detail));
    };
    usable(state, building, "VP-10")?;
    shown(state, die, "VP-10")?;
    if !change.results(die).contains(&to) {
        let detail = format!("{building} can {}, and a die stays between 1 and 6", change.words());
        return Err(Illegal::new("not-that-change", "VP-10", detail));
    }
    Ok(())
}

fn own_building(player: &Player, building: Building, rule: &'static str) -> Result<(), Illegal> {
    if player.has_built(building) {
        return Ok(());
    }
    Err(Illegal::new("not-your-building", rule, format!("{building} is not in your play area")))
}

/// A building that has been used in this turn, or was built after the roll, is not used by it any more (VP-10, VP-25).
fn usable(state: &State, building: Building, rule: &'static str) -> Result<(), Illegal> {
    if state.turn.used.contains(&building) {
        return Err(Illegal::new("used-in-this-turn", rule, format!("{building} has been used in this turn")));
    }
    if !dice::standing(state).any(|standing| standing == building) {
        let detail = format!("{building} was built after the roll; it can be used from your next one on");
        return Err(Illegal::new("built-after-the-roll", rule, detail));
    }
    Ok(())
}

fn shown(state: &State, value: u8, rule: &'static str) -> Result<(), Illegal> {
    if state.turn.shows(value) {
        return Ok(());
    }
    let detail = format!("no die shows {value}; the dice show {}", names(state.turn.dice.into_iter().flatten()));
    Err(Illegal::new("no-such-die", rule, detail))
}

fn use_numeral(state: &State, player: &Player, building: Building) -> Result<(), Illegal> {
    own_building(player, building, "VP-25")?;
    usable(state, building, "VP-25")?;
    if dice::numerals(state).any(|usable| usable == building) {
        return Ok(());
    }
    let detail = format!("{building} is not triggered by these dice");
    Err(Illegal::new("numeral-not-rolled", "VP-25", detail))
}

fn choose_die(state: &State, value: u8) -> Result<(), Illegal> {
    shown(state, value, "VP-13")
}

fn place(state: &State) -> Result<(), Illegal> {
    if state.turn.placements > 0 {
        return Ok(());
    }
    let ways = actions(state);
    let detail = format!("no meeple that was at home when your turn began is left to place; what is left is {ways}");
    Err(Illegal::new("no-meeple-left", "VP-6", detail))
}

fn recall(state: &State, area: Area) -> Result<(), Illegal> {
    stranded(state)?;
    if state.recallable().any(|own| own == area) {
        return Ok(());
    }
    Err(Illegal::new("no-own-meeple-there", "VP-7", format!("your meeple is not in the area {area}")))
}

fn recall_both(state: &State) -> Result<(), Illegal> {
    stranded(state)?;
    if state.recallable().count() == 2 {
        return Ok(());
    }
    Err(Illegal::new("no-own-meeple-there", "VP-7", "your two meeples are not both on the board"))
}

fn stranded(state: &State) -> Result<(), Illegal> {
    if state.turn.stranded {
        return Ok(());
    }
    let detail = "you had a meeple at home when your turn began; meeples are recalled only without one";
    Err(Illegal::new("meeple-was-at-home", "VP-7", detail))
}

fn give_back(player: &Player, resource: Resource) -> Result<(), Illegal> {
    if player.resources.of(resource) > 0 {
        return Ok(());
    }
    Err(Illegal::new("resource-not-held", "VP-30", format!("you have no {resource} to return")))
}

// Answers.

fn next_panda(state: &State, pandas: &[Panda], panda: Panda) -> Result<(), Illegal> {
    if pandas.contains(&panda) {
        return Ok(());
    }
    let detail = format!("{panda} is not to be activated now: {}", next_ways(state, pandas));
    Err(Illegal::new("not-activated-by-dice", "VP-12", detail))
}

/// What a seat can do between pandas that the dice activate.
fn next_ways(state: &State, pandas: &[Panda]) -> String {
    if pandas.is_empty() {
        return "play-panda, or pass".into();
    }
    let first = if state.acting() == state.turn.seat { ", or first play-panda" } else { "" };
    format!("activate one of {}{first}", names(pandas))
}

fn activate(state: &State, player: &Player, kinds: &[Option<Kind>], panda: Panda) -> Result<(), Illegal> {
    if !player.play.contains(&panda) {
        let detail = format!("{panda} is not in your play area");
        return Err(Illegal::new("panda-not-in-play", "VP-16", detail));
    }
    if !kinds.iter().any(|kind| kind.is_none_or(|kind| kind == panda.kind())) {
        let wanted = kinds.iter().flatten().map(Kind::to_string).collect::<Vec<_>>().join(" or a ");
        let detail = format!("{panda} is a {}; activate a {wanted}, or pass", panda.kind());
        return Err(Illegal::new("other-kind", "VP-16", detail));
    }
    if state.chain.contains(&panda) {
        let detail = format!("{panda} has acted already since the first panda or building was activated");
        return Err(Illegal::new("acted-already", "VP-17", detail));
    }
    Ok(())
}

fn triggered(buildings: &[Building], building: Building) -> Result<(), Illegal> {
    if buildings.contains(&building) {
        return Ok(());
    }
    let buildings = names(buildings);
    let detail = format!("{building} is not triggered by this action; use one of {buildings}, play-panda, or pass");
    Err(Illegal::new("not-triggered", "VP-24", detail))
}

fn take(state: &State, resource: Resource) -> Result<(), Illegal> {
    if state.supply.of(resource) > 0 {
        return Ok(());
    }
    let detail = format!("the supply has no {resource}; take one of {}", names(state.supply.kinds()));
    Err(Illegal::new("supply-empty", "VP-15", detail))
}

fn hire(state: &State, panda: Panda) -> Result<(), Illegal> {
    if state.pandas.market.contains(&panda) {
        return Ok(());
    }
    let detail = format!("{panda} is not in the panda market; hire one of {}, or pass", names(&state.pandas.market));
    Err(Illegal::new("panda-not-in-market", "VP-20", detail))
}

/// In one order alone: it means nothing, and an exchange is listed and accepted in one way.
fn in_order(listed: Listed) -> Result<(), Illegal> {
    if listed.is_in_order() {
        return Ok(());
    }
    let right = Listed::from(listed.goods());
    let detail = format!("list resources in the order {}: {right}, not {listed}", names(Resource::ALL));
    Err(Illegal::new("resources-out-of-order", "VP-19", detail))
}

fn exchange_goods(state: &State, player: &Player, step: u8, give: Listed, take: Listed) -> Result<(), Illegal> {
    in_order(give)?;
    in_order(take)?;
    let (give, take) = (give.goods(), take.goods());
    let counts = (give.0.total(), take.0.total());
    if let Some((gives, takes)) = exchange::step(step).filter(|step| *step != counts) {
        let detail = format!("this exchange is {gives} for {takes}, not {} for {}", counts.0, counts.1);
        return Err(Illegal::new("not-this-exchange", "VP-19", detail));
    }
    if !player.resources.covers(give.0) {
        return Err(Illegal::new("cannot-give", "VP-19", format!("you have not got {give}")));
    }
    let mut supply = state.supply;
    supply.add(give.0);
    if !supply.covers(take.0) {
        let detail = format!("the supply has not got {take}, even with what you give");
        return Err(Illegal::new("supply-short", "VP-15", detail));
    }
    Ok(())
}

fn build(state: &State, player: &Player, building: Building) -> Result<(), Illegal> {
    if !state.buildings.market.contains(&building) {
        let market = names(&state.buildings.market);
        let detail = format!("{building} is not in the building market; build one of {market}, slide, or pass");
        return Err(Illegal::new("building-not-in-market", "VP-21", detail));
    }
    if player.can_pay(building) {
        return Ok(());
    }
    let (cost, pandas) = (Goods(building.cost()), building.pandas());
    let detail = format!("{building} costs {cost} and {pandas} panda cards, and you have not got all of it");
    Err(Illegal::new("cannot-pay-building", "VP-21", detail))
}

fn own_panda(player: &Player, panda: Panda, rule: &'static str) -> Result<(), Illegal> {
    if player.own_pandas().any(|own| own == panda) {
        return Ok(());
    }
    Err(Illegal::new("not-your-panda", rule, format!("{panda} is neither in your hand nor in your play area")))
}

fn slide(player: &Player, building: Building, panda: Panda) -> Result<(), Illegal> {
    own_building(player, building, "VP-22")?;
    own_panda(player, panda, "VP-22")
}

fn rest(state: &State, area: Area) -> Result<(), Illegal> {
    if state.board.meeple(area).is_none() {
        return Err(Illegal::new("no-meeple-there", "VP-29", format!("no player's meeple is in the area {area}")));
    }
    if state.restable().any(|other| other == area) {
        return Ok(());
    }
    let detail = "only your own meeples are sent home in this game; rest_any_meeple is off";
    Err(Illegal::new("not-your-meeple", "VP-29", detail))
}

/// The refusal of a move that does not answer what is awaited: it names every way there is.
pub(super) fn not_awaited(state: &State) -> Illegal {
    let (rule, detail) = match state.pending.last() {
        Some(pending) => answers_to(state, pending),
        None => awaited_in(state),
    };
    Illegal::new("not-awaited", rule, detail)
}

fn answers_to(state: &State, pending: &Pending) -> (&'static str, Cow<'static, str>) {
    let (rule, detail) = match pending {
        Pending::Pandas { pandas, .. } => {
            return ("VP-12", format!("the dice activate your pandas: {}", next_ways(state, pandas)).into());
        }
        Pending::Buildings { .. } => ("VP-24", "the action triggers your buildings: use-building, play-panda, or pass"),
        Pending::Take { .. } => ("VP-15", "a resource of your choice is received: take"),
        Pending::Hire {} => ("VP-20", "a panda may be hired: hire, or pass"),
        Pending::Exchange { .. } => ("VP-19", "resources may be exchanged: exchange, or pass"),
        Pending::Build {} => ("VP-21", "a building may be built, or a panda slid: build, slide, or pass"),
        Pending::Pay { .. } => ("VP-21", "the building waits for its panda cards: pay"),
        Pending::Activate { .. } | Pending::Icons { .. } => ("VP-16", "a panda may be activated: activate, or pass"),
        Pending::Rest {} => ("VP-29", "a meeple may be sent home: rest, or pass"),
    };
    (rule, detail.into())
}

fn awaited_in(state: &State) -> (&'static str, Cow<'static, str>) {
    let (rule, detail) = match state.phase {
        Phase::Missions {} => ("VP-36", "each seat keeps one of its two missions: keep-mission"),
        Phase::Start {} => ("VP-4", "the roll is awaited: roll, or first reshuffle or play-panda"),
        Phase::Rolled {} => ("VP-10", "the dice are rolled: change-die, play-panda, or pass to leave them so"),
        Phase::Seven {} => ("VP-11", "the sum is 7: name-resource, or first play-panda"),
        Phase::Numerals {} => ("VP-25", "the dice trigger your buildings: use-building, play-panda, or pass"),
        Phase::Die {} => ("VP-13", "one die activates your pandas: choose-die, or first play-panda"),
        Phase::Keep {} => ("VP-30", "you have more than 8 resources: return"),
        Phase::Act {} | Phase::Sum { .. } | Phase::Chosen { .. } | Phase::Action { .. } | Phase::After {} => {
            return ("VP-6", format!("it is time for actions: {}", actions(state)).into());
        }
        Phase::Over { .. } => ("VP-33", "the game is over"),
    };
    (rule, detail.into())
}

/// What a seat can do in the action phase: meeples are recalled only where none can be placed (VP-7).
fn actions(state: &State) -> &'static str {
    match (state.turn.placements, state.recallable().count()) {
        (0, 0) => "play-panda, or end-turn",
        (0, 1) => "recall, play-panda, or end-turn",
        (0, _) => "recall, recall-both, play-panda, or end-turn",
        _ => "place, play-panda, or end-turn",
    }
}
