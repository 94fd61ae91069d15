//! The layers of the design, held by reading the sources: who may use whom, and which words may not stand where.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use pandect::rulesets::any::RulesetName;

/// Each layer, and the layers that it may use besides itself.
const ARROWS: [(&str, &[&str]); 10] = [
    ("kernel", &[]),
    ("rulesets", &["kernel"]),
    ("log", &["kernel", "rulesets"]),
    ("tournament", &["kernel", "rulesets", "log"]),
    ("audit", &["kernel", "rulesets", "log", "tournament"]),
    ("selfplay", &["kernel", "rulesets", "log", "tournament", "audit"]),
    ("store", &["kernel"]),
    ("app", &["kernel", "rulesets", "log", "tournament", "audit", "selfplay", "store"]),
    ("http", &["kernel", "rulesets", "log", "tournament", "audit", "store", "app"]),
    ("cli", &["kernel", "rulesets", "log", "tournament", "audit", "selfplay", "store", "app", "http"]),
];

/// What would make a transition or a verification depend on more than its arguments. What is a crate (a database, a server,
/// system randomness) the core does not have among its dependencies: the compiler holds that.
const IMPURE: [&str; 15] = [
    "HashMap",
    "HashSet",
    "f32",
    "f64",
    "std::time",
    "SystemTime",
    "Instant",
    "jiff::Zoned::now",
    "Timestamp::now",
    "std::fs",
    "std::net",
    "std::env",
    "std::thread",
    "std::process",
    "println!",
];

/// The layers in which no file uses, over whatever other files, itself.
const WITHOUT_CIRCLES: [&str; 10] =
    ["kernel", "log", "conformance", "tournament", "audit", "selfplay", "store", "app", "http", "cli"];

struct Source {
    path: PathBuf,
    text: String,
}

impl Source {
    /// The lines that are no comments and no inline tests, with their numbers.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().take_while(|line| *line != "mod tests {");
        (1..).zip(lines).filter(|(_, line)| !line.trim_start().starts_with("//"))
    }

    fn is_test(&self) -> bool {
        self.path.components().any(|part| part.as_os_str() == "tests" || part.as_os_str() == "tests.rs")
    }

    fn at(&self, line: usize) -> String {
        format!("{}:{line}", self.path.display())
    }
}

fn sources(folder: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            found.push(Source { path, text });
        }
    }
    found
}

/// The folders with sources: of the pure half, of the verifier and of the service.
const ROOTS: [&str; 3] = ["core/src", "verify/src", "src"];

fn everything() -> Vec<Source> {
    ROOTS.iter().flat_map(|root| sources(Path::new(root))).collect()
}

/// Where a layer lies: in the core or in the service.
fn folder(name: &str) -> PathBuf {
    let own = ROOTS.iter().map(|root| Path::new(root).join(name)).find(|folder| folder.is_dir());
    own.unwrap_or_else(|| panic!("there is no layer {name}"))
}

fn layer(name: &str) -> Vec<Source> {
    let found = sources(&folder(name));
    assert!(!found.is_empty(), "the layer {name} has no sources");
    found
}

/// Whether a word stands in a line as a word of its own.
fn has_word(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back().is_none_or(|c| !is_part(c));
        let after = line[at + word.len()..].chars().next().is_none_or(|c| !is_part(c));
        before && after
    })
}

/// The layers that a line of code uses.
fn used(line: &str) -> Vec<&str> {
    let after = |(at, _)| line[at + "crate::".len()..].split(|c: char| !c.is_alphanumeric() && c != '_').next();
    line.match_indices("crate::").filter_map(after).filter(|name| !name.is_empty()).collect()
}

#[test]
fn arrows_point_only_left() {
    for (name, allowed) in ARROWS {
        for source in layer(name) {
            for (line, code) in source.code() {
                assert!(!code.contains("crate::{"), "{}: name one layer a line", source.at(line));
                for used in used(code) {
                    let test_only = used == "conformance" && name == "rulesets" && source.is_test();
                    let fine = used == name || allowed.contains(&used) || test_only;
                    assert!(fine, "{}: {name} uses {used}", source.at(line));
                }
            }
        }
    }
}

#[test]
fn nothing_that_replays_reads_more_than_its_arguments() {
    for name in ["kernel", "rulesets", "log", "tournament", "audit", "selfplay"] {
        for source in layer(name).into_iter().filter(|source| !source.is_test()) {
            // The serializer names floats in order to refuse them.
            let refuses_floats = source.path.ends_with("kernel/canonical.rs");
            for (line, code) in source.code() {
                for word in IMPURE.iter().filter(|word| has_word(code, word)) {
                    let fine = refuses_floats && matches!(*word, "f32" | "f64");
                    assert!(fine, "{}: {name} has the word {word}", source.at(line));
                }
            }
        }
    }
}

