//! Paying: what is asked for a tile, which cards and coins pay it, and whether a payment is good.

use crate::{
    action::{Action, Refusal},
    event::{Event, Witness},
    list::List,
    material::{ByCurrency, Cards, Currency, Face, MoneyCard, Payment, Purse, Tile},
    modules::change,
    state::{Player, Seat, State, Table},
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
    /// The price.
    pub price: u8,
    /// How closely it has to be met.
    pub strictness: Strictness,
}

/// What is asked for a tile, if it is for sale.
pub fn asked(table: &Table, tile: Tile) -> Option<Asked> {
    if let Face::Bazaar { currency, .. } = tile.face() {
        // A bazaar costs what the tile on its square costs, also if that is a camp (M-BAZ-2, X-5).
        let price = table.bazaars.contains(&tile).then_some(table.market[currency])??.price()?;
        return Some(Asked { currency, price, strictness: Strictness::Exactly });
    }
    let on_square = |&it: &Currency| table.market[it] == Some(tile) || table.granada_market[it] == Some(tile);
    let currency = Currency::ALL.into_iter().find(on_square)?;
    Some(Asked { currency, price: tile.price()?, strictness: Strictness::AtLeast })
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

/// A player who might buy something, and the sums, as bits, that can be paid in each currency.
pub(crate) struct Buyer<'a> {
    table: &'a Table,
    player: &'a Player,
    strictness: Strictness,
    sums: ByCurrency<u32>,
}

