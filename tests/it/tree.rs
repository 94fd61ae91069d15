//! The tree over every concluded log: its checkpoint, leaves and proofs, over HTTP.

use pandect::audit::note::SignerKey;
use pandect::audit::{Checkpoint, Consistency, Evidence, Inclusion, Kept, Level, LevelStatus, parse, verify_with};
use pandect::kernel::Hash;
use pandect::kernel::tree::Root;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::game::{Game, plain, request, seed};
use crate::server::{LOG_NAME, SIGNING_SECRET, Server};

/// The SHA-256 of no bytes: the root of the empty tree (RFC 6962, 2.1).
const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

fn checkpoint(server: &Server) -> String {
    let answer = server.spectator().get("/v1/log/checkpoint");
    assert_eq!((answer.status, answer.header("Content-Type")), (200, Some("text/plain; charset=utf-8")));
    answer.text()
}

fn root(note: &str) -> Root {
    let key = SignerKey::new(LOG_NAME, &SIGNING_SECRET).expect("a key").verifier();
    Checkpoint::open(note, &key).expect("a checkpoint that the key signed").root
}

fn inclusion(server: &Server, game: &Game) -> Value {
    server.spectator().get(&format!("/v1/log/inclusion?id={}", game.id)).expect(200)
}

fn kept(name: &str, text: &impl ToString) -> Kept {
    Kept { name: name.into(), text: text.to_string().into_bytes() }
}

/// Games that are over, the quickest way.
fn adjudicated(server: &Server, games: usize) -> Vec<Game> {
    let outcome = json!({ "outcome": { "ranking": [[0], [1]], "scores": [1, 0] }, "reason": "time" });
    let end = |_| {
        let game = Game::new(server, 2, "97");
        server.organiser().post(&game.path("/adjudication"), &outcome).expect(201);
        game
    };
    (0..games).map(end).collect()
}

#[test]
fn a_new_server_has_the_empty_tree_and_signs_it() {
    let server = Server::start();
    let empty: Hash = EMPTY.parse().expect("a hash");
    assert_eq!(root(&checkpoint(&server)), Root { size: 0, hash: empty });
    let leaves = server.spectator().get("/v1/log/leaves").expect(200);
    assert_eq!(leaves, json!({ "tree_size": 0, "leaves": [], "next_from": null }));
    let proof = server.spectator().get("/v1/log/consistency?first=0").expect(200);
    assert_eq!((&proof["first"], &proof["second"], &proof["consistency"]), (&json!(0), &json!(0), &json!([])));
}

#[test]
fn concluded_games_are_leaves_in_the_order_in_which_they_ended() {
    let server = Server::start();
    let [first, second] = ["97", "36"].map(|byte| Game::new(&server, 2, byte));
    let running = Game::at(&server, 2, "00", 4);
    second.play_to_the_end(&server);
    first.play_to_the_end(&server);
    let leaves = server.spectator().get("/v1/log/leaves").expect(200);
    let expected = |number: u64, game: &Game| {
        let head = game.look(&server)["head"].clone();
        (json!(number), json!({ "head": head, "id": game.id, "log": "game", "v": 1 }))
    };
    let found: Vec<_> = leaves["leaves"].as_array().expect("leaves").iter().collect();
    let found: Vec<_> = found.into_iter().map(|it| (it["leaf_index"].clone(), it["leaf"].clone())).collect();
    assert_eq!(found, [expected(0, &second), expected(1, &first)]);
    server.spectator().get(&format!("/v1/log/inclusion?id={}", running.id)).refused(404, "not-in-tree");
}

#[test]
fn every_leaf_has_a_proof_that_verifies_with_the_bundle_of_its_game() {
    let server = Server::start();
    let mut games = adjudicated(&server, 4);
    games.push(Game::over(&server));
    let old = checkpoint(&server);
    games.extend(adjudicated(&server, 2));
    let consistency = server.spectator().get("/v1/log/consistency?first=5").expect(200);
    for game in &games {
        let bundle = server.spectator().get(&game.path("/bundle"));
        let bundle = parse(&bundle.bytes).expect("a bundle");
        let proofs = [kept("inclusion", &inclusion(&server, game)), kept("consistency", &consistency)];
        let checkpoints = [kept("old", &old)];
        let evidence = Evidence { checkpoints: &checkpoints, proofs: &proofs, ..Evidence::default() };
        let audit = verify_with(&bundle, &evidence);
        let passed: Vec<_> =
            audit.levels.iter().filter(|it| it.status == LevelStatus::Passed).map(|it| it.level).collect();
        let of_tree = [Level::Checkpoint, Level::Inclusion, Level::Consistency];
        assert_eq!(passed, [Level::OF_A_BUNDLE.as_slice(), &of_tree].concat(), "{audit:?}");
    }
}

#[test]
fn a_proof_can_be_had_for_the_tree_as_it_was() {
    let server = Server::start();
    let games = adjudicated(&server, 6);
    let then = checkpoint(&server);
    adjudicated(&server, 3);
    let path = format!("/v1/log/inclusion?id={}&tree_size=6", games[2].id);
    let proof: Inclusion = serde_json::from_value(server.spectator().get(&path).expect(200)).expect("a proof");
    assert_eq!(
        (proof.leaf_index, proof.tree_size, &proof.checkpoint),
        (2, 6, &then),
        "the same bytes as were signed then"
    );
    let path = "/v1/log/consistency?first=2&second=6";
    let proof: Consistency = serde_json::from_value(server.spectator().get(path).expect(200)).expect("a proof");
    assert_eq!((proof.first, proof.second, proof.checkpoint), (2, 6, then));
    let problem = server.spectator().get(&format!("/v1/log/inclusion?id={}&tree_size=2", games[2].id));
    problem.refused(404, "not-in-tree");
}

