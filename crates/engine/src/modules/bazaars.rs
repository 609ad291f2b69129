//! Bazaars: tiles that score the buildings of three colours around them at the end.

use crate::{
    city::City,
    material::{Building, Face},
};

/// Matching buildings among the eight cells around, times the number of different matching colours (M-BAZ-4).
pub fn score(city: &City) -> u16 {
    matches(city).map(|[n_matching, n_colours]| u16::from(n_matching) * u16::from(n_colours)).sum()
}

/// How many buildings around each bazaar match it, and of how many colours.
pub(crate) fn matches(city: &City) -> impl Iterator<Item = [u8; 2]> {
    city.tiles().iter().filter_map(|placed| {
        let Face::Bazaar { colours, .. } = placed.tile.face() else { return None };
        let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| placed.cell.offset(x, y)));
        let found: Vec<Building> = around.filter_map(|cell| city.at(cell)?.tile.building()).collect();
        let n_matching = found.iter().filter(|it| colours.contains(it)).count();
        let n_colours = colours.iter().filter(|it| found.contains(it)).count();
        Some([n_matching as u8, n_colours as u8])
    })
}
