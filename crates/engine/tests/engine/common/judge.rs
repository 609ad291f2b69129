//! Judges a city from its cells, parts and edges alone, slowly and by the letter of the rules.

use std::collections::{BTreeMap, BTreeSet};

use alhambra_engine::{
    Broken, City,
    material::{Cell, Edges, Part, Side, Tile},
};

/// What lies in a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) part: Part,
    pub(crate) edges: Edges,
}

/// What lies where, and where Granada began if the city began with the Alhambra.
#[derive(Clone, Debug)]
pub(crate) struct Lying {
    pub(crate) pieces: BTreeMap<Cell, Piece>,
    pub(crate) gate: Option<Cell>,
}

/// The tiles of a city as cells, parts and edges.
pub(crate) fn lying(city: &City) -> Lying {
    let piece = |tile: Tile, edges| Piece { part: tile.part(), edges };
    Lying {
        pieces: city.tiles().iter().map(|it| (it.cell, piece(it.tile, it.edges))).collect(),
        gate: city.first_granada().and_then(|it| city.cell_of(it)),
    }
}

impl Lying {
    /// The city with a further piece; the first one of Granada is its gate.
    pub(crate) fn with(&self, cell: Cell, part: Part, edges: Edges) -> Lying {
        let mut city = self.clone();
        city.pieces.insert(cell, Piece { part, edges });
        if part == Part::Granada && city.home() != Part::Granada {
            city.gate.get_or_insert(cell);
        }
        city
    }

    /// The city without a piece.
    pub(crate) fn without(&self, cell: Cell) -> Lying {
        let mut city = self.clone();
        city.pieces.remove(&cell);
        city
    }

    fn home(&self) -> Part {
        self.pieces[&Cell::ORIGIN].part
    }

    fn part_at(&self, cell: Cell) -> Option<Part> {
        self.pieces.get(&cell).map(|it| it.part)
    }
}

/// The building rules that a city breaks.
pub(crate) fn broken(city: &Lying) -> Broken {
    let mut broken = Broken::empty();
    let (mut n_camps_at_walls, mut n_together) = (0, 0);
    for (cell, piece) in &city.pieces {
        let mut at_wall = false;
        for side in Side::ALL {
            let Some(beside) = city.pieces.get(&cell.step(side)) else { continue };
            let (own, others) = (piece.edges.has(side), beside.edges.has(side.opposite()));
            match (piece.part, beside.part) {
                // M-CAMP-2: a bastion touches nothing but a wall, a plain side nothing but a plain side of a camp.
                (Part::Camp, Part::Camp) => {
                    broken |= if own { Broken::BASTION } else { Broken::empty() };
                    broken |= if !own && others { Broken::CAMP_SIDE } else { Broken::empty() };
                }
                (Part::Camp, _) => {
                    at_wall |= own && others;
                    broken |= if own { Broken::empty() } else { Broken::CAMP_SIDE };
                    broken |= if own && !others { Broken::BASTION } else { Broken::empty() };
                }
                (_, Part::Camp) => {}
                // B-BUILD-2: both wall or both open.
                (one, other) if one == other => {
                    broken |= if own == others { Broken::empty() } else { Broken::WALL_MISMATCH };
                }
                // C-BUILD-1: wall against moat and nothing else.
                _ => {
                    n_together += 1;
                    broken |= if own && others { Broken::empty() } else { Broken::WALL_AND_MOAT };
                }
            }
        }
        n_camps_at_walls += usize::from(at_wall);
    }
    let n_of = |part| city.pieces.values().filter(|it| it.part == part).count();
    broken.set(Broken::CAMP_WITHOUT_WALL, n_camps_at_walls < n_of(Part::Camp));
    // C-BUILD-2: somewhere the two parts still touch.
    broken.set(Broken::APART, city.gate.is_some() && n_together == 0);
    // B-BUILD-3, C-BUILD-2: on foot over sides that are open on both tiles, each part from its own start.
    for start in [Some(Cell::ORIGIN), city.gate].into_iter().flatten() {
        let part = city.part_at(start);
        let on_foot = reached(start, |from, side| {
            let to = from.step(side);
            city.part_at(to) == part
                && !city.pieces[&to].edges.has(side.opposite())
                && !city.pieces[&from].edges.has(side)
        });
        if part.is_none_or(|part| on_foot.len() < n_of(part)) {
            broken |= Broken::NOT_ON_FOOT;
        }
    }
    broken | loose(city) | enclosed(city)
}

