//! What is measured under load: moves, how long they took to reach the others, and what went wrong.

use std::{
    cell::{Cell, RefCell},
    time::Duration,
};

use serde::Serialize;

/// What all tables note together; one thread plays them all.
#[derive(Default)]
pub(super) struct Measure {
    running: Cell<bool>,
    moves: Cell<u32>,
    bytes: Cell<u64>,
    games: Cell<u64>,
    /// Microseconds from sending an action to its receipt by another seat.
    delays: RefCell<Vec<u32>>,
    errors: RefCell<Vec<String>>,
}

/// How long actions took to reach the other seats, in milliseconds.
#[derive(Debug, Default, PartialEq, Serialize)]
pub(super) struct Delays {
    /// Half of them took no longer.
    pub p50: f64,
    /// All but one in a hundred took no longer.
    pub p99: f64,
    /// None took longer.
    pub max: f64,
}

impl Measure {
    /// From now on everything counts, or nothing.
    pub(super) fn run(&self, running: bool) {
        self.running.set(running);
    }

    /// An action was told to the one who did it.
    pub(super) fn moved(&self) {
        if self.running.get() {
            self.moves.set(self.moves.get() + 1);
        }
    }

    /// An action was told to somebody else.
    pub(super) fn told(&self, after: Duration) {
        if self.running.get() {
            self.delays.borrow_mut().push(after.as_micros().try_into().unwrap_or(u32::MAX));
        }
    }

    /// A message came.
    pub(super) fn received(&self, bytes: usize) {
        self.count(&self.bytes, bytes as u64);
    }

    /// A game came to its end.
    pub(super) fn finished(&self) {
        self.count(&self.games, 1);
    }

    /// Something went wrong.
    pub(super) fn failed(&self, error: String) {
        self.errors.borrow_mut().push(error);
    }

    fn count(&self, counter: &Cell<u64>, n: u64) {
        if self.running.get() {
            counter.set(counter.get() + n);
        }
    }

    /// How many actions were done.
    pub(super) fn n_moves(&self) -> u32 {
        self.moves.get()
    }

    /// How many games came to their end.
    pub(super) fn n_games(&self) -> u64 {
        self.games.get()
    }

    /// How many bytes of messages came.
    pub(super) fn n_bytes(&self) -> u64 {
        self.bytes.get()
    }

    /// How many things went wrong, and the first of them.
    pub(super) fn errors(&self) -> (usize, Option<String>) {
        let errors = self.errors.borrow();
        (errors.len(), errors.first().cloned())
    }

    /// How long it took.
    pub(super) fn delays(&self) -> Delays {
        let mut delays = self.delays.borrow_mut();
        delays.sort_unstable();
        let at = |share: usize| {
            let i = (delays.len() * share).div_ceil(100).saturating_sub(1);
            delays.get(i).map_or(0.0, |it| f64::from(*it) / 1000.0)
        };
        Delays { p50: at(50), p99: at(99), max: at(100) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_told_by_their_ranks_and_only_while_it_counts() {
        let measure = Measure::default();
        assert_eq!(measure.delays(), Delays::default());
        measure.told(Duration::from_secs(9));
        measure.run(true);
        (1..=200).rev().for_each(|it| measure.told(Duration::from_millis(it)));
        assert_eq!(measure.delays(), Delays { p50: 100.0, p99: 198.0, max: 200.0 });
        measure.moved();
        measure.run(false);
        measure.moved();
        assert_eq!(measure.n_moves(), 1);
    }
}
