//! The documents of the project as pages under `/help`, so that a server explains itself without a network. They are the
//! Markdown files of the repository, embedded, in the frame and under the policy of the room's pages.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::dev::HttpServiceFactory;
use actix_web::{HttpRequest, HttpResponse, web};
use data_encoding::HEXLOWER;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use pulldown_cmark::{Alignment, CowStr, Event, Options, Parser, Tag, TagEnd};
use sha2::{Digest, Sha256};

use super::room::deliver;
use super::route::page;
use crate::http::problem::{Code, Problem};

/// A file of the repository that is a page here.
struct Document {
    /// Its last part of the path under `/help`.
    name: &'static str,
    /// Where it lies in the repository: its relative links start there.
    path: &'static str,
    /// What the list of pages says about it.
    about: &'static str,
    text: &'static str,
}

macro_rules! documents {
    ($($name:literal, $path:literal, $about:literal;)+) => {
        &[$(Document {
            name: $name,
            path: $path,
            about: $about,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $path)),
        }),+]
    };
}

/// Every page, in the order in which they are listed.
static DOCUMENTS: &[Document] = documents! {
    "readme", "README.md", "what Pandect is, how to start it, one game by curl";
    "room", "docs/room.md", "the pages of the server: look at a game, play it, see what is proven";
    "api", "docs/api.md", "every call, with a game played by hand";
    "clients", "docs/clients.md", "generated clients in five languages";
    "tournaments", "docs/tournaments.md", "rounds, pairings, points, standings";
    "verify", "docs/verify.md", "for arbiters: prove a game without trusting the server";
    "command-line", "docs/command-line.md", "the commands and their exit codes";
    "operate", "docs/operate.md", "settings, keys, backups, limits, what to do when a disk fails";
    "format", "docs/format.md", "logs, bundles, receipts and proofs, to the byte";
    "architecture", "docs/architecture.md", "the layers, and the way of a move through them";
    "add-a-ruleset", "docs/add-a-ruleset.md", "how another game is added";
    "performance", "docs/performance.md", "what is measured, and how to measure it again";
    "security", "SECURITY.md", "who can do what, and who finds it";
    "contributing", "CONTRIBUTING.md", "building, testing and the rules of the house";
    "changelog", "CHANGELOG.md", "what is released";
};

/// The API document is served by its own path.
const SERVED: (&str, &str) = ("openapi/openapi.json", "/openapi.json");

/// The paths of the pages, for whoever asks with another method.
pub(in crate::http) const PATHS: [&str; 2] = ["/help", "/help/{page}"];

/// A page as it is sent.
struct Page {
    html: String,
    hash: String,
}

impl Page {
    fn new(markup: Markup) -> Self {
        let html = markup.into_string();
        let hash = HEXLOWER.encode(&Sha256::digest(&html));
        Self { html, hash }
    }
}

/// The list of pages under the empty name, and each page under its own.
static PAGES: LazyLock<BTreeMap<&'static str, Page>> = LazyLock::new(|| {
    let documents = DOCUMENTS.iter().map(|document| {
        let content = PreEscaped(rendered(document));
        (document.name, Page::new(frame(document.title(), &content)))
    });
    documents.chain([("", Page::new(frame("Help", &list())))]).collect()
});

/// Every route of the documents.
pub(in crate::http) fn pages() -> impl HttpServiceFactory {
    (page(PATHS[0]).to(index), page(PATHS[1]).to(document))
}

async fn index(request: HttpRequest) -> Result<HttpResponse, Problem> {
    send(&request, "")
}

async fn document(request: HttpRequest, name: web::Path<String>) -> Result<HttpResponse, Problem> {
    send(&request, &name)
}

fn send(request: &HttpRequest, name: &str) -> Result<HttpResponse, Problem> {
    let page = PAGES.get(name);
    let page =
        page.ok_or_else(|| Problem::new(Code::UnknownPath, format!("there is no page {name}; /help lists all")))?;
    Ok(deliver(request, &page.hash, "text/html; charset=utf-8", page.html.as_str()))
}

/// The frame of the room's pages, without a script.
fn frame(title: &str, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Pandect: " (title) }
                link rel="icon" href="/room/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/room/room.css";
                link rel="stylesheet" href="/room/help.css";
            }
            body {
                a.skip href="#main" { "To the content" }
                header.site {
                    a.brand href="/" { img src="/room/icon.svg" alt="" width="28" height="28"; " Pandect" }
                    nav aria-label="Site" {
                        a href="/" { "Games" } " " a href="/help" { "Help" } " " a href="/docs/" { "API" }
                    }
                }
                main.help #main tabindex="-1" { (content) }
                footer.site { "Every move is recorded in a log that anyone can verify." }
            }
        }
    }
}

fn list() -> Markup {
    html! {
        h1 { "Help" }
        ul {
            @for document in DOCUMENTS {
                li { a href=(format!("/help/{}", document.name)) { (document.title()) } ": " (document.about) }
            }
        }
    }
}

