//! A city: tiles around a starting tile, and where further ones may go.
//!
//! Beside its tiles a city keeps its *gaps*: every empty cell with a tile next to it, with what those tiles turn towards
//! it and whether filling it would close in empty cells. Testing a placement is then a look into a table.

use serde::{Serialize, Serializer, ser::SerializeStruct as _};

use crate::{
    bits,
    list::List,
    material::{Cell, Edges, Part, Side, Tile},
    wall,
};

/// One player could own every tile of the largest box: both games and the starting tile.
pub const MAX_TILES: usize = 109;

/// A shape of `n` cells has at most `2n + 2` empty cells beside it.
const MAX_GAPS: usize = 2 * MAX_TILES + 2;

/// A tile in its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placed {
    /// Where it lies.
    pub cell: Cell,
    /// What lies there.
    pub tile: Tile,
    /// The sides that bear a wall, printed or added; a moat in Granada, a bastion at a camp.
    pub edges: Edges,
    /// The sides with a tile next to them.
    pub joined: Edges,
    /// The slots, plus one, of the tiles on its four sides; zero where the cell is empty.
    beside: [u8; 4],
}

impl Placed {
    /// What is asked of a tile of the same part in its place: alike on every side that touches another tile.
    fn asks(&self) -> Asked {
        let (edges, joined) = (self.edges.bits(), self.joined.bits());
        Asked(joined & !edges | (joined & edges) << 4)
    }

    /// The slot of the tile without which this camp would stand at no wall; a bastion touches nothing else (M-CAMP-2).
    fn leans_on(&self) -> Option<usize> {
        let mut walls = self.edges.sides().filter_map(|side| self.neighbour(side));
        walls.next().filter(|_| walls.next().is_none())
    }

    /// The slot of the tile on this side.
    fn neighbour(&self, side: Side) -> Option<usize> {
        self.beside[side as usize].checked_sub(1).map(usize::from)
    }
}

