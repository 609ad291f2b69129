//! What everybody can count on the table.

use alhambra_engine::{
    State,
    city::City,
    material::{self, Cell, Edges, Part},
    modules::camps,
    scoring::{counts, next_round, sheets},
};
use alhambra_protocol::{CampPoints, Lines, Side, Tally};

/// What can be counted for everybody, by seat; Dirk comes last.
pub fn tallies(state: &State) -> Vec<Tally> {
    let (players, dirk) = sheets(state, next_round(state));
    let cities = state.players.iter().map(|it| Some(&it.city)).chain(state.dirk.iter().map(|_| None));
    let scored = players.into_iter().chain(dirk);
    counts(state)
        .into_iter()
        .zip(cities)
        .zip(scored)
        .map(|((count, city), now)| {
            let camp = |(cell, points)| CampPoints { cell, points };
            Tally {
                lines: city.map(lines).unwrap_or_default(),
                camps: city.into_iter().flat_map(camps::points).map(camp).collect(),
                count,
                now,
            }
        })
        .collect()
}

/// Where the longest walls of a city run.
pub(super) fn lines(city: &City) -> Lines {
    Lines {
        wall: drawn(city.wall_path(Part::Alhambra)),
        moat: drawn(city.wall_path(Part::Granada)),
        together: drawn(city.together_path()),
    }
}

fn drawn(path: Vec<(Cell, material::Side)>) -> Vec<Side> {
    path.into_iter().map(|(cell, side)| Side { cell, side: Edges::of(side) }).collect()
}
