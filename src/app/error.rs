//! Why a use case refuses. HTTP statuses are decided elsewhere.

use uuid::Uuid;

use crate::kernel::{Hash, Illegal, NotCanonical, Refusal, Seats};
use crate::log::BadPayload;
use crate::store::StoreError;
use crate::tournament;

/// Why a use case refuses.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// There is no such game.
    #[error("there is no game {0}")]
    UnknownGame(Uuid),
    /// There is no such tournament.
    #[error("there is no tournament {0}")]
    UnknownTournament(Uuid),
    /// The tournament does not accept the event.
    #[error(transparent)]
    Tournament(#[from] tournament::TournamentRefusal),
    /// Another player of the tournament has the name.
    #[error("player {player} has the name {name:?} already; two players need two names")]
    NameTaken {
        /// Who has it.
        player: u32,
        /// The name.
        name: String,
    },
    /// The call needs a token and came without one.
    #[error("this call needs {needs} as a bearer token")]
    NoToken {
        /// Whose token.
        needs: &'static str,
    },
    /// The token is none that is known here.
    #[error("the bearer token is not known here: {hint}")]
    WrongToken {
        /// What would be right.
        hint: &'static str,
    },
    /// The token is known, and does not allow this call.
    #[error("the bearer token does not allow this call: {hint}")]
    Forbidden {
        /// What would be right.
        hint: &'static str,
    },
    /// A value of the request is out of its range.
    #[error("{field}: {detail}")]
    Invalid {
        /// The field.
        field: String,
        /// What is wrong and what would be right.
        detail: String,
    },
    /// The kernel refuses the action.
    #[error("{refusal}")]
    Refused {
        /// Why.
        refusal: Refusal,
        /// Who is awaited instead.
        awaiting: Seats,
    },
    /// The options make no game of this ruleset.
    #[error("{0}")]
    Options(Illegal),
    /// The log has no event at this index.
    #[error("the log has no event {index}; its last one is {head}")]
    IndexOutOfRange {
        /// The index asked for.
        index: u64,
        /// The last index.
        head: u64,
    },
    /// There is no leaf of this log in a tree of this size.
    #[error(
        "{id} is not in the tree of {size} leaves; a game becomes a leaf when it is concluded, a tournament when it is \
         sealed"
    )]
    NotInTree {
        /// The log.
        id: Uuid,
        /// The leaves of the tree.
        size: u64,
    },
    /// The tree has, or had, fewer leaves.
    #[error("the tree does not have {size} leaves; it has {tree}")]
    SizeOutOfRange {
        /// The size asked for.
        size: u64,
        /// The size of the tree.
        tree: u64,
    },
    /// The log has moved on since the client looked.
    #[error("the log is at event {index} with hash {hash}, not where If-Match expects it")]
    Stale {
        /// The index of the head.
        index: u64,
        /// The hash of the head.
        hash: Hash,
    },
    /// The idempotency key came before with another request.
    #[error("the idempotency key was used for another request of this seat; take a new key for a new request")]
    KeyReused,
    /// Too many streams are open.
    #[error("{max} event streams are open, as many as this server serves at once; try again later")]
    TooManyStreams {
        /// The limit.
        max: usize,
    },
    /// The store refuses or fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game is played by a ruleset or a version of one, or a tournament by a version of the rules of tournaments, that is
    /// not built in here.
    #[error("{0}")]
    NotKnown(String),
    /// What is stored cannot be replayed.
    #[error("the stored log cannot be replayed: {0}")]
    Broken(String),
}

impl AppError {
    /// Why an opening makes no game: nobody is awaited in a game that there is not.
    pub(super) fn no_game(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Illegal(illegal) => Self::Options(illegal),
            refusal => Self::Refused { refusal, awaiting: Seats::NONE },
        }
    }
}

impl From<NotCanonical> for AppError {
    fn from(error: NotCanonical) -> Self {
        Self::Broken(error.to_string())
    }
}

impl From<BadPayload> for AppError {
    fn from(error: BadPayload) -> Self {
        match error {
            BadPayload::Unknown(unknown) => Self::NotKnown(unknown.to_string()),
            other => Self::Broken(other.to_string()),
        }
    }
}

impl From<tournament::BadTournamentPayload> for AppError {
    fn from(error: tournament::BadTournamentPayload) -> Self {
        match error {
            tournament::BadTournamentPayload::Unknown(unknown) => Self::NotKnown(unknown),
            other => Self::Broken(other.to_string()),
        }
    }
}
