//! Two versions of one ruleset in one server and one database. Their rules differ, so a game that were taken for one of the
//! other version would end otherwise, or be refused.
//!
//! The test runs itself once more as the server, to be killed as a server is.

use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use super::demo::Client;
use super::serve::{Backend, Limits, serve_until};
use crate::app::{Check, Organisers};
use crate::audit::note::VerifierKey;
use crate::audit::{Verdict, verify_json};
use crate::kernel::LogKind;

/// Says in which directory the test runs as the server.
const SERVED: &str = "PANDECT_TEST_SERVED";
const NAME: &str =
    "cli::versions_tests::games_of_two_versions_are_played_killed_listed_audited_and_replayed_in_one_server";

/// Serves until it is killed; where it listens stands in a file.
fn serve(directory: &Path) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let (database, key_file) = (directory.join("pandect.db"), directory.join("pandect.key"));
    let backend = Backend {
        database: &database,
        key_file: &key_file,
        log_name: None,
        organisers: Organisers::Anyone,
        limits: Limits::default(),
        cors_origins: Vec::new(),
    };
    let served = serve_until(listener, backend, async {
        std::fs::write(directory.join("address.new"), &address).expect("written");
        std::fs::rename(directory.join("address.new"), directory.join("address")).expect("in its place");
        std::future::pending().await
    });
    panic!("the server ended by itself: {served:?}");
}

struct Server {
    child: Child,
    client: Client,
    directory: PathBuf,
}

impl Server {
    fn start(directory: &Path) -> Self {
        let _ = std::fs::remove_file(directory.join("address"));
        let child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", NAME, "--nocapture"])
            .env(SERVED, directory)
            .stdout(Stdio::null())
            .spawn()
            .expect("started");
        let address = (0..600).find_map(|_| {
            std::thread::sleep(Duration::from_millis(50));
            std::fs::read_to_string(directory.join("address")).ok()
        });
        let client = Client::new(format!("http://{}", address.expect("a server within 30 seconds")));
        Self { child, client, directory: directory.into() }
    }

    /// As a server is killed: without a word to it.
    fn killed(mut self) -> Self {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
        Self::start(&self.directory.clone())
    }

    fn get(&self, path: &str) -> Value {
        self.client.get(path, None).expect("an answer")
    }

    fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<Value, String> {
        self.client.post(path, token, body.to_string().as_bytes()).map_err(|failure| failure.to_string())
    }

    /// A game of two seats: its id, and the tokens.
    fn create(&self, ruleset: &str) -> (String, [String; 2]) {
        let seats = json!([{"name": "Ada"}, {"name": "Bo"}]);
        let created = self.post("/v1/games", None, &json!({"ruleset": ruleset, "seats": seats})).expect("created");
        let token = |seat: usize| created["tokens"][seat].as_str().expect("a token").to_owned();
        (created["game"]["id"].as_str().expect("an id").into(), [token(0), token(1)])
    }

