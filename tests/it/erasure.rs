//! Words that were erased: logs go on to verify, and nobody is named any more.

use std::fs;
use std::path::Path;

use pandect::kernel::Hash;
use pandect::store::{Settings, Store};
use serde_json::{Value, json};

use crate::binary::{ROOT, command, finish, pandect};
use crate::game::{Game, request, seed};
use crate::server::Server;
use crate::tournaments::Tournament;

/// Erases the text of a commitment in a database that no server has open.
fn erase(database: &Path, commitment: &Value) {
    let store = Store::open(database, Settings::default()).expect("a store");
    let commitment: Hash = commitment.as_str().expect("a commitment").parse().expect("a hash");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    assert_eq!(runtime.block_on(store.erase(commitment)), Ok(true));
    assert_eq!(runtime.block_on(store.erase(commitment)), Ok(false), "it is gone");
    store.close().expect("closed");
}

/// What two verifiers say of a bundle: that it is good, and how many texts are missing.
#[track_caller]
fn verified(bundle: &[u8], missing: &str) {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("bundle");
    fs::write(&file, bundle).expect("a file");
    let file = file.to_str().expect("a path in UTF-8");
    let ended = pandect(&["verify", file]);
    assert_eq!(ended.code, 0, "{ended:?}");
    let line = ended.out.lines().find(|line| line.contains("✓ commitments")).expect("the level");
    assert!(line.ends_with(missing), "{missing}: {line}");
    let verifier = Path::new(ROOT).join("tests/verifier.py");
    let ended = finish(command("python3").arg(verifier).arg(file));
    assert_eq!(ended.code, 0, "{ended:?}");
}

#[test]
fn a_game_whose_name_was_erased_verifies_and_names_nobody_there() {
    let server = Server::start();
    let game = Game::over(&server);
    let created = server.spectator().get(&game.path("/events?limit=1")).expect(200)["events"][0].clone();
    let commitment = created["payload"]["seats"][0]["name"].clone();
    verified(&server.spectator().get(&game.path("/bundle")).bytes, "committed");
    let server = server.restart_after(|database| erase(database, &commitment));

    let seats = json!([{ "name": null, "bot": null }, { "name": "Bo", "bot": null }, { "name": "Cy", "bot": null }]);
    assert_eq!(game.look(&server)["seats"], seats);
    let listed = server.spectator().get("/v1/games").expect(200);
    assert_eq!((&listed["games"][0]["seats"], &listed["unreadable"]), (&seats, &json!([])));
    assert_eq!(server.spectator().get("/v1/games?player=Ada").expect(200)["games"], json!([]));
    assert_eq!(server.spectator().get("/v1/games?player=Bo").expect(200)["games"][0]["id"], game.id);
    let bundle = server.spectator().get(&game.path("/bundle"));
    assert!(!bundle.text().contains("Ada"), "{}", bundle.text());
    let parsed = bundle.expect(200);
    assert_eq!(parsed["events"][0]["payload"], created["payload"], "what was committed to stays");
    assert_eq!(
        parsed["events"][0]["texts"].as_array().expect("texts")[..],
        created["texts"].as_array().expect("texts")[1..]
    );
    verified(&bundle.bytes, "; 1 text erased or left out");
    let audit = server.spectator().get(&game.path("/audit")).expect(200);
    assert_eq!(audit["verdict"], "verified", "{audit}");
    let sent = server.spectator().post("/v1/audit", &parsed).expect(200);
    assert_eq!(sent["verdict"], "verified", "{sent}");
    let check = pandect(&["check", server.database().to_str().expect("a path in UTF-8")]);
    assert_eq!(check.code, 0, "{check:?}");
}

#[test]
fn a_running_game_whose_name_was_erased_is_played_to_its_end() {
    let server = Server::start();
    let game = Game::at(&server, 2, "97", 4);
    let created = server.spectator().get(&game.path("/events?limit=1")).expect(200)["events"][0].clone();
    let server = server.restart_after(|database| erase(database, &created["payload"]["seats"][1]["name"]));
    game.play_to_the_end(&server);
    verified(&server.spectator().get(&game.path("/bundle")).bytes, "; 1 text erased or left out");
}

#[test]
fn the_reason_of_an_organiser_can_be_erased_and_the_end_stands() {
    let server = Server::start();
    let game = Game::create(&server, &request(2, &seed("97")));
    let end = json!({ "outcome": { "ranking": [[0], [1]], "scores": [1, 0] }, "reason": "Bo fell ill" });
    let accepted = server.organiser().post(&game.path("/adjudication"), &end).expect(201);
    let commitment = accepted["event"]["payload"]["text"].clone();
    assert_eq!(
        accepted["event"]["texts"][0],
        json!({
            "commitment": commitment, "salt": accepted["event"]["texts"][0]["salt"], "text": "Bo fell ill"
        })
    );
    let server = server.restart_after(|database| erase(database, &commitment));
    let bundle = server.spectator().get(&game.path("/bundle"));
    let last = &bundle.expect(200)["events"][1];
    assert_eq!((&last["payload"]["text"], &last["texts"]), (&commitment, &json!([])));
    let look = game.look(&server);
    assert_eq!(
        (&look["outcome"]["ranking"], &look["outcome_words"]),
        (&json!([[0], [1]]), &json!("an organiser ended the game"))
    );
    verified(&bundle.bytes, "; 1 text erased or left out");
}

