//! Rulesets by name and version.

use std::borrow::Cow;
use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{AnyMove, AnyOptions, Edition, Listed, RulesetName};
#[cfg(any(test, feature = "drill"))]
use super::{Drill, DrillV1};
use super::{Inori, PandaRei, PandaSpin, RedPanda, Takenoko, VillaPanda};
use crate::kernel::{Reason, Ruleset};
use crate::rulesets::catalogue::Component;

/// What is the same for every game of a ruleset at one version.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The ruleset's name.
    pub name: RulesetName,
    /// The version.
    pub version: u32,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// The options with their defaults.
    pub options: AnyOptions,
    /// Every component of the box.
    pub catalogue: fn() -> Vec<Component>,
}

/// A ruleset, or a version of one, that this program does not know. It says nothing against who asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownRuleset {
    name: String,
    version: u32,
    known: Vec<u32>,
}

impl fmt::Display for UnknownRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name: String = self.name.chars().take(40).collect();
        if self.known.is_empty() {
            let names: Vec<&str> = RulesetName::ALL.iter().map(|name| name.as_str()).collect();
            return write!(f, "the ruleset {name:?} is not known here; this program knows {}", names.join(", "));
        }
        let known: Vec<String> = self.known.iter().map(u32::to_string).collect();
        write!(f, "{name} version {} is not known here; this program knows {}", self.version, known.join(", "))
    }
}

impl std::error::Error for UnknownRuleset {}

impl Serialize for Edition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.tag())
    }
}

impl<'de> Deserialize<'de> for Edition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tag = Cow::<str>::deserialize(deserializer)?;
        Self::by_tag(&tag).ok_or_else(|| {
            let tags: Vec<&str> = Self::ALL.iter().map(|edition| edition.tag()).collect();
            let shown: String = tag.chars().take(40).collect();
            D::Error::custom(format!("unknown variant `{shown}`, expected one of {}", tags.join(", ")))
        })
    }
}

impl RulesetName {
    /// The versions that are built in, oldest first.
    pub fn editions(self) -> impl DoubleEndedIterator<Item = Edition> {
        Edition::ALL.iter().copied().filter(move |edition| edition.name() == self)
    }

    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        with_ruleset!(self.newest(), R => R::NAME)
    }
}

impl Edition {
    /// A ruleset at a version.
    ///
    /// # Errors
    /// [`UnknownRuleset`] when it is not built in.
    pub fn of(name: &str, version: u32) -> Result<Self, UnknownRuleset> {
        let named = || Self::ALL.iter().copied().filter(|edition| edition.name().as_str() == name);
        named().find(|edition| edition.version() == version).ok_or_else(|| UnknownRuleset {
            name: name.into(),
            version,
            known: named().map(Self::version).collect(),
        })
    }

    /// The edition that a tag on the wire names.
    pub fn by_tag(tag: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|edition| edition.tag() == tag)
    }

    /// The ruleset.
    pub fn name(self) -> RulesetName {
        with_ruleset!(self, R => R::LISTED)
    }

    /// The version of its transitions.
    pub fn version(self) -> u32 {
        with_ruleset!(self, R => R::VERSION)
    }

    /// What names it on the wire: the bare name for the newest version, `name@version` for an older one.
    pub fn tag(self) -> &'static str {
        if self == self.name().newest() { self.name().as_str() } else { self.log_tag() }
    }

    /// What names it in a log: always `name@version`, since a log does not change when a version is built in.
    pub fn log_tag(self) -> &'static str {
        with_ruleset!(self, R => R::LOG_TAG)
    }

    /// What is the same for every game of it.
    pub fn facts(self) -> Facts {
        with_ruleset!(self, R => facts::<R>())
    }

    /// What the document calls its options.
    #[cfg(feature = "schema")]
    pub fn options_schema_name(self) -> Cow<'static, str> {
        with_ruleset!(self, R => R::options_schema_name())
    }

    /// What a reason for the end of a game says.
    pub fn words(self, reason: &Reason) -> String {
        let words = match &*reason.code {
            "adjudicated" => Some("an organiser ended the game".into()),
            "corrected" => Some("an arbiter corrected the result".into()),
            _ => with_ruleset!(self, R => R::words(reason)),
        };
        // Only what a stranger wrote has another one, and the audit says so.
        words.unwrap_or_else(|| reason.code.clone().into_owned())
    }

    /// Reads the options of this ruleset. A missing field takes its default, an unknown one is refused.
    ///
    /// # Errors
    /// The deserializer's, with the place and what was expected.
    pub fn options<'de, D: serde::Deserializer<'de>>(self, options: D) -> Result<AnyOptions, D::Error> {
        with_ruleset!(self, R => <R as Ruleset>::Options::deserialize(options).map(<R as Listed>::options))
    }

    /// Reads a move of this ruleset without the tag around it.
    ///
    /// # Errors
    /// The deserializer's, with the place and what was expected.
    pub fn read_move<'de, D: serde::Deserializer<'de>>(self, mv: D) -> Result<AnyMove, D::Error> {
        with_ruleset!(self, R => <R as Ruleset>::Move::deserialize(mv).map(R::mv))
    }
}

fn facts<R: Listed>() -> Facts {
    Facts {
        name: R::LISTED,
        version: R::VERSION,
        seats: (*R::SEATS.start(), *R::SEATS.end()),
        options: <R as Listed>::options(R::Options::default()),
        catalogue: R::catalogue,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ruleset_is_found_by_name_and_version_and_what_is_not_is_told_with_what_is() {
        assert_eq!(Edition::of("drill", 1), Ok(Edition::DrillV1));
        assert_eq!(Edition::of("drill", 2), Ok(Edition::Drill));
        let unknown = |name, version| Edition::of(name, version).expect_err("unknown").to_string();
        assert_eq!(unknown("drill", 3), "drill version 3 is not known here; this program knows 1, 2");
        assert_eq!(unknown("red-panda", 99), "red-panda version 99 is not known here; this program knows 1");
        assert!(unknown("go", 1).starts_with("the ruleset \"go\" is not known here; this program knows red-panda, "));
        assert!(unknown(&"x".repeat(100_000), 1).len() < 300);
    }

    #[test]
    fn the_newest_version_has_the_bare_name_on_the_wire_and_every_version_its_own_in_a_log() {
        for edition in Edition::ALL.iter().copied() {
            let (name, version) = (edition.name().as_str(), edition.version());
            assert_eq!(edition.log_tag(), format!("{name}@{version}"));
            assert_eq!(Edition::by_tag(edition.tag()), Some(edition));
            assert_eq!(Edition::of(name, version), Ok(edition));
        }
        assert_eq!((Edition::DrillV1.tag(), Edition::Drill.tag()), ("drill@1", "drill"));
        assert_eq!((Edition::by_tag("drill@2"), Edition::by_tag("red-panda@1")), (None, None));
        let versions: Vec<u32> = RulesetName::Drill.editions().map(Edition::version).collect();
        assert_eq!(versions, [1, 2]);
    }

    #[test]
    fn a_move_is_tagged_as_its_edition_is() {
        for (edition, tag) in [(Edition::DrillV1, "drill@1"), (Edition::Drill, "drill")] {
            let mv = edition.read_move(&mut serde_json::Deserializer::from_str(r#"{"type":"call","number":2}"#));
            let mv = mv.expect("a move");
            let json = serde_json::to_value(&mv).expect("JSON");
            assert_eq!((json["ruleset"].as_str(), mv.edition()), (Some(tag), edition));
            assert_eq!(serde_json::from_value::<AnyMove>(json).expect("a move"), mv);
        }
    }
}
