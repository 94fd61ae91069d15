//! Who sits where, who looks, and who is told.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A player's place at the table, 0-based and clockwise.
///
/// A `Seat` is a plain number: whether it exists in a given game is checked where a seat enters
/// the program (a token, a payload), never by this type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seats of a table with `count` places, in order.
    pub fn all(count: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..count).map(Seat)
    }

    /// The place of this seat in a list with one entry per seat.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The next seat clockwise at a table with `count` places.
    ///
    /// A table without places answers the seat itself.
    pub fn clockwise(self, count: u8) -> Self {
        Self((self.0 + 1).checked_rem(count).unwrap_or(self.0))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

// Written by hand because the derive cannot bound a newtype: an unbounded `u8` is documented as any int32.
#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Seat {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::Integer)
            .description(Some("A seat, 0-based and clockwise."))
            .minimum(Some(0))
            .maximum(Some(u8::MAX))
            .examples([0])
            .into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Seat {
    fn name() -> std::borrow::Cow<'static, str> {
        "Seat".into()
    }
}

/// A set of seats, in ascending order.
///
/// Holds seats 0 to 63; a larger seat is ignored by [`Seats::insert`], which no ruleset can reach because seat
/// counts are checked when a game is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seats(u64);

impl Seats {
    /// The set without a seat. A game that awaits nobody is over.
    pub const NONE: Self = Self(0);

    /// The set with one seat.
    pub fn one(seat: Seat) -> Self {
        Self::from_iter([seat])
    }

    /// The set of every seat at a table with `count` places.
    pub fn all(count: u8) -> Self {
        Seat::all(count).collect()
    }

    /// Adds a seat; adding it twice changes nothing.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1_u64.checked_shl(u32::from(seat.0)).unwrap_or(0);
    }

    /// Whether the seat is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & 1_u64.checked_shl(u32::from(seat.0)).unwrap_or(0) != 0
    }

    /// Whether no seat is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The seats, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(64).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::NONE;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

/// Who looks at a game. What a viewer may know is decided by `Ruleset::view` and [`Audience::reaches`] alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// Somebody without a seat: sees what lies open on the table.
    Spectator,
    /// A player: sees what lies open and what is theirs.
    Seat(Seat),
    /// Everything, secrets included: an auditor, or anyone once the game is over.
    Full,
}

/// Who is told of an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Every viewer.
    Everyone,
    /// One seat (and the full view).
    Only(Seat),
    /// Every viewer but this seat, spectators included (and the full view).
    AllBut(Seat),
}

impl Audience {
    /// Whether the viewer is told. The full view is told everything, both halves of a secret included.
    pub fn reaches(self, viewer: Viewer) -> bool {
        match (self, viewer) {
            (_, Viewer::Full) | (Self::Everyone, _) => true,
            (Self::Only(seat), viewer) => viewer == Viewer::Seat(seat),
            (Self::AllBut(seat), viewer) => viewer != Viewer::Seat(seat),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clockwise_wraps_after_the_last_seat() {
        assert_eq!(Seat(0).clockwise(3), Seat(1));
        assert_eq!(Seat(2).clockwise(3), Seat(0));
    }

    #[test]
    fn a_set_of_seats_lists_them_once_and_ascending() {
        let seats = Seats::from_iter([Seat(5), Seat(0), Seat(5)]);
        assert_eq!(seats.iter().collect::<Vec<_>>(), [Seat(0), Seat(5)]);
        assert_eq!(seats.len(), 2);
        assert!(!seats.contains(Seat(200)), "a seat beyond the set is simply not in it");
    }

    #[test]
    fn a_set_says_what_it_holds() {
        assert_eq!(Seats::all(3).iter().collect::<Vec<_>>(), [Seat(0), Seat(1), Seat(2)]);
        assert_eq!((Seats::NONE.len(), Seats::one(Seat(63)).len(), Seats::all(6).len()), (0, 1, 6));
        assert!(Seats::NONE.is_empty() && !Seats::one(Seat(0)).is_empty());
        assert!(Seats::one(Seat(1)).contains(Seat(1)) && !Seats::one(Seat(1)).contains(Seat(0)));
        let mut seats = Seats::one(Seat(2));
        seats.insert(Seat(4));
        assert_eq!(seats, Seats::from_iter([Seat(4), Seat(2), Seat(200)]), "there is no seat 200 in any set");
        assert_eq!((Seat(3).index(), Seat(3).to_string().as_str(), Seat(5).clockwise(0)), (3, "seat 3", Seat(5)));
    }

    #[test]
    fn an_effect_for_one_seat_reaches_that_seat_and_the_full_view_only() {
        let reached = |audience: Audience| {
            [Viewer::Spectator, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Full]
                .map(|viewer| audience.reaches(viewer))
        };
        assert_eq!(reached(Audience::Everyone), [true, true, true, true]);
        assert_eq!(reached(Audience::Only(Seat(1))), [false, false, true, true]);
        assert_eq!(reached(Audience::AllBut(Seat(1))), [true, true, false, true]);
    }
}
