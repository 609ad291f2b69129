//! Where points come from: a score sheet as a row of numbers with names.

use alhambra_engine::{
    Game, Ruleset,
    material::{Building, ByBuilding, ByCityKind, CityKind},
    modules::Module,
    scoring::ScoreSheet,
};

/// How many sources there are.
pub const N_SOURCES: usize = 7 + Building::ALL.len() + CityKind::ALL.len();

/// The names of the sources.
pub const NAMES: [&str; N_SOURCES] = [
    "wall",
    "pavilion",
    "seraglio",
    "arcades",
    "chambers",
    "garden",
    "tower",
    "moat",
    "arena",
    "bath-house",
    "library",
    "hostel",
    "hospital",
    "market",
    "park",
    "school",
    "residential",
    "together",
    "camps",
    "bazaars",
    "falcons",
    "citizens",
];

/// The points of a sheet by source.
pub fn points(sheet: &ScoreSheet) -> [u16; N_SOURCES] {
    // No `..`: a new source has to be shown.
    let &ScoreSheet {
        wall,
        moat,
        together,
        buildings: ByBuilding([pavilion, seraglio, arcades, chambers, garden, tower]),
        granada: ByCityKind([arena, bath_house, library, hostel, hospital, market, park, school, residential]),
        camps,
        bazaars,
        falcons,
        citizens,
    } = sheet;
    [
        wall,
        pavilion,
        seraglio,
        arcades,
        chambers,
        garden,
        tower,
        moat,
        arena,
        bath_house,
        library,
        hostel,
        hospital,
        market,
        park,
        school,
        residential,
        together,
        camps,
        bazaars,
        falcons,
        citizens,
    ]
}

/// The sources that this ruleset has.
pub fn in_the_box(ruleset: Ruleset) -> impl Iterator<Item = usize> {
    let Ruleset { game, scoring: _, ending: _, players: _, modules } = ruleset;
    let with = |module| u16::from(modules.has(module));
    let (alhambra, granada) = (u16::from(game != Game::Granada), u16::from(game != Game::Alhambra));
    let sheet = ScoreSheet {
        wall: alhambra,
        moat: granada,
        together: alhambra * granada,
        buildings: ByBuilding([alhambra; 6]),
        granada: ByCityKind([granada; 9]),
        camps: with(Module::Camps),
        bazaars: with(Module::Bazaars),
        falcons: with(Module::Falconers),
        citizens: with(Module::StreetTrader),
    };
    points(&sheet).into_iter().enumerate().filter(|it| it.1 > 0).map(|it| it.0)
}

#[cfg(test)]
mod tests {
    use alhambra_engine::modules::ModuleSet;

    use super::*;

    #[test]
    #[cfg(feature = "serde")]
    fn kinds_have_the_names_that_programs_know_them_by() {
        let kinds = Building::ALL.map(|it| serde_json::to_value(it).unwrap());
        let city_kinds = CityKind::ALL.map(|it| serde_json::to_value(it).unwrap());
        assert!(kinds.iter().eq(&NAMES[1..7]) && city_kinds.iter().eq(&NAMES[8..17]));
    }

    #[test]
    fn every_source_has_its_own_name() {
        let mut names = NAMES.to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), N_SOURCES);
    }

    #[test]
    fn a_game_has_the_sources_of_its_box() {
        let names = |ruleset| in_the_box(ruleset).map(|it| NAMES[it]).collect::<Vec<_>>();
        assert_eq!(names(Ruleset::alhambra(3)), NAMES[..7]);
        assert_eq!(names(Ruleset { game: Game::Granada, ..Ruleset::alhambra(3) }), NAMES[7..17]);
        assert_eq!(names(Ruleset { game: Game::Both, ..Ruleset::alhambra(3) }), NAMES[..18]);
        let all = Ruleset { modules: ModuleSet::ALL, ..Ruleset::alhambra(3) };
        assert_eq!(names(all), [&NAMES[..7], &NAMES[18..]].concat());
    }
}
