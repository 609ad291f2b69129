//! Games as OpenSpiel writes them: `alhambra(players=3,modules=vizier+camps)`.

use std::fmt::Display;

use alhambra_engine::{
    Ending, Game as WhichGame, Ruleset, Scoring, Seed,
    modules::{Module, ModuleSet},
};
use alhambra_environment::{id, observation};
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::state::{N_INFORMATION, State};

/// How many ids a game can take; nobody has met a tenth of it, and nothing in the rules says that it can't be more.
const LONGEST: u32 = 20_000;

/// A refusal as Python raises it.
pub(crate) fn no(reason: impl Display) -> PyErr {
    PyValueError::new_err(reason.to_string())
}

/// What is played; it never changes.
#[pyclass(frozen, eq, hash, module = "alhambra", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Game(pub(crate) Ruleset);

impl Game {
    fn parse(text: &str) -> PyResult<Ruleset> {
        let Some((name, rest)) = text.split_once('(') else {
            // The notation of the engine names the players and modules too.
            let ruleset = if text.contains(' ') { text.parse() } else { format!("{text} 3").parse() };
            return ruleset.map_err(no);
        };
        let Some(parameters) = rest.strip_suffix(')') else {
            return Err(no(format!("\"{text}\" has no closing bracket")));
        };
        let game = WhichGame::ALL.into_iter().find(|it| it.name() == name.trim());
        let game = game.ok_or_else(|| no(format!("\"{name}\" is no game; there are alhambra, granada and both")))?;
        let mut ruleset = Ruleset { game, ..Ruleset::alhambra(3) };
        for parameter in parameters.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let Some((key, value)) = parameter.split_once('=') else {
                return Err(no(format!("\"{parameter}\" should be like players=3")));
            };
            set(&mut ruleset, key.trim(), value.trim())?;
        }
        Ok(ruleset)
    }
}

fn set(ruleset: &mut Ruleset, key: &str, value: &str) -> PyResult<()> {
    let wrong = |known: &str| no(format!("{key}={value} can't be read; {key} is {known}"));
    match key {
        "players" => ruleset.players = value.parse().map_err(|_| wrong("a number from 2 to 6"))?,
        "modules" => ruleset.modules = modules(ruleset.game, value)?,
        "scoring" => {
            let scoring = Scoring::ALL.into_iter().find(|it| it.name() == value);
            ruleset.scoring = scoring.ok_or_else(|| wrong("regular or simplified"))?;
        }
        "ending" => {
            let ending = Ending::ALL.into_iter().find(|it| it.name() == value);
            ruleset.ending = ending.ok_or_else(|| wrong("both or either"))?;
        }
        _ => return Err(no(format!("\"{key}\" is no parameter; there are players, modules, scoring and ending"))),
    }
    Ok(())
}

/// All that join this game, none, or names with a plus between them.
fn modules(game: WhichGame, names: &str) -> PyResult<ModuleSet> {
    match names {
        "all" => Ok(Module::ALL.into_iter().filter(|&it| game.allows(it)).collect()),
        "none" | "" => Ok(ModuleSet::NONE),
        _ => names
            .split('+')
            .map(|name| {
                let module = Module::ALL.into_iter().find(|it| it.name() == name.trim());
                let known = Module::ALL.map(Module::name).join(", ");
                module.ok_or_else(|| no(format!("\"{name}\" is no module; there are all, none and {known}")))
            })
            .collect(),
    }
}

/// A seed from what Python calls one: a number, 64 hexadecimal digits, or nothing for a new one.
pub(crate) fn seed(given: Option<&Bound<'_, PyAny>>) -> PyResult<Seed> {
    let Some(given) = given.filter(|it| !it.is_none()) else {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(no)?;
        return Ok(Seed(bytes));
    };
    if let Ok(text) = given.extract::<String>() {
        return text.parse().map_err(no);
    }
    Ok(Seed::from_number(given.extract()?))
}

