//! x
pub mod app;
pub mod audit;
pub mod cli;
pub mod http;
pub mod kernel;
pub mod rulesets;
pub mod store;
