//! A city as a map: its drawing with the cells named at the edges, and marks on cells and corners.

use alhambra_engine::{City, material::Cell, notation, state::Perch};

/// Characters from one cell to the next.
const STEP: usize = 5;

/// The characters inside a cell.
const INSIDE: usize = STEP - 1;

/// Something drawn on a city.
#[derive(Clone, Debug)]
pub(crate) enum Mark {
    /// A text in an empty cell.
    Text(Cell, String),
    /// A trader in its cell.
    Trader(Cell),
    /// A falcon on the north-west corner of the cell.
    Falcon(Cell),
}

impl Mark {
    const fn cell(&self) -> Cell {
        match self {
            Mark::Text(cell, _) | Mark::Trader(cell) | Mark::Falcon(cell) => *cell,
        }
    }
}

/// The trader and the falcons of a player, as marks.
pub(crate) fn pieces(trader: Option<Cell>, falcons: &[Perch]) -> Vec<Mark> {
    trader.map(Mark::Trader).into_iter().chain(falcons.iter().map(|it| Mark::Falcon(it.corner))).collect()
}

/// Draws a city with these marks: a trader is `*`, a falcon is `f`.
pub(crate) fn map(city: &City, marks: &[Mark]) -> String {
    let tiles: Vec<Cell> = city.tiles().iter().map(|it| it.cell).collect();
    let marked: Vec<Cell> = marks.iter().map(Mark::cell).collect();
    let cells = || tiles.iter().chain(&marked);
    let corner = |cells: &mut dyn Iterator<Item = &Cell>| {
        let (mut left, mut top) = (0, 0);
        cells.for_each(|it| (left, top) = (it.x.min(left), it.y.min(top)));
        (left, top)
    };
    let (left, top) = corner(&mut cells());
    let (tiles_left, tiles_top) = corner(&mut tiles.iter());
    let column = |x: i8| STEP * usize::from(x.abs_diff(left));
    let row = |y: i8| 2 * usize::from(y.abs_diff(top));

    let mut grid: Vec<Vec<char>> = Vec::new();
    let mut write = |y: usize, x: usize, text: &str| {
        grid.resize(grid.len().max(y + 1), Vec::new());
        let line = &mut grid[y];
        line.resize(line.len().max(x + text.chars().count()), ' ');
        text.chars().enumerate().for_each(|(i, it)| line[x + i] = it);
    };
    for (i, line) in notation::draw(city).lines().enumerate() {
        write(row(tiles_top) + i, column(tiles_left), line);
    }
    for mark in marks {
        let Cell { x, y } = mark.cell();
        match mark {
            Mark::Text(_, text) => write(row(y) + 1, column(x) + 1, text),
            // Behind the number of an action that may stand in the same cell.
            Mark::Trader(_) => write(row(y) + 1, column(x) + INSIDE, "*"),
            Mark::Falcon(_) => write(row(y), column(x), "f"),
        }
    }

    let right = cells().map(|it| it.x).max().unwrap_or(0);
    let names = (left..=right).map(|x| format!("{:STEP$}", Cell { x, y: 0 }.to_string())).collect::<String>();
    let mut text = format!("      {}\n", names.trim_end());
    for (i, line) in grid.iter().enumerate() {
        let name = if i % 2 == 1 { Cell { x: 0, y: top + (i / 2) as i8 }.to_string() } else { String::new() };
        let line: String = line.iter().collect();
        text += format!("{name:>4} {line}").trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(marks: &[Mark], expected: &str) {
        let city = notation::parse_city("+----+----+\n|P5   T9  |\n+    +    +\n @    G10\n+    +    +\n").unwrap();
        assert_eq!(map(&city, marks), expected);
    }

    fn cell(name: &str) -> Cell {
        name.parse().unwrap()
    }

    #[test]
    fn marks_stand_in_their_cells() {
        let expected = "      w1   o    e1
          +----+----+
  n1      |P5   T9  |
          +    +    +
   o  3    @    G10
          +    +    +
  s1            12
";
        check(&[Mark::Text(cell("w1"), "3".to_owned()), Mark::Text(cell("s1e1"), "12".to_owned())], expected);
    }

    #[test]
    fn traders_and_falcons_are_seen() {
        let expected = "      w1   o    e1
          +----+----+
  n1      |P5   T9  |
          +    f    +
   o  7  * @    G10
          +    +    +
";
        let west = cell("w1");
        check(&[Mark::Trader(west), Mark::Falcon(cell("e1")), Mark::Text(west, "7".to_owned())], expected);
    }
}
