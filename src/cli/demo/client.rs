//! A client of the API, as small as one can be: it asks, and refusals are sentences.

use serde_json::Value;
use ureq::http::Response;
use ureq::{Agent, Body};

use crate::cli::Failure;

/// More than any bundle has.
const ANSWER_BYTES_MAX: u64 = 64 * 1024 * 1024;

pub(in crate::cli) struct Client {
    agent: Agent,
    pub(super) base: String,
}

impl Client {
    pub(in crate::cli) fn new(base: String) -> Self {
        Self { agent: Agent::config_builder().http_status_as_error(false).build().into(), base }
    }

    pub(in crate::cli) fn get(&self, path: &str, token: Option<&str>) -> Result<Value, Failure> {
        Ok(serde_json::from_slice(&self.get_bytes(path, token)?)?)
    }

    pub(in crate::cli) fn get_bytes(&self, path: &str, token: Option<&str>) -> Result<Vec<u8>, Failure> {
        let mut request = self.agent.get(format!("{}{path}", self.base));
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        answer("GET", path, request.call()?)
    }

    pub(in crate::cli) fn post(&self, path: &str, token: Option<&str>, body: &[u8]) -> Result<Value, Failure> {
        let mut request = self.agent.post(format!("{}{path}", self.base)).header("Content-Type", "application/json");
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        Ok(serde_json::from_slice(&answer("POST", path, request.send(body)?)?)?)
    }
}

fn answer(method: &str, path: &str, mut response: Response<Body>) -> Result<Vec<u8>, Failure> {
    let status = response.status();
    let body = response.body_mut().with_config().limit(ANSWER_BYTES_MAX).read_to_vec()?;
    if status.is_success() {
        return Ok(body);
    }
    let problem: Value = serde_json::from_slice(&body).unwrap_or_default();
    let detail = problem["detail"].as_str().unwrap_or("no problem details came with it");
    Err(Failure::new(format!("{method} {path} answered {status}: {detail}")))
}
