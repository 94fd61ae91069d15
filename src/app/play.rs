//! Playing: every way to append an event to the log of a game.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::create::outcome_text;
use super::error::AppError;
use super::line::Line;
use super::live::{Live, seated, told_to, viewer_of};
use super::replay::{replay, there};
use super::sealing::sealed;
use super::service::App;
use super::slots::Slot;
use super::token::Caller;
use super::tournament::amend::Amending;
use super::words::line;
use crate::audit::Receipt;
use crate::kernel::{Action, Entropy, Hash, Head, Kind, LogKind, Outcome, Reason, Seat, Seats, Text, canonical};
use crate::log::{Adjudication, Contribution, Entry, Event, Moved, Payload, header};
use crate::rulesets::any::{AnyEffect, AnyMove, AnyView};
use crate::store::{Append, IdempotencyKey, SignedHead, StoredEvent, Write};

/// Characters in the reason of an adjudication.
pub const REASON_CHARS_MAX: usize = 500;

/// Under which conditions an event is accepted.
#[derive(Debug, Clone, Default)]
pub struct Conditions {
    /// The heads one of which the log must have; any when there is none.
    pub heads: Option<Vec<Hash>>,
    /// What makes a request that is sent twice one event.
    pub idempotency_key: Option<String>,
}

/// An event that is on disk, as the one who asked for it may see it.
#[derive(Debug)]
pub struct Accepted {
    /// The event.
    pub event: Event,
    /// What it visibly did.
    pub effects: Vec<AnyEffect>,
    /// What may be seen after it; nothing before the deal.
    pub view: Option<AnyView>,
    /// Who is awaited after it.
    pub awaiting: Seats,
    /// The end of the log after it.
    pub head: Head,
    /// The signed receipt.
    pub receipt: String,
    /// Whether the request had been accepted before, and this is the answer again.
    pub repeated: bool,
}

/// A ranking with its scores, as an organiser or an arbiter gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GameResult, example = json!({"ranking": [[1], [0]], "scores": [0, 1]}))]
pub struct GameResult {
    /// The seats from first to last place; seats that share a place stand together.
    pub ranking: Vec<Vec<Seat>>,
    /// One score per seat, in seat order.
    pub scores: Vec<i32>,
}

impl GameResult {
    /// The outcome that is recorded; seats that share a place stand ascending in it.
    pub(super) fn outcome(mut self, reason: Reason) -> Outcome {
        self.ranking.iter_mut().for_each(|place| place.sort_unstable());
        Outcome::new(self.ranking, self.scores, reason)
    }
}

/// What a match shall accept next, with what it is recorded as.
pub(super) struct Acting {
    action: Action<AnyMove>,
    payload: Payload,
    /// The words that the payload commits to.
    text: Option<Text>,
}

/// What somebody asks of a game.
#[derive(Debug, Clone)]
pub enum Deed {
    /// A seat gives its entropy.
    Entropy(Entropy),
    /// A seat plays a move.
    Move(AnyMove),
    /// An organiser ends the game with a ranking and scores, for a reason in words.
    Adjudicate(GameResult, String),
}

/// A deed, with the words of an organiser under a salt.
enum Request {
    Entropy(Entropy),
    Move(AnyMove),
    Adjudicate(Outcome, Text),
}

impl App {
    /// Does what somebody asks of a game. It is on disk when this answers; a request with an idempotency key that was
    /// accepted before is answered as it was answered then.
    ///
    /// # Errors
    /// [`AppError`] when the caller may not, a reason is no line of text, a condition does not hold, or the rules refuse.
    pub async fn act(
        &self,
        id: Uuid,
        caller: &Caller,
        deed: Deed,
        conditions: Conditions,
    ) -> Result<Accepted, AppError> {
        let request = match deed {
            Deed::Entropy(given) => Request::Entropy(given),
            Deed::Move(mv) => Request::Move(mv),
            Deed::Adjudicate(result, reason) => {
                self.0.organisers.admit(caller)?;
                let reason = Line::read("reason", &reason, REASON_CHARS_MAX)?;
                self.admit_to_tournament_of(id, caller).await?;
                Request::Adjudicate(result.outcome(Reason::ADJUDICATED), self.text(reason)?)
            }
        };
        let (app, caller) = (self.clone(), *caller);
        // A task of its own: a client that goes away cannot leave an event on disk that memory does not know of.
        let task = tokio::spawn(async move { app.append(id, caller, request, conditions).await });
        task.await.unwrap_or_else(|error| Err(AppError::Broken(format!("a move ended early: {error}"))))
    }

