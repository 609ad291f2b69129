//! What every thinking bot does without thinking: it lays bonus cards open in time, and leaves its palace alone after a while.

use alhambra_engine::{Action, Decision, View};

/// How often a bot takes down or swaps tiles in one game; it then leaves its palace alone.
const REDESIGNS: u32 = 12;

/// Whether taking down and swapping are thought of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Redesigns {
    Considered,
    LeftOut,
}

/// How often a bot has taken down or swapped tiles in a game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Restraint {
    n_redesigns: u32,
}

impl Restraint {
    /// Whether the bot still thinks of it.
    pub(crate) const fn redesigns(self) -> Redesigns {
        if self.n_redesigns < REDESIGNS { Redesigns::Considered } else { Redesigns::LeftOut }
    }

    /// Takes note of what the bot does.
    pub(crate) fn note(&mut self, action: Action) {
        self.n_redesigns += u32::from(action.removes_built_tile());
    }
}

/// A bonus card that may be laid open before a scoring: that is worth its point at once.
pub(crate) fn bonus_to_reveal(view: &View, legal: &[Action]) -> Option<Action> {
    let asked = matches!(view.decision(), Some(Decision::AskBonus { .. }));
    legal.iter().find(|it| asked && matches!(it, Action::Reveal { .. })).copied()
}
