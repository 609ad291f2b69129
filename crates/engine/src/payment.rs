//! Paying: which cards pay a price, and whether a payment is good.

use crate::{
    action::Refusal,
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

/// Finds every payment of at least `price` from which no card can be left out, exact ones first.
///
/// Cards are laid down in descending order until the price is met: the last card is then the smallest and was needed.
pub(crate) fn irredundant(hand: Cards, price: u8, mut found: impl FnMut(Cards)) {
    if hand.total() < price {
        return;
    }
    let mut too_much = TooMuch { payments: [Cards::NONE; 64], n: 0 };
    lay_down(hand, Cards::NONE, price, &mut |paid, surplus| {
        if surplus == 0 {
            found(paid);
        } else {
            too_much.note(paid);
        }
    });
    if too_much.n <= too_much.payments.len() {
        too_much.payments[..too_much.n].iter().for_each(|&paid| found(paid));
    } else {
        // A hand with more ways to pay than are kept in mind is gone through once more.
        lay_down(hand, Cards::NONE, price, &mut |paid, surplus| {
            if surplus > 0 {
                found(paid);
            }
        });
    }
}

/// The payments that wait until the exact ones are listed.
struct TooMuch {
    payments: [Cards; 64],
    n: usize,
}

impl TooMuch {
    fn note(&mut self, paid: Cards) {
        if let Some(place) = self.payments.get_mut(self.n) {
            *place = paid;
        }
        self.n += 1;
    }
}

/// Goes on paying from `rest`, the cards smaller than those already paid, until `due` is met.
fn lay_down(mut rest: Cards, paid: Cards, due: u8, found: &mut impl FnMut(Cards, u8)) {
    while rest.total() >= due {
        let Some((value, n)) = rest.pop_highest() else { return };
        let (mut paid, mut due) = (paid, due);
        for _ in 0..n {
            paid = paid.with(value);
            if value >= due {
                found(paid, value - due);
                break;
            }
            due -= value;
            lay_down(rest, paid, due, found);
        }
    }
}
