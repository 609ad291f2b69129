//! What every bot can do: choose one of the legal actions.

use std::fmt;

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
    /// If nothing is legal, or if the bot itself fails.
    fn choose(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Result<Action, BotError>;
}

/// Why a bot has not chosen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// There was nothing to choose from.
    #[error(transparent)]
    NoAction(#[from] NoAction),
    /// The bot can't go on.
    #[error(transparent)]
    Failed(#[from] Failure),
}

/// Somebody has to decide and nothing is legal, which no position of a game allows: report it with the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seat {seat} has to decide and finds no legal action")]
pub struct NoAction {
    /// Who has to decide.
    pub seat: Seat,
}

/// Why a bot can't go on, which loses it the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[error("{kind}: {message}")]
pub struct Failure {
    /// What sort of failure it is.
    pub kind: FailureKind,
    /// What happened, on one line.
    pub message: String,
    /// The end of what the bot wrote to its error output.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "String::is_empty"))]
    pub stderr: String,
}

impl Failure {
    /// A failure of a bot without an error output.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Failure {
        Failure { kind, message: message.into(), stderr: String::new() }
    }
}

/// The sorts of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum FailureKind {
    /// Its process ended.
    Died,
    /// It did not answer in time.
    TooSlow,
    /// It chose what is not legal.
    Illegal,
    /// Its answer can't be read.
    Unreadable,
    /// It said itself that it can't go on.
    GaveUp,
}

impl FailureKind {
    /// Every kind.
    pub const ALL: [FailureKind; 5] =
        [FailureKind::Died, FailureKind::TooSlow, FailureKind::Illegal, FailureKind::Unreadable, FailureKind::GaveUp];
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FailureKind::Died => "died",
            FailureKind::TooSlow => "too slow",
            FailureKind::Illegal => "illegal",
            FailureKind::Unreadable => "unreadable",
            FailureKind::GaveUp => "gave up",
        })
    }
}
