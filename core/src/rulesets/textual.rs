//! Components that are text on the wire: an id stands for the card, and what is printed on it is looked up by it.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Error, Visitor};
#[cfg(feature = "schema")]
use utoipa::openapi::schema::{Schema, Type};
#[cfg(feature = "schema")]
use utoipa::openapi::{ObjectBuilder, RefOr};

/// What clients are told of a component's ids.
#[cfg_attr(not(feature = "schema"), expect(dead_code, reason = "only the schema tells of them"))]
pub(crate) struct Form {
    /// The name of the schema.
    pub(crate) schema: &'static str,
    /// The description of the schema.
    pub(crate) about: &'static str,
    /// What a reader of something else is told to write.
    pub(crate) expected: &'static str,
    pub(crate) ids: Ids,
    pub(crate) example: &'static str,
}

/// Which texts are ids.
#[cfg_attr(not(feature = "schema"), expect(dead_code, reason = "only the schema tells of them"))]
pub(crate) enum Ids {
    /// Those that the regular expression matches.
    Like(&'static str),
    /// These.
    Listed(fn() -> Vec<&'static str>),
}

/// A component whose id is all that the wire shows of it. [`textual!`] implements it and what follows from it.
pub(crate) trait Textual: Copy {
    const FORM: Form;

    /// The id; not a `String`, as a hundred are written for every state that is hashed.
    fn text(self) -> impl AsRef<str>;
}

/// Makes a type that has a method `id` and reads itself from text its id, on the wire and in messages.
macro_rules! textual {
    ($thing:ty, $form:expr) => {
        impl $crate::rulesets::textual::Textual for $thing {
            const FORM: $crate::rulesets::textual::Form = $form;

            fn text(self) -> impl AsRef<str> {
                self.id()
            }
        }

        impl std::fmt::Display for $thing {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.id().as_ref())
            }
        }

        impl serde::Serialize for $thing {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.id().as_ref())
            }
        }

        impl<'de> serde::Deserialize<'de> for $thing {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str($crate::rulesets::textual::Reader::new())
            }
        }

        #[cfg(feature = "schema")]
        impl utoipa::PartialSchema for $thing {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                $crate::rulesets::textual::schema::<Self>()
            }
        }

        #[cfg(feature = "schema")]
        impl utoipa::ToSchema for $thing {
            fn name() -> std::borrow::Cow<'static, str> {
                <Self as $crate::rulesets::textual::Textual>::FORM.schema.into()
            }
        }
    };
}
pub(crate) use textual;

/// Reads a component from its id.
pub(crate) struct Reader<T>(PhantomData<T>);

impl<T> Reader<T> {
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T: Textual + FromStr<Err: Display>> Visitor<'_> for Reader<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::FORM.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// The schema of a component: a string that is one of its ids.
#[cfg(feature = "schema")]
pub(crate) fn schema<T: Textual>() -> RefOr<Schema> {
    let form = T::FORM;
    let text = ObjectBuilder::new().schema_type(Type::String).description(Some(form.about)).examples([form.example]);
    match form.ids {
        Ids::Like(pattern) => text.pattern(Some(pattern)).into(),
        Ids::Listed(ids) => text.enum_values(Some(ids())).into(),
    }
}

/// Text that is the id of no such component.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid value: string {text:?}, expected {expected}")]
pub struct Unlisted {
    text: String,
    expected: &'static str,
}

/// The component of the list that has the id.
pub(crate) fn find<T: Textual>(mut all: impl Iterator<Item = T>, text: &str) -> Result<T, Unlisted> {
    let unlisted = || Unlisted { text: text.into(), expected: T::FORM.expected };
    all.find(|component| component.text().as_ref() == text).ok_or_else(unlisted)
}

/// The id of a copy of a card: three letters of what it shows, a dash and two digits, such as `OWL-03`.
pub(crate) struct Numbered([u8; 6]);

impl Numbered {
    pub(crate) fn new([a, b, c]: [u8; 3], number: u8) -> Self {
        Self([a, b, c, b'-', b'0' + number / 10, b'0' + number % 10])
    }

    /// The letters and the number of an id; none if the text has another form.
    pub(crate) fn parts(text: &str) -> Option<([u8; 3], u8)> {
        let &[a, b, c, b'-', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = text.as_bytes() else { return None };
        Some(([a, b, c], (tens - b'0') * 10 + (ones - b'0')))
    }
}

impl AsRef<str> for Numbered {
    fn as_ref(&self) -> &str {
        // Letters of a kind and digits of a number below a hundred: always text.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// The beginning of a text that is refused, to show it.
pub(crate) fn shown(text: &str) -> String {
    text.chars().take(16).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_numbered_id_reads_as_its_parts_and_nothing_else_does() {
        for (text, parts) in [("OWL-03", (*b"OWL", 3)), ("DBL-10", (*b"DBL", 10)), ("ABC-99", (*b"ABC", 99))] {
            assert_eq!(Numbered::parts(text), Some(parts));
            assert_eq!(Numbered::new(parts.0, parts.1).as_ref(), text);
        }
        for text in ["", "OWL03", "OWL-3", "OWL-003", "OWL-+3", "OW-03", "OWL-03 "] {
            assert_eq!(Numbered::parts(text), None, "{text:?}");
        }
    }
}
