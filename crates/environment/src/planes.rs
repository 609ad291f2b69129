//! Planes: the palaces as pictures, for networks that look at neighbourhoods.
//!
//! One picture a player, those of the seat that looks first; the starting tile is in the middle. What lies further away than
//! [`REACH`] cells is not on the picture; `places` in the observation has it.

use alhambra_engine::{
    Seat, View,
    material::{Cell, Face},
};

use crate::id::{REACH, SIDE, cell_index};

/// The version of the planes.
pub const VERSION: u32 = 1;

/// What is told about a cell, one plane each.
pub const CHANNELS: [&str; 4] = ["kind", "price", "edges", "marks"];

/// How many bytes the picture of one palace has.
pub const LEN: usize = CHANNELS.len() * PLANE;
/// How many bytes one channel has.
const PLANE: usize = SIDE * SIDE;

/// Marks: the trader lies here, a citizen lives here, a falcon sits on the north-western corner, the first tile of Granada.
const TRADER: u8 = 1;
const CITIZEN: u8 = 2;
const FALCON: u8 = 4;
const FIRST_GRANADA: u8 = 8;

/// What lies in a cell: 1 for a starting tile, 2 to 7 buildings, 8 to 16 Granada, 17 to 22 huts by colour, 23 a camp, 24 a
/// bazaar.
const fn kind(face: Face) -> u8 {
    match face {
        Face::Fountain | Face::GranadaStart => 1,
        Face::Building { building, .. } => 2 + building as u8,
        Face::Granada { kind, .. } => 8 + kind as u8,
        Face::Hut { building } => 17 + building as u8,
        Face::Camp { .. } => 23,
        Face::Bazaar { .. } => 24,
    }
}

/// Writes the palaces of a view, one after the other from the viewer's on; what is left of `out` is emptied.
pub fn write(view: &View, out: &mut [u8]) {
    out.fill(0);
    let n_players = view.players.len();
    let first = view.viewer.map_or(0, Seat::index);
    for (number, out) in out.chunks_exact_mut(LEN).take(n_players).enumerate() {
        let player = &view.players[(first + number) % n_players];
        let at = |cell: Cell| {
            let is_near = cell.x.unsigned_abs() <= REACH as u8 && cell.y.unsigned_abs() <= REACH as u8;
            is_near.then(|| cell_index(cell))
        };
        for placed in player.city.tiles() {
            let Some(at) = at(placed.cell) else { continue };
            out[at] = kind(placed.tile.face());
            out[PLANE + at] = placed.tile.price().unwrap_or_default();
            out[2 * PLANE + at] = placed.edges.bits();
        }
        let mut mark = |cell: Option<Cell>, mark: u8| {
            if let Some(at) = cell.and_then(at) {
                out[3 * PLANE + at] |= mark;
            }
        };
        mark(player.trader.and_then(|it| it.cell), TRADER);
        player.residents.iter().for_each(|it| mark(player.city.cell_of(*it), CITIZEN));
        player.falcons.iter().for_each(|it| mark(Some(it.corner), FALCON));
        mark(player.city.first_granada().and_then(|it| player.city.cell_of(it)), FIRST_GRANADA);
    }
}
