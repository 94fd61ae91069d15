//! The document and the server say the same: every answer of every test is one that the document lists.

use std::sync::OnceLock;

use serde_json::Value;

/// The document, as it is served.
pub(crate) fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| serde_json::to_value(pandect::http::document()).expect("a document"))
}

/// Every operation, with its method and path.
pub(crate) fn operations() -> impl Iterator<Item = (String, &'static Value)> {
    let paths = document()["paths"].as_object().expect("paths");
    paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().expect("methods").iter();
        methods.map(move |(method, operation)| (format!("{} {path}", method.to_uppercase()), operation))
    })
}

/// The operation that answers a request.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let path = path.split('?').next().unwrap_or_default();
    let method = if method == "HEAD" { "GET" } else { method };
    let fits = |pattern: &str| {
        let (pattern, parts): (Vec<_>, Vec<_>) = (pattern.split('/').collect(), path.split('/').collect());
        let same = |(pattern, part): (&&str, &&str)| pattern == part || (pattern.starts_with('{') && !part.is_empty());
        pattern.len() == parts.len() && pattern.iter().zip(&parts).all(same)
    };
    let paths = document()["paths"].as_object().expect("paths");
    // A path without parameters goes before one with them.
    let found = paths.get(path).or_else(|| paths.iter().find(|(pattern, _)| fits(pattern)).map(|(_, item)| item));
    found?.get(method.to_lowercase())
}

/// That the document lists this answer: its status, its media type, and the code of a problem.
pub(crate) fn check(method: &str, path: &str, status: u16, media: Option<&str>, body: &[u8]) {
    let Some(operation) = operation(method, path) else { return };
    let response = &operation["responses"][status.to_string()];
    assert!(response.is_object(), "{method} {path}: the document lists no {status}");
    let essence = media.and_then(|media| media.split(';').next());
    if body.is_empty() {
        return;
    }
    let essence = essence.unwrap_or_else(|| panic!("{method} {path}: a body without a media type"));
    assert!(response["content"][essence].is_object(), "{method} {path}: the document lists no {essence} for {status}");
    if essence == "application/problem+json" {
        let problem: Value = serde_json::from_slice(body).expect("a problem");
        let code = problem["code"].as_str().expect("a code");
        let listed = response["description"].as_str().is_some_and(|text| text.contains(&format!("`{code}`")));
        assert!(listed, "{method} {path}: the document lists no {code} for {status}");
    }
}

#[test]
fn every_operation_tells_what_a_caller_needs_to_know() {
    let mut ids = std::collections::BTreeSet::new();
    for (called, operation) in operations() {
        let text = |field: &str| operation[field].as_str().unwrap_or_default();
        for (field, least) in [("operationId", 5), ("summary", 8), ("description", 20)] {
            assert!(text(field).len() >= least, "{called}: its {field} is {:?}", text(field));
        }
        assert!(ids.insert(text("operationId")), "{called}: another operation has its id");
        assert_eq!(operation["tags"].as_array().map(Vec::len), Some(1), "{called}: it has one tag");
        assert!(operation["security"].is_array(), "{called}: it says which token it takes, if any");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let described = parameter["description"].as_str().is_some_and(|text| text.len() > 5);
            assert!(described, "{called}: {}", parameter["name"]);
        }
    }
}

#[test]
fn every_answer_has_a_schema_and_an_example_that_a_server_gave() {
    for (called, operation) in operations() {
        if let Some(body) = operation.get("requestBody") {
            for (media, content) in body["content"].as_object().expect("content") {
                assert!(
                    content["schema"].is_object() && !content["example"].is_null(),
                    "{called}: the {media} it takes"
                );
            }
        }
        let responses = operation["responses"].as_object().expect("responses");
        assert!(responses.keys().any(|status| status.starts_with('2')), "{called}: what it answers when all is well");
        for status in ["400", "429", "500", "503"] {
            assert!(responses.contains_key(status), "{called}: it lists no {status}");
        }
        for (status, response) in responses {
            assert!(response["description"].as_str().is_some_and(|text| !text.is_empty()), "{called}: {status}");
            let content = response.get("content").and_then(Value::as_object);
            assert_eq!(content.is_none(), ["204", "304"].contains(&status.as_str()), "{called}: the body of {status}");
            for (media, content) in content.into_iter().flatten() {
                assert!(content["schema"].is_object(), "{called}: the schema of {status} as {media}");
                let shown = !content["example"].is_null() || media == "application/problem+json";
                assert!(shown, "{called}: no example of {status}; tests/it/examples.rs records them");
            }
            if status == "201" {
                assert!(response["headers"]["Location"].is_object(), "{called}: where what it made is");
            }
        }
    }
}

