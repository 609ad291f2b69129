//! The index of a city: everything that follows from its tiles and is kept so that it need not be found again.

use super::{
    City, MAX_TILES, Placed,
    constraints::PackedConstraints,
    fitting::{Around, Constraint, Newcomer},
    holes::parts_the_empty,
    places::set,
};
use crate::{
    list::List,
    material::{Cell, Edges, Part, Side, Tile},
};

/// A shape of `n` cells has at most `2n + 2` empty cells beside it.
const MAX_GAPS: usize = 2 * MAX_TILES + 2;

/// An empty cell with at least one tile next to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gap {
    /// Where it is.
    pub cell: Cell,
    pub(super) around: Around,
}

/// What follows from the tiles of a city; slots are the places of tiles in its list.
///
/// Whatever is kept here has to earn its place: the figures are instructions that whole random games would need more without it
/// (the games of the bench `playout_games`, counted with callgrind). The plain reference is [`Index::of`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Index {
    pub(super) gaps: List<Gap, MAX_GAPS>,
    /// What is asked in the gaps, of tiles of the part that the city began with and of those of another part: of Granada
    /// once that has begun, or of camps once they are expected; no box has both.
    pub(super) gap_constraints: [PackedConstraints<{ MAX_GAPS.div_ceil(32) }>; 2],
    /// What is asked of a tile of the same part in the places of the built ones, for the same parts.
    pub(super) swap_constraints: [PackedConstraints<{ MAX_TILES.div_ceil(32) }>; 2],
    /// The slots of the tiles without which another one could not be reached on foot; following them from change to change
    /// instead of finding them anew is 13 to 23 % of applying.
    pub(super) cut_tiles: u128,
    /// Whether there is a way round; if not, every tile with several ways is one of those.
    pub(super) has_loops: bool,
    /// The slots of the tiles with others on all four sides, which would leave a hole: 4 to 6 % of listing and 5 to 10 % of
    /// choosing.
    pub(super) enclosed: u128,
    /// The slots of the tiles with others to the north and to the west, where four may meet: 7 % of listing with all modules.
    pub(super) nooks: u128,
    /// The slots of the tiles with one of another part beside them, once there is a Granada: 41 % of choosing and a quarter of
    /// listing in the combined game.
    pub(super) borders: u128,
    /// The slots of the tiles that are not of the part that the city began with.
    pub(super) foreign: u128,
    /// Which tiles lie there, by their numbers: 3 % of listing with all modules.
    pub(super) built: [u64; 4],
    /// Whether constraints are kept for camps: some 15 % of listing and 20 % of choosing with all modules (not quite the same
    /// games, because fitting gaps come in another order).
    pub(super) expects_camps: bool,
}

impl Index {
    /// The index of no tiles.
    pub(super) fn empty() -> Index {
        Index {
            gaps: List::new(),
            gap_constraints: [PackedConstraints::NOTHING; 2],
            swap_constraints: [PackedConstraints::NOTHING; 2],
            cut_tiles: 0,
            has_loops: false,
            enclosed: 0,
            nooks: 0,
            borders: 0,
            foreign: 0,
            built: [0; 4],
            expects_camps: false,
        }
    }

