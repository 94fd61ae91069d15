//! The committed document is the one that the handlers make.

use std::fs;
use std::path::Path;

use crate::binary::{ROOT, pandect};

#[test]
fn the_committed_document_is_the_one_that_the_handlers_make() {
    let made = pandect(&["openapi"]);
    assert_eq!(made.code, 0, "{}", made.err);
    let path = Path::new(ROOT).join("openapi/openapi.json");
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        fs::write(&path, &made.out).expect("a file that can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let differs = committed.lines().zip(made.out.lines()).position(|(a, b)| a != b);
    assert!(
        committed == made.out,
        "openapi/openapi.json is not what the handlers make, first at line {}: if the API was meant to change, run \
         UPDATE_OPENAPI=1 cargo test, and read the difference before you commit it",
        differs.unwrap_or(committed.lines().count().min(made.out.lines().count())) + 1
    );
}
