//! Counting what came of many games, in whole numbers, so that the order of the games makes no difference.

use alhambra_bots::{
    arena::{Chronicle, statistics::ratio},
    sources::{self, N_SOURCES},
};
use alhambra_engine::{Action, Event, Seat, State, Witness, material::Round};

use crate::lineup::Lineup;

/// A victory shared by up to six players divides evenly into sixtieths.
const VICTORY: u64 = 60;

/// The points of one player by scoring and source.
type Points<T> = [[T; N_SOURCES]; 3];

/// What is remembered of one game: its scorings and how many turns it had.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scorings {
    /// The points by seat.
    pub(crate) points: [Points<u16>; 6],
    /// How many turns began.
    pub(crate) n_turns: u32,
}

impl Scorings {
    /// Takes note of one event; where it is known which one it is, the others are not even made.
    #[inline]
    pub(crate) fn note(&mut self, event: &Event) {
        match event {
            Event::TurnBegan { .. } => self.n_turns += 1,
            Event::Scored { round, players, .. } => {
                for (points, sheet) in self.points.iter_mut().zip(players) {
                    points[*round as usize] = sources::points(sheet);
                }
            }
            _ => {}
        }
    }
}

impl Witness for Scorings {
    fn see(&mut self, event: impl FnOnce() -> Event) {
        self.note(&event());
    }
}

impl Chronicle for Scorings {
    fn set_up(&mut self, _: &State) {}

    fn acted(&mut self, _: &State, _: Seat, _: Action) {}
}

/// The sum, the smallest and the largest of some numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    sum: u64,
    min: u64,
    max: u64,
}

impl Default for Spread {
    fn default() -> Spread {
        Spread { sum: 0, min: u64::MAX, max: 0 }
    }
}

impl Spread {
    fn add(&mut self, number: u64) {
        self.merge(Spread { sum: number, min: number, max: number });
    }

    fn merge(&mut self, other: Spread) {
        self.sum += other.sum;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    /// The mean of `n` numbers, the smallest and the largest; zeros if there are none.
    pub(crate) fn of(self, n: u64) -> (f64, u64, u64) {
        if n == 0 { (0.0, 0, 0) } else { (ratio(self.sum, n), self.min, self.max) }
    }
}

/// What one entry, or one seat, made of its games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Standing {
    score: u64,
    squares: u64,
    sixtieths: u64,
    points: Points<u64>,
}

impl Standing {
    fn merge(&mut self, other: &Standing) {
        let Standing { score, squares, sixtieths, points } = other;
        self.score += score;
        self.squares += squares;
        self.sixtieths += sixtieths;
        self.points.as_flattened_mut().iter_mut().zip(points.as_flattened()).for_each(|(own, it)| *own += it);
    }

    /// The mean score of `n` games.
    pub(crate) fn mean(&self, n: u64) -> f64 {
        ratio(self.score, n)
    }

    /// The standard deviation of the scores of `n` games.
    pub(crate) fn deviation(&self, n: u64) -> f64 {
        if n < 2 {
            return 0.0;
        }
        let surplus = ratio(self.squares, n) - self.mean(n).powi(2);
        (surplus.max(0.0) * ratio(n, n - 1)).sqrt()
    }

    /// The victories in `n` games, a shared one counted in part, as a share of all games.
    pub(crate) fn win_rate(&self, n: u64) -> f64 {
        ratio(self.sixtieths, n * VICTORY)
    }

    /// The mean points by scoring and source.
    pub(crate) fn points(&self, n: u64) -> Points<f64> {
        self.points.map(|round| round.map(|points| ratio(points, n)))
    }
}

/// What came of many games.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    /// How many games came to their end.
    pub(crate) n_finished: u64,
    /// How many were stopped.
    pub(crate) n_unfinished: u64,
    /// The actions of all games, also of those that were stopped.
    pub(crate) n_actions: u64,
    /// How long the finished games were, in actions.
    pub(crate) actions: Spread,
    /// How long the finished games were, in turns.
    pub(crate) turns: Spread,
    /// The winners' scores.
    pub(crate) winning: Spread,
    /// Dirk's scores.
    pub(crate) dirk: Spread,
    /// By entry.
    pub(crate) entries: Vec<Standing>,
    /// By seat.
    pub(crate) seats: Vec<Standing>,
}

impl Tally {
    /// Nothing counted yet.
    pub(crate) fn new(n_players: usize) -> Tally {
        Tally {
            n_finished: 0,
            n_unfinished: 0,
            n_actions: 0,
            actions: Spread::default(),
            turns: Spread::default(),
            winning: Spread::default(),
            dirk: Spread::default(),
            entries: vec![Standing::default(); n_players],
            seats: vec![Standing::default(); n_players],
        }
    }

    /// Counts one game; of one that was stopped only that, and its actions.
    pub(crate) fn count(&mut self, game: u64, lineup: &Lineup, state: &State, n_actions: u32, scorings: &Scorings) {
        self.n_actions += u64::from(n_actions);
        if !state.is_over() {
            self.n_unfinished += 1;
            return;
        }
        self.n_finished += 1;
        self.actions.add(n_actions.into());
        self.turns.add(scorings.n_turns.into());
        if let Some(dirk) = &state.dirk {
            self.dirk.add(dirk.score.into());
        }
        let scores = || state.players.iter().map(|it| u64::from(it.score));
        let best = scores().max().unwrap_or(0);
        let n_winners = scores().filter(|&it| it == best).count() as u64;
        self.winning.add(best);
        for (seat, score) in scores().enumerate() {
            let standing = Standing {
                score,
                squares: score * score,
                sixtieths: if score == best { VICTORY / n_winners } else { 0 },
                points: scorings.points[seat].map(|round| round.map(u64::from)),
            };
            self.seats[seat].merge(&standing);
            self.entries[lineup.entry_at(game, seat)].merge(&standing);
        }
    }

    /// Adds what was counted elsewhere.
    #[must_use]
    pub(crate) fn merge(mut self, other: &Tally) -> Tally {
        let Tally { n_finished, n_unfinished, n_actions, actions, turns, winning, dirk, entries, seats } = other;
        self.n_finished += n_finished;
        self.n_unfinished += n_unfinished;
        self.n_actions += n_actions;
        self.actions.merge(*actions);
        self.turns.merge(*turns);
        self.winning.merge(*winning);
        self.dirk.merge(*dirk);
        self.entries.iter_mut().zip(entries).for_each(|(own, it)| own.merge(it));
        self.seats.iter_mut().zip(seats).for_each(|(own, it)| own.merge(it));
        self
    }

    /// The mean points of all players by scoring and source.
    pub(crate) fn points(&self) -> Points<f64> {
        let mut all = Standing::default();
        self.seats.iter().for_each(|it| all.merge(it));
        all.points(self.n_finished * self.seats.len() as u64)
    }
}

/// The names of the scorings, in the order of the points.
pub(crate) const ROUNDS: [&str; Round::ALL.len()] = ["1st", "2nd", "3rd"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_spread_around_their_mean() {
        let mut standing = Standing::default();
        for score in [2, 4, 4, 4, 5, 5, 7, 9_u64] {
            standing.merge(&Standing { score, squares: score * score, sixtieths: 30, ..Standing::default() });
        }
        assert!((standing.mean(8) - 5.0).abs() < 1e-9);
        assert!((standing.deviation(8) - (32.0_f64 / 7.0).sqrt()).abs() < 1e-9);
        assert!((standing.win_rate(8) - 0.5).abs() < 1e-9);
    }
}
