//! What a run counts, for whoever reads its report.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// A count that many threads add to.
#[derive(Debug, Default)]
pub(super) struct Count(AtomicU64);

impl Count {
    pub(super) fn count(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What happened in a run.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Moves and entropy that were answered.
    pub(super) acknowledged: Count,
    /// Those that a kill left unanswered.
    pub(super) unanswered: Count,
    /// Those that were asked again, and had been written.
    pub(super) found: Count,
    /// Those that were asked again, and had not been.
    pub(super) done_anew: Count,
    /// Acknowledged ones that were sent again behind a kill, to be answered the same.
    pub(super) repeated: Count,
    /// Games and tournaments whose creation was not answered.
    pub(super) orphans: Count,
    /// Games that were played to their end.
    pub(super) games: Count,
    /// Tournaments that were sealed.
    pub(super) tournaments: Count,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { acknowledged, unanswered, found, done_anew, repeated, orphans, games, tournaments } = self;
        write!(
            f,
            "{} moves acknowledged, {} unanswered, of which asked again {} were there and {} were not; {} answered again \
             alike; {} creations unanswered; {} games and {} tournaments ended",
            acknowledged.get(),
            unanswered.get(),
            found.get(),
            done_anew.get(),
            repeated.get(),
            orphans.get(),
            games.get(),
            tournaments.get()
        )
    }
}
