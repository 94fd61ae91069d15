//! Media types, authorisation and other headers.

use super::Bench;

const MOVE: &str = r#"{"ruleset":"red-panda","move":{"type":"kata"}}"#;

#[test]
fn a_body_of_another_media_type_or_of_none_is_refused_by_every_call() {
    let bench = Bench::new();
    let seat = bench.game.seat(&bench.server, 0);
    let paths = ["/v1/games".into(), "/v1/audit".into()];
    let paths = paths.into_iter().chain(["/moves", "/entropy", "/adjudication"].map(|call| bench.game.path(call)));
    for path in paths {
        for media in [
            "text/plain",
            "application/jsonp",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "json",
            "",
            "*/*",
            "application/problem+json",
            "text/json",
            "application/json-seq",
        ] {
            seat.call("POST", &path).header("Content-Type", media).body("{}").send().refused(415, "wrong-media-type");
        }
        seat.call("POST", &path).body("{}").send().refused(415, "wrong-media-type");
        seat.call("POST", &path).send().refused(415, "wrong-media-type");
    }
    bench.assert_untouched();
}

#[test]
fn a_media_type_may_be_written_in_any_case_and_with_parameters() {
    let bench = Bench::new();
    for media in
        ["application/json", "Application/JSON", "application/json; charset=utf-8", "application/json;charset=UTF-8"]
    {
        let game = crate::game::Game::new(&bench.server, 2, "00");
        let seat = game.seat(&bench.server, 0);
        seat.call("POST", &game.path("/moves")).header("Content-Type", media).body(MOVE).send().expect(201);
    }
}

#[test]
fn an_authorisation_that_is_no_bearer_token_is_refused() {
    let bench = Bench::new();
    let token = &bench.game.tokens[0];
    let calls = [
        ("GET", "/state"),
        ("GET", "/events"),
        ("GET", "/replay"),
        ("GET", "/legal-moves"),
        ("GET", "/events/stream"),
        ("POST", "/moves"),
    ];
    for (method, path) in calls {
        let call = |value: &[u8]| {
            let call = bench.server.spectator().call(method, &bench.game.path(path)).header("Authorization", value);
            let call = if method == "POST" { call.header("Content-Type", "application/json").body(MOVE) } else { call };
            call.send()
        };
        for value in [
            "",
            "Bearer",
            "Bearer ",
            "Basic QWRhOkFkYQ==",
            token,
            &format!("Token {token}"),
            &format!("Bearer{token}"),
            &format!("Bearer\t{token}"),
        ] {
            call(value.as_bytes()).refused(401, "wrong-token");
        }
        let answer = call(format!("Bearer {token} {token}").as_bytes());
        answer.refused(401, "wrong-token");
        assert_eq!(answer.header("WWW-Authenticate"), Some("Bearer"));
    }
    bench.assert_untouched();
}

#[test]
fn the_scheme_may_be_written_in_any_case() {
    let bench = Bench::new();
    for scheme in ["bearer", "BEARER", "Bearer"] {
        let call = bench.server.spectator().call("GET", &bench.game.path("/state"));
        let state = call.header("Authorization", format!("{scheme} {}", bench.game.tokens[0])).send().expect(200);
        assert_eq!(state["viewer"], "seat");
    }
}

#[test]
fn a_header_that_is_there_twice_is_refused() {
    let bench = Bench::new();
    let seat = bench.game.seat(&bench.server, 0);
    let tag = bench.server.spectator().get(&bench.game.path("")).etag();
    let bearer = format!("Bearer {}", bench.game.tokens[0]);
    for (name, value) in [("Authorization", bearer.as_str()), ("If-Match", &tag), ("Idempotency-Key", "k")] {
        let call = seat.call("POST", &bench.game.path("/moves")).header("Content-Type", "application/json").body(MOVE);
        let call = if name == "Authorization" { call } else { call.header(name, value) };
        call.header(name, value).send().refused(400, "malformed-header");
    }
    bench.assert_untouched();
}

#[test]
fn an_if_match_that_is_no_text_is_refused() {
    let bench = Bench::new();
    let seat = bench.game.seat(&bench.server, 0);
    for name in ["If-Match", "Idempotency-Key"] {
        let call = seat.call("POST", &bench.game.path("/moves")).header("Content-Type", "application/json").body(MOVE);
        call.header(name, b"\xff").send().refused(400, "malformed-header");
    }
    bench.assert_untouched();
}

#[test]
fn a_client_that_accepts_no_coding_of_the_server_is_refused_with_a_problem() {
    let bench = Bench::new();
    for path in [bench.game.path(""), bench.game.path("/replay"), "/healthz".into()] {
        let call = bench.server.spectator().call("GET", &path);
        call.header("Accept-Encoding", "identity;q=0, br").send().refused(400, "malformed-header");
    }
    let call = bench.game.seat(&bench.server, 0);
    let call = call.call("POST", &bench.game.path("/moves")).header("Content-Type", "application/json").body(MOVE);
    call.header("Accept-Encoding", "identity;q=0, br").send().refused(400, "malformed-header");
    bench.assert_untouched();
}
