//! Paying: what is asked for a tile, which cards and coins pay it, and whether a payment is good.

use crate::{
    action::{Action, Refusal},
    event::{Event, Witness},
    material::{Bureau, ByCurrency, Cards, Currency, Face, MoneyCard, Payment, Purse, Tile},
    modules::change,
    state::{Player, Seat, State, Table},
    visitor::{Memory, Visitor},
};

/// Whether a purchase was paid exactly, which gives a further action (B-TURN-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The price and no more.
    Exact,
    /// More than the price.
    TooMuch,
}

/// How closely the price has to be met, the stricter way last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strictness {
    /// At least the price (B-BUY-1).
    AtLeast,
    /// Just the price (M-VIZ-2, M-BAZ-2).
    Exactly,
}

/// What is asked for a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The currency of its square, or the one it shows.
    pub currency: Currency,
    /// How much has to be paid, in cards and coins.
    pub price: u8,
    /// How closely it has to be met.
    pub strictness: Strictness,
}

/// What is asked for a tile, if it is for sale.
pub fn asked(table: &Table, tile: Tile) -> Option<Asked> {
    asked_among(&table.market, &table.granada_market, &table.bazaars, tile)
}

/// What is asked for a tile if it is one of those for sale, on either market or beside it.
pub(crate) fn asked_among(
    market: &ByCurrency<Option<Tile>>,
    granada_market: &ByCurrency<Option<Tile>>,
    bazaars: &[Tile],
    tile: Tile,
) -> Option<Asked> {
    if let Some(asked) = asked_for_bazaar(market, tile) {
        return bazaars.contains(&tile).then_some(asked);
    }
    let on_square = |&it: &Currency| market[it] == Some(tile) || granada_market[it] == Some(tile);
    let currency = Currency::ALL.into_iter().find(on_square)?;
    Some(Asked { currency, price: tile.price()?, strictness: Strictness::AtLeast })
}

/// What is asked for a bazaar: as much as for the tile on its square, also if that is a camp (M-BAZ-2, X-5).
#[inline]
pub(crate) fn asked_for_bazaar(market: &ByCurrency<Option<Tile>>, tile: Tile) -> Option<Asked> {
    let Face::Bazaar { currency, .. } = tile.face() else { return None };
    let price = market[currency]?.price()?;
    Some(Asked { currency, price, strictness: Strictness::Exactly })
}

/// Judges a payment for a tile that is for sale.
///
/// # Errors
/// Why it can't be accepted.
pub fn judge(
    table: &Table,
    player: &Player,
    tile: Tile,
    payment: Payment,
    strictness: Strictness,
) -> Result<Worth, Refusal> {
    let asked = asked(table, tile).ok_or(Refusal::NotForSale(tile))?;
    let Asked { currency, price, .. } = asked;
    if payment.currency != currency {
        return Err(Refusal::WrongCurrency { tile, currency });
    }
    match (payment.second, payment.bureau()) {
        (None, _) if payment.second_purse.is_empty() => {}
        (Some(_), Some(bureau)) if player.bureaux.has(bureau) => {}
        _ => return Err(Refusal::NoBureau),
    }
    if !payment.purses().all(|(currency, purse)| player.purse(currency).contains(purse)) {
        return Err(Refusal::NotInHand);
    }
    let total = payment.total();
    let exactly = strictness.max(asked.strictness) == Strictness::Exactly;
    match total.cmp(&price) {
        std::cmp::Ordering::Less => Err(Refusal::Short(price - total)),
        std::cmp::Ordering::Equal => Ok(Worth::Exact),
        std::cmp::Ordering::Greater if exactly => Err(Refusal::NotExact(total - price)),
        std::cmp::Ordering::Greater => Ok(Worth::TooMuch),
    }
}

/// Moves a payment from a player to the discards and the bag.
pub(crate) fn pay(state: &mut State, seat: Seat, payment: Payment) {
    let State { table, players, .. } = state;
    let player = &mut players[seat.index()];
    for (currency, purse) in payment.purses() {
        let (cards, coins) = (purse.cards(), purse.coins());
        player.money.0[currency] = player.money.0[currency].minus(cards);
        table.discard.0[currency] = table.discard.0[currency].plus(cards);
        player.coins[currency] -= coins;
        table.coin_bag[currency] += coins;
    }
    if let Some(bureau) = payment.bureau() {
        player.bureaux.remove(bureau);
        table.discarded_bureaux.add(bureau);
    }
}