    async fn append(
        &self,
        id: Uuid,
        caller: Caller,
        request: Request,
        conditions: Conditions,
    ) -> Result<Accepted, AppError> {
        let (slot, live) = self.slot::<Live>(id).await?;
        let (seat, entry) = match request {
            Request::Adjudicate(outcome, text) => (None, Acting::of_organiser(outcome, text)),
            Request::Entropy(given) => seated(&live, &caller).map(|seat| (Some(seat), Acting::entropy(seat, given)))?,
            Request::Move(mv) => seated(&live, &caller).map(|seat| (Some(seat), Acting::mv(seat, mv)))?,
        };
        let _turn = slot.turn().await;
        let live = self.latest(id, &slot).await?;
        let key = match &conditions.idempotency_key {
            Some(key) => {
                let request = entry.request()?;
                let key = IdempotencyKey { key: key.clone(), request };
                if let Some(accepted) = self.repeated(&live, seat, &key).await? {
                    return Ok(accepted);
                }
                Some(key)
            }
            None => None,
        };
        if conditions.heads.is_some_and(|heads| !heads.contains(&live.head.hash)) {
            return Err(AppError::Stale { index: live.head.index, hash: live.head.hash });
        }
        let accepted = self.commit(&slot, &live, entry, key).await?;
        if let Some(live) = slot.latest() {
            self.wake_bots(&slot, &live);
        }
        Ok(accepted)
    }

    pub(super) async fn commit(
        &self,
        slot: &Slot<Live>,
        live: &Live,
        acting: Acting,
        key: Option<IdempotencyKey>,
    ) -> Result<Accepted, AppError> {
        let Acting { action, payload, text } = acting;
        let refused = |refusal| AppError::Refused { refusal, awaiting: live.game.awaiting() };
        let (game, told) = live.game.play(&action).map_err(refused)?;
        let (kind, seat) = header(&action);
        let (id, at) = (live.facts.id, self.0.sources.now_after(live.at)?);
        let entry = Entry { id, at, kind, seat, payload: &payload, after: &game };
        let event = sealed(&live.facts.seed, Some(live.head), entry)?;
        let mut concealed = live.concealed.clone();
        if told.concealed {
            concealed.push(event.record.index);
        }
        let head = Head { index: event.record.index, hash: event.hash };
        let texts = match &text {
            Some(text) => live.texts.iter().chain([text]).cloned().collect(),
            None => Arc::clone(&live.texts),
        };
        let next = Arc::new(Live { facts: Arc::clone(&live.facts), game, head, at, concealed, texts });
        let receipt = self.receipt(id, head);
        let kept = || SignedHead { receipt: receipt.clone(), public_key: self.0.public_key.clone() };
        let append = Append {
            event: event.clone(),
            key,
            status: next.game.status(),
            outcome: outcome_text(&next)?,
            receipt: next.is_concluded().then(kept),
            texts: text.into_iter().collect(),
        };
        let mut writes = vec![Write::Append(Box::new(append))];
        let concluded = self.conclude(&next, &mut writes).await?;
        let forget = || {
            slot.forget();
            concluded.iter().for_each(Amending::forget);
        };
        self.write(writes, forget).await?;
        slot.advance(Arc::clone(&next));
        concluded.into_iter().for_each(Amending::advance);
        let viewer = next.viewer(seat);
        Ok(Accepted {
            event: told_to(&next, viewer, event)?,
            effects: told.heard_by(viewer),
            view: next.game.view(viewer),
            awaiting: next.game.awaiting(),
            head,
            receipt,
            repeated: false,
        })
    }

