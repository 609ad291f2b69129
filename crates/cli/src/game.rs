//! One game between bots, from the set-up to the end.

use alhambra_bots::{Bot, NoAction, Seen};
use alhambra_engine::{Action, Chooser, Event, Ruleset, Seat, Seed, State, Witness};

use crate::{error::Error, rules};

/// Somebody who keeps what is worth keeping of a game.
pub(crate) trait Chronicle: Witness {
    /// Is shown the game after the set-up.
    fn set_up(&mut self, state: &State);

    /// Is shown the game after an action and all that followed from it.
    fn acted(&mut self, state: &State, seat: Seat, action: Action);
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
struct Hall<'a, C, N> {
    chronicle: &'a mut C,
    news: N,
}

impl<C: Witness, N: News> Witness for Hall<'_, C, N> {
    #[inline]
    fn see(&mut self, event: impl FnOnce() -> Event) {
        let event = event();
        self.news.see(|| event.clone());
        self.chronicle.see(|| event);
    }
}

/// Plays a game to its end, or until so many actions are done; says how many were.
pub(crate) fn play<C: Chronicle>(
    ruleset: Ruleset,
    seed: Seed,
    bots: &mut [Box<dyn Bot>],
    max_actions: u32,
    chooser: &mut Chooser,
    chronicle: &mut C,
) -> Result<(State, u32), Error> {
    if bots.iter().any(|it| it.watches()) {
        play_in(Hall { chronicle, news: Vec::new() }, ruleset, seed, bots, max_actions, chooser)
    } else {
        play_in(Hall { chronicle, news: () }, ruleset, seed, bots, max_actions, chooser)
    }
}

fn play_in<C: Chronicle, N: News>(
    mut hall: Hall<'_, C, N>,
    ruleset: Ruleset,
    seed: Seed,
    bots: &mut [Box<dyn Bot>],
    max_actions: u32,
    chooser: &mut Chooser,
) -> Result<(State, u32), Error> {
    let mut state = State::new_with(ruleset, seed, &mut hall).map_err(|it| rules::refused(&it))?;
    hall.chronicle.set_up(&state);
    let mut n_actions = 0;
    while let Some(seat) = state.to_act()
        && n_actions < max_actions
    {
        hall.news.tell(bots);
        let chosen = choose(&state, seat, &mut *bots[seat.index()], chooser);
        let action = chosen.map_err(|it| Error::stuck(&state, it))?;
        state.apply_unchecked_with(action, &mut hall);
        hall.chronicle.acted(&state, seat, action);
        n_actions += 1;
    }
    Ok((state, n_actions))
}

/// What a bot wants to do; it may look at a list of what it can do, or choose blindly.
fn choose(state: &State, seat: Seat, bot: &mut dyn Bot, chooser: &mut Chooser) -> Result<Action, NoAction> {
    if let Some(blind) = bot.blind() {
        return state.choose(chooser, |n| blind.below(n)).ok_or(NoAction { seat });
    }
    let legal = chooser.legal_actions(state);
    let action = bot.choose(&Seen::by(state, seat), legal)?;
    debug_assert!(legal.contains(&action), "a bot chooses what is legal");
    Ok(action)
}

#[cfg(test)]
mod tests {
    use alhambra_engine::{Game, modules::ModuleSet};
    use allocation_counter::measure;

    use super::*;
    use crate::{lineup::Lineup, seeds::game_seed, tally::Scorings};

    /// Plays some games the way a simulation does, and looks at what they ask of the system.
    #[track_caller]
    fn check_allocations(ruleset: Ruleset) {
        let lineup = Lineup::new(&[alhambra_bots::Kind::Random], ruleset.players).unwrap();
        let mut bots = Vec::new();
        let mut chooser = Chooser::with_capacity(1 << 16);
        for number in 0..10 {
            let seed = game_seed(0, number);
            lineup.seat(number, seed, &mut bots);
            let mut n_actions = 0;
            let used = measure(|| {
                let played = play(ruleset, seed, &mut bots, 20_000, &mut chooser, &mut Scorings::default());
                n_actions = played.unwrap().1;
            });
            // A few small lists belong to set-up, bazaars and the winners; none to an action.
            let n = used.count_total;
            assert!(n <= 16 && n_actions > 100, "{ruleset}: {n} allocations in {n_actions} actions");
        }
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
