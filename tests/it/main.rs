//! Tests of the whole: the real server over HTTP, the real binary, and the sources themselves, in one test binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod adjudication;
mod architecture;
mod audit;
mod bad_input;
mod binary;
mod bots;
mod bundle;
mod cli;
mod client;
mod concurrency;
mod crash;
mod documented;
mod entropy;
mod events;
mod examples;
mod following;
mod game;
mod games;
mod http;
mod idempotency;
mod listing;
mod moves;
mod openapi;
mod operations;
mod organisers;
mod overload;
mod readme;
mod replay;
mod report;
mod restart;
mod room;
mod rulesets;
mod second_verifier;
mod secrecy;
mod server;
mod states;
mod stream;
mod tournaments;
mod tree;
mod uploads;
mod verifiers;
mod wire;
