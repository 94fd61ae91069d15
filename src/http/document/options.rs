//! Options as they are asked for and as they are answered.
//!
//! Whoever creates a game leaves out what shall keep its default; whoever reads a game finds every field. One schema
//! cannot say both, and a client that is generated from one where every field may be missing takes the options of one
//! ruleset for those of another. So each ruleset has two: `…Options`, where nothing is missing, and `…PartialOptions`.
//! A request that names a ruleset is a union of one request per ruleset, told apart by `ruleset`.

use std::collections::BTreeMap;

use serde_json::Value;
use utoipa::openapi::schema::{Object, ObjectBuilder, OneOf, OneOfBuilder, Schema, Type};
use utoipa::openapi::{OpenApi as Document, Ref, RefOr};

use crate::rulesets::any::{Edition, Facts};

/// What names a ruleset and carries its options.
const REQUESTS: [&str; 2] = ["CreateGame", "ChosenRuleset"];

type Schemas = BTreeMap<String, RefOr<Schema>>;

/// Makes the document tell the two apart.
pub(super) fn finish(document: &mut Document) {
    let Some(components) = document.components.as_mut() else { return };
    let schemas = &mut components.schemas;
    let mut requests = REQUESTS.map(|name| (name, OneOf::new()));
    for edition in Edition::ALL.iter().copied() {
        let facts = edition.facts();
        let whole = edition.options_schema_name();
        let partial = whole.replace("Options", "PartialOptions");
        // Two versions may have the same options.
        if let Some(object) = object(schemas, &whole).filter(|_| !schemas.contains_key(&partial)) {
            schemas.insert(partial.clone(), asked(&object).into());
            schemas.insert(whole.into_owned(), answered(object).into());
        }
        for (name, union) in &mut requests {
            if let Some(object) = object(schemas, name) {
                union.items.push(request(name, object, edition.tag(), &facts, &partial).into());
            }
        }
    }
    for (name, mut union) in requests {
        if let Some(Object { description, .. }) = object(schemas, name) {
            union.description = description;
            schemas.insert(name.into(), Schema::OneOf(union).into());
        }
    }
    for schema in schemas.values_mut() {
        if let RefOr::T(Schema::Object(object)) = schema {
            object.properties.values_mut().for_each(tell_default);
        }
    }
}

fn object(schemas: &Schemas, name: &str) -> Option<Object> {
    match schemas.get(name) {
        Some(RefOr::T(Schema::Object(object))) => Some(object.clone()),
        _ => None,
    }
}

/// `red-panda` as `RedPanda`.
pub(super) fn camel_case(kebab: &str) -> String {
    let capital = |word: &str| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect();
    kebab.split(['-', '@']).map(capital).collect::<Vec<String>>().concat()
}

fn asked(whole: &Object) -> Schema {
    let mut object = whole.clone();
    object.required.clear();
    object.description =
        object.description.map(|description| format!("{description} What is left out takes its default."));
    Schema::Object(object)
}

fn answered(whole: Object) -> Schema {
    let mut object = whole;
    object.required = object.properties.keys().cloned().collect();
    for property in object.properties.values_mut() {
        match property {
            RefOr::Ref(reference) => reference.default = None,
            property => default_of(property).into_iter().for_each(|(default, _)| *default = None),
        }
    }
    Schema::Object(object)
}

/// The request for one ruleset.
fn request(request: &str, any: Object, name: &str, facts: &Facts, partial: &str) -> Schema {
    let mut object = any;
    object.title = Some(format!("{request}{}", camel_case(name)));
    let description = object.description.unwrap_or_default();
    object.description = Some(format!("{description} Of `{name}`.").trim_start().into());
    let only = ObjectBuilder::new().schema_type(Type::String).enum_values(Some([name]));
    object.properties.insert("ruleset".into(), only.into());
    let mut options = Ref::from_schema_name(partial);
    options.description = "The ruleset's options; what is left out takes its default.".into();
    let options = OneOfBuilder::new().item(options).item(ObjectBuilder::new().schema_type(Type::Null));
    object.properties.insert("options".into(), options.into());
    if let Some(RefOr::T(Schema::Array(seats))) = object.properties.get_mut("seats") {
        (seats.min_items, seats.max_items) = (Some(facts.seats.0.into()), Some(facts.seats.1.into()));
    }
    Schema::Object(object)
}

/// The default of a schema, and its description.
fn default_of(schema: &mut RefOr<Schema>) -> Option<(&mut Option<Value>, &mut Option<String>)> {
    match schema {
        RefOr::T(Schema::Object(object)) => Some((&mut object.default, &mut object.description)),
        RefOr::T(Schema::Array(array)) => Some((&mut array.default, &mut array.description)),
        RefOr::T(Schema::OneOf(union)) => Some((&mut union.default, &mut union.description)),
        RefOr::T(_) | RefOr::Ref(_) => None,
    }
}

/// Tells defaults in words: from the keyword one generator makes a field that must be sent after all, and another one
/// code that is none of its language.
fn tell_default(schema: &mut RefOr<Schema>) {
    if let RefOr::Ref(reference) = schema {
        if let Some(default) = reference.default.take() {
            reference.description = [reference.description.as_str(), &words(&default)].join(" ");
        }
    } else if let Some((default, description)) = default_of(schema)
        && let Some(default) = default.take()
    {
        *description = Some(description.iter().cloned().chain([words(&default)]).collect::<Vec<_>>().join(" "));
    }
}

fn words(default: &Value) -> String {
    match default.to_string() {
        short if short.len() < 60 => format!("Default: `{short}`."),
        _ => "Its default stands in the options of `GET /v1/rulesets`.".into(),
    }
}
