//! Files that nobody else on the machine may read: a database holds the key that signs cookies.

use std::{
    fs::{File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// Opens a file to write to it, and makes it for its owner alone if it isn't there.
pub(super) fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// The file of an address `sqlite:FILE`; none for a database in memory.
pub(super) fn of_url(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("sqlite:")?;
    let path = path.strip_prefix("//").unwrap_or(path).split('?').next()?;
    (!path.is_empty() && path != ":memory:").then(|| path.into())
}
