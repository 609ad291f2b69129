//! What everybody can count on the table.

use alhambra_engine::{
    State,
    city::City,
    material::{self, Cell, Edges, Part},
    modules::camps,
    scoring::{Count, ScoreSheet, counts, next_round, sheets},
};
use alhambra_protocol::{CampPoints, Lines, Side, Tally};

/// What can be counted for everybody, by seat; Dirk comes last.
pub fn tallies(state: &State) -> Vec<Tally> {
    counted(state).into_iter().enumerate().map(|(i, it)| tally(state, i, it)).collect()
}

/// Those of everybody's tallies that can have changed, with their places; walls are only followed where a city has.
pub(super) fn changed_tallies(former: &State, now: &State) -> Vec<(u8, Tally)> {
    let same_city = |i: usize| former.players.get(i).map(|it| &it.city) == now.players.get(i).map(|it| &it.city);
    let pairs = counted(former).into_iter().zip(counted(now)).enumerate();
    let changed = pairs.filter(|&(i, (before, after))| before != after || !same_city(i));
    changed.map(|(i, (_, after))| (i as u8, tally(now, i, after))).collect()
}

/// What a scoring rests on, and what it would bring now.
fn counted(state: &State) -> Vec<(Count, ScoreSheet)> {
    let (players, dirk) = sheets(state, next_round(state));
    counts(state).into_iter().zip(players.into_iter().chain(dirk)).collect()
}

fn tally(state: &State, i: usize, (count, now): (Count, ScoreSheet)) -> Tally {
    // Dirk has no city.
    let city = state.players.get(i).map(|it| &it.city);
    let camp = |(cell, points)| CampPoints { cell, points };
    Tally {
        count,
        lines: city.map(lines).unwrap_or_default(),
        camps: city.into_iter().flat_map(camps::points).map(camp).collect(),
        now,
    }
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
