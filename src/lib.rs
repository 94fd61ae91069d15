//! x
pub mod kernel;
pub mod rulesets;
