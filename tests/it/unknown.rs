//! What this program does not know it does not judge: other labels, other rulesets and versions, other rules of tournaments.
//! The command line, the server and the verifier in Python say so, each in words.

use std::fs;
use std::path::Path;

use pandect::audit::note::SignerKey;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::anew;
use crate::binary::{Ended, ROOT, command, finish, pandect};
use crate::game::Game;
use crate::server::Server;
use crate::tournaments::Tournament;

const VERSION_99: &str = "red-panda version 99 is not known here; this program knows 1";
const DRAFT_7: &str = "draft 7 is not known here; this program knows draft 1";
const RULES_9: &str = "version 9 of the rules of tournaments is not known here; this program knows 1";

/// The levels that need no rule, and those that do.
const WITHOUT_RULES: [&str; 5] = ["format", "chain", "commitments", "seed", "signature"];
const OF_RULES: [&str; 3] = ["rules", "states", "outcome"];

struct Bench {
    server: Server,
    directory: TempDir,
    key: SignerKey,
}

impl Bench {
    fn new() -> Self {
        let key = SignerKey::new("another.test/log", &[9; 32]).expect("a key");
        Self { server: Server::start(), directory: tempfile::tempdir().expect("a directory"), key }
    }

    fn bundle(&self, game: &Game) -> Value {
        self.server.spectator().get(&game.path("/bundle")).expect(200)
    }

    fn save(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.directory.path().join(name);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("a path in UTF-8").to_owned()
    }

    fn key(&self) -> String {
        self.key.verifier().to_string()
    }

    /// What the server says of a bundle that is sent to it.
    fn audit(&self, bundle: &Value) -> Value {
        self.server.spectator().post("/v1/audit", bundle).expect(200)
    }

    /// That the command line and the verifier in Python find nothing wrong and do not know this, also in a running game.
    #[track_caller]
    fn not_known(&self, arguments: &[&str], sentence: &str) -> Ended {
        let mut capital = sentence.to_owned();
        capital[..1].make_ascii_uppercase();
        for running in [[].as_slice(), &["--running"]] {
            let ended = pandect(&[&["verify"], running, arguments].concat());
            assert_eq!(ended.code, 1, "{running:?}: {ended:?}");
            let first = ended.out.lines().next().expect("a line");
            assert!(first.ends_with("  not known here"), "{ended:?}");
            let last = format!("  Nothing is wrong with what could be checked. {capital}.\n");
            assert!(ended.out.contains(&last) && !ended.out.contains('✗'), "{last}: {}", ended.out);
        }
        let json = pandect(&[&["verify", "--json"], arguments].concat());
        let report: Value = serde_json::from_str(json.out.trim_end()).expect("a report");
        assert_eq!((&report["verdict"], &report["unknown"]), (&json!("incomplete"), &json!(sentence)), "{report}");
        pandect(&[&["verify"], arguments].concat())
    }
}

/// What the verifier in Python says of it: nothing is wrong, and this is what it would have to know.
#[track_caller]
fn python_agrees(arguments: &[&str], words: &str) {
    let verifier = Path::new(ROOT).join("tests/verifier.py");
    let ended = finish(command("python3").arg(verifier).args(arguments));
    let last = ended.out.lines().last().unwrap_or_default();
    assert!(ended.code == 1 && last.starts_with("incomplete") && !ended.out.contains('✗'), "{ended:?}");
    assert!(last.contains(words), "{words}: {ended:?}");
}

/// The sign before a level in a report of the command line, and what is said of it.
#[track_caller]
fn level<'a>(ended: &'a Ended, name: &str) -> (&'a str, &'a str) {
    let line = ended.out.lines().map(str::trim_start).find(|line| line.split_whitespace().nth(1) == Some(name));
    let (sign, rest) = line.and_then(|line| line.split_once(' ')).unwrap_or_else(|| panic!("{name}: {ended:?}"));
    (sign, rest.trim_start().strip_prefix(name).expect("the name").trim_start())
}

