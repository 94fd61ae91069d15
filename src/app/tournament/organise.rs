//! What an organiser does: creates a tournament, registers players, makes rounds and games, rules, seals.

use std::sync::Arc;

use uuid::Uuid;

use super::amend::Amended;
use super::live::{Change, LiveTournament, event};
use crate::app::create::{CreatedGame, NAME_CHARS_MAX, Opening, Seating};
use crate::app::error::AppError;
use crate::app::line::Line;
use crate::app::play::GameResult;
use crate::app::service::App;
use crate::app::token::Caller;
use crate::kernel::{EntropyPolicy, Hash, Reason, Reserved, ServerSeed};
use crate::log::CreatedSeat;
use crate::store::{self, Write};
use crate::tournament::{
    Attachment, Conclusion, Correction, Format, Played, Points, RULING_CHARS_MAX, Registration, Repeats, Rules, Ruling,
    Seal, TOURNAMENT_NAME_CHARS_MAX, TieBreak, Tournament, TournamentCreated, TournamentPayload, TournamentRefusal,
    Withdrawal,
};

/// What an organiser creates a tournament with.
#[derive(Debug, Clone)]
pub struct NewTournament {
    /// Its name. The log commits to it and does not hold it, so that it can be erased.
    pub name: String,
    /// How its games are made.
    pub format: Format,
    /// What is played.
    pub rulesets: Vec<Played>,
    /// The points for each place; the usual ones when there are none.
    pub points: Option<Points>,
    /// What ranks players with equal points.
    pub tie_breaks: Vec<TieBreak>,
    /// Whether the seats of its games add entropy.
    pub entropy: EntropyPolicy,
}

/// A result that shall count instead of a game's own.
#[derive(Debug, Clone)]
pub struct NewCorrection {
    /// The game.
    pub game: Uuid,
    /// The result.
    pub result: GameResult,
}

/// A game that the organiser seats.
#[derive(Debug, Clone)]
pub struct SeatedGame {
    /// The players, in seat order.
    pub players: Vec<u32>,
    /// Which of the tournament's rulesets it plays.
    pub ruleset: u32,
    /// The seed, for tests and teaching; drawn by the server when there is none.
    pub seed: Option<ServerSeed>,
}

/// A game of a tournament that was just created, with what is shown once.
#[derive(Debug)]
pub struct NewTable {
    /// The game.
    pub game: CreatedGame,
    /// The players, in seat order.
    pub players: Vec<u32>,
}

/// What an organiser asks of a tournament.
#[derive(Debug, Clone)]
pub enum Amendment {
    /// Registers a player of this name.
    Register(Line),
    /// Withdraws a player from the rounds to come.
    Withdraw(u32),
    /// Pairs the next round, creates its games and attaches them.
    NextRound,
    /// Creates a game whose seats the organiser fills, and attaches it.
    Seat(SeatedGame),
    /// Records an arbiter's decision, with a result that it makes count.
    Rule(Line, Option<NewCorrection>),
    /// Ends the tournament with its standings.
    Seal,
}

impl Amendment {
    /// Registers a player of this name.
    ///
    /// # Errors
    /// [`AppError::Invalid`] when it is no line of text, or too long.
    pub fn register(name: &str) -> Result<Self, AppError> {
        Ok(Self::Register(Line::read("name", name, NAME_CHARS_MAX)?))
    }

    /// Records what an arbiter decided.
    ///
    /// # Errors
    /// [`AppError::Invalid`] when it is no line of text, or too long.
    pub fn rule(text: &str, correction: Option<NewCorrection>) -> Result<Self, AppError> {
        Ok(Self::Rule(Line::read("text", text, RULING_CHARS_MAX)?, correction))
    }
}

/// The events that a request makes, and the games that are created with them.
struct Plan {
    /// The tournament after the events, with the head before them.
    next: LiveTournament,
    changes: Vec<Change>,
    /// Why the tournament does not accept one of them.
    refused: Option<TournamentRefusal>,
    tables: Vec<NewTable>,
    writes: Vec<Write>,
}

