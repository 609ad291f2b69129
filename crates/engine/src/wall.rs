//! The longest stretch of wall where walls may meet, cross and run side by side.

use crate::{
    city::City,
    list::List,
    material::{Cell, Part, Side},
};

/// More sides than can bear a wall: three on each tile of one part, and twelve sticks.
const MAX_SIDES: usize = 256;

/// The number of sides in the longest chain: each side meets the next at an end point, and none is used twice (B-SCORE-1).
pub(crate) fn longest_chain(sides: impl Iterator<Item = (Cell, Side)>) -> u8 {
    let mut graph = Graph { ends: List::new() };
    for (cell, side) in sides {
        graph.ends.push(ends(cell, side));
    }
    graph.longest()
}

/// A side of a cell that bears a wall or a moat.
type Wall = (Cell, Side);

impl City {
    /// The sides of the longest wall or moat of a part, from one end to the other, to be drawn.
    pub fn wall_path(&self, part: Part) -> Vec<Wall> {
        self.path(part, |beyond| beyond != Some(part))
    }

    /// The sides of the longest stretch where wall and moat run together, from one end to the other, to be drawn.
    pub fn together_path(&self) -> Vec<Wall> {
        self.path(Part::Alhambra, |beyond| beyond == Some(Part::Granada))
    }

    /// The longest chain of those sides of a part beyond which something lies that counts.
    fn path(&self, part: Part, counts: impl Fn(Option<Part>) -> bool) -> Vec<Wall> {
        let of_part = self.tiles().iter().filter(|it| it.tile.part() == part);
        let walls = of_part.flat_map(|it| it.edges.sides().map(|side| (it.cell, side)));
        let beyond = |&(cell, side): &Wall| self.at(cell.step(side)).map(|it| it.tile.part());
        longest_path(&walls.filter(|it| counts(beyond(it))).collect::<Vec<_>>())
    }
}

/// The sides of the longest chain, in order.
fn longest_path(walls: &[Wall]) -> Vec<Wall> {
    let graph = Graph { ends: walls.iter().map(|&(cell, side)| ends(cell, side)).collect() };
    let mut seen = [false; MAX_SIDES];
    let mut longest = Vec::new();
    for first in 0..walls.len() {
        if !seen[first] {
            let component = graph.component(first, &mut seen);
            if component.len() > longest.len() {
                let path = graph.path_in(&component, longest.len());
                longest = if path.len() > longest.len() { path } else { longest };
            }
        }
    }
    longest.into_iter().map(|side| walls[side]).collect()
}

/// A grid point, as the cell to the south-east of it.
type Point = Cell;

/// The end points of a side.
fn ends(cell: Cell, side: Side) -> [Point; 2] {
    match side {
        Side::North => [cell, cell.offset(1, 0)],
        Side::East => [cell.offset(1, 0), cell.offset(1, 1)],
        Side::South => [cell.offset(0, 1), cell.offset(1, 1)],
        Side::West => [cell, cell.offset(0, 1)],
    }
}

struct Graph {
    ends: List<[Point; 2], MAX_SIDES>,
}

impl Graph {
    fn longest(&self) -> u8 {
        let mut seen = [false; MAX_SIDES];
        let mut longest = 0;
        for first in 0..self.ends.len() {
            if !seen[first] {
                let component = self.component(first, &mut seen);
                if component.len() > longest {
                    longest = longest.max(self.longest_in(&component, longest));
                }
            }
        }
        longest as u8
    }

    /// The sides that hang together with this one.
    fn component(&self, first: usize, seen: &mut [bool; MAX_SIDES]) -> List<usize, MAX_SIDES> {
        let mut component = List::new();
        component.push(first);
        seen[first] = true;
        let mut next = 0;
        while next < component.len() {
            let [one, two] = self.ends[component[next]];
            for (other, (ends, seen)) in self.ends.iter().zip(seen.iter_mut()).enumerate() {
                if !*seen && (ends.contains(&one) || ends.contains(&two)) {
                    *seen = true;
                    component.push(other);
                }
            }
            next += 1;
        }
        component
    }

