//! When an event was accepted. Recorded for people, never read by a rule.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A moment in UTC, to the millisecond, written as `2026-11-30T05:00:00.000Z` and in no other form.
///
/// One spelling per moment keeps the record's hash a function of the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp(jiff::Timestamp);

/// Text that is not a moment in the one form of the log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a moment like 2026-11-30T05:00:00.000Z, found {0:?}")]
pub struct NotATimestamp(String);

impl Timestamp {
    /// The moment so many milliseconds after 1970-01-01 UTC.
    ///
    /// # Errors
    /// [`NotATimestamp`] outside the years 0000 to 9999.
    pub fn from_millis(millis: i64) -> Result<Self, NotATimestamp> {
        let moment = jiff::Timestamp::from_millisecond(millis).map_err(|_| NotATimestamp(millis.to_string()))?;
        let shown = Self(moment);
        if shown.to_string().len() == 24 { Ok(shown) } else { Err(NotATimestamp(millis.to_string())) }
    }

    /// Milliseconds since 1970-01-01 UTC.
    pub fn millis(self) -> i64 {
        self.0.as_millisecond()
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.0)
    }
}

impl FromStr for Timestamp {
    type Err = NotATimestamp;

    fn from_str(text: &str) -> Result<Self, NotATimestamp> {
        let refused = || NotATimestamp(text.chars().take(40).collect());
        let moment: jiff::Timestamp = text.parse().map_err(|_| refused())?;
        let parsed = Self(moment);
        // The one spelling: other offsets, other precisions and lower-case letters name the same moment otherwise.
        if parsed.to_string() == text { Ok(parsed) } else { Err(refused()) }
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Timestamp {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            // No format: clients would read a moment and write it in another form, and the text is what is hashed.
            .pattern(Some(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$"))
            .min_length(Some(24))
            .max_length(Some(24))
            .description(Some("A moment in UTC, to the millisecond, in this one form (RFC 3339): its text is hashed."))
            .examples(["2026-11-30T05:00:00.000Z"])
            .into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Timestamp {
    fn name() -> Cow<'static, str> {
        "Timestamp".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_has_one_spelling() {
        let text = "2026-11-30T05:00:00.000Z";
        let moment: Timestamp = text.parse().expect("a moment");
        assert_eq!(moment.to_string(), text);
        assert_eq!(moment.millis(), 1_796_014_800_000);
        assert_eq!(
            Timestamp::from_millis(1_796_014_800_007).expect("a moment").to_string(),
            "2026-11-30T05:00:00.007Z"
        );
        for other in ["2026-11-30T05:00:00Z", "2026-11-30T06:00:00.000+01:00", "2026-11-30T05:00:00.0001Z", "now", ""] {
            assert!(other.parse::<Timestamp>().is_err(), "{other}");
        }
    }

    #[test]
    fn moments_are_those_of_four_digit_years() {
        let first = Timestamp::from_millis(-62_167_219_200_000).expect("a moment");
        assert_eq!(first.to_string(), "0000-01-01T00:00:00.000Z");
        for millis in [-62_167_219_200_001, 253_402_300_800_000, i64::MIN, i64::MAX] {
            assert!(Timestamp::from_millis(millis).is_err(), "{millis}");
        }
        assert_eq!(Timestamp::from_millis(-1).expect("a moment").to_string(), "1969-12-31T23:59:59.999Z");
    }

    #[test]
    fn in_json_a_moment_is_its_text() {
        let moment: Timestamp = serde_json::from_str("\"1970-01-01T00:00:00.042Z\"").expect("a moment");
        assert_eq!(moment.millis(), 42);
        assert_eq!(serde_json::to_string(&moment).expect("JSON"), "\"1970-01-01T00:00:00.042Z\"");
        let refused = serde_json::from_str::<Timestamp>("\"1970-01-01T00:00:00Z\"").expect_err("another spelling");
        assert!(refused.to_string().contains("like 2026-11-30T05:00:00.000Z"), "{refused}");
    }
}
