//! What other tools may not do to the file, and what the store makes of it when they did.

use std::ops::Range;

use super::*;

pub(super) fn lift_triggers(raw: &Connection) {
    let mut statement = raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").expect("a statement");
    let names: Vec<String> =
        statement.query_map([], |row| row.get(0)).expect("rows").collect::<Result<_, _>>().expect("names");
    drop(statement);
    for name in names {
        raw.execute_batch(&format!("DROP TRIGGER {name}")).expect("dropped");
    }
}

#[test]
fn the_schema_refuses_to_change_or_delete_what_was_written() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    wait(store.append(concluding(log.moved(0, "1")))).expect("appended");
    created(&store, 2);
    let raw = scratch.raw();
    raw.pragma_update(None, "foreign_keys", "off").expect("as the command line has it");
    for (statement, sentence) in [
        ("UPDATE events SET payload = '9'", "events are never changed"),
        ("UPDATE events SET idempotency_key = 'k', request = hash", "events are never changed"),
        ("DELETE FROM events WHERE idx = 1", "events are never deleted"),
        ("INSERT OR REPLACE INTO events SELECT * FROM events", "an event follows the last event of its log"),
        ("UPDATE seats SET token = zeroblob(32)", "seats are never changed"),
        ("UPDATE seats SET token = zeroblob(32), name = NULL", "seats are never changed"),
        ("UPDATE seats SET commitment = NULL, name = NULL", "seats are never changed"),
        ("UPDATE seats SET game = zeroblob(16), name = NULL", "seats are never changed"),
        ("UPDATE seats SET seat = seat + 2, name = NULL", "seats are never changed"),
        ("UPDATE seats SET name = 'Eve'", "only their names are erased"),
        ("DELETE FROM seats", "seats are never deleted"),
        ("INSERT INTO seats VALUES (zeroblob(16), 0, 'Eve', NULL, zeroblob(32))", "CHECK constraint failed"),
        ("UPDATE seeds SET seed = zeroblob(32)", "seeds are never changed"),
        ("DELETE FROM seeds", "seeds are never deleted"),
        ("UPDATE outcomes SET hash = zeroblob(32)", "outcomes are never changed"),
        ("DELETE FROM outcomes", "outcomes are never deleted"),
        ("DELETE FROM games", "games are never deleted"),
        ("UPDATE games SET id = zeroblob(16) WHERE key = 2", "only the status and the outcome change"),
        ("UPDATE games SET ruleset = 'panda-spin' WHERE key = 2", "only the status and the outcome change"),
        ("UPDATE games SET version = 2 WHERE key = 2", "only the status and the outcome change"),
        ("UPDATE games SET tournament = 't' WHERE key = 2", "only the status and the outcome change"),
        ("UPDATE games SET key = 3 WHERE key = 2", "only the status and the outcome change"),
        ("UPDATE games SET status = 'running' WHERE key = 1", "a concluded game never changes"),
        ("UPDATE games SET outcome = '[1]' WHERE key = 1", "a concluded game never changes"),
        ("UPDATE leaves SET hash = zeroblob(32)", "leaves are never changed"),
        ("DELETE FROM leaves", "leaves are never deleted"),
        ("INSERT OR REPLACE INTO leaves SELECT * FROM leaves", "a log is in the tree once"),
        ("INSERT OR REPLACE INTO leaves SELECT 1, log, id, idx, hash FROM leaves", "a log is in the tree once"),
        ("INSERT INTO leaves VALUES (7, 'game', zeroblob(16), 1, zeroblob(32))", "behind the last leaf"),
        ("UPDATE subtrees SET hash = zeroblob(32)", "subtrees are never changed"),
        ("DELETE FROM subtrees", "subtrees are never deleted"),
        ("INSERT OR REPLACE INTO subtrees SELECT * FROM subtrees", "a subtree stands behind the last one"),
        ("UPDATE meta SET label = '2'", "keeps its label and its name"),
        ("UPDATE meta SET log_name = 'other.example'", "keeps its label and its name"),
        ("DELETE FROM meta", "keeps its label and its name"),
        ("INSERT OR REPLACE INTO meta SELECT * FROM meta", "one label and one name"),
        ("UPDATE texts SET text = 'Eve'", "a text is erased, and never changed"),
        ("UPDATE texts SET salt = zeroblob(32)", "a text is erased, and never changed"),
        ("UPDATE receipts SET receipt = ''", "receipts are never changed"),
        ("UPDATE receipts SET public_key = ''", "receipts are never changed"),
        ("DELETE FROM receipts", "receipts are never deleted"),
        ("INSERT OR REPLACE INTO receipts SELECT id, 'other', public_key FROM receipts", "a log has one receipt"),
    ] {
        let error = raw.execute(statement, []).expect_err(statement).to_string();
        assert!(error.contains(sentence), "{statement}: {error}");
    }
    assert_eq!(raw.execute("UPDATE games SET status = 'over' WHERE key = 2", []), Ok(1));
}

