//! Tournaments: create, organise, look. Everything in a tournament is public; only its organiser may change it.

mod look;
mod organise;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tokio::sync::OwnedMutexGuard;
use uuid::Uuid;

pub(super) use look::shown;
pub use look::{TOURNAMENTS_PAGE_MAX, TournamentSummary};
pub use organise::{NewCorrection, NewTournament, SeatedGame, Table};

use super::line::{folded, skeletons};
use super::live::Live;
use super::sealing::text;
use super::slots::{Follower, Slot};
use super::words::{checked, line, texts_of};
use super::{App, AppError, Caller};
use crate::kernel::{Hash, Head, Text, Timestamp, payload_commitment, payload_salt};
use crate::store::{Store, StoreError, StoredEvent, StoredTournament, TournamentAppend, Write};
use crate::tournament::{Conclusion, Created, Payload, Tournament, salt_seed, sealed};

/// A tournament as it was after one event. A snapshot never changes; the next event makes the next one.
#[derive(Debug, Clone)]
pub struct LiveTournament {
    /// The tournament.
    pub id: Uuid,
    /// When it was created.
    pub created_at: Timestamp,
    organiser: Option<Hash>,
    /// What its log leads to.
    pub state: Tournament,
    /// The end of the log.
    pub head: Head,
    /// When the last event was accepted.
    at: Timestamp,
    /// The words that its payloads commit to.
    texts: Arc<[Text]>,
}

/// An event to come, with the words that its payload commits to.
#[derive(Debug)]
pub(super) struct Change {
    payload: Payload,
    text: Option<Text>,
}

impl From<Payload> for Change {
    fn from(payload: Payload) -> Self {
        Self { payload, text: None }
    }
}

/// What a call did to a tournament.
#[derive(Debug)]
pub struct Amended {
    /// The tournament after it.
    pub live: Arc<LiveTournament>,
    /// The signed receipt of its head.
    pub receipt: String,
}

/// The next snapshot of a tournament whose events are on their way to the disk. Nobody else appends meanwhile.
pub(super) struct Amending {
    slot: Arc<Slot<LiveTournament>>,
    next: Arc<LiveTournament>,
    _turn: OwnedMutexGuard<()>,
}

impl Amending {
    /// The events are on disk.
    pub(super) fn advance(self) -> Arc<LiveTournament> {
        self.slot.advance(self.next.head.index, Arc::clone(&self.next));
        self.next
    }

    /// Whether the events are on disk is open.
    pub(super) fn forget(&self) {
        self.slot.forget();
    }
}

/// Replays stored events from index 0. An event that was changed on disk ends it.
fn replay(id: Uuid, events: &[StoredEvent]) -> Result<Tournament, AppError> {
    let broken =
        |index: u64, why: &dyn std::fmt::Display| AppError::Broken(format!("event {index} of tournament {id}: {why}"));
    let (mut prev, mut state) = (Hash::ZERO, None::<Tournament>);
    for (index, event) in (0..).zip(events) {
        let record = &event.record;
        let committed = payload_commitment(&payload_salt(&salt_seed(id), index), event.payload.as_bytes());
        let in_place = record.index == index && record.prev == prev;
        if !in_place || record.payload != committed || record.hash()? != event.hash {
            return Err(broken(index, &"it was changed on disk: audit it"));
        }
        prev = event.hash;
        let refused = |refusal: crate::tournament::Refusal| broken(index, &refusal);
        match (&mut state, Payload::parse(record.kind, &event.payload)?) {
            (None, Payload::Created(created)) => state = Some(Tournament::open(created).map_err(refused)?),
            (None, _) => return Err(broken(index, &"a tournament starts with its creation")),
            (Some(state), payload) => state.apply(&payload).map_err(refused)?,
        }
    }
    state.ok_or_else(|| AppError::Broken(format!("the log of tournament {id} is empty")))
}

