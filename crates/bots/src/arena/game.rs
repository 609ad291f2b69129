//! One game between bots, from the set-up to the end.

use alhambra_engine::{Action, Chooser, Event, Ruleset, Seat, Seed, State, Unplayable, Witness, notation::position};

use crate::{Bot, BotError, Failure, FailureKind, NoAction, Seen};

/// Somebody who keeps what is worth keeping of a game.
pub trait Chronicle: Witness {
    /// Is shown the game after the set-up.
    fn set_up(&mut self, state: &State);

    /// Is shown the game after an action and all that followed from it.
    fn acted(&mut self, state: &State, seat: Seat, action: Action);
}

/// Who keeps nothing.
impl Chronicle for () {
    fn set_up(&mut self, _: &State) {}

    fn acted(&mut self, _: &State, _: Seat, _: Action) {}
}

/// Why a game did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The ruleset can't be played.
    #[error(transparent)]
    Unplayable(Unplayable),
    /// The rules have left a game without a way on, in this position.
    #[error("{0}, which is a mistake of this program; please report this position:\n{1}")]
    Stuck(NoAction, String),
    /// A bot has failed and lost the game.
    #[error("{bot} in seat {seat} has lost the game; {failure}")]
    Forfeit {
        /// Its name.
        bot: String,
        /// Where it sat.
        seat: Seat,
        /// What happened.
        failure: Failure,
        /// Everybody's score until then.
        scores: Vec<u16>,
    },
}

/// What the bots have still to be told: nothing at all where none of them watches.
trait News: Witness {
    /// Tells the bots what each of them may know.
    fn tell(&mut self, bots: &mut [Box<dyn Bot>]);
}

impl News for () {
    fn tell(&mut self, _: &mut [Box<dyn Bot>]) {}
}

impl News for Vec<Event> {
    fn tell(&mut self, bots: &mut [Box<dyn Bot>]) {
        for event in self.drain(..) {
            for (bot, seat) in bots.iter_mut().zip(0..).filter(|it| it.0.watches()) {
                bot.observe(&event.seen_by(Some(Seat(seat))));
            }
        }
    }
}

/// Lets the bots hear what the chronicle is told.
struct Audience<'a, C, N> {
    chronicle: &'a mut C,
    news: N,
}

impl<C: Witness, N: News> Witness for Audience<'_, C, N> {
    #[inline]
    fn see(&mut self, event: impl FnOnce() -> Event) {
        let event = event();
        self.news.see(|| event.clone());
        self.chronicle.see(|| event);
    }
}

/// Plays a game to its end, or until so many actions are done; says how many were.
///
/// # Errors
/// If the ruleset can't be played, or if a bot fails or chooses what is not legal.
pub fn play<C: Chronicle>(
    ruleset: Ruleset,
    seed: Seed,
    bots: &mut [Box<dyn Bot>],
    max_actions: u32,
    chooser: &mut Chooser,
    chronicle: &mut C,
) -> Result<(State, u32), GameError> {
    if bots.iter().any(|it| it.watches()) {
        play_in(Audience { chronicle, news: Vec::new() }, ruleset, seed, bots, max_actions, chooser)
    } else {
        play_in(Audience { chronicle, news: () }, ruleset, seed, bots, max_actions, chooser)
    }
}

fn play_in<C: Chronicle, N: News>(
    mut audience: Audience<'_, C, N>,
    ruleset: Ruleset,
    seed: Seed,
    bots: &mut [Box<dyn Bot>],
    max_actions: u32,
    chooser: &mut Chooser,
) -> Result<(State, u32), GameError> {
    let mut state = State::new_with(ruleset, seed, &mut audience).map_err(GameError::Unplayable)?;
    audience.chronicle.set_up(&state);
    let mut n_actions = 0;
    while let Some(seat) = state.to_act()
        && n_actions < max_actions
    {
        audience.news.tell(bots);
        let bot = &mut *bots[seat.index()];
        let action = choose(&state, seat, bot, chooser).map_err(|error| match error {
            BotError::NoAction(reason) => GameError::Stuck(reason, position(&state)),
            BotError::Failed(failure) => {
                let scores = state.players.iter().map(|it| it.score).collect();
                GameError::Forfeit { bot: bot.name(), seat, failure, scores }
            }
        })?;
        state.apply_unchecked_with(action, &mut audience);
        audience.chronicle.acted(&state, seat, action);
        n_actions += 1;
    }
    audience.news.tell(bots);
    Ok((state, n_actions))
}