/// Moves a payment that is too large by `surplus`, and draws the change for it.
pub(crate) fn pay_with_change<W: Witness>(
    state: &mut State,
    seat: Seat,
    payment: Payment,
    surplus: u8,
    witness: &mut W,
) {
    pay(state, seat, payment);
    change::draw(state, seat, surplus, witness);
}

/// The ways to pay for a tile for which there is money enough.
#[inline]
pub(crate) fn legal(out: &mut impl Visitor, table: &Table, player: &Player, tile: Tile, asked: Asked) {
    let n = |memory: &mut Memory| n_ways(memory, table, player, asked);
    out.several(n, |out| list(out, table, player, tile, asked));
}

/// How much can be laid down at most on the square of each currency.
#[inline]
pub(crate) fn at_most(player: &Player) -> ByCurrency<u16> {
    let worth = Currency::ALL.map(|it| u16::from(player.purse(it).total()));
    let mut at_most = ByCurrency(worth);
    for [one, two] in player.bureaux.iter().map(Bureau::currencies) {
        let together = worth[one as usize] + worth[two as usize];
        at_most[one] = at_most[one].max(together);
        at_most[two] = at_most[two].max(together);
    }
    at_most
}

impl Asked {
    /// The same, met at least so closely.
    pub(crate) fn at_least(self, strictness: Strictness) -> Asked {
        Asked { strictness: self.strictness.max(strictness), ..self }
    }
}

/// Whether the player can pay with nothing but cards of the currency of the square, and gets no change.
pub(crate) fn is_plain(table: &Table, player: &Player) -> bool {
    player.bureaux.is_empty() && player.coins.0 == [0; 4] && !change::is_to_be_had(table)
}

/// Lists the payments for a tile: every one from which nothing can be left out, exact ones first.
///
/// Money is laid down in descending order until the price is met: what comes last is then the smallest and was needed.
/// While there is change to be had, each of these with one more card that earns a coin is listed too (M-CHG-2).
pub(crate) fn list(out: &mut Vec<Action>, table: &Table, player: &Player, tile: Tile, asked: Asked) {
    let mut n_first = out.len();
    find(table, player, asked, &mut |payment, surplus| {
        out.push(Action::Buy { tile, payment });
        if surplus == 0 {
            let last = out.len() - 1;
            out.swap(n_first, last);
            n_first += 1;
        }
    });
}

/// Lists the payments for a tile with cards of one currency.
pub(crate) fn list_cards(out: &mut Vec<Action>, tile: Tile, currency: Currency, hand: Cards, price: u8) {
    let mut n_first = out.len();
    cards_worth(hand, price, |cards, surplus| {
        out.push(Action::Buy { tile, payment: Payment::cards(currency, cards) });
        if surplus == 0 {
            let last = out.len() - 1;
            out.swap(n_first, last);
            n_first += 1;
        }
    });
}

/// How many payments would be listed.
fn n_ways(memory: &mut Memory, table: &Table, player: &Player, asked: Asked) -> usize {
    let mut n = n_ways_with(memory, table, player, asked, None);
    if !player.bureaux.is_empty() {
        for second in player.bureaux.partners(asked.currency) {
            n += n_ways_with(memory, table, player, asked, Some(second));
        }
    }
    n
}

/// How many payments would be listed with money of one more currency or without.
fn n_ways_with(memory: &mut Memory, table: &Table, player: &Player, asked: Asked, second: Option<Currency>) -> usize {
    /// So that the key is like no other.
    const PAYMENTS: u64 = 1 << 62;
    let Asked { currency, price, strictness } = asked;
    let purses = player.purse(currency).packed() | second.map_or(0, |it| player.purse(it).packed() | 1 << 21) << 21;
    let n_in_bag = if strictness == Strictness::Exactly { 0 } else { u64::from(change::n_in_bag(table)) };
    let key = PAYMENTS | purses | u64::from(price) << 43 | (strictness as u64) << 47 | n_in_bag << 48;
    memory.recall(key, || {
        let mut n = 0;
        if let Some(means) = Means::of(table, player, asked, second) {
            means.list(price, strictness, &mut |_, _| n += 1);
        }
        n
    })
}

