//! What a browser stores of a table, as JSON.

use alhambra_engine::Seat;
use alhambra_table::{LogEntry, ReplayError, TableMeta, Write};
use serde::{Deserialize, Serialize};

/// Something to be stored, together with everything that is handed out with it or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "store")]
pub enum Stored {
    /// The next line of the log.
    Line {
        /// The line.
        line: Line,
    },
    /// What is kept of a table beside its log; its code says of which one.
    Table {
        /// What is kept.
        table: Box<TableMeta>,
    },
    /// What came of the game.
    Result {
        /// JSON of its own.
        result: String,
    },
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Its number, from 1.
    pub seq: u32,
    /// Who did it.
    pub seat: u8,
    /// What was done, in the notation.
    pub deed: String,
    /// When.
    pub at: u64,
    /// Milliseconds of the seat's clock that it took.
    pub used: u64,
    /// Whether the player had asked for a hint.
    pub hinted: bool,
}

impl Stored {
    pub(crate) fn of(write: &Write) -> Stored {
        match write {
            Write::Entry(entry) => Stored::Line { line: Line::of(entry) },
            Write::Meta(meta) => Stored::Table { table: Box::new(TableMeta::clone(meta)) },
            Write::Table(meta) => Stored::Table { table: meta.clone() },
            Write::Result(result) => Stored::Result { result: result.clone() },
        }
    }
}

impl Line {
    fn of(&LogEntry { seq, seat, deed, at, used, hinted }: &LogEntry) -> Line {
        Line { seq, seat: seat.0, deed: deed.to_string(), at, used, hinted }
    }

    /// The entry of the log.
    ///
    /// # Errors
    /// If it is none.
    pub(crate) fn entry(&self) -> Result<LogEntry, ReplayError> {
        let deed = self.deed.parse().map_err(|_| ReplayError::Broken)?;
        let Line { seq, seat, deed: _, at, used, hinted } = *self;
        Ok(LogEntry { seq, seat: Seat(seat), deed, at, used, hinted })
    }
}
