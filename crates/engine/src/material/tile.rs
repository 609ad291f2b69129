//! The tiles and what is printed on them.
//!
//! Every table stands here once. To correct a piece, edit its line.

use serde::{Serialize, Serializer};

use super::{Building, Edges};

/// What a tile shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Face {
    /// The Lion Fountain, with which every Alhambra begins (B-MAT-3).
    Fountain,
    /// A building of the Alhambra.
    Building {
        /// Its kind, which is also its colour.
        building: Building,
        /// What it costs at least.
        price: u8,
    },
}

/// A tile, as an index into the tables of what is printed on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// The building tiles of the Alhambra (verified: four independent tables agree).
const BUILDINGS: [(Building, &[(u8, &str)]); 6] = [
    (Building::Pavilion, &[(2, "NEW"), (3, "SW"), (4, "ES"), (5, "NW"), (6, "N"), (7, "E"), (8, "")]),
    (Building::Seraglio, &[(3, "ESW"), (4, "NE"), (5, "SW"), (6, "ES"), (7, "W"), (8, "S"), (9, "")]),
    (
        Building::Arcades,
        &[(4, "NES"), (5, "NW"), (6, "SW"), (6, "NE"), (7, "ES"), (8, "N"), (8, "E"), (9, ""), (10, "")],
    ),
    (
        Building::Chambers,
        &[(5, "NSW"), (6, "ES"), (7, "SW"), (7, "NE"), (8, "NW"), (9, "W"), (9, "S"), (10, ""), (11, "")],
    ),
    (
        Building::Garden,
        &[
            (6, "ESW"),
            (7, "NSW"),
            (8, "SW"),
            (8, "NE"),
            (8, "NW"),
            (9, "E"),
            (10, "N"),
            (10, "W"),
            (10, ""),
            (11, ""),
            (12, "S"),
        ],
    ),
    (
        Building::Tower,
        &[
            (7, "NEW"),
            (8, "NES"),
            (9, "ES"),
            (9, "NE"),
            (9, "NW"),
            (10, "W"),
            (11, "N"),
            (11, "S"),
            (11, ""),
            (12, ""),
            (13, "E"),
        ],
    ),
];

const N_TILES: usize = 55;

/// A place for every number that a tile could have, so that looking one up needs no check.
type Table<T> = [T; 256];

static FACES: Table<Face> = PRINTED.0;
static WALLS: Table<Edges> = PRINTED.1;

const PRINTED: (Table<Face>, Table<Edges>) = {
    let mut faces = [Face::Fountain; 256];
    let mut walls = [Edges::empty(); 256];
    let mut n = 1;
    let mut kind = 0;
    while kind < BUILDINGS.len() {
        let (building, pieces) = BUILDINGS[kind];
        let mut i = 0;
        while i < pieces.len() {
            faces[n] = Face::Building { building, price: pieces[i].0 };
            walls[n] = Edges::of_letters(pieces[i].1);
            n += 1;
            i += 1;
        }
        kind += 1;
    }
    assert!(n == N_TILES, "every tile has its place in the tables");
    (faces, walls)
};

impl Tile {
    /// How many tiles there are.
    pub const N: usize = N_TILES;

    /// The Lion Fountain.
    pub const FOUNTAIN: Tile = Tile(0);

    /// The 54 building tiles of the Alhambra.
    pub fn buildings() -> impl ExactSizeIterator<Item = Tile> + Clone {
        (1..N_TILES as u8).map(Tile)
    }

    /// Every tile there is.
    pub fn all() -> impl ExactSizeIterator<Item = Tile> + Clone {
        (0..N_TILES as u8).map(Tile)
    }

    /// What the tile shows.
    pub fn face(self) -> Face {
        FACES[usize::from(self.0)]
    }

    /// The walls printed on the tile.
    pub fn walls(self) -> Edges {
        WALLS[usize::from(self.0)]
    }

    /// The price printed on the tile, if it has one.
    pub fn price(self) -> Option<u8> {
        match self.face() {
            Face::Building { price, .. } => Some(price),
            Face::Fountain => None,
        }
    }

    /// The kind of building that the tile shows, if it shows one.
    pub fn building(self) -> Option<Building> {
        match self.face() {
            Face::Building { building, .. } => Some(building),
            Face::Fountain => None,
        }
    }

    /// The tile's number, a dense index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The fountain is `@`; a building is its letter, price and walls: `T9ne`, `G10`.
impl std::fmt::Display for Tile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.face() {
            Face::Fountain => f.write_str("@"),
            Face::Building { building, price } => write!(f, "{}{price}{}", building.letter(), self.walls()),
        }
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::Side;

    #[test]
    fn b_mat_1_counts_prices_and_walls_of_the_building_tiles() {
        let of = |kind| Tile::buildings().filter(move |it| it.building() == Some(kind));
        let prices = |kind| {
            let prices: Vec<u8> = of(kind).filter_map(Tile::price).collect();
            (prices.len(), *prices.iter().min().unwrap(), *prices.iter().max().unwrap())
        };
        // B-MAT-1: how many of each kind, the lowest and the highest price.
        assert_eq!(Building::ALL.map(prices), [(7, 2, 8), (7, 3, 9), (9, 4, 10), (9, 5, 11), (11, 6, 12), (11, 7, 13)]);
        let with_walls = |n| Tile::buildings().filter(|it| it.walls().sides().count() == n).count();
        assert_eq!([0, 1, 2, 3, 4].map(with_walls), [10, 16, 20, 8, 0]);
        let on_side = |side| Tile::buildings().filter(|it| it.walls().has(side)).count();
        assert_eq!(Side::ALL.map(on_side), [20; 4]);
        let exactly = |walls: Edges| Tile::buildings().filter(|it| it.walls() == walls).count();
        for side in Side::ALL {
            let corner = Edges::of(side) | Edges::of(side.turned(1));
            assert_eq!(exactly(Edges::of(side)), 4, "a single wall on {side:?}");
            assert_eq!(exactly(corner), 5, "a corner from {side:?} on");
            assert_eq!(exactly(corner | Edges::of(side.turned(2))), 2, "three walls from {side:?} on");
            assert_eq!(exactly(Edges::of(side) | Edges::of(side.opposite())), 0, "never two opposite walls");
        }
    }

    #[test]
    fn b_mat_3_the_fountain_is_open_all_round() {
        // B-MAT-3: one starting tile without walls, price or kind.
        let fountain = Tile::FOUNTAIN;
        assert_eq!((fountain.face(), fountain.walls(), fountain.price()), (Face::Fountain, Edges::empty(), None));
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<String> = Tile::all().map(|it| it.to_string()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), Tile::all().len());
    }
}
