//! Requests to a real server in this process: whatever is asked, it never fails, never panics, and answers what the
//! document lists; every refusal is a whole problem.
//!
//! The text is that of `.http` files: requests, each a line with method and path, lines with headers, an empty line and
//! a body, apart by lines of `###`. `{{game}}`, `{{seat0}}` and so on stand for what the last creation in the text
//! answered, or else for what was there before; `{{over}}` is a game that has ended, `{{sealed}}` a tournament that has,
//! `{{head}}` the last entity tag.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use pandect::http::ProblemDetails;
use serde_json::{Value, json};

use crate::documented;
use crate::server::Server;

/// Requests of one text; what follows is not sent.
const REQUESTS_MAX: usize = 12;
/// Headers of one request: a head that is too large is refused before anything of ours is reached.
const HEADERS_MAX: usize = 50;
/// Texts before a new server takes over: what they created stays in its database.
const TEXTS_MAX: u32 = 2_000;
/// What the connection is about is not the text's to say.
const OWN_HEADERS: [&str; 6] = ["connection", "content-length", "expect", "host", "transfer-encoding", "upgrade"];

thread_local! {
    static BENCH: RefCell<Option<Bench>> = const { RefCell::new(None) };
}

/// Sends the requests of a text and looks at the answers.
pub(crate) fn run(data: &[u8]) {
    BENCH.with_borrow_mut(|bench| {
        if bench.as_ref().is_none_or(|bench| bench.texts >= TEXTS_MAX) {
            *bench = Some(Bench::new());
        }
        if let Some(bench) = bench {
            bench.send_all(data);
        }
    });
}

/// A server with something on it, and a connection to it.
struct Bench {
    // Dropped before the server, which waits for open connections.
    connection: Option<BufReader<TcpStream>>,
    server: Server,
    given: BTreeMap<String, String>,
    texts: u32,
}

/// What a server answered.
struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    fn media(&self) -> &str {
        self.header("content-type").and_then(|media| media.split(';').next()).unwrap_or_default()
    }
}

impl Bench {
    fn new() -> Self {
        // Streams that were left are taken for open until the server has noticed.
        let server = Server::configure().streams_max(100_000).start();
        let mut bench = Self { connection: None, server, given: BTreeMap::new(), texts: 0 };
        let game = json!({"ruleset": "red-panda", "seats": [{"name": "Ada"}, {"name": "Bo"}], "seed": "07".repeat(32)});
        let tournament = json!({"name": "Open", "format": {"type": "open"}, "rulesets": [{"ruleset": "red-panda"}]});
        let mut given = BTreeMap::new();
        let over = bench.created("/v1/games", &game, &mut given);
        let outcome = json!({"outcome": {"ranking": [[1], [0]], "scores": [0, 1]}, "reason": "seat 0 left"});
        bench.created(&format!("/v1/games/{over}/adjudication"), &outcome, &mut given);
        let sealed = bench.created("/v1/tournaments", &tournament, &mut given);
        bench.created(&format!("/v1/tournaments/{sealed}/seal"), &Value::Null, &mut given);
        bench.created("/v1/games", &game, &mut given);
        let running = bench.created("/v1/tournaments", &tournament, &mut given);
        for name in ["Ada", "Bo"] {
            bench.created(&format!("/v1/tournaments/{running}/players"), &json!({"name": name}), &mut given);
        }
        given.extend([("over".into(), over), ("sealed".into(), sealed)]);
        bench.given = given;
        bench
    }

    /// Creates something, and gives its id.
    fn created(&mut self, path: &str, body: &Value, given: &mut BTreeMap<String, String>) -> String {
        let (head, body) = match body {
            Value::Null => (String::new(), String::new()),
            body => ("content-type: application/json\n".into(), body.to_string()),
        };
        let answer = self.send(format!("POST {path}\n{head}\n{body}").as_bytes(), given);
        assert!(
            matches!(answer.status, 200 | 201),
            "{path}: {} {}",
            answer.status,
            String::from_utf8_lossy(&answer.body)
        );
        let kind = if path.contains("tournaments") { "tournament" } else { "game" };
        given.get(kind).cloned().unwrap_or_default()
    }

    fn send_all(&mut self, data: &[u8]) {
        self.texts += 1;
        let mut given = self.given.clone();
        let mut requests = vec![Vec::new()];
        for line in data.split_inclusive(|byte| *byte == b'\n') {
            match requests.last_mut() {
                Some(request) if line.trim_ascii_end() != b"###" => request.extend(line),
                _ => requests.push(Vec::new()),
            }
        }
        for request in requests.iter().take(REQUESTS_MAX) {
            self.send(request, &mut given);
        }
    }

