//! The longest stretch of wall where walls may meet, cross and run side by side.

use crate::list::List;
use crate::material::{Cell, Side};

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

    /// The longest chain within sides that hang together, if it beats `to_beat`.
    fn longest_in(&self, component: &[usize], to_beat: usize) -> usize {
        let mut points: List<(Point, u8), { 2 * MAX_SIDES }> = List::new();
        for point in component.iter().flat_map(|&it| self.ends[it]) {
            match points.iter_mut().find(|it| it.0 == point) {
                Some((_, degree)) => *degree += 1,
                None => points.push((point, 1)),
            }
        }
        let odd: List<Point, { 2 * MAX_SIDES }> = points.iter().filter(|it| it.1 % 2 == 1).map(|it| it.0).collect();
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
