//! The examples of the document are what a server answers. This asks for everything once and records it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use pandect::app::Sources;
use pandect::http::Code;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::binary::ROOT;
use crate::client::{Answer, Call, Client};
use crate::documented;
use crate::game::{Game, plain, request, seed};
use crate::server::Server;

/// Codes that no request brings about by itself: they tell of a slow client, a race, a failure, or of games that were created
/// by another version of the program.
const UNASKED: [Code; 6] =
    [Code::RequestTimeout, Code::Conflict, Code::Internal, Code::Unavailable, Code::OtherVersion, Code::UnknownVersion];
/// Codes of paths and methods that the document does not list.
const UNLISTED: [Code; 2] = [Code::UnknownPath, Code::WrongMethod];

/// The same time, ids and randomness in every run.
fn sources() -> Sources {
    static TICKS: AtomicU64 = AtomicU64::new(0);
    fn tick() -> u64 {
        TICKS.fetch_add(1, Ordering::Relaxed)
    }
    Sources {
        millis: || 1_796_014_800_000 + i64::try_from(tick()).expect("a short test"),
        id: || Uuid::from_u128(0x01a2_2b76_3a6d_72ba_8b0a_0000_0000_0000 + u128::from(tick())),
        random: |bytes| {
            let first = tick();
            (0..).zip(bytes).for_each(|(at, byte)| *byte = ((first + at) * 37 % 251) as u8);
            Ok(())
        },
    }
}

#[derive(Default)]
struct Recorder {
    operations: BTreeMap<String, Value>,
    problems: BTreeMap<String, Value>,
}

impl Recorder {
    /// Records what an operation answers.
    fn record(&mut self, id: &str, request: Option<&Value>, answer: &Answer) -> Value {
        let status = answer.status.to_string();
        assert!(status.starts_with('2'), "{id}: {status} {}", answer.text());
        let shown = answer.json();
        self.insert(id, request, &status, &shown);
        shown
    }

    fn get(&mut self, id: &str, client: &Client, path: &str) -> Value {
        let answer = client.get(path);
        self.record(id, None, &answer)
    }

    fn post(&mut self, id: &str, client: &Client, path: &str, request: &Value) -> Value {
        let answer = client.post(path, request);
        self.record(id, Some(request), &answer)
    }

    fn insert(&mut self, id: &str, request: Option<&Value>, status: &str, shown: &Value) {
        let mut exchange = json!({ "responses": { status: shown } });
        if let Some(request) = request {
            exchange["request"] = request.clone();
        }
        assert_eq!(self.operations.insert(id.into(), exchange), None, "{id} is recorded twice");
    }

    /// Keeps only the first entries of a list that is long.
    fn shorten(&mut self, id: &str, field: &str, entries: usize) {
        let list = &mut self.operations.get_mut(id).expect("a recorded operation")["responses"]["200"][field];
        list.as_array_mut().expect("a list").truncate(entries);
    }

    /// Records the problem that a call is refused with.
    fn refused(&mut self, call: Call<'_>) {
        let mut problem = call.send().json();
        // Drawn anew for each request.
        problem["instance"] = json!("urn:uuid:0192d3a4-5b6c-4d7e-8f90-a1b2c3d4e5f6");
        let code = problem["code"].as_str().expect("a code").to_owned();
        assert!(self.problems.insert(code.clone(), problem).is_none(), "{code} is recorded twice");
    }
}

/// What is asked of everybody.
fn look_around(recorder: &mut Recorder, server: &Server) {
    let anyone = server.spectator();
    recorder.get("list_rulesets", anyone, "/v1/rulesets");
    recorder.shorten("list_rulesets", "rulesets", 2);
    recorder.get("get_ruleset", anyone, "/v1/rulesets/red-panda");
    recorder.shorten("get_ruleset", "catalogue", 2);
    recorder.get("list_keys", anyone, "/v1/keys");
    recorder.get("get_health", anyone, "/healthz");
    recorder.get("get_readiness", anyone, "/readyz");
    recorder.get("list_problems", anyone, "/problems");
    recorder.shorten("list_problems", "problems", 2);
    recorder.get("get_problem", anyone, "/problems/not-your-turn");
}