/// B-BUILD-4: side by side.
fn loose(city: &Lying) -> Broken {
    let touching = reached(Cell::ORIGIN, |from, side| city.pieces.contains_key(&from.step(side)));
    let alone: Vec<&Cell> = city.pieces.keys().filter(|it| !touching.contains(it)).collect();
    let at_a_corner = |cell: &&Cell| {
        [(-1, -1), (1, -1), (1, 1), (-1, 1)].into_iter().any(|(x, y)| city.pieces.contains_key(&cell.offset(x, y)))
    };
    match alone.len() {
        0 => Broken::empty(),
        _ if alone.iter().all(at_a_corner) => Broken::CORNER_ONLY,
        _ => Broken::NO_CONTACT,
    }
}

/// B-BUILD-5: from every empty cell a way over empty cells leads out.
fn enclosed(city: &Lying) -> Broken {
    let cells = city.pieces.keys();
    let left = cells.clone().map(|it| it.x).min().unwrap_or(0) - 1;
    let right = cells.clone().map(|it| it.x).max().unwrap_or(0) + 1;
    let top = cells.clone().map(|it| it.y).min().unwrap_or(0) - 1;
    let bottom = cells.map(|it| it.y).max().unwrap_or(0) + 1;
    let outside = reached(Cell { x: left, y: top }, |from, side| {
        let Cell { x, y } = from.step(side);
        (left..=right).contains(&x) && (top..=bottom).contains(&y) && !city.pieces.contains_key(&Cell { x, y })
    });
    let all_cells = (left..=right).flat_map(|x| (top..=bottom).map(move |y| Cell { x, y }));
    let hole = all_cells.into_iter().any(|it| !city.pieces.contains_key(&it) && !outside.contains(&it));
    if hole { Broken::HOLE } else { Broken::empty() }
}

/// Every cell that can be reached from the first one.
fn reached(first: Cell, may_step: impl Fn(Cell, Side) -> bool) -> BTreeSet<Cell> {
    let mut reached = BTreeSet::from([first]);
    let mut new = vec![first];
    while let Some(from) = new.pop() {
        for side in Side::ALL {
            if may_step(from, side) && reached.insert(from.step(side)) {
                new.push(from.step(side));
            }
        }
    }
    reached
}

/// A point of the grid: the north-west corner of the cell with these numbers.
type Point = (i16, i16);

/// The longest chain of outer wall or moat sides of a part, each meeting the next, none used twice (B-SCORE-1).
pub(crate) fn longest_trail(city: &Lying, part: Part) -> u8 {
    // A tile of the same part covers a side; an empty cell, a camp or the other part doesn't.
    longest(&sides(city, part, |beside| beside != Some(part)))
}

/// The longest chain of sides where wall and moat run together (C-SCORE-1).
pub(crate) fn longest_together(city: &Lying) -> u8 {
    if city.gate.is_none() {
        return 0;
    }
    longest(&sides(city, Part::Granada, |beside| beside == Some(Part::Alhambra)))
}

fn sides(city: &Lying, part: Part, counts: impl Fn(Option<Part>) -> bool) -> Vec<(Point, Point)> {
    let mut sides = Vec::new();
    for (cell, piece) in city.pieces.iter().filter(|it| it.1.part == part) {
        let (x, y) = (i16::from(cell.x), i16::from(cell.y));
        for side in piece.edges.sides().filter(|&side| counts(city.part_at(cell.step(side)))) {
            sides.push(match side {
                Side::North => ((x, y), (x + 1, y)),
                Side::East => ((x + 1, y), (x + 1, y + 1)),
                Side::South => ((x, y + 1), (x + 1, y + 1)),
                Side::West => ((x, y), (x, y + 1)),
            });
        }
    }
    sides
}

fn longest(sides: &[(Point, Point)]) -> u8 {
    let ends: BTreeSet<Point> = sides.iter().flat_map(|it| [it.0, it.1]).collect();
    ends.into_iter().map(|it| trail_from(it, sides, &mut vec![false; sides.len()])).max().unwrap_or(0)
}

fn trail_from(point: Point, sides: &[(Point, Point)], used: &mut [bool]) -> u8 {
    let mut longest = 0;
    for (i, &(a, b)) in sides.iter().enumerate() {
        if !used[i] && (a == point || b == point) {
            used[i] = true;
            longest = longest.max(1 + trail_from(if a == point { b } else { a }, sides, used));
            used[i] = false;
        }
    }
    longest
}
