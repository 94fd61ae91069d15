//! The lines of a tournament bundle.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::audit::bundle::{Bundle, FORMAT, label_of, unknown_label};
use crate::audit::verify::unreadable;
use crate::tournament::{Standing, TournamentEvent};

/// The format's name and version.
pub const TOURNAMENT_FORMAT: &str = "pandect-tournament/2-draft.1";

/// One line of a tournament bundle.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "line", content = "content", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TournamentLine {
    /// The first line: what the file is.
    Header(TournamentHeader),
    /// An event of the tournament's log, in the order of the log.
    Event(TournamentEvent),
    /// A game of the tournament.
    Game(Bundle),
}

/// The first line of a tournament bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TournamentHeader {
    /// The format's name and version: `pandect-tournament/2-draft.1`.
    #[cfg_attr(
        feature = "schema",
        schema(pattern = "^pandect-tournament/2-draft\\.1$", example = "pandect-tournament/2-draft.1")
    )]
    pub format: String,
    /// How many lines with events follow.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 9007199254740991_u64))]
    pub events: u64,
    /// How many lines with games follow the events.
    #[cfg_attr(feature = "schema", schema(maximum = 9007199254740991_u64))]
    pub games: u64,
    /// The standings after the last event.
    pub standings: Vec<Standing>,
    /// The receipt of the last event: a C2SP signed note.
    pub receipt: String,
    /// The key that signed the receipt: a C2SP verifier key. Compare it with one that you got elsewhere.
    #[cfg_attr(feature = "schema", schema(example = "pandect+01a263fb+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea"))]
    pub public_key: String,
}

impl TournamentHeader {
    /// The first line of the bundle of a log of so many events and games.
    pub fn new(events: u64, games: u64, standings: Vec<Standing>, receipt: String, public_key: String) -> Self {
        Self { format: TOURNAMENT_FORMAT.into(), events, games, standings, receipt, public_key }
    }
}

impl TournamentLine {
    /// Reads a line of a tournament bundle.
    ///
    /// # Errors
    /// A sentence with the line's number and the place in it.
    pub fn parse(text: &[u8], number: u64) -> Result<Self, String> {
        serde_json::from_slice(text).map_err(|error| format!("line {number}: {}", unreadable::<Self>(text, &error)))
    }

    /// Says that the first line of a file, or the bundle of a game, has a label that is not known here, whatever else is in
    /// it.
    pub fn unknown_label(text: &[u8]) -> Option<String> {
        #[derive(Deserialize)]
        struct Labelled<'a> {
            line: String,
            #[serde(borrow)]
            content: &'a RawValue,
        }
        let labelled: Labelled<'_> = serde_json::from_slice(text).ok()?;
        let known = match labelled.line.as_str() {
            "header" => TOURNAMENT_FORMAT,
            "game" => FORMAT,
            _ => return None,
        };
        unknown_label(known, &label_of(labelled.content.get().as_bytes())?)
    }
}
