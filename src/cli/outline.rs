//! A JSON value as an indented outline for people: short things on one line, names before values, no quotes.

use serde_json::{Map, Value};

use super::terminal::plain;

/// Columns in a line of an outline, the indent included.
const WIDTH: usize = 110;

/// Columns in an item of a list that is written in rows; lists of longer items have a line or more for each.
const ITEM_WIDTH: usize = 24;

/// The outline of a value, each line indented by so many spaces.
pub(super) fn outline(value: &Value, indent: usize) -> String {
    let mut lines = String::new();
    match value {
        Value::Object(fields) => members(ordered(fields).into_iter(), indent, &mut lines),
        Value::Array(items) => {
            let numbers: Vec<String> = (0..items.len()).map(|number| number.to_string()).collect();
            members(numbers.iter().zip(items), indent, &mut lines);
        }
        _ => line(indent, &inline(value), &mut lines),
    }
    lines
}

fn members<'a>(members: impl Iterator<Item = (&'a String, &'a Value)> + Clone, indent: usize, lines: &mut String) {
    let column = members.clone().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, value) in members {
        let name = plain(name);
        let room = WIDTH.saturating_sub(indent + column + 2);
        match wrapped(value, room) {
            Some(rows) => {
                for (row, name) in rows.iter().zip(std::iter::once(&*name).chain(std::iter::repeat(""))) {
                    line(indent, &format!("{name:<column$}  {row}"), lines);
                }
            }
            None => {
                line(indent, &name, lines);
                lines.push_str(&outline(value, indent + 2));
            }
        }
    }
}

/// The value in rows of so many columns, where it reads well that way: on one, or as a list of short items.
fn wrapped(value: &Value, room: usize) -> Option<Vec<String>> {
    let short = bare(value);
    let one_row = short.chars().count() <= room;
    match value {
        _ if one_row => Some(vec![short]),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(inline).collect();
            items.iter().all(|item| item.chars().count() <= ITEM_WIDTH).then(|| rows(&items, room))
        }
        Value::Object(_) => None,
        _ => Some(vec![short]),
    }
}

fn rows(items: &[String], room: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for (number, item) in items.iter().enumerate() {
        let item = format!("{item}{}", if number + 1 < items.len() { "," } else { "" });
        match rows.last_mut() {
            Some(row) if row.chars().count() + 1 + item.chars().count() <= room => *row += &format!(" {item}"),
            _ => rows.push(item),
        }
    }
    rows
}

fn line(indent: usize, text: &str, lines: &mut String) {
    lines.push_str(&" ".repeat(indent));
    lines.push_str(text.trim_end());
    lines.push('\n');
}

/// A value on one line. What has a `type` is written like a call: `give (seat 2)`.
pub(super) fn inline(value: &Value) -> String {
    match value {
        Value::Null => "–".into(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.into(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => plain(text).into_owned(),
        Value::Array(items) => format!("[{}]", list(items)),
        Value::Object(fields) => match tagged(fields) {
            (Some(tag), rest) if rest.is_empty() => tag,
            (Some(tag), rest) => format!("{tag} ({rest})"),
            (None, rest) => format!("{{{rest}}}"),
        },
    }
}

/// A value on the rest of a line, where no brackets are needed to see its end.
fn bare(value: &Value) -> String {
    match value {
        Value::Array(items) if !items.is_empty() => list(items),
        Value::Object(fields) => match tagged(fields) {
            (None, rest) => rest,
            _ => inline(value),
        },
        Value::Array(_) => "–".into(),
        _ => inline(value),
    }
}

fn list(items: &[Value]) -> String {
    items.iter().map(inline).collect::<Vec<_>>().join(", ")
}

/// What kind of thing an object is, and its other fields.
pub(super) fn tagged(fields: &Map<String, Value>) -> (Option<String>, String) {
    let tag = fields.get("type").and_then(Value::as_str).map(|tag| plain(tag).into_owned());
    let is_tag = |name: &str| tag.is_some() && name == "type";
    let field = |(name, value): (&String, &Value)| format!("{} {}", plain(name), inline(value));
    let others: Vec<String> = ordered(fields).into_iter().filter(|(name, _)| !is_tag(name)).map(field).collect();
    (tag, others.join(", "))
}

/// The fields as people read them: who, then what is short, then what is long; by name where that leaves a choice.
fn ordered(fields: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut ordered: Vec<_> = fields.iter().collect();
    ordered.sort_by_key(|(name, value)| match value {
        _ if *name == "seat" => 0,
        Value::Array(_) => 2,
        Value::Object(fields) if !fields.contains_key("type") => 2,
        _ => 1,
    });
    ordered
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn short_values_stand_on_one_line() {
        let value = json!({"seat": 1, "token": null, "cards": ["a-1", "b-2"], "awaited": {"type": "side", "card": "c"},
            "over": false, "none": [], "copies": {"x": 1, "y": 2}});
        let expected = "  seat     1\n  awaited  side (card c)\n  over     no\n  token    –\n  cards    a-1, b-2\n  \
                        copies   x 1, y 2\n  none     –\n";
        assert_eq!(outline(&value, 2), expected);
    }

    #[test]
    fn long_values_are_broken_and_their_items_numbered() {
        let cards: Vec<String> = (0..12).map(|number| format!("telekinesis-{number}")).collect();
        let value = json!({"seats": [{"deck": 3, "penalties": cards}, {"deck": 4, "penalties": []}]});
        let expected = "seats\n  0\n    deck       3\n    penalties  telekinesis-0, telekinesis-1, telekinesis-2, \
                        telekinesis-3, telekinesis-4, telekinesis-5,\n               telekinesis-6, telekinesis-7, \
                        telekinesis-8, telekinesis-9, telekinesis-10, telekinesis-11\n  1  deck 4, penalties []\n";
        assert_eq!(outline(&value, 0), expected);
    }
}
