//! The server: its listener and connections, and what it wraps around every handler.

mod connection;
mod cors;
pub(super) mod listener;
mod middleware;
mod rate_limit;
