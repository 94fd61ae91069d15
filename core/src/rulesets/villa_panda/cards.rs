//! The printed values of the panda cards, buildings, missions and tasks.
//!
//! No public source lists them. The worked examples of the rulebook fix the few that [`IN_THE_RULEBOOK`] names; the
//! others are reconstructed.

use super::area::Area;
use super::building::{self, Ability, Condition, Need, Scope, Type};
use super::emperor::Rate::{self, Nothing, OneEach, OneForTwo, TwoEach};
use super::emperor::{BuildingNeed, MissionFace, Rates, TaskFace};
use super::operation::{DieChange, Operation};
use super::panda::Kind::{self, Builder, Collector, Monk, Trader};
use super::panda::Symbol::{self, Bar, Circle, Square, Triangle};
use super::panda::{self};
use super::resource::Resource::{self, Bamboo, Bao, Gold, Water};

const ACTIVATE: Operation = Operation::ActivateAny {};
const BUILD: Operation = Operation::Build {};
const EXCHANGE: Operation = Operation::Exchange {};
const HIRE: Operation = Operation::Hire {};
const REST: Operation = Operation::Rest {};

const fn activate(kind: Kind) -> Operation {
    Operation::Activate { kind }
}

const fn any(count: u8) -> Operation {
    Operation::GainAny { count }
}

const fn gain(resource: Resource, count: u8) -> Operation {
    Operation::Gain { count, resource }
}

const fn start(id: &'static str, symbol: Symbol, kind: Kind, die: u8, effect: &'static [Operation]) -> panda::Face {
    panda::Face { id, symbol: Some(symbol), kind, die, cost: &[], effect }
}

const fn panda(
    id: &'static str,
    kind: Kind,
    die: u8,
    cost: &'static [Resource],
    effect: &'static [Operation],
) -> panda::Face {
    panda::Face { id, symbol: None, kind, die, cost, effect }
}