    /// The index of a city worked out anew from its tiles, cell by cell: what the one that follows every change must equal.
    pub(super) fn of(city: &City) -> Index {
        let is_filled = |cell: Cell| city.at(cell).is_some();
        let slots_where = |holds: &dyn Fn(&Placed) -> bool| {
            city.tiles.iter().enumerate().fold(0, |slots, (slot, it)| slots | u128::from(holds(it)) << slot)
        };
        let is_beside = |it: &Placed, side: Side| is_filled(it.cell.step(side));
        let mut index = Index { expects_camps: city.index.expects_camps, ..Index::empty() };

        let mut cells: Vec<Cell> = city.tiles.iter().flat_map(|it| Side::ALL.map(|side| it.cell.step(side))).collect();
        cells.sort_unstable();
        cells.dedup();
        for cell in cells.into_iter().filter(|&it| !is_filled(it)) {
            let window =
                (0..9).filter(|it| is_filled(cell.offset(it % 3 - 1, it / 3 - 1))).fold(0, |all, it| all | 1 << it);
            let mut around = Around::default().with_hole(parts_the_empty(window));
            for side in Side::ALL {
                if let Some(it) = city.at(cell.step(side)) {
                    around = around.with(side, it.tile.part(), it.edges.has(side.opposite()));
                }
            }
            index.gaps.push(Gap { cell, around });
        }
        for (i, newcomer) in [Some(city.home_newcomer()), city.guest()].into_iter().enumerate() {
            let Some(newcomer) = newcomer else { continue };
            for (gap, Gap { around, .. }) in index.gaps.iter().enumerate() {
                index.gap_constraints[i].set(gap, around.asks(newcomer));
            }
            for (slot, it) in city.tiles.iter().enumerate() {
                let moves = slot > 0 && city.gate != Some(it.tile);
                if moves && it.tile.part() == newcomer.part() && newcomer != Newcomer::Camp {
                    index.swap_constraints[i].set(slot, it.asks());
                }
            }
        }
        index.enclosed = slots_where(&|it| Side::ALL.into_iter().all(|side| is_beside(it, side)));
        index.nooks = slots_where(&|it| is_beside(it, Side::North) && is_beside(it, Side::West));
        index.foreign = slots_where(&|it| it.tile.part() != city.home);
        if city.gate.is_some() {
            let differs = |it: &Placed, side: Side| {
                city.at(it.cell.step(side)).is_some_and(|other| other.tile.part() != it.tile.part())
            };
            index.borders = slots_where(&|it| Side::ALL.into_iter().any(|side| differs(it, side)));
        }
        let reached = city.reached_without(None);
        let is_cut = |slot: &usize| city.reached_without(Some(*slot)) != reached & !(1 << slot);
        let slots = (0..city.tiles.len()).filter(|slot| reached >> slot & 1 != 0);
        index.cut_tiles = slots.clone().filter(is_cut).fold(0, |all, slot| all | 1 << slot);
        // Without loops there is one way to each tile but the starting ones, and it is seen from both ends.
        let n_ways: usize = slots.map(|slot| city.on_foot_from(slot).count()).sum();
        let n_starts = 1 + u32::from(city.gate.is_some());
        index.has_loops = n_ways > 2 * (reached.count_ones() - n_starts) as usize;
        for it in &city.tiles {
            index.built[it.tile.index() / 64] |= 1 << (it.tile.index() % 64);
        }
        index
    }

    /// Whether both say the same; gaps are listed in the order in which they came about, which means nothing.
    pub(super) fn agrees_with(&self, other: &Index) -> bool {
        // No `..` here: a new field has to be compared.
        let Index {
            gaps,
            gap_constraints,
            swap_constraints,
            cut_tiles,
            has_loops,
            enclosed,
            nooks,
            borders,
            foreign,
            built,
            expects_camps,
        } = self;
        let by_cell = |index: &Index| {
            let constraints = |gap: usize| [0, 1].map(|it| index.gap_constraints[it].get(gap));
            let mut gaps: Vec<_> = (0..).zip(&index.gaps).map(|(i, it)| (it.cell, it.around, constraints(i))).collect();
            gaps.sort_unstable_by_key(|it| it.0);
            gaps
        };
        let counts = |index: &Index| [0, 1].map(|it| index.gap_constraints[it].counts());
        gaps.len() == other.gaps.len()
            && by_cell(self) == by_cell(other)
            && gap_constraints.each_ref().map(PackedConstraints::counts) == counts(other)
            && *swap_constraints == other.swap_constraints
            && (*cut_tiles, *has_loops) == (other.cut_tiles, other.has_loops)
            && (*enclosed, *nooks, *borders, *foreign) == (other.enclosed, other.nooks, other.borders, other.foreign)
            && (*built, *expects_camps) == (other.built, other.expects_camps)
    }
}

impl City {
    /// Whether the index that was kept agrees with one that is worked out anew, and so does what may be taken down.
    pub(crate) fn is_indexed_right(&self) -> bool {
        let removable = self.removable_slots();
        let is_right = |slot: usize| self.broken_without_slot(slot).is_empty() == (removable >> slot & 1 != 0);
        self.index.agrees_with(&Index::of(self)) && (0..self.tiles.len()).all(is_right)
    }

    /// The slots that can be reached on foot from the starting tiles without going through one, cell by cell.
    fn reached_without(&self, left_out: Option<usize>) -> u128 {
        let starts = [Some(0), self.gate.and_then(|it| self.slot_of(it))];
        let mut new: Vec<usize> = starts.into_iter().flatten().filter(|&it| left_out != Some(it)).collect();
        let mut reached = 0;
        while let Some(slot) = new.pop() {
            reached |= 1 << slot;
            new.extend(self.on_foot_from(slot).filter(|&it| left_out != Some(it) && reached >> it & 1 == 0));
        }
        reached
    }

