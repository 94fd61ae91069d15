//! Every ruling of the dossier stands at the line that applies it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The text of the folder's sources, tests left out.
pub(super) fn sources() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rulesets/takenoko");
    let files = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let sources = files.filter(|path| path.is_file() && !path.ends_with("tests.rs"));
    sources.map(|path| fs::read_to_string(path).expect("a source")).collect()
}

#[test]
fn every_ruling_is_cited() {
    let sources = sources();
    let cited: BTreeSet<u32> = sources
        .split("TK-")
        .skip(1)
        .filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
        .collect();
    assert_eq!(cited, (1..=33).collect(), "there are 33 rulings, and each has its line");
}
