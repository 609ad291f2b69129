//! Redesigning an Alhambra: building from the reserve, taking down, swapping (B-RED-1).

use arrayvec::ArrayVec;

use crate::{
    action::{Action, Refusal},
    city::{Broken, Patterns},
    event::{Event, Witness},
    material::{Cell, Edges, Part, Tile},
    modules::{bonus_cards, falconers, street_trader},
    state::{Player, Seat, State},
};

/// Tiles in reserve that belong to the same part, with their edges.
struct Lot {
    part: Part,
    tiles: ArrayVec<(Tile, Edges), 108>,
}

/// The reserve, part by part.
fn lots(player: &Player) -> impl Iterator<Item = Lot> {
    let lot = |part| {
        let own = player.reserve.iter().filter(|it| it.part() == part);
        Lot { part, tiles: own.map(|&it| (it, player.edges_of(it))).collect() }
    };
    let parts = if player.reserve.is_empty() { &[] } else { &Part::ALL[..] };
    parts.iter().map(move |&part| lot(part)).filter(|it| !it.tiles.is_empty())
}

/// Adds an action for every pair of a tile in reserve and a place, written down first and kept if it is one:
/// what fits where is anybody's guess, and a wrong guess would cost more than the writing.
fn pairs<P: Copy>(
    out: &mut Vec<Action>,
    tiles: &[(Tile, Edges)],
    places: impl ExactSizeIterator<Item = (P, Patterns)>,
    action: impl Fn(Tile, P) -> Action,
) {
    let mut n = out.len();
    out.resize(n + places.len() * tiles.len(), Action::Pass);
    for (place, patterns) in places {
        for &(tile, edges) in tiles {
            out[n] = action(tile, place);
            n += usize::from(patterns >> edges.bits() & 1);
        }
    }
    out.truncate(n);
}

/// Building from the reserve, cell by cell.
pub(crate) fn legal(out: &mut Vec<Action>, player: &Player) {
    for Lot { part, tiles } in lots(player) {
        pairs(out, &tiles, player.city.openings(part), |tile, cell| Action::Build { tile, cell });
    }
}

/// Taking down and swapping, which nobody is ever forced to do (B-TURN-3).
pub(crate) fn legal_removals(out: &mut Vec<Action>, player: &Player) {
    out.extend(player.city.removable().map(|tile| Action::TakeDown { tile }));
    for Lot { part, tiles } in lots(player) {
        let like = player
            .city
            .replaceable()
            .map(|(old, patterns)| (old.tile, if old.tile.part() == part { patterns } else { 0 }));
        pairs(out, &tiles, like, |tile, old| Action::Swap { tile, old });
        // A tile of another part is rarely in the right place; each is judged by itself.
        for (old, _) in player.city.replaceable().filter(|(old, _)| old.tile.part() != part) {
            let fitting = tiles.iter().filter(|(tile, edges)| player.city.swaps(*tile, *edges, old.tile));
            out.extend(fitting.map(|&(tile, _)| Action::Swap { tile, old: old.tile }));
        }
    }
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
    player.reserve.retain(|it| *it != tile);
    player.city.build(tile, player.edges_of(tile), cell);
    witness.see(|| Event::Built { seat, tile, cell });
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
    player.reserve.retain(|it| *it != tile);
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
