//! Bazaars: tiles that score the buildings of three colours around them at the end.

use crate::{
    city::City,
    material::{Building, Face},
};

/// Matching buildings among the eight cells around, times the number of different matching colours (M-BAZ-4).
pub fn score(city: &City) -> u16 {
    let mut points = 0;
    for placed in city.tiles() {
        let Face::Bazaar { colours, .. } = placed.tile.face() else { continue };
        let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| placed.cell.offset(x, y)));
        let found: Vec<Building> = around.filter_map(|cell| city.at(cell)?.tile.building()).collect();
        let n_matching = found.iter().filter(|it| colours.contains(it)).count();
        let n_colours = colours.iter().filter(|it| found.contains(it)).count();
        points += (n_matching * n_colours) as u16;
    }
    points
}
