//! Opening and closing: what is refused, migrated and locked.

use std::process::Command;

use super::*;
use crate::store::database::{SCHEMA, migrations};

const DATABASE: &str = "PANDECT_TEST_OPEN";

fn refused(path: &Path) -> StoreError {
    Store::open(path, Settings::default()).expect_err("refused")
}

#[test]
fn a_path_that_cannot_be_a_database_is_refused_with_what_to_do() {
    let scratch = Scratch::new();
    let inside = |name: &str| scratch.directory.path().join(name);
    std::fs::write(inside("notes.txt"), "not a database, and long enough to have a header ".repeat(40))
        .expect("written");
    raw(&inside("other.db")).execute_batch("CREATE TABLE other (x); PRAGMA user_version = 7").expect("another program");
    for (path, why) in [
        (PathBuf::from(":memory:"), "the path of a file"),
        (scratch.directory.path().to_owned(), "it is a directory"),
        (inside("none/games.db"), "its directory does not exist; create it first"),
        (inside("notes.txt/games.db"), "Not a directory"),
        (inside("notes.txt"), "it is not a database"),
        (inside("other.db"), "another program's database"),
        (PathBuf::from("/"), "it is a directory"),
        (PathBuf::new(), "it names no file"),
    ] {
        let error = refused(&path);
        assert!(matches!(error, StoreError::Unusable { .. }), "{path:?}: {error:?}");
        assert!(error.to_string().contains(why), "{path:?}: {error}");
    }
}

#[test]
fn a_newer_schema_is_refused_and_left_alone() {
    let scratch = Scratch::new();
    scratch.open().close().expect("closes");
    scratch.raw().pragma_update(None, "user_version", 99).expect("updated");
    let before = std::fs::read(scratch.path()).expect("reads");
    let error = refused(&scratch.path());
    assert_eq!(error, StoreError::NewerSchema { found: 99, known: 6 });
    assert_eq!(
        error.to_string(),
        "the database has schema 99 and this program knows up to 6; start a newer version of the program"
    );
    assert_eq!(std::fs::read(scratch.path()).expect("reads"), before);
}

#[test]
fn an_older_schema_is_migrated_with_its_games() {
    let scratch = Scratch::new();
    let mut old = scratch.raw();
    migrations().to_version(&mut old, 1).expect("the first schema");
    let mut log = Log::new(1);
    game::create(&old, &log.created()).expect("created");
    drop(old);
    let store = scratch.open();
    let filter = Filter { player: Some("Bo".into()), ..Filter::default() };
    assert_eq!(store.list(&filter, None, 10).expect("reads").len(), 1);
    wait(store.append(log.moved(0, "1"))).expect("the log goes on");
    let schema = scratch.raw().pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0));
    assert_eq!(schema, Ok(SCHEMA));
}

#[test]
fn a_new_database_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    let store = scratch.open();
    let files = std::fs::read_dir(scratch.directory.path()).expect("a directory").map(|entry| entry.expect("an entry"));
    let modes = files.filter(|file| !file.file_name().to_string_lossy().ends_with(".lock")).map(|file| {
        let mode = file.metadata().expect("metadata").permissions().mode() & 0o777;
        (file.file_name(), mode)
    });
    let modes: Vec<_> = modes.collect();
    assert!(modes.len() >= 2, "the database and what SQLite keeps beside it: {modes:?}");
    assert!(modes.iter().all(|(_, mode)| *mode == 0o600), "{modes:?}");
    drop(store);
}

#[test]
fn an_empty_file_becomes_a_database() {
    let scratch = Scratch::new();
    std::fs::write(scratch.path(), "").expect("written");
    created(&scratch.open(), 1);
}

#[test]
fn a_second_store_of_the_same_file_is_refused_until_the_first_is_closed() {
    let scratch = Scratch::new();
    let link = scratch.directory.path().join("link.db");
    let store = scratch.open();
    std::os::unix::fs::symlink(scratch.path(), &link).expect("a link");
    for path in [scratch.path(), scratch.directory.path().join("./games.db"), link] {
        assert_eq!(refused(&path), StoreError::InUse(path));
    }
    let clone = store.clone();
    drop(store);
    assert_eq!(refused(&scratch.path()), StoreError::InUse(scratch.path()), "a clone has it open");
    drop(clone);
    scratch.open().close().expect("the last one that is dropped closes it");
    scratch.open();
}

/// Run by the test below in a process of its own.
#[test]
fn another_process_finds_the_database_in_use() {
    if let Ok(path) = std::env::var(DATABASE) {
        assert_eq!(refused(Path::new(&path)), StoreError::InUse(path.into()));
    }
}

#[test]
fn a_second_process_is_refused() {
    let scratch = Scratch::new();
    let _store = scratch.open();
    let test = "store::tests::open::another_process_finds_the_database_in_use";
    let mut command = Command::new(std::env::current_exe().expect("this binary"));
    let output = command.args(["--exact", test]).env(DATABASE, scratch.path()).output().expect("runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

#[test]
fn a_closed_store_answers_that_it_is_closed() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    let clone = store.clone();
    store.close().expect("closes");
    store.close().expect("a second time does nothing");
    assert_eq!(wait(clone.append(log.moved(0, "1"))), Err(StoreError::Closed));
    assert_eq!(wait(clone.create(Log::new(2).created())), Err(StoreError::Closed));
    assert_eq!(clone.head(log.id), Err(StoreError::Closed));
    assert_eq!(clone.ping(), Err(StoreError::Closed));
}

#[test]
fn closing_commits_what_waits_and_leaves_one_file() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    let held = hold(&store);
    let answers = ["1", "2"].map(|payload| append_soon(&store, log.moved(0, payload)));
    let closing = std::thread::spawn(move || store.close());
    drop(held);
    closing.join().expect("no panic").expect("closes");
    assert_eq!(answers.map(answered), [Ok(()), Ok(())]);
    let mut files: Vec<_> = std::fs::read_dir(scratch.directory.path())
        .expect("a directory")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    files.sort();
    assert_eq!(files, ["games.db", "games.db.lock"]);
    assert_eq!(indexes(&scratch.open(), log), [0, 1, 2]);
}

#[test]
fn the_database_is_written_with_care() {
    let scratch = Scratch::new();
    let store = scratch.open();
    answered(ask(
        &store,
        Work::Tamper(Box::new(|connection| {
            let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).expect("a value");
            assert_eq!(["synchronous", "foreign_keys"].map(pragma), [2, 1]);
            let mode = connection.pragma_query_value(None, "journal_mode", |row| row.get::<_, String>(0));
            assert_eq!(mode, Ok("wal".into()));
        })),
    ))
    .expect("as it should be");
}