/// The names of the kinds that a log takes, one event each.
fn kinds_taken_by(mut log: Log, append: impl Fn(Log, Kind) -> Result<(), StoreError>) -> String {
    let mut taken = Vec::new();
    for kind in Kind::ALL {
        match append(log, kind) {
            Ok(()) => {
                log.next(kind, None, "{}");
                taken.push(kind.name());
            }
            Err(StoreError::Refused(why)) => {
                assert!(why.contains("CHECK constraint failed: kind IN"), "{why}");
            }
            Err(error) => panic!("{kind:?}: {error}"),
        }
    }
    taken.sort_unstable();
    taken.join(" ")
}

/// `docs/format.md`, with the reserved ones, in alphabetical order.
#[test]
fn each_kind_of_log_takes_the_kinds_of_events_that_the_format_has_for_it() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let game = created(&store, 1);
    let taken = kinds_taken_by(game, |mut log, kind| {
        wait(store.append(Append { event: log.next(kind, None, "{}"), ..log.moved(0, "") }))
    });
    assert_eq!(
        taken,
        "abandoned adjudicated automatic claimed committed created downtime entropy move paused renamed \
         resigned resumed revealed seat-handed-over seat-rekeyed time-added timed-out void withdrawn"
    );
    let mut tournament = Log::of_tournament(2);
    wait(store.write(vec![Write::CreateTournament(Box::new(tournament.new_tournament()))])).expect("created");
    let taken = kinds_taken_by(tournament, |mut log, kind| {
        wait(store.write(vec![Write::AppendToTournament(Box::new(log.added(kind)))]))
    });
    assert_eq!(
        taken,
        "bye-requested created game-attached game-concluded pairs-forbidden paused player-registered \
         player-renamed player-returned player-withdrawn resumed round-paired round-taken-back ruling sealed \
         table-set time-added"
    );
}

#[test]
fn games_that_count_for_nothing_have_their_place_in_the_schema() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let log = created(&store, 1);
    created(&store, 2);
    let raw = scratch.raw();
    for (key, status) in [(1, "void"), (2, "abandoned")] {
        assert_eq!(raw.execute(&format!("UPDATE games SET status = '{status}' WHERE key = {key}"), []), Ok(1));
        let again = format!("UPDATE games SET status = 'running' WHERE key = {key}");
        let error = raw.execute(&again, []).expect_err("it has ended").to_string();
        assert!(error.contains("a concluded game never changes"), "{error}");
    }
    let missing = "INSERT INTO events (log, idx, v, prev, at, kind, payload_commitment, hash) \
                   SELECT log, 1, v, hash, at, 'resigned', payload_commitment, zeroblob(32) FROM events WHERE log = 1";
    assert_eq!(raw.execute(missing, []), Ok(1), "an event without its payload");
    assert!(matches!(store.event(log.id, 1), Err(StoreError::Corrupt { .. })));
}

#[test]
fn an_edited_column_is_read_back_as_it_is_and_not_repaired() {
    let edits = [
        ("idx", "9"),
        ("v", "2"),
        ("prev", "zeroblob(32)"),
        ("at", "at + 1"),
        ("kind", "'entropy'"),
        ("seat", "1"),
        ("seat", "NULL"),
        ("payload_commitment", "zeroblob(32)"),
        ("state_commitment", "zeroblob(32)"),
        ("state_commitment", "NULL"),
        ("hash", "zeroblob(32)"),
        ("payload", "'2'"),
    ];
    for (column, value) in edits {
        let scratch = Scratch::new();
        let store = scratch.open();
        let mut log = created(&store, 1);
        let written = log.moved(0, "1");
        wait(store.append(written.clone())).expect("appended");
        let raw = scratch.raw();
        lift_triggers(&raw);
        assert_eq!(raw.execute(&format!("UPDATE events SET {column} = {value} WHERE idx = 1"), []), Ok(1));
        let read = store.load(log.id).expect("reads").expect("the game").events.remove(1);
        assert_ne!(read, written.event, "{column}");
        let hashes = read.record.hash().expect("canonical") == read.hash;
        assert_eq!(hashes, column == "payload", "{column}: the record and its hash, or else the payload, tell of it");
    }
}

#[test]
fn a_game_under_another_id_has_other_records() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let log = created(&store, 1);
    let raw = scratch.raw();
    lift_triggers(&raw);
    let id = Log::new(2).id;
    raw.execute_batch("PRAGMA foreign_keys = off").expect("off");
    raw.execute("UPDATE games SET id = ?1", [id.as_bytes()]).expect("updated");
    assert_eq!(store.event(log.id, 0), Ok(None));
    let event = store.event(id, 0).expect("reads").expect("the event");
    assert_ne!(event.record.hash().expect("canonical"), event.hash);
}

