//! HTTP by the book: methods, conditions, other origins, offers of other protocols.

use serde_json::json;

use crate::game::{Game, plain, request, seed};
use crate::server::Server;
use crate::wire::exchange;

#[test]
fn options_tells_the_methods_of_a_path() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    for (path, methods) in [
        ("/v1/games", "GET, HEAD, POST, OPTIONS"),
        ("/v1/games?limit=3", "GET, HEAD, POST, OPTIONS"),
        (&game.path("/moves"), "POST, OPTIONS"),
        ("/openapi.json", "GET, HEAD, OPTIONS"),
    ] {
        let answer = server.spectator().call("OPTIONS", path).send();
        assert_eq!((answer.status, answer.header("Allow")), (204, Some(methods)), "{path}");
        assert!(answer.bytes.is_empty());
    }
    server.spectator().call("OPTIONS", "/nowhere").send().refused(404, "unknown-path");
}

#[test]
fn what_is_a_function_of_no_head_has_a_tag_of_its_text() {
    let server = Server::start();
    let game = Game::at(&server, 2, "00", 3);
    for path in [
        "/v1/rulesets",
        "/v1/rulesets/red-panda",
        "/v1/keys",
        "/v1/games",
        "/problems",
        "/problems/busy",
        "/openapi.json",
        &game.path("/events"),
    ] {
        let first = server.spectator().get(path);
        let ask = |tag: &str| server.spectator().call("GET", path).header("If-None-Match", tag).send();
        let again = ask(&first.etag());
        assert_eq!((first.status, again.status), (200, 304), "{path}");
        assert!(again.bytes.is_empty() && again.etag() == first.etag(), "{path}");
        assert_eq!(ask("W/\"other\"").bytes, first.bytes, "{path}");
    }
    let before = server.spectator().get("/v1/games").etag();
    game.play_until(&server, 4);
    assert_ne!(server.spectator().get("/v1/games").etag(), before);
}

#[test]
fn legal_moves_are_not_sent_again_while_they_are_the_same() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let ask =
        |tag: &str| game.seat(&server, 0).call("GET", &game.path("/legal-moves")).header("If-None-Match", tag).send();
    let first = ask("\"other\"");
    assert_eq!((first.status, ask(&first.etag()).status), (200, 304));
    game.send(&server, 0, &plain("kata")).expect(201);
    assert_eq!(ask(&first.etag()).status, 200);
}

#[test]
fn the_place_of_an_accepted_event_leads_to_it() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let accepted = game.send(&server, 0, &plain("kata"));
    let place = accepted.header("Location").expect("a place");
    let page = server.spectator().get(place).expect(200);
    assert_eq!(page["events"], json!([accepted.expect(201)["event"]]));
}

#[test]
fn entropy_and_adjudication_are_conditional_too() {
    let server = Server::start();
    let mut asked = request(2, &seed("36"));
    asked["entropy"] = json!("required");
    let game = Game::create(&server, &asked);
    let old = server.spectator().get(&game.path("")).etag();
    let give = |seat: usize, tag: &str| {
        let seat = game.seat(&server, seat);
        let call = seat.call("POST", &game.path("/entropy")).header("If-Match", tag);
        call.json(&json!({ "entropy": seed("2a") })).send()
    };
    give(0, &old).expect(201);
    give(1, &old).refused(412, "stale-head");
    give(1, &server.spectator().get(&game.path("")).etag()).expect(201);
    let outcome = json!({ "outcome": { "ranking": [[0, 1]], "scores": [0, 0] }, "reason": "rain" });
    let end = |tag: &str| {
        let organiser = server.organiser();
        organiser.call("POST", &game.path("/adjudication")).header("If-Match", tag).json(&outcome).send()
    };
    end(&old).refused(412, "stale-head");
    end(&server.spectator().get(&game.path("")).etag()).expect(201);
}

