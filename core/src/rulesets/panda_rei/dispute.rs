//! Who wins a dispute, and why.

use serde::Serialize;

use super::{Card, Played};
use crate::kernel::Seat;

/// The least value of a royal card: that of a panda of level 1 (PR-13).
const ROYAL: u8 = 9;

/// The decision of a dispute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) winner: Seat,
    /// The value of the winning group.
    pub(super) value: u8,
    /// The winning group in the order of play, the fictional player's card included.
    pub(super) group: Vec<Card>,
    pub(super) group_reason: GroupReason,
    pub(super) seat_reason: SeatReason,
    /// Whether only royal cards competed (PR-13).
    pub(super) royal: bool,
}

/// Why a group of equal cards won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = PandaReiGroupReason))]
pub enum GroupReason {
    /// No competing cards are equal; this is the highest.
    HighestCard,
    /// No other group has as many cards.
    LargestGroup,
    /// Another group has as many cards, of a lower value.
    HighestOfTheLargestGroups,
}

/// Why a seat of the winning group won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = PandaReiSeatReason))]
pub enum SeatReason {
    /// No other seat has a card of the group.
    OnlyOne,
    /// It has more pigs in its area than the others of the group.
    MostPigs,
    /// It played first among those of the group with as many pigs.
    PlayedFirst,
}

/// Decides a dispute by the cards in the order of play, and by the pigs of the areas (PR-12).
///
/// Cards are equal by value, whatever the animals (PR-8). The card of the fictional player enlarges a group and does
/// nothing else (PR-31): it never competes, so that between two seats a duplicated card beats the other one, and a
/// pair of theirs is decided as any other (PR-32). Nothing wins where no seat has played.
pub(super) fn judge(plays: &[Played], pigs: impl Fn(Seat) -> u8, royal_pandas: bool) -> Option<Verdict> {
    let seated = || plays.iter().filter_map(|played| Some((played.seat?, played.value)));
    // The value alone counts, so a monkey can be royal: PR-14.
    let royal = royal_pandas && seated().any(|(_, value)| value >= ROYAL);
    let competing = || seated().filter(|(_, value)| !royal || *value >= ROYAL); // PR-13.
    let size = |value: u8| plays.iter().filter(|played| played.value == value).count();

    let (largest, value) = competing().map(|(_, value)| (size(value), value)).max()?;
    let has_rival = competing().any(|(_, other)| other != value && size(other) == largest);
    let group_reason = match largest {
        1 => GroupReason::HighestCard,
        _ if has_rival => GroupReason::HighestOfTheLargestGroups,
        _ => GroupReason::LargestGroup,
    };

    // Pigs decide inside the winning group and nowhere else: PR-15.
    let members: Vec<(Seat, u8)> =
        competing().filter(|(_, other)| *other == value).map(|(seat, _)| (seat, pigs(seat))).collect();
    let most = members.iter().map(|(_, pigs)| *pigs).max()?;
    let mut with_most = members.iter().filter(|(_, pigs)| *pigs == most);
    let (winner, _) = *with_most.next()?; // The earliest in the order of play.
    let seat_reason = match (members.len(), with_most.next()) {
        (1, _) => SeatReason::OnlyOne,
        (_, None) => SeatReason::MostPigs,
        (_, Some(_)) => SeatReason::PlayedFirst,
    };
    let group = plays.iter().filter(|played| played.value == value).map(|played| played.card).collect();
    Some(Verdict { winner, value, group, group_reason, seat_reason, royal })
}
