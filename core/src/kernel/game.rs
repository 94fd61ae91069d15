//! A match: one game of one ruleset, opened, played and replayed. Pure: the same seed and the same actions give the
//! same states on every machine.

use serde::{Deserialize, Serialize};

use super::chance::game_key;
use super::hash::{Entropy, GameKey, ServerSeed};
use super::outcome::{Outcome, Reason};
use super::ruleset::{Illegal, Ruleset};
use super::seat::{Seat, Seats, Viewer};
use super::table::{Table, Told};

/// Whether the seats add to the draws of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EntropyPolicy {
    /// The server's seed alone: the game is dealt when it is created.
    #[default]
    None,
    /// Every seat gives 32 bytes, and the game is dealt at the last ones: a server that has committed to its seed
    /// cannot then choose the cards, unless it is in league with the seat that gives last, which knows what the others
    /// gave.
    Required,
}

/// How far a game has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Seats owe entropy; nothing is dealt.
    Waiting,
    /// Seats are awaited to move.
    Running,
    /// The rules ended the game.
    Over,
    /// An organiser ended the game.
    Adjudicated,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 4] = [Self::Waiting, Self::Running, Self::Over, Self::Adjudicated];

    /// Its name on the wire and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Over => "over",
            Self::Adjudicated => "adjudicated",
        }
    }

    /// Whether nothing more is accepted, and every secret may be told.
    pub fn is_concluded(self) -> bool {
        matches!(self, Self::Over | Self::Adjudicated)
    }
}

/// What a match is opened with.
#[derive(Debug, Clone, PartialEq)]
pub struct Opening<O> {
    /// The options of the ruleset.
    pub options: O,
    /// How many seats play.
    pub seats: u8,
    /// The server's seed.
    pub seed: ServerSeed,
    /// Whether the seats add entropy.
    pub entropy: EntropyPolicy,
}

/// What an event after the first one asks of a match.
#[derive(Debug, Clone, PartialEq)]
pub enum Action<M> {
    /// A seat gives its entropy.
    Entropy(Seat, Entropy),
    /// A seat moves.
    Move(Seat, M),
    /// An organiser ends the game.
    Adjudicated(Outcome),
}

/// Why a match refuses an opening or an action. Depends only on what the one who asked can see.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The ruleset does not play with so many seats.
    #[error("{seats} seats were given; {ruleset} is played by {least} to {most}")]
    Seats {
        /// The ruleset's name.
        ruleset: &'static str,
        /// How many were given.
        seats: u8,
        /// The fewest.
        least: u8,
        /// The most.
        most: u8,
    },
    /// The game is over; nothing is accepted any more.
    #[error("the game is over")]
    Over,
    /// The seats still owe their entropy; nothing is dealt yet.
    #[error("the game waits for the entropy of its seats; nothing is dealt yet")]
    AwaitingEntropy,
    /// The game takes no entropy, or has already been dealt.
    #[error("this game takes no entropy now: it was dealt when it was created, or every seat has given its own")]
    EntropyNotWanted,
    /// The seat has given its entropy before.
    #[error("{0} has given its entropy already")]
    EntropyGiven(Seat),
    /// The seat is not awaited.
    #[error("it is not the turn of {seat}; the game awaits {}", list(*awaiting))]
    NotYourTurn {
        /// Who asked.
        seat: Seat,
        /// Who is awaited.
        awaiting: Seats,
    },
    /// The move or payload belongs to another ruleset.
    #[error("the move is for {found}; this game is {expected}")]
    OtherRuleset {
        /// The game's ruleset.
        expected: &'static str,
        /// The move's.
        found: &'static str,
    },
    /// The move belongs to another version of the game's ruleset.
    #[error("the move is for {ruleset} version {found}; this game is played by version {expected}: tag it {tag:?}")]
    OtherVersion {
        /// The ruleset's name.
        ruleset: &'static str,
        /// The game's version.
        expected: u32,
        /// The move's version.
        found: u32,
        /// What names the game's version on the wire.
        tag: &'static str,
    },
    /// The rules refuse it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The organiser's outcome does not fit the seats.
    #[error("{0}")]
    BadOutcome(String),
}

