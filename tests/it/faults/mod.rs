//! What goes wrong outside of the program: full disks, files that may not be written to, damaged bytes, torn logs, clocks
//! that jump. Nothing that was answered is lost, the rest is served, and what is refused is refused with a sentence.

mod backup;
mod check;
mod clock;
mod disk;
mod flips;
mod permissions;
mod torn;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::game::{Game, request, seed};
use crate::server::Server;
use crate::tournaments::Tournament;

/// A directory of its own with a database of these bytes.
struct Copy {
    directory: TempDir,
}

impl Copy {
    fn of(bytes: &[u8]) -> Self {
        let copy = Self { directory: tempfile::tempdir().expect("a directory") };
        std::fs::write(copy.database(), bytes).expect("a file");
        copy
    }

    fn database(&self) -> PathBuf {
        self.directory.path().join("pandect.db")
    }
}

fn wal(database: &Path) -> PathBuf {
    format!("{}-wal", database.display()).into()
}

/// Games and tournaments at every point of their lives.
struct World {
    /// Every game, also those of tournaments.
    games: Vec<Game>,
}

impl World {
    /// Games that run, wait and are over, with and without idempotency keys; a tournament that is sealed and one that
    /// goes on.
    fn create(server: &Server) -> Self {
        let mut waiting = request(2, &seed("36"));
        waiting["entropy"] = json!("required");
        let mut games = vec![
            Game::over(server),
            Game::at(server, 2, "97", 10),
            Game::at(server, 2, "00", 4),
            Game::at(server, 3, "36", 9),
            Game::create(server, &waiting),
        ];
        for byte in ["11", "22"] {
            let game = Game::new(server, 2, byte);
            for key in ["one", "two", "three"] {
                let Some(seat) = game.awaited(server) else { break };
                let mv = &game.legal_moves(server, seat)[0];
                let call = game.seat(server, seat);
                call.call("POST", &game.path("/moves")).header("Idempotency-Key", key).json(mv).send().expect(201);
            }
            games.push(game);
        }
        for sealed in [true, false] {
            let request = json!({
                "name": "Spring open", "format": { "type": "open" }, "rulesets": [{ "ruleset": "red-panda" }],
            });
            let tournament = Tournament::create(server, &request, &["Ada", "Bo", "Cy"]);
            for players in [[0, 1], [1, 2]] {
                let seated = json!({ "players": players, "ruleset": 0, "seed": "36".repeat(32) });
                let (game, _) = tournament.tables("/games", &seated).remove(0);
                if sealed || players[0] == 0 {
                    game.play_to_the_end(server);
                } else {
                    game.play_until(server, 3);
                }
                games.push(game);
            }
            if sealed {
                tournament.post("/seal", &json!({})).expect(201);
            }
        }
        Self { games }
    }
}

/// What a server says of every log: the pages of games and tournaments, and the tree.
fn told(server: &Server) -> [Value; 3] {
    ["/v1/games?limit=100", "/v1/tournaments?limit=100", "/v1/log/leaves"]
        .map(|path| server.spectator().get(path).expect(200))
}

/// The signed root of the tree.
fn checkpoint(server: &Server) -> String {
    server.spectator().get("/v1/log/checkpoint").text()
}
