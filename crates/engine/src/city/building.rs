//! Building: how tiles are laid, taken down and swapped, and what changes in the index with them.

use super::{
    City, Gap, Placed,
    fitting::Around,
    holes::{Window, towards},
    index::Index,
};
use crate::material::{Cell, Edges, Part, Side, Tile};

impl City {
    /// Builds a tile with these edges in an empty cell.
    pub fn build(&mut self, tile: Tile, edges: Edges, cell: Cell) {
        let window = self.lay(tile, edges, cell);
        let ways = window.joined() - edges;
        match ways.bits().count_ones() {
            // The starting tiles, and camps, to which nobody walks.
            0 => {}
            _ if tile.part() == Part::Camp => {}
            // A tile at the end of a way: the one before it becomes indispensable.
            1 => self.index.cut_tiles |= 1 << (window.towards(ways) - 1),
            // A new way round makes tiles dispensable, if there are others than the starting tile that are not.
            _ if self.index.cut_tiles > 1 => self.find_cut_tiles(),
            _ => self.index.has_loops = true,
        }
    }

    /// Lays a tile down without asking on which tiles others depend.
    fn lay(&mut self, tile: Tile, edges: Edges, cell: Cell) -> Window {
        let slot = self.tiles.len();
        let part = tile.part();
        let mut window = self.window(cell);
        window.filled |= Window::MIDDLE;
        let joined = window.joined();
        self.tiles.push(Placed { cell, tile, edges, joined, beside: window.beside });
        self.note_tile(slot);
        self.note_joined(slot, joined);
        let mut near = self.gaps_near(cell);
        for side in joined.sides() {
            let neighbour = usize::from(window.beside[side as usize]) - 1;
            let placed = &mut self.tiles[neighbour];
            placed.beside[side.opposite() as usize] = slot as u8 + 1;
            placed.joined |= Edges::of(side.opposite());
            let joined = placed.joined;
            self.note_joined(neighbour, joined);
            self.note_tile(neighbour);
        }
        for side in (!joined).sides() {
            let gap = near.at(towards(side)).unwrap_or_else(|| {
                near.add(towards(side), self.index.gaps.len());
                self.index.gaps.push(Gap { cell: cell.step(side), around: Around::default() });
                self.index.gaps.len() - 1
            });
            let around = &mut self.index.gaps[gap].around;
            *around = around.with(side.opposite(), part, edges.has(side));
        }
        self.see_holes(&near, &window);
        if let Some(filled) = near.at(4) {
            self.remove_gap(filled);
        }
        self.register(tile, slot);
        window
    }

    /// Makes this the first tile of Granada, where the order of building is not known.
    pub(crate) fn set_first_granada(&mut self, tile: Option<Tile>) {
        self.gate = tile;
        self.note_all();
        self.find_cut_tiles();
    }