/// What the neighbours of an empty cell turn towards it: three bits a side, and whether filling it makes a hole.
///
/// Kept so tightly because copying a city is copying all of its room for gaps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Around(u16);

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
    const fn with(self, side: Side, part: Part, edge: bool) -> Around {
        let sort = 1 + 2 * part as u16 + edge as u16;
        Around(self.without(side).0 | sort << (3 * side as u16))
    }

    /// Without a neighbour on `side`.
    const fn without(self, side: Side) -> Around {
        Around(self.0 & !(7 << (3 * side as u16)))
    }

    /// With this to be said about whether filling the cell makes a hole.
    const fn with_hole(self, hole: bool) -> Around {
        Around(self.0 & 0x7FFF | (hole as u16) << 15)
    }

    /// Whether there is no neighbour.
    const fn is_nothing(self) -> bool {
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
    const fn asks(self, newcomer: Newcomer) -> Asked {
        let by_sides = &ASKED[newcomer as usize];
        let sides = self.0 as usize;
        let asked = by_sides[sides & 63] | by_sides[sides >> 6 & 63] << 2;
        let is_hole = (self.0 as u32 & 0x8000) << 16;
        if is_hole | asked & REFUSED != 0 || asked & WELCOMED == 0 { Asked::IMPOSSIBLE } else { Asked(asked as u8) }
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
enum Newcomer {
    Alhambra,
    /// Of Granada, once that has a tile to start from.
    Granada,
    /// The first tile of Granada, which stands against a wall (C-BUILD-2).
    FirstOfGranada,
    Camp,
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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked(u8);

impl Asked {
    /// Every side with and without an edge, so that no tile fits.
    const IMPOSSIBLE: Asked = Asked(0xFF);

    /// The bits that must not be set for a tile with these edges.
    const fn wrong(edges: Edges) -> u8 {
        edges.bits() | !edges.bits() << 4
    }

    const fn is_met_by(self, edges: Edges) -> bool {
        self.0 & Asked::wrong(edges) == 0
    }
}

/// By what is asked in a place and by the edges of a tile: one if it fits there, else zero.
static FITS: [[u8; 16]; 256] = {
    let mut fits = [[0; 16]; 256];
    let mut asked = 0;
    while asked < 256 {
        let mut edges = 0;
        while edges < 16 {
            fits[asked][edges] = Asked(asked as u8).is_met_by(Edges::from_bits_retain(edges as u8)) as u8;
            edges += 1;
        }
        asked += 1;
    }
    fits
};

/// What is asked in up to `32 * N` places, eight to a word, so that a tile is tried in eight places at once.
#[derive(Clone, Copy, Debug)]
struct AllAsked<const N: usize> {
    places: [[[u8; 8]; 4]; N],
    /// How many of them a tile fits, by its edges.
    n_fitting: [u8; 16],
}

impl<const N: usize> AllAsked<N> {
    const NOTHING: AllAsked<N> = AllAsked { places: [[[Asked::IMPOSSIBLE.0; 8]; 4]; N], n_fitting: [0; 16] };

    fn set(&mut self, place: usize, asked: Asked) {
        let noted = &mut self.places.as_flattened_mut().as_flattened_mut()[place];
        let before = std::mem::replace(noted, asked.0);
        // Counted for all sixteen at once, because that is one addition of long words.
        for (n, (fitted, fits)) in
            self.n_fitting.iter_mut().zip(FITS[usize::from(before)].iter().zip(&FITS[usize::from(asked.0)]))
        {
            *n = n.wrapping_sub(*fitted).wrapping_add(*fits);
        }
    }

    /// Whether as many places are counted as there are, whatever the edges of a tile.
    fn is_counted_right(&self) -> bool {
        (0..16).map(Edges::from_bits_retain).all(|edges| {
            let n = (0..N).map(|block| self.fitting(block, edges).count_ones() as usize).sum::<usize>();
            n == self.n_fitting(edges)
        })
    }

    /// How many places a tile with these edges fits.
    fn n_fitting(&self, edges: Edges) -> usize {
        self.n_fitting[usize::from(edges.bits() & 15)].into()
    }

    /// The places that a tile with these edges fits among those of a block of 32.
    ///
    /// They are tried without asking how many there are, and told column by column: what fits in the first place of each
    /// word, then in the second.
    #[inline]
    fn fitting(&self, block: usize, edges: Edges) -> u64 {
        const LOW: u64 = u64::from_ne_bytes([0x7F; 8]);
        let wrong = u64::from_ne_bytes([Asked::wrong(edges); 8]);
        let mut fitting = 0;
        for (i, word) in self.places[block].iter().enumerate() {
            let amiss = u64::from_le_bytes(*word) & wrong;
            // The highest bit of each byte, set where nothing is amiss; the next word goes to the bits beside them.
            fitting |= !(((amiss & LOW) + LOW) | amiss | LOW) >> (7 - i);
        }
        fitting
    }
}

/// Gaps or slots that were found together, as bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    set: u64,
    first: u8,
    order: Order,
}

/// In which order things were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// One after the other.
    Straight,
    /// The first of each eight, then the second of each eight, and so on.
    ByColumns,
}

impl Found {
    /// What was found column by column in a block of 32 places.
    #[inline]
    const fn in_block(block: usize, places: u64) -> Found {
        Found { set: places, first: 32 * block as u8, order: Order::ByColumns }
    }

    /// Slots, told in two halves; few cities have so many tiles that the second is needed.
    #[inline]
    fn in_halves(slots: u128, mut found: impl FnMut(Found)) {
        found(Found { set: slots as u64, first: 0, order: Order::Straight });
        if slots >> 64 != 0 {
            found(Found { set: (slots >> 64) as u64, first: 64, order: Order::Straight });
        }
    }

    /// How many there are.
    #[inline]
    pub(crate) const fn len(self) -> usize {
        self.set.count_ones() as usize
    }

    /// The n-th of them.
    #[inline]
    pub(crate) fn nth(self, n: usize) -> usize {
        let bit = bits::nth(self.set, n);
        usize::from(self.first) + if self.order == Order::ByColumns { by_columns(bit) } else { bit }
    }

    /// All of them.
    #[inline]
    pub(crate) fn each(self, mut found: impl FnMut(usize)) {
        let by_columns = self.order == Order::ByColumns;
        for bit in bits::numbers(self.set).map(usize::from) {
            found(usize::from(self.first) + if by_columns { self::by_columns(bit) } else { bit });
        }
    }
}

/// Which of 32 things belongs to a bit if they were found column by column.
const fn by_columns(bit: usize) -> usize {
    bit % 8 * 8 + bit / 8
}

/// Does something for each slot in a set.
#[inline]
fn for_each_slot(slots: u128, mut then: impl FnMut(usize)) {
    for (first, half) in [(0, slots as u64), (64, (slots >> 64) as u64)] {
        let mut half = half;
        while half != 0 {
            then(first + half.trailing_zeros() as usize);
            half &= half - 1;
        }
    }
}

/// Puts a slot into a set or takes it out.
#[inline]
fn set(slots: &mut u128, slot: usize, is_there: bool) {
    *slots = *slots & !(1 << slot) | u128::from(is_there) << slot;
}

/// An empty cell with at least one tile next to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gap {
    /// Where it is.
    pub cell: Cell,
    around: Around,
}

bitflags::bitflags! {
    /// The building rules that a placement breaks.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Broken: u16 {
        /// The cell is taken.
        const OVERLAP = 1;
        /// A wall meets an open side, or a moat does (B-BUILD-2, G-BUILD-1).
        const WALL_MISMATCH = 2;
        /// Not reachable on foot from the starting tile (B-BUILD-3).
        const NOT_ON_FOOT = 4;
        /// Touches the city only at a corner (B-BUILD-4).
        const CORNER_ONLY = 8;
        /// Touches nothing at all (B-BUILD-4).
        const NO_CONTACT = 16;
        /// Closes in an empty cell (B-BUILD-5).
        const HOLE = 32;
        /// A starting tile never moves (B-RED-1, C-BUILD-2).
        const STARTING_TILE = 64;
        /// Alhambra and Granada touch otherwise than with wall against moat (C-BUILD-1).
        const WALL_AND_MOAT = 128;
        /// Granada would lose the Alhambra (C-BUILD-2).
        const APART = 256;
        /// A bastion touches something else than a wall (M-CAMP-2).
        const BASTION = 512;
        /// A plain side of a camp touches something else than a camp's plain side (M-CAMP-2).
        const CAMP_SIDE = 1024;
        /// A camp stands at no wall (M-CAMP-2).
        const CAMP_WITHOUT_WALL = 2048;
    }
}

