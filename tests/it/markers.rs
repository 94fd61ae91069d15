//! What a server tells its operator: at its wordiest, neither the log nor the metrics hold a secret of a game that runs.

use std::collections::BTreeSet;
use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use data_encoding::{BASE64, BASE64URL_NOPAD, HEXLOWER, HEXUPPER};
use pandect::kernel::{Hash, ServerSeed, game_key, payload_salt, state_salt};
use pandect::rulesets::any::RulesetName;
use serde_json::{Value, json};

use crate::binary::{PANDECT, command, finish};
use crate::client::Client;

const ORGANISER: &str = "pdo_c2VjcmV0LW9mLXRoZS1vcmdhbmlzZXItMzItYnl0ZXM";

/// Moves played in each game: enough for cards to be drawn, looked at and hidden again.
const MOVES: usize = 60;

/// The binary with everything logged to a file.
struct Wordy {
    child: Child,
    client: Client,
}

impl Wordy {
    fn start(directory: &Path, format: &str) -> Self {
        let log = directory.join("log");
        let organiser = Hash::of(ORGANISER.as_bytes()).to_string();
        let child = command(PANDECT)
            .current_dir(directory)
            .args(["serve", "--address", "127.0.0.1:0", "--log", format, "--organiser", &organiser])
            .env("RUST_LOG", "trace")
            .env("NO_COLOR", "1")
            .stderr(Stdio::from(File::create(&log).expect("a log")))
            .spawn()
            .expect("it starts");
        loop {
            let text = std::fs::read_to_string(&log).unwrap_or_default();
            let address = text.lines().filter(|line| line.contains("serving")).find_map(address);
            match address {
                Some(address) => return Self { child, client: Client::new(address) },
                None => thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Stops it; everything it has to say is then in its log.
    fn stop(mut self) {
        let kill = finish(command("bash").args(["-c", &format!("kill -TERM {}", self.child.id())]));
        assert_eq!(kill.code, 0, "{kill:?}");
        assert!(self.child.wait().expect("it ends").success());
    }
}

/// The address in a line of the log, in either format.
fn address(line: &str) -> Option<SocketAddr> {
    let from = &line[line.find("127.0.0.1:")?..];
    let end = from.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ':').unwrap_or(from.len());
    from[..end].parse().ok()
}

/// A game that runs, and what nobody may read of it.
struct Running {
    ruleset: RulesetName,
    seed: ServerSeed,
    tokens: Vec<String>,
}

/// Plays a game, and asks for much that is refused.
fn play(client: &Client, ruleset: RulesetName, seed: ServerSeed) -> Running {
    let name = ruleset.as_str();
    let seats: Vec<Value> = ["Ada", "Bo", "Cy"].iter().map(|name| json!({ "name": name })).collect();
    let request = json!({ "ruleset": name, "seats": seats, "seed": seed });
    let created = client.with_token(ORGANISER).post("/v1/games", &request).expect(201);
    let path = format!("/v1/games/{}", created["game"]["id"].as_str().expect("an id"));
    let token = |token: &Value| token.as_str().expect("a token").to_owned();
    let tokens: Vec<String> = created["tokens"].as_array().expect("tokens").iter().map(token).collect();
    let clients: Vec<Client> = tokens.iter().map(|token| client.with_token(token)).collect();
    for n in 0..MOVES {
        let game = client.get(&path).expect(200);
        let Some(seat) = game["awaiting"][0].as_u64() else { break };
        let seat = usize::try_from(seat).expect("a seat");
        let legal = clients[seat].get(&format!("{path}/legal-moves")).expect(200);
        let moves = legal["moves"].as_array().expect("moves");
        let mv = &moves[n * 7 % moves.len()];
        let moves_path = format!("{path}/moves");
        // Somebody else's move, a move under another head, a move that is none, and one with a token for a word.
        clients[(seat + 1) % clients.len()].post(&moves_path, mv);
        let stale = clients[seat].call("POST", &moves_path).json(mv).header("If-Match", "\"none\"").send();
        assert!(stale.status >= 400, "{stale:?}");
        let none = json!({ "ruleset": name, "move": { "type": "none", "card": tokens[seat] } });
        clients[seat].post(&moves_path, &none).expect(422);
        client.with_token(&format!("{}x", tokens[seat])).post(&moves_path, mv).expect(401);
        let key = format!("key-{n}");
        let played = clients[seat].call("POST", &moves_path).json(mv).header("Idempotency-Key", &key).send();
        played.expect(201);
        clients[seat].get(&format!("{path}/state")).expect(200);
    }
    clients[0].get(&format!("{path}/replay")).expect(200);
    client.get(&format!("{path}/bundle")).expect(200);
    client.get(&format!("{path}/audit")).expect(200);
    Running { ruleset, seed, tokens }
}

/// Thirty-two bytes in every way they may be written.
fn written(bytes: &[u8; 32]) -> Vec<String> {
    let debug = format!("{bytes:?}");
    let inner = debug.trim_matches(['[', ']']).to_owned();
    vec![HEXLOWER.encode(bytes), HEXUPPER.encode(bytes), BASE64.encode(bytes), BASE64URL_NOPAD.encode(bytes), inner]
}

/// Everything that nobody may read of a game while it runs.
fn secrets(game: &Running) -> Vec<String> {
    let mut secrets = written(game.seed.as_bytes());
    secrets.extend(written(game_key(&game.seed, &[]).as_bytes()));
    for index in 0..=MOVES as u64 {
        secrets.extend(written(state_salt(&game.seed, index).as_bytes()));
        secrets.extend(written(payload_salt(&game.seed, index).as_bytes()));
    }
    secrets.extend(game.tokens.iter().cloned());
    secrets
}

/// The ids of a ruleset's cards that are long enough to be nothing else.
fn cards(client: &Client, ruleset: RulesetName) -> BTreeSet<String> {
    let facts = client.get(&format!("/v1/rulesets/{}", ruleset.as_str())).expect(200);
    let ids = facts["catalogue"].as_array().expect("components").iter().map(|c| c["id"].as_str().expect("an id"));
    ids.filter(|id| id.len() >= 4 && id.contains('-')).map(str::to_owned).collect()
}

/// Whether a text holds a card's id as a word of its own.
fn holds_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !before.ends_with(part) && !after.starts_with(part)
    })
}

