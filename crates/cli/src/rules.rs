//! What is played, as the command line says it.

use alhambra_engine::{
    Ending, Game, Ruleset, Scoring, Unplayable,
    modules::{Module, ModuleSet},
};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::error::Error;

/// Under what the help lists these flags.
const HEADING: &str = "What is played";

/// The flags that choose a ruleset.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Rules {
    /// The game: Alhambra, Granada, or both together.
    #[arg(help_heading = HEADING, long, value_name = "GAME", default_value = "alhambra", value_parser = game())]
    game: Game,

    /// How Granada's buildings are scored: by the number of buildings in all cities, or by fixed points.
    #[arg(help_heading = HEADING, long, value_name = "WAY", default_value = "regular", value_parser = scoring())]
    scoring: Scoring,

    /// When the game of both ends: once a square lacks both its tiles, or as soon as one lacks either of them.
    ///
    /// The German edition says `both`, the English one `either`. Without `--game both` there is nothing to choose.
    #[arg(help_heading = HEADING, long, value_name = "WHEN", default_value = "both", value_parser = ending())]
    ending: Ending,

    /// How many play, 2 to 6; two are joined by Dirk.
    #[arg(help_heading = HEADING, long, short, value_name = "N", default_value_t = 3)]
    players: u8,

    /// The modules that join: `none`, `all`, or names with commas between them.
    ///
    /// Their names are vizier, bureaux, bonus-cards, huts, walls, thieves, change, street-trader, camps, bazaars and
    /// falconers. With Granada only vizier and bureaux can be played.
    #[arg(help_heading = HEADING, long, short, value_name = "NAMES", default_value = "none", value_parser = modules)]
    modules: ModuleSet,
}

impl Rules {
    /// The ruleset, if it can be played.
    pub(crate) fn ruleset(&self) -> Result<Ruleset, Error> {
        let &Rules { game, scoring, ending, players, modules } = self;
        let ruleset = Ruleset { game, scoring, ending, players, modules };
        ruleset.validate().map_err(|objections| refused(&objections))?;
        Ok(ruleset)
    }
}

/// Every reason why a ruleset can't be played.
pub(crate) fn refused(Unplayable(objections): &Unplayable) -> Error {
    // Modules are refused for the same reason: it is told once, after their names.
    let mut reasons: Vec<(String, Vec<String>)> = Vec::new();
    for objection in objections.iter().map(ToString::to_string) {
        let (what, why) = objection.split_once(": ").unwrap_or(("", &objection));
        match reasons.iter_mut().find(|it| it.0 == why) {
            Some(reason) => reason.1.push(what.to_owned()),
            None => reasons.push((why.to_owned(), vec![what.to_owned()])),
        }
    }
    let reasons: Vec<_> = reasons.iter().map(|(why, what)| format!("{}: {why}", what.join(", "))).collect();
    Error::Usage(format!("this can't be played: {}", reasons.join("; ")))
}

fn game() -> impl TypedValueParser<Value = Game> {
    PossibleValuesParser::new(Game::ALL.map(Game::name))
        .map(|name| Game::ALL.into_iter().find(|it| it.name() == name).unwrap_or_default())
}

fn scoring() -> impl TypedValueParser<Value = Scoring> {
    PossibleValuesParser::new(Scoring::ALL.map(Scoring::name))
        .map(|name| Scoring::ALL.into_iter().find(|it| it.name() == name).unwrap_or_default())
}

fn ending() -> impl TypedValueParser<Value = Ending> {
    PossibleValuesParser::new(Ending::ALL.map(Ending::name))
        .map(|name| Ending::ALL.into_iter().find(|it| it.name() == name).unwrap_or_default())
}

/// Reads a list of modules; every unknown name is told.
fn modules(text: &str) -> Result<ModuleSet, String> {
    match text {
        "none" | "" => return Ok(ModuleSet::NONE),
        "all" => return Ok(ModuleSet::ALL),
        _ => {}
    }
    let (mut set, mut unknown) = (ModuleSet::NONE, Vec::new());
    for name in text.split(',').map(str::trim) {
        match Module::ALL.into_iter().find(|it| it.name() == name) {
            Some(module) => set = set.with(module),
            None => unknown.push(format!("\"{name}\"")),
        }
    }
    if unknown.is_empty() {
        return Ok(set);
    }
    let known = Module::ALL.map(Module::name).join(", ");
    Err(format!("no module is called {}; there are: none, all, or some of {known}", unknown.join(" or ")))
}