    /// Sends one request, looks at the answer, and keeps what it created.
    fn send(&mut self, request: &[u8], given: &mut BTreeMap<String, String>) -> Answer {
        let request = Request::read(request, given);
        let answer = self.exchange(&request);
        let called = format!("{} {}", request.method, request.path);
        check(&request, &answer, &called);
        if let Some(tag) = answer.header("etag") {
            given.insert("head".into(), tag.into());
        }
        if answer.status == 201
            && let Ok(created) = serde_json::from_slice::<Value>(&answer.body)
        {
            keep(&created, given);
        }
        answer
    }

    fn exchange(&mut self, request: &Request) -> Answer {
        // A connection that was idle for long may be closed.
        if let Some(mut connection) = self.connection.take()
            && let Ok((answer, stays)) = exchange(&mut connection, request)
        {
            self.connection = Some(connection).filter(|_| stays);
            return answer;
        }
        let stream = TcpStream::connect(self.server.address).expect("a connection");
        stream.set_nodelay(true).expect("no delay");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        let mut connection = BufReader::new(stream);
        let answered = exchange(&mut connection, request);
        let (answer, stays) = answered.unwrap_or_else(|error| panic!("{} {}: {error}", request.method, request.path));
        self.connection = Some(connection).filter(|_| stays);
        answer
    }
}

/// Keeps the ids and tokens of what was created.
fn keep(created: &Value, given: &mut BTreeMap<String, String>) {
    let games = created["games"].as_array().into_iter().flatten();
    for made in games.chain([created]) {
        let tokens = made["tokens"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for (seat, token) in tokens.enumerate() {
            given.insert(format!("seat{seat}"), token.into());
        }
        for (name, id) in [("game", &made["game"]["id"]), ("tournament", &made["tournament"]["id"])] {
            if let Some(id) = id.as_str() {
                given.insert(name.into(), id.into());
            }
        }
    }
    if let (Some(id), true) = (created["id"].as_str(), created["format"].is_object()) {
        given.insert("tournament".into(), id.into());
    }
}

/// A request with a well-formed head.
struct Request {
    method: String,
    path: String,
    headers: Vec<(String, Vec<u8>)>,
    body: Vec<u8>,
}

impl Request {
    fn read(text: &[u8], given: &BTreeMap<String, String>) -> Self {
        let text = filled(text, given);
        let mut rest = text.as_slice();
        let first = line(&mut rest);
        let mut words = first.splitn(2, |byte| *byte == b' ');
        // Other marks are tokens as well, and refused before anything of ours is reached.
        let letters = words.next().unwrap_or_default().iter().filter(|byte| byte.is_ascii_alphabetic());
        let method: String = letters.map(|byte| char::from(*byte)).collect();
        let method = if method.is_empty() || method == "CONNECT" { "GET".into() } else { method };
        let path = target(words.next().unwrap_or_default());
        let mut headers = Vec::new();
        while !rest.is_empty() {
            let line = line(&mut rest);
            if line.is_empty() {
                break;
            }
            let mut parts = line.splitn(2, |byte| *byte == b':');
            let name: String =
                parts.next().unwrap_or_default().iter().filter(|b| is_token(**b)).map(|b| char::from(*b)).collect();
            let value: Vec<u8> = parts
                .next()
                .unwrap_or_default()
                .iter()
                .copied()
                .filter(|b| *b == b'\t' || (*b >= b' ' && *b != 127))
                .collect();
            if headers.len() < HEADERS_MAX && !name.is_empty() && !OWN_HEADERS.contains(&&*name.to_ascii_lowercase()) {
                headers.push((name, value));
            }
        }
        Self { method, path, headers, body: rest.to_vec() }
    }

    fn bytes(&self) -> Vec<u8> {
        let Self { method, path, headers, body } = self;
        let mut bytes =
            format!("{method} {path} HTTP/1.1\r\nhost: pandect\r\ncontent-length: {}\r\n", body.len()).into_bytes();
        for (name, value) in headers {
            bytes.extend([name.as_bytes(), b": ", value, b"\r\n"].concat());
        }
        bytes.extend(b"\r\n");
        bytes.extend(body);
        bytes
    }
}

/// The text with what is given in its places.
fn filled(text: &[u8], given: &BTreeMap<String, String>) -> Vec<u8> {
    let mut filled = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.windows(2).position(|pair| pair == b"{{") {
        filled.extend(&rest[..at]);
        rest = &rest[at + 2..];
        let end = rest.windows(2).position(|pair| pair == b"}}");
        let value = end.and_then(|end| given.get(std::str::from_utf8(&rest[..end]).ok()?));
        match (end, value) {
            (Some(end), Some(value)) => {
                filled.extend(value.as_bytes());
                rest = &rest[end + 2..];
            }
            _ => filled.extend(b"{{"),
        }
    }
    filled.extend(rest);
    filled
}

/// The next line, without its end.
fn line<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    let line = &rest[..end];
    *rest = rest.get(end + 1..).unwrap_or_default();
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// RFC 9110, 5.6.2.
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// A path that stands in a request line; what cannot is percent-encoded.
fn target(path: &[u8]) -> String {
    let mut target = String::from(if path.first() == Some(&b'/') { "" } else { "/" });
    for byte in path {
        let stands = byte.is_ascii_alphanumeric() || b"-._~:/?@!$&'()*+,;=%".contains(byte);
        if stands { target.push(char::from(*byte)) } else { target.push_str(&format!("%{byte:02X}")) }
    }
    target
}

/// Sends a request and reads the answer, and says whether the connection can be used again.
fn exchange(connection: &mut BufReader<TcpStream>, request: &Request) -> std::io::Result<(Answer, bool)> {
    let broken = |what: &str| std::io::Error::other(format!("the server answered {what}"));
    connection.get_mut().write_all(&request.bytes())?;
    let mut next = || -> std::io::Result<String> {
        let mut line = Vec::new();
        connection.read_until(b'\n', &mut line)?;
        let line = line.strip_suffix(b"\r\n").ok_or_else(|| broken("a line without an end"))?;
        Ok(String::from_utf8_lossy(line).into_owned())
    };
    let first = next()?;
    let status = first.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)?.parse().ok());
    let status = status.ok_or_else(|| broken(&first))?;
    let mut headers = Vec::new();
    loop {
        let line = next()?;
        let Some((name, value)) = line.split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let mut answer = Answer { status, headers, body: Vec::new() };
    if request.method == "HEAD" || matches!(status, 204 | 304) {
        return Ok((answer, true));
    }
    if answer.media() == "text/event-stream" {
        return Ok((answer, false));
    }
    let closes = answer.header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close"));
    match answer.header("content-length").map(str::parse::<usize>) {
        Some(Ok(length)) => {
            answer.body.resize(length, 0);
            connection.read_exact(&mut answer.body)?;
        }
        Some(Err(_)) => return Err(broken("a length that is no number")),
        None if answer.header("transfer-encoding") == Some("chunked") => answer.body = chunks(connection)?,
        None => drop(connection.read_to_end(&mut answer.body)?),
    }
    Ok((answer, !closes))
}

