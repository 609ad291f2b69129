//! The market: buying a tile, and filling the squares again.

use crate::{
    action::Refusal,
    event::{Event, Witness},
    granada,
    material::{ByCurrency, Currency, Face, Payment, Tile},
    payment::{self, Asked, Strictness, Worth},
    ruleset::Ending,
    state::{Player, Seat, State, Table},
    visitor::{Memory, Visitor},
};

/// Every tile for sale, square by square and then the bazaars, with the ways to pay it.
pub(crate) fn legal(out: &mut impl Visitor, table: &Table, player: &Player, strictness: Strictness) {
    if strictness == Strictness::AtLeast && table.bazaars.is_empty() && payment::is_plain(table, player) {
        return for_sale(table, |tile, currency, price| {
            let hand = player.money.0[currency];
            let n = |_: &mut Memory| payment::n_ways_with_cards(hand, price);
            out.several(n, |out| payment::list_cards(out, tile, currency, hand, price));
        });
    }
    let at_most = payment::at_most(player);
    if at_most == ByCurrency([0; 4]) {
        return;
    }
    for_sale(table, |tile, currency, price| {
        if at_most[currency] >= u16::from(price) {
            payment::legal(out, table, player, tile, Asked { currency, price, strictness });
        }
    });
    for &tile in &table.bazaars {
        if let Some(asked) = payment::asked_for_bazaar(&table.market, tile)
            && at_most[asked.currency] >= u16::from(asked.price)
        {
            payment::legal(out, table, player, tile, asked);
        }
    }
}

/// Every tile on the squares of the markets with its currency and price.
#[inline]
fn for_sale(table: &Table, mut found: impl FnMut(Tile, Currency, u8)) {
    let mut found_on = |market: &ByCurrency<Option<Tile>>| {
        for currency in Currency::ALL {
            let Some(tile) = market[currency] else { continue };
            let Some(price) = tile.price() else { continue };
            found(tile, currency, price);
        }
    };
    found_on(&table.market);
    if table.marker.is_some() {
        found_on(&table.granada_market);
    }
}

pub(crate) fn check(state: &State, seat: Seat, tile: Tile, payment: Payment) -> Result<(), Refusal> {
    payment::judge(&state.table, state.player(seat), tile, payment, Strictness::AtLeast).map(|_| ())
}

/// Moves the tile to the bought ones and the payment to the discards; says whether it was exact.
pub(crate) fn buy<W: Witness>(state: &mut State, seat: Seat, tile: Tile, payment: Payment, witness: &mut W) -> Worth {
    let price = payment::asked(&state.table, tile).map_or(0, |it| it.price);
    let surplus = payment.total().saturating_sub(price);
    let worth = if surplus == 0 { Worth::Exact } else { Worth::TooMuch };
    let Table { market, granada_market, bazaars, .. } = &mut state.table;
    for square in market.0.iter_mut().chain(&mut granada_market.0) {
        if *square == Some(tile) {
            *square = None;
        }
    }
    if let Some(i) = bazaars.iter().position(|it| *it == tile) {
        bazaars.remove(i);
    }
    let player = state.player_mut(seat);
    player.bought.push(tile);
    player.city.expect(tile);
    payment::tell(seat, tile, payment, worth, witness);
    payment::pay_with_change(state, seat, payment, surplus, witness);
    worth
}

/// Fills the squares 1 to 4 as far as there are tiles (B-END-1); says whether each has one, else the game ends.
///
/// In the combined game the table has chosen whether a square may lack one of its two tiles (B-OVER-1, C-OVER-1).
pub(crate) fn refill<W: Witness>(state: &mut State, witness: &mut W) -> bool {
    for currency in Currency::ALL {
        if state.table.market[currency].is_none() {
            state.table.market[currency] = draw(&mut state.table, witness);
            if let Some(tile) = state.table.market[currency] {
                witness.see(|| Event::Supplied { currency, tile });
            }
        }
    }
    granada::refill(&mut state.table, witness);
    let Table { market, granada_market, .. } = &state.table;
    Currency::ALL.into_iter().all(|it| match state.ruleset.ending {
        Ending::Both => market[it].is_some() || granada_market[it].is_some(),
        Ending::Either => market[it].is_some() && granada_market[it].is_some(),
    })
}

/// Draws a tile for the market; bazaars are laid beside it and replaced by further tiles (M-BAZ-1).
fn draw<W: Witness>(table: &mut Table, witness: &mut W) -> Option<Tile> {
    loop {
        let tile = table.supply.pop()?;
        if !matches!(tile.face(), Face::Bazaar { .. }) {
            return Some(tile);
        }
        table.bazaars.push(tile);
        witness.see(|| Event::BazaarCame { tile });
    }
}
