//! The events of a tournament: what each is accepted for, and what it does. A pure function of the log.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::event::{Attachment, Conclusion, Registration, Round, Ruling, TournamentCreated, TournamentPayload};
use super::format::{Format, Repeats};
use super::limits::{PLACES_MAX, PLAYERS_MAX, ROUNDS_MAX, RULESETS_MAX};
use super::pairing;
use super::ranking;
use super::refusal::TournamentRefusal;
use super::standing::Standing;
use super::state::{Game, PlayerState, Tournament};
use crate::kernel::{Outcome, Reason};

impl Tournament {
    /// Opens a tournament: its first event.
    ///
    /// # Errors
    /// [`TournamentRefusal`] when what it is created with makes no tournament.
    pub fn open(created: TournamentCreated) -> Result<Self, TournamentRefusal> {
        check_created(&created)?;
        let (players, rounds, games, rulings) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(Self { created, players, rounds, games, by_id: BTreeMap::new(), rulings, sealed: false })
    }

    /// Applies one event after the first. After an error the tournament is as it was.
    ///
    /// # Errors
    /// [`TournamentRefusal`] when the event is not accepted.
    pub fn apply(&mut self, payload: &TournamentPayload) -> Result<(), TournamentRefusal> {
        if self.sealed {
            return Err(TournamentRefusal::Sealed);
        }
        match payload {
            TournamentPayload::Created(_) => Err(TournamentRefusal::WrongFormat("a tournament is created once")),
            TournamentPayload::PlayerRegistered(new) => self.register(new),
            TournamentPayload::PlayerWithdrawn(gone) => self.withdraw(gone.player),
            TournamentPayload::RoundPaired(round) => self.pair(round),
            TournamentPayload::GameAttached(attached) => self.attach(attached),
            TournamentPayload::GameConcluded(conclusion) => self.conclude(conclusion),
            TournamentPayload::Ruling(ruling) => self.rule(ruling),
            TournamentPayload::Sealed(seal) => self.seal(&seal.standings),
        }
    }

    fn register(&mut self, new: &Registration) -> Result<(), TournamentRefusal> {
        let expected = self.players.len();
        if expected >= PLAYERS_MAX {
            return Err(TournamentRefusal::TooManyPlayers);
        }
        if new.player as usize != expected {
            return Err(TournamentRefusal::PlayerNumber { expected: expected as u32, found: new.player });
        }
        if let Some((player, _)) = (0..).zip(&self.players).find(|(_, other)| other.name == new.name) {
            return Err(TournamentRefusal::CommitmentTaken { player });
        }
        // A round robin and a first-to match are made for those who are there when they start.
        let closed = matches!(self.created.format, Format::RoundRobin { .. } | Format::FirstTo { .. });
        if closed && !self.rounds.is_empty() {
            return Err(TournamentRefusal::Started);
        }
        self.players.push(PlayerState { name: new.name, withdrawn: false });
        Ok(())
    }

    fn withdraw(&mut self, player: u32) -> Result<(), TournamentRefusal> {
        let found = self.players.get_mut(player as usize).ok_or(TournamentRefusal::NoSuchPlayer(player))?;
        if found.withdrawn {
            return Err(TournamentRefusal::Withdrawn(player));
        }
        found.withdrawn = true;
        Ok(())
    }

    fn pair(&mut self, round: &Round) -> Result<(), TournamentRefusal> {
        if !round.by_hand.is_empty() {
            return Err(TournamentRefusal::Reserved("a table was seated by hand"));
        }
        if !round.repeated.is_empty() {
            return Err(TournamentRefusal::Reserved("a pair meets again"));
        }
        let expected = self.next_round()?;
        if *round != expected {
            return Err(TournamentRefusal::OtherPairing { round: expected.round });
        }
        self.rounds.push(expected);
        Ok(())
    }