/// What a bot wants to do; it may look at a list of what it can do, or choose blindly.
fn choose(state: &State, seat: Seat, bot: &mut dyn Bot, chooser: &mut Chooser) -> Result<Action, BotError> {
    if let Some(blind) = bot.blind() {
        return Ok(state.choose(chooser, |n| blind.below(n)).ok_or(NoAction { seat })?);
    }
    let legal = chooser.legal_actions(state);
    let action = bot.choose(&Seen::by(state, seat), legal)?;
    if !legal.contains(&action) {
        let reason = state.check(seat, action).err().map_or_else(String::new, |it| format!(": {it}"));
        return Err(Failure::new(FailureKind::Illegal, format!("\"{action}\" can't be done{reason}")).into());
    }
    Ok(action)
}

#[cfg(test)]
mod tests {
    use alhambra_engine::{Game, modules::ModuleSet, notation::parse_position};
    use allocation_counter::measure;

    use super::*;
    use crate::{Random, arena::MAX_ACTIONS, bot_seed, game_seed};

    /// Plays some games the way a simulation does, and looks at what they ask of the system.
    #[track_caller]
    fn check_allocations(ruleset: Ruleset) {
        let mut chooser = Chooser::with_capacity(1 << 16);
        for number in 0..10 {
            let seed = game_seed(0, number);
            let bot = |seat| Box::new(Random::new(bot_seed(seed, Seat(seat)))) as Box<dyn Bot>;
            let mut bots: Vec<_> = (0..ruleset.players).map(bot).collect();
            let mut n_actions = 0;
            let used = measure(|| {
                let played = play(ruleset, seed, &mut bots, MAX_ACTIONS, &mut chooser, &mut ());
                n_actions = played.unwrap().1;
            });
            // A few small lists belong to set-up, bazaars and the winners; none to an action.
            let n = used.count_total;
            assert!(n <= 16 && n_actions > 100, "{ruleset}: {n} allocations in {n_actions} actions");
        }
    }

    /// Somebody who never finds anything to do.
    struct Baffled;

    impl Bot for Baffled {
        fn name(&self) -> String {
            "baffled".to_owned()
        }

        fn choose(&mut self, seen: &Seen<'_>, _: &[Action]) -> Result<Action, BotError> {
            Err(NoAction { seat: seen.seat() }.into())
        }
    }

    #[test]
    fn a_game_without_a_way_on_is_an_error_with_its_position() {
        let mut bots: Vec<Box<dyn Bot>> = (0..3).map(|_| Box::new(Baffled) as Box<dyn Bot>).collect();
        let (ruleset, seed) = (Ruleset::alhambra(3), Seed::from_number(7));
        let played = play(ruleset, seed, &mut bots, MAX_ACTIONS, &mut Chooser::default(), &mut ());
        let stuck = played.err().unwrap();
        let told = stuck.to_string();
        let (sentence, position) = told.split_once('\n').unwrap();
        let start = State::new(ruleset, seed).unwrap();
        let seat = start.to_act().unwrap();
        assert_eq!(
            sentence,
            format!(
                "seat {seat} has to decide and finds no legal action, which is a mistake of this program; \
                 please report this position:"
            )
        );
        assert!(parse_position(position).unwrap() == start, "what is reported is where the game was");
    }

    #[test]
    fn no_action_of_a_simulation_allocates() {
        for players in 2..=6 {
            let base = Ruleset::alhambra(players);
            check_allocations(base);
            check_allocations(Ruleset { modules: ModuleSet::ALL, ..base });
            check_allocations(Ruleset { game: Game::Granada, ..base });
            check_allocations(Ruleset { game: Game::Both, ..base });
        }
    }
}
