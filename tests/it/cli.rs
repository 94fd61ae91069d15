//! The command line: exit codes, what is printed, and what is left behind.

mod commands;
mod proving;
mod serving;
mod verifying;
