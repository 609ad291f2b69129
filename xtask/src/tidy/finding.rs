//! A finding: where something is untidy, what it is, and what to do about it.

use std::fmt;

/// One untidy place.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    pub(crate) path: String,
    /// Counted from one.
    pub(crate) line: usize,
    pub(crate) wrong: String,
    pub(crate) remedy: String,
}

impl Finding {
    /// A finding from its parts.
    pub(crate) fn new(path: &str, line: usize, wrong: impl Into<String>, remedy: impl Into<String>) -> Finding {
        Finding { path: path.to_owned(), line, wrong: wrong.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { path, line, wrong, remedy } = self;
        write!(f, "{path}:{line}: {wrong}; {remedy}")
    }
}