    fn attach(&mut self, attached: &Attachment) -> Result<(), TournamentRefusal> {
        if self.by_id.contains_key(&attached.game) {
            return Err(TournamentRefusal::AttachedTwice(attached.game));
        }
        match attached.round {
            None => self.check_seated(attached)?,
            Some(round) => self.check_paired(round, attached)?,
        }
        self.by_id.insert(attached.game, self.games.len());
        self.games.push(Game { attached: attached.clone(), ended: None, correction: None });
        Ok(())
    }

    /// A game that the organiser seats.
    fn check_seated(&self, attached: &Attachment) -> Result<(), TournamentRefusal> {
        if !matches!(self.created.format, Format::Open {}) {
            return Err(TournamentRefusal::WrongFormat("this format makes its games by itself: create the next round"));
        }
        let rulesets = &self.created.rulesets;
        let played = rulesets.get(attached.ruleset as usize);
        let unknown = TournamentRefusal::NoSuchRuleset { found: attached.ruleset, rulesets: rulesets.len() };
        let played = played.ok_or(unknown)?;
        for (seat, player) in attached.players.iter().enumerate() {
            let found = self.players.get(*player as usize).ok_or(TournamentRefusal::NoSuchPlayer(*player))?;
            if found.withdrawn {
                return Err(TournamentRefusal::Withdrawn(*player));
            }
            if attached.players[..seat].contains(player) {
                return Err(TournamentRefusal::SeatedTwice(*player));
            }
        }
        played.check_seats(attached.players.len())
    }

    /// A game of a table that was paired.
    fn check_paired(&self, round: u32, attached: &Attachment) -> Result<(), TournamentRefusal> {
        let unknown = || TournamentRefusal::NoSuchTable(attached.game);
        let last = self.rounds.last().filter(|last| last.round == round).ok_or_else(unknown)?;
        let has_game = self
            .games
            .iter()
            .any(|game| game.attached.round == Some(round) && game.attached.players == attached.players);
        let fits = last.tables.contains(&attached.players) && !has_game && attached.ruleset == self.ruleset_of(round);
        if fits { Ok(()) } else { Err(unknown()) }
    }

    fn conclude(&mut self, conclusion: &Conclusion) -> Result<(), TournamentRefusal> {
        let game = self.attached(conclusion.game)?;
        if game.ended.is_some() {
            return Err(TournamentRefusal::ConcludedTwice(conclusion.game));
        }
        let outcome =
            conclusion.outcome.as_ref().ok_or(TournamentRefusal::Reserved("the outcome of the game is null"))?;
        check_outcome(game, outcome)?;
        game.ended = Some((conclusion.head, outcome.clone()));
        Ok(())
    }

    fn rule(&mut self, ruling: &Ruling) -> Result<(), TournamentRefusal> {
        if let Some(correction) = &ruling.correction {
            let game = self.attached(correction.game)?;
            if game.ended.is_none() {
                return Err(TournamentRefusal::StillRuns(correction.game));
            }
            check_outcome(game, &correction.outcome)?;
            if correction.outcome.reason != Reason::CORRECTED {
                let why = "the reason of a correction is \"corrected\", without values".into();
                return Err(TournamentRefusal::Outcome { game: correction.game, why });
            }
            game.correction = Some(correction.outcome.clone());
        }
        self.rulings.push(ruling.clone());
        Ok(())
    }

    fn seal(&mut self, standings: &[Standing]) -> Result<(), TournamentRefusal> {
        match self.running() {
            0 if standings == self.standings() => {
                self.sealed = true;
                Ok(())
            }
            0 => Err(TournamentRefusal::OtherStandings),
            running => Err(TournamentRefusal::GamesRun(running)),
        }
    }

    fn attached(&mut self, game: Uuid) -> Result<&mut Game, TournamentRefusal> {
        let at = self.by_id.get(&game).copied();
        at.and_then(|at| self.games.get_mut(at)).ok_or(TournamentRefusal::NotAttached(game))
    }

