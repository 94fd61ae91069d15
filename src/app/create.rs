//! Creating games.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::AppError;
use super::line::Line;
use super::live::{Facts, Live};
use super::sealing::{sealed, text};
use super::service::App;
use super::token::{Caller, new_seat_token};
use super::words::line;
use crate::kernel::{EntropyPolicy, Hash, Kind, Reserved, ServerSeed, Text, canonical, seed_commitment};
use crate::log::{Bot, Created, CreatedSeat, Entry, Payload, SeedOrigin};
use crate::rulesets::any::AnyOptions;
use crate::store::{self, StoredEvent, StoredSeat};

/// Characters in a player's name.
pub const NAME_CHARS_MAX: usize = 64;

/// What an organiser asks for.
#[derive(Debug, Clone)]
pub struct NewGame {
    /// The options, and with them the ruleset at its version.
    pub options: AnyOptions,
    /// Who plays, in seat order.
    pub seats: Vec<NewPlayer>,
    /// The seed, for tests and teaching; drawn by the server when there is none.
    pub seed: Option<ServerSeed>,
    /// Whether the seats add entropy.
    pub entropy: EntropyPolicy,
}

/// Who shall sit at a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
// In a generated Go client `NewPlayer` is what makes a `Player`.
#[schema(as = SeatPlayer)]
pub struct NewPlayer {
    /// The name. The log commits to it and does not hold it, so that it can be erased.
    #[schema(min_length = 1, max_length = 64, example = "Ada")]
    pub name: String,
    /// Who plays the seat, when the server does; left out where a person or a program with the seat's token does.
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bot: Option<Bot>,
}

/// A field that may be missing and may not be null.
fn not_null<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// A seat of a game that is not written yet: what its first event says, and the text behind it as far as there is one.
pub(super) struct Seating {
    pub(super) seat: CreatedSeat,
    pub(super) text: Option<Text>,
}

/// What a game that is not written yet is opened with.
pub(super) struct Opening {
    pub(super) options: AnyOptions,
    pub(super) seats: Vec<Seating>,
    pub(super) seed: Option<ServerSeed>,
    pub(super) entropy: EntropyPolicy,
    pub(super) tournament: Option<String>,
}

/// A created game, with what is shown once.
#[derive(Debug)]
pub struct CreatedGame {
    /// The game after its first event.
    pub live: Arc<Live>,
    /// One secret token per seat, in seat order; none for a bot, which nobody else shall play or look over the shoulder.
    pub tokens: Vec<Option<String>>,
}

impl App {
    /// Creates a game: its first event is on disk when this answers.
    ///
    /// # Errors
    /// [`AppError`] when the caller is no organiser, a name cannot be used, or the seats or options make no game.
    pub async fn create(&self, caller: &Caller, new: NewGame) -> Result<CreatedGame, AppError> {
        self.0.organisers.admit(caller)?;
        let seating = |(place, player): (usize, &NewPlayer)| {
            let text = self.text(Line::read(&format!("seats[{place}].name"), &player.name, NAME_CHARS_MAX)?)?;
            Ok(Seating { seat: CreatedSeat { bot: player.bot, name: text.commitment }, text: Some(text) })
        };
        let seats = new.seats.iter().enumerate().map(seating).collect::<Result<Vec<_>, AppError>>()?;
        let opening = Opening { options: new.options, seats, seed: new.seed, entropy: new.entropy, tournament: None };
        let (created, event) = self.prepare(opening)?;
        self.0.store.create(self.stored(&created.live, event)?).await?;
        self.0.live.insert(created.live.facts.id, Arc::clone(&created.live));
        self.start_bots(&created.live).await;
        Ok(created)
    }

    /// A new game that is not written yet, and its first event.
    pub(super) fn prepare(&self, new: Opening) -> Result<(CreatedGame, StoredEvent), AppError> {
        let sources = &self.0.sources;
        let (seed, seed_origin) = match new.seed {
            Some(seed) => (seed, SeedOrigin::Supplied),
            None => (ServerSeed::new(sources.secret()?), SeedOrigin::Server),
        };
        let texts = new.seats.iter().filter_map(|seating| seating.text.clone()).collect();
        let created = Created {
            clock: Reserved,
            entropy: new.entropy,
            ruleset: new.options.edition().into(),
            options: new.options,
            replaces: Reserved,
            seats: new.seats.iter().map(|seating| seating.seat).collect(),
            seed_commitment: seed_commitment(&seed),
            seed_origin,
            tournament: new.tournament,
        };
        let tokens = created.seats.iter().map(|_| new_seat_token(sources)).collect::<Result<Vec<_>, _>>()?;
        let (live, event) = self.open(created, seed, &tokens, texts)?;
        let told = |(seat, token): (&CreatedSeat, String)| seat.bot.is_none().then_some(token);
        let tokens = live.facts.created.seats.iter().zip(tokens).map(told).collect();
        Ok((CreatedGame { live: Arc::new(live), tokens }, event))
    }

    fn open(
        &self,
        created: Created,
        seed: ServerSeed,
        tokens: &[String],
        texts: Vec<Text>,
    ) -> Result<(Live, StoredEvent), AppError> {
        let opened = created.open(seed);
        let (game, told) = opened.map_err(AppError::no_game)?;
        let (id, at) = ((self.0.sources.id)(), self.0.sources.now()?);
        let payload = Payload::Created(created.clone());
        let entry = Entry { id, at, kind: Kind::Created, seat: None, payload: &payload, after: &game };
        let event = sealed(&seed, None, entry)?;
        let tokens = tokens.iter().map(|token| Hash::of(token.as_bytes())).collect();
        let facts = Arc::new(Facts { id, created_at: at, created, seed, tokens });
        let concealed = if told.concealed { vec![0] } else { Vec::new() };
        let live = Live { facts, game, head: event.head(), at, concealed, texts: texts.into() };
        Ok((live, event))
    }

    /// A new game as the store takes it.
    pub(super) fn stored(&self, live: &Live, event: StoredEvent) -> Result<store::Creation, AppError> {
        let Facts { created, seed, tokens, .. } = &*live.facts;
        let seat = |(seat, token): (&CreatedSeat, &Hash)| StoredSeat {
            name: line(&live.texts, seat.name).map(Into::into),
            commitment: Some(seat.name),
            token: *token,
        };
        Ok(store::Creation {
            ruleset: created.ruleset.name.as_str().into(),
            version: created.ruleset.version,
            seed: *seed,
            seats: created.seats.iter().zip(tokens).map(seat).collect(),
            tournament: created.tournament.clone(),
            status: live.game.status(),
            outcome: outcome_text(live)?,
            receipt: live.is_concluded().then(|| self.signed(live.facts.id, event.head())),
            texts: live.texts.to_vec(),
            event,
        })
    }
}

/// The outcome as it is stored beside a concluded game, for listings.
pub(super) fn outcome_text(live: &Live) -> Result<Option<String>, AppError> {
    live.game.outcome().map(|outcome| text(canonical(&outcome)?)).transpose()
}
