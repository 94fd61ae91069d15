//! `pandect check`: what it says of a sound database and of a changed one, and with which exit code.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use serde_json::{Value, json};

use super::World;
use crate::binary::{Ended, pandect};
use crate::server::Server;

fn check(database: &Path) -> Ended {
    pandect(&["check", database.to_str().expect("a path in UTF-8")])
}

/// The findings, and the sum on the last line.
fn findings(database: &Path) -> (Vec<Value>, Value) {
    let ended = pandect(&["check", database.to_str().expect("a path in UTF-8"), "--json"]);
    let mut lines: Vec<Value> =
        ended.out.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    let sum = lines.pop().expect("a sum");
    assert_eq!(ended.code, i32::from(sum["verdict"] != "verified"), "{ended:?}");
    assert_eq!(sum["findings"], lines.len());
    (lines, sum)
}

/// Changes the file past the triggers, which stand there again afterwards.
fn tamper(database: &Path, sql: &str) {
    let connection = Connection::open(database).expect("a database");
    let mut triggers = connection.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").expect("SQL");
    let triggers: Vec<(String, String)> =
        triggers.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows").flatten().collect();
    connection.execute_batch("PRAGMA foreign_keys = off; PRAGMA ignore_check_constraints = on").expect("off");
    triggers.iter().for_each(|(name, _)| connection.execute_batch(&format!("DROP TRIGGER {name}")).expect("dropped"));
    connection.execute_batch(sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
    triggers.iter().for_each(|(_, sql)| connection.execute_batch(sql).expect("a trigger"));
}

#[test]
fn a_sound_database_is_verified_beside_a_running_server_and_after_it() {
    let mut server = Server::start();
    let world = World::create(&server);
    let beside = check(&server.database());
    assert_eq!(beside.code, 0, "{beside:?}");
    for words in
        ["verified", "✓ file", "✓ schema", "2 verified, with", "11 verified, with", "6 leaves has its hash, root "]
    {
        assert!(beside.out.contains(words), "{words}: {}", beside.out);
    }
    // The server took no notice.
    world.games[2].play_until(&server, 6);
    server.assert_it_never_failed();
    server.stop();
    let bytes = fs::read(server.database()).expect("a file");
    let (found, sum) = findings(&server.database());
    assert_eq!(found, [Value::Null; 0]);
    assert_eq!((&sum["games"], &sum["tournaments"], &sum["tree"]["size"]), (&json!(11), &json!(2), &json!(6)));
    assert_eq!(fs::read(server.database()).expect("a file"), bytes, "nothing was written");
    let directory = fs::read_dir(server.database().parent().expect("a directory")).expect("a directory");
    let mut names: Vec<_> = directory.map(|entry| entry.expect("an entry").file_name()).collect();
    names.sort();
    assert_eq!(names, ["pandect.db", "pandect.db.lock"], "nothing is left behind");
}

/// A change, and a finding that must come of it.
struct Case<'a> {
    sql: &'a str,
    part: &'a str,
    id: Option<&'a str>,
    index: Option<u64>,
    words: &'a str,
}

#[test]
fn each_part_that_was_changed_is_named() {
    let mut server = Server::start();
    let world = World::create(&server);
    server.stop();
    let sound = fs::read(server.database()).expect("a file");
    let (first, keyed) = (world.games[0].id.as_str(), world.games[5].id.as_str());
    let attached = world.games[7].id.as_str();
    let case = |sql, part, id, index, words| Case { sql, part, id, index, words };
    let cases = [
        case("UPDATE events SET payload = '{}' WHERE log = 1 AND idx = 3", "game", Some(first), Some(3), "commit"),
        case("UPDATE events SET hash = zeroblob(32) WHERE log = 1 AND idx = 3", "game", Some(first), Some(3), "hash"),
        case("UPDATE games SET status = 'running' WHERE key = 1", "game", Some(first), None, "has not ended"),
        case("UPDATE games SET outcome = NULL WHERE key = 1", "game", Some(first), None, "no outcome stands here"),
        case("UPDATE outcomes SET hash = zeroblob(32)", "game", Some(first), None, "does not have the hash"),
        case("UPDATE games SET ruleset = 'inori' WHERE key = 1", "game", Some(first), None, "stands another ruleset"),
        case(
            "UPDATE games SET tournament = NULL WHERE key = 8",
            "game",
            Some(attached),
            None,
            "stands another tournament",
        ),
        case(
            "UPDATE seats SET name = 'Eve' WHERE name = 'Ada'",
            "game",
            Some(first),
            None,
            "stands another name of a seat",
        ),
        case("UPDATE seeds SET seed = zeroblob(32)", "game", Some(first), Some(0), "the seed is not the one"),
        case(
            "UPDATE events SET request = zeroblob(32) WHERE log = 6 AND idx = 2",
            "game",
            Some(keyed),
            Some(2),
            "its idempotency key",
        ),
        case(
            "DELETE FROM leaves WHERE leaf_index = 5; DELETE FROM subtrees WHERE level = 0 AND number = 5",
            "game",
            None,
            None,
            "no leaf",
        ),
        case("UPDATE subtrees SET hash = zeroblob(32) WHERE level = 2", "tree", None, None, "subtree 0 of level 2"),
        case("UPDATE tournaments SET sealed = 0 WHERE key = 1", "tournament", None, None, "has not ended"),
        case("DELETE FROM games WHERE key = 1", "game", None, None, "number 1 is missing"),
    ];
    for Case { sql, part, id, index, words } in cases {
        fs::write(server.database(), &sound).expect("a file");
        tamper(&server.database(), sql);
        let (found, sum) = findings(&server.database());
        assert_eq!(sum["verdict"], "failed", "{sql}");
        let named = found.iter().any(|flaw| {
            let same = flaw["part"] == part && flaw["index"] == json!(index);
            same && id.is_none_or(|id| flaw["id"] == id) && flaw["detail"].as_str().is_some_and(|it| it.contains(words))
        });
        assert!(named, "{sql}: {found:#?}");
        let ended = check(&server.database());
        assert!(ended.code == 1 && ended.out.contains(words), "{sql}: {}", ended.out);
    }
    fs::write(server.database(), &sound).expect("a file");
}

#[test]
fn what_is_no_database_cannot_be_checked() {
    let directory = tempfile::tempdir().expect("a directory");
    let inside = |name: &str| directory.path().join(name);
    fs::write(inside("notes.db"), "not a database, and long enough to have a header ".repeat(40)).expect("a file");
    fs::write(inside("empty.db"), "").expect("a file");
    Connection::open(inside("other.db")).expect("a database").execute_batch("CREATE TABLE other (x)").expect("SQL");
    for (name, words) in [
        ("gone.db", "there is no such file"),
        ("notes.db", "it is not a database"),
        ("empty.db", "it is empty"),
        ("other.db", "another program's database"),
    ] {
        let ended = check(&inside(name));
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{ended:?}");
        assert!(ended.err.contains(words) && ended.err.contains(name), "{ended:?}");
    }
}