    /// The answer to a request that was accepted before, made again from the log as it was then: the same bytes, also
    /// when the game is over by now and tells more.
    async fn repeated(
        &self,
        live: &Arc<Live>,
        seat: Option<Seat>,
        key: &IdempotencyKey,
    ) -> Result<Option<Accepted>, AppError> {
        let (id, name) = (live.facts.id, key.key.clone());
        let Some(keyed) = self.read(move |store| Ok(store.keyed(id, seat, &name)?)).await? else { return Ok(None) };
        if keyed.request != key.request {
            return Err(AppError::KeyReused);
        }
        let (live, receipts) = (Arc::clone(live), self.clone());
        let answer = self.read(move |store| {
            let mut events = there(store.events(LogKind::Game, id, 0, keyed.index + 1)?, 0, keyed.index + 1)?;
            let mut effects = Vec::new();
            let then =
                replay(live.facts.seed, &events, |_, game, told| effects = told.heard_by(viewer_of(game, seat)))?;
            let (then, viewer) = (&then.game, viewer_of(&then.game, seat));
            let event = events.pop().ok_or_else(|| AppError::Broken("the log is empty".into()))?;
            let head = Head { index: event.record.index, hash: event.hash };
            Ok(Accepted {
                event: told_to(&live, viewer, event)?,
                effects,
                view: then.view(viewer),
                awaiting: then.awaiting(),
                head,
                receipt: receipts.receipt(id, head),
                repeated: true,
            })
        });
        answer.await.map(Some)
    }

    /// The signed receipt of a head.
    pub(super) fn receipt(&self, game: Uuid, head: Head) -> String {
        Receipt { game, head }.sign(&self.0.key)
    }

    /// The receipt of the end of a log: the one that was given when it was concluded, whatever key this server signs with
    /// now; made anew where it is not.
    pub(super) async fn kept_or_signed(&self, id: Uuid, head: Head, concluded: bool) -> Result<SignedHead, AppError> {
        let kept = if concluded { self.read(move |store| Ok(store.receipt(id)?)).await? } else { None };
        Ok(kept.unwrap_or_else(|| self.signed(id, head)))
    }

    /// The signed receipt of a head, with the key that signed it.
    pub(super) fn signed(&self, game: Uuid, head: Head) -> SignedHead {
        SignedHead { receipt: self.receipt(game, head), public_key: self.0.public_key.clone() }
    }
}

impl Acting {
    pub(super) fn entropy(seat: Seat, given: Entropy) -> Self {
        let payload = Payload::Entropy(Contribution { entropy: given });
        Self { action: Action::Entropy(seat, given), payload, text: None }
    }

    pub(super) fn mv(seat: Seat, mv: AnyMove) -> Self {
        let payload = Payload::Move(Moved(mv.clone()));
        Self { action: Action::Move(seat, mv), payload, text: None }
    }

    fn of_organiser(outcome: Outcome, text: Text) -> Self {
        let payload = Payload::adjudicated(outcome.clone(), &text);
        Self { action: Action::Adjudicated(outcome), payload, text: Some(text) }
    }

    /// What the match shall accept.
    #[cfg(test)]
    pub(super) fn action(&self) -> &Action<AnyMove> {
        &self.action
    }

    /// What tells a request that is sent twice from another one.
    fn request(&self) -> Result<Hash, AppError> {
        match (&self.action, &self.text) {
            (Action::Adjudicated(outcome), Some(text)) => asked_of_organiser(outcome, &text.text),
            _ => Ok(Hash::of(&self.payload.canonical()?)),
        }
    }
}

/// What an organiser asked for, without the salt of the words, which is drawn anew each time.
fn asked_of_organiser(outcome: &Outcome, reason: &str) -> Result<Hash, AppError> {
    Ok(Hash::of(&canonical(&(outcome, reason))?))
}

/// The request that a stored event answers; nothing where its words were erased.
pub(super) fn request_of(event: &StoredEvent, texts: &[Text]) -> Option<Hash> {
    if event.record.kind != Kind::Adjudicated {
        return Some(Hash::of(event.payload.as_bytes()));
    }
    let adjudication: Adjudication = serde_json::from_str(&event.payload).ok()?;
    asked_of_organiser(&adjudication.outcome, line(texts, adjudication.text)?).ok()
}