/// A game from its creation to its audit. It is short: an organiser ends it.
fn play(recorder: &mut Recorder, server: &Server) {
    let (anyone, organiser) = (server.spectator(), server.organiser());
    let created = recorder.post("create_game", &organiser, "/v1/games", &request(2, &seed("07")));
    let token = |seat: usize| created["tokens"][seat].as_str().expect("a token").to_owned();
    let game = Game { id: created["game"]["id"].as_str().expect("an id").into(), tokens: vec![token(0), token(1)] };
    let ada = game.seat(server, 0);
    recorder.get("list_legal_moves", &ada, &game.path("/legal-moves"));
    recorder.post("play_move", &ada, &game.path("/moves"), &plain("kata"));
    recorder.get("get_game", anyone, &game.path(""));
    recorder.get("list_games", anyone, "/v1/games?limit=1");
    recorder.get("list_events", anyone, &game.path("/events?limit=2"));
    recorder.get("get_state", anyone, &game.path("/state"));
    recorder.get("get_state_at", anyone, &game.path("/states/1"));
    recorder.get("replay_game", anyone, &game.path("/replay?from=1&to=1"));
    let (_, event) = anyone.call("GET", &game.path("/events/stream")).open().next().expect("an event");
    recorder.insert("stream_events", None, "200", &event);
    let outcome = json!({ "ranking": [[1], [0]], "scores": [0, 1] });
    let end = json!({ "outcome": outcome, "reason": "seat 0 left the table" });
    recorder.post("adjudicate_game", &organiser, &game.path("/adjudication"), &end);
    let bundle = recorder.get("get_bundle", anyone, &game.path("/bundle"));
    recorder.get("audit_game", anyone, &game.path("/audit"));
    recorder.post("audit_bundle", anyone, "/v1/audit", &bundle);
    let mut waiting = request(2, &seed("36"));
    waiting["entropy"] = json!("required");
    let waiting = Game::create(server, &waiting);
    let entropy = json!({ "entropy": seed("2a") });
    recorder.post("give_entropy", &waiting.seat(server, 0), &waiting.path("/entropy"), &entropy);
    // Times differ between runs; counts do not.
    let metrics = server.metrics();
    let lines = metrics.lines().filter(|line| line.contains("pandect_moves") || *line == "# EOF");
    recorder.insert("get_metrics", None, "200", &json!(lines.collect::<Vec<_>>().join("\n") + "\n"));
    refuse_in_play(recorder, server, &waiting, &game);
}

/// The refusals of a game: one that is over, one that waits for entropy, and a new one.
fn refuse_in_play(recorder: &mut Recorder, server: &Server, waiting: &Game, over: &Game) {
    let game = Game::new(server, 2, "07");
    let (ada, bo) = (game.seat(server, 0), game.seat(server, 1));
    let (moves, kata) = (game.path("/moves"), plain("kata"));
    recorder.refused(bo.call("POST", &moves).json(&kata));
    recorder.refused(ada.call("POST", &moves).json(&plain("pass")));
    recorder.refused(ada.call("POST", &moves).json(&json!({ "ruleset": "inori", "move": { "type": "done" } })));
    recorder.refused(ada.call("POST", &moves).json(&json!({ "ruleset": "red-panda", "move": { "type": "jump" } })));
    recorder.refused(ada.call("POST", &moves).header("If-Match", format!("\"{}\"", "0".repeat(64))).json(&kata));
    recorder.refused(ada.call("POST", &moves).body("kata").header("Content-Type", "text/plain"));
    recorder.refused(ada.call("POST", &moves).body("{").header("Content-Type", "application/json"));
    recorder.refused(ada.call("POST", &moves).body(vec![b' '; 70_000]).header("Content-Type", "application/json"));
    let keyed = |mv: &Value| ada.call("POST", &moves).header("Idempotency-Key", "1").json(mv).send();
    assert_eq!(keyed(&kata).status, 201);
    recorder.refused(ada.call("POST", &moves).header("Idempotency-Key", "1").json(&plain("pass")));
    recorder.refused(server.spectator().call("POST", &moves).json(&kata));
    recorder.refused(server.with_token("pds_unknown").call("POST", &moves).json(&kata));
    recorder.refused(server.with_token("pdo_any").call("POST", &moves).json(&kata));
    recorder.refused(over.seat(server, 0).call("POST", &over.path("/moves")).json(&kata));
    recorder.refused(waiting.seat(server, 1).call("POST", &waiting.path("/moves")).json(&kata));
    let entropy = json!({ "entropy": seed("2a") });
    recorder.refused(waiting.seat(server, 0).call("POST", &waiting.path("/entropy")).json(&entropy));
    recorder.refused(ada.call("POST", &game.path("/entropy")).json(&entropy));
    let outcome = json!({ "outcome": { "ranking": [[0]], "scores": [1] }, "reason": "seat 1 left the table" });
    recorder.refused(server.organiser().call("POST", &game.path("/adjudication")).json(&outcome));
    recorder.refused(server.spectator().call("GET", &game.path("/states/99")));
}

