//! Audits of what the server itself keeps.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rusqlite::Connection;
use serde_json::json;

use crate::game::{Game, plain};
use crate::report::{LEVELS, Report};
use crate::server::Server;
use crate::tournaments::Tournament;

pub(crate) fn audit(server: &Server, game: &Game) -> Report {
    Report::new(server.spectator().get(&game.path("/audit")).expect(200))
}

/// Does to the file of a database what no program of ours does: past the triggers that would refuse it.
fn tamper(database: &Path, sql: &str) {
    let connection = Connection::open(database).expect("a database");
    let sql_of_triggers = "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name <> 'events_follow_the_head'";
    let mut triggers = connection.prepare(sql_of_triggers).expect("a schema");
    let triggers: Vec<String> = triggers.query_map([], |row| row.get(0)).expect("rows").flatten().collect();
    for trigger in triggers {
        connection.execute_batch(&format!("DROP TRIGGER {trigger}")).expect("a trigger");
    }
    connection.execute_batch(sql).expect("a change");
}

/// How a server answers calls about a game: the statuses that come up.
fn statuses(server: &Server, game: &Game) -> Vec<u16> {
    let paths = ["", "/state", "/states/0", "/events", "/replay", "/bundle"];
    let mut statuses: Vec<u16> = paths.iter().map(|path| server.spectator().get(&game.path(path)).status).collect();
    statuses.push(server.spectator().get(&game.path("/events/stream?after=10")).status);
    statuses.push(game.seat(server, 0).get(&game.path("/legal-moves")).status);
    statuses.push(game.send(server, 0, &plain("kata")).status);
    statuses.sort_unstable();
    statuses.dedup();
    statuses
}

#[test]
fn an_untouched_game_is_verified_at_every_level() {
    let server = Server::start();
    let game = Game::over(&server);
    let report = audit(&server, &game);
    assert_eq!((report.verdict(), report.levels("passed")), ("verified", LEVELS.to_vec()));
    let server = server.restart();
    assert_eq!(audit(&server, &game).verdict(), "verified");
}

#[test]
fn a_running_game_is_verified_but_for_its_outcome() {
    let server = Server::start();
    for index in 0..5 {
        let report = audit(&server, &Game::at(&server, 2, "00", index));
        assert_eq!((report.verdict(), report.levels("skipped")), ("incomplete", vec!["outcome"]), "event {index}");
        assert_eq!(report.failures(), []);
    }
}

#[test]
fn a_game_is_never_found_tampered_while_moves_are_played() {
    let server = Server::start();
    let game = Game::new(&server, 4, "2f");
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let auditors: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    while !over.load(Ordering::Relaxed) {
                        let report = audit(&server, &game);
                        assert_eq!(report.failures(), [], "{report:?}");
                    }
                })
            })
            .collect();
        game.play_to_the_end(&server);
        over.store(true, Ordering::Relaxed);
        for auditor in auditors {
            auditor.join().expect("an auditor that finds nothing");
        }
    });
    assert_eq!(audit(&server, &game).verdict(), "verified");
}

/// One way to tamper with a finished game of eleven events.
struct Case {
    what: &'static str,
    /// What is done to the file; `LOG` stands for the number of the game's log.
    sql: &'static str,
    /// The levels that fail, each with its first bad index.
    failures: &'static [(&'static str, Option<u64>)],
    /// What the other calls about the game are answered with: a log that was changed is neither shown nor played on.
    statuses: &'static [u16],
}

const SOUND: &[u16] = &[200, 204, 409];
const BROKEN: &[u16] = &[500];