    /// The points where an odd number of these sides meet.
    fn odd_points(&self, component: &[usize]) -> List<Point, { 2 * MAX_SIDES }> {
        let mut points: List<(Point, u8), { 2 * MAX_SIDES }> = List::new();
        for point in component.iter().flat_map(|&it| self.ends[it]) {
            match points.iter_mut().find(|it| it.0 == point) {
                Some((_, degree)) => *degree += 1,
                None => points.push((point, 1)),
            }
        }
        points.iter().filter(|it| it.1 % 2 == 1).map(|it| it.0).collect()
    }

    /// The longest chain within sides that hang together, if it beats `to_beat`.
    fn longest_in(&self, component: &[usize], to_beat: usize) -> usize {
        let odd = self.odd_points(component);
        // With at most two odd points one chain runs through everything (Euler).
        if odd.len() <= 2 {
            return component.len();
        }
        // A chain that can't be made longer begins at an odd point, or could be closed and begun anywhere.
        let mut search = Search { graph: self, component, used: [false; MAX_SIDES], best: to_beat };
        for &point in &odd {
            search.go_on(point, 0);
        }
        search.best
    }

    /// The sides of the longest chain within sides that hang together, in order, if it beats `to_beat`.
    fn path_in(&self, component: &[usize], to_beat: usize) -> Vec<usize> {
        let odd = self.odd_points(component);
        if odd.len() <= 2 {
            let start = odd.first().copied().unwrap_or(self.ends[component[0]][0]);
            return self.walk_all(component, start);
        }
        let mut best = Vec::new();
        let mut used = vec![false; self.ends.len()];
        let n = self.longest_in(component, to_beat);
        odd.iter().find(|&&point| n > to_beat && self.find_chain(component, point, n, &mut used, &mut best));
        best
    }

    /// One chain through all of these sides, which exists, from one of its ends (Hierholzer).
    fn walk_all(&self, component: &[usize], start: Point) -> Vec<usize> {
        let mut used = vec![false; self.ends.len()];
        let mut way: Vec<(Point, Option<usize>)> = vec![(start, None)];
        let mut path = Vec::new();
        while let Some(&(at, through)) = way.last() {
            if let Some(&side) = component.iter().find(|&&side| !used[side] && self.ends[side].contains(&at)) {
                used[side] = true;
                way.push((self.across(side, at), Some(side)));
            } else {
                path.extend(through);
                way.pop();
            }
        }
        path
    }

    /// Looks for a chain of `n` further sides from a point.
    fn find_chain(&self, component: &[usize], from: Point, n: usize, used: &mut [bool], path: &mut Vec<usize>) -> bool {
        if n == 0 {
            return true;
        }
        for &side in component {
            if used[side] || !self.ends[side].contains(&from) {
                continue;
            }
            used[side] = true;
            path.push(side);
            if self.find_chain(component, self.across(side, from), n - 1, used, path) {
                return true;
            }
            path.pop();
            used[side] = false;
        }
        false
    }

    /// The other end of a side.
    fn across(&self, side: usize, from: Point) -> Point {
        let [one, two] = self.ends[side];
        if one == from { two } else { one }
    }
}

/// Tries every chain from a point.
struct Search<'a> {
    graph: &'a Graph,
    component: &'a [usize],
    used: [bool; MAX_SIDES],
    best: usize,
}

impl Search<'_> {
    fn go_on(&mut self, from: Point, length: usize) {
        self.best = self.best.max(length);
        if self.best == self.component.len() {
            return;
        }
        for i in 0..self.component.len() {
            let side = self.component[i];
            let [one, two] = self.graph.ends[side];
            if self.used[side] || (one != from && two != from) {
                continue;
            }
            self.used[side] = true;
            self.go_on(if one == from { two } else { one }, length + 1);
            self.used[side] = false;
        }
    }
}
