//! An Alhambra: tiles around a starting tile, and where further ones may go.
//!
//! Beside its tiles a city keeps its *gaps*: every empty cell with a tile next to it, with what those tiles turn towards
//! it and whether filling it would close in empty cells. Testing a placement is then two masks.

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer, ser::SerializeStruct as _};

use crate::material::{Cell, Edges, Side, Tile};

/// One player could own every tile of the box, and the starting tile.
pub const MAX_TILES: usize = 55;

/// A shape of `n` cells has at most `2n + 2` empty cells beside it.
const MAX_GAPS: usize = 2 * MAX_TILES + 2;

/// A tile in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placed {
    /// Where it lies.
    pub cell: Cell,
    /// What lies there.
    pub tile: Tile,
    /// The sides that bear a wall.
    pub walls: Edges,
    /// The sides with a tile next to them.
    pub joined: Edges,
    /// The slots, plus one, of the tiles on its four sides; zero where the cell is empty.
    beside: [u8; 4],
}

impl Placed {
    /// The walls of the tiles that may take its place: alike on every side that touches another tile.
    fn replacing(&self) -> Patterns {
        REPLACING[usize::from(self.joined.bits() | self.walls.bits() << 4)]
    }
}

/// What the neighbours of an empty cell turn towards it: a nibble of sides for each sort, and whether filling it makes a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Around(u32);

impl Around {
    const HOLE: u32 = 1 << 31;

    /// The bit for a neighbour on `side` which does or doesn't turn a wall towards the cell.
    const fn facing(side: Side, wall: bool) -> u32 {
        1 << (side as u8 + if wall { 4 } else { 0 })
    }

    /// The walls of the buildings that fit here, can be reached on foot and close in nothing.
    fn fitting(self) -> Patterns {
        FITTING[(self.0 & 0xFF | self.0 >> 31 << 8) as usize]
    }
}

/// An empty cell with at least one tile next to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gap {
    cell: Cell,
    around: Around,
}

bitflags::bitflags! {
    /// The building rules that a placement breaks.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Broken: u16 {
        /// The cell is taken.
        const OVERLAP = 1;
        /// A wall meets an open side (B-BUILD-2).
        const WALL_MISMATCH = 2;
        /// Not reachable on foot from the starting tile (B-BUILD-3).
        const NOT_ON_FOOT = 4;
        /// Touches the city only at a corner (B-BUILD-4).
        const CORNER_ONLY = 8;
        /// Touches nothing at all (B-BUILD-4).
        const NO_CONTACT = 16;
        /// Closes in an empty cell (B-BUILD-5).
        const HOLE = 32;
        /// The starting tile never moves (B-RED-1).
        const STARTING_TILE = 64;
    }
}

impl Broken {
    /// The name of a single rule, as the notation writes it.
    const NAMES: [(Broken, &'static str, &'static str); 7] = [
        (Broken::OVERLAP, "overlap", "the cell is taken"),
        (Broken::WALL_MISMATCH, "wall-mismatch", "a wall meets an open side"),
        (Broken::NOT_ON_FOOT, "not-on-foot", "not reachable on foot"),
        (Broken::CORNER_ONLY, "corner-only", "touches only at a corner"),
        (Broken::NO_CONTACT, "no-contact", "touches nothing"),
        (Broken::HOLE, "hole", "would close in an empty cell"),
        (Broken::STARTING_TILE, "starting-tile", "the starting tile never moves"),
    ];

    /// The names of the rules in the set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Broken::NAMES.into_iter().filter(move |it| self.contains(it.0)).map(|it| it.1)
    }
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sentences: Vec<_> = Broken::NAMES.into_iter().filter(|it| self.contains(it.0)).map(|it| it.2).collect();
        f.write_str(&sentences.join(", "))
    }
}

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