    fn call(&self, game: &str, tokens: &[String; 2], at: usize, tag: &str, number: u8) -> Result<Value, String> {
        let mv = json!({"ruleset": tag, "move": {"type": "call", "number": number}});
        self.post(&format!("/v1/games/{game}/moves"), Some(&tokens[at % 2]), &mv)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Version 1 is won by the highest sum, version 2 by the lowest; only version 2 takes a call of 4.
#[test]
fn games_of_two_versions_are_played_killed_listed_audited_and_replayed_in_one_server() {
    if let Some(directory) = std::env::var_os(SERVED) {
        return serve(Path::new(&directory));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let drill = server.get("/v1/rulesets/drill");
    assert_eq!((&drill["versions"], &server.get("/v1/rulesets/red-panda")["versions"]), (&json!([1, 2]), &json!([1])));
    let (old, old_tokens) = server.create("drill@1");
    let (new, new_tokens) = server.create("drill");
    let version = |server: &Server, game: &str| server.get(&format!("/v1/games/{game}"))["ruleset"].clone();
    assert_eq!(version(&server, &old), json!({"name": "drill", "version": 1}));
    assert_eq!(version(&server, &new), json!({"name": "drill", "version": 2}));

    server.call(&old, &old_tokens, 0, "drill@1", 3).expect("legal in version 1");
    server.call(&new, &new_tokens, 0, "drill", 3).expect("legal in version 2");
    let other = server.call(&old, &old_tokens, 1, "drill", 1).expect_err("another version");
    assert!(other.contains("422") && other.contains("played by version 1: tag it \"drill@1\""), "{other}");
    let illegal = server.call(&old, &old_tokens, 1, "drill@1", 4).expect_err("four");
    assert!(illegal.contains("call 1 to 3 (DR-2)"), "{illegal}");

    let server = server.killed();
    server.call(&new, &new_tokens, 1, "drill", 4).expect("legal in version 2");
    server.call(&old, &old_tokens, 1, "drill@1", 1).expect("legal in version 1");
    for at in [2, 3] {
        server.call(&old, &old_tokens, at, "drill@1", 1).expect("legal");
        server.call(&new, &new_tokens, at, "drill", 1).expect("legal");
    }
    for (game, scores, ranking, tag) in
        [(&old, json!([4, 2]), json!([[0], [1]]), "drill@1"), (&new, json!([4, 5]), json!([[0], [1]]), "drill")]
    {
        let over = server.get(&format!("/v1/games/{game}"));
        assert_eq!((&over["outcome"]["scores"], &over["outcome"]["ranking"]), (&scores, &ranking));
        assert_eq!(over["outcome_words"], "everyone has called");
        assert_eq!(server.get(&format!("/v1/games/{game}/states/2"))["view"]["ruleset"], tag);
        let replay = server.get(&format!("/v1/games/{game}/replay"));
        assert_eq!(replay["frames"].as_array().expect("frames").len(), 5);
        assert_eq!(replay["frames"][1]["effects"][0]["ruleset"], tag);
        let logged = format!("drill@{}", over["ruleset"]["version"]);
        assert_eq!(replay["frames"][1]["event"]["payload"]["ruleset"], logged);
        assert_eq!(server.get(&format!("/v1/games/{game}/audit"))["verdict"], "verified");
        let bundle = server.client.get_bytes(&format!("/v1/games/{game}/bundle"), None).expect("a bundle");
        let key: VerifierKey =
            server.get("/v1/keys")["keys"][0]["public_key"].as_str().expect("a key").parse().expect("a key");
        assert_eq!(verify_json(&bundle, Some(&key)).verdict, Verdict::Verified);
    }
    let listed = server.get("/v1/games?ruleset=drill");
    let versions: Vec<&Value> =
        listed["games"].as_array().expect("games").iter().map(|game| &game["ruleset"]["version"]).collect();
    assert_eq!(versions, [2, 1], "newest first");
    drop(server);
    let check = Check::open(&folder.path().join("pandect.db"), 1).expect("a database");
    for number in 1..=2 {
        assert_eq!(check.log(LogKind::Game, number).flaws, []);
    }
}

/// The tournament names the version that its games are played by, and goes on with it whichever is the newest.
#[test]
fn a_tournament_plays_its_later_rounds_under_the_version_it_was_created_with() {
    if std::env::var_os(SERVED).is_some() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let body = json!({"name": "Spring open", "format": {"type": "round-robin", "group_size": 2, "rounds": 2},
        "rulesets": [{"ruleset": "drill@1", "options": {"rounds": 1}}]});
    let created = server.post("/v1/tournaments", None, &body).expect("created");
    let path = format!("/v1/tournaments/{}", created["tournament"]["id"].as_str().expect("an id"));
    for name in ["Ada", "Bo"] {
        server.post(&format!("{path}/players"), None, &json!({"name": name})).expect("registered");
    }
    let mut server = server;
    for round in 0..2 {
        let tables = server.post(&format!("{path}/rounds"), None, &Value::Null).expect("paired");
        let table = &tables["tables"][0];
        let game = table["game"].as_str().expect("a game").to_owned();
        let tokens = [0, 1].map(|seat| table["tokens"][seat].as_str().expect("a token").to_owned());
        assert_eq!(server.get(&format!("/v1/games/{game}"))["ruleset"]["version"], 1, "round {round}");
        server = server.killed();
        server.call(&game, &tokens, 0, "drill@1", 3).expect("legal");
        server.call(&game, &tokens, 1, "drill@1", 1).expect("legal");
        assert_eq!(server.get(&format!("/v1/games/{game}"))["outcome"]["ranking"], json!([[0], [1]]));
    }
    server.post(&format!("{path}/seal"), None, &Value::Null).expect("sealed");
    assert_eq!(server.get(&format!("{path}/audit"))["verdict"], "verified");
}
