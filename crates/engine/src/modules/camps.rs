//! Camps: tiles outside the walls that score the line of buildings behind them.

use crate::{
    city::{City, Placed},
    material::{Cell, Part, Side},
};

/// For every bastion at a wall, one point for each tile in the unbroken line behind it (M-CAMP-3).
pub fn score(city: &City) -> u16 {
    lines(city).sum()
}

/// The cell of each camp, and what it brings alone.
pub fn points(city: &City) -> impl Iterator<Item = (Cell, u16)> {
    camps(city).map(|camp| (camp.cell, behind(city, camp).sum()))
}

/// How many tiles lie behind each bastion that stands at a wall.
pub(crate) fn lines(city: &City) -> impl Iterator<Item = u16> {
    camps(city).flat_map(|camp| behind(city, camp)).filter(|&it| it > 0)
}

fn camps(city: &City) -> impl Iterator<Item = &Placed> {
    city.tiles().iter().filter(|it| it.tile.part() == Part::Camp)
}

fn behind(city: &City, camp: &Placed) -> impl Iterator<Item = u16> {
    camp.edges.sides().map(|side| line(city, camp.cell, side))
}

/// How many tiles lie in a line from this cell to this side, up to the first empty cell or camp.
fn line(city: &City, from: Cell, side: Side) -> u16 {
    let mut n = 0;
    let mut cell = from.step(side);
    while city.at(cell).is_some_and(|it| it.tile.part() != Part::Camp) {
        n += 1;
        cell = cell.step(side);
    }
    n
}
