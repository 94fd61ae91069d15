//! What the seed of a run decides: rulesets, options, seats, bots, the seeds of games, moves, and when which kill comes.
//!
//! It cannot decide in which order threads and the disk get to run, and so not which request a kill cuts off; nor what the
//! server draws by itself: ids, tokens, what bots choose, and the seeds of games that come without one. A run with the
//! same seed plays the same games under the same plan, and is cut elsewhere.

use std::time::SystemTime;

use pandect::kernel::{GameKey, Hash, Table};

/// The variable that names a seed.
const VARIABLE: &str = "PANDECT_CRASH_SEED";

/// The seed of a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seed(u64);

impl Seed {
    /// The one that is asked for, or a new one.
    pub(super) fn new() -> Self {
        match std::env::var(VARIABLE) {
            Ok(text) => {
                Self(text.parse().unwrap_or_else(|_| panic!("{VARIABLE}: expected a whole number, found {text}")))
            }
            Err(_) => Self(SystemTime::UNIX_EPOCH.elapsed().expect("a time").subsec_nanos().into()),
        }
    }

    /// The draws for one purpose, by number.
    pub(super) fn draws(self, purpose: &str, number: u64) -> Table<()> {
        Table::at(GameKey::new(self.bytes(purpose)), number)
    }

    /// 32 bytes for one purpose, in hex.
    pub(super) fn hex(self, purpose: &str) -> String {
        Hash::new(self.bytes(purpose)).to_string()
    }

    fn bytes(self, purpose: &str) -> [u8; 32] {
        *Hash::of(format!("{} {purpose}", self.0).as_bytes()).as_bytes()
    }
}

/// A seed that is printed when the test fails that holds this.
pub(super) struct Told(pub(super) Seed);

impl Drop for Told {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("to have this run again, as far as a seed decides it: {VARIABLE}={}", self.0.0);
        }
    }
}