fn check(format: &str) {
    let directory = tempfile::tempdir().expect("a directory");
    let server = Wordy::start(directory.path(), format);
    let client = server.client.clone();
    let seeds = (0xa1..).map(|byte| ServerSeed::new([byte; 32]));
    let games: Vec<Running> =
        RulesetName::ALL.iter().copied().zip(seeds).map(|(ruleset, seed)| play(&client, ruleset, seed)).collect();
    let cards: Vec<_> = RulesetName::ALL.iter().copied().map(|ruleset| cards(&client, ruleset)).collect();
    let metrics = client.get("/metrics").text();
    server.stop();
    let log = std::fs::read_to_string(directory.path().join("log")).expect("a log in UTF-8");
    assert!(log.contains("TRACE") && log.len() > 100_000, "the log is not at its wordiest: {} bytes", log.len());
    assert!(metrics.contains("villa-panda"), "the metrics count the moves of every ruleset");
    let key = std::fs::read_to_string(directory.path().join("pandect.key")).expect("a key");
    let key = key.trim().splitn(5, '+').nth(4).expect("base64").to_owned();
    for (what, text) in [("log", &log), ("metrics", &metrics)] {
        for secret in [ORGANISER, key.as_str()] {
            assert!(!text.contains(secret), "the {what} holds {secret}");
        }
        for game in &games {
            for secret in secrets(game) {
                assert!(!text.contains(&secret), "the {what} holds {secret} of {:?}", game.ruleset);
            }
        }
        for card in cards.iter().flatten() {
            assert!(!holds_word(text, card), "the {what} holds the card {card}");
        }
    }
}

#[test]
fn no_seed_token_salt_key_or_card_is_in_the_wordiest_text_log_or_in_the_metrics() {
    check("text");
}

#[test]
fn no_seed_token_salt_key_or_card_is_in_the_wordiest_json_log_or_in_the_metrics() {
    check("json");
}

#[test]
fn what_would_be_found_is_found() {
    let game =
        Running { ruleset: RulesetName::RedPanda, seed: ServerSeed::new([0xa1; 32]), tokens: vec!["pds_x".into()] };
    let all = secrets(&game);
    for leak in ["a1".repeat(32), "A1".repeat(32), "161, ".repeat(31) + "161", "pds_x".into()] {
        assert!(all.iter().any(|secret| leak.contains(secret.as_str())), "{leak}");
    }
    assert!(holds_word("drew INV-01.", "INV-01"));
    assert!(!holds_word("INV-012 and xINV-01", "INV-01"));
}
