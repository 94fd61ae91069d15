//! Why a move is refused, and what may be played instead. Every test here reads only what the mover can see.

use super::card::Card;
use super::colour::Colour;
use super::operation::Cost;
use super::rune::Rune;
use super::state::{CardSpace, Phase, Pick, Pieces, Place, State};
use super::{Move, legal};
use crate::kernel::{Illegal, Seat};
use crate::rulesets::ways;

/// Whether the active seat may play the move. A refusal names every way that is open instead.
pub(super) fn admit(state: &State, mv: Move) -> Result<(), Illegal> {
    check(state, mv).map_err(|illegal| ways::naming(illegal, legal::moves(state).into_iter().map(Move::type_name)))
}

pub(super) fn check(state: &State, mv: Move) -> Result<(), Illegal> {
    match (state.phase, mv) {
        (Phase::Offer {}, Move::OfferCard { card, share, space }) => offer(state, Place::Card { card, space }, share),
        (Phase::Offer {}, Move::OfferTree { share, space }) => offer(state, Place::Tree { space }, share),
        (Phase::Offer {}, Move::Done {}) => spend(state),
        (Phase::Keep { .. } | Phase::Over {}, Move::PlayRune { .. }) => Err(not_awaited(state)),
        (_, Move::PlayRune { rune }) => play_rune(state, rune),
        (Phase::Pay { .. }, Move::Pay { colour }) => pay(state, colour),
        (Phase::Altar { .. }, Move::LayAltar { colour }) => lay_altar(state, colour),
        (Phase::Take(taking), Move::Take { colour }) => take(state, taking.pick, colour),
        (Phase::Neutral { .. }, Move::PlaceNeutral { card, space }) => place_neutral(state, card, space),
        (Phase::Lift { rune }, Move::Lift { card, owner, space }) => {
            lift(state, rune, CardSpace { card, space }, owner)
        }
        (Phase::SetDown { from, rune, .. }, Move::SetDown { card, space }) => {
            set_down(state, rune, from, CardSpace { card, space })
        }
        (Phase::Keep { cards }, Move::KeepStart { card }) => keep_start(cards, card),
        (Phase::TurnEnd {} | Phase::SeasonEnd {}, Move::Done {}) => Ok(()),
        _ => Err(not_awaited(state)),
    }
}

fn offer(state: &State, at: Place, share: bool) -> Result<(), Illegal> {
    let Some(pieces) = state.pieces(at) else {
        let detail = "there is no such space at the upper edge or on the tree";
        return Err(Illegal::new("no-such-space", "IN-6", detail));
    };
    may_offer(state, at, pieces, share)
}

pub(super) fn may_offer(state: &State, at: Place, pieces: Pieces, share: bool) -> Result<(), Illegal> {
    may_stand(state, pieces, share)?;
    if let Place::Tree { space } = at
        && state.tree.foot(space).is_some_and(|foot| foot.taken)
    {
        let detail = format!("the two tokens of {space} have been taken, and the space is closed");
        return Err(Illegal::new("foot-closed", "IN-11", detail));
    }
    can_pay(state, at)
}

/// One piece a space (IN-9), but for a share rune: never beside an own piece (IN-12).
fn may_stand(state: &State, pieces: Pieces, share: bool) -> Result<(), Illegal> {
    match (pieces.is_empty(), share) {
        (true, false) => Ok(()),
        (true, true) => Err(Illegal::new(
            "space-is-free",
            "IN-12",
            "the space is free, and a share rune is for one that others hold",
        )),
        (false, false) => {
            let detail = "the space holds a piece; only a share rune lets you onto a space that others hold";
            Err(Illegal::new("space-taken", "IN-9", detail))
        }
        (false, true) if pieces.has(Pieces::one(state.turn)) => {
            let detail = "your own piece is on the space; only a space of others can be shared";
            Err(Illegal::new("own-piece-there", "IN-12", detail))
        }
        (false, true) if !state.player(state.turn)?.runes.contains(&Rune::Share) => Err(rune_not_held()),
        (false, true) => Ok(()),
    }
}

fn can_pay(state: &State, at: Place) -> Result<(), Illegal> {
    let held = state.player(state.turn)?.tokens;
    match state.cost(at) {
        Cost::Token { colour } if held.of(colour) == 0 => Err(cannot_pay(colour)),
        Cost::MostHeld {} if held.total() == 0 => {
            let detail = "the space costs a token of your most-held colour, and you have no token";
            Err(Illegal::new("nothing-to-pay-with", "IN-7", detail))
        }
        _ => Ok(()),
    }
}

/// The refusal of an offer for want of a token.
pub(super) fn cannot_pay(colour: Colour) -> Illegal {
    Illegal::new("cannot-pay", "IN-6", format!("the space costs a {colour} token, and you have none"))
}

fn spend(state: &State) -> Result<(), Illegal> {
    match legal::offers(state).first() {
        None | Some(Move::Done {}) => Ok(()),
        Some(_) => {
            let detail = "there is a space for your piece; it is spent only when there is none";
            Err(Illegal::new("a-space-is-open", "IN-5", detail))
        }
    }
}

