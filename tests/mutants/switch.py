#!/usr/bin/env python3
"""Puts every mutant that `cargo mutants` lists into one build, each behind a number, and runs the tests once for each.

usage: switch.py WORKSPACE RESULTS [options of cargo mutants --list] -- [filters of the tests]

A function with mutants becomes a match over the number in the variable MUTANT: its own body, or one of the changed ones.
What does not compile is dropped, and listed as such.
"""
import json, os, re, resource, subprocess, sys
from pathlib import Path

workspace, results = Path(sys.argv[1]), Path(sys.argv[2])
split = sys.argv.index("--")
options, filters = sys.argv[3:split], sys.argv[split + 1:]
# Of the processor, so that a busy machine changes no verdict.
SECONDS = 60
SWITCH = """
#[doc(hidden)]
pub fn mutant() -> u32 {
    static CHOSEN: std::sync::LazyLock<u32> =
        std::sync::LazyLock::new(|| std::env::var("MUTANT").ok().and_then(|n| n.parse().ok()).unwrap_or(0));
    *CHOSEN
}
"""

listed = subprocess.run(["cargo", "mutants", "--list", "--json", "--package", "mutated", *options],
                        cwd=workspace, capture_output=True, text=True, check=True).stdout
mutants = json.loads(listed)
sources = {m["file"]: (workspace / m["file"]).read_text() for m in mutants}


def offset(text, place):
    lines = text.splitlines(keepends=True)
    return sum(map(len, lines[:place["line"] - 1])) + place["column"] - 1


def span(text, of):
    return offset(text, of["start"]), offset(text, of["end"])


def body(text, function):
    """The range inside a function's braces."""
    start, end = span(text, function["span"])
    depth = 0
    for at in range(text.index("(", start), end):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0 and text[at] == "{":
            return at + 1, text.rindex("}", start, end)
    raise ValueError(function)


functions = {}
for m in mutants:
    if m.get("function"):
        functions.setdefault((m["file"], json.dumps(m["function"]["span"])), []).append(m)
for number, m in enumerate((m for group in functions.values() for m in group), 1):
    m["number"] = number


def build(left):
    """Writes the sources with the mutants that are left, and says which lines belong to which mutant."""
    owners = {}
    for file, text in sources.items():
        edits = []
        for (of, _), group in functions.items():
            group = [m for m in group if m["number"] in left]
            if of != file or not group:
                continue
            start, end = body(text, group[0]["function"])
            if any(start < s < end for s, _, _ in edits):
                continue
            numbers = [m["number"] for m in group]
            arms = [f"\nn if ![{', '.join(map(str, numbers))}].contains(&n) => {{{text[start:end]}}}"]
            for m in group:
                a, b = span(text, m["span"])
                changed = text[start:a] + m["replacement"] + text[b:end]
                arms.append(f"\n/*@{m['number']}*/ {m['number']} => {{{changed}\n}}/*@*/")
            edits.append((start, end, "match crate::mutant() {" + "".join(arms) + "\n_ => ::core::unreachable!() }"))
        for start, end, new in sorted(edits, reverse=True):
            text = text[:start] + new + text[end:]
        (workspace / file).write_text(text + (SWITCH if file.endswith("src/lib.rs") else ""))
        owner = None
        for line, content in enumerate(text.split("\n"), 1):
            if found := re.match(r"/\*@(\d+)\*/", content):
                owner = int(found[1])
            if owner:
                owners[file, line] = owner
            if content.startswith("}/*@*/"):
                owner = None
    return owners


lib = workspace / "mutated/src/lib.rs"
if "mutated/src/lib.rs" not in sources:
    lib.write_text(lib.read_text() + SWITCH)
left, binary = {m["number"] for group in functions.values() for m in group}, None
while binary is None:
    owners = build(left)
    command = ["cargo", "test", "--no-run", "--lib", "--package", "mutated", "--message-format=json", "--quiet"]
    built = subprocess.run(command, cwd=workspace, capture_output=True, text=True)
    wrong, unowned = set(), []
    for line in built.stdout.splitlines():
        message = json.loads(line)
        if message.get("profile", {}).get("test") and message.get("executable"):
            binary = message["executable"]
        if message.get("message", {}).get("level") == "error":
            spans = message["message"]["spans"] + [s for c in message["message"]["children"] for s in c["spans"]]
            found = {owners.get((s["file_name"], n)) for s in spans for n in range(s["line_start"], s["line_end"] + 1)
                     if s["line_end"] - s["line_start"] < 200} - {None}
            primary = {owners.get((s["file_name"], s["line_start"])) for s in message["message"]["spans"] if s["is_primary"]}
            wrong |= (primary - {None}) or found
            if not found and spans:
                unowned.append(message["message"]["rendered"])
    if built.returncode and not wrong:
        sys.exit("".join(unowned) or built.stderr)
    if wrong:
        left, binary = left - wrong, None

print(f"{len(mutants)} mutants, {len(left)} of them compile", flush=True)
outcome = {"killed": [], "survived": [], "timed out": []}
environment = {**os.environ, "CARGO_MANIFEST_DIR": str(workspace / "mutated")}
for m in (m for group in functions.values() for m in group if m["number"] in left):
    run = [binary, "--quiet", *filters]
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    done = subprocess.run(run, cwd=workspace / "mutated", capture_output=True, preexec_fn=limit,
                          env={**environment, "MUTANT": str(m["number"])})
    how = {0: "survived", 101: "killed"}.get(done.returncode, "timed out")
    outcome[how].append(m["name"])
    if how != "killed":
        print(how, m["name"], flush=True)
outcome["not tried"] = [m["name"] for m in mutants if m.get("number") not in left]
results.write_text(json.dumps(outcome, indent=1))
print(", ".join(f"{len(names)} {how}" for how, names in outcome.items()))
