//! A damaged file, a full one, and one that may not be written to.

use super::*;

/// What an inspection reads of a game: its indexes and hashes, in order.
fn read(inspection: &Inspection, log: Log) -> Option<Vec<Head>> {
    let game = inspection.game(log.id).ok()??;
    Some(game.stored.events.iter().map(StoredEvent::head).collect())
}

fn inspect(scratch: &Scratch) -> Inspection {
    Inspection::open(&scratch.path(), 1).expect("a database")
}

/// Three games of five events each, closed.
fn three_games(scratch: &Scratch) -> [Log; 3] {
    let store = scratch.open();
    let mut logs = [1, 2, 3].map(|number| created(&store, number));
    for payload in ["1", "2", "3", "4"] {
        for log in &mut logs {
            wait(store.append(log.moved(0, payload))).expect("appended");
        }
    }
    store.close().expect("closes");
    logs
}

#[test]
fn no_damage_to_the_index_of_events_makes_a_log_shorter_than_it_is() {
    let scratch = Scratch::new();
    let logs = three_games(&scratch);
    let whole = logs.map(|log| read(&inspect(&scratch), log).expect("a sound game"));
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_events_1'";
    let page: usize = scratch.raw().query_row(root, [], |row| row.get::<_, u32>(0)).expect("an index") as usize - 1;
    let sound = std::fs::read(scratch.path()).expect("reads");
    let mut refused = 0;
    let used = (page * 4096..(page + 1) * 4096).filter(|at| sound[*at] != 0);
    for (at, mask) in used.flat_map(|at| [(at, 1), (at, 0x10), (at, 0xff)]) {
        let mut damaged = sound.clone();
        damaged[at] ^= mask;
        std::fs::write(scratch.path(), damaged).expect("written");
        if database::check_complete(&scratch.raw()).is_err() {
            // A server does not even start.
            refused += 1;
            continue;
        }
        let inspection = inspect(&scratch);
        for (log, whole) in logs.iter().zip(&whole) {
            let Some(found) = read(&inspection, *log) else {
                refused += 1;
                continue;
            };
            // Whether each is the right one is left to whoever looks at the hashes.
            let last = |heads: &[Head]| heads.last().map(|head| head.index);
            assert!(last(&found) >= last(whole), "byte {at} ^ {mask:#x}: the end of a log is hidden");
        }
    }
    assert!(refused > 100, "only {refused} logs were refused");
}

#[test]
fn a_tree_with_a_damaged_hash_has_no_root_to_sign() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for number in 1..=5 {
        let mut log = created(&store, number);
        wait(store.append(concluding(log.moved(0, "1")))).expect("appended");
    }
    let root = || store.tree(|tree| tree.root(tree.size()?));
    let sound = root().expect("a root");
    let raw = scratch.raw();
    tamper::lift_triggers(&raw);
    // Of five leaves the root is made from the first four together and the fifth.
    for (level, number) in [(2, 0), (0, 4)] {
        let place = format!("subtree {number} of level {level}");
        let edit = format!("WHERE level = {level} AND number = {number}");
        let kept: Vec<u8> =
            raw.query_row(&format!("SELECT hash FROM subtrees {edit}"), [], |row| row.get(0)).expect("a hash");
        raw.execute(&format!("UPDATE subtrees SET hash = zeroblob(32) {edit}"), []).expect("edited");
        let error = root().expect_err("damaged");
        assert!(matches!(&error, StoreError::Corrupt { place: found, .. } if *found == place), "{error}");
        raw.execute(&format!("UPDATE subtrees SET hash = ?1 {edit}"), [kept]).expect("edited");
        assert_eq!(root(), Ok(sound));
    }
    raw.execute_batch("PRAGMA foreign_keys = off").expect("off");
    raw.execute("DELETE FROM leaves WHERE leaf_index = 4", []).expect("edited");
    let error = root().expect_err("cut");
    assert!(error.to_string().contains("4 leaves are listed, and 5 have a hash"), "{error}");
}

