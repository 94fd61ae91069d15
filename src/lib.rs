//! x
pub mod kernel;
