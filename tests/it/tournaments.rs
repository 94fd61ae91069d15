//! Tournaments over HTTP: organised, played, ruled, sealed, streamed, audited.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::game::Game;
use crate::server::Server;

/// A tournament and whoever organises it.
pub(crate) struct Tournament<'a> {
    server: &'a Server,
    pub(crate) id: String,
}

fn two_seats(format: &Value) -> Value {
    json!({ "name": "Spring open", "format": format, "rulesets": [{ "ruleset": "red-panda" }] })
}

impl<'a> Tournament<'a> {
    pub(crate) fn create(server: &'a Server, request: &Value, names: &[&str]) -> Self {
        let created = server.organiser().post("/v1/tournaments", request);
        let id: String = created.expect(201)["tournament"]["id"].as_str().expect("an id").into();
        assert_eq!(created.header("Location"), Some(format!("/v1/tournaments/{id}").as_str()));
        let tournament = Self { server, id };
        for name in names {
            tournament.post("/players", &json!({ "name": name })).expect(201);
        }
        tournament
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/v1/tournaments/{}{rest}", self.id)
    }

    pub(crate) fn post(&self, rest: &str, body: &Value) -> crate::client::Answer {
        self.server.organiser().post(&self.path(rest), body)
    }

    pub(crate) fn get(&self, rest: &str) -> Value {
        self.server.spectator().get(&self.path(rest)).expect(200)
    }

    /// Creates the next round or seats a game, and gives the games.
    pub(crate) fn tables(&self, rest: &str, body: &Value) -> Vec<(Game, Vec<u64>)> {
        let created = self.post(rest, body).expect(201);
        let tables = created["tables"].as_array().expect("tables");
        tables.iter().map(|table| (game(table), numbers(&table["players"]))).collect()
    }

    /// Plays the next round: the player with the smaller number wins every game.
    fn play_round(&self) -> Vec<Vec<u64>> {
        let tables = self.tables("/rounds", &json!({}));
        for (game, players) in &tables {
            self.end(game, players.iter().position(|player| player == players.iter().min().expect("players")));
        }
        tables.into_iter().map(|(_, players)| players).collect()
    }

    /// Ends a game with a winner, or with nobody's win.
    fn end(&self, game: &Game, winner: Option<usize>) {
        let seats = game.tokens.len();
        let scores: Vec<u8> = (0..seats).map(|seat| u8::from(Some(seat) == winner)).collect();
        let others: Vec<usize> = (0..seats).filter(|seat| Some(*seat) != winner).collect();
        let ranking = winner.map_or(json!([others]), |winner| json!([[winner], others]));
        let outcome = json!({ "outcome": { "ranking": ranking, "scores": scores }, "reason": "agreed" });
        self.server.organiser().post(&game.path("/adjudication"), &outcome).expect(201);
    }
}

fn game(table: &Value) -> Game {
    let tokens = table["tokens"].as_array().expect("tokens").iter();
    Game {
        id: table["game"].as_str().expect("an id").into(),
        tokens: tokens.map(|token| token.as_str().expect("a token").into()).collect(),
    }
}

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().expect("a list").iter().map(|number| number.as_u64().expect("a number")).collect()
}

fn ranks(standings: &Value) -> Vec<(u64, String, u64)> {
    let row = |row: &Value| {
        let name = row["name"].as_str().expect("a name").into();
        (row["rank"].as_u64().expect("a rank"), name, row["points"].as_u64().expect("points"))
    };
    standings["standings"].as_array().expect("standings").iter().map(row).collect()
}

#[test]
fn a_game_that_is_played_to_its_end_counts_in_the_standings_at_once() {
    let server = Server::start();
    let tournament = Tournament::create(&server, &two_seats(&json!({ "type": "open" })), &["Ada", "Bo", "Cy"]);
    let seated = json!({ "players": [2, 0], "ruleset": 0, "seed": "36".repeat(32) });
    let [(game, _)] = &tournament.tables("/games", &seated)[..] else { panic!("one game") };
    let look = game.look(&server);
    assert_eq!(look["tournament"], tournament.id.as_str());
    assert_eq!(look["seats"], json!([{ "name": "Cy", "bot": null }, { "name": "Ada", "bot": null }]));
    assert_eq!(tournament.get("")["running"], 1);
    game.play_to_the_end(&server);
    let over = game.look(&server);
    let listed = &tournament.get("/games")["games"][0];
    assert_eq!((&listed["head"], &listed["outcome"]), (&over["head"], &over["outcome"]));
    assert_eq!(tournament.get("")["running"], 0);
    let points: u64 = ranks(&tournament.get("/standings")).iter().map(|(_, _, points)| points).sum();
    assert_eq!(points, 2, "a win gives 2 and 0, a draw 1 and 1");
    let games = server.spectator().get(&format!("/v1/games?tournament={}", tournament.id)).expect(200);
    assert_eq!(games["games"][0]["id"], game.id.as_str());
}

