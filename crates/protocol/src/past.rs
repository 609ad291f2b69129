//! Games that are over: results, statistics, replays.

use alhambra_engine::{View, material::ByCurrency, scoring::ScoreSheet, view::Own};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Entry, Occupant, SeatNumber, Settings, TableId, Tally};

/// A game that came to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FinishedGame {
    /// Its table's code.
    pub id: TableId,
    /// What was played.
    pub settings: Settings,
    /// Who played, and how it went, by seat.
    pub seats: Vec<SeatFacts>,
    /// Dirk's points by scoring.
    pub dirk: Option<Vec<ScoreSheet>>,
    /// Who has won.
    pub winners: Vec<SeatNumber>,
    /// The seats of the reader.
    pub yours: Vec<SeatNumber>,
    /// How many entries its record has.
    pub n_actions: u32,
    /// The seed, and its SHA-256 as it was published at the start.
    pub seed: String,
    /// SHA-256 of the seed.
    pub seed_hash: String,
    /// From what the seed follows; nothing for games that went on from a record or began under a former version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// After how many actions of a record the game went on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub continued: Option<u32>,
    /// When it began, in milliseconds since 1970.
    pub started_at: u64,
    /// When it ended, in milliseconds since 1970.
    pub finished_at: u64,
}

/// From what a seed follows; every number is written in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Proof {
    /// What the server was bound to when the table opened.
    pub commitment: String,
    /// What the server had drawn.
    pub secret: String,
    /// What every seat has added, in the order of the seats before the start.
    pub shares: Vec<Share>,
    /// For each seat in the game the one that its player had before; nothing if everybody kept their seat.
    pub seating: Option<Vec<SeatNumber>>,
    /// When the table was opened, in milliseconds since 1970.
    pub opened_at: u64,
}

/// What one seat has added to a shuffle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Share {
    /// What its player was bound to; nothing for bots and for programs that added nothing.
    pub commitment: Option<String>,
    /// The nonce, unless the player's device did not answer in time.
    pub nonce: Option<String>,
}

/// How a game went for one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeatFacts {
    /// Who played.
    pub occupant: Occupant,
    /// The final score.
    pub score: u16,
    /// What each scoring brought, by source.
    pub scorings: Vec<ScoreSheet>,
    /// The length of the longest wall at each scoring.
    pub walls: Vec<u8>,
    /// How many tiles were bought.
    pub n_bought: u16,
    /// How many of them were paid exactly.
    pub n_exact: u16,
    /// What was paid too much, altogether.
    pub overpaid: u16,
    /// Money taken from the display, by currency.
    pub taken: ByCurrency<u16>,
    /// How many times the palace was redesigned.
    pub n_redesigns: u16,
    /// How many turns there were.
    pub n_turns: u16,
    /// Time used, in milliseconds.
    pub time_used: u64,
}

/// One moment of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Moment {
    /// After how many actions.
    pub n: u32,
    /// What led here.
    pub entry: Entry,
    /// The game as the chosen seat, or a spectator, saw it.
    pub view: View,
    /// All hands by seat, if the replay is open.
    pub hands: Option<Vec<Own>>,
    /// What everybody could count.
    pub tallies: Vec<Tally>,
}

/// How likely everybody was to win, turn by turn, as far as it is worked out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Review {
    /// How many moments there will be.
    pub n_moments: u32,
    /// The moments so far: the beginning of every turn, and the end of the game.
    pub moments: Vec<Judged>,
    /// Where the game turned, in order; known once all moments are.
    pub turning_points: Vec<TurningPoint>,
}

/// One moment of a game as the bot judges it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Judged {
    /// After how many actions.
    pub n: u32,
    /// The chances to win by seat, in thousandths.
    pub chances: Vec<u16>,
}

/// A turn that cost its player a good part of the chances to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TurningPoint {
    /// After how many actions the turn began.
    pub n: u32,
    /// Whose turn it was.
    pub seat: SeatNumber,
    /// By how much the chances fell, in thousandths.
    pub lost: u16,
}