const fn parts_the_empty(window: usize) -> bool {
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
pub(crate) struct Window {
    filled: u32,
    beside: [u8; 4],
}

impl Window {
    const MIDDLE: u32 = 1 << 12;

    /// Whether filling this cell of the three-by-three window in the middle, counted row by row, parts the empty cells.
    fn parts_at(&self, place: usize) -> bool {
        let first = place / 3 * 5 + place % 3;
        let row = |n: usize| (self.filled >> (first + 5 * n) & 7) as usize;
        PARTS_THE_EMPTY[row(0) | row(1) << 3 | row(2) << 6]
    }
}

/// A set of wall patterns: bit `w` stands for the tiles whose walls are `w`.
pub(crate) type Patterns = u16;

/// By the open sides (low nibble) and walls (high nibble) around an empty cell: the buildings that fit and can be reached.
/// The second half is for cells that must not be filled at all.
static FITTING: [Patterns; 512] = {
    let mut table = [0; 512];
    let mut i = 0;
    while i < 256 {
        let (open, wall) = (i & 0xF, i >> 4);
        let mut walls = 0;
        while walls < 16 {
            if open != 0 && walls & open == 0 && walls & wall == wall {
                table[i] |= 1 << walls;
            }
            walls += 1;
        }
        i += 1;
    }
    table
};

/// By the joined sides (low nibble) and walls (high nibble) of a built tile: what may take its place.
static REPLACING: [Patterns; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let (joined, walls) = (i & 0xF, i >> 4);
        let mut other = 0;
        while other < 16 {
            if other & joined == walls & joined {
                table[i] |= 1 << other;
            }
            other += 1;
        }
        i += 1;
    }
    table
};

/// The tiles of one player on their grid.
#[derive(Debug)]
pub struct City {
    tiles: ArrayVec<Placed, MAX_TILES>,
    gaps: ArrayVec<Gap, MAX_GAPS>,
    /// The slots of the tiles without which another one could not be reached on foot.
    pivots: u128,
}

impl Clone for City {
    /// Copies what is there and not the room for more.
    fn clone(&self) -> City {
        let mut city = City { tiles: ArrayVec::new(), gaps: ArrayVec::new(), pivots: self.pivots };
        city.clone_from(self);
        city
    }

    fn clone_from(&mut self, source: &City) {
        self.tiles.clear();
        self.gaps.clear();
        self.pivots = source.pivots;
        // Both have the same capacity, so neither can fail.
        let _ = self.tiles.try_extend_from_slice(&source.tiles);
        let _ = self.gaps.try_extend_from_slice(&source.gaps);
    }
}

impl PartialEq for City {
    /// Cities are equal if the same lies in the same cells, in whatever order it was built.
    fn eq(&self, other: &City) -> bool {
        self.in_order() == other.in_order()
    }
}

impl Eq for City {}

impl Serialize for City {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Lying {
            cell: Cell,
            tile: Tile,
        }
        let tiles: Vec<Lying> = self.in_order().into_iter().map(|(cell, tile)| Lying { cell, tile }).collect();
        let mut city = serializer.serialize_struct("City", 2)?;
        city.serialize_field("tiles", &tiles)?;
        city.serialize_field("longest_wall", &self.longest_wall())?;
        city.end()
    }
}

impl City {
    /// A city of its starting tile alone.
    pub fn new(start: Tile) -> City {
        let mut city = City { tiles: ArrayVec::new(), gaps: ArrayVec::new(), pivots: 0 };
        city.build(start, Cell::ORIGIN);
        city
    }

    /// The tiles, the starting tile first.
    pub fn tiles(&self) -> &[Placed] {
        &self.tiles
    }

    /// What lies where, row by row.
    pub fn in_order(&self) -> Vec<(Cell, Tile)> {
        let mut tiles: Vec<_> = self.tiles.iter().map(|it| (it.cell, it.tile)).collect();
        tiles.sort_unstable();
        tiles
    }

    /// What lies in this cell.
    pub fn at(&self, cell: Cell) -> Option<&Placed> {
        self.tiles.iter().find(|it| it.cell == cell)
    }

    /// Where this tile lies.
    pub fn cell_of(&self, tile: Tile) -> Option<Cell> {
        self.slot_of(tile).map(|slot| self.tiles[slot].cell)
    }

    fn slot_of(&self, tile: Tile) -> Option<usize> {
        self.tiles.iter().position(|it| it.tile == tile)
    }

    /// The cells where this tile may be built.
    pub fn cells_for(&self, tile: Tile) -> impl Iterator<Item = Cell> {
        let pattern = tile.walls().bits();
        self.gaps.iter().filter(move |gap| gap.around.fitting() >> pattern & 1 != 0).map(|gap| gap.cell)
    }

    /// The empty cells beside the city with the walls of what may be built there.
    pub(crate) fn openings(&self) -> impl ExactSizeIterator<Item = (Cell, Patterns)> {
        self.gaps.iter().map(|gap| (gap.cell, gap.around.fitting()))
    }

    /// The built tiles with the walls of what may take their place.
    pub(crate) fn replaceable(&self) -> impl ExactSizeIterator<Item = (Tile, Patterns)> {
        self.tiles[1..].iter().map(|it| (it.tile, it.replacing()))
    }

