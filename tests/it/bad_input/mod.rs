//! Bad input: each has its status and code, none is the server's failure, and none changes anything.

mod bodies;
mod headers;
mod names;
mod paths;
mod rules;
mod sockets;
mod tokens;

use serde_json::Value;

use crate::client::Answer;
use crate::game::Game;
use crate::server::Server;

/// A server with a running game, and all that anyone can see of it.
struct Bench {
    server: Server,
    game: Game,
    before: Vec<Value>,
}

impl Bench {
    /// Three seats; seat 0 is awaited to flip a card.
    fn new() -> Self {
        Self::at(3, "36", 0)
    }

    fn at(seats: usize, byte: &str, index: u64) -> Self {
        let server = Server::start();
        let game = Game::at(&server, seats, byte, index);
        let before = everything(&server, &game);
        Self { server, game, before }
    }

    /// Posts a body of JSON, as somebody.
    fn post(&self, token: Option<usize>, path: &str, body: impl Into<Vec<u8>>) -> Answer {
        let client = match token {
            Some(seat) => self.game.seat(&self.server, seat),
            None => self.server.organiser(),
        };
        client.call("POST", path).header("Content-Type", "application/json").body(body).send()
    }

    /// That nothing has changed, that the server has not failed, and that it goes on.
    #[track_caller]
    fn assert_untouched(&self) {
        assert_eq!(everything(&self.server, &self.game), self.before);
        self.server.assert_it_never_failed();
    }
}

/// The list of games, and the game: as it stands, its state, its log, its audit.
fn everything(server: &Server, game: &Game) -> Vec<Value> {
    let paths = ["", "/state", "/events", "/audit"].map(|path| game.path(path));
    let paths = paths.iter().map(String::as_str).chain(["/v1/games"]);
    paths.map(|path| server.spectator().get(path).expect(200)).collect()
}
