//! More than a server can take: what is refused, what is answered all the same, and what is not lost.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread::{JoinHandle, scope, sleep, spawn};
use std::time::{Duration, Instant};

use pandect::http::limits::{REQUEST_TIME_MAX, UPLOADS_MAX};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::binary::{PANDECT, Serving, command};
use crate::client::{Answer, Client};
use crate::game::{Game, plain};
use crate::server::Server;
use crate::wire::connect;

const MOVE: &str = r#"{"ruleset":"red-panda","move":{"type":"kata"}}"#;

/// A database that somebody else writes to, so that every write of the server waits.
struct Held(Connection);

impl Held {
    fn new(server: &Server) -> Self {
        let connection = Connection::open(server.database()).expect("a database");
        connection.execute_batch("BEGIN IMMEDIATE").expect("nobody writes");
        Self(connection)
    }

    fn release(self) {
        self.0.execute_batch("ROLLBACK").expect("a transaction");
    }
}

/// The requests that have arrived and are not answered.
fn under_way(server: &Server) -> String {
    let metrics = server.metrics();
    let line = metrics.lines().find_map(|line| line.strip_prefix("pandect_requests_under_way "));
    line.expect("a gauge").into()
}

#[track_caller]
fn soon(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(20), "{what}");
        sleep(Duration::from_millis(2));
    }
}

/// Plays the first move of a game, elsewhere.
fn play(server: &Server, game: &Game) -> JoinHandle<Answer> {
    let (client, path) = (game.seat(server, 0), game.path("/moves"));
    spawn(move || client.call("POST", &path).json(&plain("kata")).header("Idempotency-Key", "k").send())
}

fn head(game: &Game, path: &str, length: usize) -> String {
    let token = &game.tokens[0];
    format!(
        "POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n"
    )
}

#[test]
fn a_request_more_than_the_server_takes_is_told_to_come_back_and_operations_are_answered() {
    let server = Server::configure().requests_max(2).start();
    let games = [(); 3].map(|()| Game::new(&server, 2, "00"));
    let held = Held::new(&server);
    let moves = [&games[0], &games[1]].map(|game| play(&server, game));
    soon("two moves are under way", || under_way(&server) == "2");
    let refused = [
        games[2].send(&server, 0, &plain("kata")),
        server.spectator().get(&games[0].path("")),
        server.spectator().call("GET", &games[0].path("/events/stream")).send(),
    ];
    for answer in refused {
        let problem = answer.refused(503, "busy");
        assert_eq!(problem["detail"], "2 requests are under way; try again in a moment");
        assert_eq!(answer.header("Retry-After"), Some("1"));
    }
    for path in ["/healthz", "/readyz", "/metrics"] {
        assert_eq!(server.spectator().get(path).status, 200, "{path}");
    }
    held.release();
    for answer in moves {
        answer.join().expect("a client").expect(201);
    }
    soon("nothing is under way", || under_way(&server) == "0");
    games[2].send(&server, 0, &plain("kata")).expect(201);
    assert_eq!(games.map(|game| game.head(&server)), [1, 1, 1]);
}

#[test]
fn what_is_refused_at_once_was_not_begun() {
    let server = Server::configure().requests_max(1).start();
    let game = Game::new(&server, 2, "00");
    let held = Held::new(&server);
    let first = play(&server, &game);
    soon("a move is under way", || under_way(&server) == "1");
    let retries = [(); 8].map(|()| play(&server, &game)).map(|retry| retry.join().expect("a client"));
    for retry in retries {
        retry.refused(503, "busy");
    }
    held.release();
    let first = first.join().expect("a client");
    let again = play(&server, &game).join().expect("a client");
    assert_eq!((again.text(), again.header("Idempotency-Replayed")), (first.text(), Some("true")));
    assert_eq!(game.head(&server), 1);
}

#[test]
fn clients_whose_bodies_do_not_arrive_take_no_place_from_others() {
    let server = Server::configure().requests_max(1).start();
    let game = Game::new(&server, 2, "00");
    let slow: Vec<TcpStream> = (0..20)
        .map(|_| {
            let mut stream = connect(&server);
            let begun = format!("{}{}", head(&game, &game.path("/moves"), MOVE.len()), &MOVE[..5]);
            stream.write_all(begun.as_bytes()).expect("a server that reads");
            stream
        })
        .collect();
    game.send(&server, 0, &plain("kata")).expect(201);
    assert_eq!((game.head(&server), under_way(&server).as_str()), (1, "0"));
    drop(slow);
}

#[test]
fn a_body_that_trickles_is_answered_with_a_problem() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let mut stream = connect(&server);
    stream.write_all(head(&game, &game.path("/moves"), 4096).as_bytes()).expect("a server that reads");
    let mut trickle = stream.try_clone().expect("a socket");
    let trickling = spawn(move || {
        while trickle.write_all(b" ").is_ok() {
            sleep(Duration::from_millis(100));
        }
    });
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok();
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("\"code\":\"request-timeout\""), "{answer}");
    trickling.join().expect("a client that is cut off");
    assert_eq!(game.head(&server), 0);
}

#[test]
fn a_head_that_trickles_is_cut_off_also_behind_an_answer() {
    let server = Server::start();
    let mut stream = connect(&server);
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nX: ")
        .expect("a server that reads");
    let mut trickle = stream.try_clone().expect("a socket");
    let trickling = spawn(move || {
        while trickle.write_all(b"x").is_ok() {
            sleep(Duration::from_millis(100));
        }
    });
    let mut answers = String::new();
    stream.read_to_string(&mut answers).ok();
    assert_eq!(answers.matches("HTTP/1.1 200 ").count(), 1, "{answers}");
    trickling.join().expect("a client that is cut off");
}

