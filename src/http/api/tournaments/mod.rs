//! Tournaments: create, list and look in `registry`, what an organiser does in `organise`, the log and the bundle in `log`.

pub(in crate::http) mod log;
pub(in crate::http) mod organise;
pub(in crate::http) mod registry;
pub(in crate::http) mod standings;