impl Broken {
    /// Each rule with its name in the notation and a sentence for people.
    const NAMES: [(Broken, &'static str, &'static str); 12] = [
        (Broken::OVERLAP, "overlap", "the cell is taken"),
        (Broken::WALL_MISMATCH, "wall-mismatch", "a wall meets an open side"),
        (Broken::NOT_ON_FOOT, "not-on-foot", "not reachable on foot"),
        (Broken::CORNER_ONLY, "corner-only", "touches only at a corner"),
        (Broken::NO_CONTACT, "no-contact", "touches nothing"),
        (Broken::HOLE, "hole", "would close in an empty cell"),
        (Broken::STARTING_TILE, "starting-tile", "a starting tile never moves"),
        (Broken::WALL_AND_MOAT, "wall-and-moat", "Alhambra and Granada touch only with wall against moat"),
        (Broken::APART, "apart", "Granada would no longer touch the Alhambra"),
        (Broken::BASTION, "bastion", "a bastion may touch nothing but a wall"),
        (Broken::CAMP_SIDE, "camp-side", "a plain camp side may touch nothing but another one"),
        (Broken::CAMP_WITHOUT_WALL, "camp-without-wall", "a camp would stand at no wall"),
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

impl Serialize for Broken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.names())
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
    /// The cells that share only a corner with the middle.
    const CORNERS: u32 = 1 << 6 | 1 << 8 | 1 << 16 | 1 << 18;

    /// The sides with a tile next to them.
    fn joined(&self) -> Edges {
        let joined = |side: Side| u8::from(self.beside[side as usize] != 0) << side as u8;
        Edges::from_bits_retain(Side::ALL.into_iter().map(joined).sum())
    }

    /// The slot plus one of the tile on the first of these sides.
    fn towards(&self, sides: Edges) -> u8 {
        self.beside[(sides.bits().trailing_zeros() & 3) as usize]
    }

    /// Whether filling this cell of the three-by-three window in the middle, counted row by row, parts the empty cells.
    fn parts_at(&self, place: usize) -> bool {
        let first = place / 3 * 5 + place % 3;
        let row = |n: usize| (self.filled >> (first + 5 * n) & 7) as usize;
        PARTS_THE_EMPTY[row(0) | row(1) << 3 | row(2) << 6]
    }
}

/// The gaps in the three-by-three window around a cell, whose places are counted row by row.
struct Near {
    /// The gaps plus one by place; zero where there is none.
    gaps: [u8; 16],
    /// The places where there is one.
    places: [u8; 16],
    n: usize,
}

impl Near {
    /// A place for the gaps that don't lie in the window.
    const OUTSIDE: usize = 15;

    /// Adds a gap without asking whether it lies in the window, which is anybody's guess.
    fn add(&mut self, place: usize, gap: usize) {
        self.gaps[place & 15] = gap as u8 + 1;
        self.places[self.n & 15] = place as u8;
        self.n += usize::from(place != Near::OUTSIDE);
    }

    fn at(&self, place: usize) -> Option<usize> {
        self.gaps[place].checked_sub(1).map(usize::from)
    }
}

/// The tiles of one player on their grid.
#[derive(Clone, Copy, Debug)]
pub struct City {
    tiles: List<Placed, MAX_TILES>,
    gaps: List<Gap, MAX_GAPS>,
    /// What is asked in the gaps, of tiles of the part that the city began with and of those of another part: of Granada
    /// once that has begun, or of camps once they are expected; no box has both.
    asked: [AllAsked<{ MAX_GAPS.div_ceil(32) }>; 2],
    /// What is asked of a tile of the same part in the places of the built ones, for the same parts.
    asked_instead: [AllAsked<{ MAX_TILES.div_ceil(32) }>; 2],
    /// The slots of the tiles without which another one could not be reached on foot.
    pivots: u128,
    /// Whether there is a way round; if not, every tile with several ways is one of those.
    has_loops: bool,
    /// The slots of the tiles with others on all four sides, which would leave a hole.
    enclosed: u128,
    /// The slots of the tiles with others to the north and to the west, where four may meet.
    nooks: u128,
    /// The slots of the tiles with one of another part beside them, once there is a Granada.
    borders: u128,
    /// The first tile of Granada in a city that began with the Alhambra (C-BUILD-2).
    gate: Option<Tile>,
    /// Whether it is noted what is asked of camps.
    expects_camps: bool,
    /// The part that the city began with.
    home: Part,
    /// The slots of the tiles that are not of that part.
    foreign: u128,
    /// Which tiles lie there, by their numbers.
    built: [u64; 4],
}

impl PartialEq for City {
    /// Cities are equal if the same lies in the same cells, in whatever order it was built.
    fn eq(&self, other: &City) -> bool {
        // Most cities are compared with what they were a moment ago, when nothing has to be sorted.
        (self.tiles == other.tiles || self.in_order() == other.in_order()) && self.gate == other.gate
    }
}

impl Eq for City {}

impl Serialize for City {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Lying {
            cell: Cell,
            tile: Tile,
            edges: Edges,
        }
        let tiles: Vec<Lying> =
            self.in_order().into_iter().map(|(cell, tile, edges)| Lying { cell, tile, edges }).collect();
        let mut city = serializer.serialize_struct("City", 5)?;
        city.serialize_field("tiles", &tiles)?;
        city.serialize_field("first_granada", &self.gate)?;
        city.serialize_field("longest_wall", &self.longest_wall(Part::Alhambra))?;
        city.serialize_field("longest_moat", &self.longest_wall(Part::Granada))?;
        city.serialize_field("longest_together", &self.longest_together())?;
        city.end()
    }
}

