//! Granada: tiles with two faces, a marker that names the next ones, and majorities that grow with the city.

use crate::{
    action::{Action, Refusal},
    city::City,
    event::{Event, Witness},
    list::List,
    material::{ByCityKind, CityKind, Currency, Face, Parity, Payment, Round, Tile},
    payment,
    rng::Stream,
    ruleset::Scoring,
    state::{Player, Seat, State, Table},
    visitor::{Memory, Visitor},
};

/// What turning a tile over costs at least, in one currency (G-PLACE-1).
pub const FLIP: u8 = 3;

/// Fills the squares with the faces that the marker names; it changes if a tile was supplied (G-END-1, C-END-1).
pub(crate) fn refill<W: Witness>(table: &mut Table, witness: &mut W) {
    if fill(table, witness) {
        move_marker(table, witness);
    }
}

/// Fills the squares; says whether a tile was supplied.
pub(crate) fn fill<W: Witness>(table: &mut Table, witness: &mut W) -> bool {
    let Some(marker) = table.marker else { return false };
    let mut supplied = false;
    for currency in Currency::ALL {
        if table.granada_market[currency].is_none() {
            let Some(tile) = table.granada_supply.pop() else { break };
            let tile = tile.facing(marker);
            table.granada_market[currency] = Some(tile);
            witness.see(|| Event::Supplied { currency, tile });
            supplied = true;
        }
    }
    supplied
}

/// Moves the marker to the other faces.
pub(crate) fn move_marker<W: Witness>(table: &mut Table, witness: &mut W) {
    if let Some(marker) = table.marker.map(Parity::other) {
        table.marker = Some(marker);
        witness.see(|| Event::MarkerMoved { marker });
    }
}

/// In the combined game the first four tiles need a moat; the others go back into the bag (C-SET-1).
pub(crate) fn bring_moats_up(table: &mut Table, stream: &mut Stream) {
    if table.supply.is_empty() {
        return;
    }
    let mut first: List<Tile, 4> = List::new();
    while first.len() < first.capacity() {
        let Some(i) = table.granada_supply.iter().rposition(|it| !it.edges().is_empty()) else { break };
        first.push(table.granada_supply.remove(i));
    }
    stream.shuffle(&mut table.granada_supply);
    table.granada_supply.extend(first.into_iter().rev());
}

/// Building a bought tile with its other face up, for every way to pay that.
pub(crate) fn legal_flips(out: &mut impl Visitor, player: &Player, tile: Tile) {
    let Some(tile) = tile.flipped() else { return };
    let edges = player.edges_of(tile);
    let n_flips = |_: &mut Memory| {
        let n_payments: usize = player.money.0.0.iter().map(|&hand| payment::n_ways_with_cards(hand, FLIP)).sum();
        n_payments * player.city.n_gaps(tile, edges)
    };
    out.several(n_flips, |out| {
        flip_payments(player, |payment| {
            let cells = player.city.cells_for(tile, edges);
            out.extend(cells.map(|cell| Action::BuildFlipped { tile, cell, payment }));
        });
    });
}

/// Lists the ways to pay for turning a tile over from which no card can be left out.
pub fn flip_payments(player: &Player, mut found: impl FnMut(Payment)) {
    for currency in Currency::ALL {
        payment::cards_worth(player.money.0[currency], FLIP, |cards, _| found(Payment::cards(currency, cards)));
    }
}

/// Flips are paid with cards of one currency: no bureau, no coins, no change (X-9, M-CHG-4).
pub(crate) fn check_flip(player: &Player, payment: Payment) -> Result<(), Refusal> {
    if payment.second.is_some() || !payment.second_purse.is_empty() || payment.purse.coins() > 0 {
        return Err(Refusal::CardsOnly);
    }
    if !player.money.0[payment.currency].contains(payment.purse.cards()) {
        return Err(Refusal::NotInHand);
    }
    match payment.total() {
        total if total < FLIP => Err(Refusal::Short(FLIP - total)),
        _ => Ok(()),
    }
}

pub(crate) fn pay_flip<W: Witness>(state: &mut State, seat: Seat, tile: Tile, payment: Payment, witness: &mut W) {
    payment::pay(state, seat, payment);
    witness.see(|| Event::Flipped { seat, tile, payment });
}

/// How many tiles of a kind somebody has, and the highest price among them, which breaks ties (G-SCORE-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// How many.
    pub n: u8,
    /// The highest price.
    pub best: u8,
}

/// The standing in each kind.
pub fn standings(tiles: impl Iterator<Item = Tile>) -> ByCityKind<Standing> {
    let mut standings = ByCityKind::<Standing>::default();
    for tile in tiles {
        if let Face::Granada { kind, price } = tile.face() {
            let Standing { n, best } = &mut standings[kind];
            *n += 1;
            *best = price.max(*best);
        }
    }
    standings
}

/// The standing of a city in each kind.
pub fn in_city(city: &City) -> ByCityKind<Standing> {
    standings(city.tiles().iter().map(|it| it.tile))
}

/// The points for first, second and third place, if all cities together have `n` tiles of the kind (G-SCORE-1, G-SCORE-3).
pub fn prizes(scoring: Scoring, round: Round, n: u16) -> [u16; 3] {
    match (scoring, round) {
        (Scoring::Regular, Round::First) => [n, 0, 0],
        (Scoring::Regular, Round::Second) => [2 * n, n, 0],
        (Scoring::Regular, Round::Third) => [3 * n, 2 * n, n],
        (Scoring::Simplified, Round::First) => [3, 0, 0],
        (Scoring::Simplified, Round::Second) => [10, 3, 0],
        (Scoring::Simplified, Round::Third) => [18, 10, 3],
    }
}

/// The points of one kind for everybody, in the order of their standings.
pub fn share(scoring: Scoring, round: Round, standings: &[Standing]) -> List<u16, 7> {
    let n: u16 = standings.iter().map(|it| u16::from(it.n)).sum();
    let prizes = prizes(scoring, round, n);
    let points = |own: &Standing| {
        let ahead = standings.iter().filter(|it| *it > own).count();
        if own.n == 0 { 0 } else { prizes.get(ahead).copied().unwrap_or_default() }
    };
    standings.iter().map(points).collect()
}

/// Every kind of building.
pub(crate) const KINDS: [CityKind; 9] = CityKind::ALL;

/// The faces that come first.
pub(crate) const FIRST_FACES: Parity = Parity::Even;
