//! Cities as drawings: four characters a cell, `-` and `|` where there are walls.

use super::ParseError;
use crate::{
    city::{City, MAX_TILES},
    material::{Cell, Edges, Part, Side, Tile},
    state::Sticks,
};

/// Characters inside a cell.
const WIDTH: usize = 4;

/// Draws a city.
pub fn draw(city: &City) -> String {
    let cells = || city.tiles().iter().map(|it| it.cell);
    let (Some(left), Some(right)) = (cells().map(|it| it.x).min(), cells().map(|it| it.x).max()) else {
        return String::new();
    };
    let (Some(top), Some(bottom)) = (cells().map(|it| it.y).min(), cells().map(|it| it.y).max()) else {
        return String::new();
    };
    // A camp's bastions are known by its label; only walls and moats are drawn.
    let bears =
        |cell: Cell, side: Side| city.at(cell).is_some_and(|it| it.tile.part() != Part::Camp && it.edges.has(side));
    let mut lines = Vec::new();
    for y in top..=bottom + 1 {
        let mut border = String::from("+");
        for x in left..=right {
            let wall = bears(Cell { x, y }, Side::North) || bears(Cell { x, y: y - 1 }, Side::South);
            border += if wall { "----+" } else { "    +" };
        }
        lines.push(border);
        if y > bottom {
            break;
        }
        let mut row = String::new();
        for x in left..=right + 1 {
            let wall = bears(Cell { x, y }, Side::West) || bears(Cell { x: x - 1, y }, Side::East);
            row.push(if wall { '|' } else { ' ' });
            let label = city.at(Cell { x, y }).map(|it| it.tile.label()).unwrap_or_default();
            row += &format!("{label:WIDTH$}");
        }
        lines.push(row.trim_end().to_owned());
    }
    lines.iter().map(|it| format!("{}\n", it.trim_end())).collect()
}

/// Reads a drawing; the starting tile is the origin, and the tile of Granada met first on the way outwards was the first built.
///
/// # Errors
/// Names the line of the drawing and what is wrong with it.
pub fn parse_city(text: &str) -> Result<City, ParseError> {
    parse_city_with(text, &[])
}

/// Reads a drawing of a city with these added walls.
pub(super) fn parse_city_with(text: &str, sticks: &[Sticks]) -> Result<City, ParseError> {
    let lines: Vec<&str> = text.lines().skip_while(|it| it.trim().is_empty()).collect();
    let at = |y: usize, x: usize| lines.get(y).and_then(|it| it.as_bytes().get(x)).copied().unwrap_or(b' ');
    if let Some((y, line)) = lines.iter().enumerate().find(|(_, it)| !it.is_ascii() || it.len() > 1000) {
        let line: String = line.chars().take(20).collect();
        return Err(ParseError::new(format!("line {} of the drawing can't be read: {line:?}", y + 1)));
    }
    let n_rows = lines.len() / 2;
    let n_columns = lines.iter().map(|it| it.len()).max().unwrap_or(0).div_ceil(WIDTH + 1);
    let mut tiles: Vec<(usize, usize, Tile, Edges)> = Vec::new();
    for (row, column) in (0..n_rows).flat_map(|row| (0..n_columns).map(move |column| (row, column))) {
        let (y, x) = (2 * row + 1, (WIDTH + 1) * column + 1);
        let label: String = (x..x + WIDTH).map(|x| char::from(at(y, x))).collect();
        let label = label.trim();
        if label.is_empty() {
            continue;
        }
        let mut drawn = Edges::empty();
        drawn.set(Edges::NORTH, at(y - 1, x) == b'-');
        drawn.set(Edges::EAST, at(y, x + WIDTH) == b'|');
        drawn.set(Edges::SOUTH, at(y + 1, x) == b'-');
        drawn.set(Edges::WEST, at(y, x - 1) == b'|');
        let (tile, edges) = drawn_tile(label, drawn, sticks).ok_or_else(|| {
            ParseError::new(format!("line {} of the drawing: there is no tile {label} with walls \"{drawn}\"", y + 1))
        })?;
        if tiles.iter().any(|it| it.2 == tile) {
            return Err(ParseError::new(format!("line {} of the drawing: {tile} lies there twice", y + 1)));
        }
        tiles.push((row, column, tile, edges));
    }
    let is_start = |tile: Tile| tile == Tile::FOUNTAIN || tile == Tile::GRANADA_START;
    let mut starts = tiles.iter().filter(|it| is_start(it.2));
    let (Some(&(row0, column0, start, edges)), None) = (starts.next(), starts.next()) else {
        return Err(ParseError::new("the drawing needs one starting tile, @ or @g"));
    };
    if tiles.len() > MAX_TILES || n_rows > 120 || n_columns > 120 {
        return Err(ParseError::new("the drawing is larger than any city"));
    }
    let mut city = City::new(start);
    city.add_walls(start, edges);
    // Tiles are laid from the starting tile outwards, so that what hangs nowhere is found.
    let mut waiting: Vec<_> = tiles.into_iter().filter(|it| it.2 != start).collect();
    while !waiting.is_empty() {
        let cell_at =
            |row: usize, column: usize| Cell { x: (column as i8) - (column0 as i8), y: (row as i8) - (row0 as i8) };
        let touches = |cell: Cell| Side::ALL.into_iter().any(|side| city.at(cell.step(side)).is_some());
        let Some(i) = waiting.iter().position(|it| touches(cell_at(it.0, it.1))) else {
            let (row, _, tile, _) = waiting[0];
            return Err(ParseError::new(format!("line {} of the drawing: {tile} hangs nowhere", 2 * row + 2)));
        };
        let (row, column, tile, edges) = waiting.remove(i);
        city.build(tile, edges, cell_at(row, column));
    }
    // A drawing may show what is against the rules, which building does not expect.
    city.find_cut_tiles();
    Ok(city)
}

/// The tile with this label and these drawn walls, printed or added, and its edges.
fn drawn_tile(label: &str, drawn: Edges, sticks: &[Sticks]) -> Option<(Tile, Edges)> {
    let candidates = Tile::all().filter(|it| it.label() == label);
    let mut with_edges = candidates.map(|tile| {
        let added = sticks.iter().filter(|it| it.tile == tile).map(|it| it.walls);
        (tile, added.fold(tile.edges(), Edges::union))
    });
    with_edges.find(|(tile, edges)| tile.part() == Part::Camp || *edges == drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_read_as_it_was_drawn() {
        let drawing = "\
+----+----+
|P5   T9  |
+    +    +
 @    G10
+    +    +
";
        let city = parse_city(drawing).unwrap();
        assert_eq!(city.cell_of("T9ne".parse().unwrap()), Some("n1e1".parse().unwrap()));
        assert_eq!(draw(&city), drawing);
    }

    #[test]
    fn bad_drawings_are_refused_with_their_line() {
        let check = |drawing: &str, reason: &str| {
            let error = parse_city(drawing).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        };
        check("+    +\n P8\n+    +", "needs one starting tile");
        check("+    +\n @    X7\n+    +", "line 2 of the drawing: there is no tile X7");
        check("+----+\n @\n+    +", "there is no tile @");
        check("+    +    +    +\n P8   @    P8\n+    +    +    +", "twice");
        check("\u{1F3F0}", "line 1 of the drawing can't be read");
    }
}
