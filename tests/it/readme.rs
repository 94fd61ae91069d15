//! The README keeps its word: its walk is run by bash against a real server, and prints what the page shows; the chain
//! verifier in Python takes a good bundle and refuses changed ones.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::binary::{Ended, PANDECT, ROOT, Serving, command, finish, pandect};

/// The section whose shell blocks are run.
const WALK: &str = "## A game by hand";

/// Printed between the outputs of two blocks.
const RULE: &str = "-- the next block --";

/// A shell block, and what the page shows as its output.
#[derive(Debug)]
struct Block {
    script: String,
    shown: Option<String>,
}

/// The shell blocks of the walk, in order; a `text` block is the output of the one before.
fn blocks(page: &str) -> Vec<Block> {
    let (_, walk) = page.split_once(WALK).expect("the walk");
    let (walk, _) = walk.split_once("\n## ").expect("another section");
    let mut blocks: Vec<Block> = Vec::new();
    let fences: Vec<&str> = walk.split("```").collect();
    // Outside, inside, outside, inside, …
    for fence in fences.iter().skip(1).step_by(2) {
        match fence.split_once('\n').expect("a language") {
            ("sh", script) => blocks.push(Block { script: script.into(), shown: None }),
            ("text", shown) => blocks.last_mut().expect("a script before its output").shown = Some(shown.into()),
            _ => {}
        }
    }
    blocks
}

/// Whether a line is what the page shows, where `…` stands for anything.
fn fits(shown: &str, line: &str) -> bool {
    let Some((start, rest)) = shown.split_once('…') else { return shown == line };
    let Some(line) = line.strip_prefix(start) else { return false };
    (0..=line.len()).filter(|at| line.is_char_boundary(*at)).any(|at| fits(rest, &line[at..]))
}

fn compare(block: &Block, printed: &str) {
    let shown = block.shown.as_deref().unwrap_or_default();
    let script = &block.script;
    let (shown, printed) = (shown.trim_end(), printed.trim_end());
    let same_length = shown.lines().count() == printed.lines().count();
    let same = same_length && shown.lines().zip(printed.lines()).all(|(shown, line)| fits(shown, line));
    assert!(same, "the README shows\n\n{shown}\n\nfor\n\n{script}\nwhich prints\n\n{printed}\n");
}

#[test]
fn the_walk_prints_what_the_page_shows() {
    let directory = tempfile::tempdir().expect("a directory");
    symlink(Path::new(ROOT).join("tests"), directory.path().join("tests")).expect("a link");
    let serving = Serving::start(directory.path());
    let page = fs::read_to_string(Path::new(ROOT).join("README.md")).expect("the README");
    let blocks = blocks(&page);
    let scripts: Vec<&str> = blocks.iter().map(|block| &*block.script).collect();
    let script =
        scripts.join(&format!("printf '\\n%s\\n' '{RULE}'\n")).replace("127.0.0.1:8080", &serving.address.to_string());
    let binaries = Path::new(PANDECT).parent().expect("a directory").display().to_string();
    let path = format!("{binaries}:{}", std::env::var("PATH").unwrap_or_default());
    let walk = finish(
        command("bash").current_dir(directory.path()).env("PATH", path).args(["-euo", "pipefail", "-c", &script]),
    );
    assert_eq!(walk.code, 0, "{}\n{}", walk.out, walk.err);
    let printed: Vec<&str> = walk.out.split(&format!("\n{RULE}\n")).collect();
    assert_eq!(printed.len(), blocks.len(), "{}", walk.out);
    for (block, printed) in blocks.iter().zip(printed) {
        compare(block, printed);
    }
}

/// The blocks of a section in one language.
fn section<'a>(page: &'a str, title: &str, language: &str) -> Vec<&'a str> {
    let (_, section) = page.split_once(title).expect("the section");
    let (section, _) = section.split_once("\n## ").expect("another section");
    let inside = section.split("```").skip(1).step_by(2).filter_map(|fence| fence.split_once('\n'));
    inside.filter(|(found, _)| *found == language).map(|(_, block)| block).collect()
}

#[test]
fn the_clients_on_the_page_are_those_that_are_run() {
    let page = fs::read_to_string(Path::new(ROOT).join("README.md")).expect("the README");
    let read = |file: &str| fs::read_to_string(Path::new(ROOT).join("tests/clients").join(file)).expect("a source");
    let snippets = [
        ("python", "python/first_move.py"),
        ("ts", "typescript/first_move.ts"),
        ("rust", "rust/src/first_move.rs"),
        ("java", "java/FirstMove.java"),
        ("go", "go/first_move/main.go"),
    ];
    let commands = section(&page, "## Clients", "sh");
    for (language, file) in snippets {
        assert_eq!(section(&page, "## Clients", language), [read(file)], "{file}");
        let folder = file.split('/').next().expect("a folder");
        assert!(commands.contains(&read(&format!("{folder}/generate")).as_str()), "the command for {folder}");
    }
    assert_eq!(commands.len(), snippets.len());
}

fn verify_chain(bundle: &Path) -> Ended {
    let verifier = Path::new(ROOT).join("tests/verify_chain.py");
    finish(command("python3").arg(verifier).arg(bundle))
}

#[test]
fn the_verifier_in_python_takes_a_good_bundle_and_refuses_changed_ones() {
    let directory = tempfile::tempdir().expect("a directory");
    let out = directory.path().to_str().expect("a path in UTF-8");
    let seed = "5a".repeat(32);
    let played = pandect(&["play", "--ruleset", "red-panda", "--entropy", "--seed", &seed, "--out", out]);
    assert_eq!(played.code, 0, "{}", played.err);
    let path = directory.path().join("red-panda-0000.pandect.json");
    let good = verify_chain(&path);
    assert_eq!(good.code, 0, "{good:?}");
    assert!(good.out.starts_with("verified: "), "{good:?}");

    let text = fs::read_to_string(&path).expect("a bundle");
    let first_digit = |field: &str| text.find(&format!("\"{field}\":\"")).expect("a field") + field.len() + 4;
    for field in ["hash", "prev", "payload_salt", "state_salt", "server_seed"] {
        let mut changed = text.clone().into_bytes();
        changed[first_digit(field)] ^= 1;
        fs::write(&path, changed).expect("a file");
        let refused = verify_chain(&path);
        assert_eq!(refused.code, 1, "a digit of {field}: {refused:?}");
    }
    fs::write(&path, &text[..text.len() / 2]).expect("a file");
    assert_eq!(verify_chain(&path).code, 2, "half a bundle");
}
