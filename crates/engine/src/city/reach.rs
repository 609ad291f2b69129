//! Reach: which tiles can be left out without another losing its way, and what may be taken down.

use super::{
    Broken, City, MAX_TILES, Placed,
    places::{PlaceSet, for_each_slot},
};
use crate::{
    list::List,
    material::{Edges, Part, Side, Tile},
};

impl City {
    /// The tiles that may be taken down.
    pub fn removable(&self) -> List<Tile, MAX_TILES> {
        let mut found = List::new();
        for_each_slot(self.removable_slots(), |slot| found.push(self.tiles[slot].tile));
        found
    }

    /// Finds the slots of the tiles that may be taken down.
    pub(crate) fn find_removable(&self, found: impl FnMut(PlaceSet)) {
        PlaceSet::in_halves(self.removable_slots(), found);
    }

    /// The slots of the tiles that may be taken down.
    pub(super) fn removable_slots(&self) -> u128 {
        let mut slots = !(self.index.enclosed | self.index.cut_tiles | 1) & ((1 << self.tiles.len()) - 1);
        if self.gate.is_some() {
            for_each_slot(slots & self.index.borders, |slot| {
                if !self.broken_without_slot(slot).is_empty() {
                    slots &= !(1 << slot);
                }
            });
        } else {
            for_each_slot(self.index.foreign, |camp| {
                if let Some(wall) = self.tiles[camp].leans_on() {
                    slots &= !(1 << wall);
                }
            });
        }
        slots
    }

    /// Whether this tile may be taken down.
    pub fn releases(&self, tile: Tile) -> bool {
        self.slot_of(tile).is_some_and(|slot| self.broken_without_slot(slot).is_empty())
    }

    /// Every building rule that taking this built tile down would break.
    pub fn broken_without(&self, tile: Tile) -> Broken {
        self.slot_of(tile).map_or(Broken::empty(), |slot| self.broken_without_slot(slot))
    }

    pub(super) fn broken_without_slot(&self, slot: usize) -> Broken {
        let placed = &self.tiles[slot];
        let mut broken = Broken::empty();
        broken.set(Broken::STARTING_TILE, slot == 0 || self.gate == Some(placed.tile));
        // Others must stay reachable without it (B-BUILD-3), and its cell must not become a hole (B-BUILD-5).
        broken.set(Broken::NOT_ON_FOOT, self.index.cut_tiles >> slot & 1 != 0);
        broken.set(Broken::HOLE, placed.joined == Edges::all());
        if !self.is_uniform() {
            let leans_here = |camp: usize| {
                let camp = &self.tiles[camp];
                camp.tile.part() == Part::Camp && camp.leans_on() == Some(slot)
            };
            let mut neighbours = Side::ALL.into_iter().filter_map(|side| placed.neighbour(side));
            broken.set(Broken::CAMP_WITHOUT_WALL, neighbours.any(leans_here));
            // All contacts are counted only where one would go, because counting them is slow.
            let n_lost = if self.gate.is_some() { self.n_contacts_of(placed) } else { 0 };
            broken.set(Broken::APART, n_lost > 0 && self.n_contacts() == n_lost);
        }
        broken
    }

    /// How many sides of this tile lie against another part.
    pub(super) fn n_contacts_of(&self, placed: &Placed) -> usize {
        let other = |side: Side| placed.neighbour(side).map(|it| self.tiles[it].tile.part());
        let foreign = |part: Part| part != placed.tile.part();
        Side::ALL.into_iter().filter_map(other).filter(|&it| foreign(it)).count()
    }

    /// How many sides of Granada lie against the Alhambra.
    pub(super) fn n_contacts(&self) -> usize {
        let mut n = 0;
        for_each_slot(self.index.borders, |slot| {
            if self.tiles[slot].tile.part() == Part::Granada {
                n += self.n_contacts_of(&self.tiles[slot]);
            }
        });
        n
    }

    /// Finds the tiles without which another one of their part could not be reached: the articulation points.
    ///
    /// No way leads from one part into another, because they touch with edges alone.
    pub(crate) fn find_cut_tiles(&mut self) {
        struct Walk<'a> {
            tiles: &'a [Placed],
            met: [u8; MAX_TILES],
            n_met: u8,
            n_ways: u16,
            cut_tiles: u128,
        }
        impl Walk<'_> {
            /// Visits a tile and returns the earliest tile that can be reached from it without going back.
            fn visit(&mut self, slot: usize) -> u8 {
                self.n_met += 1;
                let own = self.n_met;
                self.met[slot] = own;
                let mut earliest = own;
                let placed = &self.tiles[slot];
                for next in (placed.joined - placed.edges).sides().filter_map(|side| placed.neighbour(side)) {
                    self.n_ways += 1;
                    if self.met[next] == 0 {
                        let reached = self.visit(next);
                        earliest = earliest.min(reached);
                        if reached >= own {
                            self.cut_tiles |= 1 << slot;
                        }
                    } else {
                        earliest = earliest.min(self.met[next]);
                    }
                }
                earliest
            }

            /// Visits everything from the starting tiles on.
            fn walk(tiles: &[Placed], gate: Option<usize>) -> (u128, bool) {
                let mut walk = Walk { tiles, met: [0; MAX_TILES], n_met: 0, n_ways: 0, cut_tiles: 0 };
                walk.visit(0);
                if let Some(gate) = gate {
                    walk.visit(gate);
                }
                // Without loops there is one way to each tile but the starting ones, and it is seen from both ends.
                let n_starts = 1 + u16::from(gate.is_some());
                (walk.cut_tiles, walk.n_ways > 2 * (u16::from(walk.n_met) - n_starts))
            }
        }
        (self.index.cut_tiles, self.index.has_loops) =
            Walk::walk(&self.tiles, self.gate.and_then(|it| self.slot_of(it)));
    }
}
