//! # Pandect
//!
//! A game is **a seed plus an append-only event log**. A pure reducer turns any prefix of that log into the state at
//! that index. Every event has a record; each record holds the hash of the one before and commitments to the event's
//! payload and to the state after it, so that strangers can check, offline and without trusting whoever ran the game,
//! that every move was legal, every draw was right and nothing was changed.
//!
//! # Words
//!
//! A *ruleset* is the rules of one kind of game; a *game* is one match of it, with *options*, *seats*, a seed and a
//! log. A *viewer* (a seat, a spectator, or everyone once the game is over) sees a *view* of the *state*. A seat asks
//! for a *move*; an accepted one is an *event* at an *index*, and what it visibly did are its *effects*. A *draw* is one
//! random value, a function of (game key, number of the move, draw number). A *bundle* is a whole game in a file; a *receipt* is
//! a signed note that the log had a given record at a given index. Every concluded log is a *leaf* of one *tree*; a
//! *checkpoint* is its signed root, a *proof* shows that a log is in it, or that it only grew.
//!
//! # Code map
//!
//! Arrows point only left. The pure half is a crate of its own, `pandect-core`, and seen here under its own names; between the
//! crates the compiler holds the arrows, inside of them `tests/it/architecture.rs`.
//!
//! ```text
//! core     kernel  <-  rulesets  <-  log  <-  tournament  <-  audit  <-  selfplay
//! service  core    <-  app  <-  http  <-  cli,   kernel  <-  store  <-  app
//! others   core    <-  pandect-verify  <-  cli
//! ```
//!
//! | layer | what lives there | start reading at |
//! |---|---|---|
//! | [`kernel`] | the contract of a ruleset, chance, canonical JSON, records and the chain, a match that replays | [`kernel::Ruleset`], [`kernel::Match`] |
//! | [`rulesets`] | one folder per game; `any.rs` is where they meet | [`rulesets::any`] |
//! | [`log`] | the log of a game: its events, how they are sealed, and what a viewer is told of one | [`log::Event`], [`log::told()`] |
//! | [`tournament`] | events of a tournament and what they lead to: pairings and standings | [`tournament::Tournament`] |
//! | [`audit`] | verification of bundles; signed notes, receipts, checkpoints, proofs | [`audit::verify`] |
//! | [`selfplay`] | random players without a server: whole games and tournaments as bundles | [`selfplay::SelfPlay`] |
//! | [`store`] | SQLite: append, load, list; group commit; migrations | [`store::Store`] |
//! | [`app`] | use cases, live games in memory, the clock and id sources | [`app::App`] |
//! | [`http`] | actix-web: one screen of routes, a room for each concern, problems, OpenAPI; the pages are in `web/` | [`http::serve`] |
//! | [`cli`] | `serve`, `backup`, `check`, `demo`, `play`, `verify`, `replay`, `openapi`, `key` | [`cli::run`] |
//!
//! # The path of a move
//!
//! `http` reads the token, the conditions and the move; `app` takes the game's turn, so that moves of one game come one
//! after the other; the `kernel` plays the move on a copy of the latest snapshot; the new state and the payload are
//! committed to by a record that is chained to the last one; `store` writes the event, in one transaction with whatever
//! else is waiting; only when it is on disk does the snapshot take its place, and the mover an answer with a signed
//! receipt.
//!
//! # What never happens
//!
//! - The kernel, the rulesets and the audit never read a clock, never do I/O, never iterate a `HashMap`, never use a
//!   float, and draw nothing but the draws of the event.
//! - The kernel never knows the name of a game; one file names them all.
//! - No generator state is stored anywhere; no draw depends on another event.
//! - There is never a concluded game outside of the tree: the leaf and the event that ends the game are one transaction.
//! - An event is never changed or deleted; effects, states and snapshots are never stored.
//! - A move is never answered before it is on disk, and never half-applied.
//! - What a viewer may not know never leaves the process before the game is over, not even in a refusal.
//! - A refusal never comes without a code, and a failure of the server never with its cause.
//! - No token is stored, only its hash; no rule reads who plays or when.
//! - What a person wrote never stands in what is hashed, only a commitment to it; and no sentence of the program does.
//! - What is not known here, a label or a version, is never called wrong.
//! - No page of the replay room loads anything from another host, puts a token into an address, or makes markup of what a
//!   person wrote.
//! - Nothing that verifies a bundle needs the server that made it.

#![cfg_attr(
    any(test, fuzzing),
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")
)]

pub mod app;
pub mod cli;
pub mod http;
pub mod store;

pub use pandect_core::{audit, kernel, log, rulesets, selfplay, tournament};