/// The starting cards, then the deck: id, symbol of a starting card, kind, die (the sum is six higher), cost, effect.
pub(super) static PANDAS: [panda::Face; 82] = [
    start("S-SQ-C", Square, Collector, 3, &[any(1)]),
    start("S-SQ-B", Square, Builder, 5, &[HIRE]),
    start("S-SQ-T", Square, Trader, 2, &[gain(Bamboo, 1), EXCHANGE]),
    start("S-CI-C", Circle, Collector, 4, &[any(1)]),
    start("S-CI-B", Circle, Builder, 6, &[HIRE]),
    start("S-CI-T", Circle, Trader, 3, &[gain(Bao, 1), EXCHANGE]),
    start("S-TR-C", Triangle, Collector, 5, &[any(1)]),
    start("S-TR-B", Triangle, Builder, 2, &[HIRE]),
    start("S-TR-T", Triangle, Trader, 4, &[gain(Water, 1), EXCHANGE]),
    start("S-BA-C", Bar, Collector, 6, &[any(1)]),
    start("S-BA-B", Bar, Builder, 4, &[HIRE]),
    start("S-BA-T", Bar, Trader, 5, &[gain(Gold, 1), EXCHANGE]),
    panda("PB-01", Builder, 1, &[Water], &[HIRE, any(1)]),
    panda("PB-02", Builder, 1, &[Bao], &[HIRE, HIRE]),
    panda("PB-03", Builder, 1, &[Bamboo, Gold], &[BUILD, any(1)]),
    panda("PB-04", Builder, 2, &[Bao], &[HIRE]),
    panda("PB-05", Builder, 2, &[Bao, Water], &[HIRE, gain(Bamboo, 1)]),
    panda("PB-06", Builder, 2, &[Bamboo, Bao, Water], &[BUILD]),
    panda("PB-07", Builder, 3, &[Bamboo], &[HIRE]),
    panda("PB-08", Builder, 3, &[Bamboo, Bao], &[HIRE, gain(Water, 1)]),
    panda("PB-09", Builder, 3, &[Bao, Gold, Water], &[HIRE, HIRE]),
    panda("PB-10", Builder, 4, &[Water], &[HIRE]),
    panda("PB-11", Builder, 4, &[Gold, Water], &[HIRE, gain(Bao, 1)]),
    panda("PB-12", Builder, 4, &[Bamboo, Gold, Water], &[BUILD]),
    panda("PB-13", Builder, 5, &[Gold], &[HIRE]),
    panda("PB-14", Builder, 5, &[Bamboo, Water], &[HIRE, gain(Gold, 1)]),
    panda("PB-15", Builder, 5, &[Bamboo, Bamboo, Bao], &[HIRE, HIRE]),
    panda("PB-16", Builder, 6, &[Bamboo], &[HIRE]),
    panda("PB-17", Builder, 6, &[Bamboo, Bao], &[HIRE, REST]),
    panda("PB-18", Builder, 6, &[Bao, Bao, Water], &[BUILD]),
    panda("PT-01", Trader, 1, &[Bao], &[any(1), EXCHANGE]),
    panda("PT-02", Trader, 1, &[Bamboo, Water], &[any(2), EXCHANGE]),
    panda("PT-03", Trader, 2, &[Bamboo], &[EXCHANGE]),
    panda("PT-04", Trader, 2, &[Bamboo, Water], &[gain(Bao, 1), EXCHANGE]),
    panda("PT-05", Trader, 2, &[Bao, Gold, Water], &[any(1), gain(Bamboo, 1), EXCHANGE]),
    panda("PT-06", Trader, 3, &[Water], &[EXCHANGE]),
    panda("PT-07", Trader, 3, &[Bao, Water], &[gain(Gold, 1), EXCHANGE]),
    panda("PT-08", Trader, 3, &[Bamboo, Bamboo, Water], &[any(1), gain(Bao, 1), EXCHANGE]),
    panda("PT-09", Trader, 4, &[Bao], &[EXCHANGE]),
    panda("PT-10", Trader, 4, &[Bamboo, Bao], &[gain(Water, 1), EXCHANGE]),
    panda("PT-11", Trader, 4, &[Bamboo, Bao, Gold], &[any(1), gain(Water, 1), EXCHANGE]),
    panda("PT-12", Trader, 5, &[Bamboo], &[EXCHANGE]),
    panda("PT-13", Trader, 5, &[Gold, Water], &[gain(Bamboo, 1), EXCHANGE]),
    panda("PT-14", Trader, 5, &[Bamboo, Bao, Water], &[any(1), gain(Gold, 1), EXCHANGE]),
    panda("PT-15", Trader, 6, &[Gold], &[EXCHANGE]),
    panda("PT-16", Trader, 6, &[Bao, Gold], &[EXCHANGE, REST]),
    panda("PT-17", Trader, 6, &[Bao, Bao, Water], &[any(1), gain(Water, 1), EXCHANGE]),
    panda("PC-01", Collector, 1, &[Bamboo], &[any(2)]),
    panda("PC-02", Collector, 1, &[Water], &[any(2)]),
    panda("PC-03", Collector, 1, &[Bao, Gold], &[any(3)]),
    panda("PC-04", Collector, 2, &[Water], &[gain(Bamboo, 1)]),
    panda("PC-05", Collector, 2, &[Bao, Water], &[gain(Bamboo, 2)]),
    panda("PC-06", Collector, 2, &[Bao, Gold, Water], &[gain(Bamboo, 2), any(1)]),
    panda("PC-07", Collector, 3, &[Bamboo], &[gain(Gold, 1)]),
    panda("PC-08", Collector, 3, &[Bamboo, Water], &[gain(Gold, 2)]),
    panda("PC-09", Collector, 3, &[Bamboo, Bao, Water], &[gain(Gold, 1), any(2)]),
    panda("PC-10", Collector, 4, &[Bao], &[gain(Water, 1)]),
    panda("PC-11", Collector, 4, &[Bamboo, Bao], &[gain(Water, 2)]),
    panda("PC-12", Collector, 4, &[Bamboo, Bao, Gold], &[gain(Water, 2), any(1)]),
    panda("PC-13", Collector, 5, &[Bamboo], &[gain(Bao, 1)]),
    panda("PC-14", Collector, 5, &[Bamboo, Water], &[gain(Bao, 2)]),
    panda("PC-15", Collector, 5, &[Bamboo, Gold, Water], &[gain(Bao, 2), any(1)]),
    panda("PC-16", Collector, 6, &[Bao], &[any(1)]),
    panda("PC-17", Collector, 6, &[Bao, Water], &[gain(Bamboo, 1), gain(Water, 1)]),
    panda("PC-18", Collector, 6, &[Bao, Water, Water], &[any(3)]),
    panda("PM-01", Monk, 1, &[Bao], &[ACTIVATE]),
    panda("PM-02", Monk, 1, &[Bamboo, Water], &[ACTIVATE, ACTIVATE]),
    panda("PM-03", Monk, 2, &[Bamboo], &[activate(Collector)]),
    panda("PM-04", Monk, 2, &[Bao, Water], &[activate(Builder), REST]),
    panda("PM-05", Monk, 2, &[Bamboo, Bao, Gold], &[ACTIVATE, any(1)]),
    panda("PM-06", Monk, 3, &[Water], &[activate(Builder)]),
    panda("PM-07", Monk, 3, &[Bamboo, Bao], &[activate(Collector), gain(Water, 1)]),
    panda("PM-08", Monk, 3, &[Bamboo, Bao, Water], &[activate(Collector), activate(Builder)]),
    panda("PM-09", Monk, 4, &[Bao], &[activate(Trader)]),
    panda("PM-10", Monk, 4, &[Bao, Gold], &[activate(Collector), REST]),
    panda("PM-11", Monk, 4, &[Bamboo, Bao, Water], &[activate(Monk), activate(Collector)]),
    panda("PM-12", Monk, 5, &[Bao], &[activate(Collector)]),
    panda("PM-13", Monk, 5, &[Bamboo, Gold], &[activate(Trader), gain(Bao, 1)]),
    panda("PM-14", Monk, 5, &[Bao, Water, Water], &[activate(Trader), activate(Collector)]),
    panda("PM-15", Monk, 6, &[Gold], &[activate(Builder)]),
    panda("PM-16", Monk, 6, &[Bamboo, Water], &[activate(Trader), REST]),
    panda("PM-17", Monk, 6, &[Bamboo, Gold, Water], &[ACTIVATE, REST]),
];

