//! Every ruling of the dossier stands at the line that applies it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The text of the folder's sources, tests left out.
pub(super) fn sources() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rulesets/panda_rei");
    let files = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let sources = files.filter(|path| path.is_file() && !path.ends_with("tests.rs"));
    sources.map(|path| fs::read_to_string(path).expect("a source")).collect()
}

#[test]
fn every_ruling_is_cited() {
    let sources = sources();
    // What a whole file is about is no line that applies a ruling.
    let lines: String = sources.lines().filter(|line| !line.starts_with("//!")).collect();
    let cited: BTreeSet<u32> = lines
        .split("PR-")
        .skip(1)
        .filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
        .collect();
    assert_eq!(cited, (1..=34).collect(), "there are 34 rulings, each with a line of code");
}