const CASES: &[Case] = &[
    Case {
        what: "another move",
        sql: "UPDATE events SET payload = replace(payload, 'kata', 'pass') WHERE log = LOG AND idx = 3",
        failures: &[("commitments", Some(3)), ("rules", Some(3))],
        statuses: BROKEN,
    },
    Case {
        what: "a payload that is no JSON",
        sql: "UPDATE events SET payload = '{' WHERE log = LOG AND idx = 3",
        failures: &[("format", None)],
        statuses: BROKEN,
    },
    Case {
        what: "another hash",
        sql: "UPDATE events SET hash = zeroblob(32) WHERE log = LOG AND idx = 5",
        failures: &[("chain", Some(5))],
        statuses: BROKEN,
    },
    Case {
        what: "a link to nowhere",
        sql: "UPDATE events SET prev = zeroblob(32) WHERE log = LOG AND idx = 5",
        failures: &[("chain", Some(5))],
        statuses: BROKEN,
    },
    Case {
        what: "another time",
        sql: "UPDATE events SET at = at + 1 WHERE log = LOG AND idx = 5",
        failures: &[("chain", Some(5))],
        statuses: BROKEN,
    },
    Case {
        what: "another commitment to the payload",
        sql: "UPDATE events SET payload_commitment = zeroblob(32) WHERE log = LOG AND idx = 5",
        failures: &[("chain", Some(5)), ("commitments", Some(5))],
        statuses: BROKEN,
    },
    Case {
        what: "another commitment to the state",
        sql: "UPDATE events SET state_commitment = zeroblob(32) WHERE log = LOG AND idx = 5",
        failures: &[("chain", Some(5)), ("states", Some(5))],
        statuses: BROKEN,
    },
    Case {
        what: "no commitment to the state",
        sql: "UPDATE events SET state_commitment = NULL WHERE log = LOG AND idx = 5",
        failures: &[("chain", Some(5)), ("states", Some(5))],
        statuses: BROKEN,
    },
    Case {
        what: "another seat",
        sql: "UPDATE events SET seat = 1 - seat WHERE log = LOG AND idx = 4",
        failures: &[("chain", Some(4)), ("rules", Some(4))],
        statuses: BROKEN,
    },
    Case {
        what: "another kind",
        sql: "UPDATE events SET kind = 'entropy' WHERE log = LOG AND idx = 4",
        failures: &[("chain", Some(4)), ("rules", Some(4))],
        statuses: BROKEN,
    },
    Case {
        what: "another version of the record",
        sql: "UPDATE events SET v = 2 WHERE log = LOG AND idx = 4",
        failures: &[("format", Some(4)), ("chain", Some(4))],
        statuses: BROKEN,
    },
    Case {
        what: "two events swapped",
        sql: "UPDATE events SET idx = 99 WHERE log = LOG AND idx = 4; \
              UPDATE events SET idx = 4 WHERE log = LOG AND idx = 5; \
              UPDATE events SET idx = 5 WHERE log = LOG AND idx = 99",
        failures: &[("chain", Some(4)), ("commitments", Some(4)), ("rules", Some(4))],
        statuses: BROKEN,
    },
    Case {
        what: "an event deleted",
        sql: "DELETE FROM events WHERE log = LOG AND idx = 5",
        failures: &[("chain", Some(5)), ("seed", Some(5)), ("rules", Some(5))],
        statuses: BROKEN,
    },
    Case {
        what: "the last event deleted",
        sql: "DELETE FROM events WHERE log = LOG AND idx = 10",
        failures: &[("outcome", Some(10))],
        statuses: BROKEN,
    },
    Case {
        what: "another outcome",
        sql: "UPDATE games SET outcome = replace(outcome, 'type\":\"', 'type\":\"un') WHERE key = LOG",
        failures: &[("outcome", None)],
        statuses: SOUND,
    },
    Case {
        what: "no outcome",
        sql: "UPDATE games SET outcome = NULL WHERE key = LOG",
        failures: &[("outcome", None)],
        statuses: SOUND,
    },
    Case {
        what: "another seed",
        sql: "UPDATE seeds SET seed = zeroblob(32) WHERE game = (SELECT id FROM games WHERE key = LOG)",
        failures: &[("commitments", Some(0)), ("seed", Some(0))],
        statuses: BROKEN,
    },
    Case {
        what: "another commitment to the seed",
        sql: "UPDATE events SET payload = json_set(payload, '$.seed_commitment', printf('%064d', 0)) WHERE log = LOG AND idx = 0",
        failures: &[("commitments", Some(0)), ("seed", Some(0))],
        statuses: BROKEN,
    },
    Case {
        what: "another text",
        sql: "UPDATE texts SET text = 'Eve' WHERE commitment = (SELECT commitment FROM seats WHERE seat = 0 AND game = \
              (SELECT id FROM games WHERE key = LOG))",
        failures: &[("commitments", Some(0))],
        statuses: BROKEN,
    },
    Case {
        what: "a first event that creates nothing",
        sql: "UPDATE events SET payload = '{}' WHERE log = LOG AND idx = 0",
        failures: &[("commitments", Some(0)), ("seed", Some(0)), ("rules", Some(0))],
        statuses: BROKEN,
    },
];