fn list(seats: Seats) -> String {
    seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(", ")
}

/// A match of one ruleset at one index of its log.
///
/// The nonce of an event's draws is the number of moves before it, plus 1; the deal has 0. So an event that draws
/// nothing (another seat's entropy first, an end by an organiser) shifts no draw: whoever writes the log knows the seed,
/// and could pick the next draws by putting such events in.
#[derive(Debug)]
pub struct Match<R: Ruleset> {
    opening: Opening<R::Options>,
    entropy: Vec<Option<Entropy>>,
    dealt: Option<Dealt<R>>,
    adjudicated: Option<Outcome>,
    next: u64,
    moves: u64,
}

#[derive(Debug)]
struct Dealt<R: Ruleset> {
    key: GameKey,
    state: R::State,
}

// By hand: the derives would ask for `R: Clone`, and no ruleset is a value.
impl<R: Ruleset> Clone for Match<R> {
    fn clone(&self) -> Self {
        Self {
            opening: self.opening.clone(),
            entropy: self.entropy.clone(),
            dealt: self.dealt.as_ref().map(|dealt| Dealt { key: dealt.key, state: dealt.state.clone() }),
            adjudicated: self.adjudicated.clone(),
            next: self.next,
            moves: self.moves,
        }
    }
}

impl<R: Ruleset> Match<R> {
    /// The match after its first event. It is dealt at once unless the seats owe entropy.
    ///
    /// # Errors
    /// [`Refusal::Seats`], or [`Refusal::Illegal`] when the options make no game.
    pub fn open(opening: Opening<R::Options>) -> Result<(Self, Told<R::Effect>), Refusal> {
        if !R::SEATS.contains(&opening.seats) {
            let (least, most) = (*R::SEATS.start(), *R::SEATS.end());
            return Err(Refusal::Seats { ruleset: R::NAME, seats: opening.seats, least, most });
        }
        let entropy = match opening.entropy {
            EntropyPolicy::None => Vec::new(),
            EntropyPolicy::Required => vec![None; usize::from(opening.seats)],
        };
        let mut game = Self { opening, entropy, dealt: None, adjudicated: None, next: 0, moves: 0 };
        let told = if game.entropy.is_empty() { game.deal()? } else { Told::default() };
        game.next = 1;
        Ok((game, told))
    }

    fn deal(&mut self) -> Result<Told<R::Effect>, Refusal> {
        let key = game_key(&self.opening.seed, self.entropy.iter().flatten());
        let mut table = Table::at(key, 0);
        let state = R::deal(&self.opening.options, self.opening.seats, &mut table)?;
        self.dealt = Some(Dealt { key, state });
        Ok(table.close())
    }

    /// The match after one more event, and what it told; this one stays as it is.
    ///
    /// # Errors
    /// [`Refusal`] when the event is not accepted.
    pub fn play(&self, action: &Action<R::Move>) -> Result<(Self, Told<R::Effect>), Refusal> {
        let mut next = self.clone();
        let told = next.advance(action)?;
        Ok((next, told))
    }

