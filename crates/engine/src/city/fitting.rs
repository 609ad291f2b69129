//! Fitting: what the neighbours of a place ask of a tile, and where a tile may go.

use super::{
    Broken, City, Gap, Placed,
    holes::Window,
    places::{PlaceSet, for_each_slot},
};
use crate::material::{Cell, Edges, Part, Side, Tile};

/// What the neighbours of an empty cell turn towards it: three bits a side, and whether filling it makes a hole.
///
/// Kept so tightly because copying a city is copying all of its room for gaps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Around(u16);

/// By the six bits of the first two sides: a nibble of sides for each sort of neighbour.
static SPREAD: [u32; 64] = {
    let mut spread = [0; 64];
    let mut sides = 0;
    while sides < 64 {
        let mut side = 0;
        while side < 2 {
            if let Some(sort) = (sides >> (3 * side) & 7_usize).checked_sub(1) {
                spread[sides] |= 1 << (4 * sort + side);
            }
            side += 1;
        }
        sides += 1;
    }
    spread
};

impl Around {
    const HOLE: u32 = 1 << 31;

    /// With a neighbour on `side` which does or doesn't turn an edge towards the cell, in the place of any other.
    pub(super) const fn with(self, side: Side, part: Part, edge: bool) -> Around {
        let sort = 1 + 2 * part as u16 + edge as u16;
        Around(self.without(side).0 | sort << (3 * side as u16))
    }

    /// Without a neighbour on `side`.
    pub(super) const fn without(self, side: Side) -> Around {
        Around(self.0 & !(7 << (3 * side as u16)))
    }

    /// With or without the mark that filling the cell makes a hole.
    pub(super) const fn with_hole(self, hole: bool) -> Around {
        Around(self.0 & 0x7FFF | (hole as u16) << 15)
    }

    /// Whether there is no neighbour.
    pub(super) const fn is_nothing(self) -> bool {
        self.with_hole(false).0 == 0
    }

    /// A nibble of sides for each sort of neighbour, and the hole on top.
    const fn bits(self) -> u32 {
        let sides = self.0 as usize;
        SPREAD[sides & 63] | SPREAD[sides >> 6 & 63] << 2 | (self.0 as u32 & 0x8000) << 16
    }

    /// The open sides of this part around the cell.
    const fn open(self, part: Part) -> u32 {
        self.bits() >> (part as u32 * 8) & 0xF
    }

    /// The edges of this part around the cell.
    const fn edges(self, part: Part) -> u32 {
        self.bits() >> (part as u32 * 8 + 4) & 0xF
    }

    /// Whether there is a neighbour of this part.
    const fn touches(self, part: Part) -> bool {
        self.open(part) | self.edges(part) != 0
    }

    /// What the sides of such a tile have to be here.
    #[inline]
    pub(super) const fn asks(self, newcomer: Newcomer) -> Constraint {
        let by_sides = &ASKED[newcomer as usize];
        let sides = self.0 as usize;
        let asked = by_sides[sides & 63] | by_sides[sides >> 6 & 63] << 2;
        let is_hole = (self.0 as u32 & 0x8000) << 16;
        if is_hole | asked & REFUSED != 0 || asked & WELCOMED == 0 {
            Constraint::IMPOSSIBLE
        } else {
            Constraint(asked as u8)
        }
    }

    /// Every building rule that a tile of this part with these edges would break here.
    fn broken_by(self, part: Part, edges: u32, founded: bool) -> Broken {
        let mut broken = Broken::empty();
        broken.set(Broken::HOLE, self.bits() & Around::HOLE != 0);
        let own = (self.open(part), self.edges(part));
        match part {
            Part::Alhambra => {
                broken.set(Broken::WALL_MISMATCH, edges & own.0 != 0 || own.1 & !edges != 0);
                broken.set(Broken::NOT_ON_FOOT, own.0 & !edges == 0);
                // Granada touches with moat against wall only (C-BUILD-1), a camp with its bastion (M-CAMP-2).
                let moats = self.edges(Part::Granada);
                broken.set(Broken::WALL_AND_MOAT, self.open(Part::Granada) != 0 || moats & !edges != 0);
                let bastions = self.edges(Part::Camp);
                broken.set(Broken::BASTION, bastions & !edges != 0);
                broken.set(Broken::CAMP_SIDE, self.open(Part::Camp) != 0);
            }
            Part::Granada => {
                broken.set(Broken::WALL_MISMATCH, edges & own.0 != 0 || own.1 & !edges != 0);
                let walls = self.edges(Part::Alhambra);
                broken.set(Broken::WALL_AND_MOAT, self.open(Part::Alhambra) != 0 || walls & !edges != 0);
                // The first tile touches the Alhambra and is the start of the city (C-BUILD-2).
                let reached = if founded { own.0 & !edges != 0 } else { walls & edges != 0 };
                broken.set(Broken::NOT_ON_FOOT, !reached);
            }
            Part::Camp => {
                let (open, walls) = (self.open(Part::Alhambra), self.edges(Part::Alhambra));
                broken.set(Broken::BASTION, edges & (open | own.0 | own.1) != 0);
                broken.set(Broken::CAMP_SIDE, !edges & (open | walls | own.1) & 0xF != 0);
                broken.set(Broken::CAMP_WITHOUT_WALL, edges & walls == 0);
            }
        }
        broken
    }
}

