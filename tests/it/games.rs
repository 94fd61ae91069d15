//! Games: create, look, list.

use std::collections::BTreeSet;

use pandect::kernel::Hash;
use serde_json::{Value, json};

use crate::game::{Game, request, seed};
use crate::server::Server;

/// The fields of a game.
const FIELDS: [&str; 15] = [
    "awaiting",
    "created_at",
    "entropy",
    "head",
    "id",
    "options",
    "outcome",
    "outcome_words",
    "ruleset",
    "seats",
    "seed_commitment",
    "seed_origin",
    "server_seed",
    "status",
    "tournament",
];

/// Somebody who plays for themselves.
fn player(name: &str) -> Value {
    json!({ "name": name, "bot": null })
}

fn fields(value: &Value) -> Vec<&String> {
    value.as_object().expect("an object").keys().collect()
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).expect("hex")).collect()
}

#[test]
fn a_created_game_is_answered_whole_with_where_it_is() {
    let server = Server::start();
    let answer = server.organiser().post("/v1/games", &request(3, &seed("36")));
    let created = answer.expect(201);
    assert_eq!(fields(&created), ["game", "tokens"]);
    let game = &created["game"];
    assert_eq!(fields(game), FIELDS);
    let location = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
    assert_eq!(answer.header("Location"), Some(location.as_str()));
    assert_eq!(answer.etag(), format!("\"{}\"", game["head"]["hash"].as_str().expect("a hash")));
    assert_eq!(game["ruleset"], json!({ "name": "red-panda", "version": 1 }));
    assert_eq!(game["seats"], json!([player("Ada"), player("Bo"), player("Cy")]));
    assert_eq!((&game["status"], &game["awaiting"]), (&json!("running"), &json!([0])));
    assert_eq!(game["head"]["index"], 0);
    assert_eq!((&game["entropy"], &game["seed_origin"]), (&json!("none"), &json!("supplied")));
    for secret in ["outcome", "outcome_words", "server_seed", "tournament"] {
        assert_eq!(game[secret], Value::Null, "{secret}");
    }
    let looked = server.spectator().get(&location);
    assert_eq!(looked.expect(200), *game);
    assert_eq!(looked.etag(), answer.etag());
}

#[test]
fn what_is_left_out_of_a_request_takes_its_default() {
    let server = Server::start();
    let least = json!({ "ruleset": "red-panda", "seats": [{ "name": "Ada" }, { "name": "Bo" }] });
    let game = server.organiser().post("/v1/games", &least).expect(201)["game"].clone();
    assert_eq!((&game["entropy"], &game["seed_origin"]), (&json!("none"), &json!("server")));
    assert_eq!(game["options"]["mimicry_mandatory"], true);
    let nulls = json!({ "ruleset": "red-panda", "seats": [{ "name": "Ada" }, { "name": "Bo" }], "options": null, "seed": null });
    let other = server.organiser().post("/v1/games", &nulls).expect(201)["game"].clone();
    assert_eq!(other["options"], game["options"]);
    assert_ne!(other["seed_commitment"], game["seed_commitment"], "each game has a seed of its own");
}

#[test]
fn the_commitment_is_the_tagged_hash_of_the_seed() {
    let server = Server::start();
    let game = Game::new(&server, 2, "97");
    let commitment = Hash::of(&[b"pandect/seed/v1\n".as_slice(), &hex(&seed("97"))].concat());
    assert_eq!(game.look(&server)["seed_commitment"], commitment.to_string());
}

#[test]
fn every_seat_has_a_token_of_its_own_that_is_shown_once() {
    let server = Server::start();
    let game = Game::new(&server, 6, "36");
    let tokens: BTreeSet<_> = game.tokens.iter().collect();
    assert_eq!(tokens.len(), 6);
    assert!(tokens.iter().all(|token| token.starts_with("pds_") && token.len() == 47), "{tokens:?}");
    assert!(!game.look(&server).to_string().contains("pds_"));
}

#[test]
fn a_game_that_is_over_tells_its_outcome_and_its_seed() {
    let server = Server::start();
    let game = Game::new(&server, 2, "97");
    let last = game.play_to_the_end(&server).pop().expect("a last move");
    let over = game.look(&server);
    assert_eq!(fields(&over), FIELDS);
    assert_eq!((&over["status"], &over["awaiting"]), (&json!("over"), &json!([])));
    assert_eq!(over["server_seed"], seed("97"));
    assert_eq!(over["head"]["index"], last["event"]["record"]["index"]);
    let outcome = &over["outcome"];
    assert_eq!(fields(outcome), ["forfeited", "ranking", "reason", "scores"]);
    assert_eq!(fields(&outcome["reason"]), ["type", "values"]);
    assert!(over["outcome_words"].as_str().is_some_and(|words| !words.is_empty()), "{over}");
    assert_eq!(
        outcome["ranking"].as_array().expect("a ranking").iter().flat_map(|place| place.as_array()).flatten().count(),
        2
    );
}

#[test]
fn the_entity_tag_of_a_game_is_the_hash_of_its_head_and_changes_with_every_event() {
    let server = Server::start();
    let game = Game::new(&server, 2, "97");
    let mut tags = BTreeSet::new();
    for index in 0..4 {
        game.play_until(&server, index);
        let answer = server.spectator().get(&game.path(""));
        let head = answer.expect(200)["head"].clone();
        assert_eq!(head["index"], index);
        assert_eq!(answer.etag(), format!("\"{}\"", head["hash"].as_str().expect("a hash")));
        tags.insert(answer.etag());
    }
    assert_eq!(tags.len(), 4);
}

#[test]
fn a_client_that_has_the_game_is_answered_that_it_is_unchanged() {
    let server = Server::start();
    let game = Game::new(&server, 2, "97");
    let path = game.path("");
    let tag = server.spectator().get(&path).etag();
    let ask = |tags: &str| server.spectator().call("GET", &path).header("If-None-Match", tags).send();
    for tags in [tag.clone(), format!("W/{tag}"), "*".into(), format!("\"other\", {tag}")] {
        let answer = ask(&tags);
        assert_eq!(answer.expect(304), Value::Null, "{tags}");
        assert_eq!(answer.etag(), tag);
    }
    for tags in ["\"other\"", tag.trim_matches('"'), ""] {
        ask(tags).expect(200);
    }
    game.play_until(&server, 1);
    assert_eq!(ask(&tag).expect(200)["head"]["index"], 1);
}

#[test]
fn head_answers_what_get_does_without_a_body() {
    let server = Server::start();
    let game = Game::over(&server);
    for path in ["/v1/rulesets", "/v1/games", &game.path(""), &game.path("/state"), &game.path("/bundle"), "/healthz"] {
        let get = server.spectator().get(path);
        let head = server.spectator().call("HEAD", path).send();
        assert_eq!((head.expect(200), head.bytes.len()), (Value::Null, 0), "{path}");
        for name in ["Content-Length", "Content-Type", "ETag"] {
            assert_eq!(head.header(name), get.header(name), "{path}: {name}");
        }
    }
    let missing = server.spectator().call("HEAD", "/v1/games/no-id").send();
    assert_eq!((missing.status, missing.bytes.len()), (400, 0));
    let posted = server.spectator().call("HEAD", &game.path("/moves")).send();
    assert_eq!((posted.status, posted.header("Allow")), (405, Some("POST, OPTIONS")));
}
