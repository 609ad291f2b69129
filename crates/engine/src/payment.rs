//! Paying: which cards pay a price, and whether a payment is good.

use crate::{
    action::{Action, Refusal},
    material::{Cards, Currency, Payment, Tile},
    state::{Player, Table},
};

/// Whether a purchase was paid exactly, which gives a further action (B-TURN-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The price and no more.
    Exact,
    /// More than the price; there is no change (B-BUY-1).
    TooMuch,
}

/// Judges a payment for a tile on the market.
///
/// # Errors
/// Why it can't be accepted.
pub fn judge(table: &Table, player: &Player, tile: Tile, payment: Payment) -> Result<Worth, Refusal> {
    let (currency, price) = asked(table, tile).ok_or(Refusal::NotForSale(tile))?;
    if payment.currency != currency {
        return Err(Refusal::WrongCurrency { tile, currency });
    }
    if !player.money.0[currency].contains(payment.cards) {
        return Err(Refusal::NotInHand);
    }
    match payment.total().cmp(&price) {
        std::cmp::Ordering::Less => Err(Refusal::Short(price - payment.total())),
        std::cmp::Ordering::Equal => Ok(Worth::Exact),
        std::cmp::Ordering::Greater => Ok(Worth::TooMuch),
    }
}

/// The currency and the price asked for a tile on the market.
pub fn asked(table: &Table, tile: Tile) -> Option<(Currency, u8)> {
    let currency = Currency::ALL.into_iter().find(|&it| table.market[it] == Some(tile))?;
    Some((currency, tile.price()?))
}

/// Lists every payment of at least `price` from which no card can be left out, exact ones first.
///
/// Cards are laid down in descending order until the price is met: the last card is then the smallest and was needed.
pub(crate) fn irredundant(out: &mut Vec<Action>, tile: Tile, currency: Currency, hand: Cards, price: u8) {
    if hand.total() < price {
        return;
    }
    let mut n_first = out.len();
    lay_down(hand, Cards::NONE, price, &mut |cards, surplus| {
        out.push(Action::Buy { tile, payment: Payment { currency, cards } });
        if surplus == 0 {
            let last = out.len() - 1;
            out.swap(n_first, last);
            n_first += 1;
        }
    });
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
