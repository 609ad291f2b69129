//! A city as a map: its drawing with the cells named at the edges, and marks on empty cells.

use alhambra_engine::{City, material::Cell, notation};

/// Characters from one cell to the next.
const STEP: usize = 5;

/// Draws a city with these marks.
pub(crate) fn map(city: &City, marks: &[(Cell, String)]) -> String {
    let tiles: Vec<Cell> = city.tiles().iter().map(|it| it.cell).collect();
    let cells = || tiles.iter().chain(marks.iter().map(|it| &it.0));
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
    for (cell, mark) in marks {
        write(row(cell.y) + 1, column(cell.x) + 1, mark);
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

    #[test]
    fn marks_stand_in_their_cells() {
        let city = notation::parse_city("+----+----+\n|P5   T9  |\n+    +    +\n @    G10\n+    +    +\n").unwrap();
        let marks = [("w1", "3"), ("s1e1", "12")].map(|(cell, mark)| (cell.parse().unwrap(), mark.to_owned()));
        let expected = "      w1   o    e1
          +----+----+
  n1      |P5   T9  |
          +    +    +
   o  3    @    G10
          +    +    +
  s1            12
";
        assert_eq!(map(&city, &marks), expected);
    }
}
