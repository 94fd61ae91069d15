//! Golden replays: recorded games of every variant at every seat count, which replay as they were recorded for ever.
//!
//! `UPDATE_GOLDEN=1` writes the ones that are missing and rewrites those that no longer replay, and says which; those of a
//! released version are never rewritten: a change that alters them is a new version.

use std::fs;
use std::path::PathBuf;

use super::Specimen;
use super::bundles::{record, text};
use crate::audit::{Verdict, verify_json};
use crate::kernel::EntropyPolicy;

/// The versions that the changelog says are released.
const RELEASED: &[(&str, u32)] = &[];

fn folder<R: Specimen>() -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.join("fixtures/replays").join(R::NAME).join(format!("v{}", R::VERSION))
}

fn file_name(variant: &str, seats: u8) -> String {
    format!("{}-{seats}.json", variant.replace(' ', "-"))
}

pub(super) fn check<R: Specimen>() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some_and(|value| value == "1");
    let which = format!("{} version {}", R::NAME, R::VERSION);
    let mut expected = Vec::new();
    for (variant, options) in R::variants() {
        for seats in R::SEATS {
            let path = folder::<R>().join(file_name(variant, seats));
            expected.push(path.clone());
            let wrong = match fs::read(&path) {
                Err(error) => Some(format!("{error}")),
                Ok(golden) => {
                    let audit = verify_json(&golden, None);
                    (audit.verdict != Verdict::Verified).then(|| format!("{:?}", audit.findings))
                }
            };
            let Some(wrong) = wrong else { continue };
            assert!(update, "{which}: the golden replay {} no longer replays: {wrong}", path.display());
            let released = path.exists() && RELEASED.contains(&(R::NAME, R::VERSION));
            assert!(!released, "{which} is released: {} is not rewritten", path.display());
            fs::create_dir_all(folder::<R>()).expect("the folder");
            fs::write(&path, text(&record::<R>(&options, seats, EntropyPolicy::None))).expect("written");
            eprintln!("{which}: wrote {}", path.display());
        }
    }
    let mut found: Vec<PathBuf> =
        fs::read_dir(folder::<R>()).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{which}: every golden replay belongs to a variant and a seat count");
}
