//! The calls of the API, a file per resource, and what they share.

pub(super) mod audits;
pub(super) mod context;
mod event_stream;
pub(super) mod events;
pub(super) mod games;
mod message_cache;
pub(super) mod moves;
pub(super) mod operations;
pub(super) mod rulesets;
pub(super) mod states;
pub(super) mod tournaments;
pub(super) mod tree;
