//! Records that somebody hands in: read within limits, for games of thousands of redesigns exist only in attacks.

use alhambra_engine::notation::{Record, RecordError};
use alhambra_protocol::{Code, Problem};

/// Reads a record, if it is one of a game that people could have played.
///
/// # Errors
/// If it can't be read or is too long.
pub fn read(text: &str, longest: usize) -> Result<Record, Problem> {
    let record: Record = text.parse().map_err(|it| match it {
        RecordError::Rules(_) => Problem::new(Code::OtherRules, it.to_string()),
        _ => Problem::new(Code::Malformed, format!("the record: {it}")),
    })?;
    check_length(record.actions.len(), longest)?;
    Ok(record)
}

/// Whether a game is short enough to be replayed for anybody who asks.
///
/// # Errors
/// If it isn't.
pub fn check_length(n: usize, longest: usize) -> Result<(), Problem> {
    if n <= longest {
        return Ok(());
    }
    Err(Problem::new(Code::TooLarge, format!("a game of more than {longest} actions is not replayed")))
}

/// Why a record that was read can't be replayed.
pub fn broken(error: &RecordError) -> Problem {
    Problem::new(Code::Invalid, format!("the record: {error}"))
}
