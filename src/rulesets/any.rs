//! Where the rulesets meet: closed enums over all of them. The only file that names every ruleset.
//!
//! A new ruleset is one variant of each enum below, one entry of [`RulesetName::ALL`] and one arm of each macro; it
//! does not compile until it is listed everywhere.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::catalogue::Component;
use super::inori::{self, Inori};
use super::panda_rei::{self, PandaRei};
use super::panda_spin::{self, PandaSpin};
use super::red_panda::{self, RedPanda};
use super::takenoko::{self, Takenoko};
use super::villa_panda::{self, VillaPanda};
use crate::kernel::{
    Action, Audience, EntropyPolicy, Match, NotCanonical, Opening, Outcome, Refusal, Ruleset, Seat, Seats, ServerSeed,
    Status, Told, Viewer, canonical,
};

/// The name of a ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RulesetName {
    /// Red Panda.
    RedPanda,
    /// Panda Rei.
    PandaRei,
    /// Panda Spin.
    PandaSpin,
    /// Takenoko.
    Takenoko,
    /// Inori.
    Inori,
    /// Villa Panda.
    VillaPanda,
}

/// What a ruleset accepts as options, by ruleset; on the wire the ruleset's name stands beside it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum AnyOptions {
    /// Options of Red Panda.
    RedPanda(red_panda::Options),
    /// Options of Panda Rei.
    PandaRei(panda_rei::Options),
    /// Options of Panda Spin.
    PandaSpin(panda_spin::Options),
    /// Options of Takenoko.
    Takenoko(takenoko::Options),
    /// Options of Inori.
    Inori(inori::Options),
    /// Options of Villa Panda.
    VillaPanda(villa_panda::Options),
}

/// A move of any ruleset, tagged with the ruleset's name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "ruleset", content = "move", rename_all = "kebab-case", deny_unknown_fields)]
pub enum AnyMove {
    /// A move of Red Panda.
    #[schema(title = "AnyMoveRedPanda")]
    RedPanda(red_panda::Move),
    /// A move of Panda Rei.
    #[schema(title = "AnyMovePandaRei")]
    PandaRei(panda_rei::Move),
    /// A move of Panda Spin.
    #[schema(title = "AnyMovePandaSpin")]
    PandaSpin(panda_spin::Move),
    /// A move of Takenoko.
    #[schema(title = "AnyMoveTakenoko")]
    Takenoko(takenoko::Move),
    /// A move of Inori.
    #[schema(title = "AnyMoveInori")]
    Inori(inori::Move),
    /// A move of Villa Panda.
    #[schema(title = "AnyMoveVillaPanda")]
    VillaPanda(villa_panda::Move),
}

/// A view of any ruleset, tagged with the ruleset's name.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "ruleset", content = "view", rename_all = "kebab-case")]
pub enum AnyView {
    /// A view of Red Panda.
    #[schema(title = "AnyViewRedPanda")]
    RedPanda(red_panda::View),
    /// A view of Panda Rei.
    #[schema(title = "AnyViewPandaRei")]
    PandaRei(panda_rei::View),
    /// A view of Panda Spin.
    #[schema(title = "AnyViewPandaSpin")]
    PandaSpin(panda_spin::View),
    /// A view of Takenoko.
    #[schema(title = "AnyViewTakenoko")]
    Takenoko(takenoko::View),
    /// A view of Inori.
    #[schema(title = "AnyViewInori")]
    Inori(inori::View),
    /// A view of Villa Panda.
    #[schema(title = "AnyViewVillaPanda")]
    VillaPanda(villa_panda::View),
}

/// An effect of any ruleset, tagged with the ruleset's name.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "ruleset", content = "effect", rename_all = "kebab-case")]
pub enum AnyEffect {
    /// An effect of Red Panda.
    #[schema(title = "AnyEffectRedPanda")]
    RedPanda(red_panda::Effect),
    /// An effect of Panda Rei.
    #[schema(title = "AnyEffectPandaRei")]
    PandaRei(panda_rei::Effect),
    /// An effect of Panda Spin.
    #[schema(title = "AnyEffectPandaSpin")]
    PandaSpin(panda_spin::Effect),
    /// An effect of Takenoko.
    #[schema(title = "AnyEffectTakenoko")]
    Takenoko(takenoko::Effect),
    /// An effect of Inori.
    #[schema(title = "AnyEffectInori")]
    Inori(inori::Effect),
    /// An effect of Villa Panda.
    #[schema(title = "AnyEffectVillaPanda")]
    VillaPanda(villa_panda::Effect),
}

