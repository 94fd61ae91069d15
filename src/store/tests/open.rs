//! Opening and closing: what is refused, migrated and locked.

use std::process::Command;

use super::*;

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
    assert_eq!(error, StoreError::NewerSchema { found: 99, known: 1 });
    assert_eq!(
        error.to_string(),
        "the database has schema 99 and this program knows up to 1; start a newer version of the program"
    );
    assert_eq!(std::fs::read(scratch.path()).expect("reads"), before);
}

/// A closed database that was edited, and what is in its file.
fn edited(scratch: &Scratch, edit: &str) -> Vec<u8> {
    scratch.open().close().expect("closes");
    let raw = scratch.raw();
    tamper::lift_triggers(&raw);
    raw.execute_batch(edit).expect("edited");
    raw.close().expect("a file");
    std::fs::read(scratch.path()).expect("reads")
}

#[test]
fn a_database_of_another_label_is_refused_and_left_alone() {
    for (label, sentence) in [
        ("2-draft.7", "draft 7 is not known here; this program knows draft 1"),
        ("2", "the label \"2\" is not known here; this program knows 2-draft.1"),
    ] {
        let scratch = Scratch::new();
        // The label comes before the schema: that of another label may be any.
        let edit = format!("UPDATE meta SET label = '{label}'; PRAGMA user_version = 99");
        let before = edited(&scratch, &edit);
        let error = refused(&scratch.path());
        assert_eq!(error, StoreError::UnknownLabel(label.into()));
        let rest = "open it with the program that made it, or give the path of a new file";
        assert_eq!(error.to_string(), format!("the database cannot be read: {sentence}; {rest}"));
        assert_eq!(Inspection::open(&scratch.path(), 1).expect_err("refused"), error);
        assert_eq!(std::fs::read(scratch.path()).expect("reads"), before);
    }
}

#[test]
fn a_database_without_its_label_is_corrupt() {
    for (edit, what) in [("DELETE FROM meta", "its row is missing"), ("DROP TABLE meta", "no such table: meta")] {
        let scratch = Scratch::new();
        edited(&scratch, edit);
        let StoreError::Corrupt { what: found, place } = refused(&scratch.path()) else { panic!("{edit}") };
        assert!(found.contains(what), "{found}");
        assert_eq!(place, "the table meta");
    }
}

/// The application id of schemas that no released program made: "Pand".
const UNRELEASED: &str = "PRAGMA application_id = 1348562532; PRAGMA user_version = 6";

#[test]
fn a_database_of_an_unreleased_schema_is_refused_and_left_alone() {
    let scratch = Scratch::new();
    let raw = scratch.raw();
    raw.execute_batch(&format!("CREATE TABLE games (key INTEGER PRIMARY KEY); {UNRELEASED}")).expect("an old file");
    raw.close().expect("a file");
    let before = std::fs::read(scratch.path()).expect("reads");
    let error = refused(&scratch.path());
    assert_eq!(
        error.to_string(),
        format!(
            "{} cannot be used as the database: it has a schema that no released version of this program made, and this \
             one does not read it; give the path of a new file, and keep the program that made this one to read it",
            scratch.path().display()
        )
    );
    assert_eq!(Inspection::open(&scratch.path(), 1).expect_err("refused"), error);
    assert_eq!(std::fs::read(scratch.path()).expect("reads"), before);
}

#[test]
fn the_write_ahead_log_of_a_refused_database_stays_beside_it() {
    let (scratch, refused_one) = (Scratch::new(), Scratch::new());
    let raw = scratch.raw();
    raw.execute_batch(&format!("PRAGMA journal_mode = wal; CREATE TABLE games (x); {UNRELEASED}"))
        .expect("an old file");
    let file = |scratch: &Scratch, suffix| scratch.directory.path().join(format!("games.db{suffix}"));
    // The connection is open: the copy is what a crash leaves behind.
    let files = ["", "-wal"].map(|suffix| {
        std::fs::copy(file(&scratch, suffix), file(&refused_one, suffix)).expect("copied");
        std::fs::read(file(&scratch, suffix)).expect("reads")
    });
    assert!(files.iter().all(|bytes| !bytes.is_empty()));
    let error = refused(&refused_one.path());
    assert!(error.to_string().contains("no released version"), "{error}");
    assert_eq!(["", "-wal"].map(|suffix| std::fs::read(file(&refused_one, suffix)).expect("reads")), files);
}

fn named(name: &str) -> Settings {
    Settings { log_name: Some(name.into()), ..Settings::default() }
}

#[test]
fn a_database_takes_the_name_of_its_log_at_the_first_start_and_keeps_it() {
    let scratch = Scratch::new();
    let open = |settings| Store::open(&scratch.path(), settings).expect("opens");
    assert_eq!(open(named("club.example/go")).log_name(), "club.example/go");
    assert_eq!(open(Settings::default()).log_name(), "club.example/go");
    assert_eq!(open(named("club.example/go")).log_name(), "club.example/go");
    assert_eq!(Inspection::open(&scratch.path(), 1).expect("opens").log_name(), Ok("club.example/go".into()));
    let meta = scratch.raw().query_row("SELECT label || ' ' || log_name FROM meta", [], |row| row.get::<_, String>(0));
    assert_eq!(meta, Ok("2-draft.1 club.example/go".into()));
}

#[test]
fn a_log_that_is_given_no_name_has_one_that_nobody_else_has() {
    let scratch = Scratch::new();
    let name = scratch.open().log_name().to_owned();
    let id: Uuid =
        name.strip_prefix("pandect.invalid/").expect("a name that resolves nowhere").parse().expect("a UUID");
    assert_eq!(id.get_version_num(), 7);
    assert_eq!(scratch.open().log_name(), name);
    assert_ne!(Scratch::new().open().log_name(), name);
}

#[test]
fn a_log_is_not_opened_under_another_name() {
    let scratch = Scratch::new();
    Store::open(&scratch.path(), named("club.example")).expect("opens").close().expect("closes");
    let before = std::fs::read(scratch.path()).expect("reads");
    let error = Store::open(&scratch.path(), named("other.example")).expect_err("refused");
    assert_eq!(
        error.to_string(),
        format!(
            "{} cannot be used as the database: its log is named \"club.example\", and this server is to name it \
             \"other.example\"; a log keeps its name: start with \"club.example\" or without a name, or give the path \
             of a new file for \"other.example\"",
            scratch.path().display()
        )
    );
    assert!(matches!(error, StoreError::Unusable { .. }));
    assert_eq!(std::fs::read(scratch.path()).expect("reads"), before);
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
            assert_eq!(["synchronous", "foreign_keys", "secure_delete"].map(pragma), [2, 1, 1]);
            let mode = connection.pragma_query_value(None, "journal_mode", |row| row.get::<_, String>(0));
            assert_eq!(mode, Ok("wal".into()));
        })),
    ))
    .expect("as it should be");
}