#[test]
fn rulesets_draw_only_from_the_table() {
    for source in layer("rulesets").into_iter().filter(|source| !source.is_test()) {
        for (line, code) in source.code() {
            for word in ["rand", "rand_chacha", "rand_core", "ChaCha20Rng"] {
                assert!(!has_word(code, word), "{}: the word {word}", source.at(line));
            }
        }
    }
}

#[test]
fn no_platform_sized_integer_is_hashed() {
    for source in layer("rulesets").into_iter().filter(|source| !source.is_test()) {
        let hashed = ["state.rs", "moves.rs", "options.rs", "event.rs"];
        if !hashed.iter().any(|name| source.path.ends_with(name)) {
            continue;
        }
        let fields = source.code().filter(|(_, code)| code.trim_end().ends_with(',') && !code.contains('('));
        for (line, code) in fields {
            assert!(!has_word(code, "usize") && !has_word(code, "isize"), "{}: {code}", source.at(line));
        }
    }
}

#[test]
fn the_kernel_knows_no_game_and_any_alone_knows_all() {
    let kebab = RulesetName::ALL.iter().map(|name| name.as_str().to_owned());
    for name in kebab {
        let (snake, camel) = (name.replace('-', "_"), camel_case(&name));
        for source in layer("kernel") {
            for (line, code) in source.code() {
                let named = [&name, &snake, &camel].into_iter().find(|word| has_word(code, word));
                assert_eq!(named, None, "{}: the kernel names a game", source.at(line));
            }
        }
        for source in everything() {
            let own = source.path.starts_with(Path::new("core/src/rulesets").join(&snake));
            let meeting = ["rulesets/any.rs", "rulesets/mod.rs", "conformance/mod.rs"];
            let any = source.path.starts_with("core/src/rulesets/any");
            if own || any || meeting.iter().any(|file| source.path.ends_with(file)) {
                continue;
            }
            for (line, code) in source.code() {
                assert!(!has_word(code, &snake) && !has_word(code, &camel), "{}: {code}", source.at(line));
            }
        }
    }
}

fn camel_case(kebab: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    kebab.split('-').map(capital).collect()
}

#[test]
fn sql_is_in_the_store_and_statuses_are_in_http() {
    for (name, _) in ARROWS {
        for source in layer(name) {
            for (line, code) in source.code() {
                let sql = ["SELECT ", "INSERT INTO", "UPDATE ", "DELETE FROM", "PRAGMA "];
                let has_sql = sql.iter().any(|word| code.contains(word));
                assert!(name == "store" || !has_sql, "{}: SQL outside of the store: {code}", source.at(line));
                let has_status = has_word(code, "StatusCode");
                assert!(name == "http" || !has_status, "{}: a status outside of http: {code}", source.at(line));
            }
        }
    }
}

#[test]
fn files_and_functions_stay_short_and_are_named_after_a_noun() {
    for source in everything() {
        let lines = source.text.lines().count();
        assert!(lines <= 500 || source.is_test(), "{} has {lines} lines", source.path.display());
        let stem = source.path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        assert!(!["util", "utils", "common", "types", "helpers", "misc"].contains(&stem), "{}", source.path.display());
        for (line, length) in functions(&source) {
            assert!(length <= 70, "{}: a function of {length} lines", source.at(line));
        }
    }
}

#[test]
fn no_two_public_types_have_one_name() {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let is_of_a_game = |path: &Path| path.starts_with("core/src/rulesets") && path.components().count() > 4;
    for source in everything().into_iter().filter(|source| !source.is_test() && !is_of_a_game(&source.path)) {
        for (line, code) in source.code() {
            let Some(item) = code.strip_prefix("pub ") else { continue };
            let mut words = item.split(|c: char| !c.is_alphanumeric() && c != '_');
            if let (Some("struct" | "enum" | "trait" | "type"), Some(name)) = (words.next(), words.next()) {
                found.entry(name.to_owned()).or_default().push(source.at(line));
            }
        }
    }
    let twins: Vec<_> = found.into_iter().filter(|(_, places)| places.len() > 1).collect();
    assert!(twins.is_empty(), "{twins:?}");
}

/// Where each function starts, and how many lines it has. It ends at the closing brace under its `fn`.
fn functions(source: &Source) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = source.text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        if code.starts_with("//") || !has_word(code, "fn") || code.ends_with(';') || code.ends_with('}') {
            continue;
        }
        let closes =
            |line: &&str| line.len() > indent && line.starts_with(&" ".repeat(indent)) && line[indent..] == *"}";
        if let Some(length) = lines[at..].iter().position(closes) {
            found.push((at + 1, length + 1));
        }
    }
    found
}

