//! Live tournaments: what is known of a tournament after its last event.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use uuid::Uuid;

use crate::app::error::AppError;
use crate::app::line::{folded, skeletons};
use crate::app::sealing::{is_whole, text};
use crate::app::token::Caller;
use crate::app::words::{checked, line};
use crate::kernel::{Hash, Head, Text, Timestamp, payload_salt};
use crate::store::{StoredEvent, StoredTournament};
use crate::tournament::{Tournament, TournamentPayload, salt_seed, sealed};

/// A tournament as it was after one event. A snapshot never changes; the next event makes the next one.
#[derive(Debug, Clone)]
pub struct LiveTournament {
    /// The tournament.
    pub id: Uuid,
    /// When it was created.
    pub created_at: Timestamp,
    pub(super) organiser: Option<Hash>,
    /// What its log leads to.
    pub state: Tournament,
    /// The end of the log.
    pub head: Head,
    /// When the last event was accepted.
    pub(super) at: Timestamp,
    /// The words that its payloads commit to.
    pub(super) texts: Arc<[Text]>,
}

/// An event to come, with the words that its payload commits to.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) payload: TournamentPayload,
    pub(super) text: Option<Text>,
}

impl From<TournamentPayload> for Change {
    fn from(payload: TournamentPayload) -> Self {
        Self { payload, text: None }
    }
}

/// Replays stored events from index 0. An event that was changed on disk ends it.
pub(super) fn replay(id: Uuid, events: &[StoredEvent]) -> Result<Tournament, AppError> {
    let broken =
        |index: u64, why: &dyn std::fmt::Display| AppError::Broken(format!("event {index} of tournament {id}: {why}"));
    let (mut prev, mut state) = (Hash::ZERO, None::<Tournament>);
    for (index, event) in (0..).zip(events) {
        if !is_whole(event, index, prev, &payload_salt(&salt_seed(id), index))? {
            return Err(broken(index, &"it was changed on disk: audit it"));
        }
        prev = event.hash;
        let refused = |refusal: crate::tournament::TournamentRefusal| broken(index, &refusal);
        match (&mut state, TournamentPayload::parse(event.record.kind, &event.payload)?) {
            (None, TournamentPayload::Created(created)) => state = Some(Tournament::open(created).map_err(refused)?),
            (None, _) => return Err(broken(index, &"a tournament starts with its creation")),
            (Some(state), payload) => state.apply(&payload).map_err(refused)?,
        }
    }
    state.ok_or_else(|| AppError::Broken(format!("the log of tournament {id} is empty")))
}

impl LiveTournament {
    pub(in crate::app) fn load(stored: &StoredTournament, texts: Vec<Text>) -> Result<Self, AppError> {
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
    pub(super) fn named(&self, name: &str) -> Option<u32> {
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

    /// Adds an event that the state has taken already, and gives it as it is stored.
    pub(super) fn append(&mut self, at: Timestamp, change: &Change) -> Result<StoredEvent, AppError> {
        // A clock that was set back does not make the log run backward.
        self.at = at.max(self.at);
        let event = event(self.id, Some(self.head), self.at, &change.payload)?;
        self.head = event.head();
        if let Some(text) = &change.text {
            self.texts = self.texts.iter().chain([text]).cloned().collect();
        }
        Ok(event)
    }

    /// Only its organiser may change it.
    pub(super) fn admit(&self, caller: &Caller) -> Result<(), AppError> {
        let own = match (self.organiser, caller) {
            (Some(organiser), Caller::Organiser(hash)) => organiser == *hash,
            (Some(_), _) => false,
            (None, _) => true,
        };
        if own { Ok(()) } else { Err(AppError::Forbidden { hint: "the tournament belongs to another organiser" }) }
    }
}

pub(super) fn event(
    id: Uuid,
    head: Option<Head>,
    at: Timestamp,
    payload: &TournamentPayload,
) -> Result<StoredEvent, AppError> {
    let (record, hash, json) = sealed(id, head, at, payload)?;
    Ok(StoredEvent { record, hash, payload: text(json)? })
}