/// A tile that looks for a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Newcomer {
    Alhambra,
    /// Of Granada, once that has a tile to start from.
    Granada,
    /// The first tile of Granada, which stands against a wall (C-BUILD-2).
    FirstOfGranada,
    Camp,
}

impl Newcomer {
    /// The part that it belongs to.
    pub(super) const fn part(self) -> Part {
        match self {
            Newcomer::Alhambra => Part::Alhambra,
            Newcomer::Granada | Newcomer::FirstOfGranada => Part::Granada,
            Newcomer::Camp => Part::Camp,
        }
    }
}

/// The bits that are set where a side refuses a tile, and where one lets it stand there.
const REFUSED: u32 = 0b1111 << 16;

const WELCOMED: u32 = 0b1111 << 20;

/// By newcomer and by the six bits of the first two sides: what is asked of its sides, and what else they say.
///
/// Only like sides meet within a part, and only edges between parts: everything else is refused. One walks in through an open
/// side of the own part; a camp and the first tile of Granada stand against a wall (B-BUILD-3, C-BUILD-2, M-CAMP-2).
static ASKED: [[u32; 64]; 4] = {
    const OPEN: u32 = 1;
    const EDGE: u32 = 1 << 4;
    const NO: u32 = 1 << 16;
    const YES: u32 = 1 << 20;
    // Nothing, then open side and edge of the Alhambra, of Granada and of a camp; no side has the last number.
    const BY_SORT: [[u32; 8]; 4] = [
        [0, OPEN | YES, EDGE, NO, EDGE, NO, EDGE, NO],
        [0, NO, EDGE, OPEN | YES, EDGE, NO, NO, NO],
        [0, NO, EDGE | YES, NO, NO, NO, NO, NO],
        [0, NO, EDGE | YES, NO, NO, OPEN, NO, NO],
    ];
    let mut asked = [[0; 64]; 4];
    let mut newcomer = 0;
    while newcomer < 4 {
        let mut sides = 0;
        while sides < 64 {
            let by_sort = &BY_SORT[newcomer];
            asked[newcomer][sides] = by_sort[sides & 7] | by_sort[sides >> 3] << 1;
            sides += 1;
        }
        newcomer += 1;
    }
    asked
};

/// What the sides of a tile have to be so that it fits in a place: those without an edge in the low nibble, those with one
/// in the high nibble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Constraint(pub(super) u8);

impl Constraint {
    /// Every side with and without an edge, so that no tile fits.
    pub(super) const IMPOSSIBLE: Constraint = Constraint(0xFF);

    /// The bits that must not be set for a tile with these edges.
    pub(super) const fn wrong(edges: Edges) -> u8 {
        edges.bits() | !edges.bits() << 4
    }

    pub(super) const fn is_met_by(self, edges: Edges) -> bool {
        self.0 & Constraint::wrong(edges) == 0
    }
}

impl City {
    /// Whether Granada has a tile to start from.
    pub(super) fn founded(&self) -> bool {
        self.gate.is_some() || self.home == Part::Granada
    }

    /// What a tile of the part that the city began with is to it.
    #[inline]
    pub(super) fn home_newcomer(&self) -> Newcomer {
        if self.home == Part::Alhambra { Newcomer::Alhambra } else { Newcomer::Granada }
    }

    /// What a tile is to this city if it looks for a place.
    fn newcomer(&self, tile: Tile) -> Newcomer {
        match tile.part() {
            Part::Alhambra => Newcomer::Alhambra,
            Part::Granada if self.founded() => Newcomer::Granada,
            Part::Granada => Newcomer::FirstOfGranada,
            Part::Camp => Newcomer::Camp,
        }
    }

    /// Where it is noted what is asked of such tiles in the gaps, if it is.
    #[inline]
    fn noted(&self, tile: Tile) -> Option<usize> {
        match tile.part() {
            part if part == self.home => Some(0),
            Part::Granada if self.gate.is_some() => Some(1),
            Part::Camp if self.index.expects_camps => Some(1),
            _ => None,
        }
    }