/// The tree over the game that is over, and the tournament that is sealed.
fn prove(recorder: &mut Recorder, server: &Server, sealed: &str) {
    let anyone = server.spectator();
    let checkpoint = anyone.get("/v1/log/checkpoint");
    recorder.insert("get_checkpoint", None, "200", &json!(checkpoint.text()));
    recorder.get("prove_inclusion", anyone, &format!("/v1/log/inclusion?id={sealed}"));
    recorder.get("prove_consistency", anyone, "/v1/log/consistency?first=1");
    recorder.get("list_leaves", anyone, "/v1/log/leaves?limit=2");
    recorder.refused(anyone.call("GET", &format!("/v1/log/inclusion?id={}", Game::new(server, 2, "07").id)));
    recorder.refused(anyone.call("GET", "/v1/log/consistency?first=99"));
}

/// A tournament from its creation to its seal, and its refusals.
fn organise(recorder: &mut Recorder, server: &Server) -> String {
    let (anyone, organiser) = (server.spectator(), server.organiser());
    let red_panda = json!([{ "ruleset": "red-panda", "options": {} }]);
    let request = json!({ "name": "Spring open", "format": { "type": "open" }, "rulesets": red_panda });
    let created = recorder.post("create_tournament", &organiser, "/v1/tournaments", &request);
    let id = created["tournament"]["id"].as_str().expect("an id").to_owned();
    let path = |rest: &str| format!("/v1/tournaments/{id}{rest}");
    recorder.post("register_player", &organiser, &path("/players"), &json!({ "name": "Ada" }));
    for name in ["Bo", "Cy"] {
        organiser.post(&path("/players"), &json!({ "name": name })).expect(201);
    }
    recorder.refused(organiser.call("POST", &path("/players")).json(&json!({ "name": "Ada" })));
    recorder.refused(organiser.call("POST", &path("/rounds")));
    recorder.refused(organiser.call("POST", &path("/players/9/withdrawal")));
    let withdrawn = organiser.call("POST", &path("/players/2/withdrawal")).send();
    recorder.record("withdraw_player", None, &withdrawn);
    recorder.refused(organiser.call("POST", &path("/players/2/withdrawal")));
    let seated = json!({ "players": [0, 1], "ruleset": 0, "seed": seed("07") });
    let tables = recorder.post("seat_game", &organiser, &path("/games"), &seated);
    recorder.refused(organiser.call("POST", &path("/seal")));
    let game = tables["tables"][0]["game"].as_str().expect("an id").to_owned();
    let outcome = |first: u8| json!({ "ranking": [[first], [1 - first]], "scores": [1 - first, first] });
    let end = json!({ "outcome": outcome(0), "reason": "agreed by both" });
    organiser.post(&format!("/v1/games/{game}/adjudication"), &end).expect(201);
    let ruling = json!({
        "text": "Seat 0 used a second device.", "correction": { "game": game, "outcome": outcome(1) }
    });
    recorder.post("make_ruling", &organiser, &path("/rulings"), &ruling);
    recorder.get("get_tournament", anyone, &path(""));
    recorder.get("get_tournament_at", anyone, &path("/states/1"));
    recorder.get("list_tournaments", anyone, "/v1/tournaments?limit=1");
    recorder.get("list_tournament_games", anyone, &path("/games"));
    recorder.get("get_standings", anyone, &path("/standings"));
    recorder.get("list_tournament_events", anyone, &path("/events?limit=2"));
    let (_, event) = anyone.call("GET", &path("/events/stream")).open().next().expect("an event");
    recorder.insert("stream_tournament_events", None, "200", &event);
    let sealed = organiser.call("POST", &path("/seal")).send();
    recorder.record("seal_tournament", None, &sealed);
    recorder.refused(organiser.call("POST", &path("/seal")));
    let bundle = anyone.get(&path("/bundle")).text();
    let first: Value = serde_json::from_str(bundle.lines().next().expect("a line")).expect("JSON");
    recorder.insert("get_tournament_bundle", None, "200", &first);
    recorder.get("audit_tournament", anyone, &path("/audit"));
    round(recorder, server);
    id
}