#[test]
fn a_game_of_another_version_or_ruleset_is_judged_as_far_as_no_rule_is_needed() {
    let bench = Bench::new();
    let good = bench.bundle(&Game::over(&bench.server));
    let of_99 = anew::game(good.clone(), &bench.key, anew::of_version_99);
    let of_go = anew::game(good, &bench.key, |events| {
        events[0]["payload"]["ruleset"]["name"] = json!("go");
        events.iter_mut().skip(1).for_each(|event| event["payload"]["ruleset"] = json!("go@1"));
    });
    let names = "red-panda, panda-rei, panda-spin, takenoko, inori, villa-panda";
    let go = format!("the ruleset \"go\" is not known here; this program knows {names}");
    for (bundle, sentence) in [(of_99, VERSION_99), (of_go, &*go)] {
        let file = bench.save("bundle.json", bundle.to_string());
        let ended = bench.not_known(&["--key", &bench.key(), &file], sentence);
        WITHOUT_RULES.iter().for_each(|name| assert_eq!(level(&ended, name).0, "✓", "{name}: {ended:?}"));
        OF_RULES.iter().for_each(|name| assert_eq!(level(&ended, name), ("–", sentence), "{name}"));
        let audit = bench.audit(&bundle);
        assert_eq!((&audit["verdict"], &audit["unknown"]), (&json!("incomplete"), &json!(sentence)), "{audit}");
        python_agrees(&[&file], sentence);
        // What is wrong beside it is wrong all the same.
        let edited = bench.save("edited.json", bundle.to_string().replacen("\"seat\":0", "\"seat\":1", 1));
        let found = pandect(&["verify", &edited]);
        assert!(found.code == 1 && found.out.contains("edited at event 1 (chain)"), "{found:?}");
    }
}

