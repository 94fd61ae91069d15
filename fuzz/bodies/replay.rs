//! The corpora: what the fuzzers found worth keeping, for the tests.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

/// Runs a body on every file of its corpus. A failure names the file.
pub(crate) fn corpus(target: &str, body: fn(&[u8])) {
    let folder = Path::new("fuzz/corpus").join(target);
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|ancestor| ancestor.join(&folder));
    let folder = above.find(|folder| folder.is_dir()).unwrap_or(folder);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    for path in paths {
        let data = fs::read(&path).expect("a file that can be read");
        assert!(catch_unwind(|| body(&data)).is_ok(), "{} fails", path.display());
    }
}
