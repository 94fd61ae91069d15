#![no_main]

#[path = "../bodies/bundle.rs"]
mod body;
#[path = "../bodies/json.rs"]
mod json;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