impl City {
    /// A city of its starting tile alone.
    pub fn new(start: Tile) -> City {
        let mut city = City {
            tiles: List::new(),
            gaps: List::new(),
            asked: [AllAsked::NOTHING; 2],
            asked_instead: [AllAsked::NOTHING; 2],
            pivots: 0,
            has_loops: false,
            enclosed: 0,
            nooks: 0,
            borders: 0,
            gate: None,
            expects_camps: false,
            home: start.part(),
            foreign: 0,
            built: [0; 4],
        };
        city.build(start, start.edges(), Cell::ORIGIN);
        city
    }

    /// The tiles, the starting tile first.
    pub fn tiles(&self) -> &[Placed] {
        &self.tiles
    }

    /// What lies where with which edges, row by row.
    pub fn in_order(&self) -> Vec<(Cell, Tile, Edges)> {
        let mut tiles: Vec<_> = self.tiles.iter().map(|it| (it.cell, it.tile, it.edges)).collect();
        tiles.sort_unstable();
        tiles
    }

    /// What lies in this cell.
    pub fn at(&self, cell: Cell) -> Option<&Placed> {
        self.tiles.iter().find(|it| it.cell == cell)
    }

    /// The four tiles that meet at the corner to the north-west of a cell, if there are so many.
    pub(crate) fn around_corner(&self, corner: Cell) -> Option<[Tile; 4]> {
        let slot = self.tiles.iter().position(|it| it.cell == corner)?;
        self.around_corner_of(slot)
    }

    #[inline]
    fn around_corner_of(&self, slot: usize) -> Option<[Tile; 4]> {
        let (north, west) = (self.tiles[slot].neighbour(Side::North)?, self.tiles[slot].neighbour(Side::West)?);
        let opposite = self.tiles[north].neighbour(Side::West)?;
        Some([slot, north, west, opposite].map(|it| self.tiles[it].tile))
    }

    /// Finds the corners where four tiles meet, each as the cell to the south-east of it.
    pub(crate) fn find_corners(&self, mut found: impl FnMut(Cell, [Tile; 4])) {
        for_each_slot(self.nooks, |slot| {
            if let Some(tiles) = self.around_corner_of(slot) {
                found(self.tiles[slot].cell, tiles);
            }
        });
    }

    /// Whether it is noted right where tiles fit, where four tiles meet, and what may be taken down.
    pub(crate) fn is_noted_right(&self) -> bool {
        let are_counted = self.asked.iter().all(AllAsked::is_counted_right)
            && self.asked_instead.iter().all(AllAsked::is_counted_right);
        let mut n_corners = 0;
        self.find_corners(|_, _| n_corners += 1);
        let meet = |&slot: &usize| self.around_corner_of(slot).is_some();
        let removable = self.removable_slots();
        let is_right = |slot: usize| self.broken_without_slot(slot).is_empty() == (removable >> slot & 1 != 0);
        let mut slots = 0..self.tiles.len();
        are_counted && slots.clone().filter(meet).count() == n_corners && slots.all(is_right)
    }

    /// Whether this tile lies there.
    pub(crate) fn has(&self, tile: Tile) -> bool {
        self.built[tile.index() / 64] >> (tile.index() % 64) & 1 != 0
    }

    /// How many workers' huts lie there.
    pub(crate) fn n_huts(&self) -> usize {
        self.built.iter().zip(Tile::HUTS).map(|(built, huts)| (built & huts).count_ones() as usize).sum()
    }

    /// Where this tile lies.
    pub fn cell_of(&self, tile: Tile) -> Option<Cell> {
        self.slot_of(tile).map(|slot| self.tiles[slot].cell)
    }

    /// The first tile of Granada in a city that began with the Alhambra; it never moves.
    pub fn first_granada(&self) -> Option<Tile> {
        self.gate
    }

    fn slot_of(&self, tile: Tile) -> Option<usize> {
        self.tiles.iter().position(|it| it.tile == tile)
    }

    /// Whether all tiles are of the part that the city began with.
    pub(crate) fn is_uniform(&self) -> bool {
        self.foreign == 0
    }

