//! Bots: the server plays their seats, as ordinary moves, and goes on after a restart.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::game::{Game, plain, request, seed};
use crate::server::Server;

/// A request for a game where these seats are bots.
fn with_bots(seats: usize, bots: &[usize]) -> Value {
    let mut request = request(seats, &seed("36"));
    for bot in bots {
        request["seats"][bot]["bot"] = json!("random");
    }
    request
}

/// Creates a game with bots, and gives its id and its tokens as they were answered.
fn create(server: &Server, request: &Value) -> (String, Value) {
    let created = server.organiser().post("/v1/games", request).expect(201);
    (created["game"]["id"].as_str().expect("an id").into(), created["tokens"].clone())
}

/// Looks at a game until something holds.
fn wait(server: &Server, id: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let game = server.spectator().get(&format!("/v1/games/{id}")).expect(200);
        if holds(&game) {
            return game;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "the bots do not go on: {game}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn is_over(game: &Value) -> bool {
    game["status"] == "over"
}

fn awaits_only(seat: u8) -> impl Fn(&Value) -> bool {
    move |game| game["awaiting"] == json!([seat])
}

/// The events of a game.
fn events(server: &Server, id: &str) -> Vec<Value> {
    let page = server.spectator().get(&format!("/v1/games/{id}/events?limit=1000")).expect(200);
    page["events"].as_array().expect("events").clone()
}

#[test]
fn a_game_of_bots_alone_plays_to_its_end_and_verifies() {
    let server = Server::start();
    for ruleset in ["red-panda", "panda-rei", "panda-spin", "inori"] {
        let seats = [json!({ "name": "Ada", "bot": "random" }), json!({ "name": "Bo", "bot": "random" })];
        let (id, tokens) = create(&server, &json!({ "ruleset": ruleset, "seats": seats }));
        assert_eq!(tokens, json!([null, null]), "nobody else plays for a bot");
        let game = wait(&server, &id, is_over);
        assert_eq!(game["seats"], json!(seats));
        let moves = events(&server, &id);
        assert!(moves.iter().skip(1).all(|event| event["record"]["kind"] == "move"), "{ruleset}");
        let told = [0, 1].map(|seat| json!({ "name": moves[0]["texts"][seat]["commitment"], "bot": "random" }));
        assert_eq!(moves[0]["payload"]["seats"], json!(told), "{ruleset}");
        let audit = server.spectator().get(&format!("/v1/games/{id}/audit")).expect(200);
        assert_eq!(audit["verdict"], "verified", "{ruleset}: {audit}");
    }
    server.assert_it_never_failed();
}

#[test]
fn a_person_plays_against_bots() {
    let server = Server::start();
    let (id, tokens) = create(&server, &with_bots(3, &[1, 2]));
    assert_eq!((&tokens[1], &tokens[2]), (&Value::Null, &Value::Null));
    let person = server.with_token(tokens[0].as_str().expect("a token"));
    loop {
        let game = wait(&server, &id, |game| is_over(game) || awaits_only(0)(game));
        if is_over(&game) {
            break;
        }
        let legal = person.get(&format!("/v1/games/{id}/legal-moves")).expect(200);
        person.post(&format!("/v1/games/{id}/moves"), &legal["moves"][0]).expect(201);
    }
    let movers: Vec<_> = events(&server, &id).iter().map(|event| event["record"]["seat"].clone()).collect();
    for seat in 0..3 {
        assert!(movers.contains(&json!(seat)), "{movers:?}");
    }
    server.assert_it_never_failed();
}

#[test]
fn bots_do_not_all_play_the_same_game() {
    let server = Server::start();
    let games = [(); 4].map(|()| {
        let (id, _) = create(&server, &with_bots(3, &[0, 1, 2]));
        wait(&server, &id, is_over);
        events(&server, &id).iter().map(|event| event["payload"].to_string()).collect::<Vec<_>>()
    });
    assert!(games.iter().any(|game| *game != games[0]), "one seed, and four times the same choices");
}

#[test]
fn a_bot_gives_its_entropy_and_leaves_that_of_people_to_them() {
    let server = Server::start();
    let mut request = with_bots(3, &[0, 2]);
    request["entropy"] = json!("required");
    let (id, tokens) = create(&server, &request);
    let game = wait(&server, &id, awaits_only(1));
    assert_eq!((&game["status"], &game["head"]["index"]), (&json!("waiting"), &json!(2)));
    let person = server.with_token(tokens[1].as_str().expect("a token"));
    person.post(&format!("/v1/games/{id}/entropy"), &json!({ "entropy": seed("07") })).expect(201);
    let game = wait(&server, &id, |game| is_over(game) || awaits_only(1)(game));
    assert_eq!(game["status"], "running", "seat 0 begins, and is a bot");
    let given: Vec<_> = events(&server, &id)[1..3].iter().map(|event| event["payload"]["entropy"].clone()).collect();
    assert_ne!(given[0], given[1]);
}

#[test]
fn bots_go_on_after_a_restart() {
    let server = Server::start();
    let mut games: Vec<String> = (0..8).map(|_| create(&server, &with_bots(6, &[0, 1, 2, 3, 4, 5])).0).collect();
    let (id, tokens) = create(&server, &with_bots(2, &[1]));
    wait(&server, &id, awaits_only(0));
    let server = server.restart();
    // Nobody asks for them: they go on by themselves, also those that were stopped in the middle.
    for game in games.drain(..) {
        let begun = Instant::now();
        let path = "/v1/games?status=over&limit=100";
        while !server.spectator().get(path).text().contains(&game) {
            assert!(begun.elapsed() < Duration::from_secs(60), "the game does not go on");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    let person = server.with_token(tokens[0].as_str().expect("a token"));
    person.post(&format!("/v1/games/{id}/moves"), &plain("kata")).expect(201);
    wait(&server, &id, |game| is_over(game) || awaits_only(0)(game));
    server.assert_it_never_failed();
}

#[test]
fn an_adjudication_ends_a_game_with_bots() {
    let server = Server::start();
    let (id, _) = create(&server, &with_bots(2, &[1]));
    let game = wait(&server, &id, awaits_only(0));
    let outcome = json!({ "ranking": [[0], [1]], "scores": [1, 0] });
    let body = json!({ "outcome": outcome, "reason": "enough" });
    server.organiser().post(&format!("/v1/games/{id}/adjudication"), &body).expect(201);
    let after = wait(&server, &id, |game| game["status"] == "adjudicated");
    assert_eq!(after["head"]["index"].as_u64(), game["head"]["index"].as_u64().map(|index| index + 1));
}

#[test]
fn a_bot_that_is_not_known_is_refused() {
    let server = Server::start();
    let mut request = request(2, &seed("36"));
    request["seats"][1]["bot"] = json!("clever");
    let problem = server.organiser().post("/v1/games", &request).refused(422, "invalid-body");
    assert_eq!(problem["at"], "seats[1].bot");
    assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("random")), "{problem}");
    request["seats"][1]["bot"] = json!(null);
    let problem = server.organiser().post("/v1/games", &request).refused(422, "invalid-body");
    assert_eq!(problem["at"], "seats[1].bot");
}

#[test]
fn a_seat_of_a_person_has_no_bot_and_the_log_has_no_name() {
    let server = Server::start();
    let game = Game::new(&server, 2, "36");
    assert_eq!(game.look(&server)["seats"], json!([{ "name": "Ada", "bot": null }, { "name": "Bo", "bot": null }]));
    let created = &events(&server, &game.id)[0];
    let seats = [0, 1].map(|seat| json!({ "name": created["texts"][seat]["commitment"], "bot": null }));
    assert_eq!(created["payload"]["seats"], json!(seats));
    assert_eq!([0, 1].map(|seat| &created["texts"][seat]["text"]), ["Ada", "Bo"]);
}
