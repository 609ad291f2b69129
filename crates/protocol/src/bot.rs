//! What a program that plays as a bot is told, and what it answers: one JSON object a line.

use alhambra_engine::{Event, Ruleset, View, material::Round};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Options, Priced, SeatNumber, Tally};

/// The version of these lines; a program that answers with another one is not played with.
pub const BOT_VERSION: u32 = 1;

/// One line to a bot.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "say")]
pub enum BotMessage {
    /// The first line, to be answered with `hello`.
    Hello {
        /// The version of the lines to come.
        version: u32,
        /// Who speaks, such as `alhambra 0.1.0`.
        program: String,
    },
    /// A game begins; there may have been others before it. No answer.
    Start {
        /// The bot's seat.
        seat: SeatNumber,
        /// What is played.
        ruleset: Ruleset,
        /// 64 hexadecimal digits for the bot's luck, so that the same game can be played again.
        seed: String,
    },
    /// The bot has to decide, to be answered with `act`.
    Decide {
        /// How long it may think, in milliseconds.
        millis: u64,
        /// What happened since the last decision, from the set-up on, as the bot's seat saw it.
        events: Vec<Event>,
        /// Everything that the bot's seat may know.
        view: Box<View>,
        /// What everybody can count on the table, by seat; Dirk comes last.
        tallies: Vec<Tally>,
        /// Which scoring comes next.
        next_scoring: Round,
        /// Everything for sale with its price and what the own hand can do about it.
        prices: Vec<Priced>,
        /// What the bot may do, and what it leads to.
        options: Box<Options>,
        /// Every legal action in the notation.
        actions: Vec<String>,
        /// Whether there are more than are listed.
        more: bool,
    },
    /// The game is over. No answer.
    Over {
        /// What happened since the last decision.
        events: Vec<Event>,
    },
}

/// One line of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "say")]
pub enum BotAnswer {
    /// It is ready.
    Hello {
        /// The version of its lines.
        version: u32,
    },
    /// What it does.
    Act {
        /// The action in the notation.
        action: String,
    },
}
