//! Where the rulesets meet: closed enums over all of them. The only file that names every ruleset.
//!
//! A ruleset may be built in at several versions, each an [`Edition`]: one variant of every enum below, under the ruleset's
//! bare name on the wire for the newest version and under `name@version` for an older one. A new ruleset is a line of
//! [`each_ruleset`](crate::each_ruleset), a variant of each enum and an arm of the macros `with_ruleset`, `each` and `edition_of`:
//! with the line alone, nothing compiles. What runs over all rulesets (the suites, the fuzzers, the benches) follows the line. An
//! older version is listed beside the line, as the two versions of a ruleset that only tests have.

#[cfg(feature = "schema")]
use std::borrow::Cow;

use serde::{Deserialize, Serialize, Serializer};

use super::catalogue::Component;
#[cfg(any(test, feature = "drill"))]
use super::drill::{self, Drill, DrillV1};
use super::inori::{self, Inori};
use super::panda_rei::{self, PandaRei};
use super::panda_spin::{self, PandaSpin};
use super::red_panda::{self, RedPanda};
use super::takenoko::{self, Takenoko};
use super::villa_panda::{self, VillaPanda};
use crate::kernel::{Match, Reason, Ruleset};

/// The rulesets that are served, each at its newest version: gives a macro their types, their folders and what names them in a
/// log.
#[macro_export]
macro_rules! each_ruleset {
    ($then:ident) => {
        $then! {
            RedPanda: red_panda, "red-panda@1";
            PandaRei: panda_rei, "panda-rei@1";
            PandaSpin: panda_spin, "panda-spin@1";
            Takenoko: takenoko, "takenoko@1";
            Inori: inori, "inori@1";
            VillaPanda: villa_panda, "villa-panda@1";
        }
    };
}

/// The name of a ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RulesetName {
    /// Red Panda.
    RedPanda,
    /// Panda Rei.
    PandaRei,
    /// Panda Spin.
    PandaSpin,
    /// Takenoko.
    Takenoko,
    /// Inori.
    Inori,
    /// Villa Panda.
    VillaPanda,
    /// What only tests play.
    #[cfg(any(test, feature = "drill"))]
    Drill,
}

/// A ruleset at one version: what a game is played by, from its first event to its last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edition {
    /// Red Panda, version 1.
    RedPanda,
    /// Panda Rei, version 1.
    PandaRei,
    /// Panda Spin, version 1.
    PandaSpin,
    /// Takenoko, version 1.
    Takenoko,
    /// Inori, version 1.
    Inori,
    /// Villa Panda, version 1.
    VillaPanda,
    /// What only tests play, version 1.
    #[cfg(any(test, feature = "drill"))]
    DrillV1,
    /// What only tests play, version 2.
    #[cfg(any(test, feature = "drill"))]
    Drill,
}

/// What a ruleset accepts as options, by ruleset; on the wire the ruleset's name stands beside it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum AnyOptions {
    /// Options of Red Panda.
    RedPanda(red_panda::Options),
    /// Options of Panda Rei.
    PandaRei(panda_rei::Options),
    /// Options of Panda Spin.
    PandaSpin(panda_spin::Options),
    /// Options of Takenoko.
    Takenoko(takenoko::Options),
    /// Options of Inori.
    Inori(inori::Options),
    /// Options of Villa Panda.
    VillaPanda(villa_panda::Options),
    /// Options of what only tests play, version 1.
    #[cfg(any(test, feature = "drill"))]
    DrillV1(drill::Options),
    /// Options of what only tests play, version 2.
    #[cfg(any(test, feature = "drill"))]
    Drill(drill::Options),
}

/// A move of any ruleset, tagged with the ruleset's name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "ruleset", content = "move", rename_all = "kebab-case", deny_unknown_fields)]
pub enum AnyMove {
    /// A move of Red Panda.
    RedPanda(red_panda::Move),
    /// A move of Panda Rei.
    PandaRei(panda_rei::Move),
    /// A move of Panda Spin.
    PandaSpin(panda_spin::Move),
    /// A move of Takenoko.
    Takenoko(takenoko::Move),
    /// A move of Inori.
    Inori(inori::Move),
    /// A move of Villa Panda.
    VillaPanda(villa_panda::Move),
    /// A move of what only tests play, version 1.
    #[cfg(any(test, feature = "drill"))]
    #[serde(rename = "drill@1")]
    DrillV1(drill::Move),
    /// A move of what only tests play, version 2.
    #[cfg(any(test, feature = "drill"))]
    Drill(drill::Move),
}

