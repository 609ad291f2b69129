//! Records as they are read from files, and in which line something is wrong with them.

use std::{
    fs,
    io::{self, Read as _},
    path::Path,
};

use alhambra_engine::notation::RecordError;

use crate::error::Error;

/// A text and where it comes from.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Source {
    /// Reads a file, or the standard input for `-`.
    pub(crate) fn read(path: &Path) -> Result<Source, Error> {
        let (name, bytes) = if path.as_os_str() == "-" {
            let mut bytes = Vec::new();
            (String::from("standard input"), io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes))
        } else {
            (path.display().to_string(), fs::read(path))
        };
        let bytes = bytes.map_err(|it| Error::Failure(format!("can't read {name}: {it}")))?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Source { name, text }),
            Err(error) => {
                let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = good.split(|&it| it == b'\n').count();
                Err(Error::Usage(format!("{name}, line {line}: this is no text")))
            }
        }
    }

    /// What is wrong with the record, and in which line.
    pub(crate) fn wrong(&self, error: &RecordError) -> Error {
        // Every record begins with four lines and its proof, then comes one for each action.
        let line = match error {
            // It says so itself.
            RecordError::Line { .. } => return Error::Usage(format!("{}, {error}", self.name)),
            RecordError::Missing(_) => Some(self.text.lines().count().max(1)),
            RecordError::Rules(_) => self.line(1),
            RecordError::Ruleset(_) => self.line(2),
            RecordError::Action { number, .. } => self.line(3 + self.n_proof_lines() + number),
            RecordError::Scores { .. } => self.line(usize::MAX),
        };
        let line = line.map(|it| format!(", line {it}")).unwrap_or_default();
        Error::Usage(format!("{}{line}: {error}", self.name))
    }

    /// How many lines show how the game was shuffled.
    fn n_proof_lines(&self) -> usize {
        let words = ["table ", "commitment ", "secret ", "nonce ", "seats "];
        self.text.lines().filter(|line| words.iter().any(|it| line.trim().starts_with(it))).count()
    }

    /// The number, from 1, of the `n`th line with something in it, or of the last one.
    fn line(&self, n: usize) -> Option<usize> {
        let lines = self.text.lines().zip(1..).map(|(text, number)| (text.trim(), number));
        lines
            .filter(|(text, _)| !text.is_empty() && !text.starts_with('#'))
            .map(|it| it.1)
            .take(n.saturating_add(1))
            .last()
    }
}