#[test]
fn each_way_to_tamper_with_the_file_is_found_at_its_level_and_index() {
    let server = Server::start();
    let games: Vec<_> = CASES.iter().map(|_| Game::at(&server, 2, "97", 10)).collect();
    let sound = Game::at(&server, 2, "00", 2);
    let server = server.restart_after(|database| {
        for (log, case) in (1..).zip(CASES) {
            tamper(database, &case.sql.replace("LOG", &format!("{log}")));
        }
    });
    for (game, Case { what, failures, statuses: expected, .. }) in games.iter().zip(CASES) {
        let report = audit(&server, game);
        assert_eq!((report.verdict(), report.failures()), ("failed", failures.to_vec()), "{what}: {report:?}");
        assert_eq!(statuses(&server, game), *expected, "{what}");
    }
    assert_eq!(audit(&server, &sound).failures(), []);
    sound.play_to_the_end(&server);
}

#[test]
fn a_log_that_cannot_be_replayed_is_refused_without_its_cause() {
    let server = Server::start();
    let game = Game::at(&server, 2, "97", 10);
    let sql = "UPDATE events SET payload = replace(payload, 'kata', 'pass') WHERE log = 1 AND idx = 3";
    let server = server.restart_after(|database| tamper(database, sql));
    let problem = server.spectator().get(&game.path("")).refused(500, "internal");
    let detail = problem["detail"].as_str().expect("a detail");
    for secret in ["event", "3", "token", "pass", &game.id] {
        assert!(!detail.contains(secret), "{detail}");
    }
}

#[test]
fn a_log_that_is_cut_under_a_running_server_is_found_and_not_played_on() {
    let server = Server::start();
    let game = Game::at(&server, 2, "00", 4);
    tamper(&server.database(), "DELETE FROM events WHERE log = 1 AND idx = 4");
    let report = audit(&server, &game);
    assert_eq!((report.verdict(), report.failures()), ("failed", vec![("signature", Some(4))]));
    assert_eq!(report.findings("signature"), [("truncated", Some(4))]);
    let seat = game.awaited(&server).expect("a seat");
    game.send(&server, seat, &plain("kata")).refused(409, "conflict");
}

#[test]
fn a_log_that_is_rewritten_under_a_running_server_is_found() {
    let server = Server::start();
    let game = Game::at(&server, 2, "00", 4);
    tamper(&server.database(), "UPDATE events SET hash = zeroblob(32) WHERE log = 1 AND idx = 4");
    let report = audit(&server, &game);
    assert_eq!(report.failures(), [("chain", Some(4)), ("signature", Some(4))]);
}