#[test]
fn pages_of_other_origins_are_let_in_only_where_configured() {
    let closed = Server::start();
    let answer = closed.spectator().call("GET", "/v1/games").header("Origin", "https://example.org").send();
    assert_eq!((answer.status, answer.header("Access-Control-Allow-Origin")), (200, None));

    let open = Server::configure().cors_origin("https://example.org").start();
    let ask = |origin: &str, path: &str| open.spectator().call("GET", path).header("Origin", origin).send();
    for path in ["/v1/games", "/v1/games/x", "/nowhere", "/healthz?x=1"] {
        let answer = ask("https://example.org", path);
        assert_eq!(answer.header("Access-Control-Allow-Origin"), Some("https://example.org"), "{path}");
        let readable = answer.header("Access-Control-Expose-Headers").expect("headers").to_lowercase();
        assert!(["etag", "location", "retry-after", "x-request-id"].iter().all(|name| readable.contains(name)));
        assert!(answer.headers.get_all("Vary").iter().any(|vary| vary.to_str().unwrap().contains("Origin")), "{path}");
        let other = ask("https://example.com", path);
        assert_eq!((other.status, other.header("Access-Control-Allow-Origin")), (answer.status, None), "{path}");
    }
    ask("https://example.org", "/v1/games/x").refused(400, "malformed-path");
}

#[test]
fn a_browser_that_asks_first_is_told_what_it_may_send() {
    let server = Server::configure().cors_origin("https://example.org").start();
    let game = Game::new(&server, 2, "00");
    let ask = |origin: &str, headers: &str| {
        let call = server.spectator().call("OPTIONS", &game.path("/moves")).header("Origin", origin);
        let call = call.header("Access-Control-Request-Method", "POST");
        call.header("Access-Control-Request-Headers", headers).send()
    };
    let answer = ask("https://example.org", "authorization, content-type, idempotency-key, if-match");
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("Access-Control-Allow-Origin"), Some("https://example.org"));
    assert!(answer.header("Access-Control-Allow-Methods").is_some_and(|methods| methods.contains("POST")));
    assert!(answer.header("Access-Control-Allow-Headers").is_some_and(|names| names.contains("authorization")));
    assert_eq!(answer.header("Access-Control-Allow-Credentials"), None);
    ask("https://example.com", "authorization").refused(400, "malformed-header");
    ask("https://example.org", "x-other").refused(400, "malformed-header");
    let any = Server::configure().cors_origin("*").start();
    let answer = any.spectator().call("GET", "/healthz").header("Origin", "https://example.com").send();
    assert_eq!(answer.header("Access-Control-Allow-Origin"), Some("*"));
}

#[test]
fn an_address_that_asks_too_often_is_refused_in_words_that_a_page_can_read() {
    let server = Server::configure().cors_origin("https://example.org").requests_per_second(1).start();
    let ask = || server.spectator().call("GET", "/v1/rulesets").header("Origin", "https://example.org").send();
    let refused = (0..50).map(|_| ask()).find(|answer| answer.status == 429).expect("a refusal");
    refused.refused(429, "too-many-requests");
    assert_eq!(refused.header("Access-Control-Allow-Origin"), Some("https://example.org"));
    assert_eq!(refused.header("Retry-After"), Some("1"));
}

#[test]
fn an_offer_of_another_protocol_is_passed_over_and_the_client_told_that_the_connection_ends() {
    let server = Server::start();
    let offer = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n";
    for path in ["/healthz", "/nowhere"] {
        let answer = exchange(&server, format!("GET {path} HTTP/1.1\r\nHost: x\r\n{offer}\r\n").as_bytes());
        let head = answer.split("\r\n\r\n").next().unwrap_or_default().to_lowercase();
        assert!(head.contains("\r\nconnection: close") && !head.contains("connection: upgrade"), "{answer}");
        assert_eq!(head.starts_with("http/1.1 200"), path == "/healthz", "{answer}");
    }
}

#[test]
fn text_is_utf_8_everywhere() {
    let server = Server::start();
    let mut asked = request(2, &seed("00"));
    asked["seats"][0]["name"] = json!("Åsa 竹 🐼");
    let game = Game::create(&server, &asked);
    assert_eq!(game.look(&server)["seats"][0]["name"], "Åsa 竹 🐼");
    let found = server.spectator().get("/v1/games?player=%C3%85sa%20%E7%AB%B9%20%F0%9F%90%BC").expect(200);
    assert_eq!(found["games"][0]["id"], game.id);
    let events = server.spectator().call("GET", &game.path("/events/stream")).open().next().expect("an event").1;
    assert_eq!(events["texts"][0]["text"], "Åsa 竹 🐼");
}
