//! One game on its way: what OpenSpiel calls a state, with bots' and learners' needs beside it.

use std::sync::Arc;

use alhambra_engine::{
    Action, Event, Ruleset, Seat, Seed, State as Position, View, Witness,
    determinize::{Hands, Memory, determinize},
    material::Currency,
    notation::{parse_position, position},
    rng::Rng,
};
use alhambra_environment::{Episode, Id, id, observation, path, planes};
use numpy::{IntoPyArray as _, PyArray1, PyArray4, PyArrayMethods as _};
use pyo3::{exceptions::PyIndexError, prelude::*, types::PyDict};
use serde::{Deserialize, Serialize};

use crate::game::{Game, no};

/// How many bytes tell what is known of one hand: money, then bureaux.
const HAND: usize = 36 + 6;
/// How many bytes an information state has.
pub(crate) const N_INFORMATION: usize = observation::LEN + 6 * HAND;
/// The version of what [`State::serialize`] writes.
const VERSION: u32 = 1;

/// Where a state comes from.
#[derive(Clone)]
enum Origin {
    /// The set-up of this seed.
    Seed(Seed),
    /// A game that somebody imagined behind what they saw.
    Imagined(Arc<Imagined>),
}

/// A position and all that somebody had seen until then.
struct Imagined {
    position: Position,
    past: Vec<String>,
}

/// One game on its way.
#[pyclass(module = "alhambra")]
#[derive(Clone)]
pub(crate) struct State {
    ruleset: Ruleset,
    origin: Origin,
    /// Every id that was chosen; those that follow by themselves are not among them.
    ids: Vec<Id>,
    /// Who chose them.
    seats: Vec<u8>,
    pub(crate) episode: Episode,
    /// The hands as everybody knows them who has watched and remembers.
    hands: Hands,
}

/// A state as text.
#[derive(Serialize, Deserialize)]
struct Written {
    version: u32,
    ruleset: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    past: Vec<String>,
    ids: Vec<Id>,
}

/// Takes note of the money that changes hands.
struct Watcher<'a>(&'a mut Hands);

impl Witness for Watcher<'_> {
    #[inline]
    fn see(&mut self, event: impl FnOnce() -> Event) {
        self.0.observe(&event());
    }
}

impl State {
    pub(crate) fn new(ruleset: Ruleset, seed: Seed) -> PyResult<State> {
        let mut hands = Hands::default();
        let episode = Episode::new_with(ruleset, seed, &mut Watcher(&mut hands)).map_err(no)?;
        Ok(State { ruleset, origin: Origin::Seed(seed), ids: Vec::new(), seats: Vec::new(), episode, hands })
    }

    fn imagined(position: Position, past: Vec<String>) -> State {
        let mut hands = Hands::default();
        deal(&position).for_each(|it| hands.observe(&it));
        State {
            ruleset: position.ruleset,
            episode: Episode::from(position.clone()),
            origin: Origin::Imagined(Arc::new(Imagined { position, past })),
            ids: Vec::new(),
            seats: Vec::new(),
            hands,
        }
    }

    /// Where it comes from, so that two states of one game are known for it.
    pub(crate) fn is_same_game(&self, other: &State) -> bool {
        match (&self.origin, &other.origin) {
            (Origin::Seed(one), Origin::Seed(two)) => self.ruleset == other.ruleset && one == two,
            (Origin::Imagined(one), Origin::Imagined(two)) => Arc::ptr_eq(one, two),
            (Origin::Seed(_), Origin::Imagined(_)) | (Origin::Imagined(_), Origin::Seed(_)) => false,
        }
    }

    pub(crate) fn ids(&self) -> &[Id] {
        &self.ids
    }

    /// The seed of the game, for the luck of bots; an imagined one has its own.
    pub(crate) fn seed_of_game(&self) -> Seed {
        match &self.origin {
            Origin::Seed(seed) => *seed,
            Origin::Imagined(it) => it.position.rng.seed,
        }
    }

