//! Audits of what is stored, read back from disk.

use uuid::Uuid;

use super::sealing::opened;
use super::{App, AppError};
use crate::audit::{Audit, Bundle, FORMAT, verify};
use crate::kernel::Head;
use crate::store::StoreError;

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
        self.read(move |_| match loaded {
            Ok(None) => Err(AppError::UnknownGame(id)),
            Ok(Some(stored)) => {
                let last = stored.events.last().map(|last| Head { index: last.record.index, hash: last.hash });
                let head = known.or(last).unwrap_or(stored.row.head);
                let outcome = stored.row.outcome.as_deref().map(serde_json::from_str).transpose();
                let events = stored.events.into_iter().map(|event| opened(&stored.seed, event)).collect();
                let (Ok(events), Ok(outcome)) = (events, outcome) else {
                    return Ok(Audit::unreadable("a payload or the outcome on disk is no JSON"));
                };
                let bundle = Bundle {
                    format: FORMAT.into(),
                    server_seed: Some(stored.seed),
                    events,
                    outcome,
                    receipt: app.receipt(id, head),
                    public_key: app.public_key().to_string(),
                };
                Ok(verify(&bundle, Some(&app.public_key())))
            }
            Err(StoreError::Corrupt { what, place }) => Ok(Audit::unreadable(format!("{place}: {what}"))),
            Err(error) => Err(error.into()),
        })
        .await
    }
}