/// The component that a reference names.
fn named(schema: &Value) -> Option<(&str, &'static Value)> {
    let name = schema["$ref"].as_str()?.rsplit('/').next()?;
    Some((name, &document()["components"]["schemas"][name]))
}

fn is_null(schema: &Value) -> bool {
    schema["type"] == "null"
}

/// The fields whose schema allows one value only.
fn tags(schema: &Value) -> Vec<(String, String)> {
    let schema = named(schema).map_or(schema, |(_, schema)| schema);
    let only = |property: &Value| match property["enum"].as_array()?.as_slice() {
        [value] => Some(value.to_string()),
        _ => None,
    };
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties.filter_map(|(name, property)| Some((name.clone(), only(property)?))).collect()
}

#[test]
fn unions_are_told_apart_by_a_field_with_one_value() {
    for (name, schema) in document()["components"]["schemas"].as_object().expect("schemas") {
        let Some(variants) = schema["oneOf"].as_array() else { continue };
        let variants: Vec<_> = variants.iter().filter(|variant| !is_null(variant)).collect();
        match name.as_str() {
            // What is hashed carries no tag: the kind of the record tells a payload, the ruleset beside them options.
            "Payload" | "TournamentPayload" | "AnyOptions" => {
                for (at, variant) in variants.iter().enumerate() {
                    let earlier = &variants[..at];
                    let fields = |schema| required(schema);
                    let taken = earlier.iter().find(|one| fields(one).is_subset(&fields(variant)));
                    assert_eq!(taken, None, "{name}: {variant} would be read as an earlier variant");
                }
            }
            _ => {
                let found: Vec<_> = variants.iter().map(|variant| tags(variant)).collect();
                let field = |tags: &[(String, String)]| tags.first().map(|(field, _)| field.clone());
                assert!(found.iter().all(|tags| field(tags).is_some() && field(tags) == field(&found[0])), "{name}");
                let values: std::collections::BTreeSet<_> = found.iter().map(|tags| &tags[0].1).collect();
                assert_eq!(values.len(), variants.len(), "{name}: two variants have one tag");
                assert!(variants.iter().all(|variant| variant["title"].is_string()), "{name}: each variant has a name");
            }
        }
    }
}

fn required(schema: &Value) -> std::collections::BTreeSet<String> {
    let schema = named(schema).map_or(schema, |(_, schema)| schema);
    if let Some(variants) = schema["oneOf"].as_array() {
        return required(&variants[0]);
    }
    let fields = schema["required"].as_array().into_iter().flatten();
    fields.map(|field| field.as_str().expect("a name").into()).collect()
}

#[test]
fn a_union_that_may_be_null_says_so_itself() {
    fn walk(place: &str, schema: &Value) {
        if let Some(variants) = schema["oneOf"].as_array() {
            for (name, union) in variants.iter().filter_map(named) {
                let nullable = variants.len() == 2 && variants.iter().any(is_null);
                assert!(!nullable || union["oneOf"].is_null(), "{place}: {name} or null; see openapi/nullable.rs");
            }
        }
        match schema {
            Value::Object(fields) => fields.iter().for_each(|(name, value)| walk(&format!("{place}.{name}"), value)),
            Value::Array(items) => items.iter().for_each(|item| walk(place, item)),
            _ => {}
        }
    }
    walk("schemas", &document()["components"]["schemas"]);
}
