//! Databases that this program does not read: of another draft, or of no released version. They are left as they are.

use std::fs;
use std::path::Path;

use rusqlite::Connection;

use crate::binary::{Ended, PANDECT, Serving, command, finish};

/// The exit codes of `serve`, `check` and `backup`: a check that has nothing to check is told from one that finds something.
const CODES: [i32; 3] = [1, 2, 1];

/// A database of this program in a directory, changed.
fn changed(directory: &Path, sql: &str) -> Vec<u8> {
    let serving = Serving::start(directory);
    assert_eq!(serving.terminate(), 0);
    let file = directory.join("pandect.db");
    let connection = Connection::open(&file).expect("a database");
    connection.execute_batch(sql).expect("SQL");
    connection.close().expect("closed");
    fs::read(file).expect("a file")
}

/// What every command that opens a database says of it.
fn refused(directory: &Path) -> [Ended; 3] {
    let run = |arguments: &[&str]| finish(command(PANDECT).current_dir(directory).args(arguments));
    [
        run(&["serve", "--address", "127.0.0.1:0"]),
        run(&["check", "pandect.db"]),
        run(&["backup", "--database", "pandect.db", "copy.db"]),
    ]
}

#[test]
fn a_database_of_another_draft_is_refused_with_both_drafts_and_left_as_it_was() {
    let directory = tempfile::tempdir().expect("a directory");
    let label = "DROP TRIGGER meta_is_never_changed; UPDATE meta SET label = '2-draft.7'";
    let bytes = changed(directory.path(), label);
    for (ended, code) in refused(directory.path()).into_iter().zip(CODES) {
        assert_eq!(ended.code, code, "{ended:?}");
        let sentence = "the database cannot be read: draft 7 is not known here; this program knows draft 1; open it with \
                        the program that made it, or give the path of a new file";
        assert!(ended.err.contains(sentence), "{ended:?}");
    }
    assert_eq!(fs::read(directory.path().join("pandect.db")).expect("a file"), bytes);
    assert!(!directory.path().join("copy.db").exists(), "nothing was copied");
}

#[test]
fn a_database_of_a_schema_that_was_never_released_is_refused_with_a_sentence_of_its_own() {
    let directory = tempfile::tempdir().expect("a directory");
    let bytes = changed(directory.path(), "PRAGMA application_id = 0x50616e64");
    for (ended, code) in refused(directory.path()).into_iter().zip(CODES) {
        assert_eq!(ended.code, code, "{ended:?}");
        let sentence = "it has a schema that no released version of this program made, and this one does not read it; give \
                        the path of a new file, and keep the program that made this one to read it";
        assert!(ended.err.contains(sentence), "{ended:?}");
    }
    assert_eq!(fs::read(directory.path().join("pandect.db")).expect("a file"), bytes);
}