    /// Every empty cell that has a tile next to it.
    pub fn gaps(&self) -> impl Iterator<Item = Cell> {
        self.gaps.iter().map(|gap| gap.cell)
    }

    /// Whether this tile may be built in this cell.
    pub fn takes(&self, tile: Tile, cell: Cell) -> bool {
        self.gaps.iter().any(|gap| gap.cell == cell && gap.around.fitting() >> tile.walls().bits() & 1 != 0)
    }

    /// Every building rule that this tile would break in this cell.
    pub fn broken_by(&self, tile: Tile, cell: Cell) -> Broken {
        if self.at(cell).is_some() {
            return Broken::OVERLAP;
        }
        let mut broken = Broken::empty();
        let window = self.window(cell);
        broken.set(Broken::HOLE, window.parts_at(4));
        let Some(gap) = self.gaps.iter().find(|it| it.cell == cell) else {
            const CORNERS: u32 = 1 << 6 | 1 << 8 | 1 << 16 | 1 << 18;
            let contact = if window.filled & CORNERS != 0 { Broken::CORNER_ONLY } else { Broken::NO_CONTACT };
            // Who touches nothing can't be reached either; saying so would add nothing.
            return broken | contact;
        };
        let around = gap.around.0;
        let (open, wall) = (around & 0xF, around >> 4 & 0xF);
        let walls = u32::from(tile.walls().bits());
        broken.set(Broken::WALL_MISMATCH, walls & open != 0 || wall & !walls != 0);
        // Only a way through two open sides that really lie against each other leads on to the tile.
        broken.set(Broken::NOT_ON_FOOT, open & !walls == 0);
        broken
    }

    /// The tiles that may be taken down.
    pub fn removable(&self) -> impl Iterator<Item = Tile> {
        (1..self.tiles.len()).filter(|&slot| self.may_go(slot)).map(|slot| self.tiles[slot].tile)
    }

    /// Whether this tile may be taken down.
    pub fn releases(&self, tile: Tile) -> bool {
        self.slot_of(tile).is_some_and(|slot| slot > 0 && self.may_go(slot))
    }

    /// Every building rule that taking this built tile down would break.
    pub fn broken_without(&self, tile: Tile) -> Broken {
        let Some(slot) = self.slot_of(tile) else { return Broken::empty() };
        let mut broken = Broken::empty();
        broken.set(Broken::STARTING_TILE, slot == 0);
        broken.set(Broken::NOT_ON_FOOT, self.pivots >> slot & 1 != 0);
        broken.set(Broken::HOLE, !self.tiles[slot].beside.contains(&0));
        broken
    }

    /// Others must stay reachable without it (B-BUILD-3), and its cell must not become a hole (B-BUILD-5).
    fn may_go(&self, slot: usize) -> bool {
        (self.pivots >> slot & 1 == 0) & (self.tiles[slot].joined != Edges::all())
    }

    /// Whether `tile` may take the place of the built tile `old`.
    pub fn swaps(&self, tile: Tile, old: Tile) -> bool {
        self.slot_of(old).is_some_and(|slot| slot > 0 && self.tiles[slot].replacing() >> tile.walls().bits() & 1 != 0)
    }

    /// Builds a tile in an empty cell.
    pub fn build(&mut self, tile: Tile, cell: Cell) {
        let window = self.lay(tile, cell);
        let walls = tile.walls();
        let mut ways = Side::ALL.into_iter().filter(|&side| window.beside[side as usize] != 0 && !walls.has(side));
        match (ways.next(), ways.next()) {
            // A tile at the end of a way: the one before it becomes indispensable.
            (Some(side), None) => self.pivots |= 1 << (window.beside[side as usize] - 1),
            (None, _) => {}
            _ => self.settle(),
        }
    }

