//! Names of players.

use serde_json::json;

use super::Bench;
use crate::game::{request, seed};

#[test]
fn a_name_that_is_empty_too_long_or_no_line_of_text_is_refused_with_its_place() {
    let bench = Bench::new();
    let long = "x".repeat(65);
    let wide = "熊".repeat(65);
    for name in [
        "",
        " ",
        "\t",
        "\u{a0}\u{3000}",
        &long,
        &wide,
        "a\u{0}b",
        "a\nb",
        "a\rb",
        "a\u{1b}[2J",
        "a\u{7f}",
        "a\u{85}b",
        "a\u{2028}b",
        "a\u{2029}b",
    ] {
        for seat in 0..2 {
            let mut body = request(2, &seed("00"));
            body["seats"][seat]["name"] = json!(name);
            let problem = bench.post(None, "/v1/games", body.to_string()).refused(422, "invalid-body");
            assert_eq!(problem["at"], format!("seats[{seat}].name"), "{name:?}");
        }
    }
    bench.assert_untouched();
}

#[test]
fn a_name_may_have_64_characters_of_any_script() {
    let bench = Bench::new();
    for name in ["x".repeat(64), "熊".repeat(64), "🐼".repeat(64), "Zoë \"O'Neill\" <b>&\\".into(), "عَلِيّ".into()]
    {
        let mut body = request(2, &seed("00"));
        body["seats"][1]["name"] = json!(name);
        let created = bench.post(None, "/v1/games", body.to_string()).expect(201);
        assert_eq!(created["game"]["seats"][1]["name"], name);
        let id = created["game"]["id"].as_str().expect("an id");
        let audit = bench.server.spectator().get(&format!("/v1/games/{id}/audit")).expect(200);
        assert_eq!(audit["verdict"], "incomplete", "{name}: {audit}");
    }
}

#[test]
fn two_players_may_have_one_name() {
    let bench = Bench::new();
    let mut body = request(2, &seed("00"));
    body["seats"][1]["name"] = body["seats"][0]["name"].clone();
    bench.post(None, "/v1/games", body.to_string()).expect(201);
}
