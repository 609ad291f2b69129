//! The tiles and what is printed on them.
//!
//! Every table stands here once. To correct a piece, edit its line.

use std::sync::LazyLock;

use super::{Building, CityKind, Currency, Edges, Parity};

/// What a tile shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
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
    /// The picture of the Alhambra, with which a city of Granada begins.
    GranadaStart,
    /// A building of Granada.
    Granada {
        /// Its kind.
        kind: CityKind,
        /// What it costs at least.
        price: u8,
    },
    /// A workers' hut of this colour.
    Hut {
        /// Its colour.
        building: Building,
    },
    /// A camp; its edges are bastions.
    Camp {
        /// What it costs at least.
        price: u8,
    },
    /// A bazaar.
    Bazaar {
        /// What it is paid in.
        currency: Currency,
        /// The colours that count around it.
        colours: [Building; 3],
    },
}

/// To what a tile belongs, which decides what it may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Part {
    /// The Alhambra: fountain, buildings, huts and bazaars. Its edges are walls.
    Alhambra,
    /// Granada. Its edges are moats.
    Granada,
    /// A camp outside the walls. Its edges are bastions.
    Camp,
}

impl Part {
    /// Every part.
    pub const ALL: [Part; 3] = [Part::Alhambra, Part::Granada, Part::Camp];
}

/// A tile, as an index into the tables of what is printed on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