    /// The other sort of tiles for which that is noted, if there is one.
    #[inline]
    pub(super) fn guest(&self) -> Option<Newcomer> {
        match self.gate {
            Some(_) => Some(Newcomer::Granada),
            None => self.index.expects_camps.then_some(Newcomer::Camp),
        }
    }

    /// The cells where a tile with these edges may be built.
    pub fn cells_for(&self, tile: Tile, edges: Edges) -> impl Iterator<Item = Cell> {
        let newcomer = self.newcomer(tile);
        self.index.gaps.iter().filter(move |gap| gap.around.asks(newcomer).is_met_by(edges)).map(|gap| gap.cell)
    }

    /// Finds the gaps where a tile with these edges may be built.
    #[inline]
    pub(crate) fn find_gaps(&self, tile: Tile, edges: Edges, mut found: impl FnMut(PlaceSet)) {
        let Some(noted) = self.noted(tile) else { return self.look_for_gaps(tile, edges, found) };
        for block in 0..self.index.gaps.len().div_ceil(32) {
            found(PlaceSet::in_block(block, self.index.gap_constraints[noted].fitting(block, edges)));
        }
    }

    /// In how many gaps a tile with these edges may be built.
    #[inline]
    pub fn n_gaps(&self, tile: Tile, edges: Edges) -> usize {
        if let Some(noted) = self.noted(tile) {
            return self.index.gap_constraints[noted].n_fitting(edges);
        }
        let mut n = 0;
        self.look_for_gaps(tile, edges, |gaps| n += gaps.len());
        n
    }

    /// Finds the gaps for a tile of which it is not noted what they ask.
    ///
    /// Out of line, so that the common case stays short: 3 to 5 % of choosing (bench `playout_games`).
    #[inline(never)]
    fn look_for_gaps(&self, tile: Tile, edges: Edges, mut found: impl FnMut(PlaceSet)) {
        let newcomer = self.newcomer(tile);
        for (i, gaps) in self.index.gaps.chunks(64).enumerate() {
            found(PlaceSet::of(64 * i, gaps, |gap: &Gap| gap.around.asks(newcomer).is_met_by(edges)));
        }
    }

    /// Finds the slots of the built tiles whose place a tile with these edges may take.
    #[inline]
    pub(crate) fn find_swaps(&self, tile: Tile, edges: Edges, mut found: impl FnMut(PlaceSet)) {
        let Some(noted) = self.noted(tile).filter(|_| tile.part() != Part::Camp) else {
            return PlaceSet::in_halves(self.camps_for(tile, edges), found);
        };
        for block in 0..self.tiles.len().div_ceil(32) {
            found(PlaceSet::in_block(block, self.index.swap_constraints[noted].fitting(block, edges)));
        }
    }

    /// How many built tiles there are whose place a tile with these edges may take.
    #[inline]
    pub(crate) fn n_swaps(&self, tile: Tile, edges: Edges) -> usize {
        match self.noted(tile).filter(|_| tile.part() != Part::Camp) {
            Some(noted) => self.index.swap_constraints[noted].n_fitting(edges),
            None => self.camps_for(tile, edges).count_ones() as usize,
        }
    }

    /// The slots of the camps whose place a camp with these edges may take; nothing else takes the place of another part.
    fn camps_for(&self, tile: Tile, edges: Edges) -> u128 {
        let mut slots = 0;
        if tile.part() == Part::Camp {
            for_each_slot(self.index.foreign, |slot| {
                slots |= u128::from(self.tiles[slot].asks().is_met_by(edges)) << slot;
            });
        }
        slots
    }

    /// Finds the slots of the tiles that can bear these walls: on sides without one that face empty cells (M-WALL-3).
    pub(crate) fn find_bearing(&self, walls: Edges, mut found: impl FnMut(PlaceSet)) {
        for (i, tiles) in self.tiles.chunks(64).enumerate() {
            let bears = |it: &Placed| it.tile.part() == Part::Alhambra && !(it.edges | it.joined).intersects(walls);
            found(PlaceSet::of(64 * i, tiles, bears));
        }
    }

    /// Whether a tile of this part could take the place of another at all: the first tile of Granada stays (C-BUILD-2),
    /// and swaps between parts are never legal, because one walks into a tile through an open side that no other part may
    /// touch, and nobody walks to where a camp lay.
    fn may_be_swapped(&self, old: Tile, part: Part) -> bool {
        self.gate != Some(old) && old.part() == part
    }

    /// The empty cells next to a tile of this part.
    pub fn gaps_beside(&self, part: Part) -> impl Iterator<Item = Cell> {
        self.index.gaps.iter().filter(move |it| it.around.touches(part)).map(|it| it.cell)
    }

