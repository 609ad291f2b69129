//! The game as one reader sees it, and what has happened since.

use std::sync::Arc;

use alhambra_engine::{
    Action, Event, View,
    agenda::Agenda,
    dirk::Dirk,
    material::{Cell, Edges, Round},
    scoring::{Count, ScoreSheet},
    view::{Own, PublicPlayer, PublicTable},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::{Options, Priced, SeatNumber, StandingPass};

/// A game as one reader sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Update {
    /// The number of entries so far; every request about the game names it.
    pub seq: u32,
    /// The reader's seat; nobody's for a spectator.
    pub seat: Option<SeatNumber>,
    /// What happened since the last update that the reader has seen.
    pub entries: Vec<Entry>,
    /// The game now; with a held action, as it will look.
    pub view: View,
    /// What everybody can count on the table, by seat; Dirk comes last.
    pub tallies: Vec<Tally>,
    /// Which scoring comes next.
    pub next_scoring: Round,
    /// Everything for sale with its price and, for a player, what the own hand can do about it.
    pub prices: Vec<Priced>,
    /// What the reader may do now, if it is the reader's decision.
    pub options: Option<Options>,
    /// The reader's action that waits for confirmation.
    pub held: Option<Held>,
    /// Whether the reader can take something back.
    pub can_undo: bool,
    /// How the reader answers between turns.
    pub standing: Option<StandingPass>,
    /// The clocks.
    pub clock: Option<Clock>,
}

/// What an action has changed in the update before it: what isn't there is as it was.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct News {
    /// The number of entries so far, one more than before.
    pub seq: u32,
    /// What happened.
    pub entry: Entry,
    /// What has changed for everybody: [`OpenNews`], written once for all readers.
    #[schemars(with = "OpenNews")]
    pub open: Written,
    /// What the reader alone knows, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<Own>,
    /// All prices, if one of them or what the own hand can do about it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prices: Option<Vec<Priced>>,
    /// What the reader may do now, if it is the reader's decision.
    pub options: Option<Options>,
    /// Whether the reader can take something back.
    pub can_undo: bool,
    /// The clocks.
    pub clock: Option<Clock>,
}

/// A part of several messages that was written as JSON once, and goes into each of them as it is.
#[derive(Clone, Debug)]
pub struct Written(pub Arc<RawValue>);

impl Written {
    /// Writes a part.
    ///
    /// # Errors
    /// If it can't be written as JSON.
    pub fn of(part: &impl Serialize) -> Result<Written, serde_json::Error> {
        Ok(Written(to_raw_value(part)?.into()))
    }
}

impl Default for Written {
    /// `null`.
    fn default() -> Written {
        Written(RawValue::NULL.to_owned().into())
    }
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// What an action has changed for everybody: what isn't there is as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpenNews {
    /// What is still to happen, next on top.
    #[schemars(with = "Vec<alhambra_engine::Step>")]
    pub agenda: Agenda,
    /// What lies in the middle, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<PublicTable>,
    /// The players whose things have changed, by seat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<(SeatNumber, PublicPlayer)>,
    /// The third player of a game for two, if his things have changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dirk: Option<Dirk>,
    /// The tallies that have changed, by seat; Dirk comes last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tallies: Vec<(SeatNumber, Tally)>,
    /// Which scoring comes next.
    pub next_scoring: Round,
}

/// One thing that was done, with what followed from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Entry {
    /// Its number, from 1; the set-up has 0.
    pub seq: u32,
    /// Who did it; nobody for the set-up.
    pub seat: Option<SeatNumber>,
    /// What was done, if the reader may know it.
    pub action: Option<Action>,
    /// The same in the notation.
    pub notation: Option<String>,
    /// The number of the entry that was taken back.
    pub took_back: Option<u32>,
    /// What followed.
    pub events: Vec<Event>,
    /// Whether the player had asked for a hint.
    pub hinted: bool,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// An action that waits for confirmation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Held {
    /// The action in the notation.
    pub notation: String,
    /// The action in parts.
    pub action: Action,
}

/// What everybody can count on the table of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tally {
    /// What a scoring rests on.
    pub count: Count,
    /// Where the longest walls run.
    #[serde(flatten)]
    pub lines: Lines,
    /// What each camp at a wall brings at a scoring, in the order of the city's tiles.
    pub camps: Vec<CampPoints>,
    /// What the next scoring would bring if it came now.
    pub now: ScoreSheet,
}

/// Where the longest walls of a city run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Lines {
    /// The longest wall, side by side from one end to the other.
    pub wall: Vec<Side>,
    /// The longest moat, likewise.
    pub moat: Vec<Side>,
    /// The longest stretch of wall against moat, likewise.
    pub together: Vec<Side>,
}

/// What a camp brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CampPoints {
    /// Where it lies.
    pub cell: Cell,
    /// The points of the lines behind all its bastions.
    pub points: u16,
}

/// One side of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Side {
    /// The cell.
    pub cell: Cell,
    /// Which side: `n`, `e`, `s` or `w`.
    pub side: Edges,
}

/// The clocks of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Clock {
    /// Whose clock runs.
    pub running: Option<SeatNumber>,
    /// Milliseconds left, by seat.
    pub left: Vec<u64>,
    /// The server's time, in milliseconds since 1970.
    pub now: u64,
}
