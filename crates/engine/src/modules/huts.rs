//! Workers' huts: free tiles that count as the buildings of their colour next to them.

use crate::{
    action::{Action, Refusal},
    city::City,
    event::{Event, Witness},
    material::{ByBuilding, Face, Side, Tile},
    state::{Player, Seat, State, Table},
    visitor::Visitor,
};

/// The most huts that one player may have (M-HUT-3).
const AT_MOST: usize = 3;

/// The open hut of every pile, unless the player has three.
pub(crate) fn legal(out: &mut impl Visitor, table: &Table, player: &Player) {
    if table.huts.0.iter().all(tinyvec::ArrayVec::is_empty) || n_huts(player) >= AT_MOST {
        return;
    }
    out.push_all(table.huts.0.iter().filter_map(|it| it.last()).map(|&tile| Action::TakeHut { tile }));
}

fn n_huts(player: &Player) -> usize {
    player.city.n_huts() + player.reserve.iter().chain(&player.bought).filter(|it| it.is_hut()).count()
}

pub(crate) fn check(table: &Table, player: &Player, tile: Tile) -> Result<(), Refusal> {
    if !table.huts.0.iter().any(|it| it.last() == Some(&tile)) {
        return Err(Refusal::HutNotOpen(tile));
    }
    if n_huts(player) >= AT_MOST { Err(Refusal::EnoughHuts) } else { Ok(()) }
}

/// Takes a hut; the next one of the pile is turned up at once (M-HUT-2).
pub(crate) fn take<W: Witness>(state: &mut State, seat: Seat, tile: Tile, witness: &mut W) {
    let Face::Hut { building } = tile.face() else { return };
    state.table.huts[building].pop();
    state.player_mut(seat).bought.push(tile);
    witness.see(|| Event::TookHut { seat, tile });
    if let Some(&tile) = state.table.huts[building].last() {
        witness.see(|| Event::HutTurned { tile });
    }
}

/// A hut counts as one building for each building of its colour next to it with no wall between (M-HUT-4).
pub fn count(city: &City) -> ByBuilding<u8> {
    let mut counts = ByBuilding::default();
    for placed in city.tiles() {
        if let Face::Hut { building } = placed.tile.face() {
            let counts_on = |side: &Side| {
                let neighbour = city.at(placed.cell.step(*side)).and_then(|it| it.tile.building());
                !placed.edges.has(*side) && neighbour == Some(building)
            };
            counts[building] += Side::ALL.iter().filter(|it| counts_on(it)).count() as u8;
        }
    }
    counts
}