    /// Everything that has happened, from the set-up or from what was imagined on.
    pub(crate) fn events(&self) -> Vec<Event> {
        let mut events: Vec<Event> = Vec::new();
        let mut episode = match &self.origin {
            Origin::Seed(seed) => match Episode::new_with(self.ruleset, *seed, &mut events) {
                Ok(episode) => episode,
                // It was played before.
                Err(_) => return events,
            },
            Origin::Imagined(it) => {
                events.extend(deal(&it.position));
                Episode::from(it.position.clone())
            }
        };
        for id in &self.ids {
            // They were legal before.
            let _ = episode.step_with(i64::from(*id), &mut events);
        }
        events
    }

    /// Everything that a seat has seen happen, one JSON object each.
    fn past(&self, seat: Seat) -> Vec<String> {
        let (mut lines, n_dealt) = match &self.origin {
            Origin::Seed(_) => (Vec::new(), 0),
            Origin::Imagined(it) => (it.past.clone(), deal(&it.position).count()),
        };
        let events = self.events();
        lines.extend(events.iter().skip(n_dealt).map(|it| json(&it.seen_by(Some(seat)))));
        lines
    }

    /// A seat of this game, the one to act if none is named.
    pub(crate) fn seat(&self, player: Option<i64>) -> PyResult<Seat> {
        let n_players = self.episode.state().players.len();
        match player {
            None => Ok(self.episode.to_act().unwrap_or_default()),
            Some(player) => {
                let seat = u8::try_from(player).ok().filter(|it| usize::from(*it) < n_players);
                seat.map(Seat)
                    .ok_or_else(|| PyIndexError::new_err(format!("there is no player {player} of {n_players}")))
            }
        }
    }

    fn choose(&mut self, id: i64) -> PyResult<Option<Action>> {
        let seat = self.episode.to_act().unwrap_or_default().0;
        let action = self.episode.step_with(id, &mut Watcher(&mut self.hands)).map_err(no)?;
        self.ids.push(id as Id);
        self.seats.push(seat);
        Ok(action)
    }

    /// Chooses the ids of a whole action one after the other.
    pub(crate) fn carry_out(&mut self, action: Action) -> PyResult<()> {
        let path = path::of(&action);
        let before = self.clone();
        loop {
            let said = self.episode.choice().said();
            let next = path.get(said.len()).filter(|_| path.starts_with(said));
            match next.map(|id| self.choose(i64::from(*id))) {
                Some(Ok(None)) => {}
                Some(Ok(Some(done))) if done == action => return Ok(()),
                _ => {
                    *self = before;
                    return Err(no(format!("\"{action}\" can't be done now{}", self.why_not(action))));
                }
            }
        }
    }

    fn why_not(&self, action: Action) -> String {
        let state = self.episode.state();
        let refusal = state.to_act().and_then(|seat| state.check(seat, action).err());
        refusal.map_or_else(String::new, |it| format!(": {it}"))
    }

    /// What can be done as whole actions: only those that begin with what was said.
    pub(crate) fn actions(&self) -> Vec<Action> {
        if self.episode.choice().said().is_empty() {
            self.episode.state().legal_actions()
        } else {
            self.episode.choice().open().collect()
        }
    }

    /// How many of the latest actions belong to the choice that is being made.
    pub(crate) fn n_chosen_of_choice(&self) -> usize {
        // What follows by itself was not chosen, so the chosen ones are found in order among all that was said.
        let mut said = self.episode.choice().said().iter().rev();
        self.ids.iter().rev().take_while(|id| said.any(|it| it == *id)).count()
    }

