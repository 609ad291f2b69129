//! Our bots for Python, with advice and chances.

use std::sync::Mutex;

use alhambra_bots::{self as bots, Budget, Kind, Means, Question, Recall, Seen, bot_seed};
use alhambra_engine::{Action, Chooser, Event, Seat, Seed};
use alhambra_environment::{Id, path};
use pyo3::{prelude::*, types::PyList};

use crate::{game::no, state::State};

/// A bot of ours; it sees what its seat sees, and remembers what happened in front of it.
#[pyclass(frozen, module = "alhambra")]
pub(crate) struct Bot {
    kind: Kind,
    seed: u64,
    threads: usize,
    /// The game it plays at the moment, one bot for each seat that it was asked for.
    playing: Mutex<Option<Playing>>,
}

struct Playing {
    state: State,
    bots: Vec<Option<Player>>,
    chooser: Chooser,
    /// The latest decision, and how many actions were chosen before it: whoever asks again is told the same.
    decided: Option<(usize, Action)>,
}

struct Player {
    bot: Box<dyn bots::Bot>,
    /// How many of the events it was told.
    n_told: usize,
}

impl Bot {
    fn player(&self, state: &State, seat: Seat) -> Player {
        let mut seed = bot_seed(state.seed_of_game(), seat);
        for (byte, own) in seed.0.iter_mut().zip(self.seed.to_le_bytes()) {
            *byte ^= own;
        }
        Player { bot: self.kind.bot_with(seed, Means { n_threads: self.threads, ..Means::default() }), n_told: 0 }
    }

    /// What it does; it goes on with a game that it knows, and begins anew with another one.
    fn think(&self, state: &State, seat: Seat) -> Result<Action, String> {
        if state.episode.to_act() != Some(seat) {
            return Err(format!("player {seat} does not decide now"));
        }
        // Whoever panicked while holding it has left nothing half done that matters: a new game follows.
        let mut playing = self.playing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let goes_on =
            playing.as_ref().is_some_and(|it| it.state.is_same_game(state) && state.ids().starts_with(it.state.ids()));
        if !goes_on {
            let bots = (0..state.episode.state().players.len()).map(|_| None).collect();
            *playing = Some(Playing { state: state.clone(), bots, chooser: Chooser::default(), decided: None });
        }
        let Some(Playing { state: known, bots, chooser, decided }) = playing.as_mut() else {
            return Err("no game".to_owned());
        };
        let begun = state.ids().len() - state.n_chosen_of_choice();
        if let Some((at, action)) = *decided
            && at == begun
            && path::of(&action).starts_with(state.episode.choice().said())
        {
            return Ok(action);
        }
        known.clone_from(state);
        let player = bots[seat.index()].get_or_insert_with(|| self.player(state, seat));
        if player.bot.watches() {
            let events = state.events();
            for event in &events[player.n_told.min(events.len())..] {
                player.bot.observe(&event.seen_by(Some(seat)));
            }
            player.n_told = events.len();
        }
        let game = state.episode.state();
        let said_nothing = state.episode.choice().said().is_empty();
        let action = match player.bot.blind().filter(|_| said_nothing) {
            Some(blind) => game.choose(chooser, |n| blind.below(n)).ok_or_else(|| "nothing is legal".to_owned()),
            None => player.bot.choose(&Seen::by(game, seat), &state.actions()).map_err(|it| it.to_string()),
        }?;
        *decided = Some((begun, action));
        Ok(action)
    }
}

#[pymethods]
impl Bot {
    /// The bot with this name: one of `alhambra.BOTS`, or `search:100ms`, `search:2000it`; its luck follows from the seed and the
    /// game's.
    #[new]
    #[pyo3(signature = (name, seed = 0, threads = 1))]
    fn new(name: &str, seed: u64, threads: usize) -> PyResult<Bot> {
        let kind = name.parse().map_err(no)?;
        Ok(Bot { kind, seed, threads: threads.max(1), playing: Mutex::default() })
    }

    /// The name by which it is asked for.
    #[getter]
    fn name(&self) -> String {
        self.kind.to_string()
    }