    /// The round that the format makes next.
    ///
    /// # Errors
    /// [`TournamentRefusal`] when the format makes no round, a round goes on, every round is played, or nobody can be paired.
    pub fn next_round(&self) -> Result<Round, TournamentRefusal> {
        if self.sealed {
            return Err(TournamentRefusal::Sealed);
        }
        if let Some(last) = self.rounds.last() {
            let of_round = self.games.iter().filter(|game| game.attached.round == Some(last.round));
            let running = last.tables.len() - of_round.filter(|game| game.ended.is_some()).count();
            if running > 0 {
                return Err(TournamentRefusal::RoundRuns { round: last.round, running });
            }
        }
        if self.rounds.len() >= ROUNDS_MAX as usize {
            return Err(TournamentRefusal::TooManyRounds);
        }
        pairing::next_round(self)
    }

    /// Pairs the next round and takes it: what [`apply`](Self::apply) does with it, without pairing it a second time.
    ///
    /// # Errors
    /// As [`next_round`](Self::next_round).
    pub fn pair_next(&mut self) -> Result<Round, TournamentRefusal> {
        let round = self.next_round()?;
        self.rounds.push(round.clone());
        Ok(round)
    }

    /// The standings, first place first.
    pub fn standings(&self) -> Vec<Standing> {
        ranking::standings(self)
    }
}

fn check_outcome(game: &Game, outcome: &Outcome) -> Result<(), TournamentRefusal> {
    let seats = u8::try_from(game.attached.players.len()).unwrap_or(u8::MAX);
    outcome.check(seats).map_err(|why| TournamentRefusal::Outcome { game: game.attached.game, why })
}

/// Whether these make a tournament.
fn check_created(created: &TournamentCreated) -> Result<(), TournamentRefusal> {
    let setup = |field, detail: &str| Err(TournamentRefusal::Setup { field, detail: detail.into() });
    if created.rulesets.is_empty() || created.rulesets.len() > RULESETS_MAX {
        return setup("rulesets", "a tournament plays 1 to 16 rulesets");
    }
    let mut breaks = created.tie_breaks.clone();
    breaks.sort_unstable();
    if breaks.windows(2).any(|pair| pair[0] == pair[1]) {
        return setup("tie_breaks", "a tie-break counts once; it is listed twice");
    }
    if created.repeats != Repeats::Never {
        return setup("repeats", "when-unavoidable is reserved in this draft of the format; expected never");
    }
    let in_range = |rounds: u32| (1..=ROUNDS_MAX).contains(&rounds);
    let seats = match created.format {
        Format::Open {} => created.rulesets.iter().map(|played| played.seats().1).max(),
        Format::FirstTo { wins } if !(1..=100).contains(&wins) => return setup("format.wins", "expected 1 to 100"),
        Format::FirstTo { .. } => created.rulesets.iter().map(|played| played.seats().1).min(),
        Format::RoundRobin { group_size, rounds } => {
            if !(2..=PLACES_MAX).contains(&usize::from(group_size)) {
                return setup("format.group_size", "expected 2 to 6");
            }
            if !rounds.is_none_or(in_range) {
                return setup("format.rounds", "expected 1 to 512, or null");
            }
            created.rulesets.iter().try_for_each(|played| played.check_seats(usize::from(group_size)))?;
            Some(group_size)
        }
        Format::Swiss { rounds } if !in_range(rounds) => return setup("format.rounds", "expected 1 to 512"),
        Format::Swiss { .. } => {
            created.rulesets.iter().try_for_each(|played| played.check_seats(2))?;
            Some(2)
        }
    };
    if let Some(points) = &created.points {
        let shared = points.check(usize::from(seats.unwrap_or(0)));
        shared.map_err(|detail| TournamentRefusal::Setup { field: "points", detail })?;
    }
    Ok(())
}
