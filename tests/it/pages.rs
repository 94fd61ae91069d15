//! The documents of the project as the tests read them: their blocks, their headings and their links.
//!
//! A fenced block says after its language what it is, so that none is passed over by accident:
//!
//! | fence | is |
//! |---|---|
//! | `sh` | run, one after the other, in one shell for the page and beside one server |
//! | `sh not run: WHY` | a command for a person, with the reason why no test runs it |
//! | `text` | what the block before it prints, where `…` stands for anything |
//! | `LANGUAGE PATH` | the file of that path, as it stands, or in `rust` a part of it; other tests run it |
//! | `json` | JSON, or a sketch of some with `…` or `<…>` |
//! | no language | a drawing |

use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::binary::ROOT;

/// A document.
#[derive(Debug)]
pub(crate) struct Page {
    /// Where it lies in the repository.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// A fenced block.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) language: String,
    /// What stands behind the language.
    pub(crate) note: String,
    pub(crate) text: String,
}

impl Block {
    /// Whether the tests run it.
    pub(crate) fn is_run(&self) -> bool {
        self.language == "sh" && self.note.is_empty()
    }
}

/// Every document: those at the top and those in `docs/` and `fuzz/`.
pub(crate) fn pages() -> Vec<Page> {
    let mut paths: Vec<PathBuf> = ["", "docs", "fuzz"].into_iter().flat_map(markdown).collect();
    paths.sort();
    assert!(paths.len() > 12, "{paths:?}");
    paths.into_iter().map(|path| page(&path)).collect()
}

fn markdown(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(ROOT).join(folder)).expect("a folder");
    let names = entries.map(|entry| Path::new(folder).join(entry.expect("an entry").file_name()));
    names.filter(|name| name.extension().is_some_and(|extension| extension == "md")).collect()
}

/// One document.
pub(crate) fn page(path: impl AsRef<Path>) -> Page {
    let path = path.as_ref().to_owned();
    let text = fs::read_to_string(Path::new(ROOT).join(&path)).expect("a document");
    Page { path, text }
}

impl Page {
    fn events(&self) -> impl Iterator<Item = Event<'_>> {
        Parser::new_ext(&self.text, Options::ENABLE_TABLES)
    }

    /// The fenced blocks, in order.
    pub(crate) fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut inside = false;
        for event in self.events() {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    let (language, note) = info.split_once(' ').unwrap_or((&info, ""));
                    blocks.push(Block { language: language.into(), note: note.into(), text: String::new() });
                    inside = true;
                }
                Event::Text(text) if inside => blocks.last_mut().expect("a block").text += &text,
                Event::End(TagEnd::CodeBlock) => inside = false,
                _ => {}
            }
        }
        blocks
    }

    /// Where its links and pictures lead.
    pub(crate) fn links(&self) -> Vec<String> {
        let destination = |event| match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.into_string()),
            _ => None,
        };
        self.events().filter_map(destination).collect()
    }

    /// The names by which its headings are reached, as code hosts make them.
    pub(crate) fn anchors(&self) -> Vec<String> {
        let mut anchors: Vec<String> = Vec::new();
        let mut heading: Option<String> = None;
        for event in self.events() {
            match (event, &mut heading) {
                (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
                (Event::Text(text) | Event::Code(text), Some(heading)) => *heading += &text,
                (Event::End(TagEnd::Heading(_)), _) => {
                    let words = heading.take().unwrap_or_default().to_lowercase();
                    let kept = words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
                    let name: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
                    // The second of two has another name; no link needs it.
                    anchors.push(name);
                }
                _ => {}
            }
        }
        anchors
    }
}
