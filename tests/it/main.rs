//! Integration tests: the real server over HTTP and the real binary, in one test binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod architecture;
mod binary;
mod cli;
mod openapi;
mod readme;
