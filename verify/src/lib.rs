//! The offline verifier of Pandect: bundles of games and of tournaments, and whatever else was kept, from files to a report.
//!
//! `pandect verify` is this crate as well: there is one set of flags. Everything that is judged is judged by
//! [`pandect_core::audit`]; here are files, flags, threads and words for a terminal.

mod command;
mod failure;
pub mod terminal;

pub use command::{Verify, mark};
pub use failure::{FAILED, Failure, UNREADABLE, out, read};
