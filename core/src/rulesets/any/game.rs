//! A match of any ruleset: what it does is what the match inside does, with everything wrapped that it gives.

use super::{AnyEffect, AnyMatch, AnyMove, AnyOptions, AnyView, Edition, Listed};
#[cfg(any(test, feature = "drill"))]
use super::{Drill, DrillV1};
use super::{Inori, PandaRei, PandaSpin, RedPanda, Takenoko, VillaPanda};
use crate::kernel::{
    Action, Audience, EntropyPolicy, Match, NotCanonical, Opening, Outcome, Refusal, Seat, Seats, ServerSeed, Status,
    Told, Viewer, canonical,
};

impl AnyOptions {
    /// The ruleset that the options belong to.
    pub fn edition(&self) -> Edition {
        edition_of!(AnyOptions, self)
    }

    /// Opens a match: its first event.
    ///
    /// # Errors
    /// [`Refusal`] when the seats or the options make no game.
    pub fn open(
        &self,
        seats: u8,
        seed: ServerSeed,
        entropy: EntropyPolicy,
    ) -> Result<(AnyMatch, Told<AnyEffect>), Refusal> {
        match self {
            Self::RedPanda(options) => open::<RedPanda>(Opening { options: options.clone(), seats, seed, entropy }),
            Self::PandaRei(options) => open::<PandaRei>(Opening { options: options.clone(), seats, seed, entropy }),
            Self::PandaSpin(options) => open::<PandaSpin>(Opening { options: options.clone(), seats, seed, entropy }),
            Self::Takenoko(options) => open::<Takenoko>(Opening { options: options.clone(), seats, seed, entropy }),
            Self::Inori(options) => open::<Inori>(Opening { options: *options, seats, seed, entropy }),
            Self::VillaPanda(options) => open::<VillaPanda>(Opening { options: options.clone(), seats, seed, entropy }),
            #[cfg(any(test, feature = "drill"))]
            Self::DrillV1(options) => open::<DrillV1>(Opening { options: *options, seats, seed, entropy }),
            #[cfg(any(test, feature = "drill"))]
            Self::Drill(options) => open::<Drill>(Opening { options: *options, seats, seed, entropy }),
        }
    }
}

fn any_told<R: Listed>(told: Told<R::Effect>) -> Told<AnyEffect> {
    let wrap = |(audience, effect): (Audience, R::Effect)| (audience, R::effect(effect));
    Told { effects: told.effects.into_iter().map(wrap).collect(), concealed: told.concealed }
}

fn open<R: Listed>(opening: Opening<R::Options>) -> Result<(AnyMatch, Told<AnyEffect>), Refusal> {
    let (game, told) = Match::<R>::open(opening)?;
    Ok((R::wrap(game), any_told::<R>(told)))
}

fn own<R: Listed>(action: &Action<AnyMove>) -> Result<Action<R::Move>, Refusal> {
    Ok(match action {
        Action::Entropy(seat, entropy) => Action::Entropy(*seat, *entropy),
        Action::Adjudicated(outcome) => Action::Adjudicated(outcome.clone()),
        Action::Move(seat, mv) => Action::Move(*seat, R::own(mv).ok_or_else(|| other::<R>(mv))?.clone()),
    })
}

/// What is wrong with a move that belongs to another ruleset, or to another version of this one.
fn other<R: Listed>(mv: &AnyMove) -> Refusal {
    let found = mv.edition();
    if found.name() == R::LISTED {
        return Refusal::OtherVersion {
            ruleset: R::NAME,
            expected: R::VERSION,
            found: found.version(),
            tag: R::EDITION.tag(),
        };
    }
    Refusal::OtherRuleset { expected: R::NAME, found: found.name().as_str() }
}

fn play<R: Listed>(game: &Match<R>, action: &Action<AnyMove>) -> Result<(AnyMatch, Told<AnyEffect>), Refusal> {
    let (next, told) = game.play(&own::<R>(action)?)?;
    Ok((R::wrap(next), any_told::<R>(told)))
}

fn advance<R: Listed>(game: &mut Match<R>, action: &Action<AnyMove>) -> Result<Told<AnyEffect>, Refusal> {
    Ok(any_told::<R>(game.advance(&own::<R>(action)?)?))
}

fn legal<R: Listed>(game: &Match<R>, seat: Seat) -> Vec<AnyMove> {
    game.legal(seat).into_iter().map(R::mv).collect()
}

impl AnyMatch {
    /// The match after one more event, and what it told; this one stays as it is.
    ///
    /// # Errors
    /// [`Refusal`] when the event is not accepted.
    pub fn play(&self, action: &Action<AnyMove>) -> Result<(Self, Told<AnyEffect>), Refusal> {
        each!(AnyMatch, self, game => play(game, action))
    }

    /// Applies one event in place, as a replay does. After an error the match is spent.
    ///
    /// # Errors
    /// [`Refusal`] when the event is not accepted.
    pub fn advance(&mut self, action: &Action<AnyMove>) -> Result<Told<AnyEffect>, Refusal> {
        each!(AnyMatch, self, game => advance(game, action))
    }

    /// The ruleset at its version.
    pub fn edition(&self) -> Edition {
        edition_of!(AnyMatch, self)
    }

    /// The seats that may act now; empty exactly when the game is over.
    pub fn awaiting(&self) -> Seats {
        each!(AnyMatch, self, game => game.awaiting())
    }

    /// The moves open to a seat now.
    pub fn legal(&self, seat: Seat) -> Vec<AnyMove> {
        each!(AnyMatch, self, game => legal(game, seat))
    }

    /// What a viewer may see; nothing before the deal.
    pub fn view(&self, viewer: Viewer) -> Option<AnyView> {
        fn view<R: Listed>(game: &Match<R>, viewer: Viewer) -> Option<AnyView> {
            game.view(viewer).map(<R as Listed>::view)
        }
        each!(AnyMatch, self, game => view(game, viewer))
    }

    /// The canonical JSON of the state; nothing before the deal.
    ///
    /// # Errors
    /// [`NotCanonical`] when a ruleset puts something into its state that has no canonical form.
    pub fn canonical_state(&self) -> Result<Option<Vec<u8>>, NotCanonical> {
        each!(AnyMatch, self, game => game.state().map(canonical).transpose())
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        each!(AnyMatch, self, game => game.outcome())
    }

    /// How far the game has come.
    pub fn status(&self) -> Status {
        each!(AnyMatch, self, game => game.status())
    }

    /// How many events the log holds.
    pub fn events(&self) -> u64 {
        each!(AnyMatch, self, game => game.events())
    }

    /// How many seats play.
    pub fn seats(&self) -> u8 {
        each!(AnyMatch, self, game => game.opening().seats)
    }
}
