//! The nine kinds of building of Granada.

use std::ops::{Index, IndexMut};

/// A kind of building of Granada.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum CityKind {
    /// Dark grey.
    Arena,
    /// Light blue.
    BathHouse,
    /// Purple.
    Library,
    /// Brown.
    Hostel,
    /// White.
    Hospital,
    /// Red.
    Market,
    /// Green.
    Park,
    /// Orange.
    School,
    /// Yellow.
    Residential,
}

impl CityKind {
    /// Every kind.
    pub const ALL: [CityKind; 9] = [
        CityKind::Arena,
        CityKind::BathHouse,
        CityKind::Library,
        CityKind::Hostel,
        CityKind::Hospital,
        CityKind::Market,
        CityKind::Park,
        CityKind::School,
        CityKind::Residential,
    ];

    /// The two letters of the notation.
    pub const fn code(self) -> &'static str {
        match self {
            CityKind::Arena => "ar",
            CityKind::BathHouse => "ba",
            CityKind::Library => "li",
            CityKind::Hostel => "hs",
            CityKind::Hospital => "hp",
            CityKind::Market => "ma",
            CityKind::Park => "pa",
            CityKind::School => "sc",
            CityKind::Residential => "re",
        }
    }
}

/// One thing per kind of building of Granada.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct ByCityKind<T>(pub [T; 9]);

impl<T> Index<CityKind> for ByCityKind<T> {
    type Output = T;
    fn index(&self, kind: CityKind) -> &T {
        &self.0[kind as usize]
    }
}

impl<T> IndexMut<CityKind> for ByCityKind<T> {
    fn index_mut(&mut self, kind: CityKind) -> &mut T {
        &mut self.0[kind as usize]
    }
}

/// Which face of Granada's tiles is meant: the one with the even or with the odd price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Parity {
    /// The cheaper face.
    Even,
    /// The dearer face.
    Odd,
}

impl Parity {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Parity {
        match self {
            Parity::Even => Parity::Odd,
            Parity::Odd => Parity::Even,
        }
    }
}