/// A match of any ruleset.
#[derive(Debug, Clone)]
pub enum AnyMatch {
    /// A match of Red Panda.
    RedPanda(Match<RedPanda>),
    /// A match of Panda Rei.
    PandaRei(Match<PandaRei>),
    /// A match of Panda Spin.
    PandaSpin(Match<PandaSpin>),
    /// A match of Takenoko.
    Takenoko(Match<Takenoko>),
    /// A match of Inori.
    Inori(Match<Inori>),
    /// A match of Villa Panda.
    VillaPanda(Match<VillaPanda>),
}

/// What is the same for every game of a ruleset.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The ruleset's name.
    pub name: RulesetName,
    /// The version that new games are played with.
    pub version: u32,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// The options with their defaults.
    pub options: AnyOptions,
    /// Every component of the box.
    pub catalogue: fn() -> Vec<Component>,
}

impl RulesetName {
    /// Every ruleset.
    pub const ALL: [Self; 6] =
        [Self::RedPanda, Self::PandaRei, Self::PandaSpin, Self::Takenoko, Self::Inori, Self::VillaPanda];

    /// What is the same for every game of this ruleset.
    pub fn facts(self) -> Facts {
        match self {
            Self::RedPanda => facts::<RedPanda>(red_panda::catalogue),
            Self::PandaRei => facts::<PandaRei>(panda_rei::catalogue),
            Self::PandaSpin => facts::<PandaSpin>(panda_spin::catalogue),
            Self::Takenoko => facts::<Takenoko>(takenoko::catalogue),
            Self::Inori => facts::<Inori>(inori::catalogue),
            Self::VillaPanda => facts::<VillaPanda>(villa_panda::catalogue),
        }
    }

    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::RedPanda => RedPanda::NAME,
            Self::PandaRei => PandaRei::NAME,
            Self::PandaSpin => PandaSpin::NAME,
            Self::Takenoko => Takenoko::NAME,
            Self::Inori => Inori::NAME,
            Self::VillaPanda => VillaPanda::NAME,
        }
    }

    /// Reads the options of this ruleset. A missing field takes its default, an unknown one is refused.
    ///
    /// # Errors
    /// The deserializer's, with the place and what was expected.
    pub fn options<'de, D: serde::Deserializer<'de>>(self, options: D) -> Result<AnyOptions, D::Error> {
        match self {
            Self::RedPanda => Deserialize::deserialize(options).map(AnyOptions::RedPanda),
            Self::PandaRei => Deserialize::deserialize(options).map(AnyOptions::PandaRei),
            Self::PandaSpin => Deserialize::deserialize(options).map(AnyOptions::PandaSpin),
            Self::Takenoko => Deserialize::deserialize(options).map(AnyOptions::Takenoko),
            Self::Inori => Deserialize::deserialize(options).map(AnyOptions::Inori),
            Self::VillaPanda => Deserialize::deserialize(options).map(AnyOptions::VillaPanda),
        }
    }
}

impl AnyOptions {
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
        }
    }
}

impl AnyMove {
    /// The ruleset that the move belongs to.
    pub fn ruleset(&self) -> RulesetName {
        match self {
            Self::RedPanda(_) => RulesetName::RedPanda,
            Self::PandaRei(_) => RulesetName::PandaRei,
            Self::PandaSpin(_) => RulesetName::PandaSpin,
            Self::Takenoko(_) => RulesetName::Takenoko,
            Self::Inori(_) => RulesetName::Inori,
            Self::VillaPanda(_) => RulesetName::VillaPanda,
        }
    }
}

/// Runs one expression on the match inside, whatever its ruleset.
macro_rules! each {
    ($any:expr, $game:ident => $do:expr) => {
        match $any {
            AnyMatch::RedPanda($game) => $do,
            AnyMatch::PandaRei($game) => $do,
            AnyMatch::PandaSpin($game) => $do,
            AnyMatch::Takenoko($game) => $do,
            AnyMatch::Inori($game) => $do,
            AnyMatch::VillaPanda($game) => $do,
        }
    };
}