    /// Lays a tile down without asking on which tiles others depend; [`City::settle`] does that once all lie.
    pub(crate) fn lay(&mut self, tile: Tile, cell: Cell) -> Window {
        let slot = self.tiles.len();
        let mut window = self.window(cell);
        window.filled |= Window::MIDDLE;
        let walls = tile.walls();
        let joined = Side::ALL.into_iter().filter(|&side| window.beside[side as usize] != 0).map(Edges::of);
        let joined = joined.fold(Edges::empty(), Edges::union);
        self.tiles.push(Placed { cell, tile, walls, joined, beside: window.beside });
        let near = self.gaps_near(cell);
        self.see_holes(&near, &window);
        for side in Side::ALL {
            let seen = Around::facing(side.opposite(), walls.has(side));
            if let Some(neighbour) = window.beside[side as usize].checked_sub(1) {
                let neighbour = &mut self.tiles[usize::from(neighbour)];
                neighbour.beside[side.opposite() as usize] = slot as u8 + 1;
                neighbour.joined |= Edges::of(side.opposite());
            } else if let Some(gap) = near[towards(side)].checked_sub(1) {
                self.gaps[usize::from(gap)].around.0 |= seen;
            } else {
                let hole = u32::from(window.parts_at(towards(side))) << 31;
                self.gaps.push(Gap { cell: cell.step(side), around: Around(seen | hole) });
            }
        }
        if let Some(filled) = near[4].checked_sub(1) {
            self.gaps.swap_remove(filled.into());
        }
        window
    }

    /// The places, plus one, of the gaps in the three-by-three window around a cell.
    fn gaps_near(&self, cell: Cell) -> [u8; 9] {
        let mut near = [0; 16];
        for (i, gap) in self.gaps.iter().enumerate() {
            let x = gap.cell.x.wrapping_sub(cell.x).wrapping_add(1) as u8;
            let y = gap.cell.y.wrapping_sub(cell.y).wrapping_add(1) as u8;
            // What lies outside the window is noted in a place that nobody reads.
            let place = if (x < 3) & (y < 3) { y * 3 + x } else { 15 };
            near[usize::from(place)] = i as u8 + 1;
        }
        std::array::from_fn(|i| near[i])
    }

    /// Finds out anew which of these gaps would close something in if they were filled.
    fn see_holes(&mut self, near: &[u8; 9], window: &Window) {
        for (place, gap) in near.iter().enumerate() {
            if let Some(gap) = gap.checked_sub(1) {
                let around = &mut self.gaps[usize::from(gap)].around.0;
                *around = *around & !Around::HOLE | u32::from(window.parts_at(place)) << 31;
            }
        }
    }

    /// Takes a tile down that may go; it must not be the starting tile.
    pub fn take_down(&mut self, tile: Tile) {
        let Some(slot) = self.slot_of(tile) else { return };
        let Placed { cell, beside, .. } = self.tiles[slot];
        // The last tile moves into the free slot; whoever lies beside it has to know.
        let last = self.tiles.len() - 1;
        self.tiles.swap_remove(slot);
        for side in Side::ALL {
            if let Some(neighbour) = beside[side as usize].checked_sub(1) {
                let neighbour = if usize::from(neighbour) == last { slot } else { neighbour.into() };
                self.tiles[neighbour].beside[side.opposite() as usize] = 0;
                self.tiles[neighbour].joined -= Edges::of(side.opposite());
            }
        }
        if slot < last {
            let moved = self.tiles[slot].beside;
            for side in Side::ALL {
                if let Some(neighbour) = moved[side as usize].checked_sub(1) {
                    self.tiles[usize::from(neighbour)].beside[side.opposite() as usize] = slot as u8 + 1;
                }
            }
        }

        let window = self.window(cell);
        let near = self.gaps_near(cell);
        self.see_holes(&near, &window);
        let mut around = u32::from(window.parts_at(4)) << 31;
        let mut forlorn = [0; 4];
        for side in Side::ALL {
            if let Some(neighbour) = window.beside[side as usize].checked_sub(1) {
                let wall = self.tiles[usize::from(neighbour)].walls.has(side.opposite());
                around |= Around::facing(side, wall);
            } else if let Some(gap) = near[towards(side)].checked_sub(1) {
                let seen = &mut self.gaps[usize::from(gap)].around.0;
                *seen &= !(Around::facing(side.opposite(), false) | Around::facing(side.opposite(), true));
                forlorn[side as usize] = if *seen & !Around::HOLE == 0 { gap + 1 } else { 0 };
            }
        }
        // From the last place down, so that those still to go stay where they are.
        forlorn.sort_unstable();
        for gap in forlorn.into_iter().rev().filter_map(|it| it.checked_sub(1)) {
            self.gaps.swap_remove(gap.into());
        }
        self.gaps.push(Gap { cell, around: Around(around) });
        self.settle();
    }

