//! What a bot sees of a game: the one way from a game to a bot.

use alhambra_engine::{Decision, Seat, State, View};

/// A game as one seat sees it, made out only when it is looked at.
pub struct Seen<'game> {
    // Private: behind it lies everything that is hidden.
    state: &'game State,
    seat: Seat,
}

impl<'game> Seen<'game> {
    /// The game as this seat sees it.
    pub const fn by(state: &'game State, seat: Seat) -> Seen<'game> {
        Seen { state, seat }
    }

    /// The seat that looks.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// What is to be decided now, which everybody knows.
    pub fn decision(&self) -> Option<Decision> {
        self.state.decision()
    }

    /// Everything that this seat may know.
    pub fn view(&self) -> View {
        View::of(self.state, Some(self.seat))
    }
}
