//! The documents keep their word: every block that can run is run by bash beside a real server, and prints what its page
//! shows; every other one says why not. Links lead somewhere. The chain verifier in Python takes a good bundle and refuses
//! changed ones.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use pandect::rulesets::any::RulesetName;

use crate::binary::{Ended, PANDECT, ROOT, Serving, command, finish, pandect};
use crate::pages::{Block, Page, page, pages};

/// Printed between the outputs of two blocks.
const RULE: &str = "-- the next block --";

/// A shell block, and what the page shows as its output.
#[derive(Debug)]
struct Step {
    script: String,
    shown: String,
}

/// The blocks of a page that are run.
fn steps(page: &Page) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for block in page.blocks() {
        if block.is_run() {
            steps.push(Step { script: block.text, shown: String::new() });
        } else if block.language == "text" {
            steps.last_mut().expect("a script before its output").shown = block.text;
        }
    }
    steps
}

/// Whether a line is what the page shows, where `…` stands for anything.
fn fits(shown: &str, line: &str) -> bool {
    let Some((start, rest)) = shown.split_once('…') else { return shown == line };
    let Some(line) = line.strip_prefix(start) else { return false };
    (0..=line.len()).filter(|at| line.is_char_boundary(*at)).any(|at| fits(rest, &line[at..]))
}

fn compare(page: &Path, step: &Step, printed: &str) {
    let (script, page) = (&step.script, page.display());
    let (shown, printed) = (step.shown.trim_end(), printed.trim_end());
    let same_length = shown.lines().count() == printed.lines().count();
    let same = same_length && shown.lines().zip(printed.lines()).all(|(shown, line)| fits(shown, line));
    assert!(same, "{page} shows\n\n{shown}\n\nfor\n\n{script}\nwhich prints\n\n{printed}\n");
}

/// Runs the steps of a page in one shell, in a directory of their own beside a server of their own.
fn run(page: &Path, steps: &[Step]) {
    let directory = tempfile::tempdir().expect("a directory");
    symlink(Path::new(ROOT).join("tests"), directory.path().join("tests")).expect("a link");
    let serving = Serving::start(directory.path());
    let scripts: Vec<&str> = steps.iter().map(|step| &*step.script).collect();
    let script =
        scripts.join(&format!("printf '\\n%s\\n' '{RULE}'\n")).replace("127.0.0.1:8080", &serving.address.to_string());
    let binaries = Path::new(PANDECT).parent().expect("a directory").display().to_string();
    let path = format!("{binaries}:{}", std::env::var("PATH").unwrap_or_default());
    let walk = finish(
        command("bash").current_dir(directory.path()).env("PATH", path).args(["-euo", "pipefail", "-c", &script]),
    );
    assert_eq!(walk.code, 0, "{}: {}\n{}", page.display(), walk.out, walk.err);
    let printed: Vec<&str> = walk.out.split(&format!("\n{RULE}\n")).collect();
    assert_eq!(printed.len(), steps.len(), "{}: {}", page.display(), walk.out);
    for (step, printed) in steps.iter().zip(printed) {
        compare(page, step, printed);
    }
}

#[test]
fn every_block_that_can_run_prints_what_its_page_shows() {
    let walks: Vec<(PathBuf, Vec<Step>)> = pages().into_iter().map(|page| (page.path.clone(), steps(&page))).collect();
    let walks = walks.iter().filter(|(_, steps)| !steps.is_empty());
    // A page that loses its fences would pass without a word.
    let walked: Vec<&str> = walks.clone().filter_map(|(path, _)| path.to_str()).collect();
    let expected = [
        "README.md",
        "docs/api.md",
        "docs/command-line.md",
        "docs/operate.md",
        "docs/tournaments.md",
        "docs/verify.md",
    ];
    assert_eq!(walked, expected);
    std::thread::scope(|scope| {
        for (path, steps) in walks {
            scope.spawn(move || run(path, steps));
        }
    });
}

/// Why a block is none of those that `pages.rs` lists; nothing where it is one.
fn odd(block: &Block, before: Option<&Block>) -> Option<&'static str> {
    let Block { language, note, text } = block;
    let file = |path: &str| fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_default();
    match (&**language, &**note) {
        ("sh" | "", "") => None,
        ("sh", note) if note.starts_with("not run: ") => (note.len() < 20).then_some("a reason that says nothing"),
        ("text", "") => (!before.is_some_and(Block::is_run)).then_some("an output of nothing that is run"),
        ("json", "") if text.contains('…') || text.contains('<') => None,
        ("json", "") => serde_json::from_str::<serde_json::Value>(text).err().map(|_| "no JSON"),
        (_, path) if path.starts_with("tests/") => (file(path) != *text).then_some("not the file that it names"),
        ("rust", path) => (!file(path).contains(text.as_str())).then_some("not in the file that it names"),
        _ => Some("a fence that pages.rs does not list"),
    }
}