const fn need(count: u8, kind: Kind) -> Need {
    Need { count, kind }
}

const fn a(
    id: &'static str,
    cost: &'static [Resource],
    pandas: u8,
    points: u8,
    area: Area,
    effect: &'static [Operation],
) -> building::Face {
    let ability = Some(Ability::AfterAction { area, effect });
    building::Face { id, kind: Type::A, cost, pandas, points, condition: None, ability }
}

const fn b(
    id: &'static str,
    cost: &'static [Resource],
    pandas: u8,
    points: u8,
    needs: &'static [Need],
    ability: Ability,
) -> building::Face {
    let condition = Some(Condition { needs, scope: Scope::AllOwnBuildings });
    building::Face { id, kind: Type::B, cost, pandas, points, condition, ability: Some(ability) }
}

const fn c(
    id: &'static str,
    cost: &'static [Resource],
    pandas: u8,
    points: u8,
    needs: &'static [Need],
) -> building::Face {
    let condition = Some(Condition { needs, scope: Scope::ThisBuilding });
    building::Face { id, kind: Type::C, cost, pandas, points, condition, ability: None }
}

const fn change(change: DieChange) -> Ability {
    Ability::ChangeDie { change }
}

const fn on_die(value: u8, effect: &'static [Operation]) -> Ability {
    Ability::OnDie { effect, value }
}

