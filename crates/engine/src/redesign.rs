//! Redesigning an Alhambra: building from the reserve, taking down, swapping (B-RED-1).

use crate::{
    action::{Action, Refusal},
    city::{Broken, City, Patterns},
    event::{Event, Witness},
    material::{Cell, Tile},
    state::{Player, Seat, State},
};

/// Adds an action for every pair of a tile in reserve and a place, written down first and kept if it is one:
/// what fits where is anybody's guess, and a wrong guess would cost more than the writing.
fn pairs<P: Copy>(
    out: &mut Vec<Action>,
    reserve: &[Tile],
    places: impl ExactSizeIterator<Item = (P, Patterns)>,
    action: impl Fn(Tile, P) -> Action,
) {
    if reserve.is_empty() {
        return;
    }
    let mut n = out.len();
    out.resize(n + places.len() * reserve.len(), Action::Pass);
    for (place, patterns) in places {
        for &tile in reserve {
            out[n] = action(tile, place);
            n += usize::from(patterns >> tile.walls().bits() & 1);
        }
    }
    out.truncate(n);
}

/// Building from the reserve, cell by cell.
pub(crate) fn legal(out: &mut Vec<Action>, player: &Player) {
    pairs(out, &player.reserve, player.city.openings(), |tile, cell| Action::Build { tile, cell });
}

/// Taking down and swapping, which nobody is ever forced to do (B-TURN-3).
pub(crate) fn legal_removals(out: &mut Vec<Action>, player: &Player) {
    out.extend(player.city.removable().map(|tile| Action::TakeDown { tile }));
    pairs(out, &player.reserve, player.city.replaceable(), |tile, old| Action::Swap { tile, old });
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
