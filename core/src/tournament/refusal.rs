//! Why a tournament does not accept an event.

use uuid::Uuid;

use super::limits::{PLAYERS_MAX, ROUNDS_MAX};
use crate::rulesets::any::RulesetName;

/// Why a tournament does not accept an event. Every sentence says what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TournamentRefusal {
    /// Nothing is accepted any more.
    #[error("the tournament is sealed; nothing is accepted any more")]
    Sealed,
    /// What it is created with makes no tournament.
    #[error("{field}: {detail}")]
    Setup {
        /// The field.
        field: &'static str,
        /// What is wrong and what would be right.
        detail: String,
    },
    /// So many seats make no game of a ruleset that the tournament plays.
    #[error("{seats} seats make no game of {}: {why}", name.as_str())]
    NoGame {
        /// The ruleset.
        name: RulesetName,
        /// The seats.
        seats: usize,
        /// What the ruleset says.
        why: String,
    },
    /// There is no such player.
    #[error("there is no player {0}")]
    NoSuchPlayer(u32),
    /// Another player has the commitment. Whether two have one name in words, whoever knows the words says.
    #[error("player {player} has this commitment to a name already; each has a salt of its own")]
    CommitmentTaken {
        /// Who has it.
        player: u32,
    },
    /// The player's number is not the next one.
    #[error("the next player's number is {expected}, found {found}")]
    PlayerNumber {
        /// The next number.
        expected: u32,
        /// The one that was given.
        found: u32,
    },
    /// No more players fit.
    #[error("a tournament has at most {PLAYERS_MAX} players")]
    TooManyPlayers,
    /// Everyone of this format is known before the first round.
    #[error("this format takes no player once its first round is paired")]
    Started,
    /// The player has withdrawn.
    #[error("player {0} has withdrawn")]
    Withdrawn(u32),
    /// The format makes its rounds by itself, or makes none.
    #[error("{0}")]
    WrongFormat(&'static str),
    /// Too few players are left for a table.
    #[error("a table takes {needed} players, and {left} are left")]
    TooFewPlayers {
        /// Players at a table.
        needed: usize,
        /// Players who have not withdrawn.
        left: usize,
    },
    /// A first-to match is played by one group.
    #[error("a first-to match is played by one group; its ruleset takes no {0} players")]
    WrongGroup(usize),
    /// Every round is played.
    #[error("every round is played: {0}")]
    NoFurtherRound(String),
    /// A round goes on.
    #[error("round {round} still has {running} games to end; end or adjudicate them first")]
    RoundRuns {
        /// The round.
        round: u32,
        /// Its games that have not ended.
        running: usize,
    },
    /// A game goes on.
    #[error("{0} games still run; end or adjudicate them first")]
    GamesRun(usize),
    /// The pairing in the log is not the one that the format makes.
    #[error("round {round} is not paired as the format pairs it")]
    OtherPairing {
        /// The round.
        round: u32,
    },
    /// Nobody can be paired without meeting somebody again.
    #[error("no round is left in which nobody meets an opponent again")]
    NoPairing,
    /// A game is attached that no pairing asks for.
    #[error("game {0} does not belong to a table that was paired and has no game yet")]
    NoSuchTable(Uuid),
    /// The ruleset's number is none of the tournament's.
    #[error("there is no ruleset {found} in this tournament; it plays {rulesets}, numbered from 0")]
    NoSuchRuleset {
        /// What was asked for.
        found: u32,
        /// How many there are.
        rulesets: usize,
    },
    /// A player would sit twice.
    #[error("player {0} cannot sit at two seats of one game")]
    SeatedTwice(u32),
    /// The game is attached already.
    #[error("game {0} is attached already")]
    AttachedTwice(Uuid),
    /// The game does not belong to the tournament.
    #[error("game {0} does not belong to this tournament")]
    NotAttached(Uuid),
    /// The game has ended already.
    #[error("game {0} has ended already")]
    ConcludedTwice(Uuid),
    /// A game that still runs has no result to correct.
    #[error("game {0} still runs; a running game is adjudicated, not corrected")]
    StillRuns(Uuid),
    /// The outcome does not fit the game's seats.
    #[error("the outcome does not fit game {game}: {why}")]
    Outcome {
        /// The game.
        game: Uuid,
        /// What is wrong with it.
        why: String,
    },
    /// It has its place in the format, and no meaning yet.
    #[error("{0}, which is reserved in this draft of the format")]
    Reserved(&'static str),
    /// The sealed standings are not the ones that the log leads to.
    #[error("the sealed standings are not the ones that the log leads to")]
    OtherStandings,
    /// There are as many rounds as a tournament can have.
    #[error("a tournament has at most {ROUNDS_MAX} rounds")]
    TooManyRounds,
}
