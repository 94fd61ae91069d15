#![no_main]

#[path = "../bodies/proofs.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
