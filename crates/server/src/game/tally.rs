//! What everybody can count on the table.

use alhambra_engine::{
    State,
    material::{self, Cell, Edges, Part},
    scoring::{counts, next_round, sheets},
};
use alhambra_protocol::{Side, Tally};

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
            let path = |part| city.map(|it| drawn(it.wall_path(part))).unwrap_or_default();
            Tally {
                wall: path(Part::Alhambra),
                moat: path(Part::Granada),
                together: city.map(|it| drawn(it.together_path())).unwrap_or_default(),
                count,
                now,
            }
        })
        .collect()
}

fn drawn(path: Vec<(Cell, material::Side)>) -> Vec<Side> {
    path.into_iter().map(|(cell, side)| Side { cell, side: Edges::of(side) }).collect()
}
