//! Change: coins for those who pay too much.

use crate::{
    event::{Event, Witness},
    material::{ByCurrency, Currency},
    state::{Seat, State, Table},
};

/// How many coins of each currency there are (M-CHG-1).
pub(crate) const COINS_EACH: u8 = 6;

/// Whether paying too much can earn a coin.
pub(crate) fn is_to_be_had(table: &Table) -> bool {
    table.coin_bag != ByCurrency([0; 4])
}

/// How many coins there are as change.
pub(crate) fn n_in_bag(table: &Table) -> u8 {
    table.coin_bag.0.iter().sum()
}

/// How many coins paying too much earns, as far as the bag has them; spent coins return to the bag first (M-CHG-2).
pub(crate) fn n_coins(n_in_bag: u8, n_spent: u8, surplus: u8) -> u8 {
    (surplus / 2).min(n_in_bag + n_spent)
}

/// Draws the change for a payment that was too large by `surplus`.
pub(crate) fn draw<W: Witness>(state: &mut State, seat: Seat, surplus: u8, witness: &mut W) {
    let n = n_coins(n_in_bag(&state.table), 0, surplus);
    if n == 0 {
        return;
    }
    let State { table, players, rng, .. } = state;
    let mut coins = ByCurrency::default();
    rng.stream(|stream| {
        for _ in 0..n {
            let mut place = stream.below(n_in_bag(table).into()) as u8;
            for currency in Currency::ALL {
                if place < table.coin_bag[currency] {
                    table.coin_bag[currency] -= 1;
                    players[seat.index()].coins[currency] += 1;
                    coins[currency] += 1;
                    break;
                }
                place -= table.coin_bag[currency];
            }
        }
    });
    witness.see(|| Event::GotChange { seat, coins });
}
