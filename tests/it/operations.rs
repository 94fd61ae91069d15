//! Health, readiness, metrics, keys, problem codes, the document and its pages.

use std::collections::BTreeSet;

use pandect::audit::note::{SignerKey, VerifierKey};
use pandect::http::Code;
use serde_json::json;

use crate::client::Answer;
use crate::game::{Game, plain};
use crate::server::{LOG_NAME, SIGNING_SECRET, Server};

fn uuid(text: &str) -> bool {
    let lengths: Vec<_> = text.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12] && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
}

#[test]
fn a_server_says_that_it_runs_and_that_it_can_serve() {
    let server = Server::start();
    for path in ["/healthz", "/readyz"] {
        assert_eq!(server.spectator().get(path).expect(200), json!({ "status": "ok" }));
    }
}

#[test]
fn the_key_is_published_in_the_form_that_verifiers_take() {
    let server = Server::start();
    let signer = SignerKey::new(LOG_NAME, &SIGNING_SECRET).expect("a key");
    let keys = server.spectator().get("/v1/keys").expect(200);
    let key = json!({ "name": LOG_NAME, "algorithm": "Ed25519", "public_key": signer.verifier().to_string() });
    assert_eq!(keys, json!({ "keys": [key] }));
    let parsed: VerifierKey = keys["keys"][0]["public_key"].as_str().expect("a key").parse().expect("a verifier key");
    assert_eq!(parsed, signer.verifier());
}

#[test]
fn metrics_count_requests_moves_commits_games_and_streams() {
    let server = Server::start();
    let game = Game::at(&server, 2, "00", 3);
    game.send(&server, 0, &plain("kata")).refused(409, "not-your-turn");
    game.send(&server, 1, &plain("pass")).refused(422, "illegal-move");
    server.spectator().get("/nowhere").refused(404, "unknown-path");
    let _stream = server.spectator().call("GET", &game.path("/events/stream")).open();
    let answer = server.spectator().get("/metrics");
    assert_eq!(answer.header("Content-Type"), Some("application/openmetrics-text; version=1.0.0; charset=utf-8"));
    let text = answer.text();
    for line in [
        "pandect_http_requests_total{method=\"POST\",path=\"/v1/games\",status=\"201\"} 1",
        "pandect_http_requests_total{method=\"POST\",path=\"/v1/games/{id}/moves\",status=\"201\"} 3",
        "pandect_http_requests_total{method=\"POST\",path=\"/v1/games/{id}/moves\",status=\"409\"} 1",
        "pandect_http_requests_total{method=\"POST\",path=\"/v1/games/{id}/moves\",status=\"422\"} 1",
        "pandect_http_requests_total{method=\"GET\",path=\"unknown\",status=\"404\"} 1",
        "pandect_moves_total{ruleset=\"red-panda\",result=\"accepted\"} 3",
        "pandect_moves_total{ruleset=\"red-panda\",result=\"not-your-turn\"} 1",
        "pandect_moves_total{ruleset=\"red-panda\",result=\"illegal-move\"} 1",
        "pandect_commit_batch_size_count 4",
        "pandect_commit_batch_size_sum 4.0",
        "pandect_commit_seconds_count 4",
        "pandect_http_request_seconds_count{path=\"/v1/games/{id}/moves\"} 5",
        "pandect_live_games 1",
        "pandect_event_streams 1",
        "# EOF",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
    }
    assert!(!text.contains(&game.id), "a series per game would never end");
}

#[test]
fn no_client_can_add_series_to_the_metrics_at_will() {
    let server = Server::start();
    let series = || server.metrics().lines().filter(|line| line.starts_with("pandect_http_requests_total")).count();
    server.spectator().call("BREW0", "/v1/games").send().refused(405, "wrong-method");
    server.spectator().get("/nowhere/0").refused(404, "unknown-path");
    series();
    let before = series();
    for n in 1..10 {
        server.spectator().call(&format!("BREW{n}"), "/v1/games").send().refused(405, "wrong-method");
        server.spectator().get(&format!("/nowhere/{n}?x={n}")).refused(404, "unknown-path");
    }
    assert_eq!(series(), before);
}

