//! What a client says at a table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Colour, SeatNumber, SeatPlan, Settings, StandingPass};

/// One message of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// A number that comes back with the answer.
    #[serde(rename = "ref", default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<u32>,
    /// What is asked.
    #[serde(flatten)]
    pub ask: Ask,
}

/// What a client asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "ask")]
pub enum Ask {
    /// Sit down, before the start.
    Sit {
        /// Where; anywhere if not said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatNumber>,
        /// The name at this seat; otherwise one's own, with a number where it is taken.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The colour, if nobody else has it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<Colour>,
    },
    /// Change the name or the colour of one's seat, before the start; the host may do it for bots.
    Appear {
        /// Which one.
        seat: SeatNumber,
        /// The name from now on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The colour from now on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<Colour>,
    },
    /// The host changes what is played, and for how many, before the start; empty seats and bots make room.
    Configure {
        /// What the table is like from now on.
        settings: Box<Settings>,
    },
    /// Leave a seat: before the start it becomes open, afterwards a bot takes it over.
    Leave {
        /// Which one.
        seat: SeatNumber,
    },
    /// The host decides who shall sit on a seat, before the start; whoever sat there has to leave it.
    Arrange {
        /// Which one.
        seat: SeatNumber,
        /// Who is to sit there.
        plan: SeatPlan,
    },
    /// Be bound to a nonce for the shuffle, before the start; another one takes its place.
    Commit {
        /// One's seat.
        seat: SeatNumber,
        /// SHA-256 of `alhambra-shuffle-1 nonce TABLE NONCE`, as 64 hexadecimal digits.
        commitment: String,
    },
    /// Show that nonce once the table is `revealing`; only the server is told, and everybody after the game.
    Reveal {
        /// One's seat.
        seat: SeatNumber,
        /// 32 hexadecimal digits.
        nonce: String,
    },
    /// The host starts the game; bots of the substitute's level sit down on open seats.
    Start,
    /// The host closes the table before the start.
    Close,
    /// Look at the game from one's seat (of several), or as a spectator.
    Look {
        /// The seat; as a spectator if not said.
        seat: Option<SeatNumber>,
    },
    /// Act in the game.
    Act {
        /// One's seat.
        seat: SeatNumber,
        /// The number of the update on which this is based.
        seq: u32,
        /// The action in the notation.
        action: String,
        /// Wait for `Confirm` if it would end the turn or reveal something.
        #[serde(default)]
        hold: bool,
    },
    /// Carry out the action that is held.
    Confirm {
        /// One's seat.
        seat: SeatNumber,
        /// The number of the update on which this is based.
        seq: u32,
    },
    /// Drop the action that is held, or take back the latest one of one's own turn.
    Undo {
        /// One's seat.
        seat: SeatNumber,
        /// The number of the update on which this is based.
        seq: u32,
    },
    /// What an action would lead to, or why it can't be done; changes nothing.
    Consider {
        /// One's seat.
        seat: SeatNumber,
        /// The number of the update on which this is based.
        seq: u32,
        /// The action in the notation.
        action: String,
    },
    /// Every payment for a tile, not the best few only.
    Payments {
        /// One's seat.
        seat: SeatNumber,
        /// The number of the update on which this is based.
        seq: u32,
        /// The tile in the notation.
        tile: String,
    },
    /// Every legal action in the notation, up to a limit; for programs.
    Legal {
        /// One's seat.
        seat: SeatNumber,
        /// The number of the update on which this is based.
        seq: u32,
    },
    /// What the strongest bot would do.
    Hint {
        /// One's seat.
        seat: SeatNumber,
        /// The number of the update on which this is based.
        seq: u32,
    },
    /// How to answer when asked between turns.
    Standing {
        /// One's seat.
        seat: SeatNumber,
        /// The answer from now on.
        pass: StandingPass,
    },
    /// Whether one wants to pause, or at a paused table to go on; it happens when all people want it.
    Pause {
        /// One's seat.
        seat: SeatNumber,
        /// Yes or no.
        wanted: bool,
    },
    /// Whether one wants to give the game up; it happens when all people want it.
    Abandon {
        /// One's seat.
        seat: SeatNumber,
        /// Yes or no.
        wanted: bool,
    },
    /// The host lets a bot play for somebody who is away, without further patience; it hands back when that player returns.
    Substitute {
        /// For whom.
        seat: SeatNumber,
    },
    /// Whether one wants a bot to decide for somebody who has had to decide for three minutes, at a table without clocks;
    /// it does when all others who are there want it: the first time until that player is back, the second time for good.
    Vote {
        /// One's seat.
        seat: SeatNumber,
        /// For whom.
        against: SeatNumber,
        /// Yes or no.
        wanted: bool,
    },
    /// The host lets spectators write, or not.
    SpectatorChat {
        /// Whether they may.
        allowed: bool,
    },
    /// The host mutes somebody for the whole table, or takes that back.
    Mute {
        /// Whom: the `author` of a line of chat.
        author: String,
        /// Yes or no.
        muted: bool,
    },
    /// Older entries of a game that is too long to be told at once.
    Entries {
        /// The number of the oldest entry that is known; those right before it are answered.
        before: u32,
    },
    /// Say something to all at the table.
    Chat {
        /// The line, of 300 characters at most.
        text: String,
    },
    /// Open a table for the same people with the seats moved on by one; answers with its code.
    Rematch,
    /// A link that moves one's seat to another device.
    SeatLink {
        /// Which seat.
        seat: SeatNumber,
    },
}
