//! Bots: seats that the server plays. A bot's move is an event like any other: chosen here, then appended as a seat's
//! own move would be, so that a replay or an audit needs to know nothing of bots.
//!
//! One task plays for all bots of a game, one event after the other, for as long as one of them is awaited. It starts
//! when a game is created, after every accepted event and when a game is read from disk, which is also how the bots of
//! an interrupted server go on. What a bot chooses is drawn from the system's randomness, never from the game's seed:
//! it is recorded, and so nothing has to derive it again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use uuid::Uuid;

use super::error::AppError;
use super::live::Live;
use super::look::GAMES_PAGE_MAX;
use super::play::Acting;
use super::service::App;
use super::slots::Slot;
use crate::kernel::{Entropy, GameKey, Seat, Status, Table};
use crate::selfplay::pick;
use crate::store::{Filter, StoreError};

/// How long bots leave a store alone that has too much to do.
const BUSY_PAUSE: Duration = Duration::from_millis(100);

/// The sign that a task plays for the bots of a game. Raised and lowered only by whoever has the turn of the game, so
/// that no event falls between a task that ends and one that is not started. Comes down by itself, also in a panic.
struct Sign<'a>(&'a AtomicBool);

impl Sign<'_> {
    /// Leaves the sign up: the task goes on.
    fn keep(self) {
        std::mem::forget(self);
    }
}

impl Drop for Sign<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl App {
    /// Has the awaited bots of a game play, unless a task does so already. The caller has the turn.
    pub(super) fn wake_bots(&self, slot: &Arc<Slot<Live>>, live: &Live) {
        if awaited(live).next().is_none() || slot.bots.swap(true, Ordering::AcqRel) {
            return;
        }
        let (app, slot, id) = (self.clone(), Arc::clone(slot), live.facts.id);
        tokio::spawn(async move { app.play_bots(id, &slot).await });
    }

    /// Wakes the bots of a game that was just created.
    pub(super) async fn start_bots(&self, live: &Live) {
        if live.facts.created.seats.iter().all(|player| player.bot.is_none()) {
            return;
        }
        let slot = self.0.live.slot(live.facts.id);
        let _turn = slot.turn().await;
        if let Some(live) = slot.latest() {
            self.wake_bots(&slot, &live);
        }
    }

    /// Has the bots of every game go on that were awaited when the server stopped. A game that cannot be read is passed
    /// over; what goes wrong is logged.
    pub async fn resume_bots(&self) {
        if let Err(error) = self.wake_all_bots().await
            && !is_closed(&error)
        {
            tracing::warn!(%error, "not every bot goes on");
        }
    }

    async fn wake_all_bots(&self) -> Result<(), AppError> {
        for status in [Status::Waiting, Status::Running] {
            let mut before = None;
            loop {
                let filter = Filter { status: Some(status), ..Filter::default() };
                let page = self.games(filter, before, GAMES_PAGE_MAX).await?;
                for game in page.items {
                    if game.created.is_ok_and(|created| created.seats.iter().any(|seat| seat.bot.is_some())) {
                        // Reading a game wakes its bots.
                        self.game(game.id).await.inspect_err(|error| stopped(game.id, error)).ok();
                    }
                }
                let Some(next) = page.next else { break };
                before = Some(next);
            }
        }
        Ok(())
    }

    async fn play_bots(&self, id: Uuid, slot: &Arc<Slot<Live>>) {
        loop {
            match self.play_bot(id, slot).await {
                Ok(true) => {}
                Ok(false) => return,
                // Nothing was written and nothing is wrong: the bots are asked again.
                Err(AppError::Store(StoreError::Busy)) => tokio::time::sleep(BUSY_PAUSE).await,
                Err(error) => return stopped(id, &error),
            }
        }
    }

    /// Appends one event of an awaited bot, and says whether to go on.
    async fn play_bot(&self, id: Uuid, slot: &Arc<Slot<Live>>) -> Result<bool, AppError> {
        let broken = |error| AppError::Broken(format!("bots cannot write: {error}"));
        let _write = self.0.bot_writes.acquire().await.map_err(broken)?;
        let _turn = slot.turn().await;
        let sign = Sign(&slot.bots);
        let live = self.latest(id, slot).await?;
        let Some(acting) = choose(&live, self.0.sources.secret()?)? else { return Ok(false) };
        let accepted = self.commit(slot, &live, acting, None).await;
        if let Ok(_) | Err(AppError::Store(StoreError::Busy)) = &accepted {
            sign.keep();
        }
        accepted.map(|_| true)
    }
}

