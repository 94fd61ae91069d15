//! The command line: exit codes, what is printed, and what is left behind.

mod commands;
mod serving;
mod verifying;