/// The buildings: id, resources, pandas, points, then what triggers it or what its condition asks for, then its effect.
pub(super) static BUILDINGS: [building::Face; 32] = [
    a("A-01", &[Bao, Water], 1, 1, Area::Market, &[gain(Bamboo, 1)]),
    a("A-02", &[Bamboo, Gold, Water], 2, 2, Area::Market, &[any(1)]),
    a("A-03", &[Bao, Bao, Gold], 2, 2, Area::Market, &[HIRE]),
    a("A-04", &[Bamboo, Gold], 1, 1, Area::Build, &[any(1)]),
    a("A-05", &[Bamboo, Bamboo], 1, 1, Area::Build, &[REST]),
    a("A-06", &[Bamboo, Bao], 1, 1, Area::Hire, &[gain(Water, 1)]),
    a("A-07", &[Water, Water], 1, 1, Area::Hire, &[EXCHANGE]),
    a("A-08", &[Bamboo, Bao, Water], 2, 2, Area::Hire, &[gain(Gold, 1)]),
    a("A-09", &[Gold, Water], 1, 1, Area::Activate, &[gain(Bao, 1)]),
    a("A-10", &[Bao, Gold, Water], 2, 2, Area::Activate, &[activate(Collector)]),
    b("B-01", &[Bamboo, Bamboo, Bao], 3, 3, &[need(3, Collector)], change(DieChange::OneUpOrDown)),
    b("B-02", &[Bamboo, Bao, Bao], 3, 3, &[need(3, Builder)], change(DieChange::OneUpOrDown)),
    b("B-03", &[Gold, Water, Water], 3, 3, &[need(3, Trader)], change(DieChange::TwoUp)),
    b("B-04", &[Bamboo, Gold, Water], 3, 3, &[need(3, Monk)], change(DieChange::TwoDown)),
    b("B-05", &[Bamboo, Bamboo, Gold, Water], 3, 4, &[need(4, Builder)], on_die(1, &[any(1)])),
    b("B-06", &[Bao, Bao, Gold, Water], 3, 4, &[need(4, Trader)], on_die(3, &[gain(Gold, 1)])),
    b("B-07", &[Bamboo, Bao, Water, Water], 3, 4, &[need(4, Collector)], on_die(2, &[HIRE])),
    b("B-08", &[Bamboo, Bao, Gold, Water], 3, 4, &[need(4, Monk)], on_die(5, &[ACTIVATE])),
    b("B-09", &[Bamboo, Water, Water], 3, 3, &[need(2, Builder), need(2, Trader)], change(DieChange::Opposite)),
    b("B-10", &[Bamboo, Bao, Gold], 3, 3, &[need(2, Collector), need(2, Monk)], change(DieChange::Reroll)),
    b(
        "B-11",
        &[Bao, Water],
        2,
        2,
        &[need(1, Builder), need(1, Trader), need(1, Collector), need(1, Monk)],
        on_die(4, &[EXCHANGE]),
    ),
    b(
        "B-12",
        &[Bamboo, Bao, Gold, Water],
        4,
        5,
        &[need(2, Builder), need(2, Trader), need(2, Collector), need(2, Monk)],
        on_die(6, &[gain(Bao, 1)]),
    ),
    c("C-01", &[Bamboo, Water], 3, 3, &[need(3, Collector)]),
    c("C-02", &[Bamboo, Gold], 3, 3, &[need(3, Builder)]),
    c("C-03", &[Bao, Water], 3, 3, &[need(3, Trader)]),
    c("C-04", &[Bao, Gold], 3, 3, &[need(3, Monk)]),
    c("C-05", &[Bamboo, Bao, Gold], 4, 4, &[need(2, Builder), need(2, Trader)]),
    c("C-06", &[Bamboo, Bao, Water], 4, 4, &[need(2, Builder), need(2, Collector)]),
    c("C-07", &[Bamboo, Bamboo, Water], 4, 4, &[need(2, Builder), need(2, Monk)]),
    c("C-08", &[Bao, Gold, Water], 4, 4, &[need(2, Trader), need(2, Collector)]),
    c("C-09", &[Bao, Water, Water], 4, 4, &[need(2, Trader), need(2, Monk)]),
    c("C-10", &[Bamboo, Bao, Gold], 4, 4, &[need(2, Collector), need(2, Monk)]),
];