#[test]
fn what_was_edited_is_named_by_the_listing_and_hides_no_other() {
    let edits = [
        "UPDATE events SET payload = CAST(x'ff' AS TEXT) WHERE log = LOG AND idx = 0",
        "UPDATE events SET payload = replace(payload, '\"seat0\"', '\"drawn\"') WHERE log = LOG AND idx = 0",
        "UPDATE texts SET text = 'Eve' WHERE commitment = (SELECT commitment FROM seats WHERE seat = 0 AND game = \
         (SELECT id FROM games WHERE key = LOG))",
        "UPDATE seats SET name = 'Eve' WHERE seat = 0 AND game = (SELECT id FROM games WHERE key = LOG)",
        "UPDATE events SET payload = '{' WHERE log = LOG AND idx = 0",
        "UPDATE events SET at = at + 1 WHERE log = LOG AND idx = 10",
        "UPDATE games SET outcome = replace(outcome, '0', '1') WHERE key = LOG",
        "UPDATE games SET ruleset = 'inori' WHERE key = LOG",
        "UPDATE seeds SET seed = zeroblob(32) WHERE game = (SELECT id FROM games WHERE key = LOG)",
    ];
    let server = Server::start();
    let games: Vec<_> = (0..=edits.len()).map(|_| Game::at(&server, 2, "97", 10)).collect();
    let server = server.restart_after(|database| {
        for (log, sql) in (1..).zip(edits) {
            tamper(database, &sql.replace("LOG", &format!("{log}")));
        }
    });
    let (sound, edited) = games.split_last().expect("a game");
    let mut cursor = String::new();
    let mut named: Vec<String> = Vec::new();
    for page in 0.. {
        let listed = server.spectator().get(&format!("/v1/games?limit=3{cursor}")).expect(200);
        let shown: Vec<_> = listed["games"].as_array().expect("games").iter().map(|game| game["id"].clone()).collect();
        assert_eq!(shown, if page == 0 { vec![json!(sound.id)] } else { vec![] });
        let unreadable = listed["unreadable"].as_array().expect("ids").iter();
        named.extend(unreadable.map(|id| id.as_str().expect("an id").to_owned()));
        let Some(next) = listed["next_cursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    let edited: Vec<String> = edited.iter().rev().map(|game| game.id.clone()).collect();
    assert_eq!(named, edited);
}

#[test]
fn a_tournament_that_was_edited_is_named_and_its_audit_says_what_is_wrong() {
    let request = json!({ "name": "Open", "format": { "type": "open" }, "rulesets": [{ "ruleset": "red-panda" }] });
    for edit in [
        "UPDATE tournament_events SET payload = CAST(x'ff' AS TEXT) WHERE log = 1 AND idx = 0",
        "UPDATE tournament_events SET payload = replace(payload, '\"none\"', '\"required\"') WHERE log = 1 AND idx = 0",
        "UPDATE texts SET text = 'Shut' WHERE rowid = 1",
        "UPDATE tournament_events SET payload = '{' WHERE log = 1 AND idx = 0",
        "UPDATE tournaments SET sealed = 1 WHERE key = 1",
    ] {
        let server = Server::start();
        let [edited, sound] = [(); 2].map(|()| Tournament::create(&server, &request, &["Ada"]).id);
        let server = server.restart_after(|database| tamper(database, edit));
        let listed = server.spectator().get("/v1/tournaments").expect(200);
        assert_eq!(listed["tournaments"].as_array().map(Vec::len), Some(1), "{edit}");
        assert_eq!(
            (&listed["tournaments"][0]["id"], &listed["unreadable"]),
            (&json!(sound), &json!([edited])),
            "{edit}"
        );
        let path = format!("/v1/tournaments/{edited}");
        server.spectator().get(&path).refused(500, "internal");
        let audit = server.spectator().get(&format!("{path}/audit")).expect(200);
        let failed = audit["verdict"] == "failed";
        assert_eq!(failed, !edit.contains("sealed"), "the log itself is sound: {audit}");
    }
}

#[test]
fn there_is_no_audit_of_a_game_that_is_not_there() {
    let server = Server::start();
    let path = "/v1/games/00000000-0000-7000-8000-000000000000/audit";
    server.spectator().get(path).refused(404, "unknown-game");
    server.spectator().get("/v1/games/x/audit").refused(400, "malformed-path");
}
