//! What an organiser does: creates a tournament, registers players, makes rounds and games, rules, seals.

use std::sync::Arc;

use uuid::Uuid;

use super::super::create::{CreatedGame, NAME_CHARS_MAX, Opening, Seating};
use super::super::line::Line;
use super::super::play::GameResult;
use super::super::{App, AppError, Caller};
use super::{Amended, Amending, Change, LiveTournament};
use crate::kernel::{EntropyPolicy, Hash, Reason, Reserved, ServerSeed};
use crate::rulesets::event::CreatedSeat;
use crate::store::{self, Write};
use crate::tournament::{
    Attachment, Conclusion, Correction, Created, Format, Payload, Played, Points, RULING_CHARS_MAX, Refusal,
    Registration, Repeats, Round, Rules, Ruling, Seal, TOURNAMENT_NAME_CHARS_MAX, TieBreak, Withdrawal,
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
pub struct Table {
    /// The game.
    pub game: CreatedGame,
    /// The players, in seat order.
    pub players: Vec<u32>,
}

/// What a call asks of a tournament.
enum Request {
    Register(Line),
    Withdraw(u32),
    NextRound,
    Seat(SeatedGame),
    Rule(Line, Option<NewCorrection>),
    Seal,
}

/// The events that a request makes, and the games that are created with them.
struct Plan {
    changes: Vec<Change>,
    tables: Vec<Table>,
    writes: Vec<Write>,
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
        let created = Created {
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
        let (live, event) = self.open_tournament(organiser, created, name)?;
        let texts = live.texts.to_vec();
        let write = Write::CreateTournament(Box::new(store::NewTournament { organiser, event, texts }));
        self.0.store.write(vec![write]).await?;
        let live = Arc::new(live);
        self.0.tournaments.insert(live.id, Arc::clone(&live));
        Ok(Amended { receipt: self.receipt(live.id, live.head), live })
    }

    /// Registers a player.
    ///
    /// # Errors
    /// [`AppError`] when the caller is not its organiser, the name is no line of text or taken, or nobody is taken any more.
    pub async fn register_player(
        &self,
        id: Uuid,
        caller: &Caller,
        heads: Option<Vec<Hash>>,
        name: String,
    ) -> Result<Amended, AppError> {
        let name = Line::read("name", &name, NAME_CHARS_MAX)?;
        Ok(self.organise(id, caller, heads, Request::Register(name)).await?.0)
    }

    /// Withdraws a player from the rounds to come.
    ///
    /// # Errors
    /// [`AppError`] when the caller is not its organiser, or there is no such player.
    pub async fn withdraw_player(
        &self,
        id: Uuid,
        caller: &Caller,
        heads: Option<Vec<Hash>>,
        player: u32,
    ) -> Result<Amended, AppError> {
        Ok(self.organise(id, caller, heads, Request::Withdraw(player)).await?.0)
    }

    /// Pairs the next round, creates its games and attaches them, all or nothing.
    ///
    /// # Errors
    /// [`AppError`] when the caller is not its organiser, or the format makes no further round now.
    pub async fn create_round(
        &self,
        id: Uuid,
        caller: &Caller,
        heads: Option<Vec<Hash>>,
    ) -> Result<(Amended, Vec<Table>), AppError> {
        self.organise(id, caller, heads, Request::NextRound).await
    }

    /// Creates a game whose seats the organiser fills, and attaches it, all or nothing.
    ///
    /// # Errors
    /// [`AppError`] when the caller is not its organiser, the format makes its games by itself, or the players make no game.
    pub async fn seat_game(
        &self,
        id: Uuid,
        caller: &Caller,
        heads: Option<Vec<Hash>>,
        seated: SeatedGame,
    ) -> Result<(Amended, Vec<Table>), AppError> {
        self.organise(id, caller, heads, Request::Seat(seated)).await
    }

    /// Records an arbiter's decision.
    ///
    /// # Errors
    /// [`AppError`] when the caller is not its organiser, the words are empty or too many, or the correction fits no game
    /// that has ended.
    pub async fn rule(
        &self,
        id: Uuid,
        caller: &Caller,
        heads: Option<Vec<Hash>>,
        text: String,
        correction: Option<NewCorrection>,
    ) -> Result<Amended, AppError> {
        let text = Line::read("text", &text, RULING_CHARS_MAX)?;
        Ok(self.organise(id, caller, heads, Request::Rule(text, correction)).await?.0)
    }

    /// Ends a tournament with its standings.
    ///
    /// # Errors
    /// [`AppError`] when the caller is not its organiser, or a game still runs.
    pub async fn seal_tournament(
        &self,
        id: Uuid,
        caller: &Caller,
        heads: Option<Vec<Hash>>,
    ) -> Result<Amended, AppError> {
        Ok(self.organise(id, caller, heads, Request::Seal).await?.0)
    }

    async fn organise(
        &self,
        id: Uuid,
        caller: &Caller,
        heads: Option<Vec<Hash>>,
        request: Request,
    ) -> Result<(Amended, Vec<Table>), AppError> {
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
        request: Request,
    ) -> Result<(Amended, Vec<Table>), AppError> {
        let (slot, _) = self.0.tournaments.find(self, id).await?;
        let (live, turn) = self.0.tournaments.turn(self, id, &slot).await?;
        live.admit(&caller)?;
        if heads.is_some_and(|heads| !heads.contains(&live.head.hash)) {
            return Err(AppError::Stale { index: live.head.index, hash: live.head.hash });
        }
        let (app, planned) = (self.clone(), Arc::clone(&live));
        // A round deals many games and may search for its pairing.
        let plan = tokio::task::spawn_blocking(move || app.plan(&planned, request)).await;
        let plan = plan.unwrap_or_else(|error| Err(AppError::Broken(format!("a plan ended early: {error}"))))?;
        let at = self.0.sources.now()?;
        let (mut next, mut events) = (LiveTournament::clone(&live), Vec::new());
        for change in &plan.changes {
            let (amended, event) = next.amended(at, change, self)?;
            next = amended;
            events.push(event);
        }
        let amending = Amending { slot, next: Arc::new(next), _turn: turn };
        let amended = self.amend(plan.writes, amending, events).await?;
        for table in &plan.tables {
            let live = &table.game.live;
            self.0.live.insert(live.facts.id, Arc::clone(live));
        }
        Ok((amended, plan.tables))
    }

    fn plan(&self, live: &LiveTournament, request: Request) -> Result<Plan, AppError> {
        let state = &live.state;
        let mut plan = Plan { changes: Vec::new(), tables: Vec::new(), writes: Vec::new() };
        match request {
            Request::Register(name) => {
                let player = u32::try_from(state.players().len()).unwrap_or(u32::MAX);
                if let Some(player) = live.named(name.as_str()) {
                    return Err(AppError::NameTaken { player, name: name.into() });
                }
                let text = self.text(name)?;
                let registration = Registration { bot: Reserved, name: text.commitment, player };
                plan.changes.push(Change { payload: Payload::PlayerRegistered(registration), text: Some(text) });
            }
            Request::Withdraw(player) => plan.changes.push(Payload::PlayerWithdrawn(Withdrawal { player }).into()),
            Request::Rule(text, correction) => {
                let text = self.text(text)?;
                let correction = correction.map(|NewCorrection { game, result }| Correction {
                    game,
                    outcome: result.outcome(Reason::CORRECTED),
                });
                let ruling = Ruling { correction, text: text.commitment };
                plan.changes.push(Change { payload: Payload::Ruling(ruling), text: Some(text) });
            }
            Request::Seal => {
                let seal = Seal { lots_seed: Reserved, reason: None, standings: state.standings() };
                plan.changes.push(Payload::Sealed(seal).into());
            }
            Request::NextRound => {
                let round: Round = state.next_round()?;
                let (number, tables) = (round.round, round.tables.clone());
                plan.changes.push(Payload::RoundPaired(round).into());
                for players in tables {
                    let seated = SeatedGame { players, ruleset: state.ruleset_of(number), seed: None };
                    self.seat(live, Some(number), seated, &mut plan)?;
                }
            }
            Request::Seat(seated) => self.seat(live, None, seated, &mut plan)?,
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
        let unknown = Refusal::NoSuchRuleset { found: ruleset, rulesets };
        let played = created.rulesets.get(ruleset as usize).ok_or(unknown)?;
        // The game repeats the commitment of the registration: who sat where is compared without a name.
        let seating = |player: &u32| {
            let found = live.state.players().get(*player as usize).ok_or(Refusal::NoSuchPlayer(*player))?;
            let text = live.texts.iter().find(|text| text.commitment == found.name).cloned();
            Ok(Seating { seat: CreatedSeat { bot: None, name: found.name }, text })
        };
        let opening = Opening {
            options: played.options.clone(),
            seats: players.iter().map(seating).collect::<Result<_, Refusal>>()?,
            seed,
            entropy: created.entropy,
            tournament: Some(live.id.to_string()),
        };
        let (game, event) = self.prepare(opening)?;
        let (id, created) = (game.live.facts.id, event.hash);
        let attachment = Attachment { created, game: id, players: players.clone(), round, ruleset };
        plan.changes.push(Payload::GameAttached(attachment).into());
        if let Some(outcome) = game.live.game.outcome() {
            let head = game.live.head;
            let conclusion = Conclusion { game: id, head, outcome: Some(outcome) };
            plan.changes.push(Payload::GameConcluded(conclusion).into());
        }
        plan.writes.push(Write::Create(Box::new(self.stored(&game.live, event)?)));
        plan.tables.push(Table { game, players });
        Ok(())
    }
}