    /// Applies one event in place. After an error the match is spent: its state may be half-changed.
    ///
    /// # Errors
    /// [`Refusal`] when the event is not accepted.
    pub fn advance(&mut self, action: &Action<R::Move>) -> Result<Told<R::Effect>, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let told = match action {
            Action::Entropy(seat, entropy) => self.contribute(*seat, *entropy)?,
            Action::Move(seat, mv) => self.move_by(*seat, mv)?,
            Action::Adjudicated(outcome) => self.adjudicate(outcome)?,
        };
        self.next += 1;
        Ok(told)
    }

    /// The match after a whole log.
    ///
    /// # Errors
    /// The index of the first event that is not accepted, and why.
    pub fn replay(
        opening: Opening<R::Options>,
        actions: impl IntoIterator<Item = Action<R::Move>>,
    ) -> Result<Self, (u64, Refusal)> {
        let (mut game, _) = Self::open(opening).map_err(|refusal| (0, refusal))?;
        for action in actions {
            game.advance(&action).map_err(|refusal| (game.next, refusal))?;
        }
        Ok(game)
    }

    fn contribute(&mut self, seat: Seat, given: Entropy) -> Result<Told<R::Effect>, Refusal> {
        if self.dealt.is_some() {
            return Err(Refusal::EntropyNotWanted);
        }
        let awaiting = self.awaiting();
        match self.entropy.get_mut(seat.index()) {
            Some(place @ None) => *place = Some(given),
            Some(Some(_)) => return Err(Refusal::EntropyGiven(seat)),
            None => return Err(Refusal::NotYourTurn { seat, awaiting }),
        }
        if self.entropy.iter().all(Option::is_some) { self.deal() } else { Ok(Told::default()) }
    }

    fn move_by(&mut self, seat: Seat, mv: &R::Move) -> Result<Told<R::Effect>, Refusal> {
        let Some(Dealt { key, state }) = &mut self.dealt else { return Err(Refusal::AwaitingEntropy) };
        let awaiting = R::awaiting(state);
        if !awaiting.contains(seat) {
            return Err(R::out(state, seat).map_or(Refusal::NotYourTurn { seat, awaiting }, Refusal::Illegal));
        }
        let mut table = Table::at(*key, self.moves + 1);
        R::play(state, seat, mv, &mut table)?;
        self.moves += 1;
        Ok(table.close())
    }

    fn adjudicate(&mut self, outcome: &Outcome) -> Result<Told<R::Effect>, Refusal> {
        outcome.check(self.opening.seats).map_err(Refusal::BadOutcome)?;
        if outcome.reason != Reason::ADJUDICATED {
            return Err(Refusal::BadOutcome("the reason of an organiser's end is adjudicated, without values".into()));
        }
        self.adjudicated = Some(outcome.clone());
        Ok(Told::default())
    }

    /// The seats that may act now: those that owe entropy, or those the rules await. Empty exactly when the game is
    /// over.
    pub fn awaiting(&self) -> Seats {
        match &self.dealt {
            _ if self.adjudicated.is_some() => Seats::NONE,
            Some(dealt) => R::awaiting(&dealt.state),
            None => {
                let owing = |seat: &Seat| self.entropy.get(seat.index()).is_some_and(Option::is_none);
                Seat::all(self.opening.seats).filter(owing).collect()
            }
        }
    }

    /// The moves open to a seat now; none before the deal, after the end, or out of turn.
    pub fn legal(&self, seat: Seat) -> Vec<R::Move> {
        match &self.dealt {
            Some(dealt) if self.awaiting().contains(seat) => R::legal(&dealt.state, seat),
            _ => Vec::new(),
        }
    }

    /// What a viewer may see; nothing before the deal.
    pub fn view(&self, viewer: Viewer) -> Option<R::View> {
        self.dealt.as_ref().map(|dealt| R::view(&dealt.state, viewer))
    }

    /// The whole state, secrets included; nothing before the deal.
    pub fn state(&self) -> Option<&R::State> {
        self.dealt.as_ref().map(|dealt| &dealt.state)
    }

    /// How the game ended, by its rules or by an organiser.
    pub fn outcome(&self) -> Option<Outcome> {
        self.adjudicated.clone().or_else(|| R::outcome(&self.dealt.as_ref()?.state))
    }

    /// How far the game has come.
    pub fn status(&self) -> Status {
        match &self.dealt {
            _ if self.adjudicated.is_some() => Status::Adjudicated,
            None => Status::Waiting,
            Some(dealt) if R::awaiting(&dealt.state).is_empty() => Status::Over,
            Some(_) => Status::Running,
        }
    }

    /// Whether nothing more is accepted.
    pub fn is_over(&self) -> bool {
        self.status().is_concluded()
    }

    /// What the match was opened with.
    pub fn opening(&self) -> &Opening<R::Options> {
        &self.opening
    }

    /// How many events the log holds.
    pub fn events(&self) -> u64 {
        self.next
    }
}

#[cfg(test)]
mod tests;
