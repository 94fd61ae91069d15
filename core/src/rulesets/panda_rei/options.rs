//! What a game of Panda Rei is opened with.

use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::openapi::schema::{Array, ArrayBuilder, ObjectBuilder, Type};

use super::cards::{Card, Kind, Marks};
use crate::kernel::Illegal;

/// The options of Panda Rei. Every field has a default; the defaults are the game as the rulebook tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = PandaReiOptions))]
pub struct Options {
    /// The points for 0, 1, 2 … lions; the last one holds for more lions too (PR-26).
    #[cfg_attr(feature = "schema", schema(schema_with = lion_scores_schema))]
    pub lion_scores: Vec<i8>,
    /// When a monkey is placed on a pile (PR-19).
    pub monkey_assignment: MonkeyAssignment,
    /// The value of a monkey that is the first card of a turn (PR-10).
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 12))]
    pub monkey_lead_value: u8,
    /// How many pandas of each level carry which mark (PR-2).
    pub panda_marks: PandaMarks,
    /// Whether cards of value 9 or more are royal: if one is on the table, only royal cards compete (PR-13). Off: a
    /// group of equal cards beats any single card, pandas too.
    pub royal_pandas: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            lion_scores: LION_SCORES.into(),
            monkey_assignment: MonkeyAssignment::default(),
            monkey_lead_value: 1,
            panda_marks: PandaMarks::default(),
            royal_pandas: false,
        }
    }
}

/// The rulebook's points for 0 to 3 lions.
const LION_SCORES: [i8; 4] = [-20, -10, 0, 10];

/// The most points that a number of lions can be given, as a gain or a loss.
const MOST_LION_POINTS: i8 = 100;

/// Scores for 0 to 10 lions, which are all that the box holds.
const MOST_LION_SCORES: usize = 11;

// By hand: the derive cannot bound the items of a list.
#[cfg(feature = "schema")]
fn lion_scores_schema() -> Array {
    let (least, most) = (i32::from(-MOST_LION_POINTS), i32::from(MOST_LION_POINTS));
    let points = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(least)).maximum(Some(most));
    ArrayBuilder::new()
        .items(points)
        .min_items(Some(1))
        .max_items(Some(MOST_LION_SCORES))
        .description(Some("The points for 0, 1, 2 … lions; the last one holds for more lions too (PR-26)."))
        .default(serde_json::to_value(LION_SCORES).ok())
        .build()
}

/// When a monkey is placed on a pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = PandaReiMonkeyAssignment))]
pub enum MonkeyAssignment {
    /// When it is taken, by the taker, for good.
    #[default]
    OnTake,
    /// At the end of the game, where the total is best.
    FinalBest,
}

/// How many pandas of each level carry which mark; the totals are the rulebook's, other totals are refused (PR-2).
///
/// A missing level keeps its default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = PandaReiPandaMarks))]
pub struct PandaMarks {
    /// The four pandas of level 1.
    pub level1: Marks,
    /// The three pandas of level 2.
    pub level2: Marks,
    /// The two pandas of level 3.
    pub level3: Marks,
}

impl Default for PandaMarks {
    fn default() -> Self {
        let [level1, level2, level3] = [Kind::Panda1, Kind::Panda2, Kind::Panda3].map(Kind::marks);
        Self { level1, level2, level3 }
    }
}

impl Options {
    /// Checks that the options make a game.
    pub(super) fn check(&self) -> Result<(), Illegal> {
        for kind in [Kind::Panda1, Kind::Panda2, Kind::Panda3] {
            let (found, boxed) = (self.marks(kind).total(), kind.copies());
            if found != u16::from(boxed) {
                let level = kind.level().unwrap_or_default();
                let detail = format!("panda_marks divide {found} pandas of level {level}; the box holds {boxed}");
                return Err(Illegal::new("panda-marks-miscounted", "PR-2", detail));
            }
        }
        if !(1..=MOST_LION_SCORES).contains(&self.lion_scores.len()) {
            let detail = format!("there are {} lion_scores; give 1 to {MOST_LION_SCORES}", self.lion_scores.len());
            return Err(Illegal::new("lion-scores-miscounted", "PR-26", detail));
        }
        let allowed = -MOST_LION_POINTS..=MOST_LION_POINTS;
        if let Some(score) = self.lion_scores.iter().find(|score| !allowed.contains(*score)) {
            let detail = format!("a lion score of {score} was asked for; give -100 to 100");
            return Err(Illegal::new("lion-score-out-of-range", "PR-26", detail));
        }
        if self.monkey_lead_value > 12 {
            let detail = format!("a monkey_lead_value of {} was asked for; give 0 to 12", self.monkey_lead_value);
            return Err(Illegal::new("monkey-lead-value-out-of-range", "PR-10", detail));
        }
        Ok(())
    }

    fn marks(&self, kind: Kind) -> Marks {
        match kind {
            Kind::Panda1 => self.panda_marks.level1,
            Kind::Panda2 => self.panda_marks.level2,
            Kind::Panda3 => self.panda_marks.level3,
            _ => kind.marks(),
        }
    }

    /// The cards used with so many seats, in the order of the kinds (rulebook, Setup; PR-2).
    pub(super) fn deck(&self, seats: u8) -> Vec<Card> {
        Kind::ALL.into_iter().flat_map(|kind| Card::first(kind, self.marks(kind).used_with(seats))).collect()
    }

    /// The value of a card played after another of the same turn, or first (PR-3).
    pub(super) fn value(&self, card: Card, before: Option<u8>) -> u8 {
        // A monkey is one more than the card just before it, whatever that is and without a cap (PR-9, PR-11): there
        // are five, behind a card or a lead of twelve at most.
        let monkey = || before.map_or(self.monkey_lead_value, |value| value + 1); // PR-10.
        card.kind().value().unwrap_or_else(monkey)
    }

    /// The points for so many lions; the last score repeats (PR-26).
    pub(super) fn lion_score(&self, lions: u8) -> i32 {
        let score = self.lion_scores.get(usize::from(lions)).or(self.lion_scores.last());
        score.map_or(0, |score| i32::from(*score))
    }
}