/// Ties a ruleset to its variant of each enum.
macro_rules! list {
    ($($rules:ident),*) => {$(
        impl Listed for $rules {
            const LISTED: RulesetName = RulesetName::$rules;

            fn options(options: Self::Options) -> AnyOptions {
                AnyOptions::$rules(options)
            }

            fn mv(mv: Self::Move) -> AnyMove {
                AnyMove::$rules(mv)
            }

            fn own(mv: &AnyMove) -> Option<&Self::Move> {
                if let AnyMove::$rules(own) = mv { Some(own) } else { None }
            }

            fn view(view: Self::View) -> AnyView {
                AnyView::$rules(view)
            }

            fn effect(effect: Self::Effect) -> AnyEffect {
                AnyEffect::$rules(effect)
            }

            fn wrap(game: Match<Self>) -> AnyMatch {
                AnyMatch::$rules(game)
            }
        }
    )*};
}

list!(RedPanda, PandaRei, PandaSpin, Takenoko, Inori, VillaPanda);

/// A ruleset with its variant of each enum.
trait Listed: Ruleset {
    const LISTED: RulesetName;
    fn options(options: Self::Options) -> AnyOptions;
    fn mv(mv: Self::Move) -> AnyMove;
    fn own(mv: &AnyMove) -> Option<&Self::Move>;
    fn view(view: Self::View) -> AnyView;
    fn effect(effect: Self::Effect) -> AnyEffect;
    fn wrap(game: Match<Self>) -> AnyMatch;
}

fn facts<R: Listed>(catalogue: fn() -> Vec<Component>) -> Facts {
    Facts {
        name: R::LISTED,
        version: R::VERSION,
        seats: (*R::SEATS.start(), *R::SEATS.end()),
        options: R::options(R::Options::default()),
        catalogue,
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
        Action::Move(seat, mv) => {
            let other = || Refusal::OtherRuleset { expected: R::NAME, found: mv.ruleset().as_str() };
            Action::Move(*seat, R::own(mv).ok_or_else(other)?.clone())
        }
    })
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
        each!(self, game => play(game, action))
    }

    /// Applies one event in place, as a replay does. After an error the match is spent.
    ///
    /// # Errors
    /// [`Refusal`] when the event is not accepted.
    pub fn advance(&mut self, action: &Action<AnyMove>) -> Result<Told<AnyEffect>, Refusal> {
        each!(self, game => advance(game, action))
    }

    /// The ruleset.
    pub fn ruleset(&self) -> RulesetName {
        fn name<R: Listed>(_: &Match<R>) -> RulesetName {
            R::LISTED
        }
        each!(self, game => name(game))
    }

    /// The seats that may act now; empty exactly when the game is over.
    pub fn awaiting(&self) -> Seats {
        each!(self, game => game.awaiting())
    }

    /// The moves open to a seat now.
    pub fn legal(&self, seat: Seat) -> Vec<AnyMove> {
        each!(self, game => legal(game, seat))
    }

    /// What a viewer may see; nothing before the deal.
    pub fn view(&self, viewer: Viewer) -> Option<AnyView> {
        fn view<R: Listed>(game: &Match<R>, viewer: Viewer) -> Option<AnyView> {
            game.view(viewer).map(<R as Listed>::view)
        }
        each!(self, game => view(game, viewer))
    }

    /// The canonical JSON of the state; nothing before the deal.
    ///
    /// # Errors
    /// [`NotCanonical`] when a ruleset puts something into its state that has no canonical form.
    pub fn canonical_state(&self) -> Result<Option<Vec<u8>>, NotCanonical> {
        each!(self, game => game.state().map(canonical).transpose())
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        each!(self, game => game.outcome())
    }

    /// How far the game has come.
    pub fn status(&self) -> Status {
        each!(self, game => game.status())
    }

    /// How many events the log holds.
    pub fn events(&self) -> u64 {
        each!(self, game => game.events())
    }

    /// How many seats play.
    pub fn seats(&self) -> u8 {
        each!(self, game => game.opening().seats)
    }
}