#[test]
fn what_cannot_be_read_is_corrupt_and_its_place_is_named() {
    let game = "game 01937b00-0000-7000-8000-000000000001";
    for (edit, place, what) in [
        ("UPDATE events SET hash = x'00' WHERE idx = 1", "the last event of ", "column hash"),
        ("UPDATE events SET hash = x'00' WHERE idx = 0", "event 0 of ", "column hash"),
        ("UPDATE events SET prev = zeroblob(33) WHERE idx = 1", "event 1 of ", "column prev"),
        ("UPDATE events SET state_commitment = x'' WHERE idx = 1", "event 1 of ", "column state_commitment"),
        (
            "UPDATE events SET at = 9223372036854775807 WHERE idx = 1",
            "event 1 of ",
            "column at: found 9223372036854775807",
        ),
        ("UPDATE events SET kind = 'revoked' WHERE idx = 1", "event 1 of ", "column kind: found \"revoked\""),
        ("UPDATE events SET seat = 256 WHERE idx = 1", "event 1 of ", "column seat"),
        ("UPDATE events SET v = -1 WHERE idx = 1", "event 1 of ", "column v"),
        ("UPDATE events SET idx = -1 WHERE idx = 0", "", "event 0 is missing"),
        ("UPDATE events SET payload = CAST(x'ff' AS TEXT) WHERE idx = 1", "event 1 of ", "column payload"),
        (
            "UPDATE events SET payload = NULL WHERE idx = 1",
            "event 1 of ",
            "column payload: it is not here, and this program knows no event without its payload",
        ),
        ("UPDATE games SET status = 'paused'", "", "column status: found \"paused\""),
        ("UPDATE games SET status = 'void'", "", "column status: found \"void\""),
        ("UPDATE seats SET commitment = x'00'", "a seat of ", "column commitment"),
        ("UPDATE games SET version = 4294967296", "", "column version"),
        ("UPDATE seats SET token = x'00'", "a seat of ", "column token"),
        ("UPDATE seeds SET seed = x'00'", "the seed of ", "column seed"),
        ("DELETE FROM seeds", "the seed of ", "missing"),
        ("DELETE FROM events WHERE idx = 0", "", "event 0 is missing"),
    ] {
        let scratch = Scratch::new();
        let store = scratch.open();
        let mut log = created(&store, 1);
        wait(store.append(log.moved(0, "1"))).expect("appended");
        let raw = scratch.raw();
        lift_triggers(&raw);
        raw.execute_batch("PRAGMA ignore_check_constraints = on; PRAGMA foreign_keys = off").expect("off");
        assert_eq!(raw.execute(edit, []), Ok(if edit.contains("seats") { 2 } else { 1 }), "{edit}");
        let error = store.load(log.id).expect_err(edit);
        let StoreError::Corrupt { what: found, place: found_at } = &error else { panic!("{edit}: {error:?}") };
        assert!(found.contains(what), "{edit}: {error}");
        assert_eq!(*found_at, format!("{place}{game}"), "{edit}");
    }
}

#[test]
fn a_corrupt_game_does_not_keep_the_others_from_going_on() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let [mut bad, mut good] = [1, 2].map(|number| created(&store, number));
    let raw = scratch.raw();
    lift_triggers(&raw);
    raw.execute_batch("PRAGMA ignore_check_constraints = on; UPDATE events SET hash = x'00' WHERE log = 1")
        .expect("edited");
    raw.execute_batch("CREATE TRIGGER t BEFORE INSERT ON events WHEN new.log = 1 BEGIN SELECT raise(ABORT, 'no'); END")
        .expect("a trigger");
    let held = hold(&store);
    let [first, second] = [append_soon(&store, bad.moved(0, "1")), append_soon(&store, good.moved(0, "1"))];
    drop(held);
    let error = answered(first).expect_err("corrupt");
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
    assert_eq!(answered(second), Ok(()));
}

#[test]
fn a_damaged_file_is_corrupt() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let log = created(&store, 1);
    store.close().expect("closes");
    let page = |name| {
        let root = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
        scratch.raw().query_row(root, [name], |row| row.get::<_, u32>(0)).expect("a table") as usize
    };
    let damage = |pages: Range<usize>| {
        let mut bytes = std::fs::read(scratch.path()).expect("reads");
        let end = bytes.len().min(pages.end.saturating_mul(4096));
        bytes[pages.start * 4096..end].fill(0xa5);
        std::fs::write(scratch.path(), bytes).expect("written");
    };
    let is_about_the_file =
        |error: &StoreError| matches!(error, StoreError::Corrupt { place, .. } if place == "the database file");

    // Pages count from 1.
    damage(page("events") - 1..page("events"));
    let store = scratch.open();
    let error = store.load(log.id).expect_err("damaged");
    assert!(is_about_the_file(&error), "{error:?}");
    assert_eq!(store.ping(), Ok(()));
    store.close().expect("closes");
    damage(1..usize::MAX);
    let error = Store::open(&scratch.path(), Settings::default()).expect_err("damaged");
    assert!(is_about_the_file(&error), "{error:?}");
}
