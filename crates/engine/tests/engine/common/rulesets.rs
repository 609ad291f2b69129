//! Everything that can be played, by number, so that tests go through all of it.

use alhambra_engine::{
    Ending, Game, Ruleset, Scoring,
    modules::{Module, ModuleSet},
};

/// The base game, Granada and both together with either scoring, each module alone, mixed sets and all eleven, in turn.
pub(crate) fn any_ruleset(number: u64) -> Ruleset {
    let round = number / 8;
    let players = 2 + ((number + round) % 5) as u8;
    let alhambra = |modules| Ruleset { modules, ..Ruleset::alhambra(players) };
    match number % 8 {
        0 => Ruleset::alhambra(players),
        1 => granada(Game::Granada, players, round),
        2 | 3 => granada(Game::Both, players, round + number),
        4 => alhambra(ModuleSet::NONE.with(Module::ALL[(round % 11) as usize])),
        // The multiplier only has to mix well.
        5 | 6 => alhambra(module_set(number.wrapping_mul(0x9E37_79B9) >> 7 & 0x7FF)),
        _ => alhambra(ModuleSet::ALL),
    }
}

/// Granada or the combined game, with every choice that they leave.
pub(crate) fn granada(game: Game, players: u8, number: u64) -> Ruleset {
    let scoring = Scoring::ALL[(number % 2) as usize];
    let joining = [Module::Vizier, Module::Bureaux].into_iter().enumerate();
    let modules = joining.filter(|(i, _)| (number / 2) >> i & 1 != 0).map(|it| it.1).collect();
    let ending = if game == Game::Both { Ending::ALL[(number / 8 % 2) as usize] } else { Ending::Both };
    Ruleset { game, scoring, ending, players, modules }
}

/// The module set with this number, of all 2,048.
pub(crate) fn module_set(number: u64) -> ModuleSet {
    Module::ALL.into_iter().enumerate().filter(|(i, _)| number >> i & 1 != 0).map(|(_, it)| it).collect()
}