#[test]
fn a_player_of_a_tournament_is_erased_from_it_and_from_all_games() {
    let server = Server::start();
    let asked = json!({ "name": "Cup", "format": { "type": "open" }, "rulesets": [{ "ruleset": "red-panda" }] });
    let tournament = Tournament::create(&server, &asked, &["Ada", "Bo"]);
    let played = |players: [u32; 2]| {
        let seated = json!({ "players": players, "seed": "97".repeat(32) });
        let (game, _) = tournament.tables("/games", &seated).remove(0);
        game.play_to_the_end(&server);
        game
    };
    let games = [played([0, 1]), played([1, 0])];
    let registered = tournament.get("/events")["events"][1].clone();
    assert_eq!(registered["texts"][0]["text"], "Ada");
    let (id, commitment) = (tournament.id.clone(), registered["payload"]["name"].clone());
    for (game, seat) in games.iter().zip([0, 1]) {
        let created = server.spectator().get(&game.path("/events?limit=1")).expect(200)["events"][0].clone();
        assert_eq!(created["payload"]["seats"][seat]["name"], commitment, "a game repeats the commitment");
    }
    let server = server.restart_after(|database| erase(database, &commitment));

    let path = |rest: &str| format!("/v1/tournaments/{id}{rest}");
    let look = server.spectator().get(&path("")).expect(200);
    assert_eq!(
        (&look["name"], &look["players"][0]["name"], &look["players"][1]["name"]),
        (&json!("Cup"), &Value::Null, &json!("Bo"))
    );
    let standings = server.spectator().get(&path("/standings")).expect(200);
    let row = |player: u64| {
        let rows = standings["standings"].as_array().expect("rows").iter();
        rows.clone().find(|row| row["player"] == player).expect("a row").clone()
    };
    assert_eq!((&row(0)["name"], &row(1)["name"]), (&Value::Null, &json!("Bo")));
    for (game, seat) in games.iter().zip([0, 1]) {
        let look = game.look(&server);
        assert_eq!((&look["seats"][seat]["name"], &look["seats"][1 - seat]["name"]), (&Value::Null, &json!("Bo")));
        verified(&server.spectator().get(&game.path("/bundle")).bytes, "; 1 text erased or left out");
    }
    let bundle = server.spectator().get(&path("/bundle"));
    assert!(!bundle.text().contains("Ada"), "in the log and in the games");
    verified(&bundle.bytes, "; 1 text erased or left out");
    let audit = server.spectator().get(&path("/audit")).expect(200);
    assert_eq!(audit["verdict"], "verified", "{audit}");
    // The name is free again, and another player has it.
    server.organiser().post(&path("/players"), &json!({ "name": "Bo" })).refused(409, "name-taken");
    let changed = server.organiser().post(&path("/players"), &json!({ "name": "Ada" })).expect(201);
    assert_eq!(changed["tournament"]["players"][2]["name"], "Ada");
    server.assert_it_never_failed();
}

#[test]
fn a_text_that_does_not_open_its_commitment_or_that_none_asks_for_is_a_mistake() {
    let server = Server::start();
    let bundle = server.spectator().get(&Game::over(&server).path("/bundle")).expect(200);
    let commitment = bundle["events"][0]["texts"][0]["commitment"].as_str().expect("a commitment").to_owned();
    let closed = format!("a text of event 0 does not open its commitment {commitment}");
    let foreign = "event 0 shows a text that its payload does not commit to there".to_owned();
    let check = |words: &str, change: &dyn Fn(&mut Vec<Value>)| {
        let mut changed = bundle.clone();
        change(changed["events"][0]["texts"].as_array_mut().expect("texts"));
        let audit = server.spectator().post("/v1/audit", &changed).expect(200);
        let failed: Vec<_> =
            audit["levels"].as_array().expect("levels").iter().filter(|it| it["status"] == "failed").collect();
        assert_eq!(
            (failed.len(), &failed[0]["level"], &audit["verdict"]),
            (1, &json!("commitments"), &json!("failed"))
        );
        assert_eq!(audit["findings"][0]["detail"], words);
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("bundle");
        fs::write(&file, changed.to_string()).expect("a file");
        let refused = finish(command("python3").arg(Path::new(ROOT).join("tests/verifier.py")).arg(&file));
        assert!(refused.code == 1 && refused.out.contains("✗ commitments"), "{refused:?}");
    };
    check(&closed, &|texts| texts[0]["text"] = json!("Eve"));
    check(&closed, &|texts| texts[0]["salt"] = json!("00".repeat(32)));
    check(&foreign, &|texts| texts.swap(0, 1));
    check(&foreign, &|texts| texts[2] = texts[1].clone());
}