    /// Whether Granada has a tile to start from.
    fn founded(&self) -> bool {
        self.gate.is_some() || self.home == Part::Granada
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

    /// Begins to note where camps may stand, because there is one to be built.
    pub(crate) fn expect(&mut self, tile: Tile) {
        if tile.part() == Part::Camp && !self.expects_camps && self.gate.is_none() {
            self.expects_camps = true;
            self.note_all();
        }
    }

    /// Where it is noted what is asked of such tiles in the gaps, if it is.
    #[inline]
    fn noted(&self, tile: Tile) -> Option<usize> {
        match tile.part() {
            part if part == self.home => Some(0),
            Part::Granada if self.gate.is_some() => Some(1),
            Part::Camp if self.expects_camps => Some(1),
            _ => None,
        }
    }

    /// The other sort of tiles for which that is noted, if there is one.
    #[inline]
    fn guest(&self) -> Option<Newcomer> {
        match self.gate {
            Some(_) => Some(Newcomer::Granada),
            None => self.expects_camps.then_some(Newcomer::Camp),
        }
    }

    /// The cells where a tile with these edges may be built.
    pub fn cells_for(&self, tile: Tile, edges: Edges) -> impl Iterator<Item = Cell> {
        let newcomer = self.newcomer(tile);
        self.gaps.iter().filter(move |gap| gap.around.asks(newcomer).is_met_by(edges)).map(|gap| gap.cell)
    }

    /// Finds the gaps where a tile with these edges may be built.
    #[inline]
    pub(crate) fn find_gaps(&self, tile: Tile, edges: Edges, mut found: impl FnMut(Found)) {
        let Some(noted) = self.noted(tile) else { return self.look_for_gaps(tile, edges, found) };
        for block in 0..self.gaps.len().div_ceil(32) {
            found(Found::in_block(block, self.asked[noted].fitting(block, edges)));
        }
    }

    /// In how many gaps a tile with these edges may be built.
    #[inline]
    pub fn n_gaps(&self, tile: Tile, edges: Edges) -> usize {
        if let Some(noted) = self.noted(tile) {
            return self.asked[noted].n_fitting(edges);
        }
        let mut n = 0;
        self.look_for_gaps(tile, edges, |gaps| n += gaps.len());
        n
    }

    /// Finds the gaps for a tile of which it is not noted what they ask.
    #[inline(never)]
    fn look_for_gaps(&self, tile: Tile, edges: Edges, mut found: impl FnMut(Found)) {
        let newcomer = self.newcomer(tile);
        for (i, gaps) in self.gaps.chunks(64).enumerate() {
            let fits = |gap: &Gap| u64::from(gap.around.asks(newcomer).is_met_by(edges));
            let set = gaps.iter().enumerate().map(|(i, gap)| fits(gap) << i).sum();
            found(Found { set, first: 64 * i as u8, order: Order::Straight });
        }
    }

    /// Finds the slots of the built tiles whose place a tile with these edges may take.
    #[inline]
    pub(crate) fn find_swaps(&self, tile: Tile, edges: Edges, mut found: impl FnMut(Found)) {
        let Some(noted) = self.noted(tile).filter(|_| tile.part() != Part::Camp) else {
            return Found::in_halves(self.camps_for(tile, edges), found);
        };
        for block in 0..self.tiles.len().div_ceil(32) {
            found(Found::in_block(block, self.asked_instead[noted].fitting(block, edges)));
        }
    }

    /// How many built tiles there are whose place a tile with these edges may take.
    #[inline]
    pub(crate) fn n_swaps(&self, tile: Tile, edges: Edges) -> usize {
        match self.noted(tile).filter(|_| tile.part() != Part::Camp) {
            Some(noted) => self.asked_instead[noted].n_fitting(edges),
            None => self.camps_for(tile, edges).count_ones() as usize,
        }
    }

    /// The slots of the camps whose place a camp with these edges may take; nothing else takes the place of another part.
    fn camps_for(&self, tile: Tile, edges: Edges) -> u128 {
        let mut slots = 0;
        if tile.part() == Part::Camp {
            for_each_slot(self.foreign, |slot| {
                slots |= u128::from(self.tiles[slot].asks().is_met_by(edges)) << slot;
            });
        }
        slots
    }

    /// The tile in a slot.
    #[inline]
    pub(crate) fn tile_in(&self, slot: usize) -> Tile {
        self.tiles[slot].tile
    }

    /// The cell of a gap.
    #[inline]
    pub(crate) fn cell_of_gap(&self, gap: usize) -> Cell {
        self.gaps[gap].cell
    }

    /// Finds the slots of the tiles that can bear these walls: on sides without one that face empty cells (M-WALL-3).
    pub(crate) fn find_bearing(&self, walls: Edges, mut found: impl FnMut(Found)) {
        for (i, tiles) in self.tiles.chunks(64).enumerate() {
            let bears = |it: &Placed| it.tile.part() == Part::Alhambra && !(it.edges | it.joined).intersects(walls);
            let set = tiles.iter().enumerate().map(|(i, it)| u64::from(bears(it)) << i).sum();
            found(Found { set, first: 64 * i as u8, order: Order::Straight });
        }
    }

    /// Whether a tile of this part could take the place of another at all: the first tile of Granada stays (C-BUILD-2),
    /// and swaps between parts are never legal, because one walks into a tile through an open side that no other part may
    /// touch, and nobody walks to where a camp lay.
    fn may_be_swapped(&self, old: Tile, part: Part) -> bool {
        self.gate != Some(old) && old.part() == part
    }

    /// Notes what is asked in a gap; nothing fits in one that is no more, because nothing is around it.
    #[inline]
    fn note_gap(&mut self, gap: usize) {
        let Gap { around, .. } = self.gaps.get(gap).copied().unwrap_or_default();
        let home = if self.home == Part::Alhambra { Newcomer::Alhambra } else { Newcomer::Granada };
        self.asked[0].set(gap, around.asks(home));
        if let Some(guest) = self.guest() {
            self.asked[1].set(gap, around.asks(guest));
        }
    }

    /// Notes what is asked in the place of a built tile, or that it is no more; the starting tile never moves, and parts
    /// never take each other's places.
    #[inline]
    fn note_tile(&mut self, slot: usize) {
        let placed = self.tiles.get(slot).filter(|it| slot > 0 && it.tile.part() == self.home);
        self.asked_instead[0].set(slot, placed.map_or(Asked::IMPOSSIBLE, Placed::asks));
        if self.gate.is_some() {
            self.note_in_granada(slot);
        }
    }

    /// Notes the same for Granada beside the Alhambra, whose first tile stays (C-BUILD-2), and where the two touch.
    ///
    /// Kept apart so that other cities don't wait for it.
    #[inline(never)]
    fn note_in_granada(&mut self, slot: usize) {
        let placed = self.tiles.get(slot);
        let movable = placed.filter(|it| it.tile.part() == Part::Granada && self.gate != Some(it.tile));
        self.asked_instead[1].set(slot, movable.map_or(Asked::IMPOSSIBLE, Placed::asks));
        let borders = placed.is_some_and(|it| self.n_contacts_of(it) > 0);
        set(&mut self.borders, slot, borders);
    }

    /// Notes that a tile has others beside it on these sides, where it had less before.
    #[inline]
    fn note_joined(&mut self, slot: usize, joined: Edges) {
        self.enclosed |= u128::from(joined == Edges::all()) << slot;
        self.nooks |= u128::from(joined.contains(Edges::NORTH.union(Edges::WEST))) << slot;
    }

    /// Notes everything anew, after the first tile of Granada came or went, or because camps are expected.
    fn note_all(&mut self) {
        self.asked = [AllAsked::NOTHING; 2];
        self.asked_instead = [AllAsked::NOTHING; 2];
        self.borders = 0;
        (0..self.gaps.len()).for_each(|gap| self.note_gap(gap));
        (0..self.tiles.len()).for_each(|slot| self.note_tile(slot));
    }

    fn add_gap(&mut self, gap: Gap) {
        self.gaps.push(gap);
        self.note_gap(self.gaps.len() - 1);
    }

    /// Removes a gap; the last one takes its place.
    fn remove_gap(&mut self, gap: usize) {
        self.gaps.swap_remove(gap);
        self.note_gap(self.gaps.len());
        if gap < self.gaps.len() {
            self.note_gap(gap);
        }
    }

    /// Every empty cell that has a tile next to it.
    pub fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// The empty cells next to a tile of this part.
    pub fn gaps_beside(&self, part: Part) -> impl Iterator<Item = Cell> {
        self.gaps.iter().filter(move |it| it.around.touches(part)).map(|it| it.cell)
    }

    /// Whether a cell is empty and next to a tile of this part.
    pub(crate) fn is_beside(&self, part: Part, cell: Cell) -> bool {
        // All gaps are looked at without asking in between, because where it stands is anybody's guess.
        let around = self.gaps.iter().fold(0, |found, it| found | (it.around.0 * u16::from(it.cell.is(cell))));
        Around(around).touches(part)
    }

    /// Every building rule that a tile with these edges would break in this cell.
    pub fn broken_by(&self, tile: Tile, edges: Edges, cell: Cell) -> Broken {
        if self.at(cell).is_some() {
            return Broken::OVERLAP;
        }
        if let Some(gap) = self.gaps.iter().find(|it| it.cell == cell) {
            return gap.around.broken_by(tile.part(), edges.bits().into(), self.founded());
        }
        // Who touches nothing can't be reached either; saying so would add nothing.
        let window = self.window(cell);
        let contact = if window.filled & Window::CORNERS != 0 { Broken::CORNER_ONLY } else { Broken::NO_CONTACT };
        contact | if window.parts_at(4) { Broken::HOLE } else { Broken::empty() }
    }

    /// The tiles that may be taken down.
    pub fn removable(&self) -> List<Tile, MAX_TILES> {
        let mut found = List::new();
        for_each_slot(self.removable_slots(), |slot| found.push(self.tiles[slot].tile));
        found
    }

    /// Finds the slots of the tiles that may be taken down.
    pub(crate) fn find_removable(&self, found: impl FnMut(Found)) {
        Found::in_halves(self.removable_slots(), found);
    }

    /// The slots of the tiles that may be taken down.
    fn removable_slots(&self) -> u128 {
        let mut slots = !(self.enclosed | self.pivots | 1) & ((1 << self.tiles.len()) - 1);
        if self.gate.is_some() {
            for_each_slot(slots & self.borders, |slot| {
                if !self.broken_without_slot(slot).is_empty() {
                    slots &= !(1 << slot);
                }
            });
        } else {
            for_each_slot(self.foreign, |camp| {
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

    fn broken_without_slot(&self, slot: usize) -> Broken {
        let placed = &self.tiles[slot];
        let mut broken = Broken::empty();
        broken.set(Broken::STARTING_TILE, slot == 0 || self.gate == Some(placed.tile));
        // Others must stay reachable without it (B-BUILD-3), and its cell must not become a hole (B-BUILD-5).
        broken.set(Broken::NOT_ON_FOOT, self.pivots >> slot & 1 != 0);
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
    fn n_contacts_of(&self, placed: &Placed) -> usize {
        let other = |side: Side| placed.neighbour(side).map(|it| self.tiles[it].tile.part());
        let foreign = |part: Part| part != placed.tile.part();
        Side::ALL.into_iter().filter_map(other).filter(|&it| foreign(it)).count()
    }

    /// How many sides of Granada lie against the Alhambra.
    fn n_contacts(&self) -> usize {
        let mut n = 0;
        for_each_slot(self.borders, |slot| {
            if self.tiles[slot].tile.part() == Part::Granada {
                n += self.n_contacts_of(&self.tiles[slot]);
            }
        });
        n
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
    fn around(&self, placed: &Placed) -> Around {
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

    /// Builds a tile with these edges in an empty cell.
    pub fn build(&mut self, tile: Tile, edges: Edges, cell: Cell) {
        let window = self.lay(tile, edges, cell);
        let ways = window.joined() - edges;
        match ways.bits().count_ones() {
            // The starting tiles, and camps, to which nobody walks.
            0 => {}
            _ if tile.part() == Part::Camp => {}
            // A tile at the end of a way: the one before it becomes indispensable.
            1 => self.pivots |= 1 << (window.towards(ways) - 1),
            // A new way round makes tiles dispensable, if there are others than the starting tile that are not.
            _ if self.pivots > 1 => self.settle(),
            _ => self.has_loops = true,
        }
    }

    /// Lays a tile down without asking on which tiles others depend; [`City::settle`] does that once all lie.
    pub(crate) fn lay(&mut self, tile: Tile, edges: Edges, cell: Cell) -> Window {
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
                near.add(towards(side), self.gaps.len());
                self.gaps.push(Gap { cell: cell.step(side), around: Around::default() });
                self.gaps.len() - 1
            });
            let around = &mut self.gaps[gap].around;
            *around = around.with(side.opposite(), part, edges.has(side));
        }
        self.see_holes(&near, &window);
        if let Some(filled) = near.at(4) {
            self.remove_gap(filled);
        }
        self.register(tile, slot);
        window
    }

    /// Takes note of a tile, and whether it is not of the part the city began with.
    fn register(&mut self, tile: Tile, slot: usize) {
        self.built[tile.index() / 64] |= 1 << (tile.index() % 64);
        if tile.part() != self.home {
            self.foreign |= 1 << slot;
            if tile.part() == Part::Granada && self.gate.is_none() {
                self.gate = Some(tile);
                self.expects_camps = false;
                self.note_all();
            }
        }
    }

    /// Makes this the first tile of Granada, where the order of building is not known.
    pub(crate) fn set_first_granada(&mut self, tile: Option<Tile>) {
        self.gate = tile;
        self.note_all();
        self.settle();
    }

    /// The gaps in the three-by-three window around a cell.
    fn gaps_near(&self, cell: Cell) -> Near {
        let mut near = Near { gaps: [0; 16], places: [0; 16], n: 0 };
        for (i, gap) in self.gaps.iter().enumerate() {
            let x = gap.cell.x.wrapping_sub(cell.x).wrapping_add(1) as u8;
            let y = gap.cell.y.wrapping_sub(cell.y).wrapping_add(1) as u8;
            // What lies outside the window is noted in a place that nobody reads.
            near.add(if x < 3 && y < 3 { usize::from(y * 3 + x) } else { Near::OUTSIDE }, i);
        }
        near
    }

    /// Finds out anew which of these gaps would close something in if they were filled, and notes what is asked there.
    fn see_holes(&mut self, near: &Near, window: &Window) {
        for &place in &near.places[..near.n] {
            let gap = usize::from(near.gaps[usize::from(place & 15)]) - 1;
            let around = &mut self.gaps[gap].around;
            let before = *around;
            *around = before.with_hole(window.parts_at(place.into()));
            // The gaps that touch the middle see another neighbour than before, those at its corners seldom change.
            if place % 2 == 1 || *around != before {
                self.note_gap(gap);
            }
        }
    }

    /// Takes a tile down that may go.
    pub fn take_down(&mut self, tile: Tile) {
        let Some(slot) = self.slot_of(tile) else { return };
        self.built[tile.index() / 64] &= !(1 << (tile.index() % 64));
        let Placed { cell, edges, joined, beside, .. } = self.tiles[slot];
        // The last tile moves into the free slot; whoever lies beside it has to know.
        let last = self.tiles.len() - 1;
        self.tiles.swap_remove(slot);
        for slots in [&mut self.enclosed, &mut self.nooks, &mut self.foreign, &mut self.pivots] {
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
            self.enclosed &= !(1 << neighbour);
            if matches!(side, Side::South | Side::East) {
                self.nooks &= !(1 << neighbour);
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
            let seen = &mut self.gaps[gap].around;
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
                    self.pivots = self.pivots & !(1 << before) | depended_on << before;
                } else if self.has_loops && !is_start {
                    self.settle();
                }
            }
            _ => self.settle(),
        }
    }

    /// Lays a tile with these edges exactly where the built tile `old` lies.
    pub fn swap(&mut self, tile: Tile, edges: Edges, old: Tile) {
        let Some(slot) = self.slot_of(old) else { return };
        let same_part = tile.part() == old.part();
        self.built[old.index() / 64] &= !(1 << (old.index() % 64));
        self.foreign &= !(1 << slot);
        self.tiles[slot].tile = tile;
        self.register(tile, slot);
        self.set_edges(slot, old.part(), edges);
        // Sides that touch a tile are the same as before within a part, and so are the ways.
        if !same_part {
            self.note_all();
            self.settle();
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
            let Some(gap) = self.gaps.iter().position(|it| it.cell == neighbour) else { continue };
            let around = &mut self.gaps[gap].around;
            *around = around.with(side.opposite(), tile.part(), edges.has(side));
            self.note_gap(gap);
        }
    }

    fn window(&self, cell: Cell) -> Window {
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

    /// Finds the tiles without which another one of their part could not be reached: the articulation points.
    ///
    /// No way leads from one part into another, because they touch with edges alone.
    pub(crate) fn settle(&mut self) {
        struct Walk<'a> {
            tiles: &'a [Placed],
            met: [u8; MAX_TILES],
            n_met: u8,
            n_ways: u16,
            pivots: u128,
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
                            self.pivots |= 1 << slot;
                        }
                    } else {
                        earliest = earliest.min(self.met[next]);
                    }
                }
                earliest
            }

            /// Visits everything from the starting tiles on.
            fn walk(tiles: &[Placed], gate: Option<usize>) -> (u128, bool) {
                let mut walk = Walk { tiles, met: [0; MAX_TILES], n_met: 0, n_ways: 0, pivots: 0 };
                walk.visit(0);
                if let Some(gate) = gate {
                    walk.visit(gate);
                }
                // Without loops there is one way to each tile but the starting ones, and it is seen from both ends.
                let n_starts = 1 + u16::from(gate.is_some());
                (walk.pivots, walk.n_ways > 2 * (u16::from(walk.n_met) - n_starts))
            }
        }
        (self.pivots, self.has_loops) = Walk::walk(&self.tiles, self.gate.and_then(|it| self.slot_of(it)));
    }