/// The bots that are awaited.
fn awaited(live: &Live) -> impl Iterator<Item = Seat> + '_ {
    let seats = &live.facts.created.seats;
    live.game.awaiting().iter().filter(|seat| seats.get(seat.index()).is_some_and(|player| player.bot.is_some()))
}

/// What one of the awaited bots does, each of its legal moves as likely as the others; nothing when none is awaited.
fn choose(live: &Live, secret: [u8; 32]) -> Result<Option<Acting>, AppError> {
    let mut table = Table::at(GameKey::new(secret), 0);
    let seats: Vec<Seat> = awaited(live).collect();
    let Some(&seat) = pick(&mut table, &seats) else { return Ok(None) };
    if live.game.status() == Status::Waiting {
        return Ok(Some(Acting::entropy(seat, Entropy::new(secret))));
    }
    let moves = live.game.legal(seat);
    let stuck = || AppError::Broken(format!("{seat} is awaited and has no legal move"));
    Ok(Some(Acting::mv(seat, pick(&mut table, &moves).ok_or_else(stuck)?.clone())))
}

/// Tells that the bots of a game rest until it is read from disk again. A server that stops is no news.
fn stopped(id: Uuid, error: &AppError) {
    if !is_closed(error) {
        tracing::warn!(game = %id, %error, "the bots of a game stopped");
    }
}

fn is_closed(error: &AppError) -> bool {
    matches!(error, AppError::Store(StoreError::Closed))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::app::live::Facts;
    use crate::kernel::{Action, EntropyPolicy, Hash, Head, Reserved, ServerSeed, Timestamp, seed_commitment};
    use crate::log::{Bot, Created, CreatedSeat, SeedOrigin};
    use crate::rulesets::any::RulesetName;

    /// A game of the fewest seats that was just created; each seat is a bot or not.
    fn created(ruleset: RulesetName, entropy: EntropyPolicy, is_bot: impl Fn(u8) -> bool) -> Live {
        let (facts, seed) = (ruleset.newest().facts(), ServerSeed::new([7; 32]));
        let player = |seat| CreatedSeat { bot: is_bot(seat).then_some(Bot::Random), name: Hash::ZERO };
        let created = Created {
            clock: Reserved,
            entropy,
            options: facts.options,
            replaces: Reserved,
            ruleset: ruleset.newest().into(),
            seats: (0..facts.seats.0).map(player).collect(),
            seed_commitment: seed_commitment(&seed),
            seed_origin: SeedOrigin::Supplied,
            tournament: None,
        };
        let (game, _) = created.open(seed).expect("a game");
        let created_at = Timestamp::from_millis(0).expect("a time");
        let facts = Facts { id: Uuid::nil(), created_at, created, seed, tokens: Vec::new() };
        let (head, at) = (Head { index: 0, hash: Hash::ZERO }, created_at);
        Live { facts: Arc::new(facts), game, head, at, concealed: Vec::new(), texts: Arc::new([]) }
    }

    #[test]
    fn a_bot_does_what_the_rules_accept() {
        for ruleset in RulesetName::ALL.iter().copied() {
            let mut live = created(ruleset, EntropyPolicy::Required, |_| true);
            for n in 0..200_u8 {
                let Some(acting) = choose(&live, [n; 32]).expect("a choice") else { break };
                live.game = live.game.play(acting.action()).expect("an accepted action").0;
            }
        }
    }

    #[test]
    fn nobody_chooses_for_a_person() {
        for ruleset in RulesetName::ALL.iter().copied() {
            let live = created(ruleset, EntropyPolicy::None, |_| false);
            assert!(choose(&live, [1; 32]).expect("a choice").is_none(), "{ruleset:?}");
            let live = created(ruleset, EntropyPolicy::Required, |seat| seat == 1);
            for n in 0..20 {
                let acting = choose(&live, [n; 32]).expect("a choice").expect("seat 1 is awaited");
                assert!(matches!(acting.action(), Action::Entropy(Seat(1), _)), "{ruleset:?}");
            }
        }
    }

    #[test]
    fn each_legal_move_may_be_chosen() {
        for ruleset in RulesetName::ALL.iter().copied() {
            let live = created(ruleset, EntropyPolicy::None, |_| true);
            let legal: Vec<_> = live.game.awaiting().iter().map(|seat| live.game.legal(seat).len()).collect();
            let all = legal.iter().sum::<usize>();
            let mut chosen = BTreeSet::new();
            for n in 0..4_000_u16 {
                let mut secret = [0; 32];
                secret[..2].copy_from_slice(&n.to_be_bytes());
                chosen.insert(choose(&live, secret).expect("a choice").map(|acting| format!("{:?}", acting.action())));
            }
            assert!(chosen.len() >= all.min(100), "{ruleset:?}: {} of {all}", chosen.len());
        }
    }
}
