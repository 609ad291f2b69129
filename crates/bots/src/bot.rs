//! What every bot can do: choose one of the legal actions.

use alhambra_engine::Action;

use crate::Seen;

/// A player that is asked whenever its seat has to decide.
pub trait Bot: Send {
    /// The name by which it is asked for.
    fn name(&self) -> &'static str;

    /// Chooses one of `legal`, which is never empty.
    fn choose(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Action;
}