    /// The number of sides in the longest connected stretch of outer wall or moat of a part (B-SCORE-1, G-BUILD-1).
    pub fn longest_wall(&self, part: Part) -> u8 {
        if part != self.home && self.is_uniform() {
            return 0;
        }
        let run = if part == self.home { self.longest_run() } else { None };
        run.unwrap_or_else(|| {
            // Camps and the other part leave a side outer, so there may be several outlines that touch.
            let outer = |side: Side, it: &Placed| {
                it.neighbour(side).is_none_or(|neighbour| self.tiles[neighbour].tile.part() != part)
            };
            wall::longest_chain(self.sides(part, outer))
        })
    }

    /// The number of sides in the longest stretch where wall and moat run together (C-SCORE-1).
    pub fn longest_together(&self) -> u8 {
        if self.gate.is_none() {
            return 0;
        }
        let together = |side: Side, it: &Placed| {
            it.neighbour(side).is_some_and(|neighbour| self.tiles[neighbour].tile.part() == Part::Granada)
        };
        wall::longest_chain(self.sides(Part::Alhambra, together))
    }

    /// The sides of a part that bear an edge and of which `counts` is true.
    fn sides(&self, part: Part, counts: impl Fn(Side, &Placed) -> bool) -> impl Iterator<Item = (Cell, Side)> {
        let of_part = self.tiles.iter().filter(move |it| it.tile.part() == part);
        of_part.flat_map(move |it| {
            let counts = &counts;
            it.edges.sides().filter(move |&side| counts(side, it)).map(|side| (it.cell, side)).collect::<List<_, 4>>()
        })
    }