impl Plan {
    /// Plans a change. Why it is refused waits until the whole plan is made.
    fn add(&mut self, change: Change) {
        if self.refused.is_none() {
            self.refused = self.next.state.apply(&change.payload).err();
        }
        self.changes.push(change);
    }
}

impl App {
    /// Creates a tournament: its first event is on disk when this answers. It remembers its organiser.
    ///
    /// # Errors
    /// [`AppError`] when the caller is no organiser, the name is no line of text, or this makes no tournament.
    pub async fn create_tournament(&self, caller: &Caller, new: NewTournament) -> Result<Amended, AppError> {
        self.0.organisers.admit(caller)?;
        let name = Line::read("name", &new.name, TOURNAMENT_NAME_CHARS_MAX)?;
        let organiser = match caller {
            Caller::Organiser(hash) => Some(*hash),
            Caller::Anonymous | Caller::Seat(_) => None,
        };
        let name = self.text(name)?;
        let created = TournamentCreated {
            clock: Reserved,
            cut: Reserved,
            entropy: new.entropy,
            format: new.format,
            lots_commitment: Reserved,
            name: name.commitment,
            points: new.points,
            repeats: Repeats::Never,
            rules: Rules::V1,
            rulesets: new.rulesets,
            tie_breaks: new.tie_breaks,
        };
        let (id, at) = ((self.0.sources.id)(), self.0.sources.now()?);
        let state = Tournament::open(created.clone())?;
        let event = event(id, None, at, &TournamentPayload::Created(created))?;
        let (head, texts) = (event.head(), vec![name.clone()]);
        let write = Write::CreateTournament(Box::new(store::TournamentCreation { organiser, event, texts }));
        self.0.store.write(vec![write]).await?;
        let live = LiveTournament { id, created_at: at, organiser, state, head, at, texts: [name].into() };
        let live = Arc::new(live);
        self.0.tournaments.insert(live.id, Arc::clone(&live));
        Ok(Amended { receipt: self.receipt(live.id, live.head), live })
    }

    /// Does to a tournament what its organiser asks for, all or nothing, and gives the games that were created with it.
    ///
    /// # Errors
    /// [`AppError`] when the caller is not its organiser, or the rules of the tournament refuse.
    pub async fn organise(
        &self,
        id: Uuid,
        caller: &Caller,
        heads: Option<Vec<Hash>>,
        request: Amendment,
    ) -> Result<(Amended, Vec<NewTable>), AppError> {
        self.0.organisers.admit(caller)?;
        let (app, caller) = (self.clone(), *caller);
        // A task of its own: a client that goes away cannot leave an event on disk that memory does not know of.
        let task = tokio::spawn(async move { app.do_organise(id, caller, heads, request).await });
        task.await.unwrap_or_else(|error| Err(AppError::Broken(format!("a call ended early: {error}"))))
    }

    async fn do_organise(
        &self,
        id: Uuid,
        caller: Caller,
        heads: Option<Vec<Hash>>,
        request: Amendment,
    ) -> Result<(Amended, Vec<NewTable>), AppError> {
        let (slot, _) = self.slot::<LiveTournament>(id).await?;
        let _turn = slot.turn().await;
        let live = self.latest(id, &slot).await?;
        live.admit(&caller)?;
        if heads.is_some_and(|heads| !heads.contains(&live.head.hash)) {
            return Err(AppError::Stale { index: live.head.index, hash: live.head.hash });
        }
        let (app, planned) = (self.clone(), Arc::clone(&live));
        // A round deals many games and may search for its pairing.
        let plan = tokio::task::spawn_blocking(move || app.plan(&planned, request)).await;
        let plan = plan.unwrap_or_else(|error| Err(AppError::Broken(format!("a plan ended early: {error}"))))?;
        let Plan { mut next, changes, refused, tables, mut writes } = plan;
        let at = self.0.sources.now()?;
        refused.map_or(Ok(()), Err)?;
        for change in changes {
            writes.push(self.amendment(&mut next, at, change)?);
        }
        self.write(writes, || slot.forget()).await?;
        let live = Arc::new(next);
        slot.advance(Arc::clone(&live));
        for NewTable { game, .. } in &tables {
            self.0.live.insert(game.live.facts.id, Arc::clone(&game.live));
        }
        Ok((Amended { receipt: self.receipt(live.id, live.head), live }, tables))
    }

