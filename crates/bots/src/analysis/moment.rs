//! Moments: where somebody had a choice, up to the next thing that chance decides.

use alhambra_engine::{
    Action, Event, Seat, State,
    notation::{Record, RecordError},
};

use super::{Walk, chance::Chance};
use crate::Recall;

/// A decision of a recorded game: all that one player does between two things that chance decides, usually a whole turn.
#[derive(Clone, Debug)]
pub struct Moment {
    /// How many actions were done before it.
    pub n: usize,
    /// The number of the turn, from 1 on; 0 before the first.
    pub turn: u32,
    /// Who decides.
    pub seat: Seat,
    /// What was done.
    pub played: Vec<Action>,
    /// What this and all that nobody could decide led to, until the next moment or the end.
    pub events: Vec<Event>,
    /// The game before it.
    pub(super) state: State,
    /// What the seat remembers of the hands of others.
    pub(super) recall: Recall,
    /// Whether nothing more belongs to it.
    is_complete: bool,
}

/// The moments of a recorded game, one after the other; only one of them is in memory.
pub struct Moments {
    walk: Walk,
    /// The moment that goes on.
    begun: Option<Moment>,
    turn: u32,
}

impl Moments {
    /// The moments of a record.
    ///
    /// # Errors
    /// If it can't be played.
    pub fn of(record: Record) -> Result<Moments, RecordError> {
        let walk = Walk::of(record)?;
        let mut moments = Moments { walk, begun: None, turn: 0 };
        moments.count_turns();
        Ok(moments)
    }

    fn count_turns(&mut self) -> bool {
        let n = self.walk.events().iter().filter(|it| matches!(it, Event::TurnBegan { .. })).count();
        self.turn += n as u32;
        n > 0
    }

    /// Whether the seat could have done something else.
    fn has_choice(&self) -> bool {
        self.walk.state().legal_actions().len() > 1
    }
}

impl Iterator for Moments {
    type Item = Moment;

    fn next(&mut self) -> Option<Moment> {
        while let Some((seat, action)) = self.walk.next_action() {
            let mut done = None;
            let goes_on = self.begun.as_ref().is_some_and(|it| it.seat == seat && !it.is_complete);
            if goes_on {
                self.begun.iter_mut().for_each(|it| it.played.push(action));
            } else if self.has_choice() {
                let walk = &self.walk;
                let moment = Moment {
                    n: walk.n(),
                    turn: self.turn,
                    seat,
                    played: vec![action],
                    events: Vec::new(),
                    state: walk.state().clone(),
                    recall: walk.recall(seat).clone(),
                    is_complete: false,
                };
                done = self.begun.replace(moment);
            } else if let Some(moment) = &mut self.begun {
                moment.is_complete = true;
            }
            self.walk.step()?;
            let is_new_turn = self.count_turns();
            if let Some(moment) = &mut self.begun {
                let events = self.walk.events();
                moment.is_complete |= is_new_turn || events.iter().any(|it| Chance::of(it).is_some());
                moment.events.extend_from_slice(events);
            }
            if done.is_some() {
                return done;
            }
        }
        self.begun.take()
    }
}
