//! What the handlers of every worker share.

use std::sync::Arc;

use actix_web::web::Bytes;
use tokio::sync::watch;

use super::message_cache::MessageCache;
use crate::app::App;
use crate::http::document::paths::Paths;
use crate::http::metrics::Metrics;

/// What handlers share.
#[derive(Debug)]
pub(in crate::http) struct Api {
    pub(in crate::http) app: App,
    pub(in crate::http) metrics: Metrics,
    /// Whether a shutdown is under way.
    pub(in crate::http) closing: watch::Receiver<bool>,
    /// The OpenAPI document, made once.
    pub(in crate::http) document: Bytes,
    pub(in crate::http) paths: Paths,
    pub(in crate::http) message_cache: Arc<MessageCache>,
}
