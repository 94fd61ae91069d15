//! What a tournament's log leads to.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::event::{Attachment, Round, Ruling, TournamentCreated};
use super::format::Points;
use crate::kernel::{Hash, Head, Outcome};

/// A tournament after some prefix of its log.
#[derive(Debug, Clone, PartialEq)]
pub struct Tournament {
    pub(super) created: TournamentCreated,
    pub(super) players: Vec<PlayerState>,
    pub(super) rounds: Vec<Round>,
    pub(super) games: Vec<Game>,
    pub(super) by_id: BTreeMap<Uuid, usize>,
    pub(super) rulings: Vec<Ruling>,
    pub(super) sealed: bool,
}

/// A player of a tournament. Its number is its place in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerState {
    /// The commitment to the name.
    pub name: Hash,
    /// Whether the player plays no further rounds.
    pub withdrawn: bool,
}

/// A game of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// How it was attached.
    pub attached: Attachment,
    /// How its log ended; nothing while it runs.
    pub ended: Option<(Head, Outcome)>,
    /// What an arbiter made count instead.
    pub correction: Option<Outcome>,
}

impl Game {
    /// The result that counts; nothing while the game runs.
    pub fn result(&self) -> Option<&Outcome> {
        self.correction.as_ref().or(self.ended.as_ref().map(|(_, outcome)| outcome))
    }
}

impl Tournament {
    /// What it was created with.
    pub fn created(&self) -> &TournamentCreated {
        &self.created
    }

    /// The players, by their numbers.
    pub fn players(&self) -> &[PlayerState] {
        &self.players
    }

    /// The rounds that were paired.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The games, in the order they were attached.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// A game of the tournament.
    pub fn game(&self, id: Uuid) -> Option<&Game> {
        self.by_id.get(&id).and_then(|at| self.games.get(*at))
    }

    /// The rulings, in the order they were made.
    pub fn rulings(&self) -> &[Ruling] {
        &self.rulings
    }

    /// Whether nothing is accepted any more.
    pub fn is_sealed(&self) -> bool {
        self.sealed
    }

    /// How many games have not ended.
    pub fn running(&self) -> usize {
        self.games.iter().filter(|game| game.ended.is_none()).count()
    }

    /// Which of the rulesets a round plays.
    pub fn ruleset_of(&self, round: u32) -> u32 {
        let rulesets = u32::try_from(self.created.rulesets.len()).unwrap_or(1).max(1);
        round.saturating_sub(1) % rulesets
    }

    /// The points of each place in a game with so many seats.
    pub fn points(&self, seats: usize) -> Points {
        let usual = || Points::usual(u8::try_from(seats).unwrap_or(u8::MAX));
        self.created.points.clone().unwrap_or_else(usual)
    }
}