impl LiveTournament {
    /// Reads a tournament from disk.
    pub(super) fn read(store: &Store, id: Uuid) -> Result<(u64, Self), AppError> {
        let stored = store.tournament(id)?.ok_or(AppError::UnknownTournament(id))?;
        let live = Self::load(&stored, texts_of(store, &stored.events)?)?;
        Ok((live.head.index, live))
    }

    pub(super) fn load(stored: &StoredTournament, texts: Vec<Text>) -> Result<Self, AppError> {
        let row = &stored.row;
        let state = replay(row.id, &stored.events)?;
        if state.is_sealed() != row.sealed {
            let id = row.id;
            return Err(AppError::Broken(format!(
                "tournament {id} is sealed in one place and not in another: audit it"
            )));
        }
        let (created_at, organiser, texts) = (row.created.record.at, row.organiser, checked(texts)?.into());
        Ok(Self { id: row.id, created_at, organiser, state, head: row.head(), at: row.last.record.at, texts })
    }

    /// Its name; nothing where it was erased.
    pub fn name(&self) -> Option<&str> {
        line(&self.texts, self.state.created().name)
    }

    /// The name of a player; nothing where it was erased, or there is no such player.
    pub fn player(&self, player: u32) -> Option<&str> {
        line(&self.texts, self.state.players().get(player as usize)?.name)
    }

    /// What a commitment stands for; nothing where it was erased.
    pub fn line(&self, commitment: Hash) -> Option<&str> {
        line(&self.texts, commitment)
    }

    /// What an edge calls a player.
    pub fn called(&self, player: u32) -> String {
        self.player(player).map_or_else(|| format!("player {player}"), Into::into)
    }

    /// Another player who has this name, in whatever case. That nobody else has it is for the edge to see to: the log has no
    /// names.
    fn named(&self, name: &str) -> Option<u32> {
        let name = folded(name);
        self.names().find(|(_, other)| folded(other) == name).map(|it| it.0)
    }

    /// The players whose names could be taken for each other (UTS 39), with all those others. A name that was erased is like
    /// none.
    pub fn look_alikes(&self) -> BTreeMap<u32, BTreeSet<u32>> {
        let mut sharing: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
        for (player, name) in self.names() {
            skeletons(name).into_iter().for_each(|skeleton| {
                sharing.entry(skeleton).or_default().insert(player);
            });
        }
        let mut alike: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for players in sharing.into_values().filter(|players| players.len() > 1) {
            for player in &players {
                alike.entry(*player).or_default().extend(players.iter().filter(|other| *other != player));
            }
        }
        alike
    }

    /// The players whose names were not erased.
    fn names(&self) -> impl Iterator<Item = (u32, &str)> {
        (0..).zip(self.state.players()).filter_map(|(player, it)| Some((player, line(&self.texts, it.name)?)))
    }

    /// The tournament with one more event, and the event as it is stored.
    fn amended(self, at: Timestamp, change: &Change, app: &App) -> Result<(Self, Write), AppError> {
        let (mut next, Change { payload, text }) = (self, change);
        next.state.apply(payload)?;
        // A clock that was set back does not make the log run backward.
        next.at = at.max(next.at);
        let event = event(next.id, Some(next.head), next.at, payload)?;
        next.head = event.head();
        if let Some(text) = text {
            next.texts = next.texts.iter().chain([text]).cloned().collect();
        }
        let sealed = next.state.is_sealed();
        let receipt = sealed.then(|| app.signed(next.id, next.head));
        let texts = text.iter().cloned().collect();
        Ok((next, Write::AppendToTournament(Box::new(TournamentAppend { event, sealed, receipt, texts }))))
    }

    /// Only its organiser may change it.
    fn admit(&self, caller: &Caller) -> Result<(), AppError> {
        let own = match (self.organiser, caller) {
            (Some(organiser), Caller::Organiser(hash)) => organiser == *hash,
            (Some(_), _) => false,
            (None, _) => true,
        };
        if own { Ok(()) } else { Err(AppError::Forbidden { hint: "the tournament belongs to another organiser" }) }
    }
}

