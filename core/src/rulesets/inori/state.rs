//! Everything the rules of Inori need, secrets included.

use serde::{Deserialize, Serialize};

use super::card::Card;
use super::colour::{Colour, Tokens};
use super::operation::{Cost, Operation};
use super::rune::Rune;
use super::tree::{Tree, TreeSpace};
use super::{Options, season};
use crate::kernel::{Illegal, Seat};

/// The state of a game.
///
/// Fields stand in the order of their names, which is the order of canonical JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The cards at the upper edge, from the left. A slot stays empty when no card could replace the last (IN-18).
    pub(super) display: Vec<Option<Shown>>,
    /// Who began this season.
    pub(super) first: Seat,
    /// The journey cards that are not on display, in the order of [`Colour::ALL`].
    pub(super) journey: Box<[Pile; 6]>,
    /// How many neutral pieces lie on the tree; the others are on cards.
    pub(super) neutrals: u8,
    /// The pile of new start cards, face down, top last.
    pub(super) new_starts: Vec<Card>,
    pub(super) options: Options,
    /// Start cards that are out of the game, face up.
    pub(super) out: Vec<Card>,
    pub(super) phase: Phase,
    /// What each seat has.
    pub(super) players: Vec<Player>,
    /// Played runes, face up.
    pub(super) rune_discard: Vec<Rune>,
    /// The stack of runes, face down, top last.
    pub(super) rune_stack: Vec<Rune>,
    /// The number of the season, from 1.
    pub(super) season: u8,
    /// The favour tokens that nobody has.
    pub(super) supply: Tokens,
    pub(super) tree: Tree,
    /// Who is awaited, or was when the game ended.
    pub(super) turn: Seat,
}

/// The journey cards of one colour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pile {
    /// Face down, top last.
    pub(super) cards: Vec<Card>,
    /// Used ones, face up; an empty pile is made of them (IN-18).
    pub(super) discard: Vec<Card>,
}

/// A card at the upper edge, with the pieces on its spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    pub(super) card: Card,
    /// From the left. A card with fewer than four spaces never has a piece on the rest.
    pub(super) pieces: [Pieces; 4],
}

/// What a seat has.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Offering pieces that are still to be placed: this season, or in the next while a start card is kept (IN-17).
    pub(super) pieces: u8,
    /// A game never scores a seat as much as a thousand: no space and no card brings more than fifteen, one a token.
    pub(super) points: u16,
    /// Rune tiles in hand; their kinds are the seat's secret (IN-21).
    pub(super) runes: Vec<Rune>,
    /// Offering pieces that found no space this season (IN-5).
    pub(super) spent: u8,
    pub(super) tokens: Tokens,
}

/// The pieces on one space: a set, because a space never holds two of the same seat (IN-12), and a second neutral one
/// needs a free space (IN-13). Bit *n* is seat *n*, the fifth bit is a neutral piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pieces(u8);

impl Pieces {
    /// A neutral piece and nothing else.
    pub(super) const NEUTRAL: Self = Self(1 << 4);