    /// The longest run of edges along the outline of the part that the city began with, if that is one closed curve which
    /// meets itself nowhere: always as long as all tiles are of that part, and mostly if others stand around it.
    fn longest_run(&self) -> Option<u8> {
        let is_outer = |&(slot, side): &(usize, usize)| self.same_part_beside(slot, side).is_none();
        let outer_sides = || {
            let own = self.tiles.iter().enumerate().filter(|it| self.foreign >> it.0 & 1 == 0);
            own.flat_map(|(slot, _)| (0..4).map(move |side| (slot, side))).filter(is_outer)
        };
        let start = outer_sides().next()?;
        let (mut longest, mut run, mut n_sides) = (0, 0, 0);
        let mut first_run = None;
        let mut at = start;
        loop {
            let (slot, side) = at;
            n_sides += 1;
            if self.tiles[slot].edges.bits() >> side & 1 != 0 {
                run += 1;
            } else {
                first_run.get_or_insert(run);
                longest = longest.max(run);
                run = 0;
            }
            at = self.next_outer_side(slot, side);
            if self.foreign != 0 && at.0 == slot && self.touches_at_corner(slot, side) {
                return None;
            }
            if at == start {
                break;
            }
        }
        if self.foreign != 0 && outer_sides().count() != usize::from(n_sides) {
            return None;
        }
        Some(match first_run {
            // The stretch before the first opening goes on from the last one.
            Some(first) => longest.max(first + run),
            None => n_sides,
        })
    }

