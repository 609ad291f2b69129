//! Falconers: falcons on the corners where four tiles and two colours meet.

use crate::{
    action::{Action, Refusal},
    event::{Event, Witness},
    material::{Cell, Falcon, Falcons, MoneyCard, Plumage},
    payment,
    state::{Perch, Player, Seat, State, Table},
    visitor::{Memory, Visitor},
};

/// Every falcon on every corner for every card of the hand.
pub(crate) fn legal(out: &mut impl Visitor, table: &Table, player: &Player) {
    if table.falcons.is_empty() || player.money.is_empty() {
        return;
    }
    let n_cards = player.money.n_kinds();
    player.city.find_corners(|corner, tiles| {
        let falcons = table.falcons.and(Falcons::between(tiles));
        if falcons.is_empty() || is_taken(player, corner) {
            return;
        }
        let n = |_: &mut Memory| falcons.len() * n_cards;
        out.several(n, |out| {
            for falcon in falcons.iter() {
                out.extend(player.money.kinds().map(|card| Action::BuyFalcon { falcon, corner, card }));
            }
        });
    });
}

pub(crate) fn check(
    table: &Table,
    player: &Player,
    falcon: Falcon,
    corner: Cell,
    card: MoneyCard,
) -> Result<(), Refusal> {
    if !table.falcons.has(falcon) {
        return Err(Refusal::NoFalcon);
    }
    if player.money.count(card) == 0 {
        return Err(Refusal::NotInHand);
    }
    match player.city.around_corner(corner) {
        Some(tiles) if !is_taken(player, corner) => {
            if Falcons::between(tiles).has(falcon) {
                Ok(())
            } else {
                Err(Refusal::WrongColours)
            }
        }
        _ => Err(Refusal::NoCorner),
    }
}

fn is_taken(player: &Player, corner: Cell) -> bool {
    player.falcons.iter().any(|it| it.corner == corner)
}

/// The cells around a corner.
fn around(corner: Cell) -> [Cell; 4] {
    [corner, corner.offset(-1, 0), corner.offset(0, -1), corner.offset(-1, -1)]
}

pub(crate) fn buy<W: Witness>(
    state: &mut State,
    seat: Seat,
    falcon: Falcon,
    corner: Cell,
    card: MoneyCard,
    witness: &mut W,
) {
    payment::pay_card(state, seat, card);
    state.table.falcons.remove(falcon);
    state.player_mut(seat).falcons.push(Perch { falcon, corner });
    witness.see(|| Event::FalconCame { seat, falcon, corner, card });
}

/// The falcons on the corners of a tile go back to the supply with it (M-FAL-3).
pub(crate) fn on_removed<W: Witness>(state: &mut State, seat: Seat, cell: Cell, witness: &mut W) {
    let State { table, players, .. } = state;
    players[seat.index()].falcons.retain(|perch| {
        let stays = !around(perch.corner).contains(&cell);
        if !stays {
            let falcon = perch.falcon;
            table.falcons.add(falcon);
            witness.see(|| Event::FalconLeft { seat, falcon });
        }
        stays
    });
}

/// 2, 6, 12, 20 or 30 points for one to five falcons of a type (M-FAL-4).
pub fn score(player: &Player) -> u16 {
    by_type(player).into_iter().map(u16::from).map(|n| n * (n + 1)).sum()
}

/// How many falcons of each type a player has.
pub(crate) fn by_type(player: &Player) -> [u8; 3] {
    let n_of = |plumage| player.falcons.iter().filter(|it| it.falcon.plumage() == plumage).count() as u8;
    Plumage::ALL.map(n_of)
}
