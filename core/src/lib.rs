//! # Pandect, the pure half
//!
//! Everything here is a function of its arguments: a game is a seed plus an append-only event log, a ruleset a pure reducer,
//! an audit a function of files. There is no clock, no file, no network, no thread and no randomness but the draws of an
//! event, so a log means the same on every machine, for ever.
//!
//! | layer | what lives there | start reading at |
//! |---|---|---|
//! | [`kernel`] | the contract of a ruleset, chance, canonical JSON, records and the chain, a match that replays | [`kernel::Ruleset`], [`kernel::Match`] |
//! | [`rulesets`] | one folder per game; `any.rs` is where they meet | [`rulesets::any`] |
//! | [`log`] | the log of a game: its events, how they are sealed, and what a viewer is told of one | [`log::Event`], [`log::told()`] |
//! | [`tournament`] | events of a tournament and what they lead to: pairings and standings | [`tournament::Tournament`] |
//! | [`audit`] | verification of bundles; signed notes, receipts, checkpoints, proofs | [`audit::verify`] |
//! | [`selfplay`] | random players without a server: whole games and tournaments as bundles | [`selfplay::SelfPlay`] |
//!
//! Arrows point only left: kernel, rulesets, log, tournament, audit, selfplay.

#![cfg_attr(
    any(test, fuzzing),
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")
)]
#![cfg_attr(
    fuzzing,
    allow(
        dead_code,
        unused_imports,
        reason = "the target `moves` needs what the tests know of each ruleset, not the tests"
    )
)]

// The bodies of fuzz targets are tests as well, and name the library as whoever is outside of it does.
#[cfg(test)]
extern crate self as pandect_core;

// Some look at schemas; `cargo test` of the whole project has them.
#[cfg(all(test, not(feature = "schema")))]
compile_error!("the tests of this crate need its feature `schema`");

pub mod audit;
#[cfg(any(test, fuzzing, feature = "conformance"))]
pub mod conformance;
pub mod kernel;
pub mod log;
pub mod rulesets;
pub mod selfplay;
pub mod tournament;