#[test]
fn every_block_is_run_or_says_what_it_is() {
    for page in pages() {
        let blocks = page.blocks();
        for (at, block) in blocks.iter().enumerate() {
            let before = at.checked_sub(1).map(|at| &blocks[at]);
            assert_eq!(odd(block, before), None, "{}: {block:?}", page.path.display());
        }
    }
}

/// Where a relative link leads: to a file that is there, and to one of its headings.
fn leads_nowhere(from: &Page, link: &str) -> Option<String> {
    if link.starts_with("https://") || link.starts_with("http://") {
        return None;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let folder = from.path.parent().expect("a folder");
    let path = if file.is_empty() { from.path.clone() } else { folder.join(file) };
    if !Path::new(ROOT).join(&path).exists() {
        return Some(format!("no file {}", path.display()));
    }
    let found = anchor.is_empty() || page(&path).anchors().iter().any(|found| found == anchor);
    (!found).then(|| format!("no heading {anchor} in {}", path.display()))
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut links = 0;
    for page in pages() {
        for link in page.links() {
            assert_eq!(leads_nowhere(&page, &link), None, "{}: {link}", page.path.display());
            links += 1;
        }
    }
    assert!(links > 60, "{links}");
}

#[test]
fn every_document_is_reached_from_the_readme_and_no_page_is_long() {
    let start = page("README.md");
    for page in pages().iter().filter(|page| !page.path.starts_with("fuzz") && page.path != start.path) {
        let path = page.path.to_str().expect("a path in UTF-8");
        assert!(start.links().iter().any(|link| link == path), "README.md does not link to {path}");
    }
    let references = ["docs/format.md", "docs/api.md", "CHANGELOG.md"];
    for page in pages() {
        let most = if page.path == start.path { 200 } else { 300 };
        let lines = page.text.lines().count();
        let is_long = lines > most && !references.iter().any(|path| page.path == Path::new(path));
        assert!(!is_long, "{} has {lines} lines", page.path.display());
    }
}

#[test]
fn the_pages_name_every_ruleset_setting_and_command() {
    let start = page("README.md");
    for name in RulesetName::ALL {
        assert!(start.text.contains(&format!("\n| `{}` | ", name.as_str())), "README.md: {}", name.as_str());
    }
    let is_name = |c: char| c.is_ascii_uppercase() || c == '_';
    let help = pandect(&["serve", "--help"]).out;
    let operate = page("docs/operate.md").text;
    let settings: Vec<&str> =
        help.split("[env: ").skip(1).filter_map(|part| part.split(|c| !is_name(c)).next()).collect();
    assert!(settings.len() > 10, "{settings:?}");
    for setting in settings {
        assert!(operate.contains(&format!("\n| `{setting}` | ")), "docs/operate.md: {setting}");
    }
    let help = pandect(&["--help"]).out;
    let (_, commands) = help.split_once("Commands:\n").expect("the commands");
    let names = commands.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    for name in names.filter(|name| *name != "help") {
        let listed = page("docs/command-line.md").text.contains(&format!("\n| `pandect {name}"));
        assert!(listed, "docs/command-line.md: {name}");
    }
}

#[test]
fn the_test_command_of_the_readme_is_the_one_that_has_to_pass() {
    let (start, script) = (page("README.md"), fs::read_to_string(Path::new(ROOT).join(".ci/run")).expect("a script"));
    let shown =
        start.blocks().iter().any(|block| block.text.lines().any(|line| line.starts_with("cargo test --locked")));
    assert!(shown && script.lines().any(|line| line == "cargo test --locked"));
}

#[test]
fn the_clients_on_the_page_are_those_that_are_run() {
    let shown: Vec<String> = page("docs/clients.md").blocks().into_iter().map(|block| block.note).collect();
    let languages = [
        ("python", "first_move.py"),
        ("typescript", "first_move.ts"),
        ("rust", "src/first_move.rs"),
        ("java", "FirstMove.java"),
        ("go", "first_move/main.go"),
    ];
    let each = |(folder, file)| [format!("tests/clients/{folder}/generate"), format!("tests/clients/{folder}/{file}")];
    assert_eq!(shown, languages.into_iter().flat_map(each).collect::<Vec<_>>());
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
