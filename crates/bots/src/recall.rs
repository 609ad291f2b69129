//! What a bot remembers of the hands of others.

use alhambra_engine::{
    Event,
    determinize::{Hands, Memory},
};

/// The cards that others took and spent, if it was watched from the beginning.
#[derive(Clone, Debug, Default)]
pub struct Recall {
    hands: Hands,
    /// How much of the game was watched.
    watched: Watched,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Watched {
    #[default]
    Nothing,
    FromTheDeal,
    FromLater,
}

impl Recall {
    /// Remembers nothing yet.
    pub fn new() -> Recall {
        Recall::default()
    }

    /// Takes note of what happened in front of everybody.
    pub fn observe(&mut self, event: &Event) {
        match (self.watched, event) {
            (Watched::Nothing, Event::Dealt { .. }) => self.watched = Watched::FromTheDeal,
            // Whoever comes later knows nothing of the cards that were dealt.
            (Watched::Nothing, Event::Took { .. } | Event::Bought { .. } | Event::TurnBegan { .. }) => {
                self.watched = Watched::FromLater;
            }
            _ => {}
        }
        if self.watched == Watched::FromTheDeal {
            self.hands.observe(event);
        }
    }

    /// The memory for filling in what is hidden.
    pub(crate) fn memory(&self) -> Memory<'_> {
        match self.watched {
            Watched::FromTheDeal => Memory::Perfect(&self.hands),
            Watched::Nothing | Watched::FromLater => Memory::None,
        }
    }
}