#[test]
fn a_round_robin_is_played_to_its_end_and_sealed_and_verifies() {
    let server = Server::start();
    let format = json!({ "type": "round-robin", "group_size": 2 });
    let tournament = Tournament::create(&server, &two_seats(&format), &["Ada", "Bo", "Cy", "Di"]);
    let mut met = BTreeSet::new();
    for _ in 0..3 {
        for mut pair in tournament.play_round() {
            pair.sort_unstable();
            assert!(met.insert(pair), "everyone meets everyone once");
        }
    }
    assert_eq!(met.len(), 6);
    tournament.post("/rounds", &json!({})).refused(409, "no-further-round");
    let expected = [(1, "Ada", 6), (2, "Bo", 4), (3, "Cy", 2), (4, "Di", 0)];
    let standings = tournament.get("/standings");
    assert_eq!(ranks(&standings), expected.map(|(rank, name, points)| (rank, name.to_string(), points)));
    let first = &standings["standings"][0];
    assert_eq!(first["reason"], json!({ "by": "points", "value": 6, "next": 4 }));
    assert_eq!(first["words"], "6 points, 2 more than Bo");
    tournament.post("/seal", &json!({})).expect(201);
    assert_eq!(tournament.get("")["status"], "sealed");
    for (path, body) in [("/players", json!({ "name": "Ed" })), ("/rounds", json!({})), ("/seal", json!({}))] {
        tournament.post(path, &body).refused(409, "tournament-sealed");
    }
    let audit = tournament.get("/audit");
    assert_eq!(audit["verdict"], "verified", "{audit}");
    assert_eq!(audit["games"].as_array().expect("games").len(), 6);
}

#[test]
fn standings_and_the_tournament_can_be_seen_as_they_were() {
    let server = Server::start();
    let tournament = Tournament::create(&server, &two_seats(&json!({ "type": "swiss", "rounds": 2 })), &["Ada", "Bo"]);
    tournament.play_round();
    // created, two players, the round, its game, its end.
    let at = |index| tournament.get(&format!("/standings?at={index}"));
    assert_eq!(ranks(&at(5)), [(1, "Ada".into(), 2), (2, "Bo".into(), 0)]);
    assert_eq!(ranks(&at(4)), [(1, "Ada".into(), 0), (1, "Bo".into(), 0)]);
    assert_eq!(tournament.get("/states/1")["players"].as_array().expect("players").len(), 1);
    assert_eq!(tournament.get("/states/3")["rounds"].as_array().expect("rounds").len(), 1);
    server.spectator().get(&tournament.path("/states/6")).refused(404, "index-out-of-range");
    server.spectator().get(&tournament.path("/standings?at=6")).refused(404, "index-out-of-range");
    for query in ["round=65536", "after=9007199254740992"] {
        server.spectator().get(&tournament.path(&format!("/games?{query}"))).refused(400, "malformed-query");
    }
}

#[test]
fn a_ruling_corrects_a_result_and_the_log_keeps_the_games_own() {
    let server = Server::start();
    let tournament = Tournament::create(&server, &two_seats(&json!({ "type": "open" })), &["Ada", "Bo"]);
    let [(game, _)] = &tournament.tables("/games", &json!({ "players": [0, 1] }))[..] else { panic!("one game") };
    let correction = |scores: [u8; 2]| {
        let outcome = json!({ "ranking": [[1], [0]], "scores": scores });
        json!({ "text": "Lost for Ada.", "correction": { "game": game.id, "outcome": outcome } })
    };
    tournament.post("/rulings", &correction([0, 1])).refused(409, "games-running");
    tournament.end(game, Some(0));
    tournament.post("/rulings", &correction([0, 1])).expect(201);
    assert_eq!(ranks(&tournament.get("/standings")), [(1, "Bo".into(), 2), (2, "Ada".into(), 0)]);
    let listed = &tournament.get("/games")["games"][0];
    assert_eq!((&listed["outcome"]["scores"], &listed["correction"]["scores"]), (&json!([1, 0]), &json!([0, 1])));
    assert_eq!(tournament.get("")["rulings"][0]["text"], "Lost for Ada.");
    tournament.post("/rulings", &json!({ "text": "Noted." })).expect(201);
    assert_eq!(tournament.get("/audit")["verdict"], "verified");
}

