//! The falcons and what is printed on them.

use super::{Building, Tile};
use crate::bits;

/// The type of a falcon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Plumage {
    /// Black falcons.
    Black,
    /// White falcons.
    White,
    /// Brown falcons.
    Brown,
}

impl Plumage {
    /// Every type.
    pub const ALL: [Plumage; 3] = [Plumage::Black, Plumage::White, Plumage::Brown];
}

/// The colours of the falcons (reconstructed from one sample: all fifteen pairs once, each type touches all six colours).
const COLOURS: [[Building; 2]; Falcon::N] = {
    use Building::{
        Arcades as Brown, Chambers as White, Garden as Green, Pavilion as Blue, Seraglio as Red, Tower as Purple,
    };
    [
        // Black.
        [Blue, Red],
        [Red, Purple],
        [Purple, Brown],
        [Brown, Green],
        [Green, White],
        // White; the last one is the sample.
        [Red, Brown],
        [Brown, Blue],
        [Blue, White],
        [White, Purple],
        [Purple, Green],
        // Brown.
        [Brown, White],
        [White, Red],
        [Red, Green],
        [Green, Blue],
        [Blue, Purple],
    ]
};

/// One of the fifteen falcons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Falcon(u8);

impl Falcon {
    /// How many falcons there are.
    pub const N: usize = 15;

    /// Every falcon, by type.
    pub fn all() -> impl Iterator<Item = Falcon> {
        (0..Falcon::N as u8).map(Falcon)
    }

    /// Its type.
    pub const fn plumage(self) -> Plumage {
        Plumage::ALL[self.0 as usize / 5]
    }

    /// The two colours that must meet at its corner.
    pub const fn colours(self) -> [Building; 2] {
        COLOURS[self.0 as usize]
    }

    const fn bit(self) -> u16 {
        1 << self.0
    }
}

/// Its type and the letters of its colours: `black-PS`.
impl std::fmt::Display for Falcon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let plumage = match self.plumage() {
            Plumage::Black => "black",
            Plumage::White => "white",
            Plumage::Brown => "brown",
        };
        let [one, two] = self.colours().map(Building::letter);
        write!(f, "{plumage}-{one}{two}")
    }
}

/// A set of falcons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Falcons(u16);

/// The falcons whose colours are both in a set of colours, by the bits of that set.
static BY_COLOURS: [Falcons; 64] = {
    let mut falcons = [Falcons(0); 64];
    let mut colours = 0;
    while colours < 64 {
        let mut i = 0;
        while i < Falcon::N {
            let [one, two] = COLOURS[i];
            if colours >> one as usize & colours >> two as usize & 1 != 0 {
                falcons[colours].add(Falcon(i as u8));
            }
            i += 1;
        }
        colours += 1;
    }
    falcons
};

impl Falcons {
    /// All fifteen.
    pub const ALL: Falcons = Falcons((1 << Falcon::N) - 1);

    /// Those that may sit where these tiles meet: both of their colours are there, whatever the others are (M-FAL-2, X-4).
    pub fn between(tiles: [Tile; 4]) -> Falcons {
        let colours = tiles.into_iter().fold(0, |colours, tile| colours | tile.colours());
        BY_COLOURS[usize::from(colours & 63)]
    }

    /// The falcons that are also in `other`.
    #[must_use]
    pub const fn and(self, other: Falcons) -> Falcons {
        Falcons(self.0 & other.0)
    }

    /// Whether the falcon is in the set.
    pub const fn has(self, falcon: Falcon) -> bool {
        self.0 & falcon.bit() != 0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Puts a falcon in.
    pub const fn add(&mut self, falcon: Falcon) {
        self.0 |= falcon.bit();
    }

    /// Takes a falcon out.
    pub const fn remove(&mut self, falcon: Falcon) {
        self.0 &= !falcon.bit();
    }

    /// The falcons in the set, by type.
    pub fn iter(self) -> impl Iterator<Item = Falcon> {
        bits::numbers(self.0.into()).map(Falcon)
    }
}

impl FromIterator<Falcon> for Falcons {
    fn from_iter<T: IntoIterator<Item = Falcon>>(falcons: T) -> Falcons {
        let mut set = Falcons::default();
        falcons.into_iter().for_each(|it| set.add(it));
        set
    }
}
