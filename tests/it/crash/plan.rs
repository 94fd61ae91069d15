//! When and how a server is killed.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use super::seed::Seed;
use crate::binary::Serving;

/// Kills in one deck: each deck has every way, in an order of its own.
const DECK: [Way; 20] = {
    let mut deck = [Way::Playing; 20];
    (deck[0], deck[1], deck[2], deck[3]) = (Way::Starting, Way::Starting, Way::Starting, Way::Starting);
    (deck[4], deck[5], deck[6], deck[7]) = (Way::Checkpoint, Way::Checkpoint, Way::Checkpoint, Way::Checkpoint);
    (deck[8], deck[9]) = (Way::Stopping, Way::Stopping);
    deck
};

/// The longest that a checkpoint is waited for. Moves come too slowly for one to be due every time.
const CHECKPOINT_WAIT: Duration = Duration::from_millis(500);

/// In the middle of what a server is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Of opening its database.
    Starting,
    /// Of answering.
    Playing,
    /// Of a checkpoint: as soon as the database file changes, which nothing else does.
    Checkpoint,
    /// Of finishing what it accepted.
    Stopping,
}

impl Way {
    /// The way of the kill of this number.
    pub(super) fn of(seed: Seed, number: u64) -> Self {
        let size = DECK.len() as u64;
        let mut deck = DECK;
        seed.draws("ways", number / size).shuffle(&mut deck);
        deck[(number % size) as usize]
    }

    /// How long the server is left alone before it.
    pub(super) fn delay(self, seed: Seed, number: u64) -> Duration {
        let mut draws = seed.draws("delays", number);
        let micros = match self {
            // About as long as a start takes.
            Self::Starting => draws.below(60_000),
            Self::Checkpoint => 0,
            Self::Stopping | Self::Playing => 1_000 + draws.below(250_000),
        };
        Duration::from_micros(micros.into())
    }
}

/// What a kill came upon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hit {
    Start,
    Play,
    /// A checkpoint beside the writer.
    Checkpoint,
    /// The checkpoint that ends a stop.
    LastCheckpoint,
    Stop,
}

/// Waits until a server that is played at is in the middle of what is asked for.
pub(super) fn wait(way: Way, delay: Duration, server: &Serving, database: &Path) -> Hit {
    match way {
        Way::Starting | Way::Playing => {
            sleep(delay);
            Hit::Play
        }
        Way::Stopping => {
            sleep(delay);
            server.ask_to_stop();
            // Some of the way down: the delay decides how far.
            sleep(delay / 16);
            Hit::Stop
        }
        Way::Checkpoint if is_changed(database) => Hit::Checkpoint,
        Way::Checkpoint => {
            server.ask_to_stop();
            if is_changed(database) { Hit::LastCheckpoint } else { Hit::Stop }
        }
    }
}

/// Waits for the next change of a database file, and says whether it came.
fn is_changed(database: &Path) -> bool {
    let changed = || fs::metadata(database).and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let (before, begun) = (changed(), Instant::now());
    while begun.elapsed() < CHECKPOINT_WAIT {
        if changed() != before {
            return true;
        }
        sleep(Duration::from_micros(200));
    }
    false
}