#[test]
fn a_bundle_under_another_label_is_not_judged_whatever_else_is_in_it() {
    let bench = Bench::new();
    let mut bundle = bench.bundle(&Game::over(&bench.server));
    bundle["format"] = json!("pandect-replay/2-draft.7");
    let same = bundle.clone();
    bundle["clocks"] = json!([1, 2]);
    bundle["events"][0]["record"]["v"] = json!(2);
    bundle["events"][0]["something"] = json!("new");
    for bundle in [same, bundle, json!({ "format": "pandect-replay/2-draft.7" })] {
        let file = bench.save("bundle.json", bundle.to_string());
        let ended = bench.not_known(&[&file], DRAFT_7);
        WITHOUT_RULES
            .iter()
            .chain(&OF_RULES)
            .for_each(|name| assert_eq!(level(&ended, name), ("–", DRAFT_7), "{name}"));
        let audit = bench.audit(&bundle);
        assert_eq!((&audit["verdict"], &audit["unknown"]), (&json!("incomplete"), &json!(DRAFT_7)), "{audit}");
        assert_eq!(audit["findings"], json!([]));
        python_agrees(&[&file], DRAFT_7);
    }
    let first = bench.save("first.json", r#"{"format":"pandect-replay/1","events":[]}"#);
    bench.not_known(&[&first], "the label \"1\" is not known here; this program knows 2-draft.1");
    let many = pandect(&["verify", &first, &first]);
    assert!(many.code == 1 && many.out.ends_with("2 files: 2 not known here\n"), "{many:?}");
}

/// A sealed tournament of one game, and its bundle, line by line.
fn sealed(bench: &Bench) -> Vec<Value> {
    let asked = json!({ "name": "Cup", "format": { "type": "open" }, "rulesets": [{ "ruleset": "red-panda" }] });
    let tournament = Tournament::create(&bench.server, &asked, &["Ada", "Bo"]);
    let tables = tournament.tables("/games", &json!({ "players": [0, 1], "seed": "97".repeat(32) }));
    tables[0].0.play_to_the_end(&bench.server);
    tournament.post("/seal", &json!({})).expect(201);
    let text = bench.server.spectator().get(&tournament.path("/bundle")).text();
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn text(lines: &[Value]) -> String {
    // `line` stands first in the format, and the members of a parsed object are sorted.
    let line = |line: &Value| format!("{{\"line\":{},\"content\":{}}}\n", line["line"], line["content"]);
    lines.iter().map(line).collect()
}

/// The tournament with another first payload and everything that follows from it.
fn tournament_with(lines: &[Value], key: &SignerKey, change: impl FnOnce(&mut Value)) -> Vec<Value> {
    let of =
        |kind: &str| lines.iter().filter(|line| line["line"] == kind).map(|line| line["content"].clone()).collect();
    let (mut events, mut games): (Vec<Value>, Vec<Value>) = (of("event"), of("game"));
    for game in &mut games {
        let events = game["events"].as_array().expect("events").clone();
        anew::sign(game, &events, key);
    }
    change(&mut events[0]["payload"]);
    anew::write(&mut events, &[]);
    let mut header = lines[0]["content"].clone();
    anew::sign(&mut header, &events, key);
    let line = |kind: &str, content: Value| json!({ "line": kind, "content": content });
    let events = events.into_iter().map(|event| line("event", event));
    [line("header", header)].into_iter().chain(events).chain(games.into_iter().map(|game| line("game", game))).collect()
}

#[test]
fn a_tournament_by_other_rules_or_under_another_label_is_not_judged_where_they_are_needed() {
    let bench = Bench::new();
    let lines = sealed(&bench);
    let same = bench.save("same.ndjson", text(&tournament_with(&lines, &bench.key, |_| {})));
    let verified = pandect(&["verify", "--key", &bench.key(), &same]);
    assert_eq!(verified.code, 0, "written anew as it was: {verified:?}");

    let rules = tournament_with(&lines, &bench.key, |created| {
        created["rules"] = json!(9);
        created["tie_breaks"] = json!(["lots"]);
    });
    let file = bench.save("rules.ndjson", text(&rules));
    let ended = bench.not_known(&[&file], RULES_9);
    ["format", "chain", "commitments", "signature"]
        .iter()
        .for_each(|name| assert_eq!(level(&ended, name).0, "✓", "{name}"));
    ["rules", "standings"].iter().for_each(|name| assert_eq!(level(&ended, name), ("–", RULES_9), "{name}"));
    python_agrees(&[&file], RULES_9);

    let mut labelled = lines;
    labelled[0]["content"]["format"] = json!("pandect-tournament/2-draft.7");
    labelled[0]["content"]["something"] = json!("new");
    let file = bench.save("label.ndjson", text(&labelled));
    let ended = bench.not_known(&[&file], DRAFT_7);
    ["format", "chain", "games", "standings"]
        .iter()
        .for_each(|name| assert_eq!(level(&ended, name), ("–", DRAFT_7), "{name}"));
    python_agrees(&[&file], DRAFT_7);
}

#[test]
fn a_proof_under_another_label_proves_nothing_and_is_no_mistake() {
    let bench = Bench::new();
    let game = Game::over(&bench.server);
    let bundle = bench.save("bundle.json", bench.bundle(&game).to_string());
    let get = |path: &str| bench.server.spectator().get(path).expect(200);
    let inclusion = get(&format!("/v1/log/inclusion?id={}", game.id));
    let consistency = get("/v1/log/consistency?first=0");
    for (mut proof, family, name) in
        [(inclusion, "pandect-inclusion", "inclusion"), (consistency, "pandect-consistency", "consistency")]
    {
        proof["format"] = json!(format!("{family}/2-draft.7"));
        proof["something"] = json!("new");
        let file = bench.save("proof.json", proof.to_string());
        let sentence = format!("{file}: {DRAFT_7}");
        let ended = bench.not_known(&[&bundle, "--proof", &file], &sentence);
        assert_eq!(level(&ended, name), ("–", sentence.as_str()));
        assert_eq!(level(&ended, "outcome").0, "✓");
        python_agrees(&[&bundle, "--proof", &file], DRAFT_7);
    }
}