    pub(super) fn one(seat: Seat) -> Self {
        Self(1_u8.checked_shl(u32::from(seat.0)).unwrap_or(0))
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn has(self, pieces: Self) -> bool {
        self.0 & pieces.0 != 0
    }

    pub(super) fn add(&mut self, pieces: Self) {
        self.0 |= pieces.0;
    }

    pub(super) fn remove(&mut self, pieces: Self) {
        self.0 &= !pieces.0;
    }

    /// The seats that have a piece here, ascending.
    pub(super) fn seats(self) -> impl Iterator<Item = Seat> {
        Seat::all(4).filter(move |seat| self.has(Self::one(*seat)))
    }
}

/// A space of a card on display.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = InoriCardSpace))]
pub struct CardSpace {
    /// The card.
    pub card: Card,
    /// The number of the space, from 1 on the left.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 4))]
    pub space: u8,
}

/// A space that an offer can be made to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = InoriPlace))]
pub enum Place {
    /// A space of a card.
    Card {
        /// The card.
        card: Card,
        /// The number of the space, from 1 on the left.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 4))]
        space: u8,
    },
    /// A space of the Great Tree.
    Tree {
        /// The space.
        space: TreeSpace,
    },
}

/// Which decision is pending; always of the seat whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Phase {
    /// Runes, then an offer.
    Offer {},
    /// Which of several most-held colours pays for the offer (IN-7).
    Pay {
        /// The space that the offer is made to.
        at: Place,
    },
    /// Which altar tile is laid beside the space (IN-10).
    Altar {
        /// The space.
        space: TreeSpace,
        /// The step of its effect that comes next.
        step: u8,
    },
    /// Which token is taken next (IN-8).
    Take(Taking),
    /// Where the next neutral piece goes (IN-13).
    Neutral {
        /// The space whose effect it is.
        at: Place,
        /// The step of that effect.
        step: u8,
    },
    /// Which piece a move rune moves (IN-12).
    Lift {
        /// The rune.
        rune: Rune,
    },
    /// Where that piece goes; it stands where it stood until then.
    SetDown {
        /// Where the piece stands.
        from: CardSpace,
        /// Whose it is.
        owner: Seat,
        /// The rune.
        rune: Rune,
    },
    /// Gain runes after the offer, or the end of the turn (IN-12).
    TurnEnd {},
    /// Gain runes before the cards are judged (IN-12).
    SeasonEnd {},
    /// Which of the two new start cards is kept (IN-17).
    Keep {
        /// The two cards.
        cards: [Card; 2],
    },
    /// Nothing: the game is over.
    Over {},
}

/// Tokens that are taken one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taking {
    pub(super) at: Place,
    /// How many are still to be taken.
    pub(super) left: u8,
    pub(super) pick: Pick,
    /// The step of the effect that asked.
    pub(super) step: u8,
}

/// Among which colours a token is picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = InoriPick))]
pub enum Pick {
    /// Any.
    Any,
    /// The least-held ones (IN-8).
    Least,
}

impl State {
    pub(super) fn player(&self, seat: Seat) -> Result<&Player, Illegal> {
        self.players.get(seat.index()).ok_or_else(|| no_such_seat(seat))
    }

    pub(super) fn player_mut(&mut self, seat: Seat) -> Result<&mut Player, Illegal> {
        self.players.get_mut(seat.index()).ok_or_else(|| no_such_seat(seat))
    }

    /// The journey cards of a colour.
    pub(super) fn pile_mut(&mut self, colour: Colour) -> Option<&mut Pile> {
        Colour::ALL.into_iter().zip(self.journey.iter_mut()).find(|(of, _)| *of == colour).map(|(_, pile)| pile)
    }

    pub(super) fn seats(&self) -> u8 {
        // The kernel admits no more than four.
        u8::try_from(self.players.len()).unwrap_or(u8::MAX)
    }

    /// Every seat once, clockwise, beginning behind this one; the seat itself comes last.
    pub(super) fn after(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.seats();
        std::iter::successors(Some(seat.clockwise(seats)), move |seat| Some(seat.clockwise(seats)))
            .take(usize::from(seats))
    }

    /// The cards on display, from the left.
    pub(super) fn shown(&self) -> impl Iterator<Item = &Shown> {
        self.display.iter().flatten()
    }

    /// Every space of the cards on display, with its pieces.
    pub(super) fn card_spaces(&self) -> impl Iterator<Item = (CardSpace, Pieces)> {
        self.shown().flat_map(|shown| {
            let spaces = (1..).zip(shown.pieces).take(shown.card.spaces().len());
            spaces.map(|(space, pieces)| (CardSpace { card: shown.card, space }, pieces))
        })
    }

    /// The card spaces without a piece.
    pub(super) fn free_card_spaces(&self) -> impl Iterator<Item = CardSpace> {
        self.card_spaces().filter(|(_, pieces)| pieces.is_empty()).map(|(at, _)| at)
    }

    /// Every space that exists, with its pieces.
    pub(super) fn places(&self) -> impl Iterator<Item = (Place, Pieces)> {
        let cards = self.card_spaces().map(|(at, pieces)| (at.into(), pieces));
        cards.chain(TreeSpace::ALL.into_iter().map(|space| (Place::Tree { space }, self.tree.pieces(space))))
    }

    /// The pieces on a space; none when the space does not exist.
    pub(super) fn pieces(&self, at: Place) -> Option<Pieces> {
        self.places().find(|(place, _)| *place == at).map(|(_, pieces)| pieces)
    }

