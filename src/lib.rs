//! x
#[cfg(test)]
mod conformance;
pub mod kernel;
pub mod rulesets;