/// The kinds on the even and the odd face of a tile of Granada, and its moats.
type GranadaPiece = (CityKind, CityKind, &'static str);

/// Granada's tiles: price of the even face, its kind, the kind of the odd face, moats (nine were seen, marked `*`; the
/// others are reconstructed to fit them and every constraint that the rulebook states).
const GRANADA: [(u8, [GranadaPiece; 9]); 6] = {
    use CityKind::{
        Arena as Ar, BathHouse as Ba, Hospital as Hp, Hostel as Hs, Library as Li, Market as Ma, Park as Pa,
        Residential as Re, School as Sc,
    };
    [
        (
            2,
            [
                (Ar, Li, "NSW"),
                (Ba, Ar, "NEW"), // *
                (Li, Ma, "ESW"), // *
                (Hs, Re, "NES"),
                (Hp, Pa, "NEW"),
                (Ma, Sc, "NES"), // *
                (Pa, Ba, "NSW"),
                (Sc, Hs, "NSW"),
                (Re, Hp, "ESW"),
            ],
        ),
        (
            4,
            [
                (Ar, Ma, "ES"),
                (Ba, Hs, "ES"),
                (Li, Pa, "NW"),
                (Hs, Hp, "NE"),
                (Hp, Ar, "SW"),
                (Ma, Re, "SW"),
                (Pa, Sc, "NW"),
                (Sc, Ba, "NE"),
                (Re, Li, "NW"),
            ],
        ),
        (
            6,
            [
                (Ar, Sc, "SW"),
                (Ba, Ar, "SW"), // *
                (Li, Re, "NE"), // *
                (Hs, Hp, "NW"),
                (Hp, Ma, "NW"),
                (Ma, Hs, "NE"),
                (Pa, Ba, "ES"),
                (Sc, Li, "ES"),
                (Re, Pa, "ES"),
            ],
        ),
        (
            8,
            [
                (Ar, Ba, "N"),
                (Ba, Li, "E"),
                (Li, Ar, "N"),
                (Hs, Pa, "E"), // *
                (Hp, Sc, "W"),
                (Ma, Hs, "S"),
                (Pa, Re, "S"),
                (Sc, Ma, "W"),
                (Re, Hp, "N"),
            ],
        ),
        (
            10,
            [
                (Ar, Hp, "E"), // *
                (Ba, Sc, "N"),
                (Li, Ma, "W"), // *
                (Hs, Li, "E"),
                (Hp, Pa, "S"),
                (Ma, Ar, "S"),
                (Pa, Hs, "W"),
                (Sc, Re, "S"),
                (Re, Ba, "N"),
            ],
        ),
        (
            12,
            [
                (Ar, Pa, ""),
                (Ba, Ma, ""),
                (Li, Hs, ""),
                (Hs, Ar, ""),
                (Hp, Ba, ""),
                (Ma, Hp, ""),
                (Pa, Li, ""), // *
                (Sc, Re, ""),
                (Re, Sc, ""),
            ],
        ),
    ]
};

/// The workers' huts (counts verified, every hut has a wall; the first blue one was seen).
const HUTS: [(Building, &[&str]); 6] = [
    (Building::Pavilion, &["N", "E", "SW"]),
    (Building::Seraglio, &["S", "W", "NE"]),
    (Building::Arcades, &["E", "W", "NW", "ES"]),
    (Building::Chambers, &["N", "S", "NE", "NW"]),
    (Building::Garden, &["E", "S", "NW", "ES", "SW"]),
    (Building::Tower, &["N", "W", "SW", "ES", "NE"]),
];

/// The camps: price and bastions (the one for 8 was seen; cheap ones have one bastion, dear ones two).
const CAMPS: [(u8, &str); 8] = [(3, "E"), (4, "N"), (5, "S"), (6, "W"), (7, "NW"), (8, "NE"), (9, "ES"), (10, "SW")];

/// The bazaars: currency and colours (the first one was seen; bazaars have no walls).
const BAZAARS: [(Currency, [Building; 3]); 8] = {
    use Building::{
        Arcades as Brown, Chambers as White, Garden as Green, Pavilion as Blue, Seraglio as Red, Tower as Purple,
    };
    [
        (Currency::Dirham, [Red, Brown, Green]),
        (Currency::Dirham, [Blue, White, Purple]),
        (Currency::Denar, [Red, Brown, Purple]),
        (Currency::Denar, [Blue, White, Green]),
        (Currency::Ducat, [Red, White, Green]),
        (Currency::Ducat, [Blue, Brown, Purple]),
        (Currency::Florin, [Blue, Red, Green]),
        (Currency::Florin, [Brown, White, Purple]),
    ]
};

const FIRST_BUILDING: usize = 1;
const GRANADA_START: usize = FIRST_BUILDING + 54;
/// Even, so that the two faces of a tile differ in the lowest bit of their numbers.
const FIRST_GRANADA: usize = GRANADA_START + 1;
const FIRST_HUT: usize = FIRST_GRANADA + 108;
const FIRST_CAMP: usize = FIRST_HUT + 24;
const FIRST_BAZAAR: usize = FIRST_CAMP + 8;
const N_TILES: usize = FIRST_BAZAAR + 8;

/// A place for every number that a tile could have, so that looking one up needs no check.
type Table<T> = [T; 256];

static FACES: Table<Face> = PRINTED.0;
static EDGES: Table<Edges> = PRINTED.1;
static PRICES: Table<Option<u8>> = {
    let mut prices = [None; 256];
    let mut n = 0;
    while n < N_TILES {
        prices[n] = match PRINTED.0[n] {
            Face::Building { price, .. } | Face::Granada { price, .. } | Face::Camp { price } => Some(price),
            Face::Fountain | Face::GranadaStart | Face::Hut { .. } | Face::Bazaar { .. } => None,
        };
        n += 1;
    }
    prices
};
static COLOURS: Table<u8> = {
    let mut colours = [0; 256];
    let mut n = 0;
    while n < N_TILES {
        colours[n] = match PRINTED.0[n] {
            Face::Building { building, .. } => 1 << building as u8,
            _ => 0,
        };
        n += 1;
    }
    colours
};
static PARTS: Table<Part> = {
    let mut parts = [Part::Alhambra; 256];
    let mut n = GRANADA_START;
    while n < FIRST_HUT {
        parts[n] = Part::Granada;
        n += 1;
    }
    n = FIRST_CAMP;
    while n < FIRST_BAZAAR {
        parts[n] = Part::Camp;
        n += 1;
    }
    parts
};

const PRINTED: (Table<Face>, Table<Edges>) = {
    let mut faces = [Face::Fountain; 256];
    let mut edges = [Edges::empty(); 256];
    let mut n = FIRST_BUILDING;
    let mut i = 0;
    while i < BUILDINGS.len() {
        let (building, pieces) = BUILDINGS[i];
        let mut k = 0;
        while k < pieces.len() {
            faces[n] = Face::Building { building, price: pieces[k].0 };
            edges[n] = Edges::of_letters(pieces[k].1);
            n += 1;
            k += 1;
        }
        i += 1;
    }
    assert!(n == GRANADA_START && FIRST_GRANADA.is_multiple_of(2), "54 building tiles, and Granada's faces in pairs");
    faces[n] = Face::GranadaStart;
    n += 1;
    i = 0;
    while i < GRANADA.len() {
        let (price, pieces) = GRANADA[i];
        let mut k = 0;
        while k < pieces.len() {
            let (even, odd, moats) = pieces[k];
            faces[n] = Face::Granada { kind: even, price };
            faces[n + 1] = Face::Granada { kind: odd, price: price + 1 };
            edges[n] = Edges::of_letters(moats);
            edges[n + 1] = edges[n];
            n += 2;
            k += 1;
        }
        i += 1;
    }
    assert!(n == FIRST_HUT, "54 tiles of Granada with two faces each");
    i = 0;
    while i < HUTS.len() {
        let (building, pieces) = HUTS[i];
        let mut k = 0;
        while k < pieces.len() {
            faces[n] = Face::Hut { building };
            edges[n] = Edges::of_letters(pieces[k]);
            n += 1;
            k += 1;
        }
        i += 1;
    }
    assert!(n == FIRST_CAMP, "24 huts");
    i = 0;
    while i < CAMPS.len() {
        faces[n] = Face::Camp { price: CAMPS[i].0 };
        edges[n] = Edges::of_letters(CAMPS[i].1);
        n += 1;
        i += 1;
    }
    i = 0;
    while i < BAZAARS.len() {
        faces[n] = Face::Bazaar { currency: BAZAARS[i].0, colours: BAZAARS[i].1 };
        n += 1;
        i += 1;
    }
    assert!(n == N_TILES, "every tile has its place in the tables");
    (faces, edges)
};

impl Tile {
    /// How many tiles there are.
    pub const N: usize = N_TILES;

    /// The Lion Fountain.
    pub const FOUNTAIN: Tile = Tile(0);

    /// The picture of the Alhambra with which a city of Granada begins.
    pub const GRANADA_START: Tile = Tile(GRANADA_START as u8);

    /// The 54 building tiles of the Alhambra.
    pub fn buildings() -> impl ExactSizeIterator<Item = Tile> + Clone {
        (FIRST_BUILDING as u8..GRANADA_START as u8).map(Tile)
    }

    /// The 54 tiles of Granada, even face up.
    pub fn granada() -> impl Iterator<Item = Tile> + Clone {
        (FIRST_GRANADA as u8..FIRST_HUT as u8).step_by(2).map(Tile)
    }

    /// The workers' huts of one colour.
    pub fn huts(building: Building) -> impl Iterator<Item = Tile> + Clone {
        (FIRST_HUT as u8..FIRST_CAMP as u8).map(Tile).filter(move |it| it.face() == Face::Hut { building })
    }

    /// The numbers of the workers' huts, as bits.
    pub(crate) const HUTS: [u64; 4] = {
        let mut huts = [0; 4];
        let mut n = FIRST_HUT;
        while n < FIRST_CAMP {
            huts[n / 64] |= 1 << (n % 64);
            n += 1;
        }
        huts
    };

    /// The eight camps.
    pub fn camps() -> impl Iterator<Item = Tile> + Clone {
        (FIRST_CAMP as u8..FIRST_BAZAAR as u8).map(Tile)
    }

    /// The eight bazaars.
    pub fn bazaars() -> impl Iterator<Item = Tile> + Clone {
        (FIRST_BAZAAR as u8..N_TILES as u8).map(Tile)
    }

    /// The ten tiles without walls that the bonus cards show (verified).
    pub fn on_bonus_cards() -> impl Iterator<Item = Tile> + Clone {
        Tile::buildings().filter(|it| it.edges().is_empty())
    }

    /// Every tile there is.
    pub fn all() -> impl ExactSizeIterator<Item = Tile> + Clone {
        (0..N_TILES as u8).map(Tile)
    }

    /// What the tile shows.
    pub fn face(self) -> Face {
        FACES[usize::from(self.0)]
    }

    /// The walls, moats or bastions printed on the tile.
    pub fn edges(self) -> Edges {
        EDGES[usize::from(self.0)]
    }

    /// To what the tile belongs.
    pub fn part(self) -> Part {
        PARTS[usize::from(self.0)]
    }

    /// The price printed on the tile, if it has one.
    pub fn price(self) -> Option<u8> {
        PRICES[usize::from(self.0)]
    }

    /// The kind of building of the Alhambra that the tile shows; only these have a colour.
    pub fn building(self) -> Option<Building> {
        match self.face() {
            Face::Building { building, .. } => Some(building),
            Face::Fountain
            | Face::GranadaStart
            | Face::Granada { .. }
            | Face::Hut { .. }
            | Face::Camp { .. }
            | Face::Bazaar { .. } => None,
        }
    }

    /// The same as a bit by the number of the building, or none.
    pub(crate) fn colours(self) -> u8 {
        COLOURS[usize::from(self.0)]
    }

    /// Whether the tile is a workers' hut.
    pub fn is_hut(self) -> bool {
        (FIRST_HUT..FIRST_CAMP).contains(&self.index())
    }

    /// The other face of a tile of Granada.
    pub fn flipped(self) -> Option<Tile> {
        matches!(self.face(), Face::Granada { .. }).then_some(Tile(self.0 ^ 1))
    }

    /// A tile of Granada with this face up; other tiles have one face only.
    #[must_use]
    pub fn facing(self, parity: Parity) -> Tile {
        match self.face() {
            Face::Granada { .. } => Tile(self.0 & !1 | parity as u8),
            _ => self,
        }
    }

    /// The same for both faces of a tile.
    #[must_use]
    pub fn piece(self) -> Tile {
        self.facing(Parity::Even)
    }

    /// The tile's number, a dense index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A building is its letter, price and walls: `T9ne`, `G10`; Granada's kinds have two letters: `sc5nw`. Starting tiles are
/// `@` and `@g`, a hut is `hT` and its walls, a camp `K` with price and bastions, a bazaar `z` with currency and number.
impl std::fmt::Display for Tile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The names of all tiles, made once: a server writes thousands of them for every action.
static NAMES: LazyLock<[String; N_TILES]> = LazyLock::new(|| {
    std::array::from_fn(|i| {
        let tile = Tile(i as u8);
        format!("{}{}", tile.label(), tile.edges())
    })
});

impl Tile {
    /// The name in the notation.
    pub(crate) fn name(self) -> &'static str {
        &NAMES[self.index()]
    }

    /// The name without the edges, as it stands in a drawing.
    pub fn label(self) -> String {
        match self.face() {
            Face::Fountain => "@".to_owned(),
            Face::GranadaStart => "@g".to_owned(),
            Face::Building { building, price } => format!("{}{price}", building.letter()),
            Face::Granada { kind, price } => format!("{}{price}", kind.code()),
            Face::Hut { building } => format!("h{}", building.letter()),
            Face::Camp { price } => format!("K{price}"),
            Face::Bazaar { currency, .. } => {
                let first =
                    Tile::bazaars().find(|it| matches!(it.face(), Face::Bazaar { currency: it, .. } if it == currency));
                format!("z{}{}", currency.code(), 1 + u8::from(first != Some(self)))
            }
        }
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
        let with_walls = |n| Tile::buildings().filter(|it| it.edges().sides().count() == n).count();
        assert_eq!([0, 1, 2, 3, 4].map(with_walls), [10, 16, 20, 8, 0]);
        let on_side = |side| Tile::buildings().filter(|it| it.edges().has(side)).count();
        assert_eq!(Side::ALL.map(on_side), [20; 4]);
        let exactly = |walls: Edges| Tile::buildings().filter(|it| it.edges() == walls).count();
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
        assert_eq!((fountain.face(), fountain.edges(), fountain.price()), (Face::Fountain, Edges::empty(), None));
    }

    #[test]
    fn g_mat_1_granadas_tiles() {
        // G-MAT-1: every kind has each price from 2 to 13 once, no tile shows one kind twice, moats lie on the same edges.
        for kind in CityKind::ALL {
            let faces = Tile::granada().flat_map(|it| [it, it.flipped().unwrap()]).map(Tile::face);
            let mut prices: Vec<u8> = faces
                .filter_map(|it| {
                    if let Face::Granada { kind: of, price } = it { (of == kind).then_some(price) } else { None }
                })
                .collect();
            prices.sort_unstable();
            assert_eq!(prices, (2..=13).collect::<Vec<_>>(), "{kind:?}");
        }
        for tile in Tile::granada() {
            let other = tile.flipped().unwrap();
            let kind = |it: Tile| if let Face::Granada { kind, .. } = it.face() { Some(kind) } else { None };
            assert_ne!(kind(tile), kind(other), "{tile}");
            assert_eq!((tile.edges(), tile.price().map(|it| it + 1)), (other.edges(), other.price()), "{tile}");
            assert_eq!(tile.price().unwrap() % 2, 0, "{tile}");
        }
        let with_moats = |n| Tile::granada().filter(|it| it.edges().sides().count() == n).count();
        assert_eq!([0, 1, 2, 3, 4].map(with_moats), [9, 18, 18, 9, 0]);
        assert_eq!(Tile::GRANADA_START.edges(), Edges::empty());
    }

    #[test]
    fn m_hut_1_camp_1_baz_1_the_other_tiles() {
        // M-HUT-1: 3 blue, 3 red, 4 brown, 4 white, 5 green and 5 purple huts.
        assert_eq!(Building::ALL.map(|it| Tile::huts(it).count()), [3, 3, 4, 4, 5, 5]);
        assert!(Building::ALL.into_iter().flat_map(Tile::huts).all(|it| !it.edges().is_empty()));
        // M-CAMP-1: eight camps with one or two bastions.
        assert_eq!(Tile::camps().map(|it| it.edges().sides().count()).collect::<Vec<_>>(), [1, 1, 1, 1, 2, 2, 2, 2]);
        // M-BAZ-1: eight bazaars without walls, two for each currency, with three colours each.
        for currency in Currency::ALL {
            let of = |it: &Tile| matches!(it.face(), Face::Bazaar { currency: it, .. } if it == currency);
            assert_eq!(Tile::bazaars().filter(of).count(), 2, "{currency:?}");
        }
        assert!(Tile::bazaars().all(|it| it.edges().is_empty()));
        // M-BON-1: ten bonus cards, the tiles without walls.
        assert_eq!(Tile::on_bonus_cards().count(), 10);
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<String> = Tile::all().map(|it| it.to_string()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), Tile::all().len());
    }
}