    /// The slots to which one walks from a tile: through a side without an edge, which has none beyond it either.
    fn on_foot_from(&self, slot: usize) -> impl Iterator<Item = usize> {
        let Placed { cell, edges, .. } = self.tiles[slot];
        let open = Side::ALL.into_iter().filter(move |&side| !edges.has(side));
        open.filter_map(move |side| self.tiles.iter().position(|it| it.cell == cell.step(side)))
    }

    /// Begins to note where camps may stand, because there is one to be built.
    pub(crate) fn expect(&mut self, tile: Tile) {
        if tile.part() == Part::Camp && !self.index.expects_camps && self.gate.is_none() {
            self.index.expects_camps = true;
            self.note_all();
        }
    }

    /// Notes what is asked in a gap; nothing fits in one that is no more, because nothing is around it.
    #[inline]
    pub(super) fn note_gap(&mut self, gap: usize) {
        let Gap { around, .. } = self.index.gaps.get(gap).copied().unwrap_or_default();
        self.index.gap_constraints[0].set(gap, around.asks(self.home_newcomer()));
        if let Some(guest) = self.guest() {
            self.index.gap_constraints[1].set(gap, around.asks(guest));
        }
    }

    /// Notes what is asked in the place of a built tile, or that it is no more; the starting tile never moves, and parts
    /// never take each other's places.
    #[inline]
    pub(super) fn note_tile(&mut self, slot: usize) {
        let placed = self.tiles.get(slot).filter(|it| slot > 0 && it.tile.part() == self.home);
        self.index.swap_constraints[0].set(slot, placed.map_or(Constraint::IMPOSSIBLE, Placed::asks));
        if self.gate.is_some() {
            self.note_in_granada(slot);
        }
    }

    /// Notes the same for Granada beside the Alhambra, whose first tile stays (C-BUILD-2), and where the two touch.
    fn note_in_granada(&mut self, slot: usize) {
        let placed = self.tiles.get(slot);
        let movable = placed.filter(|it| it.tile.part() == Part::Granada && self.gate != Some(it.tile));
        self.index.swap_constraints[1].set(slot, movable.map_or(Constraint::IMPOSSIBLE, Placed::asks));
        let borders = placed.is_some_and(|it| self.n_contacts_of(it) > 0);
        set(&mut self.index.borders, slot, borders);
    }

    /// Notes that a tile has others beside it on these sides, where it had less before.
    #[inline]
    pub(super) fn note_joined(&mut self, slot: usize, joined: Edges) {
        self.index.enclosed |= u128::from(joined == Edges::all()) << slot;
        self.index.nooks |= u128::from(joined.contains(Edges::NORTH.union(Edges::WEST))) << slot;
    }

    /// Notes everything anew, after the first tile of Granada came or went, or because camps are expected.
    pub(super) fn note_all(&mut self) {
        self.index.gap_constraints = [PackedConstraints::NOTHING; 2];
        self.index.swap_constraints = [PackedConstraints::NOTHING; 2];
        self.index.borders = 0;
        (0..self.index.gaps.len()).for_each(|gap| self.note_gap(gap));
        (0..self.tiles.len()).for_each(|slot| self.note_tile(slot));
    }

    pub(super) fn add_gap(&mut self, gap: Gap) {
        self.index.gaps.push(gap);
        self.note_gap(self.index.gaps.len() - 1);
    }

    /// Removes a gap; the last one takes its place.
    pub(super) fn remove_gap(&mut self, gap: usize) {
        self.index.gaps.swap_remove(gap);
        self.note_gap(self.index.gaps.len());
        if gap < self.index.gaps.len() {
            self.note_gap(gap);
        }
    }

    /// Takes note of a tile, and whether it is not of the part the city began with.
    pub(super) fn register(&mut self, tile: Tile, slot: usize) {
        self.index.built[tile.index() / 64] |= 1 << (tile.index() % 64);
        if tile.part() != self.home {
            self.index.foreign |= 1 << slot;
            if tile.part() == Part::Granada && self.gate.is_none() {
                self.gate = Some(tile);
                self.index.expects_camps = false;
                self.note_all();
            }
        }
    }
}