impl Document {
    /// The first line, which is the title of each.
    fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    /// Where a link of this page leads on a server: to another page, to the API document, elsewhere in the world, or
    /// nowhere, since the server has no other file of the repository.
    fn destination(&self, link: &str) -> Option<String> {
        if ["#", "https://", "http://"].iter().any(|start| link.starts_with(start)) {
            return Some(link.into());
        }
        let (to, anchor) = link.split_at(link.find('#').unwrap_or(link.len()));
        let mut parts: Vec<&str> = self.path.split('/').collect();
        parts.pop();
        for part in to.split('/') {
            match part {
                ".." => drop(parts.pop()),
                _ => parts.push(part),
            }
        }
        let path = parts.join("/");
        if path == SERVED.0 {
            return Some(SERVED.1.into());
        }
        let document = DOCUMENTS.iter().find(|document| document.path == path)?;
        Some(format!("/help/{}{anchor}", document.name))
    }
}

/// A document as HTML. What is HTML in it already is shown as it is written.
fn rendered(document: &Document) -> String {
    let mut events: Vec<Event<'_>> = Parser::new_ext(document.text, Options::ENABLE_TABLES).collect();
    name_headings(&mut events);
    let mut links = Vec::new();
    let events = events.into_iter().filter_map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        // An alignment would be a style of its own, which the policy refuses.
        Event::Start(Tag::Table(columns)) => Some(Event::Start(Tag::Table(vec![Alignment::None; columns.len()]))),
        // The words of a picture stay.
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let destination = document.destination(&dest_url);
            links.push(destination.is_some());
            let dest_url = CowStr::from(destination?);
            Some(Event::Start(Tag::Link { link_type, dest_url, title, id }))
        }
        Event::End(TagEnd::Link) => links.pop().unwrap_or_default().then_some(event),
        event => Some(event),
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    html
}

/// Gives every heading the name by which links reach it, as code hosts do.
fn name_headings(events: &mut [Event<'_>]) {
    let mut taken = BTreeMap::<String, u32>::new();
    for at in 0..events.len() {
        let (before, behind) = events.split_at_mut(at + 1);
        let Some(Event::Start(Tag::Heading { id, .. })) = before.last_mut() else { continue };
        let inside = behind.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let words: String = inside.filter_map(words).collect();
        let slug = slug(&words);
        let times = taken.entry(slug.clone()).or_default();
        let name = if *times == 0 { slug } else { format!("{slug}-{times}") };
        *times += 1;
        *id = Some(name.into());
    }
}

fn words<'a>(event: &'a Event<'_>) -> Option<&'a str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        _ => None,
    }
}

fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn of(path: &'static str, text: &'static str) -> String {
        rendered(&Document { name: "it", path, about: "", text })
    }

    #[test]
    fn every_document_of_the_repository_is_a_page() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        for file in entries.map(|file| file.to_string_lossy().into_owned()).filter(|file| file.ends_with(".md")) {
            assert!(DOCUMENTS.iter().any(|document| document.path == format!("docs/{file}")), "{file}");
        }
    }

    #[test]
    fn html_in_a_document_is_text() {
        let page = of("README.md", "<script>alert(1)</script>\n\nand <b onclick=\"x\">this</b>");
        assert!(!page.contains("<script") && !page.contains("<b "), "{page}");
        assert!(page.contains("&lt;script&gt;") && page.contains("&lt;b onclick"), "{page}");
    }

    #[test]
    fn links_lead_to_what_a_server_has() {
        let leads = |path, text, to: &str| {
            let page = of(path, text);
            assert!(page.contains(&format!("href=\"{to}\"")), "{page}");
        };
        leads("README.md", "[x](docs/api.md#errors)", "/help/api#errors");
        leads("docs/api.md", "[x](../README.md)", "/help/readme");
        leads("docs/api.md", "[x](verify.md)", "/help/verify");
        leads("docs/api.md", "[x](../openapi/openapi.json)", "/openapi.json");
        leads("docs/api.md", "[x](#here)", "#here");
        for nowhere in ["[x](../tests/verifier.py)", "[x](javascript:alert)", "[x](data:text/html,y)"] {
            assert_eq!(of("docs/api.md", nowhere), "<p>x</p>\n");
        }
    }

    #[test]
    fn a_page_has_no_style_and_loads_no_picture() {
        let page = of("README.md", "| a |\n|:-:|\n| b |\n\n![a game](room.png)\n");
        assert!(!page.contains("style") && !page.contains("<img") && page.contains("a game"), "{page}");
    }

    #[test]
    fn headings_have_the_names_that_links_use() {
        let page = of("README.md", "## What is `out`, and when?\n\n## Again\n\n## Again\n");
        for name in ["what-is-out-and-when", "again", "again-1"] {
            assert!(page.contains(&format!("<h2 id=\"{name}\">")), "{page}");
        }
    }
}