    /// Writes what is known of everybody's money.
    fn write_hands(&self, seat: Seat, out: &mut [u8]) {
        let n_players = self.episode.state().players.len();
        for (number, out) in out.chunks_exact_mut(HAND).take(n_players).enumerate() {
            let hand = self.hands.of(Seat(((seat.index() + number) % n_players) as u8));
            for (currency, out) in Currency::ALL.into_iter().zip(out.chunks_exact_mut(9)) {
                (1..=9).zip(out).for_each(|(value, out)| *out = hand.money.0[currency].count(value));
            }
            for bureau in hand.bureaux.iter() {
                let number = alhambra_engine::material::Bureau::all().position(|it| it == bureau);
                out[36 + number.unwrap_or_default()] = 1;
            }
        }
    }
}

/// The hands of a position as if they were dealt in it, so that whoever watches knows them.
fn deal(position: &Position) -> impl Iterator<Item = Event> {
    position.seats().flat_map(|seat| {
        let player = position.player(seat);
        let bureaux = player.bureaux.iter().map(move |bureau| Event::TookBureau { seat, bureau });
        player.money.cards().map(move |card| Event::Dealt { seat, card }).chain(bureaux).collect::<Vec<_>>()
    })
}

/// Nothing that the engine serialises can fail to be JSON.
fn json(it: &impl Serialize) -> String {
    serde_json::to_string(it).unwrap_or_default()
}

#[pymethods]
impl State {
    /// What is played.
    fn get_game(&self) -> Game {
        Game(self.ruleset)
    }

    /// How many people play.
    fn num_players(&self) -> u8 {
        self.ruleset.players
    }

    /// Who decides; -4 when the game is over, as OpenSpiel has it.
    fn current_player(&self) -> i8 {
        self.episode.to_act().map_or(-4, |it| it.0 as i8)
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.episode.to_act().is_none()
    }

    /// There is no chance node: what is shuffled follows from the seed.
    #[staticmethod]
    fn is_chance_node() -> bool {
        false
    }

    /// The actions that a player, the one to act if none is named, can choose now, in ascending order.
    #[pyo3(signature = (player = None))]
    fn legal_actions(&self, player: Option<i64>) -> PyResult<Vec<Id>> {
        let is_to_act = self.seat(player).map(|it| Some(it) == self.episode.to_act())?;
        Ok(if is_to_act { self.episode.legal_ids().to_vec() } else { Vec::new() })
    }