fn event(id: Uuid, head: Option<Head>, at: Timestamp, payload: &Payload) -> Result<StoredEvent, AppError> {
    let (record, hash, json) = sealed(id, head, at, payload)?;
    Ok(StoredEvent { record, hash, payload: text(json)? })
}

/// The tournament that a game belongs to.
fn tournament_of(live: &Live) -> Result<Option<Uuid>, AppError> {
    let id = live.facts.created.tournament.as_deref().map(str::parse).transpose();
    id.map_err(|error| AppError::Broken(format!("the tournament of game {}: {error}", live.facts.id)))
}

impl App {
    /// The latest snapshot of a tournament.
    ///
    /// # Errors
    /// [`AppError::UnknownTournament`], or [`AppError::Store`] when it cannot be read.
    pub async fn tournament(&self, id: Uuid) -> Result<Arc<LiveTournament>, AppError> {
        Ok(self.0.tournaments.find(self, id).await?.1)
    }

    /// Opens a live stream of a tournament: hears of every event from now on, until it is dropped.
    ///
    /// # Errors
    /// [`AppError::TooManyStreams`], [`AppError::UnknownTournament`].
    pub async fn follow_tournament(&self, id: Uuid) -> Result<Follower, AppError> {
        self.0.tournaments.follow(self, id).await
    }

    /// Where a game of a tournament has ended: adds the tournament's own event to the writes, which are done together.
    pub(super) async fn conclude(&self, live: &Live, writes: &mut Vec<Write>) -> Result<Option<Amending>, AppError> {
        let (Some(outcome), Some(id)) = (live.game.outcome(), tournament_of(live)?) else { return Ok(None) };
        let tournaments = &self.0.tournaments;
        let (slot, _) = tournaments.find(self, id).await?;
        let (tournament, turn) = tournaments.turn(self, id, &slot).await?;
        let conclusion = Conclusion { game: live.facts.id, head: live.head, outcome: Some(outcome) };
        let change = Payload::GameConcluded(conclusion).into();
        let now = self.0.sources.now()?;
        let (next, write) = LiveTournament::clone(&tournament).amended(now, &change, self)?;
        writes.push(write);
        Ok(Some(Amending { slot, next: Arc::new(next), _turn: turn }))
    }

    /// Lets an organiser through to a game: one of a tournament is for the tournament's organiser alone.
    pub(super) async fn admit_to_tournament_of(&self, game: Uuid, caller: &Caller) -> Result<(), AppError> {
        match tournament_of(&*self.game(game).await?)? {
            Some(id) => self.tournament(id).await?.admit(caller),
            None => Ok(()),
        }
    }

    /// Writes a tournament's next events. Others that are written with them come first.
    async fn amend(&self, mut writes: Vec<Write>, amending: Amending, events: Vec<Write>) -> Result<Amended, AppError> {
        writes.extend(events);
        if let Err(error) = self.0.store.write(writes).await {
            if !matches!(error, StoreError::Busy) {
                amending.forget();
            }
            return Err(error.into());
        }
        let live = amending.advance();
        Ok(Amended { receipt: self.receipt(live.id, live.head), live })
    }

    /// Opens a tournament that is not written yet.
    fn open_tournament(
        &self,
        organiser: Option<Hash>,
        created: Created,
        name: Text,
    ) -> Result<(LiveTournament, StoredEvent), AppError> {
        let (id, at) = ((self.0.sources.id)(), self.0.sources.now()?);
        let state = Tournament::open(created.clone())?;
        let event = event(id, None, at, &Payload::Created(created))?;
        let head = event.head();
        let texts = [name].into();
        Ok((LiveTournament { id, created_at: at, organiser, state, head, at, texts }, event))
    }
}
