//! The six kinds of building of the Alhambra.

use std::ops::{Index, IndexMut};

/// A kind of building; its place in the list is its rank in the scoring tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Building {
    /// Blue.
    Pavilion,
    /// Red.
    Seraglio,
    /// Brown.
    Arcades,
    /// White.
    Chambers,
    /// Green.
    Garden,
    /// Purple.
    Tower,
}

impl Building {
    /// From the cheapest kind to the dearest.
    pub const ALL: [Building; 6] = [
        Building::Pavilion,
        Building::Seraglio,
        Building::Arcades,
        Building::Chambers,
        Building::Garden,
        Building::Tower,
    ];

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        match self {
            Building::Pavilion => 'P',
            Building::Seraglio => 'S',
            Building::Arcades => 'A',
            Building::Chambers => 'C',
            Building::Garden => 'G',
            Building::Tower => 'T',
        }
    }
}

/// One thing per kind of building.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct ByBuilding<T>(pub [T; 6]);

impl<T> Index<Building> for ByBuilding<T> {
    type Output = T;
    fn index(&self, building: Building) -> &T {
        &self.0[building as usize]
    }
}

impl<T> IndexMut<Building> for ByBuilding<T> {
    fn index_mut(&mut self, building: Building) -> &mut T {
        &mut self.0[building as usize]
    }
}
