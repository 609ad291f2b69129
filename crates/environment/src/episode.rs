//! One game as a learner plays it: id by id, with what each seat sees of it.

use alhambra_engine::{Action, Chooser, Ruleset, Seat, Seed, State, Unplayable, View, Witness, state::Player};

use crate::{
    choice::Choice,
    id::{Id, Meaning},
    observation::Observer,
    planes,
};

/// An id that can't be chosen now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalId {
    /// Nothing can be chosen any more.
    #[error("the game is over; begin another one")]
    Over,
    /// It is not one of those that the mask allows.
    #[error("{id} ({name}) is not legal now; legal are {legal:?}", name = name(*.id))]
    NotNow {
        /// The id.
        id: i64,
        /// What could have been chosen.
        legal: Vec<Id>,
    },
}

fn name(id: i64) -> String {
    let meaning = Id::try_from(id).ok().and_then(Meaning::of);
    meaning.map_or_else(|| "no id at all".to_owned(), |it| it.to_string())
}

/// One game, the choice that is being made in it, and what is kept to observe it quickly.
#[derive(Clone, Debug)]
pub struct Episode {
    state: State,
    choice: Choice,
    chooser: Chooser,
    observer: Observer,
}

impl Episode {
    /// A new game.
    ///
    /// # Errors
    /// If the ruleset can't be played.
    pub fn new(ruleset: Ruleset, seed: Seed) -> Result<Episode, Unplayable> {
        Ok(Episode::from(State::new(ruleset, seed)?))
    }

    /// A new game whose set-up a witness is told of.
    ///
    /// # Errors
    /// If the ruleset can't be played.
    pub fn new_with<W: Witness>(ruleset: Ruleset, seed: Seed, witness: &mut W) -> Result<Episode, Unplayable> {
        Ok(Episode::from(State::new_with(ruleset, seed, witness)?))
    }

    /// The game.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What was said so far of the choice that is being made.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// Who decides; nobody when the game is over.
    pub fn to_act(&self) -> Option<Seat> {
        self.state.to_act()
    }

    /// The ids that can be chosen now.
    pub fn legal_ids(&self) -> &[Id] {
        self.choice.next()
    }

    /// Chooses an id; the action, if it is complete and was carried out.
    ///
    /// # Errors
    /// If the id is not legal; nothing has changed then.
    pub fn step(&mut self, id: Id) -> Result<Option<Action>, IllegalId> {
        self.step_with(i64::from(id), &mut ())
    }

    /// Chooses an id, whatever number it is, and tells a witness what happens.
    ///
    /// # Errors
    /// If the id is not legal; nothing has changed then.
    pub fn step_with<W: Witness>(&mut self, id: i64, witness: &mut W) -> Result<Option<Action>, IllegalId> {
        let legal = Id::try_from(id).ok().filter(|&it| self.choice.allows(it));
        let Some(legal) = legal else {
            if self.state.is_over() {
                return Err(IllegalId::Over);
            }
            return Err(IllegalId::NotNow { id, legal: self.choice.next().to_vec() });
        };
        let action = self.choice.say(&self.state, legal);
        if let Some(action) = action {
            self.carry_out(action, witness);
        }
        Ok(action)
    }

    /// Carries out a whole action that is known to be legal; what was said so far is forgotten.
    pub fn apply<W: Witness>(&mut self, action: Action, witness: &mut W) {
        self.carry_out(action, witness);
    }

    fn carry_out<W: Witness>(&mut self, action: Action, witness: &mut W) {
        if let Some(seat) = self.state.to_act() {
            self.observer.forget(seat);
        }
        self.state.apply_unchecked_with(action, witness);
        self.choice.begin(&self.state, &mut self.chooser);
    }

    /// What a seat sees, as [`observation::FIELDS`](crate::observation::FIELDS) lays it out.
    pub fn observe(&mut self, seat: Seat, out: &mut [u8]) {
        self.observe_all(seat, out, &mut []);
    }

    /// What a seat sees, and the palaces as pictures if there is room for them.
    pub(crate) fn observe_all(&mut self, seat: Seat, observation: &mut [u8], planes: &mut [u8]) {
        let view = View::of(&self.state, Some(seat));
        self.observer.write(&view, Episode::said_by(&self.state, &self.choice, seat), observation);
        if !planes.is_empty() {
            planes::write(&view, planes);
        }
    }

    /// Writes only what the choice so far changes; right if nothing else has happened since [`Episode::observe`].
    pub fn observe_choice(&mut self, seat: Seat, out: &mut [u8]) {
        Observer::write_choice(Episode::said_by(&self.state, &self.choice, seat), out);
    }

    /// What a seat knows of the choice that is being made: others hear of it when it is complete.
    fn said_by<'a>(state: &State, choice: &'a Choice, seat: Seat) -> &'a [Id] {
        if state.to_act() == Some(seat) { choice.said() } else { &[] }
    }

    /// The palaces of all players as a seat sees them.
    pub fn draw(&self, seat: Seat, out: &mut [u8]) {
        planes::write(&View::of(&self.state, Some(seat)), out);
    }

    /// What the game was worth to every seat, from -1 to 1 and 0 together: only who wins counts, and winners share.
    pub fn returns(&self) -> Vec<f64> {
        returns(&self.state).collect()
    }
}

/// What a game was worth to every seat; nothing before it is over.
pub(crate) fn returns(state: &State) -> impl Iterator<Item = f64> {
    let best = state.players.iter().map(|it| it.score).max().unwrap_or_default();
    let is_best = move |it: &&Player| it.score == best;
    let (n, n_best) = (count(state.players.iter()), count(state.players.iter().filter(is_best)));
    let is_over = state.is_over();
    state.players.iter().map(move |it| {
        let share = if it.score == best { 1.0 / n_best } else { 0.0 };
        if is_over { (n * share - 1.0) / (n - 1.0) } else { 0.0 }
    })
}

/// How many players there are, of whom no game has more than six.
fn count<'a>(players: impl Iterator<Item = &'a Player>) -> f64 {
    players.map(|_| 1.0).sum()
}

impl From<State> for Episode {
    fn from(state: State) -> Episode {
        let mut episode =
            Episode { state, choice: Choice::default(), chooser: Chooser::default(), observer: Observer::default() };
        episode.choice.begin(&episode.state, &mut episode.chooser);
        episode
    }
}
