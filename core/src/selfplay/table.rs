//! Random players in an open tournament: its log and the bundles of its games, every byte a function of one seed.

use uuid::Uuid;

use super::{PlayError, SelfPlay, derive_id, raw, second};
use crate::audit::note::SignerKey;
use crate::audit::{Bundle, Receipt, TournamentHeader};
use crate::kernel::{Hash, Head, Reserved, Text, beside};
use crate::tournament::{
    Attachment, Conclusion, Format, Played, Registration, Repeats, Rules, Seal, TieBreak, Tournament,
    TournamentCreated, TournamentEvent, TournamentPayload, opened, sealed,
};

/// A tournament that is played game by game. What it keeps does not grow with the length of the games.
///
/// Game *i* plays the *i*-th ruleset, counted around, and seats the players from the *i*-th on, counted around.
#[derive(Debug)]
pub struct TournamentPlay {
    id: Uuid,
    runs: Vec<SelfPlay>,
    players: u32,
    signer: SignerKey,
    state: Tournament,
    events: Vec<TournamentEvent>,
    /// The words of its log.
    texts: Vec<Text>,
}

impl TournamentPlay {
    /// Opens the tournament and registers its players. The runs are of one seed and of one entropy policy, and there is at
    /// least one; each says what a game of its ruleset is played with.
    ///
    /// # Errors
    /// [`PlayError::Tournament`] when there is no run, or more of them than a tournament plays rulesets.
    pub fn new(runs: Vec<SelfPlay>, name: &str) -> Result<Self, PlayError> {
        let first = runs.first().ok_or_else(|| PlayError::Broken("a tournament without rulesets was opened".into()))?;
        let name = first.text(name);
        let created = TournamentCreated {
            clock: Reserved,
            cut: Reserved,
            entropy: first.entropy,
            format: Format::Open {},
            lots_commitment: Reserved,
            name: name.commitment,
            points: None,
            repeats: Repeats::Never,
            rules: Rules::V1,
            rulesets: runs.iter().map(|run| Played::new(run.options.clone())).collect(),
            tie_breaks: vec![TieBreak::DirectMeeting, TieBreak::Wins, TieBreak::ScoreSum],
        };
        let state = Tournament::open(created.clone())?;
        let (id, signer) = (derive_id("pandect/play/tournament/v1", &first.seed), first.signer()?);
        // Two more than a table has seats: so who meets whom changes.
        let players = 2 + u32::from(runs.iter().map(|run| run.seats).max().unwrap_or(0));
        let mut play = Self { id, runs, players, signer, state, events: Vec::new(), texts: vec![name] };
        play.record(&TournamentPayload::Created(created))?;
        for player in 0..play.players {
            let name = play.name(player)?;
            let registration = Registration { bot: Reserved, name: name.commitment, player };
            play.texts.push(name);
            play.append(&TournamentPayload::PlayerRegistered(registration))?;
        }
        Ok(play)
    }

    /// Plays the next game and gives its bundle.
    ///
    /// # Errors
    /// As [`SelfPlay::play`].
    pub fn play(&mut self) -> Result<Bundle, PlayError> {
        self.play_until(u64::MAX)
    }

    /// Plays the next game, and has it adjudicated, all seats equal, if it reaches so many events.
    ///
    /// # Errors
    /// As [`SelfPlay::play`].
    pub fn play_until(&mut self, events: u64) -> Result<Bundle, PlayError> {
        let number = self.state.games().len();
        let which = number % self.runs.len().max(1);
        let run = self.runs.get(which).ok_or_else(|| PlayError::Broken("there is no such run".into()))?;
        let first = u32::try_from(number % self.players as usize).unwrap_or(0);
        let players: Vec<u32> = (0..u32::from(run.seats)).map(|seat| (first + seat) % self.players).collect();
        let names = players.iter().map(|player| self.name(*player)).collect::<Result<_, _>>()?;
        let bundle = run.play_as(number as u64, events, names, Some(self.id.to_string()))?;
        let broken = || PlayError::Broken("a game without an end was played".into());
        let (first, last) = (bundle.events.first().ok_or_else(broken)?, bundle.events.last().ok_or_else(broken)?);
        let (game, created) = (first.record.id, first.hash);
        let (head, outcome) =
            (Head { index: last.record.index, hash: last.hash }, bundle.outcome.clone().ok_or_else(broken)?);
        let ruleset = u32::try_from(which).unwrap_or(0);
        self.append(&TournamentPayload::GameAttached(Attachment { created, game, players, round: None, ruleset }))?;
        self.append(&TournamentPayload::GameConcluded(Conclusion { game, head, outcome: Some(outcome) }))?;
        Ok(bundle)
    }

    /// Seals the tournament: the first line of its bundle, and its log.
    ///
    /// # Errors
    /// None that a caller can cause.
    pub fn seal(mut self) -> Result<(TournamentHeader, Vec<TournamentEvent>), PlayError> {
        let standings = self.state.standings();
        self.append(&TournamentPayload::Sealed(Seal {
            lots_seed: Reserved,
            reason: None,
            standings: standings.clone(),
        }))?;
        let head = self.head().unwrap_or(Head { index: 0, hash: Hash::ZERO });
        let (events, games) = (self.events.len() as u64, self.state.games().len() as u64);
        let (receipt, key) = (Receipt { game: self.id, head }.sign(&self.signer), self.signer.verifier().to_string());
        let header = TournamentHeader::new(events, games, standings, receipt, key);
        Ok((header, self.events))
    }

    /// The name of a player: the same text in the log of the tournament and in those of its games.
    fn name(&self, player: u32) -> Result<Text, PlayError> {
        let run = self.runs.first().ok_or_else(|| PlayError::Broken("there is no such run".into()))?;
        Ok(run.text(&format!("Random {player}")))
    }

    fn head(&self) -> Option<Head> {
        self.events.last().map(|last| Head { index: last.record.index, hash: last.hash })
    }

    fn append(&mut self, payload: &TournamentPayload) -> Result<(), PlayError> {
        self.state.apply(payload)?;
        self.record(payload)
    }

    fn record(&mut self, event: &TournamentPayload) -> Result<(), PlayError> {
        let (record, hash, json) = sealed(self.id, self.head(), second(self.events.len())?, event)?;
        let texts = beside(&self.texts, &event.commitments());
        self.events.push(opened(record, hash, raw(json)?, texts));
        Ok(())
    }
}