/// A module, as the names on the way to it from its layer.
type Module = Vec<String>;

#[test]
fn no_files_of_a_layer_use_each_other_in_a_circle() {
    for name in WITHOUT_CIRCLES {
        let circles = in_circles(&uses(name));
        assert!(circles.is_empty(), "{name} has files in circles: {circles:?}");
    }
}

#[test]
fn a_circle_over_several_files_is_found() {
    let module = |name: &str| vec![name.to_owned()];
    let uses = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")];
    let uses = uses.into_iter().map(|(from, to)| (module(from), BTreeSet::from([module(to)]))).collect();
    assert_eq!(in_circles(&uses), ["a", "b", "c"].map(module));
    let paths = leaves("super::{a::B, c::{self, D}};").concat();
    assert_eq!(paths, "super::a::Bsuper::c::selfsuper::c::D");
}

/// The files from which one comes back to them.
fn in_circles(uses: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Module> {
    let comes_back = |start: &&Module| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![*start]);
        while let Some(module) = next.pop() {
            next.extend(uses.get(module).into_iter().flatten().filter(|used| seen.insert(*used)));
        }
        seen.contains(start)
    };
    uses.keys().filter(comes_back).cloned().collect()
}

/// Which files of a layer each file of it uses, by the paths that begin with `super::`, `self::` or the layer. What its
/// `mod.rs` gives out again counts as a use of that file.
fn uses(name: &str) -> BTreeMap<Module, BTreeSet<Module>> {
    let root = folder(name);
    let files = layer(name).into_iter().filter(|source| !source.is_test());
    let files: BTreeMap<Module, Source> = files.map(|source| (module(&root, &source.path), source)).collect();
    let own = format!("crate::{name}");
    let mut uses = BTreeMap::new();
    for (from, source) in &files {
        let mut code: String = source.code().flat_map(|(_, code)| [code, "\n"]).collect();
        for child in files.keys().filter(|file| file.split_last().is_some_and(|(_, parent)| parent == from.as_slice()))
        {
            let child = child.concat().split_off(from.concat().len());
            code = code.replace(&format!("use {child}::"), &format!("use self::{child}::"));
        }
        let used = paths(&code, &own).into_iter().filter_map(|path| file(&files, from, &path, &own));
        uses.insert(from.clone(), used.filter(|used| used != from).collect());
    }
    uses
}

fn module(root: &Path, path: &Path) -> Module {
    let below = path.strip_prefix(root).expect("a file of the layer").with_extension("");
    let names = below.iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name != "mod").collect()
}

/// Every path in a text that begins in the layer, braces written out.
fn paths(code: &str, own: &str) -> Vec<String> {
    let starts = |word: &str| -> Vec<usize> {
        let whole = |at: &usize| !code[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
        code.match_indices(word).map(|(at, _)| at).filter(whole).collect()
    };
    let own = format!("{own}::");
    ["super::", "self::", &own].into_iter().flat_map(starts).flat_map(|at| leaves(&code[at..])).collect()
}

/// The paths that a text begins with: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn leaves(text: &str) -> Vec<String> {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let end = text.find(|c| !is_path(c)).unwrap_or(text.len());
    let (stem, rest) = text.split_at(end);
    if !stem.ends_with("::") || !rest.starts_with('{') {
        return vec![stem.to_owned()];
    }
    let (mut found, mut depth, mut begins) = (Vec::new(), 0, 1);
    for (at, c) in rest.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        let ends = (depth == 1 && c == ',') || depth == 0;
        if ends {
            let inner = rest[begins..at].trim();
            let inner = if inner.is_empty() { Vec::new() } else { leaves(inner) };
            found.extend(inner.into_iter().map(|leaf| format!("{stem}{leaf}")));
            begins = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    found
}

/// The file that a path leads to: that of the longest part of it which is one.
fn file(files: &BTreeMap<Module, Source>, from: &Module, path: &str, own: &str) -> Option<Module> {
    let (mut at, path) = match path.strip_prefix(own) {
        Some(rest) => (Module::new(), rest.trim_start_matches("::")),
        None => (from.clone(), path),
    };
    for name in path.split("::").filter(|name| !name.is_empty() && *name != "self") {
        if name == "super" {
            at.pop()?;
        } else {
            at.push(name.to_owned());
        }
    }
    while !files.contains_key(&at) {
        at.pop()?;
    }
    Some(at)
}
