//! Audits of what is stored, read back from disk.

use uuid::Uuid;

use super::error::AppError;
use super::sealing::opened;
use super::service::App;
use super::tournament::look::opened_event;
use super::words::texts_of;
use crate::audit::note::SignerKey;
use crate::audit::{
    Audit, Bundle, Evidence, FORMAT, Receipt, TournamentAudit, TournamentHeader, TournamentVerifier, verify,
};
use crate::kernel::{Head, Text};
use crate::store::{StoreError, StoredEvent, StoredGame, StoredTournament};
use crate::tournament::{Tournament, TournamentEvent, TournamentPayload};

impl App {
    /// Verifies what is stored of a game, read back from disk, at every level that can be checked now.
    ///
    /// The server checks with its own secrets, also while the game runs: no secret shows in the report, whose values
    /// are salted hashes. Where the game is in memory too, the log on disk must end with the head in memory. A log that
    /// cannot even be read is a finding, not an error.
    ///
    /// # Errors
    /// [`AppError`] when there is no such game or the disk does not answer.
    pub async fn audit(&self, id: Uuid) -> Result<Audit, AppError> {
        let slot = self.0.live.held(id);
        // Nothing is appended between the look into memory and the one on disk.
        let turn = match &slot {
            Some(slot) => Some(slot.turn().await),
            None => None,
        };
        let known = slot.as_ref().and_then(|slot| slot.latest()).map(|live| live.head);
        let loaded = self.read(move |store| Ok(store.load(id))).await?;
        drop(turn);
        let app = self.clone();
        self.read(move |store| match loaded {
            Ok(None) => Err(AppError::UnknownGame(id)),
            Ok(Some(stored)) => {
                let texts = texts_of(store, &stored.events)?;
                Ok(match bundle_of(stored, &texts, known, &app.0.key) {
                    Some(bundle) => verify(&bundle, Some(&app.public_key())),
                    None => Audit::unreadable("a payload or the outcome on disk is no JSON"),
                })
            }
            Err(StoreError::Corrupt { what, place }) => Ok(Audit::unreadable(format!("{place}: {what}"))),
            Err(error) => Err(error.into()),
        })
        .await
    }

    /// Verifies what is stored of a tournament and of all its games, read back from disk, one game at a time.
    ///
    /// # Errors
    /// [`AppError`] when there is no such tournament or the disk does not answer.
    pub async fn audit_tournament(&self, id: Uuid) -> Result<TournamentAudit, AppError> {
        let app = self.clone();
        self.read(move |store| {
            let load = |game| {
                let stored = store.load(game).ok().flatten()?;
                let texts = texts_of(store, &stored.events).ok()?;
                Some((stored, texts))
            };
            match store.tournament(id) {
                Ok(None) => Err(AppError::UnknownTournament(id)),
                Ok(Some(stored)) => {
                    let texts = texts_of(store, &stored.events)?;
                    Ok(audit_stored(stored, &texts, &app.0.key, load))
                }
                Err(StoreError::Corrupt { what, place }) => Ok(TournamentAudit::unreadable(format!("{place}: {what}"))),
                Err(error) => Err(error.into()),
            }
        })
        .await
    }
}

/// What is stored of a game, with everything open and signed at the head that is known of it, or at its last event;
/// nothing when it is no JSON.
pub(super) fn bundle_of(stored: StoredGame, texts: &[Text], known: Option<Head>, key: &SignerKey) -> Option<Bundle> {
    let last = stored.events.last().map(StoredEvent::head);
    let head = known.or(last).unwrap_or(stored.row.head());
    let open = |event| opened(&stored.seed, event, texts);
    Some(Bundle {
        format: FORMAT.into(),
        server_seed: Some(stored.seed),
        outcome: stored.row.outcome.as_deref().map(serde_json::from_str).transpose().ok()?,
        receipt: Receipt { game: stored.row.id, head }.sign(key),
        public_key: key.verifier().to_string(),
        events: stored.events.into_iter().map(open).collect::<Result<_, _>>().ok()?,
    })
}

/// Verifies what is stored of a tournament and of its games, one after the other. A game that is gone or cannot be read
/// is a finding: its bundle is missing.
pub(super) fn audit_stored(
    stored: StoredTournament,
    texts: &[Text],
    key: &SignerKey,
    load: impl Fn(Uuid) -> Option<(StoredGame, Vec<Text>)>,
) -> TournamentAudit {
    let (id, head) = (stored.row.id, stored.row.head());
    let Ok(events) = stored.events.into_iter().map(|event| opened_event(event, texts)).collect::<Result<Vec<_>, _>>()
    else {
        return TournamentAudit::unreadable("a payload on disk is no JSON");
    };
    let attached = |event: &TournamentEvent| match TournamentPayload::parse(event.record.kind, event.payload.get()) {
        Ok(TournamentPayload::GameAttached(attached)) => Some(attached.game),
        _ => None,
    };
    let games: Vec<Uuid> = events.iter().filter_map(attached).collect();
    // What the log itself leads to; whether it is right is what the audit says.
    let standings = replayed(id, &events).map(|state| state.standings()).unwrap_or_default();
    let trusted = key.verifier();
    let (count, receipt) = (events.len() as u64, Receipt { game: id, head }.sign(key));
    let header = TournamentHeader::new(count, games.len() as u64, standings, receipt, trusted.to_string());
    let evidence = Evidence { key: Some(&trusted), ..Evidence::default() };
    let verifier = TournamentVerifier::new(header, &events, &evidence);
    let bundles = games.into_iter().filter_map(|game| {
        let (stored, texts) = load(game)?;
        bundle_of(stored, &texts, None, key)
    });
    let audits = bundles.map(|bundle| verifier.game(&bundle)).collect();
    verifier.close(audits)
}

fn replayed(id: Uuid, events: &[TournamentEvent]) -> Option<Tournament> {
    let mut payloads = events.iter().map(|event| TournamentPayload::parse(event.record.kind, event.payload.get()));
    let TournamentPayload::Created(created) = payloads.next()?.ok()? else { return None };
    let mut state = Tournament::open(created).ok()?;
    for payload in payloads {
        state.apply(&payload.ok()?).ok()?;
    }
    events.iter().all(|event| event.record.id == id).then_some(state)
}
