#![no_main]

#[path = "../bodies/http.rs"]
mod body;
// The harness of the project's own tests.
#[path = "../../tests/it/client.rs"]
mod client;
#[path = "../../tests/it/documented.rs"]
mod documented;
#[path = "../../tests/it/server.rs"]
mod server;
#[path = "../../tests/it/stream.rs"]
mod stream;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