/// Finds the payments that are listed, with what they are too large by.
fn find(table: &Table, player: &Player, asked: Asked, found: &mut impl FnMut(Payment, u8)) {
    let Asked { currency, price, strictness } = asked;
    if strictness == Strictness::AtLeast && is_plain(table, player) {
        let hand = player.money.0[currency];
        return cards_worth(hand, price, |cards, surplus| found(Payment::cards(currency, cards), surplus));
    }
    for second in [None].into_iter().chain(player.bureaux.partners(currency).map(Some)) {
        if let Some(means) = Means::of(table, player, asked, second) {
            means.list(price, strictness, found);
        }
    }
}

impl Strictness {
    /// Whether one of these sums, given as bits, pays the price.
    fn is_met(self, sums: u32, price: u8) -> bool {
        match self {
            Strictness::AtLeast => sums >> price != 0,
            Strictness::Exactly => sums >> price & 1 != 0,
        }
    }
}

/// In how many ways `price` can be paid with cards of one currency so that no card can be left out.
///
/// High cards, of 7 to 9, are laid down first. Two of them meet every price, so only one leaves something due for the low
/// ones.
#[inline]
pub(crate) fn n_ways_with_cards(hand: Cards, price: u8) -> usize {
    let (low, high) = (&BY_LOW[hand.low_bits()], hand.high_bits());
    let due = ZERO + usize::from(price);
    let after_one = u32::from_le_bytes([low[due - 7], low[due - 8], low[due - 9], 0]) & HIGH_VALUES[high];
    let n_after_one = after_one.wrapping_mul(0x0101_0101) >> 24;
    usize::from(BY_HIGH[high][due]) + usize::from(low[due]) + n_after_one as usize
}

/// In how many ways so much that is due can be met, for prices up to 13 and what is left of them after a card.
type Ways = [u8; ZERO + 13 + 1];

/// Where the ways to meet zero stand; there is none for it and for less.
const ZERO: usize = 8;

/// The ways with low cards and with high cards, by their bits.
static BY_LOW: [Ways; Cards::N_LOW] = ways(1);
static BY_HIGH: [Ways; Cards::N_HIGH] = ways(7);

const fn ways<const N: usize>(lowest: usize) -> [Ways; N] {
    let mut table = [[0; ZERO + 14]; N];
    let mut cards = 1_usize;
    while cards < N {
        let place = cards.ilog2() as usize / 2;
        let (value, one) = (lowest + place, 1 << (2 * place));
        let mut due = ZERO + 1;
        while due < table[cards].len() {
            // Either no card of the highest value is laid down, or one, and what it leaves is met by the others.
            let with_one = if ZERO + value >= due { 1 } else { table[cards - one][due - value] };
            table[cards][due] = table[cards & (one - 1)][due] + with_one;
            due += 1;
        }
        cards += 1;
    }
    table
}

/// The high values that there are, by the bits of the cards: a byte for each, all of whose bits are set.
static HIGH_VALUES: [u32; Cards::N_HIGH] = {
    let mut table = [0; Cards::N_HIGH];
    let mut cards = 0;
    while cards < table.len() {
        let mut place = 0;
        while place < 3 {
            table[cards] |= if cards >> (2 * place) & 3 != 0 { 0xFF << (8 * place) } else { 0 };
            place += 1;
        }
        cards += 1;
    }
    table
};

/// Finds every way to pay `price` with cards of one currency from which no card can be left out, with what it is too
/// large by.
pub(crate) fn cards_worth(hand: Cards, price: u8, mut found: impl FnMut(Cards, u8)) {
    if hand.total() >= price {
        lay_down(hand, Cards::NONE, price, &mut found);
    }
}

/// Goes on paying from `rest`, the cards smaller than those already paid, until `due` is met.
fn lay_down(mut rest: Cards, paid: Cards, due: u8, found: &mut impl FnMut(Cards, u8)) {
    loop {
        let (value, n) = rest.pop_highest();
        let (mut paid, mut due_now) = (paid, due);
        for _ in 0..n {
            paid = paid.with(value);
            if value >= due_now {
                found(paid, value - due_now);
                break;
            }
            due_now -= value;
            if rest.total() >= due_now {
                lay_down(rest, paid, due_now, found);
            }
        }
        if rest.total() < due {
            return;
        }
    }
}

