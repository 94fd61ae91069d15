//! What one viewer may see. Hidden are the runes in other hands and the order of stacks and piles (IN-21).

use serde::Serialize;

use super::card::{Card, Kind};
use super::colour::{Colour, Tokens};
use super::operation::{Cost, Operation};
use super::rune::Rune;
use super::season::{self, SEASONS};
use super::state::{CardSpace, Phase, Pick, Pieces, Pile, Place, Player, Shown, State};
use super::tree::{Altar, Foot, TreeSpace};
use crate::kernel::{Seat, Viewer};

/// The table of Inori, as one viewer may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = InoriView))]
pub struct View {
    /// The spaces of the Great Tree with room for an altar tile.
    pub altars: Vec<AltarView>,
    /// What the awaited seat has to decide; null when the game is over.
    pub awaited: Option<Awaited>,
    /// The cards at the upper edge, from the left; null for a slot that no card could fill.
    pub display: Vec<Option<CardView>>,
    /// Who began this season.
    pub first_player: Seat,
    /// The piles of journey cards, one for each colour.
    pub journey: Vec<PileView>,
    /// The spaces at the foot of the Great Tree.
    pub foot: Vec<FootView>,
    /// How many neutral pieces lie on the tree.
    pub neutral_pieces: u8,
    /// How many new start cards are in their pile.
    pub new_starts: u8,
    /// The pile of new start cards, in the order they will be drawn; null for all but the full view.
    pub new_starts_order: Option<Vec<Card>>,
    /// Start cards that are out of the game.
    pub out_of_game: Vec<Card>,
    /// The runes that have been played, in the order they were.
    pub played_runes: Vec<Rune>,
    /// How many runes are in the stack.
    pub rune_stack: u8,
    /// The stack of runes, in the order they will be drawn; null for all but the full view.
    pub rune_stack_order: Option<Vec<Rune>>,
    /// The number of the season, from 1.
    pub season: u8,
    /// How many seasons a game has.
    pub seasons: u8,
    /// What each seat has, in seat order.
    pub seats: Vec<SeatView>,
    /// The favour tokens that nobody has.
    pub supply: Tokens,
    /// Who is awaited; null when the game is over.
    pub turn: Option<Seat>,
    /// The altar tiles that are not laid yet.
    pub unused_altars: Vec<Colour>,
}

/// A card at the upper edge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = InoriCardView))]
pub struct CardView {
    /// The card.
    pub card: Card,
    /// Its colour: of what a complete card scores, and of what replaces it then.
    pub colour: Colour,
    /// Whether every space holds a piece.
    pub complete: bool,
    /// What sort of card it is.
    pub kind: Kind,
    /// The colour of the lower right corner: of what replaces an incomplete card, and of what an incomplete new start
    /// card scores.
    pub lower_right: Colour,
    /// What each seat would score if the season ended now, in seat order.
    pub scores_now: Vec<u8>,
    /// The spaces, from the left.
    pub spaces: Vec<SpaceView>,
}

/// A space of a card, and who stands there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = InoriSpaceView))]
pub struct SpaceView {
    /// What an offer costs.
    pub cost: Cost,
    /// What an offer does, in this order.
    pub effect: Vec<Operation>,
    /// Whether a neutral piece stands here.
    pub neutral: bool,
    /// The number of the space, from 1.
    pub space: u8,
    /// The seats that have a piece here.
    pub taken_by: Vec<Seat>,
}

/// A space of the Great Tree with room for an altar tile, and who stands there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = InoriAltarView))]
pub struct AltarView {
    /// The colour of its altar tile, which is also what an offer costs; null while there is none, and an offer is free.
    pub altar: Option<Colour>,
    /// What an offer does, in this order. A null colour is that of the altar tile that will be laid.
    pub effect: Vec<Operation>,
    /// What the most and the next most tokens of the altar's colour score at the end.
    pub end_scores: [u8; 2],
    /// What each seat would score if the game ended now, in seat order; null without an altar tile.
    pub scores_now: Option<Vec<u8>>,
    /// The space.
    pub space: TreeSpace,
    /// The seats that have a piece here.
    pub taken_by: Vec<Seat>,
}

