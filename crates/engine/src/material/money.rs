//! Money as it lies in a hand or on the discard pile: how many of each card.

use super::{Bureau, ByCurrency, Currency, MoneyCard};
use crate::bits;

/// Cards of one currency: how many of each value, two bits a value (there are three copies of a card), and above that what
/// they are worth together, which is asked all the time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cards(u32);

/// What the cards of values 1 to 5 and 6 to 9 are worth, by their bits.
static WORTH_OF_LOW: [u8; 1024] = worths(1);
static WORTH_OF_HIGH: [u8; 256] = worths(6);

const fn worths<const N: usize>(lowest: u8) -> [u8; N] {
    let mut table = [0; N];
    let mut bits = 0;
    while bits < N {
        let mut rest = bits;
        let mut value = lowest;
        while rest != 0 {
            table[bits] += (rest & 3) as u8 * value;
            rest >>= 2;
            value += 1;
        }
        bits += 1;
    }
    table
}

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);

    /// The bits of the counts.
    const COUNTS: u32 = (1 << 18) - 1;
    /// One more in the worth.
    const WORTH: u32 = 1 << 18;

    /// One card of a value.
    const fn one(value: u8) -> u32 {
        (1 << (2 * (value - 1))) + value as u32 * Cards::WORTH
    }

    /// How many cards of this value there are.
    pub const fn count(self, value: u8) -> u8 {
        (self.0 >> (2 * (value - 1)) & 3) as u8
    }

    /// How many cards there are.
    pub const fn n_cards(self) -> u8 {
        let pairs = self.0 >> 1 & 0x1_5555;
        (pairs.count_ones() * 2 + (self.0 & 0x1_5555).count_ones()) as u8
    }

    /// The cards as bits, two for each value from 1 up.
    pub(crate) const fn bits(self) -> u32 {
        self.0 & Cards::COUNTS
    }

    /// The cards with these bits.
    pub(crate) fn from_bits(bits: u32) -> Cards {
        let worth = WORTH_OF_LOW[(bits & 0x3FF) as usize] + WORTH_OF_HIGH[(bits >> 10 & 0xFF) as usize];
        Cards(bits + u32::from(worth) * Cards::WORTH)
    }

    /// How many lots of low cards, of 1 to 6, and of high ones there are.
    pub(crate) const N_LOW: usize = 1 << 12;
    pub(crate) const N_HIGH: usize = 1 << 6;

    /// The low cards as a number.
    pub(crate) const fn low_bits(self) -> usize {
        self.0 as usize % Cards::N_LOW
    }

    /// The high cards as a number.
    pub(crate) const fn high_bits(self) -> usize {
        self.0 as usize / Cards::N_LOW % Cards::N_HIGH
    }

    /// What the cards are worth together.
    pub const fn total(self) -> u8 {
        (self.0 / Cards::WORTH) as u8
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One card of this value more.
    #[must_use]
    pub const fn with(self, value: u8) -> Cards {
        Cards(self.0 + Cards::one(value))
    }

    /// One card of this value less.
    #[must_use]
    pub const fn without(self, value: u8) -> Cards {
        Cards(self.0 - Cards::one(value))
    }

    /// Both lots together; no value may then have more than three cards.
    #[must_use]
    pub const fn plus(self, other: Cards) -> Cards {
        Cards(self.0 + other.0)
    }

    /// What remains without `other`, which must be contained.
    #[must_use]
    pub const fn minus(self, other: Cards) -> Cards {
        Cards(self.0 - other.0)
    }

    /// Whether every card of `other` is here too.
    pub const fn contains(self, other: Cards) -> bool {
        // Every other count at a time: a guard bit above each count survives the subtraction unless it borrows.
        const COUNTS: u32 = 0x3_3333;
        const GUARDS: u32 = 0x4_4444;
        let even = (self.0 & COUNTS | GUARDS) - (other.0 & COUNTS);
        let odd = (self.bits() >> 2 & COUNTS | GUARDS) - (other.bits() >> 2 & COUNTS);
        even & odd & GUARDS == GUARDS
    }

    /// Removes all cards of the highest value, of which there must be one; returns that value and how many there were.
    pub(crate) const fn pop_highest(&mut self) -> (u8, u8) {
        let value = self.bits().ilog2() as u8 / 2 + 1;
        let n = self.count(value);
        self.0 -= n as u32 * Cards::one(value);
        (value, n)
    }

    /// The values that there are, ascending.
    fn kinds(self) -> impl Iterator<Item = u8> {
        bits::numbers(self.kind_bits().into()).map(|bit| bit / 2 + 1)
    }

    /// The lower of the two bits of each value that there is.
    const fn kind_bits(self) -> u32 {
        (self.0 | self.0 >> 1) & 0x1_5555
    }

    /// The values of the cards, ascending, repeated as often as they occur.
    pub fn values(self) -> impl Iterator<Item = u8> {
        (1..=9).flat_map(move |value| (0..self.count(value)).map(move |_| value))
    }
}