/// Everything that a player could lay down for a tile.
struct Means {
    currency: Currency,
    second: Option<Currency>,
    cards: PackedCards,
    /// The coins of both currencies.
    coins: [u8; 2],
    /// What cards and coins are worth together.
    in_hand: u16,
    /// How many coins are left as change.
    n_in_bag: u8,
}

/// A multiset of cards of up to two currencies, packed from the lowest value up: two bits for how many there are of a value
/// in the second currency, then two for the first.
#[derive(Clone, Copy, PartialEq, Eq)]
struct PackedCards(u64);

/// Equal cards.
#[derive(Clone, Copy)]
struct Lot {
    value: u8,
    n: u8,
    /// One of them.
    one: u64,
}

/// What is laid down.
#[derive(Clone, Copy)]
struct Paid {
    cards: PackedCards,
    coins: [u8; 2],
}

impl PackedCards {
    const SECOND: u64 = 0x3333_3333_3333_3333;

    fn new(first: Cards, second: Cards) -> PackedCards {
        PackedCards(PackedCards::spread(first) << 2 | PackedCards::spread(second))
    }

    /// The cards with room for as many others between their values.
    const fn spread(cards: Cards) -> u64 {
        let mut bits = cards.bits() as u64;
        bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF;
        bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF;
        bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F;
        (bits | bits << 2) & PackedCards::SECOND
    }

    /// The cards of the second currency alone.
    fn gathered(bits: u64) -> Cards {
        let mut bits = bits & PackedCards::SECOND;
        bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
        bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF;
        bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF;
        Cards::from_bits((bits | bits >> 16) as u32)
    }

    fn first(self) -> Cards {
        PackedCards::gathered(self.0 >> 2)
    }

    fn second(self) -> Cards {
        PackedCards::gathered(self.0)
    }

    /// Takes the lot of the highest value off, that of the first currency before that of the second.
    #[inline]
    fn pop_highest(&mut self) -> Option<Lot> {
        let lot = Lot::with_bit(self.0, self.0.checked_ilog2()?);
        self.0 &= lot.one - 1;
        Some(lot)
    }

    /// The value of the smallest card, or nothing.
    fn smallest(self) -> u8 {
        if self.0 == 0 { 0 } else { Lot::with_bit(self.0, self.0.trailing_zeros()).value }
    }
}

impl Lot {
    #[inline]
    const fn with_bit(lots: u64, bit: u32) -> Lot {
        let place = bit & !1;
        Lot { value: place as u8 / 4 + 1, n: (lots >> place & 3) as u8, one: 1 << place }
    }
}

impl Paid {
    /// Whether this lot is the only money of the second currency, without which the bureau would be left out.
    const fn only_second(self, lot: Lot) -> bool {
        self.cards.0 & PackedCards::SECOND == lot.one && self.coins[1] == 0
    }

    /// The value of the smallest card or coin, or nothing.
    fn smallest(self) -> u8 {
        if self.coins == [0; 2] { self.cards.smallest() } else { 1 }
    }
}

impl Means {
    /// What there is to pay for a tile, if it is enough.
    fn of(table: &Table, player: &Player, asked: Asked, second: Option<Currency>) -> Option<Means> {
        let sums = player.purse(asked.currency).sums(1);
        let sums = second.map_or(sums, |it| player.purse(it).sums(sums));
        asked.strictness.is_met(sums, asked.price).then(|| Means::new(table, player, asked.currency, second))
    }

    fn new(table: &Table, player: &Player, currency: Currency, second: Option<Currency>) -> Means {
        let purse = player.purse(currency);
        let second_purse = second.map_or(Purse::EMPTY, |it| player.purse(it));
        Means {
            currency,
            second,
            cards: PackedCards::new(purse.cards(), second_purse.cards()),
            coins: [purse.coins(), second_purse.coins()],
            in_hand: u16::from(purse.total()) + u16::from(second_purse.total()),
            n_in_bag: change::n_in_bag(table),
        }
    }