fn chunks(connection: &mut BufReader<TcpStream>) -> std::io::Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        connection.read_line(&mut line)?;
        let length = usize::from_str_radix(line.trim(), 16).map_err(std::io::Error::other)?;
        let from = body.len();
        body.resize(from + length + 2, 0);
        connection.read_exact(&mut body[from..])?;
        body.truncate(from + length);
        if length == 0 {
            return Ok(body);
        }
    }
}

/// What holds for every answer.
fn check(request: &Request, answer: &Answer, called: &str) {
    let (status, body) = (answer.status, answer.body.as_slice());
    let shown = || String::from_utf8_lossy(body);
    assert!((200..500).contains(&status), "{called}: {status} {}", shown());
    // A compressed body is the compressor's.
    if answer.header("content-encoding").is_some() {
        return;
    }
    // Methods are told apart by case (RFC 9110, 9.1), and the document lists none with small letters.
    if request.method.bytes().all(|byte| byte.is_ascii_uppercase()) {
        documented::check(&request.method, &request.path, status, answer.header("content-type"), body);
    }
    let has_body = request.method != "HEAD" && status >= 400;
    if has_body {
        assert_eq!(answer.media(), "application/problem+json", "{called}: {status} {}", shown());
        let problem: ProblemDetails =
            serde_json::from_slice(body).unwrap_or_else(|error| panic!("{called}: {error}: {}", shown()));
        assert_eq!((problem.status, problem.code.status().as_u16()), (status, status), "{called}: {}", shown());
        assert_eq!(problem.kind, format!("/problems/{}", problem.code.name()), "{called}");
        let id = answer.header("x-request-id").unwrap_or_default();
        assert_eq!(problem.instance, Some(format!("urn:uuid:{id}")), "{called}");
        assert!(!problem.detail.is_empty() && problem.title == problem.code.title(), "{called}: {}", shown());
    } else if answer.media() == "application/json" && !body.is_empty() {
        assert!(serde_json::from_slice::<Value>(body).is_ok(), "{called}: {}", shown());
    }
}