/// The refusal of a rune that is not in the hand.
pub(super) fn rune_not_held() -> Illegal {
    Illegal::new("rune-not-held", "IN-12", "you do not hold that rune")
}

fn play_rune(state: &State, rune: Rune) -> Result<(), Illegal> {
    if !state.player(state.turn)?.runes.contains(&rune) {
        return Err(rune_not_held());
    }
    if rune == Rune::Share {
        let detail = "a share rune is played with the offer: with share, to a space that others hold";
        return Err(Illegal::new("played-with-the-offer", "IN-12", detail));
    }
    if rune.is_gain() {
        return Ok(());
    }
    if state.phase != (Phase::Offer {}) {
        let detail = "a rune that moves a piece is played at the start of your turn, before the offer";
        return Err(Illegal::new("not-at-turn-start", "IN-12", detail));
    }
    if state.liftable(rune).next().is_none() {
        let detail = format!("{rune} finds no piece that it could move to a free space");
        return Err(Illegal::new("nothing-to-move", "IN-12", detail));
    }
    Ok(())
}

/// The colours that may pay: the most-held ones.
pub(super) fn payable(state: &State) -> impl Iterator<Item = Colour> {
    state.player(state.turn).map(|player| player.tokens).unwrap_or_default().most_held()
}

fn names(colours: impl Iterator<Item = Colour>) -> String {
    colours.map(Colour::name).collect::<Vec<_>>().join(", ")
}

fn pay(state: &State, colour: Colour) -> Result<(), Illegal> {
    if payable(state).any(|most| most == colour) {
        return Ok(());
    }
    let detail = format!("{colour} is not your most-held colour; pay with one of {}", names(payable(state)));
    Err(Illegal::new("not-most-held", "IN-7", detail))
}

fn lay_altar(state: &State, colour: Colour) -> Result<(), Illegal> {
    if state.tree.unused_tiles().any(|unused| unused == colour) {
        return Ok(());
    }
    let detail = format!("the {colour} altar tile is laid already; choose among {}", names(state.tree.unused_tiles()));
    Err(Illegal::new("altar-tile-used", "IN-10", detail))
}

fn take(state: &State, pick: Pick, colour: Colour) -> Result<(), Illegal> {
    let among = state.takeable(pick);
    if among.contains(&colour) {
        return Ok(());
    }
    let detail = format!("{colour} cannot be taken now; choose among {}", names(among.into_iter()));
    Err(Illegal::new("colour-not-offered", "IN-8", detail))
}

fn place_neutral(state: &State, card: Card, space: u8) -> Result<(), Illegal> {
    if state.free_card_spaces().any(|free| free == CardSpace { card, space }) {
        return Ok(());
    }
    let detail = "a neutral piece goes on a free space of a card on display";
    Err(Illegal::new("not-a-free-card-space", "IN-13", detail))
}

fn lift(state: &State, rune: Rune, from: CardSpace, owner: Seat) -> Result<(), Illegal> {
    if state.liftable(rune).any(|piece| piece == (from, owner)) {
        return Ok(());
    }
    Err(Illegal::new("piece-not-movable", "IN-12", format!("{rune} cannot move that piece")))
}

fn set_down(state: &State, rune: Rune, from: CardSpace, to: CardSpace) -> Result<(), Illegal> {
    if state.destinations(rune, from).any(|free| free == to) {
        return Ok(());
    }
    let detail =
        format!("{rune} cannot move the piece there; it goes to a free space of another card that the rune names");
    Err(Illegal::new("not-a-destination", "IN-12", detail))
}

fn keep_start(cards: [Card; 2], card: Card) -> Result<(), Illegal> {
    if cards.contains(&card) {
        return Ok(());
    }
    let [one, other] = cards;
    Err(Illegal::new("card-not-drawn", "IN-17", format!("{card} was not drawn; keep {one} or {other}")))
}

/// The refusal of a move that does not answer what is pending.
pub(super) fn not_awaited(state: &State) -> Illegal {
    let (rule, detail) = match state.phase {
        Phase::Offer {} => ("IN-5", "your turn begins with runes, then one piece is placed"),
        Phase::Pay { .. } => ("IN-7", "the offer waits for the most-held colour that pays"),
        Phase::Altar { .. } => ("IN-10", "the space waits for its altar tile"),
        Phase::Take(_) => ("IN-8", "the effect waits for the token that you take"),
        Phase::Neutral { .. } => ("IN-13", "the effect waits for the place of a neutral piece"),
        Phase::Lift { .. } => ("IN-12", "the rune waits for the piece that it moves"),
        Phase::SetDown { .. } => ("IN-12", "the rune waits for where the piece goes"),
        Phase::TurnEnd {} => ("IN-12", "your piece is placed, and only gain runes can follow"),
        Phase::SeasonEnd {} => ("IN-12", "the season is at its end, and only gain runes can be played"),
        Phase::Keep { .. } => ("IN-17", "a new start card has to be kept"),
        Phase::Over {} => ("IN-19", "the game is over"),
    };
    Illegal::new("not-awaited", rule, detail)
}
