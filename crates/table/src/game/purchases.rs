//! What is for sale, what a hand can do about it, and the ways to pay.

use alhambra_engine::{
    Action, Refusal, Seat, State,
    material::{Currency, Face, Payment, Tile},
    payment::{self, Strictness},
    state::{Player, Table},
};
use alhambra_protocol::{Fit, Offer, Payments, Priced, Purchase};

use super::{notation, outlook::Outlook};

/// How many payments are listed with a tile; [`payments`] lists more.
pub const N_BEST: usize = 8;

/// How many payments are listed when somebody asks for all of them.
pub const N_ALL: usize = 200;

/// Everything for sale with its price and, for a player, what the own hand can do about it.
pub fn prices(state: &State, viewer: Option<Seat>) -> Vec<Priced> {
    for_sale(&state.table).map(|tile| priced(state, viewer, tile)).collect()
}

/// The tiles on the squares and the bazaars beside them.
fn for_sale(table: &Table) -> impl Iterator<Item = Tile> {
    table.market.0.into_iter().chain(table.granada_market.0).flatten().chain(table.bazaars.iter().copied())
}

fn priced(state: &State, viewer: Option<Seat>, tile: Tile) -> Priced {
    let asked = payment::asked(&state.table, tile);
    let currency = match (asked, tile.face()) {
        (Some(asked), _) => asked.currency,
        (None, Face::Bazaar { currency, .. }) => currency,
        // Everything else for sale lies on a square.
        (None, _) => Currency::ALL[0],
    };
    let fit = viewer.zip(asked).map(|(seat, asked)| fit(state.player(seat), asked.currency, asked.price));
    Priced { tile, currency, price: asked.map(|it| it.price), fit }
}

/// What a hand can do about a price, with or without a bureau de change.
fn fit(player: &Player, currency: Currency, price: u8) -> Fit {
    let partners = player.bureaux.iter().filter_map(|it| it.partner(currency)).map(Some);
    let (mut sums, mut most) = (0, 0);
    for second in std::iter::once(None).chain(partners) {
        let purses = [Some(player.purse(currency)), second.map(|it| player.purse(it))].into_iter().flatten();
        most = most.max(purses.clone().map(|it| u16::from(it.total())).sum());
        let money = purses.flat_map(|it| it.cards().values().chain(std::iter::repeat_n(1, it.coins().into())));
        // Whoever pays no card in vain pays at most 8 too much, so that all sums that matter are bits of one word.
        sums |= money.fold(1_u64, |sums, value| sums | sums << value);
    }
    let reached = (sums >> price).trailing_zeros() as u8;
    match reached {
        _ if most < u16::from(price) => Fit::Short { by: price - most as u8 },
        0 => Fit::Exact,
        by => Fit::Over { by },
    }
}

/// Every tile for sale with the best ways for the seat to pay.
pub(super) fn purchases(outlook: &mut Outlook<'_>, state: &State, seat: Seat, strictness: Strictness) -> Vec<Purchase> {
    let mut ways = Vec::new();
    for_sale(&state.table)
        .map(|tile| {
            let priced = priced(state, Some(seat), tile);
            state.legal_purchases(&mut ways, seat, tile, strictness);
            let n_payments = ways.len() as u32;
            let price = priced.price.unwrap_or_default();
            let payments = best(&mut ways, price, N_BEST).iter().map(|&it| offer(outlook, it)).collect();
            let refusal = match priced.fit {
                _ if n_payments > 0 => None,
                Some(Fit::Short { by }) => Some(Refusal::Short(by)),
                Some(Fit::Over { by }) => Some(Refusal::NotExact(by)),
                Some(Fit::Exact) | None => Some(Refusal::NotForSale(tile)),
            };
            Purchase { priced, payments, n_payments, refusal }
        })
        .collect()
}

/// Every payment for a tile, the best first, up to [`N_ALL`].
pub fn payments(state: &State, seat: Seat, tile: Tile, strictness: Strictness) -> Payments {
    let mut ways = Vec::new();
    state.legal_purchases(&mut ways, seat, tile, strictness);
    let more = ways.len() > N_ALL;
    let price = payment::asked(&state.table, tile).map_or(0, |it| it.price);
    let mut outlook = Outlook::new(state, seat);
    let payments = best(&mut ways, price, N_ALL).iter().map(|&it| offer(&mut outlook, it)).collect();
    Payments { tile, payments, more }
}

pub(super) fn offer(outlook: &mut Outlook<'_>, action: Action) -> Offer {
    Offer { notation: notation(action), action, effect: outlook.effect(action) }
}

/// The first `n` of these purchases, the best first.
fn best(ways: &mut [Action], price: u8, n: usize) -> &[Action] {
    let rank = |it: &Action| if let Action::Buy { payment, .. } = it { Some(rank(*payment, price)) } else { None };
    let n = n.min(ways.len());
    if n < ways.len() {
        ways.select_nth_unstable_by_key(n, rank);
    }
    ways[..n].sort_by_cached_key(rank);
    &ways[..n]
}

/// The lower, the better: least too much, no bureau, fewest cards, smallest cards from the highest down.
pub(super) fn rank(payment: Payment, price: u8) -> (u8, bool, u8, u64) {
    let n_pieces = payment.purses().map(|(_, purse)| purse.cards().n_cards() + purse.coins()).sum();
    let mut values = 0_u64;
    for value in (1..=9).rev() {
        let n = payment.purses().map(|(_, purse)| u64::from(purse.cards().count(value))).sum::<u64>();
        values = values << 3 | n;
    }
    (payment.total().saturating_sub(price), payment.second.is_some(), n_pieces, values)
}