    /// Lays a tile exactly where the built tile `old` lies.
    pub fn swap(&mut self, tile: Tile, old: Tile) {
        let Some(slot) = self.slot_of(old) else { return };
        self.tiles[slot].tile = tile;
        self.tiles[slot].walls = tile.walls();
        // Sides that touch a tile are the same as before; what the empty cells see may differ.
        let Placed { cell, beside, .. } = self.tiles[slot];
        for side in Side::ALL {
            if beside[side as usize] == 0 {
                let neighbour = cell.step(side);
                let Some(gap) = self.gaps.iter_mut().find(|it| it.cell == neighbour) else { continue };
                let facing = |wall| Around::facing(side.opposite(), wall);
                gap.around.0 &= !(facing(true) | facing(false));
                gap.around.0 |= facing(tile.walls().has(side));
            }
        }
    }

    fn window(&self, cell: Cell) -> Window {
        let mut filled = 0;
        let mut slots = [0; 32];
        for (slot, tile) in self.tiles.iter().enumerate() {
            let x = tile.cell.x.wrapping_sub(cell.x).wrapping_add(2) as u8;
            let y = tile.cell.y.wrapping_sub(cell.y).wrapping_add(2) as u8;
            // What lies outside the window is noted in a place that nobody reads.
            let place = if (x < 5) & (y < 5) { y * 5 + x } else { 31 };
            filled |= 1 << place;
            slots[usize::from(place)] = slot as u8 + 1;
        }
        Window { filled, beside: [slots[7], slots[13], slots[17], slots[11]] }
    }

    /// Finds the tiles without which another one could not be reached: the articulation points seen from the start.
    pub(crate) fn settle(&mut self) {
        struct Walk<'a> {
            tiles: &'a [Placed],
            met: [u8; MAX_TILES],
            n_met: u8,
            pivots: u128,
        }
        impl Walk<'_> {
            /// Visits a tile and returns the earliest tile that can be reached from it without going back.
            fn visit(&mut self, slot: usize) -> u8 {
                self.n_met += 1;
                let own = self.n_met;
                self.met[slot] = own;
                let mut earliest = own;
                let Placed { walls, beside, .. } = self.tiles[slot];
                for side in Side::ALL {
                    let Some(next) = beside[side as usize].checked_sub(1).map(usize::from) else { continue };
                    if walls.has(side) {
                        continue;
                    }
                    if self.met[next] == 0 {
                        let reached = self.visit(next);
                        earliest = earliest.min(reached);
                        if reached >= own {
                            self.pivots |= 1 << slot;
                        }
                    } else {
                        earliest = earliest.min(self.met[next]);
                    }
                }
                earliest
            }
        }
        let mut walk = Walk { tiles: &self.tiles, met: [0; MAX_TILES], n_met: 0, pivots: 0 };
        walk.visit(0);
        self.pivots = walk.pivots;
    }

    /// The number of sides in the longest connected stretch of outer wall (B-SCORE-1).
    ///
    /// The outline is one closed curve, because there are no holes: one walk around it meets every outer side.
    pub fn longest_wall(&self) -> u8 {
        let start = |(slot, tile): (usize, &Placed)| Some((slot, tile.beside.iter().position(|&it| it == 0)?));
        let Some(start) = self.tiles.iter().enumerate().find_map(start) else { return 0 };
        let (mut longest, mut run, mut n_sides) = (0, 0, 0);
        let mut first_run = None;
        let mut at = start;
        loop {
            let (slot, side) = at;
            n_sides += 1;
            if self.tiles[slot].walls.bits() >> side & 1 != 0 {
                run += 1;
            } else {
                first_run.get_or_insert(run);
                longest = longest.max(run);
                run = 0;
            }
            at = self.next_outer_side(slot, side);
            if at == start {
                break;
            }
        }
        match first_run {
            // The stretch before the first opening goes on from the last one.
            Some(first) => longest.max(first + run),
            None => n_sides,
        }
    }

    /// The outer side that follows this one clockwise.
    fn next_outer_side(&self, slot: usize, side: usize) -> (usize, usize) {
        let next = (side + 1) & 3;
        let Some(ahead) = self.tiles[slot].beside[next].checked_sub(1).map(usize::from) else { return (slot, next) };
        let Some(outwards) = self.tiles[ahead].beside[side].checked_sub(1).map(usize::from) else {
            return (ahead, side);
        };
        (outwards, (side + 3) & 3)
    }
}

/// The place of a neighbouring cell in the three-by-three window, counted row by row.
const fn towards(side: Side) -> usize {
    match side {
        Side::North => 1,
        Side::East => 5,
        Side::South => 7,
        Side::West => 3,
    }
}
