//! What a ruleset's box holds: every card, tile and token, with its printed facts and where each fact is from.

use serde::Serialize;

/// One physical component of a game.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Component {
    /// Its id, as moves, views and effects name it.
    #[cfg_attr(feature = "schema", schema(example = "SPD-03"))]
    pub id: String,
    /// What sort of component it is.
    #[cfg_attr(feature = "schema", schema(example = "kata"))]
    pub kind: &'static str,
    /// What is printed on it.
    pub facts: Vec<Fact>,
}

/// One printed fact.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Fact {
    /// What the fact is about.
    #[cfg_attr(feature = "schema", schema(example = "side"))]
    pub name: &'static str,
    /// Its value.
    pub value: FactValue,
    /// Where it is from.
    pub source: Source,
}

/// The value of a fact. Its `type` tells what the value is, so that clients need not guess it from its shape.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", content = "value", rename_all = "kebab-case")]
pub enum FactValue {
    /// A number.
    #[cfg_attr(feature = "schema", schema(title = "FactNumber"))]
    Number(i32),
    /// A word or sentence.
    #[cfg_attr(feature = "schema", schema(title = "FactText"))]
    Text(String),
    /// Several words.
    #[cfg_attr(feature = "schema", schema(title = "FactList"))]
    List(Vec<String>),
}

/// Where a fact is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The rulebook states it.
    Rulebook,
    /// A public page states it.
    Public,
    /// Neither does; it was reconstructed, and the printed value may differ.
    Reconstructed,
}

impl Fact {
    /// A fact that is a number.
    pub fn number(name: &'static str, value: i32, source: Source) -> Self {
        Self { name, value: FactValue::Number(value), source }
    }

    /// A fact that is a word or sentence.
    pub fn text(name: &'static str, value: impl Into<String>, source: Source) -> Self {
        Self { name, value: FactValue::Text(value.into()), source }
    }

    /// A fact that is several words.
    pub fn list(name: &'static str, value: impl IntoIterator<Item = impl Into<String>>, source: Source) -> Self {
        Self { name, value: FactValue::List(value.into_iter().map(Into::into).collect()), source }
    }
}
