//! What the verification of a tournament bundle finds.

use serde::Serialize;
use uuid::Uuid;

use crate::audit::report::{Audit, Finding, Level, LevelReport, Report, Tampering, Verdict};
use crate::kernel::Outcome;
use crate::tournament::{Correction, Standing};

/// The result of a verification of a tournament bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TournamentAudit {
    /// `verified` when every level passed, `failed` when one failed, `incomplete` when none failed and one could not be
    /// checked: a game still runs.
    pub verdict: Verdict,
    /// The tournament; null when no event could be read.
    #[cfg_attr(feature = "schema", schema(required))]
    pub id: Option<Uuid>,
    /// Its name; null when it could not be read, or was erased.
    #[cfg_attr(feature = "schema", schema(required))]
    pub name: Option<String>,
    /// The names of its players, by their numbers; null where one was erased.
    pub players: Vec<Option<String>>,
    /// Every level, in the order they are checked.
    pub levels: Vec<LevelReport>,
    /// What is wrong, level by level. An index is that of an event of the tournament's log.
    pub findings: Vec<Finding>,
    /// Every game, in the order they were attached.
    pub games: Vec<GameAudit>,
    /// The standings, made again from the log.
    pub standings: Vec<Standing>,
    /// What the arbiters decided, in the order they did.
    pub rulings: Vec<ToldRuling>,
    /// What this program would have to know to check the levels that it skipped: a label, a version of the rules of
    /// tournaments, a ruleset or a version of one. Null where it knows all that it was asked for.
    #[cfg_attr(feature = "schema", schema(required))]
    pub unknown: Option<String>,
}

/// What an arbiter decided, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ToldRuling {
    /// The result that counts from then on; null when the ruling changed none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub correction: Option<Correction>,
    /// The decision in words; null where they were erased.
    #[cfg_attr(feature = "schema", schema(required))]
    pub text: Option<String>,
}

/// How the verification of one game of a tournament went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameAudit {
    /// The game; null when its bundle holds no event.
    #[cfg_attr(feature = "schema", schema(required))]
    pub game: Option<Uuid>,
    /// The names of its players, in seat order; null where one was erased.
    pub players: Vec<Option<String>>,
    /// Events in its log.
    pub events: u64,
    /// What the levels of the game come to.
    pub verdict: Verdict,
    /// Every level, in the order they are checked.
    pub levels: Vec<LevelReport>,
    /// What is wrong in the game's own bundle. An index is that of an event of the game.
    pub findings: Vec<Finding>,
    /// What this program would have to know to check the levels that it skipped.
    #[cfg_attr(feature = "schema", schema(required))]
    pub unknown: Option<String>,
    /// How the bundle says that it ended; null while it runs.
    #[cfg_attr(feature = "schema", schema(required))]
    pub outcome: Option<Outcome>,
    /// Why it ended, in words; null while it runs.
    #[cfg_attr(feature = "schema", schema(required))]
    pub outcome_words: Option<String>,
    /// What keeps it from being the game that the tournament's log tells of; empty when it is.
    pub mismatches: Vec<Finding>,
}

impl TournamentAudit {
    /// What a report calls a player.
    pub fn called(&self, player: u32) -> String {
        let name = self.players.get(player as usize).and_then(Clone::clone);
        name.unwrap_or_else(|| format!("player {player}"))
    }

    /// The report on something that cannot be read as a tournament bundle.
    pub fn unreadable(detail: impl Into<String>) -> Self {
        let mut report = Report::default();
        report.checked(Level::Format, vec![Finding::new(Level::Format, Tampering::Malformed, None, detail)], "");
        Self::empty(report)
    }

    /// The report on a file under a label that is not known here: nothing of it is judged.
    pub fn not_judged(why: String) -> Self {
        let mut report = Report::default();
        report.unknown(&[Level::Format], why);
        Self::empty(report)
    }

    fn empty(report: Report) -> Self {
        let Audit { verdict, levels, findings, unknown } = report.close_with(&Level::OF_A_TOURNAMENT);
        let (players, games, standings, rulings) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { verdict, id: None, name: None, players, levels, findings, games, standings, rulings, unknown }
    }
}

impl GameAudit {
    /// The report on a line that cannot be read as a game.
    pub fn unreadable(detail: impl Into<String>) -> Self {
        Self::without_bundle(Audit::unreadable(detail))
    }

    /// The report on a line with a bundle of another draft.
    pub fn not_judged(why: String) -> Self {
        Self::without_bundle(Audit::not_judged(why))
    }

    fn without_bundle(audit: Audit) -> Self {
        let Audit { verdict, levels, findings, unknown } = audit;
        let (players, mismatches) = (Vec::new(), Vec::new());
        Self {
            game: None,
            players,
            events: 0,
            verdict,
            levels,
            findings,
            unknown,
            outcome: None,
            outcome_words: None,
            mismatches,
        }
    }
}
