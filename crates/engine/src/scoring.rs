//! Scoring: walls, majorities, and whatever else lies on the table.

use crate::{
    agenda::{Auto, Step},
    dirk::Dirk,
    event::{Event, Witness},
    granada,
    list::List,
    material::{Building, ByBuilding, ByCityKind, Part, Round, Tile},
    modules::{bazaars, bonus_cards, camps, falconers, huts, street_trader},
    state::{Player, State},
};

/// What one player gets in one scoring, by source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreSheet {
    /// For the longest outer wall.
    pub wall: u16,
    /// For the longest moat.
    pub moat: u16,
    /// For wall and moat together.
    pub together: u16,
    /// For the majorities of the Alhambra.
    pub buildings: ByBuilding<u16>,
    /// For the majorities of Granada.
    pub granada: ByCityKind<u16>,
    /// For camps.
    pub camps: u16,
    /// For bazaars, at the end.
    pub bazaars: u16,
    /// For falcons.
    pub falcons: u16,
    /// For citizens.
    pub citizens: u16,
}

impl ScoreSheet {
    /// All sources together.
    pub fn total(&self) -> u16 {
        let ScoreSheet { wall, moat, together, buildings, granada, camps, bazaars, falcons, citizens } = self;
        let majorities = buildings.0.iter().chain(&granada.0).sum::<u16>();
        wall + moat + together + majorities + camps + bazaars + falcons + citizens
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
pub fn share(counts: &[u8], prizes: [u16; 3]) -> List<u16, 7> {
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
pub fn sheets(state: &State, round: Round) -> (List<ScoreSheet, 6>, Option<ScoreSheet>) {
    let mut players: List<ScoreSheet, 6> = state.players.iter().map(|it| alone(it, round)).collect();
    // Dirk has no wall, and camps and bazaars count nothing for him (B-DIRK-3, X-2).
    let mut dirk = state.dirk.as_ref().map(|_| ScoreSheet::default());

    let mut counts: List<ByBuilding<u8>, 7> = state.players.iter().map(buildings).collect();
    if let Some(dirk) = &state.dirk {
        counts.push(count(dirk.tiles.iter().copied()));
    }
    for building in Building::ALL {
        let counts: List<u8, 7> = counts.iter().map(|it| it[building]).collect();
        let points = share(&counts, prizes(round, building));
        for (sheet, points) in players.iter_mut().chain(&mut dirk).zip(points) {
            sheet.buildings[building] = points;
        }
    }
    if state.table.marker.is_some() {
        let mut standings: List<_, 7> = state.players.iter().map(|it| granada::in_city(&it.city)).collect();
        if let Some(dirk) = &state.dirk {
            standings.push(granada::standings(dirk.tiles.iter().copied()));
        }
        for kind in granada::KINDS {
            let standings: List<granada::Standing, 7> = standings.iter().map(|it| it[kind]).collect();
            let points = granada::share(state.ruleset.scoring, round, &standings);
            for (sheet, points) in players.iter_mut().chain(&mut dirk).zip(points) {
                sheet.granada[kind] = points;
            }
        }
    }
    (players, dirk)
}

/// What a player gets whatever the others have.
pub fn alone(player: &Player, round: Round) -> ScoreSheet {
    let city = &player.city;
    ScoreSheet {
        wall: city.longest_wall(Part::Alhambra).into(),
        moat: city.longest_wall(Part::Granada).into(),
        together: 2 * u16::from(city.longest_together()),
        buildings: ByBuilding::default(),
        granada: ByCityKind::default(),
        camps: camps::score(city),
        bazaars: if round == Round::Third { bazaars::score(city) } else { 0 },
        falcons: falconers::score(player),
        citizens: street_trader::score(player),
    }
}

/// Carries out a scoring; before the third, bonus cards turn up by themselves (M-BON-4).
pub(crate) fn score<W: Witness>(state: &mut State, round: Round, witness: &mut W) {
    if round == Round::Third {
        bonus_cards::reveal_all(state, witness);
    }
    let (players, dirk) = sheets(state, round);
    for (player, sheet) in state.players.iter_mut().zip(&players) {
        player.score += sheet.total();
    }
    if let (Some(dirk), Some(sheet)) = (&mut state.dirk, &dirk) {
        dirk.score += sheet.total();
    }
    witness.see(|| Event::Scored { round, players: players.to_vec(), dirk, counts: counts(state) });
}

/// What everybody can count on the table of a player: what a scoring rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Count {
    /// The number of sides in the longest wall.
    pub wall: u8,
    /// The number of sides in the longest moat.
    pub moat: u8,
    /// The number of sides in the longest stretch of wall and moat together.
    pub together: u8,
    /// How many buildings stand there, by kind.
    pub buildings: ByBuilding<u8>,
    /// As how many more the huts count.
    pub huts: ByBuilding<u8>,
    /// As how many more the open bonus cards count.
    pub bonus: ByBuilding<u8>,
    /// How many buildings of Granada there are by kind, with the highest price among them.
    pub granada: ByCityKind<granada::Standing>,
    /// How many tiles lie in the line behind each bastion at a wall.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub camps: List<u8, 32>,
    /// For each bazaar, how many buildings around match it, and of how many colours.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<[u8; 2]>"))]
    pub bazaars: List<[u8; 2], 8>,
    /// How many falcons there are of each type: black, white, brown.
    pub falcons: [u8; 3],
    /// How many citizens live in buildings, by colour.
    pub citizens: ByBuilding<u8>,
}

impl Count {
    /// What is counted for a player.
    pub fn of(player: &Player) -> Count {
        let city = &player.city;
        Count {
            wall: city.longest_wall(Part::Alhambra),
            moat: city.longest_wall(Part::Granada),
            together: city.longest_together(),
            buildings: count(city.tiles().iter().map(|it| it.tile)),
            huts: huts::count(city),
            bonus: bonus_cards::count(player),
            granada: granada::in_city(city),
            camps: camps::lines(city).map(|it| it as u8).collect(),
            bazaars: bazaars::matches(city).collect(),
            falcons: falconers::by_type(player),
            citizens: street_trader::residents(player),
        }
    }

    /// What is counted for Dirk: he has tiles and no city (B-DIRK-3).
    pub fn of_dirk(dirk: &Dirk) -> Count {
        let tiles = || dirk.tiles.iter().copied();
        Count { buildings: count(tiles()), granada: granada::standings(tiles()), ..Count::default() }
    }

    /// How many buildings of each kind count, with what stands for one.
    pub fn majorities(&self) -> ByBuilding<u8> {
        let Count { buildings, huts, bonus, .. } = self;
        ByBuilding(std::array::from_fn(|i| buildings.0[i] + huts.0[i] + bonus.0[i]))
    }
}

/// What is counted for everybody, by seat; Dirk comes last.
pub fn counts(state: &State) -> Vec<Count> {
    state.players.iter().map(Count::of).chain(state.dirk.as_ref().map(Count::of_dirk)).collect()
}

/// The scoring that comes next: one that is due, else that of the next scoring card, else the last one.
pub fn next_round(state: &State) -> Round {
    let due = state.agenda.iter().rev().find_map(|it| match it {
        Step::Auto(Auto::Score { round }) => Some(*round),
        _ => None,
    });
    let in_pile = || state.table.pile.layers.iter().find_map(|it| it.scoring);
    due.or_else(in_pile).or(state.table.waiting_scoring).unwrap_or(Round::Third)
}

/// How many buildings of each kind count for a player: built ones, and what huts and bonus cards stand for.
pub fn buildings(player: &Player) -> ByBuilding<u8> {
    let mut counts = count(player.city.tiles().iter().map(|it| it.tile));
    for more in [huts::count(&player.city), bonus_cards::count(player)] {
        counts.0.iter_mut().zip(more.0).for_each(|(count, more)| *count += more);
    }
    counts
}

fn count(tiles: impl Iterator<Item = Tile>) -> ByBuilding<u8> {
    let mut counts = ByBuilding::default();
    tiles.filter_map(Tile::building).for_each(|it| counts[it] += 1);
    counts
}
