//! What can be played.

use std::collections::BTreeSet;
use std::path::Path;

use pandect::rulesets::any::RulesetName;
use serde_json::{Value, json};

use crate::binary::ROOT;
use crate::server::Server;

/// Every ruleset with its fewest and most seats, as the rulebooks have them.
const SEATS: [(&str, u8, u8); 6] = [
    ("red-panda", 2, 6),
    ("panda-rei", 2, 5),
    ("panda-spin", 2, 5),
    ("takenoko", 2, 4),
    ("inori", 2, 4),
    ("villa-panda", 2, 4),
];

#[test]
fn the_rulesets_are_listed_with_versions_seats_and_default_options() {
    let server = Server::start();
    let list = server.spectator().get("/v1/rulesets").expect(200);
    let rulesets = list["rulesets"].as_array().expect("a list");
    let seats = |ruleset: &Value| (ruleset["seats"]["min"].clone(), ruleset["seats"]["max"].clone());
    let listed: Vec<_> = rulesets.iter().map(|ruleset| (ruleset["name"].as_str(), seats(ruleset))).collect();
    let expected = SEATS.map(|(name, min, max)| (Some(name), (json!(min), json!(max))));
    assert_eq!(listed, expected);
    for ruleset in rulesets {
        assert_eq!(ruleset["versions"], json!([1]));
        assert_eq!(ruleset.as_object().expect("an object").len(), 4);
    }
    let red_panda = &server.spectator().get("/v1/rulesets/red-panda").expect(200)["options"];
    assert_eq!(red_panda["starter"], "drawn");
    assert_eq!(red_panda["series"], json!(null));
}

#[test]
fn the_documents_and_the_room_name_every_ruleset_and_no_other() {
    let read = |path: &str| std::fs::read_to_string(Path::new(ROOT).join(path)).expect("a file");
    let names: Vec<String> = SEATS.iter().map(|(name, ..)| (*name).to_owned()).collect();
    let readme = read("README.md");
    let table = readme.split_once("| ruleset | game | seats |").expect("a table").1;
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split('|').map(str::trim).collect()).collect();
    let seated = SEATS.map(|(name, min, max)| (format!("`{name}`"), format!("{min} to {max}")));
    assert_eq!(rows.iter().map(|row| (row[1].into(), row[3].into())).collect::<Vec<(String, String)>>(), seated);
    // Each ruleset's draws stand under its name in the log.
    let format = read("docs/format.md");
    let drawn = format.lines().filter_map(|line| line.strip_prefix("**`")?.strip_suffix("@1`**"));
    assert_eq!(drawn.collect::<Vec<_>>(), names);
    let words = read("web/words.js");
    let named = words.split_once("RULESETS = {").expect("the names").1.lines().skip(1).take_while(|line| *line != "};");
    let named = named.filter_map(|line| Some(line.split_once(':')?.0.trim().trim_matches('"')));
    assert_eq!(named.collect::<Vec<_>>(), names);
    let built: Vec<&str> = RulesetName::ALL.iter().map(|name| name.as_str()).collect();
    assert_eq!(built, names);
}

#[test]
fn a_ruleset_shows_every_card_with_its_facts_and_where_each_is_from() {
    let server = Server::start();
    let ruleset = server.spectator().get("/v1/rulesets/red-panda").expect(200);
    let list = server.spectator().get("/v1/rulesets").expect(200);
    let named = |ruleset: &&Value| ruleset["name"] == "red-panda";
    let listed = list["rulesets"].as_array().expect("a list").iter().find(named).expect("Red Panda");
    for field in ["name", "versions", "seats", "options"] {
        assert_eq!(ruleset[field], listed[field], "{field}");
    }
    let catalogue = ruleset["catalogue"].as_array().expect("a catalogue");
    let ids: BTreeSet<_> = catalogue.iter().map(|component| component["id"].as_str().expect("an id")).collect();
    assert_eq!(ids.len(), catalogue.len(), "no id comes twice");
    let of = |kind: &str| catalogue.iter().filter(|component| component["kind"] == kind).count();
    let kinds = ["kata", "double-kata", "pagoda-tile", "invisibility-token"];
    assert_eq!(kinds.map(of), [40, 10, 1, 1]);
    assert_eq!(catalogue.len(), 52);
    for component in catalogue {
        for fact in component["facts"].as_array().expect("facts") {
            let source = fact["source"].as_str().expect("a source");
            assert!(["rulebook", "public", "reconstructed"].contains(&source), "{component}");
        }
    }
}

#[test]
fn the_options_of_a_ruleset_make_a_game_as_they_stand() {
    let server = Server::start();
    let options = server.spectator().get("/v1/rulesets/red-panda").expect(200)["options"].clone();
    let request = json!({ "ruleset": "red-panda", "options": options, "seats": [{ "name": "Ada" }, { "name": "Bo" }] });
    let created = server.organiser().post("/v1/games", &request).expect(201);
    assert_eq!(created["game"]["options"], options);
}

#[test]
fn a_ruleset_that_is_not_known_is_refused() {
    let server = Server::start();
    for name in ["chess", "Red-Panda", "red_panda", "%20", "red-panda%00"] {
        server.spectator().get(&format!("/v1/rulesets/{name}")).refused(404, "unknown-ruleset");
    }
}
