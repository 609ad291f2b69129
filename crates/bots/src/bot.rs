//! What every bot can do: choose one of the legal actions.

use alhambra_engine::{Action, Event, Seat};

use crate::{Random, Seen};

/// A player that is asked whenever its seat has to decide.
pub trait Bot: Send {
    /// The name by which it is asked for.
    fn name(&self) -> String;

    /// Whether it wants to be told what happens; who doesn't need not be.
    fn watches(&self) -> bool {
        false
    }

    /// Is told what happens in front of its seat, from the set-up on and in order.
    fn observe(&mut self, _: &Event) {}

    /// The bot itself if it never looks at what it can do, so that nobody has to list it.
    fn blind(&mut self) -> Option<&mut Random> {
        None
    }

    /// Chooses one of `legal`.
    ///
    /// # Errors
    /// If nothing is legal.
    fn choose(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Result<Action, NoAction>;
}

/// Somebody has to decide and nothing is legal, which no position of a game allows: report it with the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seat {seat} has to decide and finds no legal action")]
pub struct NoAction {
    /// Who has to decide.
    pub seat: Seat,
}
