//! Redesigning an Alhambra: building from the reserve, taking down, swapping (B-RED-1).

use crate::{
    action::{Action, Refusal},
    city::{Broken, City},
    event::{Event, Witness},
    material::{Cell, Tile},
    state::{Player, Seat, State},
};

/// Building from the reserve; then what takes built tiles away.
pub(crate) fn legal(out: &mut Vec<Action>, player: &Player) {
    for &tile in &player.reserve {
        out.extend(player.city.cells_for(tile).map(|cell| Action::Build { tile, cell }));
    }
}

/// Taking down and swapping, which nobody is ever forced to do (B-TURN-3).
pub(crate) fn legal_removals(out: &mut Vec<Action>, player: &Player) {
    out.extend(player.city.removable().map(|tile| Action::TakeDown { tile }));
    for &tile in &player.reserve {
        out.extend(player.city.swappable(tile).map(|old| Action::Swap { tile, old }));
    }
}

pub(crate) fn check_build(player: &Player, tile: Tile, cell: Cell) -> Result<(), Refusal> {
    if !player.reserve.contains(&tile) {
        return Err(Refusal::NotInReserve(tile));
    }
    check_placement(&player.city, tile, cell)
}

/// Whether the building rules allow a tile in a cell.
pub(crate) fn check_placement(city: &City, tile: Tile, cell: Cell) -> Result<(), Refusal> {
    match city.broken_by(tile, cell) {
        broken if broken.is_empty() => Ok(()),
        broken => Err(Refusal::Building(broken)),
    }
}

pub(crate) fn check_take_down(player: &Player, tile: Tile) -> Result<(), Refusal> {
    if player.city.cell_of(tile).is_none() {
        return Err(Refusal::NotBuilt(tile));
    }
    match player.city.broken_without(tile) {
        broken if broken.is_empty() => Ok(()),
        broken => Err(Refusal::Building(broken)),
    }
}

pub(crate) fn check_swap(player: &Player, tile: Tile, old: Tile) -> Result<(), Refusal> {
    if !player.reserve.contains(&tile) {
        return Err(Refusal::NotInReserve(tile));
    }
    let Some(cell) = player.city.cell_of(old) else { return Err(Refusal::NotBuilt(old)) };
    if cell == Cell::ORIGIN {
        return Err(Refusal::Building(Broken::STARTING_TILE));
    }
    if player.city.swaps(tile, old) { Ok(()) } else { Err(Refusal::Building(Broken::WALL_MISMATCH)) }
}

pub(crate) fn build<W: Witness>(state: &mut State, seat: Seat, tile: Tile, cell: Cell, witness: &mut W) {
    let player = state.player_mut(seat);
    player.reserve.retain(|it| *it != tile);
    player.city.build(tile, cell);
    witness.see(|| Event::Built { seat, tile, cell });
}

pub(crate) fn take_down<W: Witness>(state: &mut State, seat: Seat, tile: Tile, witness: &mut W) {
    let player = state.player_mut(seat);
    let cell = player.city.cell_of(tile).unwrap_or_default();
    player.city.take_down(tile);
    player.reserve.push(tile);
    witness.see(|| Event::TakenDown { seat, tile, cell });
}

pub(crate) fn swap<W: Witness>(state: &mut State, seat: Seat, tile: Tile, old: Tile, witness: &mut W) {
    let player = state.player_mut(seat);
    let cell = player.city.cell_of(old).unwrap_or_default();
    player.city.swap(tile, old);
    player.reserve.retain(|it| *it != tile);
    player.reserve.push(old);
    witness.see(|| Event::Swapped { seat, tile, old, cell });
}
