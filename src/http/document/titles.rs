//! Names for the variants of a union, which generators make types of.

use utoipa::openapi::schema::{Object, Schema};
use utoipa::openapi::{OpenApi as Document, RefOr};

use super::options::camel_case;

/// Gives every tagged variant that has no title one of its own: the union's name and the tag's value, as `AnyMove` and
/// `red-panda` make `AnyMoveRedPanda`.
pub(super) fn finish(document: &mut Document) {
    let Some(components) = document.components.as_mut() else { return };
    for (name, schema) in &mut components.schemas {
        let RefOr::T(Schema::OneOf(union)) = schema else { continue };
        for item in &mut union.items {
            let (found, title) = match item {
                RefOr::T(Schema::Object(object)) => (tag(object), &mut object.title),
                // A variant that holds a struct is that struct and the tag.
                RefOr::T(Schema::AllOf(all)) => (all.items.iter().filter_map(inline).find_map(tag), &mut all.title),
                _ => continue,
            };
            if let (Some(tag), None) = (found, &title) {
                *title = Some(format!("{name}{}", camel_case(&tag)));
            }
        }
    }
}

fn inline(item: &RefOr<Schema>) -> Option<&Object> {
    if let RefOr::T(Schema::Object(object)) = item { Some(object) } else { None }
}

/// The only value that some field of the object can have.
fn tag(object: &Object) -> Option<String> {
    object.properties.values().find_map(|property| {
        let RefOr::T(Schema::Object(field)) = property else { return None };
        let [only] = field.enum_values.as_deref()? else { return None };
        only.as_str().map(str::to_owned)
    })
}
