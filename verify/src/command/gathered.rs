//! What an auditor kept, read from disk.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::failure::{Failure, read};
use pandect_core::audit::Kept;

/// The flags that name what an auditor kept.
#[derive(Debug, Args)]
pub(super) struct Gather {
    /// A directory with the receipts that players kept, each in a file of its own, as the field `receipt` of an accepted
    /// move holds it. Those of this game must be true of its log; those of other games are passed over. Give it whenever
    /// there are any: a log that was cut or written anew by whoever holds the key shows no other trace.
    #[arg(long, value_name = "DIR")]
    receipts: Option<PathBuf>,
    /// A checkpoint that was fetched from `/v1/log/checkpoint` before. May be given several times: every tree must begin
    /// with the ones before it, and a proof of consistency must show that.
    #[arg(long, value_name = "FILE")]
    checkpoint: Vec<PathBuf>,
    /// A proof, as `/v1/log/inclusion?id=GAME` or `/v1/log/consistency?first=SIZE` answers one. May be given several times:
    /// with the proof of inclusion the log must end where the tree says.
    #[arg(long, value_name = "FILE")]
    proof: Vec<PathBuf>,
}

/// All of it, in memory.
#[derive(Debug)]
pub(super) struct Gathered {
    pub(super) receipts: Option<Vec<Kept>>,
    pub(super) checkpoints: Vec<Kept>,
    pub(super) proofs: Vec<Kept>,
}

impl Gather {
    pub(super) fn read(&self) -> Result<Gathered, Failure> {
        let kept = |paths: &[PathBuf]| paths.iter().map(|path| kept(path)).collect::<Result<_, _>>();
        Ok(Gathered {
            receipts: self.receipts.as_deref().map(directory).transpose()?,
            checkpoints: kept(&self.checkpoint)?,
            proofs: kept(&self.proof)?,
        })
    }
}

fn kept(path: &Path) -> Result<Kept, Failure> {
    Ok(Kept { name: path.display().to_string(), text: read(path)? })
}

/// Every file of a directory, by name; not those in directories below, nor hidden ones.
fn directory(path: &Path) -> Result<Vec<Kept>, Failure> {
    let refused = |error| Failure::unreadable(format!("{} cannot be read: {error}", path.display()));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(refused)? {
        let file = entry.map_err(refused)?.path();
        let hidden = file.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if file.is_file() && !hidden {
            files.push(file);
        }
    }
    files.sort();
    files.iter().map(|file| kept(file)).collect()
}
