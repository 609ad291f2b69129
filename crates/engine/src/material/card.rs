//! The cards of the money pile.

use std::num::NonZeroU8;

use super::{Bureau, Currency, Edges};

/// A money card: a currency in the upper and a value from 1 to 9 in the lower four bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoneyCard(NonZeroU8);

impl MoneyCard {
    /// The card of this currency and value.
    ///
    /// # Panics
    /// If the value is not 1 to 9.
    pub const fn new(currency: Currency, value: u8) -> MoneyCard {
        assert!(value >= 1 && value <= 9, "money cards are worth 1 to 9");
        MoneyCard(NonZeroU8::new((currency as u8) << 4 | value).unwrap())
    }

    /// Every money card once, by currency and value.
    pub fn all() -> impl Iterator<Item = MoneyCard> {
        Currency::ALL.into_iter().flat_map(|currency| (1..=9).map(move |value| MoneyCard::new(currency, value)))
    }

    /// The currency printed on the card.
    pub const fn currency(self) -> Currency {
        Currency::ALL[(self.0.get() >> 4 & 3) as usize]
    }

    /// A bit of its own in a set of money cards.
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0.get()
    }

    /// A number of its own, from 1 to 63.
    pub(crate) const fn number(self) -> u8 {
        self.0.get()
    }

    /// The value printed on the card.
    pub const fn value(self) -> u8 {
        self.0.get() & 0xF
    }
}

/// Two letters for the currency, then the value: `fl9`.
impl std::fmt::Display for MoneyCard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.currency().code(), self.value())
    }
}

/// One of the three scorings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Round {
    /// When the first scoring card turns up.
    First,
    /// When the second scoring card turns up.
    Second,
    /// At the end of the game.
    Third,
}

impl Round {
    /// In the order they are played.
    pub const ALL: [Round; 3] = [Round::First, Round::Second, Round::Third];

    /// 1, 2 or 3.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

/// A card of the money pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// Money of one currency.
    Money(MoneyCard),
    /// Announces a scoring (B-MAT-4).
    Scoring(Round),
    /// Pays one purchase in two currencies (M-BUR-3).
    Bureau(Bureau),
    /// Puts walls on one tile (M-WALL-3).
    Wall(Edges),
}

impl Card {
    /// The eight wall cards (N+E and W were seen; the set follows from twelve sticks on eight cards).
    pub const WALLS: [Edges; 8] = [
        Edges::NORTH,
        Edges::EAST,
        Edges::SOUTH,
        Edges::WEST,
        Edges::NORTH.union(Edges::EAST),
        Edges::EAST.union(Edges::SOUTH),
        Edges::SOUTH.union(Edges::WEST),
        Edges::NORTH.union(Edges::WEST),
    ];

    /// The money card that this is, if it is one.
    pub const fn money(&self) -> Option<MoneyCard> {
        match *self {
            Card::Money(card) => Some(card),
            Card::Scoring(_) | Card::Bureau(_) | Card::Wall(_) => None,
        }
    }
}

impl Default for Card {
    /// The card that stands in unused places of a list.
    fn default() -> Card {
        Card::Scoring(Round::First)
    }
}

/// As money and bureaux are written, or `scoring1`, `wall-ne`.
impl std::fmt::Display for Card {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Card::Money(card) => card.fmt(f),
            Card::Scoring(round) => write!(f, "scoring{}", round.number()),
            Card::Bureau(bureau) => bureau.fmt(f),
            Card::Wall(walls) => write!(f, "wall-{walls}"),
        }
    }
}
