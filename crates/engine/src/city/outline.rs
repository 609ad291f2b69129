//! The outline of a city: its longest wall or moat.

use super::{City, Placed};
use crate::{
    list::List,
    material::{Cell, Part, Side},
    wall,
};

impl City {
    /// The number of sides in the longest connected stretch of outer wall or moat of a part (B-SCORE-1, G-BUILD-1).
    pub fn longest_wall(&self, part: Part) -> u8 {
        if part != self.home && self.is_uniform() {
            return 0;
        }
        let run = if part == self.home { self.longest_run() } else { None };
        run.unwrap_or_else(|| {
            // Camps and the other part leave a side outer, so there may be several outlines that touch.
            let outer = |side: Side, it: &Placed| {
                it.neighbour(side).is_none_or(|neighbour| self.tiles[neighbour].tile.part() != part)
            };
            wall::longest_chain(self.sides(part, outer))
        })
    }

    /// The number of sides in the longest stretch where wall and moat run together (C-SCORE-1).
    pub fn longest_together(&self) -> u8 {
        if self.gate.is_none() {
            return 0;
        }
        let together = |side: Side, it: &Placed| {
            it.neighbour(side).is_some_and(|neighbour| self.tiles[neighbour].tile.part() == Part::Granada)
        };
        wall::longest_chain(self.sides(Part::Alhambra, together))
    }

    /// The sides of a part that bear an edge and of which `counts` is true.
    fn sides(&self, part: Part, counts: impl Fn(Side, &Placed) -> bool) -> impl Iterator<Item = (Cell, Side)> {
        let of_part = self.tiles.iter().filter(move |it| it.tile.part() == part);
        of_part.flat_map(move |it| {
            let counts = &counts;
            it.edges.sides().filter(move |&side| counts(side, it)).map(|side| (it.cell, side)).collect::<List<_, 4>>()
        })
    }

    /// The longest run of edges along the outline of the part that the city began with, if that is one closed curve which
    /// meets itself nowhere: always as long as all tiles are of that part, and mostly if others stand around it.
    ///
    /// Without this walk measuring walls takes 1.6 to 4.7 times as many instructions (bench `longest_wall`); the reference is
    /// [`wall::longest_chain`].
    fn longest_run(&self) -> Option<u8> {
        let is_outer = |&(slot, side): &(usize, usize)| self.same_part_beside(slot, side).is_none();
        let outer_sides = || {
            let own = self.tiles.iter().enumerate().filter(|it| self.index.foreign >> it.0 & 1 == 0);
            own.flat_map(|(slot, _)| (0..4).map(move |side| (slot, side))).filter(is_outer)
        };
        let start = outer_sides().next()?;
        let (mut longest, mut run, mut n_sides) = (0, 0, 0);
        let mut first_run = None;
        let mut at = start;
        loop {
            let (slot, side) = at;
            n_sides += 1;
            if self.tiles[slot].edges.bits() >> side & 1 != 0 {
                run += 1;
            } else {
                first_run.get_or_insert(run);
                longest = longest.max(run);
                run = 0;
            }
            at = self.next_outer_side(slot, side);
            if self.index.foreign != 0 && at.0 == slot && self.touches_at_corner(slot, side) {
                return None;
            }
            if at == start {
                break;
            }
        }
        if self.index.foreign != 0 && outer_sides().count() != usize::from(n_sides) {
            return None;
        }
        Some(match first_run {
            // The stretch before the first opening goes on from the last one.
            Some(first) => longest.max(first + run),
            None => n_sides,
        })
    }

    /// The slot of the tile of the same part on this side of one of the part that the city began with.
    #[inline]
    fn same_part_beside(&self, slot: usize, side: usize) -> Option<usize> {
        let beside = self.tiles[slot].beside[side].checked_sub(1).map(usize::from);
        beside.filter(|&it| self.index.foreign >> it & 1 == 0)
    }

    /// Whether a tile touches another of its part with nothing but the corner behind this side, clockwise: then there is
    /// something else beside both of them, because it would be a hole if it were empty.
    fn touches_at_corner(&self, slot: usize, side: usize) -> bool {
        let next = (side + 1) & 3;
        let across = |one: usize, two: usize| {
            let beside = self.tiles[slot].beside[one].checked_sub(1).map(usize::from)?;
            self.tiles[beside].beside[two].checked_sub(1).map(usize::from)
        };
        let beyond = across(side, next).or_else(|| across(next, side));
        beyond.is_some_and(|it| self.index.foreign >> it & 1 == 0)
    }

    /// The outer side that follows this one clockwise.
    fn next_outer_side(&self, slot: usize, side: usize) -> (usize, usize) {
        let next = (side + 1) & 3;
        let Some(ahead) = self.same_part_beside(slot, next) else { return (slot, next) };
        let Some(outwards) = self.same_part_beside(ahead, side) else { return (ahead, side) };
        (outwards, (side + 3) & 3)
    }
}
