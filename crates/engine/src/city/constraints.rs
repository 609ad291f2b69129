//! Packed constraints: what is asked in many places, so that a tile is tried in eight of them at once.

use super::fitting::Constraint;
use crate::material::Edges;

/// By what is asked in a place and by the edges of a tile: one if it fits there, else zero.
static FITS: [[u8; 16]; 256] = {
    let mut fits = [[0; 16]; 256];
    let mut asked = 0;
    while asked < 256 {
        let mut edges = 0;
        while edges < 16 {
            fits[asked][edges] = Constraint(asked as u8).is_met_by(Edges::from_bits_retain(edges as u8)) as u8;
            edges += 1;
        }
        asked += 1;
    }
    fits
};

/// What is asked in up to `32 * N` places, eight to a word, so that a tile is tried in eight places at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedConstraints<const N: usize> {
    places: [[[u8; 8]; 4]; N],
    /// How many of them a tile fits, by its edges: 46 to 104 % of choosing (bench `playout_games`).
    n_fitting: [u8; 16],
}

impl<const N: usize> PackedConstraints<N> {
    pub(super) const NOTHING: PackedConstraints<N> =
        PackedConstraints { places: [[[Constraint::IMPOSSIBLE.0; 8]; 4]; N], n_fitting: [0; 16] };

    pub(super) fn set(&mut self, place: usize, asked: Constraint) {
        let noted = &mut self.places.as_flattened_mut().as_flattened_mut()[place];
        let before = std::mem::replace(noted, asked.0);
        // Counted for all sixteen at once, because that is one addition of long words.
        for (n, (fitted, fits)) in
            self.n_fitting.iter_mut().zip(FITS[usize::from(before)].iter().zip(&FITS[usize::from(asked.0)]))
        {
            *n = n.wrapping_sub(*fitted).wrapping_add(*fits);
        }
    }

    /// What is asked in a place.
    pub(super) fn get(&self, place: usize) -> Constraint {
        Constraint(self.places.as_flattened().as_flattened()[place])
    }

    /// How many places a tile fits, by its edges.
    pub(super) const fn counts(&self) -> [u8; 16] {
        self.n_fitting
    }

    /// How many places a tile with these edges fits.
    pub(super) fn n_fitting(&self, edges: Edges) -> usize {
        self.n_fitting[usize::from(edges.bits() & 15)].into()
    }

    /// The places that a tile with these edges fits among those of a block of 32.
    ///
    /// Trying eight at once saves a fifth of listing (bench `playout_games`). All are tried, however many are in use, and come
    /// column by column: what fits in the first place of each word, then in the second.
    #[inline]
    pub(super) fn fitting(&self, block: usize, edges: Edges) -> u64 {
        const LOW: u64 = u64::from_ne_bytes([0x7F; 8]);
        let wrong = u64::from_ne_bytes([Constraint::wrong(edges); 8]);
        let mut fitting = 0;
        for (i, word) in self.places[block].iter().enumerate() {
            let amiss = u64::from_le_bytes(*word) & wrong;
            // The highest bit of each byte, set where nothing is amiss; the next word goes to the bits beside them.
            fitting |= !(((amiss & LOW) + LOW) | amiss | LOW) >> (7 - i);
        }
        fitting
    }
}