impl Buyer<'_> {
    pub(crate) fn new<'a>(table: &'a Table, player: &'a Player, strictness: Strictness) -> Buyer<'a> {
        let sums = ByCurrency(Currency::ALL.map(|it| player.purse(it).sums(1)));
        Buyer { table, player, strictness, sums }
    }

    /// Lists the payments for a tile: every one from which nothing can be left out, exact ones first.
    ///
    /// Money is laid down in descending order until the price is met: what comes last is then the smallest and was needed.
    /// While there is change to be had, each of these with one more card that earns a coin is listed too (M-CHG-2).
    pub(crate) fn list(&self, out: &mut Vec<Action>, tile: Tile, asked: Asked) {
        let Buyer { table, player, .. } = *self;
        let Asked { currency, price, .. } = asked;
        let strictness = self.strictness.max(asked.strictness);
        let mut n_first = out.len();
        let mut found = |payment: Payment, surplus: u8| {
            out.push(Action::Buy { tile, payment });
            if surplus == 0 {
                let last = out.len() - 1;
                out.swap(n_first, last);
                n_first += 1;
            }
        };
        if strictness.is_met(self.sums[currency], price) {
            Means::new(player, currency, None).list(table, price, strictness, &mut found);
        }
        for second in player.bureaux.iter().filter_map(|it| it.partner(currency)) {
            if strictness.is_met(player.purse(second).sums(self.sums[currency]), price) {
                Means::new(player, currency, Some(second)).list(table, price, strictness, &mut found);
            }
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

/// Whether the player can pay with nothing but cards of the currency of the square, and gets no change.
pub(crate) fn is_plain(table: &Table, player: &Player) -> bool {
    player.bureaux.is_empty() && player.coins.0 == [0; 4] && !change::is_to_be_had(table)
}

/// Lists the payments with cards of one currency, exact ones first.
pub(crate) fn list_cards(out: &mut Vec<Action>, tile: Tile, currency: Currency, hand: Cards, price: u8) {
    if hand.total() < price {
        return;
    }
    let mut n_first = out.len();
    lay_down(hand, Cards::NONE, price, &mut |cards, surplus| {
        out.push(Action::Buy { tile, payment: Payment::cards(currency, cards) });
        if surplus == 0 {
            let last = out.len() - 1;
            out.swap(n_first, last);
            n_first += 1;
        }
    });
}

/// Lists every way to pay `price` with cards of one currency from which no card can be left out.
pub(crate) fn cards_worth(hand: Cards, price: u8, mut found: impl FnMut(Cards)) {
    if hand.total() >= price {
        lay_down(hand, Cards::NONE, price, &mut |cards, _| found(cards));
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

/// Everything that a player could lay down for a tile, from the highest value down.
struct Means {
    currency: Currency,
    second: Option<Currency>,
    lots: List<Lot, 20>,
}

/// Equal cards, or the coins of a currency.
#[derive(Clone, Copy, Default)]
struct Lot {
    value: u8,
    n: u8,
    what: What,
    /// What this lot and all smaller ones are worth together.
    worth: u16,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum What {
    #[default]
    Card,
    SecondCard,
    Coin,
    SecondCoin,
}

impl Means {
    fn new(player: &Player, currency: Currency, second: Option<Currency>) -> Means {
        let mut lots = List::new();
        let mut add = |value, n, what| {
            if n > 0 {
                lots.push(Lot { value, n, what, worth: 0 });
            }
        };
        let mut rest = [Some(currency), second].map(|it| it.map_or(Cards::NONE, |it| player.money.0[it]));
        while let Some(value) = rest.iter().filter_map(|it| it.highest()).max() {
            for (cards, what) in rest.iter_mut().zip([What::Card, What::SecondCard]) {
                if cards.highest() == Some(value) {
                    add(value, cards.pop_highest().1, what);
                }
            }
        }
        add(1, player.coins[currency], What::Coin);
        if let Some(second) = second {
            add(1, player.coins[second], What::SecondCoin);
        }
        let mut worth = 0;
        for lot in lots.iter_mut().rev() {
            worth += u16::from(lot.value) * u16::from(lot.n);
            lot.worth = worth;
        }
        Means { currency, second, lots }
    }

    fn list(&self, table: &Table, price: u8, strictness: Strictness, found: &mut impl FnMut(Payment, u8)) {
        let exactly = strictness == Strictness::Exactly;
        let nothing =
            Payment { currency: self.currency, second: self.second, purse: Purse::EMPTY, second_purse: Purse::EMPTY };
        self.lay_down(0, nothing, price, &mut |payment, surplus| {
            // A bureau without money of the second currency would be left out.
            let superfluous_bureau = payment.second.is_some() && payment.second_purse.is_empty();
            if superfluous_bureau || (exactly && surplus > 0) {
                return;
            }
            found(payment, surplus);
            if !exactly && change::is_to_be_had(table) {
                self.overpay(table, payment, surplus, price, found);
            }
        });
    }

    /// Goes on paying with the lots from `first` on until `due` is met.
    fn lay_down(&self, first: usize, paid: Payment, due: u8, found: &mut impl FnMut(Payment, u8)) {
        for (i, lot) in self.lots.iter().enumerate().skip(first) {
            if lot.worth < u16::from(due) {
                return;
            }
            let (mut paid, mut due) = (paid, due);
            for _ in 0..lot.n {
                paid = with(paid, *lot);
                if lot.value >= due {
                    found(paid, lot.value - due);
                    break;
                }
                due -= lot.value;
                self.lay_down(i + 1, paid, due, found);
            }
        }
    }

    /// One more card than needed, if it earns a coin; each such payment is found from its highest card to spare.
    fn overpay(&self, table: &Table, payment: Payment, surplus: u8, price: u8, found: &mut impl FnMut(Payment, u8)) {
        let coins_spent: u8 = payment.purses().map(|(_, purse)| purse.coins()).sum();
        let n_change = |surplus: u8| change::n_coins(table, coins_spent, surplus);
        for (i, lot) in self.lots.iter().enumerate() {
            let is_card = matches!(lot.what, What::Card | What::SecondCard);
            let in_hand = lot.n > n_paid(payment, *lot);
            if !is_card || !in_hand || n_change(surplus + lot.value) == n_change(surplus) {
                continue;
            }
            let larger = with(payment, *lot);
            let spare = |higher: &Lot| {
                // Without this card the rest would be a payment from which nothing can be left out, and a coin poorer.
                let rest = price + surplus + lot.value - higher.value;
                let paid =
                    |it: &&Lot| n_paid(larger, **it) > u8::from(it.what == higher.what && it.value == higher.value);
                let smallest = self.lots.iter().rev().find(paid).map_or(0, |it| it.value);
                rest >= price && rest - smallest < price && n_change(rest - price) < n_change(surplus + lot.value)
            };
            let sooner = self.lots[..i].iter().any(|it| {
                let is_card = matches!(it.what, What::Card | What::SecondCard);
                is_card && n_paid(larger, *it) > 0 && spare(it) && !only_second(larger, *it)
            });
            if !sooner {
                found(larger, surplus + lot.value);
            }
        }
    }
}

/// Whether this lot is the only money of the second currency, without which the bureau would be left out.
fn only_second(payment: Payment, lot: Lot) -> bool {
    let purse = payment.second_purse;
    lot.what == What::SecondCard && purse.cards().n_cards() + purse.coins() == 1
}

/// The payment with one more of this lot.
fn with(mut payment: Payment, lot: Lot) -> Payment {
    match lot.what {
        What::Card => payment.purse = payment.purse.with_card(lot.value),
        What::SecondCard => payment.second_purse = payment.second_purse.with_card(lot.value),
        What::Coin => payment.purse = payment.purse.with_coin(),
        What::SecondCoin => payment.second_purse = payment.second_purse.with_coin(),
    }
    payment
}

/// How many of this lot are paid.
fn n_paid(payment: Payment, lot: Lot) -> u8 {
    match lot.what {
        What::Card => payment.purse.cards().count(lot.value),
        What::SecondCard => payment.second_purse.cards().count(lot.value),
        What::Coin => payment.purse.coins(),
        What::SecondCoin => payment.second_purse.coins(),
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
