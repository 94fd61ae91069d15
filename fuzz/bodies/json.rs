//! Changes to JSON that bytes choose: what a person who edits a file, or a program that is wrong, could do to it.

use arbitrary::{Result, Unstructured};
use serde_json::{Map, Value};

/// Numbers at the ends of what something takes.
const NUMBERS: [i64; 16] =
    [0, 1, 2, 3, 5, 6, 7, 8, -1, 255, 256, u32::MAX as i64, (1 << 53) - 1, 1 << 53, i64::MAX, i64::MIN];

/// Changes one place, anywhere in the value. The words are what a string may become, or a field may be called.
pub(crate) fn change(value: &mut Value, words: &[String], bytes: &mut Unstructured<'_>) -> Result<()> {
    let below = match value {
        Value::Array(items) if !items.is_empty() && bytes.ratio(7, 8)? => {
            let at = bytes.choose_index(items.len())?;
            items.get_mut(at)
        }
        Value::Object(fields) if !fields.is_empty() && bytes.ratio(7, 8)? => {
            let at = bytes.choose_index(fields.len())?;
            fields.values_mut().nth(at)
        }
        _ => None,
    };
    match below {
        // Now and then the parent loses, doubles or renames it instead.
        Some(child) if bytes.ratio(7, 8)? => change(child, words, bytes),
        Some(_) => shift(value, words, bytes),
        None => {
            *value = another(value, words, bytes)?;
            Ok(())
        }
    }
}

/// Removes, doubles, swaps or renames an entry of a list or an object.
fn shift(value: &mut Value, words: &[String], bytes: &mut Unstructured<'_>) -> Result<()> {
    match value {
        Value::Array(items) if !items.is_empty() => {
            let (at, other) = (bytes.choose_index(items.len())?, bytes.choose_index(items.len())?);
            match bytes.int_in_range(0..=2)? {
                0 => drop(items.remove(at)),
                1 => items.insert(at, items[other].clone()),
                _ => items.swap(at, other),
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let at = bytes.choose_index(fields.len())?;
            let name = fields.keys().nth(at).cloned().unwrap_or_default();
            let moved = fields.remove(&name);
            if bytes.ratio(1, 2)? {
                let name = if words.is_empty() { name + "s" } else { bytes.choose(words)?.clone() };
                fields.insert(name, moved.unwrap_or_default());
            }
        }
        _ => {}
    }
    Ok(())
}

/// Something else in the place of a value: more often than not of its own type.
fn another(value: &Value, words: &[String], bytes: &mut Unstructured<'_>) -> Result<Value> {
    let own = bytes.ratio(3, 4)?;
    Ok(match value {
        Value::Bool(is) if own => Value::Bool(!is),
        Value::Number(number) if own => {
            let (number, by) = (number.as_i64().unwrap_or(0), bytes.int_in_range(-3..=3)?);
            if bytes.ratio(1, 4)? { number_of(bytes)? } else { Value::from(number.saturating_add(by)) }
        }
        Value::String(text) if own && !text.is_empty() && bytes.ratio(1, 2)? => Value::String(respelt(text, bytes)?),
        Value::String(_) if own => word(words, bytes)?,
        _ => match bytes.int_in_range(0..=5)? {
            0 => Value::Null,
            1 => Value::Bool(bytes.arbitrary()?),
            2 => number_of(bytes)?,
            3 => word(words, bytes)?,
            4 => Value::Array(vec![value.clone(); bytes.int_in_range(0..=3)?]),
            _ => Value::Object(Map::from_iter([(word(words, bytes)?.to_string(), value.clone())])),
        },
    })
}

fn number_of(bytes: &mut Unstructured<'_>) -> Result<Value> {
    Ok(if bytes.ratio(3, 4)? { Value::from(*bytes.choose(&NUMBERS)?) } else { Value::from(bytes.arbitrary::<f64>()?) })
}

fn word(words: &[String], bytes: &mut Unstructured<'_>) -> Result<Value> {
    let of_words = !words.is_empty() && bytes.ratio(3, 4)?;
    Ok(Value::String(if of_words { bytes.choose(words)?.clone() } else { bytes.arbitrary()? }))
}

/// The text with one character removed, doubled, or become another.
fn respelt(text: &str, bytes: &mut Unstructured<'_>) -> Result<String> {
    let mut letters: Vec<char> = text.chars().collect();
    let at = bytes.choose_index(letters.len())?;
    match bytes.int_in_range(0..=3)? {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letters[at]),
        2 => letters[at] = bytes.int_in_range(b' '..=b'~')?.into(),
        _ => letters[at] = bytes.arbitrary()?,
    }
    Ok(letters.into_iter().collect())
}

/// Every string in a value, names of fields included, once each.
pub(crate) fn words(value: &Value) -> Vec<String> {
    fn collect(value: &Value, found: &mut std::collections::BTreeSet<String>) {
        match value {
            Value::String(text) => drop(found.insert(text.clone())),
            Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
            Value::Object(fields) => fields.iter().for_each(|(name, field)| {
                found.insert(name.clone());
                collect(field, found);
            }),
            _ => {}
        }
    }
    let mut found = std::collections::BTreeSet::new();
    collect(value, &mut found);
    found.into_iter().collect()
}
