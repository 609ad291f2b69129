//! What is measured under load: moves, how long they took to reach the others, and what went wrong.

use std::{
    cell::{Cell, RefCell},
    fmt,
    time::Duration,
};

use serde::Serialize;

/// What all tables note together; one thread plays them all.
#[derive(Default)]
pub(super) struct Measure {
    running: Cell<bool>,
    sample: RefCell<Sample>,
    errors: RefCell<Vec<String>>,
}

/// What happened while it counted.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Sample {
    /// How long it counted, in seconds.
    pub seconds: f64,
    /// Actions that were done.
    pub moves: u32,
    /// Bytes of messages that came.
    pub bytes: u64,
    /// Games that came to their end.
    pub games: u64,
    /// The most memory that the server had, if that is known.
    pub memory: Option<u64>,
    /// Microseconds from sending an action to its receipt by another seat.
    delays: Vec<u32>,
}

/// How long actions took to reach the other seats, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct Delays {
    /// Half of them took no longer.
    pub p50: f64,
    /// All but one in a hundred took no longer.
    pub p99: f64,
    /// None took longer.
    pub max: f64,
}

impl fmt::Display for Delays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Delays { p50, p99, max } = self;
        write!(f, "p50 {p50:.2} ms, p99 {p99:.2} ms, max {max:.2} ms")
    }
}

impl Measure {
    /// From now on everything counts.
    pub(super) fn begin(&self) {
        self.running.set(true);
    }

    /// From now on nothing counts; says what did.
    pub(super) fn end(&self) -> Sample {
        self.running.set(false);
        self.sample.take()
    }

    /// An action was told to the one who did it.
    pub(super) fn moved(&self) {
        self.count(|it| it.moves += 1);
    }

    /// An action was told to somebody else.
    pub(super) fn told(&self, after: Duration) {
        self.count(|it| it.delays.push(after.as_micros().try_into().unwrap_or(u32::MAX)));
    }

    /// A message came.
    pub(super) fn received(&self, bytes: usize) {
        self.count(|it| it.bytes += bytes as u64);
    }

    /// A game came to its end.
    pub(super) fn finished(&self) {
        self.count(|it| it.games += 1);
    }

    /// Something went wrong.
    pub(super) fn failed(&self, error: String) {
        self.errors.borrow_mut().push(error);
    }

    fn count(&self, count: impl FnOnce(&mut Sample)) {
        if self.running.get() {
            count(&mut self.sample.borrow_mut());
        }
    }

    /// How many things went wrong, and the first of them.
    pub(super) fn errors(&self) -> (usize, Option<String>) {
        let errors = self.errors.borrow();
        (errors.len(), errors.first().cloned())
    }
}

impl Sample {
    /// Adds what happened another time.
    pub(super) fn add(&mut self, other: Sample) {
        let Sample { seconds, moves, bytes, games, memory, delays } = other;
        self.seconds += seconds;
        self.moves += moves;
        self.bytes += bytes;
        self.games += games;
        self.memory = self.memory.max(memory);
        self.delays.extend(delays);
    }

    /// How many actions were done in a second.
    pub(super) fn moves_per_second(&self) -> f64 {
        f64::from(self.moves) / self.seconds
    }

    /// How long it took.
    pub(super) fn delays(&mut self) -> Delays {
        self.delays.sort_unstable();
        let at = |share: usize| {
            let i = (self.delays.len() * share).div_ceil(100).saturating_sub(1);
            self.delays.get(i).map_or(0.0, |it| f64::from(*it) / 1000.0)
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
        assert_eq!(measure.end().delays(), Delays::default());
        measure.told(Duration::from_secs(9));
        measure.begin();
        (1..=200).rev().for_each(|it| measure.told(Duration::from_millis(it)));
        measure.moved();
        let mut sample = measure.end();
        assert_eq!(sample.delays(), Delays { p50: 100.0, p99: 198.0, max: 200.0 });
        measure.moved();
        measure.begin();
        measure.told(Duration::from_secs(1));
        sample.add(measure.end());
        assert_eq!((sample.moves, sample.delays().max), (1, 1000.0));
    }
}
