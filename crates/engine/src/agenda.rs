//! The agenda: what is still to happen, decided by a player or by itself.

use crate::{
    list::List,
    material::{Currency, Part, Round, Tile},
    state::Seat,
};

/// What is still to happen, next on top.
pub type Agenda = List<Step, 24>;

/// One entry of the agenda.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(untagged))]
pub enum Step {
    /// Somebody decides.
    Decide(Decision),
    /// It happens by itself.
    Auto(Auto),
}

/// What a player decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case", tag = "step"))]
pub enum Decision {
    /// Which three citizens stand on the trader, in secret (M-TRD-1).
    ChooseCitizens {
        /// Who is asked.
        seat: Seat,
    },
    /// Where the trader lies.
    LayTrader {
        /// Who is asked.
        seat: Seat,
    },
    /// What to do in a turn.
    Turn {
        /// Whose turn it is.
        seat: Seat,
        /// Whether nothing was bought yet in this turn.
        first: bool,
    },
    /// Whether to buy further falcons or to end the turn (M-FAL-2).
    MoreFalcons {
        /// Whose turn it is.
        seat: Seat,
    },
    /// Where the bought tiles go, in any order.
    Place {
        /// Whose tiles they are.
        seat: Seat,
    },
    /// Whether a citizen moves into the tile built where the trader lay, or is exchanged (M-TRD-2).
    Welcome {
        /// Whose trader it is.
        seat: Seat,
        /// The tile that was built.
        tile: Tile,
    },
    /// Whether to lay bonus cards open before a scoring (M-BON-4).
    AskBonus {
        /// Who is asked.
        seat: Seat,
        /// Whose turn is next, who was asked first.
        next: Seat,
    },
    /// Whether to use the vizier or a thief between two turns.
    Interrupt {
        /// Who is asked.
        seat: Seat,
        /// Whose turn is next.
        next: Seat,
        /// Whether the player has just used one and may go on; the round begins anew with the pass (M-VIZ-3).
        again: bool,
    },
    /// Where the tiles won at the end are built, or that they are left out.
    BuildWon {
        /// Whose tiles they are.
        seat: Seat,
    },
}

/// What happens by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case", tag = "step"))]
pub enum Auto {
    /// The market is filled, money is dealt and the start player found (B-SET-0).
    Unpack,
    /// The trader is laid down again if it has to be and there is a cell for it (M-TRD-3, M-TRD-6).
    #[cfg_attr(feature = "serde", serde(rename = "relay"))]
    LayTraderAgain {
        /// Whose trader it is.
        seat: Seat,
    },
    /// Money and market are refilled; scorings and the end of the game follow from it.
    Refill {
        /// Whose turn is next.
        next: Seat,
    },
    /// The money display is refilled after a thief (M-THF-2).
    RefillMoney {
        /// Whose turn is next.
        next: Seat,
    },
    /// The market is refilled after a vizier's purchase (M-VIZ-2).
    RefillMarket {
        /// Whose turn is next.
        next: Seat,
    },
    /// The palaces are scored.
    Score {
        /// In which scoring.
        round: Round,
    },
    /// Dirk draws tiles after a scoring.
    DirkDraws {
        /// After which one.
        round: Round,
    },
    /// The round of asking for viziers and thieves begins (M-VIZ-3).
    Interrupts {
        /// Whose turn is next.
        next: Seat,
        /// Who has just used a vizier or a thief and is asked before the round (M-THF-4).
        user: Option<Seat>,
    },
    /// The next player's turn begins.
    NextTurn {
        /// Who is next.
        seat: Seat,
    },
    /// The tiles left on the market are given away, all at once.
    Award,
    /// One tile left on the market is given away, to be built at once (G-OVER-1).
    AwardOne {
        /// The square.
        currency: Currency,
        /// Which of its tiles.
        part: Part,
    },
}

impl Step {
    /// What is decided; nothing if the step happens by itself.
    pub const fn decision(self) -> Option<Decision> {
        match self {
            Step::Decide(decision) => Some(decision),
            Step::Auto(_) => None,
        }
    }
}

/// A game begins with its box being unpacked; lists fill their free places with it.
impl Default for Step {
    fn default() -> Step {
        Step::Auto(Auto::Unpack)
    }
}

impl From<Decision> for Step {
    fn from(decision: Decision) -> Step {
        Step::Decide(decision)
    }
}

impl From<Auto> for Step {
    fn from(auto: Auto) -> Step {
        Step::Auto(auto)
    }
}

impl Decision {
    /// Who decides.
    pub const fn seat(self) -> Seat {
        match self {
            Decision::ChooseCitizens { seat }
            | Decision::LayTrader { seat }
            | Decision::Turn { seat, .. }
            | Decision::MoreFalcons { seat }
            | Decision::Place { seat }
            | Decision::Welcome { seat, .. }
            | Decision::AskBonus { seat, .. }
            | Decision::Interrupt { seat, .. }
            | Decision::BuildWon { seat } => seat,
        }
    }
}
