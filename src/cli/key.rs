//! `pandect key`: the server's signing key, and tokens for organisers.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use tempfile::NamedTempFile;

use super::{Failure, out};
use crate::app::{Sources, new_organiser_token};
use crate::audit::note::SignerKey;
use crate::kernel::Hash;

/// Make keys.
#[derive(Debug, Args)]
pub(super) struct Key {
    #[command(subcommand)]
    command: KeyCommand,
}

#[derive(Debug, Subcommand)]
enum KeyCommand {
    /// Make a new key: for a server's receipts, or for an organiser.
    New(New),
}

#[derive(Debug, Args)]
struct New {
    /// Make an organiser's token instead of a signing key. Prints the token, to be given to the organiser, and its hash,
    /// to be given to the server; neither is kept.
    #[arg(long, conflicts_with_all = ["out", "name"])]
    organiser: bool,
    /// The name of the log that the key shall sign: of one that is there, `GET /v1/keys` shows it; of a new one, take a name
    /// that nobody else uses, such as the server's host name and a path. Made up when left out.
    #[arg(long, value_parser = log_name)]
    name: Option<String>,
    /// The file to write the signing key to. It must not exist: a key is never overwritten.
    #[arg(long, default_value = "pandect.key")]
    out: PathBuf,
}

impl Key {
    pub(super) fn run(self) -> Result<(), Failure> {
        let KeyCommand::New(new) = self.command;
        if new.organiser {
            let token = new_organiser_token(&Sources::default())?;
            out(&format!("token  {token}\nhash   {}\n", Hash::of(token.as_bytes())))
        } else {
            let made_up = || format!("pandect.invalid/{}", (Sources::default().id)());
            let key = make(&new.out, &new.name.unwrap_or_else(made_up))?;
            out(&format!("wrote {}\npublic key  {}\n", new.out.display(), key.verifier()))
        }
    }
}

/// The name of a log, as a key can have it.
pub(super) fn log_name(text: &str) -> Result<String, String> {
    SignerKey::new(text, &[0; 32]).map(|_| text.into()).map_err(|error| error.to_string())
}

/// Reads the key file, if there is one.
pub(super) fn read(path: &Path) -> Result<Option<SignerKey>, Failure> {
    match fs::read_to_string(path) {
        Ok(text) => SignerKey::from_secret_text(text.trim_end())
            .map(Some)
            .map_err(|error| Failure::new(format!("the key file {} cannot be used: {error}", path.display()))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::new(format!("the key file {} cannot be read: {error}", path.display()))),
    }
}

/// Writes a new key to a file that only its owner can read: whole, or not at all when the program ends half-way.
pub(super) fn make(path: &Path, name: &str) -> Result<SignerKey, Failure> {
    let key = SignerKey::new(name, &Sources::default().secret()?).map_err(|error| Failure::new(error.to_string()))?;
    let refused = |error| Failure::new(format!("the key file {} cannot be written: {error}", path.display()));
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Such a file is readable by its owner only from the moment it is there.
    let mut file = NamedTempFile::new_in(directory).map_err(refused)?;
    writeln!(file, "{}", key.to_secret_text()).map_err(refused)?;
    file.as_file().sync_all().map_err(refused)?;
    file.persist_noclobber(path).map_err(|failed| match failed.error.kind() {
        ErrorKind::AlreadyExists => Failure::new(format!(
            "{} is there already, and a key is never overwritten: name another file",
            path.display()
        )),
        _ => refused(failed.error),
    })?;
    // Its name is on disk as well before anything is signed.
    File::open(directory).and_then(|directory| directory.sync_all()).map_err(refused)?;
    Ok(key)
}
