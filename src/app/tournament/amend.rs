//! Amending: every way to append an event to the log of a tournament.

use std::sync::Arc;

use tokio::sync::OwnedMutexGuard;
use uuid::Uuid;

use super::live::{Change, LiveTournament};
use crate::app::error::AppError;
use crate::app::live::Live;
use crate::app::service::App;
use crate::app::slots::Slot;
use crate::app::token::Caller;
use crate::kernel::{Kind, Timestamp};
use crate::store::{TournamentAppend, Write};
use crate::tournament::{Conclusion, TournamentPayload};

/// What a call did to a tournament.
#[derive(Debug)]
pub struct Amended {
    /// The tournament after it.
    pub live: Arc<LiveTournament>,
    /// The signed receipt of its head.
    pub receipt: String,
}

/// The next snapshot of a tournament whose events are on their way to the disk. Nobody else appends meanwhile.
pub(in crate::app) struct Amending {
    slot: Arc<Slot<LiveTournament>>,
    next: Arc<LiveTournament>,
    _turn: OwnedMutexGuard<()>,
}

impl Amending {
    /// The events are on disk.
    pub(in crate::app) fn advance(self) {
        self.slot.advance(self.next);
    }

    /// Whether the events are on disk is open.
    pub(in crate::app) fn forget(&self) {
        self.slot.forget();
    }
}

/// The tournament that a game belongs to.
fn tournament_of(live: &Live) -> Result<Option<Uuid>, AppError> {
    let id = live.facts.created.tournament.as_deref().map(str::parse).transpose();
    id.map_err(|error| AppError::Broken(format!("the tournament of game {}: {error}", live.facts.id)))
}

impl App {
    /// Where a game of a tournament has ended: adds the tournament's own event to the writes, which are done together.
    pub(in crate::app) async fn conclude(
        &self,
        live: &Live,
        writes: &mut Vec<Write>,
    ) -> Result<Option<Amending>, AppError> {
        let (Some(outcome), Some(id)) = (live.game.outcome(), tournament_of(live)?) else { return Ok(None) };
        let (slot, _) = self.slot::<LiveTournament>(id).await?;
        let turn = slot.turn().await;
        let tournament = self.latest(id, &slot).await?;
        let conclusion = Conclusion { game: live.facts.id, head: live.head, outcome: Some(outcome) };
        let change: Change = TournamentPayload::GameConcluded(conclusion).into();
        let now = self.0.sources.now()?;
        let mut next = LiveTournament::clone(&tournament);
        next.state.apply(&change.payload)?;
        writes.push(self.amendment(&mut next, now, change)?);
        Ok(Some(Amending { slot, next: Arc::new(next), _turn: turn }))
    }

    /// Lets an organiser through to a game: one of a tournament is for the tournament's organiser alone.
    pub(in crate::app) async fn admit_to_tournament_of(&self, game: Uuid, caller: &Caller) -> Result<(), AppError> {
        match tournament_of(&*self.game(game).await?)? {
            Some(id) => self.tournament(id).await?.admit(caller),
            None => Ok(()),
        }
    }

    /// One more event of a tournament whose state has taken it, as it is written.
    pub(super) fn amendment(
        &self,
        next: &mut LiveTournament,
        at: Timestamp,
        change: Change,
    ) -> Result<Write, AppError> {
        let event = next.append(at, &change)?;
        let sealed = change.payload.kind() == Kind::Sealed;
        let receipt = sealed.then(|| self.signed(next.id, next.head));
        let texts = change.text.into_iter().collect();
        Ok(Write::AppendToTournament(Box::new(TournamentAppend { event, sealed, receipt, texts })))
    }
}
