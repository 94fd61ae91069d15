//! What people type: kept composed, compared without regard to case, and refused where nobody could see it.

use serde_json::json;

use crate::game::Game;
use crate::server::Server;
use crate::tournaments::Tournament;

/// Text with what turns the rest of its line around.
const TURNED: &str = "Ada\u{202e}oB";

fn cup<'a>(server: &'a Server, names: &[&str]) -> Tournament<'a> {
    let request = json!({ "name": "Cup", "format": { "type": "open" }, "rulesets": [{ "ruleset": "red-panda" }] });
    Tournament::create(server, &request, names)
}

#[test]
fn a_name_is_in_the_log_as_it_was_composed_and_still_verifies() {
    let server = Server::start();
    let cup = cup(&server, &["  Zoe\u{308} ", "می\u{200c}خواهم", "👩\u{200d}🚀"]);
    let events = cup.get("/events");
    let texts: Vec<_> = (1..4).map(|index| events["events"][index]["texts"][0]["text"].clone()).collect();
    assert_eq!(texts, ["Zo\u{eb}", "می\u{200c}خواهم", "👩\u{200d}🚀"]);
    assert_eq!(cup.get("/audit")["verdict"], "verified");
}

#[test]
fn a_name_that_differs_in_case_or_composition_alone_is_taken() {
    let server = Server::start();
    let cup = cup(&server, &["Ada", "Zo\u{eb}", "Strauß"]);
    for name in ["ada", "ADA", " Ada", "ZOE\u{308}", "STRAUSS"] {
        cup.post("/players", &json!({ "name": name })).refused(409, "name-taken");
    }
    assert_eq!(cup.get("")["players"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_name_that_could_be_taken_for_another_is_registered_with_a_warning() {
    let server = Server::start();
    let cup = cup(&server, &["Barney", "Di"]);
    let registered = cup.post("/players", &json!({ "name": "Bamey" })).expect(201);
    let look_alikes = |answer: &serde_json::Value| -> Vec<_> {
        let players = answer["players"].as_array().expect("players").iter();
        players.map(|player| player["look_alikes"].clone()).collect()
    };
    assert_eq!(look_alikes(&registered["tournament"]), [json!([2]), json!([]), json!([0])]);
    assert_eq!(look_alikes(&cup.get("")), [json!([2]), json!([]), json!([0])]);
}

#[test]
fn what_nobody_sees_is_refused_wherever_people_type() {
    let server = Server::start();
    let cup = cup(&server, &["Ada", "Bo"]);
    let game = Game::new(&server, 2, "97");
    let players = [json!({ "name": "Ada" }), json!({ "name": TURNED })];
    let refused = [
        (server.organiser().post("/v1/games", &json!({ "ruleset": "red-panda", "seats": players })), "seats[1].name"),
        (cup.post("/players", &json!({ "name": TURNED })), "name"),
        (cup.post("/rulings", &json!({ "text": TURNED })), "text"),
        (
            server.organiser().post(
                &game.path("/adjudication"),
                &json!({ "outcome": { "ranking": [[0], [1]], "scores": [1, 0] }, "reason": TURNED }),
            ),
            "reason",
        ),
    ];
    for (answer, field) in refused {
        let problem = answer.refused(422, "invalid-body");
        assert_eq!(problem["at"], field);
        assert!(problem["detail"].as_str().expect("a detail").contains("U+202E"), "{problem}");
    }
    let title = json!({ "name": TURNED, "format": { "type": "open" }, "rulesets": [{ "ruleset": "red-panda" }] });
    assert_eq!(server.organiser().post("/v1/tournaments", &title).refused(422, "invalid-body")["at"], "name");
    assert_eq!(game.look(&server)["head"]["index"], 0, "nothing was written");
    assert_eq!(cup.get("")["head"]["index"], 2, "nothing was written");
}