const fn mission(id: &'static str, builder: Rate, trader: Rate, monk: Rate, collector: Rate) -> MissionFace {
    MissionFace { id, rates: Rates { builder, collector, monk, trader } }
}

/// The missions: id, then the rates of builders, traders, monks and collectors. Each kind is twice at each rate.
pub(super) static MISSIONS: [MissionFace; 8] = [
    mission("EM-1", TwoEach, OneEach, OneForTwo, Nothing),
    mission("EM-2", TwoEach, Nothing, OneForTwo, OneEach),
    mission("EM-3", Nothing, TwoEach, OneEach, OneForTwo),
    mission("EM-4", OneEach, TwoEach, Nothing, OneForTwo),
    mission("EM-5", OneForTwo, Nothing, TwoEach, OneEach),
    mission("EM-6", OneForTwo, OneEach, TwoEach, Nothing),
    mission("EM-7", OneEach, OneForTwo, Nothing, TwoEach),
    mission("EM-8", Nothing, OneForTwo, OneEach, TwoEach),
];

const fn of(count: u8, kind: Type) -> BuildingNeed {
    BuildingNeed { count, kind }
}

const fn task(id: &'static str, buildings: &'static [BuildingNeed], pandas: &'static [Need], points: u8) -> TaskFace {
    TaskFace { id, buildings, pandas, points }
}

/// The tasks: id, buildings, pandas in the play area or behind buildings, points.
pub(super) static TASKS: [TaskFace; 8] = [
    task("ET-1", &[of(2, Type::B)], &[need(3, Builder), need(1, Collector), need(3, Monk)], 4),
    task("ET-2", &[of(2, Type::A)], &[need(3, Trader), need(3, Collector), need(1, Monk)], 3),
    task("ET-3", &[of(2, Type::C)], &[need(3, Builder), need(3, Trader), need(1, Collector)], 4),
    task("ET-4", &[of(1, Type::A), of(1, Type::B)], &[need(1, Trader), need(3, Collector), need(3, Monk)], 3),
    task("ET-5", &[of(1, Type::B), of(1, Type::C)], &[need(3, Builder), need(3, Collector), need(1, Monk)], 4),
    task("ET-6", &[of(1, Type::A), of(1, Type::C)], &[need(1, Builder), need(3, Trader), need(3, Monk)], 3),
    task(
        "ET-7",
        &[of(1, Type::A), of(1, Type::B), of(1, Type::C)],
        &[need(3, Builder), need(1, Trader), need(3, Monk)],
        5,
    ),
    task("ET-8", &[of(2, Type::A), of(1, Type::B)], &[need(1, Builder), need(3, Trader), need(3, Collector)], 4),
];

/// The facts that a worked example of the rulebook fixes, by id and name of the fact; every other one is reconstructed.
pub(super) const IN_THE_RULEBOOK: [(&str, &[&str]); 7] = [
    ("PB-07", &["sum", "effect"]),
    ("PC-08", &["die", "sum", "effect"]),
    ("B-01", &["type", "cost", "pandas", "condition", "points"]),
    ("B-02", &["cost", "pandas"]),
    ("C-01", &["type", "condition", "points"]),
    ("EM-1", &["builder", "collector", "monk", "trader"]),
    ("ET-1", &["buildings", "pandas"]),
];
