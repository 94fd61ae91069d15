//! Bundles: the file that is verified offline.

use pandect::audit::{Verdict, verify_json};
use pandect::kernel::Hash;
use serde_json::{Value, json};

use crate::game::{Game, seed};
use crate::server::Server;

fn bundle(server: &Server, game: &Game) -> Value {
    server.spectator().get(&game.path("/bundle")).expect(200)
}

fn public_key(server: &Server) -> Value {
    server.spectator().get("/v1/keys").expect(200)["keys"][0]["public_key"].clone()
}

#[test]
fn the_bundle_of_a_finished_game_verifies_offline_against_the_servers_key() {
    let server = Server::start();
    let game = Game::at(&server, 2, "97", 10);
    let answer = server.spectator().get(&game.path("/bundle"));
    let bundle = answer.expect(200);
    let fields = ["events", "format", "outcome", "public_key", "receipt", "server_seed"];
    assert_eq!(bundle.as_object().expect("an object").keys().collect::<Vec<_>>(), fields);
    let look = game.look(&server);
    assert_eq!((&bundle["format"], &bundle["server_seed"]), (&json!("pandect-replay/2-draft.1"), &json!(seed("97"))));
    assert_eq!((&bundle["outcome"], &bundle["public_key"]), (&look["outcome"], &public_key(&server)));
    let events = server.spectator().get(&game.path("/events")).expect(200);
    assert_eq!(bundle["events"], events["events"]);
    let key = public_key(&server).as_str().expect("a key").parse().expect("a verifier key");
    let audit = verify_json(&answer.bytes, Some(&key));
    assert_eq!(audit.verdict, Verdict::Verified, "{audit:?}");
    let name = format!("inline; filename=\"{}.pandect.json\"", game.id);
    assert_eq!(answer.header("Content-Disposition"), Some(name.as_str()));
}

#[test]
fn the_bundle_of_a_running_game_is_the_same_for_everyone_and_verifies_as_far_as_it_can() {
    let server = Server::start();
    let game = Game::at(&server, 2, "00", 4);
    let bundle = bundle(&server, &game);
    assert_eq!((&bundle["server_seed"], &bundle["outcome"]), (&Value::Null, &Value::Null));
    assert_eq!(game.seat(&server, 0).get(&game.path("/bundle")).expect(200), bundle);
    for event in bundle["events"].as_array().expect("events") {
        assert_eq!(event["state_salt"], Value::Null);
    }
    let audit = verify_json(bundle.to_string().as_bytes(), None);
    assert_eq!(audit.verdict, Verdict::Incomplete, "{audit:?}");
}

#[test]
fn the_events_of_a_bundle_are_text_that_hashes_as_it_stands() {
    let server = Server::start();
    let game = Game::at(&server, 2, "97", 10);
    let text = server.spectator().get(&game.path("/bundle")).text();
    let bundle: Value = serde_json::from_str(&text).expect("JSON");
    for event in bundle["events"].as_array().expect("events") {
        // The keys of a parsed object are sorted, so this is the canonical form; it stands in the text byte for byte.
        let (record, payload) = (event["record"].to_string(), event["payload"].to_string());
        assert!(text.contains(&format!("\"record\":{record},")), "{record}");
        assert!(text.contains(&format!("\"payload\":{payload},")), "{payload}");
        assert_eq!(event["hash"], Hash::of(format!("pandect/record/v1\n{record}").as_bytes()).to_string());
    }
}

#[test]
fn servers_with_other_keys_sign_other_receipts() {
    let (ours, theirs) = (Server::start(), Server::configure().signing_secret([7; 32]).start());
    assert_ne!(public_key(&ours), public_key(&theirs));
    let game = Game::at(&theirs, 2, "97", 10);
    let key = public_key(&ours).as_str().expect("a key").parse().expect("a verifier key");
    let audit = verify_json(bundle(&theirs, &game).to_string().as_bytes(), Some(&key));
    assert_eq!(audit.verdict, Verdict::Failed);
}