/// A view of any ruleset, tagged with the ruleset's name.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "ruleset", content = "view", rename_all = "kebab-case")]
pub enum AnyView {
    /// A view of Red Panda.
    RedPanda(red_panda::View),
    /// A view of Panda Rei.
    PandaRei(panda_rei::View),
    /// A view of Panda Spin.
    PandaSpin(panda_spin::View),
    /// A view of Takenoko.
    Takenoko(takenoko::View),
    /// A view of Inori.
    Inori(inori::View),
    /// A view of Villa Panda.
    VillaPanda(villa_panda::View),
    /// A view of what only tests play, version 1.
    #[cfg(any(test, feature = "drill"))]
    #[serde(rename = "drill@1")]
    DrillV1(drill::View),
    /// A view of what only tests play, version 2.
    #[cfg(any(test, feature = "drill"))]
    Drill(drill::View),
}

/// An effect of any ruleset, tagged with the ruleset's name.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "ruleset", content = "effect", rename_all = "kebab-case")]
pub enum AnyEffect {
    /// An effect of Red Panda.
    RedPanda(red_panda::Effect),
    /// An effect of Panda Rei.
    PandaRei(panda_rei::Effect),
    /// An effect of Panda Spin.
    PandaSpin(panda_spin::Effect),
    /// An effect of Takenoko.
    Takenoko(takenoko::Effect),
    /// An effect of Inori.
    Inori(inori::Effect),
    /// An effect of Villa Panda.
    VillaPanda(villa_panda::Effect),
    /// An effect of what only tests play, version 1.
    #[cfg(any(test, feature = "drill"))]
    #[serde(rename = "drill@1")]
    DrillV1(drill::Effect),
    /// An effect of what only tests play, version 2.
    #[cfg(any(test, feature = "drill"))]
    Drill(drill::Effect),
}

/// A match of any ruleset.
#[derive(Debug, Clone)]
pub enum AnyMatch {
    /// A match of Red Panda.
    RedPanda(Match<RedPanda>),
    /// A match of Panda Rei.
    PandaRei(Match<PandaRei>),
    /// A match of Panda Spin.
    PandaSpin(Match<PandaSpin>),
    /// A match of Takenoko.
    Takenoko(Match<Takenoko>),
    /// A match of Inori.
    Inori(Match<Inori>),
    /// A match of Villa Panda.
    VillaPanda(Match<VillaPanda>),
    /// A match of what only tests play, version 1.
    #[cfg(any(test, feature = "drill"))]
    DrillV1(Match<DrillV1>),
    /// A match of what only tests play, version 2.
    #[cfg(any(test, feature = "drill"))]
    Drill(Match<Drill>),
}

/// Names the ruleset of an edition as a type in one expression.
macro_rules! with_ruleset {
    ($edition:expr, $R:ident => $do:expr) => {
        match $edition {
            Edition::RedPanda => {
                type $R = RedPanda;
                $do
            }
            Edition::PandaRei => {
                type $R = PandaRei;
                $do
            }
            Edition::PandaSpin => {
                type $R = PandaSpin;
                $do
            }
            Edition::Takenoko => {
                type $R = Takenoko;
                $do
            }
            Edition::Inori => {
                type $R = Inori;
                $do
            }
            Edition::VillaPanda => {
                type $R = VillaPanda;
                $do
            }
            #[cfg(any(test, feature = "drill"))]
            Edition::DrillV1 => {
                type $R = DrillV1;
                $do
            }
            #[cfg(any(test, feature = "drill"))]
            Edition::Drill => {
                type $R = Drill;
                $do
            }
        }
    };
}

/// Runs one expression on what is inside of any of the enums, whatever its ruleset.
macro_rules! each {
    ($Any:ident, $any:expr, $inside:ident => $do:expr) => {
        match $any {
            $Any::RedPanda($inside) => $do,
            $Any::PandaRei($inside) => $do,
            $Any::PandaSpin($inside) => $do,
            $Any::Takenoko($inside) => $do,
            $Any::Inori($inside) => $do,
            $Any::VillaPanda($inside) => $do,
            #[cfg(any(test, feature = "drill"))]
            $Any::DrillV1($inside) => $do,
            #[cfg(any(test, feature = "drill"))]
            $Any::Drill($inside) => $do,
        }
    };
}

/// The edition that the variant of any of the enums is of.
macro_rules! edition_of {
    ($Any:ident, $any:expr) => {
        match $any {
            $Any::RedPanda(_) => Edition::RedPanda,
            $Any::PandaRei(_) => Edition::PandaRei,
            $Any::PandaSpin(_) => Edition::PandaSpin,
            $Any::Takenoko(_) => Edition::Takenoko,
            $Any::Inori(_) => Edition::Inori,
            $Any::VillaPanda(_) => Edition::VillaPanda,
            #[cfg(any(test, feature = "drill"))]
            $Any::DrillV1(_) => Edition::DrillV1,
            #[cfg(any(test, feature = "drill"))]
            $Any::Drill(_) => Edition::Drill,
        }
    };
}

