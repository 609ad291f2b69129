//! The market: buying a tile, and filling the squares again.

use crate::{
    action::{Action, Refusal},
    event::{Event, Witness},
    material::{Currency, Payment, Tile},
    payment::{self, Worth},
    state::{Player, Seat, State, Table},
};

/// Every tile with every payment from which no card can be left out, exact ones first.
pub(crate) fn legal(out: &mut Vec<Action>, table: &Table, player: &Player) {
    for currency in Currency::ALL {
        let Some(tile) = table.market[currency] else { continue };
        let Some(price) = tile.price() else { continue };
        payment::irredundant(out, tile, currency, player.money.0[currency], price);
    }
}

pub(crate) fn check(state: &State, seat: Seat, tile: Tile, payment: Payment) -> Result<(), Refusal> {
    payment::judge(&state.table, state.player(seat), tile, payment).map(|_| ())
}

/// Moves the tile to the bought ones and the payment to the discards; says whether it was exact.
pub(crate) fn buy<W: Witness>(state: &mut State, seat: Seat, tile: Tile, payment: Payment, witness: &mut W) -> Worth {
    let Payment { currency, cards } = payment;
    let price = tile.price().unwrap_or_default();
    let worth = if payment.total() == price { Worth::Exact } else { Worth::TooMuch };
    let player = &mut state.players[seat.index()];
    player.bought.push(tile);
    player.money.0[currency] = player.money.0[currency].minus(cards);
    state.table.discard.0[currency] = state.table.discard.0[currency].plus(cards);
    state.table.market[currency] = None;
    witness.see(|| Event::Bought { seat, tile, payment, exact: worth == Worth::Exact });
    worth
}

/// Fills the squares 1 to 4 as far as there are tiles; says whether all are filled (B-END-1, B-OVER-1).
pub(crate) fn refill<W: Witness>(state: &mut State, witness: &mut W) -> bool {
    let Table { market, supply, .. } = &mut state.table;
    for currency in Currency::ALL {
        if market[currency].is_none() {
            let Some(tile) = supply.pop() else { return false };
            market[currency] = Some(tile);
            witness.see(|| Event::Supplied { currency, tile });
        }
    }
    true
}
