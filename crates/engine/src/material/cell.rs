//! Places on the grid around a starting tile.

use super::Side;

/// A place on the grid, counted from the starting tile at the origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Rows to the south; negative to the north.
    pub y: i8,
    /// Columns to the east; negative to the west.
    pub x: i8,
}

impl Cell {
    /// Where the starting tile lies.
    pub const ORIGIN: Cell = Cell { x: 0, y: 0 };

    /// The cell next to this one on `side`.
    #[must_use]
    pub const fn step(self, side: Side) -> Cell {
        // Looked up and not branched on: no branch predictor could tell the side.
        const STEPS: [(i8, i8); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
        let (x, y) = STEPS[side as usize];
        self.offset(x, y)
    }

    /// The cell `x` columns east and `y` rows south of this one.
    #[must_use]
    pub const fn offset(self, x: i8, y: i8) -> Cell {
        Cell { x: self.x.wrapping_add(x), y: self.y.wrapping_add(y) }
    }
}

/// Compass steps from the starting tile: `n1e2`, `s3`; the origin itself is `o`.
impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.y {
            0 => {}
            y if y < 0 => write!(f, "n{}", -i16::from(y))?,
            y => write!(f, "s{y}")?,
        }
        match self.x {
            0 => {}
            x if x < 0 => write!(f, "w{}", -i16::from(x))?,
            x => write!(f, "e{x}")?,
        }
        if *self == Cell::ORIGIN { f.write_str("o") } else { Ok(()) }
    }
}