    fn list(&self, price: u8, strictness: Strictness, found: &mut impl FnMut(Payment, u8)) {
        let exactly = strictness == Strictness::Exactly;
        let payment = |paid: Paid| Payment {
            currency: self.currency,
            second: self.second,
            purse: Purse::new(paid.cards.first(), paid.coins[0]),
            second_purse: Purse::new(paid.cards.second(), paid.coins[1]),
        };
        self.lay_down(self.cards, self.in_hand, PackedCards(0), price, &mut |paid, surplus| {
            // A bureau without money of the second currency would be left out.
            let superfluous_bureau =
                self.second.is_some() && paid.cards.0 & PackedCards::SECOND == 0 && paid.coins[1] == 0;
            if superfluous_bureau || (exactly && surplus > 0) {
                return;
            }
            found(payment(paid), surplus);
            if !exactly && self.n_in_bag > 0 {
                self.overpay(paid, surplus, price, &mut |paid, surplus| found(payment(paid), surplus));
            }
        });
    }

    /// Goes on paying from `rest`, the cards smaller than those already paid and with the coins worth `in_hand`, until
    /// `due` is met.
    fn lay_down(
        &self,
        mut rest: PackedCards,
        mut in_hand: u16,
        paid: PackedCards,
        due: u8,
        found: &mut impl FnMut(Paid, u8),
    ) {
        while in_hand >= u16::from(due)
            && let Some(lot) = rest.pop_highest()
        {
            in_hand -= u16::from(lot.value * lot.n);
            let (mut paid, mut due) = (paid, due);
            for _ in 0..lot.n {
                paid.0 += lot.one;
                if lot.value >= due {
                    found(Paid { cards: paid, coins: [0; 2] }, lot.value - due);
                    break;
                }
                due -= lot.value;
                self.lay_down(rest, in_hand, paid, due, found);
            }
        }
        // Coins come last and meet just what is due.
        if in_hand >= u16::from(due) && self.coins[0] + self.coins[1] >= due {
            for first in (1..=due.min(self.coins[0])).chain([0]).filter(|it| due - it <= self.coins[1]) {
                found(Paid { cards: paid, coins: [first, due - first] }, 0);
            }
        }
    }

    /// One more card than needed, if it earns a coin; each such payment is found from its highest card to spare.
    fn overpay(&self, paid: Paid, surplus: u8, price: u8, found: &mut impl FnMut(Paid, u8)) {
        let n_change = |surplus: u8| change::n_coins(self.n_in_bag, paid.coins[0] + paid.coins[1], surplus);
        let mut unpaid = PackedCards(self.cards.0 - paid.cards.0);
        while let Some(lot) = unpaid.pop_highest() {
            let larger_by = surplus + lot.value;
            if n_change(larger_by) == n_change(surplus) {
                continue;
            }
            let larger = Paid { cards: PackedCards(paid.cards.0 + lot.one), ..paid };
            let spare = |higher: Lot| {
                // Without this card the rest would be a payment from which nothing can be left out, and a coin poorer.
                let rest = price + larger_by - higher.value;
                let without = Paid { cards: PackedCards(larger.cards.0 - higher.one), ..paid };
                rest >= price && rest - without.smallest() < price && n_change(rest - price) < n_change(larger_by)
            };
            let mut higher = PackedCards(larger.cards.0 & !(lot.one * 4 - 1));
            let sooner = std::iter::from_fn(|| higher.pop_highest()).any(|it| spare(it) && !larger.only_second(it));
            if !sooner {
                found(larger, larger_by);
            }
        }
    }
}

/// Moves one money card to the discards.
pub(crate) fn pay_card(state: &mut State, seat: Seat, card: MoneyCard) {
    state.player_mut(seat).money.remove(card);
    state.table.discard.add(card);
}

/// Tells of a purchase.
pub(crate) fn tell<W: Witness>(seat: Seat, tile: Tile, payment: Payment, worth: Worth, witness: &mut W) {
    witness.see(|| Event::Bought { seat, tile, payment, exact: worth == Worth::Exact });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_counted_as_they_are_found() {
        // None, one or all three cards of each value, up to a hand of everything.
        for mut number in 0..3_usize.pow(9) {
            let mut hand = Cards::NONE;
            for value in 1..=9 {
                let n = [0, 1, 3][number % 3];
                hand = (0..n).fold(hand, |hand, _| hand.with(value));
                number /= 3;
            }
            for price in 1..=13 {
                let mut n_found = 0;
                cards_worth(hand, price, |_, _| n_found += 1);
                assert_eq!(n_ways_with_cards(hand, price), n_found, "{hand:?} for {price}");
            }
        }
    }

    #[test]
    fn no_price_is_beyond_the_tables() {
        assert_eq!(Tile::all().filter_map(Tile::price).max(), Some(13));
    }
}