#[test]
fn only_its_own_organiser_may_change_a_tournament_or_adjudicate_its_games() {
    let server = Server::configure().organiser("pdo_ada").organiser("pdo_bo").start();
    let request = two_seats(&json!({ "type": "open" }));
    server.spectator().post("/v1/tournaments", &request).refused(401, "no-token");
    let tournament = Tournament::create(&server, &request, &["Ada", "Bo"]);
    let [(game, _)] = &tournament.tables("/games", &json!({ "players": [0, 1] }))[..] else { panic!("one game") };
    let other = server.with_token("pdo_bo");
    let calls = [
        ("/players", json!({ "name": "Cy" })),
        ("/players/0/withdrawal", json!({})),
        ("/games", json!({ "players": [0, 1] })),
        ("/rounds", json!({})),
        ("/rulings", json!({ "text": "No." })),
        ("/seal", json!({})),
    ];
    let before = tournament.get("");
    for (path, body) in &calls {
        other.post(&tournament.path(path), body).refused(403, "forbidden");
        server.spectator().post(&tournament.path(path), body).refused(401, "no-token");
        game.seat(&server, 0).post(&tournament.path(path), body).refused(403, "forbidden");
    }
    let outcome = json!({ "outcome": { "ranking": [[0], [1]], "scores": [1, 0] }, "reason": "time" });
    other.post(&game.path("/adjudication"), &outcome).refused(403, "forbidden");
    assert_eq!(tournament.get(""), before);
    tournament.end(game, Some(0));
}

#[test]
fn what_does_not_fit_is_refused_with_what_would_be_right() {
    let server = Server::start();
    let create = |change: &dyn Fn(&mut Value)| {
        let mut request = two_seats(&json!({ "type": "swiss", "rounds": 3 }));
        change(&mut request);
        server.organiser().post("/v1/tournaments", &request)
    };
    create(&|request| request["rulesets"] = json!([])).refused(422, "invalid-tournament");
    create(&|request| request["format"]["rounds"] = json!(0)).refused(422, "invalid-tournament");
    let points = create(&|request| request["points"] = json!([1, 0])).refused(422, "invalid-tournament");
    assert_eq!(points["at"], "points");
    assert!(points["detail"].as_str().expect("a detail").contains("multiply all points by 2"));
    create(&|request| request["rulesets"] = json!([{ "ruleset": "inori" }])).expect(201);
    let spin = json!([{ "ruleset": "panda-spin" }]);
    create(&|request| {
        request["rulesets"] = spin.clone();
        request["format"] = json!({ "type": "round-robin", "group_size": 6 });
    })
    .refused(422, "invalid-seats");
    let options = create(&|request| request["rulesets"][0]["options"] = json!({ "unknown": 1 }));
    assert!(options.refused(422, "invalid-body")["at"].as_str().expect("a place").starts_with("rulesets[0].options"));
    create(&|request| request["name"] = json!(" ")).refused(422, "invalid-body");

    let tournament = Tournament::create(&server, &two_seats(&json!({ "type": "swiss", "rounds": 3 })), &["Ada", "Bo"]);
    tournament.post("/players", &json!({ "name": "Ada" })).refused(409, "name-taken");
    tournament.post("/games", &json!({ "players": [0, 1] })).refused(409, "wrong-format");
    tournament.post("/players/7/withdrawal", &json!({})).refused(404, "unknown-player");
    tournament.tables("/rounds", &json!({}));
    tournament.post("/rounds", &json!({})).refused(409, "games-running");
    tournament.post("/seal", &json!({})).refused(409, "games-running");
    tournament.post("/players/1/withdrawal", &json!({})).expect(201);
    tournament.post("/players/1/withdrawal", &json!({})).refused(409, "player-withdrawn");
    let nowhere = "/v1/tournaments/0190a5b0-0000-7000-8000-000000000001";
    server.spectator().get(nowhere).refused(404, "unknown-tournament");
    server.organiser().post(&format!("{nowhere}/seal"), &json!({})).refused(404, "unknown-tournament");
}

#[test]
fn a_condition_on_the_head_keeps_two_organisers_apart() {
    let server = Server::start();
    let tournament = Tournament::create(&server, &two_seats(&json!({ "type": "open" })), &["Ada"]);
    let etag = server.spectator().get(&tournament.path("")).etag();
    let register = |name: &str| {
        let call = server.organiser();
        let call = call.call("POST", &tournament.path("/players")).header("If-Match", &etag);
        call.json(&json!({ "name": name })).send()
    };
    register("Bo").expect(201);
    let stale = register("Cy").refused(412, "stale-head");
    assert_eq!(stale["head"]["index"], 2);
    let known = server.spectator();
    let unchanged = known.call("GET", &tournament.path("")).header("If-None-Match", &etag).send();
    assert_eq!(unchanged.status, 200);
}

