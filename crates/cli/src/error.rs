//! What can go wrong: one line on the error output and an exit code; only a mistake of ours needs more.

use std::{fmt, io, path::Path, process::ExitCode};

use alhambra_bots::{NoAction, arena::GameError};

use crate::rules;

/// Why a command did not do what it was asked to.
#[derive(Debug)]
pub(crate) enum Error {
    /// The command line or a file that was given is wrong.
    Usage(String),
    /// Something failed that was rightly asked for.
    Failure(String),
    /// A game that the rules have left without a way on; the position follows the line, to be reported.
    Stuck(NoAction, String),
    /// Whoever read the output has seen enough.
    Closed,
}

impl Error {
    /// A file that can't be read or written.
    pub(crate) fn file(doing: &str, path: &Path, error: &io::Error) -> Error {
        Error::Failure(format!("can't {doing} {}: {error}", path.display()))
    }

    /// The exit code: 2 for what the user can put right, 1 for what failed.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Error::Usage(_) => ExitCode::from(2),
            Error::Failure(_) | Error::Stuck(..) => ExitCode::FAILURE,
            Error::Closed => ExitCode::SUCCESS,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // One line, whatever was quoted in it.
            Error::Usage(text) | Error::Failure(text) => {
                f.write_str(&text.split_whitespace().collect::<Vec<_>>().join(" "))
            }
            Error::Stuck(reason, position) => {
                write!(f, "{reason}, which is a mistake of this program; please report this position:\n{position}")
            }
            Error::Closed => f.write_str("the output was closed"),
        }
    }
}

/// Everything that fails without naming a file is the output.
impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Error::Closed,
            _ => Error::Failure(format!("can't write the output: {error}")),
        }
    }
}

impl From<GameError> for Error {
    fn from(error: GameError) -> Error {
        match error {
            GameError::Unplayable(objections) => rules::refused(&objections),
            GameError::Stuck(reason, position) => Error::Stuck(reason, position),
            GameError::Forfeit { .. } => Error::Failure(error.to_string()),
        }
    }
}

/// The first sentence of what clap has to say, without its usage.
impl From<clap::Error> for Error {
    fn from(error: clap::Error) -> Error {
        let text = error.render().to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        let lines = text.lines().take_while(|it| !it.starts_with("Usage:") && !it.starts_with("For more information"));
        let sentence = lines.map(str::trim).filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ");
        Error::Usage(format!("{sentence}; `--help` tells more"))
    }
}

#[cfg(test)]
mod tests {
    use alhambra_engine::Seat;

    use super::*;

    #[test]
    fn a_game_without_a_way_on_is_told_with_its_position() {
        let stuck =
            Error::from(GameError::Stuck(NoAction { seat: Seat(2) }, "alhambra position\nrules 2\n".to_owned()));
        assert_eq!(
            stuck.to_string(),
            "seat 2 has to decide and finds no legal action, which is a mistake of this program; \
             please report this position:\nalhambra position\nrules 2\n"
        );
        assert_eq!(stuck.exit_code(), ExitCode::FAILURE);
    }
}
