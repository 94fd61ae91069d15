//! x
pub mod app;
pub mod audit;
pub mod cli;
#[cfg(test)]
mod conformance;
pub mod http;
pub mod kernel;
pub mod rulesets;
pub mod store;