    pub(super) fn pieces_mut(&mut self, at: Place) -> Option<&mut Pieces> {
        match at {
            Place::Card { card, space } => {
                let shown = self.display.iter_mut().flatten().find(|shown| shown.card == card)?;
                shown.pieces.get_mut(usize::from(space).checked_sub(1)?)
            }
            Place::Tree { space } => self.tree.pieces_mut(space),
        }
    }

    /// What an offer to a space costs.
    pub(super) fn cost(&self, at: Place) -> Cost {
        match at {
            Place::Card { card, space } => card.space(space).map_or(Cost::Free {}, |space| space.cost),
            Place::Tree { space } => self.tree.cost(space),
        }
    }

    /// What an offer to a space does.
    pub(super) fn effect(&self, at: Place) -> &'static [Operation] {
        match at {
            Place::Card { card, space } => card.space(space).map_or(&[], |space| space.effect),
            Place::Tree { space } => space.effect(),
        }
    }

    /// The altar tile beside a space.
    pub(super) fn tile(&self, at: Place) -> Option<Colour> {
        match at {
            Place::Card { .. } => None,
            Place::Tree { space } => self.tree.tile(space),
        }
    }

    /// The colours that the active seat may take its next token of: those that the supply still has (IN-8).
    pub(super) fn takeable(&self, pick: Pick) -> Vec<Colour> {
        let supplied = |colour: &Colour| self.supply.of(*colour) > 0;
        let held = self.player(self.turn).map(|player| player.tokens).unwrap_or_default();
        match pick {
            Pick::Any => Colour::ALL.into_iter().filter(supplied).collect(),
            Pick::Least => held.least_held().filter(supplied).collect(),
        }
    }

    /// Whether a move rune can move a piece from there: its cards and the owner of the piece allow it, and there is a
    /// free space to go to (IN-12).
    pub(super) fn can_lift(&self, rune: Rune, from: CardSpace, owner: Seat) -> bool {
        let owned = self.options.move_any_piece || owner == self.turn;
        let from_there = match rune.effect() {
            Operation::MoveTo { .. } => true,
            Operation::MoveFrom { colour } => from.card.colour() == colour,
            _ => false,
        };
        owned && from_there && self.destinations(rune, from).next().is_some()
    }

    /// The pieces that a move rune can move: never one on the tree, never a neutral one (IN-12).
    pub(super) fn liftable(&self, rune: Rune) -> impl Iterator<Item = (CardSpace, Seat)> {
        self.card_spaces()
            .flat_map(|(from, pieces)| pieces.seats().map(move |owner| (from, owner)))
            .filter(move |(from, owner)| self.can_lift(rune, *from, *owner))
    }

    /// Where a piece can be moved to: free spaces of other cards (IN-12).
    pub(super) fn destinations(&self, rune: Rune, from: CardSpace) -> impl Iterator<Item = CardSpace> {
        self.free_card_spaces().filter(move |to| {
            let there = match rune.effect() {
                Operation::MoveTo { colour } => to.card.colour() == colour,
                _ => true,
            };
            there && to.card != from.card
        })
    }

    /// How many pieces of a seat still wait for a later season (IN-4). The next season's is there before a start card
    /// is kept (IN-17).
    pub(super) fn waiting(&self) -> u8 {
        let next = u8::from(matches!(self.phase, Phase::Keep { .. }));
        season::pieces(self.seats(), season::SEASONS) - season::pieces(self.seats(), self.season + next)
    }
}

impl From<CardSpace> for Place {
    fn from(CardSpace { card, space }: CardSpace) -> Self {
        Self::Card { card, space }
    }
}

impl Shown {
    pub(super) fn new(card: Card) -> Self {
        Self { card, pieces: [Pieces::default(); 4] }
    }

    /// Whether every space holds a piece, neutral ones included (IN-13, IN-14).
    pub(super) fn is_complete(&self) -> bool {
        self.pieces.iter().take(self.card.spaces().len()).all(|pieces| !pieces.is_empty())
    }

    /// Whether a seat has a piece on any space.
    pub(super) fn has(&self, seat: Seat) -> bool {
        self.pieces.iter().any(|pieces| pieces.has(Pieces::one(seat)))
    }
}

fn no_such_seat(seat: Seat) -> Illegal {
    Illegal::new("no-such-seat", "IN-1", format!("{seat} is not at this table"))
}
