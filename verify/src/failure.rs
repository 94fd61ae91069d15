//! How a command ends, and what it reads and writes on its way.

use std::fmt;
use std::io::{Read, Write};
use std::path::Path;

/// The exit code when something is not as it should be.
pub const FAILED: u8 = 1;
/// The exit code when a file cannot be read as what it should be.
pub const UNREADABLE: u8 = 2;

/// Why a command failed, as a sentence for the terminal.
#[derive(Debug)]
pub struct Failure {
    sentence: String,
    code: u8,
}

impl Failure {
    /// Something is not as it should be: the exit code is [`FAILED`].
    pub fn new(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), code: FAILED }
    }

    /// A file that holds nothing the command can work on: the exit code is [`UNREADABLE`].
    pub fn unreadable(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), code: UNREADABLE }
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        self.code
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}

/// Writes to standard output. A reader that has gone away is no failure.
///
/// # Errors
/// [`Failure`] when it cannot be written.
pub fn out(text: &str) -> Result<(), Failure> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Reads a file, or standard input where the path is `-`.
///
/// # Errors
/// [`Failure::unreadable`] when there is no such file, or it cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    read.map_err(|error| Failure::unreadable(format!("{} cannot be read: {error}", path.display())))
}