    /// Whether a cell is empty and next to a tile of this part.
    pub(crate) fn is_beside(&self, part: Part, cell: Cell) -> bool {
        self.index.gaps.iter().any(|it| it.cell == cell && it.around.touches(part))
    }

    /// Whether a tile with these edges may take the place of the built tile `old`.
    pub fn swaps(&self, tile: Tile, edges: Edges, old: Tile) -> bool {
        let slot = self.slot_of(old).filter(|&slot| slot > 0 && self.may_be_swapped(old, tile.part()));
        slot.is_some_and(|slot| self.tiles[slot].asks().is_met_by(edges))
    }

    /// Every building rule that laying a tile with these edges in the place of the built tile `old` would break.
    pub fn broken_by_swap(&self, tile: Tile, edges: Edges, old: Tile) -> Broken {
        match self.slot_of(old) {
            Some(0) => Broken::STARTING_TILE,
            Some(_) if self.gate == Some(old) => Broken::STARTING_TILE,
            Some(slot) => self.broken_after_swap(tile, edges, slot),
            None => Broken::empty(),
        }
    }

    /// What the neighbours of a built tile turn towards it.
    pub(super) fn around(&self, placed: &Placed) -> Around {
        let mut around = Around::default();
        for side in Side::ALL {
            if let Some(neighbour) = placed.neighbour(side).map(|it| &self.tiles[it]) {
                around = around.with(side, neighbour.tile.part(), neighbour.edges.has(side.opposite()));
            }
        }
        around
    }

    /// What a tile of one part in the place of another breaks: whatever it breaks there itself, and what it leaves behind.
    fn broken_after_swap(&self, tile: Tile, edges: Edges, slot: usize) -> Broken {
        let old = &self.tiles[slot];
        let (part, old_part) = (tile.part(), old.tile.part());
        let mut broken = self.around(old).broken_by(part, edges.bits().into(), self.founded());
        if part == old_part {
            // Where the sides are alike whoever was reachable stays so; where they are not, that is said already.
            return broken;
        }
        // For the part that loses the tile it is as if it were taken down, but its cell stays filled.
        broken |= self.broken_without_slot(slot) & (Broken::NOT_ON_FOOT | Broken::CAMP_WITHOUT_WALL);
        if self.gate.is_some() {
            let contacts =
                Side::ALL.into_iter().filter_map(|side| old.neighbour(side)).map(|it| self.tiles[it].tile.part());
            let gained = contacts.filter(|&it| it != part).count();
            broken.set(Broken::APART, self.n_contacts() - self.n_contacts_of(old) + gained == 0);
        }
        broken
    }

    /// Every building rule that a tile with these edges would break in this cell.
    pub fn broken_by(&self, tile: Tile, edges: Edges, cell: Cell) -> Broken {
        if self.at(cell).is_some() {
            return Broken::OVERLAP;
        }
        if let Some(gap) = self.index.gaps.iter().find(|it| it.cell == cell) {
            return gap.around.broken_by(tile.part(), edges.bits().into(), self.founded());
        }
        // Who touches nothing can't be reached either; saying so would add nothing.
        let window = self.window(cell);
        let contact = if window.filled & Window::CORNERS != 0 { Broken::CORNER_ONLY } else { Broken::NO_CONTACT };
        contact | if window.parts_at(4) { Broken::HOLE } else { Broken::empty() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_fits_where_it_breaks_no_rule() {
        let newcomers = [
            (Newcomer::Alhambra, true),
            (Newcomer::Granada, true),
            (Newcomer::FirstOfGranada, false),
            (Newcomer::Camp, true),
        ];
        // Seven sorts of neighbours on each of four sides, with and without a hole; no side has the last number.
        let is_possible = |it: &u16| (0..4).all(|side| it >> (3 * side) & 7 < 7);
        for around in (0..1 << 12).filter(is_possible).flat_map(|it| [Around(it), Around(it).with_hole(true)]) {
            for (newcomer, founded) in newcomers {
                // No box has Granada and camps, and nothing of Granada lies before its first tile.
                let granada_and_camp = around.touches(Part::Granada) && newcomer == Newcomer::Camp
                    || around.touches(Part::Camp) && newcomer.part() == Part::Granada;
                if granada_and_camp || !founded && around.touches(Part::Granada) {
                    continue;
                }
                for edges in (0..16).map(Edges::from_bits_retain) {
                    let fits = around.asks(newcomer).is_met_by(edges);
                    let broken = around.broken_by(newcomer.part(), edges.bits().into(), founded);
                    assert_eq!(fits, broken.is_empty(), "{newcomer:?} {edges:?} in {around:?}: {broken:?}");
                }
            }
        }
    }
}
