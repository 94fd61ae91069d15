//! What may be null, written so that every generator reads it.

use utoipa::openapi::schema::{Object, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{OpenApi as Document, Ref, RefOr};

/// What clients send, and where leaving out is not sending null.
const ASKED: [&str; 7] =
    ["CreateGame", "PartialOptions", "CreateTournament", "TournamentFormat", "ChosenRuleset", "SeatGame", "MakeRuling"];

/// Makes every field that may be null one that is always there, as it is on the wire, and a union that may be null one
/// that says so itself.
pub(super) fn finish(document: &mut Document) {
    let Some(components) = document.components.as_mut() else { return };
    let whole = components.schemas.clone();
    let target = |reference: &Ref| whole.get(name(reference));
    let mut nullable = Vec::new();
    for (name, schema) in &mut components.schemas {
        if ASKED.iter().any(|asked| name.ends_with(asked)) {
            continue;
        }
        let (objects, in_union) = match schema {
            RefOr::T(Schema::Object(object)) => (vec![object], false),
            RefOr::T(Schema::OneOf(union)) => (union.items.iter_mut().filter_map(inline).collect(), true),
            _ => continue,
        };
        for object in objects {
            for (field, property) in &mut object.properties {
                if !is_nullable(property) {
                    continue;
                }
                if !object.required.contains(field) {
                    object.required.push(field.clone());
                }
                let Some(reference) = or_null(property) else { continue };
                match target(&reference) {
                    Some(RefOr::T(Schema::OneOf(_))) => {
                        nullable.push(reference.clone());
                        *property = RefOr::Ref(reference);
                    }
                    // One generator, where it tells variants apart, holds null against the pattern.
                    Some(RefOr::T(Schema::Object(text))) if in_union && is_text(text) => {
                        *property = text_or_null(reference);
                    }
                    _ => {}
                }
            }
        }
    }
    for reference in nullable {
        if let Some(RefOr::T(Schema::OneOf(union))) = components.schemas.get_mut(name(&reference))
            && !union.items.iter().any(is_null)
        {
            union.items.push(ObjectBuilder::new().schema_type(Type::Null).into());
        }
    }
}

fn name(reference: &Ref) -> &str {
    reference.ref_location.rsplit('/').next().unwrap_or_default()
}

fn inline(item: &mut RefOr<Schema>) -> Option<&mut Object> {
    match item {
        RefOr::T(Schema::Object(object)) => Some(object),
        _ => None,
    }
}

fn is_null(schema: &RefOr<Schema>) -> bool {
    matches!(schema, RefOr::T(Schema::Object(object)) if object.schema_type == SchemaType::Type(Type::Null))
}

fn is_text(object: &Object) -> bool {
    object.schema_type == SchemaType::Type(Type::String) && object.enum_values.is_none()
}

fn is_nullable(schema: &RefOr<Schema>) -> bool {
    match schema {
        RefOr::T(Schema::OneOf(union)) => union.items.iter().any(is_null),
        RefOr::T(Schema::Object(object)) => has_null(&object.schema_type),
        RefOr::T(Schema::Array(array)) => has_null(&array.schema_type),
        _ => false,
    }
}

fn has_null(schema_type: &SchemaType) -> bool {
    matches!(schema_type, SchemaType::Array(types) if types.contains(&Type::Null))
}

/// The reference of a schema that is a reference or null.
fn or_null(schema: &RefOr<Schema>) -> Option<Ref> {
    let RefOr::T(Schema::OneOf(union)) = schema else { return None };
    match &*union.items {
        [RefOr::Ref(reference), null] | [null, RefOr::Ref(reference)] if is_null(null) => Some(reference.clone()),
        _ => None,
    }
}

fn text_or_null(reference: Ref) -> RefOr<Schema> {
    let either = SchemaType::from_iter([Type::String, Type::Null]);
    ObjectBuilder::new().schema_type(either).description(Some(reference.description)).into()
}
