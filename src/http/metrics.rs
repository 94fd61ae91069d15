//! Metrics in the OpenMetrics text format.

use std::sync::Arc;
use std::time::Duration;

use actix_web::http::Method;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use crate::rulesets::any::RulesetName;
use crate::store::Batch;

/// What a request is counted by: never by what the client can choose freely, so that the number of series stays small.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    path: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PathLabel {
    path: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct MoveLabels {
    ruleset: &'static str,
    result: &'static str,
}

/// Every metric of the server. Cheap to clone; all clones count together.
#[derive(Debug, Clone)]
pub struct Metrics(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    latency: Family<PathLabel, Histogram>,
    moves: Family<MoveLabels, Counter>,
    batch_size: Histogram,
    commit_time: Histogram,
    live_games: Gauge,
    streams: Gauge,
    under_way: Gauge,
}

fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        _ => "other",
    }
}

fn seconds() -> Histogram {
    // From 0.1 ms to 3.3 s.
    Histogram::new(exponential_buckets(0.0001, 2.0, 16))
}

impl Default for Metrics {
    fn default() -> Self {
        let requests = Family::default();
        let latency = Family::new_with_constructor(seconds as fn() -> Histogram);
        let moves = Family::default();
        let batch_size = Histogram::new(exponential_buckets(1.0, 2.0, 9));
        let commit_time = seconds();
        let (live_games, streams, under_way) = (Gauge::default(), Gauge::default(), Gauge::default());
        let mut registry = Registry::with_prefix("pandect");
        registry.register("http_requests", "Requests answered", requests.clone());
        registry.register_with_unit("http_request", "Time to answer", Unit::Seconds, latency.clone());
        registry.register("moves", "Moves accepted, repeated, and refused by problem code", moves.clone());
        registry.register("commit_batch_size", "Writes committed in one transaction", batch_size.clone());
        registry.register_with_unit("commit", "Time to commit a batch", Unit::Seconds, commit_time.clone());
        registry.register("live_games", "Games in memory", live_games.clone());
        registry.register("event_streams", "Event streams open", streams.clone());
        registry.register("requests_under_way", "Requests that arrived and are not answered", under_way.clone());
        let inner =
            Inner { registry, requests, latency, moves, batch_size, commit_time, live_games, streams, under_way };
        Self(Arc::new(inner))
    }
}

impl Metrics {
    /// Counts an answered request under the pattern of its path.
    pub(super) fn count_request(&self, method: &Method, path: &str, status: u16, took: Duration) {
        let labels = RequestLabels { method: method_label(method), path: path.into(), status };
        self.0.requests.get_or_create(&labels).inc();
        self.0.latency.get_or_create(&PathLabel { path: path.into() }).observe(took.as_secs_f64());
    }

    /// Counts a move: as accepted, as repeated when it had been accepted before, or under the problem code it was refused
    /// with.
    pub(super) fn count_move(&self, ruleset: RulesetName, result: &'static str) {
        self.0.moves.get_or_create(&MoveLabels { ruleset: ruleset.as_str(), result }).inc();
    }

    /// Counts a committed batch of writes.
    pub fn count_commit(&self, batch: &Batch) {
        self.0.batch_size.observe(f64::from(u32::try_from(batch.jobs).unwrap_or(u32::MAX)));
        self.0.commit_time.observe(batch.took.as_secs_f64());
    }

    /// Counts a stream as open until the guard is dropped.
    pub(super) fn open_stream(&self) -> OpenStream {
        self.0.streams.inc();
        OpenStream(self.0.streams.clone())
    }

    /// Counts a request as under way until the guard is dropped.
    pub(super) fn request_under_way(&self) -> UnderWay {
        self.0.under_way.inc();
        UnderWay(self.0.under_way.clone())
    }

    /// The text to be scraped.
    pub(super) fn text(&self, live_games: usize) -> Result<String, std::fmt::Error> {
        self.0.live_games.set(i64::try_from(live_games).unwrap_or(i64::MAX));
        let mut text = String::new();
        encode(&mut text, &self.0.registry)?;
        Ok(text)
    }
}

/// An open stream, for as long as it is counted.
#[derive(Debug)]
pub(super) struct OpenStream(Gauge);

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// A request under way, for as long as it is counted.
#[derive(Debug)]
pub(super) struct UnderWay(Gauge);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.dec();
    }
}