    fn plan(&self, live: &LiveTournament, request: Amendment) -> Result<Plan, AppError> {
        let state = &live.state;
        let (next, changes) = (live.clone(), Vec::new());
        let mut plan = Plan { next, changes, refused: None, tables: Vec::new(), writes: Vec::new() };
        match request {
            Amendment::Register(name) => {
                let player = u32::try_from(state.players().len()).unwrap_or(u32::MAX);
                if let Some(player) = live.named(name.as_str()) {
                    return Err(AppError::NameTaken { player, name: name.into() });
                }
                let text = self.text(name)?;
                let registration = Registration { bot: Reserved, name: text.commitment, player };
                plan.add(Change { payload: TournamentPayload::PlayerRegistered(registration), text: Some(text) });
            }
            Amendment::Withdraw(player) => plan.add(TournamentPayload::PlayerWithdrawn(Withdrawal { player }).into()),
            Amendment::Rule(text, correction) => {
                let text = self.text(text)?;
                let correction = correction.map(|NewCorrection { game, result }| Correction {
                    game,
                    outcome: result.outcome(Reason::CORRECTED),
                });
                let ruling = Ruling { correction, text: text.commitment };
                plan.add(Change { payload: TournamentPayload::Ruling(ruling), text: Some(text) });
            }
            Amendment::Seal => {
                let seal = Seal { lots_seed: Reserved, reason: None, standings: state.standings() };
                plan.add(TournamentPayload::Sealed(seal).into());
            }
            Amendment::NextRound => {
                let round = plan.next.state.pair_next()?;
                let (number, tables) = (round.round, round.tables.clone());
                plan.changes.push(TournamentPayload::RoundPaired(round).into());
                for players in tables {
                    let seated = SeatedGame { players, ruleset: state.ruleset_of(number), seed: None };
                    self.seat(live, Some(number), seated, &mut plan)?;
                }
            }
            Amendment::Seat(seated) => self.seat(live, None, seated, &mut plan)?,
        }
        Ok(plan)
    }

    /// Adds a new game to the plan.
    fn seat(
        &self,
        live: &LiveTournament,
        round: Option<u32>,
        seated: SeatedGame,
        plan: &mut Plan,
    ) -> Result<(), AppError> {
        let created = live.state.created();
        let SeatedGame { players, ruleset, seed } = seated;
        let rulesets = created.rulesets.len();
        let unknown = TournamentRefusal::NoSuchRuleset { found: ruleset, rulesets };
        let played = created.rulesets.get(ruleset as usize).ok_or(unknown)?;
        // The game repeats the commitment of the registration: who sat where is compared without a name.
        let seating = |player: &u32| {
            let found = live.state.players().get(*player as usize).ok_or(TournamentRefusal::NoSuchPlayer(*player))?;
            let text = live.texts.iter().find(|text| text.commitment == found.name).cloned();
            Ok(Seating { seat: CreatedSeat { bot: None, name: found.name }, text })
        };
        let opening = Opening {
            options: played.options.clone(),
            seats: players.iter().map(seating).collect::<Result<_, TournamentRefusal>>()?,
            seed,
            entropy: created.entropy,
            tournament: Some(live.id.to_string()),
        };
        let (game, event) = self.prepare(opening)?;
        let (id, created) = (game.live.facts.id, event.hash);
        let attachment = Attachment { created, game: id, players: players.clone(), round, ruleset };
        plan.add(TournamentPayload::GameAttached(attachment).into());
        if let Some(outcome) = game.live.game.outcome() {
            let head = game.live.head;
            let conclusion = Conclusion { game: id, head, outcome: Some(outcome) };
            plan.add(TournamentPayload::GameConcluded(conclusion).into());
        }
        plan.writes.push(Write::Create(Box::new(self.stored(&game.live, event)?)));
        plan.tables.push(NewTable { game, players });
        Ok(())
    }
}
