//! Room for what comes: a field that is there, and null.

#[cfg(feature = "schema")]
use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
#[cfg(feature = "schema")]
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
#[cfg(feature = "schema")]
use utoipa::openapi::{RefOr, Schema};
#[cfg(feature = "schema")]
use utoipa::{PartialSchema, ToSchema};

/// A field of the format that has no meaning in this draft: it is written as null, and anything else is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reserved;

impl Serialize for Reserved {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl<'de> Deserialize<'de> for Reserved {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Null;
        impl de::Visitor<'_> for Null {
            type Value = Reserved;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("null: the field is reserved in this draft of the format")
            }

            fn visit_unit<E: de::Error>(self) -> Result<Reserved, E> {
                Ok(Reserved)
            }
        }
        deserializer.deserialize_any(Null)
    }
}

#[cfg(feature = "schema")]
impl PartialSchema for Reserved {
    fn schema() -> RefOr<Schema> {
        // Generators make nothing useful of a type that has only null; whoever writes a client may ignore the field.
        let types = SchemaType::from_iter([Type::Object, Type::Null]);
        ObjectBuilder::new().schema_type(types).description(Some("Reserved: null in this draft of the format.")).into()
    }
}

#[cfg(feature = "schema")]
impl ToSchema for Reserved {
    fn name() -> Cow<'static, str> {
        "Reserved".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_null_is_accepted_and_written() {
        assert_eq!(serde_json::from_str::<Reserved>("null").expect("null"), Reserved);
        assert_eq!(serde_json::to_string(&Reserved).expect("JSON"), "null");
        for other in ["0", "{}", "[]", "\"\"", "false", "{\"type\":\"fischer\"}"] {
            let error = serde_json::from_str::<Reserved>(other).expect_err("reserved").to_string();
            assert!(error.contains("expected null: the field is reserved in this draft"), "{error}");
        }
    }
}