    /// Takes a tile down that may go.
    pub fn take_down(&mut self, tile: Tile) {
        let Some(slot) = self.slot_of(tile) else { return };
        self.index.built[tile.index() / 64] &= !(1 << (tile.index() % 64));
        let Placed { cell, edges, joined, beside, .. } = self.tiles[slot];
        // The last tile moves into the free slot; whoever lies beside it has to know.
        let last = self.tiles.len() - 1;
        self.tiles.swap_remove(slot);
        let Index { enclosed, nooks, foreign, cut_tiles, .. } = &mut self.index;
        for slots in [enclosed, nooks, foreign, cut_tiles] {
            *slots &= !(1 << slot);
            *slots |= (*slots >> last & 1) << slot;
            *slots &= (1 << last) - 1;
        }
        let neighbour = |side: Side| match usize::from(beside[side as usize]) - 1 {
            it if it == last => slot,
            it => it,
        };
        for side in joined.sides() {
            let neighbour = neighbour(side);
            self.tiles[neighbour].beside[side.opposite() as usize] = 0;
            self.tiles[neighbour].joined -= Edges::of(side.opposite());
            self.index.enclosed &= !(1 << neighbour);
            if matches!(side, Side::South | Side::East) {
                self.index.nooks &= !(1 << neighbour);
            }
        }
        if slot < last {
            let moved = self.tiles[slot];
            for side in moved.joined.sides() {
                let neighbour = usize::from(moved.beside[side as usize]) - 1;
                self.tiles[neighbour].beside[side.opposite() as usize] = slot as u8 + 1;
            }
            self.note_tile(slot);
        }
        self.note_tile(last);
        joined.sides().for_each(|side| self.note_tile(neighbour(side)));

        let window = self.window(cell);
        let near = self.gaps_near(cell);
        let mut around = Around::default().with_hole(window.parts_at(4));
        let mut forlorn = [0; 4];
        for side in joined.sides() {
            let neighbour = &self.tiles[neighbour(side)];
            around = around.with(side, neighbour.tile.part(), neighbour.edges.has(side.opposite()));
        }
        for side in (!joined).sides() {
            let Some(gap) = near.at(towards(side)) else { continue };
            let seen = &mut self.index.gaps[gap].around;
            *seen = seen.without(side.opposite());
            forlorn[side as usize] = if seen.is_nothing() { gap as u8 + 1 } else { 0 };
        }
        self.see_holes(&near, &window);
        // From the last place down, so that those still to go stay where they are.
        forlorn.sort_unstable();
        for gap in forlorn.into_iter().rev().filter_map(|it| it.checked_sub(1)) {
            self.remove_gap(gap.into());
        }
        self.add_gap(Gap { cell, around });

        let ways = joined - edges;
        match ways.bits().count_ones() {
            _ if tile.part() == Part::Camp => {}
            // The end of a way: whether others depend on the tile before it is clear if that is now an end itself, or if
            // there is only one way everywhere.
            1 => {
                let before = usize::from(window.towards(ways) - 1);
                let Placed { tile, edges, joined, .. } = self.tiles[before];
                let is_start = before == 0 || self.gate == Some(tile);
                let n_ways = (joined - edges).bits().count_ones();
                if n_ways < 2 {
                    let depended_on = u128::from(is_start && n_ways > 0);
                    self.index.cut_tiles = self.index.cut_tiles & !(1 << before) | depended_on << before;
                } else if self.index.has_loops && !is_start {
                    self.find_cut_tiles();
                }
            }
            _ => self.find_cut_tiles(),
        }
    }

    /// Lays a tile with these edges exactly where the built tile `old` lies.
    pub fn swap(&mut self, tile: Tile, edges: Edges, old: Tile) {
        let Some(slot) = self.slot_of(old) else { return };
        let same_part = tile.part() == old.part();
        self.index.built[old.index() / 64] &= !(1 << (old.index() % 64));
        self.index.foreign &= !(1 << slot);
        self.tiles[slot].tile = tile;
        self.register(tile, slot);
        self.set_edges(slot, old.part(), edges);
        // Sides that touch a tile are the same as before within a part, and so are the ways.
        if !same_part {
            self.note_all();
            self.find_cut_tiles();
        }
    }

    /// Adds walls to a built tile, on sides that face empty cells (M-WALL-3).
    pub(crate) fn add_walls(&mut self, tile: Tile, walls: Edges) {
        if let Some(slot) = self.slot_of(tile) {
            self.set_edges(slot, tile.part(), self.tiles[slot].edges | walls);
        }
    }

    /// Gives a tile other edges and shows them to the empty cells beside it, which saw a tile of `before`.
    fn set_edges(&mut self, slot: usize, before: Part, edges: Edges) {
        let Placed { cell, tile, joined, edges: edges_before, .. } = self.tiles[slot];
        self.tiles[slot].edges = edges;
        self.note_tile(slot);
        let seen_anew = if tile.part() == before { edges ^ edges_before } else { Edges::all() };
        for side in (seen_anew - joined).sides() {
            let neighbour = cell.step(side);
            let Some(gap) = self.index.gaps.iter().position(|it| it.cell == neighbour) else { continue };
            let around = &mut self.index.gaps[gap].around;
            *around = around.with(side.opposite(), tile.part(), edges.has(side));
            self.note_gap(gap);
        }
    }
}
