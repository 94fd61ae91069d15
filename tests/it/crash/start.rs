//! First starts that are killed: each makes every file.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::binary::{Serving, Starting};
use crate::client::Client;

/// Starts a server and kills it so long after a file is there; says whether it was.
fn kill_behind(directory: &Path, file: &str, delay: Duration) -> bool {
    let (starting, begun) = (Starting::new(directory, &[]), Instant::now());
    let file = directory.join(file);
    while !file.exists() && begun.elapsed() < Duration::from_secs(5) {
        // No sleep: what is between a file and its content takes microseconds.
        std::hint::spin_loop();
    }
    sleep(delay);
    starting.kill();
    file.exists()
}

#[test]
fn a_first_start_that_is_killed_keeps_no_later_one_from_starting() {
    for file in ["pandect.key", "pandect.db.lock", "pandect.db", "pandect.db-wal"] {
        for delay in [0, 300, 3_000] {
            let directory = tempfile::tempdir().expect("a directory");
            assert!(kill_behind(directory.path(), file, Duration::from_micros(delay)), "{file} was never there");
            let serving = Serving::start(directory.path());
            Client::new(serving.address).get("/readyz").expect(200);
            assert_eq!(serving.terminate(), 0, "killed {delay} us behind {file}");
        }
    }
}
