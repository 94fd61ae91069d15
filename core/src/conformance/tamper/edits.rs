//! Every small edit of a document: each field changed, removed, doubled, swapped with its neighbour, cut.

use serde_json::Value;

/// The way to a value from the top of a document.
pub(super) type Place = Vec<String>;

/// What is done to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// Another value that still has the form of the field.
    Changed,
    Removed,
    Doubled,
    /// With what stands behind it.
    Swapped,
    /// Its last character taken away.
    Cut,
}

/// A document after one edit.
#[derive(Debug)]
pub(super) struct Edit {
    pub(super) place: Place,
    pub(super) how: How,
    pub(super) text: String,
}

/// Marks a name that is to stand twice in an object: no name of ours has it.
const DOUBLE: &str = "@@";

/// Every edit of a document that makes another one.
pub(super) fn edits(document: &Value) -> Vec<Edit> {
    let mut places = Vec::new();
    walk(document, &Vec::new(), &mut places);
    let original = document.to_string();
    let mut found = Vec::new();
    for place in places {
        for how in [How::Changed, How::Removed, How::Doubled, How::Swapped, How::Cut] {
            let mut edited = document.clone();
            if edit(&mut edited, &place, how).is_none() {
                continue;
            }
            let text = edited.to_string().replace(&format!("\"{DOUBLE}"), "\"");
            if text != original {
                found.push(Edit { place: place.clone(), how, text });
            }
        }
    }
    found
}

fn walk(value: &Value, here: &Place, found: &mut Vec<Place>) {
    let mut below = |name: &str, value| {
        let there = [here.clone(), vec![name.into()]].concat();
        found.push(there.clone());
        walk(value, &there, found);
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| below(name, value)),
        Value::Array(items) => items.iter().enumerate().for_each(|(n, value)| below(&n.to_string(), value)),
        _ => {}
    }
}

pub(super) fn pointer(place: &[String]) -> String {
    place.iter().map(|part| format!("/{part}")).collect()
}

/// Does it, if it can be done there.
fn edit(document: &mut Value, place: &[String], how: How) -> Option<()> {
    let (name, parent) = place.split_last()?;
    let parent = document.pointer_mut(&pointer(parent))?;
    match (how, parent) {
        (How::Changed, parent) => {
            let value = child(parent, name)?;
            *value = changed(name, value)?;
        }
        (How::Cut, parent) => match child(parent, name)? {
            Value::String(text) => drop(text.pop()?),
            _ => return None,
        },
        (How::Removed, Value::Object(fields)) => drop(fields.remove(name)?),
        (How::Removed, Value::Array(items)) => drop(items.remove(name.parse().ok()?)),
        (How::Doubled, Value::Object(fields)) => {
            let value = fields.get(name)?.clone();
            fields.insert(format!("{DOUBLE}{name}"), value);
        }
        (How::Doubled, Value::Array(items)) => {
            let at: usize = name.parse().ok()?;
            items.insert(at, items.get(at)?.clone());
        }
        (How::Swapped, Value::Object(fields)) => {
            let (next, _) = fields.iter().skip_while(|(other, _)| *other != name).nth(1)?;
            let (next, one) = (next.clone(), fields.get(name)?.clone());
            let other = fields.insert(next, one)?;
            fields.insert(name.clone(), other);
        }
        (How::Swapped, Value::Array(items)) => {
            let at: usize = name.parse().ok()?;
            (at + 1 < items.len()).then(|| items.swap(at, at + 1))?;
        }
        _ => return None,
    }
    Some(())
}

fn child<'a>(parent: &'a mut Value, name: &str) -> Option<&'a mut Value> {
    match parent {
        Value::Object(fields) => fields.get_mut(name),
        Value::Array(items) => items.get_mut(name.parse::<usize>().ok()?),
        _ => None,
    }
}

/// Another value of the same type that still has the form of the field.
fn changed(name: &str, value: &Value) -> Option<Value> {
    Some(match value {
        // Where there is nothing yet, there is no salt to change.
        Value::Null if name == "state_salt" => return None,
        Value::Null => Value::from(1),
        Value::Number(number) => Value::from(number.as_i64()? + 1),
        Value::Bool(on) => Value::from(!on),
        Value::String(text) => Value::from(match name {
            "kind" if text == "move" => "entropy".into(),
            "kind" => "move".into(),
            "at" => text.replace("00.000Z", "00.001Z").replace(".000Z", ".001Z"),
            "receipt" | "checkpoint" => text.replacen(|c: char| c.is_ascii_digit(), "x", 1),
            _ => {
                let mut characters: Vec<char> = text.chars().collect();
                if let Some(last) = characters.last_mut() {
                    *last = if *last == 'a' { 'b' } else { 'a' };
                }
                characters.into_iter().collect::<String>()
            }
        }),
        Value::Object(_) | Value::Array(_) => return None,
    })
}

/// Every edit of a signed note, line by line.
pub(super) fn note_edits(note: &str) -> Vec<(How, String)> {
    let lines: Vec<&str> = note.lines().collect();
    let joined = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let mut found = Vec::new();
    for at in 0..lines.len() {
        let with = |line: &str| {
            let mut lines = lines.clone();
            lines[at] = line;
            joined(&lines)
        };
        let line = lines[at];
        let other = |c: char| if c == 'a' { 'b' } else { 'a' };
        let first: String = line.chars().enumerate().map(|(n, c)| if n == 2 { other(c) } else { c }).collect();
        let last: String = line.chars().rev().enumerate().map(|(n, c)| if n == 0 { other(c) } else { c }).collect();
        found.extend([first, last.chars().rev().collect()].map(|line| (How::Changed, with(&line))));
        let (mut removed, mut doubled, mut swapped) = (lines.clone(), lines.clone(), lines.clone());
        removed.remove(at);
        found.push((How::Removed, joined(&removed)));
        // A signature that stands there twice is two signatures, and both hold.
        if at + 1 < lines.len() {
            doubled.insert(at, line);
            swapped.swap(at, at + 1);
            found.extend([(How::Doubled, joined(&doubled)), (How::Swapped, joined(&swapped))]);
        }
        found.push((How::Cut, joined(&lines[..at])));
        let mut shorter = line.to_owned();
        shorter.pop();
        found.push((How::Cut, with(&shorter)));
    }
    found.retain(|(_, text)| text.trim_end() != note.trim_end());
    found
}
