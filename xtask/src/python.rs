//! Python: found, or installed where that is allowed, so that shuffles are checked by a program that shares nothing with ours.

use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::package;

/// Makes sure that the tests find Python.
///
/// # Errors
/// Fails if there is none and it can't be installed.
pub(crate) fn require() -> Result<()> {
    if is_there() {
        return Ok(());
    }
    println!("installing python3 for the tests of fair shuffles");
    if package::install("python3", || is_there().then_some(())).is_none() {
        bail!("install Python 3 (Debian: `apt install python3`), then verify again");
    }
    Ok(())
}

fn is_there() -> bool {
    let version = Command::new("python3").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|it| it.success())
}