#[pymethods]
impl Game {
    /// What is written like `alhambra(players=3,modules=all)` or, as on the command line, `alhambra 3 vizier camps`; values given
    /// by name count more.
    #[new]
    #[pyo3(signature = (name = "alhambra", *, players = None, modules = None, scoring = None, ending = None))]
    fn new(
        name: &str,
        players: Option<u8>,
        modules: Option<&Bound<'_, PyAny>>,
        scoring: Option<&str>,
        ending: Option<&str>,
    ) -> PyResult<Game> {
        let mut ruleset = Game::parse(name)?;
        ruleset.players = players.unwrap_or(ruleset.players);
        if let Some(modules) = modules {
            let names = match modules.extract::<String>() {
                Ok(names) => names,
                Err(_) => modules.extract::<Vec<String>>()?.join("+"),
            };
            set(&mut ruleset, "modules", &names)?;
        }
        for (key, value) in [("scoring", scoring), ("ending", ending)] {
            if let Some(value) = value {
                set(&mut ruleset, key, value)?;
            }
        }
        ruleset.validate().map_err(no)?;
        Ok(Game(ruleset))
    }

    /// A new game: the same for the same seed, another one each time without.
    #[pyo3(signature = (seed = None))]
    fn new_initial_state(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        State::new(self.0, self::seed(seed)?)
    }

    /// The state that `State.serialize` wrote.
    #[expect(clippy::unused_self, reason = "OpenSpiel asks the game for it")]
    fn deserialize_state(&self, text: &str) -> PyResult<State> {
        State::deserialize(text)
    }

    /// How many people play.
    fn num_players(&self) -> u8 {
        self.0.players
    }

    /// How many actions there are, the same for every game.
    #[staticmethod]
    fn num_distinct_actions() -> usize {
        id::N
    }

    /// A length that no game reaches.
    #[staticmethod]
    fn max_game_length() -> u32 {
        LONGEST
    }

    /// What the last player of all gets.
    #[staticmethod]
    fn min_utility() -> f64 {
        -1.0
    }

    /// What whoever wins alone gets.
    #[staticmethod]
    fn max_utility() -> f64 {
        1.0
    }

    /// What everybody gets together.
    #[staticmethod]
    fn utility_sum() -> f64 {
        0.0
    }

    /// The shape of `State.observation_tensor`.
    #[staticmethod]
    fn observation_tensor_shape() -> (usize,) {
        (observation::LEN,)
    }

    /// The shape of `State.information_state_tensor`.
    #[staticmethod]
    fn information_state_tensor_shape() -> (usize,) {
        (N_INFORMATION,)
    }

    /// Which game, scoring, ending, how many players and which modules.
    fn get_parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        let parameters = pyo3::types::PyDict::new(py);
        parameters.set_item("game", self.0.game.name())?;
        parameters.set_item("players", self.0.players)?;
        parameters.set_item("modules", self.0.modules.iter().map(Module::name).collect::<Vec<_>>())?;
        parameters.set_item("scoring", self.0.scoring.name())?;
        parameters.set_item("ending", self.0.ending.name())?;
        Ok(parameters)
    }

    /// The same in the notation of the engine and the command line.
    #[getter]
    fn ruleset(&self) -> String {
        self.0.to_string()
    }

    fn __str__(&self) -> String {
        let Ruleset { game, scoring, ending, players, modules } = self.0;
        let mut text = format!("{}(players={players}", game.name());
        if modules != ModuleSet::NONE {
            text += &format!(",modules={}", modules.iter().map(Module::name).collect::<Vec<_>>().join("+"));
        }
        if scoring != Scoring::default() {
            text += &format!(",scoring={}", scoring.name());
        }
        if ending != Ending::default() {
            text += &format!(",ending={}", ending.name());
        }
        text + ")"
    }

    fn __repr__(&self) -> String {
        format!("Game(\"{}\")", self.__str__())
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.__str__(),)
    }
}
