//! Components with an id: the id is the component, and what is printed on it is looked up by it.

/// Makes a component type of a table of faces. It is compared by its face alone, and is its id on the wire.
macro_rules! printed {
    ($(#[$doc:meta])* $name:ident, $face:ty, $table:expr, $schema:literal, $what:literal, $pattern:literal, $example:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(&'static $face);

        impl $name {
            /// Every one of the box.
            pub(super) fn all() -> impl Iterator<Item = Self> {
                $table.iter().map(Self)
            }

            /// Its id.
            pub fn id(self) -> &'static str {
                self.0.id
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                std::ptr::eq(self.0, other.0)
            }
        }

        impl Eq for $name {}

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.id())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.id())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.id())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Id;
                impl serde::de::Visitor<'_> for Id {
                    type Value = $name;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str(concat!("the id of ", $what, " of Villa Panda, such as ", $example))
                    }
                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$name, E> {
                        let found = $name::all().find(|component| component.id() == text);
                        found.ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
                    }
                }
                deserializer.deserialize_str(Id)
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .description(Some(concat!("The id of ", $what, "; the catalogue tells what is printed on it.")))
                    .pattern(Some($pattern))
                    .examples([$example])
                    .into()
            }
        }

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                $schema.into()
            }
        }
    };
}
pub(super) use printed;
