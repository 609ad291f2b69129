//! Where points come from: a score sheet as a row of numbers with names.

use alhambra_engine::{
    material::{Building, ByBuilding},
    scoring::ScoreSheet,
};

/// How many sources there are.
pub(crate) const N_SOURCES: usize = 7;

/// The names of the sources.
pub(crate) const NAMES: [&str; N_SOURCES] = ["wall", "pavilion", "seraglio", "arcades", "chambers", "garden", "tower"];

/// The points of a sheet by source.
pub(crate) fn points(sheet: &ScoreSheet) -> [u16; N_SOURCES] {
    // No `..`: a new source has to be shown.
    let &ScoreSheet { wall, buildings: ByBuilding(buildings) } = sheet;
    let mut points = [0; N_SOURCES];
    points[0] = wall;
    points[1..=Building::ALL.len()].copy_from_slice(&buildings);
    points
}
