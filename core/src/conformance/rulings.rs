//! What holds for the sources of every ruleset: each ruling of its dossier stands at the line that applies it, and each
//! code of a refusal is provoked by a test.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::kernel::Illegal;

/// The rulings that a ruleset's sources name.
pub(crate) struct Dossier {
    /// The ruleset's folder.
    pub(crate) folder: &'static str,
    /// What their names begin with, such as `TK-`.
    pub(crate) prefix: &'static str,
    /// How many there are, numbered from 1.
    pub(crate) rulings: u32,
    /// Those without a line of their own, and why.
    pub(crate) without_code: &'static [(u32, &'static str)],
}

impl Dossier {
    /// The text of the folder's sources, tests left out.
    fn sources(&self) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rulesets").join(self.folder);
        let files = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
        let sources = files.filter(|path| path.is_file() && !path.ends_with("tests.rs"));
        sources.map(|path| fs::read_to_string(path).expect("a source")).collect()
    }

    /// Every ruling is cited, and every ruling that is cited is there.
    pub(crate) fn is_cited(&self) {
        let sources = self.sources();
        // What a whole file is about is no line that applies a ruling.
        let lines: String = sources.lines().filter(|line| !line.starts_with("//!")).collect();
        let number = |rest: &str| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
        let mut cited: BTreeSet<u32> = lines.split(self.prefix).skip(1).filter_map(number).collect();
        cited.extend(self.without_code.iter().map(|(ruling, _)| ruling));
        assert_eq!(cited, (1..=self.rulings).collect(), "there are so many rulings, each with a line of code");
    }

    /// Every code that the sources refuse with is among the refusals, and no other.
    pub(crate) fn is_provoked_by(&self, refusals: &[Illegal]) {
        let sources = self.sources();
        let code = |at: &'_ str| at.split('"').nth(1).map(str::to_owned);
        let written: BTreeSet<String> = sources.split("Illegal::new(").skip(1).filter_map(code).collect();
        let provoked: BTreeSet<String> = refusals.iter().map(|illegal| illegal.code.to_string()).collect();
        assert_eq!(written, provoked);
    }
}