#[test]
fn every_answer_has_a_request_id_of_its_own() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let id = |answer: &Answer| answer.header("X-Request-Id").expect("a request id").to_owned();
    let mut ids = BTreeSet::new();
    for path in [
        "/v1/games",
        "/healthz",
        "/metrics",
        "/nowhere",
        "/docs",
        "/docs/nowhere",
        "/v1/games/x",
        &game.path("/bundle"),
    ] {
        let answer = server.spectator().get(path);
        assert!(uuid(&id(&answer)), "{path}: {}", id(&answer));
        ids.insert(id(&answer));
    }
    assert_eq!(ids.len(), 8);
    let moved = game.send(&server, 0, &plain("kata"));
    assert!(uuid(&id(&moved)));
    let chosen = server.spectator().call("GET", "/healthz").header("X-Request-Id", "chosen by the client").send();
    assert!(uuid(&id(&chosen)), "a client does not choose what stands in the log");
}

#[test]
fn every_problem_code_has_a_page() {
    let server = Server::start();
    let list = server.spectator().get("/problems").expect(200);
    let listed = list["problems"].as_array().expect("problems");
    assert_eq!(listed.len(), Code::ALL.len());
    for (code, page) in Code::ALL.iter().zip(listed) {
        assert_eq!(page["code"], code.name());
        assert_eq!(server.spectator().get(&format!("/problems/{}", code.name())).expect(200), *page);
        assert!((400..600).contains(&page["status"].as_u64().expect("a status")), "{page}");
        for text in ["title", "help"] {
            assert!(page[text].as_str().is_some_and(|text| text.len() > 10), "{page}");
        }
    }
    server.spectator().get("/problems/nothing").refused(404, "unknown-code");
}

#[test]
fn the_type_of_a_problem_leads_to_its_page() {
    let server = Server::start();
    let problem = server.spectator().get("/v1/games/x").refused(400, "malformed-path");
    let page = server.spectator().get(problem["type"].as_str().expect("a path")).expect(200);
    for field in ["code", "status", "title"] {
        assert_eq!(page[field], problem[field], "{field}");
    }
}

#[test]
fn the_document_describes_itself_and_is_browsed_without_a_network() {
    let server = Server::start();
    let document = server.spectator().get("/openapi.json");
    assert_eq!(document.header("Content-Type"), Some("application/json"));
    assert_eq!(document.expect(200)["openapi"], "3.1.0");
    let answer = server.spectator().get("/docs");
    assert_eq!((answer.status, answer.header("Location")), (307, Some("/docs/")));
    let page = server.spectator().get("/docs/");
    assert_eq!((page.status, page.header("Content-Type")), (200, Some("text/html")));
    let page = page.text();
    assert!(!page.contains("http://") && !page.contains("https://"), "{page}");
    for file in ["swagger-ui.css", "swagger-ui-bundle.js", "swagger-initializer.js"] {
        assert!(page.contains(file), "{page}");
        assert_eq!(server.spectator().get(&format!("/docs/{file}")).status, 200, "{file}");
    }
    server.spectator().get("/docs/nowhere").refused(404, "unknown-path");
}

#[test]
fn every_documented_path_is_there_and_takes_the_documented_methods() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let document = server.spectator().get("/openapi.json").expect(200);
    let paths = document["paths"].as_object().expect("paths");
    assert!(paths.len() > 20, "{paths:?}");
    for (path, item) in paths {
        let path = path
            .replace("{id}", &game.id)
            .replace("{index}", "0")
            .replace("{name}", "red-panda")
            .replace("{code}", "busy");
        let methods: Vec<_> = item.as_object().expect("methods").keys().map(|method| method.to_uppercase()).collect();
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"] {
            if path.ends_with("/stream") && method == "GET" {
                continue;
            }
            let answer = server.spectator().call(method, &path).send();
            let taken = methods.iter().any(|taken| taken == method);
            assert_eq!(answer.status != 405, taken, "{method} {path}");
            if !taken {
                let allowed: Vec<String> = methods
                    .iter()
                    .flat_map(|method| match method.as_str() {
                        "GET" => vec!["GET".into(), "HEAD".into()],
                        _ => vec![method.clone()],
                    })
                    .collect();
                let allowed = [allowed, vec!["OPTIONS".into()]].concat().join(", ");
                answer.refused(405, "wrong-method");
                assert_eq!(answer.header("Allow"), Some(allowed.as_str()), "{method} {path}");
            }
        }
    }
    server.assert_it_never_failed();
}
