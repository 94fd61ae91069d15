//! `pandect backup`.

use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::terminal::{Paint, plain};
use super::{Failure, out};
use crate::store::{Contents, back_up};

/// Copy the database to a file, also while a server runs on it.
///
/// The copy holds everything that was answered before it began. The server goes on meanwhile, and waits for nothing. The
/// file gets its name when all of it is on disk, so that there is never half a backup; one that is there is never
/// overwritten.
///
/// The copy holds the seeds of running games: keep it as secret as the database. The key that receipts are signed with is a
/// file of its own (`--key-file` of `pandect serve`), and not in it: back that up as well, once.
///
/// To restore: stop the server, and start it with `--database` on the copy, under the same key. It goes on with every game
/// where the copy has it. What was answered later is lost; the receipts of players show it. `pandect check` says whether
/// the copy is sound.
#[derive(Debug, Args)]
pub(super) struct Backup {
    /// The file to write. Its directory must exist, and be large enough.
    #[arg(value_name = "FILE")]
    to: PathBuf,
    /// The database to copy: the one that `pandect serve` is given.
    #[arg(long, env = "PANDECT_DATABASE", default_value = "pandect.db")]
    database: PathBuf,
}

impl Backup {
    pub(super) fn run(self) -> Result<(), Failure> {
        let bar = progress();
        let copied = back_up(&self.database, &self.to, |copied| {
            bar.set_length(copied.of);
            bar.set_position(copied.bytes);
        });
        bar.finish_and_clear();
        out(&self.report(&copied?, Paint::for_stdout()))
    }

    fn report(&self, copied: &Contents, paint: Paint) -> String {
        let Contents { bytes, games, tournaments, events, texts, root } = copied;
        let name = self.to.display().to_string();
        format!(
            "{}  {}\n  bytes        {bytes}\n  games        {games}\n  tournaments  {tournaments}\n  events       \
             {events}\n  texts        {texts}\n  tree         {} leaves, root {}\n  It holds the seeds of running games. The key that receipts \
             are signed with is a file of its own: back it up as well.\n",
            paint.strong(&plain(&name)),
            paint.good("written"),
            root.size,
            root.hash
        )
    }
}

/// Shows itself on a terminal only.
fn progress() -> ProgressBar {
    let bar = ProgressBar::new(0);
    match ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
