//! What no client library sends: broken heads, bodies that stop, bodies that never begin.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::time::{Duration, Instant};

use super::Bench;
use crate::wire::{connect, exchange};

const MOVE: &str = r#"{"ruleset":"red-panda","move":{"type":"kata"}}"#;

/// The status of an answer as it came from the socket.
fn status(answer: &str) -> Option<u16> {
    answer.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()
}

fn head(bench: &Bench, more: &str) -> String {
    let (path, token) = (bench.game.path("/moves"), &bench.game.tokens[0]);
    format!(
        "POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n{more}\r\n"
    )
}

#[test]
fn bytes_that_are_no_request_are_refused_and_the_connection_closed() {
    let bench = Bench::new();
    for (bytes, expected) in [
        (&b"GARBAGE\r\n\r\n"[..], 400),
        (b"\0\0\0\0\r\n\r\n", 400),
        (b"GET /healthz HTTP/9.9\r\n\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\nbad header\r\n\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\nA\0: b\r\n\r\n", 400),
        (b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
        (b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nab", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
    ] {
        let answer = exchange(&bench.server, bytes);
        assert_eq!(status(&answer), Some(expected), "{:?}: {answer}", String::from_utf8_lossy(bytes));
    }
    bench.assert_untouched();
}

#[test]
fn an_authorisation_that_is_no_text_is_refused() {
    let bench = Bench::new();
    let mut bytes =
        format!("GET {} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n", bench.game.path("/state")).into_bytes();
    bytes.extend(b"Authorization: Bearer \xff\xfe\r\n\r\n");
    let answer = exchange(&bench.server, &bytes);
    assert_eq!(status(&answer), Some(401), "{answer}");
    assert!(answer.contains("\"code\":\"wrong-token\""), "{answer}");
    bench.assert_untouched();
}

#[test]
fn a_head_that_is_too_large_is_refused() {
    let bench = Bench::new();
    let head = format!("GET /healthz HTTP/1.1\r\nHost: x\r\nX: {}\r\n\r\n", "a".repeat(200_000));
    assert_eq!(status(&exchange(&bench.server, head.as_bytes())), Some(431));
    let long = format!("/v1/games?player={}", "a".repeat(20_000));
    bench.server.spectator().get(&long).expect(200);
    bench.assert_untouched();
}

#[test]
fn a_body_that_breaks_off_plays_nothing() {
    let bench = Bench::new();
    for sent in [0, 1, MOVE.len() - 1] {
        let mut stream = connect(&bench.server);
        let head = head(&bench, &format!("Content-Length: {}\r\n", MOVE.len()));
        stream.write_all(format!("{head}{}", &MOVE[..sent]).as_bytes()).expect("a server that reads");
        stream.shutdown(Shutdown::Both).expect("an open socket");
    }
    let mut stream = connect(&bench.server);
    let begun = format!("{}5\r\n{{\"rul\r\n", head(&bench, "Transfer-Encoding: chunked\r\n"));
    stream.write_all(begun.as_bytes()).expect("a server that reads");
    drop(stream);
    let broken = format!("{}zz\r\n{MOVE}\r\n0\r\n\r\n", head(&bench, "Transfer-Encoding: chunked\r\n"));
    assert_eq!(status(&exchange(&bench.server, broken.as_bytes())), Some(400));
    bench.assert_untouched();
}

#[test]
fn a_chunked_body_is_held_to_the_same_limit() {
    let bench = Bench::new();
    let chunk = format!("{:x}\r\n{}\r\n", 0x8000, " ".repeat(0x8000));
    let body =
        format!("{}{}0\r\n\r\n", head(&bench, "Transfer-Encoding: chunked\r\nConnection: close\r\n"), chunk.repeat(4));
    let answer = exchange(&bench.server, body.as_bytes());
    assert_eq!(status(&answer), Some(413), "{answer}");
    assert!(answer.contains("\"code\":\"body-too-large\""), "{answer}");
    bench.assert_untouched();
}

#[test]
fn a_client_that_says_that_it_sends_too_much_is_refused_before_it_does() {
    let bench = Bench::new();
    for length in ["65537", "10485760", "18446744073709551615"] {
        let begun = Instant::now();
        let mut stream = connect(&bench.server);
        stream
            .write_all(head(&bench, &format!("Content-Length: {length}\r\n")).as_bytes())
            .expect("a server that reads");
        let mut answer = [0; 1024];
        let read = stream.read(&mut answer).expect("an answer");
        let answer = String::from_utf8_lossy(&answer[..read]);
        assert_eq!(status(&answer), Some(413), "{length}: {answer}");
        assert!(begun.elapsed() < Duration::from_secs(5));
    }
    bench.assert_untouched();
}

#[test]
fn requests_on_one_connection_are_answered_in_turn_whatever_came_before() {
    let bench = Bench::new();
    let nowhere = "GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n";
    let bad = format!("{}{{}}", head(&bench, "Content-Length: 2\r\n"));
    let last = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let answer = exchange(&bench.server, format!("{nowhere}{bad}{last}").as_bytes());
    let statuses: Vec<_> =
        answer.matches("HTTP/1.1 ").zip(answer.split("HTTP/1.1 ").skip(1)).map(|(_, rest)| &rest[..3]).collect();
    assert_eq!(statuses, ["404", "422", "200"], "{answer}");
    bench.assert_untouched();
}

#[test]
fn clients_that_connect_and_say_nothing_keep_nobody_out() {
    let bench = Bench::new();
    let silent: Vec<_> = (0..64).map(|_| connect(&bench.server)).collect();
    let begun = Instant::now();
    bench.assert_untouched();
    assert!(begun.elapsed() < Duration::from_secs(5));
    drop(silent);
}