    /// The slot of the tile of the same part on this side of one of the part that the city began with.
    #[inline]
    fn same_part_beside(&self, slot: usize, side: usize) -> Option<usize> {
        let beside = self.tiles[slot].beside[side].checked_sub(1).map(usize::from);
        beside.filter(|&it| self.foreign >> it & 1 == 0)
    }

    /// Whether a tile touches another of its part with nothing but the corner behind this side, clockwise: then there is
    /// something else beside both of them, because it would be a hole if it were empty.
    fn touches_at_corner(&self, slot: usize, side: usize) -> bool {
        let next = (side + 1) & 3;
        let across = |one: usize, two: usize| {
            let beside = self.tiles[slot].beside[one].checked_sub(1).map(usize::from)?;
            self.tiles[beside].beside[two].checked_sub(1).map(usize::from)
        };
        let beyond = across(side, next).or_else(|| across(next, side));
        beyond.is_some_and(|it| self.foreign >> it & 1 == 0)
    }

    /// The outer side that follows this one clockwise.
    fn next_outer_side(&self, slot: usize, side: usize) -> (usize, usize) {
        let next = (side + 1) & 3;
        let Some(ahead) = self.same_part_beside(slot, next) else { return (slot, next) };
        let Some(outwards) = self.same_part_beside(ahead, side) else { return (ahead, side) };
        (outwards, (side + 3) & 3)
    }
}

/// The place of a neighbouring cell in the three-by-three window, counted row by row.
const fn towards(side: Side) -> usize {
    const PLACES: [u8; 4] = [1, 5, 7, 3];
    PLACES[side as usize] as usize
}
