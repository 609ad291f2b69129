//! What can be played here: games, modules and bots, for whoever opens a table.

use alhambra_bots::Kind;
use alhambra_engine::{Ending, Game, Scoring, modules::Module, ruleset::RULES_VERSION};
use alhambra_protocol::{BotLevel, Info};

/// What can be played here.
pub fn info() -> Info {
    Info {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        rules: RULES_VERSION,
        games: Game::ALL.to_vec(),
        scorings: Scoring::ALL.to_vec(),
        endings: Ending::ALL.to_vec(),
        modules: Module::ALL.map(|it| (it, Game::ALL.into_iter().filter(|game| game.allows(it)).collect())).to_vec(),
        bots: Kind::levels()
            .map(|it| BotLevel {
                level: it.name().to_owned(),
                description: it.description().to_owned(),
                beginner: it.is_beginner(),
            })
            .collect(),
    }
}
