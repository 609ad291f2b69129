//! Redesigning an Alhambra: building from the reserve, taking down, swapping (B-RED-1).

use crate::{
    action::{Action, Refusal},
    city::{Asked, Broken, Gap, Placed},
    event::{Event, Witness},
    material::{Cell, Edges, Part, Tile},
    modules::{bonus_cards, falconers, street_trader},
    state::{Player, Seat, State},
};

/// How many tiles of a reserve are tried at a time, each a bit of a word.
const AT_A_TIME: usize = 32;

/// Tiles of a reserve that are tried together.
struct Tried<'a> {
    tiles: &'a [Tile],
    /// By a set of sides: the tiles that bear an edge on none of them.
    open: [u32; 16],
    /// By a set of sides: the tiles that bear an edge on all of them.
    edged: [u32; 16],
}

impl<'a> Tried<'a> {
    fn new(tiles: &'a [Tile], edges_of: impl Fn(Tile) -> Edges) -> Tried<'a> {
        let all = (1_u64 << tiles.len()) as u32;
        let all = all.wrapping_sub(1);
        let mut sides = [0_u32; 4];
        for (i, &tile) in tiles.iter().enumerate() {
            let edges = u32::from(edges_of(tile).bits());
            for (k, side) in sides.iter_mut().enumerate() {
                *side |= (edges >> k & 1) << i;
            }
        }
        let (mut open, mut edged) = ([all; 16], [all; 16]);
        for (k, side) in sides.into_iter().enumerate() {
            for i in 0..1 << k {
                open[i | 1 << k] = open[i] & !side;
                edged[i | 1 << k] = edged[i] & side;
            }
        }
        Tried { tiles, open, edged }
    }

    /// The tiles that meet what is asked, as bits.
    fn meeting(&self, asked: Asked) -> u32 {
        self.open[asked.open()] & self.edged[asked.edges()]
    }

    /// Adds an action for every pair of a tile and a place that it fits. The tiles of many places are gathered in one
    /// word and read from it: how many fit where is anybody's guess, and each wrong guess costs as much as ten pairs.
    fn pairs<P>(
        &self,
        out: &mut Vec<Action>,
        places: &[P],
        fitting: impl Fn(&P) -> u32,
        action: impl Fn(Tile, &P) -> Action,
    ) {
        let width = self.tiles.len().next_power_of_two().trailing_zeros();
        for places in places.chunks(64 >> width) {
            let mut word = 0;
            for (i, place) in places.iter().enumerate() {
                word |= u64::from(fitting(place)) << (i << width);
            }
            while word != 0 {
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                out.push(action(self.tiles[bit & ((1 << width) - 1)], &places[bit >> width]));
            }
        }
    }
}

/// Whether everything built and in reserve is of one part and as printed.
fn is_plain(player: &Player) -> bool {
    let home = player.city.home();
    player.sticks.is_empty() && player.city.is_uniform() && player.reserve.iter().all(|it| it.part() == home)
}

/// Building from the reserve, taking down and swapping; returns how many actions are of the last two sorts, which nobody
/// is ever forced to do (B-TURN-3).
pub(crate) fn legal(out: &mut Vec<Action>, player: &Player) -> usize {
    let Player { reserve, city, .. } = player;
    let n_before = out.len();
    out.extend(city.removable().map(|tile| Action::TakeDown { tile }));
    let mut n_removals = out.len() - n_before;
    if reserve.is_empty() {
        return n_removals;
    }
    let build = |tile, gap: &Gap| Action::Build { tile, cell: gap.cell };
    let swap = |tile, old: &Placed| Action::Swap { tile, old: old.tile };
    let plain = is_plain(player);
    for tiles in reserve.chunks(AT_A_TIME) {
        if plain {
            let home = city.home();
            let tried = Tried::new(tiles, Tile::edges);
            tried.pairs(out, city.gaps(), |gap| tried.meeting(gap.asks_own(home)), build);
            let n_before = out.len();
            tried.pairs(out, &city.tiles()[1..], |old| tried.meeting(old.asks()), swap);
            n_removals += out.len() - n_before;
            continue;
        }
        let tried = Tried::new(tiles, |tile| player.edges_of(tile));
        for part in Part::ALL {
            let bit_of = |(i, tile): (usize, &Tile)| u32::from(tile.part() == part) << i;
            let of_part: u32 = tiles.iter().enumerate().map(bit_of).sum();
            if of_part != 0 {
                tried.pairs(out, city.gaps(), |gap| tried.meeting(city.asks(gap, part)) & of_part, build);
            }
        }
        // A tile of another part is rarely in the right place; each pair is judged by itself.
        let n_before = out.len();
        for placed in city.tiles().iter().skip(1) {
            let fitting = tiles.iter().filter(|&&tile| city.swaps(tile, player.edges_of(tile), placed.tile));
            out.extend(fitting.map(|&tile| swap(tile, placed)));
        }
        n_removals += out.len() - n_before;
    }
    n_removals
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