#[test]
fn a_stream_lives_longer_than_a_request_may_take_to_arrive() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let mut stream = server.spectator().call("GET", &game.path("/events/stream")).open();
    assert_eq!(stream.next().expect("an event").0, 0);
    sleep(REQUEST_TIME_MAX + Duration::from_secs(2));
    game.play_until(&server, 1);
    assert_eq!(stream.next().expect("an event").0, 1);
}

#[test]
fn so_many_bundles_are_received_at_once_and_others_are_not_kept_waiting_for_them() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let upload = || server.spectator().post("/v1/audit", &json!({}));
    let mut uploads = Vec::new();
    soon("every place is taken", || {
        let mut stream = connect(&server);
        stream.write_all(format!("{}{{", head(&game, "/v1/audit", 100)).as_bytes()).expect("a server that reads");
        uploads.push(stream);
        upload().status == 503
    });
    assert!(uploads.len() >= UPLOADS_MAX, "only {} are received at once", uploads.len());
    upload().refused(503, "busy");
    // Neither a stored game's audit nor a move waits for what clients do not send.
    server.spectator().get(&game.path("/audit")).expect(200);
    game.send(&server, 0, &plain("kata")).expect(201);
    drop(uploads);
    soon("a place is free", || upload().status == 200);
}

#[test]
fn however_many_follow_a_game_each_hears_of_every_event_once() {
    let server = Server::configure().streams_max(300).start();
    let game = Game::new(&server, 2, "97");
    let last = scope(|scope| {
        let followers: Vec<_> = (0..300)
            .map(|_| {
                let mut stream = server.spectator().call("GET", &game.path("/events/stream")).open();
                assert_eq!(stream.next().expect("an event").0, 0);
                scope.spawn(move || stream.rest())
            })
            .collect();
        let last = game.play_to_the_end(&server).len() as u64;
        let listed = server.spectator().get(&game.path("/events")).expect(200);
        for follower in followers {
            let heard = follower.join().expect("a follower");
            assert_eq!(heard.iter().map(|(index, _)| *index).collect::<Vec<_>>(), (1..=last).collect::<Vec<_>>());
            for (index, event) in heard {
                let index = usize::try_from(index).expect("an index");
                assert_eq!(
                    (&event["record"], &event["hash"]),
                    (&listed["events"][index]["record"], &listed["events"][index]["hash"])
                );
            }
        }
        last
    });
    assert_eq!(last, 10);
}

#[test]
fn with_few_open_files_the_server_says_so_and_goes_on_when_connections_are_closed() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut few = command("bash");
    few.args(["-c", "ulimit -n 200; exec \"$0\" \"$@\"", PANDECT]);
    let serving = Serving::start_as(few, directory.path());
    let connections: Vec<TcpStream> = (0..150).map(|_| TcpStream::connect(serving.address).expect("a place")).collect();
    // The first of them have a place: 128 files are kept for what is no connection.
    let mut first = &connections[0];
    first.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").expect("a server that reads");
    let mut answer = [0; 12];
    first.read_exact(&mut answer).expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 200");
    drop(connections);
    let created = Client::new(serving.address).post("/v1/games", &crate::game::request(2, &crate::game::seed("00")));
    created.expect(201);
    let log = serving.kill();
    assert!(log.contains("the limit of open files is too low") && log.contains("\"connections\":72"), "{log}");
}

#[test]
fn operations_are_answered_however_often_they_are_asked() {
    let server = Server::configure().requests_per_second(1).start();
    for _ in 0..20 {
        for path in ["/healthz", "/readyz", "/metrics"] {
            assert_eq!(server.spectator().get(path).status, 200, "{path}");
        }
    }
    let others: Vec<u16> = (0..20).map(|_| server.spectator().get("/v1/rulesets").status).collect();
    assert!(others.contains(&429), "{others:?}");
}

#[test]
fn a_move_in_flight_when_the_server_is_terminated_is_answered_whole_or_can_be_sent_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::start(directory.path());
    let client = Client::new(serving.address);
    let request = crate::game::request(2, &crate::game::seed("00"));
    let games: Vec<(String, String)> = (0..32)
        .map(|_| {
            let created = client.post("/v1/games", &request).expect(201);
            let text = |value: &Value| value.as_str().expect("text").to_owned();
            (text(&created["game"]["id"]), text(&created["tokens"][0]))
        })
        .collect();
    let play = |address, (id, token): &(String, String)| {
        let client = Client::new(address).with_token(token);
        let call = client.call("POST", &format!("/v1/games/{id}/moves")).json(&plain("kata"));
        call.header("Idempotency-Key", "k").attempt()
    };
    let address = serving.address;
    let (code, answers) = scope(|scope| {
        let moves: Vec<_> = games.iter().map(|game| scope.spawn(move || play(address, game))).collect();
        let code = serving.terminate();
        (code, moves.into_iter().map(|mv| mv.join().expect("a client")).collect::<Vec<_>>())
    });
    assert_eq!(code, 0);
    let serving = Serving::start(directory.path());
    for (game, answer) in games.iter().zip(answers) {
        let again = play(serving.address, game).expect("a server that runs");
        again.expect(201);
        match answer {
            Ok(answer) if answer.status == 201 => {
                let replayed = again.header("Idempotency-Replayed");
                assert_eq!((again.text(), replayed), (answer.text(), Some("true")));
            }
            Ok(answer) => drop(answer.refused(503, "unavailable")),
            Err(_) => {}
        }
        let look = Client::new(serving.address).get(&format!("/v1/games/{}", game.0)).expect(200);
        assert_eq!(look["head"]["index"], 1);
    }
}