#[test]
fn the_tree_goes_on_after_a_restart() {
    let server = Server::start();
    let games = adjudicated(&server, 3);
    let before = checkpoint(&server);
    let server = server.restart();
    assert_eq!(checkpoint(&server), before);
    adjudicated(&server, 2);
    assert_eq!(inclusion(&server, &games[0])["tree_size"], 5);
    let proof = server.spectator().get("/v1/log/consistency?first=3&second=5").expect(200);
    assert_eq!(root(proof["checkpoint"].as_str().expect("a checkpoint")), root(&checkpoint(&server)));
}

#[test]
fn a_game_that_waits_for_entropy_can_be_ended_and_is_a_leaf() {
    let server = Server::start();
    let mut asked = request(2, &seed("36"));
    asked["entropy"] = json!("required");
    let game = Game::create(&server, &asked);
    let outcome = json!({ "outcome": { "ranking": [[0, 1]], "scores": [0, 0] }, "reason": "nobody came" });
    server.organiser().post(&game.path("/adjudication"), &outcome).expect(201);
    assert_eq!(inclusion(&server, &game)["leaf"]["head"], game.look(&server)["head"]);
}

#[test]
fn a_move_that_is_sent_again_after_the_end_is_answered_and_adds_no_leaf() {
    let server = Server::start();
    let game = Game::at(&server, 2, "97", 9);
    let seat = game.awaited(&server).expect("a seat");
    let legal = game.legal_moves(&server, seat);
    let client = game.seat(&server, seat);
    let send = || client.call("POST", &game.path("/moves")).header("Idempotency-Key", "last").json(&legal[0]).send();
    let first = send().expect(201);
    assert_eq!(game.look(&server)["status"], "over", "the last move of this game");
    assert_eq!(send().expect(201), first);
    assert_eq!(root(&checkpoint(&server)).size, 1);
    game.send(&server, seat, &plain("kata")).refused(409, "game-over");
}

#[test]
fn leaves_are_listed_in_pages() {
    let server = Server::start();
    adjudicated(&server, 5);
    let page = |query: &str| server.spectator().get(&format!("/v1/log/leaves?{query}")).expect(200);
    let numbers = |page: &Value| {
        let leaves = page["leaves"].as_array().expect("leaves").iter();
        leaves.map(|leaf| leaf["leaf_index"].as_u64().expect("a number")).collect::<Vec<_>>()
    };
    let first = page("limit=2");
    assert_eq!((numbers(&first), &first["next_from"], &first["tree_size"]), (vec![0, 1], &json!(2), &json!(5)));
    let last = page("limit=3&from=2");
    assert_eq!((numbers(&last), &last["next_from"]), (vec![2, 3, 4], &Value::Null));
    for from in ["5", "99", "9007199254740991"] {
        assert_eq!(numbers(&page(&format!("from={from}"))), Vec::<u64>::new());
    }
    for from in ["9007199254740992", "18446744073709551615"] {
        server.spectator().get(&format!("/v1/log/leaves?from={from}")).refused(400, "malformed-query");
    }
}

#[test]
fn what_cannot_be_proved_is_refused_with_what_would_be_right() {
    let server = Server::start();
    let game = adjudicated(&server, 3).remove(0);
    let get = |path: &str| server.spectator().get(&format!("/v1/log/{path}"));
    let id = &game.id;
    for (path, status, code) in [
        ("inclusion".into(), 400, "malformed-query"),
        ("inclusion?id=7".into(), 400, "malformed-query"),
        (format!("inclusion?id={id}&tree_size=x"), 400, "malformed-query"),
        (format!("inclusion?id={id}&tree_size=-1"), 400, "malformed-query"),
        (format!("inclusion?id={id}&more=1"), 400, "malformed-query"),
        (format!("inclusion?id={id}&tree_size=4"), 404, "size-out-of-range"),
        (format!("inclusion?id={id}&tree_size=18446744073709551615"), 404, "size-out-of-range"),
        (format!("inclusion?id={id}&tree_size=0"), 404, "not-in-tree"),
        ("inclusion?id=00000000-0000-7000-8000-000000000000".into(), 404, "not-in-tree"),
        ("consistency".into(), 400, "malformed-query"),
        ("consistency?first=4".into(), 404, "size-out-of-range"),
        ("consistency?first=1&second=4".into(), 404, "size-out-of-range"),
        ("consistency?first=3&second=2".into(), 404, "size-out-of-range"),
        ("leaves?limit=0".into(), 400, "malformed-query"),
        ("leaves?limit=1001".into(), 400, "malformed-query"),
        ("checkpoint?size=2".into(), 400, "malformed-query"),
        ("root".into(), 404, "unknown-path"),
    ] {
        get(&path).refused(status, code);
    }
    server.assert_it_never_failed();
}

#[test]
fn a_tree_that_was_changed_on_disk_gives_no_proofs() {
    let server = Server::start();
    let games = adjudicated(&server, 4);
    let server = server.restart_after(|database| {
        let raw = Connection::open(database).expect("a database");
        raw.execute_batch(
            "DROP TRIGGER leaves_are_never_changed; UPDATE leaves SET hash = zeroblob(32) WHERE leaf_index = 1",
        )
        .expect("a change");
    });
    let path = |game: &Game| format!("/v1/log/inclusion?id={}", game.id);
    server.spectator().get(&path(&games[1])).refused(500, "internal");
    server.spectator().get(&path(&games[0])).expect(200);
}