#[test]
fn a_tournament_and_its_games_outlive_the_server() {
    let mut server = Server::start();
    let tournament = Tournament::create(&server, &two_seats(&json!({ "type": "swiss", "rounds": 2 })), &["Ada", "Bo"]);
    let tables = tournament.tables("/rounds", &json!({}));
    let (id, before) = (tournament.id.clone(), tournament.get(""));
    server = server.restart();
    let tournament = Tournament { server: &server, id };
    assert_eq!(tournament.get(""), before);
    let (game, _) = &tables[0];
    game.play_to_the_end(&server);
    assert_eq!(tournament.get("")["running"], 0);
    assert_eq!(tournament.get("/audit")["verdict"], "verified");
}

#[test]
fn the_log_can_be_read_in_pages_and_followed_to_its_seal() {
    let server = Server::start();
    let tournament = Tournament::create(&server, &two_seats(&json!({ "type": "open" })), &["Ada", "Bo"]);
    let stream = server.spectator().call("GET", &tournament.path("/events/stream?after=0")).open();
    let page = tournament.get("/events?limit=2");
    let kinds: Vec<_> =
        page["events"].as_array().expect("events").iter().map(|event| &event["record"]["kind"]).collect();
    assert_eq!(kinds, ["created", "player-registered"]);
    assert_eq!(page["next_after"], 1);
    tournament.post("/seal", &json!({})).expect(201);
    let followed: Vec<u64> = stream.rest().into_iter().map(|(index, _)| index).collect();
    assert_eq!(followed, [1, 2, 3]);
    let behind = server.spectator().call("GET", &tournament.path("/events/stream")).header("Last-Event-ID", "3").send();
    assert_eq!(behind.status, 204);
}

#[test]
fn tournaments_are_listed_newest_first() {
    let server = Server::start();
    let request = two_seats(&json!({ "type": "open" }));
    let ids: Vec<String> = (0..3).map(|_| Tournament::create(&server, &request, &[]).id).collect();
    server.organiser().post(&format!("/v1/tournaments/{}/seal", ids[1]), &json!({})).expect(201);
    let list = |query: &str| {
        let page = server.spectator().get(&format!("/v1/tournaments{query}")).expect(200);
        let ids =
            page["tournaments"].as_array().expect("a page").iter().map(|row| row["id"].as_str().map(String::from));
        (ids.collect::<Option<Vec<_>>>().expect("ids"), page["next_cursor"].clone())
    };
    let (first, cursor) = list("?limit=2");
    assert_eq!(first, [ids[2].clone(), ids[1].clone()]);
    let (rest, end) = list(&format!("?cursor={}", cursor.as_str().expect("a cursor")));
    assert_eq!((rest, end), (vec![ids[0].clone()], Value::Null));
    assert_eq!(list("?status=sealed").0, [ids[1].clone()]);
    assert_eq!(list("?status=open").0, [ids[2].clone(), ids[0].clone()]);
}

#[test]
fn games_that_end_at_the_same_time_all_count() {
    let server = Server::start();
    let format = json!({ "type": "round-robin", "group_size": 2 });
    let names: Vec<String> = (0..16).map(|number| format!("Player {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let tournament = Tournament::create(&server, &two_seats(&format), &names);
    let tables = tournament.tables("/rounds", &json!({}));
    std::thread::scope(|scope| {
        for (game, _) in &tables {
            scope.spawn(|| tournament.end(game, Some(0)));
        }
    });
    let standings = tournament.get("/standings");
    let points: Vec<u64> = ranks(&standings).iter().map(|(_, _, points)| *points).collect();
    assert_eq!(points, [[2; 8], [0; 8]].concat());
    assert_eq!(tournament.get("/audit")["verdict"], "verified");
}

/// A row has no list of those who are level with it: 256 players who are, each with every tie-break and a long name, take no
/// more than 640 bytes each.
#[test]
fn the_standings_of_as_many_players_as_there_may_be_stay_small() {
    let server = Server::start();
    let mut asked = two_seats(&json!({ "type": "swiss", "rounds": 9 }));
    asked["tie_breaks"] = json!(["direct-meeting", "score-sum", "wins", "buchholz"]);
    let names: Vec<String> = (0..256).map(|number| format!("{number:0>64}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let tournament = Tournament::create(&server, &asked, &names);
    tournament.post("/players", &json!({ "name": "One more" })).refused(409, "registration-closed");
    let answer = server.spectator().get(&tournament.path("/standings"));
    let rows = answer.expect(200)["standings"].as_array().expect("rows").clone();
    assert_eq!(rows.len(), 256);
    for row in &rows {
        assert_eq!((&row["rank"], &row["reason"]), (&json!(1), &json!({ "by": "level", "others": 255 })));
    }
    assert!(answer.bytes.len() <= 256 * 640, "{} bytes", answer.bytes.len());
    tournament.post("/seal", &json!({})).expect(201);
    let log = server.spectator().get(&tournament.path("/events?after=256"));
    assert!(log.bytes.len() <= 256 * 512, "{} bytes", log.bytes.len());
}
