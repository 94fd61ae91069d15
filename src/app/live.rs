//! Live games: what is known of a game after its last event.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::error::AppError;
use super::replay::replay;
use super::sealing::{is_whole, opened};
use super::token::Caller;
use super::words::{checked, line};
use crate::kernel::{Hash, Head, Seat, ServerSeed, Text, Timestamp, Viewer, payload_salt};
use crate::log::{Bot, Created, CreatedSeat, Event, told};
use crate::rulesets::any::AnyMatch;
use crate::store::{GameRow, StoredEvent, StoredGame};

/// What never changes about a game.
#[derive(Debug)]
pub struct Facts {
    /// The game.
    pub id: Uuid,
    /// When it was created.
    pub created_at: Timestamp,
    /// What it was opened with.
    pub created: Created,
    pub(super) seed: ServerSeed,
    /// The hash of each seat's token, in seat order.
    pub(super) tokens: Vec<Hash>,
}

/// Who sits at a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Player {
    /// The name, as the organiser gave it; null where it was erased.
    #[schema(required, min_length = 1, max_length = 64, example = "Ada")]
    pub name: Option<String>,
    /// Who plays the seat, when the server does; null where a person or a program with the seat's token does.
    #[schema(required)]
    pub bot: Option<Bot>,
}

/// A game as it was after one event. A snapshot never changes; the next event makes the next one.
#[derive(Debug, Clone)]
pub struct Live {
    /// What never changes about it.
    pub facts: Arc<Facts>,
    /// The match.
    pub game: AnyMatch,
    /// The end of the log.
    pub head: Head,
    /// When the last event was accepted.
    pub(super) at: Timestamp,
    /// The indexes of the concealed payloads, ascending.
    pub(super) concealed: Vec<u64>,
    /// The words that its payloads commit to.
    pub(super) texts: Arc<[Text]>,
}

impl Live {
    /// Replays what is stored. A log that was cut or changed on disk is not played on: that would sign it.
    pub(super) fn load(stored: &StoredGame, texts: Vec<Text>) -> Result<Self, AppError> {
        check_chain(stored)?;
        let mut concealed = Vec::new();
        let replayed = replay(stored.seed, &stored.events, |index, _, told| {
            if told.concealed {
                concealed.push(index);
            }
        })?;
        let last = stored.events.last().ok_or_else(|| AppError::Broken("the log is empty".into()))?;
        check_columns(&stored.row, &replayed.created)?;
        let texts = checked(texts)?;
        check_names(&stored.row, &texts)?;
        if replayed.game.status() != stored.row.status {
            let (id, was, is) = (stored.row.id, stored.row.status.name(), replayed.game.status().name());
            return Err(AppError::Broken(format!("game {id} was {was}, and its log leads to {is}: audit it")));
        }
        let facts = Facts {
            id: stored.row.id,
            created_at: stored.row.created.record.at,
            created: replayed.created,
            seed: stored.seed,
            tokens: stored.seats.iter().map(|seat| seat.token).collect(),
        };
        let (head, at) = (last.head(), last.record.at);
        Ok(Self { facts: Arc::new(facts), game: replayed.game, head, at, concealed, texts: texts.into() })
    }

    /// The seat that a token belongs to.
    pub(super) fn seat_of(&self, token: &Hash) -> Option<Seat> {
        (0..).zip(&self.facts.tokens).find(|(_, hash)| *hash == token).map(|(seat, _)| Seat(seat))
    }

    /// Who plays, in seat order.
    pub fn players(&self) -> Vec<Player> {
        let name = |seat: &CreatedSeat| line(&self.texts, seat.name).map(Into::into);
        self.facts.created.seats.iter().map(|seat| Player { name: name(seat), bot: seat.bot }).collect()
    }

    /// Whether everything may be told.
    pub fn is_concluded(&self) -> bool {
        self.game.status().is_concluded()
    }

    /// The viewer that somebody is to this game.
    pub(super) fn viewer(&self, seat: Option<Seat>) -> Viewer {
        viewer_of(&self.game, seat)
    }

    /// The server's seed, once it may be told.
    pub fn told_seed(&self) -> Option<ServerSeed> {
        self.is_concluded().then_some(self.facts.seed)
    }
}

/// Every record has its place, its hash and its link, and commits to its payload.
fn check_chain(stored: &StoredGame) -> Result<(), AppError> {
    let mut prev = Hash::ZERO;
    for (index, event) in (0..).zip(&stored.events) {
        if !is_whole(event, index, prev, &payload_salt(&stored.seed, index))? {
            let id = stored.row.id;
            return Err(AppError::Broken(format!("game {id}: event {index} was changed on disk: audit it")));
        }
        prev = event.hash;
    }
    Ok(())
}

/// What stands beside the log of a game, to find it by, is what its first event says.
pub(super) fn check_columns(row: &GameRow, created: &Created) -> Result<(), AppError> {
    let names = created.seats.iter().map(|seat| Some(seat.name));
    let (ruleset, version) = (created.ruleset.name.as_str(), created.ruleset.version);
    for (what, same) in [
        ("ruleset", row.ruleset == ruleset && row.version == version),
        ("tournament", row.tournament == created.tournament),
        ("list of seats", names.eq(row.seats.iter().map(|seat| seat.commitment))),
    ] {
        if !same {
            let id = row.id;
            return Err(AppError::Broken(format!("game {id}: beside its log stands another {what}: audit it")));
        }
    }
    Ok(())
}

/// The names by which a game is listed are those that its first event commits to, as far as they were not erased.
pub(super) fn check_names(row: &GameRow, texts: &[Text]) -> Result<(), AppError> {
    let of_text = |commitment| line(texts, commitment);
    if row.seats.iter().all(|seat| seat.name.as_deref() == seat.commitment.and_then(of_text)) {
        return Ok(());
    }
    Err(AppError::Broken(format!("game {}: beside its log stands another name of a seat: audit it", row.id)))
}

/// The viewer that somebody is to a match: once it is over, everyone sees everything.
pub(super) fn viewer_of(game: &AnyMatch, seat: Option<Seat>) -> Viewer {
    match seat {
        _ if game.status().is_concluded() => Viewer::Full,
        Some(seat) => Viewer::Seat(seat),
        None => Viewer::Spectator,
    }
}

/// The seat that the caller's token gives at this game.
pub(super) fn seated(live: &Live, caller: &Caller) -> Result<Seat, AppError> {
    match caller {
        Caller::Anonymous => Err(AppError::NoToken { needs: "the token of a seat of this game (pds_…)" }),
        Caller::Organiser(_) => {
            Err(AppError::Forbidden { hint: "an organiser's token does not play; take a seat's (pds_…)" })
        }
        Caller::Seat(hash) => live.seat_of(hash).ok_or(AppError::WrongToken { hint: "no seat of this game has it" }),
    }
}

/// An event as a viewer may see it.
pub(super) fn told_to(live: &Live, viewer: Viewer, stored: StoredEvent) -> Result<Event, AppError> {
    let concealed = live.concealed.binary_search(&stored.record.index).is_ok();
    Ok(told(opened(&live.facts.seed, stored, &live.texts)?, viewer, concealed))
}
