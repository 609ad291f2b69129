//! The four currencies, in the order of the market squares they belong to.

use std::ops::{Index, IndexMut};

/// One of the four currencies; each market square takes one of them for the whole game (B-SET-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Currency {
    /// Square 1: yellow, the lily.
    #[cfg_attr(feature = "serde", serde(rename = "fl"))]
    Florin,
    /// Square 2: green, the square.
    #[cfg_attr(feature = "serde", serde(rename = "di"))]
    Dirham,
    /// Square 3: blue, the cross.
    #[cfg_attr(feature = "serde", serde(rename = "de"))]
    Denar,
    /// Square 4: orange, the star.
    #[cfg_attr(feature = "serde", serde(rename = "du"))]
    Ducat,
}

impl Currency {
    /// The currencies in the order of squares 1 to 4.
    pub const ALL: [Currency; 4] = [Currency::Florin, Currency::Dirham, Currency::Denar, Currency::Ducat];

    /// The two letters of the notation.
    pub const fn code(self) -> &'static str {
        match self {
            Currency::Florin => "fl",
            Currency::Dirham => "di",
            Currency::Denar => "de",
            Currency::Ducat => "du",
        }
    }
}

/// One thing per currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct ByCurrency<T>(pub [T; 4]);

impl<T> Index<Currency> for ByCurrency<T> {
    type Output = T;
    fn index(&self, currency: Currency) -> &T {
        &self.0[currency as usize]
    }
}

impl<T> IndexMut<Currency> for ByCurrency<T> {
    fn index_mut(&mut self, currency: Currency) -> &mut T {
        &mut self.0[currency as usize]
    }
}
