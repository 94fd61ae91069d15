//! The report on a tournament as a page: one file, no network, no script. Everything from the bundle is escaped.

use maud::{DOCTYPE, Markup, html};

use crate::terminal::{count, plain_page};
use pandect_core::audit::{Finding, GameAudit, LevelReport, LevelStatus, ToldRuling, TournamentAudit, Verdict};
use pandect_core::kernel::Outcome;
use pandect_core::tournament::words;

const STYLE: &str = "\
:root { color-scheme: light dark; --good: #1a7f37; --bad: #c6282e; --open: #8a6100; --line: #8885; }
@media (prefers-color-scheme: dark) { :root { --good: #57c774; --bad: #ff7b72; --open: #e3b341; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; } h2 { margin-top: 2.5rem; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
code { font: .85em ui-monospace, monospace; overflow-wrap: anywhere; }
.verdict { font-size: 1.5rem; font-weight: 600; margin: .25rem 0; }
.good { color: var(--good); } .bad { color: var(--bad); } .open { color: var(--open); }
@media print { body { margin: 0; max-width: none; } }
";

pub(super) fn page(file: &str, audit: &TournamentAudit) -> String {
    let name = audit.name.as_deref().unwrap_or("A tournament that cannot be read");
    let (class, word, sentence) = verdict(audit.verdict);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (name) ": " (word) }
                style { (maud::PreEscaped(STYLE)) }
            }
            body {
                h1 { (name) }
                p.verdict.(class) { (word) }
                p { (sentence) @if let Some(unknown) = &audit.unknown { " " (unknown) "." } }
                p {
                    "File " code { (file) } ", "
                    (count(audit.games.len(), "game", "games")) "."
                    @if let Some(id) = audit.id { " Tournament " code { (id) } "." }
                }
                (levels(&audit.levels))
                (findings(audit))
                (standings(audit))
                (rulings(&audit.rulings))
                (games(&audit.games))
            }
        }
    };
    plain_page(&page.into_string()).into_owned()
}

fn verdict(verdict: Verdict) -> (&'static str, &'static str, &'static str) {
    match verdict {
        Verdict::Verified => (
            "good",
            "Verified",
            "The log is whole, every game follows its rules, and the standings are what they lead to.",
        ),
        Verdict::Failed => {
            ("bad", "Failed", "Something in this file is not as it was recorded. The findings say what.")
        }
        Verdict::Incomplete => ("open", "Incomplete", "Nothing is wrong so far, and not everything could be checked."),
    }
}

fn levels(levels: &[LevelReport]) -> Markup {
    let class = |status| match status {
        LevelStatus::Passed => ("good", "passed"),
        LevelStatus::Failed => ("bad", "failed"),
        LevelStatus::Skipped => ("open", "not checked"),
    };
    html! {
        h2 { "What was checked" }
        table {
            thead { tr { th scope="col" { "Level" } th scope="col" { "Result" } th scope="col" { "Detail" } } }
            tbody {
                @for report in levels {
                    @let (class, word) = class(report.status);
                    tr { th scope="row" { (report.level.name()) } td.(class) { (word) } td { (report.detail) } }
                }
            }
        }
    }
}

fn finding(finding: &Finding) -> Markup {
    html! {
        li {
            strong.bad { (finding.level.name()) }
            @if let Some(index) = finding.index { ", event " (index) }
            ": " (finding.detail)
            @if let Some(expected) = &finding.expected { br; "expected " code { (expected) } }
            @if let Some(found) = &finding.found { br; "found " code { (found) } }
        }
    }
}

fn findings(audit: &TournamentAudit) -> Markup {
    let wrong: Vec<&GameAudit> = audit.games.iter().filter(|game| !game.findings.is_empty()).collect();
    html! {
        @if !audit.findings.is_empty() || !wrong.is_empty() {
            h2 { "Findings" }
            ul { @for one in &audit.findings { (finding(one)) } }
            @for game in wrong {
                h3 { "In game " code { (game.game.map_or("without events".into(), |id| id.to_string())) } }
                ul { @for one in &game.findings { (finding(one)) } }
            }
        }
    }
}

fn standings(audit: &TournamentAudit) -> Markup {
    html! {
        @if !audit.standings.is_empty() {
            h2 { "Standings" }
            p { "Made again from the log." }
            table {
                thead {
                    tr {
                        th scope="col" { "Rank" } th scope="col" { "Player" } th scope="col" { "Points" }
                        th scope="col" { "Games" } th scope="col" { "Why" }
                    }
                }
                tbody {
                    @for (at, row) in audit.standings.iter().enumerate() {
                        tr {
                            td { (row.rank) } th scope="row" { (audit.called(row.player)) } td { (row.points) }
                            td { (row.games) }
                            td { (words(&audit.standings, at, |player| audit.called(player))) }
                        }
                    }
                }
            }
        }
    }
}

fn rulings(rulings: &[ToldRuling]) -> Markup {
    html! {
        @if !rulings.is_empty() {
            h2 { "Rulings" }
            ol {
                @for ruling in rulings {
                    li {
                        (ruling.text.as_deref().unwrap_or("(erased)"))
                        @if let Some(correction) = &ruling.correction {
                            br; "Corrects game " code { (correction.game) }
                        }
                    }
                }
            }
        }
    }
}

fn games(games: &[GameAudit]) -> Markup {
    html! {
        @if !games.is_empty() {
            h2 { "Games" }
            table {
                thead {
                    tr {
                        th scope="col" { "Game" } th scope="col" { "Result" } th scope="col" { "Outcome" }
                        th scope="col" { "Events" }
                    }
                }
                tbody { @for game in games { (game_row(game)) } }
            }
        }
    }
}

fn game_row(game: &GameAudit) -> Markup {
    let (class, word, _) = verdict(game.verdict);
    let (class, word) = if game.mismatches.is_empty() { (class, word) } else { ("bad", "Failed") };
    html! {
        tr {
            td { code { (game.game.map_or("unreadable".into(), |id| id.to_string())) } }
            td.(class) { (word) }
            td {
                @match &game.outcome {
                    Some(outcome) => (ended(game, outcome)),
                    None => "not over",
                }
            }
            td { (game.events) }
        }
    }
}

/// Who came where, with scores.
fn ended(game: &GameAudit, outcome: &Outcome) -> Markup {
    let known = |seat: u8| game.players.get(usize::from(seat)).and_then(Clone::clone);
    let name = |seat: u8| known(seat).unwrap_or_else(|| format!("seat {seat}"));
    let score = |seat: u8| outcome.scores.get(usize::from(seat)).map_or(String::new(), |score| format!(" ({score})"));
    let place = |seats: &Vec<pandect_core::kernel::Seat>| {
        let names: Vec<String> = seats.iter().map(|seat| format!("{}{}", name(seat.0), score(seat.0))).collect();
        names.join(" = ")
    };
    let places: Vec<String> = outcome.ranking.iter().map(place).collect();
    let words = game.outcome_words.as_deref().unwrap_or(&outcome.reason.code);
    html! { (places.join(", ")) ": " (words) }
}
