//! Paths, methods and queries.

use super::Bench;

const NOWHERE: &str = "00000000-0000-7000-8000-000000000000";

/// The calls that look at a game.
const LOOKS: [&str; 9] =
    ["", "/legal-moves", "/events", "/events/stream", "/state", "/states/0", "/replay", "/bundle", "/audit"];

#[test]
fn a_game_that_is_not_there_is_refused_by_every_call() {
    let bench = Bench::new();
    let seat = bench.game.seat(&bench.server, 0);
    for look in LOOKS {
        seat.get(&format!("/v1/games/{NOWHERE}{look}")).refused(404, "unknown-game");
    }
    let entropy = format!("{{\"entropy\":\"{}\"}}", "00".repeat(32));
    let outcome = r#"{"outcome":{"ranking":[[0],[1]],"scores":[0,0]},"reason":"time"}"#;
    for (token, call, body) in [
        (Some(0), "moves", r#"{"ruleset":"red-panda","move":{"type":"kata"}}"#),
        (Some(0), "entropy", &entropy),
        (None, "adjudication", outcome),
    ] {
        bench.post(token, &format!("/v1/games/{NOWHERE}/{call}"), body).refused(404, "unknown-game");
    }
    bench.assert_untouched();
}

#[test]
fn an_id_that_is_no_uuid_is_refused_by_every_call() {
    let bench = Bench::new();
    let (long, short) = (format!("{}0", bench.game.id), &bench.game.id[..35]);
    for id in
        ["x", "0", "%20", "..", long.as_str(), short, "%00", "null", "g0000000-0000-7000-8000-000000000000", "%FF%FE"]
    {
        for look in LOOKS {
            let answer = bench.server.spectator().get(&format!("/v1/games/{id}{look}"));
            answer.refused(400, "malformed-path");
        }
    }
    bench.assert_untouched();
}

#[test]
fn an_index_that_is_no_index_of_the_log_is_refused() {
    let bench = Bench::new();
    let get = |index: &str| bench.server.spectator().get(&bench.game.path(&format!("/states/{index}")));
    for index in ["-1", "-0", "1.5", "x", "18446744073709551616", "0x0", "%2B", "٣"] {
        get(&index.replace('٣', "%D9%A3")).refused(400, "malformed-path");
    }
    for index in ["1", "9223372036854775807", "9223372036854775808", "18446744073709551615"] {
        get(index).refused(404, "index-out-of-range");
    }
    bench.assert_untouched();
}

#[test]
fn a_path_where_nothing_is_is_refused() {
    let bench = Bench::new();
    for path in [
        "/v1",
        "/v1/",
        "/v2/games",
        "/v1/game",
        "/V1/games",
        "/v1/games/",
        "/v1//games",
        "/v1/games//moves",
        "/index.html",
        "/v1/rulesets/",
        "/problems/",
        "/%2e%2e/etc/passwd",
        "/v1/games/..%2f..%2f",
        "/.git/config",
        "/v1/games;x=1",
        &bench.game.path("/"),
        &bench.game.path("/states"),
        &bench.game.path("/states/"),
        &bench.game.path("/states/0/0"),
    ] {
        for method in ["GET", "POST", "DELETE"] {
            let answer = bench.server.spectator().call(method, path).send();
            if path.contains("..%2f") {
                assert!([400, 405].contains(&answer.status), "{method} {path}: {}", answer.status);
            } else {
                answer.refused(404, "unknown-path");
            }
        }
    }
    bench.assert_untouched();
}

#[test]
fn a_method_that_a_path_does_not_take_is_refused_with_those_it_does() {
    let bench = Bench::new();
    for (path, method, allowed) in [
        ("/v1/games", "PUT", "GET, HEAD, POST, OPTIONS"),
        ("/v1/games", "DELETE", "GET, HEAD, POST, OPTIONS"),
        ("/v1/rulesets", "POST", "GET, HEAD, OPTIONS"),
        ("/v1/audit", "GET", "POST, OPTIONS"),
        ("/v1/audit", "HEAD", "POST, OPTIONS"),
        ("/", "POST", "GET, HEAD, OPTIONS"),
        ("/docs", "PUT", "GET, HEAD, OPTIONS"),
        ("/openapi.json", "DELETE", "GET, HEAD, OPTIONS"),
        ("/metrics", "POST", "GET, HEAD, OPTIONS"),
        (&bench.game.path(""), "DELETE", "GET, HEAD, OPTIONS"),
        (&bench.game.path(""), "PATCH", "GET, HEAD, OPTIONS"),
        (&bench.game.path("/moves"), "GET", "POST, OPTIONS"),
        (&bench.game.path("/moves"), "BREW", "POST, OPTIONS"),
        (&bench.game.path("/events/stream"), "POST", "GET, HEAD, OPTIONS"),
        ("/v1/games/x/moves", "GET", "POST, OPTIONS"),
    ] {
        let answer = bench.server.spectator().call(method, path).send();
        assert_eq!((answer.status, answer.header("Allow")), (405, Some(allowed)), "{method} {path}");
        if method != "HEAD" {
            answer.refused(405, "wrong-method");
        }
    }
    bench.assert_untouched();
}

#[test]
fn a_query_that_is_unknown_or_out_of_range_is_refused() {
    let bench = Bench::new();
    let events = bench.game.path("/events");
    for (path, queries) in [
        (
            "/v1/games",
            &[
                "limit=0",
                "limit=101",
                "limit=-1",
                "limit=",
                "limit=x",
                "limit=1.0",
                "limit=18446744073709551616",
                "limit=1&limit=1",
                "limit=+1",
                "page=2",
                "Limit=1",
                "cursor=x",
                "cursor=",
                "status=done",
                "status=Running",
                "status=",
                "ruleset=chess",
                "ruleset=",
                "x",
                "=",
                "limit[]=1",
            ][..],
        ),
        (
            events.as_str(),
            &[
                "limit=0",
                "limit=1001",
                "limit=-1",
                "limit=x",
                "after=-1",
                "after=x",
                "after=",
                "after=18446744073709551616",
                "after=1&after=2",
                "from=0",
                "after=0;limit=1",
            ],
        ),
    ] {
        for query in queries {
            bench.server.spectator().get(&format!("{path}?{query}")).refused(400, "malformed-query");
        }
    }
    for (method, path) in [
        ("GET", bench.game.path("")),
        ("GET", bench.game.path("/state")),
        ("GET", bench.game.path("/states/0")),
        ("GET", bench.game.path("/legal-moves")),
        ("GET", bench.game.path("/bundle")),
        ("GET", bench.game.path("/audit")),
        ("GET", "/v1/keys".into()),
        ("GET", "/v1/rulesets/red-panda".into()),
        ("POST", "/v1/games".into()),
        ("POST", bench.game.path("/moves")),
    ] {
        let path = format!("{path}?index=1");
        bench.server.spectator().call(method, &path).send().refused(400, "malformed-query");
    }
    bench.server.spectator().call("PUT", "/v1/games?limit=1").send().refused(405, "wrong-method");
    bench.server.spectator().get("/nowhere?limit=1").refused(404, "unknown-path");
    for query in ["", "&", "limit=1", "limit=100", "player=", "tournament=", "player=Ada&status=running"] {
        bench.server.spectator().get(&format!("/v1/games?{query}")).expect(200);
    }
    bench.assert_untouched();
}
