//! Scoring: the longest wall of each player and the majorities of each kind of building.

use arrayvec::ArrayVec;
use serde::Serialize;

use crate::{
    city::City,
    event::{Event, Witness},
    material::{Building, ByBuilding, Round, Tile},
    state::State,
};

/// What one player gets in one scoring, by source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ScoreSheet {
    /// For the longest outer wall.
    pub wall: u16,
    /// For the majorities.
    pub buildings: ByBuilding<u16>,
}

impl ScoreSheet {
    /// All sources together.
    pub fn total(&self) -> u16 {
        let ScoreSheet { wall, buildings } = self;
        wall + buildings.0.iter().sum::<u16>()
    }
}

/// The points for first, second and third place (B-SCORE-2).
pub fn prizes(round: Round, building: Building) -> [u16; 3] {
    let rank = building as u16;
    match round {
        Round::First => [1 + rank, 0, 0],
        Round::Second => [8 + rank, 1 + rank, 0],
        Round::Third => [16 + rank, 8 + rank, 1 + rank],
    }
}

/// Divides the points of a kind among those who have buildings of it; equal numbers share their places (B-SCORE-3).
pub fn share(counts: &[u8], prizes: [u16; 3]) -> ArrayVec<u16, 7> {
    let points = |&count: &u8| {
        if count == 0 {
            // Who has none gets nothing (B-SCORE-4).
            return 0;
        }
        let n_who = |has: fn(&u8, &u8) -> bool| counts.iter().filter(|it| has(it, &count)).count();
        let (ahead, tied) = (n_who(u8::gt), n_who(u8::eq));
        let pot: u16 = prizes.iter().skip(ahead).take(tied).sum();
        pot / tied as u16
    };
    counts.iter().map(points).collect()
}

/// What each player, and Dirk, would get in this scoring now.
pub fn sheets(state: &State, round: Round) -> (ArrayVec<ScoreSheet, 6>, Option<ScoreSheet>) {
    let mut players: ArrayVec<ScoreSheet, 6> = state
        .players
        .iter()
        .map(|it| ScoreSheet { wall: it.city.longest_wall().into(), buildings: ByBuilding::default() })
        .collect();
    // Dirk has no wall (B-DIRK-3).
    let mut dirk = state.dirk.as_ref().map(|_| ScoreSheet { wall: 0, buildings: ByBuilding::default() });

    let mut counts: ArrayVec<ByBuilding<u8>, 7> = state.players.iter().map(|it| in_city(&it.city)).collect();
    if let Some(dirk) = &state.dirk {
        counts.push(count(dirk.tiles.iter().copied()));
    }
    for building in Building::ALL {
        let counts: ArrayVec<u8, 7> = counts.iter().map(|it| it[building]).collect();
        let points = share(&counts, prizes(round, building));
        for (sheet, points) in players.iter_mut().chain(&mut dirk).zip(points) {
            sheet.buildings[building] = points;
        }
    }
    (players, dirk)
}

/// Carries out a scoring.
pub(crate) fn score<W: Witness>(state: &mut State, round: Round, witness: &mut W) {
    let (players, dirk) = sheets(state, round);
    for (player, sheet) in state.players.iter_mut().zip(&players) {
        player.score += sheet.total();
    }
    if let (Some(dirk), Some(sheet)) = (&mut state.dirk, &dirk) {
        dirk.score += sheet.total();
    }
    witness.see(|| Event::Scored { round, players, dirk });
}

/// How many buildings of each kind stand in a city.
pub fn in_city(city: &City) -> ByBuilding<u8> {
    count(city.tiles().iter().map(|it| it.tile))
}

fn count(tiles: impl Iterator<Item = Tile>) -> ByBuilding<u8> {
    let mut counts = ByBuilding::default();
    tiles.filter_map(Tile::building).for_each(|it| counts[it] += 1);
    counts
}
