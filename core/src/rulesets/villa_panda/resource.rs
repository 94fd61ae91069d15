//! The four resources, and how many of each lie somewhere.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = VillaPandaResource))]
pub enum Resource {
    /// Bamboo, green.
    Bamboo,
    /// Bao, brown.
    Bao,
    /// Gold, yellow.
    Gold,
    /// Water, blue.
    Water,
}

impl Resource {
    /// The four resources.
    pub const ALL: [Self; 4] = [Self::Bamboo, Self::Bao, Self::Gold, Self::Water];

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bamboo => "bamboo",
            Self::Bao => "bao",
            Self::Gold => "gold",
            Self::Water => "water",
        }
    }

    /// How many the box holds (rulebook, Component List). They cannot be replaced by anything (VP-15).
    pub(super) fn in_the_box(self) -> u8 {
        match self {
            Self::Bamboo | Self::Bao | Self::Water => 13,
            Self::Gold => 10,
        }
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Resources, counted by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = VillaPandaResources))]
pub struct Resources {
    /// Bamboo.
    #[cfg_attr(feature = "schema", schema(maximum = 13))]
    pub bamboo: u8,
    /// Bao.
    #[cfg_attr(feature = "schema", schema(maximum = 13))]
    pub bao: u8,
    /// Gold.
    #[cfg_attr(feature = "schema", schema(maximum = 10))]
    pub gold: u8,
    /// Water.
    #[cfg_attr(feature = "schema", schema(maximum = 13))]
    pub water: u8,
}

// They only change hands, so that no count is over the 13 and no total over the 49 of the box: no sum here overflows.
impl Resources {
    /// All that the box holds.
    pub(super) fn in_the_box() -> Self {
        let mut all = Self::default();
        Resource::ALL.into_iter().for_each(|resource| *all.of_mut(resource) = resource.in_the_box());
        all
    }

    /// How many there are of a resource.
    pub fn of(self, resource: Resource) -> u8 {
        match resource {
            Resource::Bamboo => self.bamboo,
            Resource::Bao => self.bao,
            Resource::Gold => self.gold,
            Resource::Water => self.water,
        }
    }

    pub(super) fn of_mut(&mut self, resource: Resource) -> &mut u8 {
        match resource {
            Resource::Bamboo => &mut self.bamboo,
            Resource::Bao => &mut self.bao,
            Resource::Gold => &mut self.gold,
            Resource::Water => &mut self.water,
        }
    }

    /// How many there are in all; the box holds 49.
    pub fn total(self) -> u8 {
        self.bamboo + self.bao + self.gold + self.water
    }

    /// Which ones there are at least one of.
    pub(super) fn kinds(self) -> impl Iterator<Item = Resource> {
        Resource::ALL.into_iter().filter(move |resource| self.of(*resource) > 0)
    }

    /// Whether these can be taken out of it.
    pub(super) fn covers(self, other: Self) -> bool {
        Resource::ALL.into_iter().all(|resource| self.of(resource) >= other.of(resource))
    }

    pub(super) fn add(&mut self, other: Self) {
        Resource::ALL.into_iter().for_each(|resource| *self.of_mut(resource) += other.of(resource));
    }

    /// What is not there is not taken; callers have asked [`Resources::covers`].
    pub(super) fn remove(&mut self, other: Self) {
        Resource::ALL.into_iter().for_each(|resource| {
            let count = self.of_mut(resource);
            *count = count.saturating_sub(other.of(resource));
        });
    }

    /// Every way to take so many resources, whether they are there or not.
    pub(super) fn combinations(count: u8) -> Vec<Self> {
        let mut found = Vec::new();
        for bamboo in 0..=count {
            for bao in 0..=count.saturating_sub(bamboo) {
                let left = count.saturating_sub(bamboo).saturating_sub(bao);
                found.extend((0..=left).map(|gold| Self { bamboo, bao, gold, water: left.saturating_sub(gold) }));
            }
        }
        found
    }
}

impl FromIterator<Resource> for Resources {
    fn from_iter<I: IntoIterator<Item = Resource>>(resources: I) -> Self {
        let mut counted = Self::default();
        resources.into_iter().for_each(|resource| *counted.of_mut(resource) += 1);
        counted
    }
}

/// A few resources that change hands; on the wire a list such as `["bamboo", "water", "water"]`, in the order of
/// [`Resource::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Goods(pub Resources);

impl Goods {
    fn each(self) -> impl Iterator<Item = Resource> {
        let of = move |resource| std::iter::repeat_n(resource, usize::from(self.0.of(resource)));
        Resource::ALL.into_iter().flat_map(of)
    }
}

impl fmt::Display for Goods {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = self.0.kinds().map(|resource| format!("{} {resource}", self.0.of(resource)));
        f.write_str(&kinds.collect::<Vec<_>>().join(", "))
    }
}

impl Serialize for Goods {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.each())
    }
}

/// The resources that a move lists, as it lists them: three at most, as no exchange has more (VP-19).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed([Option<Resource>; 3]);

impl Listed {
    fn each(self) -> impl Iterator<Item = Resource> {
        self.0.into_iter().flatten()
    }

    /// Whether they stand in the one order that is accepted, that of [`Resource::ALL`].
    pub(super) fn is_in_order(self) -> bool {
        self.each().is_sorted()
    }

    /// How many of each there are.
    pub(super) fn goods(self) -> Goods {
        Goods(self.each().collect())
    }
}

/// In order, and the first three of more.
impl From<Goods> for Listed {
    fn from(goods: Goods) -> Self {
        let mut each = goods.each();
        Self(std::array::from_fn(|_| each.next()))
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.each().map(Resource::name).collect::<Vec<_>>().join(", "))
    }
}

impl Serialize for Listed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.each())
    }
}

impl<'de> Deserialize<'de> for Listed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<Resource>::deserialize(deserializer)?;
        let listed = Self(std::array::from_fn(|at| list.get(at).copied()));
        if list.len() > listed.0.len() {
            return Err(D::Error::invalid_length(list.len(), &"at most 3 resources"));
        }
        Ok(listed)
    }
}
