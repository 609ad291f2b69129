//! Redesigning an Alhambra: building from the reserve, taking down, swapping (B-RED-1).

use crate::{
    action::{Action, Refusal},
    city::Broken,
    event::{Event, Witness},
    material::{Cell, Edges, Tile},
    modules::{bonus_cards, falconers, street_trader},
    state::{Player, Seat, State},
    visitor::Visitor,
};

/// Building from the reserve, taking down and swapping.
pub(crate) fn legal(out: &mut impl Visitor, player: &Player) {
    let Player { reserve, city, .. } = player;
    city.find_removable(|slots| out.each(slots, |slot| Action::TakeDown { tile: city.tile_in(slot) }));
    for &tile in reserve {
        let edges = player.edges_of(tile);
        let n_swaps = || city.n_swaps(tile, edges);
        out.found(n_swaps, |out| {
            city.find_swaps(tile, edges, |slots| {
                out.each(slots, |slot| Action::Swap { tile, old: city.tile_in(slot) });
            });
        });
        build_somewhere(out, player, tile, edges);
        if out.has_enough() {
            break;
        }
    }
}

/// Whether a tile can be built from the reserve.
pub(crate) fn can_build(player: &Player) -> bool {
    player.reserve.iter().any(|&tile| player.city.n_gaps(tile, player.edges_of(tile)) > 0)
}

/// Building a tile with these edges in every gap that it fits.
#[inline]
pub(crate) fn build_somewhere(out: &mut impl Visitor, player: &Player, tile: Tile, edges: Edges) {
    let city = &player.city;
    let n_gaps = || city.n_gaps(tile, edges);
    out.found(n_gaps, |out| {
        city.find_gaps(tile, edges, |gaps| out.each(gaps, |gap| Action::Build { tile, cell: city.cell_of_gap(gap) }));
    });
}

pub(crate) fn check_build(player: &Player, tile: Tile, cell: Cell) -> Result<(), Refusal> {
    if !player.reserve.contains(&tile) {
        return Err(Refusal::NotInReserve(tile));
    }
    check_placement(player, tile, cell)
}

/// Whether the building rules allow an own tile in a cell.
pub(crate) fn check_placement(player: &Player, tile: Tile, cell: Cell) -> Result<(), Refusal> {
    unbroken(player.city.broken_by(tile, player.edges_of(tile), cell))
}

fn unbroken(broken: Broken) -> Result<(), Refusal> {
    if broken.is_empty() { Ok(()) } else { Err(Refusal::Building(broken)) }
}

pub(crate) fn check_take_down(player: &Player, tile: Tile) -> Result<(), Refusal> {
    if player.city.cell_of(tile).is_none() {
        return Err(Refusal::NotBuilt(tile));
    }
    unbroken(player.city.broken_without(tile))
}

pub(crate) fn check_swap(player: &Player, tile: Tile, old: Tile) -> Result<(), Refusal> {
    if !player.reserve.contains(&tile) {
        return Err(Refusal::NotInReserve(tile));
    }
    if player.city.cell_of(old).is_none() {
        return Err(Refusal::NotBuilt(old));
    }
    unbroken(player.city.broken_by_swap(tile, player.edges_of(tile), old))
}

pub(crate) fn build<W: Witness>(state: &mut State, seat: Seat, tile: Tile, cell: Cell, witness: &mut W) {
    let player = state.player_mut(seat);
    take(player, tile);
    player.city.build(tile, player.edges_of(tile), cell);
    witness.see(|| Event::Built { seat, tile, cell });
}

/// Takes a tile out of the reserve.
fn take(player: &mut Player, tile: Tile) {
    if let Some(i) = player.reserve.iter().position(|it| *it == tile) {
        player.reserve.remove(i);
    }
}

pub(crate) fn take_down<W: Witness>(state: &mut State, seat: Seat, tile: Tile, witness: &mut W) {
    let player = state.player_mut(seat);
    let cell = player.city.cell_of(tile).unwrap_or_default();
    player.city.take_down(tile);
    player.reserve.push(tile);
    witness.see(|| Event::TakenDown { seat, tile, cell });
    on_removed(state, seat, tile, cell, witness);
}

pub(crate) fn swap<W: Witness>(state: &mut State, seat: Seat, tile: Tile, old: Tile, witness: &mut W) {
    let player = state.player_mut(seat);
    let cell = player.city.cell_of(old).unwrap_or_default();
    player.city.swap(tile, player.edges_of(tile), old);
    take(player, tile);
    player.reserve.push(old);
    witness.see(|| Event::Swapped { seat, tile, old, cell });
    on_removed(state, seat, old, cell, witness);
}

/// What lay on a tile goes when the tile goes; added walls stay on it.
fn on_removed<W: Witness>(state: &mut State, seat: Seat, tile: Tile, cell: Cell, witness: &mut W) {
    falconers::on_removed(state, seat, cell, witness);
    street_trader::on_removed(state, seat, tile, witness);
    bonus_cards::on_removed(state, seat, tile, witness);
}
