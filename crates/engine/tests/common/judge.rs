//! Judges a city from its cells and walls alone, slowly and by the letter of the rules.

use std::collections::{BTreeMap, BTreeSet};

use alhambra_engine::{
    Broken, City,
    material::{Cell, Edges, Side},
};

/// What lies where, with its walls.
pub(crate) type Lying = BTreeMap<Cell, Edges>;

/// The tiles of a city as cells and walls.
pub(crate) fn lying(city: &City) -> Lying {
    city.tiles().iter().map(|it| (it.cell, it.edges)).collect()
}

/// The building rules that a city breaks.
pub(crate) fn broken(city: &Lying) -> Broken {
    let mut broken = Broken::empty();
    for (cell, walls) in city {
        for side in Side::ALL {
            let beside = city.get(&cell.step(side));
            // B-BUILD-2: both wall or both open.
            broken.set(
                Broken::WALL_MISMATCH,
                broken.contains(Broken::WALL_MISMATCH)
                    || beside.is_some_and(|it| it.has(side.opposite()) != walls.has(side)),
            );
        }
    }
    // B-BUILD-3: on foot over sides that are open on both tiles.
    let on_foot = reached(Cell::ORIGIN, |from, side| {
        city.get(&from.step(side)).is_some_and(|it| !it.has(side.opposite()) && !city[&from].has(side))
    });
    broken.set(Broken::NOT_ON_FOOT, on_foot.len() < city.len());
    // B-BUILD-4: side by side.
    let touching = reached(Cell::ORIGIN, |from, side| city.contains_key(&from.step(side)));
    let alone: Vec<&Cell> = city.keys().filter(|it| !touching.contains(it)).collect();
    if !alone.is_empty() {
        let at_a_corner = |cell: &&Cell| {
            [(-1, -1), (1, -1), (1, 1), (-1, 1)].into_iter().any(|(x, y)| city.contains_key(&cell.offset(x, y)))
        };
        broken |= if alone.iter().all(at_a_corner) { Broken::CORNER_ONLY } else { Broken::NO_CONTACT };
    }
    // B-BUILD-5: from every empty cell a way over empty cells leads out.
    let left = city.keys().map(|it| it.x).min().unwrap_or(0) - 1;
    let right = city.keys().map(|it| it.x).max().unwrap_or(0) + 1;
    let top = city.keys().map(|it| it.y).min().unwrap_or(0) - 1;
    let bottom = city.keys().map(|it| it.y).max().unwrap_or(0) + 1;
    let outside = reached(Cell { x: left, y: top }, |from, side| {
        let Cell { x, y } = from.step(side);
        (left..=right).contains(&x) && (top..=bottom).contains(&y) && !city.contains_key(&Cell { x, y })
    });
    let all_cells = (left..=right).flat_map(|x| (top..=bottom).map(move |y| Cell { x, y }));
    let hole = all_cells.into_iter().any(|it| !city.contains_key(&it) && !outside.contains(&it));
    broken.set(Broken::HOLE, hole);
    broken
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

/// The longest chain of outer wall sides, each meeting the next at an end point, none used twice (B-SCORE-1).
pub(crate) fn longest_trail(city: &Lying) -> u8 {
    let mut sides: Vec<(Point, Point)> = Vec::new();
    for (cell, walls) in city {
        let (x, y) = (i16::from(cell.x), i16::from(cell.y));
        for side in walls.sides().filter(|&side| !city.contains_key(&cell.step(side))) {
            sides.push(match side {
                Side::North => ((x, y), (x + 1, y)),
                Side::East => ((x + 1, y), (x + 1, y + 1)),
                Side::South => ((x, y + 1), (x + 1, y + 1)),
                Side::West => ((x, y), (x, y + 1)),
            });
        }
    }
    let ends: BTreeSet<Point> = sides.iter().flat_map(|it| [it.0, it.1]).collect();
    ends.into_iter().map(|it| trail_from(it, &sides, &mut vec![false; sides.len()])).max().unwrap_or(0)
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
