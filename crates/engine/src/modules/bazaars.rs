//! Bazaars: tiles that score the buildings of three colours around them at the end.

use crate::{
    city::City,
    material::{ByBuilding, Face},
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
        let mut found = ByBuilding::<u8>::default();
        around.filter_map(|cell| city.at(cell)?.tile.building()).for_each(|it| found[it] += 1);
        let n_matching = colours.iter().map(|&it| found[it]).sum();
        let n_colours = colours.iter().filter(|&&it| found[it] > 0).count();
        Some([n_matching, n_colours as u8])
    })
}
