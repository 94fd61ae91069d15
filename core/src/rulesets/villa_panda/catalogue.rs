//! Every component of the box, with where each printed fact is from.

use super::area::Area;
use super::building::{Ability, Building, Need, Scope};
use super::cards::IN_THE_RULEBOOK;
use super::emperor::{Mission, Task};
use super::operation::Operation;
use super::panda::{Kind, Panda};
use super::resource::{Goods, Resource};
use super::state::MEEPLES;
use crate::rulesets::catalogue::{Component, Fact, Source};

/// Every component of the box: 12 starting cards and 70 panda cards, 32 buildings, 8 missions and 8 tasks, the areas of
/// the board, resources, dice and meeples. What is all alike is one entry with its number.
///
/// The rulebook tells the counts and the areas; of what is printed on cards it tells what its worked examples show, and
/// everything else is reconstructed.
pub fn catalogue() -> Vec<Component> {
    let pandas = Panda::all().map(panda);
    let buildings = Building::all().map(building);
    let missions = Mission::all().map(mission);
    let tasks = Task::all().map(task);
    let areas = Area::ALL.into_iter().map(area);
    let resources = Resource::ALL.into_iter().map(resource);
    let meeples = ["blue", "pink", "yellow", "green"].into_iter().map(meeples);
    let dice = Component { id: "DICE".into(), kind: "die", facts: vec![Fact::number("number", 2, Source::Rulebook)] };
    pandas
        .chain(buildings)
        .chain(missions)
        .chain(tasks)
        .chain(areas)
        .chain(resources)
        .chain(meeples)
        .chain([dice])
        .collect()
}

/// Where a fact of a card is from.
fn source(id: &str, fact: &str) -> Source {
    let told = IN_THE_RULEBOOK.iter().any(|(card, facts)| *card == id && facts.contains(&fact));
    if told { Source::Rulebook } else { Source::Reconstructed }
}

/// A fact of a card, with its source.
fn text(id: &str, name: &'static str, value: impl Into<String>) -> Fact {
    Fact::text(name, value, source(id, name))
}

fn number(id: &str, name: &'static str, value: u8) -> Fact {
    Fact::number(name, i32::from(value), source(id, name))
}

fn list(id: &str, name: &'static str, value: impl IntoIterator<Item = String>) -> Fact {
    Fact::list(name, value, source(id, name))
}

fn icons(effect: &[Operation]) -> impl Iterator<Item = String> {
    effect.iter().map(|operation| operation.words())
}

fn goods(goods: Goods) -> String {
    if goods.0.total() == 0 { "nothing".into() } else { goods.to_string() }
}

fn panda(panda: Panda) -> Component {
    let id = panda.id();
    let mut facts = vec![text(id, "type", panda.kind().name()), number(id, "die", panda.die())];
    facts.extend(panda.sum().map(|sum| number(id, "sum", sum)));
    facts.push(text(id, "cost", goods(Goods(panda.cost()))));
    facts.push(list(id, "effect", icons(panda.effect())));
    // That a starting card bears a symbol the rulebook tells, which card bears which it does not.
    facts.extend(panda.symbol().map(|symbol| text(id, "symbol", symbol.name())));
    let kind = if panda.symbol().is_some() { "starting-panda-card" } else { "panda-card" };
    Component { id: id.into(), kind, facts }
}

fn needs(needs: &[Need]) -> impl Iterator<Item = String> {
    needs.iter().map(|need| format!("{} {}", need.count, need.kind))
}

fn building(building: Building) -> Component {
    let id = building.id();
    let mut facts = vec![
        text(id, "type", building.kind().name()),
        text(id, "cost", goods(Goods(building.cost()))),
        number(id, "pandas", building.pandas()),
        number(id, "points", building.points()),
    ];
    facts.extend(building.condition().map(|condition| {
        let place = match condition.scope {
            Scope::AllOwnBuildings => "behind all own buildings",
            Scope::ThisBuilding => "behind this building",
        };
        let needed = needs(condition.needs).collect::<Vec<_>>().join(", ");
        text(id, "condition", format!("{needed} {place}"))
    }));
    facts.extend(building.ability().into_iter().flat_map(|ability| {
        let (trigger, effect) = match ability {
            Ability::AfterAction { area, effect } => (format!("action {area}"), icons(effect).collect()),
            Ability::ChangeDie { change } => ("roll".into(), vec![change.words().to_owned()]),
            Ability::OnDie { value, effect } => (format!("die {value}"), icons(effect).collect()),
        };
        [text(id, "prerequisite", trigger), list(id, "effect", effect)]
    }));
    Component { id: id.into(), kind: "building-card", facts }
}

fn mission(mission: Mission) -> Component {
    let id = mission.id();
    let rate = |kind: Kind| text(id, kind.name(), mission.rates().of(kind).words());
    Component { id: id.into(), kind: "mission-card", facts: Kind::ALL.into_iter().map(rate).collect() }
}

fn task(task: Task) -> Component {
    let id = task.id();
    let buildings = task.buildings().iter().map(|need| format!("{} type {}", need.count, need.kind.name()));
    let facts = vec![
        list(id, "buildings", buildings),
        list(id, "pandas", needs(task.pandas())),
        number(id, "points", task.points()),
    ];
    Component { id: id.into(), kind: "task-card", facts }
}

fn area(area: Area) -> Component {
    let facts = vec![
        Fact::text("resource", format!("1 {}", area.resource()), Source::Rulebook),
        Fact::text("action", area.action().words(), Source::Rulebook),
        // The picture of the board is not known: VP-3.
        Fact::text("clockwise", "market, build, hire, activate", Source::Reconstructed),
    ];
    Component { id: format!("AREA-{}", area.name().to_uppercase()), kind: "board-area", facts }
}

fn resource(resource: Resource) -> Component {
    let facts = vec![Fact::number("number", i32::from(resource.in_the_box()), Source::Rulebook)];
    Component { id: resource.name().to_uppercase(), kind: "resource", facts }
}

fn meeples(colour: &str) -> Component {
    // The examples of the rulebook name two of the four colours.
    let known = matches!(colour, "blue" | "pink");
    let facts = vec![
        Fact::text("colour", colour, if known { Source::Rulebook } else { Source::Reconstructed }),
        Fact::number("number", i32::from(MEEPLES), Source::Rulebook),
    ];
    Component { id: format!("MEEPLE-{}", colour.to_uppercase()), kind: "panda-meeple", facts }
}
