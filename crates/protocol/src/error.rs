//! What can go wrong, in words and as a code for programs.

use std::fmt;

use alhambra_engine::{Objection, Refusal};
use schemars::JsonSchema;
use serde::Serialize;

/// A request that could not be fulfilled; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// What kind of problem it is.
    #[serde(flatten)]
    pub code: Code,
    /// The same as a sentence in English.
    pub message: String,
}

impl Problem {
    /// A problem with its sentence.
    pub fn new(code: Code, message: impl Into<String>) -> Problem {
        Problem { code, message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}

/// The kinds of problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "code", content = "with")]
pub enum Code {
    /// There is no such table, game or page.
    NotFound,
    /// All seats are taken.
    Full,
    /// The seat belongs to somebody else, or nobody sits there.
    NotYourSeat,
    /// Only the host may do this.
    NotHost,
    /// Somebody else decides now.
    NotYourTurn,
    /// The table has moved on; the current update follows.
    Stale,
    /// The rules don't allow it.
    Illegal(Refusal),
    /// The ruleset can't be played.
    Unplayable(Vec<Objection>),
    /// It doesn't go with the state of the table.
    NotNow,
    /// Something is there, but it can't be asked by this method of HTTP.
    WrongMethod,
    /// The message can't be read.
    Malformed,
    /// The message is too long.
    TooLarge,
    /// Too many requests in a short time.
    TooMany,
    /// The table doesn't allow it.
    NotAllowed,
    /// The name, the text or a number is out of bounds.
    Invalid,
    /// Somebody else at the table has this name or this colour.
    Taken,
    /// The game or the record follows another version of the rules than the server plays.
    OtherRules,
    /// The server can't store anything just now; nothing was lost, try again.
    Unavailable,
    /// The browser that keeps this table can't store anything more; what was done has not happened.
    NotStored,
    /// The server has made a mistake; what exactly is in its log.
    Internal,
}
