//! The geometry of the garden: hexes, the edges between them, and the corners where three of them meet.
//!
//! Axial coordinates, pointy-top: q grows to the east, r to the south-east, the pond is (0, 0). Every function is
//! total: no step leaves the numbers.

use serde::{Deserialize, Deserializer, Serialize, de};
#[cfg(feature = "schema")]
use utoipa::openapi::schema::{Array, ArrayBuilder, ObjectBuilder, Type};
#[cfg(feature = "schema")]
use utoipa::openapi::{Ref, RefOr, Schema};
#[cfg(feature = "schema")]
use utoipa::{PartialSchema, ToSchema};

/// How far from the pond a hex can be named: 27 plots reach no farther.
const REACH: i8 = 27;

/// A hex of the garden: a place for a plot, or the pond. On the wire a list of q and r, such as `[1, -1]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Hex(i8, i8);

/// The six steps to a neighbour, clockwise from the east.
pub(super) const DIRECTIONS: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Hex {
    /// The pond, in the middle of the garden (TK-2).
    pub const POND: Self = Self(0, 0);

    /// The hex at these coordinates; those too far out are taken back to the rim.
    pub const fn new(q: i8, r: i8) -> Self {
        Self(clamped(q), clamped(r))
    }

    /// The hex that lies so far from this one; the rim is not crossed.
    pub(super) fn offset(self, (q, r): (i8, i8)) -> Self {
        Self::new(self.0.saturating_add(q), self.1.saturating_add(r))
    }

    /// The hex from which this one lies so far.
    pub(super) fn back(self, (q, r): (i8, i8)) -> Self {
        self.offset((q.saturating_neg(), r.saturating_neg()))
    }

    /// The six hexes around, clockwise from the east.
    pub(super) fn neighbours(self) -> impl Iterator<Item = Self> {
        DIRECTIONS.into_iter().map(move |step| self.offset(step)).filter(move |hex| *hex != self)
    }

    pub(super) fn is_beside(self, other: Self) -> bool {
        let (q, r) = (other.0 - self.0, other.1 - self.1);
        DIRECTIONS.contains(&(q, r))
    }

    fn is_near(self) -> bool {
        [self.0, self.1].into_iter().all(|n| (-REACH..=REACH).contains(&n))
    }
}

const fn clamped(n: i8) -> i8 {
    if n > REACH {
        REACH
    } else if n < -REACH {
        -REACH
    } else {
        n
    }
}

/// A vector turned clockwise by so many sixths of a turn.
pub(super) fn turned((q, r): (i8, i8), sixths: u8) -> (i8, i8) {
    (0..sixths % 6).fold((q, r), |(q, r), _| (r.saturating_neg(), q.saturating_add(r)))
}

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::POND => f.write_str("the pond"),
            Self(q, r) => write!(f, "[{q}, {r}]"),
        }
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (q, r) = Deserialize::deserialize(deserializer)?;
        let hex = Self(q, r);
        let refuse =
            || de::Error::custom(format!("[{q}, {r}] is too far out; coordinates go from -{REACH} to {REACH}"));
        hex.is_near().then_some(hex).ok_or_else(refuse)
    }
}

#[cfg(feature = "schema")]
impl PartialSchema for Hex {
    fn schema() -> RefOr<Schema> {
        let reach = i64::from(REACH);
        let number = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(-reach)).maximum(Some(reach));
        ArrayBuilder::new()
            .items(number)
            .min_items(Some(2))
            .max_items(Some(2))
            .description(Some(
                "A hex of the garden: q and r, axial, pointy-top; q grows to the east, r to the south-east, and the pond \
                 is [0, 0].",
            ))
            .examples([serde_json::json!([1, -1])])
            .into()
    }
}

#[cfg(feature = "schema")]
impl ToSchema for Hex {
    fn name() -> std::borrow::Cow<'static, str> {
        "TakenokoHex".into()
    }
}

/// The edge between two neighbouring hexes, where a channel can lie. On the wire a list of the two, in either order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Edge(Hex, Hex);

impl Edge {
    /// The edge between two hexes; none unless they are neighbours.
    pub fn between(a: Hex, b: Hex) -> Option<Self> {
        a.is_beside(b).then(|| Self(a.min(b), a.max(b)))
    }

    /// The hexes on its two sides, in ascending order.
    pub fn sides(self) -> [Hex; 2] {
        [self.0, self.1]
    }

    pub(super) fn touches(self, hex: Hex) -> bool {
        self.0 == hex || self.1 == hex
    }

    /// The two corners at its ends.
    pub(super) fn ends(self) -> impl Iterator<Item = Corner> {
        let Self(a, b) = self;
        a.neighbours().filter(move |hex| hex.is_beside(b)).map(move |third| Corner([a, b, third]))
    }
}

impl<'de> Deserialize<'de> for Edge {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (a, b): (Hex, Hex) = Deserialize::deserialize(deserializer)?;
        Self::between(a, b).ok_or_else(|| de::Error::custom(format!("{a} and {b} are no neighbours: there is no edge")))
    }
}

#[cfg(feature = "schema")]
impl PartialSchema for Edge {
    fn schema() -> RefOr<Schema> {
        let array: Array = ArrayBuilder::new()
            .items(Ref::from_schema_name(Hex::name()))
            .min_items(Some(2))
            .max_items(Some(2))
            .description(Some("The edge between two neighbouring hexes."))
            .examples([serde_json::json!([[0, 1], [1, 0]])])
            .build();
        array.into()
    }
}

#[cfg(feature = "schema")]
impl ToSchema for Edge {
    fn name() -> std::borrow::Cow<'static, str> {
        "TakenokoEdge".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((Hex::name().into(), Hex::schema()));
    }
}

/// A corner, where three hexes meet: a vertex of the water network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Corner([Hex; 3]);

impl Corner {
    pub(super) fn is_at_the_pond(self) -> bool {
        self.0.contains(&Hex::POND)
    }

    /// The three edges that end here.
    pub(super) fn edges(self) -> impl Iterator<Item = Edge> {
        let [a, b, c] = self.0;
        [(a, b), (b, c), (a, c)].into_iter().filter_map(|(a, b)| Edge::between(a, b))
    }
}
