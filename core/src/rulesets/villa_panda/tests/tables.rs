//! The tables of cards held against those of the dossier (`fixtures/rules/villa-panda.json`).

use serde_json::{Value, json};

use super::vectors::{dossier, number, text};
use super::*;

fn icons(card: &Value) -> Vec<Value> {
    let icon = |effect: &Value| match text(&effect["op"]) {
        "gain" if effect["resource"] == "any" => json!({"type": "gain-any", "count": effect["n"]}),
        "gain" => json!({"type": "gain", "count": effect["n"], "resource": effect["resource"]}),
        "activate_any" => json!({"type": "activate-any"}),
        "activate_type" => json!({"type": "activate", "kind": effect["type"]}),
        op => json!({ "type": op }),
    };
    card["effects"].as_array().expect("effects").iter().map(icon).collect()
}

fn cost(value: &Value) -> Resources {
    let each = Resource::ALL.map(|resource| (resource, value.get(resource.name()).map_or(0, number)));
    counted(&each)
}

fn json_of(value: impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("it writes")
}

#[test]
fn the_panda_cards_are_those_of_the_dossier() {
    let dossier = dossier();
    let starting = dossier["starting_cards"].as_array().expect("cards");
    let rows = starting.iter().chain(dossier["panda_cards"].as_array().expect("cards"));
    let rows: Vec<&Value> = rows.collect();
    assert_eq!(rows.len(), 82);
    for (row, panda) in rows.into_iter().zip(Panda::all()) {
        assert_eq!(row["id"], json!(panda.id()));
        assert_eq!(row["type"], json!(panda.kind()), "{panda}");
        assert_eq!(row["activation"], json!(panda.values().collect::<Vec<_>>()), "{panda}");
        assert_eq!(cost(&row["cost"]), panda.cost(), "{panda}");
        assert_eq!(icons(row), panda.effect().iter().map(json_of).collect::<Vec<_>>(), "{panda}");
        assert_eq!(row.get("symbol").map(text), panda.symbol().map(panda::Symbol::name), "{panda}");
    }
}

fn need(value: &Value) -> Vec<(String, u8)> {
    let mut needs: Vec<_> =
        value.as_object().into_iter().flatten().map(|(kind, count)| (kind.clone(), number(count))).collect();
    needs.sort();
    needs
}

fn needed(needs: &[Need]) -> Vec<(String, u8)> {
    let mut needs: Vec<_> = needs.iter().map(|need| (need.kind.name().to_owned(), need.count)).collect();
    needs.sort();
    needs
}

fn ability(row: &Value) -> Value {
    let prerequisite = &row["prerequisite"];
    match prerequisite["kind"].as_str() {
        Some("villa_action") => json!({"type": "after-action", "area": prerequisite["action"], "effect": icons(row)}),
        Some("die") => json!({"type": "on-die", "effect": icons(row), "value": prerequisite["value"]}),
        Some("roll") => {
            let change = match text(&row["effects"][0]["mod"]) {
                "+1/-1" => "one-up-or-down",
                "+2" => "two-up",
                "-2" => "two-down",
                other => other,
            };
            json!({"type": "change-die", "change": change})
        }
        _ => Value::Null,
    }
}

#[test]
fn the_buildings_are_those_of_the_dossier() {
    let dossier = dossier();
    let rows = dossier["buildings"].as_array().expect("buildings");
    assert_eq!(rows.len(), 32);
    for (row, building) in rows.iter().zip(Building::all()) {
        assert_eq!(row["id"], json!(building.id()));
        assert_eq!(row["kind"], json!(building.kind()), "{building}");
        assert_eq!(cost(&row["cost"]), building.cost(), "{building}");
        assert_eq!((number(&row["pandas"]), number(&row["vp"])), (building.pandas(), building.points()), "{building}");
        let condition = building.condition();
        let scope = row["condition"]["scope"].as_str().map(|scope| scope == "this_building");
        assert_eq!(condition.map(|condition| condition.scope == Scope::ThisBuilding), scope, "{building}");
        let needs = condition.map_or(&[][..], |condition| condition.needs);
        assert_eq!(need(&row["condition"]["need"]), needed(needs), "{building}");
        assert_eq!(json_of(building.ability()), ability(row), "{building}");
    }
}

#[test]
fn the_missions_and_tasks_are_those_of_the_dossier() {
    let dossier = dossier();
    for (row, mission) in dossier["missions"].as_array().expect("missions").iter().zip(Mission::all()) {
        assert_eq!(row["id"], json!(mission.id()));
        for kind in Kind::ALL {
            assert_eq!(row["rates"][kind.name()], json!(mission.rates().of(kind).words()), "{mission}, {kind}");
        }
    }
    for (row, task) in dossier["tasks"].as_array().expect("tasks").iter().zip(Task::all()) {
        assert_eq!((&row["id"], number(&row["vp"])), (&json!(task.id()), task.points()));
        let buildings = task.buildings().iter().map(|need| (need.kind.name().to_owned(), need.count));
        assert_eq!(need(&row["buildings"]), buildings.collect::<Vec<_>>(), "{task}");
        assert_eq!(need(&row["pandas"]), needed(task.pandas()), "{task}");
    }
}

#[test]
fn the_catalogue_says_of_each_fact_whether_the_rulebook_tells_it() {
    use crate::rulesets::catalogue::Source;
    let dossier = dossier();
    let told = |id: &str| {
        let component = catalogue().into_iter().find(|component| component.id == id).expect("in the catalogue");
        let told = component.facts.into_iter().filter(|fact| fact.source == Source::Rulebook).map(|fact| fact.name);
        told.collect::<Vec<_>>()
    };
    for row in dossier["buildings"].as_array().expect("buildings") {
        let names = row["rulebook_fields"].as_array().into_iter().flatten().map(|name| match text(name) {
            "kind" => "type",
            "vp" => "points",
            other => other,
        });
        let mut expected: Vec<&str> = names.collect();
        let mut found = told(text(&row["id"]));
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{}", row["id"]);
    }
    // The dice example: a 9 that hires, and two gold for the 9 and for the 3.
    assert_eq!(told("PB-07"), ["sum", "effect"]);
    assert_eq!(told("PC-08"), ["die", "sum", "effect"]);
    assert_eq!(told("PB-08"), [""; 0]);
    assert_eq!(told("ET-1"), ["buildings", "pandas"]);
}
