//! The walk through a recorded game: every moment with what everybody remembers then.

use alhambra_engine::{
    Action, Event, Seat, State,
    notation::{Record, RecordError},
};

use crate::Recall;

/// A game whose moments are visited one after the other; only one of them is in memory.
pub struct Walk {
    record: Record,
    state: State,
    recalls: Vec<Recall>,
    events: Vec<Event>,
    /// How many actions were done.
    n: usize,
}

impl Walk {
    /// The set-up of a game.
    ///
    /// # Errors
    /// If it can't be played.
    pub fn of(record: Record) -> Result<Walk, RecordError> {
        let mut events = Vec::new();
        let state = State::new_with(record.ruleset, record.seed, &mut events).map_err(RecordError::Ruleset)?;
        let recalls = vec![Recall::new(); usize::from(record.ruleset.players)];
        let mut walk = Walk { record, state, recalls, events, n: 0 };
        walk.take_note();
        Ok(walk)
    }

    /// Carries out the next action of the record; nothing at its end, or where it breaks a rule.
    pub fn step(&mut self) -> Option<()> {
        let (seat, action) = self.next_action()?;
        self.events.clear();
        self.state.apply_with(seat, action, &mut self.events).ok()?;
        self.n += 1;
        self.take_note();
        Some(())
    }

    fn take_note(&mut self) {
        for event in &self.events {
            self.recalls.iter_mut().zip(0..).for_each(|(it, seat)| it.observe(&event.seen_by(Some(Seat(seat)))));
        }
    }

    /// How many actions were done.
    pub const fn n(&self) -> usize {
        self.n
    }

    /// What is done next.
    pub fn next_action(&self) -> Option<(Seat, Action)> {
        self.record.actions.get(self.n).copied()
    }

    /// The game now, nothing hidden.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// What the latest action led to, or the set-up.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What a seat remembers of the hands of others.
    pub fn recall(&self, seat: Seat) -> &Recall {
        &self.recalls[seat.index()]
    }
}