/// Ties a ruleset at one version to its name, its variant of each enum, and what its folder has besides the rules.
macro_rules! list {
    ($($ruleset:ident: $folder:ident, $tag:literal;)*) => {$(
        list! { $ruleset, $ruleset, $folder, $tag }
    )*};
    ($ruleset:ident, $name:ident, $folder:ident, $tag:literal) => {
        impl Listed for $ruleset {
            const LISTED: RulesetName = RulesetName::$name;
            const EDITION: Edition = Edition::$ruleset;
            const LOG_TAG: &'static str = $tag;

            fn catalogue() -> Vec<Component> {
                $folder::catalogue()
            }

            fn words(reason: &Reason) -> Option<String> {
                $folder::words(reason)
            }

            #[cfg(feature = "schema")]
            fn schema_name() -> Cow<'static, str> {
                <$folder::Move as utoipa::ToSchema>::name()
            }

            #[cfg(feature = "schema")]
            fn options_schema_name() -> Cow<'static, str> {
                <$folder::Options as utoipa::ToSchema>::name()
            }

            fn options(options: Self::Options) -> AnyOptions {
                AnyOptions::$ruleset(options)
            }

            fn mv(mv: Self::Move) -> AnyMove {
                AnyMove::$ruleset(mv)
            }

            fn own(mv: &AnyMove) -> Option<&Self::Move> {
                if let AnyMove::$ruleset(own) = mv { Some(own) } else { None }
            }

            fn view(view: Self::View) -> AnyView {
                AnyView::$ruleset(view)
            }

            fn effect(effect: Self::Effect) -> AnyEffect {
                AnyEffect::$ruleset(effect)
            }

            fn wrap(game: Match<Self>) -> AnyMatch {
                AnyMatch::$ruleset(game)
            }
        }
    };
}

each_ruleset!(list);
#[cfg(any(test, feature = "drill"))]
list! { DrillV1, Drill, drill, "drill@1" }
#[cfg(any(test, feature = "drill"))]
list! { Drill, Drill, drill, "drill@2" }

macro_rules! names {
    ($($ruleset:ident: $folder:ident, $tag:literal;)*) => {
        impl RulesetName {
            /// Every ruleset.
            pub const ALL: &[Self] = &[
                $(Self::$ruleset,)*
                #[cfg(any(test, feature = "drill"))]
                Self::Drill,
            ];

            /// The version that new games are played by unless another one is asked for.
            pub fn newest(self) -> Edition {
                match self {
                    $(Self::$ruleset => Edition::$ruleset,)*
                    #[cfg(any(test, feature = "drill"))]
                    Self::Drill => Edition::Drill,
                }
            }
        }

        impl Edition {
            /// Every ruleset at every version that is built in; the versions of one ruleset oldest first.
            pub const ALL: &[Self] = &[
                $(Self::$ruleset,)*
                #[cfg(any(test, feature = "drill"))]
                Self::DrillV1,
                #[cfg(any(test, feature = "drill"))]
                Self::Drill,
            ];
        }
    };
}

each_ruleset!(names);

/// A ruleset at one version with its variant of each enum.
trait Listed: Ruleset {
    const LISTED: RulesetName;
    const EDITION: Edition;
    /// Its name and version as the log writes them, whichever version is the newest.
    const LOG_TAG: &'static str;
    fn catalogue() -> Vec<Component>;
    fn words(reason: &Reason) -> Option<String>;
    #[cfg(feature = "schema")]
    fn schema_name() -> Cow<'static, str>;
    #[cfg(feature = "schema")]
    fn options_schema_name() -> Cow<'static, str>;
    fn options(options: Self::Options) -> AnyOptions;
    fn mv(mv: Self::Move) -> AnyMove;
    fn own(mv: &AnyMove) -> Option<&Self::Move>;
    fn view(view: Self::View) -> AnyView;
    fn effect(effect: Self::Effect) -> AnyEffect;
    fn wrap(game: Match<Self>) -> AnyMatch;
}

impl AnyMove {
    /// The ruleset that the move belongs to.
    pub fn edition(&self) -> Edition {
        edition_of!(AnyMove, self)
    }

    /// What the document calls the moves of each ruleset.
    #[cfg(feature = "schema")]
    pub(crate) fn schema_names() -> Vec<(Edition, Cow<'static, str>)> {
        let name = |edition: &Edition| (*edition, with_ruleset!(*edition, R => R::schema_name()));
        Edition::ALL.iter().map(name).collect()
    }

    /// Writes the move without the tag around it.
    ///
    /// # Errors
    /// The serializer's.
    pub fn write_bare<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        each!(AnyMove, self, mv => mv.serialize(serializer))
    }
}

mod edition;
mod game;

pub use edition::{Facts, UnknownRuleset};