/// A space at the foot of the Great Tree, and who stands there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = InoriFootView))]
pub struct FootView {
    /// The colour of its two tokens.
    pub colour: Colour,
    /// Whether they still lie here; without them the space is closed.
    pub open: bool,
    /// The space.
    pub space: TreeSpace,
    /// The seats that have a piece here.
    pub taken_by: Vec<Seat>,
}

/// What a seat has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = InoriSeatView))]
pub struct SeatView {
    /// What the cards would score for the seat if the season ended now.
    pub cards_now: u16,
    /// How many pieces it still has to place: this season, or in the next while a new start card is kept.
    pub pieces: u8,
    /// How many pieces wait for later seasons.
    pub pieces_waiting: u8,
    /// The points scored so far.
    pub points: u16,
    /// How many runes it holds.
    pub rune_count: u8,
    /// The runes it holds; null where the viewer may not know.
    pub runes: Option<Vec<Rune>>,
    /// The favour tokens.
    pub tokens: Tokens,
    /// What the tree would score for the seat if the game ended now.
    pub tree_now: u16,
}

/// The journey cards of a colour that are not on display.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = InoriPileView))]
pub struct PileView {
    /// The colour.
    pub colour: Colour,
    /// Used cards, in the order they came there; an empty pile is made of them.
    pub discard: Vec<Card>,
    /// How many cards are in the pile.
    pub left: u8,
    /// The pile, in the order it will be drawn; null for all but the full view.
    pub order: Option<Vec<Card>>,
}

/// What the awaited seat has to decide. Its legal moves are the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = InoriAwaited))]
pub enum Awaited {
    /// Runes, then an offer.
    Offer {},
    /// Which of several most-held colours pays for an offer.
    Pay {
        /// The space that the offer is made to.
        at: Place,
    },
    /// Which altar tile is laid.
    LayAltar {
        /// Beside which space.
        space: TreeSpace,
    },
    /// Which token is taken.
    Take {
        /// How many are still to be taken, this one included.
        left: u8,
        /// Among which colours.
        pick: Pick,
    },
    /// Where a neutral piece goes.
    PlaceNeutral {},
    /// Which piece a rune moves.
    Lift {
        /// The rune.
        rune: Rune,
    },
    /// Where that piece goes.
    SetDown {
        /// Where it stands.
        from: CardSpace,
        /// Whose it is.
        owner: Seat,
        /// The rune.
        rune: Rune,
    },
    /// Gain runes after the offer, or the end of the turn.
    TurnEnd {},
    /// Gain runes before the cards are judged, or a pass.
    SeasonEnd {},
    /// Which of two new start cards is kept.
    KeepStart {
        /// The two cards.
        cards: [Card; 2],
    },
}

pub(super) fn view(state: &State, viewer: Viewer) -> View {
    let awaited = awaited(state);
    let open = viewer == Viewer::Full;
    View {
        altars: altars(state),
        awaited,
        display: state.display.iter().map(|slot| slot.as_ref().map(|shown| card_view(state, shown))).collect(),
        first_player: state.first,
        journey: piles(state, open),
        foot: foot(state),
        neutral_pieces: state.neutrals,
        new_starts: count(state.new_starts.len()),
        new_starts_order: open.then(|| from_the_top(&state.new_starts)),
        out_of_game: state.out.clone(),
        played_runes: state.rune_discard.clone(),
        rune_stack: count(state.rune_stack.len()),
        rune_stack_order: open.then(|| from_the_top(&state.rune_stack)),
        season: state.season,
        seasons: SEASONS,
        seats: Seat::all(state.seats()).zip(&state.players).map(|seat| seat_view(state, seat, viewer)).collect(),
        supply: state.supply,
        turn: awaited.map(|_| state.turn),
        unused_altars: state.tree.unused_tiles().collect(),
    }
}

