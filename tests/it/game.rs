//! Games of Red Panda: created with a seed that is written down, and played over HTTP.

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::server::Server;

/// A seed that is the same byte all through.
pub(crate) fn seed(byte: &str) -> String {
    byte.repeat(32)
}

/// A request for a game of so many seats, which seat 0 begins.
pub(crate) fn request(seats: usize, seed: &str) -> Value {
    let names = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"];
    let seats: Vec<_> = names.iter().take(seats).map(|name| json!({ "name": name })).collect();
    json!({ "ruleset": "red-panda", "options": { "starter": "seat0" }, "seats": seats, "seed": seed, "entropy": "none" })
}

/// A move of Red Panda that carries nothing.
pub(crate) fn plain(kind: &str) -> Value {
    json!({ "ruleset": "red-panda", "move": { "type": kind } })
}

/// A game and the tokens of its seats. It outlives the server it was created on.
#[derive(Debug, Clone)]
pub(crate) struct Game {
    pub(crate) id: String,
    pub(crate) tokens: Vec<String>,
}

impl Game {
    /// Creates a game of so many seats, with a seed that is one byte all through.
    pub(crate) fn new(server: &Server, seats: usize, byte: &str) -> Self {
        Self::create(server, &request(seats, &seed(byte)))
    }

    /// Creates a game and plays it until it has so many events after the first.
    pub(crate) fn at(server: &Server, seats: usize, byte: &str, index: u64) -> Self {
        let game = Self::new(server, seats, byte);
        game.play_until(server, index);
        assert_eq!(game.head(server), index);
        game
    }

    /// A game that is over.
    pub(crate) fn over(server: &Server) -> Self {
        let game = Self::new(server, 3, "36");
        game.play_to_the_end(server);
        game
    }

    /// Creates the game that is asked for.
    pub(crate) fn create(server: &Server, request: &Value) -> Self {
        let created = server.organiser().post("/v1/games", request).expect(201);
        let tokens = created["tokens"].as_array().expect("tokens").iter();
        Self {
            id: created["game"]["id"].as_str().expect("an id").into(),
            tokens: tokens.map(|token| token.as_str().expect("a token").into()).collect(),
        }
    }

    /// A path below the game.
    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.id)
    }

    /// A client that plays a seat.
    pub(crate) fn seat(&self, server: &Server, seat: usize) -> Client {
        server.with_token(&self.tokens[seat])
    }

    /// The game as it stands.
    pub(crate) fn look(&self, server: &Server) -> Value {
        server.spectator().get(&self.path("")).expect(200)
    }

    /// The index of the last event.
    pub(crate) fn head(&self, server: &Server) -> u64 {
        self.look(server)["head"]["index"].as_u64().expect("an index")
    }

    /// The seat that is awaited.
    pub(crate) fn awaited(&self, server: &Server) -> Option<usize> {
        seat_of(&self.look(server)["awaiting"])
    }

    pub(crate) fn legal_moves(&self, server: &Server, seat: usize) -> Vec<Value> {
        let legal = self.seat(server, seat).get(&self.path("/legal-moves")).expect(200);
        legal["moves"].as_array().expect("moves").clone()
    }

    /// Sends a move of a seat.
    pub(crate) fn send(&self, server: &Server, seat: usize, mv: &Value) -> Answer {
        self.seat(server, seat).post(&self.path("/moves"), mv)
    }

    /// Plays on until the game is over, or until it has so many events; gives every answer.
    pub(crate) fn play_until(&self, server: &Server, last: u64) -> Vec<Value> {
        let look = self.look(server);
        let (mut index, mut awaiting) = (look["head"]["index"].as_u64().expect("an index"), look["awaiting"].clone());
        let mut answers = Vec::new();
        while let (Some(seat), true) = (seat_of(&awaiting), index < last) {
            let accepted = self.play_one(server, seat);
            index = accepted["event"]["record"]["index"].as_u64().expect("an index");
            awaiting = accepted["awaiting"].clone();
            answers.push(accepted);
        }
        answers
    }

    /// Plays one of the legal moves of a seat that is awaited: which one, the state decides.
    pub(crate) fn play_one(&self, server: &Server, seat: usize) -> Value {
        let legal = self.seat(server, seat).get(&self.path("/legal-moves")).expect(200);
        let (moves, index) = (legal["moves"].as_array().expect("moves"), legal["index"].as_u64().expect("an index"));
        let mv = &moves[choice(index, moves.len())];
        self.send(server, seat, mv).expect(201)
    }

    /// Plays to the end of the game.
    pub(crate) fn play_to_the_end(&self, server: &Server) -> Vec<Value> {
        let answers = self.play_until(server, u64::MAX);
        assert_eq!(self.look(server)["status"], "over");
        answers
    }
}

/// Which of so many moves is played at an index: not always the first one, and always the same one.
fn choice(index: u64, moves: usize) -> usize {
    usize::try_from(index).expect("a short game") * 7 % moves
}

fn seat_of(awaiting: &Value) -> Option<usize> {
    awaiting[0].as_u64().and_then(|seat| usize::try_from(seat).ok())
}