#[test]
fn a_full_database_refuses_writes_and_takes_them_again_when_there_is_room() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    let limit = |store: &Store, pages: i64| {
        let set = move |connection: &Connection| {
            let set: i64 =
                connection.pragma_update_and_check(None, "max_page_count", pages, |row| row.get(0)).expect("a limit");
            assert!(set > 0);
        };
        answered(ask(store, Work::Tamper(Box::new(set)))).expect("set");
    };
    limit(&store, 1);
    let large = format!("{:?}", "x".repeat(20_000));
    let before = log;
    let error = wait(store.append(log.moved(0, &large))).expect_err("full");
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    assert!(error.to_string().contains("look at the disk and its free space"), "{error}");
    assert_eq!(store.head(before.id), Ok(before.head), "reads go on, and nothing of it is there");
    limit(&store, 1_000_000);
    log = before;
    wait(store.append(log.moved(0, &large))).expect("there is room");
    assert_eq!(indexes(&store, log), [0, 1]);
}

#[test]
fn a_schema_that_is_not_the_one_it_says_is_refused_and_found() {
    let scratch = Scratch::new();
    three_games(&scratch);
    assert_eq!(inspect(&scratch).schema(), []);
    scratch.raw().execute_batch("DROP TRIGGER events_are_never_changed; CREATE TABLE mine (x)").expect("edited");
    let found: Vec<String> = inspect(&scratch).schema().into_iter().map(|damage| damage.what).collect();
    assert_eq!(found, ["trigger events_are_never_changed is missing", "table mine is none of this program's"]);
    scratch.raw().pragma_update(None, "user_version", 0).expect("updated");
    let error = Store::open(&scratch.path(), Settings::default()).expect_err("refused");
    assert!(error.to_string().contains("it says that it has schema 0, and does not"), "{error}");
    let error = Inspection::open(&scratch.path(), 1).expect_err("refused");
    assert_eq!(error, StoreError::OlderSchema { found: 0, known: 1 });
}

#[test]
fn what_is_in_the_file_twice_is_found_where_it_differs() {
    let scratch = Scratch::new();
    let logs = three_games(&scratch);
    assert_eq!(inspect(&scratch).file(), []);
    let token = Hash::of(b"Bo");
    let mut bytes = std::fs::read(scratch.path()).expect("reads");
    let at = bytes.windows(32).position(|window| window == token.as_bytes()).expect("the hash of a token");
    bytes[at] ^= 1;
    std::fs::write(scratch.path(), bytes).expect("written");
    let found = inspect(&scratch).file();
    let seats = found.iter().filter(|damage| damage.what.contains("missing from index seats_by_token"));
    let ids: Vec<_> = seats.filter_map(|damage| damage.id).collect();
    assert!(ids.len() == 1 && logs.iter().any(|log| log.id == ids[0]), "{found:?}");
}

#[test]
fn a_listing_names_what_it_cannot_read_and_shows_the_rest() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let logs = [1, 2, 3].map(|number| created(&store, number));
    let raw = scratch.raw();
    tamper::lift_triggers(&raw);
    raw.execute("UPDATE events SET payload = CAST(x'ff' AS TEXT) WHERE log = 2", []).expect("edited");
    let page = store.list(&Filter::default(), None, 10).expect("a page");
    let ids: Vec<Result<Uuid, Uuid>> =
        page.into_iter().map(|(id, row)| row.map(|row| row.id).map_err(|_| id)).collect();
    assert_eq!(ids, [Ok(logs[2].id), Err(logs[1].id), Ok(logs[0].id)]);
}

#[test]
fn an_inspection_counts_and_numbers_the_logs_and_writes_nothing() {
    let scratch = Scratch::new();
    let logs = three_games(&scratch);
    let before = std::fs::read(scratch.path()).expect("reads");
    let inspection = inspect(&scratch);
    assert_eq!([LogKind::Game, LogKind::Tournament].map(|kind| inspection.logs(kind)), [Ok(3), Ok(0)]);
    let ids: Vec<_> = (1..=4).map(|number| inspection.id(LogKind::Game, number)).collect();
    assert_eq!(ids, [Ok(Some(logs[0].id)), Ok(Some(logs[1].id)), Ok(Some(logs[2].id)), Ok(None)]);
    drop(inspection);
    assert_eq!(std::fs::read(scratch.path()).expect("reads"), before);
}
