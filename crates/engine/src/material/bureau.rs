//! The bureaux de change: cards with which one purchase is paid in two currencies.

use super::Currency;
use crate::bits;

/// A bureau de change: one of the six pairs of currencies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bureau(u8);

/// The pairs, each once (all six; one card was seen).
const PAIRS: [[Currency; 2]; 6] = {
    use Currency::{Denar, Dirham, Ducat, Florin};
    [[Florin, Dirham], [Florin, Denar], [Florin, Ducat], [Dirham, Denar], [Dirham, Ducat], [Denar, Ducat]]
};

impl Bureau {
    /// Every bureau.
    pub fn all() -> impl Iterator<Item = Bureau> {
        (0..PAIRS.len() as u8).map(Bureau)
    }

    /// The bureau of two different currencies.
    pub fn between(one: Currency, two: Currency) -> Option<Bureau> {
        Bureau::all().find(|it| one != two && it.currencies().contains(&one) && it.currencies().contains(&two))
    }

    /// The two currencies.
    pub const fn currencies(self) -> [Currency; 2] {
        PAIRS[self.0 as usize]
    }

    /// The currency that goes with this one on the card, if this one is on it.
    pub fn partner(self, currency: Currency) -> Option<Currency> {
        let [one, two] = self.currencies();
        if one == currency {
            Some(two)
        } else if two == currency {
            Some(one)
        } else {
            None
        }
    }

    /// A number of its own, from 0.
    pub(crate) const fn number(self) -> u8 {
        self.0
    }

    const fn bit(self) -> u8 {
        1 << self.0
    }
}

/// Both currencies: `fl/de`.
impl std::fmt::Display for Bureau {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [one, two] = self.currencies();
        write!(f, "{}/{}", one.code(), two.code())
    }
}

/// A set of bureaux.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bureaux(u8);

impl Bureaux {
    /// No bureau.
    pub const NONE: Bureaux = Bureaux(0);

    /// Whether the bureau is in the set.
    pub const fn has(self, bureau: Bureau) -> bool {
        self.0 & bureau.bit() != 0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Puts a bureau in.
    pub const fn add(&mut self, bureau: Bureau) {
        self.0 |= bureau.bit();
    }

    /// Takes a bureau out.
    pub const fn remove(&mut self, bureau: Bureau) {
        self.0 &= !bureau.bit();
    }

    /// The currencies that go with this one on a bureau of the set, in the order of the bureaux.
    pub(crate) fn partners(self, currency: Currency) -> impl Iterator<Item = Currency> {
        self.iter().filter_map(move |it| it.partner(currency))
    }

    /// The bureaux in the set.
    pub fn iter(self) -> impl Iterator<Item = Bureau> {
        bits::numbers(self.0.into()).map(Bureau)
    }
}

impl FromIterator<Bureau> for Bureaux {
    fn from_iter<T: IntoIterator<Item = Bureau>>(bureaux: T) -> Bureaux {
        let mut set = Bureaux::NONE;
        bureaux.into_iter().for_each(|it| set.add(it));
        set
    }
}