/// Money cards of all currencies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Money(pub ByCurrency<Cards>);

impl Money {
    /// Every card, by currency and value.
    pub fn cards(self) -> impl Iterator<Item = MoneyCard> {
        Currency::ALL
            .into_iter()
            .flat_map(move |currency| self.0[currency].values().map(move |value| MoneyCard::new(currency, value)))
    }

    /// Every card once, however many of it there are.
    pub(crate) fn kinds(self) -> impl Iterator<Item = MoneyCard> {
        Currency::ALL
            .into_iter()
            .flat_map(move |currency| self.0[currency].kinds().map(move |value| MoneyCard::new(currency, value)))
    }

    /// How many different cards there are.
    pub(crate) fn n_kinds(self) -> usize {
        self.0.0.iter().map(|cards| cards.kind_bits().count_ones() as usize).sum()
    }

    /// How many of this card there are.
    pub fn count(&self, card: MoneyCard) -> u8 {
        self.0[card.currency()].count(card.value())
    }

    /// How many cards there are.
    pub fn n_cards(&self) -> u8 {
        self.0.0.iter().map(|cards| cards.n_cards()).sum()
    }

    /// Whether there is no card.
    pub fn is_empty(&self) -> bool {
        *self == Money::default()
    }

    /// Adds one card.
    pub fn add(&mut self, card: MoneyCard) {
        let cards = &mut self.0[card.currency()];
        *cards = cards.with(card.value());
    }

    /// Takes one card away, which must be there.
    pub fn remove(&mut self, card: MoneyCard) {
        let cards = &mut self.0[card.currency()];
        *cards = cards.without(card.value());
    }
}

impl FromIterator<MoneyCard> for Money {
    fn from_iter<T: IntoIterator<Item = MoneyCard>>(cards: T) -> Money {
        let mut money = Money::default();
        cards.into_iter().for_each(|card| money.add(card));
        money
    }
}

/// One to four money cards of any currency, as they are taken from the display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handful([Option<MoneyCard>; 4]);

impl Handful {
    /// The cards in a fixed order, so that equal handfuls are equal; more than four are refused.
    pub fn new(cards: impl IntoIterator<Item = MoneyCard>) -> Option<Handful> {
        let mut handful = [None; 4];
        for (n, card) in cards.into_iter().enumerate() {
            *handful.get_mut(n)? = Some(card);
        }
        handful.sort_unstable_by_key(|card| (card.is_none(), *card));
        Some(Handful(handful))
    }

    /// A single card.
    pub const fn one(card: MoneyCard) -> Handful {
        Handful([Some(card), None, None, None])
    }

    /// The cards, by currency and value.
    pub fn cards(self) -> impl Iterator<Item = MoneyCard> {
        self.0.into_iter().flatten()
    }

    /// What the cards are worth together.
    pub fn total(self) -> u8 {
        self.cards().map(MoneyCard::value).sum()
    }
}

impl std::fmt::Display for Handful {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut gap = "";
        self.cards().try_for_each(|card| write!(f, "{}{card}", std::mem::replace(&mut gap, " ")))
    }
}

/// Cards and coins of one currency; the coins, each worth 1, sit above the bits of the cards (M-CHG-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Purse(u32);

impl Purse {
    /// Neither card nor coin.
    pub const EMPTY: Purse = Purse(0);
    const COIN: u32 = 1 << 26;

