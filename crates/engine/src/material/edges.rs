//! The four sides of a tile, one by one and as a set.

use crate::bits;

/// One side of a tile; roofs point north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The upper side.
    #[default]
    North,
    /// The right side.
    East,
    /// The lower side.
    South,
    /// The left side.
    West,
}

impl Side {
    /// Clockwise from the top.
    pub const ALL: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];

    /// The side that lies against this one on the neighbouring tile.
    #[must_use]
    pub const fn opposite(self) -> Side {
        self.turned(2)
    }

    /// The side reached after `quarters` quarter turns clockwise.
    #[must_use]
    pub const fn turned(self, quarters: usize) -> Side {
        Side::ALL[(self as usize + quarters) & 3]
    }
}

bitflags::bitflags! {
    /// A set of sides, such as those that bear a wall.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Edges: u8 {
        /// The upper side.
        const NORTH = 1;
        /// The right side.
        const EAST = 2;
        /// The lower side.
        const SOUTH = 4;
        /// The left side.
        const WEST = 8;
    }
}

impl Edges {
    /// The set of one side.
    pub const fn of(side: Side) -> Edges {
        Edges::from_bits_retain(1 << side as u8)
    }

    /// Whether `side` is in the set.
    pub const fn has(self, side: Side) -> bool {
        self.bits() & 1 << side as u8 != 0
    }

    /// The sides in the set, clockwise from the top.
    pub fn sides(self) -> impl Iterator<Item = Side> {
        bits::numbers((self.bits() & 0xF).into()).map(|it| Side::ALL[usize::from(it & 3)])
    }

    /// Reads compass letters such as `NES` in a table; anything else is ignored.
    pub(crate) const fn of_letters(letters: &str) -> Edges {
        let letters = letters.as_bytes();
        let mut bits = 0;
        let mut i = 0;
        while i < letters.len() {
            bits |= match letters[i].to_ascii_uppercase() {
                b'N' => 1,
                b'E' => 2,
                b'S' => 4,
                b'W' => 8,
                _ => 0,
            };
            i += 1;
        }
        Edges::from_bits_retain(bits)
    }
}

/// Lower-case compass letters, clockwise from the top.
impl std::fmt::Display for Edges {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.sides().try_for_each(|side| f.write_str(["n", "e", "s", "w"][side as usize]))
    }
}