    /// What it is like, in a few words.
    #[getter]
    fn description(&self) -> &'static str {
        self.kind.description()
    }

    /// The whole decision that it makes for a player, the one to act if none is named, in the notation.
    #[pyo3(signature = (state, player = None))]
    fn choose(&self, py: Python<'_>, state: &State, player: Option<i64>) -> PyResult<String> {
        let seat = state.seat(player)?;
        py.detach(|| self.think(state, seat)).map(|it| it.to_string()).map_err(no)
    }

    /// The next action of its decision: for loops that go action by action.
    #[pyo3(signature = (state, player = None))]
    fn step(&self, py: Python<'_>, state: &State, player: Option<i64>) -> PyResult<Id> {
        let seat = state.seat(player)?;
        let action = py.detach(|| self.think(state, seat)).map_err(no)?;
        let path = path::of(&action);
        path.get(state.episode.choice().said().len()).copied().ok_or_else(|| no("there is nothing left to choose"))
    }

    /// Makes its decision and carries it out.
    fn play(&self, py: Python<'_>, state: &mut State) -> PyResult<()> {
        let seat = state.seat(None)?;
        let action = py.detach(|| self.think(state, seat)).map_err(no)?;
        state.carry_out(action)
    }

    fn __repr__(&self) -> String {
        format!("Bot(\"{}\", seed={})", self.kind, self.seed)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (String, u64, usize)) {
        (py.get_type::<Bot>(), (self.name(), self.seed, self.threads))
    }
}

/// One decision worth considering.
#[pyclass(frozen, get_all, module = "alhambra")]
pub(crate) struct Advice {
    /// What to do, in the notation.
    notation: String,
    /// The actions that it is made up of.
    actions: Vec<Id>,
    /// The final score as far as it can be seen.
    points: f64,
    /// How far ahead of the best of the others that is.
    margin: f64,
    /// How likely the game is won, from 0 to 1.
    win: f64,
    /// How much of the thinking went into it, from 0 to 1.
    weight: f64,
    /// What is to be said for it.
    reasons: Py<PyList>,
}

#[pymethods]
impl Advice {
    fn __repr__(&self) -> String {
        format!("<Advice {}: win {:.3}, points {:.1}, weight {:.2}>", self.notation, self.win, self.points, self.weight)
    }
}

/// What a question is asked with: a budget, and all that the seat has seen.
struct Asked {
    seat: Seat,
    recall: Recall,
    seed: Seed,
    budget: Budget,
}

impl Asked {
    fn new(state: &State, player: Option<i64>, budget: &str, seed: u64) -> PyResult<Asked> {
        let seat = state.seat(player)?;
        let mut recall = Recall::new();
        let watch = |event: &Event| recall.observe(&event.seen_by(Some(seat)));
        state.events().iter().for_each(watch);
        Ok(Asked { seat, recall, seed: Seed::from_number(seed), budget: budget.parse().map_err(no)? })
    }
}

/// The decisions worth considering for a player, the one to act if none is named, the best one first.
#[pyfunction]
#[pyo3(signature = (state, player = None, budget = "200ms", seed = 0, wanted = None))]
pub(crate) fn advise(
    py: Python<'_>,
    state: &State,
    player: Option<i64>,
    budget: &str,
    seed: u64,
    wanted: Option<&str>,
) -> PyResult<Vec<Advice>> {
    let Asked { seat, recall, seed, budget } = Asked::new(state, player, budget, seed)?;
    if state.episode.to_act() != Some(seat) {
        return Err(no(format!("player {seat} does not decide now")));
    }
    let wanted = wanted.map(str::parse::<Action>).transpose().map_err(no)?;
    let legal = state.actions();
    if let Some(wanted) = wanted.filter(|it| !legal.contains(it)) {
        return Err(no(format!("\"{wanted}\" is not legal now")));
    }
    let found = py.detach(|| {
        let means = Means::default();
        let question = Question { recall: &recall, seed, budget, means: &means, wanted };
        bots::advise(&Seen::by(state.episode.state(), seat), &legal, &question)
    });
    let loads = py.import("json")?.getattr("loads")?;
    found
        .into_iter()
        .map(|it| {
            let reasons = serde_json::to_string(&it.reasons).map_err(no)?;
            Ok(Advice {
                notation: it.action.to_string(),
                actions: path::of(&it.action).to_vec(),
                points: it.points,
                margin: it.margin,
                win: it.win,
                weight: it.weight,
                reasons: loads.call1((reasons,))?.cast_into::<PyList>()?.unbind(),
            })
        })
        .collect()
}

/// How likely everybody is to win as a player can judge it, by seat.
#[pyfunction]
#[pyo3(signature = (state, player = None, budget = "1000it", seed = 0))]
pub(crate) fn prospects(
    py: Python<'_>,
    state: &State,
    player: Option<i64>,
    budget: &str,
    seed: u64,
) -> PyResult<Vec<f64>> {
    let Asked { seat, recall, seed, budget } = Asked::new(state, player, budget, seed)?;
    if state.episode.to_act().is_none() {
        return Err(no("the game is over"));
    }
    Ok(py.detach(|| {
        let means = Means::default();
        let question = Question { recall: &recall, seed, budget, means: &means, wanted: None };
        bots::prospects(&Seen::by(state.episode.state(), seat), &question)
    }))
}
