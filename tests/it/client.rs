//! A blocking client that hides nothing: every status is an answer, headers are sent as they are given.

use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use ureq::http::{HeaderMap, Request, Response};
use ureq::{Agent, Body};

use crate::documented;
use crate::stream::EventStream;

/// The fields of every problem.
const PROBLEM_FIELDS: [&str; 11] =
    ["at", "awaiting", "code", "detail", "head", "instance", "reason", "rule", "status", "title", "type"];

/// Whoever calls a server.
#[derive(Clone)]
pub(crate) struct Client {
    agent: Agent,
    base: String,
    token: Option<String>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Client({})", self.base)
    }
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .accept_encoding("identity")
            .allow_non_standard_methods(true)
            .max_idle_connections(64)
            .max_idle_connections_per_host(64)
            .timeout_global(Some(Duration::from_secs(30)))
            .build();
        Self { agent: config.into(), base: format!("http://{address}"), token: None }
    }

    /// The same client with a bearer token.
    pub(crate) fn with_token(&self, token: &str) -> Self {
        Self { token: Some(token.into()), ..self.clone() }
    }

    /// A call that is yet to be sent.
    pub(crate) fn call(&self, method: &str, path: &str) -> Call<'_> {
        let token = self.token.iter().map(|token| ("Authorization".into(), format!("Bearer {token}").into_bytes()));
        Call { client: self, method: method.into(), path: path.into(), headers: token.collect(), body: None }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.call("GET", path).send()
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.call("POST", path).json(body).send()
    }
}

/// A call that is yet to be sent.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    client: &'a Client,
    method: String,
    path: String,
    headers: Vec<(String, Vec<u8>)>,
    body: Option<Vec<u8>>,
}

impl Call<'_> {
    /// Adds a header, also where there is one of that name.
    pub(crate) fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.headers.push((name.into(), value.as_ref().to_vec()));
        self
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        self.header("Content-Type", "application/json").body(body.to_string())
    }

    pub(crate) fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = Some(body.into());
        self
    }

    pub(crate) fn send(self) -> Answer {
        let called = self.called();
        self.attempt().unwrap_or_else(|error| panic!("{called}: {error}"))
    }

    /// Sends it to a server that may be gone before it has answered.
    pub(crate) fn attempt(self) -> Result<Answer, ureq::Error> {
        let called = self.called();
        let (method, path) = (self.method.clone(), self.path.clone());
        let mut answer = self.start()?;
        let bytes = answer.body_mut().with_config().limit(u64::MAX).read_to_vec()?;
        let media = answer.headers().get("Content-Type").and_then(|media| media.to_str().ok());
        documented::check(&method, &path, answer.status().as_u16(), media, &bytes);
        Ok(Answer { called, status: answer.status().as_u16(), headers: answer.headers().clone(), bytes })
    }

    /// Opens an event stream; whatever else is answered fails the test.
    pub(crate) fn open(self) -> EventStream {
        let called = self.called();
        let answer = self.start().unwrap_or_else(|error| panic!("{called}: {error}"));
        assert_eq!(answer.status(), 200, "{called}");
        EventStream::new(answer)
    }

    fn called(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    fn start(self) -> Result<Response<Body>, ureq::Error> {
        let mut request =
            Request::builder().method(self.method.as_str()).uri(format!("{}{}", self.client.base, self.path));
        for (name, value) in &self.headers {
            request = request.header(name, value.as_slice());
        }
        let agent = &self.client.agent;
        match self.body {
            Some(body) => agent.run(request.body(body).expect("a request")),
            None => agent.run(request.body(()).expect("a request")),
        }
    }
}

/// What a server answered.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    called: String,
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    /// A header that is there at most once.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.get_all(name).iter();
        let first = values.next();
        assert!(values.next().is_none(), "{}: {name} is there twice", self.called);
        first.map(|value| value.to_str().expect("a header that is text"))
    }

    pub(crate) fn etag(&self) -> String {
        self.header("ETag").unwrap_or_else(|| panic!("{}: no ETag", self.called)).into()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.bytes.clone()).expect("a body that is text")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes)
            .unwrap_or_else(|error| panic!("{}: {} {error}: {:?}", self.called, self.status, self.text()))
    }

    /// The body of an answer that has this status.
    #[track_caller]
    pub(crate) fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}: {}", self.called, String::from_utf8_lossy(&self.bytes));
        if self.bytes.is_empty() { Value::Null } else { self.json() }
    }

    /// The problem of an answer that refuses with this status and code, after a look at its form: all its fields, the
    /// media type, and the same request id in the body and in the header.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) -> Value {
        let problem = self.expect(status);
        assert_eq!(problem["code"], code, "{}: {problem}", self.called);
        assert_eq!(self.header("Content-Type"), Some("application/problem+json"), "{}", self.called);
        let fields: Vec<_> = problem.as_object().expect("an object").keys().collect();
        assert_eq!(fields, PROBLEM_FIELDS, "{}", self.called);
        assert_eq!(problem["status"], status);
        assert_eq!(problem["type"], format!("/problems/{code}"));
        let id = self.header("X-Request-Id").expect("a request id");
        assert_eq!(problem["instance"], format!("urn:uuid:{id}"));
        for field in ["title", "detail"] {
            assert!(problem[field].as_str().is_some_and(|text| !text.is_empty()), "{}: {problem}", self.called);
        }
        problem
    }
}
