//! A city: tiles around a starting tile, and where further ones may go.
//!
//! What is true of a city follows from its tiles. What would be slow to find again is kept in its `Index`:
//! every empty cell with a tile next to it, a *gap*, with what those tiles turn towards it and whether filling it would close
//! in empty cells, and the tiles without which others could not be reached. Testing a placement is then a look into a table.

mod broken;
mod building;
mod constraints;
mod fitting;
mod holes;
mod index;
mod outline;
mod places;
mod reach;

use crate::{
    list::List,
    material::{Cell, Edges, Part, Side, Tile},
};
pub use broken::Broken;
use fitting::Constraint;
pub use index::Gap;
use index::Index;
pub(crate) use places::PlaceSet;
use places::for_each_slot;

/// One player could own every tile of the largest box: both games and the starting tile.
pub const MAX_TILES: usize = 109;

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
    fn asks(&self) -> Constraint {
        let (edges, joined) = (self.edges.bits(), self.joined.bits());
        Constraint(joined & !edges | (joined & edges) << 4)
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

/// The tiles of one player on their grid.
///
/// ```
/// use alhambra_engine::{Broken, City, material::{Cell, Tile}};
///
/// let mut city = City::new(Tile::FOUNTAIN);
/// let pavilion: Tile = "P4es".parse()?;
/// let (north, far) = (Cell { x: 0, y: -1 }, Cell { x: 3, y: 3 });
/// // Its wall in the south would meet the open side of the fountain, so that nobody could walk there either.
/// assert_eq!(
///     city.broken_by(pavilion, pavilion.edges(), north),
///     Broken::WALL_MISMATCH | Broken::NOT_ON_FOOT,
/// );
/// assert_eq!(city.broken_by(pavilion, pavilion.edges(), far), Broken::NO_CONTACT);
///
/// let south = Cell { x: 0, y: 1 };
/// assert!(city.broken_by(pavilion, pavilion.edges(), south).is_empty());
/// city.build(pavilion, pavilion.edges(), south);
/// assert_eq!(city.longest_wall(pavilion.part()), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct City {
    tiles: List<Placed, MAX_TILES>,
    /// The part that the city began with.
    home: Part,
    /// The first tile of Granada in a city that began with the Alhambra (C-BUILD-2).
    gate: Option<Tile>,
    index: Index,
}

impl PartialEq for City {
    /// Cities are equal if the same lies in the same cells, in whatever order it was built.
    fn eq(&self, other: &City) -> bool {
        // Most cities are compared with what they were a moment ago, when nothing has to be sorted.
        (self.tiles == other.tiles || self.in_order() == other.in_order()) && self.gate == other.gate
    }
}

impl Eq for City {}

#[cfg(feature = "serde")]
impl serde::Serialize for City {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;

        #[derive(serde::Serialize)]
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
        let mut city = City { tiles: List::new(), home: start.part(), gate: None, index: Index::empty() };
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
        for_each_slot(self.index.nooks, |slot| {
            if let Some(tiles) = self.around_corner_of(slot) {
                found(self.tiles[slot].cell, tiles);
            }
        });
    }

    /// Whether this tile lies there.
    pub(crate) fn has(&self, tile: Tile) -> bool {
        self.index.built[tile.index() / 64] >> (tile.index() % 64) & 1 != 0
    }

    /// How many workers' huts lie there.
    pub(crate) fn n_huts(&self) -> usize {
        self.index.built.iter().zip(Tile::HUTS).map(|(built, huts)| (built & huts).count_ones() as usize).sum()
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
        self.index.foreign == 0
    }

    /// The tile in a slot.
    #[inline]
    pub(crate) fn tile_in(&self, slot: usize) -> Tile {
        self.tiles[slot].tile
    }

    /// The cell of a gap.
    #[inline]
    pub(crate) fn cell_of_gap(&self, gap: usize) -> Cell {
        self.index.gaps[gap].cell
    }

    /// Every empty cell that has a tile next to it.
    pub fn gaps(&self) -> &[Gap] {
        &self.index.gaps
    }
}