    /// These cards and coins.
    pub const fn new(cards: Cards, coins: u8) -> Purse {
        Purse(cards.0 | (coins as u32 * Purse::COIN))
    }

    /// The cards.
    pub const fn cards(self) -> Cards {
        Cards(self.0 & (Purse::COIN - 1))
    }

    /// How many coins there are.
    pub const fn coins(self) -> u8 {
        (self.0 / Purse::COIN) as u8
    }

    /// Cards and coins in 21 bits.
    pub(crate) const fn packed(self) -> u64 {
        (self.cards().bits() | (self.coins() as u32) << 18) as u64
    }

    /// What cards and coins are worth together.
    pub const fn total(self) -> u8 {
        self.cards().total() + self.coins()
    }

    /// The sums up to 31, as bits, that can be made of one of `sums` and any of these cards and coins.
    pub fn sums(self, mut sums: u32) -> u32 {
        let mut cards = self.cards();
        while !cards.is_empty() {
            let (value, n) = cards.pop_highest();
            (0..n).for_each(|_| sums |= sums << value);
        }
        (0..self.coins()).for_each(|_| sums |= sums << 1);
        sums
    }

    /// Whether there is neither card nor coin.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every card and coin of `other` is here too.
    pub const fn contains(self, other: Purse) -> bool {
        self.cards().contains(other.cards()) && self.coins() >= other.coins()
    }

    /// One card of this value more.
    #[must_use]
    pub const fn with_card(self, value: u8) -> Purse {
        Purse::new(self.cards().with(value), self.coins())
    }

    /// One coin more.
    #[must_use]
    pub const fn with_coin(self) -> Purse {
        Purse(self.0 + Purse::COIN)
    }
}

/// What a player lays down for a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Payment {
    /// The currency of the square.
    pub currency: Currency,
    /// The second currency, if a bureau de change of the two is played (M-BUR-3).
    pub second: Option<Currency>,
    /// What is paid in the currency of the square.
    pub purse: Purse,
    /// What is paid in the second currency.
    pub second_purse: Purse,
}

impl Payment {
    /// Cards of one currency.
    pub const fn cards(currency: Currency, cards: Cards) -> Payment {
        Payment { currency, second: None, purse: Purse::new(cards, 0), second_purse: Purse::EMPTY }
    }

    /// What the payment is worth.
    pub fn total(self) -> u8 {
        self.purse.total().saturating_add(self.second_purse.total())
    }

    /// The bureau de change that is played.
    pub fn bureau(self) -> Option<Bureau> {
        self.second.and_then(|second| Bureau::between(self.currency, second))
    }

    /// Each currency with what is paid in it.
    pub fn purses(self) -> impl Iterator<Item = (Currency, Purse)> {
        [Some((self.currency, self.purse)), self.second.map(|it| (it, self.second_purse))].into_iter().flatten()
    }

    /// The cards that are paid.
    pub fn money_cards(self) -> impl Iterator<Item = MoneyCard> {
        self.purses().flat_map(|(currency, purse)| purse.cards().values().map(move |it| MoneyCard::new(currency, it)))
    }
}

/// The bureau first, if there is one, with the currency of the square in front, then cards ascending and coins:
/// `fl/de fl2 fl7 fl*2 de3`.
impl std::fmt::Display for Payment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let bureau = self.second.map(|second| format!("{}/{}", self.currency.code(), second.code()));
        let mut words: Vec<String> = bureau.into_iter().collect();
        for (currency, purse) in self.purses() {
            words.extend(purse.cards().values().map(|it| MoneyCard::new(currency, it).to_string()));
            if purse.coins() > 0 {
                words.push(format!("{}*{}", currency.code(), purse.coins()));
            }
        }
        f.write_str(&words.join(" "))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Payment {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Paid {
            currency: Currency,
            bureau: Option<Bureau>,
            cards: Vec<MoneyCard>,
            coins: Vec<(Currency, u8)>,
        }
        let coins =
            self.purses().filter(|it| it.1.coins() > 0).map(|(currency, purse)| (currency, purse.coins())).collect();
        let paid = Paid { currency: self.currency, bureau: self.bureau(), cards: self.money_cards().collect(), coins };
        paid.serialize(serializer)
    }
}