fn awaited(state: &State) -> Option<Awaited> {
    Some(match state.phase {
        Phase::Offer {} => Awaited::Offer {},
        Phase::Pay { at } => Awaited::Pay { at },
        Phase::Altar { space, .. } => Awaited::LayAltar { space },
        Phase::Take(taking) => Awaited::Take { left: taking.left, pick: taking.pick },
        Phase::Neutral { .. } => Awaited::PlaceNeutral {},
        Phase::Lift { rune } => Awaited::Lift { rune },
        Phase::SetDown { from, owner, rune } => Awaited::SetDown { from, owner, rune },
        Phase::TurnEnd {} => Awaited::TurnEnd {},
        Phase::SeasonEnd {} => Awaited::SeasonEnd {},
        Phase::Keep { cards } => Awaited::KeepStart { cards },
        Phase::Over {} => return None,
    })
}

fn card_view(state: &State, shown: &Shown) -> CardView {
    let card = shown.card;
    let spaces = (1..).zip(card.spaces()).zip(shown.pieces).map(|((number, space), pieces)| SpaceView {
        cost: space.cost,
        effect: space.effect.to_vec(),
        neutral: pieces.has(Pieces::NEUTRAL),
        space: number,
        taken_by: pieces.seats().collect(),
    });
    CardView {
        card,
        colour: card.colour(),
        complete: shown.is_complete(),
        kind: card.kind(),
        lower_right: card.corner(),
        scores_now: season::card_points(state, shown),
        spaces: spaces.collect(),
    }
}

fn altars(state: &State) -> Vec<AltarView> {
    let view = |(space, altar): (TreeSpace, &Altar)| {
        let (first, second) = space.end_scores();
        AltarView {
            altar: altar.tile,
            effect: space.effect().iter().map(|operation| operation.beside(altar.tile)).collect(),
            end_scores: [first, second],
            scores_now: altar.tile.map(|colour| season::tree_points(state, space, colour)),
            space,
            taken_by: altar.pieces.seats().collect(),
        }
    };
    TreeSpace::ALTARS.into_iter().zip(&state.tree.altars).map(view).collect()
}

fn foot(state: &State) -> Vec<FootView> {
    let view = |(space, foot): (TreeSpace, &Foot)| FootView {
        colour: foot.colour,
        open: !foot.taken,
        space,
        taken_by: foot.visitors.seats().collect(),
    };
    TreeSpace::FOOT.into_iter().zip(&state.tree.foot).map(view).collect()
}

fn seat_view(state: &State, (seat, player): (Seat, &Player), viewer: Viewer) -> SeatView {
    let own = |points: Vec<u8>| points.get(seat.index()).copied().map_or(0, u16::from);
    // After the last season the cards and the tree are scored already.
    let over = state.phase == (Phase::Over {});
    let cards = state.shown().filter(|_| !over).map(|shown| own(season::card_points(state, shown)));
    let altars = TreeSpace::ALTARS.into_iter().filter(|_| !over);
    let tree = altars.filter_map(|space| Some(own(season::tree_points(state, space, state.tree.tile(space)?))));
    SeatView {
        cards_now: cards.sum(),
        pieces: player.pieces,
        pieces_waiting: state.waiting(),
        points: player.points,
        rune_count: count(player.runes.len()),
        runes: (viewer == Viewer::Full || viewer == Viewer::Seat(seat)).then(|| player.runes.clone()),
        tokens: player.tokens,
        tree_now: tree.sum(),
    }
}

fn piles(state: &State, open: bool) -> Vec<PileView> {
    let view = |(colour, pile): (Colour, &Pile)| PileView {
        colour,
        discard: pile.discard.clone(),
        left: count(pile.cards.len()),
        order: open.then(|| from_the_top(&pile.cards)),
    };
    Colour::ALL.into_iter().zip(state.journey.iter()).map(view).collect()
}

/// A pile in the order that it is drawn.
fn from_the_top<T: Copy>(pile: &[T]) -> Vec<T> {
    pile.iter().rev().copied().collect()
}

fn count(components: usize) -> u8 {
    // No pile and no hand has more than fifteen.
    u8::try_from(components).unwrap_or(u8::MAX)
}
