//! Holes: whether filling a cell would close in empty ones, read off the cells around it.

use super::City;
use crate::material::{Cell, Edges, Side};

/// By the three-by-three window around a cell: would filling it part the empty cells next to it?
///
/// As long as the tiles hang together, two stretches of empty cells around a cell are parted for good once it is filled.
static PARTS_THE_EMPTY: [bool; 512] = {
    let mut table = [false; 512];
    let mut window = 0;
    while window < 512 {
        table[window] = parts_the_empty(window);
        window += 1;
    }
    table
};

pub(super) const fn parts_the_empty(window: usize) -> bool {
    const RING: [usize; 8] = [0, 1, 2, 5, 8, 7, 6, 3];
    // A stretch is counted where it begins, if a cell that shares a side with the middle belongs to it.
    let mut stretches = 0;
    let mut i = 0;
    while i < 8 {
        let before = window >> RING[(i + 7) % 8] & 1 != 0;
        let here = window >> RING[i] & 1 != 0;
        if before && !here {
            let mut length = 0;
            let mut shares_a_side = false;
            while length < 8 && window >> RING[(i + length) % 8] & 1 == 0 {
                shares_a_side |= RING[(i + length) % 8] % 2 == 1;
                length += 1;
            }
            if shares_a_side {
                stretches += 1;
            }
        }
        i += 1;
    }
    stretches > 1
}

/// Which cells of the five-by-five window around a cell are filled, and the slots plus one of its four neighbours.
pub(super) struct Window {
    pub(super) filled: u32,
    pub(super) beside: [u8; 4],
}

impl Window {
    pub(super) const MIDDLE: u32 = 1 << 12;
    /// The cells that share only a corner with the middle.
    pub(super) const CORNERS: u32 = 1 << 6 | 1 << 8 | 1 << 16 | 1 << 18;

    /// The sides with a tile next to them.
    pub(super) fn joined(&self) -> Edges {
        let joined = |side: Side| u8::from(self.beside[side as usize] != 0) << side as u8;
        Edges::from_bits_retain(Side::ALL.into_iter().map(joined).sum())
    }

    /// The slot plus one of the tile on the first of these sides.
    pub(super) fn towards(&self, sides: Edges) -> u8 {
        self.beside[(sides.bits().trailing_zeros() & 3) as usize]
    }

    /// Whether filling this cell of the three-by-three window in the middle, counted row by row, parts the empty cells.
    pub(super) fn parts_at(&self, place: usize) -> bool {
        let first = place / 3 * 5 + place % 3;
        let row = |n: usize| (self.filled >> (first + 5 * n) & 7) as usize;
        PARTS_THE_EMPTY[row(0) | row(1) << 3 | row(2) << 6]
    }
}

/// The gaps in the three-by-three window around a cell, whose places are counted row by row.
pub(super) struct Near {
    /// The gaps plus one by place; zero where there is none.
    gaps: [u8; 16],
    /// The places where there is one.
    places: [u8; 16],
    n: usize,
}

impl Near {
    /// A place for the gaps that don't lie in the window.
    const OUTSIDE: usize = 15;

    /// Adds a gap without asking whether it lies in the window.
    ///
    /// That would be an unpredictable branch: with it here and in [`City::window`] a tenth more of all branches of a game are
    /// mispredicted (bench `playout_games`, `--branch-sim`).
    pub(super) fn add(&mut self, place: usize, gap: usize) {
        self.gaps[place & 15] = gap as u8 + 1;
        self.places[self.n & 15] = place as u8;
        self.n += usize::from(place != Near::OUTSIDE);
    }

    pub(super) fn at(&self, place: usize) -> Option<usize> {
        self.gaps[place].checked_sub(1).map(usize::from)
    }
}

/// The place of a neighbouring cell in the three-by-three window, counted row by row.
pub(super) const fn towards(side: Side) -> usize {
    const PLACES: [u8; 4] = [1, 5, 7, 3];
    PLACES[side as usize] as usize
}

impl City {
    pub(super) fn window(&self, cell: Cell) -> Window {
        let mut filled = 0;
        let mut slots = [0; 32];
        for (slot, tile) in self.tiles.iter().enumerate() {
            let x = tile.cell.x.wrapping_sub(cell.x).wrapping_add(2) as u8;
            let y = tile.cell.y.wrapping_sub(cell.y).wrapping_add(2) as u8;
            // What lies outside the window is noted in a place that nobody reads.
            let place = if x < 5 && y < 5 { y * 5 + x } else { 31 };
            filled |= 1 << place;
            slots[usize::from(place)] = slot as u8 + 1;
        }
        Window { filled, beside: [slots[7], slots[13], slots[17], slots[11]] }
    }

    /// The gaps in the three-by-three window around a cell.
    pub(super) fn gaps_near(&self, cell: Cell) -> Near {
        let mut near = Near { gaps: [0; 16], places: [0; 16], n: 0 };
        for (i, gap) in self.index.gaps.iter().enumerate() {
            let x = gap.cell.x.wrapping_sub(cell.x).wrapping_add(1) as u8;
            let y = gap.cell.y.wrapping_sub(cell.y).wrapping_add(1) as u8;
            // What lies outside the window is noted in a place that nobody reads.
            near.add(if x < 3 && y < 3 { usize::from(y * 3 + x) } else { Near::OUTSIDE }, i);
        }
        near
    }

    /// Finds out anew which of these gaps would close something in if they were filled, and notes what is asked there.
    pub(super) fn see_holes(&mut self, near: &Near, window: &Window) {
        for &place in &near.places[..near.n] {
            let gap = usize::from(near.gaps[usize::from(place & 15)]) - 1;
            let around = &mut self.index.gaps[gap].around;
            *around = around.with_hole(window.parts_at(place.into()));
            self.note_gap(gap);
        }
    }
}
