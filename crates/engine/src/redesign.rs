//! Redesigning an Alhambra: building from the reserve, taking down, swapping (B-RED-1).

use crate::{
    action::{Action, Refusal},
    city::{Broken, Gap, Patterns, Placed},
    event::{Event, Witness},
    material::{Cell, Part, Tile},
    modules::{bonus_cards, falconers, street_trader},
    state::{Player, Seat, State},
};

/// How many tiles of a reserve are tried at a time.
const AT_A_TIME: usize = 32;

/// Adds an action for every pair of a tile in reserve and a place that it fits. Each pair is noted and kept only if it fits:
/// what fits where is anybody's guess, and a wrong guess would cost more than the note.
fn pairs<P>(
    out: &mut Vec<Action>,
    reserve: &[Tile],
    places: &[P],
    patterns: impl Fn(&P) -> Patterns,
    fits: impl Fn(Tile, Patterns) -> bool,
    action: impl Fn(Tile, &P) -> Action,
) {
    // The place in the upper byte, the tile in the lower: there are fewer than 256 of each.
    let mut notes = [0_u16; 2 * AT_A_TIME];
    for tiles in reserve.chunks(AT_A_TIME) {
        let noted = |note: &u16| action(tiles[usize::from(note & 0xFF)], &places[usize::from(note >> 8)]);
        let mut n = 0;
        for (i, place) in places.iter().enumerate() {
            let patterns = patterns(place);
            for (k, &tile) in tiles.iter().enumerate() {
                notes[n % (2 * AT_A_TIME)] = (i << 8 | k) as u16;
                n += usize::from(fits(tile, patterns));
            }
            if n > AT_A_TIME {
                out.extend(notes[..n].iter().map(noted));
                n = 0;
            }
        }
        out.extend(notes[..n].iter().map(noted));
    }
}

/// Whether a tile with nothing added to it is among the patterns.
fn as_printed(tile: Tile, patterns: Patterns) -> bool {
    patterns >> tile.edges().bits() & 1 != 0
}

/// Whether everything built and in reserve is of one part and as printed.
fn is_plain(player: &Player) -> bool {
    let home = player.city.home();
    player.sticks.is_empty() && player.city.is_uniform() && player.reserve.iter().all(|it| it.part() == home)
}

/// Building from the reserve, cell by cell.
pub(crate) fn legal(out: &mut Vec<Action>, player: &Player) {
    let Player { reserve, city, .. } = player;
    let build = |tile, gap: &Gap| Action::Build { tile, cell: gap.cell };
    if reserve.is_empty() {
        return;
    }
    if is_plain(player) {
        let home = city.home();
        pairs(out, reserve, city.gaps(), |gap| gap.fitting_own(home), as_printed, build);
        return;
    }
    for part in Part::ALL.into_iter().filter(|&part| reserve.iter().any(|it| it.part() == part)) {
        let fits =
            |tile: Tile, patterns: Patterns| tile.part() == part && patterns >> player.edges_of(tile).bits() & 1 != 0;
        pairs(out, reserve, city.gaps(), |gap| city.fitting(gap, part), fits, build);
    }
}

/// Taking down and swapping, which nobody is ever forced to do (B-TURN-3).
pub(crate) fn legal_removals(out: &mut Vec<Action>, player: &Player) {
    let Player { reserve, city, .. } = player;
    let swap = |tile, old: &Placed| Action::Swap { tile, old: old.tile };
    out.extend(city.removable().iter().map(|&tile| Action::TakeDown { tile }));
    if reserve.is_empty() {
        return;
    }
    if is_plain(player) {
        pairs(out, reserve, &city.tiles()[1..], Placed::replacing, as_printed, swap);
        return;
    }
    // A tile of another part is rarely in the right place; each pair is judged by itself.
    for placed in city.tiles().iter().skip(1) {
        let fitting = reserve.iter().filter(|&&tile| city.swaps(tile, player.edges_of(tile), placed.tile));
        out.extend(fitting.map(|&tile| swap(tile, placed)));
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