/// A tournament that makes its rounds by itself.
fn round(recorder: &mut Recorder, server: &Server) {
    let organiser = server.organiser();
    let rulesets = json!([{ "ruleset": "red-panda" }]);
    let format = json!({ "type": "round-robin", "group_size": 2 });
    let request = json!({ "name": "Club evening", "format": format, "rulesets": rulesets });
    let created = organiser.post("/v1/tournaments", &request).expect(201);
    let path = |rest: &str| format!("/v1/tournaments/{}{rest}", created["tournament"]["id"].as_str().expect("an id"));
    recorder.refused(organiser.call("POST", &path("/rounds")));
    for name in ["Ada", "Bo"] {
        organiser.post(&path("/players"), &json!({ "name": name })).expect(201);
    }
    let created = organiser.call("POST", &path("/rounds")).send();
    recorder.record("create_round", None, &created);
    recorder.refused(organiser.call("POST", &path("/players")).json(&json!({ "name": "Cy" })));
    let request = json!({ "name": "Halves", "format": format, "rulesets": rulesets, "points": [1, 0] });
    recorder.refused(organiser.call("POST", "/v1/tournaments").json(&request));
    recorder.refused(server.spectator().call("GET", "/v1/tournaments/01a22b76-3a6d-72ba-8b0a-c3b4e3425883"));
}

/// The refusals of everything else.
fn refuse(recorder: &mut Recorder, server: &Server) {
    let anyone = server.spectator();
    recorder.refused(anyone.call("GET", "/v1/games/7"));
    recorder.refused(anyone.call("GET", "/v1/games?limit=0"));
    recorder.refused(anyone.call("GET", "/v1/games/01a22b76-3a6d-72ba-8b0a-c3b4e3425883/replay?from=2&to=1"));
    recorder.refused(anyone.call("GET", "/healthz").header("Accept-Encoding", "identity;q=0"));
    recorder.refused(anyone.call("GET", "/v1/games/01a22b76-3a6d-72ba-8b0a-c3b4e3425883"));
    recorder.refused(anyone.call("GET", "/v1/rulesets/chess"));
    recorder.refused(anyone.call("GET", "/problems/nothing"));
    recorder.refused(anyone.call("POST", "/v1/games").json(&request(1, &seed("07"))));
    let mut illegal = request(2, &seed("07"));
    illegal["options"] = json!({ "copies": { "speed": 11 } });
    recorder.refused(anyone.call("POST", "/v1/games").json(&illegal));
    let busy = Server::configure().streams_max(0).sources(sources()).start();
    let game = Game::new(&busy, 2, "07");
    recorder.refused(busy.spectator().call("GET", &game.path("/events/stream")));
    let limited = Server::configure().requests_per_second(1).start();
    let status = |n: u32| (n, limited.spectator().get("/v1/rulesets").status);
    assert!((0..50).map(status).any(|(_, status)| status == 429), "a server that is asked too often");
    recorder.refused(limited.spectator().call("GET", "/v1/rulesets"));
}

#[test]
fn the_examples_of_the_document_are_what_a_server_answers() {
    let server = Server::configure().sources(sources()).start();
    let mut recorder = Recorder::default();
    look_around(&mut recorder, &server);
    play(&mut recorder, &server);
    let sealed = organise(&mut recorder, &server);
    prove(&mut recorder, &server, &sealed);
    refuse(&mut recorder, &server);
    let documented = |field: &str| documented::operations().map(|(_, operation)| operation[field].as_str()).collect();
    let (documented, recorded): (BTreeSet<_>, BTreeSet<_>) =
        (documented("operationId"), recorder.operations.keys().map(|id| Some(id.as_str())).collect());
    let lacking: Vec<_> = documented.difference(&recorded).collect();
    assert!(lacking.is_empty(), "record an answer of {lacking:?}, in look_around or play of this file");
    let unasked: BTreeSet<_> = UNASKED.iter().chain(&UNLISTED).map(|code| code.name().to_owned()).collect();
    let asked: BTreeSet<_> = recorder.problems.keys().cloned().collect();
    let lacking: Vec<_> = Code::ALL
        .iter()
        .map(|code| code.name())
        .filter(|name| !unasked.contains(*name) && !asked.contains(*name))
        .collect();
    assert!(lacking.is_empty(), "record a refusal with {lacking:?}, in refuse or refuse_in_play of this file");

    let text = json!({ "operations": recorder.operations, "problems": recorder.problems });
    let text = serde_json::to_string_pretty(&text).expect("JSON") + "\n";
    let path = Path::new(ROOT).join("openapi/examples.json");
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        fs::write(&path, &text).expect("a file that can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let differs = committed.lines().zip(text.lines()).position(|(a, b)| a != b);
    assert!(
        committed == text,
        "openapi/examples.json is not what a server answers, first at line {differs:?}: if it was meant to change, run \
         UPDATE_OPENAPI=1 cargo test --test it examples, and then the same for openapi, since the document holds them"
    );
}
