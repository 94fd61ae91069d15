//! What an event is, and which kind of log it stands in.

use serde::{Deserialize, Serialize};

/// What an event is. Only `created`, and some that are reserved, stand in the log of a game and in that of a tournament.
///
/// A reserved kind has its name and its place in the format, and no log accepts it yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The game or the tournament was created; always the event at index 0, and nowhere else.
    Created,
    /// A seat gave its 32 bytes of entropy.
    Entropy,
    /// A seat moved; forced steps behind the move are part of the same event.
    Move,
    /// An organiser ended the game.
    Adjudicated,
    /// A player takes part in the tournament.
    PlayerRegistered,
    /// A player plays no further rounds of the tournament.
    PlayerWithdrawn,
    /// The next round of the tournament was paired.
    RoundPaired,
    /// A game belongs to the tournament.
    GameAttached,
    /// An attached game ended.
    GameConcluded,
    /// An arbiter decided something, with or without another result.
    Ruling,
    /// The tournament ended with its standings; nothing follows.
    Sealed,
    /// Reserved: a person took a seat.
    Claimed,
    /// Reserved: a seat committed to its entropy.
    Committed,
    /// Reserved: a seat told its entropy.
    Revealed,
    /// Reserved: a seat changed its name.
    Renamed,
    /// Reserved: a seat changed its key.
    SeatRekeyed,
    /// Reserved: a seat went to another person.
    SeatHandedOver,
    /// Reserved: a seat was withdrawn.
    Withdrawn,
    /// Reserved: a seat resigned.
    Resigned,
    /// Reserved: the game's chance moved for a seat.
    Automatic,
    /// Reserved: the time of a seat was over.
    TimedOut,
    /// Reserved: the game counts for nothing.
    Void,
    /// Reserved: nobody plays the game any more.
    Abandoned,
    /// Reserved: the server was away.
    Downtime,
    /// Reserved: the clocks stopped.
    Paused,
    /// Reserved: the clocks go on.
    Resumed,
    /// Reserved: a clock was given time.
    TimeAdded,
    /// Reserved: a player takes part again.
    PlayerReturned,
    /// Reserved: a player changed their name.
    PlayerRenamed,
    /// Reserved: a player sits a round out.
    ByeRequested,
    /// Reserved: players who never meet.
    PairsForbidden,
    /// Reserved: an organiser seated a table.
    TableSet,
    /// Reserved: a round was paired anew.
    RoundTakenBack,
}

impl Kind {
    /// The kind's name in the log.
    pub fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Entropy => "entropy",
            Self::Move => "move",
            Self::Adjudicated => "adjudicated",
            Self::PlayerRegistered => "player-registered",
            Self::PlayerWithdrawn => "player-withdrawn",
            Self::RoundPaired => "round-paired",
            Self::GameAttached => "game-attached",
            Self::GameConcluded => "game-concluded",
            Self::Ruling => "ruling",
            Self::Sealed => "sealed",
            Self::Claimed => "claimed",
            Self::Committed => "committed",
            Self::Revealed => "revealed",
            Self::Renamed => "renamed",
            Self::SeatRekeyed => "seat-rekeyed",
            Self::SeatHandedOver => "seat-handed-over",
            Self::Withdrawn => "withdrawn",
            Self::Resigned => "resigned",
            Self::Automatic => "automatic",
            Self::TimedOut => "timed-out",
            Self::Void => "void",
            Self::Abandoned => "abandoned",
            Self::Downtime => "downtime",
            Self::Paused => "paused",
            Self::Resumed => "resumed",
            Self::TimeAdded => "time-added",
            Self::PlayerReturned => "player-returned",
            Self::PlayerRenamed => "player-renamed",
            Self::ByeRequested => "bye-requested",
            Self::PairsForbidden => "pairs-forbidden",
            Self::TableSet => "table-set",
            Self::RoundTakenBack => "round-taken-back",
        }
    }

    /// Every kind.
    pub const ALL: [Self; 33] = [
        Self::Created,
        Self::Entropy,
        Self::Move,
        Self::Adjudicated,
        Self::PlayerRegistered,
        Self::PlayerWithdrawn,
        Self::RoundPaired,
        Self::GameAttached,
        Self::GameConcluded,
        Self::Ruling,
        Self::Sealed,
        Self::Claimed,
        Self::Committed,
        Self::Revealed,
        Self::Renamed,
        Self::SeatRekeyed,
        Self::SeatHandedOver,
        Self::Withdrawn,
        Self::Resigned,
        Self::Automatic,
        Self::TimedOut,
        Self::Void,
        Self::Abandoned,
        Self::Downtime,
        Self::Paused,
        Self::Resumed,
        Self::TimeAdded,
        Self::PlayerReturned,
        Self::PlayerRenamed,
        Self::ByeRequested,
        Self::PairsForbidden,
        Self::TableSet,
        Self::RoundTakenBack,
    ];
}

/// Which kind of log a record belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LogKind {
    /// The log of one game.
    Game,
    /// The log of one tournament.
    Tournament,
}

impl LogKind {
    /// The kind's name in the log.
    pub fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Tournament => "tournament",
        }
    }

    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Game, Self::Tournament];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_named_as_the_log_writes_them() {
        for kind in Kind::ALL {
            assert_eq!(serde_json::to_value(kind).expect("JSON"), kind.name());
        }
        for kind in LogKind::ALL {
            assert_eq!(serde_json::to_value(kind).expect("JSON"), kind.name());
        }
        assert_eq!((Kind::GameConcluded.name(), LogKind::Tournament.name()), ("game-concluded", "tournament"));
    }
}
