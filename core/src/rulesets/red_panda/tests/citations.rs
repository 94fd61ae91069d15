//! Every ruling of the dossier stands at the line that applies it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Rulings without a line of their own, and why.
const WITHOUT_CODE: [(&str, &str); 1] =
    [("RP-33", "a lemma: the game ends; the conformance suite holds every game to its bound")];

/// The text of the folder's sources, tests left out.
pub(super) fn sources() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rulesets/red_panda");
    let files = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let sources = files.filter(|path| path.is_file() && !path.ends_with("tests.rs"));
    sources.map(|path| fs::read_to_string(path).expect("a source")).collect()
}

#[test]
fn every_ruling_that_has_code_is_cited() {
    let sources = sources();
    let cited: BTreeSet<u32> = sources
        .split("RP-")
        .skip(1)
        .filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
        .collect();
    let mut missing: Vec<String> = (1..=36).filter(|n| !cited.contains(n)).map(|n| format!("RP-{n}")).collect();
    missing.retain(|ruling| WITHOUT_CODE.iter().all(|(without, _)| without != ruling));
    assert!(missing.is_empty(), "not cited: {missing:?}");
    assert!(cited.iter().all(|n| (1..=36).contains(n)), "there are 36 rulings: {cited:?}");
}