    /// The same as ones and zeros.
    #[pyo3(signature = (player = None))]
    fn legal_actions_mask<'py>(&self, py: Python<'py>, player: Option<i64>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut mask = vec![0; id::N];
        if Some(self.seat(player)?) == self.episode.to_act() {
            self.episode.legal_ids().iter().for_each(|id| mask[usize::from(*id)] = 1);
        }
        Ok(mask.into_pyarray(py))
    }

    /// Chooses an action; an illegal one changes nothing and says what is legal.
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        self.choose(action).map(|_| ())
    }

    /// A copy in which the action was chosen.
    fn child(&self, action: i64) -> PyResult<State> {
        let mut child = self.clone();
        child.apply_action(action)?;
        Ok(child)
    }

    /// Everything that can be done now in the notation, each a whole decision of one or more actions.
    fn legal_notation(&self) -> Vec<String> {
        self.actions().iter().map(ToString::to_string).collect()
    }

    /// Carries out a whole decision in the notation, such as `buy P4es fl4`.
    fn apply_notation(&mut self, text: &str) -> PyResult<()> {
        self.carry_out(text.parse().map_err(no)?)
    }

    /// The actions that make up a decision in the notation, those that follow by themselves included.
    #[staticmethod]
    fn notation_to_actions(text: &str) -> PyResult<Vec<Id>> {
        Ok(path::of(&text.parse().map_err(no)?).to_vec())
    }

    /// The decision that these actions make up, in the notation.
    #[staticmethod]
    fn actions_to_notation(actions: Vec<Id>) -> PyResult<String> {
        let action = path::action(&actions).ok_or_else(|| no("these actions are no decision"))?;
        Ok(action.to_string())
    }

    /// What an action means; the player makes no difference.
    #[staticmethod]
    #[pyo3(signature = (player_or_action, action = None))]
    fn action_to_string(player_or_action: i64, action: Option<i64>) -> PyResult<String> {
        let number = action.unwrap_or(player_or_action);
        let meaning = Id::try_from(number).ok().and_then(id::Meaning::of);
        meaning.map(|it| it.to_string()).ok_or_else(|| no(format!("{number} is no action; there are {}", id::N)))
    }

    /// The legal action with this meaning.
    fn string_to_action(&self, text: &str) -> PyResult<Id> {
        let mut legal = self.episode.legal_ids().iter().copied();
        let found = legal.find(|id| id::Meaning::of(*id).is_some_and(|it| it.to_string() == text));
        found.ok_or_else(|| no(format!("\"{text}\" is no legal action now")))
    }

    /// What the player to act has chosen of the decision so far.
    fn choice(&self) -> Vec<Id> {
        self.episode.choice().said().to_vec()
    }

    /// What the game was worth to everybody: from -1 to 1, together 0; victors share, and before the end it is nothing.
    fn returns(&self) -> Vec<f64> {
        self.episode.returns()
    }

    /// The same: there is no reward before the end.
    fn rewards(&self) -> Vec<f64> {
        self.episode.returns()
    }

    /// Everybody's points.
    fn scores(&self) -> Vec<u16> {
        self.episode.state().players.iter().map(|it| it.score).collect()
    }

    /// Every action that was chosen.
    fn history(&self) -> Vec<Id> {
        self.ids.clone()
    }

    /// Every action that was chosen, with who chose it.
    fn full_history(&self) -> Vec<(u8, Id)> {
        self.seats.iter().copied().zip(self.ids.iter().copied()).collect()
    }

    /// How many actions were chosen.
    fn move_number(&self) -> usize {
        self.ids.len()
    }

    /// What a player sees, as bytes; `alhambra.observation_fields` says which.
    #[pyo3(signature = (player = None))]
    fn observation_tensor<'py>(&mut self, py: Python<'py>, player: Option<i64>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let seat = self.seat(player)?;
        let mut row = vec![0; observation::LEN];
        self.episode.observe(seat, &mut row);
        Ok(row.into_pyarray(py))
    }

    /// Everybody's palaces as pictures, those of the player who looks first: players, channels, rows, columns.
    #[pyo3(signature = (player = None))]
    fn planes<'py>(&self, py: Python<'py>, player: Option<i64>) -> PyResult<Bound<'py, PyArray4<u8>>> {
        let seat = self.seat(player)?;
        let n_players = usize::from(self.ruleset.players);
        let mut picture = vec![0; n_players * planes::LEN];
        self.episode.draw(seat, &mut picture);
        picture.into_pyarray(py).reshape([n_players, planes::CHANNELS.len(), id::SIDE, id::SIDE])
    }

    /// What a player sees, as JSON; keys are those of the protocol.
    #[pyo3(signature = (player = None))]
    fn observation_string(&self, player: Option<i64>) -> PyResult<String> {
        let seat = self.seat(player)?;
        let said = if Some(seat) == self.episode.to_act() { self.episode.choice().said() } else { &[] };
        let view = json(&View::of(self.episode.state(), Some(seat)));
        Ok(if said.is_empty() { view } else { format!("{view}\n{}", json(&said)) })
    }

    /// What a player sees, as a dictionary; keys are those of the protocol.
    #[pyo3(signature = (player = None))]
    fn view<'py>(&self, py: Python<'py>, player: Option<i64>) -> PyResult<Bound<'py, PyDict>> {
        let view = json(&View::of(self.episode.state(), Some(self.seat(player)?)));
        Ok(py.import("json")?.call_method1("loads", (view,))?.cast_into()?)
    }

    /// What a player sees and what everybody who has watched knows of the others' money.
    #[pyo3(signature = (player = None))]
    fn information_state_tensor<'py>(
        &mut self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let seat = self.seat(player)?;
        let mut row = vec![0; N_INFORMATION];
        let (seen, known) = row.split_at_mut(observation::LEN);
        self.episode.observe(seat, seen);
        self.write_hands(seat, known);
        Ok(row.into_pyarray(py))
    }

    /// Everything that has happened before a player's eyes, one JSON object a line, and what the player sees now.
    #[pyo3(signature = (player = None))]
    fn information_state_string(&self, player: Option<i64>) -> PyResult<String> {
        let mut lines = self.past(self.seat(player)?);
        lines.push(self.observation_string(player)?);
        Ok(lines.join("\n"))
    }

    /// A state that could be the real one for all that a player knows, who remembers every card.
    ///
    /// `sampler` is a number to follow from, or a function that returns numbers from 0 to 1.
    #[pyo3(signature = (player, sampler))]
    fn resample_from_infostate(&self, player: i64, sampler: &Bound<'_, PyAny>) -> PyResult<State> {
        let seat = self.seat(Some(player))?;
        let number = if sampler.is_callable() {
            let draw = || sampler.call0()?.extract::<f64>();
            // Two draws for the 64 bits of a seed.
            let half = || draw().map(|it| (it * 4_294_967_296.0) as u64);
            half()? << 32 | half()?
        } else {
            sampler.extract()?
        };
        let view = View::of(self.episode.state(), Some(seat));
        let mut rng = Rng::new(Seed::from_number(number));
        let imagined = determinize(&view, Memory::Perfect(&self.hands), &mut rng);
        let mut state = State::imagined(imagined, self.past(seat));
        // Of a choice on its way only whoever makes it knows anything.
        if self.episode.to_act() == Some(seat) {
            let n_said = self.n_chosen_of_choice();
            for id in &self.ids[self.ids.len() - n_said..] {
                state.choose(i64::from(*id))?;
            }
        }
        Ok(state)
    }

    /// A state as text that `State.deserialize` reads.
    fn serialize(&self) -> String {
        let (seed, position, past) = match &self.origin {
            Origin::Seed(seed) => (Some(seed.to_string()), None, Vec::new()),
            Origin::Imagined(it) => (None, Some(position(&it.position)), it.past.clone()),
        };
        let ruleset = self.ruleset.to_string();
        json(&Written { version: VERSION, ruleset, seed, position, past, ids: self.ids.clone() })
    }

    /// The state that `serialize` wrote.
    #[staticmethod]
    pub(crate) fn deserialize(text: &str) -> PyResult<State> {
        let written: Written = serde_json::from_str(text).map_err(no)?;
        if written.version != VERSION {
            return Err(no(format!("version {} of states can't be read, only {VERSION}", written.version)));
        }
        let mut state = match (&written.seed, &written.position) {
            (Some(seed), None) => State::new(written.ruleset.parse().map_err(no)?, seed.parse().map_err(no)?)?,
            (None, Some(position)) => State::imagined(parse_position(position).map_err(no)?, written.past),
            _ => return Err(no("a state has either a seed or a position")),
        };
        for id in written.ids {
            state.choose(i64::from(id))?;
        }
        Ok(state)
    }

    /// A copy that goes its own way.
    #[pyo3(name = "clone")]
    fn copy(&self) -> State {
        self.clone()
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((Bound::new(py, self.get_game())?.getattr("deserialize_state")?, (self.serialize(),)))
    }

    /// The whole position, nothing hidden.
    fn __str__(&self) -> String {
        position(self.episode.state())
    }

    fn __repr__(&self) -> String {
        let (n, scores) = (self.ids.len(), self.scores());
        match self.episode.to_act() {
            Some(seat) => format!("<State of {}: {n} actions, player {seat} decides, scores {scores:?}>", self.ruleset),
            None => format!("<State of {}: over after {n} actions, scores {scores:?}>", self.ruleset),
        }
    }
}
